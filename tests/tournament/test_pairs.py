"""Openings in pairs, Elo from pairs, and the test that ends a tournament early."""

import json
import math

import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.registry import find
from game.tournament.match import Match, TournamentGame
from game.tournament.ratings import BOUND, Pairs, Sprt, count_pairs, elo_of, score_of
from game.tournament.runner import _opening, play, run
from game.tournament.standings import TournamentResult, pairs_of
from tests import toy
from tests.toy import NIM

WEAK, STRONG = SeatConfig("ai", 1), SeatConfig("ai", 5)


def match(opening=3, players=(STRONG, WEAK), game="nim", find=toy.find):
    return Match(
        game, {"players": len(players), **({"pile": 20} if game == "nim" else {})}, players, 7, find, opening=opening
    )


def opening(game, seed, plies):
    spec = find(game)
    state = spec.rules.start(resolve(spec.options, {}), seed)
    return [spec.rules.text(action) for _, action in _opening(spec, state, seed, plies)]


@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_openings_vary_by_the_seed_alone(game):
    assert opening(game, 1, 4) == opening(game, 1, 4)
    openings = {tuple(opening(game, seed, 4)) for seed in range(10)}
    assert len(openings) > 5 and {len(actions) for actions in openings} == {4}


def test_an_opening_neither_talks_nor_ends_the_game():
    for seed in range(40):
        actions = opening("star", seed, 12)
        assert not {"draw?", "accept", "refuse", "resign"} & set(actions)
    pile = NIM.rules.start({"pile": 2, "players": 2}, 0)
    assert [action for _, action in _opening(NIM, pile, 0, 9)] == [1]


def test_where_several_act_at_once_the_seed_alone_varies():
    assert opening("robots", 1, 4) == []


def test_each_player_has_each_seat_once_with_a_seed():
    assert [match().seed_of(number) for number in range(5)] == [7, 7, 8, 8, 9]
    assert [match(players=(WEAK,) * 3).seed_of(number) for number in range(4)] == [7, 7, 7, 8]
    assert [match(opening=0).seed_of(number) for number in range(3)] == [7, 8, 9]


def test_the_moves_of_an_opening_are_nobodys():
    game = play(match(), 0)
    assert sum(game.moves) == game.plies - 3


@pytest.mark.parametrize("elo", [-800.0, -30.0, 0.0, 5.0, 400.0])
def test_elo_and_score_are_each_others_inverse(elo):
    assert elo_of(score_of(elo)) == pytest.approx(elo)


def test_known_scores():
    assert score_of(400) == pytest.approx(10 / 11)
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)


def test_pairs_are_games_with_both_finished():
    def game(number, winners):
        return TournamentGame(number, (0, 1), 9, winners, "", (5, 4), (1.0, 1.0))

    games = [game(0, (0,)), game(1, (1,)), game(2, ()), game(3, (0,)), game(4, (0,)), game(5, None), game(7, (0,))]
    assert pairs_of(games).counts == (0, 0, 1, 1, 0)
    assert count_pairs([0, 0.5, 1, 1.5, 2, 2]).counts == (1, 1, 1, 1, 2)


def test_pairs_that_all_end_alike_prove_little():
    elo, low, high = Pairs((0, 0, 3, 0, 0)).elo()
    assert (elo, low < -100, high > 100) == (0.0, True, True)
    elo, low, high = Pairs((0, 0, 0, 0, 1)).elo()
    assert (elo, high) == (math.inf, math.inf) and low < 0
    assert Pairs((0, 0, 0, 0, 0)).elo() == (0.0, -math.inf, math.inf)


def test_a_verdict_hangs_on_more_than_a_few_pairs():
    assert [Sprt(0, 50).verdict(Pairs((0, 0, 0, 0, number))) for number in (1, 4)] == ["", ""]
    assert [Sprt(0, 50).verdict(Pairs(counts)) for counts in ((0, 0, 0, 0, 40), (40, 0, 0, 0, 0))] == ["elo1", "elo0"]


def test_the_ratio_is_that_of_the_normal_distribution():
    pairs = Pairs((3, 10, 20, 14, 8))
    values = [0.0] * 3 + [0.25] * 10 + [0.5] * 20 + [0.75] * 14 + [1.0] * 8
    mean = sum(values) / len(values)
    variance = (sum((value - mean) ** 2 for value in values) + 4 * 0.125) / (len(values) + 4)
    likelihood = [sum(-((value - score_of(elo)) ** 2) / (2 * variance) for value in values) for elo in (0, 30)]
    assert pairs.likelihood_ratio(0, 30) == pytest.approx(likelihood[1] - likelihood[0])
    assert pytest.approx(2.944, abs=0.001) == BOUND


def test_a_tournament_ends_with_the_verdict():
    options = {"players": 2, "pile": 60}
    result = run(Match("nim", options, (STRONG, WEAK), 0, toy.find, opening=2), 200, sprt=Sprt(0, 50))
    assert len(result.games) < 200 and result.stopped == ""
    assert "elo1 accepted" in result.comparison()
    report = json.loads(result.to_json())
    assert report["sprt"] == {"elo0": 0, "elo1": 50, "accepted": "elo1"}
    assert sum(report["pairs"]) == len(result.games) // 2


def test_what_is_said_of_pairs():
    games = tuple(
        TournamentGame(number, (0, 1), 9, winners, "", (5, 4), (1.0, 1.0))
        for number, winners in enumerate([(0,), (0,), (0,), (1,), (), (0,), (1,), (1,)])
    )
    result = TournamentResult(match(), 8, games)
    assert result.comparison() == ("ai:5 over ai:1: +43.7 Elo, 95% interval -232.3 to +417.3 (pairs 1 0 1 1 1)"), (
        result.comparison()
    )
    assert TournamentResult(match(opening=0), 8, games).comparison() == ""
    assert TournamentResult(match(players=(STRONG, WEAK, WEAK)), 8, games).comparison() == ""

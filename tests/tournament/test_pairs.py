"""Openings in pairs, Elo from pairs, and the test that ends a tournament early. Several players of whom each two
play each other: the pairings, the ratings, and the tables."""

import json
import math
import random
from itertools import combinations

import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.registry import find
from game.tournament.match import Match, TournamentGame
from game.tournament.ratings import BOUND, Pairs, Sprt, count_pairs, elo_of, rate, score_of
from game.tournament.runner import _opening, play, run
from game.tournament.standings import TournamentResult, pair_games, pairs_of
from main import main
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


PLAYERS = tuple(SeatConfig("ai", level) for level in (5, 1, 3))
PAIRINGS = ((0, 1), (0, 2), (1, 2))


def of_three(**more):
    return Match("nim", {"players": 2, "pile": 20}, PLAYERS, 7, toy.find, opening=3, **{"pairings": PAIRINGS, **more})


def test_each_two_play_each_opening_from_either_side():
    games = [(of_three().seed_of(number), of_three().seating(number)) for number in range(12)]
    assert games[:6] == [(7, (0, 1)), (7, (1, 0)), (7, (0, 2)), (7, (2, 0)), (7, (1, 2)), (7, (2, 1))]
    assert games[6:] == [(8, seating) for _, seating in games[:6]]


def test_a_round_robin_is_played_gone_on_with_and_told(tmp_path):
    run(of_three(), 5, log_file=tmp_path / "log")
    result = run(of_three(), 12, log_file=tmp_path / "log", resume=True)
    assert sorted(game.number for game in result.games) == [*range(12)]
    perfect, weak, other = result.standings()
    assert (perfect.wins + perfect.losses, weak.wins + weak.losses, other.unfinished) == (8, 8, 0)
    assert weak.wins == 0 or weak.score < min(perfect.score, other.score)
    assert {len(game.moves) for game in result.games} == {3}
    by_seed: dict[int, set] = {}
    for game in result.games:
        by_seed.setdefault(of_three().seed_of(game.number), set()).add(game.actions[:3])
    assert [len(openings) for openings in by_seed.values()] == [1, 1], "all play the same openings"


def test_pairs_are_counted_by_pairing():
    winners = [(0,), (0,), (0,), (), (2,), None, (1,), (0,)]
    pairs = pair_games([game(number, found) for number, found in enumerate(winners)], PAIRINGS)
    assert {both: sample.counts for both, sample in pairs.items()} == {
        (0, 1): (0, 0, 1, 0, 1),
        (0, 2): (0, 0, 0, 1, 0),
        (1, 2): (0, 0, 0, 0, 0),
    }


def game(number, winners):
    return TournamentGame(number, of_three().seating(number), 9, winners, "", (3, 3, 3), (0.3, 0.6, 0.9))


def test_the_tables():
    winners = [(0,), (0,), (0,), (), (2,), (1,)]
    result = TournamentResult(of_three(), 6, tuple(game(number, found) for number, found in enumerate(winners)))
    table, crossed = result.table().split("\n\n")
    assert [row.split()[0] for row in table.splitlines()] == ["player", "ai:5", "ai:3", "ai:1"]
    assert table.splitlines()[1].split()[:6] == ["ai:5", "3", "1", "0", "0", "87.5%"]
    assert [row.split() for row in crossed.splitlines()] == [
        ["points", "against", "ai:5", "ai:3", "ai:1"],
        ["ai:5", "1.5/2", "2/2"],
        ["ai:3", "0.5/2", "1/2"],
        ["ai:1", "0/2", "1/2"],
    ]
    report = json.loads(result.to_json())
    assert [entry["player"] for entry in report["ratings"]] == ["ai:5", "ai:1", "ai:3"]
    assert {"player": "ai:5", "against": "ai:3", "results": [1, 1, 0]} in report["cross"]
    assert result.in_short().startswith("ai:5 +") and result.comparison() == ""


def test_who_has_no_pair_has_no_rating():
    result = TournamentResult(of_three(), 6, (game(0, (0,)), game(1, (1,))))
    assert json.loads(result.to_json())["ratings"][2] == {"player": "ai:3", "elo": 0.0, "low": None, "high": None}


def test_ratings_are_those_under_which_what_was_scored_was_to_be_expected():
    pairs = {(0, 1): Pairs((5, 10, 30, 40, 35)), (0, 2): Pairs((2, 8, 20, 50, 60)), (1, 2): Pairs((10, 20, 40, 30, 20))}
    elos = [rating.elo for rating in rate(3, pairs)]
    assert sum(elos) == pytest.approx(0)
    for player in range(3):
        scored = expected = 0.0
        for (first, second), sample in pairs.items():
            if player in (first, second):
                share, likely = sample.moments()[0], score_of(elos[first] - elos[second])
                scored += sample.number * (share if player == first else 1 - share)
                expected += sample.number * (likely if player == first else 1 - likely)
        assert scored == pytest.approx(expected, rel=0.005)


def test_whoever_has_won_everything_has_a_rating():
    best, *others = rate(4, {(0, other): Pairs((0, 0, 0, 0, 10)) for other in (1, 2, 3)})
    assert 200 < best.elo < math.inf and best.low > 0
    assert [other.elo for other in others] == pytest.approx([-best.elo / 3] * 3)


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    rng = random.Random(11)
    truth = (80.0, 10.0, -20.0, -70.0)
    held = 0
    for _ in range(100):
        pairs = {both: sample(rng, truth[both[0]] - truth[both[1]]) for both in combinations(range(4), 2)}
        held += sum(rating.low <= true <= rating.high for rating, true in zip(rate(4, pairs), truth, strict=True))
    assert 0.91 < held / 400 < 0.99


def sample(rng, difference):
    """40 pairs whose games depend on each other: in half of the openings the side that begins wins."""

    def pair():
        if rng.random() < 0.5:
            return 1.0
        return 2.0 * (rng.random() < score_of(2 * difference))

    return count_pairs([pair() for _ in range(40)])


def test_from_the_command_line_with_nodes(capsys, tmp_path):
    report = tmp_path / "report.json"
    words = "quoridor --round-robin --seats ai:1,ai:2 --games 2 --jobs 1 --nodes 5 --opening 2 --json"
    assert main(["tournament", *words.split(), str(report)]) == 0
    assert "points against" in capsys.readouterr().out
    assert len(json.loads(report.read_text())["games"]) == 2

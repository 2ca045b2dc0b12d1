"""Several players of whom each two play each other: the pairings, the ratings, and the tables."""

import json
import math
import random
from itertools import combinations

import pytest

from game.core.record import SeatConfig
from game.tournament.match import Match, TournamentGame
from game.tournament.ratings import Pairs, count_pairs, rate, score_of
from game.tournament.runner import run
from game.tournament.standings import TournamentResult, pair_games
from main import main
from tests import toy

PLAYERS = tuple(SeatConfig("ai", level) for level in (5, 1, 3))
PAIRINGS = ((0, 1), (0, 2), (1, 2))


def match(**more):
    return Match("nim", {"players": 2, "pile": 20}, PLAYERS, 7, toy.find, opening=3, **{"pairings": PAIRINGS, **more})


def test_each_two_play_each_opening_from_either_side():
    games = [(match().seed_of(number), match().seating(number)) for number in range(12)]
    assert games[:6] == [(7, (0, 1)), (7, (1, 0)), (7, (0, 2)), (7, (2, 0)), (7, (1, 2)), (7, (2, 1))]
    assert games[6:] == [(8, seating) for _, seating in games[:6]]


def test_a_round_robin_is_played_gone_on_with_and_told(tmp_path):
    run(match(), 5, log_file=tmp_path / "log")
    result = run(match(), 12, log_file=tmp_path / "log", resume=True)
    assert sorted(game.number for game in result.games) == [*range(12)]
    perfect, weak, other = result.standings()
    assert (perfect.wins + perfect.losses, weak.wins + weak.losses, other.unfinished) == (8, 8, 0)
    assert weak.wins == 0 or weak.score < min(perfect.score, other.score)
    assert {len(game.moves) for game in result.games} == {3}
    by_seed: dict[int, set] = {}
    for game in result.games:
        by_seed.setdefault(match().seed_of(game.number), set()).add(game.actions[:3])
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
    return TournamentGame(number, match().seating(number), 9, winners, "", (3, 3, 3), (0.3, 0.6, 0.9))


def test_the_tables():
    winners = [(0,), (0,), (0,), (), (2,), (1,)]
    result = TournamentResult(match(), 6, tuple(game(number, found) for number, found in enumerate(winners)))
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
    result = TournamentResult(match(), 6, (game(0, (0,)), game(1, (1,))))
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

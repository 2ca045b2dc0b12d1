"""Tournaments: rotation, counting, the interval, processes, and ending early."""

import json
import os
import signal
from dataclasses import replace

import pytest

from game.core.kinds import Whole
from game.core.options import Option
from game.core.record import SeatConfig
from game.tournament.match import Match, TournamentGame
from game.tournament.ratings import wilson
from game.tournament.runner import play, run
from game.tournament.standings import TournamentResult
from tests import toy
from tests.tournament.terminal import started
from tests.toy import NIM, NimBrain

WEAK, STRONG = SeatConfig("ai", 1), SeatConfig("ai", 5)


def match(*players, options=None, seed=0, find=toy.find, game="nim"):
    return Match(game, options or {"players": len(players)}, players, seed, find)


def test_seats_rotate():
    assert [match(WEAK, STRONG, WEAK).seating(number) for number in range(4)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
        (0, 1, 2),
    ]


def test_a_game_is_told_by_players_not_by_seats():
    game = play(match(WEAK, STRONG), 1)
    assert (game.seating, game.winners, game.reason) == ((1, 0), (1,), "last")
    assert sum(game.moves) == game.plies and min(game.seconds) > 0


def test_a_simultaneous_game():
    game = play(match(WEAK, STRONG, game="sealed"), 0)
    assert (game.winners, game.plies) == ((0,), 2)


def find_long(_game):
    """Nim whose pile may be as large as that of no game."""
    return replace(NIM, options=(*NIM.options[:1], Option("pile", Whole(1, 1_000), 1_000)))


def test_a_game_that_does_not_end_is_cut_off():
    game = play(match(WEAK, WEAK, find=find_long), 0)
    assert (game.winners, game.reason, game.plies) == (None, "unfinished", 300)


def test_the_better_level_wins_and_the_sums_agree(capfd):
    result = run(match(STRONG, WEAK), 6)
    strong, weak = result.standings()
    assert (strong.wins, strong.losses, weak.wins, weak.losses) == (6, 0, 0, 6)
    assert (strong.score, weak.score, result.stopped) == (1.0, 0.0, "")
    assert strong.ms_per_move > 0
    output = capfd.readouterr()
    assert output.out == output.err == "", "the bar is for a terminal"


def test_a_process_that_dies_ends_it_with_what_was_finished():
    result = run(match(STRONG, WEAK, seed=NimBrain.DIES - 3), 4, jobs=2)
    assert result.stopped == "a playing process died"
    assert len(result.games) < 4


def test_the_table():
    games = (
        TournamentGame(0, (0, 1), 9, (0,), "goal", (5, 4), (0.5, 0.04)),
        TournamentGame(1, (1, 0), 9, (), "draw", (4, 5), (0.4, 0.05)),
        TournamentGame(2, (0, 1), 300, None, "unfinished", (150, 150), (15.0, 1.5)),
    )
    result = TournamentResult(match(STRONG, STRONG), 3, games)
    assert (
        result.table().splitlines()
        == [
            "player  wins  draws  losses  unfinished  score     95% interval  ms/move",
            "ai:5 #1     1      1       0           1  75.0%  19.8% to 97.3%    100.0",
            "ai:5 #2     0      1       1           1  25.0%   2.7% to 80.2%     10.0",
        ]
        or result.table()
    )
    assert json.loads(result.to_json())["standings"][0]["wins"] == 1


@pytest.mark.parametrize(("share", "count"), [(0.5, 10), (0.8, 20), (0.03, 400), (1.0, 20), (0.0, 5)])
def test_wilson_ends_where_the_share_seen_is_just_as_unlikely_as_allowed(share, count):
    """Both ends p solve (share - p)^2 = z^2 p (1 - p) / count, and lie around the share."""
    low, high = wilson(share, count)
    assert 0 <= low < high <= 1
    assert low - 1e-12 <= share <= high + 1e-12
    for end in (low, high):
        assert (share - end) ** 2 == pytest.approx(1.959964**2 * end * (1 - end) / count, abs=1e-9)


def test_nothing_seen_is_nothing_known():
    assert wilson(0.0, 0) == (0.0, 1.0)


def test_from_the_shell(tmp_path):
    report = tmp_path / "report.json"
    line = f"tournament quoridor --seats ai:3,ai:1 --games 2 --jobs 1 --json {report}"
    with started(line) as (screen, process):
        bar = screen.read_rest()
        output, _ = process.communicate()
    assert process.returncode == 0
    assert [row.split()[0] for row in output.splitlines()] == ["player", "ai:3", "ai:1"]
    assert b"2/2" in bar and b"ai:3 100%, ai:1 0%" in bar, "it tells how it stands"
    data = json.loads(report.read_text())
    assert (data["planned"], len(data["games"]), data["options"]["players"]) == (2, 2, 2)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.one_in(3)
def test_an_interrupt_ends_it_cleanly_with_what_was_finished(name, jobs, tmp_path):
    report = tmp_path / "report.json"
    with started(f"tournament quoridor --seats ai:1,ai:1 --games 500 --jobs {jobs} --json {report}") as (
        screen,
        process,
    ):
        screen.read_until(rb"[1-9]\d*/500")
        os.killpg(process.pid, getattr(signal, name))  # as Ctrl+C in a terminal: to all of them
        errors = screen.read_rest()
        output, _ = process.communicate()
    assert process.returncode == 130
    assert len(output.splitlines()) == 3
    assert b"interrupted" in errors and b"Traceback" not in errors
    assert len(json.loads(report.read_text())["games"]) > 0


class Interrupted(NimBrain):
    """While its search is compiled, somebody presses Ctrl+C."""

    def __init__(self):
        raise KeyboardInterrupt


def test_an_interrupt_while_the_search_is_compiled_loses_nothing_either():
    interrupted = replace(NIM, brain=f"{__name__}:Interrupted")
    result = run(match(WEAK, STRONG, find=lambda _: interrupted), 3)
    assert (result.stopped, result.games) == ("interrupted", ()) and len(result.table().splitlines()) == 3

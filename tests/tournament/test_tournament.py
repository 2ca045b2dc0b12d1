"""Tournaments: rotation, counting, the interval, processes, and ending early. Their games as JSON Lines: what
`replay` reads, and going on after any end. With engines they end as soon as they are asked to."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.kinds import Whole
from game.core.options import Option
from game.core.record import SeatConfig
from game.records import files
from game.tournament import players
from game.tournament.log import LogError, TournamentLog, line_of, missing_games
from game.tournament.match import Match, TournamentGame
from game.tournament.ratings import wilson
from game.tournament.runner import play, run
from game.tournament.standings import TournamentResult
from main import main
from tests import toy
from tests.processes import ROOT, awaited, children_of, over, still_running, watched
from tests.tables import rows
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


EXT = SeatConfig("ai", 5, name="ext:bot")
MATCH = Match("nim", {"players": 2, "pile": 10}, (STRONG, WEAK), 3, toy.find, opening=2)
LINE = line_of(MATCH, TournamentGame(0, (0, 1), 3, (0,), "last", (1, 2), (0.5, 0.25), actions=("take 1",)))


def tournament(path, games, *, resume=True, **more):
    return run(MATCH, games, log_file=path, resume=resume, **more)


def timeless(games):
    return [replace(game, seconds=()) for game in games]


def test_each_game_is_a_line_and_read_as_it_was(tmp_path):
    result = tournament(tmp_path / "log", 4, resume=False)
    with TournamentLog(tmp_path / "log", MATCH, resume=True) as log:
        assert tuple(log.games) == result.games
    record, *_ = map(json.loads, (tmp_path / "log").read_text().splitlines())
    assert (record["format"], record["seed"], len(record["actions"])) == ("kissaten-record", 3, result.games[0].plies)


def test_there_may_be_more_players_of_a_level_than_names(tmp_path):
    match = replace(MATCH, players=(WEAK,) * 10, pairings=tuple((0, other) for other in range(1, 10)))
    run(match, 18, log_file=tmp_path / "log")
    assert len((tmp_path / "log").read_text().splitlines()) == 18


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_goes_on_with_what_is_missing(tmp_path, jobs):
    path = tmp_path / "log"
    whole = tournament(tmp_path / "whole", 6)
    tournament(path, 6)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[4], lines[1], lines[2][:-1]]))  # killed while it wrote
    again = tournament(path, 6, jobs=jobs)
    assert timeless(again.games) == timeless(whole.games)
    assert sorted(json.loads(line)["tournament"]["number"] for line in path.read_bytes().splitlines()) == [*range(6)]


@pytest.mark.parametrize("zeros", [0, 9])
def test_a_line_may_be_torn_anywhere(tmp_path, zeros):
    path = tmp_path / "log"
    tournament(path, 1)
    line = path.read_bytes()
    for end in range(0, len(line), 23):
        path.write_bytes(line[:end] + bytes(zeros))
        with TournamentLog(path, MATCH, resume=True) as log:
            assert log.games == [] and path.read_bytes() == b""


@pytest.mark.parametrize(
    "text", ["mine", "[" * 99_999, '{"format": "kissaten-record", "version": 1, "game": "star", "opt', "{}"], ids=len
)
def test_a_file_of_one_line_without_an_end_is_not_lost(tmp_path, text):
    (tmp_path / "log").write_text(text)
    with pytest.raises(LogError, match="log: line 1: "):
        tournament(tmp_path / "log", 1)
    assert (tmp_path / "log").read_text() == text


def test_a_link_may_lead_to_a_file_that_is_not_there_yet(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "log")
    for games in (1, 2):
        assert len(tournament(tmp_path / "link", games).games) == games
    assert len((tmp_path / "log").read_bytes().splitlines()) == 2 and (tmp_path / "link").is_symlink()


def test_an_editor_may_have_put_a_byte_order_mark_before_it(tmp_path):
    path = tmp_path / "log"
    tournament(path, 2)
    before = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + before)
    assert len(tournament(path, 4).games) == 4
    assert path.read_bytes().startswith(b"\xef\xbb\xbf" + before)


def test_what_is_there_is_not_played_again(tmp_path):
    path = tmp_path / "log"
    tournament(path, 4)
    before = path.read_bytes()
    assert len(tournament(path, 4).games) == 4 and path.read_bytes() == before
    assert len(tournament(path, 2).games) == 2, "a shorter one takes of it what it needs"
    assert missing_games([], 2) == [0, 1]


def test_a_file_that_is_there_is_not_written_over(tmp_path):
    (tmp_path / "log").write_text("mine")
    with pytest.raises(FileExistsError):
        tournament(tmp_path / "log", 2, resume=False)
    assert (tmp_path / "log").read_text() == "mine"


@pytest.mark.parametrize(("place", "value", "message"), rows("foreign_logs", 3))
def test_what_it_cannot_go_on_with_stays_as_it_is(tmp_path, place, value, message):
    data = json.loads(LINE)
    *outer, key = place.split(".")
    inner = data
    for name in outer:
        inner = inner[name]
    inner.pop(key, None)
    inner |= {} if value == "gone" else {key: json.loads(value)}
    text = json.dumps(data) + "\n"
    (tmp_path / "log").write_text(text)
    with pytest.raises(LogError, match=message):
        tournament(tmp_path / "log", 2)
    assert (tmp_path / "log").read_text() == text


def test_a_game_that_is_there_twice_is_refused(tmp_path):
    (tmp_path / "log").write_text(f"{LINE}\n{LINE}\n")
    with pytest.raises(LogError, match="line 2: game 0 is there twice"):
        tournament(tmp_path / "log", 2)


def test_two_do_not_write_to_one_file(tmp_path):
    with TournamentLog(tmp_path / "log", MATCH, resume=True), pytest.raises(LogError, match="another tournament"):
        tournament(tmp_path / "log", 2)
    assert len(tournament(tmp_path / "log", 2).games) == 2


def test_replay_reads_every_line(tmp_path):
    path = tmp_path / "log"
    assert main(["tournament", "star", "--games", "2", "--jobs", "1", "--opening", "3", "--jsonl", str(path)]) == 0
    for line in path.read_text().splitlines():
        (tmp_path / "game.json").write_text(line)
        record = files.read(tmp_path / "game.json")
        assert record.result and record.actions


def test_a_fault_is_read_as_a_resignation_and_an_engine_by_its_name(tmp_path):
    match = Match("star", {"star": "a3", "fouls": "takeback", "foul_guard": True}, (EXT, WEAK), 0, toy.find, opening=1)
    lost = TournamentGame(1, (1, 0), 2, (1,), "crash", (1, 1), (0.1, 0.1), "bot: it has ended", ("@a2", "@b2"))
    (tmp_path / "game.json").write_text(line_of(match, lost))
    record = files.read(tmp_path / "game.json")
    assert (record.result.winners, record.result.reason) == ((0,), "resign")
    assert record.seats[1].engine == "bot"
    assert "COMMAND" not in line_of(match, lost)


def test_wrong_files_are_told_in_a_line(tmp_path, capsys):
    (tmp_path / "log").write_text("mine\n")
    (tmp_path / "folder").mkdir()
    cases = [("--jsonl", "log", "--resume"), ("--resume", "log", "line 1"), ("--resume", "folder", "folder: ")]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        cases.append(("--resume", "pipe", "pipe: "))
    for option, name, message in cases:
        assert main(["tournament", "star", "--games", "1", option, str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert message in error and error.count("\n") == 1
    assert main(["tournament", "star", "--games", "1", "--jsonl", "/nowhere/at/all"]) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_a_killed_tournament_leaves_no_player_behind_and_goes_on(tmp_path):
    path = tmp_path / "log"
    line = f"tournament quoridor --seats ai:1,ai:1 --resume {path} --jobs"
    with started(f"{line} 2 --games 500") as (screen, child):
        screen.read_until(rb"([3-9]|\d\d)/500")
        players = list(map(watched, children_of(child.pid)))
        child.send_signal(signal.SIGKILL)
    assert len(players) >= 2 and still_running(players) == 0
    there = path.read_bytes().count(b"\n")
    assert main(f"{line} 1 --games {there + 3}".split()) == 0
    numbers = [json.loads(line)["tournament"]["number"] for line in path.read_bytes().splitlines()]
    assert there >= 3 and len(set(numbers)) == len(numbers) and set(range(there + 3)) <= set(numbers)


HOURS = 10**13
ASK = """
import sys
from game.tournament.players import processes
from tests.tournament.test_tournament import search
if __name__ == "__main__":
    with processes(2, engines=True) as executor:
        executor.submit(search, sys.argv[1]).result()
"""


def search(begun: str) -> int:
    """Keep Python's lock for hours, as a compiled search does: no handler of a signal runs meanwhile."""
    Path(begun).write_text(str(os.getpid()))
    return sum(range(HOURS))


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("signal", ["terminate", "kill"])
def test_no_player_outlives_the_program(signal, tmp_path):
    script, begun = tmp_path / "ask.py", tmp_path / "begun"
    script.write_text(ASK)
    words = [sys.executable, str(script), str(begun)]
    with subprocess.Popen(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}) as program:
        player = watched(int(awaited(lambda: begun.exists() and begun.read_text())))
        getattr(program, signal)()
        program.wait()
        assert over(player)


@pytest.mark.timeout(120)
def test_the_end_of_a_tournament_waits_for_no_search(tmp_path):
    begun = tmp_path / "begun"
    with players.processes(2, engines=True) as executor:
        executor.submit(search, str(begun))
        player = watched(int(awaited(lambda: begun.exists() and begun.read_text())))
    assert over(player)


def test_players_have_less_than_the_two_seconds_that_all_may_take():
    assert players.FAREWELL <= 1.0


class Terminal:
    """What is written to `file` is read here."""

    def __init__(self) -> None:
        try:
            self._master, self.file = pty.openpty()
        except OSError as error:
            pytest.skip(f"this machine gives no terminal: {error}")
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("4H", 24, 200, 0, 0))  # a new one has no width
        self.seen = b""

    def read_until(self, pattern: bytes) -> None:
        """Wait until something like `pattern` was written. Raises AssertionError where no writer is left."""
        while not re.search(pattern, self.seen):
            assert self._read(), self.seen

    def read_rest(self) -> bytes:
        """All that was written until the last writer was gone."""
        while self._read():
            pass
        return self.seen

    def _read(self) -> bytes:
        chunk = b""
        with contextlib.suppress(OSError):  # Linux says so where no writer is left
            chunk = os.read(self._master, 1000)
        self.seen += chunk
        return chunk

    def started(self) -> None:
        """Leave the writing end to those who were started with it."""
        os.close(self.file)

    def close(self) -> None:
        os.close(self._master)


@contextlib.contextmanager
def terminal() -> Iterator[Terminal]:
    """One that is there for a while."""
    made = Terminal()
    try:
        yield made
    finally:
        made.close()


@contextlib.contextmanager
def started(line: str) -> Iterator[tuple[Terminal, subprocess.Popen[str]]]:
    """`main.py` with this line in a group of its own, whose errors go to a terminal."""

    def heed_interrupts() -> None:
        """A shell's job in the background is born deaf to them, and so would be whatever the tests start."""
        signal.signal(signal.SIGINT, signal.default_int_handler)

    words = [sys.executable, "main.py", *line.split()]
    with (
        terminal() as screen,
        subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=screen.file,
            text=True,
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=heed_interrupts,
        ) as process,
    ):
        screen.started()
        yield screen, process

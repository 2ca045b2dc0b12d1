"""A tournament's games as JSON Lines: what `replay` reads, and going on after any end."""

import json
import os
import signal
import sys
from dataclasses import replace

import pytest

from game.core.record import SeatConfig
from game.records import files
from game.tournament.log import LogError, TournamentLog, line_of, missing_games
from game.tournament.match import Match, TournamentGame
from game.tournament.runner import run
from main import main
from tests import toy
from tests.processes import children_of, still_running, watched
from tests.tables import rows
from tests.tournament.terminal import started

WEAK, STRONG = SeatConfig("ai", 1), SeatConfig("ai", 5)
EXT = SeatConfig("ai", 5, name="ext:bot")
MATCH = Match("nim", {"players": 2, "pile": 10}, (STRONG, WEAK), 3, toy.find, opening=2)


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
    data = json.loads(
        line_of(MATCH, TournamentGame(0, (0, 1), 3, (0,), "last", (1, 2), (0.5, 0.25), actions=("take 1",)))
    )
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
    line = line_of(MATCH, TournamentGame(0, (0, 1), 3, (0,), "last", (1, 2), (0.5, 0.25), actions=("take 1",)))
    (tmp_path / "log").write_text(f"{line}\n{line}\n")
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

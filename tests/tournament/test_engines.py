"""Engines from outside in a tournament, and the bots of docs/engines.md: they play, and lose by what they do wrong.
Games played by an executor: any one, and a cluster of which a worker is lost."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace
from typing import ClassVar

import pytest

from game.agents.agent import Job
from game.command_line.startup import start_request
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.rules import OptionError
from game.outside.engine import EngineCommand
from game.registry import find
from game.tournament import players
from game.tournament.match import Match
from game.tournament.players import cluster
from game.tournament.runner import play, run
from main import main
from tests import toy
from tests.processes import ROOT, gone
from tests.processes import run as run_python

BOT = str(ROOT / "tests" / "outside_engine.py")
AI = SeatConfig("ai", 5)
EXT = SeatConfig("ai", 5, name="ext:bot")


@pytest.fixture(autouse=True)
def ended():
    """No engine outlives a test."""
    yield
    players.close_engines()


def engine(*how, name="bot"):
    return EngineCommand(name, (sys.executable, BOT, *how))


def match(*how, seats=(EXT, AI), seconds=0.5):
    return Match("nim", {"players": len(seats)}, seats, 0, toy.find, (engine(*how),), seconds)


def test_an_engine_plays_a_game():
    game = play(match("well"), 0)
    assert (game.winners, game.reason, game.fault) == ((1,), "last", "")
    assert min(game.moves) > 0 and min(game.seconds) > 0


def test_engines_play_each_other_and_the_table_names_them(capfd):
    seats = (EXT, SeatConfig("ai", 5, name="ext:other"))
    both = Match("nim", {"players": 2}, seats, 0, toy.find, (engine(), engine(name="other")), 0.5)
    result = run(both, 2)
    assert [entry.player for entry in result.standings()] == ["ext:bot", "ext:other"]
    assert (result.faults(), players._running) == ([], {})


def test_engines_of_three_protocols_meet_in_a_tournament():
    foreign = str(ROOT / "tests" / "foreign_engine.py")
    commands = [
        f"ours={sys.executable} {ROOT / 'main.py'} engine",
        f"ti={sys.executable} {foreign} uci walls",
        f"greek={sys.executable} {foreign} qtp walls upper",
    ]
    for seats in ("ext:ours,ext:ti", "ext:ti,ext:greek", "ext:greek,ext:ours"):
        start = start_request(find("quoridor"), seats, (), 0, commands, ("ti=uci", "greek=qtp"))
        pair = Match("quoridor", start.options, start.seats, 0, find, start.engines, 20.0, nodes=100)
        result = run(pair, 2)
        assert result.faults() == [] and sum(len(game.winners) for game in result.games) == 2


def test_whoever_still_asks_an_engine_that_was_closed_starts_none(tmp_path):
    starts = tmp_path / "starts"
    record = Record("nim", {"players": 2}, 0, ())
    agent = players.SeatedAgent(toy.find, [engine("well", str(starts)), None], 0.5)
    agent.prepare(record)
    players.close_engines()
    agent.request(Job("move", record.to_json(), 0, 5, 0, 0, 0))
    with pytest.raises(players.ForfeitError):
        agent.poll()
    assert len(starts.read_text().split()) == 1


def test_what_engines_have_started_ends_with_a_tournament_of_several_processes(tmp_path):
    forks = tmp_path / "forks.py"
    forks.write_text(
        "import json, subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        f"open({str(tmp_path / 'pids')!r}, 'a').write(f'{{child.pid}}\\n')\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'ok': True, 'action': 'take 1'}), flush=True)\n"
    )
    bot = EngineCommand("bot", (sys.executable, str(forks)))
    result = run(Match("nim", {"players": 2}, (EXT, AI), 0, toy.find, (bot,), 0.5), 4, jobs=2)
    assert (len(result.games), result.faults()) == (4, [])
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    assert pids and all(gone(pid) for pid in pids)


@pytest.mark.parametrize(("how", "reason"), [("dies early", "crash"), ("crashes", "crash"), ("illegal", "illegal")])
def test_a_fault_loses_the_game(how, reason):
    game = play(match(how, seats=(AI, EXT), seconds=0.0), 0)
    assert (game.winners, game.reason, game.moves[1]) == ((0,), reason, 0), game.fault
    assert game.fault.startswith("bot: ") and "\n" not in game.fault


def test_among_several_all_others_win():
    assert play(match("crashes", seats=(AI, EXT, AI)), 0).winners == (0, 2)


@pytest.mark.parametrize(("how", "reason", "starts"), [("crashes", "crash", 2), ("well", "last", 1)])
def test_one_process_plays_game_after_game_until_it_ends(how, reason, starts, tmp_path):
    games = match(how, str(tmp_path / "starts"))
    assert [play(games, number).reason for number in range(2)] == [reason] * 2
    assert len((tmp_path / "starts").read_text().split()) == starts


class Listening(toy.NimBrain):
    """Notes how many seconds it is given."""

    given: ClassVar[list[float | None]] = []

    def choose(self, state, seat, level, agent_seed, seconds, stop):
        self.given.append(seconds)
        return super().choose(state, seat, level, agent_seed, seconds, stop)


@pytest.mark.parametrize("seconds", [0.25, None])
def test_the_time_for_a_move_holds_for_levels_too(seconds):
    Listening.given.clear()
    listening = replace(toy.NIM, brain=f"{__name__}:Listening")
    play(Match("nim", {}, (AI, EXT), 0, lambda _: listening, (engine("well"),), seconds), 0)
    assert set(Listening.given) == {seconds}


@pytest.mark.parametrize(
    ("limits", "asked"),
    [
        ({"seconds": 0.25}, (0.25, None)),
        ({}, (1.0, None)),
        ({"nodes": 9}, (60.0, 9)),
        ({"nodes": 9, "seconds": 2}, (2, 9)),
    ],
)
def test_an_engine_is_told_its_limits_and_what_is_legal(limits, asked, tmp_path):
    listening = engine("notes", "", str(tmp_path / "asked"))
    play(Match("nim", {"players": 2, "pile": 4}, (EXT, EXT), 0, toy.find, (listening,), **limits), 0)
    requests = [json.loads(line) for line in (tmp_path / "asked").read_text().splitlines()][1:]  # the first warms it up
    assert {(request["seconds"], request.get("nodes")) for request in requests} == {asked}
    assert [len(request["legal"]) for request in requests] == [3, 3, 2, 1]
    assert requests[0]["legal"] == ["take 1", "take 2", "take 3"]


def test_a_game_in_which_several_act_at_once_may_have_no_seats_for_engines():
    with pytest.raises(OptionError, match="several act at once"):
        start_request(toy.SEALED, "ext:bot,ai:1", [], None, ["bot=python3 x"])


def test_from_the_shell_kissaten_plays_itself(tmp_path):
    report = tmp_path / "report.json"
    words = ["tournament", "star", "--engine", f"old={sys.executable} main.py engine", "--seats", "ext:old,ai:1"]
    limits = ["--games", "2", "--jobs", "2", "--seconds", "5"]
    done = run_python("main.py", *words, *limits, "--json", report)
    assert done.returncode == 0, done.stderr
    *table, comparison = done.stdout.splitlines()
    assert [row.split()[0] for row in table] == ["player", "ext:old", "ai:1"]
    assert comparison.startswith("ext:old over ai:1: "), "an engine plays in pairs, with openings"
    games = json.loads(report.read_text())["games"]
    assert [game["fault"] for game in games] == ["", ""]


def test_from_the_shell_a_fault_is_one_line():
    words = ["tournament", "star", "--engine", f"bot={sys.executable} {BOT} garbage", "--seats", "ext:bot,ai:1"]
    done = run_python("main.py", *words, "--games", "1", "--jobs", "1")
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1].startswith("game 0: bot: 'what?")


def source(language):
    """The one program in a language that the docs show."""
    (found,) = re.findall(
        rf"^```{language}\n(.*?)^```$", (ROOT / "docs" / "engines.md").read_text(), re.MULTILINE | re.DOTALL
    )
    return found


def interpreter(language):
    """The words that start a program in the language; the test is skipped where they would not."""
    if language == "python":
        return (sys.executable,)
    perl = shutil.which("perl")
    if perl is None or subprocess.run([perl, "-MJSON::PP", "-e", "1"], capture_output=True).returncode:
        pytest.skip("there is no Perl with JSON::PP")
    return (perl,)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", ["python", "perl"])
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_a_bot_plays(game, language, tmp_path):
    (tmp_path / "bot").write_text(source(language))
    bot = EngineCommand("bot", (*interpreter(language), str(tmp_path / "bot")))
    match = Match(game, resolve(find(game).options, {}), (EXT, SeatConfig("ai", 2)), 1, engines=(bot,), seconds=5)
    result = run(match, 2)
    assert (len(result.games), result.faults()) == (2, [])
    assert all(game.moves[0] > 0 for game in result.games)


@pytest.mark.parametrize("language", ["python", "perl"])
def test_a_bot_is_short(language):
    assert len([line for line in source(language).splitlines() if line.strip()]) <= 20


PLAYERS = (SeatConfig("ai", 5), SeatConfig("ai", 1))
LAST = 14  # games
MATCH = Match("nim", {"players": 2}, PLAYERS, 0, toy.find)


class Killing(Executor):
    """Hands games on to another executor, and kills the process `victim` when the first is finished."""

    def __init__(self, executor, victim):
        self._executor = executor
        self._victim = victim
        self.killed = False

    def submit(self, function, /, *args, **kwargs):
        future = self._executor.submit(function, *args, **kwargs)
        future.add_done_callback(self._kill)
        return future

    def _kill(self, future):
        if not self.killed:
            self.killed = True
            os.kill(self._victim, signal.SIGKILL)


class AtOnce(Executor):
    """Plays a game when it is handed in."""

    def __init__(self):
        self.asked = 0

    def submit(self, function, /, *args, **kwargs):
        self.asked += 1
        future: Future = Future()
        future.set_result(function(*args, **kwargs))
        return future


def test_any_executor_plays_the_same_games():
    alone = [game.actions for game in run(MATCH, 4).games]
    executor = AtOnce()
    assert [game.actions for game in run(MATCH, 4, executor=executor).games] == alone
    assert executor.asked == 4
    with ThreadPoolExecutor(3) as threads:
        assert [game.actions for game in run(MATCH, 4, executor=threads).games] == alone


def test_the_threads_of_a_process_ask_its_engine_one_after_another(tmp_path):
    starts = tmp_path / "starts"
    bot = EngineCommand("bot", (sys.executable, BOT, "well", str(starts)))
    seats = (SeatConfig("ai", 5, name="ext:bot"), PLAYERS[0])
    with ThreadPoolExecutor(4) as threads:
        result = run(Match("nim", {"players": 2}, seats, 0, toy.find, (bot,), 0.5), 12, executor=threads)
    assert (len(result.games), result.faults()) == (12, [])
    assert len(starts.read_text().split()) == 1


class Stopping(Executor):
    """Hands games on to threads, and interrupts whoever waits for them once the first is finished."""

    def __init__(self, threads):
        self._threads = threads

    def submit(self, function, /, *args, **kwargs):
        future = self._threads.submit(function, *args, **kwargs)
        result = future.result

        def interrupted(timeout=None):
            result(timeout)
            raise KeyboardInterrupt

        future.result = interrupted
        return future


def test_games_that_wait_for_their_turn_are_not_played_after_the_end(tmp_path):
    starts = tmp_path / "starts"
    bot = EngineCommand("bot", (sys.executable, BOT, "slow", str(starts)))
    seats = (SeatConfig("ai", 5, name="ext:bot"), PLAYERS[0])
    with ThreadPoolExecutor(3) as threads:
        result = run(Match("nim", {"players": 2}, seats, 0, toy.find, (bot,), 2.0), 6, executor=Stopping(threads))
    assert result.stopped == "interrupted"
    assert (len(starts.read_text().split()), players._running) == (1, {})


def test_the_workers_of_a_cluster_are_told_to_keep_no_engine(monkeypatch):
    told = []

    class Client:
        def __init__(self, *_args, **_options):
            pass

        def scheduler_info(self):
            return {"workers": {"one": {}}}

        def submit(self, function, *, pure):
            future: Future = Future()
            future.set_result(function())
            return future

        def get_executor(self):
            return AtOnce()

        def run(self, function):
            told.append(function)

        def close(self):
            told.append("close")

    here = SimpleNamespace(Client=Client, KilledWorker=RuntimeError, comm=SimpleNamespace(CommClosedError=OSError))
    monkeypatch.setitem(sys.modules, "distributed", here)
    monkeypatch.setitem(sys.modules, "distributed.comm", here.comm)
    with cluster("dask://127.0.0.1:1") as executor:
        assert len(run(MATCH, 2, executor=executor).games) == 2 and told == []
    assert told == [players.close_engines, "close"]


def test_where_dask_is_missing_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match="pip install distributed"), cluster("dask://127.0.0.1:1"):
        pass


def test_where_nobody_answers_it_is_said_in_a_line(monkeypatch, capsys):
    pytest.importorskip("distributed", reason="dask is an extra")
    monkeypatch.setattr(players, "PATIENCE", 0.5)
    with pytest.raises(SystemExit):
        main(["tournament", "star", "--executor", "dask://127.0.0.1:1"])
    error = capsys.readouterr().err
    assert "nobody answers" in error and error.count("\n") == 1


def test_a_cluster_without_the_program_is_told_in_a_line(capsys):
    class Stranger:
        def scheduler_info(self):
            return {"workers": {}}

        def submit(self, function, *, pure):
            future: Future = Future()
            future.set_exception(RuntimeError("No module\nnamed game"))
            return future

    with pytest.raises(OptionError, match=r"in a copy of this program \(No module\)$"):
        players._try(Stranger(), "dask://x:1")
    assert "waiting for workers" in capsys.readouterr().err


def test_a_cluster_plays_every_game_once_though_a_worker_is_killed(tmp_path):
    distributed = pytest.importorskip("distributed", reason="dask is an extra")
    path = tmp_path / "log"
    slow = Match("quoridor", resolve(find("quoridor").options, {}), PLAYERS[1:] * 2, 0)
    run(slow, 2, log_file=path)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, scheduler_port=0, silence_logs=50
    ) as machines:
        address = machines.scheduler_address.replace("tcp://", "dask://")
        pids = [worker.pid for worker in machines.workers.values()]
        with cluster(address) as executor:
            killing = Killing(executor, pids[0])
            result = run(slow, LAST, executor=killing, log_file=path, resume=True)
        assert pids[0] not in [worker.pid for worker in machines.workers.values()]
    assert killing.killed
    numbers = [json.loads(line)["tournament"]["number"] for line in path.read_text().splitlines()]
    assert result.stopped == "" and sorted(numbers) == [*range(LAST)]
    assert len({game.number for game in result.games}) == LAST

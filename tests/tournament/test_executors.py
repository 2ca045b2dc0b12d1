"""Games played by an executor: any one, and a cluster of which a worker is lost."""

import json
import os
import signal
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.core.rules import OptionError
from game.outside.engine import EngineCommand
from game.registry import find
from game.tournament import players
from game.tournament.match import Match
from game.tournament.players import cluster
from game.tournament.runner import run
from main import main
from tests import toy

PLAYERS = (SeatConfig("ai", 5), SeatConfig("ai", 1))
LAST = 14  # games
BOT = Path(__file__).parents[1] / "outside_engine.py"


def match(seed=0):
    return Match("nim", {"players": 2}, PLAYERS, seed, toy.find)


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
    alone = [game.actions for game in run(match(), 4).games]
    executor = AtOnce()
    assert [game.actions for game in run(match(), 4, executor=executor).games] == alone
    assert executor.asked == 4
    with ThreadPoolExecutor(3) as threads:
        assert [game.actions for game in run(match(), 4, executor=threads).games] == alone


def test_the_threads_of_a_process_ask_its_engine_one_after_another(tmp_path):
    starts = tmp_path / "starts"
    bot = EngineCommand("bot", (sys.executable, str(BOT), "well", str(starts)))
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
    bot = EngineCommand("bot", (sys.executable, str(BOT), "slow", str(starts)))
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
        assert len(run(match(), 2, executor=executor).games) == 2 and told == []
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

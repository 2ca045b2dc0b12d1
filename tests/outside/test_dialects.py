"""Engines that speak UCI and QTP: found out, asked, and everything that they do wrong; ours that speaks them."""

import io
import queue
import sys
import threading
import time
from functools import partial

import pytest

from game.agents.agent import Job
from game.agents.compiling import prepared_brain
from game.command_line.startup import start_request
from game.core.options import resolve
from game.core.record import Record, replay
from game.core.rules import OptionError
from game.engine_mode import engine as own
from game.outside.engine import EngineCommand, OutsideEngine, OutsideError, OutsidePlayer, engine_command
from game.outside.uci import UciServer
from game.quoridor import SPEC, rules
from game.quoridor.qtp import QtpServer
from game.registry import find
from tests.processes import ROOT

BOT = str(ROOT / "tests" / "foreign_engine.py")
START = Record("quoridor", resolve(SPEC.options, {}))
FEW = ("e2", "e8", "e3h", "d6v")


@pytest.fixture
def make():
    """Makes players with an engine each, which end with the test."""
    engines = []

    def make(*words, protocol=""):
        command = EngineCommand("bot", (sys.executable, BOT, *words), protocol)
        engines.append(OutsideEngine(command, start=60.0, last=0.5))
        return OutsidePlayer(engines[-1], find)

    yield make
    for engine in engines:
        engine.close()


def answered(player, actions=(), seconds=5.0, game="quoridor", options=None):
    record = Record(game, resolve(find(game).options, options or {}), actions=tuple(actions))
    job = Job("move", record.to_json(), len(actions) % 2, 5, 0, revision=0, decision=None, seconds=seconds)
    return player.think(job, seconds).action


def plays_on(player, plies=6):
    """A few moves, with a rival that walks straight on as well."""
    actions = list(FEW)
    for _ in range(plies):
        actions.append(answered(player, actions))
    return actions


@pytest.mark.parametrize(
    ("words", "protocol"),
    [
        (("uci",), "uci"),
        (("uci", "banner", "cr", "ponder", "slow"), "uci"),
        (("uci", "capitals", "walls", "chatty"), "uci"),
        (("uci", "walls", "before"), "uci"),
        (("uci", "remarks"), "uci"),
        (("qtp",), "qtp"),
        (("qtp", "cr", "capitals", "walls", "short"), "qtp"),
        (("qtp", "walls", "no blank"), "qtp"),
        (("qtp", "walls", "upper"), "qtp"),
        (("qtp", "walls", "right"), "qtp"),
        (("qtp", "walls", "far"), "qtp"),
    ],
)
def test_an_engine_plays_whatever_its_oddities(make, words, protocol):
    actions = plays_on(make(*words, protocol=protocol))
    state = replay(SPEC, START.options, 0, actions).state
    if "walls" in words:
        assert sum(len(text) == 3 for text in actions) == 8 and rules.outcome(state) is None


@pytest.mark.parametrize("words", [("uci",), ("uci", "silent"), ("qtp",)], ids=" ".join)
def test_what_it_speaks_is_found_out(make, words):
    player = make(*words)
    assert answered(player) == "e2" and player.engine.protocol == words[0]
    assert answered(player, ("e2", "e8")) == "e3"


def test_another_game_begins_on_a_clear_board(make):
    for protocol in ("uci", "qtp"):
        player = make(protocol, protocol=protocol)
        assert answered(player, FEW) and answered(player, ("e2", "e8")) == "e3" and answered(player) == "e2"


@pytest.mark.parametrize(
    ("words", "reason", "said"),
    [
        (("uci", "none"), "refusal", r"it gives no move \(bestmove \(none\)\): error no idea"),
        (("uci", "illegal"), "illegal", "'e9': "),
        (("uci", "crash"), "crash", r"it has ended \(status 3\)"),
        (("uci", "hang"), "late", "no answer within 1.6 s: it was ended"),
        (("uci", "babble"), "late", "no answer within 1.6 s: it was ended"),
        (("uci", "late"), "late", "an answer after .* s, which is later than 1.1 s"),
        (("qtp", "none"), "refusal", "it gives no move: resign"),
        (("qtp", "babble"), "late", "an answer after .* s, which is later than 1.1 s"),
        (("qtp", "hang"), "late", "no answer within 1.6 s: it was ended"),
    ],
    ids=str,
)
def test_its_faults_are_told(make, words, reason, said):
    player = make(*words, protocol=words[0])
    player.warm_up(START)
    with pytest.raises(OutsideError, match=f"^bot: {said}") as told:
        answered(player, seconds=0.1)
    assert told.value.reason == reason


@pytest.mark.parametrize(
    ("game", "options"), [("star", {}), ("quoridor", {"walls": [5, 10]}), ("quoridor", {"players": 4})]
)
def test_a_game_that_its_protocol_cannot_say_is_refused(make, game, options):
    with pytest.raises(OutsideError, match="uci has no games ") as told:
        answered(make("uci", protocol="uci"), game=game, options=options)
    assert told.value.reason == "refusal"


def test_a_protocol_is_said_for_one_or_for_all():
    command = f"{sys.executable} {BOT} uci"
    engines, seats = [f"a={command}", f"b={command}"], "ext:a,ext:b"

    def spoken(*protocols):
        return [one.protocol for one in start_request(SPEC, seats, (), 0, engines, protocols).engines]

    assert spoken() == ["", ""] and spoken("uci") == ["uci", "uci"] and spoken("b=qtp") == ["", "qtp"]
    assert spoken("uci", "b=qtp") == ["uci", "qtp"]
    with pytest.raises(OptionError, match=r"--protocol c=.*: there is no such --engine"):
        spoken("c=uci")
    with pytest.raises(OptionError, match="protocol 'gtp' is unknown"):
        engine_command(engines[0], "gtp")


# Ours as an engine of others


class Output(io.StringIO):
    """What is written, line by line, for whoever waits for one."""

    def __init__(self):
        super().__init__()
        self.lines: queue.Queue[str] = queue.Queue()

    def write(self, text):
        for line in text.splitlines():
            self.lines.put(line)
        return len(text)

    def until(self, beginning, seconds=120.0):
        found: list[str] = []
        while not found or not found[-1].startswith(beginning):
            found.append(self.lines.get(timeout=seconds))
        return found


def uci(*lines, level=1, seconds=None):
    output = Output()
    server = UciServer(SPEC, partial(prepared_brain, SPEC), level, seconds, output)
    for line in lines:
        server.take(line)
    return server, output


def test_ours_tells_about_itself_in_uci():
    _, output = uci("uci", "isready")
    told = output.until("readyok")
    assert told[0].startswith("id name Kissaten") and told[-2] == "uciok"
    assert "option name Level type spin default 1 min 1 max 5" in told
    _, output = uci("uci", seconds=1_000_000.0)
    assert "option name MoveTime type spin default 600000 min 0 max 600000" in output.until("uciok")


@pytest.mark.parametrize(
    "go", ["go nodes 2000", "go movetime 200", "go depth 3", "go wtime 1000 btime 1000", "go", "go nodes 500 depth 2"]
)
def test_ours_moves_in_uci(go):
    server, output = uci("setoption name level value 4", "position startpos moves E2 e8", go)
    told = output.until("bestmove")
    server.stop()
    action = told[-1].split()[1]
    replay(SPEC, START.options, 0, ("e2", "e8", action))
    assert told[-2].startswith("info depth ") and " nodes " in told[-2] and " nps " in told[-2]
    if go == "go depth 3":
        assert "info depth 3 " in told[-2]


def test_ours_thinks_on_until_it_is_stopped():
    server, output = uci("setoption name Level value 5", "position startpos", "go infinite")
    time.sleep(0.3)
    assert output.lines.empty()
    server.take("position startpos")
    assert output.until("info string")[-1] == "info string error a search is running: stop comes first"
    server.take("stop")
    assert output.until("bestmove", 0.1)
    assert not server.take("quit")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "unknown command 'hello' (known: uci, isready, "),
        ("position fen 1", "position wants 'startpos', and 'moves' with moves after it"),
        ("position startpos moves e2 e7", "move 2, 'e7': "),
        ("position startpos moves x", "move 1, 'x': 'x' is no Quoridor action"),
        ("go depth", "depth is '', not a whole number from 1 to "),
        ("go nodes -3", "nodes is '-3', not a whole number from 1 to "),
        (
            "setoption name Hash value 3",
            "setoption wants 'name NAME value NUMBER', with a NAME of Level, Nodes, MoveTime",
        ),
        ("setoption name Level value 9", "Level is '9', not a whole number from 1 to 5"),
    ],
)
def test_what_is_wrong_in_uci_is_told(line, said):
    server, output = uci(line)
    assert output.until("info")[-1].startswith(f"info string error {said}")
    assert server.take("debug on") and server.take("")


def test_a_game_that_is_over_has_no_move():
    moves = "e2 e8 e3 e7 e4 e6 d4 e5 d5 e4 d6 e3 d7 e2 d8 e1"
    _, output = uci(f"position startpos moves {moves}", "go")
    assert output.until("bestmove")[-1] == "bestmove (none)"


def qtp(*lines, level=1):
    server = QtpServer(SPEC, partial(prepared_brain, SPEC), level, None)
    return [server.answer(line.split()) for line in lines]


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        (("name",), "= Kissaten\n\n"),
        (("12 known_command genmove",), "=12 true\n\n"),
        (("known_command dance",), "= false\n\n"),
        (("boardsize 9",), "=\n\n"),
        (("boardsize 11",), "? unacceptable size\n\n"),
        (("walls 8",), "=\n\n"),
        (("walls 80",), "? unacceptable number of walls\n\n"),
        (("dance",), "? unknown command\n\n"),
        (("12",), "?12 unknown command\n\n"),
        (("playmove white",), "? playmove takes other arguments\n\n"),
        (("playmove white e2", "playmove w e3"), "=\n\n"),
        (("playmove black e8", "undo", "undo"), "? cannot undo\n\n"),
        (("playmove black e8", "undo ²"), "? cannot undo\n\n"),
        (("playmove black e8", f"undo {'9' * 5000}"), "? cannot undo\n\n"),
        (("playmove black e2",), "? illegal move\n\n"),
        (("playmove green e2",), "? colour 'green' is none of white, w, black, b\n\n"),
        (("playwall b e5 horizontal", "playwall w e5 v"), "? illegal move\n\n"),
        (("playwall b e5 sideways",), "? direction 'sideways' is none of horizontal, h, vertical, v\n\n"),
        (("winner",), "= false\n\n"),
        (("playmove w e2", "playmove w e3", "playmove w e4", "playmove w e5", "playmove w e6", "playmove w e7",
          "playmove w e8", "playmove w d8", "playmove w d9", "winner"), "= true white\n\n"),
        (("quit",), "=\n\n"),
    ],
)  # fmt: skip
def test_ours_speaks_qtp(lines, last):
    assert qtp(*lines)[-1] == last


def test_ours_moves_in_qtp():
    moved, shown = qtp("genmove white", "showboard")
    assert moved in ("= e2\n\n", "= d1\n\n", "= f1\n\n") or " " in moved[2:].strip()
    assert "walls left" in shown and shown.index("\n\n") == len(shown) - 2, "an empty line ends an answer"
    assert "genmove" in qtp("list_commands")[0]


def test_a_game_without_the_protocol_is_refused():
    with pytest.raises(OptionError, match=r"star has no uci \(games that have it: quoridor\)"):
        own.serve("uci", "star", 5, None, io.StringIO(), io.StringIO())


def test_ours_ends_with_its_input():
    output = Output()
    thread = threading.Thread(
        target=own.serve, args=("uci", "quoridor", 5, None, io.StringIO("uci\ngo infinite\n"), output)
    )
    thread.start()
    thread.join(120)
    assert not thread.is_alive() and output.until("bestmove", 1)

"""The protocols of other programs' engines: UCI and QTP (docs/engines.md). A dialect asks one engine, line by line.

This module does not know the games. In both protocols, an action is a place such as "e2", with "h" or "v" for a wall.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from game.core.record import Record

UCI, QTP = "uci", "qtp"
OWN: Final = "own"
"""The name of this program's own protocol."""

PROTOCOLS: Final = (OWN, UCI, QTP)
# Seconds for the answer to `uci` from a program whose protocol is unknown.
ASK_SECONDS = 5.0
# Seconds for the empty line after an answer. Some engines leave it out.
_BLANK = 0.3
BOARD, WALLS = 9, 10  # the cells along a side of the board, and each player's walls; QTP sends both numbers
_COLOURS = ("white", "black")
_WALL = re.compile(r"([a-i])([1-9])\s*(h|v|horizontal|vertical)", re.ASCII)
_UCI_MOVE = re.compile(r"(?P<before>[hv])?:?(?P<place>[a-i][1-9]):?(?P<after>[hv])?", re.ASCII)
_STEP = re.compile(r"[a-i][1-9]", re.ASCII)
_CORNERS = {"a1": (0, 0), "a9": (0, 1), "i1": (1, 0), "i9": (1, 1)}
"""Four walls that show how an engine reads a wall's vertex.

A wall divides four cells, and the vertex may name any of them. An engine accepts just one of these walls, because by
its reading the other three lie off the board. The value is the offset of the named cell from the lower left cell of the
four.
"""


class EngineLine(Protocol):
    """The connection to an engine. `tell` and `hear` raise OutsideError."""

    def tell(self, text: str) -> None:
        """Send `text`, which has one or more lines."""

    def hear(self, until: float, limit: float, needed: bool = True) -> str:
        """Return the next line, in small letters and without spaces around it, or "" if there is none before `until`.

        `until` is a monotonic time. If the line is `needed` but does not come, end the engine and raise an error that
        names `limit`.
        """

    def fail(self, reason: str, message: str) -> Exception:
        """End the engine, and return the error for the caller to raise."""


class Dialect(Protocol):
    """One of the protocols."""

    def greet(self, line: EngineLine, patience: float) -> None:
        """Start talking to a new process, which must be ready within `patience` seconds. Raises OutsideError."""

    def choose(self, line: EngineLine, record: Record, seconds: float, nodes: int | None, patience: float) -> str:
        """Return the engine's action after `record`. It must come within `patience` seconds. Raises OutsideError."""


class Uci:
    """Uses `uci`, `isready`, `ucinewgame`, `position startpos moves ...` and `go`. An engine that answers late is
    ended.
    """

    def __init__(self) -> None:
        self._actions: tuple[str, ...] = ()  # the actions of the position that was sent last

    def greet(self, line: EngineLine, patience: float) -> None:
        until = time.monotonic() + patience
        self._actions = ()
        for asked, wanted in (("uci", "uciok"), ("ucinewgame\nisready", "readyok")):
            line.tell(asked)
            while line.hear(until, patience).split()[:1] != [wanted]:
                pass

    def choose(self, line: EngineLine, record: Record, seconds: float, nodes: int | None, patience: float) -> str:
        asked = time.monotonic()
        is_other = record.actions[: len(self._actions)] != self._actions
        self._actions = record.actions
        moves = f" moves {' '.join(record.actions)}" if record.actions else ""
        limit = f"movetime {max(1, round(seconds * 1000))}" if nodes is None else f"nodes {nodes}"
        line.tell("ucinewgame\n" * is_other + f"position startpos{moves}\ngo {limit}")
        wrong = ""
        while True:
            words = line.hear(asked + patience, patience).split()
            if words[:1] == ["bestmove"]:
                break
            if words[:2] == ["info", "string"]:
                wrong = " ".join(words[2:])
        found = _UCI_MOVE.fullmatch(words[1]) if len(words) > 1 else None
        if found is None:
            raise line.fail("refusal", f"it gives no move ({' '.join(words)}){wrong and ': ' + wrong}")
        return found["place"] + (found["before"] or found["after"] or "")


class Qtp:
    """Uses `boardsize`, `walls`, `clear_board`, `playmove`, `playwall` and `genmove`. Remembers the engine's board."""

    def __init__(self) -> None:
        self._actions: tuple[str, ...] = ()
        self._corner = (0, 0)

    def greet(self, line: EngineLine, patience: float) -> None:
        until = time.monotonic() + patience
        self._actions = ()
        for command in (f"boardsize {BOARD}", f"walls {WALLS}"):
            self._ask(line, command, until)
        self._corner = (0, 0)
        for vertex, corner in _CORNERS.items():
            self._ask(line, "clear_board", until)
            if self._answer(line, f"playwall white {vertex} horizontal", until)[0] == "=":
                self._corner = corner
                break
        self._ask(line, "clear_board", until)

    def choose(self, line: EngineLine, record: Record, seconds: float, nodes: int | None, patience: float) -> str:
        until = time.monotonic() + patience
        if record.actions[: len(self._actions)] != self._actions:
            self._ask(line, "clear_board", until)
            self._actions = ()
        for ply in range(len(self._actions), len(record.actions)):
            self._ask(line, self._played(_COLOURS[ply % 2], record.actions[ply]), until)
        self._actions = record.actions
        told = self._ask(line, f"genmove {_COLOURS[len(record.actions) % 2]}", until)
        if wall := _WALL.fullmatch(told):
            action = _moved(f"{wall[1]}{wall[2]}", self._corner, -1) + wall[3][0]
        elif _STEP.fullmatch(told):
            action = told
        else:
            raise line.fail("refusal", f"it gives no move: {told}")
        self._actions = (*self._actions, action)
        return action

    def _played(self, colour: str, action: str) -> str:
        """Return the command that plays an action."""
        if len(action) == 2:
            return f"playmove {colour} {action}"
        side = {"h": "horizontal", "v": "vertical"}[action[2]]
        return f"playwall {colour} {_moved(action[:2], self._corner, 1)} {side}"

    def _ask(self, line: EngineLine, command: str, until: float) -> str:
        """Send a command and return its answer. If the engine answers with an error, raise OutsideError."""
        sign, told = self._answer(line, command, until)
        if sign != "=":
            raise line.fail("refusal", f"it refuses {command!r}: {told}")
        return told

    def _answer(self, line: EngineLine, command: str, until: float) -> tuple[str, str]:
        """Return the sign and the text of the answer to a command.

        An answer ends with an empty line. Lines before the sign are ignored.
        """
        line.tell(command)
        patience = round(max(0.0, until - time.monotonic()), 1)
        while (told := line.hear(until, patience))[:1] not in ("=", "?"):
            pass
        while time.monotonic() < until and line.hear(time.monotonic() + _BLANK, _BLANK, needed=False):
            pass
        return told[0], " ".join(told[1:].lstrip("0123456789").split())


def _moved(vertex: str, corner: Sequence[int], way: int) -> str:
    return f"{chr(ord(vertex[0]) + way * corner[0])}{int(vertex[1]) + way * corner[1]}"


DIALECTS: Final[Mapping[str, Callable[[], Dialect]]] = {UCI: Uci, QTP: Qtp}


def protocol_of(line: EngineLine) -> str:
    """Find out an engine's protocol by sending `uci`. The answer is different in each protocol."""
    line.tell("uci")
    until = time.monotonic() + ASK_SECONDS
    while True:
        first = line.hear(until, ASK_SECONDS)
        if first == "uciok":
            return UCI
        if first[:1] in ("?", "="):
            return QTP
        if first[:1] == "{":
            return OWN

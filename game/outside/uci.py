"""Serves a level as an engine that speaks UCI, for other people's programs (docs/engines.md)."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom
from typing import Final, TextIO

from game.agents.agent import Brain, Deepener, Limited, StopTest, Thought
from game.core.options import resolve
from game.core.record import ReplayError, replay
from game.core.spec import LEVELS, GameSpec
from game.version import FULL_NAME

MOST_NODES: Final = 10**12
IN_TIME: Final = 0.97  # the share of `movetime` for the search; the answer takes time, too
OPTIONS: Final = {"Level": (LEVELS[0], LEVELS[-1]), "Nodes": (0, 10**9), "MoveTime": (0, 600_000)}
"""The options with their least and greatest values. If Nodes or MoveTime is 0, the level's own limit holds."""

IGNORED: Final = ("", "debug", "register", "ponderhit")
_MOST_SCORE: Final = 10_000


def serve(
    spec: GameSpec, brain: Callable[[], Brain], level: int, seconds: float | None, stdin: TextIO, stdout: TextIO
) -> None:
    """Answer each line until `quit` or the end of input. `brain` returns the brain that thinks."""
    server = UciServer(spec, brain, level, seconds, stdout)
    while (line := stdin.readline()) and server.take(line):
        pass
    server.stop()


class WrongLineError(Exception):
    """A line that makes no sense here. The message says why."""


class UciServer:
    """One game's position, and a thread that searches it. The reading and the searching thread may both write lines."""

    def __init__(
        self, spec: GameSpec, brain: Callable[[], Brain], level: int, seconds: float | None, stdout: TextIO
    ) -> None:
        self._spec = spec
        self._brain = brain
        time_ms = min(round(1000 * (seconds or 0)), OPTIONS["MoveTime"][1])
        self._set = {"Level": level, "Nodes": 0, "MoveTime": time_ms}
        self._out = stdout
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._search: threading.Thread | None = None
        self._commands: Mapping[str, Callable[[list[str]], None]] = {
            "uci": self._tell_about,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "ucinewgame": self._begin,
            "position": self._place,
            "go": self._go,
            "stop": lambda words: self.stop(),
        }
        self._begin([])

    def take(self, line: str) -> bool:
        """Do what `line` says. Returns False if it is `quit`."""
        name, *words = line.split() or [""]
        if name == "quit":
            return False
        try:
            if name in self._commands:
                self._commands[name](words)
            elif name not in IGNORED:
                raise WrongLineError(f"unknown command {name[:40]!r} (known: {', '.join(self._commands)}, quit)")
        except WrongLineError as error:
            self._say(f"info string error {error}")
        return True

    def stop(self) -> None:
        """End the search. Its best move is written before this returns."""
        self._stopped.set()
        if self._search is not None:
            self._search.join()
            self._search = None

    def _say(self, *lines: str) -> None:
        with self._lock:
            self._out.write("".join(f"{line}\n" for line in lines))
            self._out.flush()

    def _tell_about(self, words: Sequence[str]) -> None:
        told = [
            f"option name {name} type spin default {self._set[name]} min {least} max {most}"
            for name, (least, most) in OPTIONS.items()
        ]
        self._say(f"id name {FULL_NAME}", "id author the Kissaten project", *told, "uciok")

    def _get_ready(self, words: Sequence[str]) -> None:
        self._brain()
        self._say("readyok")

    def _set_option(self, words: Sequence[str]) -> None:
        by_name = {name.lower(): name for name in OPTIONS}
        if len(words) != 4 or (words[0], words[2]) != ("name", "value") or words[1].lower() not in by_name:
            raise WrongLineError(f"setoption wants 'name NAME value NUMBER', with a NAME of {', '.join(OPTIONS)}")
        name = by_name[words[1].lower()]
        self._set[name] = _number(words[3], name, *OPTIONS[name])

    def _begin(self, words: Sequence[str]) -> None:
        self.stop()
        self._seed = SystemRandom().randrange(2**31)
        self._state = self._spec.rules.start(resolve(self._spec.options, {}), 0)

    def _place(self, words: Sequence[str]) -> None:
        self._idle()
        if words[:1] != ["startpos"] or words[1:2] not in ([], ["moves"]):
            raise WrongLineError("position wants 'startpos', and 'moves' with moves after it")
        actions = [word.lower() for word in words[2:]]
        try:
            self._state = replay(self._spec, resolve(self._spec.options, {}), 0, actions).state
        except ReplayError as error:
            raise WrongLineError(f"move {error.ply + 1}, {words[2 + error.ply][:40]!r}: {error.cause}") from None

    def _idle(self) -> None:
        """Raise WrongLineError while a search runs."""
        if self._search is not None and self._search.is_alive():
            raise WrongLineError("a search is running: stop comes first")

    def _go(self, words: Sequence[str]) -> None:
        self._idle()
        limits: dict[str, int] = {}
        for index, word in enumerate(words):
            if word in ("movetime", "nodes", "depth"):
                limits[word] = _number("".join(words[index + 1 : index + 2]), word, 1, MOST_NODES)
        if "infinite" in words:
            limits["infinite"] = 1
        self._stopped.clear()
        self._search = threading.Thread(target=self._think, args=(limits,), name="search", daemon=True)
        self._search.start()

    def _think(self, limits: Mapping[str, int]) -> None:
        with contextlib.suppress(OSError):  # nobody reads any more, as the reading thread will find
            self._say(*self._best(limits))

    def _best(self, limits: Mapping[str, int]) -> Sequence[str]:
        """Search. Return the lines with the best move."""
        actors = self._spec.rules.actors(self._state)
        if not actors:
            return ["bestmove (none)"]
        begun = time.monotonic()
        try:
            found = self._choose(limits, actors[0])
        except Exception as error:  # reports a fault of this program, and goes on
            return [f"info string error {type(error).__name__}: {error}", "bestmove (none)"]
        if "infinite" in limits:
            self._stopped.wait()  # after "go infinite", UCI allows no answer before "stop"
        return [_info(found, time.monotonic() - begun), f"bestmove {found.action}"]

    def _choose(self, limits: Mapping[str, int], seat: int) -> Thought:
        brain, level = self._brain(), self._set["Level"]
        stop: StopTest = self._stopped.is_set
        time_ms = limits.get("movetime", 0 if limits else self._set["MoveTime"])
        seconds = time_ms / 1000 * IN_TIME if time_ms else None
        nodes = limits.get("nodes", self._set["Nodes"])
        asked = self._state, seat, level, self._seed, seconds, stop
        if "depth" in limits and isinstance(brain, Deepener):
            return brain.choose_to_depth(limits["depth"], *asked)
        unlimited = "infinite" in limits or (seconds is not None and level == LEVELS[-1])
        if isinstance(brain, Limited) and (nodes or unlimited):
            return brain.choose_within(nodes or MOST_NODES, *asked)
        return brain.choose(*asked)


def _number(text: str, name: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 15 or not least <= int(text) <= most:
        raise WrongLineError(f"{name} is {text[:40]!r}, not a whole number from {least} to {most}")
    return int(text)


def _info(found: Thought, seconds: float) -> str:
    """Return the `info` line about a move. Its score is the natural logit of the chance of winning, in hundredths."""
    told = []
    if found.depth is not None:
        told.append(f"depth {found.depth}")
    if found.score is not None:
        chance = min(max(found.score, 1e-9), 1 - 1e-9)
        score = round(100 * math.log(chance / (1 - chance)))
        told.append(f"score cp {min(max(score, -_MOST_SCORE), _MOST_SCORE)}")
    if found.nodes is not None:
        told.append(f"nodes {found.nodes} nps {round(found.nodes / max(seconds, 1e-3))}")
    told.append(f"time {round(1000 * seconds)}")
    if found.pv:
        told.append(f"pv {' '.join(found.pv)}")
    return f"info {' '.join(told)}"

"""Serves a level as an engine that speaks QTP, the Quoridor Text Protocol (docs/engines.md).

A wall's vertex is the lower left cell of the four that the wall divides, as in the game's notation. One colour may move
several times in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Final, TextIO, TypeVar

from game.agents.agent import Brain
from game.core.options import resolve
from game.core.rules import GameError
from game.core.spec import GameSpec
from game.quoridor import rules
from game.quoridor.state import SIZE, State

COLOURS: Final = {"white": 0, "w": 0, "black": 1, "b": 1}
SIDES: Final = {"horizontal": "h", "h": "h", "vertical": "v", "v": "v"}
NAMES: Final = ("white", "black")
T = TypeVar("T")


def serve(
    spec: GameSpec, brain: Callable[[], Brain], level: int, seconds: float | None, stdin: TextIO, stdout: TextIO
) -> None:
    """Answer each line until `quit` or the end of input. `brain` returns the brain that thinks."""
    server = QtpServer(spec, brain, level, seconds)
    while not server.finished and (line := stdin.readline()):
        if words := line.replace("\r", "").lower().split():
            stdout.write(server.answer(words))
            stdout.flush()


class RefusedError(Exception):
    """A command is refused. The message says why."""


class QtpServer:
    """One game, with all its positions so that moves can be taken back."""

    def __init__(self, spec: GameSpec, brain: Callable[[], Brain], level: int, seconds: float | None) -> None:
        self.finished = False
        self._spec = spec
        self._brain = brain
        self._level = level
        self._seconds = seconds
        self._walls: list[int] | None = None
        self._commands: Mapping[str, Callable[..., str]] = {
            "name": lambda: "Kissaten",
            "known_command": lambda name: "true" if name in self._commands else "false",
            "list_commands": lambda: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._set_size,
            "walls": self._set_walls,
            "clear_board": self._begin,
            "playmove": lambda colour, vertex: self._play(colour, vertex),
            "playwall": lambda colour, vertex, side: self._play(colour, vertex + _known(SIDES, side, "direction")),
            "genmove": self._choose,
            "undo": self._undo,
            "winner": self._tell_winner,
            "showboard": self._show,
        }
        self._begin()

    def answer(self, words: Sequence[str]) -> str:
        """Return the answer to a command, including the empty line at its end."""
        number = words[0] if words[0].isdigit() else ""
        name, *given = (words[1:] if number else words) or [""]
        try:
            if name not in self._commands:
                raise RefusedError("unknown command")
            try:
                told = self._commands[name](*given)
            except TypeError:
                raise RefusedError(f"{name} takes other arguments") from None
        except RefusedError as error:
            return f"?{number} {error}\n\n"
        return f"={number} {told}".rstrip() + "\n\n"

    def _quit(self) -> str:
        self.finished = True
        return ""

    def _set_size(self, size: str) -> str:
        if size != str(SIZE):
            raise RefusedError("unacceptable size")
        return self._begin()

    def _set_walls(self, count: str) -> str:
        try:
            walls = [int(count)] * 2
            resolve(self._spec.options, {"walls": walls})
        except (ValueError, GameError):
            raise RefusedError("unacceptable number of walls") from None
        self._walls = walls
        return self._begin()

    def _begin(self) -> str:
        self._seed = SystemRandom().randrange(2**31)
        self._states: list[State] = [rules.start(resolve(self._spec.options, {"walls": self._walls}), 0)]
        return ""

    def _play(self, colour: str, text: str) -> str:
        state = self._to_move(colour)
        try:
            after, _ = rules.apply(state, state.mover, rules.parse(text))
        except GameError:
            raise RefusedError("illegal move") from None
        self._states.append(after)
        return ""

    def _to_move(self, colour: str) -> State:
        """Return the present position with `colour` to move, even if it is the other's turn."""
        return replace(self._states[-1], mover=_known(COLOURS, colour, "colour"))

    def _choose(self, colour: str) -> str:
        state = self._to_move(colour)
        if not rules.actors(state):
            raise RefusedError("the game is over")
        text = self._brain().choose(state, state.mover, self._level, self._seed, self._seconds, lambda: False).action
        self._states.append(rules.apply(state, state.mover, rules.parse(text))[0])
        side = {"h": " horizontal", "v": " vertical"}[text[2]] if len(text) == 3 else ""
        return text[:2] + side

    def _undo(self, count: str = "1") -> str:
        known = map(str, range(1, len(self._states)))
        if count not in known:
            raise RefusedError("cannot undo")
        del self._states[-int(count) :]
        return ""

    def _show(self) -> str:
        """Return the position in ASCII, without its empty lines, because an empty line ends an answer."""
        lines = rules.picture(self._states[-1]).splitlines()
        return "\n".join(["", *filter(str.strip, lines)])

    def _tell_winner(self) -> str:
        outcome = rules.outcome(self._states[-1])
        return "false" if outcome is None else f"true {NAMES[outcome.winners[0]]}"


def _known(table: Mapping[str, T], word: str, what: str) -> T:
    if word not in table:
        raise RefusedError(f"{what} {word[:20]!r} is none of {', '.join(table)}")
    return table[word]

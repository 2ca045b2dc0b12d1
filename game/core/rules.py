"""The contract between a game's rules and everything that plays, stores or shows it.

Games whose seats take turns without a clock share the functions `timer`, `decision` and `check_turn`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

LEVELS = (1, 2, 3, 4, 5)
"""The levels of AI players."""
Seat = int
Options = Mapping[str, Any]
"""Values by name. Their types depend on the kinds of the options, which are known only at run time."""

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E", covariant=True)


class GameError(Exception):
    """Base of all errors caused by bad input. The message is for a person to read."""


class NotationError(GameError):
    """A text that is not an action in the game's notation."""


class IllegalActionError(GameError):
    """An action in correct notation that the position does not allow."""


class OptionError(GameError):
    """An unknown option, or a value of the wrong type or out of range."""


class PuzzleError(GameError):
    """A puzzle that cannot be read. The message names the field."""


class HouseFileError(GameError):
    """A file shipped with the game is missing or damaged. The message names the file."""


class RecordError(GameError):
    """A record that cannot be read. The message names the place in it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning seats (none for a draw) and a reason in one word."""

    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Timer:
    """A clock that runs now: its id and its full length in seconds."""

    id: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Step(Generic[S, A, E]):
    """One applied action, the states before and after it, and what happened in between.

    `ply` is the index of the action in the record, from 0.
    """

    ply: int
    before: S
    seat: Seat
    action: A
    after: S
    events: tuple[E, ...]


AnyStep = Step[Any, Any, Any]
"""A step of a game that is known only at run time. Its states and actions are those of that game's rules."""


class Rules(Protocol[S, A, E]):
    """A game as pure, deterministic functions: there is no clock, and all randomness comes from the seed.

    A game's `rules.py` module satisfies this protocol.
    """

    def start(self, options: Options, seed: int) -> S:
        """Return the first state. `options` are complete (see `core.options.resolve`)."""

    def actors(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that may act now, ascending: several if they act at once, () when the game is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return every action that `seat` may take, in a fixed order. There is at least one for an actor."""

    def apply(self, state: S, seat: Seat, action: A) -> tuple[S, tuple[E, ...]]:
        """Return the next state and the events on the way there. Raises IllegalActionError. `state` does not change."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the game goes on."""

    def timer(self, state: S) -> Timer | None:
        """Return the clock that runs in this state, or None."""

    def decision(self, state: S) -> Hashable:
        """Return a key of the present decision. An agent's answer is stale if it was for another key."""

    def text(self, action: A) -> str:
        """Return the action in the game's notation, which `parse` reads."""

    def parse(self, text: str) -> A:
        """Read an action from its notation. Raises NotationError."""

    def picture(self, state: S) -> str:
        """Return the position in ASCII, for people at a terminal."""

    def details(self, state: S) -> dict[str, object]:
        """Return the position as JSON values, documented for engine mode."""


def timer(state: object) -> Timer | None:
    """Return None: there is no clock."""
    return None


class CountsPlies(Protocol):
    """A position that counts the actions that led there."""

    @property
    def ply(self) -> int:
        """The number of actions so far."""


def decision(state: CountsPlies) -> Hashable:
    """Return the ply, because each ply has one decision."""
    return state.ply


def check_turn(actors: Sequence[Seat], seat: Seat) -> None:
    """Raise IllegalActionError, with the reason, unless `seat` is one of `actors`, the seats that may act."""
    if not actors:
        raise IllegalActionError("the game is over")
    if seat not in actors:
        raise IllegalActionError(f"it is seat {actors[0]}'s turn, not seat {seat}'s")

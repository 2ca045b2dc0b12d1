"""The contract between a game's rules and everything that plays, stores or shows it.

Games with turns and without a clock share `decision` and `check_turn`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

LEVELS = (1, 2, 3, 4, 5)
"""The levels of AI players."""
Seat = int
Options = Mapping[str, Any]
"""Values by name; the type of each depends on the kind of its option, known only at run time."""

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E", covariant=True)


class GameError(Exception):
    """Base of all errors caused by bad input; the message is written for a person."""


class NotationError(GameError):
    """A text that is not an action in the game's notation."""


class IllegalActionError(GameError):
    """An action that the notation knows but the position does not allow."""


class OptionError(GameError):
    """An unknown option, or a value of the wrong type or out of range."""


class PuzzleError(GameError):
    """A puzzle that cannot be read; the message names the field."""


class HouseFileError(GameError):
    """A file shipped with the game is missing or damaged; the message names it."""


class RecordError(GameError):
    """A record that cannot be read; the message names the place in it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning seats (none for a draw) and a one-word reason."""

    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Timer:
    """A clock that runs now: its identity and its full length in seconds."""

    id: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Step(Generic[S, A, E]):
    """One applied action: the states around it and what happened in between.

    `ply` is the index of the action in the record (0 for the first).
    """

    ply: int
    before: S
    seat: Seat
    action: A
    after: S
    events: tuple[E, ...]


AnyStep = Step[Any, Any, Any]
"""A step of a game that is known only at run time; its rules define states and actions."""


class Rules(Protocol[S, A, E]):
    """A game as pure, deterministic functions: no clock, no randomness but the seed.

    A game's `rules.py` module satisfies this protocol.
    """

    def start(self, options: Options, seed: int) -> S:
        """The first state; `options` are complete (see `core.options.resolve`)."""

    def actors(self, state: S) -> tuple[Seat, ...]:
        """Seats that may act now, ascending; several where they act at once, () when over."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Every action that `seat` may take, in a fixed order; never empty for an actor."""

    def apply(self, state: S, seat: Seat, action: A) -> tuple[S, tuple[E, ...]]:
        """The next state and the events between. Raises IllegalActionError; `state` never changes."""

    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while the game goes on."""

    def timer(self, state: S) -> Timer | None:
        """The clock that runs in this state, or None."""

    def decision(self, state: S) -> Hashable:
        """Return a key of the present decision. An agent's answer is stale if it was for another key."""

    def text(self, action: A) -> str:
        """The action in the game's notation; `parse(text(a)) == a`."""

    def parse(self, text: str) -> A:
        """Read an action from its notation. Raises NotationError."""

    def picture(self, state: S) -> str:
        """The position in ASCII, for people who read a terminal."""

    def details(self, state: S) -> dict[str, object]:
        """The position as JSON values, documented for engine mode."""


def timer(state: object) -> Timer | None:
    """Return None: there is no clock."""
    return None


class CountsPlies(Protocol):
    """A position that counts the actions that led there."""

    @property
    def ply(self) -> int:
        """The number of actions so far."""


def decision(state: CountsPlies) -> Hashable:
    """Return the ply, since each position of a game is decided once."""
    return state.ply


def check_turn(actors: Sequence[Seat], seat: Seat) -> None:
    """Raise IllegalActionError, with the reason, unless `seat` is one of `actors`, the seats that may act."""
    if not actors:
        raise IllegalActionError("the game is over")
    if seat not in actors:
        raise IllegalActionError(f"it is seat {actors[0]}'s turn, not seat {seat}'s")

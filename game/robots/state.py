"""The states, actions and events of Hyper Robots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from game.core.rules import Seat
from game.robots.board import Board, Cell, Colour, Heading, Leg, Robots, TargetMark

LOWEST_BID: Final = 2
HIGHEST_BID: Final = 99

Phase: TypeAlias = Literal["think", "bid", "demonstrate", "practice", "over"]
OneMoveRule: TypeAlias = Literal["own", "any", "turn"]
ClockReset: TypeAlias = Literal["below_first", "new_lowest"]
Bite: TypeAlias = Literal["one_move", "already_there", "doubled_mark", "set_aside"]
WhyFailed: TypeAlias = Literal["moves", "conceded", "time"]


@dataclass(frozen=True, slots=True)
class Bid:
    """Declare that the target can be reached in `number` moves, 2 to 99."""

    number: int


@dataclass(frozen=True, slots=True)
class NoRoute:
    """Mark "nothing found"."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Accept the lowest number declared."""


@dataclass(frozen=True, slots=True)
class Concede:
    """Give up the demonstration."""


@dataclass(frozen=True, slots=True)
class Move:
    """Slide a robot."""

    colour: Colour
    heading: Heading


@dataclass(frozen=True, slots=True)
class Expire:
    """End the running clock; only the clock does this."""


@dataclass(frozen=True, slots=True)
class Speak:
    """End the bidding delay that has the least time left; only the clock does this."""


Action: TypeAlias = Bid | NoRoute | Agree | Concede | Move | Expire | Speak


@dataclass(frozen=True, slots=True)
class ChipTurned:
    """`chip` is turned up; its mark is on `cells`.

    `set_aside` are the chips that were turned up just before it and put away, because their marks are not on the board.
    """

    chip: TargetMark
    cells: tuple[Cell, ...]
    set_aside: tuple[TargetMark, ...]


@dataclass(frozen=True, slots=True)
class RuleBites:
    """A special rule is in force for this chip; or the rule "one_move" has just denied an arrival."""

    kind: Bite


@dataclass(frozen=True, slots=True)
class Declared:
    """`seat` declared `number`. This clears all agreements and "nothing found" marks."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class MarkedNone:
    """`seat` has found nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Agreed:
    """`seat` accepts the best number."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SilenceEnded:
    """`seats` may declare from now on."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The clock for declarations starts, either for a new chip or because all demonstrations have failed."""


@dataclass(frozen=True, slots=True)
class ClockWasReset:
    """The clock for declarations is set back to its full length."""


@dataclass(frozen=True, slots=True)
class ClockEnded:
    """Declarations end: the clock has run out, or all have agreed."""


@dataclass(frozen=True, slots=True)
class DemonstrationStarted:
    """Demonstrations begin. `order` has the seats with bids in the order in which they show."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SeatTurns:
    """It is the turn of `seat` to show its route of at most `number` moves."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class RobotSlid:
    """A robot went from `origin` to `target` along `legs` (see `board.Leg`)."""

    robot: Colour
    origin: Cell
    target: Cell
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Arrived:
    """A robot made a valid arrival after `moves` moves. In the phase "practice", this ends the puzzle."""

    robot: Colour
    cell: Cell
    moves: int


@dataclass(frozen=True, slots=True)
class Failed:
    """`seat` conceded, ran out of time, or made all moves of its bid without an arrival."""

    seat: Seat
    why: WhyFailed


@dataclass(frozen=True, slots=True)
class RobotsReturned:
    """The robots went back to `robots`, where their markers are."""

    robots: Robots


@dataclass(frozen=True, slots=True)
class ChipWon:
    """`seat` wins the chip. The robots stay where they are."""

    seat: Seat
    chip: TargetMark


@dataclass(frozen=True, slots=True)
class ChipReturned:
    """The chip that nobody won goes back into the pile."""

    chip: TargetMark


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The pile was empty, so the won chips, `count` of them, are back in it. The seats keep their scores."""

    count: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """`seat` has as many chips as are needed to win."""

    seat: Seat


Event: TypeAlias = (
    ChipTurned
    | RuleBites
    | Declared
    | MarkedNone
    | Agreed
    | SilenceEnded
    | ClockStarted
    | ClockWasReset
    | ClockEnded
    | DemonstrationStarted
    | SeatTurns
    | RobotSlid
    | Arrived
    | Failed
    | RobotsReturned
    | ChipWon
    | ChipReturned
    | Reshuffled
    | GameWon
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the game, which do not change. If `demonstration_seconds` is 0, demonstrations have no clock.

    `head_start` has the chips of each seat before the first round. `silence` has each seat's bidding delay in seconds.
    Each is () if no seat has any.
    """

    players: int
    chips_to_win: int
    one_move_rule: OneMoveRule
    clock_reset: ClockReset
    clock_seconds: int
    demonstration_seconds: int
    seed: int
    head_start: tuple[int, ...] = ()
    silence: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A position. Tuples of values for seats are in the order of the seats.

    `pile` has the chips that lie face down, the next one first. `won` has the chips of each seat. `chips` has each
    seat's score, which includes reshuffled chips and the head start. `bids` are the declarations of this attempt, in
    order. `order` has the seats in the order of demonstrations; `turn` is the index of the one that shows now.
    `markers` are the cells of the robots when the chip was turned up; `moves` are the moves of the current
    demonstration. `silent` are the seats in their bidding delay. `bites` are the special rules that apply to the chip.
    `chip_number` and `attempt` count from 1. `clock_run` counts the starts of clocks, and `shuffles` counts the
    shuffles of chips.
    """

    settings: Settings
    board: Board
    robots: Robots
    phase: Phase
    pile: tuple[TargetMark, ...]
    chip: TargetMark
    markers: Robots
    chips: tuple[int, ...]
    won: tuple[tuple[TargetMark, ...], ...]
    set_aside: tuple[TargetMark, ...] = ()
    bites: tuple[Bite, ...] = ()
    bids: tuple[tuple[Seat, int], ...] = ()
    agreed: frozenset[Seat] = frozenset()
    none: frozenset[Seat] = frozenset()
    silent: frozenset[Seat] = frozenset()
    order: tuple[Seat, ...] = ()
    turn: int = 0
    moves: tuple[Move, ...] = ()
    chip_number: int = 1
    attempt: int = 1
    clock_run: int = 0
    shuffles: int = 0
    winner: Seat | None = None

    @property
    def demonstrator(self) -> Seat | None:
        """The seat that shows its route now; None if no seat does."""
        return self.order[self.turn] if self.phase == "demonstrate" else None

    def lowest_of(self, seat: Seat) -> int | None:
        """Return the lowest number that `seat` has declared in this attempt; None if it has declared none."""
        return min((number for bidder, number in self.bids if bidder == seat), default=None)

    @property
    def best(self) -> int | None:
        """The lowest number declared in this attempt; None if there is none."""
        return min((number for _, number in self.bids), default=None)

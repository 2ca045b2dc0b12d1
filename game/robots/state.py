"""A game's state, its actions and its events."""

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
    """Declare that the target can be reached in `number` moves, 2..99."""

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
    """End the shortest bidding delay; only the clock does this."""


Action: TypeAlias = Bid | NoRoute | Agree | Concede | Move | Expire | Speak


@dataclass(frozen=True, slots=True)
class ChipTurned:
    """`chip` is turned over; its mark is on `cells`. `set_aside` are chips turned before it whose marks are not on the
    board.
    """

    chip: TargetMark
    cells: tuple[Cell, ...]
    set_aside: tuple[TargetMark, ...]


@dataclass(frozen=True, slots=True)
class RuleBites:
    """A special rule is in force for this chip, or has just denied an arrival ("one_move" in a demonstration)."""

    kind: Bite


@dataclass(frozen=True, slots=True)
class Declared:
    """`seat` declared `number`; all agreements and "nothing found" marks are cleared."""

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
    """The clock for declarations starts, for the first time at a chip or again after all demonstrations failed."""


@dataclass(frozen=True, slots=True)
class ClockWasReset:
    """The clock for declarations is set back to its full length."""


@dataclass(frozen=True, slots=True)
class ClockEnded:
    """Declarations end: the clock has run out, or all have agreed."""


@dataclass(frozen=True, slots=True)
class DemonstrationStarted:
    """Demonstrations begin; `order` has the seats with bids, the first to show first."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SeatTurns:
    """`seat` is to show its route of at most `number` moves."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class RobotSlid:
    """A robot went along `legs` (see `board.Leg`) from `origin` to `target`."""

    robot: Colour
    origin: Cell
    target: Cell
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Arrived:
    """A robot made a valid arrival after `moves` moves; in practice that ends the puzzle."""

    robot: Colour
    cell: Cell
    moves: int


@dataclass(frozen=True, slots=True)
class Failed:
    """`seat` used up its number, conceded or ran out of time."""

    seat: Seat
    why: WhyFailed


@dataclass(frozen=True, slots=True)
class RobotsReturned:
    """The robots went back to their markers on `robots`."""

    robots: Robots


@dataclass(frozen=True, slots=True)
class ChipWon:
    """`seat` wins the chip; the robots stay where they are."""

    seat: Seat
    chip: TargetMark


@dataclass(frozen=True, slots=True)
class ChipReturned:
    """The unwon chip goes back into the pile."""

    chip: TargetMark


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The chips had run out: the won ones, `count` of them, are back in the pile; the counts stay."""

    count: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """`seat` has the agreed number of chips."""

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
    """The game's fixed settings; `demonstration_seconds` 0 is no clock.

    By seat, () for none: `head_start` is its chips before the first round, `silence` its bidding delay in seconds.
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
    """A position; tuples named for seats go by seat.

    `pile` lies face down, the next chip first. `won` are the chips of each seat, `chips` its score, which also counts
    reshuffled chips and the head start. `bids` are this attempt's declarations in order. `order` are the seats in the
    order of demonstrations, `turn` the index of the present one. `markers` are the robots' cells when the chip was
    turned; `moves` are those of the present demonstration. `silent` are the seats in their bidding delay. `bites` are
    the special rules in force for the chip. `chip_number` and `attempt` count from 1, `clock_run` counts the starts of
    clocks, `shuffles` the uses of chance.
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
        """The seat that shows its route now, if any."""
        return self.order[self.turn] if self.phase == "demonstrate" else None

    def lowest_of(self, seat: Seat) -> int | None:
        """The lowest number that `seat` has declared in this attempt."""
        return min((number for bidder, number in self.bids if bidder == seat), default=None)

    @property
    def best(self) -> int | None:
        """The lowest number declared in this attempt."""
        return min((number for _, number in self.bids), default=None)

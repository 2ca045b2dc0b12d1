"""Chips: which is turned over next, when a robot's rest on its target counts, and where a chip goes then.

An arrival counts by the same rule for the demonstration and for the solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Final, Literal

from game.core.rules import Seat
from game.robots.board import CHIPS, COLOURS, HEADINGS, Board, Cell, Colour, Heading, Robots, TargetMark, slide
from game.robots.state import (
    Bite,
    ChipReturned,
    ChipTurned,
    ChipWon,
    Event,
    GameWon,
    Move,
    OneMoveRule,
    Reshuffled,
    RuleBites,
    Settings,
    State,
)

FEWEST_MOVES: Final = 2
_UPRIGHT: Final[frozenset[Heading]] = frozenset(("N", "S"))


@dataclass(frozen=True, slots=True)
class Target:
    """The robot that must come to rest ("any" for the black hole) and the cells, one of which it must reach."""

    colour: Colour | Literal["any"]
    cells: tuple[Cell, ...]

    @property
    def robots(self) -> tuple[Colour, ...]:
        """The robots that may arrive."""
        return COLOURS if self.colour == "any" else (self.colour,)


def one_move_arrival(board: Board, robots: Robots, target: Target) -> bool:
    """Whether one move brings an eligible robot to rest on a target cell; such an arrival does not count."""
    slides = (slide(board, robots, colour, heading) for colour in target.robots for heading in HEADINGS)
    return any(move is not None and move.target in target.cells for move in slides)


def is_already_there(robots: Robots, target: Target) -> bool:
    """Whether an eligible robot stands on a target cell."""
    return any(robots[COLOURS.index(colour)] in target.cells for colour in target.robots)


def arrives(target: Target, move: Move, cell: Cell) -> bool:
    """Whether `move`, which brought its robot to rest on `cell`, is an arrival, be it one that counts or not."""
    return move.colour in target.robots and cell in target.cells


def counts(moves: Sequence[Move], one_move: bool, rule: OneMoveRule) -> bool:
    """Whether an arrival by the last of `moves`, all made since the chip was turned, counts.

    It takes two moves or more. Where a one-move arrival existed at the start (`one_move`) the `rule` asks for more:
    "own" two moves of the arriving robot, "any" nothing, "turn" two moves of the arriving robot that follow each
    other (moves of other robots between them do not matter) at a right angle.
    """
    if len(moves) < FEWEST_MOVES:
        return False
    if not one_move or rule == "any":
        return True
    own = [move.heading for move in moves if move.colour == moves[-1].colour]
    if rule == "own":
        return len(own) >= FEWEST_MOVES
    return any((a in _UPRIGHT) != (b in _UPRIGHT) for a, b in pairwise(own))


def first_turn(settings: Settings, board: Board, robots: Robots) -> State:
    """The state with the first chip turned over."""
    seats = settings.players
    state = State(
        settings=settings,
        board=board,
        robots=robots,
        phase="think",
        pile=_shuffled(CHIPS, settings.seed, 0),
        chip=CHIPS[0],
        markers=robots,
        chips=settings.head_start or (0,) * seats,
        won=((),) * seats,
        chip_number=0,
        shuffles=1,
    )
    return _turn_chip(state)[0]


def target_of(state: State) -> Target:
    """Return the target of the present chip."""
    return Target(state.chip.colour, state.board.targets(state.chip))


def wins_chip(state: State, moves: Sequence[Move], cell: Cell) -> bool:
    """Whether `moves`, the last of which ended on `cell`, are a route to the present chip that counts."""
    one_move, rule = "one_move" in state.bites, state.settings.one_move_rule
    return arrives(target_of(state), moves[-1], cell) and counts(moves, one_move, rule)


def win_chip(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """`seat` takes the chip; the robots stay. The game ends or the next chip is turned over."""
    chips = _with(state.chips, seat, state.chips[seat] + 1)
    won = _with(state.won, seat, (*state.won[seat], state.chip))
    state = replace(state, chips=chips, won=won)
    events: tuple[Event, ...] = (ChipWon(seat, state.chip),)
    if chips[seat] >= state.settings.chips_to_win:
        return replace(state, phase="over", winner=seat), (*events, GameWon(seat))
    state, turned = _turn_chip(state)
    return state, events + turned


def return_chip(state: State) -> tuple[State, tuple[Event, ...]]:
    """Put the chip that nobody won back into the pile at a place drawn by chance, and turn the next one over.

    Where it was the last one the chips have run out: without the won ones it would come up for ever.
    """
    returned = ChipReturned(state.chip)
    if not state.pile:
        state, gathered = _gather(state, (state.chip,))
        state, turned = _turn_chip(state)
        return state, (returned, *gathered, *turned)
    place = _random(state.settings.seed, state.shuffles).randint(0, len(state.pile))
    pile = (*state.pile[:place], state.chip, *state.pile[place:])
    state, turned = _turn_chip(replace(state, pile=pile, shuffles=state.shuffles + 1))
    return state, (returned, *turned)


def _turn_chip(state: State) -> tuple[State, tuple[Event, ...]]:
    """Turn over chips until one has its mark on the board; those before it are set aside."""
    events: list[Event] = []
    aside: list[TargetMark] = []
    pile = state.pile
    while True:
        if not pile:
            state, gathered = _gather(state)
            events += gathered
            pile = state.pile
        chip, pile = pile[0], pile[1:]
        if state.board.targets(chip):
            break
        aside.append(chip)
    state = replace(
        state,
        phase="practice" if state.settings.players == 1 else "think",
        pile=pile,
        chip=chip,
        markers=state.robots,
        set_aside=(*state.set_aside, *aside),
        bids=(),
        agreed=frozenset(),
        none=frozenset(),
        silent=frozenset(seat for seat, seconds in enumerate(state.settings.silence) if seconds),
        order=(),
        turn=0,
        moves=(),
        chip_number=state.chip_number + 1,
        attempt=1,
    )
    bites = _bites(state, bool(aside))
    events.append(ChipTurned(chip, state.board.targets(chip), tuple(aside)))
    return replace(state, bites=bites), (*events, *map(RuleBites, bites))


def _bites(state: State, set_aside: bool) -> tuple[Bite, ...]:
    """The special rules that are in force for the chip just turned."""
    target = target_of(state)
    found: dict[Bite, bool] = {
        "set_aside": set_aside,
        "doubled_mark": len(target.cells) > 1,
        "already_there": is_already_there(state.robots, target),
        "one_move": one_move_arrival(state.board, state.robots, target),
    }
    return tuple(bite for bite, holds in found.items() if holds)


def _gather(state: State, more: tuple[TargetMark, ...] = ()) -> tuple[State, tuple[Event, ...]]:
    """The won chips, and `more`, become the pile; the counts stay."""
    won = tuple(chip for chips in state.won for chip in chips)
    pile = _shuffled((*won, *more), state.settings.seed, state.shuffles)
    state = replace(state, pile=pile, won=((),) * state.settings.players, shuffles=state.shuffles + 1)
    return state, (Reshuffled(len(won)),)


def _random(seed: int, shuffles: int) -> Random:
    """Chance depends on the seed and on how often it was asked for chips: together they are its state."""
    return Random(f"{seed}/chips/{shuffles}")


def _shuffled(chips: Sequence[TargetMark], seed: int, shuffles: int) -> tuple[TargetMark, ...]:
    return tuple(_random(seed, shuffles).sample(chips, len(chips)))


def _with(values: tuple, index: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:index], value, *values[index + 1 :])

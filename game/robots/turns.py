"""Chips: which is turned over next, where a chip goes that is won or not, and which special rules bite for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from game.core.rules import Seat
from game.robots.arrival import Target, is_already_there, one_move_arrival
from game.robots.board import CHIPS, Board, Robots, TargetMark
from game.robots.state import (
    Bite,
    ChipReturned,
    ChipTurned,
    ChipWon,
    Event,
    GameWon,
    Reshuffled,
    RuleBites,
    Settings,
    State,
)


def first_turn(
    settings: Settings,
    board: Board,
    robots: Robots,
    chips: Sequence[TargetMark] = CHIPS,
    first: TargetMark | None = None,
) -> State:
    """The state with the first of `chips` turned over: `first`, or one by chance."""
    seats = settings.players
    pile = _shuffled(chips, settings.seed, 0)
    if first is not None:
        pile = (first, *(chip for chip in pile if chip != first))
    state = State(
        settings=settings,
        board=board,
        robots=robots,
        phase="think",
        pile=pile,
        chip=CHIPS[0],
        markers=robots,
        chips=settings.head_start or (0,) * seats,
        won=((),) * seats,
        chip_number=0,
        shuffles=1,
    )
    return _turn_chip(state)[0]


def marks_of(board: Board) -> tuple[TargetMark, ...]:
    """The chips whose marks are on a board."""
    return tuple(chip for chip in CHIPS if board.targets(chip))


def target_of(state: State) -> Target:
    """Return the target of the present chip."""
    return Target(state.chip.colour, state.board.targets(state.chip))


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

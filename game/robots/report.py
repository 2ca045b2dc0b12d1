"""A state for the engine mode: as JSON values and as text for people who read a terminal."""

from __future__ import annotations

from game.core.rules import Seat, Timer
from game.robots.board import CENTRE, SIZE, Robots, TargetMark, standing, xy
from game.robots.drawing import CENTRE_TEXT, ROBOT_TEXTS, contents, draw
from game.robots.puzzle import write_puzzle
from game.robots.state import State
from game.robots.turns import target_of


def describe(state: State, clock: Timer | None, silence: Timer | None) -> dict[str, object]:
    """The position as JSON values; `clock` and `silence` are those that run, lists named for seats go by seat."""
    return {
        "phase": state.phase,
        "puzzle": write_puzzle(state.board, state.robots, target_of(state)),
        "chip": _mark(state.chip),
        "set_aside": [_mark(chip) for chip in state.set_aside],
        "bids": [list(bid) for bid in state.bids],
        "best": state.best,
        "order": list(state.order),
        "clock": clock and {"id": clock.id, "seconds": clock.seconds},
        "silence": silence and {"id": silence.id, "seconds": silence.seconds, "seats": _silent(state)},
        "agreed": sorted(state.agreed),
        "none": sorted(state.none),
        "chips": list(state.chips),
        "markers": _cells(state.markers),
        "moves_used": len(state.moves),
        "pile_left": len(state.pile),
        "bites": list(state.bites),
    }


def _silent(state: State) -> list[list[int]]:
    """The silent seats with the seconds from the chip's turning until each may speak."""
    return [[seat, state.settings.silence[seat]] for seat in sorted(state.silent)]


def _mark(mark: TargetMark) -> dict[str, str]:
    return {"color": mark.colour, "symbol": mark.symbol}


def _cells(robots: Robots) -> dict[str, list[int]]:
    return {colour: list(xy(cell)) for colour, cell in standing(robots).items()}


def picture(state: State) -> str:
    """The board in ASCII (see `drawing.py`), then the chip and a line for each seat."""
    over = dict.fromkeys(CENTRE, CENTRE_TEXT)
    over.update((cell, ROBOT_TEXTS[colour]) for colour, cell in standing(state.robots).items())
    board = draw(SIZE, state.board.walls, contents(state.board.marks, state.board.reflectors, over))
    colour, symbol = state.chip
    where = " or ".join(f"({x}, {y})" for x, y in map(xy, target_of(state).cells))
    robot = "any robot" if colour == "any" else f"the {colour} robot"
    chip = f"{state.phase}: {robot} to the {symbol} on {where}, {len(state.pile)} chips left"
    return "\n".join([*board, chip, *(_seat_line(state, seat) for seat in range(state.settings.players))])


def _seat_line(state: State, seat: Seat) -> str:
    words = [f"{seat}: chips {state.chips[seat]}"]
    numbers = [str(number) for bidder, number in state.bids if bidder == seat]
    if numbers:
        words.append(f"declared {' '.join(numbers)}")
    if seat in state.none:
        words.append("found nothing")
    if seat in state.agreed:
        words.append("agrees")
    if seat in state.silent:
        words.append(f"silent for {state.settings.silence[seat]} s")
    if seat == state.demonstrator:
        words.append(f"shows, moves used {len(state.moves)}")
    if seat == state.winner:
        words.append("has won")
    return ", ".join(words)

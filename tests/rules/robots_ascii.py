"""Reads positions drawn as `game.robots.drawing` describes: a small square, the board's north-west corner.

The drawing closes its own edges; robots that it does not show stand in the far corner, out of reach.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.board import (
    CELLS,
    CENTRE,
    CHIPS,
    COLOURS,
    HEADINGS,
    OPPOSITE,
    SIZE,
    STEP,
    WALL_BIT,
    Board,
    Cell,
    Robots,
    TargetMark,
    cell_at,
    on_border,
    slide,
)
from game.robots.drawing import read_drawing
from game.robots.rounds import target_of
from game.robots.state import Bite, Move, State

PARKED: Robots = tuple(range(CELLS - 5, CELLS))


def position(drawing: str) -> tuple[Board, Robots]:
    """The board and the robots that a drawing shows."""
    lines = [line for line in drawing.splitlines() if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    size = len(lines) // 2
    shown = read_drawing([line[indent:].rstrip() for line in lines], size)

    def embedded(cell: int) -> Cell:
        return cell_at(cell % size, cell // size)

    walls = bytearray(border())
    for cell in range(size * size):
        walls[embedded(cell)] |= shown.walls[cell]
    robots = tuple(embedded(shown.robots[c]) if c in shown.robots else PARKED[i] for i, c in enumerate(COLOURS))
    board = Board(
        bytes(walls),
        {embedded(cell): reflector for cell, reflector in shown.reflectors.items()},
        {embedded(cell): mark for cell, mark in shown.marks.items()},
    )
    return board, robots


def border() -> bytes:
    """The walls of a board with nothing but its border and its closed centre."""
    walls = bytearray(CELLS)
    for i in range(SIZE):
        walls[i] |= 1
        walls[i * SIZE + SIZE - 1] |= 2
        walls[CELLS - SIZE + i] |= 4
        walls[i * SIZE] |= 8
    for cell in CENTRE:
        walls[cell] = 15
        for step, bit in ((-SIZE, 4), (1, 8), (SIZE, 1), (-1, 2)):
            if cell + step not in CENTRE:
                walls[cell + step] |= bit
    return bytes(walls)


def random_walls(random: Random) -> bytes:
    """The walls of a closed board with up to 60 inner ones."""
    walls = bytearray(border())
    for _ in range(random.randint(0, 60)):
        cell, heading = random.randrange(CELLS), random.choice(HEADINGS)
        if not on_border(cell, heading):
            walls[cell] |= WALL_BIT[heading]
            walls[cell + STEP[heading]] |= WALL_BIT[OPPOSITE[heading]]
    return bytes(walls)


def game(drawing: str, chip: TargetMark, seed: int = 0, **options: object) -> State:
    """A game in which `chip` has just been turned over on a drawn board; the special rules bite as they would.

    The marks that the drawing does not show lie out of reach.
    """
    board, robots = position(drawing)
    elsewhere = (other for other in CHIPS if other not in board.marks.values())
    board = replace(board, marks={**board.marks, **dict(zip(range(cell_at(0, 12), CELLS), elsewhere, strict=False))})
    started = rules.start(resolve(SPEC.options, options), seed)
    pile = tuple(other for other in (started.chip, *started.pile) if other != chip)
    state = replace(started, board=board, robots=robots, markers=robots, chip=chip, pile=pile)
    return replace(state, bites=bites_of(state))


def bites_of(state: State) -> tuple[Bite, ...]:
    """The special rules for the present chip, found out without the rules' help."""
    target = target_of(state)
    robots = dict(zip(COLOURS, state.robots, strict=True))
    eligible = COLOURS if target.colour == "any" else (target.colour,)
    found: list[Bite] = []
    if len(target.cells) > 1:
        found.append("doubled_mark")
    if any(robots[colour] in target.cells for colour in eligible):
        found.append("already_there")
    slides = [slide(state.board, state.robots, colour, heading) for colour in eligible for heading in HEADINGS]
    if any(move and move.target in target.cells for move in slides):
        found.append("one_move")
    return tuple(found)


def moves(*texts: str) -> list[Move]:
    """Moves by their notation."""
    return [move for move in map(rules.parse, texts) if isinstance(move, Move)]

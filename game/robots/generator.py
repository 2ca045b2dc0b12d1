"""Make further valid sides of sheets at random. It is apart because `assembly.py` only joins sides that exist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from game.robots.board import DIAGONALS, HOLE, MARK_COLOURS, SYMBOLS, Colour, Reflector, Symbol, TargetMark
from game.robots.sheets import CENTRE_CELL, CORNERS, LEFT_TICKS, SIDE, TOP_TICKS, Sheet, compose_walls, problems

HOLE_FAMILY: Final[Colour] = "blue"
"""The centre colour whose sides carry the black hole."""
MOST_REFLECTORS: Final = 3


def generated_sheets(random: Random, reflectors: bool) -> list[Sheet]:
    """Four sides with different centres; each mark's symbol is drawn by chance, so marks may be missing or doubled."""
    return [
        generate(random, f"generated-{colour}", colour, random.sample(SYMBOLS, len(SYMBOLS)), reflectors)
        for colour in MARK_COLOURS
    ]


def generate(random: Random, identity: str, colour: Colour, symbols: Sequence[Symbol], reflectors: bool) -> Sheet:
    """A valid side with the centre `colour`; `symbols` go to the marks in the order of `MARK_COLOURS`."""
    marks = [TargetMark(mark_colour, symbol) for mark_colour, symbol in zip(MARK_COLOURS, symbols, strict=True)]
    while True:
        sheet = _attempt(random, identity, colour, marks, reflectors)
        if not problems(sheet):
            return sheet


def _attempt(random: Random, identity: str, colour: Colour, marks: Sequence[TargetMark], reflectors: bool) -> Sheet:
    """A side that may or may not be valid."""
    turns = random.sample(CORNERS, len(CORNERS))
    if colour == HOLE_FAMILY:
        marks, turns = [*marks, HOLE], [*turns, random.choice(CORNERS)]
    cells = random.sample([y * SIDE + x for y in range(1, SIDE) for x in range(1, SIDE)], len(marks))
    walls = compose_walls(dict(zip(cells, turns, strict=True)), random.choice(TOP_TICKS), random.choice(LEFT_TICKS))
    placed = dict(zip(cells, marks, strict=True))
    return Sheet(identity, colour, walls, placed, _reflectors(random, placed) if reflectors else {})


def _reflectors(random: Random, marks: Mapping[int, TargetMark]) -> dict[int, Reflector]:
    """Two or three reflectors of different colours beside the marks, in both diagonals."""
    free = [cell for cell in range(SIDE * SIDE) if cell not in marks and cell != CENTRE_CELL]
    count = random.randint(2, MOST_REFLECTORS)
    diagonals = [*DIAGONALS, random.choice(DIAGONALS)][:count]
    colours = random.sample(MARK_COLOURS, count)
    return {
        cell: Reflector(diagonal, colour)
        for cell, diagonal, colour in zip(random.sample(free, count), diagonals, colours, strict=True)
    }

"""Boards and sheets as ASCII: two characters for each cell, with walls between cells.

+--+--+--+
|Rc  .  .
+--+  +  +
| . \\b @G
+  +  +  +

Lines of walls and lines of cells alternate. "--" and "|" are walls. A cell shows a mark as colour and symbol ("Rc" is
the red cup, "()" the black hole), a reflector as diagonal and colour ("/y"), or a robot ("@G"). A cell of
the centre is "##", an empty cell " .".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.core.rules import GameError
from game.robots.board import (
    COLOURS,
    DIAGONALS,
    EAST,
    HOLE,
    MARK_COLOURS,
    NORTH,
    SOUTH,
    SYMBOLS,
    WEST,
    Colour,
    Reflector,
    TargetMark,
)

EMPTY: Final = " ."
CENTRE_TEXT: Final = "##"
LETTERS: Final[dict[Colour, str]] = {"red": "r", "yellow": "y", "green": "g", "blue": "b", "silver": "s"}
SYMBOL_LETTERS: Final = {"cup": "c", "bean": "b", "spoon": "s", "bell": "l"}
MARK_TEXTS: Final[dict[TargetMark, str]] = {
    **{TargetMark(c, s): LETTERS[c].upper() + SYMBOL_LETTERS[s] for c in MARK_COLOURS for s in SYMBOLS},
    HOLE: "()",
}
REFLECTOR_TEXTS: Final = {Reflector(d, c): d + LETTERS[c] for d in DIAGONALS for c in COLOURS}
ROBOT_TEXTS: Final[dict[Colour, str]] = {c: "@" + LETTERS[c].upper() for c in COLOURS}
_MARKS: Final = {text: mark for mark, text in MARK_TEXTS.items()}
_REFLECTORS: Final = {text: reflector for reflector, text in REFLECTOR_TEXTS.items()}
_ROBOTS: Final = {text: colour for colour, text in ROBOT_TEXTS.items()}


class DrawingError(GameError):
    """A drawing that cannot be read. It has the line and the column, counted from 1, and the reason."""

    def __init__(self, line: int, column: int, what: str) -> None:
        super().__init__(f"line {line}, column {column}: {what}")


@dataclass(slots=True)
class Drawing:
    """The content of a drawing of `size` x `size` cells. Cells are y * size + x; `walls` is as in `Board`."""

    size: int
    walls: bytearray
    marks: dict[int, TargetMark] = field(default_factory=dict)
    reflectors: dict[int, Reflector] = field(default_factory=dict)
    robots: dict[Colour, int] = field(default_factory=dict)
    centre: set[int] = field(default_factory=set)


def contents(
    marks: Mapping[int, TargetMark], reflectors: Mapping[int, Reflector], over: Mapping[int, str] | None = None
) -> Callable[[int], str]:
    """Return a function that gives the text of a cell. Texts in `over` hide marks and reflectors."""
    shown = {cell: MARK_TEXTS[mark] for cell, mark in marks.items()}
    shown.update((cell, REFLECTOR_TEXTS[reflector]) for cell, reflector in reflectors.items())
    shown.update(over or {})
    return lambda cell: shown.get(cell, EMPTY)


def draw(size: int, walls: bytes, show: Callable[[int], str]) -> list[str]:
    """Return the lines of a drawing, without trailing blanks. `show` gives the two characters of a cell."""
    lines = []
    for y in range(size):
        row = range(y * size, (y + 1) * size)
        lines.append(_wall_line([bool(walls[cell] & NORTH) for cell in row]))
        cells = "".join(("|" if walls[cell] & WEST else " ") + show(cell) for cell in row)
        lines.append((cells + ("|" if walls[row[-1]] & EAST else "")).rstrip())
    lines.append(_wall_line([bool(walls[cell] & SOUTH) for cell in range(size * (size - 1), size * size)]))
    return lines


def _wall_line(closed: Sequence[bool]) -> str:
    return "+" + "".join("--+" if wall else "  +" for wall in closed)


def read_drawing(lines: Sequence[str], size: int, first_line: int = 1) -> Drawing:
    """Read the drawing in `lines`, which begins at line `first_line` of its file. Raises DrawingError."""
    if len(lines) != 2 * size + 1:
        raise DrawingError(first_line, 1, f"{len(lines)} lines of drawing, not {2 * size + 1}")
    width = 3 * size + 1
    drawing = Drawing(size, bytearray(size * size))
    for index, line in enumerate(lines):
        number = first_line + index
        if len(line) > width:
            raise DrawingError(number, width + 1, f"longer than {width} characters")
        read_line = _read_cell_line if index % 2 else _read_wall_line
        read_line(line.ljust(width), index // 2, drawing, number)
    return drawing


def _read_wall_line(line: str, y: int, drawing: Drawing, number: int) -> None:
    """Read the walls above row `y`."""
    size, walls = drawing.size, drawing.walls
    for x in range(size + 1):
        if line[3 * x] != "+":
            raise DrawingError(number, 3 * x + 1, f"{line[3 * x]!r} where a '+' belongs")
        if x == size:
            break
        wall = line[3 * x + 1 : 3 * x + 3]
        if wall not in ("--", "  "):
            raise DrawingError(number, 3 * x + 2, f"{wall!r} is neither a wall ('--') nor blank")
        if wall == "--" and y < size:
            walls[y * size + x] |= NORTH
        if wall == "--" and y > 0:
            walls[(y - 1) * size + x] |= SOUTH


def _read_cell_line(line: str, y: int, drawing: Drawing, number: int) -> None:
    """Read the cells of row `y` and the walls between them."""
    size, walls = drawing.size, drawing.walls
    for x in range(size + 1):
        if line[3 * x] not in "| ":
            raise DrawingError(number, 3 * x + 1, f"{line[3 * x]!r} is neither a wall ('|') nor blank")
        if line[3 * x] == "|" and x < size:
            walls[y * size + x] |= WEST
        if line[3 * x] == "|" and x > 0:
            walls[y * size + x - 1] |= EAST
        if x < size:
            _read_cell(line[3 * x + 1 : 3 * x + 3], y * size + x, drawing, number, 3 * x + 2)


def _read_cell(text: str, cell: int, drawing: Drawing, line: int, column: int) -> None:
    if text in _MARKS:
        drawing.marks[cell] = _MARKS[text]
    elif text in _REFLECTORS:
        drawing.reflectors[cell] = _REFLECTORS[text]
    elif text in _ROBOTS:
        if _ROBOTS[text] in drawing.robots:
            raise DrawingError(line, column, f"{text!r}: a second {_ROBOTS[text]} robot")
        drawing.robots[_ROBOTS[text]] = cell
    elif text == CENTRE_TEXT:
        drawing.centre.add(cell)
    elif text not in (EMPTY, "  "):
        raise DrawingError(line, column, f"{text!r} is no mark, reflector, robot, empty cell (' .') or centre ('##')")

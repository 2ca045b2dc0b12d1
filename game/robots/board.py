"""The board: 16x16 cells with walls, reflectors and marks, and the slides of robots.

A cell is an int 0..255, y * 16 + x: (0, 0) is the north-west cell, x grows east and y south. `Robots` holds the five
robots' cells in the order of `COLOURS`. A robot that does not take part has the cell ABSENT.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

SIZE: Final = 16
CELLS: Final = SIZE * SIZE
CENTRE: Final = frozenset((119, 120, 135, 136))
ABSENT: Final = 119
"""The cell of a robot that does not take part: in the closed centre, where no other robot comes."""

Cell: TypeAlias = int
Colour: TypeAlias = Literal["red", "yellow", "green", "blue", "silver"]
Heading: TypeAlias = Literal["N", "E", "S", "W"]
Diagonal: TypeAlias = Literal["/", "\\"]
Symbol: TypeAlias = Literal["cup", "bean", "spoon", "bell", "spiral"]
Robots: TypeAlias = tuple[Cell, ...]

COLOURS: Final[tuple[Colour, ...]] = ("red", "yellow", "green", "blue", "silver")
MARK_COLOURS: Final[tuple[Colour, ...]] = COLOURS[:4]
HEADINGS: Final[tuple[Heading, ...]] = ("N", "E", "S", "W")
DIAGONALS: Final[tuple[Diagonal, ...]] = ("/", "\\")
SYMBOLS: Final[tuple[Symbol, ...]] = ("cup", "bean", "spoon", "bell")

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
WALL_BIT: Final[dict[Heading, int]] = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}
STEP: Final[dict[Heading, int]] = {"N": -SIZE, "E": 1, "S": SIZE, "W": -1}
_EDGES: Final[dict[Heading, range]] = {
    "N": range(SIZE),
    "E": range(SIZE - 1, CELLS, SIZE),
    "S": range(CELLS - SIZE, CELLS),
    "W": range(0, CELLS, SIZE),
}
CLOSED: Final = NORTH | EAST | SOUTH | WEST
UPRIGHT: Final[frozenset[Heading]] = frozenset(("N", "S"))
OPPOSITE: Final[dict[Heading, Heading]] = {"N": "S", "E": "W", "S": "N", "W": "E"}
TURNED: Final[dict[Diagonal, dict[Heading, Heading]]] = {
    "/": {"N": "E", "E": "N", "S": "W", "W": "S"},
    "\\": {"N": "W", "W": "N", "S": "E", "E": "S"},
}


class TargetMark(NamedTuple):
    """The mark of a target cell and of its chip. The black hole's colour is "any" and its symbol "spiral"."""

    colour: Colour | Literal["any"]
    symbol: Symbol


class Reflector(NamedTuple):
    """A diagonal that turns every robot except the one of its colour."""

    diagonal: Diagonal
    colour: Colour


HOLE: Final = TargetMark("any", "spiral")
CHIPS: Final[tuple[TargetMark, ...]] = (
    *(TargetMark(colour, symbol) for colour in MARK_COLOURS for symbol in SYMBOLS),
    HOLE,
)


@dataclass(frozen=True, slots=True)
class Board:
    """The fixed parts of the board. Mappings have cells as keys and must not be changed.

    `walls` has a byte for each cell with its walls as bits: N=1 E=2 S=4 W=8. Both cells beside a wall have its bit. The
    border has walls all round.
    """

    walls: bytes
    reflectors: Mapping[Cell, Reflector] = field(default_factory=dict, hash=False)
    marks: Mapping[Cell, TargetMark] = field(default_factory=dict, hash=False)

    def targets(self, mark: TargetMark) -> tuple[Cell, ...]:
        """Return the cells with `mark`, in ascending order. There may be none, one, or several."""
        return tuple(sorted(cell for cell, shown in self.marks.items() if shown == mark))


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight part of a slide.

    `cells` are the cells that the robot enters on the leg, in order. `end` is what ends the leg. At a "reflector", the
    next leg begins in another direction. The last leg ends at a "wall" or a "robot". The last leg has no cells if the
    robot stops on a reflector, where the further way is blocked. `passed` are the cells with a reflector of the robot's
    own colour.
    """

    heading: Heading
    cells: tuple[Cell, ...]
    end: Literal["reflector", "wall", "robot"]
    passed: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class RobotSlide:
    """A move of one robot from `origin` to `target`, where it stops."""

    colour: Colour
    heading: Heading
    origin: Cell
    target: Cell
    legs: tuple[Leg, ...]


def cell_at(x: int, y: int) -> Cell:
    """Return the cell in column `x` and row `y`, both 0 to 15."""
    return y * SIZE + x


def xy(cell: Cell) -> tuple[int, int]:
    """Return the column and the row of a cell."""
    return cell % SIZE, cell // SIZE


def on_border(cell: Cell, heading: Heading) -> bool:
    """Whether `heading` leads off the board from `cell`."""
    return cell in _EDGES[heading]


def standing(robots: Robots) -> dict[Colour, Cell]:
    """Return the cells of the robots that take part."""
    return {colour: cell for colour, cell in zip(COLOURS, robots, strict=True) if cell != ABSENT}


def slide(board: Board, robots: Robots, colour: Colour, heading: Heading) -> RobotSlide | None:
    """Return the slide of one robot. None if it would end where it began or go in circles for ever."""
    origin = robots[COLOURS.index(colour)]
    others = frozenset(robots) - {origin}
    legs: list[Leg] = []
    seen: set[tuple[Cell, Heading]] = set()
    cell, going = origin, heading
    while True:
        leg = _leg(board, others, colour, cell, going)
        legs.append(leg)
        cell = leg.cells[-1] if leg.cells else cell
        if leg.end != "reflector":
            break
        going = TURNED[board.reflectors[cell].diagonal][going]
        if (cell, going) in seen:
            return None
        seen.add((cell, going))
    return RobotSlide(colour, heading, origin, cell, tuple(legs)) if cell != origin else None


def blocker(robots: Robots, slide: RobotSlide) -> tuple[Cell, Colour] | None:
    """Return the cell and the colour of the robot that stopped a slide. None if a wall stopped it."""
    last = slide.legs[-1]
    if last.end != "robot":
        return None
    cell = slide.target + STEP[last.heading]
    return cell, COLOURS[robots.index(cell)]


def _leg(board: Board, others: frozenset[Cell], colour: Colour, start: Cell, heading: Heading) -> Leg:
    """Return the straight way from `start` to the next obstacle or reflector."""
    cells: list[Cell] = []
    passed: list[Cell] = []
    cell, step, bit = start, STEP[heading], WALL_BIT[heading]
    while True:
        if board.walls[cell] & bit:
            return Leg(heading, tuple(cells), "wall", tuple(passed))
        if cell + step in others:
            return Leg(heading, tuple(cells), "robot", tuple(passed))
        cell += step
        cells.append(cell)
        reflector = board.reflectors.get(cell)
        if reflector is None:
            continue
        if reflector.colour != colour:
            return Leg(heading, tuple(cells), "reflector", tuple(passed))
        passed.append(cell)


def legal_slides(board: Board, robots: Robots) -> tuple[RobotSlide, ...]:
    """Return all legal slides: robots in the order of `COLOURS`, directions in the order N, E, S, W."""
    found = (slide(board, robots, colour, heading) for colour in COLOURS for heading in HEADINGS)
    return tuple(move for move in found if move is not None)


def move_robot(robots: Robots, move: RobotSlide) -> Robots:
    """Return the robots after a slide."""
    index = COLOURS.index(move.colour)
    return (*robots[:index], move.target, *robots[index + 1 :])

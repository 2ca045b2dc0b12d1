"""Laying out a board before the game: sheets and turns, robots by hand, a code for all of it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.core.rules import Options
from game.robots import rules
from game.robots.assembly import GENERATED, QUARTERS, box, chosen_sheets, pick_sheets
from game.robots.board import COLOURS, Cell, Colour, cell_at, xy
from game.robots.code import ALPHABET, encode
from game.robots.drifting_droids import NAME, is_droids_code
from game.robots.placement import free_cells
from game.robots.state import State

SOURCES: Final = ("random", "generated", "chosen")
IMPORTED: Final = "imported"  # a board of DriftingDroids, which only its code brings
LONGEST_CODE: Final = 40


def source_of(options: Options) -> str:
    """Return the source of the sheets."""
    sheets = options["sheets"]
    if is_droids_code(sheets):
        return IMPORTED
    return "random" if sheets is None else "generated" if sheets == GENERATED else "chosen"


def with_source(options: Options, source: str, seed: int) -> Options:
    """The options with the sheets from elsewhere; chosen ones begin with those that chance would have taken.

    Robots placed by hand could stand on a mark of the other board: chance places them again.
    """
    sheets: Any = None if source == "random" else GENERATED
    if source == "chosen":
        sheets = [placed.name for placed in pick_sheets(None, options["reflectors"], seed)]
    return {**options, "sheets": sheets, "placement": None}


def with_side(options: Options, quarter: int, side: str) -> Options:
    """The options with another side in a quarter (0 NW, 1 NE, 2 SE, 3 SW).

    A quarter whose centre has the same colour takes the side that lay here.
    """
    placed = {each.turns: each.sheet.id for each in chosen_sheets(options["sheets"])}
    former, colour = placed[quarter], box()[side].colour
    for other, lying in placed.items():
        if other != quarter and box()[lying].colour == colour:
            placed[other] = former
    placed[quarter] = side
    names = [f"{placed[turns]}:{turns}" for turns in range(QUARTERS)]
    return {**options, "sheets": names, "placement": None}


def side_in(options: Options, quarter: int) -> str:
    """The side that lies in a quarter."""
    return next(each.sheet.id for each in chosen_sheets(options["sheets"]) if each.turns == quarter)


def sides() -> Sequence[str]:
    """Every side in the box."""
    return list(box())


def by_hand(options: Options, state: State) -> Options:
    """The options with the robots placed where they stand now."""
    placement = {colour: list(xy(cell)) for colour, cell in zip(COLOURS, state.robots, strict=True)}
    return {**options, "placement": placement}


def may_stand(state: State, cell: Cell) -> bool:
    """Whether a robot may begin on a cell: on no mark, no reflector, not in the middle."""
    return cell in free_cells(state.board)


def with_robot(options: Options, colour: Colour, cell: Cell) -> Options:
    """The options with a robot on another cell; a robot that stands there takes its place."""
    placement = {robot: tuple(place) for robot, place in options["placement"].items()}
    there = xy(cell)
    for robot, place in placement.items():
        if place == there:
            placement[robot] = placement[colour]
    placement[colour] = there
    return {**options, "placement": {robot: list(place) for robot, place in placement.items()}}


def robot_on(options: Options, cell: Cell) -> Colour | None:
    """The robot that was placed on a cell."""
    placement = options["placement"] or {}
    return next((robot for robot, place in placement.items() if cell_at(*place) == cell), None)


def position(options: Options, seed: int) -> State:
    """The first position."""
    return rules.start(options, seed)


def type_letter(code: str, letter: str) -> str:
    """A code with a letter or digit at its end; others are passed over, and so is what would be too much."""
    letter = letter.upper()
    fits = letter in ALPHABET or letter in "OIL"
    return code + letter if fits and len(code) < LONGEST_CODE else code


def turn_letter(code: str, by: int) -> str:
    """A code with its last letter turned, for hands without letters."""
    if not code:
        return ALPHABET[0 if by > 0 else -1]
    last = ALPHABET.find(code[-1])
    return code[:-1] + ALPHABET[(last + by) % len(ALPHABET)]


def shown_code(options: Options, seed: int) -> str:
    """The code of a board as it is shown; of one of DriftingDroids, which is long, only its checksum."""
    code = encode(options, seed)
    return f"{NAME} {code.split('!')[2]}" if is_droids_code(code) else code


def group_code(code: str) -> str:
    """A code in groups of four, as it is shown."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))

"""What a game of Hyper Robots begins with: options, presets and set-up codes; the sheets, the box, generated sheets
and placement; puzzles as files, and what is wrong with them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import getitem
from random import Random
from typing import Any

import pytest

from game.core.options import amend, resolve
from game.core.rules import OptionError, PuzzleError
from game.robots import SPEC, rules
from game.robots.board import (
    CENTRE,
    CHIPS,
    COLOURS,
    EAST,
    HEADINGS,
    HOLE,
    MARK_COLOURS,
    SOUTH,
    WALL_BIT,
    Reflector,
    cell_at,
)
from game.robots.placement import ALPHABET, CodeError, decode, encode, free_cells, placed_by_chance
from game.robots.puzzle import read_puzzle, write_puzzle
from game.robots.rounds import Target
from game.robots.sheets import (
    BOX_FOLDER,
    PlacedSheet,
    SheetError,
    assemble,
    box,
    generated_sheets,
    parse_sheet,
    pick_sheets,
    problems,
    turned_cell,
)
from tests.make import state as position
from tests.stories import is_like
from tests.tables import rows

SHEETS = ["blue2r:3", "red1:0", "yellow2:1", "green1r:2"]
PLACEMENT = {"red": [0, 0], "yellow": [1, 0], "green": [2, 0], "blue": [3, 0], "silver": [15, 15]}


def test_robots_that_were_placed_on_another_board_are_placed_anew():
    options = resolve(SPEC.options, {"placement": PLACEMENT})
    assert amend(SPEC.options, options, {"clock_seconds": 30})["placement"] == PLACEMENT
    assert amend(SPEC.options, options, {"reflectors": False})["placement"] is None
    assert amend(SPEC.options, options, {"sheets": SHEETS})["placement"] is None
    assert amend(SPEC.options, options, {"sheets": SHEETS, "placement": PLACEMENT})["placement"] == PLACEMENT


def test_options_from_the_command_line():
    known = {option.name: option for option in SPEC.options}
    assert known["sheets"].from_text(json.dumps(SHEETS)) == SHEETS
    assert known["sheets"].from_text("generated") == "generated"
    assert known["sheets"].from_text("null") is None
    assert known["placement"].from_text(json.dumps(PLACEMENT)) == PLACEMENT
    assert known["demonstration_seconds"].from_text("0") == 0
    for text in ("red1:0", "[", "{}"):
        with pytest.raises(OptionError, match="option 'sheets'"):
            known["sheets"].from_text(text)


def test_the_seed_decides_board_pile_and_placement_and_nothing_else_does():
    base = position("robots", seed=11, players=2)
    for options in ({"players": 8}, {"players": 1}, {"chips_to_win": 17}, {"one_move_rule": "any"}):
        other = position("robots", seed=11, **options)
        assert (other.board, other.robots, other.chip, other.pile) == (base.board, base.robots, base.chip, base.pile)
    assert len({position("robots", seed=seed).robots for seed in range(20)}) == 20
    assert len({position("robots", seed=seed).pile for seed in range(20)}) == 20


@pytest.mark.parametrize("seed", [0, 1, -1, 7, 2**31 - 1, -(2**40), 2**64])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reflectors": False},
        {"sheets": "generated"},
        {"sheets": SHEETS},
        {"placement": PLACEMENT},
        {"sheets": sorted(SHEETS), "placement": PLACEMENT, "reflectors": False},
    ],
    ids=str,
)
def test_a_code_recreates_board_chips_and_placement(options, seed):
    complete = resolve(SPEC.options, options)
    found, found_seed = decode(encode(complete, seed).lower())
    assert found_seed == seed
    assert found["placement"] == complete["placement"]
    again, wanted = (rules.start({**complete, **choice, "placement": None}, seed) for choice in (found, {}))
    assert again == wanted


@pytest.mark.parametrize(
    ("code", "robots", "chip", "corner"),
    [
        ("A9DY-X5", (129, 12, 86, 140, 212), "yellow cup", "33rcu 36gsp 45bbe 57ybe 85bbe"),
        ("KA1Y-X5", (124, 246, 35, 11, 113), "yellow cup", "42ybe 49bbe 60rcu 71rsp 83ybe"),
        ("NBHY-X5", (130, 255, 31, 20, 212), "yellow cup", "25ycu 35bbe 66rbe 70gsp 74bsp"),
    ],
)
def test_codes_written_down_long_ago_still_hold(code, robots, chip, corner):
    """If this fails, raise the version in code.py: old codes must be refused, not give other boards."""
    options, seed = decode(code)
    state = rules.start(resolve(SPEC.options, options), seed)
    marks = sorted(state.board.marks.items())
    assert (seed, state.robots, " ".join(state.chip)) == (2026, robots, chip)
    assert " ".join(f"{cell}{mark.colour[0]}{mark.symbol[:2]}" for cell, mark in marks[:5]) == corner


def test_codes_are_short():
    options = resolve(SPEC.options, {})
    assert all(len(encode(options, seed).replace("-", "")) <= 10 for seed in (0, 2**30, 2**31 - 1))
    chosen = resolve(SPEC.options, {"sheets": SHEETS, "placement": PLACEMENT})
    assert len(encode(chosen, 2**31 - 1).replace("-", "")) <= 22


def test_a_mistyped_code_is_refused():
    code = encode(resolve(SPEC.options, {}), 123456789)
    refused = 0
    for place, letter in enumerate(code):
        for other in ALPHABET:
            if letter != "-" and other != letter:
                try:
                    assert decode(code[:place] + other + code[place + 1 :])[1] != 123456789
                except CodeError:
                    refused += 1
    assert refused >= 0.99 * len(code.replace("-", "")) * (len(ALPHABET) - 1)
    for text in ("", "-", "0", "0000", "U", code[:-1], code + "é", "1" * 500):
        with pytest.raises(CodeError):
            decode(text)


def test_lookalikes_and_blanks_do_not_matter_in_a_code():
    for seed in range(300):
        code = encode(resolve(SPEC.options, {}), seed)
        if "0" in code and "1" in code:
            assert decode(f" {code.replace('0', 'O').replace('1', 'l').replace('-', ' ')}")[1] == seed
            return
    pytest.fail("no code with both digits")


def test_presets_are_complete_with_the_defaults():
    beginners = {preset.id: preset.options for preset in SPEC.presets}["beginners"]
    options = resolve(SPEC.options, beginners)
    assert (options["reflectors"], options["chips_to_win"]) == (False, 3)
    assert rules.start(options, 0).board.reflectors == {}


SIDES = list(box().values())
FIRST = ["red1:0", "yellow1:1", "green1:2", "blue1:3"]


def combination(numbers, reflectors=""):
    """The board of sheets with these numbers, red in the north-west, then clockwise."""
    ids = [f"{colour}{number}{reflectors}" for colour, number in zip(MARK_COLOURS, numbers, strict=True)]
    return assemble([PlacedSheet(box()[identity], turns) for turns, identity in enumerate(ids)])


@pytest.mark.parametrize("sheet", SIDES, ids=lambda sheet: sheet.id)
def test_every_side_in_the_box_has_the_structure(sheet):
    assert problems(sheet) == []
    assert bool(sheet.reflectors) == sheet.id.endswith("r")
    assert (HOLE in sheet.marks.values()) == (sheet.colour == "blue")
    assert sheet.id.startswith(sheet.colour)


def test_the_box_has_two_double_sided_sheets_for_each_centre():
    assert Counter((sheet.colour, bool(sheet.reflectors)) for sheet in SIDES) == dict.fromkeys(
        product(MARK_COLOURS, (False, True)), 2
    )
    assert len({sheet.walls for sheet in SIDES}) == len(SIDES)


def file_of(identity):
    """The text of a side's file, without the remarks above it."""
    lines = (BOX_FOLDER / f"{identity}.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(lines[[line.startswith("centre ") for line in lines].index(True) :])


def test_remarks_and_blank_lines_are_skipped():
    text = file_of(SIDES[0].id)
    assert parse_sheet(f"# by hand\n\n{text}\n\n", SIDES[0].id, "again") == SIDES[0]


@pytest.mark.parametrize(("place", "text", "what"), rows("torn_sheets", 3))
def test_what_cannot_be_read_is_named_with_its_place(place, text, what):
    line, column = map(int, place.split())
    lines = [entry.ljust(25) for entry in file_of("red1").splitlines()]
    lines[line - 1] = (lines[line - 1][: column - 1] + text + lines[line - 1][column - 1 + len(text) :]).rstrip()
    with pytest.raises(SheetError) as raised:
        parse_sheet("\n".join(lines), "red1", "red1.txt")
    assert str(raised.value).startswith(f"red1.txt, line {line}, column {column}: ")
    assert what in str(raised.value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1: no 'centre COLOUR'"),
        ("centre red\n", "line 2, column 1: 0 lines of drawing, not 17"),
        ("centre red\n\n+--+\n", "line 3, column 1: 1 lines of drawing, not 17"),
        ("centre red\ncentre red\n", "line 2, column 1: 'centre red'"),
    ],
)
def test_a_file_that_ends_too_soon(text, place):
    with pytest.raises(SheetError) as raised:
        parse_sheet(text, "x", "x.txt")
    assert str(raised.value).startswith(f"x.txt, {place}")


def walled(sheet, cells, on=0, off=0):
    """The walls of a sheet with some raised and some taken away on some cells."""
    return bytes((wall | on) & ~off if cell in cells else wall for cell, wall in enumerate(sheet.walls))


def test_the_check_finds_what_is_wrong():
    sheet = box()["red1r"]
    cell = next(iter(sheet.marks))
    reflector = next(iter(sheet.reflectors.values()))
    broken: dict[str, dict[str, Any]] = {
        "each colour": {"marks": dict.fromkeys(sheet.marks, CHIPS[0])},
        "each symbol": {"marks": dict.fromkeys(sheet.marks, CHIPS[0])},
        "exactly one wall": {"walls": box()["red1"].walls[:8] + bytes(56)},
        "one wall on the top edge": {"walls": walled(sheet, range(8), off=EAST)},
        "and the left one": {"walls": walled(sheet, range(0, 64, 8), off=SOUTH)},
        "not exactly one": {"walls": walled(sheet, range(8), on=EAST)},
        "corner of two walls": {"marks": {**{c: m for c, m in sheet.marks.items() if c != cell}, 9 * 7: CHIPS[0]}},
        "not turned in the four ways": {"walls": walled(sheet, [cell], on=15)},
        "only one reflector": {"reflectors": {1: reflector}},
        "same colour": {"reflectors": dict.fromkeys(sheet.reflectors, reflector)},
        "only one of the diagonals": {"reflectors": dict.fromkeys(sheet.reflectors, reflector)},
        "more than one black hole": {"marks": {**sheet.marks, 10: HOLE, 12: HOLE}},
        "has walls": {"walls": sheet.walls[:63] + bytes((1,))},
    }
    assert problems(sheet) == []
    for words, change in broken.items():
        assert any(words in problem for problem in problems(replace(sheet, **change))), words


@pytest.mark.parametrize(("places", "words"), rows("distances_of_marks"))
def test_marks_keep_their_distance(places, words):
    marks = dict.fromkeys((x + 8 * y for x, y in (map(int, place.split()) for place in places.split(", "))), HOLE)
    found = "\n".join(problems(replace(box()["red1"], marks=marks)))
    for told in ("outer line", "too near to each other", "pairs of marks"):
        assert (told in found) == (told in words) and words in found


@pytest.mark.parametrize(
    ("mark", "reflector", "fits"),
    [(27, 27, False), (27, 28, True), (27, 30, True), (27, 31, False), (27, 59, False), (45, 63, False)],
)
def test_a_reflector_is_beside_a_mark_and_not_in_the_centre(mark, reflector, fits):
    sheet = box()["red1r"]
    reflectors = {reflector: next(iter(sheet.reflectors.values()))}
    found = problems(replace(sheet, marks={mark: HOLE}, reflectors=reflectors))
    assert any("in the centre, or not 1 to 3 cells" in problem for problem in found) != fits


def test_generated_sheets_are_valid_and_depend_on_the_seed():
    seen: set[object] = set()
    for seed in range(25):
        for reflectors in (False, True):
            sheets = generated_sheets(Random(seed), reflectors)
            assert [sheet.colour for sheet in sheets] == list(MARK_COLOURS)
            assert [problem for sheet in sheets for problem in problems(sheet)] == []
            assert all(bool(sheet.reflectors) == reflectors for sheet in sheets)
            assert sheets == generated_sheets(Random(seed), reflectors)
            seen.update(sheet.walls for sheet in sheets)
    assert len(seen) > 180


@pytest.mark.parametrize(
    ("turns", "corner", "centre"),
    [(0, (0, 0), (7, 7)), (1, (15, 0), (8, 7)), (2, (15, 15), (8, 8)), (3, (0, 15), (7, 8))],
)
def test_each_centre_corner_meets_in_the_middle(turns, corner, centre):
    assert turned_cell(0, turns) == cell_at(*corner)
    assert turned_cell(63, turns) == cell_at(*centre)


@pytest.mark.parametrize("reflectors", ["", "r"])
def test_boards_are_closed_and_their_walls_have_two_sides(reflectors):
    for numbers in product((1, 2), repeat=4):
        board = combination(numbers, reflectors)
        puzzle: Any = rules.details(rules.start(resolve(SPEC.options, {}), 0))["puzzle"]
        puzzle["walls"] = [list(board.walls[y * 16 : y * 16 + 16]) for y in range(16)]
        assert read_puzzle(puzzle).board.walls == board.walls
        assert len(board.marks) == 17
        assert all(board.walls[cell] == 15 for cell in CENTRE)


def test_a_mark_keeps_its_corner_and_a_reflector_its_way_when_a_sheet_is_turned():
    """Turning the whole board once more turns every wall and diagonal with it."""
    sheets = [box()[f"{colour}1r"] for colour in MARK_COLOURS]
    board = assemble([PlacedSheet(sheet, turns) for turns, sheet in enumerate(sheets)])
    turned = assemble([PlacedSheet(sheet, (turns + 1) % 4) for turns, sheet in enumerate(sheets)])
    assert board.reflectors.items() >= {(turned_cell(cell, 0), each) for cell, each in sheets[0].reflectors.items()}
    for cell in range(256):
        moved = cell_at(15 - cell // 16, cell % 16)
        for heading, clockwise in zip(HEADINGS, (*HEADINGS[1:], HEADINGS[0]), strict=True):
            assert bool(board.walls[cell] & WALL_BIT[heading]) == bool(turned.walls[moved] & WALL_BIT[clockwise])
        assert board.marks.get(cell) == turned.marks.get(moved)
        before, after = board.reflectors.get(cell), turned.reflectors.get(moved)
        assert (before and before.colour) == (after and after.colour)
        assert before is None or before.diagonal != after.diagonal


@pytest.mark.parametrize("reflectors", ["", "r"])
def test_marks_are_complete_with_the_first_sheets_and_missing_or_doubled_with_others(reflectors):
    assert sorted(combination((1, 1, 1, 1), reflectors).marks.values()) == sorted(CHIPS)
    counts = [Counter(combination(numbers, reflectors).marks.values()) for numbers in product((1, 2), repeat=4)]
    assert any(len(count) < len(CHIPS) for count in counts)
    assert any(max(count.values()) == 2 for count in counts)
    assert all(count[HOLE] == 1 for count in counts)


def test_the_options_choose_sheets():
    for seed in range(20):
        for reflectors in (False, True):
            sides = pick_sheets(None, reflectors, seed)
            assert {side.sheet.colour for side in sides} == set(MARK_COLOURS)
            assert [side.turns for side in sides] == [0, 1, 2, 3]
            assert all(bool(side.sheet.reflectors) == reflectors for side in sides)
    assert [side.name for side in pick_sheets(FIRST, True, 5)] == FIRST
    assert pick_sheets("generated", True, 5)[0].sheet.id.startswith("generated")


def test_robots_begin_well_spread_on_free_cells():
    nearest = []
    for seed in range(200):
        board = assemble(pick_sheets(None, True, seed))
        robots = placed_by_chance(board, seed)
        assert len({*robots}) == 5
        assert set(robots) <= set(free_cells(board))
        nearest += [min(abs(a % 16 - b % 16) + abs(a // 16 - b // 16) for b in robots if b != a) for a in robots]
    assert sum(nearest) / len(nearest) > 6.5


def test_free_cells_have_no_mark_no_reflector_and_are_not_in_the_centre():
    board = combination((1, 1, 1, 1), "r")
    assert len(free_cells(board)) == 256 - 4 - len(board.marks) - len(board.reflectors)


def example():
    return rules.details(position("robots", seed=3))["puzzle"]


def test_what_is_written_can_be_read():
    for seed in range(30):
        state = position("robots", seed=seed)
        data = json.loads(json.dumps(rules.details(state)["puzzle"]))
        puzzle = read_puzzle(data)
        assert puzzle.board == replace(state.board, marks={})
        assert puzzle.robots == state.robots
        assert puzzle.target == Target(state.chip.colour, state.board.targets(state.chip))
        assert write_puzzle(puzzle.board, puzzle.robots, puzzle.target) == data


def test_robots_may_stand_on_marks_and_reflectors_and_reflectors_may_be_silver():
    data = example()
    reflector = data["reflectors"][0]
    reflector["color"] = "silver"
    data["robots"]["red"] = [reflector["x"], reflector["y"]]
    data["robots"]["blue"] = data["target"]["cells"][0]
    data["remark"] = "further fields are ignored"
    puzzle = read_puzzle(data)
    assert puzzle.board.reflectors[puzzle.robots[0]] == Reflector(reflector["orientation"], "silver")
    assert puzzle.robots[3] in puzzle.target.cells


def test_a_target_may_be_for_any_robot_and_have_several_cells():
    data = example()
    data["target"] = {"color": "any", "cells": [[3, 4], [0, 1]]}
    assert read_puzzle(data).target == Target("any", (16, 67))
    assert read_puzzle(data).target.robots == COLOURS


@pytest.mark.parametrize(("place", "value", "said"), rows("no_puzzles", 3))
def test_what_is_wrong_is_named_with_its_field(place, value, said):
    data = example()
    *parents, last = (int(part) if part.isdecimal() else part for part in place.split())
    part = reduce(getitem, parents, data)
    if value:
        part[last] = json.loads(value)
    else:
        del part[last]
    with pytest.raises(PuzzleError) as raised:
        read_puzzle(data)
    assert is_like(str(raised.value), said)


@pytest.mark.parametrize("data", [None, 7, "walls", []])
def test_something_else_than_an_object(data):
    with pytest.raises(PuzzleError, match="puzzle: "):
        read_puzzle(data)

"""How robots slide: walls, robots, reflectors, rests on reflectors and loops."""

from __future__ import annotations

import pytest

from game.robots.board import CELLS, COLOURS, HEADINGS, Board, Heading, Leg, cell_at, legal_slides, moved, slide
from tests.rules.robots_ascii import border, position, rest

OPEN = """
    +--+--+--+--+
    | .  .  .  .|
    +  +  +  +  +
    | . @R  .  .|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    | .  .  .  .|
    +--+--+--+--+
"""


@pytest.mark.parametrize(("heading", "end"), [("N", (1, 0)), ("E", (3, 1)), ("S", (1, 3)), ("W", (0, 1))])
def test_a_robot_slides_to_the_wall(heading, end):
    assert rest(OPEN, "red", heading) == end


def test_a_wall_on_the_way_stops_it():
    drawing = """
    +--+--+--+
    |@R  .| .|
    +  +--+  +
    |@B  .  .|
    +  +  +  +
    | .  . @G|
    +--+--+--+
    """
    assert rest(drawing, "red", "E") == (1, 0)
    assert rest(drawing, "red", "S") is None
    assert rest(drawing, "blue", "E") == (2, 1)
    assert rest(drawing, "green", "N") == (2, 0)


def test_another_robot_stops_it_and_does_not_move():
    drawing = """
    +--+--+--+--+
    |@R  .  . @B|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    |@S  .  .  .|
    +--+--+--+--+
    """
    board, robots = position(drawing)
    found = slide(board, robots, "red", "E")
    assert found.target == cell_at(2, 0)
    assert found.legs == (Leg("E", (1, 2), "robot"),)
    assert moved(robots, found) == (2, *robots[1:])
    assert rest(drawing, "red", "S") == (0, 2)


def test_a_robot_does_not_stop_on_a_mark():
    drawing = """
    +--+--+--+
    |@R Rc  .|
    +  +  +  +
    | .  .  .|
    +  +  +  +
    | .  .  .|
    +--+--+--+
    """
    assert rest(drawing, "red", "E") == (2, 0)


def test_a_blocked_robot_has_no_move():
    drawing = """
    +--+--+--+
    |@R|@G @S|
    +--+  +  +
    |@Y  .  .|
    +  +  +  +
    | .  .  .|
    +--+--+--+
    """
    assert [rest(drawing, "red", heading) for heading in HEADINGS] == [None] * 4
    assert rest(drawing, "yellow", "N") is None
    assert rest(drawing, "green", "E") is None


@pytest.mark.parametrize(
    ("diagonal", "heading", "leaves"),
    [
        *[("/", *turn) for turn in ("NE", "EN", "SW", "WS")],
        *[("\\", *turn) for turn in ("NW", "WN", "SE", "ES")],
    ],
)
def test_a_reflector_turns_a_robot_by_ninety_degrees(diagonal, heading, leaves):
    start = {"N": (2, 4), "E": (0, 2), "S": (2, 0), "W": (4, 2)}[heading]
    end = {"N": (2, 0), "E": (4, 2), "S": (2, 4), "W": (0, 2)}[leaves]
    cells = [[" ."] * 5 for _ in range(5)]
    cells[2][2] = diagonal + "b"
    cells[start[1]][start[0]] = "@R"
    rows = ["|" + " ".join(row) + "|" for row in cells]
    edge, gap = "+" + "--+" * 5, "+" + "  +" * 5
    assert rest(f"\n{gap}\n".join(rows).join((edge + "\n", "\n" + edge)), "red", heading) == end


BENT = """
    +--+--+--+--+
    |@Y  . \\b  .|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    |@B  . /b  .|
    +  +  +  +  +
    |@S  .  .  .|
    +--+--+--+--+
"""


def test_several_reflectors_turn_it_within_one_move():
    board, robots = position(BENT)
    found = slide(board, robots, "yellow", "E")
    assert found.legs == (
        Leg("E", (1, 2), "reflector"),
        Leg("S", (18, 34), "reflector"),
        Leg("W", (33,), "robot"),
    )
    assert found.target == cell_at(1, 2)


def test_its_own_colour_passes_through():
    board, robots = position(BENT)
    found = slide(board, robots, "blue", "E")
    assert found.legs == (Leg("E", (33, 34, 35), "wall", passed=(34,)),)


def test_silver_always_turns():
    drawing = """
    +--+--+--+
    |@S  . \\r|
    +  +  +  +
    | .  .  .|
    +  +  +  +
    | .  . /b|
    +--+--+--+
    """
    assert rest(drawing, "silver", "E") == (0, 2)


def test_a_silver_reflector_lets_silver_pass():
    drawing = """
    +--+--+--+
    |@S \\s  .|
    +  +  +  +
    |@R  .  .|
    +  +  +  +
    | .  .  .|
    +--+--+--+
    """
    assert rest(drawing, "silver", "E") == (2, 0)
    assert rest(drawing.replace("@S", " S").replace("@R", " .").replace(" S", "@R"), "red", "E") == (1, 2)


RESTING = """
    +--+--+--+--+
    |@R  . \\b  .|
    +  +  +  +  +
    | .  . @G  .|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    | .  .  .  .|
    +--+--+--+--+
"""


def test_it_rests_on_a_reflector_where_the_step_out_is_blocked():
    board, robots = position(RESTING)
    found = slide(board, robots, "red", "E")
    assert found.target == cell_at(2, 0)
    assert found.legs == (Leg("E", (1, 2), "reflector"), Leg("S", (), "robot"))


def test_it_rests_on_a_reflector_before_a_wall():
    drawing = """
    +--+--+--+
    |@R  . \\b|
    +  +  +--+
    | .  .  .|
    +  +  +  +
    | .  .  .|
    +--+--+--+
    """
    board, robots = position(drawing)
    assert slide(board, robots, "red", "E").legs[-1] == Leg("S", (), "wall")
    assert rest(drawing, "red", "E") == (2, 0)


@pytest.mark.parametrize(("heading", "end"), [("N", None), ("E", (3, 0)), ("S", None), ("W", (0, 0))])
def test_it_may_leave_a_reflector_in_any_direction(heading, end):
    resting = RESTING.replace("@R  . \\b", " .  . @R")
    assert rest(resting, "red", heading) == end
    board, robots = position(RESTING)
    on_reflector = moved(robots, slide(board, robots, "red", "E"))
    found = slide(board, on_reflector, "red", heading)
    assert (found and (found.target % 16, found.target // 16)) == end


def test_a_robot_on_a_reflector_stops_others_before_it():
    board, robots = position(RESTING)
    on_reflector = moved(robots, slide(board, robots, "red", "E"))
    beside = (on_reflector[0], cell_at(0, 0), *on_reflector[2:])
    assert slide(board, beside, "yellow", "E").target == cell_at(1, 0)


ROUND_TRIP = """
    +--+--+--+--+
    | . /b  . \\b|
    +  +  +  +  +
    | . @R  .  .|
    +  +  +  +  +
    | . \\b  . /b|
    +  +  +  +  +
    | .  .  .  .|
    +--+--+--+--+
"""


def test_circling_for_ever_is_no_move():
    assert rest(ROUND_TRIP, "red", "N") is None
    assert rest(ROUND_TRIP, "red", "S") is None
    assert rest(ROUND_TRIP, "red", "E") == (3, 1)


def test_whoever_comes_from_outside_leaves_again():
    """Ways can be gone backwards, so no way leads into a loop: a robot circles only from where it stands."""
    drawing = """
    +--+--+--+--+
    | . /b  . \\b|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    | . \\b  . /b|
    +  +  +  +  +
    | . @R  .  .|
    +--+--+--+--+
    """
    assert rest(drawing, "red", "N") == (0, 2)


def test_ending_where_it_began_is_no_move():
    drawing = """
    +--+--+--+--+
    | . /b  . \\b|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    | .|@R  . /b|
    +  +--+  +  +
    | .  .  .  .|
    +--+--+--+--+
    """
    assert rest(drawing, "red", "N") is None
    assert rest(drawing, "red", "E") is None


def test_it_passes_over_the_cell_it_left():
    drawing = """
    +--+--+--+--+
    | .  .  .  .|
    +  +  +  +  +
    | . /b  . \\b|
    +  +  +  +  +
    | . @R  . /b|
    +  +  +  +  +
    | .  .  .  .|
    +--+--+--+--+
    """
    board, robots = position(drawing)
    found = slide(board, robots, "red", "N")
    assert found.target == cell_at(0, 2)
    assert found.origin in [cell for leg in found.legs for cell in leg.cells]


def test_nothing_stands_in_the_way_on_an_empty_board_but_the_centre():
    board = Board(border())
    robots = (cell_at(7, 0), cell_at(0, 7), cell_at(15, 8), cell_at(8, 15), CELLS - 1)
    ways: tuple[Heading, ...] = ("S", "E", "W", "N")
    assert [slide(board, robots, colour, heading).target for colour, heading in zip(COLOURS, ways, strict=False)] == [
        cell_at(7, 6),
        cell_at(6, 7),
        cell_at(9, 8),
        cell_at(8, 9),
    ]


def test_slides_come_by_robot_and_heading():
    board, robots = position(OPEN)
    found = [(move.colour, move.heading) for move in legal_slides(board, robots)]
    assert found[:4] == [("red", heading) for heading in HEADINGS]
    assert found == sorted(found, key=lambda move: (COLOURS.index(move[0]), HEADINGS.index(move[1])))
    assert ("silver", "S") not in found

"""Slides on random boards full of walls and reflectors, against a second implementation."""

from __future__ import annotations

from random import Random

from game.robots.board import (
    CELLS,
    COLOURS,
    DIAGONALS,
    HEADINGS,
    STEP,
    WALL_BIT,
    Board,
    Reflector,
    Robots,
    legal_slides,
    move_robot,
    slide,
)
from tests.rules.robots_ascii import random_walls
from tests.rules.robots_reference import goes_to

BOARDS = 150
MOVES = 12


def random_board(random: Random) -> Board:
    """A closed board with up to 60 inner walls and 80 reflectors, silver ones included."""
    walls = random_walls(random)
    cells = random.sample(range(CELLS), random.randint(0, 80))
    return Board(walls, {cell: Reflector(random.choice(DIAGONALS), random.choice(COLOURS)) for cell in cells})


def random_positions(seed: int) -> list[tuple[Board, Robots]]:
    """A random board with robots that move about on it, on to reflectors too."""
    random = Random(seed)
    board = random_board(random)
    robots: Robots = tuple(random.sample(range(CELLS), len(COLOURS)))
    positions = [(board, robots)]
    for _ in range(MOVES):
        if slides := legal_slides(board, robots):
            robots = move_robot(robots, random.choice(slides))
            positions.append((board, robots))
    return positions


def test_slides_agree_with_the_second_implementation():
    rests_on_reflectors = came_back = 0
    for seed in range(BOARDS):
        for board, robots in random_positions(seed):
            for colour in COLOURS:
                for heading in HEADINGS:
                    found = slide(board, robots, colour, heading)
                    place = None if found is None else (found.target % 16, found.target // 16)
                    assert place == goes_to(board, robots, colour, heading)
                    rests_on_reflectors += found is not None and not found.legs[-1].cells
                    origin = robots[COLOURS.index(colour)]
                    free = not board.walls[origin] & WALL_BIT[heading] and origin + STEP[heading] not in robots
                    came_back += found is None and free
    assert rests_on_reflectors > 100
    assert came_back > 100


def test_legs_tell_the_whole_way():
    for seed in range(BOARDS // 5):
        for board, robots in random_positions(seed):
            for move in legal_slides(board, robots):
                cell = move.origin
                for index, leg in enumerate(move.legs):
                    for entered in leg.cells:
                        assert entered == cell + STEP[leg.heading]
                        assert not board.walls[cell] & WALL_BIT[leg.heading]
                        assert entered == move.origin or entered not in robots
                        cell = entered
                    assert (leg.end == "reflector") == (index + 1 < len(move.legs))
                    assert leg.end != "reflector" or board.reflectors[cell].colour != move.colour
                    own = [c for c in leg.cells if c in board.reflectors and board.reflectors[c].colour == move.colour]
                    assert list(leg.passed) == own
                assert cell == move.target != move.origin

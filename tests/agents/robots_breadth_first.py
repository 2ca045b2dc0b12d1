"""Small random puzzles full of reflectors, and the plainest possible solver to compare with: breadth first."""

from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from game.robots.board import (
    CELLS,
    COLOURS,
    DIAGONALS,
    HEADINGS,
    OPPOSITE,
    SIZE,
    STEP,
    WALL_BIT,
    Board,
    Colour,
    Reflector,
    cell_at,
)
from game.robots.board import slide as slide_of_the_rules
from game.robots.rounds import Target
from tests.rules.robots_reference import goes_to


@dataclass(frozen=True)
class Small:
    """A puzzle in a closed room in the north-west corner; robots without a place in it are walled in elsewhere."""

    board: Board
    robots: tuple
    target: Target
    players: tuple


def small_puzzle(seed):
    """A room of 3 to 6 by 3 to 5 cells with walls, reflectors of all colours, two to four robots and some targets."""
    random = Random(seed)
    width, height = random.randint(3, 6), random.randint(3, 5)
    room = [y * SIZE + x for y in range(height) for x in range(width)]
    walls = [15] * CELLS
    for cell in room:
        walls[cell] = (
            (cell < SIZE) * 1
            | (cell % SIZE == width - 1) * 2
            | (cell // SIZE == height - 1) * 4
            | (cell % SIZE == 0) * 8
        )
    for _ in range(random.randint(0, 4)):
        put_wall(walls, room, random.choice(room), random.choice(HEADINGS))
    palette = random.sample(COLOURS, random.choice((1, 1, 2, 5)))  # with few colours some robots slide alike
    reflectors = {
        cell: Reflector(random.choice(DIAGONALS), random.choice(palette))
        for cell in random.sample(room, random.randint(0, len(room) // 3))
    }
    count = random.randint(2, 4 if len(room) <= 12 else 3)
    players = tuple(sorted(random.sample(range(5), count)))
    cells = dict(zip(players, random.sample(room, count), strict=True))
    robots = tuple(cells.get(robot, CELLS - 1 - robot) for robot in range(5))
    names: list[Colour | Literal["any"]] = ["any", *(COLOURS[robot] for robot in players)]
    colour = random.choice(names)
    targets = tuple(sorted(random.sample(room, random.choice((1, 1, 1, 2)))))
    return Small(Board(bytes(walls), reflectors), robots, Target(colour, targets), players)


def put_wall(walls, room, cell, heading):
    """A wall on both cells beside it, where both are in the room."""
    beyond = cell + STEP[heading]
    if beyond in room and (heading in "NS" or beyond // SIZE == cell // SIZE):
        walls[cell] |= WALL_BIT[heading]
        walls[beyond] |= WALL_BIT[OPPOSITE[heading]]


def land(board, robots, robot, heading):
    """Where a robot's slide ends, None where it is no move."""
    place = goes_to(board, robots, COLOURS[robot], heading)
    return place and cell_at(*place)


def shortest(small, rule, max_moves):
    """The number of moves of the shortest route that counts, None where there is none within `max_moves`."""
    board, target = small.board, small.target
    eligible = [robot for robot in small.players if COLOURS[robot] in target.robots]
    one_move = any(
        land(board, small.robots, robot, heading) in target.cells for robot in eligible for heading in HEADINGS
    )
    # What the rule wants to know of each robot's own moves: how many (up to two), the last axis, whether one turned.
    nothing = ((0, "", False),) * 5
    layer: set[Any] = {(small.robots, nothing)}
    seen = set()  # without the start, from which the same arrival counts later that does not count at once
    for number in range(1, max_moves + 1):
        following = set()
        for robots, own in layer:
            for robot in small.players:
                for heading in HEADINGS:
                    cell = land(board, robots, robot, heading)
                    if cell is None:
                        continue
                    after = (*robots[:robot], cell, *robots[robot + 1 :])
                    made = own
                    if one_move and rule != "any":
                        moves, axis, turned = own[robot]
                        now = "NS" if heading in "NS" else "EW"
                        entry = (min(2, moves + 1), now, turned or (axis not in ("", now)))
                        made = (*own[:robot], entry, *own[robot + 1 :])
                    if robot in eligible and cell in target.cells and number > 1:
                        enough = not one_move or {"any": True, "own": made[robot][0] == 2, "turn": made[robot][2]}[rule]
                        if enough:
                            return number
                    if (after, made) not in seen:
                        seen.add((after, made))
                        following.add((after, made))
        layer = following
    return None


def final_cells(board, robots, route):
    """The robots after each move of `route`, by the rules; every move is one."""
    for move in route:
        found = slide_of_the_rules(board, robots, move.colour, move.heading)
        assert found is not None, f"{move} is no move"
        index = COLOURS.index(move.colour)
        robots = (*robots[:index], found.target, *robots[index + 1 :])
        yield robots

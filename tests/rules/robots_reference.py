"""A second, slow implementation of a slide: one cell at a time over coordinates, without the rules' tables."""

from __future__ import annotations

from game.robots.board import COLOURS, Board, Colour, Heading, Robots

Place = tuple[int, int]
ARROWS: dict[Heading, Place] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BITS = {(0, -1): 1, (1, 0): 2, (0, 1): 4, (-1, 0): 8}


def goes_to(board: Board, robots: Robots, colour: Colour, heading: Heading) -> Place | None:
    """Where the robot comes to rest; None where that is its own cell or where it never rests."""
    stand = {name: (cell % 16, cell // 16) for name, cell in zip(COLOURS, robots, strict=True)}
    begun = stand.pop(colour)
    (x, y), (dx, dy) = begun, ARROWS[heading]
    for _ in range(4 * 256 + 1):  # there are no more places with a direction than this
        if board.walls[16 * y + x] & BITS[dx, dy] or (x + dx, y + dy) in stand.values():
            return None if (x, y) == begun else (x, y)
        x, y = x + dx, y + dy
        reflector = board.reflectors.get(16 * y + x)
        if reflector and reflector.colour != colour:
            # y grows downwards: "/" swaps east with north, which is (1, 0) with (0, -1)
            dx, dy = (-dy, -dx) if reflector.diagonal == "/" else (dy, dx)
    return None

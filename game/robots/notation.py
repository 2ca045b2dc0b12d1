"""The notation of actions, and the slides of routes in words for a terminal.

Actions are "bid 7", "none", "agree", "concede", "red N", and the clock's "expire" and "speak".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from game.core.rules import IllegalActionError, NotationError
from game.robots.board import COLOURS, HEADINGS, Board, Cell, Heading, Robots, RobotSlide, move_robot, slide, xy
from game.robots.state import Action, Agree, Bid, Concede, Expire, Move, NoRoute, Speak

_BID = re.compile(r"bid ([1-9][0-9]{0,3})", re.ASCII)
_WORDS: Final[dict[str, Action]] = {
    "none": NoRoute(),
    "agree": Agree(),
    "concede": Concede(),
    "expire": Expire(),
    "speak": Speak(),
    **{f"{colour} {heading}": Move(colour, heading) for colour in COLOURS for heading in HEADINGS},
}
_TEXTS: Final = {action: text for text, action in _WORDS.items()}


def text(action: Action) -> str:
    """Return the action in notation."""
    return f"bid {action.number}" if isinstance(action, Bid) else _TEXTS[action]


def texts(route: Iterable[Move]) -> tuple[str, ...]:
    """Return the moves of a route in notation."""
    return tuple(map(text, route))


def parse(text: str) -> Action:
    """Read an action from its notation. Raises NotationError."""
    if text in _WORDS:
        return _WORDS[text]
    if match := _BID.fullmatch(text):
        return Bid(int(match[1]))
    raise NotationError(
        f"{text!r} is no action of robots: write bid and a number (bid 7), none, agree, concede, "
        "or a robot and N, E, S or W (red N); the clock writes expire and speak"
    )


# The most characters of a robot's or a direction's name that a message shows.
_LONGEST_TEXT: Final = 20
_DIRECTIONS: Final[dict[Heading, str]] = {"N": "north", "E": "east", "S": "south", "W": "west"}


def walk(board: Board, robots: Robots, route: Iterable[Move]) -> Iterator[RobotSlide]:
    """Yield the slides of `route` from `robots`. Raises IllegalActionError at a move that is not possible."""
    for move in route:
        found = slide(board, robots, move.colour, move.heading)
        if found is None:
            raise IllegalActionError(f"{text(move)}: the robot would not leave its cell, or would circle for ever")
        yield found
        robots = move_robot(robots, found)


def read_route(entries: Iterable[Any]) -> list[Move]:
    """Read the moves in a solution of engine mode, a list of pairs: colour and heading. Raises NotationError."""
    moves = []
    for entry in entries:
        is_pair = isinstance(entry, list | tuple) and list(map(type, entry)) == [str, str]
        move = parse(" ".join(part[:_LONGEST_TEXT] for part in entry)) if is_pair else None
        if not isinstance(move, Move):
            raise NotationError("the solution has an entry that is no robot with a heading")
        moves.append(move)
    return moves


def tell(slides: Iterable[RobotSlide]) -> list[str]:
    """Return a line for each slide: its first and last cell, and the cells where it turns."""
    lines = []
    width = max(map(len, COLOURS))
    for number, found in enumerate(slides, 1):
        places = [found.origin, *corners(found), found.target]
        way = " ".join("({}, {})".format(*xy(cell)) for cell in places)
        lines.append(f"{number:>2}. {found.colour:<{width}} {_DIRECTIONS[found.heading]:<5}  {way}")
    return lines


def corners(found: RobotSlide) -> list[Cell]:
    """Return the cells of the reflectors that turn a robot on its slide, without the slide's last cell."""
    turns = [leg.cells[-1] for leg in found.legs[:-1] if leg.cells]
    return turns if found.legs[-1].cells else turns[:-1]

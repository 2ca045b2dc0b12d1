"""The content of the robots' board, by its cells."""

from __future__ import annotations

from game.robots.board import standing
from game.robots.route import corners, walk
from game.robots.state import State
from scenes.table.contract.shown import Mark, Piece, ShownBoard, Way


def shown(state: State) -> ShownBoard[object]:
    """A position: the robots, where they stood when the chip was turned, the targets, and the moves of this try.

    A way goes from corner to corner, and its look is the robot's colour.
    """
    pieces = [Piece(cell, colour) for colour, cell in standing(state.robots).items()]
    goals = () if state.phase == "over" else state.board.targets(state.chip)
    marks = [Mark(cell, "goal") for cell in goals]
    marks += [Mark(home, "from") for home, cell in zip(state.markers, state.robots, strict=True) if home != cell]
    ways = [
        Way((slide.origin, *corners(slide), slide.target), slide.colour)
        for slide in walk(state.board, state.markers, state.moves)
    ]
    return ShownBoard(pieces, marks, ways=ways)

"""The route that ended a game, lit as long as its result is looked at."""

from __future__ import annotations

from itertools import pairwise

from game.robots.board import xy
from game.robots.route import walk
from game.robots.state import State
from scenes.robots.looks import Trail

ALPHA = 0.9


def winning_route(state: State) -> tuple[Trail, ...]:
    """A stretch of light for every leg of the moves of the last try; none before the game is over."""
    if state.phase != "over":
        return ()
    trails = []
    for move, found in zip(state.moves, walk(state.board, state.markers, state.moves), strict=True):
        corners = [found.origin, *(leg.cells[-1] for leg in found.legs if leg.cells)]
        trails += [Trail(move.colour, xy(begin), xy(end), ALPHA) for begin, end in pairwise(corners)]
    return tuple(trails)

"""Matches of robots for tests of the screen: a seed whose first puzzle is short, and its route."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import count
from typing import Any

import pygame

from game.core.record import SeatConfig
from game.robots import SPEC
from game.robots.arrival import counts
from game.robots.board import Robots, legal_slides, moved
from game.robots.state import Move, State
from game.robots.turns import target_of
from scenes.match.match_scene import MatchScene
from scenes.robots.bidding import docks
from scenes.robots.board import RobotsBoard
from tests import make
from tests.scenes import posting
from tests.scenes.playhouse import Playhouse

LONGEST = 3


def begin(house: Playhouse, *seats: SeatConfig, actions: Sequence[str] = (), **options: Any) -> MatchScene:
    """A match with a short first puzzle, in the position after `actions`."""
    return house.match(*seats, game=SPEC.id, actions=actions, seed=easy_seed(), **options)


def board_of(match: MatchScene) -> RobotsBoard:
    """The match's board."""
    assert isinstance(match.board, RobotsBoard)
    return match.board


@cache
def easy_seed() -> int:
    """A seed whose first chip can be won in two or three moves, with no special rule in force."""
    return next(seed for seed in count() if not start(seed).bites and shortest(start(seed)))


def start(seed: int) -> State:
    """The first position of a game of two."""
    return make.state(SPEC.id, seed=seed, players=2)


def route() -> tuple[Move, ...]:
    """How the first chip is won."""
    found = shortest(start(easy_seed()))
    assert found is not None
    return found


def shortest(state: State) -> tuple[Move, ...] | None:
    """The first route of at most LONGEST moves that a plain breadth-first search finds."""
    target = target_of(state)
    seen = {state.robots}
    edge: list[tuple[Robots, tuple[Move, ...]]] = [(state.robots, ())]
    for _ in range(LONGEST):
        following = []
        for robots, path in edge:
            for way in legal_slides(state.board, robots):
                longer = (*path, Move(way.colour, way.heading))
                if way.colour in target.robots and way.target in target.cells and counts(longer, False, "own"):
                    return longer
                after = moved(robots, way)
                if after not in seen:
                    seen.add(after)
                    following.append((after, longer))
        edge = following
    return None


def tap_key(house: Playhouse, key: int) -> None:
    """Push a key, and give it time."""
    house.react(partial(posting.key_down, key), partial(posting.key_up, key))


def type_number(house: Playhouse, number: int) -> None:
    """Push the keys of a number's digits."""
    for digit in str(number):
        tap_key(house, getattr(pygame, f"K_{digit}"))


def control(match: MatchScene, seat: int, name: str) -> tuple[int, int]:
    """The middle of a button of a seat's open dock."""
    board = board_of(match)
    return docks.controls(board.context.stage.metrics, board.docks[seat])[name].center

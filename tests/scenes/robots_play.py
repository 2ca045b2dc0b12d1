"""Matches of Hyper Robots for tests of the screen: a seed with a short first puzzle, and its route."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.core.record import SeatConfig
from game.registry import _books, book_of
from game.robots import SPEC
from game.robots.board import COLOURS, Robots, legal_slides, move_robot, slide
from game.robots.rounds import counts, target_of
from game.robots.state import Move, State
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.robots.bidding import docks
from scenes.robots.board import RobotsBoard
from tests import make
from tests.scenes.hands import Hand, PadHand, PointerHand, SteppingHand, TouchHand, hands_of
from tests.scenes.playhouse import Playhouse

BOOK = book_of(SPEC)
LONGEST = 3
DIAL = 8  # what a dial shows at first
HEADINGS = {"N": Kind.UP, "E": Kind.RIGHT, "S": Kind.DOWN, "W": Kind.LEFT}
FLICKS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def begin(house: Playhouse, *seats: SeatConfig, actions: Sequence[str] = (), **options: Any) -> MatchScene:
    """Begin a match with a short first puzzle, in the position after `actions`."""
    return house.match(*seats, game=SPEC.id, actions=actions, seed=easy_seed(), **options)


def board_of(match: MatchScene) -> RobotsBoard:
    """Return the match's board."""
    assert isinstance(match.board, RobotsBoard)
    return match.board


@cache
def easy_seed() -> int:
    """Return a seed whose first chip can be won in two or three moves, without a special rule."""
    return next(seed for seed in count() if not start(seed).bites and shortest(start(seed)))


def make_todays(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Make the game for one with this seed the puzzle of every day."""
    puzzle = replace(BOOK.practice()[0], seed=seed)
    every = SimpleNamespace(of_day=lambda day: puzzle, calendar=lambda: [puzzle], practice=lambda: ())
    monkeypatch.setitem(_books, SPEC.id, every)


def start(seed: int) -> State:
    """Return the first position of a game of two."""
    return make.state(SPEC.id, seed=seed, players=2)


def route() -> tuple[Move, ...]:
    """Return the route that wins the first chip."""
    found = shortest(start(easy_seed()))
    assert found is not None
    return found


def shortest(state: State) -> tuple[Move, ...] | None:
    """Return the first route of at most LONGEST moves that a plain breadth-first search finds."""
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
                after = move_robot(robots, way)
                if after not in seen:
                    seen.add(after)
                    following.append((after, longer))
        edge = following
    return None


def tap_key(house: Playhouse, key: int) -> None:
    """Press a key, and let the app react."""
    house.tap(key)


def type_number(house: Playhouse, number: int) -> None:
    """Press the keys of a number's digits."""
    for digit in str(number):
        tap_key(house, getattr(pygame, f"K_{digit}"))


def control(match: MatchScene, seat: int, name: str) -> tuple[int, int]:
    """Return the middle of a button of a seat's open dock."""
    board = board_of(match)
    return docks.controls(board.context.stage.metrics, board.docks[seat])[name].center


class RobotsHand(Hand):
    """Bids and agrees for the first seat. Steers for the seat that its device plays."""

    @property
    def match(self) -> MatchScene:
        """The match in play."""
        return self.house.playing


class _Pointer(RobotsHand, PointerHand):
    def _open(self) -> None:
        self.point(board_of(self.match).docks[0].center)

    def declare(self, number: int) -> None:
        self._open()
        for _ in range(DIAL - number):
            self.point(control(self.match, 0, "less"))
        self.point(control(self.match, 0, "declare"))

    def agree(self) -> None:
        self._open()  # it closed when the number was declared
        self.point(control(self.match, 0, "agree"))

    def slide(self, move: Move) -> None:
        for cell in self.way(move):
            self.point(cell)

    def way(self, move: Move) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return in pixels where a robot stands and where its slide ends."""
        state, geometry = self.match.session.state, board_of(self.match).geometry
        found = slide(state.board, state.robots, move.colour, move.heading)
        assert found is not None
        return geometry.cell_rect(found.origin).center, geometry.cell_rect(found.target).center

    def flick(self, move: Move) -> None:
        """Pick a robot up and throw it."""
        (x, y), _ = self.way(move)
        dx, dy = FLICKS[move.heading]
        reach = 90 if isinstance(self, TouchHand) else 16  # length in pixels
        self.drag((x, y), (x + reach * dx, y + reach * dy))


class _Stepper(RobotsHand, SteppingHand):
    def declare(self, number: int) -> None:
        for _ in range(DIAL - number):
            self.hit(Kind.DOWN)
        self.hit(Kind.CONFIRM)

    def agree(self) -> None:
        self.hit(Kind.SECONDARY)

    def slide(self, move: Move) -> None:
        for _ in COLOURS:
            if self.selection.robot == move.colour:
                break
            self.hit(Kind.NEXT)
        self.hit(HEADINGS[move.heading])


class RobotsPad(_Stepper, PadHand):
    """Uses a pad's cross and its buttons."""


ROBOTS_HANDS = hands_of(_Pointer, _Stepper, pad=RobotsPad)

"""The four hands (and the numpad) at Star's board: each presses cells in its own way."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import pygame

from game.core.record import SeatConfig
from game.star import SPEC
from game.star.state import SIZE, Action, Cell, Jump, OfferDraw, Place, Slide, State
from scenes.kit.intents import Kind
from scenes.learn.exercise_scene import ExerciseScene
from scenes.match.match_scene import MatchScene
from scenes.star.board import StarBoard
from scenes.star.selection import Selection
from tests.scenes import posting
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, PointerHand, SteppingHand, TouchHand
from tests.scenes.playhouse import Playhouse


def star_match(house: Playhouse, *seats: SeatConfig, actions: Iterable[str] = (), **options: Any) -> MatchScene:
    """Begin in a match of Star in the position after `actions`."""
    return house.match(*seats, game=SPEC.id, actions=actions, **options)


def board_of_star(match: MatchScene) -> StarBoard:
    """The match's board."""
    assert isinstance(match.board, StarBoard)
    return match.board


def action(text: str) -> Action:
    """An action of its notation."""
    return SPEC.rules.parse(text)


class StarHand(Hand):
    """Presses one cell after another, in a match or in an exercise."""

    @property
    def star_board(self) -> StarBoard:
        """The board in play."""
        top = self.house.top
        found = top.table.board if isinstance(top, ExerciseScene) else self.house.playing.board
        assert isinstance(found, StarBoard)
        return found

    @property
    def cursor(self) -> Cell | None:
        """The cell in focus."""
        top = self.house.top
        selection: Selection = top.selection if isinstance(top, ExerciseScene) else self.house.playing.hands.selection
        return selection.cursor

    @property
    def star(self) -> Cell:
        """Where the star stands."""
        top = self.house.top
        state: State = top.table.state if isinstance(top, ExerciseScene) else self.house.playing.session.state
        return state.star

    def cell(self, cell: Cell) -> None:
        """Press a cell."""
        raise NotImplementedError

    def put(self, action: Action) -> None:
        if isinstance(action, OfferDraw):
            self.order(Kind.SECONDARY)
        elif isinstance(action, Place):
            self.cell(action.cell)
        elif isinstance(action, Slide):
            self.cell(action.origin)
            self.cell(action.target)
        else:
            assert isinstance(action, Jump)
            self.cell(self.star)
            self.cell(action.target)


class _Pointer(StarHand, PointerHand):
    def cell(self, cell: Cell) -> None:
        self.point(self.star_board.geometry.cell_rect(cell).center)


class _Stepper(StarHand, SteppingHand):
    """The focus goes there first."""

    def cell(self, cell: Cell) -> None:
        self.steer(cell)
        self.hit(Kind.CONFIRM)

    def steer(self, cell: Cell) -> None:
        """Move the focus to a cell."""
        if self.cursor is None:
            self.hit(Kind.UP)
        row, column = divmod(cell, SIZE)
        for _ in range(2 * SIZE):
            assert self.cursor is not None
            at = divmod(self.cursor, SIZE)
            if at[1] != column:
                self.hit(Kind.RIGHT if at[1] < column else Kind.LEFT)
            elif at[0] != row:
                self.hit(Kind.DOWN if at[0] < row else Kind.UP)
        assert self.cursor == cell


class StarMouse(_Pointer, MouseHand):
    """Clicks."""


class StarTouch(_Pointer, TouchHand):
    """Taps."""


class StarKeys(_Stepper, KeyHand):
    """Arrows and Enter."""


class StarPad(_Stepper, PadHand):
    """A pad's cross and its lower button."""


class StarNumpad(StarHand, KeyHand):
    """The numpad's keys lie as the cells do."""

    def cell(self, cell: Cell) -> None:
        row, column = divmod(cell, SIZE)
        key = pygame.K_KP1 + SIZE * (SIZE - 1 - row) + column
        self.house.react(partial(posting.key_down, key), partial(posting.key_up, key))


STAR_HANDS: dict[str, type[StarHand]] = {
    "mouse": StarMouse,
    "touch": StarTouch,
    "keyboard": StarKeys,
    "pad": StarPad,
    "numpad": StarNumpad,
}

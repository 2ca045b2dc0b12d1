"""Beside Coffee's board: the wheel or the swap takes the place of the moves while it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pygame

from game.coffee.state import Action, Swap
from game.core.record import SeatConfig
from game.core.rules import Seat
from scenes.coffee.board import CoffeeBoard
from scenes.coffee.geometry import wheel_order
from scenes.coffee.selection import Pointing, Selection, Swapping
from scenes.coffee.swap import draw_swap
from scenes.coffee.wheel import draw_wheel
from scenes.kit.canvas import Canvas
from scenes.kit.layout import Shape
from scenes.services import Services
from scenes.table.board import AnyBoard
from scenes.table.seat_cards import Card
from scenes.table.side_panel import PanelContent, SidePanel, match_by_touch

PANELS = {Shape.WIDE: (1432, 328, 392, 608), Shape.CLASSIC: (992, 511, 376, 210), Shape.TALL: (54, 1540, 972, 216)}
TOUCH_CARD, TOUCH_PANEL = (54, 1318, 380, 214), (450, 1318, 576, 214)  # tall, above a finger's buttons


class CoffeeSidePanel(SidePanel):
    """The usual side panel, with a panel of the board's own over the moves; the cards always stay in view."""

    def __init__(
        self, services: Services, eyebrow: str, seats: Sequence[SeatConfig], board: AnyBoard, replay: bool = False
    ) -> None:
        assert isinstance(board, CoffeeBoard)
        self._coffee = board
        super().__init__(services, eyebrow, seats, board, replay)

    def _places(self) -> Any:
        rect = self.stage.metrics.rect
        cards, move_list, title, width = super()._places()
        panel = rect(*PANELS[self.stage.metrics.shape])
        if self.stage.metrics.shape is Shape.TALL and match_by_touch(self.stage) and not self.replay:
            panel = move_list = rect(*TOUCH_PANEL)
            cards = {**cards, self.board.places()[0]: rect(*TOUCH_CARD)}
        self._coffee.places_beside.lie_in(panel)
        return cards, move_list, title, width

    def _classic(self, around: Sequence[Seat]) -> Any:
        rect = self.stage.metrics.rect
        cards = {around[1]: rect(992, 296, 376, 206), around[0]: rect(992, 730, 376, 206)}
        return cards, rect(*PANELS[Shape.CLASSIC]), (992, 84), 376

    def _aim(self, state: Any, seat: Seat, short: bool = False) -> str:
        """The colour that a seat has in this position: a swap exchanges them."""
        return self._coffee.words.roast(state.colours[seat], short)

    def _card(self, state: Any, seat: Seat) -> Card:
        card = super()._card(state, seat)
        return replace(card, notes=(*card.notes[:2], self._aim(state, seat), self._aim(state, seat, short=True)))

    def shown(self, selection: Selection | None, legal: Sequence[Action]) -> pygame.Rect | None:
        """What the wheel or the swap covers of the side panel now, in pixels."""
        places = self._coffee.places_beside
        if not legal or places.wheel is None:
            return None
        if isinstance(selection, Pointing):
            return places.wheel.panel
        return places.swap if selection is not None and Swap() in legal else None

    def covered(self, beside: PanelContent) -> pygame.Rect:
        shown = self.shown(beside.selection, _legal(beside))
        return super().covered(beside) if shown is None else shown

    def draw(self, canvas: Canvas, beside: PanelContent) -> None:
        super().draw(canvas, beside)
        places, words, selection = self._coffee.places_beside, self._coffee.words, beside.selection
        shown = self.shown(selection, _legal(beside))
        if shown is None:
            return
        if isinstance(selection, Pointing) and places.wheel is not None:
            order = wheel_order(self._coffee.geometry.board)
            view = words.wheel(beside.state, selection, order, self.services.preferences.danger_marks)
            draw_wheel(self.stage, canvas, places.wheel, view)
        else:
            chosen = selection == Swapping()
            draw_swap(self.stage, canvas, shown, words.swap(beside.state), chosen)


def _legal(beside: PanelContent) -> Sequence[Any]:
    """What the person in turn may do; nothing while none is."""
    return () if beside.actors is None else next(iter(beside.actors.legal.values()), ())

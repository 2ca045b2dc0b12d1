"""Beside Coffee's board: the wheel or the swap takes the place of the moves while it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame

from game.core.rules import Seat
from scenes.kit.canvas import Canvas
from scenes.kit.layout import Shape
from scenes.table.seat_cards import Card
from scenes.table.side_panel import PanelContent, SidePanel, match_by_touch

if TYPE_CHECKING:
    from scenes.coffee.board import CoffeeScene

PANELS = {Shape.WIDE: (1432, 328, 392, 608), Shape.CLASSIC: (992, 511, 376, 210), Shape.TALL: (54, 1540, 972, 216)}
TOUCH_CARD, TOUCH_PANEL = (54, 1318, 380, 214), (450, 1318, 576, 214)  # tall, above a finger's buttons


class CoffeeSidePanel(SidePanel):
    """The usual side panel, with a panel of the board's own over the moves; the cards always stay in view."""

    def _places(self) -> Any:
        rect = self.stage.metrics.rect
        cards, move_list, title, width = super()._places()
        panel = rect(*PANELS[self.stage.metrics.shape])
        if self.stage.metrics.shape is Shape.TALL and match_by_touch(self.stage) and not self.replay:
            panel = move_list = rect(*TOUCH_PANEL)
            cards = {**cards, self.board.places()[0]: rect(*TOUCH_CARD)}
        self._coffee.take_panel(panel)
        return cards, move_list, title, width

    @property
    def _coffee(self) -> CoffeeScene:
        board: CoffeeScene = self.board  # type: ignore[assignment]
        return board

    def _classic(self, around: Sequence[Seat]) -> Any:
        rect = self.stage.metrics.rect
        cards = {around[1]: rect(992, 296, 376, 206), around[0]: rect(992, 730, 376, 206)}
        return cards, rect(*PANELS[Shape.CLASSIC]), (992, 84), 376

    def _card(self, state: Any, seat: Seat) -> Card:
        card = super()._card(state, seat)
        roast, colour = self._coffee.side_note(seat), self._coffee.side_note(seat, short=True)
        return replace(card, notes=(*card.notes[:2], roast, colour))

    def covered(self, beside: PanelContent) -> pygame.Rect:
        shown = self._coffee.panel_shown(beside.selection, _legal(beside))
        return super().covered(beside) if shown is None else shown

    def draw(self, canvas: Canvas, beside: PanelContent) -> None:
        super().draw(canvas, beside)
        self._coffee.draw_panel(canvas, beside.state, beside.selection, _legal(beside))


def _legal(beside: PanelContent) -> Sequence[Any]:
    """What the person in turn may do; nothing while none is."""
    return () if beside.actors is None else next(iter(beside.actors.legal.values()), ())

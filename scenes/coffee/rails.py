"""Beside Coffee's board: the wheel or the swap takes the place of the moves while it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame

from game.core.rules import Seat
from scenes.cards import Card
from scenes.kit.canvas import Canvas
from scenes.kit.layout import Shape
from scenes.rails import Beside, Rails

if TYPE_CHECKING:
    from scenes.coffee.board import CoffeeScene

PANELS = {Shape.WIDE: (1432, 328, 392, 608), Shape.CLASSIC: (992, 296, 376, 416), Shape.TALL: (54, 1324, 972, 201)}


class CoffeeRails(Rails):
    """The house's rails, with a panel of the board's own over the moves (and, where room is short, over a card)."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.coffee: CoffeeScene = self.board  # type: ignore[assignment]
        self.coffee.take_panel(self.stage.metrics.rect(*PANELS[self.stage.metrics.shape]))

    def _classic(self, around: Sequence[Seat]) -> Any:
        rect = self.stage.metrics.rect
        cards = {around[1]: rect(992, 296, 376, 208), around[0]: rect(992, 728, 376, 208)}
        return cards, rect(992, 524, 376, 184), (992, 84), 376

    def _card(self, state: Any, seat: Seat) -> Card:
        card = super()._card(state, seat)
        return replace(
            card, notes=(card.notes[0], self.coffee.side_note(seat), self.coffee.side_note(seat, short=True))
        )

    def covered(self, beside: Beside) -> pygame.Rect:
        shown = self.coffee.panel_shown(beside.selection, _legal(beside))
        return super().covered(beside) if shown is None else shown

    def draw(self, canvas: Canvas, beside: Beside) -> None:
        super().draw(canvas, beside)
        self.coffee.draw_panel(canvas, beside.state, beside.selection, _legal(beside))


def _legal(beside: Beside) -> Sequence[Any]:
    """What the person in turn may do; nothing while none is."""
    return () if beside.floor is None else next(iter(beside.floor.legal.values()), ())

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
from scenes.coffee.pieces import Pieces
from scenes.coffee.selection import Pointing, Selection, Swapping
from scenes.coffee.wheel import draw_wheel
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas, Sheet, Target
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.board import AnyBoard
from scenes.table.seat_cards import Card
from scenes.table.side_panel import PanelContent, SidePanel, match_by_touch

PANELS = {Shape.WIDE: (1432, 328, 392, 608), Shape.CLASSIC: (992, 511, 376, 210), Shape.TALL: (54, 1540, 972, 216)}
TOUCH_CARD, TOUCH_PANEL = (54, 1318, 380, 214), (450, 1318, 576, 214)  # tall, above a finger's buttons
TITLE = Style(44, theme.IVORY, bold=True)
TEXT = Style(theme.HELPER, theme.MUTED)
LOW_TEXT = Style(theme.CAPTION, theme.IVORY)
LABEL = Style(theme.NAME, theme.INK, bold=True)
MOST_GROWTH = 1.2
BUTTON_HEIGHT, LEAST_BUTTON = 112, 62  # design pixels; a finger may press anywhere on the panel
ROOMY = 440  # height from which there is room for a title and the beans
BEANS = 30  # radius of the saucers


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


def draw_swap(stage: Stage, canvas: Target, rect: pygame.Rect, words: tuple[str, str, str], chosen: bool) -> None:
    """Draw the panel in `rect` (pixels) with a title, a sentence and a button's label; `chosen` waits for a confirm."""
    key = (rect.size, words, chosen)
    sprite = stage.paint.latest("coffee swap", key, lambda: _make(stage, rect.size, words, chosen))
    stage.put(canvas, sprite, rect.topleft)


def _make(stage: Stage, size: tuple[int, int], words: tuple[str, str, str], chosen: bool) -> Sprite:
    unit = stage.metrics.px
    face = stage.paint.panel("lacquer", size)
    pad = -face.dx
    sheet = Sheet.blank((size[0] + 2 * pad, size[1] + 2 * pad))
    stage.put(sheet, face, (pad, pad))
    roomy = size[1] >= unit(ROOMY)
    panel = pygame.Rect((pad, pad), size).inflate(-2 * unit(28), -2 * unit(24 if roomy else 16))
    title, sentence, label = words
    least, gap = unit(BUTTON_HEIGHT if roomy else LEAST_BUTTON), unit(20 if roomy else 8)
    text = panel.copy()
    if roomy:
        head = stage.shrunk(title, stage.capped(TITLE, MOST_GROWTH), text.width)
        stage.text(sheet, title, (text.left, text.top + unit(42)), head, width=text.width)
        _beans(stage, sheet, (text.centerx, text.top + unit(98)))
        text.top += unit(138)
    lines, style = stage.fitted(
        sentence, TEXT if roomy else LOW_TEXT, text.width, panel.bottom - least - gap - text.top
    )
    foot = stage.paragraph(sheet, lines, (text.left, text.top + stage.fonts.ascent(style)), style)
    foot += gap - stage.fonts.ascent(style)
    height = max(least, min(unit(BUTTON_HEIGHT), panel.bottom - foot))
    button = pygame.Rect(panel.left, panel.bottom - height, panel.width, height)
    if chosen:
        stage.put(sheet, stage.paint.ring(button.size), button.topleft)
    stage.put(sheet, stage.paint.button("primary", "normal", button.size), button.topleft)
    inner = button.move(0, -unit(3))
    style = stage.shrunk(label, stage.capped(LABEL, MOST_GROWTH), inner.width - unit(24))
    stage.centred(sheet, label, inner, style, inner.width - unit(24))
    return Sprite(sheet.surface, -pad, -pad)


def _beans(stage: Stage, sheet: Sheet, at: tuple[int, int]) -> None:
    """The two roasts around a point, with arrows both ways between them."""
    pieces = Pieces(stage)
    radius, apart = stage.metrics.px(BEANS), stage.metrics.px(64)
    for colour, side in (("black", -1), ("orange", 1)):
        stage.put(sheet, pieces.bean(radius, colour), (at[0] + side * apart, at[1]))
    pen = f'stroke="{theme.EYEBROW}" stroke-width="4" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    ways = f'<path d="M4 12H28M21 5L28 12L21 19M28 28H4M11 21L4 28L11 35" {pen}/>'
    size = round(0.96 * radius), round(1.2 * radius)
    sheet.blit(svg.render(ways, *size, (32, 40)), (at[0] - size[0] // 2, at[1] - size[1] // 2))

"""Coffee's scenes and side panel. The wheel or the swap covers the moves on the panel while it is needed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pygame

from game.coffee import DANGER_MARKS
from game.coffee.state import Action, Swap
from game.core.rules import Seat
from scenes.coffee.board import CoffeeBoard, CoffeeSetup
from scenes.coffee.geometry import wheel_order
from scenes.coffee.input import Pointing, Selection, Swapping
from scenes.coffee.sprites import Pieces
from scenes.coffee.wheel import draw_wheel
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Part, Shape, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.table.column.side_panel import LOW_STRIP, PanelContent, SeatCard, SidePanel
from scenes.table.loading import GameScenes

TITLE = Style(44, theme.IVORY, bold=True)
TEXT = Style(theme.HELPER, theme.MUTED)
LOW_TEXT = Style(theme.CAPTION, theme.IVORY)
LABEL = Style(theme.NAME, theme.INK, bold=True)
MOST_GROWTH = 1.2
# The least height (in design pixels) at which the swap's panel also shows a title and the two beans.
ROOMY = 440
# Radius of the saucers under the two beans, in design pixels.
BEANS = 30


class CoffeeSidePanel(SidePanel):
    """The usual side panel, on which the wheel or the swap can cover the moves. The cards stay visible."""

    sidebar_card, sidebar_gap = 196, 12

    @property
    def _coffee(self) -> CoffeeBoard:
        assert isinstance(self.board, CoffeeBoard)
        return self.board

    def arrange(self) -> None:
        super().arrange()
        if (paper := self.places.get("paper")) is not None:  # a low panel has no place for the moves
            self._coffee.places_beside.lie_in(paper)

    def _plan(self) -> tuple[Part, Part]:
        before, after = super()._plan()
        if self.stage.metrics.shape is Shape.TALL and self.by_touch and not self.is_replay:
            after = row(cell(f"card {self.board.seats[0]}", 380), cell("paper"), size=204, gap=16)
            if self.has_strip:
                after = column(after, cell("strip", LOW_STRIP), gap=8)
        return before, after

    def card(self, state: object, seat: Seat) -> SeatCard:
        card = super().card(state, seat)
        words = self.board.words.seat(state, seat)
        return replace(card, notes=(*card.notes[:2], words.aim, words.short_aim))

    def shown(self, selection: Selection | None, legal: Sequence[Action]) -> pygame.Rect | None:
        """Return the part of the side panel that the wheel or the swap covers now, in pixels."""
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
            view = words.wheel(beside.state, selection, order, self.board.context.settings[DANGER_MARKS])
            draw_wheel(self.stage, canvas, places.wheel, view)
        else:
            chosen = selection == Swapping()
            draw_swap(self.stage, canvas, shown, words.swap(beside.state), chosen)


def _legal(beside: PanelContent) -> Sequence[Action]:
    """Return the legal actions of the person in turn; () if there is none."""
    return () if beside.actors is None else next(iter(beside.actors.legal.values()), ())


def draw_swap(stage: Stage, canvas: Drawable, rect: pygame.Rect, words: tuple[str, str, str], chosen: bool) -> None:
    """Draw the swap's panel in `rect` (pixels) with title, sentence and button label.

    If `chosen`, a ring around the button shows that Confirm swaps.
    """
    key = (rect.size, words, chosen)
    sprite = stage.paint.cached_one("coffee swap", key, lambda: _make(stage, rect.size, words, chosen))
    stage.blit(canvas, sprite, rect.topleft)


def _make(stage: Stage, size: tuple[int, int], words: tuple[str, str, str], chosen: bool) -> Sprite:
    px, (title, sentence, label) = stage.metrics.px, words
    face = stage.paint.panel("lacquer", size)
    pad = -face.dx
    sheet = SurfaceCanvas.blank((size[0] + 2 * pad, size[1] + 2 * pad))
    stage.blit(sheet, face, (pad, pad))
    roomy = size[1] >= px(ROOMY)
    head, inset, gap, least = ((cell("title", 52), cell("beans", 60)), 24, 16, 112) if roomy else ((), 11, 8, 62)
    room = size[1] - px(2 * inset + least + gap + (112 + 2 * gap if roomy else 0))
    style = TEXT if roomy else LOW_TEXT
    needed = stage.natural_height(sentence, style, size[0] - 2 * px(28), room)
    # If there is more room, the button grows first.
    texts = cell("sentence", fit=needed, share=0.001), cell("button", least=least, most=112)
    page = column(*head, *texts, gap=gap, pad=(28, inset))
    places = within(stage.metrics, pygame.Rect((pad, pad), size), page)
    if roomy:
        stage.label(sheet, title, places["title"], TITLE, grow=MOST_GROWTH)
        _beans(stage, sheet, places["beans"].center)
    button = places["button"]
    stage.label(sheet, sentence, places["sentence"], style, lines=0, grow=math.inf, top=True)
    if chosen:
        stage.blit(sheet, stage.paint.ring(button.size), button.topleft)
    stage.blit(sheet, stage.paint.button("primary", "normal", button.size), button.topleft)
    stage.label(sheet, label, button.inflate(-px(24), 0).move(0, -px(3)), LABEL, "centre", grow=MOST_GROWTH)
    return Sprite(sheet.surface, -pad, -pad)


def _beans(stage: Stage, sheet: SurfaceCanvas, at: tuple[int, int]) -> None:
    """Draw a bean on either side of a point, with arrows in both directions between the two beans."""
    pieces = Pieces(stage)
    radius, apart = stage.metrics.px(BEANS), stage.metrics.px(64)
    for colour, side in (("black", -1), ("orange", 1)):
        stage.blit(sheet, pieces.bean(radius, colour), (at[0] + side * apart, at[1]))
    size = round(0.96 * radius), round(1.2 * radius)
    sheet.blit(stage.drawing("coffee-swap", size).surface, (at[0] - size[0] // 2, at[1] - size[1] // 2))


SCENES = GameScenes(
    setup=CoffeeSetup(),
    board=CoffeeBoard,
    lessons="scenes.coffee.lessons",
    sounds=("stone", "stick"),
    side_panel=CoffeeSidePanel,
    counted={"fork": "count", "offers": "count", "open_row": "length", "row": "length"},
    plain_facts=frozenset({"offers", "swapped"}),
)

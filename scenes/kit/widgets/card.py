"""A card over the dimmed scene below, with widgets on it: what the overlays of the setup and the replay share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.paint import DIALOG_RADIUS, LIFT_DIALOG
from scenes.kit.input.intents import SWITCH, Intent, Kind
from scenes.kit.scene import Item, Nav, Pop, ScanTarget
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import FocusScene

PAD = 48  # design pixels from the card's edge to what is on it
VEIL, CARD_VEIL = 0.6, 0.2  # over a scene, and over a card that has dimmed one already


class CardScene(FocusScene):
    """Subclasses place the card and its widgets in `resized` and draw the rest in `draw_face`."""

    overlay = True
    opening = "open"
    veil = VEIL
    material = "enamel"
    rim = 6.0

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.rect = pygame.Rect(0, 0, 0, 0)

    def place(self, width: int, height: int) -> pygame.Rect:
        """Lay the card, so many pixels large, in the middle of the window; gives the part inside its padding."""
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = (self.stage.metrics.size[0] // 2, self.stage.metrics.size[1] // 2)
        pad = self.stage.metrics.px(PAD)
        return self.rect.inflate(-2 * pad, -2 * pad)

    @property
    def result(self) -> object:
        """The result with which the card pops."""
        return None

    def done(self) -> Nav:
        """Leave, with the result."""
        return Pop(self.result)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.BACK:
            self.stage.audio.play("close")
            return self.done()
        return self.focus.intent(intent)[1]

    def scan(self) -> Sequence[Item]:
        back = ScanTarget("back", self.stage.t("glyph.back"), partial(self.intent, Intent(Kind.BACK, SWITCH)))
        return (*super().scan(), back)

    def draw(self, canvas: Canvas, alpha: float) -> None:
        paint = self.stage.paint
        self.stage.blit(canvas, paint.veil(self.stage.metrics.size, self.veil), (0, 0))
        panel = paint.panel(self.material, self.rect.size, radius=DIALOG_RADIUS, rim=self.rim, lift=LIFT_DIALOG)
        self.stage.blit(canvas, panel, self.rect.topleft)
        self.draw_face(canvas)
        self.focus.draw(canvas)

    def draw_face(self, canvas: Canvas) -> None:
        """Draw the card's content besides its widgets."""

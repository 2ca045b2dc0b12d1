"""The card of one of two actions, the played one or the better one: a press shows it on the board."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Part, cell, column, row, within
from scenes.kit.scene import Nav
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import draw_owned_panel
from scenes.kit.widgets.widget import Touch, Widget

LABEL = Style(theme.CAPTION, bold=True)
BRIEF = Style(theme.TITLE, bold=True)
CHANCE = Style(theme.HEADING, bold=True)
REASON = Style(theme.HELPER)
LARGE = 1.25  # of a card that is wide and high: by how much its type is larger
GROWTH = 1.2  # how far large type follows the text scale
TOKEN = 22  # design pixels, as all below
CHANCE_GAP = 14
LEAST = 22  # of what people with long names bid
LOW = 200  # a card below this height has less room around its words
NARROW = 600  # below this width what it does has a line of its own
STRIP = 14


@dataclass(frozen=True, slots=True)
class ComparedAction:
    """One of two actions: `label` names it, `brief` tells its effect on the board, `chance` what is then left of
    winning.

    `reason` is why it is better or worse, `said` how the action is read aloud, `at` which move it was: said where there
    is room. All but `label` and `brief` may be "".
    """

    label: str
    brief: str
    chance: str = ""
    reason: str = ""
    said: str = ""
    at: str = ""

    @property
    def named(self) -> str:
        """The label with the move."""
        return f"{self.label} · {self.at}" if self.at else self.label


class ChoiceCard(Widget):
    """Shows a choice; enamel while its action is on the board. `identity` has the chance, `edge` its strip."""

    def __init__(
        self,
        rect: pygame.Rect,
        choice: ComparedAction,
        identity: str,
        edge: str,
        is_shown: Callable[[], bool],
        press: Callable[[], None],
    ) -> None:
        super().__init__(rect)
        self.choice = choice
        self.name = choice.named
        self._identity = identity
        self._edge = edge
        self._is_shown, self._press = is_shown, press

    def value(self) -> str:
        return sentences(self.choice.said or self.choice.brief, self.choice.chance, self.choice.reason)

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        self._press()
        return None

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        lit, choice, rect = self._is_shown(), self.choice, self.rect
        draw_owned_panel(stage, canvas, rect, self._identity, lit=lit, strip=STRIP, edge=self._edge)
        main, soft = (theme.INK, theme.INK_SOFT) if lit else (theme.IVORY, theme.MUTED)
        width, height = (side / stage.metrics.scale for side in rect.size)
        large = LARGE if width >= NARROW and height >= LOW else 1.0
        chance = CHANCE._replace(size=large * CHANCE.size, color=main)
        wide = 2 * TOKEN + CHANCE_GAP + stage.natural(choice.chance, stage.limit_scale(chance, 1.0))
        places = within(stage.metrics, rect, _plan(width, height, wide if choice.chance else 0))
        label = stage.limit_scale(LABEL._replace(color=soft), GROWTH)
        fits = stage.fonts.width(choice.named, label) <= places["label"].width
        stage.label(canvas, choice.named if fits else choice.label, places["label"], label, grow=math.inf)
        brief = BRIEF._replace(size=large * BRIEF.size, color=main)
        stage.label(canvas, choice.brief, places["brief"], brief, grow=GROWTH, least=LEAST)
        if choice.chance:
            room, radius = places["chance"], stage.metrics.px(TOKEN)
            drawn = stage.label(canvas, choice.chance, room, chance, "right")
            token = stage.identities.token(self._identity, TOKEN, lit)
            left = drawn.left - stage.metrics.px(CHANCE_GAP) - 2 * radius
            stage.blit(canvas, token, (left, room.centery - radius))
        if choice.reason:
            room = places["reason"]
            largest, usual = REASON._replace(size=large * REASON.size, color=main), REASON._replace(color=main)
            styles = (
                largest,
                stage.limit_scale(largest, 1.0),
                stage.limit_scale(usual, 1.0),
                stage.limit_scale(LABEL, 1.0),
            )
            style = stage.untorn([choice.reason], styles, room.size)._replace(color=main, bold=False)
            stage.label(canvas, choice.reason, room, style, lines=0, grow=math.inf, top=True)


def _plan(width: float, height: float, chance: float) -> Part:
    """The `label`, the `brief` and the `reason`, and the `chance` that is so wide, 0 for none; all design pixels."""
    label, told = cell("label", 38), cell("chance", chance) if chance else None
    if width < NARROW:
        top = row(cell("label"), told, size=56)
        return column(top, cell("brief", 56), cell("reason"), gap=2, pad=(STRIP + 22, 12, 24, 10))
    if height < LOW:
        top = row(column(label, cell("brief", 54), gap=0), told, size=92)
        return column(top, cell("reason"), gap=2, pad=(STRIP + 22, 10, 26, 10))
    top = row(column(label, cell("brief", 78), gap=0), told, size=116)
    return column(top, cell("reason"), gap=12, pad=(STRIP + 26, 20, 32, 16))

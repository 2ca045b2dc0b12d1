"""What a theory says, on the board: a plate on each cell for its placement, a tag on the way of each slide and jump.

Every action has a place of its own: a placement the middle of its cell, a slide the bar that it crosses, a jump the
bar between the star and the piece that it jumps over, which no slide can cross.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from scenes.kit import svg, theme
from scenes.kit.canvas import Sheet
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage

COLORS = {"win": theme.GOOD, "draw": theme.IVORY, "loss": theme.WARN}
PLATE = (140, 108)  # board units
TAG_ACROSS = (98, 84)  # between two cells of a row
TAG_DOWN_HEIGHT = 50  # between two cells of a column; its width follows the text
WORD, TAG = 33.0, 28.0  # type sizes in board units
GAP = 9.0
LINE = 3.0
_SIGNS = {
    "win": '<path d="M0 -9L10 8L-10 8Z" fill="{c}"/>',
    "draw": '<path d="M-10 -5H10M-10 5H10" stroke="{c}" stroke-width="5" stroke-linecap="round"/>',
    "loss": '<path d="M0 9L10 -8L-10 -8Z" fill="{c}"/>',
}
SIGN_WIDTH = 24.0


class Verdict(NamedTuple):
    """The value of an action for the mover, and the plies to the end where it has one."""

    value: str
    plies: int | None


class Plates:
    """Makes plates and tags for one size of the board, put at their middles."""

    def __init__(self, stage: Stage, unit: float) -> None:
        self._stage = stage
        self._unit = unit

    def plate(self, verdict: Verdict) -> Sprite:
        """For a placement: sign and word, and below them in how many plies."""
        return self._once("plate", verdict, lambda: self._two_lines(verdict, PLATE, WORD, self._within(verdict), False))

    def tag(self, verdict: Verdict, across: bool) -> Sprite:
        """For a slide or jump: narrow and high where it lies between two cells of a row, else one line."""
        if not across:
            return self._once("down", verdict, lambda: self._one_line(verdict))
        number = "" if verdict.plies is None else str(verdict.plies)
        return self._once("across", verdict, lambda: self._two_lines(verdict, TAG_ACROSS, TAG, number, True))

    def _once(self, kind: str, verdict: Verdict, make) -> Sprite:  # type: ignore[no-untyped-def]
        key = ("star theory", kind, verdict, self._unit, self._stage.strings.language, self._stage.metrics.text_scale)
        made: Sprite = self._stage.paint.once(key, make)
        return made

    def _within(self, verdict: Verdict) -> str:
        return "" if verdict.plies is None else self._stage.t("star.theory.in", plies=verdict.plies)

    def _word(self, verdict: Verdict) -> str:
        return self._stage.t(f"star.theory.{verdict.value}")

    def _style(self, size: float, color: str) -> Style:
        metrics = self._stage.metrics
        return Style(size * self._unit / (metrics.scale * metrics.text_scale), color, bold=True)

    def _face(self, size: tuple[float, float], radius: float, color: str) -> Sheet:
        width, height = (round(side * self._unit) for side in size)
        defs = svg.gradient("fill", theme.LACQUER, (0, 0), (width * 0.3, height))
        line = LINE * self._unit
        body = svg.box(0, 0, width, height, radius * self._unit, fill="#120A06", opacity=0.9)
        body += svg.box(1, 1, width - 2, height - 2, (radius - 1) * self._unit, fill="url(#fill)")
        body += svg.box(0, 0, width, height, radius * self._unit, stroke=color, line=line)
        return Sheet(svg.render(f"<defs>{defs}</defs>{body}", width, height))

    def _sign(self, sheet: Sheet, value: str, x: float, y: float) -> None:
        """The sign with its middle at `x`, `y` (pixels)."""
        side = round(SIGN_WIDTH * self._unit)
        body = f'<g transform="translate(12 12)">{_SIGNS[value].format(c=COLORS[value])}</g>'
        sheet.blit(svg.render(body, side, side, (24, 24)), (x - side / 2, y - side / 2))

    def _line(self, sheet: Sheet, value: str, text: str, middle: tuple[float, float], style: Style, sign: bool) -> None:
        """A line of text, after the sign where that is asked for, centred around `middle` (pixels)."""
        stage = self._stage
        room = (SIGN_WIDTH + GAP) * self._unit if sign else 0.0
        width = stage.fonts.width(text, style) if text else 0
        left = middle[0] - (room + width - (GAP * self._unit if sign and not text else 0)) / 2
        if sign:
            self._sign(sheet, value, left + SIGN_WIDTH * self._unit / 2, middle[1])
        if text:
            drop = 0.366 * style.size * stage.metrics.scale * stage.metrics.text_scale
            stage.text(sheet, text, (left + room, middle[1] + drop), style)

    def _two_lines(
        self, verdict: Verdict, size: tuple[float, float], type_size: float, number: str, sign_below: bool
    ) -> Sprite:
        """Word and number; the sign stands before the word, or before the number where `sign_below`."""
        color = COLORS[verdict.value]
        sheet = self._face(size, 15, color)
        width, height = sheet.surface.get_size()
        single = not number and not sign_below
        top, bottom = (height * 0.5, 0.0) if single else (height * 0.30, height * 0.70)
        head, foot = self._style(type_size, color), self._style(type_size, theme.IVORY)
        self._line(sheet, verdict.value, self._word(verdict), (width / 2, top), head, not sign_below)
        if not single:
            self._line(sheet, verdict.value, number, (width / 2, bottom), foot, sign_below)
        return _centred(sheet.surface)

    def _one_line(self, verdict: Verdict) -> Sprite:
        color = COLORS[verdict.value]
        style = self._style(TAG, color)
        text = " ".join(part for part in (self._word(verdict), self._within(verdict)) if part)
        width = self._stage.fonts.width(text, style) / self._unit + SIGN_WIDTH + GAP + 32
        sheet = self._face((width, TAG_DOWN_HEIGHT), TAG_DOWN_HEIGHT / 2, color)
        middle = sheet.surface.get_width() / 2, sheet.surface.get_height() / 2
        self._line(sheet, verdict.value, text, middle, style, True)
        return _centred(sheet.surface)


def _centred(surface: pygame.Surface) -> Sprite:
    return Sprite(surface, -surface.get_width() // 2, -surface.get_height() // 2)

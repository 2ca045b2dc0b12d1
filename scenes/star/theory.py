"""What a theory says, on the board: a plate on each cell for its placement, a tag along each slide and jump.

Every action has a place of its own: a placement the middle of its cell, a slide the bar that it crosses, a jump the
bar between the star and the piece that it jumps over, which no slide can cross.
"""

from __future__ import annotations

from typing import NamedTuple

from scenes.kit import svg, theme
from scenes.kit.canvas import Sheet
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.table.coordinates import coordinate_style

COLORS = {"win": theme.GOOD, "draw": theme.IVORY, "loss": theme.WARN}
PLATE, PLATE_SINGLE = (140, 108), (140, 64)  # board units; the latter without a number
TAG_ACROSS = (90, 84)  # between two cells of a row
TAG_DOWN_HEIGHT = 46  # between two cells of a column; its width follows the text
TAG_POINT = 22  # how far a tag's point stands out
WORD, TAG = 33.0, 28.0  # type sizes in board units
GAP = 8.0
LINE = 3.0
_SIGNS = {
    "win": '<path d="M0 -9L10 8L-10 8Z" fill="{c}"/>',
    "draw": '<path d="M-10 -5H10M-10 5H10" stroke="{c}" stroke-width="5" stroke-linecap="round"/>',
    "loss": '<path d="M0 9L10 -8L-10 -8Z" fill="{c}"/>',
}
SIGN_WIDTH = 24.0
ROUND = 'stroke-linejoin="round"'


class Verdict(NamedTuple):
    """The value of an action for the mover, and the plies to the end where it has one."""

    value: str
    plies: int | None


class Plates:
    """Makes plates and tags for one size of the board, put at their middles (a tag's without its point)."""

    def __init__(self, stage: Stage, unit: float) -> None:
        self._stage = stage
        self._unit = unit

    def plate(self, verdict: Verdict) -> Sprite:
        """For a placement: sign and word, and below them in how many plies."""

        def make() -> Sprite:
            within = self._within(verdict)
            width, height = (side * self._unit for side in (PLATE if within else PLATE_SINGLE))
            body = svg.box(0, 0, width, height, 14 * self._unit, fill="url(#fill)")
            body += svg.box(0, 0, width, height, 14 * self._unit, stroke=COLORS[verdict.value], line=LINE * self._unit)
            sheet = self._sheet(body, (width, height))
            top = height * (0.30 if within else 0.5)
            self._line(sheet, verdict.value, self._word(verdict), (width / 2, top), WORD)
            if within:
                self._line(sheet, "", within, (width / 2, height * 0.70), WORD)
            return Sprite(sheet.surface, -round(width / 2), -round(height / 2))

        return self._stage.paint.once(self._key(("plate",), verdict), make)

    def tag(self, verdict: Verdict, direction: tuple[int, int]) -> Sprite:
        """For a slide or jump: narrow with two lines where it goes along a row, else one line."""

        def make() -> Sprite:
            return self._across(verdict, direction[0]) if direction[0] else self._down(verdict, direction[1])

        return self._stage.paint.once(self._key(("tag", *direction), verdict), make)

    def _key(self, kind: tuple[object, ...], verdict: Verdict) -> tuple[object, ...]:
        stage = self._stage
        return "star theory", *kind, verdict, self._unit, stage.strings.language, stage.metrics.text_scale

    def _across(self, verdict: Verdict, dx: int) -> Sprite:
        """Word above sign and number; the point to the left or right."""
        width, height = (side * self._unit for side in TAG_ACROSS)
        sheet, left, _ = self._pointed((width, height), (dx, 0), COLORS[verdict.value])
        number = "" if verdict.plies is None else str(verdict.plies)
        self._line(sheet, "", self._word(verdict), (left + width / 2, height * 0.29), TAG, COLORS[verdict.value])
        self._line(sheet, verdict.value, number, (left + width / 2, height * 0.72), TAG, theme.IVORY)
        return Sprite(sheet.surface, -round(left + width / 2), -round(height / 2))

    def _down(self, verdict: Verdict, dy: int) -> Sprite:
        """One line; the point above or below."""
        text = " ".join(part for part in (self._word(verdict), self._within(verdict)) if part)
        style = self._style(TAG, theme.IVORY)
        width = self._stage.fonts.width(text, style) + (SIGN_WIDTH + GAP + 28) * self._unit
        height = TAG_DOWN_HEIGHT * self._unit
        sheet, _, top = self._pointed((width, height), (0, dy), COLORS[verdict.value])
        self._line(sheet, verdict.value, text, (width / 2, top + height / 2), TAG)
        return Sprite(sheet.surface, -round(width / 2), -round(top + height / 2))

    def _pointed(self, size: tuple[float, float], to: tuple[int, int], color: str) -> tuple[Sheet, float, float]:
        """A face with a point towards `to`; gives where its left and top edges lie on the sheet."""
        width, height = size
        point = TAG_POINT * self._unit
        left, top = point * (to[0] < 0), point * (to[1] < 0)
        right, bottom = left + width, top + height
        inset = LINE * self._unit
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        tip = ((left + right + to[0] * (width + 2 * point)) / 2, (top + bottom + to[1] * (height + 2 * point)) / 2)
        after = {(0, -1): 1, (1, 0): 2, (0, 1): 3, (-1, 0): 4}[to]
        if to[1]:  # a point as wide as the tag would be blunt
            wing = 1.15 * point
            base = bottom if to[1] > 0 else top
            corners[after:after] = [(tip[0] - wing * -to[1], base), tip, (tip[0] + wing * -to[1], base)]
        else:
            corners.insert(after, tip)
        middle = (left + right) / 2, (top + bottom) / 2
        near = [(x + inset * _towards(x, middle[0]), y + inset * _towards(y, middle[1])) for x, y in corners]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in near) + "Z"
        body = f'<path d="{path}" fill="url(#fill)" stroke="#120A06" stroke-width="{2 * inset:.1f}" {ROUND}/>'
        body += f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{inset:.1f}" {ROUND}/>'
        whole = width + point * abs(to[0]), height + point * abs(to[1])
        return self._sheet(body, whole), left, top

    def _sheet(self, body: str, size: tuple[float, float]) -> Sheet:
        defs = svg.gradient("fill", theme.LACQUER, (0, 0), (size[0] * 0.3, size[1]))
        return Sheet(svg.render(f"<defs>{defs}</defs>{body}", round(size[0]), round(size[1])))

    def _within(self, verdict: Verdict) -> str:
        return "" if verdict.plies is None else self._stage.t("star.theory.in", plies=verdict.plies)

    def _word(self, verdict: Verdict) -> str:
        return self._stage.t(f"star.theory.{verdict.value}")

    def _style(self, size: float, color: str) -> Style:
        """A style of `size` board units."""
        return coordinate_style(self._stage, self._unit, size)._replace(color=color)

    def _line(
        self, sheet: Sheet, value: str, text: str, middle: tuple[float, float], size: float, color: str = ""
    ) -> None:
        """A value's sign, if one is given, and a text beside it, around `middle` (pixels)."""
        stage = self._stage
        style = self._style(size, color or (COLORS[value] if value else theme.IVORY))
        side = SIGN_WIDTH * self._unit if value else 0.0
        gap = GAP * self._unit if value and text else 0.0
        left = middle[0] - (side + gap + stage.fonts.width(text, style)) / 2
        if value:
            body = f'<g transform="translate(12 12)">{_SIGNS[value].format(c=COLORS[value])}</g>'
            drawn = svg.render(body, round(side), round(side), (24, 24))
            sheet.blit(drawn, (left, middle[1] - side / 2))
        baseline = middle[1] + 0.366 * size * self._unit
        stage.text(sheet, text, (left + side + gap, baseline), style)


def _towards(value: float, middle: float) -> float:
    """The sign of the way from `value` to `middle`."""
    return float(value < middle) - float(value > middle)

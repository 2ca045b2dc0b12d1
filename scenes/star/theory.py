"""Theory on the board: a plate on each cell for its placement, for others an arrow with a sign or pill.

A pill lies beside its arrow, where it covers neither the star nor a piece nor what else is said.
"""

from __future__ import annotations

from typing import NamedTuple

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage
from scenes.table.cells.pieces import coordinate_style

COLORS = {"win": theme.GOOD, "draw": theme.IVORY, "loss": theme.WARN}
PLATE, PLATE_SINGLE = (140, 108), (140, 64)  # board units; the latter without a number
DOT = 52
PILL_HEIGHT, PILL_PAD = 56, 20  # a pill's width follows the text
WORD, PILL_WORD = 33.0, 32.0  # type sizes in board units
GAP = 8.0
LINE = 3.0
SIGN_WIDTH = 24.0


class ActionValue(NamedTuple):
    """The value of an action for the mover, and the plies to the end where it has one."""

    value: str
    plies: int | None


class Plates:
    """Makes plates and pills for one size of the board, put at their middles."""

    def __init__(self, stage: Stage, unit: float) -> None:
        self._stage = stage
        self._unit = unit
        self.paint = stage.paint

    @remembered
    def plate(self, verdict: ActionValue) -> Sprite:
        """Return the plate of a placement: sign and word, and below them in how many plies."""
        within = self._within(verdict)
        width, height = (side * self._unit for side in (PLATE if within else PLATE_SINGLE))
        sheet = self._face((width, height), 14 * self._unit, verdict.value)
        top = height * (0.30 if within else 0.5)
        self._line(sheet, verdict.value, self._word(verdict), (width / 2, top), WORD)
        if within:
            self._line(sheet, "", within, (width / 2, height * 0.70), WORD)
        return Sprite(sheet.surface, -round(width / 2), -round(height / 2))

    @remembered
    def pill(self, verdict: ActionValue) -> Sprite:
        """Return the pill of a slide or jump, beside its arrow: sign, word and plies in one line."""
        text = " ".join(part for part in (self._word(verdict), self._within(verdict)) if part)
        style = self._style(PILL_WORD, COLORS[verdict.value])
        width = self._stage.fonts.width(text, style) + (SIGN_WIDTH + GAP + 2 * PILL_PAD) * self._unit
        height = PILL_HEIGHT * self._unit
        sheet = self._face((width, height), height / 2, verdict.value, LINE * self._unit / 2)
        self._line(sheet, verdict.value, text, (width / 2, height / 2), PILL_WORD)
        return Sprite(sheet.surface, -round(width / 2), -round(height / 2))

    @remembered
    def dot(self, verdict: ActionValue) -> Sprite:
        """Return the sign alone, for a slide or jump that is not in focus, on its arrow."""
        side = DOT * self._unit
        sheet = self._face((side, side), side / 2, verdict.value, LINE * self._unit / 2)
        self._line(sheet, verdict.value, "", (side / 2, side / 2), WORD)
        return Sprite(sheet.surface, -round(side / 2), -round(side / 2))

    @property
    def drawn_at(self) -> tuple[object, ...]:
        """Return all that plates hang on."""
        return self._unit, self._stage.strings.language, self._stage.metrics.text_scale

    def _face(self, size: tuple[float, float], radius: float, value: str, inset: float = 0.0) -> SurfaceCanvas:
        """A plate in a line of its value's colour, `inset` from the edge."""
        width, height = size
        defs = svg.gradient("fill", theme.LACQUER, (0, 0), (width * 0.3, height))
        body = svg.box(0, 0, width, height, radius, fill="url(#fill)")
        edge = (width - 2 * inset, height - 2 * inset, radius - inset)
        body += svg.box(inset, inset, *edge, stroke=COLORS[value], line=LINE * self._unit)
        return SurfaceCanvas(svg.render(f"<defs>{defs}</defs>{body}", round(width), round(height)))

    def _within(self, verdict: ActionValue) -> str:
        return "" if verdict.plies is None else self._stage.t("star.theory.in", plies=verdict.plies)

    def _word(self, verdict: ActionValue) -> str:
        return self._stage.t(f"star.theory.{verdict.value}")

    def _style(self, size: float, color: str) -> Style:
        """A style of `size` board units."""
        return coordinate_style(self._stage, self._unit, size)._replace(color=color)

    def _line(
        self, sheet: SurfaceCanvas, value: str, text: str, middle: tuple[float, float], size: float, color: str = ""
    ) -> None:
        """A value's sign, if one is given, and a text beside it, around `middle` (pixels)."""
        stage = self._stage
        style = self._style(size, color or (COLORS[value] if value else theme.IVORY))
        side = SIGN_WIDTH * self._unit if value else 0.0
        gap = GAP * self._unit if value and text else 0.0
        left = middle[0] - (side + gap + stage.fonts.width(text, style)) / 2
        if value:
            drawn = stage.drawing(f"star/{value}", (round(side), round(side)), color=COLORS[value]).surface
            sheet.blit(drawn, (left, middle[1] - side / 2))
        baseline = middle[1] + 0.366 * size * self._unit
        stage.text(sheet, text, (left + side + gap, baseline), style)

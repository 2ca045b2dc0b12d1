"""The chance of winning over a game as a curve on lacquer, with brass beads where the game turned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.review import Worth
from game.core.rules import Seat
from game.review.turning_points import PositionValue
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage

SECONDS = 0.6  # in which it draws itself
PAD = 26  # design pixels, as all below
TOKEN, TOKEN_ROOM = 15, 44
LINE, BEAD, LIT, GLOW = 3, 9, 13, 9
DASH, GAP = 8, 8

Points = tuple[tuple[float, float], ...]
NEARLY_EVEN = 0.02
EXACT = 0.0005  # of a chance that stands for a certain win, draw or loss


@dataclass(frozen=True, slots=True)
class Curve:
    """The content of a curve: for each of `colors` the chances, 0..1, at the plies where they are known, of `plies` in
    all.

    `beads` are plies at which the first line has a bead, `lit` is the one that is looked at, `at` where a thin line
    stands, -1 for none. `sides` are the identities whose chances grow upwards and downwards, where there are two.
    """

    plies: int
    lines: tuple[Points, ...]
    colors: tuple[str, ...]
    beads: tuple[int, ...] = ()
    lit: int = -1
    at: int = -1
    sides: tuple[str, ...] = ()

    @property
    def height_of(self) -> dict[int, float]:
        """The chance on the first line by ply."""
        return {round(ply): chance for ply, chance in self.lines[0]} if self.lines else {}


def bead_place(stage: Stage, rect: pygame.Rect, curve: Curve, ply: int) -> tuple[int, int]:
    """Return the place of a ply's bead, in pixels."""
    x, y = _Plot(stage, rect.size, curve).at(ply, curve.height_of.get(ply, 0.5))
    return rect.left + round(x), rect.top + round(y)


def draw_curve(stage: Stage, canvas: Canvas, rect: pygame.Rect, curve: Curve, share: float = 1.0) -> None:
    """Draw the panel with the first `share` of its lines, and the beads that lie there."""
    stage.blit(canvas, stage.paint.panel("lacquer", rect.size), rect.topleft)
    drawn = replace(curve, beads=(), lit=-1)
    key = ("curve", rect.size, drawn)
    lines = stage.paint.cached_async(key, rect.size, lambda: Sprite(_lines(_Plot(stage, rect.size, drawn))))
    width = rect.width if share >= 1 else max(1, round(rect.width * share))
    canvas.blit(lines.surface, rect.topleft, area=pygame.Rect(0, 0, width, rect.height))
    for identity, top in zip(curve.sides, (PAD, rect.height / stage.metrics.scale - PAD), strict=False):
        token = stage.identities.token(identity, TOKEN)
        corner = rect.left + stage.metrics.px(PAD - 6), rect.top + stage.metrics.px(top - TOKEN)
        stage.blit(canvas, token, corner)
    for ply in curve.beads:
        x, y = bead_place(stage, rect, curve, ply)
        if x - rect.left <= width:
            lit = ply == curve.lit
            half = stage.metrics.px((LIT if lit else BEAD) + GLOW)
            bead = stage.drawing("curve-bead-lit" if lit else "curve-bead", (2 * half, 2 * half))
            stage.blit(canvas, bead, (x - half, y - half))


class _Plot:
    """Where things lie on a panel of some size, in pixels from its corner."""

    def __init__(self, stage: Stage, size: tuple[int, int], curve: Curve) -> None:
        self.px = stage.metrics.px
        self.size = size
        self.curve = curve
        self._left = self.px(PAD + (TOKEN_ROOM if curve.sides else 0))
        self._top = self.px(PAD)

    def at(self, ply: float, chance: float) -> tuple[float, float]:
        """The place of a chance at a ply."""
        width, height = self.size[0] - self._left - self._top, self.size[1] - 2 * self._top
        return self._left + width * ply / self.curve.plies, self._top + height * (1 - chance)


def _lines(plot: _Plot) -> pygame.Surface:
    """The mid line, dashed, where the game stands, and the curves."""
    px, curve = plot.px, plot.curve
    way = svg.dash_path((plot.at(0, 0.5), plot.at(curve.plies, 0.5)), px(DASH), px(GAP))
    body = f'<path d="{way}" fill="none" stroke="{theme.MUTED}" stroke-width="{max(1, px(1.5))}" opacity=".55"/>'
    if curve.at >= 0:
        x, top = plot.at(curve.at, 1)
        _, bottom = plot.at(curve.at, 0)
        body += f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="{theme.EYEBROW}" stroke-width="{px(2)}"/>'
    pen = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    for points, color in zip(curve.lines, curve.colors, strict=True):
        corners = [plot.at(ply, chance) for ply, chance in points]
        if len(corners) > 1:
            way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners)
            body += f'<path d="{way}" {pen} stroke="#0B0A09" stroke-width="{px(LINE + 4)}" opacity=".6"/>'
            body += f'<path d="{way}" {pen} stroke="{color}" stroke-width="{px(LINE)}"/>'
    return svg.render(body, *plot.size)


def chance_text(t: Callable[..., str], chance: float) -> str:
    """Return a chance of winning: "won", "lost", or per cent; never 0 % or 100 % for an uncertain one."""
    if chance >= 1 - EXACT:
        return t("review.won")
    if chance <= EXACT:
        return t("review.lost")
    return t("review.percent", value=max(1, min(99, round(100 * chance))))


def worth_text(t: Callable[..., str], worth: Worth, seat: Seat) -> str:
    """Return a position's value for a seat: "wins in 9 moves" (plies, as theory counts), "even", "71 %"."""
    chance = worth.chances[seat]
    if worth.plies is not None and worth.plies > 0 and chance in (0.0, 1.0):
        return t("review.wins_in" if chance else "review.loses_in", count=worth.plies)
    if len(worth.chances) == 2 and abs(chance - 0.5) < NEARLY_EVEN:
        return t("review.even")
    return chance_text(t, chance)


def curve_of(
    stage: Stage,
    identities: Sequence[str],
    bottom: Seat,
    values: Sequence[PositionValue | None],
    beads: Sequence[int] = (),
    lit: int = -1,
    at: int = -1,
) -> Curve:
    """The chances over a game: of two the one below the board, of more everybody's in their colours."""
    known = [(float(ply), value.worth.chances) for ply, value in enumerate(values) if value is not None]
    seats = [bottom] if len(identities) == 2 else range(len(identities))
    lines = tuple(tuple((ply, chances[seat]) for ply, chances in known) for seat in seats)
    colors = (theme.IVORY,) if len(identities) == 2 else tuple(stage.identities[who].color for who in identities)
    sides = (identities[bottom], identities[1 - bottom]) if len(identities) == 2 else ()
    return Curve(max(1, len(values) - 1), lines, colors, tuple(beads), lit, at, sides)

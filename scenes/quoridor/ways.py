"""Pictures of why a wall matters: the way that it cut in dots, and the rest, which grows from the pawn."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pygame

from game.quoridor.state import Cell, WallPlacement
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.drawing.player_marks import PlayerMark
from scenes.kit.stage import Stage
from scenes.quoridor.geometry import Geometry

DOTS_SECONDS = 0.3  # in which the dots go out from the wall
SPEED = 900  # design pixels a second at which the new way grows
DOT, PITCH = 7, 22
LINE, KEY, CORE = 12, 20, 3
HEAD = 60  # the side of the head's drawing
KEY_COLOR, DOT_COLOR, DOT_KEY = "#1B0D04", "#FFE6C2", "#120A06"
PAWN = (0.36, 0.72, 0.50)  # cells that a pawn takes from its middle: to the sides, up, down
Corner = tuple[float, float]  # pixels


class QuoridorWays:
    """Draws on one geometry."""

    def __init__(self, stage: Stage, geometry: Geometry) -> None:
        self._stage = stage
        self.paint, self.drawn_at = stage.paint, stage.metrics.scale
        self._geometry = geometry

    def draw(
        self,
        canvas: Drawable,
        who: PlayerMark,
        wall: WallPlacement,
        old: Sequence[Cell],
        new: Sequence[Cell],
        time: float,
    ) -> None:
        """The ways of `who` as they are `time` seconds after the wall came to lie; at once with reduced motion."""
        if self._stage.look.reduced_motion:
            time = math.inf
        if len(old) > 1:
            self._draw_old(canvas, wall, old, new, time)
        if len(new) > 1:
            self._draw_new(canvas, who, new, time - DOTS_SECONDS)

    def _middle(self, cell: Cell) -> Corner:
        return self._geometry.middle(cell)

    # The old way

    def _draw_old(
        self, canvas: Drawable, wall: WallPlacement, old: Sequence[Cell], new: Sequence[Cell], time: float
    ) -> None:
        dots = self._dots(self._cut_off(wall, old, new))
        shown = len(dots) if time >= DOTS_SECONDS else round(len(dots) * time / DOTS_SECONDS)
        sprite = self._dot()
        for x, y in dots[:shown]:
            self._stage.blit(canvas, sprite, (round(x), round(y)))

    def _cut_off(self, wall: WallPlacement, old: Sequence[Cell], new: Sequence[Cell]) -> list[Corner]:
        """The old way from the wall on, up to where it joins the new one."""
        rect = self._geometry.wall_rect(wall)
        middles = [self._middle(cell) for cell in old]
        for at, (here, there) in enumerate(itertools.pairwise(middles)):
            if rect.clipline(here, there):
                rest = old[at + 1 :]
                joins = next((i for i, cell in enumerate(rest) if cell in new), len(rest) - 1)
                between = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
                return [between, *(self._middle(cell) for cell in rest[: joins + 1])]
        return []

    def _dots(self, corners: Sequence[Corner]) -> list[Corner]:
        """Points along a line, the first and the last a little off its ends."""
        pitch = self._stage.metrics.scale * PITCH
        found: list[Corner] = []
        rest = pitch
        for (x0, y0), (x1, y1) in itertools.pairwise(corners):
            length = math.hypot(x1 - x0, y1 - y0)
            while rest <= length:
                found.append((x0 + (x1 - x0) * rest / length, y0 + (y1 - y0) * rest / length))
                rest += pitch
            rest -= length
        return found

    @remembered
    def _dot(self) -> Sprite:
        side = self._stage.metrics.px(DOT + 6)
        middle = side / 2
        radius = self._stage.metrics.scale * DOT / 2
        body = f'<circle cx="{middle}" cy="{middle}" r="{radius * 1.5:.2f}" fill="{DOT_KEY}" opacity=".55"/>'
        body += f'<circle cx="{middle}" cy="{middle}" r="{radius:.2f}" fill="{DOT_COLOR}" opacity=".8"/>'
        return Sprite(svg.render(body, side, side), -side // 2, -side // 2)

    # The new way

    def _draw_new(self, canvas: Drawable, who: PlayerMark, new: Sequence[Cell], time: float) -> None:
        corners = self._corners(new)
        if len(corners) < 2 or time <= 0:
            return
        picture = self._picture(who, tuple(corners))
        left = SPEED * self._stage.metrics.scale * time
        half = self._stage.metrics.px(KEY) // 2 + 2
        for index, ((x0, y0), (x1, y1)) in enumerate(itertools.pairwise(corners)):
            length = math.hypot(x1 - x0, y1 - y0)
            share = min(1.0, left / length)
            self._reveal(canvas, picture, (x0, y0), (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), half, index == 0)
            left -= length
            if left <= 0:
                return
        self._draw_head(canvas, who, corners[-2], corners[-1])

    def _corners(self, new: Sequence[Cell]) -> list[Corner]:
        """Where the way begins, turns and ends: it begins beside the pawn, which stands on its first cell."""
        middles = [self._middle(cell) for cell in new]
        (x, y), (x1, y1) = middles[0], middles[1]
        side, up, down = (share * math.hypot(x1 - x, y1 - y) for share in PAWN)
        if abs(x1 - x) > abs(y1 - y):
            middles[0] = (x + math.copysign(side, x1 - x), y)
        else:
            middles[0] = (x, y - up if y1 < y else y + down)
        turns = [
            here
            for before, here, after in zip(middles, middles[1:], middles[2:], strict=False)
            if not (_same(before[0], here[0], after[0]) or _same(before[1], here[1], after[1]))
        ]
        return [middles[0], *turns, middles[-1]]

    def _picture(self, who: PlayerMark, corners: tuple[Corner, ...]) -> Sprite:
        """The whole way without its head, to be put at the board's corner."""
        rect, scale = self._geometry.rect, self._stage.metrics.scale

        def make() -> Sprite:
            points = [(x - rect.x, y - rect.y) for x, y in corners]
            data = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            shade = "M" + "L".join(f"{x + 2 * scale:.1f} {y + 4 * scale:.1f}" for x, y in points)
            body = _stroke(shade, "#000000", KEY * scale, 0.3) + _stroke(data, KEY_COLOR, KEY * scale, 1)
            body += _stroke(data, brighter(who.color), LINE * scale, 1)
            body += _stroke(data, lighter(who.color, 0.72), CORE * scale, 1)
            return Sprite(svg.render(body, *rect.size))

        return self._stage.paint.cached_one("way", (who.id, corners, rect.size), make)

    def _reveal(self, canvas: Drawable, picture: Sprite, begin: Corner, end: Corner, half: int, first: bool) -> None:
        """One leg of the picture, with the corner at its end; the first one has the one at its begin, too."""
        rect = self._geometry.rect
        across = abs(end[0] - begin[0]) > abs(end[1] - begin[1])
        low, high = (min(begin[0], end[0]), max(begin[0], end[0])) if across else sorted((begin[1], end[1]))
        forward = (end[0] > begin[0]) if across else (end[1] > begin[1])
        start, stop = round(low), round(high)
        start += half if forward and not first else -half
        stop += -half if not forward and not first else half
        if stop <= start:
            return
        middle = round(begin[1] if across else begin[0])
        size = (stop - start, 2 * half) if across else (2 * half, stop - start)
        area = pygame.Rect((start, middle - half) if across else (middle - half, start), size).clip(rect)
        canvas.blit(picture.surface, area.topleft, area=area.move(-rect.x, -rect.y))

    def _draw_head(self, canvas: Drawable, who: PlayerMark, before: Corner, end: Corner) -> None:
        """The arrow's head in the goal row."""
        angle = round(math.degrees(math.atan2(end[1] - before[1], end[0] - before[0])))
        size, color = (self._stage.metrics.px(HEAD),) * 2, brighter(who.color)
        sprite = self._stage.drawing("way-head", size, centred=True, turn=str(angle), color=color, line=KEY_COLOR)
        self._stage.blit(canvas, sprite, (round(end[0]), round(end[1])))


def lighter(color: str, share: float) -> str:
    """`color` with `share` of the way to white."""
    red, green, blue = (round(part + (255 - part) * share) for part in theme.rgb(color))
    return f"#{red:02X}{green:02X}{blue:02X}"


def brighter(color: str) -> str:
    """`color` a step lighter, as full as it was."""
    red, green, blue = (min(255, round(part * 1.06 + 14)) for part in theme.rgb(color))
    return f"#{red:02X}{green:02X}{blue:02X}"


def _stroke(data: str, color: str, line: float, opacity: float) -> str:
    pen = f'fill="none" stroke="{color}" stroke-width="{line:.2f}" opacity="{opacity}"'
    return f'<path d="{data}" {pen} stroke-linejoin="round" stroke-linecap="round"/>'


def _same(*values: float) -> bool:
    return max(values) - min(values) < 1.0

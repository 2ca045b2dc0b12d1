"""The chances of everybody as one bar at a board's edge, in the players' colours and patterns."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.rules import Seat
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.stage import Stage

SECONDS = 0.3  # in which it goes from one position's chances to another's
RADIUS = 10  # design pixels, as the next
TOKEN_GAP = 4  # from a token to the bar's edge
LEAST_TOKEN = 10  # a radius below which a token is no shape any more


class ChanceBar:
    """A bar that glides from the shown chances to those given to it; with reduced motion it jumps."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._from: tuple[float, ...] = ()
        self._to: tuple[float, ...] = ()
        self._time = 0.0

    def aim(self, chances: Sequence[float]) -> None:
        """Show these chances by seat from now on; () shows nothing."""
        goal = tuple(chances)
        if goal == self._to:
            return
        alike = len(goal) == len(self._to) and not self._stage.look.reduced_motion
        self._from, self._to, self._time = self.shown if alike else goal, goal, 0.0

    def tick(self, dt: float) -> None:
        """Let time pass."""
        self._time = min(SECONDS, self._time + dt)

    @property
    def is_animated(self) -> bool:
        """Whether it moves."""
        return self._from != self._to and self._time < SECONDS

    @property
    def shown(self) -> tuple[float, ...]:
        """The chances by seat as they are drawn now."""
        share = ease_out(self._time / SECONDS)
        return tuple(old + share * (new - old) for old, new in zip(self._from, self._to, strict=True))

    def draw(self, canvas: Canvas, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        """Draw it in `rect` as it is now; see `draw_chances`."""
        draw_chances(self._stage, canvas, rect, identities, bottom, self.shown)


def draw_chances(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, identities: Sequence[str], bottom: Seat, chances: Sequence[float]
) -> None:
    """Draw the chances by seat in `rect`, pixels: upwards, or to the right where it is wider, from `bottom` on.

    Of one seat there is nothing to be drawn.
    """
    if len(chances) < 2:
        return
    upright = rect.height > rect.width
    stage.blit(canvas, stage.paint.well(rect.size, RADIUS), rect.topleft)
    inner = rect.inflate(-stage.metrics.px(6), -stage.metrics.px(6))
    length = inner.height if upright else inner.width
    begin, whole = 0.0, sum(chances) or 1.0
    for place in range(len(chances)):
        seat = (bottom + place) % len(chances)
        end = begin + chances[seat] / whole
        part = _part(inner, round(length * begin), round(length * end), upright)
        at = -1 if not place else int(place == len(chances) - 1)
        _draw_part(stage, canvas, inner, part, identities[seat], at)
        begin = end


def _draw_part(stage: Stage, canvas: Canvas, inner: pygame.Rect, part: pygame.Rect, identity: str, end: int) -> None:
    """One seat's part, and its token where there is room: at the beginning (`end` -1), the end (1), or between."""
    corner = stage.metrics.px(RADIUS - 3)
    strip = stage.identities.strip(identity, inner.size, (corner, corner, corner, corner))
    if part.width and part.height:
        canvas.blit(strip.surface, part.topleft, area=part.move(-inner.x, -inner.y))
    thick, upright = min(inner.size), inner.height > inner.width
    radius = thick / stage.metrics.scale / 2 - TOKEN_GAP
    if radius < LEAST_TOKEN or (part.height if upright else part.width) < thick:
        return
    token = pygame.Rect(0, 0, thick, thick)
    token.center = part.center
    if end and upright:
        token.y = part.bottom - thick if end < 0 else part.top
    elif end:
        token.x = part.left if end < 0 else part.right - thick
    side = stage.metrics.px(radius)
    stage.blit(canvas, stage.identities.token(identity, radius), (token.centerx - side, token.centery - side))


def _part(inner: pygame.Rect, begin: int, end: int, upright: bool) -> pygame.Rect:
    """From `begin` to `end` pixels along the bar, from its lower or left end."""
    if upright:
        return pygame.Rect(inner.left, inner.bottom - end, inner.width, end - begin)
    return pygame.Rect(inner.left + begin, inner.top, end - begin, inner.height)

"""The turn from one page to the next: pages are put on the table and taken off it; the table lies still."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pygame

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.scene import Scene

RISE = 36  # design pixels from which a page comes up, and to which one that is taken off goes down
SETTLE = 2  # by how many of them it comes too high before it lies
LANDED = 0.7  # of the time, after which only the settling is left
GONE = 0.45  # of the time, after which nothing is seen of the page before


def page_of(scenes: list[Scene]) -> Scene | None:
    """Return the scene that fills the screen in a stack: the topmost one that lies over no other."""
    return next((scene for scene in reversed(scenes) if not scene.overlay), None)


@dataclass(slots=True)
class Turn:
    """A page that gives way to another.

    `picture` is the last frame before, of which only `pieces` (pixels) lie on the table; `ground` is what the table was
    (`Canvas.ground`).

    `begin` is when it began and `seconds` how long it takes. A page that `is_put_down` on the table comes up from
    `rise` pixels below; one that is taken off goes down as far. Without a rise the pages only fade.
    """

    picture: pygame.Surface
    pieces: list[pygame.Rect]
    ground: tuple[int, ...]
    begin: float
    seconds: float
    is_put_down: bool
    rise: float
    share: float = field(default=0.0, init=False)  # of the time that has passed

    def advance(self, now: float) -> bool:
        """Let it be `now`; whether it is still going on."""
        self.share = min(1.0, (now - self.begin) / self.seconds)
        return self.share < 1

    @property
    def lift(self) -> int:
        """The pixels by which the new page lies lower than its place, now."""
        if not self.is_put_down or not self.rise:
            return 0
        if self.share < LANDED:
            landing = ease_out(self.share / LANDED)
            return round(self.rise * (1 - landing) - SETTLE * self.rise / RISE * landing)
        rest = (self.share - LANDED) / (1 - LANDED)
        return round(-SETTLE * self.rise / RISE * (1 - rest) * math.cos(rest * math.pi / 2))

    def draw(self, canvas: Canvas) -> None:
        """Draw the rest of the page before over the new one; where the table is another one, draw all of it."""
        share = min(1.0, self.share / (GONE if self.rise else 1.0))
        sunk = 0 if self.is_put_down else round(self.rise * share * share)
        pieces = self.pieces if canvas.ground() == self.ground else [self.picture.get_rect()]
        for piece in pieces:
            canvas.blit(self.picture, (piece.x, piece.y + sunk), 1 - ease_out(share), piece)

"""The canvas: scenes list everything in every frame; only differences from the last frame are redrawn."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import pygame

from scenes.kit.input.intents import Point

# If more than this share of the screen has changed, redrawing the whole screen costs less than redrawing many parts.
FULL_REDRAW_SHARE = 0.7
COARSE = 1_000_000  # the most pixels of a coarse picture
MAX_PIECES = 24  # more dirty rectangles than this are merged into their bounding boxes


class Drawable(ABC):
    """A target for drawing: the window's canvas, or a surface. Subclasses implement `take`."""

    def blit(
        self,
        surface: pygame.Surface,
        position: tuple[float, float],
        alpha: float = 1.0,
        area: pygame.Rect | None = None,
    ) -> None:
        """Draw `surface` with its top left corner at `position` (pixels) and an opacity of 0..1."""
        opacity = min(255, round(alpha * 255))
        if opacity > 0:
            self.take(surface, (round(position[0]), round(position[1])), opacity, area)

    @abstractmethod
    def take(self, surface: pygame.Surface, at: Point, opacity: int, area: pygame.Rect | None) -> None:
        """Draw `surface`, or its `area`, at a whole pixel and with an opacity of 1..255."""


class SurfaceCanvas(Drawable):
    """A surface that is drawn on immediately, for composed pictures."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface

    @classmethod
    def blank(cls, size: tuple[int, int]) -> SurfaceCanvas:
        """A transparent surface of `size` pixels."""
        return cls(pygame.Surface(size, pygame.SRCALPHA, 32))

    def take(self, surface: pygame.Surface, at: Point, opacity: int, area: pygame.Rect | None) -> None:
        surface.set_alpha(opacity)
        self.surface.blit(surface, at, area)
        surface.set_alpha(255)


class Item(NamedTuple):
    """One blit of a frame: a surface (or its source area) at a place with an opacity."""

    surface_id: int
    x: int
    y: int
    width: int
    height: int
    alpha: int
    area: tuple[int, int, int, int] | None

    def overlaps(self, rect: pygame.Rect) -> bool:
        """Whether the item touches `rect`."""
        return (
            self.x < rect.right
            and rect.left < self.x + self.width
            and self.y < rect.bottom
            and rect.top < self.y + self.height
        )


class Canvas(Drawable):
    """An immediate-mode display list over a window surface.

    Surfaces are immutable: to change a picture, draw another surface. The first item of a frame must cover the whole
    screen, because nothing is cleared.
    """

    def __init__(self, screen: pygame.Surface) -> None:
        self.screen = screen
        self.size = screen.get_size()
        self._items: list[Item] = []
        self._shown: list[Item] = []
        self._alive: dict[int, pygame.Surface] = {}
        self._alive_before: dict[int, pygame.Surface] = {}
        self._all_dirty = True
        self.lift = 0  # pixels by which everything except full-screen items is lowered

    def invalidate(self) -> None:
        """Redraw everything in the next frame (after an expose or a resize)."""
        self._all_dirty = True

    def coarse_picture(self) -> pygame.Surface:
        """Draw the last frame with at most COARSE pixels: fast, and good enough for a picture that is stretched."""
        share = min(1.0, math.sqrt(COARSE / (self.size[0] * self.size[1])))
        whole = max(1, round(share * self.size[0])), max(1, round(share * self.size[1]))
        # The pixel format is given, because the screen's surface may have been dropped when the window's size changed.
        sheet = pygame.Surface(whole, 0, 32)
        for item in self._shown:
            left, top = round(share * item.x), round(share * item.y)
            size = round(share * (item.x + item.width)) - left, round(share * (item.y + item.height)) - top
            if min(size) > 0:
                surface = self._alive_before[item.surface_id]
                part = surface if item.area is None else surface.subsurface(surface.get_rect().clip(item.area))
                small = pygame.transform.scale(part, size)
                small.set_alpha(item.alpha)
                sheet.blit(small, (left, top))
        return sheet

    def ground(self, *, shown: bool = False) -> tuple[int, ...]:
        """Return the ids of the present frame's full-screen surfaces (table, veils); with `shown`, the last frame's."""
        items = self._shown if shown else self._items
        return tuple(item.surface_id for item in items if self._is_ground(item))

    def pieces(self) -> list[pygame.Rect]:
        """Return the areas of the last frame's items that do not fill the screen: disjoint rectangles in pixels."""
        whole = self.screen.get_rect()
        items = [item for item in self._shown if not self._is_ground(item)]
        rects = [pygame.Rect(item.x, item.y, item.width, item.height).clip(whole) for item in items]
        return _united([rect for rect in rects if _area(rect)], lambda union, apart: True)

    def _is_ground(self, item: Item) -> bool:
        return (
            item.x <= 0 and item.y <= 0 and item.x + item.width >= self.size[0] and item.y + item.height >= self.size[1]
        )

    def begin(self) -> None:
        """Start a frame with an empty list."""
        self._items = []
        self._alive = {}

    def take(self, surface: pygame.Surface, at: Point, opacity: int, area: pygame.Rect | None) -> None:
        width, height = area.size if area else surface.get_size()
        key = id(surface)
        self._alive[key] = surface
        source = (area.x, area.y, area.width, area.height) if area else None
        item = Item(key, *at, width, height, opacity, source)
        if self.lift and not self._is_ground(item):
            item = item._replace(y=item.y + self.lift)
        self._items.append(item)

    def end(self) -> list[pygame.Rect]:
        """Draw the changes since the last frame. Returns the changed rectangles (for the display)."""
        dirty = self._damage()
        for rect in dirty:
            self._redraw(rect)
        self.screen.set_clip(None)
        self._shown = self._items
        # These surfaces stay alive, so that the next frame, which is compared with this one, reuses no id.
        self._alive_before = self._alive
        self._all_dirty = False
        return dirty

    def _redraw(self, rect: pygame.Rect) -> None:
        self.screen.set_clip(rect)
        for item in self._items:
            if not item.overlaps(rect):
                continue
            surface = self._alive[item.surface_id]
            if item.alpha == 255:
                self.screen.blit(surface, (item.x, item.y), item.area)
            else:
                surface.set_alpha(item.alpha)
                self.screen.blit(surface, (item.x, item.y), item.area)
                surface.set_alpha(255)

    def _damage(self) -> list[pygame.Rect]:
        whole = self.screen.get_rect()
        if self._all_dirty:
            return [whole]
        if self._items == self._shown:
            return []
        before, now = Counter(self._shown), Counter(self._items)
        gone, new = before - now, now - before
        if _kept(self._shown, gone) != _kept(self._items, new):
            return [whole]  # the order of the items changed
        rects = [pygame.Rect(item.x, item.y, item.width, item.height).clip(whole) for item in (*gone, *new)]
        merged = _merge([rect for rect in rects if rect.width and rect.height])
        area = sum(map(_area, merged))
        return [whole] if area > FULL_REDRAW_SHARE * whole.width * whole.height else merged


def _kept(items: list[Item], without: Counter[Item]) -> list[Item]:
    return [item for item in items if item not in without]


def _merge(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Merge overlapping rectangles if redrawing their union costs no more than redrawing each.

    Return at most MAX_PIECES rectangles. Some of them may overlap.

    A diagonal row of pieces is not merged: its bounding box would be most of the board.
    """
    merged = _united(rects, lambda union, apart: union <= apart)
    if len(merged) > MAX_PIECES:
        merged = _united(merged, lambda union, apart: True)
    return merged if len(merged) <= MAX_PIECES else [merged[0].unionall(merged[1:])]


def _united(rects: list[pygame.Rect], pays: Callable[[int, int], bool]) -> list[pygame.Rect]:
    """Merge those overlapping rectangles for which `pays` is true.

    `pays` gets the area of their union, and the sum of their areas.
    """
    merged: list[pygame.Rect] = []
    for rect in rects:
        current = rect
        while (hit := _partner(current, merged, pays)) is not None:
            current = current.union(merged.pop(hit))
        merged.append(current)
    return merged


def _partner(rect: pygame.Rect, others: list[pygame.Rect], pays: Callable[[int, int], bool]) -> int | None:
    for index in rect.collidelistall(others):
        union = rect.union(others[index])
        if pays(_area(union), _area(rect) + _area(others[index])):
            return index
    return None


def _area(rect: pygame.Rect) -> int:
    return rect.width * rect.height

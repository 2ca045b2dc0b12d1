"""From the window's size to a scale, an arrangement and the places on a page.

Scenes lay out in design pixels. A page is said once, as rows, columns and grids, and gives rectangles in pixels by
name.

A part has a fixed `size` along its parent's direction, or `fit`, the size of what it holds, or a `share` of what is
left. Where there is too little room, parts with `fit` become smaller first, down to `least`; then all become smaller
together, and `Places.crowded` tells which row or column that was. So nothing ever overlaps or leaves its parent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import TypeAlias

import pygame

WIDE_FROM = 1.55  # width over height; 16:10 is wide, 4:3 and 3:2 are classic
LEAST = 240  # pixels of either side: a smaller (or minimised) window shows a part of the scene
GAP = 24.0  # between two parts, where nothing else is said
ROUNDING = 1.0  # design pixels that a rectangle may lack that was made in whole pixels for what it holds
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in design pixels."""
Pad: TypeAlias = float | tuple[float, float] | tuple[float, float, float, float]
"""On all sides; or left and right, above and below; or left, above, right, below."""


class Shape(Enum):
    """The three arrangements of the house, each with its own design canvas in design pixels."""

    WIDE = (1920, 1080)
    CLASSIC = (1440, 1080)
    TALL = (1080, 1920)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The window's size in pixels, the arrangement that suits it, and pixels per design pixel."""

    size: tuple[int, int]
    shape: Shape
    scale: float
    origin: tuple[float, float]
    text_scale: float = 1.0

    @classmethod
    def of(cls, size: tuple[int, int], text_scale: float = 1.0) -> Metrics:
        """Metrics for a window of `size` pixels; the design canvas is centred in it."""
        width, height = size = max(size[0], LEAST), max(size[1], LEAST)
        aspect = width / height
        shape = Shape.WIDE if aspect >= WIDE_FROM else Shape.CLASSIC if aspect >= 1 else Shape.TALL
        design_width, design_height = shape.value
        scale = min(width / design_width, height / design_height)
        origin = ((width - design_width * scale) / 2, (height - design_height * scale) / 2)
        return cls(size, shape, scale, origin, text_scale)

    @property
    def design(self) -> tuple[int, int]:
        """The design canvas of this arrangement, in design pixels."""
        return self.shape.value

    def px(self, length: float) -> int:
        """A length in design pixels as whole pixels (at least 1 for any positive length)."""
        return max(1, round(length * self.scale)) if length > 0 else round(length * self.scale)

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A design point in pixels."""
        return round(self.origin[0] + x * self.scale), round(self.origin[1] + y * self.scale)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A design rectangle in pixels; edges that meet in the design meet on the screen."""
        left, top = self.point(x, y)
        right, bottom = self.point(x + width, y + height)
        return pygame.Rect(left, top, right - left, bottom - top)


class PartKind(Enum):
    """The arrangement of a part's own parts."""

    LEAF = auto()
    ROW = auto()  # from left to right
    COLUMN = auto()  # from top to bottom
    STACK = auto()  # each in the whole of it, one over the other


class Align(Enum):
    """The place of a part across its parent's direction, where it does not fill that."""

    START = auto()
    MIDDLE = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Part:
    """A rectangle, with a name where somebody asks for it. Made by `cell`, `row`, `column`, `grid` and `stack`.

    `size`, `fit`, `least` and `most` are along the parent's direction, `across` is the size across it. `share` None is
    1, or 0 with `fit`: what fits its text stays as it is, where nothing else is said.
    """

    name: str = ""
    size: float | None = None
    kind: PartKind = PartKind.LEAF
    parts: tuple[Part, ...] = ()
    fit: float | None = None
    share: float | None = None
    least: float = 0.0
    most: float = math.inf
    across: float | None = None
    align: Align = Align.START
    gap: float = GAP
    pad: Pad = 0.0

    @property
    def weight(self) -> float:
        """The share, beside others, in which it grows into free room."""
        return self.share if self.share is not None else 1.0 if self.fit is None else 0.0


cell = Part
"""A part with nothing in it; without a name it is only room. With `fit`, `share` is what it may grow by (0)."""


def cells(names: str, size: float | None = None, *, across: float | None = None) -> tuple[Part, ...]:
    """Parts alike, their names with spaces between."""
    return tuple(cell(name, size, across=across) for name in names.split())


def _line(
    kind: PartKind,
    *parts: Part | None,
    name: str = "",
    size: float | None = None,
    fit: float | None = None,
    share: float | None = None,
    least: float = 0.0,
    most: float = math.inf,
    across: float | None = None,
    align: Align = Align.START,
    gap: float = GAP,
    pad: Pad = 0.0,
) -> Part:
    there = tuple(part for part in parts if part is not None)
    return Part(name, size, kind, there, fit, share, least, most, across, align, gap, pad)


row = partial(_line, PartKind.ROW)
"""Parts from left to right; None is nothing, and takes no gap."""
column = partial(_line, PartKind.COLUMN)
"""Parts from top to bottom; None is nothing, and takes no gap."""
stack = partial(_line, PartKind.STACK)
"""Parts one over the other, each in the whole of it."""


def grid(
    name: str,
    count: int,
    columns: int,
    *,
    rows: int | None = None,
    size: float | None = None,
    share: float = 1.0,
    gap: float = GAP,
    row_gap: float | None = None,
    height: float | None = None,
    pad: Pad = 0.0,
) -> Part:
    """`count` equal cells of one name, row by row; `rows` keeps room for more.

    With the `height` of a cell the grid is as high as its rows, else it takes its share of the free room.
    """
    row_gap = gap if row_gap is None else row_gap
    lines = []
    for first in range(0, max(count, (rows or 0) * columns), columns):
        here = [cell(name if first + i < count else "") for i in range(columns)]
        lines.append(row(*here, gap=gap))
    if height is not None and size is None:
        size = len(lines) * (height + row_gap) - row_gap
    return column(*lines, size=size, share=share, gap=row_gap, pad=pad)


class Places:
    """The rectangles of a page in pixels, by the names of its parts; parts of one name in their order."""

    def __init__(self, page: Part, box: Box, origin: tuple[float, float], scale: float) -> None:
        """Lay `page` out in `box` of design pixels, of which (0, 0) lies at `origin` and each is `scale` pixels."""
        self._origin, self._scale = origin, scale
        self._rects: dict[str, list[pygame.Rect]] = {}
        self.leaves: list[tuple[str, pygame.Rect]] = []
        """The named parts that hold no other part: no two of them overlap, but in a stack."""
        self.crowded: list[str] = []
        """Rows and columns, by their names or those of their parts, that have more in them than there is room for."""
        self._lay(page, box)

    def __getitem__(self, name: str) -> pygame.Rect:
        """The one part of a name; raises KeyError where there is none, or more than one."""
        found = self._rects.get(name, ())
        if len(found) != 1:
            raise KeyError(f"{len(found)} parts are called {name!r}; there are {', '.join(self._rects)}")
        return found[0]

    def __contains__(self, name: str) -> bool:
        return name in self._rects

    def __iter__(self) -> Iterator[str]:
        return iter(self._rects)

    def get(self, name: str) -> pygame.Rect | None:
        """The part of a name, or None where this arrangement has none."""
        return self[name] if name in self._rects else None

    def all(self, name: str) -> tuple[pygame.Rect, ...]:
        """Every part of a name, in their order; () where there is none."""
        return tuple(self._rects.get(name, ()))

    def _rect(self, box: Box) -> pygame.Rect:
        """Edges that meet in the design meet on the screen."""
        x, y, width, height = box
        (across, down), scale = self._origin, self._scale
        left, top = _pixel(across + x * scale), _pixel(down + y * scale)
        right, bottom = _pixel(across + (x + width) * scale), _pixel(down + (y + height) * scale)
        return pygame.Rect(left, top, right - left, bottom - top)

    def _lay(self, part: Part, box: Box) -> None:
        if part.name:
            rect = self._rect(box)
            self._rects.setdefault(part.name, []).append(rect)
            if not part.parts:
                self.leaves.append((part.name, rect))
        if not part.parts:
            return
        inner = _within(box, part.pad) if part.pad else box
        if part.kind is PartKind.STACK:
            for each in part.parts:
                self._lay(each, inner)
        else:
            self._lay_in_line(part, inner)

    def _lay_in_line(self, part: Part, inner: Box) -> None:
        x, y, width, height = inner
        is_row = part.kind is PartKind.ROW
        lengths, gap, crowded = share_out(part.parts, width if is_row else height, part.gap)
        if crowded:
            self.crowded.append(part.name or " ".join(each.name for each in part.parts if each.name))
        at, side, room = (x, y, height) if is_row else (y, x, width)
        for each, length in zip(part.parts, lengths, strict=True):
            start, across = (side, room) if each.across is None else _across(each.across, each.align, side, room)
            self._lay(each, (at, start, length, across) if is_row else (start, at, across, length))
            at += length + gap


def places(metrics: Metrics, page: Part, box: Box | None = None) -> Places:
    """The rectangles of `page` in `box` of the design canvas, or in the whole of that."""
    return Places(page, (0, 0, *metrics.design) if box is None else box, metrics.origin, metrics.scale)


def within(metrics: Metrics, rect: pygame.Rect, page: Part) -> Places:
    """The rectangles of `page` in a rectangle of pixels."""
    box = (0.0, 0.0, rect.width / metrics.scale, rect.height / metrics.scale)
    return Places(page, box, (float(rect.left), float(rect.top)), metrics.scale)


def _within(box: Box, pad: Pad) -> Box:
    x, y, width, height = box
    if not isinstance(pad, tuple):
        pad = (pad, pad)
    left, above, right, below = pad if len(pad) == 4 else (*pad, *pad)
    left, right = _both(left, right, width)
    above, below = _both(above, below, height)
    return x + left, y + above, width - left - right, height - above - below


def _both(first: float, last: float, room: float) -> tuple[float, float]:
    """What lies at either side, less of both where they would meet."""
    share = min(1.0, room / (first + last)) if first + last > 0 else 1.0
    return first * share, last * share


def _across(size: float, align: Align, start: float, room: float) -> tuple[float, float]:
    """Where a part of a `size` across its parent's direction begins there, and what there is of it."""
    size = min(size, room)
    if align is Align.START:
        return start, size
    return start + (room - size) / (2 if align is Align.MIDDLE else 1), size


def share_out(parts: Sequence[Part], room: float, gap: float) -> tuple[list[float], float, bool]:
    """The parts' lengths, the gap between them, and whether there was too little `room`; all in the same unit."""
    gaps = gap * (len(parts) - 1)
    wanted = [part.size if part.size is not None else _held(part) for part in parts]
    left = room - gaps - sum(wanted)
    if left >= 0:
        return _grown(parts, wanted, left), gap, False
    lengths = _shrunk(parts, wanted, -left)
    excess = sum(lengths) + gaps
    if excess <= room or math.isclose(excess, room, abs_tol=1e-6):
        return lengths, gap, False
    share = room / excess
    return [length * share for length in lengths], gap * share, excess > room + ROUNDING


def _pixel(place: float) -> int:
    """The pixel of an edge. A half is a half wherever the page lies, whatever is lost in its last digits."""
    return round(round(place, 6))


def _held(part: Part) -> float:
    """What a part without a size has at least, before anything is shared out."""
    length = part.least if part.fit is None or part.fit < part.least else part.fit
    return length if length < part.most else part.most


def _grown(parts: Sequence[Part], lengths: list[float], left: float) -> list[float]:
    """The lengths with what is left shared out, and no part above its most."""
    # `lengths` hold what a part has at least: a part with a share gets the greater of that and its share.
    growing = {i: part.weight for i, part in enumerate(parts) if part.size is None and part.weight > 0}
    while growing:
        room, given = left, {}
        for i in growing:
            room += lengths[i] if parts[i].fit is None else 0.0
        shares = sum(growing.values())
        for i, weight in growing.items():
            given[i] = room * weight / shares + (0.0 if parts[i].fit is None else lengths[i])
        too_much = {i: length - parts[i].most for i, length in given.items() if length > parts[i].most}
        too_little = {i: lengths[i] - length for i, length in given.items() if length < lengths[i]}
        # As in a browser's flexible boxes: whichever side weighs more is settled first.
        if too_much and sum(too_much.values()) >= sum(too_little.values()):
            for i in too_much:
                left -= parts[i].most - lengths[i]
                lengths[i] = parts[i].most
                del growing[i]
        elif too_little:
            for i in too_little:
                del growing[i]
        else:
            return [given.get(i, length) for i, length in enumerate(lengths)]
    return lengths


def _shrunk(parts: Sequence[Part], lengths: list[float], excess: float) -> list[float]:
    """The lengths with parts of text made smaller by `excess` together, in proportion, and none below its least."""
    yielding = {i for i, part in enumerate(parts) if part.fit is not None and part.size is None}
    while yielding and excess > 1e-9:
        whole = sum(lengths[i] for i in yielding)
        if whole <= 0:
            break
        share = min(1.0, excess / whole)
        stuck = {i for i in yielding if lengths[i] * (1 - share) < parts[i].least}
        if not stuck:
            return [length * (1 - share) if i in yielding else length for i, length in enumerate(lengths)]
        for i in stuck:
            excess -= lengths[i] - parts[i].least
            lengths[i] = parts[i].least
        yielding -= stuck
    return lengths


NOWHERE = Places(Part(), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0), 1.0)
"""No places: of what says none."""

"""Layout: turns the window's size into a scale, an arrangement and the places on a page.

Scenes lay out in design pixels. A page is defined once, of rows, columns and grids; the result has a rectangle in
pixels for each name.

Along its parent's direction, a part has a fixed `size`, or the size `fit` of its content, or a `share` of the remaining
room. If there is too little room, parts with `fit` shrink first, down to `least`. Then all parts shrink together, and
`Places.crowded` names their row or column. So parts never overlap, and never reach out of their parent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import NamedTuple, TypeAlias

import pygame

WIDE_FROM = 1.55  # the least width over height of a wide window; 16:10 is wide, 4:3 and 3:2 are not
LEAST = 240  # least width and height of a scene, in pixels; a smaller (or minimised) window shows only a part of it
GAP = 24.0  # design pixels between two parts, by default
ROUNDING = 1.0  # design pixels that a fitted part may lose by rounding to whole pixels
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in design pixels."""
Pad: TypeAlias = float | tuple[float, float] | tuple[float, float, float, float]
"""One number for all sides, two numbers (left and right; above and below), or four (left, above, right, below)."""


class Shape(Enum):
    """The three arrangements, each with its own design canvas in design pixels."""

    WIDE = (1920, 1080)
    CLASSIC = (1440, 1080)
    TALL = (1080, 1920)


class Metrics(NamedTuple):
    """The window's size in pixels, its arrangement, and pixels per design pixel."""

    size: tuple[int, int]
    shape: Shape
    scale: float
    origin: tuple[float, float]
    text_scale: float = 1.0

    @classmethod
    def of(cls, size: tuple[int, int], text_scale: float = 1.0) -> Metrics:
        """Metrics for a window of `size` pixels. The design canvas is centred in it."""
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
        """A length in design pixels as whole pixels (at least 1 for a positive length)."""
        return max(1, round(length * self.scale)) if length > 0 else round(length * self.scale)

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A design point in pixels."""
        return round(self.origin[0] + x * self.scale), round(self.origin[1] + y * self.scale)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A design rectangle in pixels; edges that touch in the design touch on the screen."""
        left, top = self.point(x, y)
        right, bottom = self.point(x + width, y + height)
        return pygame.Rect(left, top, right - left, bottom - top)


class PartKind(Enum):
    """How a part arranges its own parts."""

    LEAF = auto()
    ROW = auto()  # from left to right
    COLUMN = auto()  # from top to bottom
    STACK = auto()  # one over the other, each as large as the parent


class Align(Enum):
    """Where a part lies across its parent's direction, if it does not fill the parent."""

    START = auto()
    MIDDLE = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Part:
    """A rectangle of a page; it has a name if a scene needs it. Made by `cell`, `row`, `column`, `grid` and `stack`.

    `size`, `fit`, `least` and `most` are along the parent's direction; `across` is the size across it. If `share` is
    None it counts as 1, or as 0 with `fit`: fitted parts do not grow by default.
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
        """The share of free room that the part gets, relative to the others."""
        return self.share if self.share is not None else 1.0 if self.fit is None else 0.0


cell = Part
"""A part without parts of its own. Without a name it is only empty room.

A cell with `fit` also grows by `share` (default 0).
"""


def cells(names: str, size: float | None = None, *, across: float | None = None) -> tuple[Part, ...]:
    """Equal parts, their names separated by spaces."""
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
"""Parts from left to right; None is skipped, without a gap."""
column = partial(_line, PartKind.COLUMN)
"""Parts from top to bottom; None is skipped, without a gap."""
stack = partial(_line, PartKind.STACK)
"""Parts one over the other, each filling the whole."""


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
    """`count` equal cells of one name, row by row; `rows` reserves room for more rows.

    If `height` gives the height of a cell, the grid is as high as its rows. Otherwise it takes its share of the free
    room.
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
    """The rectangles of a page in pixels, by part name. Parts of the same name keep their order."""

    def __init__(self, page: Part, box: Box, origin: tuple[float, float], scale: float) -> None:
        """Lay `page` out in `box` (design pixels).

        `origin` is the pixel of the design point (0, 0); `scale` is pixels per design pixel.
        """
        self._origin, self._scale = origin, scale
        self._rects: dict[str, list[pygame.Rect]] = {}
        self.leaves: list[tuple[str, pygame.Rect]] = []
        """The named parts that have no parts of their own. They overlap only in a stack."""
        self.crowded: list[str] = []
        """Rows and columns without enough room: each by its own name, or by the names of its parts."""
        self._lay(page, box)

    def __getitem__(self, name: str) -> pygame.Rect:
        """The only part with this name. Raises KeyError if there is none, or more than one."""
        found = self._rects.get(name, ())
        if len(found) != 1:
            raise KeyError(f"{len(found)} parts are called {name!r}; there are {', '.join(self._rects)}")
        return found[0]

    def __contains__(self, name: str) -> bool:
        return name in self._rects

    def __iter__(self) -> Iterator[str]:
        return iter(self._rects)

    def get(self, name: str) -> pygame.Rect | None:
        """The part with this name; None if this arrangement has none."""
        return self[name] if name in self._rects else None

    def all(self, name: str) -> tuple[pygame.Rect, ...]:
        """All parts with this name, in order; () if there are none."""
        return tuple(self._rects.get(name, ()))

    def _rect(self, box: Box) -> pygame.Rect:
        """The rectangle in pixels; edges that touch in the design touch on the screen."""
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
    """The rectangles of `page` in `box` of the design canvas, by default all of it."""
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
    """The padding at both ends, reduced if the two would overlap."""
    share = min(1.0, room / (first + last)) if first + last > 0 else 1.0
    return first * share, last * share


def _across(size: float, align: Align, start: float, room: float) -> tuple[float, float]:
    """The start and length of a part of this `size` across its parent's direction."""
    size = min(size, room)
    if align is Align.START:
        return start, size
    return start + (room - size) / (2 if align is Align.MIDDLE else 1), size


def share_out(parts: Sequence[Part], room: float, gap: float) -> tuple[list[float], float, bool]:
    """Three results: the parts' lengths, the gap between them, and whether `room` was too little.

    All lengths have the same unit.
    """
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
    """The pixel of an edge. Halves are rounded the same way everywhere, even with floating-point errors."""
    return round(round(place, 6))


def _held(part: Part) -> float:
    """The least length of a part without a `size`, before room is shared out."""
    length = part.least if part.fit is None or part.fit < part.least else part.fit
    return length if length < part.most else part.most


def _grown(parts: Sequence[Part], lengths: list[float], left: float) -> list[float]:
    """The lengths with the room `left` shared out; no part is longer than its `most`."""
    # `lengths` has the least lengths. A part with a share gets its share, or its least length if that is more.
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
        # As in CSS flexible boxes: if some parts would be too long and others too short, the greater total is corrected
        # first.
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
    """The lengths after fitted parts have shrunk by `excess` together.

    They shrink in proportion, but no part becomes shorter than its `least`.
    """
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
"""No places, for scenes without any."""

"""Places a board and the texts beside it, in matches and exercises, and names the regions of a board."""

from __future__ import annotations

import pygame

from scenes.kit.layout import GAP, Metrics, Part, Places, Shape, cell, cells, column, places, row, stack
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import MARGIN, PageFrame, page
from scenes.table.contract.board import BOARD_SIDE

# In a window that is not upright: heights in design pixels of the space above the board, of the bar below the board,
# and of the space below that bar.
TOP, BAR, FOOT = 54, 50, 52
BAR_TOP = TOP + BOARD_SIDE
# Width in design pixels of the column beside a board that is wider than high.
NARROW_RAIL = 347
# Design pixels: the gap beside a board, and the window's margin unless the window is wide and the board square.
SIDE_GAP, NARROW_MARGIN = 28, 54
# Height in design pixels of a seat's card beside the board. The input of a lesson takes the same place.
CARD = 216
# Height in design pixels of the area with a replay's keys beside the board.
TRANSPORT = 176
# Design pixels of a key's height, for pointers and for fingers.
KEY, TOUCH_KEY = 72, 84
ROWS, COLUMNS = ("top", "middle", "bottom"), ("left", "centre", "right")


def table_places(metrics: Metrics, before: Part, after: Part, aspect: float = 1.0) -> Places:
    """Return the place of the `board`, as high as the window allows, and of the parts `before` and `after` it.

    The parts lie at the left and right of the board, or above and below it in an upright window. A 4:3 window has only
    the part `after`. `aspect` is the board's width divided by its height; only a wide window uses it.
    """
    shape = metrics.shape
    if shape is Shape.TALL:
        whole = row(before, size=262), cell("board", 972), after
        return places(metrics, column(*whole, gap=20, pad=(54, 54, 54, 32)))
    broad = aspect > 1 and shape is Shape.WIDE
    board = cell("board", BOARD_SIDE * (aspect if broad else 1))
    body = row(before, board, after, gap=SIDE_GAP) if shape is Shape.WIDE else row(board, after, gap=SIDE_GAP)
    frame = PageFrame(MARGIN[shape] if shape is Shape.WIDE and not broad else NARROW_MARGIN, 0, BAR, FOOT)
    return places(metrics, page(shape, body, TOP, frame=frame))


def board_place(metrics: Metrics, aspect: float = 1.0) -> pygame.Rect:
    """Return the square of a board in pixels. In a wide window it is a rectangle of the given `aspect`."""
    place = table_places(metrics, cell(), cell(), aspect)["board"]
    return place if aspect > 1 and metrics.shape is Shape.WIDE else squared(place)


def squared(place: pygame.Rect) -> pygame.Rect:
    """Return the square at the top of `place`, as wide as `place`."""
    return pygame.Rect(place.topleft, (place.width, place.width))


def lesson_places(metrics: Metrics, pressed: bool = False) -> Places:
    """Return the places of an exercise's texts: the `task` with `eyebrow` and `title`, `steps`, `remark` and `praise`.

    With `pressed`, there is also room for an input beside the board. In a wide window, this input takes the place of
    the lower `card`.
    """
    shape, steps = metrics.shape, cell("steps", 104)
    remark = stack(*cells("remark praise"))
    if shape is Shape.WIDE:
        lower = stack(cell("card"), cell("pressed"), size=CARD)
        return table_places(
            metrics, column(_task(200), lower, gap=32), column(cell("card", CARD), remark, steps, gap=40)
        )
    if shape is Shape.CLASSIC:
        below = cell("pressed", 130) if pressed else None
        words = stack(column(_task(104, size=400), cell("remark")), column(cell(size=184), cell("praise")))
        return table_places(
            metrics, cell(), column(words, below, cell("steps", 52) if pressed else steps, gap=10 if pressed else GAP)
        )
    lower = column(cell("pressed", 150) if pressed else None, row(remark, size=176), cell(), gap=10)
    return table_places(metrics, _task(104, column(cell("steps", 88), size=300)), lower)


def _task(title: float, beside: Part | None = None, size: float | None = None) -> Part:
    """Lay out the task. Its text begins below the title, which gets at most `title` design pixels."""
    head = column(cell("eyebrow", 36), cell("title", title), gap=12)
    return stack(cell("task"), row(head, beside), size=size)


def transport_part(shape: Shape, by_touch: bool) -> Part:
    """Lay out a replay's keys. The keys are larger for fingers. In an upright window they form one row."""
    large = TRANSPORT + (TOUCH_KEY - KEY if shape is Shape.TALL else 32)
    return cell("transport", large if by_touch else TRANSPORT)


def region(area: pygame.Rect, frame: pygame.Rect) -> tuple[int, int]:
    """Cut `frame` into 3x3 parts; return the row and column (0 to 2) of the one that contains the middle of `area`."""
    x, y = area.centerx - frame.left, area.centery - frame.top
    return min(2, max(0, 3 * y // frame.height)), min(2, max(0, 3 * x // frame.width))


def place_name(stage: Stage, area: pygame.Rect, frame: pygame.Rect) -> str:
    """Return the name of the part of `frame` that has the middle of `area`. See `region` for the parts."""
    row, column = region(area, frame)
    return stage.t(f"place.{ROWS[row]}.{COLUMNS[column]}")

"""The places of the docks, one for each of one to eight seats, and the buttons of an open one. Pixels throughout."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final, Literal

import pygame

from game.core.rules import Seat
from scenes.kit.layout import GAP, Metrics, Part, Places, Shape, cell, cells, column, grid, row, stack, within
from scenes.table.board.layout import table_places, transport_part

Form = Literal["full", "medium", "row", "slim"]
CONTROLS: Final = ("less", "more", "declare", "agree", "none")
CLOSE: Final = "close"  # the head of an open dock
FULL_HEIGHT, MEDIUM_HEIGHT, ROW_HEIGHT = 180, 130, 66  # design pixels from which a form is used
ROW_WIDTH = 300
LOW_FORMS: Final = ("row", "slim")
KEY_ROOM = 54  # design pixels that a buzzer takes beside a low plate
WORDS_WIDTH = 430  # design pixels that an open low dock needs for two rows of buttons with words on them
ROW_OF_ALL = 700  # from which all of them stand in one row
OVERLAP = 270  # design pixels by which a narrower one reaches over the board's edge
MOST_HEIGHT, MOST_PLATE = 204, 156
FEW = 4  # seats whose replay has room for a finger's keys
PLATES: Final[dict[Form, tuple[int, int, int]]] = {
    "full": (112, 30, 24),
    "medium": (104, 32, 16),
    "row": (124, 20, 12),
    "slim": (64, 12, 12),
}
"""By form a plate's width, how much lower it is than the dock, and how far from its right edge."""


def robots_places(metrics: Metrics, count: int, replay: bool = False, by_touch: bool = False) -> Places:
    """The places around the board: every `dock` by seat, the title (its first lines are the `banner`), and the `head`.

    That has the `clock`, and where there is room a `label` and a `note` beside it. A replay has a `transport` besides,
    which `by_touch` is larger where few sit there.
    """
    shape, alone = metrics.shape, count == 1 and not replay
    banner = column(cell("eyebrow", 36), cell("sentence", 84), name="banner", size=120, gap=0)
    transport = transport_part(shape, by_touch and count <= FEW) if replay else None
    note = column(cell("label", 36), cell("note"), gap=20)
    head = stack(row(note, cell("clock", 196), gap=12), name="head", size=196)

    def docks(seats: int) -> Part:
        gap = 24 if seats < 5 else 14 if seats < 7 else 12
        return column(*[cell("dock", most=math.inf if alone else MOST_HEIGHT)] * seats, gap=gap)

    if shape is Shape.WIDE:
        title = column(banner, cell("helper"), size=176 if replay else 196, gap=0)
        left = -(-count // 2)
        return table_places(metrics, column(title, transport, docks(left)), column(head, docks(count - left)))
    if shape is Shape.CLASSIC:
        upper = row(column(banner), stack(cell("clock"), name="head", size=140, pad=(24, 2, 0, 2)), size=120, gap=8)
        title = column(upper, cell("helper"), size=176 if replay else 196, gap=0)
        return table_places(metrics, cell(), column(title, transport, docks(count)))
    low = count > 4 or replay
    columns = 1 if alone else 2
    height = 200 if alone else 90 if count > 6 else 124 if count > 4 else 186
    if replay:
        height, columns = (140, count) if count < 3 else (72, 4 if count > 4 else 2)
    below = grid("dock", count, columns, gap=16 if replay else GAP, row_gap=12 if low else 20, height=height)
    before = row(column(banner, cell("helper"), gap=0), column(head, size=392), gap=20)
    return table_places(metrics, before, column(below, transport, cell(), gap=32, pad=(0, 16, 0, 0)))


def dock_places(metrics: Metrics, count: int) -> dict[Seat, pygame.Rect]:
    """The docks of a match by seat."""
    return dict(enumerate(robots_places(metrics, count).all("dock")))


def form_of(metrics: Metrics, dock: pygame.Rect) -> Form:
    """Return the form of a dock, by its room."""
    if dock.height >= metrics.px(FULL_HEIGHT):
        return "full"
    if dock.height >= metrics.px(MEDIUM_HEIGHT):
        return "medium"
    return "row" if dock.height >= metrics.px(ROW_HEIGHT) and dock.width >= metrics.px(ROW_WIDTH) else "slim"


def plate(metrics: Metrics, dock: pygame.Rect) -> pygame.Rect:
    """The dark plate with the number."""
    width, less, right = map(metrics.px, PLATES[form_of(metrics, dock)])
    place = pygame.Rect(0, 0, width, min(metrics.px(MOST_PLATE), dock.height - less))
    place.midright = (dock.right - right, dock.centery)
    return place


def keycap(metrics: Metrics, dock: pygame.Rect) -> pygame.Rect:
    """Return the place of the seat's buzzer: on the plate, or beside a low one; a click there asks for another key."""
    place = plate(metrics, dock)
    if form_of(metrics, dock) in LOW_FORMS:
        width = metrics.px(KEY_ROOM)
        return pygame.Rect(place.left - width, place.top, width, place.height)
    height = min(metrics.px(52), place.height // 2)
    return pygame.Rect(place.left, place.bottom - height, place.width, height)


def unfold(metrics: Metrics, dock: pygame.Rect) -> pygame.Rect:
    """The place of a dock that is open: a low and narrow one reaches over the edge of the board at its left."""
    if form_of(metrics, dock) not in LOW_FORMS or dock.width >= metrics.px(WORDS_WIDTH):
        return dock
    more = metrics.px(OVERLAP)
    return pygame.Rect(dock.left - more, dock.top, dock.width + more, dock.height)


def unfold_all(
    metrics: Metrics, places: Mapping[Seat, pygame.Rect], seats: Collection[Seat]
) -> Mapping[Seat, pygame.Rect]:
    """The docks by seat, those of `seats` open."""
    return {seat: unfold(metrics, dock) if seat in seats else dock for seat, dock in places.items()}


def controls(metrics: Metrics, dock: pygame.Rect) -> dict[str, pygame.Rect]:
    """The buttons of an open dock by name, the place of its "number", and its "head", which says whose it is."""
    places = _controls(metrics, dock.size)
    corner = unfold(metrics, dock).topleft
    return {name: places[name].move(corner) for name in (*CONTROLS, "number", "head")}


@lru_cache(maxsize=16)  # asked for each open dock in every frame
def _controls(metrics: Metrics, size: tuple[int, int]) -> Places:
    dock = pygame.Rect((0, 0), size)
    place, form = pygame.Rect((0, 0), unfold(metrics, dock).size), form_of(metrics, dock)
    dial = cells("less number more")
    answers = cell("declare", share=1.1), cell("agree"), cell("none", share=1.25)
    if place != dock:
        pad = (24, 8, 10, 8)  # clear of the strip
        dial = cell("less", 48), cell("number", 58), cell("more", 48)
        answers = cell("declare", share=0.8), cell("agree", share=1.05), cell("none", share=1.35)
        return within(metrics, place, row(cell("head", 144), *dial, *answers, gap=6, pad=pad))
    if dock.width >= metrics.px(ROW_OF_ALL):
        return within(metrics, place, row(cell("head", share=2), *dial, *answers, gap=12, pad=(34, 16, 18, 16)))
    if form in LOW_FORMS:
        keys = column(row(*dial, gap=6), row(*answers, gap=6), gap=6)
        return within(metrics, place, row(cell("head", 144), keys, gap=8, pad=(24, 8, 10, 8)))
    head, gap = (40, 8) if form == "full" else (34, 6)
    rows = row(*dial, gap=gap), row(*answers, gap=gap)
    return within(metrics, place, column(cell("head", head), *rows, gap=gap, pad=(24, gap + 2, 12, gap + 2)))


def dock_at(places: Mapping[Seat, pygame.Rect], point: tuple[int, int]) -> Seat | None:
    """The seat whose dock is under a pointer."""
    return next((seat for seat, dock in places.items() if dock.collidepoint(point)), None)


def control_at(metrics: Metrics, dock: pygame.Rect, point: tuple[int, int]) -> str | None:
    """The button of an open dock under a pointer, or its head, which closes it."""
    placed = controls(metrics, dock)
    if placed["head"].collidepoint(point):
        return CLOSE
    return next((name for name in CONTROLS if placed[name].collidepoint(point)), None)

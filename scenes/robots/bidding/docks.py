"""Where the docks lie, one for each of one to eight seats, and the buttons of an open one. Pixels throughout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

import pygame

from game.core.rules import Seat
from scenes.kit.layout import Metrics, Shape

Form = Literal["full", "medium", "row", "slim"]
CONTROLS: Final = ("less", "more", "declare", "agree", "none")
CLOSE: Final = "close"  # the plate of an open dock
FULL_HEIGHT, MEDIUM_HEIGHT, ROW_HEIGHT = 180, 130, 66  # design pixels from which a form is used
ROW_WIDTH = 300
LOW_FORMS: Final = ("row", "slim")
KEY_ROOM = 54  # design pixels that a buzzer takes beside a low plate
OPEN_LOW_PLATE = 76  # design pixels of the plate of a low dock that is open
MOST_HEIGHT = 204
TOP, BOTTOM = 276, 936
_Rect = Callable[[float, float, float, float], pygame.Rect]


def dock_places(metrics: Metrics, count: int, replay: bool = False) -> dict[Seat, pygame.Rect]:
    """The docks of `count` seats; with `replay` they leave room for the transport."""
    rect = metrics.rect
    if metrics.shape is Shape.WIDE:
        left = -(-count // 2)
        right_rail = _stack(rect, range(left, count), 1432, TOP, 392)
        return {**_stack(rect, range(left), 96, 456 if replay else TOP, 392), **right_rail}
    if metrics.shape is Shape.CLASSIC:
        return _stack(rect, range(count), 992, 452 if replay else TOP, 376)
    return _tall(rect, count, replay)


def lesson_place(metrics: Metrics) -> pygame.Rect:
    """The dock of a lesson's only person: beside the words of the exercise."""
    place = {Shape.WIDE: (96, 720, 392, 216), Shape.CLASSIC: (992, 740, 376, 84), Shape.TALL: (54, 1336, 972, 150)}
    return metrics.rect(*place[metrics.shape])


def _stack(rect: _Rect, seats: range, left: float, top: float, width: float) -> dict[Seat, pygame.Rect]:
    """Docks below each other, as high as their number allows."""
    count = len(seats)
    gap = 24 if count < 5 else 14 if count < 7 else 12
    height = min(MOST_HEIGHT, (BOTTOM - top - gap * (count - 1)) / max(1, count))
    return {seat: rect(left, top + index * (height + gap), width, height) for index, seat in enumerate(seats)}


def _tall(rect: _Rect, count: int, replay: bool) -> dict[Seat, pygame.Rect]:
    """In two columns below the board; the replay's transport lies right below them."""
    if replay:
        height, pitch, columns = (140, 0, count) if count < 3 else (72, 84, 4 if count > 4 else 2)
        width = (972 - 16 * (columns - 1)) / columns
        return {
            seat: rect(54 + (width + 16) * (seat % columns), 1344 + pitch * (seat // columns), width, height)
            for seat in range(count)
        }
    if count == 1:
        return {0: rect(54, 1344, 972, 186)}
    height, pitch = (186, 206) if count < 5 else (90, 102)
    return {seat: rect(54 + 498 * (seat % 2), 1344 + pitch * (seat // 2), 474, height) for seat in range(count)}


def form_of(metrics: Metrics, dock: pygame.Rect) -> Form:
    """How much a dock has room for."""
    if dock.height >= metrics.px(FULL_HEIGHT):
        return "full"
    if dock.height >= metrics.px(MEDIUM_HEIGHT):
        return "medium"
    return "row" if dock.height >= metrics.px(ROW_HEIGHT) and dock.width >= metrics.px(ROW_WIDTH) else "slim"


def plate(metrics: Metrics, dock: pygame.Rect) -> pygame.Rect:
    """The dark plate with the number."""
    px = metrics.px
    form = form_of(metrics, dock)
    if form == "full":
        place = pygame.Rect(0, 0, px(112), min(px(156), dock.height - px(30)))
    elif form == "medium":
        place = pygame.Rect(0, 0, px(104), dock.height - px(32))
    else:
        place = pygame.Rect(0, 0, px(124 if form == "row" else 64), dock.height - px(20 if form == "row" else 12))
    place.midright = (dock.right - px(24 if form == "full" else 16 if form == "medium" else 12), dock.centery)
    return place


def keycap(metrics: Metrics, dock: pygame.Rect) -> pygame.Rect:
    """Where the seat's buzzer is shown: on the plate, or beside a low one; a click there asks for another key."""
    place = plate(metrics, dock)
    if form_of(metrics, dock) in LOW_FORMS:
        width = metrics.px(KEY_ROOM)
        return pygame.Rect(place.left - width, place.top, width, place.height)
    height = min(metrics.px(52), place.height // 2)
    return pygame.Rect(place.left, place.bottom - height, place.width, height)


def open_plate(metrics: Metrics, dock: pygame.Rect) -> pygame.Rect:
    """The plate of an open dock, with the seat's own number and the best one; beside it are the buttons."""
    place = plate(metrics, dock)
    if form_of(metrics, dock) in LOW_FORMS:
        place = pygame.Rect(0, 0, metrics.px(OPEN_LOW_PLATE), place.height)
        place.midright = (dock.right - metrics.px(12), dock.centery)
    return place


def controls(metrics: Metrics, dock: pygame.Rect) -> dict[str, pygame.Rect]:
    """The buttons of an open dock by name, and the place of its "number"."""
    px = metrics.px
    gap = px(8)
    inner = dock.inflate(-2 * px(14), -2 * px(12))
    inner.left += px(8)  # clear of the strip
    inner.width = open_plate(metrics, dock).left - px(10) - inner.left
    if form_of(metrics, dock) in LOW_FORMS:
        return _in_a_row(inner, ("less", "number", "more", "declare", "agree", "none"), (1, 1, 1, 1, 1, 1), px(5))
    half = (inner.height - gap) // 2
    upper = pygame.Rect(inner.left, inner.top, inner.width, half)
    lower = pygame.Rect(inner.left, inner.bottom - half, inner.width, half)
    return {
        **_in_a_row(upper, ("less", "number", "more"), (1, 1.1, 1), gap),
        **_in_a_row(lower, ("declare", "agree", "none"), (2, 1, 1), gap),
    }


def _in_a_row(rect: pygame.Rect, names: tuple[str, ...], shares: tuple[float, ...], gap: int) -> dict[str, pygame.Rect]:
    room = rect.width - gap * (len(names) - 1)
    whole, placed, x = sum(shares), {}, float(rect.left)
    for name, share in zip(names, shares, strict=True):
        width = room * share / whole
        placed[name] = pygame.Rect(round(x), rect.top, round(width), rect.height)
        x += width + gap
    return placed


def dock_at(places: Mapping[Seat, pygame.Rect], point: tuple[int, int]) -> Seat | None:
    """The seat whose dock is under a pointer."""
    return next((seat for seat, dock in places.items() if dock.collidepoint(point)), None)


def control_at(metrics: Metrics, dock: pygame.Rect, point: tuple[int, int]) -> str | None:
    """The button of an open dock under a pointer, or its plate, which closes it."""
    if open_plate(metrics, dock).collidepoint(point):
        return CLOSE
    placed = controls(metrics, dock)
    return next((name for name in CONTROLS if placed[name].collidepoint(point)), None)

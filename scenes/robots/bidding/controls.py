"""The face of an open dock: whose it is, and its buttons: less, number, more; declare, agree, nothing found."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from game.core.rules import Seat
from game.robots.state import State
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import LIFT_CARD
from scenes.kit.layout import cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, draw_owned_panel, draw_person
from scenes.robots.bidding import bid_queue as bidding
from scenes.robots.bidding import docks
from scenes.robots.selection import Declaring, TouchedDock

ICON, CROSS = 48, 28
TOKEN, LOW_TOKEN = 20, 24  # radii
WORDS = {"declare": "robots.declare", "agree": "glyph.agree", "none": "glyph.no_route"}
LEAST_WORD, LEAST_NAME = 22, 22  # design pixels


class Owner(NamedTuple):
    """The owner of a dock."""

    identity: str
    name: str


def draw_controls(
    stage: Stage,
    canvas: Drawable,
    dock: pygame.Rect,
    owner: Owner,
    state: State,
    seat: Seat,
    declaring: Declaring,
    closes: bool = True,
) -> None:
    """Draw the open dock of a seat: its buttons on lacquer. `closes` says whether it can be closed."""
    place = docks.unfold(stage.metrics, dock)
    if place != dock:
        stage.blit(canvas, stage.paint.shadow(place.size, LIFT_CARD), place.topleft)
    draw_owned_panel(stage, canvas, place, owner.identity, shadow=False)
    placed = docks.controls(stage.metrics, dock)
    number = placed["number"]
    stage.blit(canvas, stage.paint.well(number.size, 10), number.topleft)
    window = declaring.queue.window
    typing = window is not None and window.seat == seat
    text = f"{window.digits}_" if window is not None and typing else str(bidding.dial(declaring.queue, state, seat))
    style = Style(min(64, number.height / stage.metrics.scale * 0.8), theme.HIGHLIGHT, bold=True)
    stage.label(canvas, text, number.inflate(-stage.metrics.px(6), 0), style, "centre", least=24)
    _draw_head(stage, canvas, placed["head"], owner, state.lowest_of(seat), closes)
    for name in docks.CONTROLS:
        pressed = TouchedDock(seat, name) in declaring.held.values()
        looks = "agree" if name == "none" and bidding.may_only_agree(state, seat) else name
        _draw_button(stage, canvas, placed[name], looks, _is_enabled(state, seat, name), pressed)


def _draw_head(stage: Stage, canvas: Drawable, head: pygame.Rect, owner: Owner, own: int | None, closes: bool) -> None:
    """Token, name, and the seat's `own` number: an open dial hides none of them. A press there closes the dock.

    In a low dock the token is as high as it, and the number stands over the name.
    """
    metrics, low = stage.metrics, head.width < 4 * head.height
    height = head.height / metrics.scale
    radius = min(LOW_TOKEN if low else TOKEN, height * 0.48)
    small = Style(theme.CAPTION, theme.EYEBROW, bold=True)
    said = "" if own is None else str(own) if low else stage.t("robots.status.own", number=own)
    said_part = cell("own", fit=stage.natural(said, stage.limit_scale(small, 1.0)) + 4) if said else None
    cross = column(cell(), cell("cross", CROSS), cell(), size=CROSS, gap=0) if closes else None
    if low:
        over = row(said_part, cell(), cross, gap=4)
        page = row(cell("who", 2 * radius), column(over, cell("name"), gap=0), gap=8)
    else:
        page = row(cell("who"), said_part, cross, gap=8)
    places = within(metrics, head, page)
    if closes:
        stage.blit(canvas, stage.drawing("robots/close", places["cross"].size), places["cross"].topleft)
    if said:
        stage.label(canvas, said, places["own"], small)
    name = Style(min(theme.NAME, height), theme.IVORY, bold=True)
    tag = Tag(radius, name, gap=10, least=LEAST_NAME)
    draw_person(stage, canvas, places["who"], tag, owner.identity, "" if low else owner.name)
    if low:
        size = min(theme.CAPTION, height / 2)
        stage.label(canvas, owner.name, places["name"], name._replace(size=size), least=LEAST_NAME)


def _is_enabled(state: State, seat: Seat, name: str) -> bool:
    """Whether a button would do something."""
    if seat in state.agreed:
        return False
    if name == "agree":
        return bool(state.bids)
    if name == "none" and bidding.may_only_agree(state, seat):
        return True
    return name != "none" or (seat not in state.none and state.lowest_of(seat) is None)


def _draw_button(stage: Stage, canvas: Drawable, rect: pygame.Rect, name: str, enabled: bool, pressed: bool) -> None:
    primary = name == "declare" and enabled
    look = "pressed" if pressed and enabled else "normal" if enabled else "disabled"
    face = stage.paint.button("primary" if primary else "normal", look, rect.size, 12)
    stage.blit(canvas, face, rect.topleft)
    color = theme.INK if primary else theme.IVORY if enabled else theme.MUTED
    if name in WORDS:
        size = min(theme.GLYPH, rect.height / stage.metrics.scale * 0.7)
        style, room = Style(size, color, bold=primary), rect.inflate(-stage.metrics.px(12), 0)
        stage.label(canvas, stage.t(WORDS[name]), room, style, "centre", grow=1.15, least=LEAST_WORD)
        return
    side = min(stage.metrics.px(ICON), rect.height - stage.metrics.px(10), rect.width - stage.metrics.px(6))
    icon = stage.drawing(f"robots/button-{name}", (side, side), color=color)
    canvas.blit(icon.surface, (rect.centerx - side // 2, rect.centery - side // 2))

"""The buttons of an open dock: less, number, more; declare, agree, nothing found."""

from __future__ import annotations

import pygame

from game.core.rules import Seat
from game.robots.state import State
from scenes.kit import theme
from scenes.kit.boxes import cell, column, row, within
from scenes.kit.canvas import Target
from scenes.kit.fonts import Style
from scenes.kit.person import draw_owned_panel
from scenes.robots.bidding import desk as bidding
from scenes.robots.bidding import docks
from scenes.robots.selection import Declaring, Touched
from scenes.services import Services

ICON, CROSS = 48, 24


def draw_controls(
    services: Services,
    canvas: Target,
    dock: pygame.Rect,
    identity: str,
    state: State,
    seat: Seat,
    declaring: Declaring,
    closes: bool = True,
) -> None:
    """Draw the open dock of a seat: its buttons on lacquer. `closes` says whether it can be closed."""
    stage = services.stage
    draw_owned_panel(stage, services.identities, canvas, dock, identity, shadow=False)
    placed = docks.controls(stage.metrics, dock)
    number = placed["number"]
    stage.put(canvas, stage.paint.well(number.size, 10), number.topleft)
    window = declaring.desk.window
    typing = window is not None and window.seat == seat
    text = f"{window.digits}_" if window is not None and typing else str(bidding.dial(declaring.desk, state, seat))
    style = Style(min(64, number.height / stage.metrics.scale * 0.8), theme.HIGHLIGHT, bold=True)
    stage.label(canvas, text, number.inflate(-stage.metrics.px(6), 0), style, "centre", least=24)
    _draw_numbers(services, canvas, docks.open_plate(stage.metrics, dock), state, seat, closes)
    for name in docks.CONTROLS:
        pressed = Touched(seat, name) in declaring.held.values()
        looks = "agree" if name == "none" and bidding.may_only_agree(state, seat) else name
        _draw_button(services, canvas, placed[name], looks, _enabled(state, seat, name), pressed)


def _draw_numbers(
    services: Services, canvas: Target, plate: pygame.Rect, state: State, seat: Seat, closes: bool
) -> None:
    """The seat's own number, large, over the best one: an open dial hides neither. A press there closes it."""
    stage, own = services.stage, state.lowest_of(seat)
    stage.put(canvas, stage.paint.well(plate.size), plate.topleft)
    upper = row(cell("own"), column(cell("cross", CROSS), size=CROSS), share=3, gap=0, pad=(6, 4, 4, 0))
    places = within(stage.metrics, plate, column(upper, row(cell("best"), share=2, pad=(5, 0)), gap=0))
    if closes:
        stage.put(canvas, stage.drawing("robots/close", places["cross"].size), places["cross"].topleft)
    large = Style(min(72, places["own"].height / stage.metrics.scale * 0.9), theme.IVORY, bold=True)
    stage.label(canvas, "–" if own is None else str(own), places["own"], large, "centre", least=24)
    best = stage.t("robots.dock.best", number="–" if state.best is None else state.best)
    small = Style(theme.CAPTION, theme.EYEBROW, bold=True)
    stage.label(canvas, best, places["best"], small, "centre", least=18)


def _enabled(state: State, seat: Seat, name: str) -> bool:
    """Whether a button would do something."""
    if seat in state.agreed:
        return False
    if name == "agree":
        return bool(state.bids)
    if name == "none" and bidding.may_only_agree(state, seat):
        return True
    return name != "none" or (seat not in state.none and state.lowest_of(seat) is None)


def _draw_button(
    services: Services, canvas: Target, rect: pygame.Rect, name: str, enabled: bool, pressed: bool
) -> None:
    stage = services.stage
    primary = name == "declare" and enabled
    look = "pressed" if pressed and enabled else "normal" if enabled else "disabled"
    face = stage.paint.button("primary" if primary else "normal", look, rect.size, 12)
    stage.put(canvas, face, rect.topleft)
    color = theme.INK if primary else theme.IVORY if enabled else theme.MUTED
    label = stage.t("robots.declare") if name == "declare" else ""
    room = rect.width - stage.metrics.px(16)
    style = stage.shrunk(label, stage.capped(Style(theme.GLYPH, color, bold=True), 1.15), room, 22)
    if label and stage.fonts.width(label, style) <= room:
        stage.centred(canvas, label, rect, style)
        return
    side = min(stage.metrics.px(ICON), rect.height - stage.metrics.px(10), rect.width - stage.metrics.px(6))
    icon = stage.drawing(f"robots/button-{name}", (side, side), color=color)
    canvas.blit(icon.surface, (rect.centerx - side // 2, rect.centery - side // 2))

"""The buttons of an open dock: less, number, more; declare, agree, nothing found."""

from __future__ import annotations

import pygame

from game.core.rules import Seat
from game.robots.state import State
from scenes.kit import svg, theme
from scenes.kit.canvas import Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.robots.bidding import desk as bidding
from scenes.robots.bidding import docks
from scenes.robots.selection import Declaring, Touched
from scenes.services import Services

_PEN = 'fill="none" stroke="{color}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'
_ICONS = {
    "less": '<path d="M12 24H36" {pen}/>',
    "more": '<path d="M12 24H36M24 12V36" {pen}/>',
    "declare": '<path d="M9 20V28H16L28 37V11L16 20ZM35 17Q40 24 35 31" {pen}/>',
    "agree": '<path d="M10 25L20 35L39 13" {pen}/>',
    "none": '<path d="M12 24H36" {pen}/><circle cx="24" cy="24" r="19" {pen}/>',
}
_CROSS = f'<path d="M10 10L38 38M38 10L10 38" stroke="{theme.MUTED}" stroke-width="6" stroke-linecap="round"/>'
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
    stage, px = services.stage, services.stage.metrics.px
    stage.put(canvas, stage.paint.face("lacquer", dock.size), dock.topleft)
    rim, corner = px(2), px(16)
    strip = services.identities.strip(identity, (px(12), dock.height - 2 * rim), (corner, 0, 0, corner))
    canvas.blit(strip.surface, (dock.x + rim, dock.y + rim))
    placed = docks.controls(stage.metrics, dock)
    number = placed["number"]
    stage.put(canvas, stage.paint.well(number.size, 10), number.topleft)
    window = declaring.desk.window
    typing = window is not None and window.seat == seat
    text = f"{window.digits}_" if window is not None and typing else str(bidding.dial(declaring.desk, state, seat))
    style = stage.capped(Style(min(64, number.height / stage.metrics.scale * 0.8), theme.HIGHLIGHT, bold=True), 1.0)
    stage.centred(canvas, text, number, stage.shrunk(text, style, number.width - px(6), 24))
    _draw_numbers(services, canvas, docks.open_plate(stage.metrics, dock), state, seat, closes)
    for name in docks.CONTROLS:
        pressed = Touched(seat, name) in declaring.held.values()
        looks = "agree" if name == "none" and bidding.may_only_agree(state, seat) else name
        _draw_button(services, canvas, placed[name], looks, _enabled(state, seat, name), pressed)


def _draw_numbers(
    services: Services, canvas: Target, plate: pygame.Rect, state: State, seat: Seat, closes: bool
) -> None:
    """The seat's own number, large, over the best one: an open dial hides neither. A press there closes it."""
    stage = services.stage
    stage.put(canvas, stage.paint.well(plate.size), plate.topleft)
    side = stage.metrics.px(CROSS)
    cross = stage.paint.once(("dock close", side), lambda: Sprite(svg.render(_CROSS, side, side, (48, 48))))
    if closes:
        canvas.blit(cross.surface, (plate.right - side - stage.metrics.px(4), plate.top + stage.metrics.px(4)))
    own, room = state.lowest_of(seat), plate.width - stage.metrics.px(10)
    foot = pygame.Rect(plate.left, plate.bottom - plate.height * 2 // 5, plate.width, plate.height * 2 // 5)
    left = plate.left + stage.metrics.px(6)
    upper = pygame.Rect(left, plate.top, plate.right - side - stage.metrics.px(4) - left, foot.top - plate.top)
    large = stage.capped(Style(min(72, upper.height / stage.metrics.scale * 0.9), theme.IVORY, bold=True), 1.0)
    stage.centred(canvas, "–" if own is None else str(own), upper, stage.shrunk(str(own), large, upper.width, 24))
    best = stage.t("robots.dock.best", number="–" if state.best is None else state.best)
    small = stage.shrunk(best, stage.capped(Style(theme.CAPTION, theme.EYEBROW, bold=True), 1.0), room, 18)
    stage.centred(canvas, best, foot, small, room)


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
    body = _ICONS[name].replace("{pen}", _PEN.replace("{color}", color))
    key = ("dock button", name, color, side)
    icon = stage.paint.once(key, lambda: Sprite(svg.render(body, side, side, (48, 48))))
    canvas.blit(icon.surface, (rect.centerx - side // 2, rect.centery - side // 2))

"""What the PIN's screen shows: beads for digits, the tries that are left, how long it rests, what keeps it shut."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pygame

from game.kiosk.pin_record import LONGEST, SHORTEST, TRIES, WAITS
from scenes.kiosk.waiting_scene import clock_text
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Metrics, Shape
from scenes.kit.paint import Sprite
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets import Action, Button, Touch, Widget

SHAKE_SECONDS = 0.24
SHAKES = (12, -8, 4)  # design pixels
FALL = 60  # design pixels that beads fall while the window shakes
COMMAND = "python main.py operator --set-pin"
EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(72, theme.IVORY, bold=True)
HELPER = Style(theme.LIST, theme.MUTED)
LEFT = Style(44, theme.IVORY, bold=True)
WARN = Style(theme.HELPER, "#FFB48C")
TROUBLE = Style(theme.HELPER, theme.IVORY)
TIME = Style(80, theme.IVORY, bold=True)
_WINDOW = {Shape.WIDE: (96, 288, 752, 184), Shape.CLASSIC: (72, 288, 600, 184), Shape.TALL: (54, 288, 972, 184)}
_INSET = 28  # from the window's edge to the first socket
_PITCH, _SOCKET, _HEIGHT = 116, 100, 128  # of six sockets; more are as much narrower


def window_of(stage: Stage) -> pygame.Rect:
    """Where the sockets lie, in pixels."""
    return stage.metrics.rect(*_WINDOW[stage.metrics.shape])


def draw_head(stage: Stage, canvas: Canvas, title: str, note: str, warns: bool = False) -> None:
    """Whose screen it is, what is asked, and a line about it, which may be one of warning."""
    px, window = stage.metrics.px, window_of(stage)
    left, room = window.left, window.width
    eyebrow = stage.t("kiosk.operator").upper()
    stage.text(canvas, eyebrow, (left, window.top - px(200)), stage.capped(EYEBROW, 1.0))
    stage.text(canvas, title, (left, window.top - px(104)), stage.shrunk(title, TITLE, room), width=room)
    usual = HELPER._replace(color=WARN.color) if warns else HELPER
    small = stage.shrunk(note, stage.capped(usual, 1.0), room, 24)
    stage.text(canvas, note, (left, window.top - px(48)), small, width=room)


def draw_sockets(stage: Stage, canvas: Canvas, typed: int, shake: float, fallen: int) -> None:
    """A brass bead for each of the `typed` digits, and where the next one goes; never a figure.

    `shake` are the seconds for which a wrong PIN still shakes the window, while its `fallen` beads fall out.
    """
    px, window = stage.metrics.px, window_of(stage)
    gone = 1 - shake / SHAKE_SECONDS
    if shake > 0 and not stage.look.reduced_motion:
        way = SHAKES[min(len(SHAKES) - 1, int(gone * len(SHAKES)))]
        window = window.move(round(way * stage.metrics.scale), 0)
    stage.put(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
    beads = fallen if shake > 0 else typed
    count = max(SHORTEST, min(LONGEST, beads + (beads < LONGEST)))
    pitch = min(float(px(_PITCH)), (window.width - 2 * px(_INSET) + px(_PITCH - _SOCKET)) / count)
    width, height = round(pitch * _SOCKET / _PITCH), px(_HEIGHT)
    left = window.centerx - (pitch * (count - 1) + width) / 2
    side = min(px(50), width * 4 // 5)
    for index in range(count):
        socket = pygame.Rect(round(left + index * pitch), window.centery - height // 2, width, height)
        stage.put(canvas, stage.paint.well(socket.size, 14), socket.topleft)
        if index < beads:
            drop = 0 if shake <= 0 or stage.look.reduced_motion else round(px(FALL) * gone * gone)
            bead = stage.paint.once(("pin bead", side), partial(_bead, side))
            place = (socket.centerx - side // 2, socket.centery - side // 2 + drop)
            stage.put(canvas, bead, place, 1 - gone if shake > 0 else 1.0)
        elif index == typed and shake <= 0:
            bar = pygame.Rect(0, 0, width * 48 // 100, px(6))
            bar.midbottom = (socket.centerx, socket.bottom - px(20))
            stage.put(canvas, stage.paint.veil(bar.size, 1.0, "#F0CB73"), bar.topleft)


def draw_locked(stage: Stage, canvas: Canvas, wait: float) -> None:
    """That no try is taken for `wait` seconds more."""
    px, window = stage.metrics.px, window_of(stage)
    stage.put(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
    side = window.height * 136 // 184
    whole = next((each for each in WAITS if wait <= each), WAITS[-1])
    seconds = math.ceil(wait)
    lock = stage.paint.latest("pin lock", (side, seconds), lambda: Sprite(_lock(side, min(1.0, seconds / whole))))
    stage.put(canvas, lock, (window.left + px(36), window.centery - side // 2))
    left = window.left + px(60) + side
    stage.text(canvas, clock_text(wait), (left, window.centery + px(4)), stage.capped(TIME, 1.0))
    note, room = stage.t("kiosk.pin.locked"), window.right - px(24) - left
    small = stage.shrunk(note, stage.capped(HELPER, 1.0), room, 24)
    stage.text(canvas, note, (left, window.centery + px(60)), small, width=room)


def draw_trouble(stage: Stage, canvas: Canvas, sentence: str) -> None:
    """Why no PIN helps here, and what does."""
    px, window = stage.metrics.px, window_of(stage)
    stage.put(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
    side = px(88)
    sign = stage.paint.once(("pin sign", side), lambda: Sprite(_sign(side)))
    stage.put(canvas, sign, (window.left + px(32), window.centery - side // 2))
    place = pygame.Rect(window.left + px(56) + side, window.top + px(16), 0, window.height - px(32))
    place.width = window.right - px(28) - place.left
    lines, style = stage.fitted(sentence, stage.capped(TROUBLE, 1.0), place.width, place.height)
    step = stage.fonts.line_height(style)
    top = place.top + (place.height - step * len(lines)) // 2
    stage.paragraph(canvas, lines, (place.left, top + stage.fonts.ascent(style)), style)
    baseline = window.bottom + px(72)
    helps = stage.t("kiosk.pin.helps")
    stage.text(canvas, helps, (window.left, baseline), stage.shrunk(helps, stage.capped(HELPER, 1.0), window.width, 24))
    small = stage.shrunk(COMMAND, stage.capped(LEFT, 1.0), window.width, 24)
    stage.text(canvas, COMMAND, (window.left, baseline + px(60)), small, width=window.width)


def draw_tries(stage: Stage, canvas: Canvas, left: int) -> None:
    """How many tries are left, in words and as beads."""
    px, window = stage.metrics.px, window_of(stage)
    text = stage.t("kiosk.pin.left", count=left)
    style = stage.shrunk(text, stage.capped(LEFT, 1.0), window.width // 2, 28)
    baseline = window.bottom + px(80)
    place = stage.text(canvas, text, (window.left, baseline), style)
    first = max(place.right + px(40), window.left + px(312))
    for index in range(TRIES):
        bead = stage.paint.once(("pin try", index < left), partial(_try_bead, px(34), index < left))
        stage.put(canvas, bead, (first + index * px(56), baseline - px(32)))


def draw_note(stage: Stage, canvas: Canvas, note: str, warns: bool, below_tries: bool) -> None:
    """What came of the last try, or that one is under way."""
    px, window = stage.metrics.px, window_of(stage)
    usual = WARN if warns else WARN._replace(color=theme.MUTED)
    top = window.bottom + px(132 if below_tries else 72)
    lines, small = stage.fitted(note, stage.capped(usual, 1.0), window.width, px(132))
    stage.paragraph(canvas, lines, (window.left, top), small)


def _bead(side: int) -> Sprite:
    shade = svg.radial("b", (("0", "#FFF3CC"), (".5", "#DDB968"), ("1", "#8A6427")), (40, 36), 60)
    body = f'<defs>{shade}</defs><circle cx="50" cy="50" r="49" fill="url(#b)"/>'
    return Sprite(svg.render(body, side, side, (100, 100)))


def _try_bead(side: int, kept: bool) -> Sprite:
    """An enamel bead, or a dark one with a cross."""
    if kept:
        body = '<circle cx="50" cy="50" r="47" fill="#F6EFDD" stroke="#B98F45" stroke-width="5"/>'
    else:
        body = '<circle cx="50" cy="50" r="47" fill="#0D0D0F"/>'
        body += '<path d="M32 32L68 68M68 32L32 68" stroke="#FF9A6B" stroke-width="10" stroke-linecap="round"/>'
    return Sprite(svg.render(body, side, side, (100, 100)))


def _lock(side: int, share: float) -> pygame.Surface:
    """A lock in a brass rim, and an arc of the time that is left of it."""
    body = '<circle cx="68" cy="68" r="66" fill="#141216" stroke="#B98F45" stroke-width="4"/>'
    if share >= 1:
        body += f'<circle cx="68" cy="68" r="56" fill="none" stroke="{theme.WARN}" stroke-width="10"/>'
    else:
        turn = 2 * math.pi * share
        end = f"{68 - 56 * math.sin(turn):.2f} {68 - 56 * math.cos(turn):.2f}"
        arc = f"M68 12A56 56 0 {int(share > 0.5)} 0 {end}"
        body += f'<path d="{arc}" fill="none" stroke="{theme.WARN}" stroke-width="10"/>'
    body += '<path d="M53 64V52a15 15 0 0 1 30 0v12" fill="none" stroke="#F0CB73" stroke-width="8"/>'
    body += '<rect x="45" y="61" width="46" height="37" rx="6" fill="#F0CB73"/>'
    body += (
        '<circle cx="68" cy="76" r="5.5" fill="#2A1E16"/><rect x="65.8" y="76" width="4.4" height="12" fill="#2A1E16"/>'
    )
    return svg.render(body, side, side, (136, 136))


def _sign(side: int) -> pygame.Surface:
    """A triangle with an exclamation mark."""
    body = f'<path d="M50 12L92 86H8Z" fill="{theme.WARN}" stroke="{theme.WARN}" stroke-width="10" '
    body += 'stroke-linejoin="round"/><path d="M50 36V62" stroke="#231E1C" stroke-width="9" stroke-linecap="round"/>'
    body += '<circle cx="50" cy="76" r="5.5" fill="#231E1C"/>'
    return svg.render(body, side, side, (100, 100))


# Left and top of the first key, width and height of a key, in design pixels.
_KEYS = {Shape.WIDE: (1080, 96, 232, 184), Shape.CLASSIC: (696, 96, 208, 168), Shape.TALL: (54, 760, 308, 220)}
GAP = 24
ORDER = "123456789"
FIGURE = Style(88, theme.INK, bold=True)
MIDDLE = 4  # the index of 5, where the focus starts


class Key(Widget):
    """An enamel key with a figure."""

    radius = 18

    def __init__(self, rect: pygame.Rect, figure: str, action: Action) -> None:
        super().__init__(rect)
        self.figure = figure
        self._action = action

    def value(self) -> str:
        return self.figure

    def spoken(self, stage: Stage) -> str:
        return ""  # whoever stands beside would hear the PIN

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        return self._action()

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        face = self.rect.move(0, stage.metrics.px(3)) if touch.pressed else self.rect
        if self.enabled:
            sprite = stage.paint.panel("enamel", face.size, radius=self.radius, rim=5)
        else:
            sprite = stage.paint.button("normal", "disabled", face.size)
        stage.put(canvas, sprite, face.topleft)
        style = stage.capped(FIGURE, 1.0)
        alpha = 1.0 if self.enabled else 0.62
        stage.centred(
            canvas, self.figure, face, style if self.enabled else style._replace(color=theme.IVORY), alpha=alpha
        )


def key_places(metrics: Metrics) -> list[pygame.Rect]:
    """The places of 1 to 9, delete, 0 and the last key, in pixels."""
    left, top, width, height = _KEYS[metrics.shape]
    return [
        metrics.rect(left + column * (width + GAP), top + row * (height + GAP), width, height)
        for row in range(4)
        for column in range(3)
    ]


def keypad(
    stage: Stage, type_digit: Callable[[str], Nav | None], delete: Action, label: str, last: Action
) -> tuple[list[Widget], Button]:
    """All twelve keys in reading order, and the last one of them, which says `label`."""
    places = key_places(stage.metrics)
    keys: list[Widget] = [
        Key(rect, figure, partial(type_digit, figure)) for figure, rect in zip(ORDER, places, strict=False)
    ]
    erase = Button(places[9], stage.t("kiosk.pin.delete"), delete, size=44)
    zero = Key(places[10], "0", partial(type_digit, "0"))
    done = Button(places[11], label, last, kind="primary", size=56)
    return [*keys, erase, zero, done], done

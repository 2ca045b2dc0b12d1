"""Pictures of the PIN's screen: beads for digits, the tries that are left, the wait, the trouble."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.kiosk.pin_record import LONGEST, SHORTEST, TRIES, WAITS
from game.platforms.program import command_name
from scenes.kiosk.waiting_scene import clock_text
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Align, Part, Places, Shape, cell, column, grid, row, within
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import Action, Button, Touch, Widget

SHAKE_SECONDS = 0.24
SHAKES = (12, -8, 4)  # design pixels
FALL = 60  # design pixels that beads fall while the window shakes
COMMAND = f"{command_name()} operator --set-pin"
EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(72, theme.IVORY, bold=True)
HELPER = Style(theme.LIST, theme.MUTED)
LEFT = Style(44, theme.IVORY, bold=True)
WARN = Style(theme.HELPER, "#FFB48C")
TROUBLE = Style(theme.HELPER, theme.IVORY)
TIME = Style(72, theme.IVORY, bold=True)
TITLE_GROWTH = 1.2  # how far it follows the text scale: it is large already
FIGURE = Style(88, theme.INK, bold=True)
ORDER = "123456789"
MIDDLE = 4  # the index of 5, where the focus starts
SOCKET, SOCKETS = 100, 6  # how wide one of so many is; more are as much narrower


def pin_parts(shape: Shape) -> Part:
    """The places of every `key`, and of what stands beside or above those.

    That is the `eyebrow`, the `title`, the text `about` that, the `window` for beads, and `below` that the `tries` and
    a `note`.
    """
    is_wide = shape is Shape.WIDE
    below = column(cell("tries", 72), cell("note", 132), name="below", gap=0)
    head = cell("eyebrow", 52), cell("title", 100), cell("about", 36)
    words = *head, cell(size=44), cell("window", 184), cell(size=28), below
    if shape is Shape.TALL:
        return column(column(*words, size=680, gap=0), grid("key", 12, 3, height=220))
    keys = grid("key", 12, 3, height=184 if is_wide else 168)
    beside = column(cell(size=40), keys, size=744 if is_wide else 672, gap=0)
    return row(column(*words, cell(), gap=0), beside, gap=232 if is_wide else 24)


def draw_head(stage: Stage, canvas: Canvas, at: Places, title: str, note: str, warns: bool = False) -> None:
    """Draw whose screen it is, the question, and a line about it, which may be a warning."""
    stage.label(canvas, stage.t("kiosk.operator").upper(), at["eyebrow"], EYEBROW)
    stage.label(canvas, title, at["title"], TITLE, grow=TITLE_GROWTH)
    stage.label(canvas, note, at["about"], HELPER._replace(color=WARN.color) if warns else HELPER, least=24)


def draw_sockets(stage: Stage, canvas: Canvas, at: Places, typed: int, shake: float, fallen: int) -> None:
    """A brass bead for each of the `typed` digits, and where the next one goes; never a figure.

    `shake` are the seconds for which a wrong PIN still shakes the window, while its `fallen` beads fall out.
    """
    px, window, is_still = stage.metrics.px, at["window"], stage.look.reduced_motion
    gone = 1 - shake / SHAKE_SECONDS
    if shake > 0 and not is_still:
        way = SHAKES[min(len(SHAKES) - 1, int(gone * len(SHAKES)))]
        window = window.move(round(way * stage.metrics.scale), 0)
    stage.blit(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
    beads = fallen if shake > 0 else typed
    count = max(SHORTEST, min(LONGEST, beads + (beads < LONGEST)))
    gap = 16 * min(1.0, SOCKETS / count)
    sockets = row(*[cell("socket")] * count, gap=gap, across=count * (SOCKET + 16) - 16, align=Align.MIDDLE)
    for index, socket in enumerate(within(stage.metrics, window, column(sockets, pad=28)).all("socket")):
        stage.blit(canvas, stage.paint.well(socket.size, 14), socket.topleft)
        if index < beads:
            side = min(px(50), socket.width * 4 // 5)
            bead = pygame.Rect(0, 0, side, side)
            bead.center = socket.center
            if shake > 0 and not is_still:
                bead.move_ip(0, round(px(FALL) * gone * gone))
            stage.blit(canvas, stage.drawing("kiosk/bead", bead.size), bead.topleft, 1 - gone if shake > 0 else 1.0)
        elif index == typed and shake <= 0:
            bar = pygame.Rect(0, 0, socket.width * 48 // 100, px(6))
            bar.midbottom = (socket.centerx, socket.bottom - px(20))
            stage.blit(canvas, stage.paint.veil(bar.size, 1.0, "#F0CB73"), bar.topleft)


def draw_locked(stage: Stage, canvas: Canvas, window: pygame.Rect, wait: float) -> None:
    """Draw that no try is taken for `wait` seconds more."""
    words = column(cell("wait", 90), cell("why"), gap=0, pad=(0, 22, 0, 16))
    at = within(stage.metrics, window, row(_sign(136), words, pad=(36, 0, 24, 0)))
    stage.blit(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
    sign, seconds = at["sign"], math.ceil(wait)
    share = min(1.0, seconds / next((each for each in WAITS if wait <= each), WAITS[-1]))
    stage.blit(canvas, stage.drawing("kiosk/lock", sign.size), sign.topleft)
    arc = stage.paint.cached_one("pin lock", (sign.size, seconds), lambda: Sprite(_arc(sign.width, share)))
    stage.blit(canvas, arc, sign.topleft)
    stage.label(canvas, clock_text(wait), at["wait"], TIME)
    stage.label(canvas, stage.t("kiosk.pin.locked"), at["why"], HELPER, least=24)


def _sign(side: float) -> Part:
    """Room for a sign in the window."""
    return cell("sign", side, across=side, align=Align.MIDDLE)


def draw_trouble(stage: Stage, canvas: Canvas, at: Places, sentence: str) -> None:
    """Draw why no PIN helps here, and what does."""
    window = at["window"]
    stage.blit(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
    inside = within(stage.metrics, window, row(_sign(88), cell("why"), pad=(32, 16, 28, 16)))
    sign = inside["sign"]
    stage.blit(canvas, stage.drawing("kiosk/shut", sign.size), sign.topleft)
    stage.label(canvas, sentence, inside["why"], TROUBLE, lines=4)
    helps, command = at["tries"], at["tries"].move(0, stage.metrics.px(56))
    stage.label(canvas, stage.t("kiosk.pin.helps"), helps, HELPER, least=24)
    stage.label(canvas, COMMAND, command, LEFT, least=24)


def draw_tries(stage: Stage, canvas: Canvas, place: pygame.Rect, left: int) -> None:
    """Draw how many tries are left, in words and as beads."""
    text = stage.t("kiosk.pin.left", count=left)
    width = stage.natural(text, stage.limit_scale(LEFT, 1.0)) + 2
    bead = cell("bead", 34, across=34, align=Align.MIDDLE)
    beads = row(*[bead] * TRIES, size=TRIES * 56 - 22, gap=22)
    at = within(stage.metrics, place, row(cell("words", fit=max(width, 272), least=180), beads, cell(), gap=40))
    stage.label(canvas, text, at["words"], LEFT)
    for index, bead_place in enumerate(at.all("bead")):
        name = "kiosk/try-left" if index < left else "kiosk/try-gone"
        stage.blit(canvas, stage.drawing(name, bead_place.size), bead_place.topleft)


def draw_note(stage: Stage, canvas: Canvas, place: pygame.Rect, note: str, warns: bool) -> None:
    """Draw the result of the last try, or that one is under way."""
    style = WARN if warns else WARN._replace(color=theme.MUTED)
    stage.label(canvas, note, place, style, lines=3, top=True)


def _arc(side: int, share: float) -> pygame.Surface:
    """What is left of the time, around the lock."""
    turn = 2 * math.pi * min(share, 0.9999)
    end = f"{68 - 56 * math.sin(turn):.2f} {68 - 56 * math.cos(turn):.2f}"
    arc = f"M68 12A56 56 0 {int(share > 0.5)} 0 {end}"
    body = f'<path d="{arc}" fill="none" stroke="{theme.WARN}" stroke-width="10"/>'
    return svg.render(body, side, side, (136, 136))


class PinKey(Widget):
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
        stage.blit(canvas, sprite, face.topleft)
        style = stage.limit_scale(FIGURE, 1.0)
        alpha = 1.0 if self.enabled else 0.62
        stage.centred(
            canvas, self.figure, face, style if self.enabled else style._replace(color=theme.IVORY), alpha=alpha
        )


def keypad(
    stage: Stage,
    rects: Sequence[pygame.Rect],
    type_digit: Callable[[str], Nav | None],
    delete: Action,
    label: str,
    last: Action,
) -> list[Widget]:
    """All twelve keys in reading order, at `rects`; the last one of them says `label`."""
    keys: list[Widget] = [
        PinKey(rect, figure, partial(type_digit, figure)) for figure, rect in zip(ORDER, rects, strict=False)
    ]
    erase = Button(rects[9], stage.t("kiosk.pin.delete"), delete, size=44)
    zero = PinKey(rects[10], "0", partial(type_digit, "0"))
    done = Button(rects[11], label, last, kind="primary", size=56)
    return [*keys, erase, zero, done]

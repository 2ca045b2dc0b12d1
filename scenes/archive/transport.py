"""The transport panel of a replay: a scrubber above six keys. For touch the keys are larger.

Notes on positions have a panel of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.records.playback import SPEEDS, Playback
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import brass_bar
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Metrics, Shape, cell, cells, column, places, row, within
from scenes.kit.scene import Nav, ScanGroup, ScanTarget
from scenes.kit.stage import Stage
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.page import page
from scenes.kit.widgets.widget import Widget
from scenes.table.board.layout import KEY, TOUCH_KEY, TRANSPORT

# Margins of the panel in design pixels.
PAD, TOUCH_PAD = 20, 16
# In a panel narrower than this (in design pixels) the keys for touch stand in two rows, the scrubber in the upper one.
NARROW = 600
# Gap between four keys in a row. It is small, so that each key is as wide as a finger.
CLOSE = 4
GAP = 8
GROOVE = 16
KNOB = 40
SPEED = Style(theme.CAPTION, theme.IVORY, bold=True)
FRACTIONS = {0.5: "½"}
# Keys that show a picture instead of text.
SIGNS = frozenset(("start", "back", "play", "stop", "on", "end"))


class TransportKey(Widget):
    """A small key with a sign or a short text. Both can change."""

    def __init__(
        self, rect: pygame.Rect, face: Callable[[], str], action: Callable[[], None], kind: str = "normal"
    ) -> None:
        super().__init__(rect)
        self.face = face
        self.action = action
        self.kind = kind

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        self.action()
        return None

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        state = "disabled" if not self.enabled else "pressed" if pressed else "normal"
        stage.blit(canvas, stage.paint.button(self.kind, state, self.rect.size, 14), self.rect.topleft)
        color = theme.INK if self.kind == "primary" and self.enabled else theme.IVORY
        alpha = 1.0 if self.enabled else 0.38
        drop = 3 if pressed else -3 if self.kind == "primary" and self.enabled else 0
        middle = self.rect.move(0, stage.metrics.px(drop) if drop > 0 else -stage.metrics.px(-drop))
        name, side = self.face(), stage.metrics.px(44)
        if name in SIGNS:
            sign = stage.drawing(f"icons/tape-{name}", (side, side), color=color)
            stage.blit(canvas, sign, sign.surface.get_rect(center=middle.center).topleft, alpha)
        else:
            room, grow = middle.inflate(-stage.metrics.px(6), 0), stage.metrics.text_scale
            stage.label(canvas, name, room, SPEED, "centre", grow=grow, least=20, alpha=alpha)


class Scrubber(Widget):
    """A groove with a brass knob at the current ply."""

    def __init__(
        self,
        stage: Stage,
        rect: pygame.Rect,
        playback: Playback,
        seek: Callable[[int], None],
        marks: Sequence[int] = (),
    ) -> None:
        """`marks` are the plies with a notch below the groove."""
        super().__init__(rect)
        self.marks = marks
        self.playback = playback
        self._seek = seek
        half = stage.metrics.px(KNOB) // 2
        self._left, self._right = rect.left + half, rect.right - half

    def place(self, ply: int) -> int:
        """Return the x of the knob's middle at `ply`, in window pixels."""
        return self._left + round((self._right - self._left) * ply / max(1, self.playback.total))

    def drag(self, point: tuple[int, int]) -> None:
        share = (point[0] - self._left) / max(1, self._right - self._left)
        self._seek(round(max(0.0, min(1.0, share)) * self.playback.total))

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        unit = stage.metrics.px
        groove = pygame.Rect(self.rect.left, self.rect.centery - unit(GROOVE) // 2, self.rect.width, unit(GROOVE))
        stage.blit(canvas, stage.paint.well(groove.size, GROOVE / 2), groove.topleft)
        bar = groove.inflate(-unit(6), -unit(6))
        full = stage.paint.cached(("tape", bar.size), lambda: brass_bar(bar.size))
        x = self.place(self.playback.ply)
        canvas.blit(full.surface, bar.topleft, area=pygame.Rect(0, 0, max(1, x - bar.left), bar.height))
        notch = stage.paint.cached("tape notch", lambda: brass_bar((max(2, unit(4)), unit(12))))
        for mark in self.marks:
            canvas.blit(notch.surface, (self.place(mark) - unit(2), groove.bottom + unit(4)))
        knob = pygame.Rect(x - unit(KNOB) // 2, self.rect.centery - unit(KNOB) // 2, unit(KNOB), unit(KNOB))
        stage.blit(canvas, stage.paint.shadow(knob.size, 0.35, KNOB / 2), knob.topleft)
        stage.blit(canvas, stage.drawing("tape-knob", knob.size), knob.topleft)


@dataclass(eq=False)
class Transport:
    """The panel with the scrubber and the keys. The scene itself handles the directions and Confirm.

    `go` shows a ply with its animation, `scrub` shows it at once. `marks` are the first plies of chapters.
    """

    stage: Stage
    rect: pygame.Rect
    playback: Playback
    go: Callable[[int], None]
    scrub: Callable[[int], None]
    toggle: Callable[[], None]
    marks: Sequence[int] = ()

    def __post_init__(self) -> None:
        stage, playback, go = self.stage, self.playback, self.go
        # Whether the panel is as high as the layout for touch makes it.
        is_large = self.rect.height > stage.metrics.px(TRANSPORT + 6)
        keys = row(*cells("start back play on end speed"), size=TOUCH_KEY if is_large else KEY, gap=GAP)
        page = column(cell("groove", 64), cell(), keys, gap=0, pad=(PAD, 12, PAD, PAD))
        if is_large and self.rect.width < stage.metrics.px(NARROW):
            upper = row(cell("start", TOUCH_KEY), cell("groove"), cell("end", TOUCH_KEY), gap=CLOSE)
            page = column(upper, row(*cells("back play on speed"), gap=CLOSE), gap=GAP, pad=(TOUCH_PAD, 16))
        self.places = within(stage.metrics, self.rect, page)
        self.scrubber = Scrubber(stage, self.places["groove"], playback, self.scrub, self.marks)
        actions: dict[str, Callable[[], None]] = {
            "start": lambda: go(0),
            "back": lambda: go(playback.ply - 1),
            "play": self.toggle,
            "on": lambda: go(playback.ply + 1),
            "end": lambda: go(playback.total),
            "speed": self.next_speed,
        }
        self._keys = {
            name: TransportKey(
                self.places[name], partial(self._face, name), action, "primary" if name == "play" else "normal"
            )
            for name, action in actions.items()
        }
        self._focus = Focus(stage)
        self._focus.set([self.scrubber, *self._keys.values()])

    def _face(self, name: str) -> str:
        if name == "speed":
            return speed_text(self.playback.speed)
        return "stop" if name == "play" and self.playback.playing else name

    def key(self, name: str) -> pygame.Rect:
        """Return the rectangle of a key: "start", "back", "play", "on", "end" or "speed"."""
        return self._keys[name].rect

    def next_speed(self) -> None:
        """Switch to the next speed. The fastest is followed by the slowest."""
        fastest = self.playback.speed == SPEEDS[-1]
        self.playback.change_speed(-len(SPEEDS) if fastest else 1)

    def intent(self, intent: Intent) -> bool:
        """Handle a pointer's press on the panel. Returns whether it was used."""
        if intent.point is None or intent.kind is Kind.TURN:
            return False
        return self._focus.intent(intent)[0]

    def stops(self) -> ScanGroup:
        """Return the keys, for one-button play."""
        t = self.stage.t
        keys = [(name, key) for name, key in self._keys.items() if key.enabled]
        return ScanGroup(
            "transport",
            t("replay.step"),
            tuple(
                ScanTarget(name, t(f"scan.key.{name}"), key.action, (key.rect,), is_back_in_group=True)
                for name, key in keys
            ),
        )

    def tick(self, dt: float) -> None:
        """Release keys that were shown pressed, and enable exactly the keys that have an effect."""
        self._focus.tick(dt)
        ply, total = self.playback.ply, self.playback.total
        for names, enabled in ((("start", "back"), ply > 0), (("on", "end"), ply < total), (("play",), total > 0)):
            for name in names:
                self._keys[name].enabled = enabled

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel."""
        self.stage.blit(canvas, self.stage.paint.panel("lacquer", self.rect.size), self.rect.topleft)
        self._focus.draw(canvas, ring=False)


def speed_text(speed: float) -> str:
    """Return a speed as text for a small key: "½×", "2×"."""
    return f"{FRACTIONS.get(speed, f'{speed:g}')}×"


NOTE = Style(theme.HELPER, theme.IVORY)
# Margins of a note in design pixels. The second one is above and below the text in an upright window.
NOTES_PAD, LOW_PAD = 20, 10


def note_place(metrics: Metrics) -> pygame.Rect:
    """Return the largest rectangle that a note may take, in pixels. In a 4:3 window it takes the place of the moves."""
    if metrics.shape is Shape.TALL:
        return places(metrics, page(metrics.shape, row(cell("note", 510, across=136), pad=(0, 128, 0, 0))))["note"]
    is_wide = metrics.shape is Shape.WIDE
    above, high, width = (196, 236, 392) if is_wide else (536, 208, 376)
    side = column(cell("note", high), size=width, pad=(0, above, 0, 0))
    return places(metrics, page(metrics.shape, row(side, cell()) if is_wide else row(cell(), side)))["note"]


def draw_note(stage: Stage, canvas: Canvas, text: str) -> None:
    """Draw a note on its panel above the transport panel. In a wide window, the note's panel is as high as `text`."""
    panel, px = note_place(stage.metrics), stage.metrics.px
    inner = panel.inflate(-2 * px(NOTES_PAD), -2 * px(NOTES_PAD if stage.metrics.shape is not Shape.TALL else LOW_PAD))
    if stage.metrics.shape is Shape.WIDE:
        inner.height = min(inner.height, px(stage.natural_height(text, NOTE, inner.width, inner.height)))
        inner.bottom = panel.bottom - px(NOTES_PAD)
        panel = inner.inflate(2 * px(NOTES_PAD), 2 * px(NOTES_PAD))
    stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
    stage.label(canvas, text, inner, NOTE, lines=9, grow=stage.metrics.text_scale)

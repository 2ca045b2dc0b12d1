"""The transport of a replay: a scrubber over six keys, as on a tape deck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.playback import SPEEDS, Playback
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.focus import Focus
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.paint import Sprite
from scenes.kit.scene import Group, Nav, Stop
from scenes.kit.stage import Stage
from scenes.kit.widgets import Touch, Widget

PAD = 20  # design pixels, as all below
GAP = 8
KEY = 72
GROOVE = 16
KNOB = 40
SPEED = Style(theme.CAPTION, theme.IVORY, bold=True)
FRACTIONS = {0.5: "½"}

# Signs in a square of 48.
SIGNS = {
    "start": '<path d="M12 12H17V36H12ZM37 12V36L19 24Z"/>',
    "back": '<path d="M34 11V37L14 24Z"/>',
    "play": '<path d="M15 10V38L38 24Z"/>',
    "stop": '<path d="M13 11H21V37H13ZM27 11H35V37H27Z"/>',
    "on": '<path d="M14 11V37L34 24Z"/>',
    "end": '<path d="M36 12H31V36H36ZM11 12V36L29 24Z"/>',
}


class Key(Widget):
    """A small key with a sign, or a short text, that may change with what it would do."""

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

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        state = "disabled" if not self.enabled else "pressed" if touch.pressed else "normal"
        stage.put(canvas, stage.paint.button(self.kind, state, self.rect.size, 14), self.rect.topleft)
        color = theme.INK if self.kind == "primary" and self.enabled else theme.IVORY
        alpha = 1.0 if self.enabled else 0.38
        drop = 3 if touch.pressed else -3 if self.kind == "primary" and self.enabled else 0
        middle = self.rect.move(0, stage.metrics.px(drop) if drop > 0 else -stage.metrics.px(-drop))
        name = self.face()
        if name not in SIGNS:
            style = stage.shrunk(name, SPEED, self.rect.width - stage.metrics.px(6), 20)
            stage.centred(canvas, name, middle, style, alpha=alpha)
            return
        side = stage.metrics.px(44)
        sign = stage.paint.once(("sign", name, side, color), lambda: Sprite(_sign(name, side, color)))
        canvas.blit(sign.surface, (middle.centerx - side // 2, middle.centery - side // 2), alpha)


class Scrubber(Widget):
    """A groove with a brass knob at the share of the actions that are on the board."""

    def __init__(
        self,
        stage: Stage,
        rect: pygame.Rect,
        playback: Playback,
        seek: Callable[[int], None],
        marks: Sequence[int] = (),
    ) -> None:
        """`marks` are plies that notches below the groove show."""
        super().__init__(rect)
        self.marks = marks
        self.playback = playback
        self._seek = seek
        half = stage.metrics.px(KNOB) // 2
        self._left, self._right = rect.left + half, rect.right - half

    def place(self, ply: int) -> int:
        """Where the knob's middle is at `ply`, in pixels from the window's left edge."""
        return self._left + round((self._right - self._left) * ply / max(1, self.playback.total))

    def drag(self, point: tuple[int, int]) -> None:
        share = (point[0] - self._left) / max(1, self._right - self._left)
        self._seek(round(max(0.0, min(1.0, share)) * self.playback.total))

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        unit = stage.metrics.px
        groove = pygame.Rect(self.rect.left, self.rect.centery - unit(GROOVE) // 2, self.rect.width, unit(GROOVE))
        stage.put(canvas, stage.paint.well(groove.size, GROOVE / 2), groove.topleft)
        bar = groove.inflate(-unit(6), -unit(6))
        full = stage.paint.once(("tape", bar.size), lambda: Sprite(_bar(bar.size)))
        x = self.place(self.playback.ply)
        canvas.blit(full.surface, bar.topleft, area=pygame.Rect(0, 0, max(1, x - bar.left), bar.height))
        notch = stage.paint.once("tape notch", lambda: Sprite(_bar((max(2, unit(4)), unit(12)))))
        for mark in self.marks:
            canvas.blit(notch.surface, (self.place(mark) - unit(2), groove.bottom + unit(4)))
        knob = stage.paint.once("tape knob", lambda: _knob(stage))
        stage.put(canvas, knob, (x - unit(KNOB) // 2, self.rect.centery - unit(KNOB) // 2))


class Transport:
    """The panel with the scrubber and the keys. Directions and confirms are left to the scene."""

    def __init__(
        self,
        stage: Stage,
        rect: pygame.Rect,
        playback: Playback,
        *,
        go: Callable[[int], None],
        scrub: Callable[[int], None],
        toggle: Callable[[], None],
        marks: Sequence[int] = (),
    ) -> None:
        """`go` takes a ply to show with its motion, `scrub` one to show at once; `marks` are chapters' plies."""
        self.stage = stage
        self.rect = rect
        self.playback = playback
        self._go = go
        self._toggle = toggle
        unit = stage.metrics.px
        inner = rect.inflate(-2 * unit(PAD), 0)
        groove = pygame.Rect(inner.x, rect.y + unit(12), inner.width, unit(64))
        self.scrubber = Scrubber(stage, groove, playback, scrub, marks)
        self._keys = self._make_keys(pygame.Rect(inner.x, rect.bottom - unit(PAD + KEY), inner.width, unit(KEY)))
        self._focus = Focus(stage)
        self._focus.set([self.scrubber, *self._keys.values()])

    def _make_keys(self, row: pygame.Rect) -> dict[str, Key]:
        gap = self.stage.metrics.px(GAP)
        actions: dict[str, Callable[[], None]] = {
            "start": lambda: self._go(0),
            "back": lambda: self._go(self.playback.ply - 1),
            "play": self._toggle,
            "on": lambda: self._go(self.playback.ply + 1),
            "end": lambda: self._go(self.playback.total),
            "speed": self.next_speed,
        }
        keys = {}
        for i, (name, action) in enumerate(actions.items()):
            left = row.x + round(i * (row.width + gap) / len(actions))
            right = row.x + round((i + 1) * (row.width + gap) / len(actions)) - gap
            rect = pygame.Rect(left, row.y, right - left, row.height)
            keys[name] = Key(rect, partial(self._face, name), action, "primary" if name == "play" else "normal")
        return keys

    def _face(self, name: str) -> str:
        if name == "speed":
            return speed_text(self.playback.speed)
        return "stop" if name == "play" and self.playback.playing else name

    def key(self, name: str) -> pygame.Rect:
        """Where a key is: "start", "back", "play", "on", "end" or "speed"."""
        return self._keys[name].rect

    def next_speed(self) -> None:
        """Take the next speed; after the fastest comes the slowest."""
        fastest = self.playback.speed == SPEEDS[-1]
        self.playback.change_speed(-len(SPEEDS) if fastest else 1)

    def intent(self, intent: Intent) -> bool:
        """Use a pointer's press if it is one for the panel."""
        if intent.point is None or intent.kind is Kind.TURN:
            return False
        return self._focus.intent(intent)[0]

    def stops(self) -> Group:
        """The keys, for one-button play."""
        t = self.stage.t
        keys = [(name, key) for name, key in self._keys.items() if key.enabled]
        return Group(
            "transport",
            t("replay.step"),
            tuple(Stop(name, t(f"scan.key.{name}"), key.action, (key.rect,), again=True) for name, key in keys),
        )

    def tick(self, dt: float) -> None:
        """Let a shown press end; say which keys do anything."""
        self._focus.tick(dt)
        ply, total = self.playback.ply, self.playback.total
        for names, enabled in ((("start", "back"), ply > 0), (("on", "end"), ply < total), (("play",), total > 0)):
            for name in names:
                self._keys[name].enabled = enabled

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel."""
        self.stage.put(canvas, self.stage.paint.panel("lacquer", self.rect.size), self.rect.topleft)
        self._focus.draw(canvas, ring=False)


def speed_text(speed: float) -> str:
    """A speed for a small key: "½×", "2×"."""
    return f"{FRACTIONS.get(speed, f'{speed:g}')}×"


def _sign(name: str, side: int, color: str) -> pygame.Surface:
    pen = f'fill="{color}" stroke="{color}" stroke-width="3" stroke-linejoin="round"'
    return svg.render(f"<g {pen}>{SIGNS[name]}</g>", side, side, (48, 48))


def _bar(size: tuple[int, int]) -> pygame.Surface:
    defs = svg.gradient("brass", theme.BUTTON_BRASS, (0, 0), (0, size[1]))
    body = svg.box(0, 0, size[0], size[1], size[1] / 2, fill="url(#brass)")
    return svg.render(f"<defs>{defs}</defs>{body}", *size)


def _knob(stage: Stage) -> Sprite:
    """A brass nail head with its shadow."""
    side = stage.metrics.px(KNOB)
    shade = stage.paint.shadow((side, side), 0.35, KNOB / 2)
    defs = svg.radial("nail", (("0", "#FFF0BE"), (".45", "#D9B465"), ("1", "#8A6328")), (14, 12), 26)
    body = '<circle cx="20" cy="20" r="19" fill="url(#nail)" stroke="#2A1B0A" stroke-width="2"/>'
    surface = shade.surface.copy()
    surface.blit(svg.render(f"<defs>{defs}</defs>{body}", side, side, (40, 40)), (-shade.dx, -shade.dy))
    return Sprite(surface, shade.dx, shade.dy)

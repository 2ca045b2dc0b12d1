"""Scenes over the operator's menu close like the menu itself: when nobody has pressed anything for a minute."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import NamedTuple

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import Intent, Kind, Signal
from scenes.kit.layout import Part, Places, cell, column, within
from scenes.kit.scene import Nav, Pop, Scene
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import PAD, CardScene, Dialog, DialogAnswer
from scenes.kit.widgets.widget import Button

QUIET_SECONDS = 60.0


class TimedOut(Enum):
    """A result: nobody is there."""

    GONE = auto()


class MenuCommand(NamedTuple):
    """A result: what the menu is to do now."""

    do: Callable[[], Nav]


class AutoCloseScene(Scene):
    """Counts the seconds without a press, and pops then; whatever lies below in the same way follows."""

    quiet = 0.0

    @property
    def is_held(self) -> bool:
        """Whether something is going on that is waited for."""
        return False

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is not Kind.HOVER:
            self.quiet = 0.0
        return super().intent(intent)

    def signal(self, signal: Signal) -> Nav | None:
        if signal.text:
            self.quiet = 0.0
        return super().signal(signal)

    def tick(self, dt: float) -> Nav | None:
        self.quiet = 0.0 if self.is_held else self.quiet + dt
        nav = super().tick(dt)
        return Pop(TimedOut.GONE) if nav is None and self.quiet >= QUIET_SECONDS else nav

    def resume(self, result: object) -> Nav | None:
        self.quiet = 0.0
        return Pop(TimedOut.GONE) if result is TimedOut.GONE else super().resume(result)


class MenuCard(AutoCloseScene, CardScene):
    """A card over the menu: its title, a note, and below them parts from top to bottom."""

    ink = theme.INK
    note_lines = 1
    note_ink = theme.INK_SOFT

    def __init__(self, stage: Stage, title: str, note: str = "") -> None:
        super().__init__(stage)
        self.title = title
        self.note = note

    @property
    def spoken_title(self) -> str:
        return self.title

    def lay(self, width: float, gap: float, *parts: Part) -> Places:
        """The places of `parts` on a card as high as they are, so wide and with such gaps (design pixels)."""
        metrics = self.stage.metrics
        whole = (cell("title", 44), cell("note", 36 if self.note else 8), *parts)
        height = sum(part.size or 0.0 for part in whole) + gap * (len(whole) - 1) + 2 * PAD
        self.place(min(metrics.px(width), metrics.size[0] - metrics.px(80)), metrics.px(height))
        self.places = within(metrics, self.rect, column(*whole, gap=gap, pad=PAD))
        return self.places

    def ok_button(self) -> Button:
        """Closes the card; it lies in the part `ok`."""
        return Button(self.places["ok"], self.stage.t("dialog.ok"), self.done, kind="primary")

    def draw_face(self, canvas: Canvas) -> None:
        self.stage.label(canvas, self.title, self.places["title"], Style(theme.TITLE, self.ink, bold=True))
        if self.note:
            note = Style(theme.HELPER, self.note_ink)
            self.stage.label(canvas, self.note, self.places["note"], note, lines=self.note_lines, least=24)


class Question(AutoCloseScene, Dialog):
    """A question over the menu."""


def ask(stage: Stage, name: str, do: Callable[[], Nav]) -> Question:
    """Whether something is to be done, in the texts `kiosk.NAME`; the answer that changes nothing has the focus."""
    t = stage.t
    answers = [
        DialogAnswer(t(f"kiosk.{name}.no"), None, primary=True),
        DialogAnswer(t(f"kiosk.{name}.yes"), MenuCommand(do)),
    ]
    return Question(stage, t(f"kiosk.{name}.title"), t(f"kiosk.{name}.body"), answers, width=960)

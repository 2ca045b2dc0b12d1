"""The operator's menu and the scenes over it close after a minute without a press."""

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
    """The result of a scene that timed out."""

    GONE = auto()


class MenuCommand(NamedTuple):
    """A scene's result that tells the menu what to do."""

    do: Callable[[], Nav]


class AutoCloseScene(Scene):
    """A scene that pops after QUIET_SECONDS without a press. Scenes of this kind below it pop too."""

    quiet = 0.0

    @property
    def is_held(self) -> bool:
        """Whether to keep the scene open, since something is in progress."""
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
    """A card over the menu: title, note, and parts from top to bottom."""

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
        """Lay out a card that is as high as `parts`; `width` and `gap` are in design pixels."""
        metrics = self.stage.metrics
        whole = (cell("title", 44), cell("note", 36 if self.note else 8), *parts)
        height = sum(part.size or 0.0 for part in whole) + gap * (len(whole) - 1) + 2 * PAD
        self.place(min(metrics.px(width), metrics.size[0] - metrics.px(80)), metrics.px(height))
        self.places = within(metrics, self.rect, column(*whole, gap=gap, pad=PAD))
        return self.places

    def ok_button(self) -> Button:
        """Make the button that closes the card, in the part `ok`."""
        return Button(self.places["ok"], self.stage.t("dialog.ok"), self.done, kind="primary")

    def draw_face(self, canvas: Canvas) -> None:
        self.stage.label(canvas, self.title, self.places["title"], Style(theme.TITLE, self.ink, bold=True))
        if self.note:
            note = Style(theme.HELPER, self.note_ink)
            self.stage.label(canvas, self.note, self.places["note"], note, lines=self.note_lines, least=24)


class Question(AutoCloseScene, Dialog):
    """A question over the menu."""


def ask(stage: Stage, name: str, do: Callable[[], Nav]) -> Question:
    """Ask whether to `do` something; the texts are those of `kiosk.NAME`. The focus starts on No."""
    t = stage.t
    answers = [
        DialogAnswer(t(f"kiosk.{name}.no"), None, primary=True),
        DialogAnswer(t(f"kiosk.{name}.yes"), MenuCommand(do)),
    ]
    return Question(stage, t(f"kiosk.{name}.title"), t(f"kiosk.{name}.body"), answers, width=960)

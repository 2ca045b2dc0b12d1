"""A scene whose parts are widgets: one of them has the focus, and nothing else moves by itself."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.kit.focus import Focus
from scenes.kit.glyphbar import GlyphBar
from scenes.kit.intents import Device
from scenes.kit.scene import Item, Nav, Reply, Scene, Told
from scenes.kit.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.stops import prompt_stops, widget_stops
from scenes.kit.widgets import Button


class FocusScene(Scene):
    """Subclasses set the widgets of `focus` and hand it the presses that are not their own."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.focus = Focus(stage)

    def tick(self, dt: float) -> Nav | None:
        self.focus.tick(dt)
        return None

    def scan(self) -> Sequence[Item]:
        """The widgets, and the prompts of the scene's bar where it has one."""
        bar = getattr(self, "bar", None)
        prompts = prompt_stops(self, bar) if isinstance(bar, GlyphBar) else ()
        return (*widget_stops(self.stage, self.focus), *prompts)

    def told(self, device: Device) -> Told:
        return Told(self.spoken_title, self.focus.spoken)

    def button_replies(self) -> Sequence[Reply]:
        """The buttons, for a scene that is a question and has nothing else."""
        buttons = [widget for widget in self.focus.widgets if isinstance(widget, Button)]
        return [Reply(button.label, button.kind == "primary", button.enabled) for button in buttons]

    @property
    def spoken_title(self) -> str:
        """What the screen is, before its focus is read aloud."""
        return ""

    @property
    def spoken(self) -> str:
        return sentences(self.spoken_title, self.focus.spoken)

    @property
    def lively(self) -> bool:
        return self.focus.lively

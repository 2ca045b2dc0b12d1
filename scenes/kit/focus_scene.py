"""A scene whose parts are widgets: one of them has the focus, and nothing else moves by itself."""

from __future__ import annotations

from scenes.kit.focus import Focus
from scenes.kit.scene import Nav, Scene
from scenes.kit.speech import sentences
from scenes.kit.stage import Stage


class FocusScene(Scene):
    """Subclasses set the widgets of `focus` and hand it the presses that are not their own."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.focus = Focus(stage)

    def tick(self, dt: float) -> Nav | None:
        self.focus.tick(dt)
        return None

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

"""What lies on the operator's menu is left like the menu itself: when nobody has pressed anything for a minute."""

from __future__ import annotations

from enum import Enum, auto

from scenes.kit.card import CardScene
from scenes.kit.devices import Signal
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav, Pop, Scene

QUIET_SECONDS = 60.0


class Gone(Enum):
    """A result: nobody is there."""

    GONE = auto()


class Quiet(Scene):
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
        return Pop(Gone.GONE) if nav is None and self.quiet >= QUIET_SECONDS else nav

    def resume(self, result: object) -> Nav | None:
        self.quiet = 0.0
        return Pop(Gone.GONE) if result is Gone.GONE else super().resume(result)


class Card(Quiet, CardScene):
    """A card over the menu."""


class Question(Quiet, Dialog):
    """A question over the menu."""

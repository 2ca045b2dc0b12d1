"""A scene, and what it may ask of the manager."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes.kit.canvas import Canvas
from scenes.kit.intents import Intent

if TYPE_CHECKING:
    from scenes.kit.devices import Signal
    from scenes.kit.stage import Stage


class Route:
    """A place where one can go, as data; the manager is given what turns it into a scene."""

    __slots__ = ()


Destination = Route | Callable[[], "Scene"]  # a scene's own dialogs need no route


@dataclass(frozen=True, slots=True)
class Switch:
    """Replace the whole stack by a new scene."""

    to: Destination


@dataclass(frozen=True, slots=True)
class Push:
    """Put a new scene on top; the one below is paused."""

    to: Destination


@dataclass(frozen=True, slots=True)
class Pop:
    """Leave this scene; the one below resumes with `result`."""

    result: object = None


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program."""


Nav = Switch | Push | Pop | Quit


class Scene:
    """One screen. Subclasses override what they need; nothing here draws or navigates by itself."""

    overlay = False  # True: the scene below is drawn first, dimmed
    many_fingers = False  # True: it hears of every finger; else only of the first one that is down

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def enter(self) -> None:
        """The scene comes on: called once, before anything else."""

    def leave(self) -> None:
        """The scene goes for good."""

    def pause(self) -> None:
        """Another scene was put on top."""

    def covered(self) -> None:
        """A scene that hides all of this one was put on top: let go of large pictures that can be made again."""

    def resume(self, result: object) -> Nav | None:
        """The scene on top has left, with its result."""
        return None

    def resized(self) -> None:
        """The window, the text scale or the language changed: lay out again."""

    def signal(self, signal: Signal) -> Nav | None:
        """Something happened that is no press: a pad came or went, the window lost the focus."""
        return None

    def admits(self, intent: Intent) -> bool:
        """Whether a press may reach this scene and those above it: whoever only watches can spoil nothing."""
        return True

    def intent(self, intent: Intent) -> Nav | None:
        """A person pressed something."""
        return None

    def tick(self, dt: float) -> Nav | None:
        """`dt` seconds of simulated time have passed."""
        return None

    def draw(self, canvas: Canvas, alpha: float) -> None:
        """Say what is to be seen; `alpha` is the share of the next tick that has already passed."""

    @property
    def spoken(self) -> str:
        """What is read aloud when the scene comes on, or comes back from below another one."""
        return ""

    @property
    def takes_text(self) -> bool:
        """Whether what is typed now may be a person's own text, which no log repeats."""
        return False

    @property
    def lively(self) -> bool:
        """Whether something moves by itself, so that every frame must be drawn."""
        return False

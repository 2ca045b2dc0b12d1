"""A scene, and what it may ask of the manager."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from pygame import Rect

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.input.intents import Device, Intent
from scenes.kit.layout.boxes import NOWHERE, Places

if TYPE_CHECKING:
    from scenes.kit.input.signals import Signal
    from scenes.kit.stage import Stage


class IdleLimit(Enum):
    """How long nobody need press anything, by the kind of the moment."""

    MENU = auto()
    TURN = auto()
    THINKING = auto()


@dataclass(frozen=True, slots=True)
class Route:
    """A place where one can go, as data; the manager is given what turns it into a scene."""

    closed_to_phones: ClassVar[bool] = False  # True: no phone leads there


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


def do_nothing() -> None:
    """Do nothing, for a target that changes nothing while it is lit."""


@dataclass(frozen=True, slots=True)
class ScanTarget:
    """Something to press. `key` tells it from its neighbours, and stays while the scene is asked again.

    `areas` are where it lies, in pixels, () where it is not to be seen. `lit` is called as the light comes to it.
    `is_back_in_group`: the light stays there after a press, for it is likely to be pressed more than once.
    """

    key: Hashable
    name: str
    take: Callable[[], Nav | None]
    areas: tuple[Rect, ...] = ()
    lit: Callable[[], None] = do_nothing
    is_back_in_group: bool = False


@dataclass(frozen=True, slots=True)
class ScanGroup:
    """Targets or groups that are lit together; a press goes into it. `places`: where, if not where they are."""

    key: Hashable
    name: str
    items: tuple[ScanTarget | ScanGroup, ...]
    lit: Callable[[], None] = do_nothing
    places: tuple[Rect, ...] | None = None

    @property
    def areas(self) -> tuple[Rect, ...]:
        """The rectangles of the group, in pixels."""
        if self.places is not None:
            return self.places
        return tuple(area for item in self.items for area in item.areas)


Item: TypeAlias = ScanTarget | ScanGroup


@dataclass(frozen=True, slots=True)
class PhoneView:
    """A phone's view of a scene.

    `mine`: whoever holds it may act. `turn` is the identity of who is to act, "" for nobody, and `name` theirs.
    `sits`: the page of one who has just sat down, instead of the ring of directions. `page` is the game's own page,
    where it has one.
    """

    sentence: str
    helper: str = ""
    mine: bool = True
    turn: str = ""
    name: str = ""
    sits: bool = False
    page: object = None


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a question, as a phone has it: a button with a name, the brass one where `primary`."""

    label: str
    primary: bool = False
    enabled: bool = True


class Scene:
    """One screen. Subclasses override what they need; nothing here draws or navigates by itself."""

    overlay = False  # True: the scene below is drawn first, dimmed
    scanned = False  # True: it is played with one switch, whatever is set
    asks_for_scan = False  # True: whoever holds something down here for long is asked about one-button play
    rests = False  # True: nobody is there, and a press only wakes the table
    is_dark = False  # True: the table is closed
    is_operators = False  # True: the operator is there, and no visitor
    closed_to_phones = False  # True: no phone is heard here nor in what lies on it: for whoever owns the house
    is_lobby = False  # True: no game goes on here, and a seat need not wait for a phone that is gone
    hides_presses = False  # True: no log keeps what is pressed here, nor where
    many_fingers = False  # True: it hears of every finger; else only of the first one that is down

    places: Places = NOWHERE  # where its parts lie, by name

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

    def unpasted(self) -> Nav | None:
        """Somebody has pasted over this scene, and nothing came of it: a scene that waits for a text says so."""
        return None

    def admits(self, intent: Intent) -> bool:
        """Whether a press may reach this scene and those above it: a device that only watches can spoil nothing."""
        return True

    def intent(self, intent: Intent) -> Nav | None:
        """A person pressed something."""
        return None

    @property
    def patience(self) -> IdleLimit:
        """How long a person may do something else here without a press: as at a menu, in a turn, or while all think."""
        return IdleLimit.MENU

    def scan(self) -> Sequence[Item]:
        """Return the targets of one-button play; () while nothing can be pressed."""
        return ()

    def tick(self, dt: float) -> Nav | None:
        """`dt` seconds of simulated time have passed."""
        return None

    def draw(self, canvas: Canvas, alpha: float) -> None:
        """Draw the scene; `alpha` is the share of the next tick that has already passed."""

    def phone_view(self, device: Device) -> PhoneView:
        """Return the view of the scene on the phone `device`."""
        return PhoneView(self.spoken)

    @property
    def pressable(self) -> Sequence[Prompt]:
        """The prompts of the bar at the foot of the screen, which tell what presses do now; () where there is none."""
        bar = getattr(self, "bar", None)
        return bar.prompts if isinstance(bar, GlyphBar) else ()

    @property
    def replies(self) -> Sequence[Reply]:
        """The answers of a question in their order: an ANSWER says which one; () where the scene is no question."""
        return ()

    @property
    def spoken(self) -> str:
        """The text read aloud when the scene comes on, or comes back from below another one."""
        return ""

    @property
    def takes_text(self) -> bool:
        """Whether typing may now be a person's own text, which no log repeats."""
        return False

    @property
    def awaits_ai(self) -> bool:
        """Whether it is the turn of an AI, which thinks: nothing else is to have the processor."""
        return False

    @property
    def stands_still(self) -> bool:
        """Whether a change besides those of `is_animated` may be seen a quarter of a second late: no countdown runs."""
        return False

    @property
    def is_animated(self) -> bool:
        """Whether something moves by itself, so that every frame must be drawn."""
        return False

"""A scene, what it may ask of the manager, and the manager itself: a stack with switch, push and pop."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from pygame import Rect

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.drawing.theme import BY_ITSELF_SECONDS, INPUT_PAUSE_SECONDS
from scenes.kit.input.intents import Device, Intent, Kind, Signal
from scenes.kit.layout import NOWHERE, Places

if TYPE_CHECKING:
    from scenes.kit.stage import Stage

DOUBLE_CLICK_SECONDS = 0.4  # a slow one; counted from the change that its first half led to
log = logging.getLogger(__name__)


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
        prompts: Sequence[Prompt] = getattr(getattr(self, "bar", None), "prompts", ())
        return prompts

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


class Manager:
    """Owns the stack of scenes; the top one gets input and time, overlays let those below show through.

    After a change nothing else reaches any scene until the next tick, and presses are ignored for
    INPUT_PAUSE_SECONDS so that one press never acts in two scenes; for BY_ITSELF_SECONDS where no press led there,
    as somebody may have been about to press something else.
    """

    def __init__(self, open_route: Callable[[Route], Scene]) -> None:
        """`open_route` makes the scene of a route."""
        self._open_route = open_route
        self.scenes: list[Scene] = []
        self.quitting = False
        self.may_quit = True  # whether a scene can end the program
        self.left = 0  # scenes that have gone for good, or out of sight
        self.on_switch: Callable[[Destination], None] | None = None  # told where a whole new stack has been opened
        self.on_arrival: Callable[[Scene], None] | None = None  # told which scene has come on, or is back
        self._deaf_for = 0.0
        self._since_change = 0.0
        self._pressed: tuple[int, int] | None = None  # where a pointer went down last
        self._pressed_before: tuple[int, int] | None = None  # the same, as it was at the last change
        self._changed = False
        self._by_phone = False  # whether a phone's press is what leads on

    @property
    def top(self) -> Scene | None:
        """The scene that has the input."""
        return self.scenes[-1] if self.scenes else None

    def start(self, scene: Scene) -> None:
        """Begin with `scene`."""
        self.go(Switch(lambda: scene))
        self._deaf_for = 0.0

    def intent(self, intent: Intent) -> None:
        """Hand a press to the top scene, unless the scene has only just changed."""
        top = self.top
        if self._changed or top is None:
            return
        if self._deaf_for > 0 and intent.kind is not Kind.HOVER:
            return
        if not all(scene.admits(intent) for scene in self.scenes):
            return
        if intent.finger and not top.many_fingers:
            return
        by_phone = intent.device.is_phone
        if by_phone and _is_closed(top):
            return
        if intent.kind is Kind.PRESS:
            if self._since_change < DOUBLE_CLICK_SECONDS and intent.point == self._pressed_before:
                return  # the second half of a double click, which was meant for the scene before
            self._pressed = intent.point
        nav = top.intent(intent)
        self._by_phone = by_phone
        try:
            self.go(nav)
        finally:
            self._by_phone = False

    def signal(self, signal: Signal) -> bool:
        """Tell every scene of the stack, from the top, of a signal. Returns whether one has led somewhere."""
        for scene in reversed(self.scenes.copy()):
            nav = scene.signal(signal)
            if nav is not None:
                self.go(nav)
                return True
        return False

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass for the top scene."""
        came_on, self._changed = self._changed, False
        self._deaf_for = max(0.0, self._deaf_for - dt)
        self._since_change += dt
        if (top := self.top) is not None:
            if came_on and self.on_arrival is not None:
                self.on_arrival(top)
            if (nav := top.tick(dt)) is not None:
                self._go_by_itself(nav)

    @property
    def is_new(self) -> bool:
        """Whether the top scene has only just come on."""
        return self._deaf_for > 0

    def resized(self) -> None:
        """Lay out every scene of the stack again."""
        for scene in self.scenes:
            scene.resized()

    def draw(self, canvas: Canvas, alpha: float) -> None:
        """Draw the stack from the topmost opaque scene upward."""
        first = len(self.scenes) - 1
        while first > 0 and self.scenes[first].overlay:
            first -= 1
        for scene in self.scenes[max(first, 0) :]:
            scene.draw(canvas, alpha)

    @property
    def is_animated(self) -> bool:
        """Whether a scene of the stack moves by itself, or has only just come on."""
        return self._deaf_for > 0 or any(scene.is_animated for scene in self.scenes)

    @property
    def stands_still(self) -> bool:
        """Whether one scene alone is drawn, and says so of itself."""
        return self.top is not None and not self.top.overlay and self.top.stands_still

    def opened(self, to: Destination) -> Scene:
        """The scene of a destination, which is not on the stack yet."""
        return self._open_route(to) if isinstance(to, Route) else to()

    def go(self, nav: Nav | None) -> None:
        """Do what a scene has asked for; None asks for nothing."""
        if nav is None or (self._by_phone and isinstance(nav, Quit)):
            return
        if self._by_phone and isinstance(nav, (Switch, Push)) and self._is_closed_to_phones(nav.to):
            return
        self._changed = True
        self._deaf_for = INPUT_PAUSE_SECONDS
        self._since_change = 0.0
        self._pressed_before = self._pressed
        if isinstance(nav, Quit):
            self.quitting = self.quitting or self.may_quit
        elif isinstance(nav, Pop):
            self._drop()
            if self.top is None:
                self.quitting = self.quitting or self.may_quit
            else:
                self.go(self.top.resume(nav.result))
        else:
            if isinstance(nav, Switch):
                self.close()
            elif self.top is not None:
                self.top.pause()
            opened = self.opened(nav.to)
            if self.top is not None and _is_closed(self.top):
                opened.closed_to_phones = True  # as what it lies on: a question, a page of its own
            self.scenes.append(opened)
            self.scenes[-1].enter()
            if not self.scenes[-1].overlay:
                for scene in self.scenes[:-1]:
                    scene.covered()
                    self.left += 1
            if isinstance(nav, Switch) and self.on_switch is not None:
                self.on_switch(nav.to)

    def _go_by_itself(self, nav: Nav) -> None:
        """Do what a scene asks for without a press."""
        self.go(nav)
        self._deaf_for = BY_ITSELF_SECONDS

    @staticmethod
    def _is_closed_to_phones(to: Destination) -> bool:
        return to.closed_to_phones if isinstance(to, Route) else False

    def close(self) -> None:
        """Leave every scene, top first."""
        while self.scenes:
            self._drop()

    def abandon(self) -> None:
        """Leave every scene although something is broken; what they fail at is only logged."""
        while self.scenes:
            try:
                self._drop()
            except Exception as error:
                log.error("%s: %s, while leaving", type(error).__name__, error)
        self._changed = False

    def _drop(self) -> None:
        """Let the top scene go."""
        self.left += 1
        self.scenes.pop().leave()


def _is_closed(scene: Scene) -> bool:
    """Whether no phone is heard there."""
    return scene.closed_to_phones or scene.is_operators

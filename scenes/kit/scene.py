"""A scene, its requests to the manager, and the manager, which holds a stack of scenes."""

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


# Within this time after a change of scene, a click may be the second half of a double click.
DOUBLE_CLICK_SECONDS = 0.4
log = logging.getLogger(__name__)


class IdleLimit(Enum):
    """What happens on the screen. It decides how long visitors may press nothing."""

    MENU = auto()
    TURN = auto()
    THINKING = auto()


@dataclass(frozen=True, slots=True)
class Route:
    """A destination as data. The function given to `Manager` makes the scene of a route."""

    closed_to_phones: ClassVar[bool] = False  # True: phones may not go there


# A scene's own dialogs need no route.
Destination = Route | Callable[[], "Scene"]


@dataclass(frozen=True, slots=True)
class Switch:
    """Replace the whole stack."""

    to: Destination


@dataclass(frozen=True, slots=True)
class Push:
    """Put a scene on top; the one below is paused."""

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
    """Do nothing: the default `lit` of a target."""


@dataclass(frozen=True, slots=True)
class ScanTarget:
    """A target of one-button play, in which a light goes from target to target.

    `key` identifies it among its neighbours, and stays the same when the scene is asked for its targets again. `areas`
    are its rectangles in pixels, () if it is invisible. `lit` is called when the light reaches it. With
    `is_back_in_group` the light stays on the target after a press, so that the target can be pressed again.
    """

    key: Hashable
    name: str
    take: Callable[[], Nav | None]
    areas: tuple[Rect, ...] = ()
    lit: Callable[[], None] = do_nothing
    is_back_in_group: bool = False


@dataclass(frozen=True, slots=True)
class ScanGroup:
    """Targets or groups lit together; a press enters the group. If given, `places` are the group's areas."""

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

    `mine` says that the phone's owner may act. `turn` is the identity of the seat to act, "" for none; `name` is its
    player's name. With `sits` the phone shows the page of a person who has joined, in place of the direction ring.
    `page` is the game's own page, if any. `said` is what an AI says now, in the phone's language; the phone shows it in
    place of `helper`.
    """

    sentence: str
    helper: str = ""
    mine: bool = True
    turn: str = ""
    name: str = ""
    sits: bool = False
    page: object = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a question as a phone's button. The `primary` one is the main button."""

    label: str
    primary: bool = False
    enabled: bool = True


class Scene:
    """One screen. Subclasses override what they need; nothing here draws or navigates."""

    overlay = False  # True: the scene below is seen, dimmed
    scanned = False  # True: one-button play is on, even if the setting is off
    asks_for_scan = False  # True: a long hold asks whether to turn on one-button play
    rests = False  # True: nobody is at the table, and a press only wakes the table
    is_dark = False  # True: the table is closed
    is_operators = False  # True: the scene is for the operator, not for visitors
    # True: phones have no effect in this scene or in scenes above it, since it is for the table's owner.
    closed_to_phones = False
    is_lobby = False  # True: no game is on, so seats need not wait for lost phones
    hides_presses = False  # True: no log records the presses here
    many_fingers = False  # True: the scene gets the presses of all fingers, else those of the first only

    places: Places = NOWHERE  # its parts, by name

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def enter(self) -> None:
        """Begin. This is called once, before anything else."""

    def leave(self) -> None:
        """End."""

    def pause(self) -> None:
        """Pause, since another scene was put on top."""

    def covered(self) -> None:
        """Drop large pictures that can be made again: a scene above hides this one completely."""

    def resume(self, result: object) -> Nav | None:
        """Go on after the scene above has ended with `result`."""
        return None

    def resized(self) -> None:
        """Lay out again, since the window, the text scale or the language has changed."""

    def signal(self, signal: Signal) -> Nav | None:
        """Handle an event that is no press, such as a pad that came or went."""
        return None

    def unpasted(self) -> Nav | None:
        """Say that a pasted text had no effect, if this scene waits for a text."""
        return None

    def admits(self, intent: Intent) -> bool:
        """Whether a press may reach this scene and those above it. False for a spectator's press."""
        return True

    def intent(self, intent: Intent) -> Nav | None:
        """Act on a press."""
        return None

    @property
    def patience(self) -> IdleLimit:
        """The limit for visitors who press nothing: the one for a menu, for a turn, or for AIs that think."""
        return IdleLimit.MENU

    def scan(self) -> Sequence[Item]:
        """Return the targets of one-button play; () while there are none."""
        return ()

    def tick(self, dt: float) -> Nav | None:
        """Let `dt` seconds of simulated time pass."""
        return None

    def draw(self, canvas: Canvas, alpha: float) -> None:
        """Draw the scene; `alpha` (0 to 1) is how much of the next tick has passed."""

    def phone_view(self, device: Device) -> PhoneView:
        """Return the view of the scene on the phone `device`."""
        return PhoneView(self.spoken)

    @property
    def pressable(self) -> Sequence[Prompt]:
        """The prompts of the bar at the foot of the screen; () without a bar."""
        prompts: Sequence[Prompt] = getattr(getattr(self, "bar", None), "prompts", ())
        return prompts

    @property
    def replies(self) -> Sequence[Reply]:
        """The answers of a question, in order; () for other scenes. The value of an ANSWER is an index into them."""
        return ()

    @property
    def spoken(self) -> str:
        """The text that is read aloud when the scene begins, or is on top again."""
        return ""

    @property
    def takes_text(self) -> bool:
        """Whether what is typed may be personal. No log records such text."""
        return False

    @property
    def awaits_ai(self) -> bool:
        """Whether an AI is thinking. The AI then gets the whole processor."""
        return False

    @property
    def stands_still(self) -> bool:
        """Whether redrawing four times a second is enough while nothing is animated."""
        return False

    @property
    def is_animated(self) -> bool:
        """Whether something moves by itself, so that every frame must be drawn."""
        return False


class KeyWatchScene(Scene):
    """A scene that gets the keyboard's keys as signals while it is on top (`Devices.watch_keys`)."""

    def enter(self) -> None:
        self.resized()
        self.stage.devices.watch_keys(True)

    def leave(self) -> None:
        self.stage.devices.watch_keys(False)

    def pause(self) -> None:
        self.stage.devices.watch_keys(False)

    def resume(self, result: object) -> Nav | None:
        self.stage.devices.watch_keys(True)
        return None


class Manager:
    """Owns the stack of scenes; the top one gets input and time, overlays show the scenes below.

    After a change, nothing reaches a scene until the next tick. Presses are ignored for INPUT_PAUSE_SECONDS, so that
    one press never acts in two scenes. After a change without a press, or by another device's press, they are ignored
    for BY_ITSELF_SECONDS, because a person may have been about to press.
    """

    def __init__(self, open_route: Callable[[Route], Scene]) -> None:
        """`open_route` makes the scene of a route."""
        self._open_route = open_route
        self.scenes: list[Scene] = []
        self.quitting = False
        self.may_quit = True  # whether a scene can end the program
        self.left = 0  # how often a scene has ended, or was hidden by another scene
        # Called with the destination of each Switch.
        self.on_switch: Callable[[Destination], None] | None = None
        # Called with each scene that begins, or is on top again.
        self.on_arrival: Callable[[Scene], None] | None = None
        self._deaf_for = 0.0
        self._since_change = 0.0
        self._pressed: tuple[int, int] | None = None  # where the pointer was pressed last
        # place of the last press before the last change of scene
        self._pressed_before: tuple[int, int] | None = None
        self._changed = False
        self._by_phone = False  # whether the request that `go` carries out comes from a phone's press
        self._by: Device | None = None  # the device whose press caused the last change

    @property
    def top(self) -> Scene | None:
        """The scene that gets the input."""
        return self.scenes[-1] if self.scenes else None

    def start(self, scene: Scene) -> None:
        """Begin with `scene`."""
        self.go(Switch(lambda: scene))
        self._deaf_for = 0.0

    def intent(self, intent: Intent) -> None:
        """Pass a press to the top scene, unless that scene is too new."""
        top = self.top
        if self._changed or top is None:
            return
        is_others = self._by is not None and intent.device != self._by
        is_deaf = self._deaf_for > 0 or (is_others and self._since_change < BY_ITSELF_SECONDS)
        if is_deaf and intent.kind is not Kind.HOVER:
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
                return  # the press is the second half of a double click on the previous scene
            self._pressed = intent.point
        nav = top.intent(intent)
        self._by_phone = by_phone
        try:
            self.go(nav)
        finally:
            self._by_phone = False
        if nav is not None:
            self._by = intent.device

    def signal(self, signal: Signal) -> bool:
        """Pass a signal down the stack. Returns whether a scene has navigated."""
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
        """Whether the top scene still ignores presses."""
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
        """Whether a scene of the stack is animated or new."""
        return self._deaf_for > 0 or any(scene.is_animated for scene in self.scenes)

    @property
    def stands_still(self) -> bool:
        """Whether only one scene is drawn, and that scene stands still."""
        return self.top is not None and not self.top.overlay and self.top.stands_still

    def opened(self, to: Destination) -> Scene:
        """The scene of a destination, not yet on the stack."""
        return self._open_route(to) if isinstance(to, Route) else to()

    def go(self, nav: Nav | None) -> None:
        """Carry out a scene's request, if any."""
        if nav is None or (self._by_phone and isinstance(nav, Quit)):
            return
        if self._by_phone and isinstance(nav, (Switch, Push)) and isinstance(nav.to, Route) and nav.to.closed_to_phones:
            return
        self._changed = True
        self._deaf_for = INPUT_PAUSE_SECONDS
        self._since_change = 0.0
        self._by = None
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
                opened.closed_to_phones = True  # because the scene below it is closed to phones
            self.scenes.append(opened)
            self.scenes[-1].enter()
            if not self.scenes[-1].overlay:
                for scene in self.scenes[:-1]:
                    scene.covered()
                    self.left += 1
            if isinstance(nav, Switch) and self.on_switch is not None:
                self.on_switch(nav.to)

    def _go_by_itself(self, nav: Nav) -> None:
        """Carry out a request made without a press."""
        self.go(nav)
        self._deaf_for = BY_ITSELF_SECONDS

    def close(self) -> None:
        """End every scene, top first."""
        while self.scenes:
            self._drop()

    def abandon(self) -> None:
        """End every scene. Errors are only logged."""
        while self.scenes:
            try:
                self._drop()
            except Exception as error:
                log.error("%s: %s, while leaving", type(error).__name__, error)
        self._changed = False

    def _drop(self) -> None:
        """End the top scene."""
        self.left += 1
        self.scenes.pop().leave()


def _is_closed(scene: Scene) -> bool:
    """Whether phones have no effect in `scene`."""
    return scene.closed_to_phones or scene.is_operators

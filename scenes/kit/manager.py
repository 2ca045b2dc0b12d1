"""The scene manager: a stack with switch, push and pop."""

from __future__ import annotations

import logging
from collections.abc import Callable

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.theme import BY_ITSELF_SECONDS, INPUT_PAUSE_SECONDS
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.input.signals import Signal
from scenes.kit.scene import Destination, Nav, Pop, Push, Quit, Route, Scene, Switch

DOUBLE_CLICK_SECONDS = 0.4  # a slow one; counted from the change that its first half led to

log = logging.getLogger(__name__)


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

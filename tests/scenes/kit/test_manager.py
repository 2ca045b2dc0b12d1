"""The manager: what each change does to the stack, and that nothing acts in two scenes at once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from scenes.kit.drawing.theme import BY_ITSELF_SECONDS, INPUT_PAUSE_SECONDS
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Intent, Kind, Signal, SignalKind
from scenes.kit.scene import DOUBLE_CLICK_SECONDS, Manager, Nav, Pop, Push, Quit, Scene, Switch
from scenes.kit.system import STEP
from tests.stories import Story, each_story
from tests.vocabulary.screen import FOLDER, ScreenVocabulary

pytestmark = pytest.mark.quick

POINTED = {Kind.HOVER: MOUSE, Kind.PRESS: MOUSE, Kind.RELEASE: MOUSE}
WAITS = {
    "": INPUT_PAUSE_SECONDS + STEP,
    "0": STEP,
    "all but a tick": INPUT_PAUSE_SECONDS - STEP,
    "all but a tick by itself": BY_ITSELF_SECONDS - STEP,
    "a double click": DOUBLE_CLICK_SECONDS,
}


def unrouted(route):
    raise AssertionError(f"nobody goes to {route}")


class Actor(Scene):
    """Writes down what happens to it; each call may be given something to ask of the manager."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name = name
        self.log = log
        self.asks: dict[str, Nav] = {}

    def _heard(self, what: str) -> Nav | None:
        self.log.append(f"{self.name} {what}")
        return self.asks.pop(what, None)

    def enter(self) -> None:
        self._heard("enter")

    def leave(self) -> None:
        self._heard("leave")

    def pause(self) -> None:
        self._heard("pause")

    def resume(self, result: object) -> Nav | None:
        return self._heard(f"resume {result}")

    def resized(self) -> None:
        self._heard("resized")

    def signal(self, signal: Signal) -> Nav | None:
        return self._heard("signal")

    def intent(self, intent: Intent) -> Nav | None:
        return self._heard(intent.kind.name)

    def tick(self, dt: float) -> Nav | None:
        return self._heard("tick") if "tick" in self.asks else None

    def draw(self, canvas: object, alpha: float) -> None:
        self._heard("draw")


class Stack(ScreenVocabulary):
    """Tells of one manager and the actors in it; there is no house around them."""

    def __init__(self) -> None:
        self.game = ""
        self.do_anew()
        self.do_pass("0")
        self.log.clear()

    def drawn(self) -> list[str]:
        """Who is drawn, from below."""
        self.log.clear()
        canvas: Any = None
        self.manager.draw(canvas, 1.0)
        return [line.removesuffix(" draw") for line in self.log]

    facts: ClassVar = {
        "drawn": drawn,
        "log": lambda s: s.log,
        "quitting": lambda s: s.manager.quitting,
        "stack": lambda s: [scene.name for scene in s.manager.scenes],
    }

    def do_anew(self) -> None:
        """anew: another manager, with the scene "one"."""
        self.log: list[str] = []
        self.actors: dict[str, Actor] = defaultdict(lambda: Actor("", self.log))
        self.manager = Manager(unrouted)
        self.manager.start(self.actor("one"))

    def actor(self, name: str) -> Actor:
        """A scene by its name."""
        self.actors[name].name = name
        return self.actors[name]

    def do_asks(self, rest: str = "") -> None:
        """asks SCENE HEARD: push SCENE, switch SCENE, pop [RESULT], quit."""
        name, heard, deed, what = re.fullmatch(r"(\w+) ([\w ]+): (\w+) ?(\w*)", rest).groups()
        asked: dict[str, Callable[[], Nav]] = {
            "push": lambda: Push(lambda: self.actor(what)),
            "switch": lambda: Switch(lambda: self.actor(what)),
            "pop": lambda: Pop(what),
            "quit": Quit,
        }
        self.actor(name).asks[heard] = asked[deed]()

    def do_hear(self, rest: str = "") -> None:
        """hear KINDS: of the keyboard or the mouse; PRESS@50: at another place; PRESS+1: of the finger 1."""
        for name, place, finger in re.findall(r"(\w+)(?:@(\d+))?(?:\+(\d))?", rest):
            kind = Kind[name]
            device = TOUCH if finger else POINTED.get(kind, KEYBOARD)
            point = (int(place or 5), 5) if kind in POINTED else None
            self.manager.intent(Intent(kind, device, point, finger=int(finger or 0)))

    def do_pass(self, rest: str = "") -> None:
        """pass, pass 0, pass all but a tick …: until it listens, one tick, or not quite so long."""
        for _ in range(round(WAITS[rest] / STEP)):
            self.manager.tick(STEP)

    def do_forget(self) -> None:
        """forget: what was written down."""
        self.log.clear()

    def do_signal(self) -> None:
        """signal: something happens to the window."""
        self.manager.signal(Signal(SignalKind.EXPOSED))

    def do_overlay(self, rest: str = "") -> None:
        """overlay SCENES: they let what lies below show through."""
        for name in rest.split():
            self.actor(name).overlay = True

    def do_resize(self) -> None:
        """resize: the window has another size."""
        self.manager.resized()

    def do_close(self) -> None:
        """close: the program ends."""
        self.manager.close()

    def do_many_fingers(self, rest: str = "") -> None:
        """many_fingers SCENE: it wants them all."""
        self.actor(rest).many_fingers = True


@each_story(FOLDER / "house" / "manager.txt")
def test_the_stack(story: Story) -> None:
    Stack().tell(story)

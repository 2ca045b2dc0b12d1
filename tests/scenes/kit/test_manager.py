"""The scene manager: what each change does to the stack, and that no press acts in two scenes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partialmethod
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
    """A scene that writes down what happens to it. Each call may be given a change to ask the manager for."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name = name
        self.log = log
        self.asks: dict[str, Nav] = {}

    def _heard(self, what: str) -> Nav | None:
        self.log.append(f"{self.name} {what}")
        return self.asks.pop(what, None)

    def resume(self, result: object) -> Nav | None:
        return self._heard(f"resume {result}")

    def signal(self, signal: Signal) -> Nav | None:
        return self._heard("signal")

    def intent(self, intent: Intent) -> Nav | None:
        return self._heard(intent.kind.name)

    def tick(self, dt: float) -> Nav | None:
        return self._heard("tick") if "tick" in self.asks else None

    def draw(self, canvas: object, alpha: float) -> None:
        self._heard("draw")


for told in ("enter", "leave", "pause", "resized"):
    setattr(Actor, told, partialmethod(Actor._heard, told))


class Stack(ScreenVocabulary):
    """Tells of one scene manager and its scenes, which write down what they hear. There is no app around them. The
    first scene is "one". Its step "one: CHANGE" waits until the top scene listens, and presses a key for which the
    scene asks for CHANGE: "push SCENE", "switch SCENE", "pop [RESULT]" or "quit"."""

    def __init__(self) -> None:
        self.game = ""
        self.heard: list[str] = []
        self.actors: dict[str, Actor] = {}
        self.manager = Manager(unrouted)
        self.manager.start(self.hand("one"))

    def log(self) -> list[str]:
        """Return what scenes have heard since the last query."""
        said, self.heard[:] = [*self.heard], []
        return said

    def drawn(self) -> list[str]:
        """Return the scenes that are drawn, the lowest first."""
        canvas: Any = None
        self.heard.clear()
        self.manager.draw(canvas, 1.0)
        return [line.removesuffix(" draw") for line in self.log()]

    facts: ClassVar = {
        "drawn": drawn,
        "log": log,
    }

    def hand(self, name: str) -> Actor:
        """Return the scene with this name. The first call makes it."""
        return self.actors.setdefault(name, Actor(name, self.heard))

    def press(self, hand: Actor, verb: str, rest: str = "") -> None:
        """push SCENE, switch SCENE, pop [RESULT], or quit: Let a scene ask for this at a press."""
        self.do_asks(f"{hand.name} CONFIRM: {verb} {rest}")
        self.do_pass()
        self.do_hear("CONFIRM")

    def do_asks(self, rest: str = "") -> None:
        """SCENE HEARD: CHANGE: Let SCENE ask for CHANGE when it hears HEARD, as in "one tick: push two". HEARD is a
        line of the fact "log" without the scene's name."""
        name, heard, deed, what = re.fullmatch(r"(\w+) ([\w ]+): (\w+) ?(\w*)", rest).groups()
        asked: dict[str, Callable[[], Nav]] = {
            "push": lambda: Push(lambda: self.hand(what)),
            "switch": lambda: Switch(lambda: self.hand(what)),
            "pop": lambda: Pop(what),
            "quit": Quit,
        }
        self.hand(name).asks[heard] = asked[deed]()

    def do_hear(self, rest: str = "") -> None:
        """KINDS: Send intents of the keyboard or, for HOVER, PRESS and RELEASE, of the mouse. "PRESS@50" is at another
        place, "PRESS+1" of finger 1."""
        for name, place, finger in re.findall(r"(\w+)(?:@(\d+))?(?:\+(\d))?", rest):
            kind = Kind[name]
            device = TOUCH if finger else POINTED.get(kind, KEYBOARD)
            point = (int(place or 5), 5) if kind in POINTED else None
            self.manager.intent(Intent(kind, device, point, finger=int(finger or 0)))

    def do_pass(self, rest: str = "") -> None:
        """[TIME]: Let time pass until the top scene listens. TIME is something else to wait for: "0" (one tick), "all
        but a tick", "all but a tick by itself" (after a change without a press), "a double click"."""
        for _ in range(round(WAITS[rest] / STEP)):
            self.manager.tick(STEP)

    def do_manager(self, rest: str = "") -> None:
        """signal, resized, or close: Tell the manager of a signal or of the window's new size, or end the program."""
        given = [Signal(SignalKind.EXPOSED)] if rest == "signal" else []
        getattr(self.manager, rest)(*given)

    def do_is(self, rest: str = "") -> None:
        """SCENES overlay, or SCENES many_fingers: Let the scenes below these show through, or let these take the
        presses of all fingers."""
        *names, what = rest.split()
        for name in names:
            setattr(self.hand(name), what, True)


@each_story(FOLDER / "house" / "manager.txt")
def test_the_stack(story: Story) -> None:
    Stack().tell(story)

"""The manager: what each change does to the stack, and that nothing acts in two scenes at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scenes.kit.clock import STEP
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.intents import KEYBOARD, MOUSE, TOUCH, Intent, Kind
from scenes.kit.manager import DOUBLE_CLICK_SECONDS, Manager
from scenes.kit.scene import Nav, Pop, Push, Quit, Scene, Switch
from scenes.kit.theme import BY_ITSELF_SECONDS, INPUT_PAUSE_SECONDS

CONFIRM = Intent(Kind.CONFIRM, KEYBOARD)
HOVER = Intent(Kind.HOVER, MOUSE, (0, 0))


def unrouted(route):
    raise AssertionError(f"nobody goes to {route}")


class Actor(Scene):
    """Writes down what happens to it; each call may be given something to ask of the manager."""

    def __init__(self, name: str, log: list[str], overlay: bool = False) -> None:
        self.name = name
        self.log = log
        self.overlay = overlay
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


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
def stage(log: list[str]) -> tuple[Manager, Actor]:
    """A manager that listens, with the scene "one"."""
    manager, one = Manager(unrouted), Actor("one", log)
    manager.start(one)
    manager.tick(STEP)
    log.clear()
    return manager, one


def wait(manager: Manager, seconds: float = INPUT_PAUSE_SECONDS + STEP) -> None:
    for _ in range(round(seconds / STEP)):
        manager.tick(STEP)


def test_switch_leaves_the_whole_stack_top_first(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    two, three = Actor("two", log), Actor("three", log)
    one.asks["CONFIRM"] = Push(lambda: two)
    manager.intent(CONFIRM)
    wait(manager)
    two.asks["CONFIRM"] = Switch(lambda: three)
    manager.intent(CONFIRM)
    assert log == ["one CONFIRM", "one pause", "two enter", "two CONFIRM", "two leave", "one leave", "three enter"]
    assert manager.scenes == [three]


def test_pop_hands_its_result_to_the_scene_below(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    two = Actor("two", log)
    one.asks["CONFIRM"] = Push(lambda: two)
    manager.intent(CONFIRM)
    wait(manager)
    two.asks["CONFIRM"] = Pop("tea")
    manager.intent(CONFIRM)
    assert log[-3:] == ["two CONFIRM", "two leave", "one resume tea"]
    assert manager.top is one


def test_a_scene_that_resumes_may_go_on_at_once(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    two, three = Actor("two", log), Actor("three", log)
    one.asks |= {"CONFIRM": Push(lambda: two), "resume tea": Switch(lambda: three)}
    manager.intent(CONFIRM)
    wait(manager)
    two.asks["CONFIRM"] = Pop("tea")
    manager.intent(CONFIRM)
    assert manager.scenes == [three]
    assert log[-3:] == ["one resume tea", "one leave", "three enter"]


def test_popping_the_last_scene_ends_the_program(stage: tuple[Manager, Actor]) -> None:
    manager, one = stage
    one.asks["CONFIRM"] = Pop()
    manager.intent(CONFIRM)
    assert manager.quitting


def test_quit_ends_the_program_and_close_leaves_every_scene(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    two = Actor("two", log)
    one.asks["CONFIRM"] = Push(lambda: two)
    manager.intent(CONFIRM)
    wait(manager)
    two.asks["CONFIRM"] = Quit()
    manager.intent(CONFIRM)
    assert manager.quitting
    manager.close()
    assert log[-2:] == ["two leave", "one leave"]


@pytest.mark.parametrize("change", ["switch", "push", "pop"])
def test_nothing_fires_before_the_next_tick_after_a_change(log: list[str], change: str) -> None:
    manager, below, one, two = Manager(unrouted), Actor("below", log), Actor("one", log), Actor("two", log)
    manager.start(below)
    wait(manager)
    below.asks["CONFIRM"] = Push(lambda: one)
    manager.intent(CONFIRM)
    wait(manager)
    asks: dict[str, Callable[[], Nav]] = {
        "switch": lambda: Switch(lambda: two),
        "push": lambda: Push(lambda: two),
        "pop": lambda: Pop(),
    }
    one.asks["CONFIRM"] = asks[change]()
    manager.intent(CONFIRM)
    log.clear()
    for intent in (CONFIRM, HOVER, CONFIRM):
        manager.intent(intent)
    assert log == []
    manager.tick(STEP)
    manager.intent(HOVER)
    assert isinstance(manager.top, Actor) and log == [f"{manager.top.name} HOVER"]


def test_presses_are_ignored_for_a_moment_but_the_mouse_may_look(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    two = Actor("two", log)
    one.asks["CONFIRM"] = Switch(lambda: two)
    manager.intent(CONFIRM)
    log.clear()
    wait(manager, INPUT_PAUSE_SECONDS - STEP)
    manager.intent(CONFIRM)
    manager.intent(HOVER)
    assert log == ["two HOVER"]
    manager.tick(STEP)
    manager.tick(STEP)
    manager.intent(CONFIRM)
    assert log == ["two HOVER", "two CONFIRM"]


def test_a_scene_that_comes_by_itself_is_deaf_for_longer(stage: tuple[Manager, Actor], log: list[str]) -> None:
    """Somebody may have been about to press something else."""
    manager, one = stage
    two = Actor("two", log)
    one.asks["tick"] = Switch(lambda: two)
    manager.tick(STEP)
    log.clear()
    wait(manager, BY_ITSELF_SECONDS - STEP)
    manager.intent(CONFIRM)
    assert log == []
    wait(manager, 2 * STEP)
    manager.intent(CONFIRM)
    assert log == ["two CONFIRM"]


def test_the_first_scene_listens_at_once(log: list[str]) -> None:
    manager = Manager(unrouted)
    manager.start(Actor("one", log))
    manager.tick(STEP)
    manager.intent(CONFIRM)
    assert log == ["one enter", "one CONFIRM"]


def test_only_the_top_scene_gets_time_and_presses(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    two = Actor("two", log)
    one.asks["CONFIRM"] = Push(lambda: two)
    manager.intent(CONFIRM)
    one.asks["tick"] = Quit()
    wait(manager)
    manager.intent(CONFIRM)
    assert not manager.quitting
    assert log[-1] == "two CONFIRM"


def test_signals_reach_every_scene_until_one_acts(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    two, three = Actor("two", log), Actor("three", log)
    one.asks["CONFIRM"] = Push(lambda: two)
    manager.intent(CONFIRM)
    log.clear()
    manager.signal(Signal(SignalKind.EXPOSED))
    assert log == ["two signal", "one signal"]
    two.asks["signal"] = Push(lambda: three)
    log.clear()
    manager.signal(Signal(SignalKind.EXPOSED))
    assert log == ["two signal", "two pause", "three enter"]


def test_overlays_let_the_scenes_below_show_through(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    veil, full, card = Actor("veil", log, True), Actor("full", log), Actor("card", log, True)
    for below, above in ((one, veil), (veil, full), (full, card)):
        below.asks["CONFIRM"] = Push(lambda above=above: above)
    seen = []
    for _ in range(4):
        log.clear()
        manager.draw(None, 1.0)
        seen.append([line.removesuffix(" draw") for line in log])
        manager.intent(CONFIRM)
        wait(manager)
    assert seen == [["one"], ["one", "veil"], ["full"], ["full", "card"]]


def test_a_resize_reaches_every_scene(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    one.asks["CONFIRM"] = Push(lambda: Actor("two", log))
    manager.intent(CONFIRM)
    log.clear()
    manager.resized()
    assert sorted(log) == ["one resized", "two resized"]


def test_a_tick_may_change_the_scene(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    two = Actor("two", log)
    one.asks["tick"] = Switch(lambda: two)
    manager.tick(STEP)
    assert manager.top is two
    manager.intent(HOVER)
    assert log == ["one tick", "one leave", "two enter"]


def test_the_second_half_of_a_double_click_does_nothing_in_the_new_scene(
    stage: tuple[Manager, Actor], log: list[str]
) -> None:
    manager, one = stage
    two = Actor("two", log)
    manager.intent(Intent(Kind.PRESS, MOUSE, (5, 5)))
    one.asks["RELEASE"] = Switch(lambda: two)
    manager.intent(Intent(Kind.RELEASE, MOUSE, (5, 5)))
    wait(manager)
    log.clear()
    manager.intent(Intent(Kind.PRESS, MOUSE, (5, 5)))
    assert log == []
    for _ in range(2):  # what begins and is doubled in the new scene is meant for it
        manager.intent(Intent(Kind.PRESS, MOUSE, (50, 5)))
    assert log == ["two PRESS", "two PRESS"]
    manager.tick(DOUBLE_CLICK_SECONDS)
    manager.intent(Intent(Kind.PRESS, MOUSE, (5, 5)))
    assert log == ["two PRESS"] * 3


def test_further_fingers_reach_only_the_scenes_that_want_them(stage: tuple[Manager, Actor], log: list[str]) -> None:
    manager, one = stage
    for finger in (0, 1):
        manager.intent(Intent(Kind.PRESS, TOUCH, (5, 5), finger=finger))
    assert log == ["one PRESS"]
    one.many_fingers = True
    manager.intent(Intent(Kind.RELEASE, TOUCH, (5, 5), finger=1))
    assert log == ["one PRESS", "one RELEASE"]

"""A frame that fails: the game is kept, a log written, the menu comes; the log plays the failure again."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.agents.agent import Job, PlannedAction, SeatPlan, Thought
from game.match_setup import default_table
from game.paths import crash_dir
from game.registry import find
from scenes.kit.input.flight import HIDDEN, MOST
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Switch
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.recovery import crash_log
from scenes.recovery.crash_log import AGAIN, Recovery
from scenes.recovery.noting_agent import NotingAgent, RetoldAgent
from scenes.robots.arrange_scene import ArrangeScene
from scenes.routes import ToArrange, ToMatch, ToMenu, ToSetup
from scenes.routing import open_route
from scenes.setup.setup_scene import SetupScene
from tests.scenes import posting
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tools.reproduce import reproduce


class BrokenError(Exception):
    """What the tests plant."""


def broken(*anything: Any, **more: Any) -> Any:
    raise BrokenError("planted")


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def planted() -> Iterator[pytest.MonkeyPatch]:
    """Patches that a test takes back before it ends."""
    with pytest.MonkeyPatch.context() as patches:
        yield patches


@pytest.fixture(autouse=True)
def clock(house: Playhouse) -> Clock:
    """The clock of a recovery that the playhouse's loop has."""
    told = Clock()
    house.app.rescue = Recovery(house.app, house.services, told).rescue
    return told


def fail(house: Playhouse) -> bool:
    """Frames as the loop runs them, until one has failed; whether the loop goes on."""
    for _ in range(20):
        house.now += 1 / 60
        house.app._guarded(house.now)
        if house.app.manager.quitting or isinstance(house.top, Dialog):
            break
    return not house.app.manager.quitting


def logs() -> list[Path]:
    """The logs there are, oldest first."""
    return sorted(crash_dir().glob("*"))


def latest() -> dict[str, Any]:
    """What the latest log tells."""
    report: dict[str, Any] = json.loads(logs()[-1].read_text(encoding="utf-8"))
    return report


@pytest.mark.parametrize("place", ["draw", "tick", "intent", "signal"])
@pytest.mark.one_in(2)
def test_a_failure_leads_to_the_menu_with_one_sentence(
    house: Playhouse, planted: pytest.MonkeyPatch, place: str
) -> None:
    house.match(PERSON, RIVAL, actions=("e2", "e8", "e3"))
    planted.setattr(MatchScene, place, broken)
    posting.tap_key(pygame.K_LEFT)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert fail(house)
    assert house.on_top(Dialog).title == "Back at the menu"
    assert [type(scene) for scene in house.app.manager.scenes] == [MenuScene, Dialog]
    assert latest()["error"] == "BrokenError"
    assert house.services.store.audits.incidents[0].detail == "BrokenError"
    planted.undo()
    house.be_heard()
    KeyHand(house).say("OK")
    house.come_to(Dialog)
    house.be_heard()
    assert "2 moves played" in house.on_top(Dialog).body
    KeyHand(house).say("Continue")
    assert house.playing.session.ply == 3


def test_a_second_failure_within_a_minute_ends_with_one_line(
    house: Playhouse, clock: Clock, planted: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    planted.setattr(SetupScene, "draw", broken)
    house.app.manager.go(Switch(ToSetup("star")))
    assert fail(house)
    clock.now += AGAIN - 1
    house.app.manager.go(Switch(ToSetup("star")))
    assert not fail(house)
    assert house.app.failed
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1 and str(logs()[-1]) in told[0]
    assert len(logs()) == 2


def test_after_a_minute_a_failure_is_a_first_one_again(
    house: Playhouse, clock: Clock, planted: pytest.MonkeyPatch
) -> None:
    planted.setattr(SetupScene, "draw", broken)
    for _ in range(3):
        house.app.manager.go(Switch(ToSetup("star")))
        assert fail(house)
        clock.now += AGAIN


def test_a_menu_that_does_not_come_up_either_is_the_end(
    house: Playhouse, planted: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    house.match(PERSON, RIVAL)
    planted.setattr(MatchScene, "draw", broken)
    planted.setattr(MenuScene, "enter", broken)
    assert not fail(house)
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_scene_that_cannot_be_left_does_not_hold_it_up(house: Playhouse, planted: pytest.MonkeyPatch) -> None:
    house.match(PERSON, RIVAL)
    planted.setattr(MatchScene, "draw", broken)
    planted.setattr(MatchScene, "leave", broken)
    planted.setattr(crash_log, "describe", broken)
    assert fail(house)
    house.on_top(Dialog)
    planted.undo()


def test_the_loop_itself_ends_with_status_1(house: Playhouse, planted: pytest.MonkeyPatch) -> None:
    planted.setattr(MenuScene, "draw", broken)
    house.app.run(open_route(house.services, ToMenu()))
    assert house.app.failed


def crash(house: Playhouse, planted: pytest.MonkeyPatch) -> dict[str, Any]:
    """Play by keys up to a failure at the second action; gives the log."""
    house.services.agent = NotingAgent(house.services.agent, house.app.flight)  # as the app's own
    table = default_table(find("star"))
    house.app.manager.go(Switch(ToMatch(table)))
    house.be_heard()
    original = MatchScene.draw

    def draw(self: MatchScene, *given: Any) -> None:
        if self.session.ply >= 2:
            raise BrokenError(f"planted at {self.session.record().actions}")
        original(self, *given)

    planted.setattr(MatchScene, "draw", draw)
    house.app.rescue = Recovery(house.app, house.services, Clock()).rescue
    for key in (pygame.K_RETURN, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RETURN) * 30:
        posting.key_down(key)
        for _ in range(4):
            fail(house)
        posting.key_up(key)
        for _ in range(4):
            fail(house)
        if logs():
            return latest()
    raise AssertionError("the game did not come so far")


def test_a_log_plays_the_failure_again(house: Playhouse, planted: pytest.MonkeyPatch) -> None:
    report = crash(house, planted)
    house.close()
    error = reproduce(report)
    assert (type(error).__name__, str(error)) == (report["error"], report["message"])
    assert len(json.loads(report["record"])["actions"]) >= 2
    planted.undo()
    assert reproduce(report) is None


def test_a_plan_is_given_again_as_it_came_until_it_is_called_off(house: Playhouse) -> None:
    plan = SeatPlan((PlannedAction(1.5, "bid 9", ("red N",)), PlannedAction(2.0, "none")), ("red N", "blue S"), 3.0)
    thoughts = [Thought("", kind="plan", seat=seat, plan=plan, routes=(("red N",),)) for seat in (1, 0)]
    told = SimpleNamespace(poll=lambda: thoughts.pop(), cancel=lambda: thoughts.clear())
    noting = NotingAgent(told, house.app.flight)
    first = noting.poll()
    noting.cancel()
    assert not thoughts
    entries = json.loads(json.dumps(list(house.app.flight.legs[-1].entries)))
    retold = RetoldAgent(entries, lambda: house.app.flight.ticks)
    job = Job("plan", "", 0, 3, 7, 4, "", engine="somebody's")
    retold.request(job)
    retold.cancel()
    assert retold.poll() is None
    retold.request(job)
    assert retold.poll() == replace(first, revision=4, decision="")


def test_a_log_is_private_and_small_and_ten_are_kept(house: Playhouse, planted: pytest.MonkeyPatch) -> None:
    match = house.match(PERSON, RIVAL, actions=("e2", "e8"))
    for number in range(14):
        house.app.flight.note({"thought": {"action": "x" * 20_000}})
        report = crash_log.describe(BrokenError("x" * 10**6), house.services, [match], house.app.flight)
        path = crash_log.write(report)
        assert path is not None and path.stat().st_size <= crash_log.MOST_BYTES, number
        if sys.platform != "win32":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(logs()) == crash_log.MOST_LOGS
    assert latest()["legs"][0]["whole"] is False


def test_a_folder_that_cannot_be_written_is_no_failure(house: Playhouse, planted: pytest.MonkeyPatch) -> None:
    crash_dir().parent.mkdir(parents=True, exist_ok=True)
    crash_dir().write_text("a file where the folder should be")
    assert crash_log.write(crash_log.bare_report(BrokenError("planted"))) is None
    crash_dir().unlink()


def test_the_log_holds_the_last_200_presses(house: Playhouse) -> None:
    house.match(PERSON, RIVAL)
    for number in range(1000):
        posting.tap_key(pygame.K_RIGHT if number % 2 else pygame.K_LEFT)
        house.frame()
    legs = crash_log._legs(house.app.flight)
    assert MOST // 2 <= sum(len(leg["entries"]) for leg in legs) <= MOST
    assert all(leg["whole"] for leg in legs) and legs[0]["place"]["is"] == "ToResume"


def test_what_is_typed_is_not_told(house: Playhouse) -> None:
    scene = open_route(house.services, ToArrange(default_table(find("robots"))))
    assert isinstance(scene, ArrangeScene)
    house.show(scene)
    scene.code = ""
    for key in (pygame.K_7, pygame.K_w):
        posting.tap_key(key)
        house.frame()
    typed = [entry for entry in house.app.flight.legs[-1].entries if entry.get("key")]
    assert [entry["key"] for entry in typed] == [HIDDEN, HIDDEN]
    assert [entry["value"] for entry in typed if entry["intent"] == Kind.DIGIT.name] == [HIDDEN]
    assert scene.code == "7W" or scene.code


def test_names_that_were_typed_are_not_told(house: Playhouse) -> None:
    named = PERSON.__class__("human", name="Somebody", identity="circle")
    match = house.match(named, RIVAL)
    text = json.dumps(crash_log.describe(BrokenError("planted"), house.services, [match], house.app.flight))
    assert "Somebody" not in text and "@ren" in text

"""Presses that span several frames, and what happens at the edges of a match: the app's loop on virtual time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.core.record import Record, SeatConfig
from game.quoridor import SPEC
from game.session import Session
from game.troubles import Trouble
from scenes.app import open_app
from scenes.kit.dialog import Dialog
from scenes.kit.intents import MOUSE, Device, Intent, Kind, Point
from scenes.kit.widgets import Cycler
from scenes.kit.window import Window
from scenes.match import starting
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.menu.menu_scene import MenuScene
from scenes.quoridor.board import QuoridorBoard
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import make_board
from tools.soak.virtual_pad import XBOX, VirtualPad

PERSON = SeatConfig("human", name="@aoi", identity="circle")
RIVAL = SeatConfig("human", name="@ren", identity="square")
FRAME = 1 / 60


class Table:
    """A window with the app in it; presses are handed to the scene on top, frame by frame."""

    def __init__(self) -> None:
        pygame.font.init()
        self.app, self.services = open_app(Window((640, 360), False, "test", None), "en")
        self.services.offered_resume = True
        self.services.stage.devices.current = MOUSE
        self.services.stage.budget.seconds = math.inf
        self.now = 0.0

    def run(self, seconds: float) -> None:
        """Let virtual time pass."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.now += FRAME
            self.app.frame(self.now)

    def match(self, *seats: SeatConfig, actions: tuple[str, ...] = ()) -> MatchScene:
        """Begin in a match after `actions`, without an agent."""
        record = Record("quoridor", {"players": len(seats)}, 0, actions, seats)
        session = Session.resume(SPEC, record)
        scene = MatchScene(self.services, session, make_board(self.services, SPEC, session.options))
        self.app.manager.start(scene)
        self.run(0.1)
        return scene

    def give(self, kind: Kind, point: Point | None = None, device: Device = MOUSE) -> None:
        """One press, shown for a frame."""
        self.services.stage.devices.current = device
        self.app.manager.intent(Intent(kind, device, point))
        self.run(FRAME)

    def click(self, point: Point, device: Device = MOUSE) -> None:
        """A click as a hand makes it: up some frames after down."""
        for kind in (Kind.PRESS, Kind.RELEASE):
            self.give(kind, point, device)
            self.run(0.05)


@pytest.fixture
def table(pictures: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """The app, closed in the end."""
    monkeypatch.setenv("KISSATEN_CACHE", str(pictures))
    table = Table()
    yield table
    table.app.manager.close()
    table.services.close()
    table.services.stage.devices.close()
    pygame.display.quit()


def bar_entry(scene: MatchScene, kind: Kind) -> Point:
    """The middle of an entry of the bar."""
    return next(place.rect.center for place in scene.bar._places() if place.prompt.kind is kind)


def cell(scene: MatchScene, number: int) -> Point:
    """The middle of a cell."""
    assert isinstance(scene.board, QuoridorBoard)
    return scene.board.geometry.cell_rect(number).center


def test_the_bar_takes_a_click_that_spans_frames(table: Table) -> None:
    scene = table.match(PERSON, RIVAL)
    table.click(bar_entry(scene, Kind.PAUSE))
    assert isinstance(table.app.manager.top, PauseScene)


def test_the_click_that_skips_an_animation_plays_nothing(table: Table) -> None:
    scene = table.match(PERSON, RIVAL)
    table.give(Kind.PRESS, cell(scene, 13))
    table.give(Kind.RELEASE, cell(scene, 13))
    assert scene.session.ply == 1 and not scene.table.timeline.idle
    table.give(Kind.PRESS, cell(scene, 67))
    assert scene.table.timeline.idle, "skipped"
    table.give(Kind.RELEASE, cell(scene, 67))
    assert scene.session.ply == 1
    table.click(cell(scene, 67))
    assert scene.session.ply == 2


def test_a_release_on_the_board_of_a_press_on_the_bar_plays_nothing(table: Table) -> None:
    scene = table.match(PERSON, RIVAL)
    table.give(Kind.PRESS, bar_entry(scene, Kind.PAUSE))
    table.give(Kind.DRAG, cell(scene, 13))
    table.give(Kind.RELEASE, cell(scene, 13))
    assert scene.session.ply == 0


def test_nobody_is_taken_for_the_one_who_resigns_while_an_ai_is_to_move(table: Table) -> None:
    robot = SeatConfig("ai", 1, "@mio", "triangle")
    scene = table.match(robot, PERSON, RIVAL, replace(robot, name="@haru", identity="diamond"))
    assert scene.session.actors() == (0,) and scene.controller.resigner is None
    alone = table.match(robot, PERSON)
    assert alone.controller.resigner == 1


def test_an_unfinished_game_that_the_rules_do_not_allow_is_set_aside_and_said_so(table: Table) -> None:
    store = table.services.store
    store.begin(Record("quoridor", {"players": 2, "jump_pairs": False}, 0, ("e2", "e2"), (PERSON, RIVAL)))
    table.services.offered_resume = False
    table.app.manager.start(MenuScene(table.services))
    table.run(0.5)
    notice = table.app.manager.top
    assert isinstance(notice, Dialog) and "could not be read" in notice.body
    assert store.unfinished() is None and [damaged.detail for damaged in store.damaged()]


def test_a_resumed_game_goes_on_with_the_same_ai(table: Table) -> None:
    record = Record("quoridor", {"players": 2, "jump_pairs": False}, 31, ("e2",), (PERSON, RIVAL))
    fresh = starting.play(table.services, SPEC, record.options, record.seats, record.seed)
    resumed = starting.resume(table.services, record)
    assert isinstance(fresh, MatchScene) and isinstance(resumed, MatchScene)
    assert resumed.session._agent_seed == fresh.session._agent_seed == 31


LONG_WAYS = [pytest.param(size, marks=pytest.mark.long) for size in ((240, 240), (1500, 60))]


@pytest.mark.parametrize("size", [(1, 1), (60, 1500), *LONG_WAYS])
@pytest.mark.one_in(2)
def test_a_tiny_or_minimised_window_is_survived(table: Table, size: Point) -> None:
    table.match(PERSON, RIVAL)
    for scene in (None, SetupScene(table.services, SPEC)):
        if scene is not None:
            table.app.manager.start(scene)
        for wanted in (size, (640, 360)):
            table.app.window.surface = pygame.display.set_mode(wanted, pygame.RESIZABLE)
            table.app.relayout()
            table.run(0.1)
    assert table.services.stage.metrics.size == (640, 360)


def test_a_pad_plugged_in_during_the_setup_is_offered(table: Table) -> None:
    setup = SetupScene(table.services, SPEC)
    table.app.manager.start(setup)
    table.run(0.5)

    def offered() -> list[str]:
        return next(widget.values for widget in setup.focus.widgets if isinstance(widget, Cycler))

    before = offered()
    pad = VirtualPad(XBOX)
    table.run(0.1)
    assert len(offered()) == len(before) + 1
    pad.detach()
    table.run(0.1)
    assert offered() == before


def test_a_disk_that_stays_full_is_told_once(table: Table) -> None:
    scene = table.match(PERSON, RIVAL)
    for _ in range(2):
        table.services.store.trouble = Trouble("write", "store.sqlite3", "disk full")
        table.run(0.5)
        assert isinstance(table.app.manager.top, Dialog) is (scene.session.ply == 0)
        if table.app.manager.top is not scene:
            table.give(Kind.CONFIRM)
            table.run(0.5)
            table.click(cell(scene, 13))
            table.run(0.5)
    assert scene.session.ply == 1 and table.app.manager.top is scene

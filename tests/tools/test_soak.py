"""The soaks come through, that of the unattended table too, and say so where something is planted that breaks."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.match_setup import default_table
from game.platforms.machine import held_memory
from game.registry import GAMES
from game.session.session import Session
from scenes.kiosk.attract_scene import AttractScene
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.scene import Pop, Scene, Switch
from scenes.kit.widgets.focus import Focus
from scenes.match.starting import match_of
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMatch, ToMenu
from scenes.routing import open_route
from scenes.settings.settings_scene import SettingsScene
from scenes.unattended import show_of
from tools.soak.census import MOST_STORE, Sample, grown, too_much
from tools.soak.command import Soak, command
from tools.soak.guest import Doing, UnmetError
from tools.soak.hand import Hand
from tools.soak.kiosk_soak import KioskSoak, Length
from tools.soak.operators import Operator
from tools.soak.places import any_table
from tools.soak.visitors import Visitors

SMALL = (640, 360)
LONG_FRAMES = 100_000


@pytest.fixture
def soak() -> Iterator[Soak]:
    """A small one."""
    made = Soak(5, SMALL)
    yield made
    made.monkey.leave()
    made.close()


@pytest.mark.parametrize(("frames", "deeds"), [(150, 15), pytest.param(400, 50, marks=pytest.mark.long)])
def test_it_comes_through_and_counts(soak: Soak, frames: int, deeds: int) -> None:
    result = soak.run(frames, None)
    assert result.broken == []
    assert result.frames >= frames
    assert sum(result.done.values()) > deeds


def test_the_same_seed_sets_the_same_tables() -> None:
    routes = [[any_table(spec, random.Random(number)) for spec in GAMES.values()] for number in (1, 1)]
    assert routes[0] == routes[1]


class Broken(SettingsScene):
    """A scene that cannot be drawn."""

    def draw(self, canvas: Canvas, alpha: float) -> None:
        raise ZeroDivisionError("planted")


class Stuck(Session):
    """A game in which nobody can act."""

    def legal(self, seat: int) -> tuple[()]:
        return ()


def test_an_exception_is_found(soak: Soak) -> None:
    soak.begin()
    soak.app.manager.start(Broken(soak.services))
    for _ in range(20):
        soak._frame(0.5)
    assert "planted" in soak.result.broken[0] and "log: " in soak.result.broken[0]


def test_a_slow_frame_is_told_and_found_where_a_limit_is_given(soak: Soak) -> None:
    soak.most = 0.0
    result = soak.run(100, None)
    assert "ms: " in result.broken[0]
    assert "slowest frame: " in result.say()


def broken(soak: Soak) -> list[str]:
    return list(soak.watch.broken(len(soak.monkey.pads)))


def test_a_store_that_lags_behind_is_found(soak: Soak) -> None:
    soak.app.manager.start(open_route(soak.services, ToMatch(default_table(GAMES["star"]))))
    soak.app.frame(1.0)
    assert broken(soak) == []
    soak.services.store.discard()
    assert "the store holds None" in broken(soak)[0]


def test_a_game_in_which_nobody_can_act_is_found(soak: Soak) -> None:
    table = default_table(GAMES["star"])
    stuck = Stuck(GAMES["star"], table.options, 1, table.seats, store=soak.services.store)
    soak.app.manager.start(match_of(soak.services, stuck))
    assert "no legal action" in broken(soak)[0]


def test_a_lost_focus_is_found(soak: Soak) -> None:
    scene = SettingsScene(soak.services)
    soak.app.manager.start(scene)
    soak.app.frame(1.0)
    assert broken(soak) == []
    scene.focus.current = Focus(soak.services.stage).current
    assert "on none of its widgets" in broken(soak)[0]


def test_a_text_over_the_edge_is_found(soak: Soak) -> None:
    soak.app.manager.start(open_route(soak.services, ToMenu()))
    soak.app.frame(1.0)
    assert broken(soak) == []
    soak.services.stage.text(soak.app.canvas, "much too long " * 20, (0, 100), Style(40))
    assert "reaches over the edge" in broken(soak)[0]


def test_a_forgotten_pad_is_found(soak: Soak) -> None:
    soak.app.manager.start(open_route(soak.services, ToMenu()))
    assert "0 pads are known of 1" in next(iter(soak.watch.broken(1)))


@pytest.mark.skipif(held_memory() is None, reason="this system does not tell how much memory is in use")
def test_too_much_memory_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path))
    assert command(1.0, 5, SMALL, 60, 1.0, tmp_path) == 1
    assert "more than 1 MB were in memory" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("size", "most"), [((1280, 720), 400.0), ((3840, 2160), 700.0)])
def test_memory_stays_bounded(
    size: tuple[int, int], most: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path))
    assert command(0.0, 11, size, LONG_FRAMES, most, tmp_path) == 0


MONDAY = datetime(2026, 11, 23)
FAST = 1e9
MINUTES = 1.0  # of the table's time


class Steady(random.Random):
    """Chance whose next number between 0 and 1 is always the same."""

    def __init__(self, share: float) -> None:
        super().__init__(5)
        self._share = share

    def random(self) -> float:
        return self._share

    def getrandbits(self, k: int) -> int:
        return super().getrandbits(k)


@pytest.fixture
def chance() -> random.Random:
    return random.Random(5)


@pytest.fixture
def table(chance: random.Random) -> Iterator[KioskSoak]:
    """One at noon, to which nobody comes by chance."""
    folder, noon = Path(os.environ["KISSATEN_DATA"]), MONDAY + timedelta(hours=12)
    made = KioskSoak(chance, SMALL, folder, start=noon, parties=((0, 1e-9),))
    made.house.begin()
    yield made
    made.crowd.leave()
    made.close()


def let(table: KioskSoak, seconds: float) -> list[str]:
    """Let the table's time pass; gives what was found to be broken."""
    end = table.house.time + seconds
    while table.house.time < end and not table.result.broken:
        table._frame()
    return table.result.broken


def send(table: KioskSoak, doing: Doing) -> None:
    """Let somebody come now."""
    table.crowd.doing, table.crowd.next = doing, table.house.time


def visitors(table: KioskSoak) -> Visitors:
    """Somebody with a keyboard."""
    table.crowd.hand = Hand(table.house.app, table.chance, "keyboard")
    return Visitors(table.house, table.crowd.hand, table.monkey, table.crowd.done)


def show(table: KioskSoak, scene: Scene) -> None:
    table.house.app.manager.go(Switch(lambda: scene))


def later(table: KioskSoak, seconds: float) -> list[str]:
    """What is broken where so much time passes in which the table does nothing."""
    assert list(table.rules.broken()) == []
    table.house.stage.time += seconds
    return list(table.rules.broken())


def test_minutes_of_visitors_by_chance() -> None:
    table = KioskSoak(random.Random(5), SMALL, Path(os.environ["KISSATEN_DATA"]), start=MONDAY + timedelta(hours=15))
    table.crowd.comes, table.crowd.next = True, table.house.time + 1
    try:
        result = table.run(Length(FAST, days=MINUTES / 1440))
    finally:
        table.close()
    assert result.broken == []
    assert result.ticks >= MINUTES * 60 * 120 and result.came.total() >= 1 and result.done["wakes"] >= 1
    assert "times as fast as real time" in result.say()


@pytest.mark.long
@pytest.mark.parametrize("chance", [Steady(0.7)], ids=[""])
def test_a_visitor_leaves_and_comes_back_for_the_game(table: KioskSoak) -> None:
    send(table, visitors(table).leaves_in_the_middle())
    assert let(table, 500.0) == []
    assert table.crowd.done["came back"] == table.crowd.done["went on"] == 1


@pytest.mark.long
@pytest.mark.parametrize("chance", [Steady(0.9)], ids=[""])
def test_the_operator_comes_and_goes(table: KioskSoak) -> None:
    table.crowd.is_operator = True
    send(table, Operator(table.house, table.crowd.done).comes())
    assert let(table, 300.0) == []
    assert table.crowd.done["operator came in"] == 1 and not table.house.has_operator


@pytest.mark.parametrize(("seconds", "presses"), [(25.0, 4), pytest.param(60.0, 10, marks=pytest.mark.long)])
def test_visitors_come_by_phone_and_press_what_they_are_shown(table: KioskSoak, seconds: float, presses: int) -> None:
    let(table, 1.0)  # the phone server opens
    send(table, visitors(table).plays_by_phone())
    let(table, 5.0)
    assert not table.house.rests, "who has come by phone has woken the table"
    assert let(table, seconds) == []
    assert table.crowd.done["phones let in"] >= 1 and table.house.phones.presses > presses


def test_visitors_of_a_table_that_stands_still_are_owed_something(table: KioskSoak) -> None:
    with pytest.raises(UnmetError, match="does not wake"):
        list(visitors(table).falls_asleep())
    let(table, 1.0)  # the phone server opens
    with pytest.raises(UnmetError, match="is shown nothing"):
        list(visitors(table).plays_by_phone())


def test_what_a_table_owes_by_the_clock_is_watched(table: KioskSoak) -> None:
    services, kiosk = table.house.services, table.house.kiosk
    assert later(table, 9999.0) == []  # it rests
    show(table, ClosedScene(services, lambda: None))
    assert "nobody can play" in later(table, 60.0)[0]
    table.crowd.touched = table.house.time
    show(table, MenuScene(services))
    assert later(table, 60.0) == []
    assert "it does not rest" in later(table, 60.0)[0]
    show(table, PinScene(services, kiosk.pin, lambda: Pop()))
    assert "open to anybody" in later(table, 100.0)[0]
    table.crowd.touched = table.house.time
    show(table, AttractScene(services, show_of(kiosk, table.house.clock)))
    kiosk.change({"hours.monday": "closed"})
    assert later(table, 600.0) == []
    assert "it is not dark" in later(table, 100.0)[0]
    show(table, ClosedScene(services, lambda: None))
    assert later(table, 9999.0) == []


def test_a_visitor_where_none_may_be_is_found(table: KioskSoak) -> None:
    show(table, SettingsScene(table.house.services))
    assert "where none may be" in next(table.rules.broken())
    menu = OperatorScene(table.house.services, table.house.kiosk, lambda: Pop())
    show(table, menu)
    assert "where none may be" in next(table.rules.broken())
    table.crowd.is_operator = True
    assert list(table.rules.broken()) == []
    table.house.app.window.fullscreen = table.house.app.manager.quitting = True
    assert len(list(table.rules.broken())) == 2


def test_a_crash_is_found_and_its_log_as_well(table: KioskSoak) -> None:
    folder = table.folder / "crashes"
    folder.mkdir()
    (folder / "one.json").write_text("{}")
    assert "logs of crashes" in let(table, 20.0)[0]


def test_somebody_who_is_owed_something_is_heard(table: KioskSoak) -> None:
    def doing() -> Doing:
        yield 0.1
        raise UnmetError("no tea")

    send(table, doing())
    assert "no tea" in let(table, 5.0)[0]


def test_what_grows_is_found() -> None:
    first = Sample(MONDAY, 100_000_000, 20, 3, 2, 1000, 1000, 3)
    last = replace(first, memory=200_000_000, descriptors=60, threads=30)
    assert grown([first] * 4 + [first] * 6, 4) == []
    assert len(grown([first] * 4 + [last], 4)) == 3
    assert too_much(first) == []
    assert len(too_much(replace(first, store=MOST_STORE + 1, files=1000, children=40))) == 3


def test_audits_that_miss_a_game_are_found(table: KioskSoak) -> None:
    table.house.services.store.add(
        Record("star", resolve(GAMES["star"].options, {}), 1, (), (SeatConfig("human"),) * 2)
    )
    table._sample()
    assert "the audits have 0 games, 1 to 1 " in table.result.broken[0]


def test_one_that_is_told_to_end_says_what_it_has_met(table: KioskSoak) -> None:
    def doing() -> Doing:
        signal.raise_signal(signal.SIGTERM)
        yield 0.1

    send(table, doing())
    result = table.run(Length(FAST, days=9.0))
    assert result.frames == 1 and "1 frames" in result.say()

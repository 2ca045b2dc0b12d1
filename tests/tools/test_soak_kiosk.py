"""The soak of the unattended table comes through, and says so where something is planted that breaks."""

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
from game.registry import GAMES
from scenes.kiosk.attract_scene import AttractScene
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kit.scene import Pop, Scene, Switch
from scenes.menu.menu_scene import MenuScene
from scenes.settings.settings_scene import SettingsScene
from scenes.unattended import show_of
from tools.soak.census import MOST_STORE, Sample, grown, too_much
from tools.soak.guest import Doing, UnmetError
from tools.soak.hand import Hand
from tools.soak.kiosk_soak import KioskSoak, Length
from tools.soak.operators import Operator
from tools.soak.visitors import Visitors

SMALL = (640, 360)
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
def soak(chance: random.Random) -> Iterator[KioskSoak]:
    """One at noon, to which nobody comes by chance."""
    folder, noon = Path(os.environ["KISSATEN_DATA"]), MONDAY + timedelta(hours=12)
    made = KioskSoak(chance, SMALL, folder, start=noon, parties=((0, 1e-9),))
    made.house.begin()
    yield made
    made.crowd.leave()
    made.close()


def let(soak: KioskSoak, seconds: float) -> list[str]:
    """Let the table's time pass; gives what was found to be broken."""
    end = soak.house.time + seconds
    while soak.house.time < end and not soak.result.broken:
        soak._frame()
    return soak.result.broken


def send(soak: KioskSoak, doing: Doing) -> None:
    """Let somebody come now."""
    soak.crowd.doing, soak.crowd.next = doing, soak.house.time


def visitors(soak: KioskSoak) -> Visitors:
    """Somebody with a keyboard."""
    soak.crowd.hand = Hand(soak.house.app, soak.chance, "keyboard")
    return Visitors(soak.house, soak.crowd.hand, soak.monkey, soak.crowd.done)


def show(soak: KioskSoak, scene: Scene) -> None:
    soak.house.app.manager.go(Switch(lambda: scene))


def later(soak: KioskSoak, seconds: float) -> list[str]:
    """What is broken where so much time passes in which the table does nothing."""
    assert list(soak.rules.broken()) == []
    soak.house.stage.time += seconds
    return list(soak.rules.broken())


def test_minutes_of_visitors_by_chance() -> None:
    soak = KioskSoak(random.Random(5), SMALL, Path(os.environ["KISSATEN_DATA"]), start=MONDAY + timedelta(hours=15))
    soak.crowd.comes, soak.crowd.next = True, soak.house.time + 1
    try:
        result = soak.run(Length(FAST, days=MINUTES / 1440))
    finally:
        soak.close()
    assert result.broken == []
    assert result.ticks >= MINUTES * 60 * 120 and result.came.total() >= 1 and result.done["wakes"] >= 1
    assert "times as fast as real time" in result.say()


@pytest.mark.long
@pytest.mark.parametrize("chance", [Steady(0.7)], ids=[""])
def test_a_visitor_leaves_and_comes_back_for_the_game(soak: KioskSoak) -> None:
    send(soak, visitors(soak).leaves_in_the_middle())
    assert let(soak, 500.0) == []
    assert soak.crowd.done["came back"] == soak.crowd.done["went on"] == 1


@pytest.mark.long
@pytest.mark.parametrize("chance", [Steady(0.9)], ids=[""])
def test_the_operator_comes_and_goes(soak: KioskSoak) -> None:
    soak.crowd.is_operator = True
    send(soak, Operator(soak.house, soak.crowd.done).comes())
    assert let(soak, 300.0) == []
    assert soak.crowd.done["operator came in"] == 1 and not soak.house.has_operator


@pytest.mark.parametrize(("seconds", "presses"), [(25.0, 4), pytest.param(60.0, 10, marks=pytest.mark.long)])
def test_visitors_come_by_phone_and_press_what_they_are_shown(soak: KioskSoak, seconds: float, presses: int) -> None:
    let(soak, 1.0)  # the phone server opens
    send(soak, visitors(soak).plays_by_phone())
    let(soak, 5.0)
    assert not soak.house.rests, "who has come by phone has woken the table"
    assert let(soak, seconds) == []
    assert soak.crowd.done["phones let in"] >= 1 and soak.house.phones.presses > presses


def test_visitors_of_a_table_that_stands_still_are_owed_something(soak: KioskSoak) -> None:
    with pytest.raises(UnmetError, match="does not wake"):
        list(visitors(soak).falls_asleep())
    let(soak, 1.0)  # the phone server opens
    with pytest.raises(UnmetError, match="is shown nothing"):
        list(visitors(soak).plays_by_phone())


def test_what_a_table_owes_by_the_clock_is_watched(soak: KioskSoak) -> None:
    services, kiosk = soak.house.services, soak.house.kiosk
    assert later(soak, 9999.0) == []  # it rests
    show(soak, ClosedScene(services, lambda: None))
    assert "nobody can play" in later(soak, 60.0)[0]
    soak.crowd.touched = soak.house.time
    show(soak, MenuScene(services))
    assert later(soak, 60.0) == []
    assert "it does not rest" in later(soak, 60.0)[0]
    show(soak, PinScene(services, kiosk.pin, lambda: Pop()))
    assert "open to anybody" in later(soak, 100.0)[0]
    soak.crowd.touched = soak.house.time
    show(soak, AttractScene(services, show_of(kiosk, soak.house.clock)))
    kiosk.change({"hours.monday": "closed"})
    assert later(soak, 600.0) == []
    assert "it is not dark" in later(soak, 100.0)[0]
    show(soak, ClosedScene(services, lambda: None))
    assert later(soak, 9999.0) == []


def test_a_visitor_where_none_may_be_is_found(soak: KioskSoak) -> None:
    show(soak, SettingsScene(soak.house.services))
    assert "where none may be" in next(soak.rules.broken())
    menu = OperatorScene(soak.house.services, soak.house.kiosk, lambda: Pop())
    show(soak, menu)
    assert "where none may be" in next(soak.rules.broken())
    soak.crowd.is_operator = True
    assert list(soak.rules.broken()) == []
    soak.house.app.window.fullscreen = soak.house.app.manager.quitting = True
    assert len(list(soak.rules.broken())) == 2


def test_a_crash_is_found_and_its_log_as_well(soak: KioskSoak) -> None:
    folder = soak.folder / "crashes"
    folder.mkdir()
    (folder / "one.json").write_text("{}")
    assert "logs of crashes" in let(soak, 20.0)[0]


def test_somebody_who_is_owed_something_is_heard(soak: KioskSoak) -> None:
    def doing() -> Doing:
        yield 0.1
        raise UnmetError("no tea")

    send(soak, doing())
    assert "no tea" in let(soak, 5.0)[0]


def test_what_grows_is_found() -> None:
    first = Sample(MONDAY, 100_000_000, 20, 3, 2, 1000, 1000, 3)
    last = replace(first, memory=200_000_000, descriptors=60, threads=30)
    assert grown([first] * 4 + [first] * 6, 4) == []
    assert len(grown([first] * 4 + [last], 4)) == 3
    assert too_much(first) == []
    assert len(too_much(replace(first, store=MOST_STORE + 1, files=1000, children=40))) == 3


def test_audits_that_miss_a_game_are_found(soak: KioskSoak) -> None:
    soak.house.services.store.add(Record("star", resolve(GAMES["star"].options, {}), 1, (), (SeatConfig("human"),) * 2))
    soak._sample()
    assert "the audits have 0 games, 1 to 1 " in soak.result.broken[0]


def test_one_that_is_told_to_end_says_what_it_has_met(soak: KioskSoak) -> None:
    def doing() -> Doing:
        signal.raise_signal(signal.SIGTERM)
        yield 0.1

    send(soak, doing())
    result = soak.run(Length(FAST, days=9.0))
    assert result.frames == 1 and "1 frames" in result.say()

"""The soak comes through, and says so where something is planted that breaks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.match_setup import default_table
from game.platforms.machine import held_memory
from game.registry import GAMES
from game.session.session import Session
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.widgets.focus import Focus
from scenes.match.starting import match_of
from scenes.routes import ToMatch, ToMenu
from scenes.routing import open_route
from scenes.settings.settings_scene import SettingsScene
from tools.soak.command import Soak, command
from tools.soak.places import any_table

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

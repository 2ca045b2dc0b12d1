"""Moments at the ends of the calendar, which not every zone has: such a game has no day, and is shown all the same."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator
from datetime import date, datetime, timezone
from pathlib import Path

import pytest

from game.core.incremental import run_to_end
from game.core.record import Record, SeatConfig
from game.core.times import day_before, local_time, zoned
from game.puzzles.results import in_a_row
from game.records.files import FoundFile
from game.supervision.health import Reports
from scenes.archive.archive_scene import ImportScene
from scenes.table.film.reel import reel_in_steps
from scenes.table.pictures import saved_name
from tests.scenes.playhouse import Playhouse

ROOT = Path(__file__).parents[3]
LAST, FIRST = "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00"
ENDS = [(LAST, "Asia/Tokyo"), (FIRST, "America/New_York")]
SEATS = (SeatConfig("human", name="Aoi"), SeatConfig("human", name="Ren"))


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The zone of this machine for the time of a test."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


@pytest.mark.parametrize(("played", "zone"), ENDS, indirect=["zone"])
def test_a_game_of_no_day_has_none_in_names_and_films(house: Playhouse, played: str, zone: str) -> None:
    record = Record("star", {}, 0, (), SEATS, played=played)
    assert local_time(played) is None
    assert saved_name(house.services, record, ".png") == "star Aoi, Ren.png"
    assert run_to_end(reel_in_steps(house.services, record)).opening == ("Aoi and Ren", "")


@pytest.mark.parametrize("zone", ["Asia/Tokyo"], indirect=True)
def test_a_game_of_a_day_has_that_of_this_zone(house: Playhouse, zone: str) -> None:
    record = Record("star", {}, 0, (), SEATS, played="2026-11-25T20:00:00+00:00")
    assert saved_name(house.services, record, ".png") == "star 2026-11-26 Aoi, Ren.png"
    assert "2026" in run_to_end(reel_in_steps(house.services, record)).opening[1]


@pytest.mark.parametrize("changed", [-1e17, 1e17, 253402300799.0, float("nan")])
def test_a_file_that_was_changed_at_no_time_is_listed(house: Playhouse, tmp_path: Path, changed: float) -> None:
    """As disks tell whose clock was wrong."""
    scene = house.show(ImportScene(house.services))
    scene.found = [FoundFile(tmp_path / "game.json", changed, 100)]
    scene.row_picture(0, (900, 90), False)
    assert local_time(changed) is None or local_time(changed).year == 9999


@pytest.mark.parametrize(
    ("clock", "zone"), [(datetime.max, "America/New_York"), (datetime.min, "Asia/Tokyo")], indirect=["zone"]
)
def test_a_clock_at_the_end_of_the_calendar_is_read_as_utc(clock: datetime, zone: str) -> None:
    assert zoned(clock) == clock.replace(tzinfo=timezone.utc)
    assert Reports(Path("health.json"), print, lambda: clock).moment().endswith("+00:00")


def test_the_first_day_of_all_has_none_before_it() -> None:
    assert day_before(date.min) is None and day_before(date(2026, 3, 1)) == date(2026, 2, 28)
    assert in_a_row([date.min, date(1, 1, 2), date(2026, 1, 1)], date(2026, 1, 1)).best == 2


def test_moments_become_local_in_one_place_alone() -> None:
    """So that none is forgotten that a file tells."""
    for path in [*(ROOT / "game").rglob("*.py"), *(ROOT / "scenes").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        if path == ROOT / "game" / "core" / "times.py" or not re.search("astimezone|fromtimestamp|localtime", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                assert node.func.attr != "astimezone" or node.args, where
                assert node.func.attr not in ("fromtimestamp", "localtime"), where

"""Values that cannot be read: kept under another key, told once, and nothing else changes."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from game.core.rules import GameError
from game.core.values import MOST_DAMAGED, Values
from game.kiosk.kiosk import Kiosk
from game.kiosk.pin import PinFile
from game.puzzles.results import Visit
from game.storage.shelf import SIZE
from game.storage.store import Store
from tests.stores import PATIENCE, change


def number(stored: Any) -> int:
    """Read a whole number, and refuse others as readers of games and of settings do."""
    if stored == "game":
        raise GameError("it is no number")
    return int(stored)


@pytest.fixture(params=["store", "visit"])
def values(request: pytest.FixtureRequest, store: Store) -> Values:
    return store if request.param == "store" else Visit()


def test_what_is_there_is_read(values: Values) -> None:
    assert values.read("tea", number, 3) == 3
    values.set("tea", 5)
    assert values.read("tea", number, 3) == 5 and values.take_unread() == []


@pytest.mark.parametrize("stored", ["game", "x"])
def test_what_cannot_be_read_is_kept_and_told_once(
    values: Values, stored: str, caplog: pytest.LogCaptureFixture
) -> None:
    values.set("tea", stored)
    for _ in range(2):
        assert values.read("tea", number, 3) == 3
    values.set("tea", 4)
    assert values.read("tea", number, 3) == 4 and values.get("tea.damaged") == stored
    assert values.take_unread() == ["tea"] and values.take_unread() == []
    assert caplog.text.count("tea in the store cannot be read") == 1


def test_the_next_one_takes_no_place_of_another(values: Values) -> None:
    for text in map(str, range(MOST_DAMAGED + 2)):
        values.set_aside("tea", f"no {text}")
        values.set_aside("tea", f"no {text}")  # the same again takes no further place
    kept = [values.get("tea.damaged"), *(values.get(f"tea.damaged.{place}") for place in range(2, MOST_DAMAGED + 2))]
    assert kept == [*(f"no {place}" for place in range(MOST_DAMAGED - 1)), f"no {MOST_DAMAGED + 1}", None]
    assert values.has_lost("tea") and not values.has_lost("te")
    values.forget("tea")
    assert not values.has_lost("tea")


def test_an_entry_costs_no_other(values: Values, caplog: pytest.LogCaptureFixture) -> None:
    stored = {"a": 1, "b": "game", "c": "x", "d": 2}
    values.set("tea", stored)
    for _ in range(2):
        assert values.read_each("tea", lambda name, entry: number(entry)) == {"a": 1, "d": 2}
    assert values.get("tea") == values.get("tea.damaged") == stored
    assert values.take_unread() == ["tea"]
    assert "'b': it is no number; 'c': " in caplog.text


def test_a_value_that_a_run_refuses_stays_and_is_not_told_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    store = Store.open(path)
    store.set("tea", "game"), store.set("cup", 4)
    assert store.read("tea", number, 3) == 3
    assert store.take_unread() == ["tea"] and store.close()
    again = Store.open(path)
    assert again.read("tea", number, 3) == 3 and again.take_unread() == []
    again.set("tea", 4)
    assert (again.get("tea"), again.get("tea.damaged"), again.get("cup")) == (4, "game", 4)
    again.close()


def test_a_damaged_value_that_was_set_aside_before_stays(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    store = Store.open(path)
    store.set_aside("tea", [1, 2])
    assert store.close()
    change(path, "UPDATE settings SET value = '[1, 3]'")
    for _ in range(2):
        store = Store.open(path)
        assert store.get("tea.damaged") == "[1, 3]" and store.wait(PATIENCE)
        store.close()


@pytest.mark.parametrize("damage", ["UPDATE settings SET value = '5'", "UPDATE settings SET crc = crc + 1"])
def test_a_shelf_whose_size_is_unreadable_keeps_its_games(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "store.sqlite3"
    store = Store.open(path)
    store.resize_shelf(SIZE + 20)
    assert store.close()
    rows = [f"INSERT INTO results VALUES ({id}, '', 'x', 'why', 0)" for id in range(1, SIZE + 11)]
    change(path, *rows, fit="results")
    change(path, damage, fit="settings" if "'5'" in damage else "")
    store = Store.open(path)
    assert store.shelf_size == len(store.damaged()) == SIZE + 10
    assert store.take_unread() == ["shelf.size"] and store.wait(PATIENCE)
    store.close()


@pytest.mark.parametrize("damage", ["UPDATE settings SET value = '\"x\"'", "UPDATE settings SET crc = crc + 1"])
def test_damage_does_not_let_anybody_set_a_new_pin(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    path = tmp_path / "store.sqlite3"
    store = Store.open(path)
    store.set("kiosk.had_pin", True)
    assert store.close()
    change(path, damage, fit="settings" if "value" in damage else "")
    store = Store.open(path)
    pin = PinFile(tmp_path / "pin.json", lambda: 0.0, "boot 1")
    Kiosk(store, tmp_path / "kiosk.toml", pin)
    assert pin.was_there and pin.status().kind == "lost"
    store.close()

"""What may be set: kept value by value, each bad one replaced by its default, each change applied at once."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.coffee import DANGER_MARKS
from game.robots import DEMONSTRATION_PAUSE, LONGEST_CHIP
from game.storage.store import Store
from scenes.app import way_for
from scenes.house import preferences
from scenes.house.preferences import OWN, GamePreferences, Preferences
from scenes.kit.input.bindings import KEYBOARD_PROFILE, Bindings
from scenes.kit.input.intents import Kind
from scenes.kit.window import renderer
from scenes.kit.window.window import Window
from tests.tables import rows

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "store.sqlite3")


CHANGED = Preferences(
    language="ja",
    fullscreen=False,
    display=1,
    resolution="1280x720",
    renderer="software",
    effects=0.5,
    music=0.0,
    always_confirm=True,
    phones=True,
    text_scale=1.3,
    reduced_motion=True,
    bindings=Bindings().assigned(KEYBOARD_PROFILE, Kind.HINT, pygame.K_k),
)


def test_a_fresh_store_gives_the_defaults(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    assert preferences.load(store) == Preferences()
    assert caplog.records == []


def test_everything_survives_the_store(store: Store) -> None:
    preferences.save(store, Preferences(), CHANGED)
    assert preferences.load(store) == CHANGED
    assert (store.get("volume.effects"), store.get("volume.music"), store.get("language")) == (0.5, 0.0, "ja")


def test_only_what_changed_is_written(store: Store) -> None:
    preferences.save(store, Preferences(), Preferences(display=2))
    assert all(store.get(setting.key) is None for name, setting in OWN.items() if name != "display")
    assert store.get("display") == 2


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("name", "bad"), rows("bad_preferences"))
def test_a_bad_value_falls_back_alone(store: Store, name: str, bad: str, caplog: pytest.LogCaptureFixture) -> None:
    preferences.save(store, Preferences(), CHANGED)
    store.set(OWN[name].key, json.loads(bad))
    with caplog.at_level(logging.WARNING):
        loaded = preferences.load(store)
    assert getattr(loaded, name) == getattr(Preferences(), name)
    for other in OWN:
        assert other == name or getattr(loaded, other) == getattr(CHANGED, other)
    assert [record.getMessage().split(" in the store")[0] for record in caplog.records] == [OWN[name].key]
    assert store.get(f"{OWN[name].key}.damaged") == json.loads(bad)


class TestRenderer:
    @pytest.fixture(autouse=True)
    def measuring(self, store: Store) -> None:
        self.measured: list[tuple[int, int]] = []
        self.store = store

    def faster(self, size: tuple[int, int], flags: int) -> str:
        self.measured.append(size)
        return "accelerated"

    def way(self, driver: str, size: tuple[int, int] = (800, 600), wanted: str = "auto") -> str:
        """The way that is chosen as the program starts."""
        return way_for(self.store, Preferences(renderer=wanted), self.faster)(driver, size, 0)

    def test_auto_measures_once_per_driver(self) -> None:
        assert [self.way("x11"), self.way("x11"), self.way("wayland", (640, 480))] == ["accelerated"] * 3
        assert self.measured == [(800, 600), (640, 480)]

    def test_a_damaged_memory_is_measured_anew(self) -> None:
        self.store.set("renderer.x11", 7)
        assert self.way("x11") == "accelerated"
        assert self.measured == [(800, 600)]

    def test_a_choice_is_not_measured(self) -> None:
        assert self.way("x11", wanted="software") == "software"
        assert self.measured == []

    def test_a_screen_that_shows_nothing_is_never_measured(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv(renderer.HINT, raising=False)
        window = Window((640, 480), False, "test", 0, way_for(self.store, Preferences(), self.faster))
        assert (window.size, self.measured) == ((640, 480), [])
        pygame.display.quit()


@pytest.mark.parametrize(
    ("software", "accelerated", "chosen", "tried"),
    [
        (0.001, 0.0001, "software", ["software"]),
        (0.010, 0.002, "accelerated", ["software", "accelerated"]),
        (0.010, 0.020, "software", ["software", "accelerated"]),
        (0.010, float("inf"), "software", ["software", "accelerated"]),
    ],
)
def test_the_faster_way_is_taken_and_a_good_one_is_enough(
    software: float, accelerated: float, chosen: str, tried: list[str]
) -> None:
    found: list[str] = []

    def measure(way: str) -> float:
        found.append(way)
        return {"software": software, "accelerated": accelerated}[way]

    assert (renderer.choose(measure), found) == (chosen, tried)


def test_frames_are_measured_for_real(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(renderer.HINT, "0")
    assert 0 < renderer.measure("software", (320, 240), 0) < float("inf")


def test_what_a_game_brings_is_kept_under_its_own_key(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    mine = GamePreferences(store)
    assert (
        mine[DEMONSTRATION_PAUSE] == 1.2
        and mine[LONGEST_CHIP] == 0
        and mine.plain()
        == {
            "demonstration_pause": 1.2,
            "longest_chip": 0,
        }
    )
    mine.set(LONGEST_CHIP, 7, keep=True)
    mine.set(DEMONSTRATION_PAUSE, 0.5, keep=False)
    assert (mine[LONGEST_CHIP], mine[DEMONSTRATION_PAUSE]) == (7, 0.5)
    assert (store.get("longest_chip"), store.get("demonstration_pause")) == (7, None)
    assert GamePreferences(store)[LONGEST_CHIP] == 7
    for bad in (4, True, "7"):
        store.set("longest_chip", bad)
        assert GamePreferences(store)[LONGEST_CHIP] == 0
    assert [record.getMessage() for record in caplog.records][-1] == (
        "longest_chip in the store cannot be read (longest_chip: '7' is not allowed. Allowed: 0, 9, 7 or 5). "
        "It is kept as longest_chip.damaged.3"
    )


def test_what_was_kept_before_settings_had_kinds_in_common_reads_the_same(store: Store) -> None:
    """`preferences.json` was written by the program when each preference still had a reader of its own."""
    kept = json.loads((FIXTURES / "preferences.json").read_text(encoding="utf-8"))
    for name, value in kept.items():
        store.set(name, value)
    changed = replace(CHANGED, effects=0.05, music=1.0, speech=True, scan=True, scan_pace=2.5, scan_sound=False)
    changed = replace(changed, resolution="own")  # which is newer
    assert preferences.load(store) == changed
    mine = GamePreferences(store)
    assert (mine[DEMONSTRATION_PAUSE], mine[LONGEST_CHIP], mine[DANGER_MARKS]) == (0.5, 7, False)
    own = {setting.key: setting.kind.plain(getattr(changed, name)) for name, setting in OWN.items()}
    newer = {"rumble": "soft", "resolution": "own", "sayings": True, "signs": True}
    assert own | mine.plain() == kept | newer

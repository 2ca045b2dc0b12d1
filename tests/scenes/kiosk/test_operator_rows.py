"""The rows of the operator's menu: a new one is a name and its texts, and what refuses a value is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.kinds import Choice, Flag, Line, Several, ValueKind, Whole
from game.core.times import TimeOfDay
from game.kiosk.config import KEYS
from scenes.kiosk.operator.adjustments import ROWS, SettingRow
from scenes.kiosk.operator.auto_close import Question
from scenes.kiosk.operator.editors import LineScene, NumberScene, SeveralScene, TimeScene
from scenes.kit.input import intents
from scenes.kit.layout import Metrics
from scenes.kit.scene import Scene
from scenes.kit.text.strings import Strings
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand, PadHand
from tests.scenes.one_switch import OneSwitch
from tests.scenes.operators_hand import Counter, reach
from tests.scenes.playhouse import TEXTS, Playhouse

CARDS: dict[type[ValueKind], type[Scene]] = {
    Whole: NumberScene,
    Line: LineScene,
    Several: SeveralScene,
    TimeOfDay: TimeScene,
}
USUAL = (*CARDS, Choice, Flag)
PLAIN = [key for key, setting in KEYS.items() if isinstance(setting.kind, USUAL)]


@pytest.fixture
def counter_with(
    house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, dict[str, str]], Counter]:
    """Opens the menu with one more row, which is called Plain, of a setting and with these texts for its values."""

    def make(key: str, texts: dict[str, str]) -> Counter:
        monkeypatch.setitem(ROWS, "plain", SettingRow(key))
        folder = tmp_path / "strings"
        folder.mkdir()
        every = {"kiosk.row.plain": "Plain", **{f"kiosk.row.plain.{value}": text for value, text in texts.items()}}
        (folder / "en.json").write_text(json.dumps(every), encoding="utf-8")
        house.stage.strings = Strings("en", strict=True, folders=(*TEXTS, folder))
        return Counter(house, tmp_path)

    return make


@pytest.mark.parametrize("key", PLAIN)
def test_a_setting_has_a_row_by_its_name_alone(
    house: Playhouse, counter_with: Callable[[str, dict[str, str]], Counter], key: str
) -> None:
    counter, setting = counter_with(key, {}), KEYS[key]
    pad, kind = PadHand(house), setting.kind
    row = counter.row(pad, "plain")
    assert row.spoken(house.stage).startswith("Plain")
    assert row.value() or isinstance(kind, Line)  # an empty one needs a text
    reach(pad, row)
    if kind.can_step:
        direction = 1 if kind.stepped(setting.default, 1) != setting.default else -1
        pad.hit(intents.Kind.RIGHT if direction > 0 else intents.Kind.LEFT)
        assert counter.kiosk.config.value(key) == kind.stepped(setting.default, direction) != setting.default
        assert row.field.is_changed
        pad.hit(intents.Kind.SECONDARY)
        assert counter.kiosk.config.value(key) == setting.default and not row.field.is_changed
    pad.hit(intents.Kind.CONFIRM)
    card = CARDS.get(type(kind))
    if card is None:
        assert counter.kiosk.config.value(key) != setting.default
    else:
        house.on_top(card)


def test_values_read_by_texts_of_their_own(
    house: Playhouse, counter_with: Callable[[str, dict[str, str]], Counter]
) -> None:
    assert not [row for row in ROWS.values() if "table.grace" in row.keys]
    counter = counter_with("table.grace", {"none": "At once", "note": "What is being played may go on."})
    row = counter.row(PadHand(house), "plain")
    assert row.value() == "10 min"
    counter.kiosk.change({"table.grace": 0})
    assert row.value() == "At once"
    assert row.field.note() == "What is being played may go on."


def test_a_last_page_that_another_window_does_not_have_gives_way_to_the_last_one(
    open_house: OpenHouse, tmp_path: Path
) -> None:
    house = open_house((1024, 768))
    counter = Counter(house, tmp_path)
    counter.row(PadHand(house), "defaults")
    assert counter.scene.panel.turner.page == 3
    house.stage.metrics = Metrics.of((1280, 720))
    counter.scene.resized()
    assert counter.scene.panel.turner.page == 2


# What is refused


def test_a_text_that_is_refused_can_be_mended(house: Playhouse, tmp_path: Path) -> None:
    counter, keys = Counter(house, tmp_path), KeyHand(house)
    counter.open(keys, "text")
    letters = house.on_top(LineScene)
    letters.name = "Tea\nCake"
    keys.say("OK")
    assert "Allowed: one line" in house.on_top(Question).title
    keys.say("OK")
    assert house.top is letters and letters.name == "Tea\nCake"
    letters.name = "Tea"
    keys.say("OK")
    assert house.top is counter.scene and counter.kiosk.config.attract.text == "Tea"


# Search


@pytest.mark.parametrize(("size", "name"), [((1280, 720), "Find"), ((1024, 768), "Find a setting")])
def test_one_button_searches(open_house: OpenHouse, tmp_path: Path, size: tuple[int, int], name: str) -> None:
    house = open_house(size)
    counter = Counter(house, tmp_path)
    house.services.settings.take(replace(house.services.settings.preferences, scan=True, scan_pace=0.5))
    one = OneSwitch(house, "key")
    one.take(name)
    house.on_top(LineScene)
    for what in ("P", "I", "N", "OK"):
        one.take(what)
    assert house.top is counter.scene
    assert [row.field.name for row in counter.scene.panel.rows] == ["pin"]

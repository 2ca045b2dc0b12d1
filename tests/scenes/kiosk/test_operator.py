"""The operator's menu: every device changes every setting, and one wrong press loses nothing. Its rows and figures."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest

from game.core.kinds import LANGUAGES, Choice, Flag, Line, Several, ValueKind, Whole
from game.core.times import TimeOfDay
from game.kiosk.config import KEYS, Config
from game.kiosk.config_file import load
from game.paths import export_dir, readable
from game.phones.messages import Network
from game.registry import GAMES
from game.storage.audits import INCIDENTS, HourCount, Incident
from scenes.kiosk.operator import audits_panel, words
from scenes.kiosk.operator.adjustments import ROWS, SettingRow
from scenes.kiosk.operator.audits_panel import PERIODS, ListCard, bars, first_day, incident_list, totals
from scenes.kiosk.operator.auto_close import Question
from scenes.kiosk.operator.editors import LineScene, NumberScene, SeveralScene, TimeScene
from scenes.kiosk.operator.menu_parts import pages_of
from scenes.kiosk.operator.operator_actions import (
    BackgroundLook,
    CheckResult,
    ExportJob,
    WritingScene,
    keep,
    results,
    usual_folder,
)
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kit.input import intents
from scenes.kit.input.intents import Kind
from scenes.kit.layout import Metrics, Shape
from scenes.kit.scene import Pop, Scene
from scenes.kit.text.strings import Strings
from scenes.kit.widgets.widget import SegmentedControl, Widget
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, KeyHand, PadHand, PointerHand, focus_of
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.kiosk_table import DAYS, settings
from tests.scenes.one_switch import OneSwitch
from tests.scenes.operators_hand import COMMENTED, Counter, choose, plus, reach
from tests.scenes.playhouse import TEXTS, Playhouse
from tests.stores import PATIENCE
from tools.catalogue.operator import NOW, audits

pytestmark = pytest.mark.usefixtures("four_games")

W = TypeVar("W", bound=Widget)
NUMBERS = [name for name, row in ROWS.items() if len(row.keys) == 1 and isinstance(KEYS[row.of].kind, Whole)]


class OperatorVocabulary(HouseVocabulary):
    """Tells of the operator's menu, of its pages and questions, and of the settings. ROW is the name of a row:
    "idle.turn". NUMBER counts widgets of one kind on top, from 0. The method "press" lists what hands do here. A story
    begins with "counter"."""

    begins = ("counter", "counted", "block")

    @property
    def scene(self) -> OperatorScene:
        """The menu."""
        return self.counter.scene

    def widgets(self, kind: type[W]) -> list[W]:
        """Return the widgets of one kind in the scene on top."""
        return [widget for widget in focus_of(self.house).widgets if isinstance(widget, kind)]

    def hours(self) -> list[str]:
        """Return the opening hours of the week, each value once, in the order of the days."""
        config = self.counter.kiosk.config
        return list(dict.fromkeys(str(config.plain(f"hours.{day}")) for day in DAYS))

    def files(self, name: str = "out") -> int | None:
        """Return how many files are in the folder "out", or none if there is no such folder."""
        out = self.folder / name
        return len(list(out.iterdir())) if out.exists() else None

    def told_of(self, name: str) -> bool:
        """Return whether the question on top names a folder and all files in it."""
        body, folder = self.house.on_top(Question).body, self.folder / name
        return str(folder) in body and (not folder.is_dir() or all(path.name in body for path in folder.iterdir()))

    facts: ClassVar = {
        "set": lambda s, key: s.counter.kiosk.config.plain(key),  # KEY: a setting
        # ROW: whether it is marked as changed
        "changed": lambda s, row: s.counter.row(s.hand("pad"), row).field.is_changed,
        # [KEY=VALUE]: whether all settings are at their defaults, but for this one
        "unchanged": lambda s, but="": (
            s.counter.kiosk.config == Config().changed(settings(*but.split("=")) if but else {})
        ),
        "row_value": lambda s, row: s.counter.row(s.hand("pad"), row).value(),
        "problems": lambda s: words.problem_texts(s.house.stage, s.counter.kiosk.problems, s.counter.kiosk.unwritten),
        "line": lambda s, number: s.house.on_top(ListCard)._text(int(number)),  # NUMBER: a line of the list, from 0
        "hours": hours,
        # NUMBER: the entry of a choice on top; -1 for none
        "choice": lambda s, number: s.widgets(SegmentedControl)[int(number)].index,
        "verdict": lambda s, pin: s.counter.kiosk.pin.check(pin).kind,  # PIN: what comes of a try
        "files": files,
        "told_of": told_of,
    }

    def place(self, text: str) -> tuple[int, int]:
        """Find also "arrow ROW" (at the right end of a row), "tab NUMBER" of the periods, and the menu's places."""
        what, _, of = text.partition(" ")
        if what == "arrow":
            rect = self.counter.row(self.hand("finger"), of).rect
            return rect.right - 30, rect.centery
        if what == "tab":
            return self.scene.tabs.segments()[int(of)].center
        return self.scene.places[what].center if what in self.scene.places else super().place(text)

    def do_counter(self, rest: str = "") -> None:
        """[LINE | LINE …]: Open the menu on a configuration file with these lines. FOLDER is the test's folder."""
        text = rest.replace("FOLDER", str(self.folder)).replace(" | ", "\n") + "\n"
        self.counter = Counter(self.house, self.folder, text if rest else COMMENTED)

    def do_counted(self, rest: str = "") -> None:
        """[nothing] [LINE | LINE …]: Open this menu at a table with games and incidents to show, or with none."""
        self.house.services.store.audits = audits(0) if rest == "nothing" else audits()
        self.do_counter(rest.removeprefix("nothing"))

    def do_networks(self, rest: str = "") -> None:
        """NAME=ADDRESS …: Let the machine have these networks."""
        networks = [Network(*one.split("=")) for one in rest.split()]
        look = self.scene.adjustments.networks = BackgroundLook(lambda: networks)
        look.look()
        self.house.until(lambda: list(look.found) == networks, "the networks")

    def do_puts(self, rest: str = "") -> None:
        """NUMBER [ROW]: Put this value into ROW, or into the card on top, without a device."""
        number, _, row = rest.partition(" ")
        field: Any = self.counter.row(self.hand("pad"), row) if row else self.house.top
        field.put(int(number))

    def do_hour(self, rest: str = "") -> None:
        """NUMBER: Set the clock to this hour of the day."""
        self.counter.now = NOW.replace(hour=int(rest), minute=0)

    def press(self, hand: Any, verb: str, rest: str = "") -> None:
        """VERB WHAT: Let a hand act on the menu, its pages and questions. The comments explain each VERB. All else is
        done as on any screen."""
        widgets = self.widgets
        acts: Mapping[str, Callable[[], object]] = {
            "turns_to": lambda: self.counter.row(hand, rest),  # ROW: turn to its page
            "opens": lambda: self.counter.open(hand, rest),  # ROW: press it
            # ROW: move the focus there with up and down
            "reaches": lambda: reach(hand, self.counter.row(hand, rest)),
            # NUMBER: press this widget of the menu
            "presses": lambda: self.counter.press(hand, self.scene.focus.widgets[int(rest)]),
            # by the bar, or by the button if there is no bar
            "goes_back": lambda: hand.order(Kind.BACK) if "bar" in self.scene.places else hand.say("Back"),
            # the settings: by the button if a pointer sees one, or else by HINT
            "searches": lambda: self._search(hand),
            "spells": lambda: [hand.say(letter) for letter in rest],  # TEXT: press the letters on top
            # NUMBER VALUE: set a choice on top to its entry VALUE (from 0)
            "chooses": lambda: choose(hand, widgets(SegmentedControl)[int(rest.split()[0])], int(rest.split()[1])),
            # NUMBER: step this widget on top forward, or press its right end
            "steps": lambda: plus(hand, focus_of(self.house).widgets[int(rest)]),
            # PAGE: turn to this page of letters (from 0)
            "pages": lambda: choose(hand, widgets(SegmentedControl)[0], int(rest)),
            "picks": lambda: hand.say(readable(self.folder / rest)),  # NAME: press the button with this folder's path
        }
        if verb in acts:
            acts[verb]()
        else:
            super().press(hand, verb, rest)

    def _search(self, hand: Any) -> None:
        if "find" in self.scene.places and isinstance(hand, PointerHand):
            hand.point(self.scene.places["find"].center)
        else:
            hand.order(Kind.HINT)

    def do_sticks(self, rest: str = "") -> None:
        """NAMES: Plug in USB sticks with these names."""
        sticks = [self.folder / name for name in rest.split()]
        for stick in sticks:
            stick.mkdir()
        found = self.scene.actions.sticks = BackgroundLook(lambda: sticks)
        self.house.until(lambda: list(found.found) == sticks, "the sticks")


test_the_menu = stories("operator.txt", OperatorVocabulary)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", HANDS)
def test_every_number_is_changed_and_written_back(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    for name in NUMBERS:
        key = ROWS[name].of
        kind = KEYS[key].kind
        assert isinstance(kind, Whole)
        counter.step(hand, name)
        assert counter.kiosk.config.value(key) == kind.stepped(KEYS[key].default, 1), name
    counter.kiosk.flush()
    config, problems = load(counter.path)
    assert config == counter.kiosk.config and problems == ()
    assert "# The shop's own words" in counter.path.read_text(encoding="utf-8")


def test_up_and_down_reach_everything_on_every_page(house: Playhouse, tmp_path: Path) -> None:
    pad = PadHand(house)
    counter = Counter(house, tmp_path)
    for _ in counter.scene.pages:
        for widget in counter.scene.focus.widgets:
            reach(pad, widget)
        pad.hit(Kind.NEXT)


# What the operator should know


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_incident_has_a_sentence(house: Playhouse, language: str) -> None:
    house.stage.strings.language = language
    assert all(house.stage.t(f"kiosk.incident.{kind}") for kind in INCIDENTS)


def test_an_incident_of_today_is_called_so_aloud(house: Playhouse) -> None:
    house.show(incident_list(house.stage, [Incident(NOW, "hang", "")], NOW.date()))
    assert house.on_top(ListCard)._text(0).startswith("Today, ")


def test_a_detail_that_is_longer_than_its_row_ends_in_dots(house: Playhouse, cut: list[str]) -> None:
    incidents = [Incident(NOW, "hang", "so long " * 30), Incident(NOW, "error", "short")]
    house.show(incident_list(house.stage, incidents, NOW.date()))
    assert {*cut} == {"so long " * 30}


# Tests


def test_what_came_of_a_test_is_kept_and_shown_today(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path)
    hand = PadHand(house)
    for index, (name, works) in enumerate((("input", True), ("display", False), ("sound", None))):
        widgets = counter.scene.focus.widgets
        counter.press(hand, widgets[widgets.index(counter.scene.panel.turner) + 1 + index])
        assert house.top is not counter.scene
        house.app.manager.go(Pop(works))
        house.run(0.5)
        assert (results(house.services.store).get(name) == CheckResult(NOW, bool(works))) is (works is not None)
    shown = [widget.value() for widget in counter.scene.focus.widgets[-7:-4]]
    assert shown == ["19:40", "19:40", "not today"]


def test_results_are_read_with_suspicion(house: Playhouse) -> None:
    store = house.services.store
    stored = {"input": ["yesterday", True], "sound": [NOW.isoformat(), 1], "display": 7, "x": []}
    store.set("kiosk.tests", stored)
    assert results(store) == {}
    assert store.take_unread() == ["kiosk.tests"] and store.get("kiosk.tests.damaged") == stored
    keep(store, "sound", CheckResult(NOW, False))
    assert results(store) == {"sound": CheckResult(NOW, False)}


# The export


def test_a_folder_without_a_whole_path_lies_in_the_usual_one(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, '[export]\nfolder = "figures"\n')
    assert usual_folder(counter.kiosk) == export_dir() / "figures"
    counter.kiosk.change({"export.folder": str(tmp_path)})
    assert usual_folder(counter.kiosk) == tmp_path
    counter.kiosk.change({"export.folder": ""})
    assert usual_folder(counter.kiosk) == export_dir()


def test_a_slow_stick_keeps_no_frame_waiting(house: Playhouse, tmp_path: Path) -> None:
    written = threading.Event()

    def slow(folder: Path, moment: datetime) -> tuple[Path, ...]:
        written.wait(PATIENCE)
        return (folder / "late.csv",)

    counter = Counter(house, tmp_path, audits=audits())
    counter.scene.actions.write = slow
    pad = PadHand(house)
    try:
        counter.press(pad, counter.scene.focus.widgets[-3])
        house.come_to(Question)
        pad.hit(Kind.CONFIRM)
        house.on_top(WritingScene)
        house.idle(90)
        house.on_top(WritingScene)
        pad.hit(Kind.BACK)
        assert house.top is counter.scene and counter.scene.is_held
        counter.press(pad, counter.scene.focus.widgets[-3])
        house.on_top(WritingScene)
    finally:
        written.set()
    assert "late.csv" in house.come_to(Question).body


def test_a_job_that_fails_by_no_fault_of_the_disk_is_no_success(house: Playhouse, tmp_path: Path) -> None:
    job = ExportJob(lambda folder, moment: (), tmp_path, audits().clock())
    house.until(lambda: job.is_done, "the end")
    assert job.outcome(house.stage)[0] == "Not written"


# Figures


TODAY = date(2026, 11, 22)  # a Sunday
GAME, OTHER = list(GAMES)[:2]
FILE_ONLY = {
    "table.grace": "it is set once, with the hours in which somebody locks up",
    "table.films": "it is set once, with the machine: a film takes a quarter of a minute of a processor",
    "display.number": "whoever changed it here would send the menu to a screen that may be out of reach",
}
"""The settings that only docs/kiosk.toml's file can change, and why."""
COUNTS = [
    HourCount(TODAY, 10, GAME, 2, 1, 1800, 1, 1),
    HourCount(TODAY, 10, OTHER, 1, 0, 600, 1, 0),
    HourCount(TODAY, 15, GAME, 0, 2, 100, 0, 0),
    HourCount(TODAY - timedelta(days=6), 15, GAME, 4, 0, 4000, 2, 1),
    HourCount(TODAY - timedelta(days=29), 23, OTHER, 1, 0, 77, 0, 0),
]


def of(period: str) -> list[HourCount]:
    return [count for count in COUNTS if count.day >= first_day(period, TODAY)]


@pytest.mark.parametrize(("period", "games"), [("day", 6), ("week", 10), ("month", 11)])
def test_the_bars_and_the_legend_add_up_to_the_figure_above(period: str, games: int) -> None:
    found = totals(of(period))
    shown = bars(of(period), period, TODAY, Config())
    assert found.games == found.finished + found.left == sum(found.by_game.values()) == games
    assert sum(bar.total for bar in shown) == games


def test_the_figures_of_a_day() -> None:
    found = totals(of("day"))
    assert (found.finished, found.left, found.mean, found.ai_games, found.ai_won) == (3, 3, 417, 2, 1)
    assert totals([]).mean is None


def test_a_week_and_a_month_have_a_bar_for_each_day() -> None:
    for period in PERIODS[1:]:
        shown = bars(of(period), period, TODAY, Config())
        days = range(audits_panel.DAYS[period])
        assert [bar.day for bar in shown] == [TODAY - timedelta(days=back) for back in reversed(days)]


@pytest.mark.parametrize(
    ("hours", "first", "last"),
    [
        ({"hours.sunday": "10:00-22:00"}, 10, 21),
        ({"hours.sunday": "11:00-15:30"}, 10, 15),  # somebody has played before it opened
        ({"hours.sunday": "always"}, 0, 23),
        ({"hours.sunday": "closed"}, 10, 15),
        ({"hours.sunday": "18:00-02:00"}, 10, 23),
        ({"hours.sunday": "closed", "hours.saturday": "18:00-02:00"}, 0, 15),
    ],
)
def test_a_day_has_a_bar_for_each_hour_of_its_opening_and_its_games(
    hours: dict[str, str], first: int, last: int
) -> None:
    shown = bars(of("day"), "day", TODAY, Config().changed(hours))
    assert [bar.hour for bar in shown] == list(range(first, last + 1))


def test_every_setting_can_be_changed_on_screen_or_only_in_the_file_for_a_reason() -> None:
    on_screen = [key for row in ROWS.values() for key in row.keys]
    assert sorted([*on_screen, *FILE_ONLY]) == sorted(KEYS)
    assert all(FILE_ONLY.values())


def test_every_row_has_its_place_in_each_arrangement() -> None:
    for shape in Shape:
        assert sorted(name for page in pages_of(shape, ROWS) for name in page) == sorted(ROWS)


# Rows


CARDS: dict[type[ValueKind], type[Scene]] = {
    Whole: NumberScene,
    Line: LineScene,
    Several: SeveralScene,
    TimeOfDay: TimeScene,
}
USUAL = (*CARDS, Choice, Flag)
PLAIN = [key for key, setting in KEYS.items() if isinstance(setting.kind, USUAL)]


def counter_with(house: Playhouse, folder: Path, patch: pytest.MonkeyPatch, key: str, **texts: str) -> Counter:
    """Open the menu with one more row, which is called Plain, of a setting and with these texts for its values."""
    patch.setitem(ROWS, "plain", SettingRow(key))
    every = {"kiosk.row.plain": "Plain", **{f"kiosk.row.plain.{value}": text for value, text in texts.items()}}
    (strings := folder / "strings").mkdir()
    (strings / "en.json").write_text(json.dumps(every), encoding="utf-8")
    house.stage.strings = Strings("en", strict=True, folders=(*TEXTS, strings))
    return Counter(house, folder)


@pytest.mark.parametrize("key", PLAIN)
def test_a_setting_has_a_row_by_its_name_alone(
    house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    counter, setting = counter_with(house, tmp_path, monkeypatch, key), KEYS[key]
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


def test_values_read_by_texts_of_their_own(house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not [row for row in ROWS.values() if "table.grace" in row.keys]
    texts = {"none": "At once", "note": "What is being played may go on."}
    counter = counter_with(house, tmp_path, monkeypatch, "table.grace", **texts)
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
def test_one_button_searches(house: Playhouse, tmp_path: Path, name: str) -> None:
    counter = Counter(house, tmp_path)
    house.services.settings.take(replace(house.services.settings.preferences, scan=True, scan_pace=0.5))
    one = OneSwitch(house, "key")
    one.take(name)
    house.on_top(LineScene)
    for what in ("P", "I", "N", "OK"):
        one.take(what)
    assert house.top is counter.scene
    assert [row.field.name for row in counter.scene.panel.rows] == ["pin"]

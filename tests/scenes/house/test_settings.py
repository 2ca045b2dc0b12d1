"""The settings on screen: every device reaches them. Each change takes effect at once and is kept."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, TypeVar, cast

import pygame
import pytest

from game.coffee import DANGER_MARKS
from game.registry import find
from game.robots import DEMONSTRATION_PAUSE, LONGEST_CHIP
from game.storage.store import Store
from scenes.app import way_for
from scenes.house import preferences
from scenes.house.preferences import OWN, GamePreferences, Preferences
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.bindings import KEYBOARD_PROFILE, Bindings
from scenes.kit.input.intents import KEYBOARD, Kind
from scenes.kit.scene import Scene
from scenes.kit.widgets.form import Field
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.window import renderer
from scenes.kit.window.window import Window
from scenes.menu.menu_scene import MenuScene
from scenes.records.records_scene import RecordsScene
from scenes.services import Services
from scenes.settings.about_scene import MATRICES, seen_with
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.settings_scene import TABS, SettingsScene, fields_of
from scenes.settings.tabs import Tab
from scenes.setup.setup_scene import SetupScene
from scenes.table.chances import draw_analysis
from scenes.today.today_scene import TodayScene
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import Playhouse
from tests.tables import rows


def key(house: Playhouse, *keys: int) -> None:
    """Press keys, one after the other."""
    for each in keys:
        house.react(partial(posting.tap_key, each))


def show(house: Playhouse, section: str = "general") -> SettingsScene:
    """Show the settings, open at a section."""
    scene = SettingsScene(house.services)
    turn_to(house, scene, section)
    return scene


def turn_to(house: Playhouse, scene: SettingsScene, section: str) -> None:
    """Show the settings, and go on to a section, as many pages as the tabs before it have."""
    house.show(scene)
    while scene.section != TABS.index(section):
        key(house, pygame.K_e)


class SettingsVocabulary(HouseVocabulary):
    """Tells what people set on the pages of the settings, and what follows. ROW counts rows of a page from 0. KIND is a
    kind of intent. A story begins with the page of keys and buttons, unless it shows something else."""

    begins = ("show: controls", "match", "settings", "change", "boot")

    @property
    def controls(self) -> ControlsScene:
        """The page of keys and buttons."""
        return next(scene for scene in self.house.app.manager.scenes if isinstance(scene, ControlsScene))

    def row(self, kind: str) -> Any:
        """Return the row of a kind of intent."""
        return self.controls.rows[self.controls.profile.actions.index(Kind[kind])]

    facts: ClassVar = {
        "label": lambda s, row: s.house.on_top(SettingsScene).form.fields[int(row)].label,  # ROW
        "faces_of": lambda s, kind: s.row(kind).faces,  # KIND: what its row shows
        "waits_for": lambda s: s.controls.waiting and s.controls.waiting.name,  # the kind that waits for a key
    }

    def do_settings(self, rest: str = "") -> None:
        """SECTION: Show a section of the settings: "general", "picture", "sound", "games" …"""
        show(self.house, rest)

    def do_waits(self, rest: str = "") -> None:
        """KIND: Click on the row of KIND, which then waits for a key or button."""
        self.house.react(partial(posting.click, self.row(rest).rect.center))
        assert self.controls.waiting is Kind[rest]

    def do_rebind(self, rest: str = "") -> None:
        """KIND KEY: Click on the row of KIND, and press KEY for it."""
        kind, key = rest.split()
        self.do_waits(kind)
        self.house.react(partial(posting.tap_key, *posting.key_of(key)))


test_the_settings = stories("settings.txt", SettingsVocabulary)


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
def test_a_tab_with_many_rows_has_pages(house: Playhouse) -> None:
    scene, labels = SettingsScene(house.services, with_more_games), list[str]()
    turn_to(house, scene, "games")
    for page in range(len(scene.pages)):
        assert (scene.section, scene.page) == (TABS.index("games"), page)
        bands = [band for band in scene.places.all("band") if scene.places["card"].contains(band)]
        assert len(bands) == len(scene.form.fields)
        assert all(not above.colliderect(below) for above, below in pairwise(bands))
        labels += [field.label for field in scene.form.fields]
        key(house, pygame.K_e)
    assert labels == [field.label for field in with_more_games(house.services, "games")]
    assert (scene.section, scene.page) == (0, 0)  # the first tab follows
    key(house, pygame.K_q)
    last = scene.focus.widgets[-1]
    house.react(partial(posting.click, last.rect.center))
    assert scene.page == 1


def with_more_games(services: Services, tab: str) -> list[Field]:
    """The rows of a tab; that of the games has those of ten more games."""
    found = fields_of(services, tab)
    if tab == "games":
        found += [
            replace(found[0], name=f"{number}", label=f"Row {number}", section=f"Game {number}") for number in range(10)
        ]
    return found


@pytest.mark.parametrize("deficiency", MATRICES)
def test_greys_look_the_same_to_everybody(deficiency: str) -> None:
    for grey in ("#000000", "#808080", "#FFFFFF"):
        seen = seen_with(deficiency, grey)
        assert all(abs(a - b) <= 1 for a, b in zip(bytes.fromhex(seen[1:]), bytes.fromhex(grey[1:]), strict=True))


def test_red_darkens_for_eyes_without_long_wave_cones() -> None:
    """Worked out by hand: .152286 and .114503 of full linear light are 109 and 95 in sRGB. The blue part is below 0."""
    assert seen_with("protanopia", "#FF0000") == "#6D5F00"


@pytest.mark.parametrize("section", range(6))
def test_notes_grow_with_the_text_size_as_labels_do(house: Playhouse, written: Written, section: int) -> None:
    heights = []
    for text_scale in (1.0, 1.5):
        house.services.settings.change(text_scale=text_scale)
        scene = SettingsScene(house.services)
        scene.section = section
        house.show(scene)
        written.clear()
        house.run(0.1)
        notes = " ".join(field.note() for field in scene.form.fields)
        heights.append(min(place.height for text, place in written if text.count(" ") > 1 and text in notes))
    usual, large = heights
    assert large >= 1.25 * usual


# What is kept


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
    assert repr(store.get(f"{OWN[name].key}.damaged")) == repr(json.loads(bad))  # NaN equals nothing


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
    assert mine[DEMONSTRATION_PAUSE] == 1.2 and mine[LONGEST_CHIP] == 0
    assert mine.plain() == {"demonstration_pause": 1.2, "longest_chip": 0}
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


# Larger text


LARGEST = 1.5
UPRIGHT = (1080, 1920)
WIDTHS = range(300, 900, 40)
Measured = TypeVar("Measured")


def by_scale(house: Playhouse, measure: Callable[[], Measured]) -> tuple[Measured, Measured]:
    """What is measured while the text is of its usual size, and of its largest."""
    found = []
    for scale in (1.0, LARGEST):
        house.services.settings.change(text_scale=scale)
        found.append(measure())
    return found[0], found[1]


def drawn(kind: Callable[[Services], Scene], house: Playhouse) -> None:
    """A scene of this kind."""
    house.show(kind(house.services))
    house.app.draw()


def analysis(house: Playhouse) -> None:
    """The panel of a position with little room, without its curve."""
    seats = [SimpleNamespace(identity=seat) for seat in range(2)]
    board = SimpleNamespace(context=SimpleNamespace(seats=seats, stage=house.stage))
    found = SimpleNamespace(answer="", balance="6 to go, the rival 5", line=(), seat=0, value=None)
    room = pygame.Rect(0, 0, house.stage.metrics.px(300), house.stage.metrics.px(170))
    draw_analysis(house.stage, cast(Any, SurfaceCanvas.blank(room.size)), room, cast(Any, board), cast(Any, found), 0)


OF_MENU = "2 players", "1 to 8 players", "Today"


@pytest.mark.parametrize(
    ("draw", "size", "texts", "growth"),
    [
        (partial(drawn, TodayScene), UPRIGHT, ("Only one move wins", "to move"), 1.2),
        (partial(drawn, RecordsScene), UPRIGHT, ("Streak",), 1.2),
        (analysis, UPRIGHT, ("6 to go, the rival 5",), 1.2),
        (partial(drawn, MenuScene), (1920, 1080), OF_MENU, 1.4),
        (partial(drawn, MenuScene), UPRIGHT, OF_MENU, 1.4),
        (partial(drawn, MenuScene), (1024, 768), OF_MENU, 1.15),  # as far as the narrow plate allows
    ],
)
def test_a_line_below_another_grows(
    house: Playhouse, written: Written, draw: Callable[[Playhouse], None], texts: tuple[str, ...], growth: float
) -> None:
    def measure() -> list[int]:
        written.clear()
        draw(house)
        return [[place.height for line, place in written if text in line][-1] for text in texts]

    heights = by_scale(house, measure)
    assert all(large >= growth * usual for usual, large in zip(*heights, strict=True)), heights


@pytest.mark.quick
@pytest.mark.parametrize("grow", [1.0, 1.2, LARGEST])
def test_a_text_that_no_word_is_broken_for_is_never_smaller(house: Playhouse, grow: float) -> None:
    """In a place of any width, whose largest sizes may fit only while the text is of its usual size."""
    sizes = [Style(size) for size in (60, 48, 40, 28)]

    def measure() -> list[int]:
        fitted = [house.stage.untorn(["Maximiliane to move"], sizes, (width, 60), grow) for width in WIDTHS]
        return [house.stage.fonts.line_height(style) for style in fitted]

    usual, large = by_scale(house, measure)
    assert all(map(int.__ge__, large, usual)), (usual, large)
    assert (large != usual) == (grow > 1.0)


@pytest.mark.quick
def test_words_of_a_low_bar_are_never_smaller(house: Playhouse, written: Written) -> None:
    """Keys beside them leave the words their room."""
    house.stage.devices.current = KEYBOARD
    labels = {Kind.BACK: "Back", Kind.CONFIRM: "Play from here", Kind.HINT: "Analysis", Kind.UNDO: "Take home"}

    def measure() -> list[int]:
        written.clear()
        for width in WIDTHS:
            bar = GlyphBar(house.stage, pygame.Rect(0, 0, width, house.stage.metrics.px(60)))
            bar.set([Prompt(kind, label) for kind, label in labels.items()])
            bar.draw(cast(Any, SurfaceCanvas.blank((900, 100))))
        return [place.height for label, place in written if label in labels.values()]

    usual, large = by_scale(house, measure)
    assert len(usual) == len(large) == len(labels) * len(WIDTHS)
    assert all(map(int.__ge__, large, usual)) and large != usual, (usual, large)


@pytest.mark.quick
def test_the_board_of_a_setup_is_never_smaller(house: Playhouse) -> None:
    """Nor are the letters on its frame: larger words below it take their room from Start."""
    scene = house.show(SetupScene(house.services, find("quoridor")))

    def measure() -> tuple[int, int]:
        assert scene.preview is not None
        return scene.preview.size

    usual, large = by_scale(house, measure)
    assert large >= usual


@pytest.mark.quick
def test_rows_of_an_upright_window_leave_out_their_notes_before_their_controls_are_narrower(
    open_house: OpenHouse,
) -> None:
    house = open_house(size=(1080, 1920))
    scene = house.show(SettingsScene(house.services))
    next(tab for tab in scene.focus.widgets if isinstance(tab, Tab) and tab.icon == "picture").action()
    rows = by_scale(house, lambda: ([place.width for place in scene.places.all("control")], "note" in scene.places))
    (usual, one_note), (large, shared_note) = rows
    assert usual and large == usual and (one_note, shared_note) == (False, True)

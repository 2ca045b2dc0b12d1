"""The board before the game: sheets and turns, robots by hand, codes."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.core.options import resolve
from game.match_setup import default_table
from game.robots import SPEC, rules
from game.robots.board import standing, xy
from game.robots.drifting_droids import read_droids_code
from game.robots.sheets import box, chosen_sheets
from scenes.kit.input.intents import Kind, Signal, SignalKind
from scenes.kit.system import text_on_clipboard
from scenes.kit.text.strings import Strings
from scenes.kit.widgets.choices import Picker
from scenes.match.match_scene import MatchScene
from scenes.robots import arrange_scene, phrases
from scenes.robots.arrange_scene import ArrangeScene, side_text
from scenes.setup.setup_scene import SetupScene
from tests.files.test_texts_of_others import SEVEN
from tests.scenes.hands import HANDS, Hand, KeyHand
from tests.scenes.playhouse import Playhouse

SEED = 11
OPTIONS = resolve(SPEC.options, {"players": 2})


def test_chosen_sheets_begin_with_those_of_chance() -> None:
    chosen = arrange_scene.with_source(OPTIONS, "chosen", SEED)
    assert arrange_scene.source_of(chosen) == "chosen"
    assert rules.start(chosen, SEED).board == rules.start(OPTIONS, SEED).board


@pytest.mark.parametrize("quarter", range(4))
def test_a_side_may_be_laid_in_any_quarter_and_the_colours_stay_four(quarter: int) -> None:
    options = arrange_scene.with_source(OPTIONS, "chosen", SEED)
    for side in box():
        options = arrange_scene.with_side(options, quarter, side)
        assert arrange_scene.side_in(options, quarter) == side
        assert len({placed.sheet.colour for placed in chosen_sheets(options["sheets"])}) == 4


def test_a_robot_that_stands_there_takes_the_other_place() -> None:
    state = rules.start(OPTIONS, SEED)
    options = arrange_scene.by_hand(OPTIONS, state)
    red, blue = state.robots[0], state.robots[3]
    moved = arrange_scene.with_robot(options, "red", blue)
    assert moved["placement"]["red"] == list(xy(blue))
    assert moved["placement"]["blue"] == list(xy(red))
    assert arrange_scene.robot_on(moved, blue) == "red"
    assert arrange_scene.robot_on(OPTIONS, blue) is None


def test_letters_of_a_code() -> None:
    assert arrange_scene.type_letter("7K", "q") == "7KQ"
    assert arrange_scene.type_letter("7K", "-") == "7K"
    assert arrange_scene.type_letter("7K", "ü") == "7K"
    assert arrange_scene.turn_letter("", 1) == "0"
    assert arrange_scene.turn_letter("7Z", 1) == "70"
    assert arrange_scene.turn_letter("70", -1) == "7Z"
    assert arrange_scene.group_code("7K2M9Q") == "7K2M-9Q"


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_the_board_is_arranged_with_any_device_and_the_game_has_it(house: Playhouse, device: str) -> None:
    hand: Hand = HANDS[device](house)
    house.show(SetupScene(house.services, SPEC))
    hand.say(house.stage.t("setup.arrange"))
    arrange = house.on_top(ArrangeScene)
    hand.say(house.stage.t("robots.arrange.shuffle"))
    board, seed = arrange.state.board, arrange.seed
    hand.say(house.stage.t("dialog.ok"))
    house.on_top(SetupScene)
    hand.say("Start")
    match = house.on_top(MatchScene)
    assert match.session.seed == seed
    assert match.session.state.board == board


def test_a_board_of_droids_is_pasted_and_copied(house: Playhouse) -> None:
    arrange = ArrangeScene(house.services, default_table(SPEC))
    house.show(arrange)
    arrange.signal(Signal(SignalKind.PASTED, text=SEVEN[:-1]))
    assert arrange.note.endswith("DriftingDroids: the code has no end: it has four '!', the last one at its end")
    arrange.signal(Signal(SignalKind.PASTED, text=f"Look: {SEVEN}"))
    found = read_droids_code(SEVEN)
    assert (arrange.state.board, arrange.state.robots, arrange.state.chip) == (found.board, found.robots, found.chip)
    assert "DriftingDroids code" in [prompt.label for prompt in arrange.prompts()]
    KeyHand(house).order(Kind.SECONDARY)
    assert read_droids_code(text_on_clipboard()) == found and arrange.note == "Copied"
    line = phrases.helper(house.stage.t, arrange.state, arrange.table.options, 0.0)
    assert line.endswith("\nBoard DriftingDroids C5DFD19D")  # the code itself would fill the panel
    KeyHand(house).say("Shuffle")
    assert arrange.state.robots == found.robots
    arrange._take_source(0)
    assert arrange.table.options["sheets"] is None and len(standing(arrange.state.robots)) == 5


@pytest.mark.parametrize(
    ("side", "en", "ja"), [("red1", "Red 1", "赤1"), ("blue2r", "Blue 2 back", "青2の裏")], ids=str
)
def test_sides_are_called_by_what_is_seen_on_them(side: str, en: str, ja: str) -> None:
    assert [side_text(Strings(language).t, side) for language in ("en", "ja")] == [en, ja]


@pytest.mark.parametrize("size", [(1280, 720), (1080, 1920)])
def test_each_sheet_that_is_chosen_is_seen_beside_its_name(house: Playhouse) -> None:
    table = default_table(SPEC)
    table = table.with_options(SPEC, arrange_scene.with_source(table.options, "chosen", 7))
    house.show(ArrangeScene(house.services, replace(table, seed=7)))
    scene = house.on_top(ArrangeScene)

    def seen() -> list[bytes]:
        house.run(0.3)
        sheets = scene.places.all("sheet")
        return [pygame.image.tobytes(house.window.surface.subsurface(sheet), "RGB") for sheet in sheets]

    before = seen()
    assert len(set(before)) == 4
    picker = next(widget for widget in scene.focus.widgets if isinstance(widget, Picker))
    picker.adjust(1)
    after = seen()
    assert before[0] != after[0], "another sheet lies there"

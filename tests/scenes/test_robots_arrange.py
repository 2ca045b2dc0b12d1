"""The board before the game: sheets and turns, robots by hand, codes."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.core.options import resolve
from game.robots import SPEC
from game.robots.assembly import chosen_sheets
from game.robots.board import COLOURS, xy
from game.robots.code import encode
from game.table import default_table
from scenes.kit.widgets import Button
from scenes.match.match_scene import MatchScene
from scenes.robots.arrange import arrange_model as arrangement
from scenes.robots.arrange.arrange_scene import ArrangeScene
from scenes.setup.setup_scene import SetupScene
from tests.scenes.hands import HANDS, Hand, MouseHand, focus_of
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import tap_key

SEED = 11
OPTIONS = resolve(SPEC.options, {"players": 2})


def scene(house: Playhouse, **options: object) -> ArrangeScene:
    table = replace(default_table(SPEC).with_options(SPEC, options), seed=SEED)
    arrange = ArrangeScene(house.services, table)
    house.show(arrange)
    return arrange


def label(house: Playhouse, key: str) -> Button:
    text = house.stage.t(f"robots.arrange.{key}")
    return next(w for w in focus_of(house).widgets if isinstance(w, Button) and w.label == text)


def type_text(house: Playhouse, text: str) -> None:
    for letter in text:
        code = pygame.K_0 + int(letter) if letter.isdigit() else ord(letter.lower())
        tap_key(house, code)


def test_chosen_sheets_begin_with_those_of_chance() -> None:
    chosen = arrangement.with_source(OPTIONS, "chosen", SEED)
    assert arrangement.source_of(chosen) == "chosen"
    assert arrangement.position(chosen, SEED).board == arrangement.position(OPTIONS, SEED).board


@pytest.mark.parametrize("quarter", range(4))
def test_a_side_may_be_laid_in_any_quarter_and_the_colours_stay_four(quarter: int) -> None:
    options = arrangement.with_source(OPTIONS, "chosen", SEED)
    for side in arrangement.sides():
        options = arrangement.with_side(options, quarter, side)
        assert arrangement.side_in(options, quarter) == side
        assert len({placed.sheet.colour for placed in chosen_sheets(options["sheets"])}) == 4


def test_a_robot_that_stands_there_takes_the_other_place() -> None:
    state = arrangement.position(OPTIONS, SEED)
    options = arrangement.by_hand(OPTIONS, state)
    red, blue = state.robots[0], state.robots[3]
    moved = arrangement.with_robot(options, "red", blue)
    assert moved["placement"]["red"] == list(xy(blue))
    assert moved["placement"]["blue"] == list(xy(red))
    assert arrangement.robot_on(moved, blue) == "red"
    assert arrangement.robot_on(OPTIONS, blue) is None


def test_letters_of_a_code() -> None:
    assert arrangement.typed("7K", "q") == "7KQ"
    assert arrangement.typed("7K", "-") == "7K"
    assert arrangement.typed("7K", "ü") == "7K"
    assert arrangement.turned("", 1) == "0"
    assert arrangement.turned("7Z", 1) == "70"
    assert arrangement.turned("70", -1) == "7Z"
    assert arrangement.grouped("7K2M9Q") == "7K2M-9Q"


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_the_board_is_arranged_with_any_device_and_the_game_has_it(house: Playhouse, device: str) -> None:
    hand: Hand = HANDS[device](house)
    house.show(SetupScene(house.services, SPEC))
    hand.say(house.stage.t("setup.arrange"))
    arrange = house.on_top(ArrangeScene)
    hand.press(label(house, "shuffle"))
    board, seed = arrange.state.board, arrange.seed
    hand.say(house.stage.t("dialog.ok"))
    house.on_top(SetupScene)
    hand.say("Start")
    match = house.on_top(MatchScene)
    assert match.session.seed == seed
    assert match.session.state.board == board


def test_robots_are_placed_by_keyboard(house: Playhouse) -> None:
    arrange = scene(house)
    free = next(cell for cell in range(40, 256) if arrangement.may_stand(arrange.state, cell))
    arrange._take_placement(1)
    arrange._begin_placing()
    tap_key(house, pygame.K_e)
    assert arrange.robot == COLOURS[1]
    x, y = xy(free)
    assert arrange.cursor is not None
    cx, cy = xy(arrange.cursor)
    for key, steps in (
        (pygame.K_RIGHT, x - cx),
        (pygame.K_LEFT, cx - x),
        (pygame.K_DOWN, y - cy),
        (pygame.K_UP, cy - y),
    ):
        for _ in range(steps):
            tap_key(house, key)
    tap_key(house, pygame.K_RETURN)
    assert arrange.table.options["placement"]["yellow"] == [x, y]
    tap_key(house, pygame.K_ESCAPE)
    assert arrange.cursor is None
    assert house.top is arrange


def test_robots_are_placed_by_mouse_but_not_on_marks(house: Playhouse) -> None:
    arrange = scene(house)
    arrange._take_placement(1)
    mouse = MouseHand(house)
    mark = next(iter(arrange.state.board.marks))
    free = next(c for c in range(256) if arrangement.may_stand(arrange.state, c) and c not in arrange.state.robots)
    mouse.point(arrange.board.geometry.cell_rect(arrange.state.robots[2]).center)
    mouse.point(arrange.board.geometry.cell_rect(mark).center)
    assert arrange.note == house.stage.t("robots.arrange.barred")
    mouse.point(arrange.board.geometry.cell_rect(free).center)
    assert arrange.table.options["placement"]["green"] == list(xy(free))


def test_a_code_brings_the_same_board_chips_and_placement(house: Playhouse) -> None:
    wanted = arrangement.with_source(OPTIONS, "chosen", 99)
    wanted = arrangement.by_hand(wanted, arrangement.position(wanted, 99))
    arrange = scene(house)
    arrange._begin_code()
    type_text(house, encode(wanted, 99).replace("-", ""))
    tap_key(house, pygame.K_RETURN)
    assert arrange.code is None
    there = arrangement.position(wanted, 99)
    assert (arrange.state.board, arrange.state.robots) == (there.board, there.robots)
    assert (arrange.state.chip, arrange.state.pile) == (there.chip, there.pile)


def test_a_mistyped_code_is_told(house: Playhouse) -> None:
    arrange = scene(house)
    arrange._begin_code()
    type_text(house, "77Q")
    tap_key(house, pygame.K_RETURN)
    assert arrange.note == house.stage.t("robots.arrange.no_code")
    tap_key(house, pygame.K_BACKSPACE)
    assert arrange.code == "77"
    tap_key(house, pygame.K_ESCAPE)
    assert arrange.code is None
    assert arrange.seed == SEED


@pytest.mark.parametrize("taken", ["code", "chance"])
def test_what_leaves_the_robots_to_chance_ends_their_placing(house: Playhouse, taken: str) -> None:
    arrange = scene(house)
    arrange._take_placement(1)
    arrange._begin_placing()
    MouseHand(house).point(arrange.board.geometry.cell_rect(arrange.state.robots[0]).center)
    if taken == "code":
        arrange._begin_code()
        type_text(house, encode(OPTIONS, 99).replace("-", ""))
        tap_key(house, pygame.K_RETURN)
    else:
        arrange._take_placement(0)
    assert arrange.table.options["placement"] is None
    assert arrange.cursor is None
    tap_key(house, pygame.K_RETURN)
    assert arrange.state.robots == arrangement.position(arrange.table.options, arrange.seed).robots

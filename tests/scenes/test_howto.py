"""The rules card, the exercises and the demonstration, played by each device alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pygame
import pytest

from game.quoridor import SPEC
from game.quoridor.state import PawnMove, WallPlacement
from scenes.kit.glyphbar import GlyphBar
from scenes.kit.intents import Kind
from scenes.kit.scene import Pop, Push, Switch
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.progress import solved
from scenes.learn.rules_scene import BODY, RulesScene
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToRules
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import lessons_of
from tests.scenes import posting
from tests.scenes.hands import gutter
from tests.scenes.playhouse import AFTER_CHANGE, PERSON, RIVAL, InstantAgent, Playhouse
from tools.soak.virtual_pad import VirtualPad

ANSWERS = [["e2"], ["e6"], ["e6h"], ["e7h"], ["e1h", "e8", "e9"]]
"""What solves each exercise."""


@pytest.fixture
def house() -> Iterator[Playhouse]:
    """A house of its own."""
    opened = Playhouse(agent=InstantAgent())
    yield opened
    opened.close()


class Player:
    """Presses by one device only."""

    def __init__(self, house: Playhouse) -> None:
        self.house = house

    @property
    def scene(self) -> ExerciseScene:
        return self.house.on_top(ExerciseScene)

    def order(self, kind: Kind) -> None:
        """One of the orders of the bar."""
        raise NotImplementedError

    def put(self, text: str) -> None:
        """Play an action of the exercise."""
        raise NotImplementedError

    def wake(self) -> None:
        """Make the screen show what this device can press."""

    def rest(self) -> None:
        """Wait for the clips."""
        self.house.react()
        self.house.until(lambda: self.scene.table.timeline.idle, "rest")


class Pointer(Player):
    """Mouse or finger."""

    def point(self, at: tuple[int, int]) -> None:
        raise NotImplementedError

    def order(self, kind: Kind) -> None:
        bar = getattr(self.house.top, "bar", None)
        assert isinstance(bar, GlyphBar)
        self.point(next(place.rect.center for place in bar._places() if place.prompt.kind is kind))

    def wake(self) -> None:
        self.point((2, 2))

    def where(self, text: str) -> tuple[int, int]:
        action = SPEC.rules.parse(text)
        if isinstance(action, PawnMove):
            return self.scene.table.board.input.area(self.scene.table.state, action).center
        assert isinstance(action, WallPlacement)
        return gutter(self.scene.table.board.geometry, action)  # type: ignore[attr-defined]


class Mouse(Pointer):
    def point(self, at: tuple[int, int]) -> None:
        posting.click(at)
        self.house.react()

    def put(self, text: str) -> None:
        self.point(self.where(text))
        self.rest()


class Finger(Pointer):
    def point(self, at: tuple[int, int]) -> None:
        posting.touch(at, self.house.window.size)
        self.house.react()

    def put(self, text: str) -> None:
        self.point(self.where(text))
        self.order(Kind.CONFIRM)
        self.rest()


class Stepper(Player):
    """Pad or keyboard: what is asked for lies where the focus begins, or one wall mode away."""

    def put(self, text: str) -> None:
        action = SPEC.rules.parse(text)
        if isinstance(action, WallPlacement):
            self.order(Kind.SECONDARY)
            if self.scene.selection.wall != action:  # it begins before the rival's pawn, which may be past the wall
                self.order(Kind.DOWN)
        assert self.scene.table.board.input.considered(self.scene.selection) == action
        self.order(Kind.CONFIRM)
        self.rest()


class Pad(Stepper):
    buttons: ClassVar = {Kind.CONFIRM: "a", Kind.SECONDARY: "x", Kind.DOWN: "down"}

    def __init__(self, house: Playhouse) -> None:
        super().__init__(house)
        self.pad = VirtualPad()
        house.frame()

    def order(self, kind: Kind) -> None:
        self.pad.tap(self.buttons[kind])
        self.house.react()


class Keys(Stepper):
    keys: ClassVar = {Kind.CONFIRM: pygame.K_RETURN, Kind.SECONDARY: pygame.K_x, Kind.DOWN: pygame.K_DOWN}

    def order(self, kind: Kind) -> None:
        posting.tap_key(self.keys[kind])
        self.house.react()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("player", [Mouse, Finger, Pad, Keys])
def test_every_exercise_is_solved_by_one_device_alone(house: Playhouse, player: type[Player]) -> None:
    hand = player(house)
    house.show(MenuScene(house.services))
    house.app.manager.go(Push(ToRules(SPEC.id)))
    house.be_heard()
    hand.wake()
    hand.order(Kind.SECONDARY)
    exercises = lessons_of(SPEC).exercises
    for index, answers in enumerate(ANSWERS):
        assert hand.scene.index == index
        for answer in answers:
            hand.put(answer)
        assert hand.scene.is_solved
        assert solved(house.services.store, SPEC) == {exercise.key for exercise in exercises[: index + 1]}
        hand.order(Kind.CONFIRM)
    house.on_top(SetupScene)


def test_a_wrong_try_is_explained_and_not_played(house: Playhouse) -> None:
    house.show(ExerciseScene(house.services, SPEC))
    hand = Mouse(house)
    before = hand.scene.table.state
    hand.put("d1")
    assert hand.scene.table.state is before
    assert hand.scene.remark is not None
    assert hand.scene.remark.text == house.stage.t("quoridor.try.step.aside")
    hand.put("e2")
    assert hand.scene.is_solved
    assert hand.scene.remark.tone == "right"


def test_a_hint_shows_what_would_do(house: Playhouse) -> None:
    house.show(ExerciseScene(house.services, SPEC))
    posting.tap_key(pygame.K_h)
    house.react()
    remark = house.on_top(ExerciseScene).remark
    assert remark is not None
    assert remark.text == house.stage.t("quoridor.try.step.hint")


def test_the_exercises_go_on_where_they_were_left(house: Playhouse) -> None:
    house.show(ExerciseScene(house.services, SPEC))
    Mouse(house).put("e2")
    house.show(ExerciseScene(house.services, SPEC))
    assert house.on_top(ExerciseScene).index == 1


def test_the_pages_turn_by_keys_arrows_and_swipes(house: Playhouse) -> None:
    house.show(RulesScene(house.services, SPEC))
    card = house.on_top(RulesScene)
    posting.tap_key(pygame.K_RIGHT)
    house.react()
    assert card.page == 1
    posting.tap_key(pygame.K_LEFT)
    posting.tap_key(pygame.K_LEFT)
    house.react()
    assert card.page == len(card.pages) - 1
    posting.click(card.focus.widgets[1].rect.center)
    house.react()
    assert card.page == 0
    for kind, x in ((pygame.FINGERDOWN, 0.7), (pygame.FINGERMOTION, 0.5), (pygame.FINGERUP, 0.3)):
        posting.finger(kind, (x, 0.5))
        house.frame()
    house.react()
    assert card.page == 1


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
@pytest.mark.one_in(3)
def test_every_page_fits_in_every_arrangement_with_large_text(size: tuple[int, int]) -> None:
    opened = Playhouse(size, "ja", InstantAgent())
    try:
        opened.stage.look.text_scale = 1.5
        opened.app.relayout()
        opened.show(RulesScene(opened.services, SPEC))
        card = opened.on_top(RulesScene)
        for page in range(len(card.pages)):
            card.page = page
            key = card.pages[page].key
            room = card.places.text
            lines, style = opened.stage.fitted(opened.stage.t(f"{key}.text"), BODY, room.width, room.height)
            assert len(lines) * opened.stage.fonts.line_height(style) <= room.height, f"{key} is cut"
            opened.frame()
    finally:
        opened.close()


def test_the_card_opens_over_a_match_and_its_clock_stands_still(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    posting.tap_key(pygame.K_F1)
    house.react()
    house.on_top(RulesScene)
    waited = match.session._elapsed
    house.run(1.0)
    assert match.session._elapsed == waited
    posting.tap_key(pygame.K_ESCAPE)
    house.react()
    assert house.top is match
    assert isinstance(match, MatchScene)


def test_the_card_opens_from_the_menu(house: Playhouse) -> None:
    house.show(MenuScene(house.services))
    posting.tap_key(pygame.K_F1)
    house.react()
    house.on_top(RulesScene)


def test_the_demonstration_ends_by_itself(house: Playhouse) -> None:
    menu = MenuScene(house.services)
    house.show(DemoScene(house.services, SPEC, Switch(lambda: menu)))
    begin = house.now - AFTER_CHANGE
    house.until(lambda: house.top is menu, "the end", seconds=25)
    assert 18 <= house.now - begin <= 22


@pytest.mark.one_in(3)
@pytest.mark.parametrize("press", ["key", "click", "touch", "pad"])
def test_any_press_skips_the_demonstration(house: Playhouse, press: str) -> None:
    menu = MenuScene(house.services)
    pad = VirtualPad() if press == "pad" else None
    house.show(DemoScene(house.services, SPEC, Switch(lambda: menu)))
    house.run(2.0)
    house.on_top(DemoScene)
    if press == "key":
        posting.tap_key(pygame.K_SPACE)
    elif press == "click":
        posting.click((400, 300))
    elif press == "touch":
        posting.touch((400, 300), house.window.size)
    elif pad is not None:
        pad.tap("b")
    house.react()
    assert house.top is menu


def test_the_demonstration_comes_back_to_the_card(house: Playhouse) -> None:
    house.show(RulesScene(house.services, SPEC))
    posting.tap_key(pygame.K_h)
    house.react()
    assert house.on_top(DemoScene).then == Pop()
    posting.tap_key(pygame.K_SPACE)
    house.react()
    house.on_top(RulesScene)

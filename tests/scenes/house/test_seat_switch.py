"""The cards of the setup: the switch of a seat, and what a press beside it opens."""

from __future__ import annotations

import pygame
import pytest

from game.registry import find
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.widget import SegmentedControl
from scenes.setup.seat_editor import ENGINES, SeatEditor, SeatSwitch
from scenes.setup.setup_scene import SetupScene
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import MouseHand, TouchHand, focus_of
from tests.scenes.playhouse import SIZES, Playhouse

RECT = pygame.Rect(100, 100, 400, 60)
WORDS = ["Person", "one", "two", "three", "four", "five", "Engine", "AI"]


def switch_of(level: int, changes: list[int], **offered: tuple) -> SeatSwitch:
    return SeatSwitch(RECT, "Ren", level, changes.append, WORDS, **offered)


def focused(house: Playhouse, switch: SeatSwitch) -> Focus:
    focus = Focus(house.stage)
    focus.set([switch])
    return focus


def test_one_switch_leads_from_a_person_through_the_levels_to_the_engines(house: Playhouse) -> None:
    changes: list[int] = []
    switch = switch_of(0, changes, engines=("bot", "old"))
    focus, said = focused(house, switch), []
    for _ in range(8):
        said.append(switch.value())
        focus.intent(Intent(Kind.RIGHT, KEYBOARD))
    assert changes == [1, 2, 3, 4, 5, 6, 7] and said[0] == "Person" and said[2] == "2, two"
    assert said[-2:] == ["Engine, bot", "Engine, old"]
    focus.intent(Intent(Kind.CONFIRM, KEYBOARD))  # after the last one comes the first
    assert changes[-1] == 0


def test_what_may_not_be_taken_is_left_out(house: Playhouse) -> None:
    changes: list[int] = []
    switch = switch_of(0, changes, allowed=(2, 5))
    focus = focused(house, switch)
    for level in (0, 1, 2, 4, 5):
        for kind in (Kind.PRESS, Kind.RELEASE):
            focus.intent(Intent(kind, MOUSE, switch.area(level).center))
    assert changes == [2, 5]
    focus.intent(Intent(Kind.LEFT, KEYBOARD))
    assert changes == [2, 5, 2]


def test_a_pointer_on_the_engines_takes_one_after_the_other(house: Playhouse) -> None:
    changes: list[int] = []
    switch = switch_of(3, changes, engines=("bot", "old"))
    for _ in range(3):
        switch.activate(switch.areas()[-1].center)
    assert changes == [ENGINES, ENGINES + 1, ENGINES]


def test_a_level_tells_how_it_plays_and_a_person_does_not(house: Playhouse) -> None:
    notes = [f"plays like {level}" for level in range(1, 6)]
    assert switch_of(2, [], notes=tuple(notes)).spoken(house.stage) == "Ren: 2, two. plays like 2"
    assert switch_of(0, [], notes=tuple(notes)).note == ""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "players"), [("quoridor", 2), ("quoridor", 4), ("robots", 8), ("robots", 5)])
@pytest.mark.parametrize("hand", [MouseHand, TouchHand])
@pytest.mark.one_in(6)
def test_a_press_on_a_card_opens_its_details_but_not_on_its_switch(
    open_house: OpenHouse, size: tuple[int, int], game: str, players: int, hand: type[MouseHand | TouchHand]
) -> None:
    house = open_house(size=size)
    spec = find(game)
    services = house.services
    services.offers.remember(services.offers.table(spec).with_options(spec, {"players": players}))
    scene = house.show(SetupScene(services, spec))
    assert len(scene.cards) == players
    seat = players - 1
    card, person = scene.cards[seat], hand(house)
    person.point((card.left + 8, card.bottom - 6))
    assert house.on_top(SeatEditor).index == seat
    person.say("OK")
    switch = [widget for widget in focus_of(house).widgets if isinstance(widget, SeatSwitch)][seat]
    person.point(switch.area(4).center)
    assert house.on_top(SetupScene).table.seats[seat].level == 4


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.one_in(3)
def test_all_names_are_of_one_size(
    open_house: OpenHouse, size: tuple[int, int], scale: float, written: Written
) -> None:
    house = open_house(size=size)
    house.services.settings.change(text_scale=scale)
    spec, services = find("robots"), house.services
    services.offers.remember(services.offers.table(spec).with_options(spec, {"players": 8}))
    scene = house.show(SetupScene(services, spec))
    written.clear()
    house.app.draw()
    names = {services.people.name(seat) for seat in scene.table.seats}
    heights = {name: {place.height for text, place in written if text == name} for name in names}
    assert all(heights.values()) and len(set().union(*heights.values())) == 1


def test_the_numbers_of_players_that_a_game_is_best_with_are_marked(house: Playhouse) -> None:
    def players(game: str) -> SegmentedControl:
        house.show(SetupScene(house.services, find(game)))
        return next(w for w in focus_of(house).widgets if isinstance(w, SegmentedControl) and w.labels[-1].isdigit())

    robots = players("robots")
    assert [robots.labels[index] for index in robots.lit] == ["3", "4", "5"]
    assert "3 to 5" in robots.spoken(house.stage)
    assert players("quoridor").lit == [] and players("quoridor").note == ""

"""The setup: what people set is played and remembered, with any device."""

from __future__ import annotations

from typing import Any, ClassVar

import pygame
import pytest

from game.core.spec import GameSpec
from game.match_setup import default_table
from game.registry import find
from scenes.kit import layout
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind
from scenes.kit.widgets.choices import Picker
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.page import page
from scenes.kit.widgets.widget import SegmentedControl
from scenes.setup.drawing import TOP, Needs, around, preview_place, setup_parts
from scenes.setup.house_rules import HouseRulesScene, option_rows
from scenes.setup.seat_editor import ENGINES, CardHead, SeatEditor, SeatSwitch
from scenes.setup.setup_scene import SetupScene
from scenes.table.names import NameScene
from scenes.table.words import rules_in_force
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand, MouseHand, TouchHand, focus_of
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import SIZES, Playhouse

COFFEE, STAR, ROBOTS, QUORIDOR = (find(game) for game in ("coffee", "star", "robots", "quoridor"))


class SetupVocabulary(HouseVocabulary):
    """Tells what people set before a game, and what is then played. Seats count from 0. A story begins with the setup
    of Quoridor."""

    begins = ("setup: quoridor", "store.set", "boot", "match", "change")

    def details(self, name: str) -> str:
        """Return the text below a house rule."""
        form = self.house.on_top(HouseRulesScene).form
        return form.remarks.get(name) or next(field for field in form.fields if field.name.split()[0] == name).note()

    def entries(self, number: str) -> Any:
        """Return the entries of the widget with this number."""
        widget: Any = focus_of(self.house).widgets[int(number)]
        return widget.values if isinstance(widget, Picker) else widget.labels

    facts: ClassVar = {
        "details": details,  # RULE: the text below it
        "entries": entries,
        "rules": lambda s: [field.name.split()[0] for field in s.house.top.form.fields],  # on the present page
        # rules that are not as usual
        "rules_changed": lambda s: [field.name for field in s.house.top.form.fields if field.is_changed],
    }

    def do_naming(self) -> None:
        """Open the page that asks for the name of seat 0."""
        self.usual_hand.press(next(found for found in focus_of(self.house).widgets if isinstance(found, CardHead)))
        self.usual_hand.say("Another name…")

    def do_composes(self, rest: str = "") -> None:
        """TEXT: Let an input method hold TEXT."""
        pygame.event.post(pygame.event.Event(pygame.TEXTEDITING, text=rest, start=0, length=len(rest)))


test_the_setup = stories("setup.txt", SetupVocabulary)


class TestHouseRules:
    def test_a_rule_that_means_nothing_here_is_not_offered(self, house: Playhouse) -> None:
        def names(spec: GameSpec, players: int) -> set[str]:
            table = default_table(spec).with_options(spec, {"players": players})
            return {option.name for option, _ in option_rows(spec, table)}

        assert names(QUORIDOR, 4) - names(QUORIDOR, 2) == {"jump_pairs"}
        assert names(ROBOTS, 1) == {"reflectors", "one_move_rule"}

    def test_what_is_not_as_usual_is_named(self, house: Playhouse) -> None:
        def found(spec: GameSpec, **changes: object) -> list[str]:
            return rules_in_force(house.stage, spec, default_table(spec).with_options(spec, changes).options)

        assert found(COFFEE) == found(STAR) == found(ROBOTS) == found(QUORIDOR, players=4) == []
        assert found(COFFEE, board="hex5", n=3, pie=True) == ["Board: Hexagon, side 5", "In a row: 3", "Swap rule"]
        assert found(COFFEE, board="hex5", n=5) == []  # this way to play has a name
        assert found(STAR, foul_guard=False) == ["Foul guard: Off"]
        assert found(QUORIDOR, players=2, jump_pairs=True) == []


class TestSeats:
    @pytest.mark.one_in(4)
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("count", range(1, 9))
    def test_nothing_overlaps(self, open_house: OpenHouse, size: tuple[int, int], count: int) -> None:
        metrics = open_house(size).stage.metrics
        needs = Needs(
            has_player_counts=count != 2,
            has_opponents=count > 1,
            has_rules=True,
            has_presets=count in (2, 4),
            has_arrangement=count == 4,
            first_moves=0 if count == 4 else 4,
            has_remark=count == 2,
        )
        body = setup_parts(metrics, around(count, in_turn=count != 4), needs, 200)
        places = layout.places(metrics, page(metrics.shape, body, TOP))
        parts = [place for _, place in places.leaves]
        assert not places.crowded and all(metrics.rect(0, 0, *metrics.design).contains(part) for part in parts)
        for i, part in enumerate(parts):
            assert part.collidelist(parts[i + 1 :]) == -1
        preview = preview_place(places)
        assert places["free"].contains(preview) and preview.width > 0.3 * metrics.px(1080)
        assert {f"seat {seat}" for seat in range(count)} <= set(places)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_told_of_the_players_hides_nothing_that_can_be_pressed(house: Playhouse, written: Written) -> None:
    house.show(SetupScene(house.services, ROBOTS))
    focus = focus_of(house)
    players = next(widget for widget in focus.widgets if widget.note)
    focus.focus(players)
    written.clear()
    house.app.draw()
    (place,) = (place for text, place in written if text == players.note)
    assert not [other for other in focus.widgets if other.rect.colliderect(place)]


def test_the_table_is_seen_behind_a_name_in_the_making(house: Playhouse) -> None:
    """The card for the name lies on the card of the seat. The table is still seen behind both."""
    house.show(SetupScene(house.services, QUORIDOR))
    lit, keys = focus_of(house).widgets[0].rect.midright, KeyHand(house)
    bright = sum(house.window.surface.get_at((lit[0] - 12, lit[1]))[:3])
    keys.press(focus_of(house).widgets[3])
    keys.say("Another name…")
    house.run(0.5)
    assert not house.on_top(NameScene).rect.collidepoint(lit)
    assert sum(house.window.surface.get_at((lit[0] - 12, lit[1]))[:3]) > bright / 4


# The switch of a seat


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
    house: Playhouse, game: str, players: int, hand: type[MouseHand | TouchHand]
) -> None:
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
def test_all_names_are_of_one_size(house: Playhouse, scale: float, written: Written) -> None:
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

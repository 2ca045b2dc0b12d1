"""The setup and the menu: what is set is played and remembered, with any device."""

from __future__ import annotations

from typing import TypeVar

import pytest

from game import registry
from game.quoridor import SPEC
from game.table import default_table
from scenes.kit.intents import Kind
from scenes.kit.scene import Push
from scenes.kit.widgets import Choice, Cycler, Pips, Widget
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene, QuitDialog
from scenes.setup.house_rules import HouseRulesScene
from scenes.setup.seat_editor import SeatEditor
from scenes.setup.setup_scene import SetupScene
from scenes.table.name_scene import NameScene
from tests.scenes.hands import HANDS, Hand, KeyHand, MouseHand, PadHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse

W = TypeVar("W", bound=Widget)


def open_setup(house: Playhouse) -> SetupScene:
    scene = SetupScene(house.services, SPEC)
    house.show(scene)
    return scene


def on_card(house: Playhouse, kind: type[W], index: int) -> W:
    """A widget of one seat card."""
    card = house.on_top(SetupScene).layout.cards[index]
    return next(w for w in focus_of(house).widgets if isinstance(w, kind) and card.contains(w.rect))


def labelled(house: Playhouse, *labels: str) -> Choice:
    return next(w for w in focus_of(house).widgets if isinstance(w, Choice) and w.labels == list(labels))


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_what_is_set_is_played(house: Playhouse, device: str) -> None:
    open_setup(house)
    hand: Hand = HANDS[device](house)
    hand.select(labelled(house, "2", "4"), 1)
    hand.select(on_card(house, Choice, 1), 0)
    hand.select(on_card(house, Pips, 3), 4)
    hand.say("Start")
    match = house.on_top(MatchScene)
    assert [(seat.kind, seat.level) for seat in match.session.seats] == [
        ("human", 0),
        ("human", 0),
        ("ai", 2),
        ("ai", 5),
    ]
    assert match.session.options == {"players": 4, "jump_pairs": False, "walls": None}


def test_the_setup_is_remembered_for_the_next_time(house: Playhouse) -> None:
    open_setup(house)
    hand = KeyHand(house)
    hand.select(on_card(house, Pips, 1), 3)
    hand.hit(Kind.BACK)
    house.on_top(MenuScene)
    hand.hit(Kind.CONFIRM)
    assert on_card(house, Pips, 1).level == 4


def test_confirm_starts_at_once(house: Playhouse) -> None:
    house.set_table(PERSON, RIVAL)
    open_setup(house)
    KeyHand(house).hit(Kind.CONFIRM)
    assert house.on_top(MatchScene).session.seats == (PERSON, RIVAL)


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_identity_and_name_are_exchanged_with_whoever_has_them(house: Playhouse, device: str) -> None:
    scene = open_setup(house)
    hand = HANDS[device](house)
    hand.press(next(w for w in scene.focus.widgets if scene.seat_places[0].head == w.rect))
    editor = house.on_top(SeatEditor)
    hand.press(editor.focus.widgets[1])  # the square, which the other seat has
    hand.say("Ren")
    hand.say("OK")
    assert house.top is scene
    seats = scene.table.seats
    assert [(seat.identity, seat.name) for seat in seats] == [("square", "@ren"), ("circle", "@aoi")]


def test_a_click_beside_the_editor_closes_it(house: Playhouse) -> None:
    scene = open_setup(house)
    hand = MouseHand(house)
    hand.press(next(w for w in scene.focus.widgets if scene.seat_places[0].head == w.rect))
    house.on_top(SeatEditor)
    hand.point((5, 5))
    assert house.top is scene


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_house_rules_change_the_game(house: Playhouse, device: str) -> None:
    house.services.remember(default_table(SPEC).with_options(SPEC, {"players": 4}))
    scene = open_setup(house)
    hand = HANDS[device](house)
    if device in ("mouse", "touch"):
        hand.point((3, 3))
    hand.order(Kind.HINT)
    rules = house.on_top(HouseRulesScene)
    hand.select(rules.focus.widgets[0], 1)
    hand.say("OK")
    assert house.top is scene
    hand.say("Start")
    assert house.on_top(MatchScene).session.options["jump_pairs"] is True


def test_x_takes_the_next_identity_and_shoulders_go_from_seat_to_seat(house: Playhouse) -> None:
    scene = open_setup(house)
    hand = PadHand(house)
    hand.hit(Kind.NEXT)
    hand.hit(Kind.NEXT)
    hand.hit(Kind.SECONDARY)
    assert [seat.identity for seat in scene.table.seats] == ["circle", "triangle"]
    hand.hit(Kind.PREVIOUS)
    hand.hit(Kind.SECONDARY)
    assert [seat.identity for seat in scene.table.seats] == ["square", "triangle"]


def test_the_last_loser_begins_where_that_was_chosen(house: Playhouse) -> None:
    moves = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2"]
    house.match(PERSON, RIVAL, actions=moves)
    KeyHand(house).put(SPEC.rules.parse("e9"))
    house.set_table(PERSON, RIVAL)
    open_setup(house)
    hand = KeyHand(house)
    hand.select(labelled(house, "First seat", "Random", "Last loser", "Alternate"), 2)
    hand.say("Start")
    assert house.on_top(MatchScene).session.seats == (RIVAL, PERSON)


def test_a_pad_that_comes_can_be_given_a_seat_until_it_goes(house: Playhouse) -> None:
    scene = open_setup(house)
    KeyHand(house).go(on_card(house, Cycler, 0))
    assert on_card(house, Cycler, 0).values == ["Any", "No pad"]
    pad = PadHand(house)
    assert on_card(house, Cycler, 0).values == ["Any", "No pad", "Pad 1"]
    assert scene.focus.current is on_card(house, Cycler, 0)
    pad.pad.detach()
    house.frame()
    assert on_card(house, Cycler, 0).values == ["Any", "No pad"]


# The menu


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_quitting_asks_first(house: Playhouse, device: str) -> None:
    house.boot()
    hand = HANDS[device](house)
    if device in ("mouse", "touch"):
        hand.point((3, 3))
    hand.order(Kind.BACK)
    house.on_top(QuitDialog)
    hand.say("Stay")
    house.on_top(MenuScene)
    assert not house.app.manager.quitting
    hand.order(Kind.BACK)
    hand.say("Quit")
    assert house.app.manager.quitting


def test_a_quick_match_takes_the_last_setup(house: Playhouse) -> None:
    house.set_table(PERSON, ROBOT)
    house.boot()
    KeyHand(house).hit(Kind.SECONDARY)
    assert house.on_top(MatchScene).session.seats == (PERSON, ROBOT)


def kinds(house: Playhouse) -> list[str]:
    return [seat.kind for seat in house.on_top(SetupScene).table.seats]


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.parametrize("device", HANDS)
def test_one_press_makes_it_a_game_of_people_and_one_a_game_against_the_ai(
    house: Playhouse, device: str, game: str
) -> None:
    spec = registry.find(game)
    house.services.remember(default_table(spec))
    house.show(SetupScene(house.services, spec))
    hand = HANDS[device](house)
    levels = [seat.level for seat in house.on_top(SetupScene).table.seats]
    hand.select(labelled(house, "People", "Against AI"), 0)
    assert set(kinds(house)) == {"human"}
    hand.select(labelled(house, "People", "Against AI"), 1)
    assert kinds(house) == ["human"] + ["ai"] * (len(levels) - 1)
    assert [seat.level for seat in house.on_top(SetupScene).table.seats][1:] == levels[1:]


def test_the_ais_that_made_room_for_people_come_back_at_their_levels(house: Playhouse) -> None:
    open_setup(house)
    hand = KeyHand(house)
    hand.select(labelled(house, "2", "4"), 1)
    hand.select(on_card(house, Pips, 3), 4)
    hand.select(on_card(house, Choice, 1), 0)
    assert labelled(house, "People", "Against AI").value() == ""  # neither
    hand.select(labelled(house, "People", "Against AI"), 0)
    hand.select(labelled(house, "People", "Against AI"), 1)
    assert [(seat.kind, seat.level) for seat in house.on_top(SetupScene).table.seats][1:] == [
        ("ai", 2),
        ("ai", 2),
        ("ai", 5),
    ]


@pytest.mark.parametrize("game", registry.GAMES)
def test_one_switch_lights_start_first(house: Playhouse, game: str) -> None:
    house.services.change(scan=True)
    scene = SetupScene(house.services, registry.find(game))
    house.show(scene)
    house.run(0.3)
    scanner = house.app.scanner
    assert scanner.lit is not None and scanner.lit.item.areas == (scene._start.rect,)


def test_the_table_is_seen_behind_a_name_in_the_making(house: Playhouse) -> None:
    """Its card lies on the card of the seat, and what both dim together is still to be seen."""
    scene = open_setup(house)
    house.run(0.5)
    start = scene._start.rect.midright[0] - 20, scene._start.rect.centery
    bright = sum(house.window.surface.get_at(start)[:3])
    editor = SeatEditor(house.services, scene.table, 0)
    house.app.manager.scenes.append(editor)
    editor.enter()
    naming = editor._type_name()
    assert isinstance(naming, Push) and callable(naming.to)
    card = naming.to()
    assert isinstance(card, NameScene)
    house.app.manager.scenes.append(card)
    card.enter()
    house.run(0.5)
    assert not card.rect.collidepoint(start)
    assert sum(house.window.surface.get_at(start)[:3]) > bright / 4

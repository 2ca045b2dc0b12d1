"""Sitting down: people with pads, keys, mouse and fingers take chairs, choose names and stand up. The roster stays."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar

import pygame
import pytest

from game.core.device_id import ANY, DeviceId
from game.core.rules import GameError
from game.match_setup import IDENTITIES
from game.people.roster import ANYWHERE, Chair, Roster
from scenes.archive.names_scene import NamesScene
from scenes.join.join_input import chair_words
from scenes.join.join_scene import JoinScene
from scenes.join.join_table import CHAIRS, CHIPS, USUAL_KEYS, JoinTable, Naming, is_seat_key, wheel_of
from scenes.join.places import chip_places, more_place, wheel_places
from scenes.kit.input.intents import KEYBOARD, MOUSE, Device, Kind
from scenes.kit.scene import Pop, Push
from scenes.kit.widgets.dialog import Dialog
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToJoin
from tests.scenes import robots_play
from tests.scenes.conftest import Written
from tests.scenes.hands import KeyHand, PadHand
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import SIZES, Playhouse
from tests.vocabulary.screen_facts import PLACES


def letters(*keys: int) -> str:
    """Return the letters on these keys."""
    return " ".join(chr(key) for key in keys if key)


class JoinVocabulary(HouseVocabulary):
    """Tells who sits down where, and which names people choose. Chairs and places count from 0. A story
    begins with "join"."""

    begins = ("join", "store.profiles.take")

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The chairs that are taken."""
        return self.house.services.people.roster.chairs

    @property
    def naming(self) -> Naming:
        """The name that the first chair is choosing."""
        return self.top.table.namings[self.chairs[0].identity]

    def lit(self) -> str | int:
        """Return the number of the widget in focus, or "start"."""
        focus = self.top.focus
        return "start" if focus.current is self.top.start else focus.widgets.index(focus.current)

    facts: ClassVar = {
        # NUMBER: what comes of it if the pad noted takes the place of this missing one
        "becomes": lambda s, number: s.house.stage.devices.become(s.noted["pad"], int(number)),
        "buzzer_seats": lambda s: " ".join(
            f"{letters(key)}:{seat}" for key, seat in s.match.board.seating.seats_by_key().items()
        ),
        "chair_keys": lambda s: letters(*(chair.key for chair in s.chairs)),  # the keys of the chairs
        # GAME: how it suits the people, as the menu says
        "fits": lambda s, game: s.house.on_top(MenuScene).sub_line(game),
        "lit": lit,
        # chairs that are choosing a name
        "naming": lambda s: [[chair.identity for chair in s.chairs].index(who) for who in s.top.table.namings],
        "pad": lambda s: s.house.stage.devices.pads()[-1],  # the last pad, for "note"
        "profiles": lambda s: " ".join(sorted(profile.name for profile in s.house.services.store.profiles.all())),
        # NAME: whether this person was shown the last game
        "shown_to": lambda s, name: (
            s.house.services.offers.last_game in s.house.services.store.profiles.find(name).shown
        ),
        "words": lambda s: [chair_words(s.house.stage, chair, False) for chair in s.chairs],  # what each chair says
    }

    def place(self, text: str) -> tuple[int, int]:
        """Find also "chair N", "corner_of N" (its menu), "wheel N PART" and "chip N PART": a part of the panel for the
        name."""
        name, *numbers = text.split()
        if name in PLACES:
            return super().place(text)
        metrics, card = self.house.stage.metrics, self.top.places.all("chair")[int(numbers[0])]
        at = int(numbers[-1])
        if name in ("chair", "corner_of"):
            return (card if name == "chair" else more_place(metrics, card)).center
        who = self.chairs[int(numbers[0])].identity
        panel = next(panel for identity, panel in self.top.input.panels() if identity == who)
        return (wheel_places if name == "wheel" else chip_places)(metrics, panel)[at].center

    def do_join(self, rest: str = "") -> None:
        """[again]: Go from the menu to the page on which people sit down. With "again", leave it and come back."""
        if rest:
            self.house.react(partial(self.house.app.manager.go, Pop()))
        else:
            self.house.show(MenuScene(self.house.services))
        self.house.react(partial(self.house.app.manager.go, Push(ToJoin())))
        self.house.on_top(JoinScene)

    def do_robots(self, rest: str = "") -> None:
        """[ACTION]: Begin a match of Hyper Robots with the people at the table, after one ACTION if it is given."""
        actions = (rest,) if rest else ()
        robots_play.begin(self.house, *(chair.seat() for chair in self.chairs), actions=actions)


test_sitting_down = stories("join.txt", JoinVocabulary)


@pytest.mark.parametrize("page", range(4))
def test_every_letter_of_a_wheel_can_be_taken(page: int) -> None:
    naming = Naming(page=page)
    for _ in wheel_of(page):
        naming = naming.turned(1)
        taken = naming.taken()
        assert len(taken.text) <= 1
    assert naming.at == 0
    assert naming.added("か").paged(1).erased().text == ""


def test_a_pad_serves_whoever_has_nothing_in_the_hands(house: Playhouse) -> None:
    people = house.services.people
    people.seat(people.roster.sit(ANY))
    house.show(JoinScene(house.services))
    PadHand(house).hit(Kind.CONFIRM)
    assert [chair.device for chair in people.roster.chairs] == ["pad1"]


def test_the_pads_of_the_table_are_kept_for_the_next_start(house: Playhouse) -> None:
    house.show(JoinScene(house.services))
    for _ in range(2):
        PadHand(house).hit(Kind.CONFIRM)
    guid = house.stage.devices.identity.marks([1])[1].model
    assert house.services.store.get("party")["pads"] == {"1": [guid, "", ""], "2": [guid, "", ""]}
    house.close()
    again = Playhouse()
    try:
        assert again.stage.devices.identity.missing == (1, 2)
        assert [chair.device for chair in again.services.people.roster.chairs] == ["pad1", "pad2"]
        again.boot()
        assert again.stage.t("join.offer.title") == again.on_top(Dialog).title
        KeyHand(again).say(again.stage.t("join.offer.yes"))
        again.on_top(JoinScene)
    finally:
        again.close()


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_free_seat_has_a_name_of_its_own_by_its_place(house: Playhouse, size: tuple[int, int]) -> None:
    """One-button play tells the seats apart by these names."""
    scene = house.show(JoinScene(house.services))
    told = [scene.chair_text(index) for index in range(CHAIRS)]
    assert len(set(told)) == CHAIRS
    if size == (1280, 720):
        free = house.stage.t("place.top.left"), house.stage.t("place.bottom.right")
        assert [told[0].endswith(free[0]), told[-1].endswith(free[1])] == [True, True]


# The table without a screen


PAD = Device("pad:1", "xbox", "Pad", 1)
Q, Z = USUAL_KEYS[0], USUAL_KEYS[2]


class Guests:
    """Keeps the roster; "Taken" is a name that nobody gets."""

    def __init__(self) -> None:
        self.roster = Roster()

    def seat(self, roster: Roster) -> None:
        self.roster = roster

    def named(self, chair: Chair, name: str) -> Roster:
        if name == "Taken":
            raise GameError(name)
        return self.roster.with_chair(replace(chair, name=name))

    def chair_name(self, chair: Chair) -> str:
        return chair.name


@pytest.fixture
def came() -> list[str]:
    """The identities of those who have sat down, a comma after each change."""
    return []


@pytest.fixture
def table(came: list[str]) -> JoinTable:
    return JoinTable(Guests(), lambda chairs: came.extend([*(chair.identity for chair in chairs), ","]))


def people(table: JoinTable, count: int) -> list[Chair]:
    for _ in range(count):
        table.sit(DeviceId("mouse"))
    return list(table.roster.chairs)


def test_whoever_sits_down_has_a_chair_until_all_are_taken(table: JoinTable, came: list[str]) -> None:
    assert all(table.sit(DeviceId("touch")) for _ in range(CHAIRS)) and table.is_full
    assert came == [part for identity in IDENTITIES for part in (identity, ",")]
    assert not table.sit(DeviceId("touch")) and len(table.roster.chairs) == CHAIRS and came.count(",") == CHAIRS
    last = table.roster.chair_at(CHAIRS - 1)
    assert last is not None and table.roster.chair_at(CHAIRS) is None
    table.leave(last)
    assert not table.is_full and table.roster.chair_at(CHAIRS - 1) is None and came[-2:] == [",", ","]


def test_a_place_is_taken_that_was_chosen_and_kept_when_others_leave(table: JoinTable) -> None:
    for place in (5, ANYWHERE, 2):
        table.sit(DeviceId("mouse"), place=place)
    table.add_ai(2)
    assert [chair.place for chair in table.roster.chairs] == [5, 0, 2, 1], "in the order in which they came"
    table.leave(table.roster.chairs[1])
    assert [chair.place for chair in table.roster.chairs] == [5, 2, 1]
    table.recolour(table.roster.chairs[0])
    assert table.roster.chairs[0].place == 5


def test_a_chair_is_found_by_its_pad_its_key_or_its_family(table: JoinTable) -> None:
    for device, key in (("pad1", 0), ("keyboard", Q), ("mouse", 0)):
        table.sit(DeviceId(device), key)
    by_pad, by_key, by_mouse = table.roster.chairs
    assert table.chair_of(PAD) == by_pad and table.chair_of(Device("pad:2", "xbox", "Pad", 2)) is None
    assert table.chair_of(KEYBOARD, Q) == by_key and table.chair_of(KEYBOARD, Z) is None
    assert table.chair_of(MOUSE) == by_mouse


def test_a_pad_takes_the_chair_of_somebody_with_empty_hands(table: JoinTable) -> None:
    assert not table.take_loose(PAD)
    table.sit(ANY)
    assert table.take_loose(PAD)
    assert [chair.device for chair in table.roster.chairs] == ["pad1"] and not table.take_loose(PAD)


def test_only_peoples_pads_are_asked_whether_they_are_back(table: JoinTable) -> None:
    for device in ("pad1", "mouse", "pad3"):
        table.sit(DeviceId(device))
    table.add_ai(2)
    assert [chair.device for chair in table.candidates(lambda number: number in (1, 3))] == ["pad1", "pad3"]


def test_keys_are_given_in_turn_and_each_has_one_owner(table: JoinTable) -> None:
    for expected in USUAL_KEYS:
        assert table.free_key() == expected
        table.sit(DeviceId("keyboard"), expected)
    first, second = table.roster.chairs[:2]
    assert not table.take_key(first, second.key) and not table.take_key(first, ord("5"))
    assert table.take_key(first, ord("u")) and table.roster.chairs[0].key == ord("u")
    assert table.free_key() == first.key


@pytest.mark.parametrize(("key", "fits"), [("q", True), (".", True), ("1", False), ("p", False), ("\x1b", False)])
def test_which_keys_may_be_somebodys_own(key: str, fits: bool) -> None:
    assert is_seat_key(ord(key)) is fits


def test_the_next_free_colour_is_taken_and_the_chair_stays_where_it_is(table: JoinTable) -> None:
    first, second, _ = people(table, 3)
    assert table.recolour(second)
    assert [chair.identity for chair in table.roster.chairs] == [first.identity, IDENTITIES[3], IDENTITIES[2]]
    table.leave(first)
    for _ in range(len(IDENTITIES) - 4):
        assert table.recolour(table.roster.chairs[0])
    assert table.recolour(table.roster.chairs[0]) and table.roster.chairs[0].identity == IDENTITIES[0], "from the first"
    people(table, CHAIRS - 2)
    assert not table.recolour(table.roster.chairs[0])


def test_an_ai_takes_the_next_chair_and_another_level(table: JoinTable) -> None:
    table.add_ai(2)
    (chair,) = table.roster.chairs
    table.set_level(chair, 5)
    assert [(each.kind, each.level) for each in table.roster.chairs] == [("ai", 5)]


# Names


def begin(table: JoinTable, chair: Chair, typed: bool = False, known: tuple[str, ...] = ()) -> bool:
    return table.begin_naming(chair, typed, 0, known)


def change(table: JoinTable, chair: Chair, text: str) -> None:
    table.namings[chair.identity] = replace(table.namings[chair.identity], text=text)


def test_names_from_before_are_offered_but_those_of_others(table: JoinTable) -> None:
    (chair, _) = people(table, 2)
    begin(table, chair)
    change(table, chair, "Kai")
    assert table.end_naming(chair.identity)
    other = table.roster.chairs[1]
    begin(table, other, known=("Kai", "Mei", "Ren", "Sora", "Aoi"))
    assert table.namings[other.identity].known == ("Mei", "Ren", "Sora") and CHIPS == 3


def test_a_name_of_the_house_is_not_what_is_written_on(table: JoinTable) -> None:
    (chair,) = people(table, 1)
    begin(table, chair)
    assert chair.name.startswith("@") and table.namings[chair.identity].text == ""
    change(table, chair, "Kai")
    table.end_naming(chair.identity)
    begin(table, table.roster.chairs[0])
    assert table.namings[chair.identity].text == "Kai"


@pytest.mark.parametrize("kept", [True, False])
def test_a_name_that_is_refused_stays_in_the_making_until_it_is_given_up(table: JoinTable, kept: bool) -> None:
    (chair,) = people(table, 1)
    begin(table, chair)
    change(table, chair, "Taken")
    assert table.end_naming(chair.identity, keep=kept) is not kept
    assert table.roster.chairs == (chair,)
    assert (chair.identity in table.namings, chair.identity in table.refused) == (kept, kept)
    assert begin(table, chair) and not table.refused, "it is begun anew"


def test_the_keyboard_serves_one_chair_and_before_all_the_one_that_asked_for_it(table: JoinTable) -> None:
    first, second, third = people(table, 3)
    assert table.typist() is None
    assert begin(table, first) and table.typist() == first.identity
    assert begin(table, second) and table.typist() == second.identity
    assert begin(table, first, typed=True) and not begin(table, third, typed=True)
    assert table.typist() == first.identity and table.typed() == [first.identity]
    table.end_naming(first.identity)
    assert table.typist() == second.identity


def test_whoever_leaves_takes_the_name_in_the_making_along(table: JoinTable) -> None:
    first, second = people(table, 2)
    for chair in (first, second):
        begin(table, chair)
        change(table, chair, "Taken")
        table.end_naming(chair.identity)
    table.leave(first)
    assert list(table.namings) == [second.identity] and table.refused == {second.identity}


def test_names_of_the_house_come_in_turn_but_those_that_are_taken(table: JoinTable) -> None:
    first, second = people(table, 2)
    table.take_next_given_name(first)
    (now, other) = table.roster.chairs
    assert other == second and now.name not in (first.name, second.name) and now.name.startswith("@")


# Saucers and panels


def seated(house: Playhouse, *names: str) -> JoinScene:
    """People who gave these names sit down by keys."""
    people = house.services.people
    for number, name in enumerate(names):
        people.seat(people.roster.sit(DeviceId("keyboard"), ord("a") + number))
        people.seat(people.named(people.roster.chairs[number], name))
    return house.show(JoinScene(house.services))


def test_the_sentence_stands_once_until_all_seats_are_taken(house: Playhouse, written: Written) -> None:
    sentence = house.stage.t("join.free").split()[0]

    def said(*names: str) -> int:
        seated(house, *names)
        written.clear()
        house.app.draw()
        return sum(text.startswith(sentence) for text, _ in written)

    assert said() == 1
    assert said(*[f"name {number}" for number in range(CHAIRS)]) == 0


@pytest.mark.parametrize("size", SIZES)
def test_names_are_of_one_size(house: Playhouse, written: Written) -> None:
    names = "Maximiliane", "Bo", "ことり"
    seated(house, *names)
    written.clear()
    house.app.draw()
    assert len({place.height for text, place in written if text in names}) == 1


def test_a_name_in_the_list_is_told_with_the_games_it_has_met(house: Playhouse) -> None:
    profiles = house.services.store.profiles
    profiles.take("Tom")
    profiles.take("Mia")
    mia = profiles.find("Mia")
    assert mia is not None
    profiles.mark_shown(mia.id, "coffee")
    scene = house.show(NamesScene(house.services))
    said = {scene.profiles[index].name: scene.row_text(index) for index in range(scene.count)}
    assert said == {"Tom": "Tom. No game yet.", "Mia": "Mia. Has played: Coffee."}
    told = [scene.row_picture(index, (900, 120), chosen=False) for index in range(scene.count)]
    right = [pygame.image.tobytes(picture.subsurface((480, 0, 420, 120)), "RGB") for picture in told]
    assert right[0] != right[1], "the pictures of the games differ"

"""Who takes which chair, key, colour and name, without a screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.core.device_id import ANY, DeviceId
from game.core.rules import GameError
from game.match_setup import IDENTITIES
from game.people.roster import ANYWHERE, Chair, Roster
from scenes.join.join_table import CHAIRS, CHIPS, USUAL_KEYS, JoinTable, is_seat_key
from scenes.kit.input.intents import KEYBOARD, MOUSE, Device

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


@pytest.mark.parametrize(
    ("end", "taken", "stays"),
    [
        (lambda table, who: table.end_naming(who), False, True),
        (lambda table, who: table.end_naming(who, keep=False), True, False),
    ],
)
def test_a_name_that_is_refused_stays_in_the_making_until_it_is_given_up(
    table: JoinTable, end: Callable[[JoinTable, str], bool], taken: bool, stays: bool
) -> None:
    (chair,) = people(table, 1)
    begin(table, chair)
    change(table, chair, "Taken")
    assert end(table, chair.identity) is taken
    assert table.roster.chairs == (chair,)
    assert (chair.identity in table.namings, chair.identity in table.refused) == (stays, stays)
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

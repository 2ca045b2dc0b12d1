"""Sitting down: people with pads, keys, mouse and fingers take chairs, choose names and stand up. The roster stays."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import pytest

from game.core.device_id import ANY
from game.people.roster import Chair
from scenes.join.join_input import chair_words
from scenes.join.join_scene import JoinScene
from scenes.join.join_table import CHAIRS, Naming, wheel_of
from scenes.join.places import chip_places, more_place, wheel_places
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Pop, Push
from scenes.kit.widgets.dialog import Dialog
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToJoin
from tests.scenes import robots_play
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand, PadHand
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import Playhouse
from tests.vocabulary.screen_facts import PLACES


def letters(*keys: int) -> str:
    """Return the letters on these keys."""
    return " ".join(chr(key) for key in keys if key)


class JoinVocabulary(HouseVocabulary):
    """Tells who sits down where, and which names people choose. Chairs and places count from 0."""

    @property
    def join(self) -> JoinScene:
        """The page on which people sit down, on top."""
        return self.house.on_top(JoinScene)

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The chairs that are taken."""
        return self.house.services.people.roster.chairs

    @property
    def naming(self) -> Naming:
        """The name that the first chair is choosing."""
        return self.join.table.namings[self.chairs[0].identity]

    def lit(self) -> str | int:
        """Return the number of the widget in focus, or "start"."""
        focus = self.join.focus
        return "start" if focus.current is self.join.start else focus.widgets.index(focus.current)

    facts: ClassVar = {
        # NUMBER: what comes of it if the pad noted takes the place of this missing one
        "becomes": lambda s, number: s.house.stage.devices.become(s.noted["pad"], int(number)),
        "buzzer_seats": lambda s: " ".join(
            f"{letters(key)}:{seat}" for key, seat in s.match.board.seating.seats_by_key().items()
        ),
        "can_start": lambda s: s.join.start.enabled,  # whether Start can be pressed
        "chair_keys": lambda s: letters(*(chair.key for chair in s.chairs)),  # the keys of the chairs
        # GAME: how it suits the people, as the menu says
        "fits": lambda s, game: s.house.on_top(MenuScene).sub_line(game),
        "listens_to_text": lambda s: s.house.stage.devices.listens,  # whether the system reports typed text
        "lit": lit,
        # chairs that are choosing a name
        "naming": lambda s: [[chair.identity for chair in s.chairs].index(who) for who in s.join.table.namings],
        "notes": lambda s: len(s.join.table.refused),  # how many notes explain a refused press
        "alphabet": lambda s: s.naming.page,  # the page of letters on the wheel
        "pad": lambda s: s.house.stage.devices.pads()[-1],  # the last pad, for "note"
        "profiles": lambda s: " ".join(sorted(profile.name for profile in s.house.services.store.profiles.all())),
        # NAME: whether this person was shown the last game
        "shown_to": lambda s, name: (
            s.house.services.offers.last_game in s.house.services.store.profiles.find(name).shown
        ),
        "takes_text": lambda s: s.join.takes_text,  # whether the page takes typed text
        "words": lambda s: [chair_words(s.house.stage, chair, False) for chair in s.chairs],  # what each chair says
        "written": lambda s: s.naming.text,  # the name so far
    }

    def place(self, text: str) -> tuple[int, int]:
        """Find also "chair N", "corner_of N" (its menu), "wheel N PART" and "chip N PART": a part of the panel for the
        name."""
        name, *numbers = text.split()
        if name in PLACES:
            return super().place(text)
        metrics, card = self.house.stage.metrics, self.join.places.all("chair")[int(numbers[0])]
        at = int(numbers[-1])
        if name in ("chair", "corner_of"):
            return (card if name == "chair" else more_place(metrics, card)).center
        who = self.chairs[int(numbers[0])].identity
        panel = next(panel for identity, panel in self.join.input.panels() if identity == who)
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

    def do_rebind(self, rest: str = "") -> None:
        """SEAT KEY: Make KEY the buzzer of SEAT, at the board."""
        seat, key = rest.split()
        robots_play.board_of(self.match).seating.rebind(int(seat), ord(key))


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
def test_each_free_seat_has_a_name_of_its_own_by_its_place(
    open_house: OpenHouse, size: tuple[int, int], language: str
) -> None:
    """One-button play tells the seats apart by these names."""
    house = open_house(size, language)
    scene = house.show(JoinScene(house.services))
    told = [scene.chair_text(index) for index in range(CHAIRS)]
    assert len(set(told)) == CHAIRS
    if size == (1280, 720):
        free = house.stage.t("place.top.left"), house.stage.t("place.bottom.right")
        assert [told[0].endswith(free[0]), told[-1].endswith(free[1])] == [True, True]

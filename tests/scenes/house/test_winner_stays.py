"""If more people sit at the table than a game has seats, the winner stays. The result tells the evening's score."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest

from game.core.device_id import DeviceId
from game.core.record import Record
from game.core.rules import Outcome
from game.star import SPEC as STAR
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Switch
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMatch
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import Playhouse


def sit(house: Playhouse, people: int) -> None:
    roster = house.services.people.roster
    for number in range(people):
        roster = roster.sit(DeviceId("keyboard"), ord("a") + number)
    house.services.people.seat(roster)


def begin(house: Playhouse) -> MatchScene:
    house.show(MenuScene(house.services))
    house.react(lambda: house.app.manager.go(Switch(ToMatch(house.services.offers.table(STAR)))))
    return house.on_top(MatchScene)


def give_up(house: Playhouse) -> ResultScene:
    """Let the person whose turn it is resign."""
    keys = KeyHand(house)
    keys.order(Kind.PAUSE)
    keys.say("Resign")
    keys.say("Resign")
    return house.read_result()


class EveningVocabulary(HouseVocabulary):
    """Tells of games of Star by the people at the table, one after the other."""

    facts: ClassVar = {
        # who comes in for the next game
        "coming": lambda s: [
            s.house.services.people.name(seat) for seat in s.house.on_top(ResultScene).next_people.coming
        ],
        "players": lambda s: [s.house.services.people.name(seat) for seat in s.house.on_top(MatchScene).session.seats],
        "score": lambda s: s.house.on_top(ResultScene).ended.score,  # of the evening
    }

    def do_star(self) -> None:
        """Begin a game of Star with the people at the table."""
        begin(self.house)

    def do_give_up(self) -> None:
        """Let the person whose turn it is resign, and wait for the result."""
        give_up(self.house)


test_the_evening = stories("winner_stays.txt", EveningVocabulary)


def test_a_game_gone_on_with_after_its_end_moves_nobody_twice(house: Playhouse) -> None:
    sit(house, 4)
    match = begin(house)
    record: Record = match.session.record()
    give_up(house)
    order = [chair.name for chair in house.services.people.roster.chairs]
    assert order == ["@ren", "@mio", "@haru", "@aoi"]
    other = house.services.people.end_game(_won_by(record, 0), (1, 2))
    assert [chair.name for chair in house.services.people.roster.chairs] == ["@aoi", "@mio", "@haru", "@ren"]
    assert other.score == {"Aoi": 1, "Ren": 0}


def _won_by(record: Record, seat: int) -> Record:
    return replace(record, result=Outcome((seat,), "row"))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_the_score_is_seen(open_house: OpenHouse, written: Written, size: tuple[int, int]) -> None:
    house = open_house(size)
    sit(house, 3)
    begin(house)
    give_up(house)
    written.clear()
    house.app.draw()
    seen = [text for text, _ in written]
    assert "THIS EVENING" in seen or any("Aoi 0, Ren 1" in text for text in seen)


def test_nobody_comes_in_where_the_game_was_not_the_tables(house: Playhouse) -> None:
    sit(house, 4)
    order = house.services.people.roster
    two = tuple(chair.seat() for chair in order.chairs[:2])
    coming = house.services.people.end_game(_won_by(Record("quoridor", {"players": 2}, 1, (), two), 0), (1, 2)).coming
    assert coming == ()
    stranger = (two[0], replace(two[1], name="Mia"))
    coming = house.services.people.end_game(_won_by(Record("star", {}, 1, (), stranger), 0), (1, 2)).coming
    assert coming == ()
    assert house.services.people.roster == order

"""Handicaps: they follow their people wherever the seats change, are off where they do not fit, and are told apart
from an even game."""

from dataclasses import replace

import pytest

from game.core.device_id import DeviceId
from game.core.handicaps import beginner, in_force, numbers
from game.core.options import resolve
from game.core.record import Record, SeatConfig, record_from_json
from game.core.rules import Outcome
from game.match_setup import MatchSetup, default_table, table_from_json
from game.people.roster import Chair, Roster, seats_from_roster
from game.quoridor import SPEC as QUORIDOR
from game.records.validation import play_through, playable
from game.registry import GAMES
from game.star import SPEC as STAR
from game.storage.figures import shares

AOI, REN = SeatConfig(name="Aoi", identity="circle"), SeatConfig(name="Ren", identity="square")
MIO, KAI = SeatConfig(name="Mio", identity="triangle"), SeatConfig(name="Kai", identity="diamond")
WALLS = next(option for option in QUORIDOR.options if option.name == "walls")


def table(*seats, walls=None):
    options = resolve(QUORIDOR.options, {"players": len(seats), "walls": walls})
    return MatchSetup("quoridor", options, seats)


MOVED = [  # who sits with which walls, who sits then, and with which
    ((AOI, REN), [5, 10], (replace(REN, identity="circle"), replace(AOI, identity="square")), [10, 5]),  # by the name
    # by the chair, unnamed
    ((replace(AOI, name="@aoi"), REN), [5, 8], (REN, replace(AOI, device=DeviceId("pad1"))), [8, 5]),
    ((AOI, REN), [5, 8], (AOI, MIO), [5, 10]),  # who comes anew has what is usual
    ((AOI, REN), [5, 8], (MIO, KAI), None),
]
CHANGED = [  # who sits with which walls, what is set then, and what becomes of them
    ((AOI, REN), [5, 10], {"players": 4}, None),  # five is what everybody has there
    ((AOI, REN, MIO, KAI), [5, 4, 5, 5], {"players": 2}, None),  # four are too few there
    ((AOI, REN), [5, 8], {"jump_pairs": True}, [5, 8]),
    ((AOI, REN), [5, 8], {"walls": [6, 6]}, [6, 6]),
]


class TestFollowing:
    def test_who_begins_takes_the_own_walls_along(self):
        four = replace(table(AOI, REN, MIO, KAI, walls=[5, 2, 4, 3]), begins="loser")
        last = Record("quoridor", {}, seats=(AOI, MIO), result=Outcome((0,), "goal"))
        seats = four.seating(0, last)
        assert seats == (MIO, KAI, AOI, REN)
        assert four.options_for(QUORIDOR, seats)["walls"] == [4, 3, 5, 2]

    @pytest.mark.parametrize(("before", "walls", "after", "then"), MOVED, ids=lambda value: None)
    def test_they_go_where_their_people_go(self, before, walls, after, then):
        assert table(*before, walls=walls).with_seats(QUORIDOR, after).options["walls"] == then

    @pytest.mark.parametrize(("seats", "walls", "options", "then"), CHANGED, ids=lambda value: None)
    def test_what_fits_is_left_where_options_change(self, seats, walls, options, then):
        assert table(*seats, walls=walls).with_options(QUORIDOR, options).options["walls"] == then

    def test_a_smaller_table_gives_nobody_the_walls_of_who_sits_elsewhere(self):
        two = table(AOI, REN, walls=[5, 8])
        crowd = replace(two, seats=(MIO, KAI, AOI, REN))  # as the setup lets those come back who had to leave
        assert crowd.with_options(QUORIDOR, {"players": 4}).options["walls"] is None

    def test_the_winner_who_stays_keeps_it(self):
        chairs = [Chair(seat.identity, name=seat.name) for seat in (AOI, REN, MIO)]
        roster = Roster(tuple(chairs))
        before = seats_from_roster(default_table(QUORIDOR), QUORIDOR, Roster(tuple(chairs[:2])))
        before = before.with_options(QUORIDOR, {"walls": [10, 6]})
        after = seats_from_roster(before, QUORIDOR, roster.after_game(["circle", "square"], ["square"]).leave("circle"))
        assert [seat.name for seat in after.seats] == ["Ren", "Mio"]
        assert after.options["walls"] == [6, 10]

    def test_one_alone_keeps_what_the_ai_has(self):
        before = default_table(QUORIDOR).with_options(QUORIDOR, {"walls": [10, 6]})
        after = seats_from_roster(before, QUORIDOR, Roster((Chair("moon", name="Zoë"),)))
        assert after.options["walls"] == [10, 6]


class TestInForce:
    def test_numbers(self):
        usual = resolve(QUORIDOR.options, {})
        assert numbers(WALLS, usual, 2) == [10, 10]
        assert numbers(WALLS, {**usual, "walls": [7, 10]}, 2) == [7, 10]

    @pytest.mark.parametrize(("walls", "names"), [(None, []), ([10, 10], []), ([10, 7], ["walls"])])
    def test_equal_stocks_are_no_handicap(self, walls, names):
        options = resolve(QUORIDOR.options, {"walls": walls})
        assert [option.name for option in in_force(QUORIDOR.options, options)] == names

    def test_a_win_with_a_handicap_is_a_win_but_not_the_fastest(self):
        actions = ("e2", "e8", "e3", "e7", "e4", "d7", "e5", "d8", "e6", "d7", "e7", "d8", "e8", "d7", "e9")
        seats = (AOI, SeatConfig("ai", 3, "@ren", "square"))
        fastest = []
        for options in ({}, {"walls": [10, 5]}):
            record, replay = play_through(Record("quoridor", options, 0, actions, seats), GAMES, "test")
            (figures,) = shares(QUORIDOR, record, replay).values()
            assert (figures.played, figures.won) == (1, 1)
            fastest.append(figures.fastest)
        assert fastest == [(0, 0, 8, 0, 0), (0, 0, 0, 0, 0)]


class TestStored:
    def test_a_setup_keeps_it(self):
        two = table(AOI, REN, walls=[5, 8])
        assert table_from_json(QUORIDOR, two.to_json()) == two

    def test_a_setup_of_an_earlier_version_has_none(self):
        stored = default_table(QUORIDOR).to_json()
        stored["options"] = {"players": 2, "jump_pairs": False}
        assert table_from_json(QUORIDOR, stored) == default_table(QUORIDOR)

    def test_a_record_keeps_it(self):
        record = Record("quoridor", resolve(QUORIDOR.options, {"walls": [10, 5]}), 0, ("e2", "e8"), (AOI, REN))
        again = playable(record_from_json(record.to_json()), GAMES, "test")
        assert again == record


class TestTheFirstMove:
    @staticmethod
    def star(first, *seats):
        return MatchSetup("star", resolve(STAR.options, {"first": first}), seats)

    def test_it_follows_its_person(self):
        given = self.star(1, AOI, REN)
        assert given.options_for(STAR, (REN, AOI))["first"] == 0
        assert given.options_for(STAR, (AOI, REN))["first"] == 1

    def test_who_begins_by_the_seats_alone_has_no_handicap(self):
        assert self.star(0, AOI, REN).options_for(STAR, (REN, AOI))["first"] == 0
        assert in_force(STAR.options, self.star(0, AOI, REN).options) == []
        assert [option.name for option in in_force(STAR.options, self.star(1, AOI, REN).options)] == ["first"]

    def test_it_goes_with_who_leaves(self):
        assert self.star(1, AOI, REN).with_seats(STAR, (AOI, MIO)).options["first"] == 0

    def test_taking_turns_counts_who_really_began(self):
        given = replace(self.star(0, AOI, REN), begins="alternate")
        last = Record("star", {"first": 1}, seats=(AOI, REN), result=Outcome((0,), "star"))
        assert given.seating(0, last)[0] == REN
        assert given.seating(0, last, beginner(STAR.options, resolve(STAR.options, last.options)))[0] == AOI

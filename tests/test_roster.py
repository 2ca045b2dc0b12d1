"""The roster: sitting down and leaving, what a stored one must be, and how games take their seats from it."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.record import SeatConfig
from game.core.rules import GameError
from game.registry import GAMES
from game.roster import Chair, Fit, Roster, fits, roster_from_json, seated, told_apart, waiting
from game.table import DEFAULT_LEVEL, IDENTITIES, NAMES, default_table, table_from_json
from tests.stories import stories

QUORIDOR, STAR, ROBOTS = GAMES["quoridor"], GAMES["star"], GAMES["robots"]
AOI = Chair("circle", name="Aoi", profile=3, device="pad1")
REN = Chair("square", name="Ren", profile=5, device="keyboard", key=102)
MIO = Chair("triangle", name="Mio", device="touch")


CHAIRS, STORED, PLAYING = stories(Path(__file__).with_name("roster_cases.txt"))


def people(count):
    """A roster of so many people, at pads."""
    roster = Roster()
    for number in range(1, count + 1):
        roster = roster.sit(f"pad{number}")
    return roster


def kinds(table):
    return "".join("a" if seat.is_ai else "h" for seat in table.seats)


class TestChairs:
    @pytest.mark.parametrize("case", CHAIRS.values[0])
    def test_what_cannot_be(self, case):
        change, _, said = case.partition(" -> ")
        with pytest.raises(GameError) as error:
            replace(Chair("circle", device="pad1"), **json.loads(change))
        assert str(error.value) == f"a chair cannot have {said}"

    @pytest.mark.parametrize(
        ("chair", "seat"),
        [
            (AOI, SeatConfig("human", 0, "Aoi", "circle", "pad1")),
            (REN, SeatConfig("human", 0, "Ren", "square", "table")),
            (MIO, SeatConfig("human", 0, "Mio", "triangle", "table")),
            (Chair("moon", device="mouse"), SeatConfig("human", 0, "", "moon", "table")),
            (Chair("moon"), SeatConfig("human", 0, "", "moon", "")),
            (Chair("moon", "ai", 4, "@kai"), SeatConfig("ai", 4, "@kai", "moon", "")),
        ],
    )
    def test_as_a_seat(self, chair, seat):
        assert chair.seat() == seat

    @pytest.mark.parametrize(
        ("chairs", "said"),
        [
            ((AOI, Chair("circle")), "the identity 'circle'"),
            ((AOI, Chair("square", name="ＡＯＩ")), "the name 'aoi'"),
            ((AOI, Chair("square", name="@aoi")), "the name 'aoi'"),
            ((REN, Chair("circle", device="keyboard", key=102)), "the key 102"),
        ],
    )
    def test_two_of_one(self, chairs, said):
        with pytest.raises(GameError) as error:
            Roster(chairs)
        assert str(error.value) == f"two chairs have {said}"

    def test_without_names_keys_and_devices_of_their_own(self):
        chairs = (Chair("circle"), Chair("square"), Chair("moon", device="keyboard"), Chair("star", device="keyboard"))
        assert Roster(chairs).people == chairs


class TestSittingDown:
    def test_the_next_free_identity_and_name(self):
        roster = Roster().sit("pad3").sit("keyboard", 102)
        assert roster.chairs == (
            Chair("circle", name="@aoi", device="pad3"),
            Chair("square", name="@ren", device="keyboard", key=102),
        )
        assert roster.leave("circle").sit("mouse").chairs == (
            roster.chairs[1],
            Chair("circle", name="@aoi", device="mouse"),
        )

    def test_a_typed_name_is_not_given_to_another(self):
        roster = Roster((Chair("moon", name="AOI"), Chair("square", name="ｒｅｎ"))).sit("touch")
        assert roster.chairs[2] == Chair("circle", name="@mio", device="touch")

    def test_eight_and_no_more(self):
        roster = people(8)
        assert [chair.identity for chair in roster.chairs] == list(IDENTITIES)
        assert [chair.name for chair in roster.chairs] == list(NAMES)
        with pytest.raises(GameError, match=r"^all 8 chairs are taken$"):
            roster.sit("touch")

    def test_a_key_of_another_is_refused(self):
        with pytest.raises(GameError, match=r"^two chairs have the key 102$"):
            Roster((REN,)).sit("keyboard", 102)

    def test_leaving(self):
        roster = Roster((AOI, REN))
        assert roster.leave("circle").chairs == (REN,)
        assert roster.leave("moon") == roster
        assert roster.chair("square") == REN and roster.chair("moon") is None


class TestChangingAChair:
    def test_in_its_place(self):
        mended = replace(AOI, device="pad4")
        assert Roster((AOI, REN)).with_chair(mended).chairs == (mended, REN)

    def test_a_new_one_comes_last(self):
        assert Roster((REN,)).with_chair(AOI).chairs == (REN, AOI)

    def test_a_name_in_exchange_with_its_profile(self):
        roster = Roster((AOI, REN)).with_chair(replace(AOI, name="ＲＥＮ", profile=5))
        assert roster.chairs == (replace(AOI, name="ＲＥＮ", profile=5), replace(REN, name="Aoi", profile=3))

    def test_an_ai_takes_no_profile_in_exchange(self):
        roster = Roster((AOI, Chair("moon", "ai", 2, "@ren"))).with_chair(replace(AOI, name="Ren", profile=5))
        assert roster.chairs[1] == Chair("moon", "ai", 2, "Aoi")

    @pytest.mark.parametrize("before", [(), (Chair("square"),)])
    def test_a_default_name_where_there_is_nothing_to_exchange(self, before):
        roster = Roster((AOI, *before)).with_chair(Chair("square", name="aoi"))
        assert roster.chairs == (replace(AOI, name="@ren", profile=0), Chair("square", name="aoi"))

    def test_a_default_name_gives_way_to_the_same_one_typed(self):
        roster = people(2).with_chair(Chair("square", name="Aoi", profile=1, device="pad2"))
        assert [chair.name for chair in roster.chairs] == ["@ren", "Aoi"]

    def test_a_key_of_another_is_refused(self):
        with pytest.raises(GameError, match=r"^two chairs have the key 102$"):
            Roster((AOI, REN)).with_chair(Chair("circle", device="keyboard", key=102))


class TestAi:
    def test_it_fills_up_to_a_number_and_goes(self):
        roster = Roster((AOI, MIO)).fill(4, 3)
        assert roster.ai == (Chair("square", "ai", 3, "@ren"), Chair("diamond", "ai", 3, "@haru"))
        assert roster.people == (AOI, MIO) and roster.chairs == (AOI, MIO, *roster.ai)
        assert roster.fill(3, 1) == roster and roster.without_ai() == Roster((AOI, MIO))

    def test_no_more_than_eight(self):
        assert len(Roster().fill(8, 5).chairs) == 8
        with pytest.raises(GameError, match=r"^all 8 chairs are taken$"):
            Roster().fill(9, 5)


class TestStored:
    @pytest.mark.parametrize("roster", [Roster(), Roster((AOI, REN, MIO)).fill(8, 4), people(8)])
    def test_it_comes_back(self, roster):
        assert roster_from_json(roster.to_json()) == roster

    @pytest.mark.parametrize("case", STORED.values[0])
    def test_what_is_wrong_is_named(self, case):
        change, _, said = case.partition(" -> ")
        data = Roster((AOI, REN)).to_json()
        data["chairs"][1].update(json.loads(change))
        with pytest.raises(GameError) as error:
            roster_from_json(data)
        assert str(error.value) in (f"a stored roster, {said}", f"a stored roster: {said}")

    @pytest.mark.parametrize("data", [None, [], {}, {"chairs": {}}, {"chairs": None}, "chairs"])
    def test_what_is_no_roster(self, data):
        with pytest.raises(GameError, match=r"^a stored roster is not an object with a list of chairs$"):
            roster_from_json(data)

    @pytest.mark.parametrize("entry", [None, [], {}, "circle"])
    def test_what_is_no_chair(self, entry):
        with pytest.raises(GameError, match=r"^a stored roster, chair 0: it is not an object of identity, "):
            roster_from_json({"chairs": [entry]})


@pytest.mark.parametrize("case", PLAYING.values[0])
def test_who_plays_and_who_waits(case):
    spec = GAMES[case.partition(":")[0]]
    at_table, ai, playing, waits, with_ai = map(int, re.findall(r"\d+", case))
    roster = people(at_table).fill(at_table + ai, 4)
    assert fits(spec, roster) == Fit(playing, waits, with_ai)
    assert waiting(spec, roster) == roster.people[at_table - waits :]
    table = seated(default_table(spec), spec, roster)
    if playing:
        assert kinds(table) == "h" * playing + "a" * with_ai
        assert [seat.name for seat in table.seats[:playing]] == [chair.name for chair in roster.people[:playing]]
        joined = min(ai, with_ai)
        assert table.seats[playing : playing + joined] == tuple(chair.seat() for chair in roster.ai[:joined])
        assert all(seat.level == DEFAULT_LEVEL for seat in table.seats[playing + joined :])
    else:
        assert table == default_table(spec)


class TestSeats:
    def test_people_come_first_in_the_order_of_the_roster(self):
        ai = Chair("moon", "ai", 5, "@kai")
        table = seated(default_table(QUORIDOR), QUORIDOR, Roster((REN, ai, MIO, AOI)))
        assert table.seats == (REN.seat(), MIO.seat(), AOI.seat(), ai.seat())
        assert table.options["players"] == 4

    def test_options_and_who_begins_stay(self):
        before = replace(default_table(ROBOTS), begins="loser", seed=7)
        before = before.with_options(ROBOTS, {"chips_to_win": 2, "reflectors": False})
        after = seated(before, ROBOTS, people(5))
        assert after.options == {**before.options, "players": 5}
        assert (after.begins, after.seed, kinds(after)) == ("loser", 7, "hhhhh")

    def test_one_alone_takes_the_persons_seat_and_nothing_else(self):
        four = default_table(QUORIDOR).with_options(QUORIDOR, {"players": 4})
        four = four.with_seat(0, four.seats[2]).with_seat(2, SeatConfig("human", name="Mio", identity="star"))
        assert kinds(four) == "aaha"
        four = four.with_seat(3, replace(four.seats[3], level=5))
        zoe = Chair("hexagon", name="Zoë", device="pad2")
        after = seated(four, QUORIDOR, Roster((zoe,)))
        assert after == replace(four, seats=(*four.seats[:2], zoe.seat(), four.seats[3]))

    def test_one_alone_where_only_ais_sat(self):
        before = default_table(STAR)
        before = before.with_seat(0, SeatConfig("ai", 4, "@mio", "moon"))
        assert seated(before, STAR, Roster((AOI,))).seats == (AOI.seat(), before.seats[1])

    def test_one_alone_in_practice(self):
        alone = default_table(ROBOTS).with_options(ROBOTS, {"players": 1})
        assert seated(alone, ROBOTS, Roster((AOI,))).seats == (AOI.seat(),)

    def test_one_alone_meets_ais_in_place_of_people_who_left(self):
        before = seated(default_table(QUORIDOR), QUORIDOR, Roster((AOI, REN, MIO)).sit("pad4"))
        after = seated(before, QUORIDOR, Roster((MIO,)))
        assert kinds(after) == "haaa" and after.seats[0] == MIO.seat()
        assert [(seat.level, seat.device, seat.name) for seat in after.seats[1:]] == [
            (DEFAULT_LEVEL, "", "@aoi"),
            (DEFAULT_LEVEL, "", "@ren"),
            (DEFAULT_LEVEL, "", "@haru"),
        ]

    def test_an_ai_gives_way_to_the_persons_name_and_identity(self):
        before = default_table(STAR)
        assert before.seats[1] == SeatConfig("ai", DEFAULT_LEVEL, "@ren", "square")
        after = seated(before, STAR, Roster((REN,)))
        assert after.seats == (REN.seat(), SeatConfig("ai", DEFAULT_LEVEL, "@aoi", "circle"))
        assert after.seats[1].identity != before.seats[1].identity

    def test_only_the_ai_that_is_in_the_way_gives_way(self):
        taken = (("square", "@ren"), ("circle", "@aoi"), ("triangle", "@mio"))
        ai = [SeatConfig("ai", 3, name, identity) for identity, name in taken]
        before = default_table(QUORIDOR).with_options(QUORIDOR, {"players": 4})
        before = replace(before, seats=(*ai, SeatConfig(name="Zoë", identity="moon")))
        after = seated(before, QUORIDOR, Roster((REN,)))
        assert after.seats == (SeatConfig("ai", 3, "@haru", "diamond"), *ai[1:], REN.seat())

    def test_an_ai_is_nobody_who_waits(self):
        everybody = [SeatConfig(name=name, identity=identity) for name, identity in zip(NAMES, IDENTITIES, strict=True)]
        three = everybody[:3]
        waits = [SeatConfig(name="Haru", identity="diamond"), SeatConfig(name=NAMES[4], identity="cross")]
        ai = told_apart([*three, SeatConfig("ai", 2)], waits)[3]
        assert (ai.name, ai.identity) == ("@kai", "star")
        ai = told_apart([*three, SeatConfig("ai", 2)], everybody)[3]
        assert (ai.name, ai.identity) == (NAMES[3], IDENTITIES[3]), "where all are somebody's, one that is not here"

    def test_a_chair_without_a_name_gets_one(self):
        table = seated(default_table(STAR), STAR, Roster((Chair("moon"), AOI)))
        assert [seat.name for seat in table.seats] == ["@ren", "Aoi"]

    @given(
        game=st.sampled_from(sorted(GAMES)),
        count=st.integers(0, 8),
        ai=st.integers(0, 8),
        typed=st.lists(st.sampled_from(["Aoi", "ＲＥＮ", "Mio", "haru", "Zoë"]), unique=True),
        before=st.integers(1, 8),
    )
    def test_every_table_is_one_that_can_be_played(self, game, count, ai, typed, before):
        spec = GAMES[game]
        roster = people(count)
        for chair, name in zip(roster.people, typed, strict=False):
            roster = roster.with_chair(replace(chair, name=name))
        roster = roster.fill(min(8, count + ai), 3)
        table = default_table(spec)
        if before in spec.seats and len(spec.seats) > 1:
            table = table.with_options(spec, {"players": before})
        table = seated(table, spec, roster)
        assert table_from_json(spec, table.to_json()) == table
        assert len({seat.identity for seat in table.seats}) == len(table.seats)
        assert len({seat.name.lstrip("@").casefold() for seat in table.seats}) == len(table.seats)
        assert seated(table, spec, roster) == table

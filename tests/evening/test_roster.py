"""The roster: sitting down and leaving, what a stored one must be like, and how games take their seats from it."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.device_id import DeviceId
from game.core.record import SeatConfig
from game.core.rules import GameError
from game.match_setup import DEFAULT_LEVEL, IDENTITIES, NAMES, default_table, table_from_json
from game.people.roster import (
    Chair,
    Roster,
    RosterFit,
    roster_fit,
    roster_from_json,
    seats_from_roster,
    with_unique_names,
)
from game.registry import GAMES
from tests.stories import Teller, cases, each_story

QUORIDOR, STAR, ROBOTS = GAMES["quoridor"], GAMES["star"], GAMES["robots"]
AOI = Chair("circle", name="Aoi", profile=3, device=DeviceId("pad1"))
REN = Chair("square", name="Ren", profile=5, device=DeviceId("keyboard"), key=102)
MIO = Chair("triangle", name="Mio", device=DeviceId("touch"))


CHAIRS, STORED, PLAYING = cases(Path(__file__).with_name("roster_cases.txt")).values()


def people(count):
    """Return a roster of this many people at pads."""
    roster = Roster()
    for number in range(1, count + 1):
        roster = roster.sit(DeviceId(f"pad{number}"))
    return roster


def kinds(table):
    return "".join("a" if seat.is_ai else "h" for seat in table.seats)


class TestChairs:
    @pytest.mark.parametrize("case", CHAIRS)
    def test_what_cannot_be(self, case):
        change, _, said = case.partition(" -> ")
        with pytest.raises(GameError) as error:
            values = json.loads(change)
            if isinstance(values.get("device"), str):
                values["device"] = DeviceId(values["device"])
            replace(Chair("circle", device=DeviceId("pad1")), **values)
        assert str(error.value) == f"a chair cannot have {said}"


class TestStored:
    @pytest.mark.parametrize("roster", [Roster(), Roster((AOI, REN, MIO)).fill(8, 4), people(8)])
    def test_it_comes_back(self, roster):
        assert roster_from_json(roster.to_json()) == roster

    def test_one_from_before_places_were_kept_sits_in_its_order(self):
        data = people(3).to_json()
        for entry in data["chairs"]:
            del entry["place"]
        assert roster_from_json(data) == people(3)

    @pytest.mark.parametrize("case", STORED)
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

    @pytest.mark.parametrize("entry", [None, [], {}, "circle", {"identity": "circle"}])
    def test_what_is_no_chair(self, entry):
        with pytest.raises(GameError, match=r"^a stored roster, chair 0: it is not an object of identity, "):
            roster_from_json({"chairs": [entry]})


@pytest.mark.parametrize("case", PLAYING)
def test_who_plays_and_who_waits(case):
    spec = GAMES[case.partition(":")[0]]
    at_table, ai, playing, waits, with_ai = map(int, re.findall(r"\d+", case))
    roster = people(at_table).fill(at_table + ai, 4)
    assert roster_fit(spec, roster) == RosterFit(playing, waits, with_ai)
    table = seats_from_roster(default_table(spec), spec, roster)
    if playing:
        assert kinds(table) == "h" * playing + "a" * with_ai
        assert [seat.name for seat in table.seats[:playing]] == [chair.name for chair in roster.people[:playing]]
        joined = min(ai, with_ai)
        assert table.seats[playing : playing + joined] == tuple(chair.seat() for chair in roster.ai[:joined])
        assert all(seat.level == DEFAULT_LEVEL for seat in table.seats[playing + joined :])
    else:
        assert table == default_table(spec)


class Rosters(Teller):
    """Tells of a roster of chairs, and of a game's setup that takes its seats from it. A CHAIR is "IDENTITY [NAME] [ai
    LEVEL] [on DEVICE [KEY]] [as PROFILE]", or a ready one: AOI, REN or MIO. Chairs have "; " between them."""

    refusals = (GameError,)
    facts: ClassVar = {
        "tell": lambda s: "; ".join(map(told, s.roster.chairs)) or "nobody",  # all chairs, in order
        "who": lambda s, identity: (chair := s.roster.chair(identity)) and told(chair),  # a chair
        "options": lambda s, *names: [f"{name} {s.setup.options[name]}" for name in names],  # "players 5"
    }

    def do_chairs(self, given: str = ""):
        """nobody, NUMBER people, or CHAIRS: Begin with this roster. "8 people" are at pads."""
        given = given.removeprefix("nobody")
        self.roster = people(int(given[0])) if given[:1].isdecimal() else Roster(tuple(chairs_of(given)))

    def do_sit(self, given: str = ""):
        """DEVICE [KEY]: Let a person sit down. KEY is the code of a key."""
        device, *key = given.split()
        self.roster = self.roster.sit(DeviceId(device), *map(int, key))

    def do_leave(self, given: str = ""):
        """IDENTITY: Free a chair."""
        self.roster = self.roster.leave(given)

    def do_put(self, given: str = ""):
        """CHAIR: Put CHAIR in the place of the chair of its identity, or at the end."""
        self.roster = self.roster.with_chair(*chairs_of(given))

    def do_fill(self, given: str = ""):
        """NUMBER LEVEL: Fill up to this many chairs with AIs of LEVEL."""
        self.roster = self.roster.fill(*map(int, given.split()))

    def do_played(self, given: str = ""):
        """IDENTITIES[, won by IDENTITIES]: End a game of these people, after which others may follow. Say "nobody
        moves" if the roster stays as it was."""
        played, _, winners = given.partition(", won by ")
        before, self.roster = self.roster, self.roster.after_game(played.split(), winners.split())
        return "nobody moves" if self.roster is before else ""

    def do_table(self, given: str = ""):
        """GAME [JSON]: Take the default setup of GAME, with these options. The loser begins, and the seed is 7."""
        game, _, options = given.partition(" ")
        self.spec = GAMES[game]
        table = replace(default_table(self.spec), begins="loser", seed=7)
        self.setup = table.with_options(self.spec, json.loads(options or "{}"))

    def do_seat(self, given: str = ""):
        """NUMBER CHAIR: Replace a seat of the setup (from 0)."""
        index, _, text = given.partition(" ")
        self.setup = self.setup.with_seat(int(index), *seats_of(text))

    def do_seated(self):
        """Fill the setup's seats from the roster, and say them. Check that who begins and the seed stay."""
        self.setup = seats_from_roster(self.setup, self.spec, self.roster)
        assert (self.setup.begins, self.setup.seed) == ("loser", 7)
        return "; ".join(map(told, self.setup.seats))


def chairs_of(text):
    """Yield the chairs that a story names."""
    for part in filter(None, text.split("; ")):
        found = re.fullmatch(r"(\w+)(?: (?!ai|on|as)(\S+))?(?: ai (\d))?(?: on (\w+)(?: (\d+))?)?(?: as (\d+))?", part)
        known = {"AOI": AOI, "REN": REN, "MIO": MIO}.get(part)
        identity, name, level, device, key, profile = found.groups(default="")
        numbers = {"level": int(level or 0), "key": int(key or 0), "profile": int(profile or 0)}
        yield known or Chair(identity, "ai" if level else "human", name=name, device=DeviceId(device), **numbers)


def seats_of(text):
    return [SeatConfig(chair.kind, chair.level, chair.name, chair.identity) for chair in chairs_of(text)]


def told(one):
    """Return a chair or a seat as stories write it."""
    device = f"on {one.device} {getattr(one, 'key', 0) or ''}" if one.device else ""
    profile = f"as {one.profile}" if getattr(one, "profile", 0) else ""
    return " ".join(f"{one.identity} {one.name} {f'ai {one.level}' * one.is_ai} {device} {profile}".split())


@each_story(Path(__file__).with_name("roster_stories.txt"))
def test_a_story(story):
    Rosters().tell(story)


class TestSeats:
    def test_an_ai_is_nobody_who_waits(self):
        everybody = [SeatConfig(name=name, identity=identity) for name, identity in zip(NAMES, IDENTITIES, strict=True)]
        three = everybody[:3]
        waits = [SeatConfig(name="Haru", identity="diamond"), SeatConfig(name=NAMES[4], identity="cross")]
        ai = with_unique_names([*three, SeatConfig("ai", 2)], waits)[3]
        assert (ai.name, ai.identity) == ("@milk", "star")
        ai = with_unique_names([*three, SeatConfig("ai", 2)], everybody)[3]
        assert (ai.name, ai.identity) == ("@milk", IDENTITIES[3]), "where all are somebody's, one that is not here"

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
        table = seats_from_roster(table, spec, roster)
        assert table_from_json(spec, table.to_json()) == table
        assert len({seat.identity for seat in table.seats}) == len(table.seats)
        assert len({seat.name.lstrip("@").casefold() for seat in table.seats}) == len(table.seats)
        assert seats_from_roster(table, spec, roster) == table

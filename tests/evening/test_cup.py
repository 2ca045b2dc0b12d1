"""The cup, as stories in cup_stories.txt: who meets whom, places and points, ties, and what the store gives back."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from game.core.rules import GameError
from game.match_setup import IDENTITIES
from game.people.cup import LENGTHS, PEOPLE, Cup, CupMatch, CupRound, Entrant, Length, Share, cup_from_json, new_cup
from game.registry import GAMES
from tests.fifth_game import SPEC as RACE
from tests.stories import Story, Teller, each_story
from tests.tables import rows

pytestmark = pytest.mark.usefixtures("four_games")
LETTERS = "ABCDEFGH"  # stand for people, whose identities only matter to the store


def cup_of(count: int, people: Sequence[str] = LETTERS, length: Length = "") -> Cup:
    return new_cup([Entrant(person, f"name {person}"[:12]) for person in people[:count]], GAMES, length)


def play(cup: Cup, *places: int) -> Cup:
    """End the next match with these places, in the order of its people; in alphabetical order if none are given."""
    match = cup.next
    assert match is not None
    given = places or tuple(1 + sorted(match.people).index(person) for person in match.people)
    id = f"match {len(cup.results)}"
    return cup.begun(id).ended(id, dict(zip(match.people, given, strict=True)))


class Cups(Teller):
    """Tells of a cup. PERSON is a letter from A on. ID is the id of a match's game."""

    refusals = (GameError,)
    facts: ClassVar = {
        "games": lambda s: [stage.title.game for stage in s.now.stages],  # in their order
        # the game, the round and the people of the next match: "quoridor, final AD"
        "next": lambda s: s.now.next and f"{s.now.next.game}, {told(s.now.next)}",
        "matches": lambda s, game: list(map(told, s.stage(game).matches)),  # those known: "heat ACEG, heat BDF"
        "left": lambda s: " ".join(map(str, s.now.left)),  # how many matches are left of each game
        "stood_in": lambda s, person: s.now.stood_in_for(person) or None,  # who played in the place of PERSON before
        # the places in a game: "A1 B2"
        "places": lambda s, game: " ".join(f"{one}{place}" for one, place in sorted(s.stage(game).places.items())),
        # the points of all people: "A=4 B=1/2"
        "totals": lambda s: " ".join(f"{person}={points}" for person, points in sorted(s.now.totals.items())),
        # the places in the cup so far: "1 A, 2 B"
        "standings": lambda s: [f"{place} {entrant.identity}" for place, entrant in s.now.standings],
        "owns": lambda s, id="": s.now.owns(id),  # has the present or the last match this id?
        # the people whom PERSON has beaten in matches of two of a game
        "beaten": lambda s, game, person: " ".join(sorted(s.stage(game).beaten(person))) or None,
    }

    def do_cup(self, given: str = "") -> None:
        """NUMBER [LENGTH]: Begin a cup of this many people: A, B … LENGTH is "short", "evening" or "all"."""
        people, *length = given.split()
        self.now = cup_of(int(people), length=cast(Length, "".join(length)))

    def do_share(self, given: str = "") -> None:
        """half or none: Choose how much of the points of people who leave goes on."""
        self.now = replace(self.now, share=cast(Share, given))

    def do_takes_over(self, given: str = "") -> None:
        """PERSON NAME [ai]: Let somebody called NAME, or an AI, play in the place of PERSON."""
        person, name, *is_ai = given.split()
        self.now = self.now.taken_over(person, name, bool(is_ai))

    def do_joins(self, given: str = "") -> None:
        """PERSON: Let PERSON join."""
        self.now = self.now.joined(given, given)

    def do_play(self, given: str = "") -> None:
        """[PLACES]: Begin and end the next match with these places, in the order of its people; in alphabetical order
        if none are given."""
        self.now = play(self.now, *map(int, given.split()))

    def do_stage(self, given: str = "") -> None:
        """Play all matches that are left of the present game."""
        while (match := self.now.next) is not None and match.game == (given or match.game):
            given = match.game
            self.now = play(self.now)

    def do_begin(self, given: str = "") -> None:
        """ID: Begin the next match."""
        self.now = self.now.begun(given)

    def do_end(self, given: str = "") -> str:
        """ID PERSON PLACE PERSON PLACE …: End this match. Say "nothing" if that changes nothing."""
        id, *places = given.split()
        before = self.now
        self.now = before.ended(id, dict(zip(places[::2], map(int, places[1::2]), strict=True)))
        return "nothing" if self.now is before else ""

    def stage(self, game: str) -> CupRound:
        """Return this game of the cup."""
        (found,) = (stage for stage in self.now.stages if stage.title.game == game)
        return found


def told(match: CupMatch) -> str:
    """Return the round and the people of a match: "final AD"."""
    return f"{match.round} {''.join(match.people)}"


@each_story(Path(__file__).with_name("cup_stories.txt"))
def test_a_story(story: Story) -> None:
    Cups().tell(story)


def left(cup: Cup) -> int:
    """Return how many matches are left."""
    return sum(cup.left)


@pytest.mark.parametrize("length", ["", *LENGTHS])
@pytest.mark.parametrize("count", range(2, 9))
def test_every_cup_comes_to_an_end_and_comes_back_from_the_store_at_any_time(count: int, length: Length) -> None:
    chance = random.Random(count)
    cup = cup_of(count, IDENTITIES, length)
    while (match := cup.next) is not None:
        assert len(set(match.people)) == len(match.people)
        cup = play(cup, *(chance.randint(1, 2) for _ in match.people))
        assert cup_from_json(json.loads(json.dumps(cup.to_json())), GAMES) == cup
    shared_out = sum(cup.totals.values())
    assert shared_out == 4 * (6 if count == 2 else 7)
    assert len(cup.standings) == count


def test_people_may_come_and_go_at_any_time_and_the_store_gives_them_back() -> None:
    for seed in range(40):
        chance = random.Random(seed)
        cup = replace(cup_of(chance.randint(2, 6), IDENTITIES, chance.choice(LENGTHS)), share="half")
        while (match := cup.next) is not None:
            act, who = chance.randrange(6), chance.choice(cup.entrants).identity
            if act == 0:
                name, is_ai = chance.choice([("Mia", False), ("Tom", False), ("@kuro", True), ("@ren", True)])
                cup = cup.taken_over(who, name, is_ai)
            elif act == 1 and len(cup.entrants) < PEOPLE[1] and cup.next_round < len(cup.titles):
                cup = cup.joined(IDENTITIES[len(cup.entrants)], "Zoe")
            cup = play(cup, *(chance.randint(1, 2) for _ in match.people)) if cup.next == match else play(cup)
            assert cup_from_json(json.loads(json.dumps(cup.to_json())), GAMES) == cup
            assert set(cup.totals) == {entrant.identity for entrant in cup.entrants}
            assert len(cup.standings) == len(cup.entrants)


def test_ais_come_back_from_the_store_with_the_names_of_ais() -> None:
    people = [Entrant("circle", "@aoi"), Entrant("square", "@milk", is_ai=True), Entrant("star", "@kuro", is_ai=True)]
    cup = new_cup(people, GAMES).taken_over("circle", "@mocha", is_ai=True)
    assert cup_from_json(json.loads(json.dumps(cup.to_json())), GAMES) == cup
    with pytest.raises(GameError, match="is no name"):
        cup_from_json(new_cup([Entrant("circle", "@milk"), Entrant("square", "@ren")], GAMES).to_json(), GAMES)


def test_a_running_cup_of_an_older_store_goes_on() -> None:
    cup = play(play(cup_of(4, IDENTITIES)))
    stored = json.loads(json.dumps(cup.to_json()))
    for name in ("length", "changes", "share"):
        del stored[name]
    for entrant in stored["entrants"]:
        del entrant["since"], entrant["is_ai"]
    again = cup_from_json(stored, GAMES)
    assert again == cup and left(again) == 12


@pytest.mark.parametrize("guests", [1, 4])
def test_every_game_has_its_turn_however_many_there_are(guests: int) -> None:
    """With five games, and with the eight that the menu has room for. The game that decides ties stays the last one."""
    games = {**GAMES, **{f"guest{i}": replace(RACE, id=f"guest{i}") for i in range(guests)}}
    cup = new_cup([Entrant(person, person) for person in IDENTITIES[:3]], games)
    played = []
    while (match := cup.next) is not None:
        played += [match.game] * (match.game not in played)
        cup = play(cup)
        assert cup_from_json(json.loads(json.dumps(cup.to_json())), games) == cup
    assert sorted(played) == sorted(games) and played[-1] == "robots"
    assert sum(cup.totals.values()) == 7 * len(games)


@pytest.mark.parametrize("count", [0, 1, 9])
def test_a_cup_is_for_two_to_eight(count: int) -> None:
    with pytest.raises(GameError, match="2 to 8 people"):
        new_cup([Entrant(str(number), "") for number in range(count)], GAMES)


@pytest.mark.parametrize("change", [json.loads(change) for (change,) in rows("damaged_cups", 1)], ids=json.dumps)
def test_a_damaged_cup_is_refused_by_what_is_wrong(change: dict[str, Any]) -> None:
    data = json.loads(json.dumps(play(cup_of(2, IDENTITIES)).to_json()))
    assert cup_from_json(data, GAMES).results
    with pytest.raises(GameError, match="a stored cup"):
        cup_from_json(data | change, GAMES)
    with pytest.raises(GameError, match="a stored cup"):
        cup_from_json([data], GAMES)


@pytest.mark.parametrize("name", ["entrants", "titles", "results", "playing"])
def test_a_cup_of_which_something_is_missing_is_none(name: str) -> None:
    data = json.loads(json.dumps(play(cup_of(2, IDENTITIES)).to_json()))
    assert cup_from_json(data | {"tea": 1}, GAMES) == cup_from_json(data, GAMES)
    del data[name]
    with pytest.raises(GameError, match=f"a stored cup: {name}: "):
        cup_from_json(data, GAMES)


@pytest.mark.parametrize("count", range(PEOPLE[0], PEOPLE[1] + 1))
def test_the_matches_that_are_left_are_those_that_follow(count: int) -> None:
    cup = cup_of(count)
    while cup.next is not None:
        before = left(cup)
        cup = play(cup)
        assert left(cup) == before - 1
    assert left(cup) == 0


def test_what_follows_from_the_results_is_worked_out_once() -> None:
    """The cup's page reads it in each frame."""
    cup = play(cup_of(4))
    assert cup.stages is cup.stages and cup.totals is cup.totals and cup.standings is cup.standings
    assert cup.leaders is cup.leaders and play(cup).standings is not cup.standings

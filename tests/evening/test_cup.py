"""The cup, as stories in cup_stories.txt: who meets whom, places, points and ties, tips, and what the store keeps."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, cast

import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.core.rules import GameError, Outcome
from game.match_setup import IDENTITIES
from game.people import tips
from game.people.cup import (
    LENGTHS,
    PEOPLE,
    Cup,
    CupMatch,
    CupRound,
    Entrant,
    Length,
    Share,
    cup_from_json,
    new_cup,
    places,
    rank_scores,
)
from game.people.party import Party, game_id, keep, kept_party
from game.registry import GAMES, find
from game.session.session import Session
from game.storage.store import Store
from tests.fifth_game import SPEC as RACE
from tests.stores import PATIENCE
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


# Places of a finished game


@pytest.mark.parametrize(
    ("scores", "expected"), [((3, 1, 2), (1, 3, 2)), ((2, 2, 1), (1, 1, 3)), ((0,), (1,)), ((1, 3, 3), (3, 1, 1))]
)
def test_equals_share_a_place_and_leave_the_next_ones_empty(scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert rank_scores(scores) == expected


def test_in_a_draw_all_are_first() -> None:
    spec = find("star")
    assert places(spec, spec.rules.start(resolve(spec.options, {}), 0), Outcome((), "agreed"), 2) == (1, 1)


def test_in_quoridor_the_others_stand_by_the_steps_that_were_left() -> None:
    spec = find("quoridor")
    state = spec.rules.start(resolve(spec.options, {"players": 4}), 0)
    for text in ("e2", "b5", "e8", "h5", "e3"):
        state, _ = spec.rules.apply(state, spec.rules.actors(state)[0], spec.rules.parse(text))
    assert places(spec, state, Outcome((0,), "goal"), 4) == (1, 2, 2, 2)
    assert places(spec, state, Outcome((3,), "goal"), 4) == (2, 3, 3, 1)


def test_in_robots_chips_of_a_head_start_count_for_the_place() -> None:
    spec = find("robots")
    options = resolve(spec.options, {"players": 3, "head_start": [0, 2, 0]})
    state = replace(spec.rules.start(options, 1), chips=(3, 2, 1))
    assert places(spec, state, Outcome((0,), "chips"), 3) == (1, 2, 3)


# Tips


OF_FOUR = "circle", "square", "triangle", "star"


class AtCoffee(NamedTuple):
    """A match of Coffee that begins: two play, and the two who wait can tip."""

    cup: Cup
    session: Session
    waits: tuple[str, ...]
    plays: tuple[str, ...]


def at_coffee() -> AtCoffee:
    """The beginning of the first match of Coffee."""
    cup = play(cup_of(4, OF_FOUR))
    assert cup.next is not None
    seats = [SeatConfig("human", identity=person) for person in cup.next.people]
    session = Session(find("coffee"), {"board": "sq5", "n": 4, "pie": False}, 1, seats)
    return AtCoffee(cup.begun(game_id(session.record())), session, tips.waiting(cup), cup.next.people)


def one(session: Session) -> None:
    """The player in turn lays the first bean that can be laid."""
    seat = session.actors()[0]
    session.submit(seat, session.legal(seat)[0])


def test_only_those_who_wait_tip_and_only_those_who_play_are_tipped() -> None:
    cup, _, waits, plays = at_coffee()
    assert set(waits) | set(plays) == set(OF_FOUR) and len(waits) == 2
    with pytest.raises(GameError):
        tips.tip_winner(cup, plays[0], plays[0], half=False)
    with pytest.raises(GameError):
        tips.tip_winner(cup, waits[0], waits[1], half=False)
    with pytest.raises(GameError):
        tips.tip_move(cup, plays[0], "h", 0)
    assert tips.tipped(tips.tip_winner(cup, waits[0], plays[1], half=False), half=False) == {waits[0]: plays[1]}


def test_a_tip_is_changed_as_long_as_it_is_open() -> None:
    cup, _, (who, _), plays = at_coffee()
    cup = tips.tip_winner(tips.tip_winner(cup, who, plays[0], half=False), who, plays[1], half=False)
    cup = tips.tip_winner(cup, who, plays[0], half=True)
    assert tips.tipped(cup, half=False) == {who: plays[1]} and tips.tipped(cup, half=True) == {who: plays[0]}


@pytest.mark.parametrize(
    ("game", "seats", "open_at"),
    [
        ("coffee", 2, [0, 7, 8]),
        ("star", 2, [0, 8, 9]),
        ("quoridor", 2, [0, 30, 31]),
        ("quoridor", 4, [0, 60, 61, 62, 63]),
        ("robots", 4, []),
    ],
)
def test_winners_are_tipped_before_the_first_move_and_for_a_round_at_half_time(
    game: str, seats: int, open_at: list[int]
) -> None:
    assert [ply for ply in range(200) if tips.may_tip_winner(find(game), ply, seats)] == open_at


def test_the_better_tip_has_more_stars_and_the_points_stay() -> None:
    cup, _, (early, late), (winner, loser) = at_coffee()
    tipped = tips.tip_winner(tips.tip_winner(cup, early, winner, half=False), late, loser, half=False)
    tipped = tips.tip_winner(tipped, late, winner, half=True)
    assert not any(tips.stars(tipped).values()) and tips.best_eyes(tipped) == ()
    after = play(tipped, 1, 2)
    assert (tips.stars(after)[early], tips.stars(after)[late]) == (tips.FIRST_STARS, tips.HALF_STARS)
    assert tips.best_eyes(after) == (early,) and after.totals == play(cup, 1, 2).totals
    assert not any(tips.stars(play(tipped, 2, 1)).values()) or tips.best_eyes(play(tipped, 2, 1)) == (late,)


def test_a_match_that_is_continued_after_its_end_gives_the_stars_of_its_last_result() -> None:
    cup, _, (who, _), (one, other) = at_coffee()
    cup = tips.tip_winner(cup, who, one, half=False)
    ended = cup.ended(cup.playing, {one: 1, other: 2})
    assert tips.stars(ended)[who] and not tips.stars(ended.ended(cup.playing, {one: 2, other: 1}))[who]


def test_a_move_is_tipped_until_it_is_played_and_told_afterwards() -> None:
    cup, session, (one_of_them, other), _ = at_coffee()
    spec = session.spec
    assert tips.kinds_of_moves(spec, session.state, 0) == ("h", "d", "u", "v")
    cup = tips.tip_move(tips.tip_move(cup, one_of_them, "v", 0), other, "d", 0)
    assert tips.told(cup, spec, session.steps) is cup, "nothing is told before the move"
    one(session)  # the stick lies across
    cup = tips.told(tips.tip_move(cup, one_of_them, "h", 0), spec, session.steps)
    assert tips.stars(cup) == {person: int(person == one_of_them) for person in OF_FOUR} and not cup.tips.moves
    with pytest.raises(GameError):
        tips.tip_move(cup, other, "h", 0)  # it was seen
    assert tips.told(cup, spec, session.steps[:0]) is cup, "nor again after it was taken back"
    with pytest.raises(GameError):
        tips.tip_move(cup, other, "h", 0)


def test_kinds_of_moves_in_quoridor() -> None:
    spec = find("quoridor")
    state = spec.rules.start({"players": 2, "jump_pairs": False, "walls": None}, 1)
    kinds = {text: spec.play.guess.of(state, 0, spec.rules.parse(text)) for text in ("e2", "d1", "e4h", "e4v")}
    assert kinds == {"e2": "on", "d1": "aside", "e4h": "h", "e4v": "v"}
    assert tips.kinds_of_moves(find("star"), None, 0) == ()


def test_an_ai_tips_the_same_at_each_call() -> None:
    cup, session, (who, _), seats = at_coffee()
    tip = tips.of_ai(session.spec, session.state, cup, who, seats, half=False)
    assert tip in seats and tip == tips.of_ai(session.spec, session.state, cup, who, seats, half=False)


def test_a_cup_without_tips_goes_on_and_tips_are_stored_with_it() -> None:
    cup, _, (who, _), plays = at_coffee()
    old = {key: value for key, value in cup.to_json().items() if key != "tips"}
    assert cup_from_json(old, GAMES) == cup
    cup = tips.tip_winner(tips.tip_move(cup, who, "h", 0), who, plays[0], half=False)
    assert cup_from_json(json.loads(json.dumps(cup.to_json())), GAMES) == cup


@pytest.mark.parametrize(
    "wrong",
    [
        {"moves": {"moon": "h"}},
        {"stars": {"moon": 1}},
        {"quiet": ["moon"]},
        {"winners": [{"match": 0, "identity": "circle", "choice": "moon", "half": False}]},
        {"winners": [{"match": 0, "identity": "circle", "choice": "star", "half": False}] * 2},
    ],
)
def test_damaged_tips(wrong: dict[str, object]) -> None:
    data = at_coffee().cup.to_json()
    with pytest.raises(GameError):
        cup_from_json(data | {"tips": data["tips"] | wrong}, GAMES)


def test_a_tip_for_the_last_move_counts_even_if_the_program_was_killed_after_it(tmp_path: Path) -> None:
    cup, session, (who, _), _ = at_coffee()
    last = None
    while session.outcome is None:
        last, before = session.ply, session.state
        one(session)
    assert last is not None
    kind = session.spec.play.guess.of(before, session.steps[last].seat, session.steps[last].action)
    cup = replace(cup, tips=replace(cup.tips, moves={who: kind}, ply=last))
    store = Store.open(tmp_path / "store.db")
    keep(store, Party(cup=cup))
    assert store.wait(PATIENCE)
    party, _ = kept_party(store, GAMES).ended(session.record(), (1, 2), lambda seat: seat.identity, GAMES)
    assert party.cup is not None and tips.stars(party.cup)[who] == tips.MOVE_STARS
    assert store.close()

"""The cup on screen: whole evenings from sitting down to the laurel and its film, with a kill in the middle."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game.core.record import Record, SeatConfig
from game.core.spec import GameSpec
from game.match_setup import DEFAULT_LEVEL
from game.people.cup import Cup, CupMatch, CupResult
from game.people.party import game_id
from game.records.films import FilmOrder
from game.registry import GAMES
from game.robots.state import Agree, Bid, Move, State
from scenes.commands.film_worker import make_film
from scenes.cup import cup_scene, podium, running
from scenes.cup.cup_scene import CupScene
from scenes.cup.plan import Plan, cup_of
from scenes.cup.running import cup_of_roster, seat_of, seats_of, usual_options
from scenes.cup.slip import points_text
from scenes.join.join_input import ChairMenu
from scenes.join.join_scene import JoinScene
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import PIECES, ResultScene
from scenes.match.result_scene import SECONDS as OF_A_GAME
from scenes.menu.menu_scene import MenuScene
from scenes.table.film.watch_scene import FilmingScene
from scenes.table.sharing.cup_film import CupFilmScene, decisive
from tests import make
from tests.evening.test_cup import play
from tests.scenes import posting
from tests.scenes.hands import Hand, KeyHand, TouchHand, focus_of
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.scenes.robots_play import shortest
from tests.stores import PATIENCE
from tools.catalogue import couch

PLIES = 80  # after these, the seat to move resigns
pytestmark = pytest.mark.usefixtures("four_games")


def sit(house: Playhouse, people: int) -> None:
    """Let this many people sit at keys of one keyboard."""
    house.services.people.seat(make.roster(people))
    house.services.people.were_asked = True


def by_plain(match: MatchScene) -> tuple[int, Any]:
    """Return a sensible action for a seat that may act."""
    session, spec = match.session, match.session.spec
    seat = session.actors()[0]
    if session.ply >= PLIES and spec.play.resign:
        return seat, spec.rules.parse(spec.play.resign)
    assert spec.play.fallback is not None
    return seat, spec.play.fallback(session.state, seat)


class ShortRoute:
    """Plays robots with one chip to win: the last seat declares and shows the first route, which is short."""

    def __init__(self) -> None:
        self.route: list[Move] = []

    def __call__(self, match: MatchScene) -> tuple[int, Any]:
        session, state = match.session, match.session.state
        assert isinstance(state, State)
        if state.phase == "demonstrate":
            return session.actors()[0], self.route.pop(0)
        if state.phase == "think":
            self.route = list(shortest(state) or ())
            return len(session.seats) - 1, Bid(len(self.route))
        return session.actors()[0], Agree()


def play_out(house: Playhouse, actions: int = 400) -> ResultScene | None:
    """Play the match on top to its end, or at most this many actions. No frame is drawn meanwhile."""
    match = house.on_top(MatchScene)
    choose = ShortRoute() if match.session.spec.simultaneous else by_plain
    for _ in range(actions):
        if match.session.outcome is not None:
            break
        match.session.submit(*choose(match))
    else:
        return None
    return house.read_result()


@pytest.fixture(autouse=True)
def one_chip(easy_board: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first chip of robots decide: the cup's other options are the usual ones."""

    def options(spec: GameSpec, *more: Any) -> dict[str, Any]:
        return usual_options(spec, *more) | ({"chips_to_win": 1} if spec.simultaneous else {})

    monkeypatch.setattr(running, "usual_options", options)


def the_cup(house: Playhouse) -> Cup:
    cup = house.services.people.cup
    assert cup is not None
    return cup


def matches_of(house: Playhouse) -> list[CupMatch]:
    return [match for stage in the_cup(house).stages for match in stage.matches if match.result is not None]


def play_cup(house: Playhouse, hand: Hand, most: int = 99) -> None:
    """Play from the cup's table to the end of the cup, or at most this many matches."""
    for _ in range(most):
        scene = house.on_top(CupScene)
        if scene.following is None:
            return
        hand.say(scene.stage.t("cup.start"))
        play_out(house)
        hand.say(house.stage.t("result.cup"))


def restarted(house: Playhouse) -> Playhouse:
    """Kill the program and start it again."""
    assert house.services.store.wait(PATIENCE)
    house.crash()
    again = Playhouse(agent=InstantAgent())
    again.boot()
    return again


@pytest.mark.parametrize("people", [2, *(pytest.param(count, marks=pytest.mark.long) for count in (3, 5, 8))])
def test_an_evening_from_sitting_down_to_the_laurel_with_a_kill_in_the_middle(house: Playhouse, people: int) -> None:
    house.services.agent = InstantAgent()
    house.boot()
    hand = KeyHand(house)
    hand.order(Kind.PREVIOUS)
    house.on_top(JoinScene)
    for index in range(people):
        house.react(lambda key=pygame.K_r + index: posting.tap_key(key))
    TouchHand(house).say(house.stage.t("join.cup"))
    hand.say(house.stage.t("cup.begin"))
    play_out(house)
    hand.say(house.stage.t("result.cup"))
    hand.say(house.stage.t("cup.start"))
    match = house.on_top(MatchScene)
    assert match.session.spec.id == ("quoridor" if people > 4 else "coffee")
    play_out(house, 3)
    done, plies = matches_of(house), match.session.ply
    names = [chair.name for chair in house.services.people.roster.chairs]
    house = restarted(house)
    try:
        hand = KeyHand(house)
        assert "cup" in house.on_top(Dialog).body
        hand.say(house.stage.t("join.offer.yes"))
        assert matches_of(house) == done and [c.name for c in house.services.people.roster.chairs] == names
        hand.say(house.stage.t("cup.go_on"))
        assert house.on_top(MatchScene).session.ply == plies
        play_out(house)
        hand.say(house.stage.t("result.cup"))
        play_cup(house, hand)
        cup = the_cup(house)
        assert cup.next is None
        scene = house.on_top(CupScene)
        champions = [entrant.name for place, entrant in cup.standings if place == 1]
        assert scene.spoken_title == scene.winners_text() and len(champions) == 1
        assert [stage.title.game for stage in cup.stages if stage.places] == ["quoridor", "coffee", "star", "robots"]
        hand.say(house.stage.t("cup.to_menu"))
        house.on_top(MenuScene)
        assert house.services.people.cup is None
    finally:
        house.close()


def test_an_ai_that_fills_a_seat_is_nobody_of_the_cup(house: Playhouse) -> None:
    """Three of five people meet in a game for four."""
    sit(house, 5)
    cup = cup_of_roster(house.services)
    people = tuple(entrant.identity for entrant in cup.entrants)
    seats = seats_of(house.services, cup, CupMatch("quoridor", people[:3], "table"))
    assert [seat.kind for seat in seats] == ["human"] * 3 + ["ai"]
    assert seats[3].identity not in people
    assert seats[3].name not in [entrant.name for entrant in cup.entrants]


def test_an_ai_plays_for_somebody_who_has_stood_up(house: Playhouse) -> None:
    sit(house, 3)
    scene, people = CupScene(house.services), house.services.people
    assert scene.cup is not None and scene.following is not None
    people.seat(people.roster.leave("square"))
    people.seat(people.roster.with_chair(replace(people.roster.chairs[0], name="Mia")))
    seats = {seat.identity: seat for seat in seats_of(house.services, scene.cup, scene.following)}
    assert seats["square"] == SeatConfig("ai", DEFAULT_LEVEL, "@milk", "square")
    assert seats["circle"].name == "Mia" and not seats["circle"].is_ai and len(seats) == 4


def test_the_table_says_who_was_beaten_and_how_much_is_left(house: Playhouse) -> None:
    sit(house, 3)
    house.services.store.set("cup.plan", {"length": "all", "games": list(GAMES)})
    scene = house.show(CupScene(house.services))
    assert "8 matches, about 55 min" in scene.spoken_title.replace("\n", " ")
    cup = scene.cup
    assert cup is not None
    while cup.next is not None and cup.next.game != "star":
        cup = play(cup)
    house.services.people.keep_cup(cup)
    scene = house.show(CupScene(house.services))
    rows = [widget.spoken(house.stage) for widget in focus_of(house).widgets][:3]
    names = [house.services.people.name(seat_of(house.services, cup, entrant)) for _, entrant in cup.standings]
    assert rows[0].startswith("1. ") and " points" in rows[0]
    assert f"{names[0]} has beaten" in rows[0] and names[1] in rows[0] and names[2] in rows[0]
    assert f"has beaten {names[2]}" in rows[1]
    assert "beaten" not in rows[2]
    assert "4 matches, about 30 min" in scene.spoken_title


class CupVocabulary(HouseVocabulary):
    """Tells of a cup: at its table, in its matches and after a restart. People are named by the identities of their
    tokens: "square". A story begins with the cup of two people, unless it seats others."""

    begins = ("begun: 2", "sit", "people", "show", "store.set")

    def entrants(self) -> list[str]:
        """Return the participants of the cup on top: name, identity, kind and level of each."""
        cup: Any = self.house.on_top(CupScene).cup
        found = [(each, seat_of(self.house.services, cup, each)) for each in cup.entrants]
        return [f"{each.name} {each.identity} {seat.kind} {seat.level}" for each, seat in found]

    def colour_can_change(self) -> bool:
        """Return whether the first chair may take another colour."""
        menu = ChairMenu(self.house.services, self.house.services.people.roster.chairs[0])
        return next(answer.enabled for answer in menu.answers if "colour" in answer.label)

    facts: ClassVar = {
        "colour_can_change": colour_can_change,
        "entrants": entrants,
        # whether the match belongs to the cup
        "is_cup_match": lambda s: s.house.services.people.party.is_cup_match(s.match.session.record()),
        "is_on": lambda s: s.people.cup is not None,  # whether there is a cup
        "matches": lambda s: len(matches_of(s.house)),  # how many are played
        "places": lambda s: " ".join(
            str(place) for place, _ in s.people.cup.standings
        ),  # in the order of the standings
        "totals": lambda s: {who: str(points) for who, points in s.people.cup.totals.items()},  # points, by token
        "why_is_said": lambda s: focus_of(s.house)._why_left > 0,  # whether the page says why a press did nothing
    }

    def place(self, text: str) -> tuple[int, int]:
        """Find also "other NAME": an entry beside the tiles of the menu."""
        if text.startswith("other "):
            others = self.house.on_top(MenuScene).others
            return next(widget.rect.center for widget in others if widget.name == text.removeprefix("other "))
        return super().place(text)

    def do_begun(self, rest: str = "") -> None:
        """PEOPLE: Seat this many people, and begin the first match of a cup."""
        for line in (f"people: {rest}", "show: cup", "keys: says Begin the cup"):
            self.line(line)

    def do_plays_out(self) -> None:
        """Play the match on top to its result."""
        play_out(self.house)

    def do_moves(self, rest: str = "") -> None:
        """ACTIONS: Play ACTIONS, each for the seat that is to move."""
        session = self.house.on_top(MatchScene).session
        for text in rest.split():
            session.submit(session.actors()[0], session.spec.rules.parse(text))

    def do_another_game(self) -> None:
        """Begin a match of the people at the table that does not belong to the cup."""
        self.house.match(*(chair.seat() for chair in self.house.services.people.roster.people))

    def do_comes_back(self) -> None:
        """Let the person who stood up sit down again."""
        self.house.services.people.seat(self.seated_before)


test_the_cup = stories("cup.txt", CupVocabulary)


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(4), "4"),
        (Fraction(1, 2), "½"),
        (Fraction(17, 2), "8½"),
        (Fraction(7, 3), "2⅓"),
        (Fraction(13, 12), "1.1"),
    ],
)
def test_shared_points_are_written_as_fractions(points: Fraction, text: str) -> None:
    assert points_text(points) == text


def test_the_match_that_waits_is_shown_with_as_many_others_as_there_is_room_for() -> None:
    rounds = ["quarterfinal"] * 4 + ["semifinal"] * 2 + ["final"]
    result = CupResult("x", ("circle", "square"), (1, 2))
    matches = [
        CupMatch("coffee", ("circle", "square"), name, result if i < 5 else None) for i, name in enumerate(rounds)
    ]
    assert cup_scene._window(matches, 2000.0) == (0, 7)
    assert cup_scene._window(matches, cup_scene._needed(matches[4:6])) == (4, 2)
    assert cup_scene._window(matches, 10.0) == (5, 1)


# The end


def played(game: str, people: tuple[str, ...], seed: int) -> Record:
    """A game by the simple rule, whose first player wins in the end, or gives up."""
    session = make.session(game, *(SeatConfig("human", identity=person) for person in people), seed=seed)
    fallback = session.spec.play.fallback
    assert fallback is not None
    while session.outcome is None and session.ply < 60:
        seat = session.actors()[0]
        session.submit(seat, fallback(session.state, seat))
    return replace(session.record(), played="2026-11-21T20:00:00+00:00")


def ended_cup(house: Playhouse, games: tuple[str, ...] = ("star", "coffee"), people: int = 3) -> Cup:
    """A cup of games that are kept, won by the first of each match."""
    house.services.people.seat(make.roster(people))
    house.services.people.were_asked = True
    cup = cup_of(house.services, house.services.people.roster.chairs, Plan("all", games))
    while (match := cup.next) is not None:
        record = played(match.game, match.people, len(cup.results))
        house.services.store.add(record)
        order = sorted(match.people)
        cup = cup.begun(game_id(record)).ended(game_id(record), {each: 1 + order.index(each) for each in match.people})
    house.services.people.keep_cup(cup)
    return cup


def test_three_games_that_a_winner_won_decide_of_different_games_if_possible(house: Playhouse) -> None:
    cup = ended_cup(house)
    records = [game.record for game in house.services.store.archive()]
    found = decisive(cup, records)
    results = {result.id: result for result in cup.results}
    assert len(found) == 3 and {record.game for record in found} == {"star", "coffee"}
    assert all(cup.leaders & {*results[game_id(record)].best} for record in found)
    order = [result.id for result in cup.results]
    assert [game_id(record) for record in found] == sorted(map(game_id, found), key=order.index)
    assert decisive(cup, records[:1]) == (records[0],) and decisive(cup, []) == ()


def watched(house: Playhouse) -> CupFilmScene:
    house.show(CupScene(house.services))
    house.run(0.5)
    KeyHand(house).say("Watch the reel")
    return house.come_to(CupFilmScene)


def test_the_film_plays_its_parts_for_about_fifteen_seconds_and_ends_with_all_names(house: Playhouse) -> None:
    ended_cup(house)
    scene = watched(house)
    assert len(scene.reels) == 3
    house.until(lambda: scene.is_over, "the end", seconds=25)
    assert 11.0 <= sum(reel.seconds for reel in scene.reels) <= 17.0
    last = scene.reels[-1]
    names = [house.services.people.chair_name(chair) for chair in house.services.people.roster.people]
    assert last.shots[-1].has_card and all(name in last.card_names[0] for name in names)
    assert "wins the cup" in last.shots[-1].caption.text
    assert not any(shot.has_card for reel in scene.reels[:-1] for shot in reel.shots)
    scene.toggle()
    assert scene.reel is scene.reels[0] and scene.running, "it starts again"


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
def test_the_podium_has_room_beside_the_button_of_the_film(house: Playhouse) -> None:
    ended_cup(house, ("star",))
    scene = house.show(CupScene(house.services))
    assert len(scene.choices) == 3
    assert scene.places["podium"].height / house.stage.metrics.scale >= 460


def test_the_film_is_taken_home(house: Playhouse) -> None:
    ended_cup(house, ("star",))
    scene = watched(house)
    scene.toggle()
    house.app.take(Intent(Kind.SECONDARY, KEYBOARD))
    house.come_to(Dialog)
    house.run(0.5)
    KeyHand(house).say("GIF")
    order = house.on_top(FilmingScene).order
    assert order.cup == scene.cup_film and order.ending == ".gif"


def test_a_cup_whose_games_are_gone_has_no_film(house: Playhouse) -> None:
    cup = ended_cup(house, ("star",))
    house.services.people.keep_cup(replace(cup, results=tuple(replace(each, id="gone") for each in cup.results)))
    house.show(CupScene(house.services))
    assert "Watch the reel" not in [label for label, _ in house.on_top(CupScene).choices]


def test_the_file_has_all_parts(house: Playhouse, tmp_path: Path) -> None:
    from io import BytesIO

    from PIL import Image

    ended_cup(house, ("star",))
    house.show(CupScene(house.services))
    film = house.on_top(CupScene).film
    assert film is not None
    house.dark()
    data = make_film(
        FilmOrder(film.games[-1][0], "", "en", ".png", (180, 180), pictures=2, cup=film), lambda share: None
    )
    assert Image.open(BytesIO(data)).size == (180 * 2 * len(film.games), 180)


# The podium


AGES = [0.1 * tenth for tenth in range(60)]
FILES = ["coffee.svg", "quoridor.svg", "robots.svg", "star.svg"]


@pytest.fixture
def scene(house: Playhouse) -> CupScene:
    couch.play_cup(house.services, 5, None)
    return house.show(CupScene(house.services))


def test_the_places_rise_one_after_the_other_and_the_first_is_crowned_last() -> None:
    ends = {place: next(age for age in AGES if podium.risen(place, age, reduced=False) == 1) for place in (1, 2, 3)}
    assert ends[3] < ends[2] < ends[1] <= next(age for age in AGES if podium.crowned(age, reduced=False) > 0) + 0.1
    for place in (1, 2, 3, 4):
        heights = [podium.risen(place, age, reduced=False) for age in AGES]
        assert heights[0] == 0 and heights == sorted(heights) and heights[-1] == 1
    assert podium.risen(1, 0.0, reduced=True) == podium.crowned(0.0, reduced=True) == 1


def test_a_cup_is_celebrated_longer_and_with_more_than_a_game() -> None:
    assert podium.SECONDS > 2 * OF_A_GAME and podium.PIECES > 2 * PIECES
    shown = {file for age in AGES for file, _ in podium.rain(FILES, age)}
    assert shown == {*FILES}, "pieces of all games"


def test_it_rains_from_when_the_first_one_stands_until_all_have_fallen() -> None:
    counts = [len([*podium.rain(FILES, age)]) for age in AGES]
    falling = [age for age, count in zip(AGES, counts, strict=True) if count]
    assert podium.LANDED <= falling[0] < podium.LANDED + 0.3 and falling[-1] <= podium.SECONDS
    assert max(counts) > 20
    for _, piece in podium.rain(FILES, podium.LANDED + 1):
        assert 0 <= piece.x <= 1 and 0 <= piece.y <= 1 and 0 < piece.alpha <= 1


def test_each_place_is_heard_as_it_comes_to_stand() -> None:
    heard = [sound for before, after in pairwise(AGES) for sound in podium.cues({1, 2, 3}, before, after)]
    assert heard == ["stone", "stone", "win"]
    assert [sound for before, after in pairwise(AGES) for sound in podium.cues({1}, before, after)] == ["win"]


def seen(house: Playhouse, scene: CupScene, age: float) -> bytes:
    """The screen at an age of the celebration."""
    scene.age = age
    house.app.canvas.invalidate()
    house.app.draw()
    return pygame.image.tobytes(house.window.surface, "RGB")


def test_the_page_plays_it_once_and_then_lies_still(
    house: Playhouse, scene: CupScene, heard: list[tuple[str, int]]
) -> None:
    house.until(lambda: scene.age > podium.LANDED + 1, "the rain")
    assert scene.is_animated
    house.until(lambda: scene.age > podium.SECONDS + 0.1, "the end")
    house.run(1.0)
    assert not scene.is_animated
    assert [name for name, _ in heard if name in ("stone", "win")] == ["stone", "stone", "win"]
    still = seen(house, scene, podium.SECONDS + 0.1)
    assert seen(house, scene, podium.SECONDS + 1.0) == still != seen(house, scene, podium.SECONDS - 2.0)


def test_with_reduced_motion_all_is_there_and_nothing_falls(house: Playhouse, scene: CupScene) -> None:
    house.stage.look.reduced_motion = True
    assert len({seen(house, scene, age) for age in (0.0, podium.LANDED + 1, podium.SECONDS + 1)}) == 1

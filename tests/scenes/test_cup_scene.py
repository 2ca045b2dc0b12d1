"""The cup on screen: whole evenings from sitting down to the laurel, with the program killed in the middle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.record import SeatConfig
from game.core.spec import GameSpec
from game.cup import Entrant, Match
from game.robots.state import Agree, Bid, Move, State
from game.roster import Roster
from game.table import DEFAULT_LEVEL
from scenes.cup import running
from scenes.cup.cup_scene import CupScene
from scenes.cup.running import cup_of_roster, seat_of, seats_of, usual_options
from scenes.join.chair_menu import ChairMenu
from scenes.join.join_scene import JoinScene
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.scene import Switch
from scenes.learn.demo_scene import DemoScene
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.robots import puzzles
from scenes.routes import ToMenu
from tests import make
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, TouchHand, button, focus_of
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.scenes.robots_play import shortest
from tests.scenes.test_evening import short_one
from tests.stores import PATIENCE

PLIES = 80  # after which the one to move gives up
MAKERS: dict[str, Callable[[Playhouse], Hand]] = {
    "pad": PadHand,
    "keys": KeyHand,
    "mouse": MouseHand,
    "touch": TouchHand,
}


def sit(house: Playhouse, people: int) -> None:
    """So many people at keys of one keyboard."""
    house.services.seat(make.roster(people))
    house.services.offered_roster = True


def by_plain(match: MatchScene) -> tuple[int, Any]:
    """A sensible action for whoever may act."""
    session, spec = match.session, match.session.spec
    seat = session.actors()[0]
    if session.ply >= PLIES and spec.resign:
        return seat, spec.rules.parse(spec.resign)
    assert spec.plain is not None
    return seat, spec.plain(session.state, seat)


class ShortRoute:
    """In robots, with one chip to win, the last seat declares and shows the first route, which is short."""

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
    """Play the match on top to its end, or so many actions of it; nothing is drawn in between."""
    match = house.on_top(MatchScene)
    choose = ShortRoute() if match.session.spec.simultaneous else by_plain
    for _ in range(actions):
        if match.session.outcome is not None:
            break
        match.session.submit(*choose(match))
    else:
        return None
    return house.read_result()


def one_chip(spec: GameSpec, seats: int) -> dict[str, Any]:
    """The cup's options, but that the first chip of robots decides."""
    return usual_options(spec, seats) | ({"chips_to_win": 1} if spec.simultaneous else {})


def matches_of(house: Playhouse) -> list[Match]:
    cup = house.services.cup
    assert cup is not None
    return [match for stage in cup.stages for match in stage.matches if match.result is not None]


def play_cup(house: Playhouse, hand: Hand, most: int = 99) -> None:
    """From the cup's table, match by match, to the end of the cup or so many matches."""
    for _ in range(most):
        scene = house.on_top(CupScene)
        if scene.following is None:
            return
        hand.say(scene.stage.t("cup.start"))
        play_out(house)
        hand.say(house.stage.t("result.cup"))


def restarted(house: Playhouse) -> Playhouse:
    """The program is killed and begins anew."""
    assert house.services.store.wait(PATIENCE)
    house.crash()
    again = Playhouse(agent=InstantAgent())
    again.boot()
    return again


@pytest.mark.parametrize(
    "people",
    [
        pytest.param(3, id="3"),
        pytest.param(5, id="5", marks=pytest.mark.long),
        pytest.param(8, id="8", marks=pytest.mark.long),
    ],
)
def test_an_evening_from_sitting_down_to_the_laurel_with_a_kill_in_the_middle(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch, people: int
) -> None:
    monkeypatch.setattr(puzzles, "by_chance", short_one)
    monkeypatch.setattr(running, "usual_options", one_chip)
    house.services.agent.close()
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
    done, plies, names = matches_of(house), match.session.ply, [chair.name for chair in house.services.roster.chairs]
    house = restarted(house)
    try:
        hand = KeyHand(house)
        assert "cup" in house.on_top(Dialog).body
        hand.say(house.stage.t("join.offer.yes"))
        assert matches_of(house) == done and [c.name for c in house.services.roster.chairs] == names
        hand.say(house.stage.t("cup.go_on"))
        assert house.on_top(MatchScene).session.ply == plies
        play_out(house)
        hand.say(house.stage.t("result.cup"))
        play_cup(house, hand)
        cup = house.services.cup
        assert cup is not None and cup.next is None
        scene = house.on_top(CupScene)
        champions = [entrant.name for place, entrant in cup.standings if place == 1]
        assert scene.spoken_title == scene._winners_text() and len(champions) == 1
        assert [stage.title.game for stage in cup.stages if stage.places] == ["quoridor", "coffee", "star", "robots"]
        hand.say(house.stage.t("cup.to_menu"))
        house.on_top(MenuScene)
        assert house.services.cup is None
    finally:
        house.close()


@pytest.mark.parametrize("device", [pytest.param(name, marks=pytest.mark.one_in(2)) for name in MAKERS])
def test_a_cup_is_begun_played_and_ended_by_every_device(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    monkeypatch.setattr(puzzles, "by_chance", short_one)
    hand = MAKERS[device](house)
    sit(house, 2)
    if device == "pad":
        aoi = house.services.roster.chairs[0]
        house.services.seat(house.services.roster.with_chair(replace(aoi, device="pad1", key=0)))
    house.show(CupScene(house.services))
    hand.press(button(house, house.stage.t("cup.begin")))
    play_out(house)
    hand.press(button(house, house.stage.t("result.cup")))
    assert len(matches_of(house)) == 1
    hand.press(button(house, house.stage.t("cup.end")))
    hand.press(button(house, house.stage.t("cup.keep")))
    assert house.services.cup is not None
    hand.press(button(house, house.stage.t("cup.end")))
    hand.press(focus_of(house).widgets[0])  # the one that ends it
    house.on_top(MenuScene)
    assert house.services.cup is None


def test_the_cup_leaves_the_order_of_the_queue_and_the_last_setup_alone(house: Playhouse) -> None:
    sit(house, 3)
    order, setup = house.services.roster, house.services.store.get("setup.coffee")
    house.show(CupScene(house.services))
    hand = KeyHand(house)
    hand.say("Begin the cup")
    for _ in range(2):
        result = play_out(house)
        assert result is not None and result.ended.of_cup and not result.ended.coming
        assert "Rematch" not in [widget.value() for widget in focus_of(house).widgets]
        hand.say("Cup table")
        hand.say("Start")
    assert house.services.roster == order and house.services.store.get("setup.coffee") == setup


def test_an_end_that_is_taken_back_counts_as_it_ends_at_last(house: Playhouse) -> None:
    sit(house, 2)
    house.show(CupScene(house.services))
    hand = KeyHand(house)
    hand.say("Begin the cup")
    match = house.on_top(MatchScene)
    for text in ("e2", "e8"):
        match.session.submit(match.session.actors()[0], match.session.spec.rules.parse(text))
    match.session.resign(0)
    house.read_result()
    assert matches_of(house)[-1].result is not None and house.services.cup is not None
    first = house.services.cup.totals
    hand.say("Take back")
    house.on_top(Dialog)  # the other one agrees
    hand.say("Take back")
    again = house.on_top(MatchScene)
    again.session.resign(1)
    result = house.read_result()
    assert result.ended.of_cup and len(matches_of(house)) == 1
    assert list(house.services.cup.totals.values()) == list(first.values())[::-1]


def test_another_game_between_them_is_none_of_the_cup(house: Playhouse) -> None:
    sit(house, 2)
    house.show(CupScene(house.services))
    KeyHand(house).say("Begin the cup")
    cup = house.services.cup
    house.match(*(chair.seat() for chair in house.services.roster.people))
    house.playing.session.resign(0)
    result = house.read_result()
    assert not result.ended.of_cup and house.services.cup == cup


def test_an_ai_that_fills_a_seat_is_nobody_of_the_cup(house: Playhouse) -> None:
    """Three of five meet at a table for four."""
    sit(house, 5)
    cup = cup_of_roster(house.services)
    people = tuple(entrant.identity for entrant in cup.entrants)
    seats = seats_of(house.services, cup, Match("quoridor", people[:3], "table"))
    assert [seat.kind for seat in seats] == ["human"] * 3 + ["ai"]
    assert seats[3].identity not in people
    assert seats[3].name not in [entrant.name for entrant in cup.entrants]


def test_nobody_leads_without_points(house: Playhouse) -> None:
    """Five play a knock-out: after its first match all are in place 1, with no points."""
    sit(house, 5)
    house.show(CupScene(house.services))
    KeyHand(house).say(house.stage.t("cup.begin"))
    play_out(house)
    KeyHand(house).say(house.stage.t("result.cup"))
    cup = house.services.cup
    assert cup is not None and cup.results and not any(cup.totals.values())
    assert {place for place, _ in cup.standings} == {1} and cup.leaders == frozenset()


def test_an_ai_plays_for_somebody_who_has_stood_up(house: Playhouse) -> None:
    sit(house, 3)
    scene = CupScene(house.services)
    cup = scene.cup
    assert cup is not None and scene.following is not None
    house.services.seat(house.services.roster.leave("square"))
    seats = {seat.identity: seat for seat in seats_of(house.services, cup, scene.following)}
    assert seats["square"] == SeatConfig("ai", DEFAULT_LEVEL, "@ren", "square")
    assert not seats["circle"].is_ai and len(seats) == 4
    named = house.services.roster.chairs[0]
    house.services.seat(house.services.roster.with_chair(replace(named, name="Mia")))
    assert seats_of(house.services, cup, scene.following)[0].name == "Mia"


def begun_cup(house: Playhouse, people: int = 2) -> MatchScene:
    """The first match of a cup, without a move."""
    sit(house, people)
    house.show(CupScene(house.services))
    KeyHand(house).say("Begin the cup")
    return house.on_top(MatchScene)


def move(match: MatchScene, *texts: str) -> None:
    for text in texts:
        match.session.submit(match.session.actors()[0], match.session.spec.rules.parse(text))


def test_a_match_counts_although_somebody_leaves_before_the_result_is_shown(house: Playhouse) -> None:
    match = begun_cup(house)
    move(match, "e2", "e8")
    match.session.resign(1)
    house.frame()
    house.app.manager.go(Switch(ToMenu()))
    house.run(0.3)
    assert len(matches_of(house)) == 1
    assert house.services._evening.played


def test_a_match_that_ended_as_the_program_was_killed_counts_at_the_table(house: Playhouse) -> None:
    match = begun_cup(house)
    move(match, "e2", "e8")
    match.session.resign(1)  # in the store it has ended; no scene has been told
    assert house.services.store.wait(PATIENCE)
    house.crash()
    again = Playhouse(agent=InstantAgent())
    try:
        again.services.offered_roster = True
        again.show(CupScene(again.services))
        assert len(matches_of(again)) == 1 and again.on_top(CupScene).following is not None
        KeyHand(again).say("Start")
        assert again.on_top(MatchScene).session.spec.id == "coffee"
    finally:
        again.close()


def test_a_match_that_another_game_put_on_the_shelf_goes_on_from_there(house: Playhouse) -> None:
    match = begun_cup(house)
    move(match, "e2", "e8", "e3")
    other = house.match(*(chair.seat() for chair in house.services.roster.people))
    move(other, "e2")
    house.show(CupScene(house.services))
    KeyHand(house).say("Go on")
    assert house.on_top(MatchScene).session.ply == 3
    house.playing.session.resign(0)
    assert house.read_result().ended.of_cup


def test_a_match_whose_record_is_gone_begins_anew(house: Playhouse) -> None:
    begun_cup(house)
    house.services.store.discard("quoridor")
    house.show(CupScene(house.services))
    KeyHand(house).say("Start")
    assert house.on_top(MatchScene).session.ply == 0


def test_a_cup_match_is_not_begun_anew_from_the_pause_menu(house: Playhouse) -> None:
    match = begun_cup(house)
    move(match, "e2")
    KeyHand(house).order(Kind.PAUSE)
    assert not button(house, "Start over").enabled


def test_who_stood_up_in_mid_match_is_played_for_by_an_ai_and_has_the_seat_back_later(house: Playhouse) -> None:
    match = begun_cup(house, 3)
    move(match, "e2")
    there, gone = house.services.roster, house.services.roster.leave("square")
    for roster, is_ai in ((gone, True), (there, False)):
        house.services.seat(roster)
        house.show(CupScene(house.services))
        KeyHand(house).say("Go on")
        session = house.on_top(MatchScene).session
        assert next(seat for seat in session.seats if seat.identity == "square").is_ai == is_ai
        assert house.services.is_cup_match(session.record())


def test_who_plays_a_cup_keeps_the_colour_that_it_is_known_by(house: Playhouse) -> None:
    sit(house, 2)
    kept = house.services.roster.chairs[0]
    colour = next(answer for answer in ChairMenu(house.services, kept).answers if "colour" in answer.label)
    assert colour.enabled
    house.show(CupScene(house.services))
    KeyHand(house).say("Begin the cup")
    colour = next(answer for answer in ChairMenu(house.services, kept).answers if "colour" in answer.label)
    assert not colour.enabled


def test_nobody_is_told_to_begin_a_cup_alone(house: Playhouse) -> None:
    house.show(CupScene(house.services))
    assert "Sit down first" in house.on_top(CupScene).spoken_title
    KeyHand(house).say("Sit down")
    house.on_top(JoinScene)
    sit(house, 2)
    KeyHand(house).order(Kind.BACK)
    scene = house.on_top(CupScene)
    assert scene.cup is not None and scene.cup.entrants == (Entrant("circle", "@aoi"), Entrant("square", "@ren"))


def test_ais_fill_a_cup_of_one_person(house: Playhouse) -> None:
    sit(house, 1)
    house.show(JoinScene(house.services))
    hand = KeyHand(house)
    cup = button(house, house.stage.t("join.cup"))
    assert not cup.enabled
    hand.press(cup)
    assert house.on_top(JoinScene).focus._why_left > 0, "what is grey says why"
    for _ in range(4):
        hand.say(house.stage.t("join.add_ai"))
    hand.say(house.stage.t("join.cup"))
    scene = house.on_top(CupScene)
    assert scene.cup is not None and len(scene.cup.entrants) == 5
    seats = [seat_of(house.services, entrant) for entrant in scene.cup.entrants]
    assert [seat.kind for seat in seats] == ["human"] + ["ai"] * 4
    assert [seat.level for seat in seats[1:]] == [chair.level for chair in house.services.roster.ai]


def test_the_menu_tells_of_a_cup_and_whoever_goes_home_takes_it_along(house: Playhouse) -> None:
    sit(house, 2)
    house.show(CupScene(house.services))
    hand = KeyHand(house)
    hand.say("Begin the cup")
    house.services.offered_resume = True
    house.show(MenuScene(house.services))
    menu = house.on_top(MenuScene)
    MouseHand(house).press(next(widget for widget in menu.others if widget.name == "The cup"))
    house.on_top(CupScene)
    house.services.seat(Roster())
    assert house.services.cup is None and house.services.store.get("cup") is None


def test_a_game_that_is_new_to_somebody_is_shown_first(house: Playhouse) -> None:
    house.services.store.set("shown.quoridor", False)
    sit(house, 2)
    house.show(CupScene(house.services))
    KeyHand(house).say("Begin the cup")
    house.on_top(DemoScene)
    KeyHand(house).hit(Kind.BACK)
    house.until(lambda: isinstance(house.top, MatchScene), "the match")
    play_out(house)
    assert len(matches_of(house)) == 1


def test_a_damaged_cup_is_not_used(house: Playhouse) -> None:
    sit(house, 2)
    house.services.store.set("cup", {"entrants": []})
    house.close()
    again = Playhouse(agent=house.services.agent)
    try:
        assert again.services.cup is None
    finally:
        again.close()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_rows_are_read_aloud_in_order(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    sit(house, 3)
    house.show(CupScene(house.services))
    hand = KeyHand(house)
    hand.say("Begin the cup")
    play_out(house)
    hand.say("Cup table")
    said = [widget.spoken(house.stage) for widget in focus_of(house).widgets]
    cup = house.services.cup
    assert cup is not None
    assert [int(text[0]) for text in said[:3]] == [place for place, _ in cup.standings]
    assert said[0].startswith("1. ") and said[0].endswith("4 points")


def test_the_table_says_who_was_beaten_and_how_much_is_left(house: Playhouse) -> None:
    sit(house, 3)
    house.show(CupScene(house.services))
    scene = house.on_top(CupScene)
    assert "8 matches, about 55 min" in scene.spoken_title.replace("\n", " ")
    cup = scene.cup
    assert cup is not None
    while cup.next is not None and cup.next.game != "star":
        people = sorted(cup.next.people, key=[entrant.identity for entrant in cup.entrants].index)
        id = f"match {len(cup.results)}"
        cup = cup.begun(id).ended(id, {person: 1 + people.index(person) for person in cup.next.people})
    house.services.keep_cup(cup)
    house.show(CupScene(house.services))
    scene = house.on_top(CupScene)
    rows = [widget.spoken(house.stage) for widget in focus_of(house).widgets][:3]
    names = [house.services.name(seat_of(house.services, entrant)) for _, entrant in cup.standings]
    assert f"{names[0]} has beaten" in rows[0] and names[1] in rows[0] and names[2] in rows[0]
    assert f"has beaten {names[2]}" in rows[1]
    assert "beaten" not in rows[2]
    assert "4 matches, about 30 min" in scene.spoken_title

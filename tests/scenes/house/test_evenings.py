"""Whole evenings: a cup that bends, with people who come and go, and eight people without a cup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame
import pytest

from game.core.device_id import DeviceId
from game.core.record import SeatConfig
from game.core.rules import Outcome
from game.match_setup import AI_NAMES
from game.people.party import kept_party
from game.quoridor import SPEC as QUORIDOR
from game.registry import GAMES
from game.robots import SPEC as ROBOTS
from game.robots.state import Bid
from scenes.archive.replay_scene import ReplayScene
from scenes.cup.cup_scene import CupScene
from scenes.cup.plan import KEY, planned
from scenes.cup.running import seat_of, seats_of
from scenes.cup.slip import stood_in_text
from scenes.join.join_input import HOLD_SECONDS, WhoseDialog, chair_words
from scenes.join.join_scene import JoinScene
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_actions import LeaveSeat, LostDeviceDialog, TakeSeat
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from tests import make
from tests.evening.test_cup import play
from tests.scenes import posting
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, TouchHand, focus_of, tile
from tests.scenes.house.test_cup_scene import play_out, sit, the_cup
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.scenes.robots_play import RobotsPad, shortest
from tools.soak.virtual_pad import NINTENDO, PLAYSTATION, XBOX

pytestmark = pytest.mark.usefixtures("four_games")
HANDS = (MouseHand, KeyHand, PadHand, TouchHand)


def shown(house: Playhouse) -> CupScene:
    """The cup's table."""
    return house.show(CupScene(house.services))


def notes(house: Playhouse) -> list[str]:
    """What is read aloud of the three lengths."""
    found = [widget.spoken(house.stage) for widget in focus_of(house).widgets]
    return [text for text in found if " min" in text]


def ended(house: Playhouse, matches: int = 1) -> None:
    """So many matches of the cup have been won by the first of their people."""
    for _ in range(matches):
        cup = the_cup(house)
        assert cup.next is not None
        house.services.people.keep_cup(play(cup, *range(1, 1 + len(cup.next.people))))


def with_ais(house: Playhouse, people: int, ais: int) -> None:
    sit(house, people)
    roster = house.services.people.roster
    house.services.people.seat(roster.fill(people + ais, 2))


# Lengths and games


def test_three_lengths_with_their_matches_and_minutes(house: Playhouse) -> None:
    sit(house, 4)
    shown(house)
    assert notes(house) == [
        "Short. 4 matches, about 25 min.",
        "Evening. chosen. 8 matches, about 50 min.",
        "All against all. 14 matches, about 80 min.",
    ]


def test_the_minutes_follow_what_matches_really_take(house: Playhouse) -> None:
    sit(house, 4)
    spec = GAMES["coffee"]
    seats = tuple(SeatConfig("human", identity=identity) for identity in ("circle", "square"))
    for seed in range(3):
        session = make.session("coffee", *seats, seed=seed)
        session.advance(120.0)
        session.submit(*next((seat, spec.rules.legal(session.state, seat)[0]) for seat in session.actors()))
        record = replace(session.record(), result=Outcome((0,), "row"))
        house.services.store.add(record)
    shown(house)
    assert "14 matches, about 55 min" in notes(house)[2], "coffee takes 2 minutes here, not 6"


@pytest.mark.parametrize("kind", HANDS)
def test_length_and_games_are_chosen_by_every_device_and_kept(house: Playhouse, kind: type[Hand]) -> None:
    sit(house, 4)
    shown(house)
    hand = kind(house)
    hand.say("Short")
    assert planned(house.services).length == "short" and "coffee" not in planned(house.services).games
    hand.say("Coffee")
    assert planned(house.services).games == tuple(GAMES)
    hand.say("Robots")
    again = shown(house)
    assert again.plan.plan == planned(house.services) and "robots" not in again.plan.plan.games
    hand.say("Begin the cup")
    cup = the_cup(house)
    assert cup.length == "short" and [title.game for title in cup.titles] == ["quoridor", "coffee", "star"]


def test_the_last_game_cannot_be_left_out(house: Playhouse) -> None:
    sit(house, 2)
    house.services.store.set(KEY, {"length": "all", "games": ["star"]})
    shown(house)
    KeyHand(house).say("Star")
    assert planned(house.services).games == ("star",)


def test_a_damaged_plan_is_the_usual_one(house: Playhouse) -> None:
    house.services.store.set(KEY, {"length": 7})
    assert planned(house.services).length == "evening" and planned(house.services).games == tuple(GAMES)


def test_a_short_cup_has_short_matches(house: Playhouse) -> None:
    sit(house, 2)
    house.services.store.set(KEY, {"length": "short", "games": ["robots"]})
    shown(house)
    KeyHand(house).say("Begin the cup")
    assert house.on_top(MatchScene).session.options["chips_to_win"] == 1


# Matches between AIs


def ai_match(house: Playhouse, agent: InstantAgent | None = None, games: Sequence[str] = ("star",)) -> CupScene:
    """The table before a match between AIs, with a person among the entrants."""
    house.services.agent.close()
    house.services.agent = agent or InstantAgent()
    with_ais(house, 1, 3)
    return under_way(house, "short", games)


def under_way(house: Playhouse, length: str, games: Sequence[str], matches: int = 1) -> CupScene:
    """The table of a cup of those who sit there, after so many matches."""
    house.services.store.set(KEY, {"length": length, "games": [*games]})
    scene = shown(house)
    assert scene.cup is not None
    house.services.people.keep_cup(scene.cup)
    ended(house, matches)
    return shown(house)


def test_a_match_between_ais_is_played_behind_the_table_and_told(house: Playhouse) -> None:
    scene = ai_match(house)
    house.until(lambda: len(the_cup(house).results) == 2, "the result", seconds=60)
    assert " moves" in scene.news and house.top is scene
    house.services.settings.change(language="ja")
    assert "手" in scene.news and " moves" not in scene.news
    assert scene.following is None
    game = house.services.store.archive()[0].record
    assert game.game == "star" and all(seat.is_ai for seat in game.seats), "it is in the archive"


class Slow(InstantAgent):
    """An agent that thinks for ever."""

    def poll(self) -> None:
        return None


@pytest.mark.parametrize("device", [KEYBOARD, MOUSE, TOUCH], ids=lambda device: device.family)
def test_a_press_that_was_meant_for_the_match_before_does_nothing(house: Playhouse, device: Device) -> None:
    scene = ai_match(house)
    house.until(lambda: len(the_cup(house).results) == 2, "the result", seconds=60)

    def press() -> None:
        main = focus_of(house).widgets[-1]
        pointed = (Kind.PRESS, Kind.RELEASE) if device != KEYBOARD else (Kind.CONFIRM,)
        for kind in pointed:
            house.app.manager.intent(Intent(kind, device, main.rect.center if device != KEYBOARD else None))
        house.run(0.1)

    press()
    assert house.top is scene, "the page has just changed by itself"
    house.run(0.4)
    press()
    assert house.top is not scene


def test_it_can_be_watched(house: Playhouse) -> None:
    ai_match(house, Slow())
    KeyHand(house).say("Watch")
    match = house.on_top(MatchScene)
    assert all(seat.is_ai for seat in match.session.seats)
    assert house.services.people.party.is_cup_match(match.session.record())


def test_it_can_be_watched_afterwards(house: Playhouse) -> None:
    ai_match(house, games=("star", "robots"))
    house.until(lambda: len(the_cup(house).results) == 2, "the result", seconds=60)
    house.run(0.5)
    KeyHand(house).say("Watch")
    house.on_top(ReplayScene)


def test_the_minutes_leave_out_what_ais_play_alone(house: Playhouse) -> None:
    with_ais(house, 1, 3)
    shown(house)
    assert "14 matches, about 55 min" in notes(house)[2]


# Who comes and goes


def gone(house: Playhouse, identity: str = "square") -> None:
    """Somebody stands up at the table of a running cup."""
    house.services.people.seat(house.services.people.roster.leave(identity))


def begin(house: Playhouse, people: int = 3, matches: int = 1) -> CupScene:
    sit(house, people)
    return under_way(house, "all", [*GAMES], matches)


def asked(house: Playhouse) -> None:
    """Wait for the question, and until one could have read it."""
    house.come_to(Dialog)
    house.run(0.5)


@pytest.mark.parametrize("kind", HANDS)
def test_who_leaves_is_followed_by_a_named_ai(house: Playhouse, kind: type[Hand]) -> None:
    begin(house)
    before = the_cup(house).totals["square"]
    gone(house)
    asked(house)
    kind(house).say("Half of the points")
    cup, scene = the_cup(house), house.on_top(CupScene)
    assert cup.totals["square"] == before / 2 and cup.holder("square").is_ai
    seat = next(seat for seat in scene.seats.values() if seat.identity == "square")
    assert seat.is_ai and seat.name in AI_NAMES[seat.level]
    assert seat in seats_of(house.services, cup, cup.stages[0].matches[0]), "it has this name in its matches too"
    assert stood_in_text(house.services, cup, cup.entrant("square")) == "for Ren"
    assert any("for Ren" in widget.spoken(house.stage) for widget in focus_of(house).widgets)
    gone(house, "triangle")
    house.run(0.5)
    assert house.on_top(CupScene) is scene, "the table chooses once"
    assert the_cup(house).holder("triangle").is_ai


def sits_there(house: Playhouse, name: str = "") -> None:
    """Somebody takes the seat of square, who has just stood up, with a name of their own or the default one."""
    gone(house)
    people = house.services.people
    people.seat(people.roster.sit(DeviceId("pad3")))
    came = people.roster.chairs[-1]
    assert (came.identity, came.name) == ("square", "@ren"), "the same colour, and the same default name"
    if name:
        people.seat(people.roster.with_chair(replace(came, name=name)))
    asked(house)


@pytest.mark.parametrize(
    ("kind", "people", "name", "answers", "holder", "share"),
    [
        *((kind, 3, "", ("Someone new", "Half of the points"), "@haru", 0.5) for kind in HANDS),
        (KeyHand, 3, "Mia", ("Half of the points",), "Mia", 0.5),
        (KeyHand, 8, "", ("Someone new", "No points"), "Ren 2", 0),  # all names are taken
    ],
)
def test_a_newcomer_in_the_colour_of_who_has_left_is_told_apart(
    house: Playhouse, kind: type[Hand], people: int, name: str, answers: tuple[str, ...], holder: str, share: float
) -> None:
    begin(house, people)
    before = the_cup(house).totals["square"]
    sits_there(house, name)
    for answer in answers:
        kind(house).say(answer)
        house.run(0.5)
    cup, chair = the_cup(house), house.services.people.roster.chair("square")
    assert chair is not None and chair.name == cup.holder("square").name == holder
    assert cup.stood_in_for("square") == ("@ren",) and not cup.gone
    assert cup.totals["square"] == share * before
    assert kept_party(house.services.store, GAMES) == house.services.people.party, "and all of it is stored"


def test_who_has_stood_up_and_is_back_has_never_left(house: Playhouse) -> None:
    begin(house)
    before = the_cup(house)
    sits_there(house)
    assert kept_party(house.services.store, GAMES).cup == the_cup(house), "a restart asks again"
    KeyHand(house).say("Ren is back")
    house.run(0.5)
    assert the_cup(house) == before and isinstance(house.top, CupScene)


def test_a_new_name_without_standing_up_asks_nothing(house: Playhouse) -> None:
    scene = begin(house)
    people = house.services.people
    chair = people.roster.chair("square")
    assert chair is not None
    people.seat(people.roster.with_chair(replace(chair, name="Mia")))
    house.run(0.5)
    assert house.top is scene and not the_cup(house).changes and not the_cup(house).gone


def test_a_newcomer_of_another_colour_is_asked_for(house: Playhouse) -> None:
    begin(house)
    people, hand = house.services.people, KeyHand(house)
    roster = people.roster.sit(DeviceId("pad3"))
    mia = replace(roster.chairs[-1], name="Mia")
    people.seat(roster.with_chair(mia).leave("square"))
    asked(house)
    hand.say("No points")
    house.run(0.5)
    hand.say("Mia")
    cup = the_cup(house)
    assert cup.holder("square").name == "Mia" and not cup.totals["square"]
    chair = people.roster.chair("square")
    assert chair is not None and chair.name == "Mia" and chair.device == "pad3"
    assert people.roster.chair(mia.identity) is None and len(cup.entrants) == 3
    assert kept_party(house.services.store, GAMES) == people.party, "and all of it is stored"


def test_who_comes_joins_from_the_next_game(house: Playhouse) -> None:
    scene = begin(house, matches=2)
    people = house.services.people
    people.seat(people.roster.sit(DeviceId("pad3")))
    house.run(0.5)
    cup = the_cup(house)
    assert [entrant.since for entrant in cup.entrants] == [0, 0, 0, 2]
    assert cup.totals[cup.entrants[3].identity] == min(cup.totals.values())
    assert house.on_top(CupScene) is scene and len(focus_of(house).widgets) >= 4


def test_the_page_where_people_sit_down_is_open_between_matches(house: Playhouse) -> None:
    begin(house)
    KeyHand(house).say("Who plays?")
    assert type(house.top).__name__ == "JoinScene"


def begun(house: Playhouse) -> tuple[MatchScene, int]:
    """A match of the cup, and the seat of square in it."""
    begin(house)
    KeyHand(house).say("Start")
    match = house.on_top(MatchScene)
    return match, next(seat for seat, config in enumerate(match.session.seats) if config.identity == "square")


def test_i_have_to_go_in_a_match(house: Playhouse) -> None:
    match, seat = begun(house)
    assert match.actions.leaving.is_possible
    assert match.actions.leaving.ask_for(LeaveSeat(seat)) is not None
    by = SeatConfig("ai", 4, "@kuro", "square")
    match.resume(TakeSeat(seat, by, agreed=True))
    cup = the_cup(house)
    assert cup.holder("square").name == "@kuro" and cup.holder("square").is_ai
    assert seat_of(house.services, cup, cup.entrant("square")) == by, "in the cup's further matches, too"
    assert house.services.people.roster.chair("square") is None
    assert match.session.seats[seat].is_ai
    assert house.services.people.party.is_cup_match(match.session.record()), "it is still the cup's match"


def test_somebody_else_takes_the_device_over_in_a_match(house: Playhouse) -> None:
    match, seat = begun(house)
    by = replace(match.session.seats[seat], name="Mia")
    match.resume(TakeSeat(seat, by, agreed=True))
    chair = house.services.people.roster.chair("square")
    assert chair is not None and chair.name == "Mia"
    assert the_cup(house).stood_in_for("square") == ("@ren",)
    to = match.actions.leaving.ask_for(LeaveSeat(seat)).to
    assert callable(to)
    question = to()
    assert isinstance(question, Dialog)
    offered = {answer.label for answer in question.answers}
    names = {house.services.people.shown(entrant.name) for entrant in the_cup(house).entrants}
    assert not offered & names, "they have matches of their own"


def test_resigning_a_match_of_four_is_the_last_place_of_those_who_are_left(house: Playhouse) -> None:
    sit(house, 4)
    shown(house)
    KeyHand(house).say("Begin the cup")
    match = house.on_top(MatchScene)
    first, second = (seat.identity for seat in match.session.seats[:2])
    match.session.resign(0)
    match.session.resign(1)
    play_out(house)
    places = the_cup(house).stages[0].places
    assert (places[first], places[second]) == (4, 3)


# Kills


# An evening of eight without a cup


ROUNDS = [
    ["e2", "b5", "d9", "h5"],
    ["e3", "c3h", "c9", "h6"],
    ["e4", "c5", "g8v", "g6"],
    ["a1v", "c6", "b9", "g2h"],
    ["e5", "c7", "a9", "g7"],
    ["e6", "b7", "f3v", "h7"],
    ["e7", "b6", "b9", "h8"],
    ["e8", "h4v", "c9", "i8"],
    ["e9"],
]
"""The actions of a game for four, which the first seat wins."""

BIDDER = 2  # of the pads


def sit_down(house: Playhouse, pads: Sequence[PadHand]) -> None:
    """Six pads, a key and a finger take the eight chairs, from the menu."""
    pads[0].order(Kind.PREVIOUS)
    join = house.on_top(JoinScene)
    for hand in pads:
        hand.hit(Kind.CONFIRM)
    house.react(partial(posting.tap_key, pygame.K_f))
    TouchHand(house).point(join.places.all("chair")[7].center)
    devices = [chair.device for chair in house.services.people.roster.chairs]
    assert devices == [*(f"pad{number}" for number in range(1, 7)), "keyboard", "touch"]
    pads[0].order(Kind.PAUSE)
    house.on_top(MenuScene)


def play_robots(house: Playhouse, pads: list[RobotsPad]) -> None:
    """One chip decides: it is declared and shown by a pad, after another pad died and came back."""
    house.services.offers.remember(
        house.services.offers.table(ROBOTS).with_options(ROBOTS, {"players": 8, "chips_to_win": 1})
    )
    pads[3].press(tile(house, "robots"))
    seats = house.on_top(SetupScene).table.seats
    assert [seat.device for seat in seats] == [*(f"pad{number}" for number in range(1, 7)), "table", "table"]
    pads[3].say("Start")
    match = house.on_top(MatchScene)
    before = pads[4].pad.instance
    pads[4].pad.detach()
    house.be_heard()
    house.on_top(LostDeviceDialog)
    stranger = PadHand(house, (0x1234, 0x9999))
    assert [pad.number for pad in house.stage.devices.pads()] == [1, 2, 3, 4, 6, 7]
    pads[4] = RobotsPad(house, PLAYSTATION)
    house.be_heard()
    assert pads[4].pad.instance != before
    assert [pad.number for pad in house.stage.devices.pads()] == [1, 2, 3, 4, 5, 6, 7]
    assert house.top is match
    stranger.order(Kind.PAUSE)
    assert house.top is match
    route = shortest(match.session.state)
    assert route is not None
    for _ in range(8 - len(route)):
        pads[BIDDER].hit(Kind.DOWN)
    pads[BIDDER].hit(Kind.CONFIRM)
    assert match.session.steps[-1].seat == BIDDER
    assert match.session.steps[-1].action == Bid(len(route))
    for hand in pads:
        if hand is not pads[BIDDER]:
            hand.hit(Kind.SECONDARY)
    house.until(lambda: match.session.state.phase == "demonstrate", "the demonstration", seconds=70)
    house.rest()
    for move in route:
        pads[BIDDER].slide(move)
    house.read_result()
    assert match.session.outcome is not None and match.session.outcome.winners == (BIDDER,)
    pads[1].say("Menu")
    stranger.pad.detach()
    house.run(0.2)


def play_quoridor(house: Playhouse, pads: Sequence[PadHand]) -> None:
    """The first four play, the others wait."""
    menu = house.on_top(MenuScene)
    assert menu.sub_line("quoridor") == "4 play, 4 wait: winner stays"
    pads[5].press(tile(house, "quoridor"))
    pads[5].say("Start")
    match = house.on_top(MatchScene)
    assert [seat.device for seat in match.session.seats] == ["pad1", "pad2", "pad3", "pad4"]
    for moves in ROUNDS:
        for hand, action in zip(pads, moves, strict=False):
            hand.play(action)
    house.read_result()
    assert match.session.outcome is not None and match.session.outcome.winners == (0,)
    pads[2].say("Menu")


@pytest.mark.usefixtures("easy_board")
def test_an_evening_of_eight(house: Playhouse) -> None:
    house.boot()
    makes = (XBOX, XBOX, NINTENDO, XBOX, PLAYSTATION, XBOX)
    pads = [RobotsPad(house, make) for make in makes]
    sit_down(house, pads)
    play_robots(house, pads)
    assert QUORIDOR.seat_count(house.services.offers.table(QUORIDOR).options) == 4
    play_quoridor(house, pads)
    pads[0].order(Kind.PREVIOUS)
    pads[5].pad.press("b")
    house.run(HOLD_SECONDS + 0.3)
    pads[5].pad.release("b")
    assert len(house.services.people.roster.chairs) == 7
    names = [chair.name for chair in house.services.people.roster.chairs]
    for hand in pads:
        hand.pad.detach()
    house.close()
    again = Playhouse(agent=house.services.agent)
    try:
        again.boot()
        assert "Aoi" in again.on_top(Dialog).body
        KeyHand(again).say(again.stage.t("join.offer.yes"))
        again.on_top(JoinScene)
        assert [chair.name for chair in again.services.people.roster.chairs] == names
        nintendo = PadHand(again, NINTENDO)  # there is but one of its kind: it is known at once
        assert [pad.number for pad in again.stage.devices.pads()] == [3]
        xbox = PadHand(again)  # it may be anybody's of three: nothing is guessed
        assert chair_words(again.services.stage, again.services.people.roster.chairs[0], False) == "Press A on your pad"
        xbox.hit(Kind.CONFIRM)
        again.on_top(WhoseDialog)
        xbox.say("Aoi")
        assert [pad.number for pad in again.stage.devices.pads()] == [1, 3]
        nintendo.order(Kind.BACK)
        again.on_top(MenuScene)
    finally:
        again.close()

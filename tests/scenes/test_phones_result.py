"""The result on the phones: how everybody stands, what can come next, and the game as a file for whoever sits there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.agent_requests import plain_action
from game.core.record import record_from_json
from game.cup import Entrant, new_cup
from game.phones.protocol import Fetched, Press, Pressed
from game.phones.snapshot import Button
from game.registry import find
from game.session import Session
from game.table import default_table
from scenes.cup.cup_scene import CupScene
from scenes.join.join_scene import JoinScene
from scenes.kit.intents import KEYBOARD, Intent, Kind
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import READING_SECONDS, ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.phones.screens import NOTE_SECONDS
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import make_board
from tests.scenes.playhouse import Playhouse
from tests.scenes.test_phones import Evening

GAMES = ("quoridor", "coffee", "star", "robots")


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    return Evening(house)


def ended(evening: Evening, game: str, phones: int = 2) -> ResultScene:
    """The result of a game of `phones` that the first of two has given up, or that more have played to its end."""
    evening.desk.open()
    evening.join(*range(1, phones + 1))
    house, spec = evening.house, find(game)
    seats = tuple(chair.seat() for chair in house.services.roster.chairs)
    options = {**default_table(spec).options, **({"players": phones} if phones > 2 else {})}
    session = Session(spec, options, 7, seats, agent=house.services.agent, store=house.services.store)
    while phones > 2 and session.outcome is None:
        seat = session.actors()[0]
        session.submit(seat, plain_action(spec, session.state, seat))
    match = MatchScene(house.services, session, make_board(house.services, spec, session.options))
    house.show(match)
    if session.outcome is None:
        house.until(lambda: match.table.timeline.idle and bool(session.actors()), "the first turn")
        session.resign(0)
    house.until(lambda: isinstance(house.top, ResultScene), "the result")
    house.run(READING_SECONDS + 0.3)
    assert isinstance(house.top, ResultScene)
    return house.top


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_shows_its_result_and_gives_itself_away(evening: Evening, game: str) -> None:
    result = ended(evening, game)
    shown = evening.phones.shown(1)
    assert shown.hand == "result" and shown.record and shown.sentence == result.title
    assert [line.won for line in shown.scores] == [True, False]
    assert shown.scores[0].shape == result.session.seats[1].identity
    assert shown.scores[0].text == str(result.board.words.stock(result.session.state, 1).left) + " " + (
        result.board.words.stock(result.session.state, 1).unit
    )
    assert [(button.label, button.role) for button in shown.buttons] == [
        ("Rematch", "primary"),
        ("Review", "plain"),
        *([("Take back", "plain")] if result.session.decision_ply() is not None else []),
        ("New setup", "plain"),
        ("Menu", "plain"),
    ]
    evening.phones.fetch(2)
    evening.house.run(0.2)
    number, name, content = evening.phones.given[0]
    assert (number, name) == (2, f"kissaten-{game}-{evening.house.services.today}.json")
    assert record_from_json(content) == result.session.record()


def test_the_winner_of_four_stands_first_and_who_watches_has_neither_buttons_nor_the_game(evening: Evening) -> None:
    evening.phones.join(9, watching=True)
    result = ended(evening, "quoridor", phones=4)
    assert result.session.outcome is not None
    winner = result.session.seats[result.session.outcome.winners[0]]
    shown = evening.phones.shown(9)
    assert shown.hand == "result" and len(shown.scores) == 4
    assert shown.scores[0].won and shown.scores[0].shape == winner.identity
    assert shown.buttons == () and not shown.record
    evening.phones.fetch(9)
    evening.house.run(0.2)
    assert evening.phones.given == []


@pytest.mark.parametrize(("choice", "leads"), [(0, MatchScene), (2, SetupScene), (3, MenuScene)])
def test_a_choice_on_the_phone_leads_where_the_button_on_the_screen_does(
    evening: Evening, choice: int, leads: type
) -> None:
    result = ended(evening, "star")
    evening.press(2, f"choice{choice}")
    evening.house.be_heard()
    assert isinstance(evening.house.top, leads)
    if isinstance(evening.house.top, MatchScene):
        assert evening.house.top.session is not result.session


def test_a_review_comes_from_the_phone_and_back_again(evening: Evening) -> None:
    result = ended(evening, "quoridor")
    evening.press(1, "choice1")
    evening.house.be_heard()
    assert evening.house.top is not result and evening.phones.shown(1).hand == "pad"
    evening.press(1, "back")
    evening.house.be_heard()
    assert evening.house.top is result and evening.phones.shown(1).hand == "result"


def test_nobody_presses_past_a_result_that_has_not_been_read(evening: Evening) -> None:
    result = ended(evening, "star")
    result.age = 0.0
    evening.house.run(0.2)
    assert not any(button.enabled for button in evening.phones.shown(1).buttons)
    evening.phones.events.append(Pressed(1, Press(1, 0, "choice2")))
    evening.house.run(0.2)
    assert evening.house.top is result and len(evening.phones.refused) == 1


def test_a_choice_that_is_not_shown_is_refused(evening: Evening) -> None:
    result = ended(evening, "star")
    for button in ("choice4", "choice9"):
        evening.phones.events.append(Pressed(1, Press(1, 0, button)))
    evening.house.run(0.2)
    assert evening.house.top is result and len(evening.phones.refused) == 2


def test_a_digit_of_a_keyboard_chooses_nothing(evening: Evening) -> None:
    result = ended(evening, "star")
    evening.house.app.manager.intent(Intent(Kind.DIGIT, KEYBOARD, value=2))
    evening.house.be_heard()
    assert evening.house.top is result


def test_a_game_that_is_too_large_is_said_on_that_phone_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = ended(evening, "quoridor", phones=4)
    before = evening.phones.shown(1).helper
    monkeypatch.setattr("game.phones.process.MOST_RECORD", 100)
    evening.phones.fetch(1)
    evening.house.run(0.3)
    assert evening.phones.shown(1).helper == evening.house.stage.t("phones.large_record")
    assert evening.phones.shown(2).helper == before and evening.phones.given == []
    evening.house.run(NOTE_SECONDS)
    assert evening.phones.shown(1).helper == before and evening.house.top is result
    archived = evening.house.services.store.archive()
    assert [game.record.actions for game in archived] == [result.session.record().actions]


def test_a_game_that_has_left_the_screen_is_said_to_be_kept(evening: Evening) -> None:
    ended(evening, "star")
    evening.press(1, "choice3")
    evening.house.be_heard()
    evening.phones.fetch(2)
    evening.house.run(0.3)
    assert evening.phones.given == []
    assert evening.phones.shown(2).helper == evening.house.stage.t("phones.no_record")


def test_the_end_of_a_cup_shows_everybodys_points(evening: Evening) -> None:
    evening.desk.open()
    evening.join(1, 2)
    services = evening.house.services
    cup = new_cup([Entrant(chair.identity, chair.name) for chair in services.roster.people], services.games)
    first = cup.entrants[0].identity
    while (match := cup.next) is not None:
        cup = cup.begun("x").ended("x", {person: 2 - (person == first) for person in match.people})
    services.keep_cup(cup)
    evening.house.show(CupScene(services))
    evening.house.run(0.3)
    shown = evening.phones.shown(2)
    assert shown.hand == "result" and not shown.record
    assert [(line.won, line.text) for line in shown.scores] == [(True, "16 points"), (False, "8 points")]
    assert [button.label for button in shown.buttons] == ["New cup", "Menu"]
    evening.press(2, "choice1")
    evening.house.be_heard()
    assert isinstance(evening.house.top, MenuScene) and services.cup is None


def test_no_other_place_takes_a_choice(evening: Evening) -> None:
    evening.desk.open()
    evening.join(1)
    join = JoinScene(evening.house.services)
    evening.house.show(join)
    evening.house.run(0.3)
    known = evening.phones.known[1]
    known.shown = replace(evening.phones.shown(1), buttons=(Button("choice0", "x"),))
    evening.phones.events += [Pressed(1, Press(1, 0, "choice0")), Fetched(1)]
    evening.house.be_heard()
    assert evening.house.top is join

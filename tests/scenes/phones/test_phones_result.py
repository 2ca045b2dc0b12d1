"""The result on the phones: how everybody stands, what can come next, and the game as a file for whoever sits there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.record import SeatConfig, record_from_json, with_strength
from game.people.cup import Entrant, new_cup
from game.phones.messages import Fetch, PhoneMessage, Press
from game.phones.snapshot import PhoneButton
from scenes.cup.cup_scene import CupScene
from scenes.join.join_scene import JoinScene
from scenes.menu.menu_scene import MenuScene
from scenes.phones.pages import NOTE_SECONDS
from scenes.table.sayings import goodbye
from tests import make
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import result_of
from tools.catalogue.quoridor import WON

pytestmark = pytest.mark.usefixtures("four_games")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_every_game_shows_its_result_and_gives_itself_away(evening: Evening, game: str) -> None:
    result = evening.ended(game)
    shown = evening.shown(1)
    assert shown.hand == "result" and shown.record and shown.sentence == result.title
    assert [line.won for line in shown.scores] == [True, False]
    assert shown.scores[0].shape == result.session.seats[1].identity
    stock = result.board.words.seat(result.session.state, 1).stock
    assert shown.scores[0].text == stock.in_short
    taken_back = {"Take back": "plain"} if result.session.decision_ply() is not None else {}
    assert list(evening.labels(1).items()) == [
        ("Rematch", "primary"),
        *({"Review": "plain"} | taken_back | {"New setup": "plain", "Menu": "plain"}).items(),
    ]
    evening.phones.fetch(2)
    evening.house.run(0.2)
    number, name, content = evening.phones.given[0]
    assert (number, name) == (2, f"kissaten-{game}-{evening.house.services.today}.json")
    assert isinstance(content, str) and record_from_json(content) == result.session.record()


def test_the_winner_of_four_stands_first_and_who_watches_has_neither_buttons_nor_the_game(evening: Evening) -> None:
    evening.phones.join(9, watching=True)
    result = evening.ended("quoridor", players=4)
    shown = evening.shown(9)
    assert shown.hand == "result" and len(shown.scores) == 4
    assert shown.scores[0].won
    assert shown.scores[0].shape == result.session.seats[result.session.outcome.winners[0]].identity
    assert shown.buttons == () and not shown.record
    evening.phones.fetch(9)
    evening.house.run(0.2)
    assert evening.phones.given == []


def test_an_ai_comes_with_its_level_and_its_goodbye(evening: Evening) -> None:
    evening.open(1)
    services = evening.house.services
    (chair,) = services.people.roster.chairs
    rival = with_strength(SeatConfig("ai", name="@milk", identity="square"), 2.25)
    session = make.session("quoridor", chair.seat(), rival, actions=WON)
    result = result_of(evening.house, session)
    evening.show(result)
    evening.phones.known[1].language = "ja"
    evening.house.run(0.3)
    me, milk = evening.shown(1).scores
    assert "AI" not in me.text and milk.name == "ミルク" and milk.text.startswith("AI2.25 · ")
    with evening.house.stage.strings.in_language("ja"):
        said = goodbye(services, "quoridor", session.outcome, tuple(session.seats), session.seed)[1]
    assert said.startswith("ミルク「") and evening.shown(1).helper.endswith(said)


def test_a_game_that_is_too_large_is_said_on_that_phone_alone(evening: Evening) -> None:
    result = evening.ended("quoridor", players=4)
    before = evening.shown(1).helper
    evening.phones.most = 100
    evening.phones.fetch(1)
    evening.house.run(0.3)
    assert evening.shown(1).helper == evening.house.stage.t("phones.large_record")
    assert evening.shown(2).helper == before and evening.phones.given == []
    evening.house.run(NOTE_SECONDS)
    assert evening.shown(1).helper == before and evening.house.top is result
    archived = evening.house.services.store.archive()
    assert [game.record.actions for game in archived] == [result.session.record().actions]


def test_the_end_of_a_cup_shows_everybodys_points(evening: Evening) -> None:
    evening.open(1, 2)
    services = evening.house.services
    cup = new_cup(
        [Entrant(chair.identity, chair.name) for chair in services.people.roster.people], services.offers.games
    )
    first = cup.entrants[0].identity
    while (match := cup.next) is not None:
        cup = cup.begun("x").ended("x", {person: 2 - (person == first) for person in match.people})
    services.people.keep_cup(cup)
    evening.show(CupScene(services))
    shown = evening.shown(2)
    assert shown.hand == "result" and not shown.record
    assert [(line.won, line.text) for line in shown.scores] == [(True, "16 points"), (False, "8 points")]
    assert list(evening.labels(2)) == ["New cup", "Menu"]
    evening.press(2, "choice1")
    evening.house.be_heard()
    assert isinstance(evening.house.top, MenuScene) and services.people.cup is None


def test_no_other_place_takes_a_choice(evening: Evening) -> None:
    join = JoinScene(evening.house.services)
    evening.show(join, 1)
    evening.phones.known[1].shown = replace(evening.shown(1), buttons=(PhoneButton("choice0", "x"),))
    evening.phones.events += [PhoneMessage(1, Press(1, 0, "choice0")), PhoneMessage(1, Fetch())]
    evening.house.be_heard()
    assert evening.house.top is join

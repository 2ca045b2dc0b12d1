"""Whole games of Star from the menu to the result, each with one kind of device alone."""

from __future__ import annotations

import pytest

from game.star import SPEC
from game.star.state import OfferDraw
from game.startup import start_request
from scenes.kit.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.routing import first_scene
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, InstantAgent, Playhouse
from tests.scenes.star_hands import STAR_HANDS, StarKeys, StarMouse, star_match


@pytest.mark.parametrize("device", STAR_HANDS)
@pytest.mark.one_in(2)
def test_a_draw_is_offered_and_refused(open_house: OpenHouse, device: str) -> None:
    house = open_house(agent=InstantAgent(["@a2", "refuse"]))
    match = star_match(house, PERSON, ROBOT)
    hand = STAR_HANDS[device](house)
    hand.play("@b3")
    hand.put(OfferDraw())
    hand.say(house.stage.t("offer.send"))
    house.rest()
    assert [SPEC.rules.text(step.action) for step in match.session.steps] == ["@b3", "@a2", "draw?", "refuse"]
    assert match.controller.note == house.stage.t("star.declined", name="Ren")
    assert OfferDraw() not in match.session.legal(0)
    offered = [prompt.kind for prompt in match.board.words.prompts(match.session.state, match.hands.selection)]
    assert Kind.SECONDARY not in offered


def test_two_people_share_the_mouse(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL)
    hand = StarMouse(house)
    for text in ["@b3", "@a2", "*c3", "@c2", "@a1", "@c1", "a1-b1", "c2-b2", "@c2"]:
        hand.play(text)
    house.read_result()
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (0,)


def test_a_seat_that_is_stuck_resigns_with_two_presses(house: Playhouse) -> None:
    actions = ["@b3", "@a2", "@c2", "@c3", "@b1", "@b2", "c2-c1", "*a1", "b3-a3", "c3-c2"]
    match = star_match(house, PERSON, RIVAL, actions=actions)
    hand = StarKeys(house)
    assert match.words.content.helper == house.stage.t("star.stuck")
    hand.hit(Kind.CONFIRM)
    assert match.session.outcome is None
    assert match.words.content.helper == house.stage.t("star.resign_again")
    hand.hit(Kind.CONFIRM)
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (1,)
    assert SPEC.rules.text(match.session.steps[-1].action) == "resign"


def test_a_foul_that_loses_is_told_beside_the_board_and_in_the_result(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL, actions=["@b3", "@a2", "b3-b2", "@c2"], foul_guard=False)
    StarKeys(house).play("b2-b3")
    assert match.words.content.helper == house.stage.t("star.foul", name=match.board.context.names[0])
    house.read_result()
    result = house.on_top(ResultScene)
    assert result.body == house.stage.t("result.star.foul")


def test_a_rematch_of_another_setup_than_the_stored_one_keeps_options_and_seats(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL, actions=["@b3", "@a2", "b3-b2", "@c2"], foul_guard=False)
    stored = house.services.table(SPEC)
    assert {seat.identity for seat in stored.seats} == {seat.identity for seat in match.session.seats}
    hand = StarKeys(house)
    hand.play("b2-b3")
    house.read_result()
    hand.say("Rematch")
    again = house.on_top(MatchScene)
    assert again is not match
    assert again.session.options == match.session.options
    assert again.session.seats == match.session.seats


def test_a_game_begun_from_the_command_line_is_the_one_in_front_on_the_menu(house: Playhouse) -> None:
    house.app.manager.start(first_scene(house.services, start_request(SPEC, "human,ai:1", [], 1)))
    house.until(lambda: isinstance(house.top, MatchScene), "the match")
    assert house.services.last_game == SPEC.id

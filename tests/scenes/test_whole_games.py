"""Whole games from the first frame to the result and back to the menu, each with one kind of device alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.agents.process import WorkerAgent
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, Hand, KeyHand, tile
from tests.scenes.playhouse import PERSON, ROBOT, InstantAgent

# Walls of both kinds, a jump over the robot, and the goal.
MOVES = ["e2", "e3", "a6h", "e4", "a1v", "e6", "e7", "e8", "e9"]
ANSWERS = ["e8", "e7", "e6", "e5", "h1v", "e3h", "h3v", "f5h"]


@pytest.mark.parametrize("device", HANDS)
def test_one_person_plays_a_whole_game_with_one_device(open_house: OpenHouse, device: str) -> None:
    house = open_house(agent=InstantAgent(ANSWERS))
    hand: Hand = HANDS[device](house)
    house.boot()
    house.on_top(MenuScene)
    hand.press(tile(house, "quoridor"))
    house.on_top(SetupScene)
    hand.say("Start")
    match = house.on_top(MatchScene)
    for action in MOVES:
        hand.play(action)
    house.read_result()
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (0,)
    assert [step.seat for step in match.session.steps] == [i % 2 for i in range(len(MOVES) + len(ANSWERS))]
    hand.say("Menu")
    house.on_top(MenuScene)
    kept = house.services.last_result("quoridor")
    assert kept is not None
    assert kept.actions[::2] == tuple(MOVES)
    assert kept.actions[1::2] == tuple(ANSWERS)


def test_the_real_ai_answers_in_its_own_process_without_holding_up_a_frame(open_house: OpenHouse) -> None:
    agent = WorkerAgent()
    house = open_house(agent=agent)
    match = house.match(PERSON, replace(ROBOT, level=1))
    hand = KeyHand(house)
    for action in ("e2", "d3h"):
        played = match.session.ply
        hand.put(match.session.spec.rules.parse(action))
        house.until(lambda played=played: match.session.ply == played + 2, "the AI's move", wall=60.0)
        house.rest()
    assert [step.seat for step in match.session.steps] == [0, 1, 0, 1]
    assert match.hands.person == 0

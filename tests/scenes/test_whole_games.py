"""Whole games from the first frame to the result and back to the menu, each with one kind of device."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.agents.process import WorkerAgent
from game.command_line.startup import start_request
from game.core.rules import Outcome
from game.star import SPEC as STAR
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.routing import first_scene
from scenes.setup.setup_scene import SetupScene
from tests.games import GAMES
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand, tile
from tests.scenes.playhouse import PERSON, ROBOT, InstantAgent, Playhouse

ONE_DEVICE_EACH = [(game, list(GAMES[game].hands)[place]) for place, game in enumerate(GAMES)]


@pytest.mark.quick
@pytest.mark.usefixtures("fifth_game")
@pytest.mark.parametrize(("game", "device"), ONE_DEVICE_EACH)
def test_each_game_is_played_whole_with_a_device_of_its_own(open_house: OpenHouse, game: str, device: str) -> None:
    play_a_whole_game(open_house, game, device)


@pytest.mark.usefixtures("fifth_game")
@pytest.mark.parametrize(
    ("game", "device"),
    [(game, device) for game in GAMES for device in GAMES[game].hands if (game, device) not in ONE_DEVICE_EACH],
)
@pytest.mark.one_in(6)
def test_one_person_plays_a_whole_game_with_one_device(open_house: OpenHouse, game: str, device: str) -> None:
    play_a_whole_game(open_house, game, device)


def play_a_whole_game(open_house: OpenHouse, game: str, device: str) -> None:
    """Play from the first frame to the result and back to the menu. The other seat gives the answers of the game's
    file."""
    moves, answers = GAMES[game].moves.split(), GAMES[game].answers.split()
    house = open_house(agent=InstantAgent(answers))
    house.fps = 30
    hand = GAMES[game].hands[device](house)
    house.boot()
    hand.press(tile(house, game))
    house.on_top(SetupScene)
    hand.say("Start")
    match = house.on_top(MatchScene)
    for action in moves:
        hand.play(action)
    house.read_result()
    assert match.session.outcome == Outcome((0,), GAMES[game].reason)
    assert [step.seat for step in match.session.steps] == [i % 2 for i in range(len(moves) + len(answers))]
    hand.say("Menu")
    house.on_top(MenuScene)
    kept = house.services.offers.last_result(game)
    assert kept is not None
    assert kept.actions[::2] == tuple(moves)
    assert kept.actions[1::2] == tuple(answers)


@pytest.mark.quick
def test_the_real_ai_answers_in_its_own_process_without_holding_up_a_frame(open_house: OpenHouse) -> None:
    agent = WorkerAgent()
    house = open_house(agent=agent)
    match = house.match(PERSON, replace(ROBOT, level=1))
    hand = KeyHand(house)
    for action in ("e2", "d3h"):
        played = match.session.ply
        hand.put(match.session.spec.rules.parse(action))
        house.until(lambda played=played: match.session.ply == played + 2, "the AI's move")
        house.rest()
    assert [step.seat for step in match.session.steps] == [0, 1, 0, 1]
    assert match.input.person == 0


def test_a_game_begun_from_the_command_line_is_the_one_in_front_on_the_menu(house: Playhouse) -> None:
    house.app.manager.start(first_scene(house.services, start_request(STAR, "human,ai:1", [], 1)))
    house.until(lambda: isinstance(house.top, MatchScene), "the match")
    assert house.services.offers.last_game == STAR.id

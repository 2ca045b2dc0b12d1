"""Whole games from the first frame to the result and back to the menu, each with one kind of device. One-button
play: the same with one key, one button, one click or one tap."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.agents.process import WorkerAgent
from game.command_line.startup import start_request
from game.core.rules import Outcome
from game.match_setup import default_table
from game.registry import find
from game.star import SPEC as STAR
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.routing import first_scene
from scenes.setup.setup_scene import SetupScene
from tests.games import GAMES
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand, tile
from tests.scenes.one_switch import OneSwitch
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, InstantAgent, Playhouse
from tests.scenes.robots_play import route

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
    house.come_to(MatchScene)
    assert house.services.offers.last_game == STAR.id


SWITCHES = ("key", "pad", "click", "tap")
MOST_SECONDS = 40.0  # for the longest move of a game at the usual pace


def whole(game: str) -> tuple[list[str], list[str], str, dict[str, object]]:
    """Return what the person plays in a whole game, what the AI answers, how seat 0 wins, and the options."""
    if game in GAMES:
        found = GAMES[game]
        return found.moves.split(), found.answers.split(), found.reason, {}
    moves = [find(game).rules.text(move) for move in route()]  # the shortest game of robots: one chip, bid and shown
    return [f"bid {len(moves)}", "agree", *moves], [], "chips", {"chips_to_win": 1, "players": 2}


@pytest.mark.usefixtures("fifth_game", "easy_board")
@pytest.mark.parametrize(("game", "switch"), [(game, switch) for game in (*GAMES, "robots") for switch in SWITCHES])
@pytest.mark.one_in(16)
def test_a_whole_game_with_one_switch(open_house: OpenHouse, game: str, switch: str) -> None:
    moves, answers, reason, options = whole(game)
    house = open_house(agent=InstantAgent(answers))
    house.fps = 4
    table = default_table(find(game)).with_options(find(game), options)
    house.services.offers.remember(replace(table, seats=(PERSON, ROBOT)))
    house.services.settings.change(scan=True)
    house.boot()
    one = OneSwitch(house, switch)
    tile = house.on_top(MenuScene).tiles[game]
    one.take(tile.name)
    house.on_top(SetupScene)
    one.take("Start")
    match = house.on_top(MatchScene)
    waited = 0.0
    for move in moves:
        house.rest()
        before, since = match.session.ply, house.now
        one.take(move)
        waited = max(waited, house.now - since)
        assert match.session.ply > before
        assert match.session.spec.rules.text(match.session.steps[before].action) == move
    assert waited < MOST_SECONDS
    house.read_result()
    assert match.session.outcome == Outcome((0,), reason)
    one.take("Menu")
    house.on_top(MenuScene)


@pytest.mark.quick
@pytest.mark.usefixtures("fifth_game")
@pytest.mark.parametrize("size", [(1080, 1920)])
@pytest.mark.parametrize("game", [*GAMES, "robots"])
def test_a_move_in_an_upright_window(house: Playhouse, game: str) -> None:
    """Its bar has the buttons alone: what a mouse does on the board has no stop."""
    house.services.settings.change(scan=True)
    match = house.match(PERSON, RIVAL, game=game)
    OneSwitch(house, "key").press()
    house.run(1.0)
    assert house.on_top(MatchScene) is match
    assert [place.prompt.kind for place in match.bar.places()].count(None) == 0


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_presses_at_any_time_break_nothing_and_lead_everywhere(house: Playhouse, seed: int) -> None:
    house.fps = 4
    house.services.settings.change(scan=True, scan_pace=0.5)
    house.boot()
    one, chance, been = OneSwitch(house, "key"), Random(seed), set()
    for _ in range(400):
        house.run(chance.uniform(0.25, 3.0))
        one.press()
        been.add(type(house.top).__name__)
        house.services.settings.take(replace(house.services.settings.preferences, scan=True, scan_pace=0.5))
        house.app.manager.quitting = False
    assert house.app.scanner.is_active
    assert len(been) >= 6

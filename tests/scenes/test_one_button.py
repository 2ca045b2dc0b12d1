"""One-button play: whole games from the menu to the result with one key, one button, one click or one tap."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.core.rules import Outcome
from game.match_setup import default_table
from game.registry import find
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from tests.games import GAMES
from tests.scenes.conftest import OpenHouse
from tests.scenes.one_switch import OneSwitch
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, InstantAgent, Playhouse
from tests.scenes.robots_play import route

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
@pytest.mark.parametrize("game", [*GAMES, "robots"])
def test_a_move_in_an_upright_window(open_house: OpenHouse, game: str) -> None:
    """Its bar has the buttons alone: what a mouse does on the board has no stop."""
    house = open_house((1080, 1920))
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

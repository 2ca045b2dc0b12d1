"""AI seats at the robots' table, with their real thinking: they declare, agree and show; the look back knows more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.agents.worker import InlineAgent
from game.robots.state import Bid, Move
from tests.make import AOI, MIO, REN
from tests.scenes.conftest import OpenHouse
from tests.scenes.robots_play import begin, board_of, route

ROBOTS = tuple(replace(seat, kind="ai", level=5) for seat in (AOI, REN, MIO))


@pytest.mark.long
def test_ai_seats_play_a_whole_game_among_themselves(open_house: OpenHouse) -> None:
    house = open_house(agent=InlineAgent())
    match = begin(house, *ROBOTS, chips_to_win=2)
    house.until(lambda: board_of(match).memory.past is not None, "the end of a round", seconds=240)
    house.until(lambda: board_of(match).memory.best_from(0) is not None, "the shortest route", seconds=30)
    assert len(board_of(match).memory.best_from(0) or ()) <= len(route())
    house.until(lambda: match.session.outcome is not None, "the end", seconds=1200)
    played = {type(step.action) for step in match.session.steps}
    assert {Bid, Move} <= played
    house.read_result()


def test_an_ai_seat_declares_what_it_can_show(open_house: OpenHouse) -> None:
    house = open_house(agent=InlineAgent())
    match = begin(house, AOI, ROBOTS[1], chips_to_win=1)
    house.until(lambda: match.session.state.best is not None, "a number", seconds=120)
    assert match.session.state.best == len(route())
    assert board_of(match).drawing.is_animated

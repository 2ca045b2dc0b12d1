"""Robots through the real app: buzzers, what clips and films show at any frame rate, news, hints, AIs, a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.agents.agent import PlannedAction, SeatPlan, Thought
from game.agents.worker import InlineAgent
from game.core.options import resolve
from game.core.rules import OptionError
from game.registry import find
from game.robots.board import COLOURS, xy
from game.robots.state import Bid, Move, RobotSlid
from scenes.match.starting import rematch
from scenes.robots import phrases
from scenes.robots.bidding.bid_queue import BidQueue, Refusal
from scenes.robots.bidding.entering import BUZZER_KEYS, BUZZERS
from tests import make
from tests.make import AOI, MIO, REN, ai
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, InstantAgent, Playhouse
from tests.scenes.robots_play import begin, board_of, route, tap_key, type_number


class Ready(InstantAgent):
    """Plans to declare 12 one second after it was asked."""

    def poll(self) -> Thought | None:
        thought = super().poll()
        return thought and replace(thought, plan=SeatPlan((PlannedAction(1.0, "bid 12"),)))


def test_a_one_is_refused_for_what_it_is(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9",))
    t, state = house.stage.t, match.session.state
    for action, why in ((Bid(1), t("robots.status.too_low")), (Bid(9), t("robots.status.must_fall", number=9))):
        queue = BidQueue({}, refusal=Refusal(0, action))
        assert phrases.status(t, state, 0, queue) == ("number", str(action.number), why)


def test_a_buzzer_that_is_taken_is_exchanged(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    board_of(match).seating.rebind(0, pygame.K_o)
    assert board_of(match).seating.buzzers[:2] == (pygame.K_o, pygame.K_q)
    assert house.services.store.get("robots.buzzers")[:2] == [pygame.K_o, pygame.K_q]


def test_a_buzzer_of_old_that_would_pause_is_another_key(house: Playhouse) -> None:
    house.services.store.set("robots.buzzers", [pygame.K_q, pygame.K_p, *BUZZERS[2:]])
    assert house.services.settings.of_games[BUZZER_KEYS] == BUZZERS


@pytest.mark.parametrize("kept", [[], [[1]] * 8, ["q"] * 8, [1] * 8, list("abcdefgh"), "qpzm"])
def test_damaged_buzzers_are_the_usual_ones(house: Playhouse, kept: object) -> None:
    house.services.store.set("robots.buzzers", kept)
    assert house.services.settings.of_games[BUZZER_KEYS] == BUZZERS


def test_drawing_and_animating_change_nothing(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    board = board_of(match)
    match.controller.submit(0, route()[0])
    step = match.session.steps[-1]
    way = board.latest.journey_of(step)
    clips = [board.drawing.animate(step) for _ in range(2)]
    house.frame()
    assert board.latest.journey_of(step) is way
    assert clips[0].sample(0.1) == clips[1].sample(0.1)


@pytest.mark.parametrize("rate", [30, 60, 144])
@pytest.mark.one_in(3)
def test_a_demonstration_is_the_same_at_every_frame_rate(
    house: Playhouse, rate: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is heard, in its order, and where everything stands at the end."""
    match = begin(house, AOI, REN, actions=("0:bid 9", "1:bid 9", "0:agree", "1:agree"), chips_to_win=2)
    house.fps = rate
    heard: list[str] = []
    monkeypatch.setattr(match.table.timeline, "on_cue", lambda name, *, pitch: heard.append(name))
    for move in route():
        match.controller.submit(0, move)
        house.until(lambda: match.table.timeline.is_idle, "rest")
    expected = []
    for step in match.session.steps[-len(route()) :]:
        slid = next(event for event in step.events if isinstance(event, RobotSlid))
        expected += ["slide", *("bounce" for leg in slid.legs if leg.end == "reflector")]
    assert heard == [*expected, "chip", "chip"]
    state = match.session.state
    assert state.chips == (1, 0)
    assert match.table.snapshot(1.0).placements == board_of(match).drawing.pieces(state)


def test_a_move_counts_from_the_start_of_its_slide(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    house.fps = 60
    move = route()[0]
    match.controller.submit(0, move)
    house.frame()
    t = house.stage.t
    assert match.table.shown.moves == ()
    assert match.words.content.helper.endswith(phrases.move(t, 1, move.colour, move.heading))
    assert len(board_of(match).latest.counted(match.table.shown).moves) == 1
    house.run(2.0)
    assert board_of(match).latest.counted(match.table.shown) is match.table.shown


def test_an_ai_waits_for_a_number_that_was_begun_before(open_house: OpenHouse) -> None:
    house = open_house(agent=Ready())
    match = begin(house, AOI, REN, ai(1, MIO))
    tap_key(house, BUZZERS[0])
    house.run(1.5)
    assert match.session.state.bids == ()
    type_number(house, 12)
    house.run(0.2)
    assert match.session.state.bids == ((0, 12), (2, 12))


ROBOTS = find("robots")


def test_a_rematch_is_on_a_board_on_which_they_may_begin(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not on one of chance, where one of them would stand on a mark."""
    start = ROBOTS.rules.start(resolve(ROBOTS.options, {}), 7)
    placement = {colour: list(xy(cell)) for colour, cell in zip(COLOURS, start.robots, strict=True)}
    record = make.session("robots", PERSON, RIVAL, seed=7, placement=placement).record()
    barred = next(seed for seed in range(8, 1000) if not fits(record.options, seed))
    monkeypatch.setattr(type(house.services), "fresh_seed", lambda services: barred)
    assert rematch(house.services, record).session.record().seed == 7


def fits(options: Mapping[str, Any], seed: int) -> bool:
    """Whether the robots may stand where they are on the board of this seed."""
    try:
        ROBOTS.rules.start(options, seed)
    except OptionError:
        return False
    return True


AIS = tuple(replace(seat, kind="ai", level=5) for seat in (AOI, REN, MIO))


@pytest.mark.long
def test_ai_seats_play_a_whole_game_among_themselves(open_house: OpenHouse) -> None:
    house = open_house(agent=InlineAgent())
    match = begin(house, *AIS, chips_to_win=2)
    house.until(lambda: board_of(match).memory.past is not None, "the end of a round", seconds=240)
    house.until(lambda: board_of(match).memory.best_from(0) is not None, "the shortest route", seconds=30)
    assert len(board_of(match).memory.best_from(0) or ()) <= len(route())
    house.until(lambda: match.session.outcome is not None, "the end", seconds=1200)
    played = {type(step.action) for step in match.session.steps}
    assert {Bid, Move} <= played
    house.read_result()


def test_an_ai_seat_declares_what_it_can_show(open_house: OpenHouse) -> None:
    house = open_house(agent=InlineAgent())
    match = begin(house, AOI, AIS[1], chips_to_win=1)
    house.until(lambda: match.session.state.best is not None, "a number", seconds=120)
    assert match.session.state.best == len(route())
    assert board_of(match).drawing.is_animated

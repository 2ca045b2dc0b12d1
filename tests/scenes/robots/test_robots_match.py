"""Robots through the real app: buzzers that are kept, what clips and films show at any frame rate, news, hints."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.agents.agent import PlannedAction, SeatPlan, Thought
from game.robots.state import Bid, RobotSlid
from scenes.robots import phrases
from scenes.robots.bidding.bid_queue import BidQueue, Refusal
from scenes.robots.bidding.entering import BUZZER_KEYS, BUZZERS
from tests.make import AOI, MIO, REN, ai
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import InstantAgent, Playhouse
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

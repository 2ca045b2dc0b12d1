"""Plans of a real AI where several act at once, in virtual time, and where it has to be silent. What becomes of any
plan, clocks and rounds: session_stories.txt."""

from __future__ import annotations

import pytest

from game.agents.agent import Job
from game.agents.worker import InlineAgent
from game.core.record import SeatConfig
from game.core.rules import Outcome
from game.robots import SPEC
from game.robots import SPEC as ROBOTS
from game.robots.state import Arrived, ChipWon
from game.session.session import Session
from tests import make

pytestmark = pytest.mark.quick

HUMAN = SeatConfig()
AI = SeatConfig("ai", 5)


def robots(agent, *seats, **options):
    return Session(ROBOTS, {"players": len(seats), **options}, 1, seats, agent=agent, min_think=0.5)


def live(session, seconds, step=0.25):
    """Let time pass; the actions of that time in notation, each with its time."""
    done = []
    for number in range(round(seconds / step)):
        while played := session.tick(True):
            done.append((number * step, f"{played.seat}:{session.spec.rules.text(played.action)}"))
        session.advance(step)
    return done


def test_a_real_brain_wins_with_the_route_it_declared_and_a_review_finds_one_as_short():
    session = robots(InlineAgent(), AI, HUMAN, chips_to_win=1)
    live(session, 60)
    session.submit(1, ROBOTS.rules.parse("agree"))
    live(session, 20)
    assert session.outcome == Outcome((0,), "chips")
    last = session.steps[-1]
    number = last.before.lowest_of(0)
    assert any(isinstance(event, Arrived) and event.moves == number for step in session.steps for event in step.events)
    assert any(isinstance(event, ChipWon) for event in last.events)
    session.analysis.request_review(last.ply)
    live(session, 0.5)
    review = session.analysis.poll_review()
    assert len(review.pv) == number and review.error == ""
    assert session.analysis.poll_review() is None


@pytest.mark.one_in(2)
@pytest.mark.parametrize("kind", ["plan", "review", "theory"])
def test_a_game_that_lacks_it_says_so(kind):
    agent = InlineAgent()
    agent.request(Job(kind, make.record("quoridor", HUMAN, HUMAN).to_json(), 0, 1, 0, 0, 0))
    assert f"this game has no {kind}" in agent.poll().error


def test_an_ai_keeps_silent_and_then_speaks():
    seats = [SeatConfig("ai", 5), SeatConfig()]
    session = Session(SPEC, {"players": 2, "silence": [40, 0]}, 4, seats, agent=InlineAgent())
    for _ in range(60):
        session.advance(1.0)
        session.tick(idle=True)
    actions = session.record().actions
    assert actions[0] == "clock:speak" and actions[1].startswith("0:bid")
    assert session.record().times[0] == 40_000

"""Hyper Robots in a session: practice, and an AI that has to be silent. Clocks and rounds: session_stories.txt."""

from __future__ import annotations

from game.agents.inline import InlineAgent
from game.core.record import SeatConfig
from game.robots import SPEC
from game.session import Session


def test_practice_is_taken_back_to_its_beginning_and_has_no_clock():
    session = Session(SPEC, {"players": 1}, 4, [SeatConfig()])
    begun = session.state
    for _ in range(5):
        session.submit(0, session.legal(0)[0])
    assert session.clock is None
    while session.can_undo():
        assert len(session.undo()) == 1
    assert session.state == begun
    assert session.record().actions == ()


def test_an_ai_keeps_silent_and_then_speaks():
    seats = [SeatConfig("ai", 5), SeatConfig()]
    session = Session(SPEC, {"players": 2, "silence": [40, 0]}, 4, seats, agent=InlineAgent())
    for _ in range(60):
        session.advance(1.0)
        session.tick(idle=True)
    actions = session.record().actions
    assert actions[0] == "clock:speak" and actions[1].startswith("0:bid")
    assert session.record().times[0] == 40_000

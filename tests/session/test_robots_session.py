"""An AI of Hyper Robots that has to be silent, in a session. Practice, clocks and rounds: session_stories.txt."""

from __future__ import annotations

import pytest

from game.agents.worker import InlineAgent
from game.core.record import SeatConfig
from game.robots import SPEC
from game.session.session import Session

pytestmark = pytest.mark.quick


def test_an_ai_keeps_silent_and_then_speaks():
    seats = [SeatConfig("ai", 5), SeatConfig()]
    session = Session(SPEC, {"players": 2, "silence": [40, 0]}, 4, seats, agent=InlineAgent())
    for _ in range(60):
        session.advance(1.0)
        session.tick(idle=True)
    actions = session.record().actions
    assert actions[0] == "clock:speak" and actions[1].startswith("0:bid")
    assert session.record().times[0] == 40_000

"""Quoridor in a session: the plain moves that keep a game going when the AI's process fails."""

from game.core.record import SeatConfig
from game.registry import find
from game.session import Session

AI = SeatConfig("ai", 5)


def test_without_thinking_both_walk_their_shortest_way():
    session = Session(find("quoridor"), {}, 0, (AI, AI), min_think=0)
    while session.outcome is None and session.ply < 40:
        session.tick(True)
    assert session.record().actions[:4] == ("e2", "e8", "e3", "e7")
    assert session.outcome.reason == "goal"
    assert session.ply <= 17


def test_four_players_too():
    session = Session(find("quoridor"), {"players": 4}, 0, (AI,) * 4, min_think=0)
    while session.outcome is None and session.ply < 80:
        session.tick(True)
    assert session.outcome.reason == "goal"

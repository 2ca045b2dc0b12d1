"""Star with the first move for the second seat: the same game with the seats exchanged."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from game.core.rules import Outcome
from game.engine_mode.engine import handle
from game.star import rules
from tests.make import state


def ask(command: str, *actions: str, first: int, **request: Any) -> dict[str, Any]:
    return handle(
        json.dumps({"cmd": command, "game": "star", "options": {"first": first}, "actions": actions} | request)
    )


def exchanged(outcome: Outcome | None) -> Outcome | None:
    return outcome and Outcome(tuple(1 - seat for seat in outcome.winners), outcome.reason)


@pytest.mark.parametrize("fouls", ["takeback", "literal", "none"])
@pytest.mark.parametrize("guard", [True, False])
def test_it_is_the_same_game_with_the_seats_exchanged(fouls: str, guard: bool) -> None:
    """Fouls, offers, repetitions and ends come at the same plies, for the other seat."""
    for seed in range(12):
        random = Random(seed)
        ours, theirs = (state("star", fouls=fouls, foul_guard=guard, first=seat) for seat in (0, 1))
        for _ in range(120):
            assert theirs.mover == 1 - ours.mover
            assert rules.outcome(theirs) == exchanged(rules.outcome(ours))
            assert rules.barred_actions(theirs) == rules.barred_actions(ours)
            if rules.outcome(ours):
                break
            (seat,) = rules.actors(ours)
            assert rules.actors(theirs) == (1 - seat,)
            legal = rules.legal(ours, seat)
            assert rules.legal(theirs, 1 - seat) == legal
            action = random.choice([action for action in legal if rules.text(action) != "resign"] or legal)
            ours, theirs = rules.apply(ours, seat, action)[0], rules.apply(theirs, 1 - seat, action)[0]


def test_the_theory_speaks_for_whoever_moves() -> None:
    start, other = (ask("theory", first=first) for first in (0, 1))
    assert start == other and (start["value"], start["distance"]) == ("win", 29)
    assert ask("theory", "@b2", first=1) == ask("theory", "@b2", first=0)

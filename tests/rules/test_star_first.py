"""Star with the first move for the second seat: the same game with the seats exchanged."""

import json
from random import Random

import pytest

from game.core.options import resolve
from game.core.record import Record, replay
from game.core.rules import Outcome
from game.engine import handle
from game.star import SPEC, rules


def ask(command, **request):
    return handle(json.dumps({"cmd": command, "game": "star", **request}))


def exchanged(outcome):
    return outcome and Outcome(tuple(1 - seat for seat in outcome.winners), outcome.reason)


def test_the_second_seat_begins():
    answer = ask("state", options={"first": 1})
    assert answer["actors"] == [1] and list(answer["legal"]) == ["1"]
    assert answer["legal"]["1"] == ask("state")["legal"]["0"]
    answer = ask("state", options={"first": 1}, actions=["@b3"])
    assert answer["actors"] == [0] and answer["details"]["board"] == "*x......."
    assert answer["details"]["hands"] == [3, 2]


@pytest.mark.parametrize(("first", "type_"), [(2, "not one of"), (-1, "not one of"), (True, "not a whole number")])
def test_nobody_else_can(first, type_):
    answer = ask("state", options={"first": first})
    assert answer["error"] == "bad_options" and "'first'" in answer["message"]


@pytest.mark.parametrize("fouls", ["takeback", "literal", "none"])
@pytest.mark.parametrize("guard", [True, False])
def test_it_is_the_same_game_with_the_seats_exchanged(fouls, guard):
    """Fouls, offers, repetitions and ends come at the same plies, for the other seat."""
    for seed in range(12):
        random = Random(seed)
        states = [
            rules.start(resolve(SPEC.options, {"fouls": fouls, "foul_guard": guard, "first": seat}), 0)
            for seat in (0, 1)
        ]
        for _ in range(120):
            ours, theirs = states
            assert theirs.mover == 1 - ours.mover
            assert rules.outcome(theirs) == exchanged(rules.outcome(ours))
            assert rules.barred(theirs) == rules.barred(ours)
            if rules.outcome(ours):
                break
            (seat,) = rules.actors(ours)
            assert rules.actors(theirs) == (1 - seat,)
            legal = rules.legal(ours, seat)
            assert rules.legal(theirs, 1 - seat) == legal
            action = random.choice([action for action in legal if rules.text(action) != "resign"] or legal)
            states = [rules.apply(ours, seat, action)[0], rules.apply(theirs, 1 - seat, action)[0]]


def test_the_theory_speaks_for_whoever_moves():
    start, other = ask("theory"), ask("theory", options={"first": 1})
    assert (start["value"], start["distance"]) == ("win", 29)
    assert other == start
    assert ask("theory", options={"first": 1}, actions=["@b2"]) == ask("theory", actions=["@b2"])


@pytest.mark.parametrize("level", range(1, 6))
def test_every_level_plays_from_either_side(level):
    for actions in ([], ["@b3"]):
        answer = ask("choose", options={"first": 1}, actions=actions, level=level)
        (legal,) = ask("state", options={"first": 1}, actions=actions)["legal"].values()
        assert answer["action"] in legal


def test_the_best_level_wins_as_the_one_that_begins():
    options = {"first": 1}
    actions: list[str] = []
    while not (state := ask("state", options=options, actions=actions))["outcome"]:
        (seat,) = state["actors"]
        actions.append(ask("choose", options=options, actions=actions, level=5 if seat == 1 else 2)["action"])
    assert state["outcome"]["winners"] == [1]


def test_perft_does_not_care():
    assert ask("perft", options={"first": 1}, depth=3)["nodes"] == ask("perft", depth=3)["nodes"]


def test_a_record_of_an_earlier_version_begins_with_the_first_seat():
    record = Record("star", {"star": "a3", "fouls": "takeback", "foul_guard": True}, 0, ("@b3",))
    steps = replay(SPEC, resolve(SPEC.options, record.options), 0, record.actions).steps
    assert steps[0].seat == 0

"""What puzzles claim, proven anew from the data alone, where the game's own theory does; `lab` proves the others."""

from __future__ import annotations

from typing import Any

from game.coffee.search import CoffeeBrain
from game.core.options import resolve
from game.core.record import replay
from game.registry import find
from game.star.solver import action_verdicts, table_of

RANK = {"win": 1, "draw": 0, "loss": -1}


def position(puzzle):
    """The game of a puzzle, and its position."""
    spec = find(puzzle.game)
    assert resolve(spec.options, puzzle.options) == puzzle.options
    return spec, replay(spec, dict(puzzle.options), puzzle.seed, puzzle.actions).state


def after(spec, state, text):
    """The position after an action; it must be legal."""
    (seat,) = spec.rules.actors(state)
    action = spec.rules.parse(text)
    assert action in spec.rules.legal(state, seat)
    return spec.rules.apply(state, seat, action)[0]


def steps(puzzle):
    """Of each of the solver's moves the position, the key, the replies and the rival's answer to the key ("": none)."""
    spec, state = position(puzzle)
    for number, key in enumerate(puzzle.keys):
        answer = puzzle.line[2 * number + 1] if 2 * number + 1 < len(puzzle.line) else ""
        yield spec, state, key, puzzle.replies[number], answer
        state = after(spec, state, key)
        state = after(spec, state, answer) if answer else state


def prove_star(puzzle, thorough):
    """The table has the key as the only action that wins, or does not lose; replies and defences are the best."""
    for number, (spec, state, key, replies, answer) in enumerate(steps(puzzle)):
        table = table_of(state.fouls)
        found = {spec.rules.text(action): verdict for action, verdict in action_verdicts(state, table).items()}
        value = "win" if puzzle.task == "win" else "draw"
        assert [text for text, verdict in found.items() if RANK[verdict.value] >= RANK[value]] == [key]
        assert found[key].value == value
        if number == 0:
            assert puzzle.plies == found[key].distance
        for wrong in found.keys() - {key}:
            assert_best(spec, after(spec, state, wrong), replies[wrong], table)
        if answer:
            assert_best(spec, after(spec, state, key), answer, table)


def assert_best(spec, state, reply, table):
    """`reply` is as good as any: the soonest win, or a draw, or the latest loss."""
    if not reply:
        assert state.result is not None or not action_verdicts(state, table)
        return
    worth = {
        spec.rules.text(action): (RANK[verdict.value], -(verdict.distance or 0) * RANK[verdict.value])
        for action, verdict in action_verdicts(state, table).items()
    }
    assert worth[reply] == max(worth.values())


def prove_coffee(puzzle, thorough):
    """By a search of all that can follow the key alone wins, and the replies and defences last as they should."""
    theory: Any = CoffeeBrain().theory
    for number, (spec, state, key, replies, answer) in enumerate(steps(puzzle)):
        found = {text: tuple(verdict) for text, verdict in theory(state, None)["after"].items()}
        assert [text for text, (value, _) in found.items() if value != "loss"] == [key]
        value, plies = found[key]
        assert value == "win" and (number > 0 or plies == puzzle.plies)
        for wrong, (_, distance) in found.items() if thorough else list(found.items())[:4]:
            if wrong == key:
                continue
            then = after(spec, state, wrong)
            if then.winner is None:  # the reply wins soonest: as soon as this action loses
                then = after(spec, then, replies[wrong])
                assert theory(then, None)["distance"] == distance - 2
        if answer:
            assert theory(after(spec, after(spec, state, key), answer), None)["distance"] == plies - 2


PROOFS = {"coffee": prove_coffee, "star": prove_star}

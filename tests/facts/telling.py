"""What is told of actions, in stories and in random games."""

from __future__ import annotations

from random import Random
from typing import Any

from game.core.options import resolve
from game.core.review import Fact
from game.core.rules import Rules, Seat, Step
from game.core.spec import GameSpec
from game.registry import facts_of


def step_of(rules: Rules[Any, Any, Any], state: Any, text: str) -> Step[Any, Any, Any]:
    """The step that the action with this text is, by the first seat that may act."""
    return _step(rules, state, rules.actors(state)[0], rules.parse(text))


def _step(rules: Rules[Any, Any, Any], state: Any, seat: Seat, action: Any) -> Step[Any, Any, Any]:
    after, events = rules.apply(state, seat, action)
    return Step(0, state, seat, action, after, events)


def told(spec: GameSpec, state: Any, seat: Seat, action: Any, optimum: int | None = None) -> dict[str, Fact]:
    """What is told of an action, by kind, the most telling first."""
    found = facts_of(spec, _step(spec.rules, state, seat, action), optimum)
    kinds = [fact.kind for fact in found]
    assert len(set(kinds)) == len(kinds)
    return dict(zip(kinds, found, strict=True))


def random_game(spec: GameSpec, seed: int, plies: int, **options: Any) -> list[Step[Any, Any, Any]]:
    """The steps of a game in which every actor acts by chance, and talks (of draws, say) only where it must."""
    random = Random(f"{spec.id}/{seed}")
    rules = spec.rules
    state = rules.start(resolve(spec.options, options), seed)
    steps: list[Step[Any, Any, Any]] = []
    while rules.actors(state) and len(steps) < plies:
        seat = random.choice(rules.actors(state))
        legal = rules.legal(state, seat)
        action = random.choice([action for action in legal if spec.play.is_move(action)] or legal)
        after, events = rules.apply(state, seat, action)
        steps.append(Step(len(steps), state, seat, action, after, events))
        state = after
    return steps


def texts_of(spec: GameSpec, steps: list[Step[Any, Any, Any]]) -> tuple[str, ...]:
    """Their actions in the game's notation."""
    return tuple(spec.rules.text(step.action) for step in steps)

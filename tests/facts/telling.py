"""What is told of actions, in stories and in random games. How a story is read: tests/rules/stories.py."""

from __future__ import annotations

from random import Random
from typing import Any

from game.core.options import resolve
from game.core.review import Fact
from game.core.rules import Rules, Seat, Step
from game.core.spec import GameSpec
from game.registry import facts_of
from tests.rules.stories import Teller, said


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


class FactsTeller(Teller):
    """A game's teller that knows besides what is told of an action; made a part of the class beside the game's own."""

    def ask_told(self, text: str) -> str:
        """All that is told of an action, a line for each fact: its kind, its seats, what goes with it.

        "least N" behind the action is what a search has found: N actions are enough.
        """
        text, _, least = text.partition(" least ")
        found = told(self.spec, self.state, *self.action(text), optimum=int(least) if least else None)
        return "\n".join(map(self.fact, found.values()))

    def fact(self, fact: Fact) -> str:
        """A fact as stories have it."""
        cells = {name: [self.cell(cell) for cell in places] for name, places in fact.cells.items()}
        parts = [said(part) for part in ({**fact.numbers, **fact.words}, cells) if part]
        return said([fact.kind, *fact.seats]) + (f": {', '.join(parts)}" if parts else "")


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

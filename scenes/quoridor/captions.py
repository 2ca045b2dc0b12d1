"""What is told of a step of Quoridor, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.core.facts import Fact

COUNTED: Mapping[str, str] = {
    "detours": "left",
    "jump_gains": "gain",
    "keeps": "left",
    "nears": "left",
    "wall_backfires": "own_cost",
    "wall_costs": "cost",
    "wall_costs_alike": "cost",
    "wall_costs_both": "cost",
    "wall_costs_own": "own_cost",
}
"""By kind the number that its sentence depends on."""
PLAIN = frozenset({"detours", "jump", "keeps", "nears", "passed", "wall_costs_nobody"})
"""The kinds of facts that say what was done, and not why it matters."""


def sentence(t: Callable[..., str], fact: Fact, names: Sequence[str]) -> str:
    """The sentence for `fact`, by a stage's or a language's `t`; `names` go by seat."""
    name, other = [*(names[seat] for seat in fact.seats), "", ""][:2]
    numbers = fact.numbers
    count = numbers.get(COUNTED.get(fact.kind, ""), 0)
    least = min(numbers.get("cost", 0), numbers.get("own_cost", 0))
    return t(f"quoridor.fact.{fact.kind}", name=name, other=other, count=count, own=least)

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


def reason(t: Callable[..., str], fact: Fact, names: Sequence[str]) -> str:
    """The sentence for a merit or a fault of `game.quoridor.reasons`; its words are actions as they are written."""
    name, other = [*(names[seat] for seat in fact.seats), "", ""][:2]
    values = {("rest" if key == "other" else key): number for key, number in fact.numbers.items()}
    return t(f"quoridor.reason.{fact.kind}", **{"count": 0, **values, **fact.words, "name": name, "other": other})

"""What is told of a step of Coffee, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.core.facts import Fact

COUNTED: Mapping[str, str] = {
    "fork": "count",
    "offers": "count",
    "open_row": "length",
    "row": "length",
}
"""By kind the number that its sentence depends on."""
PLAIN = frozenset({"offers", "swapped"})
"""The kinds of facts that say what was done, and not why it matters."""


def sentence(t: Callable[..., str], fact: Fact, names: Sequence[str]) -> str:
    """The sentence for `fact`, by a stage's or a language's `t`; `names` go by seat."""
    name, other = [*(names[seat] for seat in fact.seats), "", ""][:2]
    count = fact.numbers.get(COUNTED.get(fact.kind, ""), 0)
    return t(f"coffee.fact.{fact.kind}", name=name, other=other, count=count, n=fact.numbers.get("n", 0))


def reason(t: Callable[..., str], fact: Fact, names: Sequence[str]) -> str:
    """The sentence for a merit or a fault of `game.coffee.reasons`; its words are actions as they are written."""
    name, other = [*(names[seat] for seat in fact.seats), "", ""][:2]
    values = {("rest" if key == "other" else key): number for key, number in fact.numbers.items()}
    return t(f"coffee.reason.{fact.kind}", **{"count": 0, **values, **fact.words, "name": name, "other": other})

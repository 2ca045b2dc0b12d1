"""What is told of a step of Star, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.core.facts import Fact

COUNTED: Mapping[str, str] = {
    "loses": "moves",
    "wins": "moves",
}
"""By kind the number that its sentence depends on."""
PLAIN = frozenset({"agreed", "offered", "placed", "refused", "slid", "star_jumped"})
"""The kinds of facts that say what was done, and not why it matters."""


def sentence(t: Callable[..., str], fact: Fact, names: Sequence[str]) -> str:
    """The sentence for `fact`, by a stage's or a language's `t`; `names` go by seat."""
    name, other = [*(names[seat] for seat in fact.seats), "", ""][:2]
    count = fact.numbers.get(COUNTED.get(fact.kind, ""), 0)
    return t(f"star.fact.{fact.kind}", name=name, other=other, count=count)


def reason(t: Callable[..., str], fact: Fact, names: Sequence[str]) -> str:
    """The sentence for a merit or a fault of `game.star.reasons`; its words are actions as they are written."""
    name, other = [*(names[seat] for seat in fact.seats), "", ""][:2]
    values = {("rest" if key == "other" else key): number for key, number in fact.numbers.items()}
    return t(f"star.reason.{fact.kind}", **{"count": 0, **values, **fact.words, "name": name, "other": other})

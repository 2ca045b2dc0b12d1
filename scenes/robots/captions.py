"""What is told of a step of Hyper Robots, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.core.facts import Fact

COUNTED: Mapping[str, str] = {
    "bid_lower": "by",
    "game_won": "chips",
    "route_longer": "longer",
    "route_reflectors": "count",
    "turned": "count",
}
"""By kind the number that its sentence depends on."""


def sentence(t: Callable[..., str], fact: Fact, names: Sequence[str]) -> str:
    """The sentence for `fact`, by a stage's or a language's `t`; `names` go by seat."""
    numbers, words = dict(fact.numbers), fact.words
    numbers["count"] = numbers.get(COUNTED.get(fact.kind, ""), 0)
    name = names[fact.seats[0]] if fact.seats else ""
    robot = words.get("robot", words.get("colour", ""))
    colours = {
        which: t(f"robots.colour.{colour}")
        for which, colour in (("robot", robot), ("blocker", words.get("blocker", "")))
        if colour not in ("", "any")
    }
    return t(f"robots.fact.{fact.kind}", name=name, **numbers, **colours)

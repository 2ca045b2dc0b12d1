"""Sentences about a step of Hyper Robots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.core.review import Fact
from game.core.rules import AnyStep, Seat
from game.review.explaining import ExplainedPoint
from game.robots.looking_back import moves_of
from game.robots.state import State
from scenes.robots import phrases
from scenes.table.loading import MissedWords

COUNTED: Mapping[str, str] = {
    "bid_lower": "by",
    "game_won": "chips",
    "route_longer": "longer",
    "route_reflectors": "count",
    "turned": "count",
}
"""By kind of fact: the number that decides between singular and plural."""
PLAIN = frozenset(
    {"agreed", "bid_alike", "bid_first", "bid_higher", "bounced", "chip_returned"}
    | {"found_nothing", "shows", "silence_over", "slid"}
)
"""Kinds of facts that say what was done, but not why it matters."""


def sentence(t: Callable[..., str], fact: Fact, names: Sequence[str]) -> str:
    """Return the sentence for `fact`, in the language of `t`. `names` are by seat."""
    numbers = dict(fact.numbers)
    numbers["count"] = numbers.get(COUNTED.get(fact.kind, ""), 0)
    name = names[fact.seats[0]] if fact.seats else ""
    return t(f"robots.fact.{fact.kind}", name=name, **numbers, **_colours(t, fact.words))


def reason(t: Callable[..., str], fact: Fact, names: Sequence[str]) -> str:
    """Return the sentence for a merit or fault found by `game.robots.looking_back`."""
    name, other = [*(names[seat] for seat in fact.seats), "", ""][:2]
    numbers = {"count": 0, **fact.numbers}
    return t(f"robots.reason.{fact.kind}", name=name, other=other, **numbers, **_colours(t, fact.words))


def _colours(t: Callable[..., str], words: Mapping[str, str]) -> dict[str, str]:
    """Return the colours of a fact's robots in words."""
    found = {"robot": words.get("robot", words.get("colour", "")), "blocker": words.get("blocker", "")}
    return {which: t(f"robots.colour.{colour}") for which, colour in found.items() if colour not in ("", "any")}


def missed(t: Callable[..., str], point: ExplainedPoint, names: Sequence[str]) -> MissedWords:
    """Return a missed chip of `game.robots.looking_back` in words: the shortest route, and the bids."""
    assert point.what is not None, "every turning point of a game in rounds tells what happened"
    name, other = [*(names[seat] for seat in point.what.seats), "", ""][:2]
    happened = t(f"robots.missed.{point.what.kind}", name=name, other=other, **point.what.numbers)
    start: State = point.line[0].before
    better = t("robots.review.best", count=len(point.line))
    played = t("robots.review.chip", number=start.chip_number)
    if start.settings.players == 1:
        played = t("robots.review.own", count=len(moves_of(point.played)))
    elif declared := _declared(t, point.played, point.what.seats, names):
        played = t("robots.review.chip_declared", number=start.chip_number, bids=declared)
    return MissedWords(happened, better, played)


def _declared(t: Callable[..., str], shown: Sequence[AnyStep], seats: Sequence[Seat], names: Sequence[str]) -> str:
    """Return each seat's lowest number when the demonstration began, in ascending order: "Aoi 5, Ren 6"."""
    if not shown:
        return ""
    state: State = shown[0].before
    lowest = {seat: number for seat in seats if (number := state.lowest_of(seat)) is not None}
    return phrases.list_text(
        t, [f"{names[seat]} {lowest[seat]}" for seat in sorted(lowest, key=lambda who: lowest[who])]
    )

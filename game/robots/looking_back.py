"""Looking back at the rounds of a game: what each chip could have brought; satisfies `game.core.review.Rounds`.

What happened, as the fact `what` of a `MissedChance` tells it:

| kind | true where | seats | numbers |
| --- | --- | --- | --- |
| unseen | a chip was won by a route that is longer than the shortest one | loser, winner | best, number |
| undeclared | the winner showed the shortest route, but had declared more moves | loser, winner | best, number |
| failed | the loser could not show its number, and another seat won the chip | loser, winner | best, number |
| tie | the loser had declared that number as well, but was not first to show a route | loser, winner | best |
| nobody | nobody declared a number | loser | best |
| unshown | nobody could show what had been declared | loser | best, number |
| practice | a puzzle was solved by a route that is longer than the shortest one | 0 | best, number |

The `loser` is the seat for which winning the chip would have changed most. `weight` is that change times the moves that
were not seen: where nobody arrived these are two, as a tie half a one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.core.review import Fact, MissedChance, Reasons
from game.core.rules import AnyStep, GameError, Seat, Step
from game.robots import rules
from game.robots.past_rounds import PastRound, RoundStep, past_round, spans
from game.robots.reasons import fault, merit
from game.robots.state import State
from game.robots.worth import chances

__all__ = ["line", "missed", "spans"]

NOBODY, TIE, LEAST = 2.0, 0.5, 1.0  # moves that were not seen
SHOWN = ("undeclared", "tie")  # kinds where the shortest route was shown: no other one was better


def line(state: State, ply: int, texts: Sequence[str]) -> tuple[RoundStep, ...]:
    """The steps of a route for the chip of `state`, as its first seat would show it; as far as the rules allow it."""
    return _walked(state, 0, ply, texts) if state.phase == "practice" else _by(state, 0, ply, texts)


def missed(steps: Sequence[AnyStep], ply: int, texts: Sequence[str]) -> MissedChance | None:
    """Look back at the chip that was turned at `ply` and has the shortest route `texts`.

    See `game.core.review.Rounds`.
    """
    found = max(_missed(past_round(steps, ply), texts), key=lambda each: each.weight, default=None)
    return found if found is not None and found.weight > 0 else None


def _missed(past: PastRound, texts: Sequence[str]) -> Iterator[MissedChance]:
    """What each seat missed."""
    for seat in range(past.start.settings.players):
        happened = _what(past, seat, len(texts))
        if happened is None:
            continue
        what, unseen = happened
        alone = past.start.phase == "practice"
        before, after = (1.0, 1.0) if alone else (chances(past.start, seat)[seat], chances(past.last.after)[seat])
        weight = unseen if alone else unseen * (before - after)
        shown = past.won or past.failed.get(seat)
        played = () if shown is None else shown.steps
        route = [rules.text(step.action) for step in played] if what.kind in SHOWN else texts
        better = line(past.start, past.ply, route) if alone else _by(past.start, seat, past.ply, route)
        reasons = Reasons(None if what.kind in SHOWN else merit(better, past), fault(seat, len(texts), past))
        yield MissedChance(seat, before, after, weight, what, played, better, reasons)


def _what(past: PastRound, seat: Seat, best: int) -> tuple[Fact, float] | None:
    """What happened to a seat, and how many moves were not seen; None where it could have done no better."""
    won, failed = past.won, past.failed.get(seat)
    if won is None:
        return _unwon(past, seat, best)
    moves = len(won.steps)
    if past.start.phase == "practice":
        return (Fact("practice", (seat,), {"best": best, "number": moves}), moves - best) if moves > best else None
    if seat == won.seat:
        return None
    seats = seat, won.seat
    if failed is not None:
        return Fact("failed", seats, {"best": best, "number": failed.number}), max(LEAST, moves - best)
    if moves > best:
        return Fact("unseen", seats, {"best": best, "number": moves}), moves - best
    if won.number > best:
        return Fact("undeclared", seats, {"best": best, "number": won.number}), LEAST
    return (Fact("tie", seats, {"best": best}), TIE) if past.last.before.lowest_of(seat) == best else None


def _unwon(past: PastRound, seat: Seat, best: int) -> tuple[Fact, float] | None:
    """The same where the chip went back."""
    if not past.bids:
        return Fact("nobody", (seat,), {"best": best}), NOBODY
    failed = past.failed.get(seat)
    return None if failed is None else (Fact("unshown", (seat,), {"best": best, "number": failed.number}), NOBODY)


def _by(state: State, seat: Seat, ply: int, texts: Sequence[str]) -> tuple[RoundStep, ...]:
    """The steps of a route for the chip of `state` as if `seat` alone had declared its number, and showed it."""
    bids = ((seat, len(texts)),)
    return _walked(replace(state, phase="demonstrate", bids=bids, order=(seat,), turn=0), seat, ply, texts)


def _walked(state: State, seat: Seat, ply: int, texts: Sequence[str]) -> tuple[RoundStep, ...]:
    state = replace(state, robots=state.markers, moves=(), silent=frozenset(), winner=None)
    found: list[RoundStep] = []
    for text in texts:
        try:
            action = rules.parse(text)
            after, events = rules.apply(state, seat, action)
        except GameError:
            break
        found.append(Step(ply, state, seat, action, after, events))
        state = after
    return tuple(found)

"""The review of rounds: missed chances at each chip; satisfies `game.core.review.Rounds`.

Kinds of the fact `what` of a `MissedChance`:

| kind | true where | seats | numbers |
| --- | --- | --- | --- |
| unseen | a chip was won by a route that is longer than the shortest one | loser, winner | best, number |
| undeclared | the winner showed the shortest route, but had declared more moves | loser, winner | best, number |
| failed | the loser could not show its number, and another seat won the chip | loser, winner | best, number |
| tie | the loser had bid the shortest route's length, too, but another seat showed first | loser, winner | best |
| nobody | no seat declared a number | loser | best |
| unshown | no seat could show its number | loser | best, number |
| practice | a puzzle was solved by a route that is longer than the shortest one | seat 0 | best, number |

The `loser` is the seat with the greatest `weight`. Missing the chip lowered the seat's chance of winning the game;
`weight` is this loss of chance times the number of moves that the seat did not see. This number is 2 if no seat
arrived, 0.5 for a tie, and at least 1 otherwise. In practice mode, `weight` is only this number. Chances are computed
as if all seats won each further chip with equal probability.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from game.agents.agent import Variation
from game.core.review import Evaluation, Fact, MissedChance, Reasons
from game.core.rules import AnyStep, GameError, Seat, Step
from game.robots import rules
from game.robots.board import Board, Robots, blocker, move_robot
from game.robots.notation import corners, walk
from game.robots.state import (
    Action,
    Arrived,
    ChipReturned,
    ChipWon,
    Declared,
    Failed,
    Move,
    SeatTurns,
    State,
    WhyFailed,
)

RoundStep = Step[State, Action, object]

# Weights, as numbers of moves that a seat did not see.
NOBODY, TIE, LEAST = 2.0, 0.5, 1.0
# Kinds in which the shortest route was shown.
SHOWN = ("undeclared", "tie")


@dataclass(frozen=True, slots=True)
class ShownRoute:
    """A demonstration of at most `number` moves, or the solution of a practice puzzle, and how it ended."""

    seat: Seat
    number: int
    steps: tuple[RoundStep, ...]
    end: WhyFailed | Literal["won"]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the slides of the route."""
        return tuple(moves_of(self.steps))


@dataclass(frozen=True, slots=True)
class PastRound:
    """The round of the chip that was turned up at `ply`. `last` is its final step."""

    ply: int
    start: State
    last: RoundStep
    # Seats and numbers, in the order in which the bids were made.
    bids: tuple[tuple[Seat, int], ...]
    shown: tuple[ShownRoute, ...]

    @property
    def won(self) -> ShownRoute | None:
        """The demonstration that won the chip."""
        return next((shown for shown in self.shown if shown.end == "won"), None)

    @property
    def failed(self) -> dict[Seat, ShownRoute]:
        """The last failed demonstration of each seat."""
        return {shown.seat: shown for shown in self.shown if shown.end != "won"}


def line(state: State, ply: int, texts: Sequence[str]) -> tuple[RoundStep, ...]:
    """Return the steps of a route for the chip of `state`, shown by seat 0. The steps end before an illegal move."""
    return _walked(state, 0, ply, texts) if state.phase == "practice" else _by(state, 0, ply, texts)


def missed(steps: Sequence[AnyStep], ply: int, texts: Sequence[str]) -> MissedChance | None:
    """Review the chip that was turned up at `ply`. `texts` is its shortest route. See `game.core.review.Rounds`."""
    found = max(_missed(past_round(steps, ply), texts), key=lambda each: each.weight, default=None)
    return found if found is not None and found.weight > 0 else None


def _missed(past: PastRound, texts: Sequence[str]) -> Iterator[MissedChance]:
    """Yield what each seat missed."""
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
    """Return what a seat missed as a fact, and the number of moves that it did not see.

    None if the seat could not have done better.
    """
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
    """Return the same as `_what` for a chip that was returned."""
    if not past.bids:
        return Fact("nobody", (seat,), {"best": best}), NOBODY
    failed = past.failed.get(seat)
    return None if failed is None else (Fact("unshown", (seat,), {"best": best, "number": failed.number}), NOBODY)


def _by(state: State, seat: Seat, ply: int, texts: Sequence[str]) -> tuple[RoundStep, ...]:
    """Return the steps of a route for the chip of `state`. Only `seat` bids and shows."""
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


def spans(steps: Sequence[RoundStep]) -> tuple[tuple[int, int], ...]:
    """Return, for each finished round, the plies at which it and the next round begin."""
    return tuple(pairwise((0, *(index + 1 for index, step in enumerate(steps) if _ends(step)))))


def past_round(steps: Sequence[RoundStep], ply: int) -> PastRound:
    """Return the finished round that began at `ply`."""
    end = next(index for index in range(ply, len(steps)) if _ends(steps[index]))
    return _past_round(steps[ply : end + 1])


def _ends(step: RoundStep) -> bool:
    return any(isinstance(event, ChipWon | ChipReturned | Arrived) for event in step.events)


def _past_round(steps: Sequence[RoundStep]) -> PastRound:
    start = steps[0].before
    events = [event for step in steps for event in step.events]
    bids = tuple((event.seat, event.number) for event in events if isinstance(event, Declared))
    shown = _practice(steps) if start.phase == "practice" else _demonstrations(steps)
    return PastRound(steps[0].ply, start, steps[-1], bids, tuple(shown))


def _practice(steps: Sequence[RoundStep]) -> Iterator[ShownRoute]:
    yield ShownRoute(0, len(steps), tuple(steps), "won")


def _demonstrations(steps: Sequence[RoundStep]) -> Iterator[ShownRoute]:
    seat, number = 0, 0
    slides: list[RoundStep] = []
    for step in steps:
        if isinstance(step.action, Move):
            slides.append(step)
        for event in step.events:
            if isinstance(event, SeatTurns):
                seat, number, slides = event.seat, event.number, []
            elif isinstance(event, Failed | ChipWon):
                yield ShownRoute(seat, number, tuple(slides), "won" if isinstance(event, ChipWon) else event.why)


def merit(better: Sequence[RoundStep], past: PastRound) -> Fact | None:
    """Return the most important merit that the route `better` has and no shown route has.

    `hint` uses all kinds but the first and the last.

    | kind | true where | seats | numbers | words |
    | --- | --- | --- | --- | --- |
    | other_robot | it moves a robot that no demonstration moved | | | colour |
    | stopper | a robot stops at another one that the route has moved | | | colour, blocker |
    | standing | a robot stops at another one that has not moved | | | colour, blocker |
    | reflector | reflectors turn a robot | | count | colour |
    | alone | it moves no robot but the one that arrives | | | colour |
    | shorter | it is `count` moves shorter than the route that won the chip | | count | |
    """
    taken = {(fact.kind, *fact.words.values()) for shown in past.shown for fact in _of(shown.steps)}
    found = (fact for fact in _merits(better, past) if (fact.kind, *fact.words.values()) not in taken)
    return next(found, None)


def hint(board: Board, robots: Robots, route: Sequence[Move]) -> Fact | None:
    """Return the most important merit of a route from `robots`, without comparing it with other routes."""
    return next(iter(_features(board, robots, route)), None)


def fault(seat: Seat, best: int, past: PastRound) -> Fact | None:
    """Return the most important fault of `seat` in a round whose shortest route has `best` moves.

    | kind | true where | seats | numbers | words |
    | --- | --- | --- | --- | --- |
    | bid_impossible | it could not show its number: no route has so few moves | mover | number, best | |
    | failed_moves, failed_conceded, failed_time | it could not show a number that is possible | mover | number | |
    | tie_chips | it had declared the winner's number, and the winner had fewer chips | mover, winner | number | |
    | tie_later | it had declared the winner's number, but later than the winner | mover, winner | number | |
    | bid_high | it declared `count` moves more than needed | mover | number, count | |
    | declared_nothing | it declared no number, and another seat won | mover, winner | | |
    """
    return next(_faults(seat, best, past), None)


def _merits(better: Sequence[RoundStep], past: PastRound) -> Iterator[Fact]:
    gone = {move.colour for shown in past.shown for move in shown.moves}
    for move in moves_of(better):
        if gone and move.colour not in gone:
            yield Fact("other_robot", words={"colour": move.colour})
    yield from _of(better)
    arrived = len(past.won.steps) if past.won is not None else 0
    if len(better) < arrived:
        yield Fact("shorter", numbers={"count": arrived - len(better)})


def _of(steps: Sequence[RoundStep]) -> list[Fact]:
    """Return the features of the route that these steps show."""
    return _features(steps[0].before.board, steps[0].before.robots, moves_of(steps)) if steps else []


def _features(board: Board, robots: Robots, route: Sequence[Move]) -> list[Fact]:
    """Return the features of a route: stops at robots, turns by reflectors, and whether only one robot moves."""
    found: dict[str, list[Fact]] = {"stopper": [], "standing": [], "reflector": []}
    gone = set[str]()
    for slid in walk(board, robots, route):
        colour = slid.colour
        if stopped := blocker(robots, slid):
            kind = "stopper" if stopped[1] in gone else "standing"
            found[kind].append(Fact(kind, words={"colour": colour, "blocker": stopped[1]}))
        if turns := len(corners(slid)):
            found["reflector"].append(Fact("reflector", numbers={"count": turns}, words={"colour": colour}))
        robots = move_robot(robots, slid)
        gone.add(colour)
    alone = [Fact("alone", words={"colour": colour}) for colour in gone if len(gone) == 1]
    return [fact for facts in found.values() for fact in facts] + alone


def moves_of(steps: Sequence[RoundStep]) -> list[Move]:
    """Return the slides among the steps."""
    return [step.action for step in steps if isinstance(step.action, Move)]


def _faults(seat: Seat, best: int, past: PastRound) -> Iterator[Fact]:
    failed, won = past.failed.get(seat), past.won
    if failed is not None:
        numbers = {"number": failed.number}
        if failed.number < best:
            yield Fact("bid_impossible", (seat,), {**numbers, "best": best})
        else:
            yield Fact(f"failed_{failed.end}", (seat,), numbers)
    closing = past.last.before
    own = closing.lowest_of(seat)
    if won is None or seat == won.seat:
        return
    if own == won.number:
        fewer = closing.chips[won.seat] < closing.chips[seat]
        yield Fact("tie_chips" if fewer else "tie_later", (seat, won.seat), {"number": own})
    if own is not None and own > best:
        yield Fact("bid_high", (seat,), {"number": own, "count": own - best})
    if own is None:
        yield Fact("declared_nothing", (seat, won.seat))


def evaluate(state: State, line: Variation) -> Evaluation:
    """Return each seat's chance of winning, by the chips that it has (see `game.core.review.Evaluator`).

    `line` is not used.
    """
    return Evaluation(chances(state))


def chances(state: State, winner: Seat | None = None) -> tuple[float, ...]:
    """Return each seat's chance of winning the game.

    If `winner` is not None, that seat is assumed to win the current chip.
    """
    needed = [state.settings.chips_to_win - chips - (seat == winner) for seat, chips in enumerate(state.chips)]
    return tuple(round(chance, 4) for chance in race(tuple(needed)))


@lru_cache(maxsize=256)
def race(needed: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's chance to reach its number of `needed` wins before the others do.

    All seats are assumed to win each round with equal probability. So each seat's wins are modelled as an independent
    Poisson process; all rates are equal. A seat is the first if every other seat still needs wins when this seat
    needs none. With generating functions of the seats' wins, the sum over all cases is a product of polynomials.
    """
    seats = len(needed)
    if 0 in needed:
        return tuple(float(count == 0) for count in needed)
    found = []
    for seat, own in enumerate(needed):
        product = [0.0] * (own - 1) + [1 / math.factorial(own - 1)]
        for other, count in enumerate(needed):
            if other != seat:
                product = _times(product, [1 / math.factorial(wins) for wins in range(count)])
        weights = (math.exp(math.lgamma(wins + 1) - (wins + 1) * math.log(seats)) for wins in range(len(product)))
        found.append(sum(part * weight for part, weight in zip(product, weights, strict=True)))
    return tuple(found)


def _times(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """Return the product of two polynomials. The constant term is the first coefficient."""
    product = [0.0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            product[i + j] += a * b
    return product

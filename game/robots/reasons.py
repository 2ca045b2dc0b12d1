"""Reasons why one route for a chip is better than those declared and shown, from the routes and the round alone.

Merits of the better route; of those that a route that was shown has as well, none is told. All but the first and the
last serve a hint as well.

| kind | true where | seats | numbers | words |
| --- | --- | --- | --- | --- |
| other_robot | it moves a robot that no demonstration moved | | | colour |
| stopper | a robot stops at another one, which the route has moved there | | | colour, blocker |
| standing | a robot stops at another one, which stands where it stood | | | colour, blocker |
| reflector | reflectors turn a robot | | count | colour |
| alone | it moves no robot but the one that arrives | | | colour |
| shorter | it is so much shorter than the shortest one that arrived | | count | |

Faults of what a seat did:

| kind | true where | seats | numbers | words |
| --- | --- | --- | --- | --- |
| bid_impossible | it could not show its number: no route has so few moves | mover | number, best | |
| failed_moves, failed_conceded, failed_time | it could not show it, though there is a route | mover | number | |
| tie_chips | its number was the winner's, who had fewer chips | mover, winner | number | |
| tie_later | its number was the winner's, who had declared it before | mover, winner | number | |
| bid_high | it declared so many moves more than are needed | mover | number, count | |
| declared_nothing | it declared no number where another one won | mover, winner | | |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.review import Fact
from game.core.rules import Seat
from game.robots.board import COLOURS, STEP, Board, Robots, move_robot
from game.robots.past_rounds import PastRound, RoundStep
from game.robots.route import corners, walk
from game.robots.state import Move


def merit(better: Sequence[RoundStep], past: PastRound) -> Fact | None:
    """Return the facts that the route `better` has and no shown route, the most telling first.

    See the module's table.
    """
    taken = {(fact.kind, *fact.words.values()) for shown in past.shown for fact in _of(shown.steps)}
    found = (fact for fact in _merits(better, past) if (fact.kind, *fact.words.values()) not in taken)
    return next(found, None)


def hint(board: Board, robots: Robots, route: Sequence[Move]) -> Fact | None:
    """Return the facts of a route by itself, from where the `robots` stand."""
    return next(iter(_features(board, robots, route)), None)


def fault(seat: Seat, best: int, past: PastRound) -> Fact | None:
    """Return the faults of `seat` in a round whose shortest route has `best` moves, the most telling first."""
    return next(_faults(seat, best, past), None)


def _merits(better: Sequence[RoundStep], past: PastRound) -> Iterator[Fact]:
    gone = {move.colour for shown in past.shown for move in _moves(shown.steps)}
    for move in _moves(better):
        if gone and move.colour not in gone:
            yield Fact("other_robot", words={"colour": move.colour})
    yield from _of(better)
    arrived = len(past.won.steps) if past.won is not None else 0
    if len(better) < arrived:
        yield Fact("shorter", numbers={"count": arrived - len(better)})


def _of(steps: Sequence[RoundStep]) -> list[Fact]:
    """What marks the route that was shown by these steps."""
    return _features(steps[0].before.board, steps[0].before.robots, _moves(steps)) if steps else []


def _features(board: Board, robots: Robots, route: Sequence[Move]) -> list[Fact]:
    """What marks a route: where robots stop at others, where they are turned, whether one does it all."""
    found: dict[str, list[Fact]] = {"stopper": [], "standing": [], "reflector": []}
    gone = set[str]()
    for slid in walk(board, robots, route):
        colour, last = slid.colour, slid.legs[-1]
        if last.end == "robot":
            blocker = COLOURS[robots.index(slid.target + STEP[last.heading])]
            kind = "stopper" if blocker in gone else "standing"
            found[kind].append(Fact(kind, words={"colour": colour, "blocker": blocker}))
        if turns := len(corners(slid)):
            found["reflector"].append(Fact("reflector", numbers={"count": turns}, words={"colour": colour}))
        robots = move_robot(robots, slid)
        gone.add(colour)
    alone = [Fact("alone", words={"colour": colour}) for colour in gone if len(gone) == 1]
    return [fact for facts in found.values() for fact in facts] + alone


def _moves(steps: Sequence[RoundStep]) -> list[Move]:
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

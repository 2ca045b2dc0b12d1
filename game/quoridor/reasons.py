"""Reasons why one action of Quoridor is better than another, from the ways alone.

In the column "words", "both" stands for "action" and "reply", the best answer to the played action.

Merits of the better action that the played one does not share. Of the kinds `nears...`, only the first that is true
counts:

| kind | true where | seats | numbers | words |
| --- | --- | --- | --- | --- |
| arrives | the action wins | mover | | action |
| stops_arrival | the wall stops a rival that could arrive by its next move | mover, rival | | action |
| wins_race | no walls are left, and the mover arrives first in any case | mover, rival | left | action |
| wall_costs | the wall lengthens the rival's way and not the mover's own | mover, rival | count | action |
| wall_costs_more | the wall lengthens both ways, the rival's more | mover, rival | count, own | action |
| forestalls | the wall that answers the played action is no longer possible | mover, rival | count | both |
| eases | the wall that answers the played action costs the mover `count` less | mover, rival | count | both |
| jump_gains | a jump brings the mover two steps or more nearer | mover, rival | count | action |
| one_move_left | the mover could arrive by one more move | mover | | action |
| denies_jump | the rival can no longer gain `count` steps by a jump | mover, rival | count | action |
| nears_ahead | after the move, the mover's way is shorter than the rival's | mover, rival | count, theirs | action |
| nears_level | after the move both ways are equal, and the rival has no walls | mover, rival | count | action |
| nears_walled | the move leads nearer, and a wall can cost the rival `count` | mover, rival | count | action |
| nears | the move leads nearer | mover | count | action |
| shelters | the rival's worst wall costs the mover `rest` now, `count` before | mover, rival | count, rest | action |
| blocks | the rival had a move that leads nearer, and has none now | mover, rival | | action |
| prepares | one more wall can cost the rival `count` now, at least 2 more than before | mover, rival | count | action |

Faults of the played action (the answer is the rival's best):

| kind | true where | seats | numbers | words |
| --- | --- | --- | --- | --- |
| lets_arrive | the answer wins | mover, rival | | both |
| allows_wall | the answer is a wall that costs the mover 2 or more, and the rival less | mover, rival | count | both |
| allows_jump | the answer is a jump that brings the rival two steps or more nearer | mover, rival | count | both |
| wall_backfires | the wall costs the mover more than the rival | mover, rival | count, other | action |
| wall_costs_own | the wall costs the mover alone | mover, rival | count | action |
| costs_less | both are walls, and the played one costs the rival `count` less | mover, rival | count | action |
| behind_then | after the answer, the rival needs fewer steps than the mover | mover, rival | mine, theirs | both |
| wasted_wall | the wall lengthens no way | mover | | action |
| costs_little | the wall costs the rival a single step, and the mover none | mover, rival | | action |
| detours, keeps | the move made the mover's way longer, or kept its length | mover | count | action |
| longer_way | both are moves, and the played one leaves a way `count` longer | mover | count | action |
| behind | the rival needs fewer steps than the mover now | mover, rival | mine, theirs | action |
| exposed | after the answer, a wall can cost `count`; after the better action, less | mover, rival | count | action |
| misses_wall | only the better action is a wall, and it costs the rival `count` | mover, rival | count | action |
| spends | the last wall is spent where a move is better; the rival has `count` walls | mover, rival | count | action |
| meets | after the answer no walls are left, and the pawns can meet on the way | mover, rival | | action |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.core.review import Fact, Reasons
from game.core.rules import Seat, Step
from game.quoridor import rules
from game.quoridor.facts import facts, race_winner
from game.quoridor.paths import distance_from, distances, distances_with
from game.quoridor.state import Action, Event, PawnMove, State, WallPlacement

LEAST_COST = 2
"""A possible wall is a reason only if it costs or saves at least this many steps.

A jump is a reason only if it gains at least this many.
"""

_Step = Step[State, Action, Event]


def reasons(better: _Step, played: _Step | None = None, reply: _Step | None = None) -> Reasons:
    """Compare two actions as `game.core.review.Reasoning` says. See the module's tables for the reasons."""
    if played is None:
        return Reasons(next(_merits(better, None), None))
    shared = {(fact.kind, *_number(fact)) for fact in _merits(played, None)}
    merits = (fact for fact in _merits(better, reply) if (fact.kind, *_number(fact)) not in shared)
    return Reasons(next(merits, None), next(_faults(better, played, reply), None))


def _number(fact: Fact) -> tuple[int, ...]:
    """Return a fact's numbers. Merits of the same kind are equal if these are equal."""
    return tuple(fact.numbers.values())


def _merits(step: _Step, reply: _Step | None) -> Iterator[Fact]:
    """Yield the merits of an action, the most important first. `reply` is the answer to the played action."""
    mover, words = step.seat, {"action": rules.text(step.action)}
    by_kind = {fact.kind: fact for fact in facts(step)}
    if "arrived" in by_kind:
        yield Fact("arrives", (mover,), words=words)
    if "stops_arrival" in by_kind:
        yield Fact("stops_arrival", (mover, by_kind["stops_arrival"].seats[0]), words=words)
    if "wins_race" in by_kind and by_kind["wins_race"].seats[0] == mover:
        race = by_kind["wins_race"]
        yield Fact("wins_race", race.seats, {"left": race.numbers["left"]}, words)
    if "wall_costs" in by_kind:
        cost = by_kind["wall_costs"]
        yield Fact("wall_costs", (mover, cost.seats[0]), {"count": cost.numbers["cost"]}, words, cost.cells)
    if "wall_costs_both" in by_kind:
        cost = by_kind["wall_costs_both"]
        numbers = {"count": cost.numbers["cost"], "own": cost.numbers["own_cost"]}
        yield Fact("wall_costs_more", (mover, cost.seats[0]), numbers, words, cost.cells)
    if reply is not None and isinstance(reply.action, WallPlacement):
        yield from _answered(step, reply)
    if "jump_gains" in by_kind:
        jump = by_kind["jump_gains"]
        yield Fact("jump_gains", jump.seats, {"count": jump.numbers["gain"]}, words)
    if "one_move_left" in by_kind:
        yield Fact("one_move_left", (mover,), words=words)
    rival = (mover + 1) % step.before.players
    denied = _best_jump(step.before, rival)
    if denied and step.after.winner is None and not _best_jump(step.after, rival):
        yield Fact("denies_jump", (mover, rival), {"count": denied}, words)
    if "nears" in by_kind:
        yield _nearer(step, rival, by_kind["nears"], words)
    yield from _sheltered(step, rival, words)
    if isinstance(step.action, PawnMove) and _can_near(step.before, rival) and not _can_near(step.after, rival):
        yield Fact("blocks", (mover, rival), words=words)
    if isinstance(step.action, WallPlacement):
        before, after = (_worst_wall(state, rival, mover) for state in (step.before, step.after))
        if after - before >= LEAST_COST:
            yield Fact("prepares", (mover, rival), {"count": after}, words)


def _nearer(step: _Step, rival: Seat, nears: Fact, words: dict[str, str]) -> Fact:
    """Return the merit of a move that leads nearer: the first kind `nears...` that is true (see the module's table)."""
    mover, left, cells = step.seat, nears.numbers["left"], nears.cells
    if step.after.players == 2:
        theirs = distances(step.after)[rival]
        if left < theirs:
            return Fact("nears_ahead", (mover, rival), {"count": left, "theirs": theirs}, words, cells)
        if left == theirs and not step.after.walls_left[rival]:
            return Fact("nears_level", (mover, rival), {"count": left}, words, cells)
        if most := _worst_wall(step.after, rival, mover):
            return Fact("nears_walled", (mover, rival), {"count": most}, words, cells)
    return Fact("nears", (mover,), {"count": left}, words, cells)


def _best_jump(state: State, seat: Seat) -> int:
    """Return the steps that the best jump of `seat` would gain if it were its turn; 0 for less than LEAST_COST."""
    best = _best_gain(state, seat)
    return best if best >= LEAST_COST else 0


def _can_near(state: State, seat: Seat) -> bool:
    """Return whether a pawn move could bring `seat` nearer if it were its turn; True if the game is over."""
    return state.winner is not None or _best_gain(state, seat) > 0


def _best_gain(state: State, seat: Seat) -> int:
    """Return the steps that the best pawn move of `seat` would gain if it were its turn; 0 for none."""
    here, turned = state.pawns[seat], replace(state, mover=seat)
    targets = [action.cell for action in rules.legal(turned, seat) if isinstance(action, PawnMove)]
    gains = (distances(state)[seat] - (distance_from(state, seat, cell) or 0) for cell in targets if cell != here)
    return max(gains, default=0)


def _sheltered(step: _Step, rival: Seat, words: dict[str, str]) -> Iterator[Fact]:
    """Yield a merit if the action is a wall that makes the rival's most costly wall cost less."""
    if not isinstance(step.action, WallPlacement):
        return
    before, after = (_worst_wall(state, step.seat, rival) for state in (step.before, step.after))
    if before - after >= LEAST_COST:
        yield Fact("shelters", (step.seat, rival), {"count": before, "rest": after}, words)


def _worst_wall(state: State, seat: Seat, rival: Seat) -> int:
    """Return the most steps that one wall of `rival` could add to the way of `seat`, if `rival` were to move."""
    turned, now = replace(state, mover=rival), distances(state)[seat]
    walls = (action for action in rules.legal(turned, rival) if isinstance(action, WallPlacement))
    return max(((distances_with(state, wall)[seat] or now) - now for wall in walls), default=0)


def _answered(better: _Step, reply: _Step) -> Iterator[Fact]:
    """Yield a merit if the better action prevents or weakens the costly wall that answers the played action."""
    mover = better.seat
    cost = _cost(reply, mover)
    if cost < LEAST_COST or better.after.winner is not None:
        return
    seats = (mover, reply.seat)
    words = {"action": rules.text(better.action), "reply": rules.text(reply.action)}
    if reply.action not in rules.legal(better.after, better.after.mover):
        yield Fact("forestalls", seats, {"count": cost}, words)
        return
    walled, _ = rules.apply(better.after, better.after.mover, reply.action)
    saved = cost - (distances(walled)[mover] - distances(better.after)[mover])
    if saved >= LEAST_COST:
        yield Fact("eases", seats, {"count": saved}, words)


def _faults(better: _Step, played: _Step, reply: _Step | None) -> Iterator[Fact]:
    """Yield the faults of the played action, the most important first."""
    mover, words = played.seat, {"action": rules.text(played.action)}
    by_kind = {fact.kind: fact for fact in facts(played)}
    if reply is not None:
        yield from _punished(played, reply)
    if "wall_backfires" in by_kind:
        cost = by_kind["wall_backfires"]
        yield Fact(cost.kind, cost.seats, {"count": cost.numbers["own_cost"], "other": cost.numbers["cost"]}, words)
    if "wall_costs_own" in by_kind:
        cost = by_kind["wall_costs_own"]
        yield Fact(cost.kind, cost.seats, {"count": cost.numbers["own_cost"]}, words)
    if isinstance(better.action, WallPlacement) and isinstance(played.action, WallPlacement):
        rival = (mover + 1) % played.before.players
        less = _cost(better, rival) - _cost(played, rival)
        if played.before.players == 2 and less > 0:
            yield Fact("costs_less", (mover, rival), {"count": less}, words)
    if reply is not None:
        both = {**words, "reply": rules.text(reply.action)}
        yield from _behind(played, reply, both, "behind_then")
    if "wall_costs_nobody" in by_kind:
        yield Fact("wasted_wall", (mover,), words=words)
    if "wall_costs" in by_kind and by_kind["wall_costs"].numbers["cost"] == 1:
        yield Fact("costs_little", (mover, by_kind["wall_costs"].seats[0]), words=words)
    for kind in ("detours", "keeps"):
        if kind in by_kind:
            yield Fact(kind, (mover,), {"count": by_kind[kind].numbers["left"]}, words)
    if isinstance(better.action, PawnMove) and isinstance(played.action, PawnMove):
        longer = distances(played.after)[mover] - distances(better.after)[mover]
        if longer > 0:
            yield Fact("longer_way", (mover,), {"count": longer}, words)
    yield from _behind(played, played, words, "behind")
    if reply is not None and reply.after.players == 2 and reply.after.winner is None:
        yield from _still_to_come(better, played, reply, words)


def _still_to_come(better: _Step, played: _Step, reply: _Step, words: dict[str, str]) -> Iterator[Fact]:
    """Yield faults that show only after the rival's answer."""
    mover, rival = seats = played.seat, reply.seat
    most = _worst_wall(reply.after, mover, rival)
    if most >= LEAST_COST and most > _worst_wall(better.after, mover, rival):
        yield Fact("exposed", seats, {"count": most}, words)
    if isinstance(played.action, PawnMove):
        if (missed := _cost(better, rival)) >= LEAST_COST:
            yield Fact("misses_wall", seats, {"count": missed}, words)
    elif isinstance(better.action, PawnMove) and not played.after.walls_left[mover] and played.after.walls_left[rival]:
        yield Fact("spends", seats, {"count": played.after.walls_left[rival]}, words)
    if not any(reply.after.walls_left) and race_winner(reply.after) is None:
        yield Fact("meets", seats, words=words)


def _punished(played: _Step, reply: _Step) -> Iterator[Fact]:
    """Yield faults that the best answer exploits."""
    mover, rival = played.seat, reply.seat
    words = {"action": rules.text(played.action), "reply": rules.text(reply.action)}
    by_kind = {fact.kind: fact for fact in facts(reply)}
    cost = _cost(reply, mover)
    if "arrived" in by_kind:
        yield Fact("lets_arrive", (mover, rival), words=words)
    if isinstance(reply.action, WallPlacement) and cost >= LEAST_COST and cost > _cost(reply, rival):
        yield Fact("allows_wall", (mover, rival), {"count": cost}, words)
    if "jump_gains" in by_kind:
        yield Fact("allows_jump", (mover, rival), {"count": by_kind["jump_gains"].numbers["gain"]}, words)


def _behind(played: _Step, last: _Step, words: dict[str, str], kind: str) -> Iterator[Fact]:
    """Yield a fault if the mover's way is longer than a rival's after the step `last`."""
    mover, ways = played.seat, distances(last.after)
    rival = min((seat for seat in range(len(ways)) if seat != mover), key=lambda seat: ways[seat])
    if ways[rival] < ways[mover] and last.after.winner is None:
        yield Fact(kind, (mover, rival), {"mine": ways[mover], "theirs": ways[rival]}, words)


def _cost(step: _Step, seat: Seat) -> int:
    """Return the steps that an action adds to the way of `seat`."""
    return distances(step.after)[seat] - distances(step.before)[seat]

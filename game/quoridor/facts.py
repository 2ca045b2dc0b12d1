"""Facts of a step of Quoridor, by its rules. Path lengths ignore pawns, as everywhere.

| kind | true where | seats | numbers | cells |
| --- | --- | --- | --- | --- |
| arrived | the mover has won | winner | | |
| stops_arrival | the wall stops a rival that could arrive by its next move | rival, mover | see below | old, new |
| wall_costs | the wall lengthens the rival's way and not the mover's own | rival, mover | see below | old, new |
| wall_costs_both | the wall lengthens both ways, the rival's more | rival, mover | see below | old, new |
| wall_costs_alike | the wall lengthens both ways equally | rival, mover | see below | old, new |
| wall_backfires | the wall lengthens both ways, the mover's more | mover, rival | see below | old, new |
| wall_costs_own | the wall lengthens the mover's way alone | mover, rival | see below | old, new |
| wall_costs_nobody | the wall lengthens no way | mover | | |
| last_wall | the wall was the mover's last | mover | | |
| jump_gains | a jump brought the mover two steps or more nearer | mover, jumped | gain, left | |
| jump | any other jump | mover, jumped | left | |
| wins_race | no walls are left, and the winner is now sure to arrive first | winner, other | left, other_left | way |
| one_move_left | the mover has moved and could arrive by one more move | mover | | |
| nears, keeps, detours | the mover's way got shorter, kept its length, or got longer | mover | left | way |
| passed | the mover could do nothing | mover | | |

The rival of a wall is the one whose arrival it stops, or whose way it lengthens most; among equals, the next in turn.
The numbers of a wall are cost, before and after for the rival's way, and own_cost, own_before and own_after for the
mover's, all in steps. The cells old and new are shortest ways of the first seat before and after the wall.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from game.core.review import Fact
from game.core.rules import Seat, Step
from game.quoridor import paths
from game.quoridor.paths import GOAL_MASKS, distances, passages, pawn_targets
from game.quoridor.state import Action, Cell, Event, GoalReached, PawnStepped, State, WallPlaced, goal_cells


def facts(step: Step[State, Action, Event], optimum: int | None = None) -> tuple[Fact, ...]:
    """Return the facts of `step`, the most telling first; see the module's table. `optimum` is not used."""
    event = step.events[0]
    if isinstance(event, WallPlaced):
        found = _of_wall(step)
        last = [Fact("last_wall", (step.seat,))] if event.left == 0 else []
        costs = found[0].numbers.get("cost", 0) if found else 0
        ahead = 1 if found and (found[0].kind == "stops_arrival" or costs > 1) else 0
        return (*found[:ahead], *_race(step), *last, *found[ahead:])
    if isinstance(event, PawnStepped):
        return _of_move(step, event)
    return (*_race(step), Fact("passed", (step.seat,)))


def can_arrive(state: State, seat: Seat) -> bool:
    """Whether `seat` could reach its goal with one move if it were its turn."""
    north, east = passages(state.horizontal, state.vertical)
    targets = pawn_targets(state.pawns, seat, state.jump_pairs, north, east)
    return not goal_cells(state.players, seat).isdisjoint(targets)


def _of_wall(step: Step[State, Action, Event]) -> list[Fact]:
    mover, players = step.seat, step.before.players
    before, after = distances(step.before), distances(step.after)
    costs = [after[seat] - before[seat] for seat in range(players)]
    rivals = [(mover + offset) % players for offset in range(1, players)]
    rival = max(rivals, key=lambda seat: costs[seat])
    if not any(costs):
        return [Fact("wall_costs_nobody", (mover,))]
    if costs[mover] > costs[rival]:
        kind, seats = "wall_backfires" if costs[rival] else "wall_costs_own", (mover, rival)
    else:
        alike = "wall_costs_alike" if costs[mover] == costs[rival] else "wall_costs_both"
        kind, seats = alike if costs[mover] else "wall_costs", (rival, mover)
    found = [_cost(kind, seats, step, before, after)]
    stopped = [seat for seat in rivals if can_arrive(step.before, seat) and not can_arrive(step.after, seat)]
    if stopped:
        found.insert(0, _cost("stops_arrival", (stopped[0], mover), step, before, after))
    return found


def _cost(
    kind: str,
    seats: tuple[Seat, Seat],
    step: Step[State, Action, Event],
    before: tuple[int, ...],
    after: tuple[int, ...],
) -> Fact:
    """Return the fact of what a wall costs the two `seats`, a rival and the mover. The
    fact's cells are ways of the first seat.
    """
    rival, own = (seats[0], seats[1]) if seats[0] != step.seat else (seats[1], seats[0])
    numbers = {
        "cost": after[rival] - before[rival],
        "before": before[rival],
        "after": after[rival],
        "own_cost": after[own] - before[own],
        "own_before": before[own],
        "own_after": after[own],
    }
    return Fact(kind, seats, numbers, cells={"old": _way(step.before, seats[0]), "new": _way(step.after, seats[0])})


def _of_move(step: Step[State, Action, Event], event: PawnStepped) -> tuple[Fact, ...]:
    mover = step.seat
    if any(isinstance(other, GoalReached) for other in step.events):
        return (Fact("arrived", (mover,)),)
    before, left = distances(step.before)[mover], distances(step.after)[mover]
    gain = before - left
    found = [*_race(step)]
    if event.jumped is not None:
        numbers: Mapping[str, int] = {"gain": gain, "left": left} if gain > 1 else {"left": left}
        found.append(Fact("jump_gains" if gain > 1 else "jump", (mover, event.jumped), numbers))
    if can_arrive(step.after, mover):
        found.append(Fact("one_move_left", (mover,)))
    kind = "nears" if gain > 0 else "detours" if gain < 0 else "keeps"
    return (*found, Fact(kind, (mover,), {"left": left}, cells={"way": _way(step.after, mover)}))


def _race(step: Step[State, Action, Event]) -> list[Fact]:
    """Return the fact that the step has decided who wins the race; [] if it has not."""
    winner = race_winner(step.after)
    if winner is None or winner == race_winner(step.before):
        return []
    left = distances(step.after)
    numbers = {"left": left[winner], "other_left": left[1 - winner]}
    return [Fact("wins_race", (winner, 1 - winner), numbers, cells={"way": _way(step.after, winner)})]


def race_winner(state: State) -> Seat | None:
    """Return the seat that is sure to arrive first, if there are two players without walls. None if no seat is sure.

    The result is not sure while the pawns can meet on the way, because they may jump or block.
    """
    if state.players != 2 or any(state.walls_left) or state.winner is not None:
        return None
    mine, theirs = distances(state)[state.mover], distances(state)[1 - state.mover]
    runner = state.mover if mine <= theirs else 1 - state.mover
    return runner if _runs_alone(state, runner) else None


def _runs_alone(state: State, runner: Seat) -> bool:
    """Whether `runner` has a shortest way on which the other pawn cannot come beside its pawn.

    Until the pawns are beside each other, they cannot jump. So the other pawn moves at most one step in each turn.
    """
    north, east = passages(state.horizontal, state.vertical)
    near = 1 << state.pawns[1 - runner]
    way = _way(state, runner)
    place, turn = 0, state.mover
    for _ in count():
        if near & _beside(way[place], north, east):
            return False
        if turn == runner:
            place += 1
            if place == len(way) - 1:
                return True
        else:
            near |= _spread(near, north, east)
        turn = 1 - turn
    raise AssertionError("the runner arrives")


def _beside(cell: Cell, north: int, east: int) -> int:
    """Return the mask of `cell` and of its neighbours from which a step leads to it."""
    return 1 << cell | _spread(1 << cell, north, east)


def _spread(cells: int, north: int, east: int) -> int:
    """Return the cells to which one step from `cells` leads."""
    return (cells & north) << 9 | cells >> 9 & north | (cells & east) << 1 | cells >> 1 & east


def _way(state: State, seat: Seat) -> tuple[Cell, ...]:
    """Return a shortest way of a seat's pawn, with both ends."""
    north, east = passages(state.horizontal, state.vertical)
    return tuple(paths.path(state.pawns[seat], GOAL_MASKS[state.players][seat], north, east))

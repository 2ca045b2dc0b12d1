"""The search of the solver: one iteration of iterative deepening, as kernels.

Robots are numbered in search order: 0 is the target robot, the last `alike` ones slide alike and stand in the order of
their cells; their class is the number of the first of them, another robot's its own number. A node is a position
after some moves; its slack is how many moves are left beyond the target robot's distance. An iteration of length n is
only begun when there is no route of n - 1 moves; that is what makes the pruning exact:

- Without slack only the target robot can move, and only towards its target.
- Where one move of another robot uses up the slack it must open a shortest way of the target robot (leave a cell of
  BLOCKS) or make a place to rest on one (reach a cell of SUPPORTS): if it did neither, the same way would
  do without it, and that route was not there.
- A node is not entered where `bounds.py` sees that the moves left do not suffice.
- Of two moves in a row that do not touch each other's slides the one of the lower class, or of the same class to the
  lower cell, comes last: the other order is left out (`ordering.py`). A move that is left out leads to a node that a
  lower last move leads to as well, from a node at the same depth as the one it was left out at. That one was entered
  on the way to it or another's equal, and if the lower move is left out there, then for a still lower one: by the
  order of (class, landing cell), which belongs to the position reached and not to how its robots are numbered, the
  chain falls strictly, and so it ends. An order of robots that the table takes for one another could go in a circle.
- A position that was searched with as many moves left is not searched again. Robots that slide alike are
  interchangeable, the target robot never.
"""

from __future__ import annotations

from typing import Final

from game.agents.kernels import inlined, kernel, whole
from game.robots.search.aims import Aim
from game.robots.search.cuts import Cuts
from game.robots.search.landing import toggle
from game.robots.search.nodes import enter, goes_home, is_of_use, is_open, land_all, set_out
from game.robots.search.ordering import is_out_of_order
from game.robots.search.stack import (
    BEGUN,
    COUNTING,
    DEEPEST,
    ENTERED,
    FOUND,
    IDLE,
    LANDED,
    LANDINGS,
    LEFT,
    LIST,
    LISTED,
    LOST,
    MOVABLE,
    NEXT,
    ORIGIN,
    PAUSED,
    PHASE,
    PHASES,
    PLY,
    PLY_SIZE,
    SHARED,
    SLACK,
)
from game.robots.search.tables import Array, Slides

_NUMBER: Final = whole()


@kernel
def search(
    slides: Slides, aim: Aim, cuts: Cuts, task: Array, stack: Array, occupied: Array, table: Array, budget: int
) -> int:
    """Go on with an iteration until `budget` more nodes are entered: PAUSED, LOST, or FOUND.

    The route found is then the move before NEXT of each ply up to PLY, if one is listed there, and the steps after it.
    """
    ply, last = task[PLY], task[ENTERED] + budget
    enters = task[ENTERED] == 0
    if enters:
        set_out(aim, task, stack, occupied)
    while ply >= 0:
        here = (ply & DEEPEST) * PLY_SIZE
        if enters and _expand(slides, aim, cuts, task, stack, occupied, here, ply):
            task[PLY] = ply
            return FOUND
        if enters and ply < task[SHARED]:
            _reverse(stack, here + LIST, _NUMBER(stack[here + LISTED]))
        enters = False
        if stack[here + NEXT] == stack[here + LISTED]:
            if ply > 0:
                toggle(occupied, stack[here + ORIGIN])
                toggle(occupied, stack[here + LANDED])
            ply -= 1
        elif task[ENTERED] >= last:
            task[PLY] = ply
            return PAUSED
        elif enter(aim, task, stack, occupied, table, here, ply + 1):
            ply += 1
            enters = True
    return LOST


@inlined
def _expand(
    slides: Slides, aim: Aim, cuts: Cuts, task: Array, stack: Array, occupied: Array, here: int, ply: int
) -> bool:
    """List the moves to try from a node; whether one leads home without further search, which is then the only one."""
    land_all(slides, task, stack, occupied, here)
    home, slack, left = _NUMBER(stack[here]), _NUMBER(stack[here + SLACK]), _NUMBER(stack[here + LEFT]) - 1
    was = stack[here + PHASE] * 4
    listed = 0
    toggle(occupied, home)  # it has left when it comes by again
    for move in range(task[MOVABLE] * 4 if slack else 4):
        robot, heading = move >> 2, move & 3
        origin, landing = _NUMBER(stack[here + robot]), _NUMBER(stack[here + LANDINGS + move])
        if landing == origin:
            continue
        if robot == 0:
            phase = task[PHASES + was + heading]
            start, spare = landing, left - aim.distances[landing]
            if aim.goals[landing] and phase == task[COUNTING] and ply + task[BEGUN] > 0:
                return _choose(stack, here, move)
        else:
            start, spare, phase = home, slack - 1, _NUMBER(stack[here + PHASE])
            if spare == 0 and not (task[IDLE] or is_of_use(aim, home, origin, landing)):
                continue
            if ply > 0 and is_out_of_order(slides, task, stack, here, robot, heading, landing):
                continue
        stack[here + robot] = landing
        if spare == 0:
            if robot:
                toggle(occupied, origin)
                toggle(occupied, landing)
            leads_home = goes_home(slides, aim, task, stack, occupied, here, start, phase)
            if robot:
                toggle(occupied, origin)
                toggle(occupied, landing)
            if leads_home:
                stack[here + robot] = origin
                return _choose(stack, here, move)
        elif spare > 0 and is_open(cuts, task, stack, here, start, left):
            stack[here + LIST + listed] = move
            listed += 1
        stack[here + robot] = origin
    toggle(occupied, home)
    stack[here + LISTED], stack[here + NEXT] = listed, 0
    return False


@inlined
def _reverse(stack: Array, first: int, count: int) -> None:
    for place in range(count >> 1):
        other = first + count - 1 - place
        stack[first + place], stack[other] = stack[other], stack[first + place]


@inlined
def _choose(stack: Array, here: int, move: int) -> bool:
    """List a move that leads home."""
    stack[here + LIST], stack[here + LISTED], stack[here + NEXT] = move, 1, 1
    return True

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
from game.robots.aims import BLOCKS, SUPPORTS, Aim
from game.robots.bounds import may_be_solved
from game.robots.cuts import Cuts
from game.robots.landing import LINES, land, toggle
from game.robots.ordering import is_out_of_order
from game.robots.sets import holds, lowest
from game.robots.stack import (
    ALIKE,
    BASES,
    BEGUN,
    COUNTING,
    CUT_BELOW,
    DEEPEST,
    ENTERED,
    ENTRIES,
    FOUND,
    GENERATION,
    IDLE,
    LANDED,
    LANDINGS,
    LEFT,
    LENGTH,
    LIST,
    LISTED,
    LOST,
    MOVABLE,
    MOVER,
    NEXT,
    ORIGIN,
    PAUSED,
    PHASE,
    PHASES,
    PLY,
    PLY_SIZE,
    SLACK,
    SLIDE,
    STEP_CELL,
    STEP_HEADING,
    STEP_PHASE,
    STEP_SIZE,
    STEP_TOWARDS,
)
from game.robots.tables import Array, Slides

_NUMBER: Final = whole()
_LOW: Final = (1 << 20) - 1
_ODD, _OTHER = 0x2D9A5B4E6C7, 0x8F3C17A94D


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
        _set_out(aim, task, stack, occupied)
    while ply >= 0:
        here = (ply & DEEPEST) * PLY_SIZE
        if enters and _expand(slides, aim, cuts, task, stack, occupied, here, ply):
            task[PLY] = ply
            return FOUND
        enters = False
        if stack[here + NEXT] == stack[here + LISTED]:
            if ply > 0:
                toggle(occupied, stack[here + ORIGIN])
                toggle(occupied, stack[here + LANDED])
            ply -= 1
        elif task[ENTERED] >= last:
            task[PLY] = ply
            return PAUSED
        elif _enter(aim, task, stack, occupied, table, here):
            ply += 1
            enters = True
    return LOST


@inlined
def _set_out(aim: Aim, task: Array, stack: Array, occupied: Array) -> None:
    """Enter the root, where the robots and the phase are known."""
    for line in range(LINES):
        occupied[line] = 0
    for robot in range(5):
        toggle(occupied, stack[robot])
    task[ENTERED] = 1
    stack[LEFT] = task[LENGTH]
    stack[SLACK] = task[LENGTH] - aim.distances[stack[0]]
    stack[LISTED] = stack[NEXT] = stack[MOVER] = 0


@inlined
def _expand(
    slides: Slides, aim: Aim, cuts: Cuts, task: Array, stack: Array, occupied: Array, here: int, ply: int
) -> bool:
    """List the moves to try from a node; whether one leads home without further search, which is then the only one."""
    _land_all(slides, task, stack, occupied, here)
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
            if spare == 0 and not (task[IDLE] or _is_of_use(aim, home, origin, landing)):
                continue
            if ply > 0 and is_out_of_order(slides, task, stack, here, robot, heading, landing):
                continue
        stack[here + robot] = landing
        if spare == 0:
            if robot:
                toggle(occupied, origin)
                toggle(occupied, landing)
            leads_home = _goes_home(slides, aim, task, stack, occupied, here, start, phase)
            if robot:
                toggle(occupied, origin)
                toggle(occupied, landing)
            if leads_home:
                stack[here + robot] = origin
                return _choose(stack, here, move)
        elif spare > 0 and _is_open(cuts, task, stack, here, start, left):
            stack[here + LIST + listed] = move
            listed += 1
        stack[here + robot] = origin
    toggle(occupied, home)
    stack[here + LISTED], stack[here + NEXT] = listed, 0
    return False


@inlined
def _land_all(slides: Slides, task: Array, stack: Array, occupied: Array, here: int) -> None:
    """Find out where each slide from a node lands."""
    for robot in range(task[MOVABLE]):
        cell = _NUMBER(stack[here + robot])
        slide, place = task[BASES + robot] + cell * 4, here + LANDINGS + robot * 4
        for heading in range(4):
            stack[place + heading] = land(slides, occupied, stack, here, here + 5, slide + heading, cell, heading)


@inlined
def _choose(stack: Array, here: int, move: int) -> bool:
    """List a move that leads home."""
    stack[here + LIST], stack[here + LISTED], stack[here + NEXT] = move, 1, 1
    return True


@inlined
def _is_of_use(aim: Aim, home: int, origin: int, landing: int) -> bool:
    """Whether another robot's move opens a shortest way or makes a place to rest on one."""
    return holds(aim.sets, home * 8 + BLOCKS, origin) or holds(aim.sets, home * 8 + SUPPORTS, landing)


@inlined
def _is_open(cuts: Cuts, task: Array, stack: Array, here: int, start: int, left: int) -> bool:
    """Whether it is worth entering a position with slack, its robots `here` and the target robot on `start`."""
    a, b, c, d = stack[here + 1], stack[here + 2], stack[here + 3], stack[here + 4]
    return left >= task[CUT_BELOW] or cuts.natural[start] <= left or may_be_solved(cuts, start, left, a, b, c, d)


@inlined
def _goes_home(
    slides: Slides, aim: Aim, task: Array, stack: Array, occupied: Array, here: int, start: int, phase: int
) -> bool:
    """Whether the target robot alone gets home from `start` in exactly its distance, others as `here` and `occupied`.

    It is on `occupied` no longer.
    """
    step = root = here + PLY_SIZE
    stack[step + STEP_CELL], stack[step + STEP_TOWARDS], stack[step + STEP_PHASE] = start, aim.towards[start], phase
    while step >= root:
        cell, towards = _NUMBER(stack[step + STEP_CELL]), _NUMBER(stack[step + STEP_TOWARDS])
        if towards == 0:
            step -= STEP_SIZE
            continue
        heading = lowest(towards)
        stack[step + STEP_TOWARDS], stack[step + STEP_HEADING] = towards & towards - 1, heading
        slide = task[BASES] + cell * 4 + heading
        landing = land(slides, occupied, stack, here + 1, here + 5, slide, cell, heading)
        if landing == cell:
            continue
        after = task[PHASES + stack[step + STEP_PHASE] * 4 + heading]
        if aim.distances[cell] == 1:
            if aim.goals[landing] and after == task[COUNTING]:
                return True
        elif aim.distances[landing] == aim.distances[cell] - 1:
            step += STEP_SIZE
            stack[step + STEP_CELL], stack[step + STEP_TOWARDS] = landing, aim.towards[landing]
            stack[step + STEP_PHASE] = after
    return False


@inlined
def _enter(aim: Aim, task: Array, stack: Array, occupied: Array, table: Array, here: int) -> bool:
    """Make the next move listed; whether its node is to be searched."""
    there, move, left = here + PLY_SIZE, _NUMBER(stack[here + LIST + stack[here + NEXT]]), stack[here + LEFT] - 1
    stack[here + NEXT] += 1
    robot, heading = move >> 2, move & 3
    origin, landing, phase = stack[here + robot], stack[here + LANDINGS + move], stack[here + PHASE]
    arrange(stack, here, there, robot, landing, task[ALIKE])
    stack[there + PHASE] = phase if robot else task[PHASES + phase * 4 + heading]
    if _seen(task, stack, table, there, left):
        return False
    task[ENTERED] += 1
    stack[there + LEFT], stack[there + SLACK] = left, left - aim.distances[stack[there]]
    stack[there + MOVER] = min(robot, task[ALIKE])
    stack[there + ORIGIN], stack[there + LANDED] = origin, landing
    stack[there + SLIDE] = task[BASES + robot] + origin * 4 + heading
    toggle(occupied, origin)
    toggle(occupied, landing)
    return True


@inlined
def arrange(stack: Array, here: int, there: int, robot: int, cell: int, alike: int) -> None:
    """Write robots to another place, one of them moved to `cell`, those from number `alike` on in the cells' order."""
    for other in range(5):
        stack[there + other] = stack[here + other]
    number = robot
    while number > alike and stack[there + number - 1] > cell:
        stack[there + number] = stack[there + number - 1]
        number -= 1
    while alike <= number < 4 and stack[there + number + 1] < cell:
        stack[there + number] = stack[there + number + 1]
        number += 1
    stack[there + number] = cell


@inlined
def _seen(task: Array, stack: Array, table: Array, here: int, left: int) -> bool:
    """Whether the position at `here` was searched with `left` moves or more; otherwise it is noted that it is now."""
    key = _NUMBER(stack[here] | stack[here + 1] << 8 | stack[here + 2] << 16)
    key |= _NUMBER(stack[here + 3] << 24 | stack[here + 4] << 32 | stack[here + PHASE] << 40)
    mixed = (key & _LOW) * _ODD + (key >> 20) * _OTHER  # below 2 ** 63: whole numbers that wrap around are no kernel's
    slot = (mixed >> 30 & task[ENTRIES] - 1) & ~1
    entry = key | left << 42 | task[GENERATION] << 49
    depth = 127 << 42
    for place in range(slot, slot + 2):
        if table[place] | depth == entry | depth:
            if table[place] >> 42 & 127 >= left:
                return True
            table[place] = entry
            return False
    if table[slot] >> 49 != task[GENERATION] or table[slot] >> 42 & 127 <= left:
        table[slot + 1] = table[slot]
        table[slot] = entry
    else:
        table[slot + 1] = entry
    return False

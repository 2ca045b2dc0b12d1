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
  lower last move leads to as well, from a node at the same depth as the one it was left out at. That one was entered,
  or else a still lower move leads on: by the order of (class, landing cell), a property of the node reached, the chain
  falls strictly and so it ends. No order by the robots' numbers would do, as the table takes robots alike for one another.
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
        if stack[SLACK] == 0:
            toggle(occupied, stack[0])
            return FOUND if _goes_home(slides, aim, task, stack, occupied, 0, stack[0], stack[PHASE]) else LOST
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
    for robot in range(task[MOVABLE]):
        cell = stack[here + robot]
        slide, place = task[BASES + robot] + cell * 4, here + LANDINGS + robot * 4
        for heading in range(4):
            stack[place + heading] = land(slides, occupied, stack, here, here + 5, slide + heading, cell, heading)
    stack[here + LISTED] = stack[here + NEXT] = 0
    cell = stack[here]
    toggle(occupied, cell)  # it has left when it comes by again
    if _list_own(slides, aim, cuts, task, stack, occupied, here, ply):
        return True
    if stack[here + SLACK] == 1:
        if _try_last_of_others(slides, aim, task, stack, occupied, here, ply):
            return True
    else:
        _list_others(slides, cuts, task, stack, here, ply)
    toggle(occupied, cell)
    return False


@inlined
def _list_own(
    slides: Slides, aim: Aim, cuts: Cuts, task: Array, stack: Array, occupied: Array, here: int, ply: int
) -> bool:
    """List the target robot's moves; whether one leads home."""
    cell, left, was = stack[here], stack[here + LEFT] - 1, stack[here + PHASE] * 4
    a, b, c, d = stack[here + 1], stack[here + 2], stack[here + 3], stack[here + 4]
    for heading in range(4):
        landing = stack[here + LANDINGS + heading]
        if landing == cell:
            continue
        phase = task[PHASES + was + heading]
        spare = left - aim.distances[landing]
        arrives = aim.goals[landing] == 1 and phase == task[COUNTING] and ply + task[BEGUN] > 0
        if arrives or (spare == 0 and _goes_home(slides, aim, task, stack, occupied, here, landing, phase)):
            stack[here + LIST], stack[here + LISTED], stack[here + NEXT] = heading, 1, 1
            return True
        if spare > 0 and _is_open(cuts, task, landing, left, a, b, c, d):
            _list(stack, here, heading)
    return False


@inlined
def _list_others(slides: Slides, cuts: Cuts, task: Array, stack: Array, here: int, ply: int) -> None:
    """List the moves of the robots that are not the target robot, where there is slack left after one."""
    cell, left = stack[here], stack[here + LEFT] - 1
    a, b, c, d = stack[here + 1], stack[here + 2], stack[here + 3], stack[here + 4]
    for move in range(4, task[MOVABLE] * 4):
        robot, heading = move >> 2, move & 3
        landing = stack[here + LANDINGS + move]
        if landing == stack[here + robot]:
            continue
        if ply > 0 and is_out_of_order(slides, task, stack, here, robot, heading, landing):
            continue
        e, f = landing if robot == 1 else a, landing if robot == 2 else b
        g, h = landing if robot == 3 else c, landing if robot == 4 else d
        if _is_open(cuts, task, cell, left, e, f, g, h):
            _list(stack, here, move)


@inlined
def _try_last_of_others(
    slides: Slides, aim: Aim, task: Array, stack: Array, occupied: Array, here: int, ply: int
) -> bool:
    """Whether a move of another robot, which uses up the slack, lets the target robot go home; it is listed then."""
    home, phase = stack[here], stack[here + PHASE]
    for move in range(4, task[MOVABLE] * 4):
        robot, heading = move >> 2, move & 3
        cell, landing = stack[here + robot], stack[here + LANDINGS + move]
        if landing == cell:
            continue
        is_of_use = holds(aim.sets, home * 8 + BLOCKS, cell) or holds(aim.sets, home * 8 + SUPPORTS, landing)
        if not (is_of_use or task[IDLE]):
            continue
        if ply > 0 and is_out_of_order(slides, task, stack, here, robot, heading, landing):
            continue
        stack[here + robot] = landing
        toggle(occupied, cell)
        toggle(occupied, landing)
        found = _goes_home(slides, aim, task, stack, occupied, here, home, phase)
        toggle(occupied, cell)
        toggle(occupied, landing)
        stack[here + robot] = cell
        if found:
            stack[here + LIST], stack[here + LISTED], stack[here + NEXT] = move, 1, 1
            return True
    return False


@inlined
def _list(stack: Array, here: int, move: int) -> None:
    stack[here + LIST + stack[here + LISTED]] = move
    stack[here + LISTED] += 1


@inlined
def _is_open(cuts: Cuts, task: Array, cell: int, left: int, a: int, b: int, c: int, d: int) -> bool:
    """Whether a position with slack is worth entering."""
    return left >= task[CUT_BELOW] or cuts.natural[cell] <= left or may_be_solved(cuts, cell, left, a, b, c, d)


@kernel
def _goes_home(
    slides: Slides, aim: Aim, task: Array, stack: Array, occupied: Array, here: int, start: int, phase: int
) -> bool:
    """Whether the target robot alone gets home from `start` in exactly its distance, others as `here` and `occupied`.

    It is on `occupied` no longer.
    """
    root = here + PLY_SIZE
    step = root
    stack[step + STEP_CELL], stack[step + STEP_TOWARDS], stack[step + STEP_PHASE] = start, aim.towards[start], phase
    while step >= root:
        cell, towards = stack[step + STEP_CELL], stack[step + STEP_TOWARDS]
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

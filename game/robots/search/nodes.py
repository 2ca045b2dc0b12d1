"""The work of the solver's searches at a node, as kernels on a task and a stack (`stack.py`)."""

from __future__ import annotations

from typing import Final

from game.agents.kernels import inlined, whole
from game.robots.search.aims import BLOCKS, SUPPORTS, Aim
from game.robots.search.bounds import may_be_solved
from game.robots.search.cuts import Cuts
from game.robots.search.landing import LINES, land, toggle
from game.robots.search.sets import holds, lowest
from game.robots.search.stack import (
    ALIKE,
    BASES,
    COUNTING,
    CUT_BELOW,
    ENTERED,
    ENTRIES,
    GENERATION,
    LANDED,
    LANDINGS,
    LEFT,
    LENGTH,
    LIST,
    LISTED,
    MOVABLE,
    MOVER,
    NEXT,
    ORIGIN,
    PHASE,
    PHASES,
    PLY_SIZE,
    SHARED,
    SLACK,
    SLIDE,
    STEP_CELL,
    STEP_HEADING,
    STEP_PHASE,
    STEP_SIZE,
    STEP_TOWARDS,
)
from game.robots.search.tables import Array, Slides

_NUMBER: Final = whole()
_LOW: Final = (1 << 20) - 1
_ODD, _OTHER = 0x2D9A5B4E6C7, 0x8F3C17A94D


@inlined
def set_out(aim: Aim, task: Array, stack: Array, occupied: Array) -> None:
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
def land_all(slides: Slides, task: Array, stack: Array, occupied: Array, here: int) -> None:
    """Find out where each slide from a node lands."""
    for robot in range(task[MOVABLE]):
        cell = _NUMBER(stack[here + robot])
        slide, place = task[BASES + robot] + cell * 4, here + LANDINGS + robot * 4
        for heading in range(4):
            stack[place + heading] = land(slides, occupied, stack, here, here + 5, slide + heading, cell, heading)


@inlined
def is_of_use(aim: Aim, home: int, origin: int, landing: int) -> bool:
    """Whether another robot's move opens a shortest way or makes a place to rest on one."""
    return holds(aim.sets, home * 8 + BLOCKS, origin) or holds(aim.sets, home * 8 + SUPPORTS, landing)


@inlined
def is_open(cuts: Cuts, task: Array, stack: Array, here: int, start: int, left: int) -> bool:
    """Whether it is worth entering a position with slack, its robots `here` and the target robot on `start`."""
    a, b, c, d = stack[here + 1], stack[here + 2], stack[here + 3], stack[here + 4]
    return left >= task[CUT_BELOW] or cuts.natural[start] <= left or may_be_solved(cuts, start, left, a, b, c, d)


@inlined
def goes_home(
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
def enter(aim: Aim, task: Array, stack: Array, occupied: Array, table: Array, here: int, ply: int) -> bool:
    """Make the next move listed, the one that leads to `ply`; whether its node is to be searched."""
    there, move, left = here + PLY_SIZE, _NUMBER(stack[here + LIST + stack[here + NEXT]]), stack[here + LEFT] - 1
    stack[here + NEXT] += 1
    robot, heading = move >> 2, move & 3
    origin, landing, phase = stack[here + robot], stack[here + LANDINGS + move], stack[here + PHASE]
    arrange(stack, here, there, robot, landing, task[ALIKE])
    stack[there + PHASE] = phase if robot else task[PHASES + phase * 4 + heading]
    if ply >= task[SHARED] and _is_seen(task, stack, table, there, left):
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
def _is_seen(task: Array, stack: Array, table: Array, here: int, left: int) -> bool:
    """Whether the position at `here` was searched with `left` moves or more; otherwise it is noted that it is now."""
    key = key_of(stack, here)
    slot = (scattered(key) >> 30 & task[ENTRIES] - 1) & ~1
    entry = key | left << 42 | task[GENERATION] << 49
    depth = 127 << 42
    for place in range(slot, slot + 2):
        held = table[place]  # read once: another thread may write meanwhile, but always whole entries
        if held | depth == entry | depth:
            if held >> 42 & 127 >= left:
                return True
            table[place] = entry
            return False
    held = table[slot]
    if held >> 49 != task[GENERATION] or held >> 42 & 127 <= left:
        table[slot + 1] = held
        table[slot] = entry
    else:
        table[slot + 1] = entry
    return False


@inlined
def key_of(stack: Array, here: int) -> int:
    """Return the robots' cells and the phase of the target robot, in 42 bits."""
    key: int = _NUMBER(stack[here] | stack[here + 1] << 8 | stack[here + 2] << 16)
    key |= _NUMBER(stack[here + 3] << 24 | stack[here + 4] << 32 | stack[here + PHASE] << 40)
    return key


@inlined
def scattered(key: int) -> int:
    """A key of 42 bits with its bits mixed, best from the thirtieth up; below 2 ** 63.

    Whole numbers that wrap around are no kernel's.
    """
    return (key & _LOW) * _ODD + (key >> 20) * _OTHER

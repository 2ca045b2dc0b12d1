"""One iteration of the solver's iterative deepening, as kernels (`game.agents.kernels`) on two arrays: task and stack.

Robots are numbered in search order; robot 0 is the target robot. Robots from number `alike` on slide alike and are
sorted by cell. They form one class with the number `alike`; any other robot's class is its own number.

A node is a position after some moves. Its slack is the number of moves left minus the target robot's distance. An
iteration for routes of n moves begins only when there is no route of n - 1 moves. This makes the pruning exact:

- Without slack only the target robot can move, and only towards its target.
- A move of another robot that uses up the slack must help: it leaves a cell of AIM_BLOCKS or reaches a cell of
  AIM_SUPPORTS (`bounds.py`). A route with a useless move would be valid without that move, but no shorter route exists.
- A node is not entered if its bounds (`bounds.py`) show that the moves left are too few.
- If two consecutive moves can be exchanged, the search makes the move with the lower pair (class, landing cell) last,
  and leaves out the other order (`is_out_of_order`). No node is lost, because both orders lead to the same node. If
  another exchange rules out the kept order, too, some route to the node ends with a still lower pair. This cannot
  go on for ever, because a node has only five pairs: the class and the cell of each robot. Robots' numbers cannot
  replace the classes: sorting changes the numbers, so two orders could rule out each other.
- A position that was searched with at least as many moves left is not searched again. In this comparison, robots that
  slide alike are interchangeable, except the target robot.
"""

from __future__ import annotations

from typing import Final

from game.agents.kernels import inlined, kernel, whole
from game.robots.search.bounds import AIM_BLOCKS, AIM_SUPPORTS, Aim, Cuts, may_be_solved
from game.robots.search.tables import LINES, Array, Slides, holds, land, lowest, toggle

DEEPEST: Final = 127
"""The most moves in a route. An entry of the transposition table has 7 bits for the number of moves."""

GENERATIONS: Final = 1 << 14
PAUSED, LOST, FOUND = range(3)

BASES, PHASES = 0, 5
LENGTH, MOVABLE, ALIKE, COUNTING, IDLE, GENERATION, ENTRIES, BEGUN, CUT_BELOW, PLY, ENTERED = range(21, 32)
SHARED, TASK_SIZE = 32, 33
"""Offsets in a task, the array with the goal and the progress of an iteration.

BASES has each robot's behaviour * 1024. A phase is the progress of the target robot's moves under the rule on one-move
arrivals. PHASES[phase * 4 + heading] is the phase after a move, and COUNTING is the phase in which an arrival counts.
LENGTH is the route's length. The first MOVABLE robots may move. Robots from number ALIKE on slide alike. IDLE is 1 if a
move of another robot need not help, even if the move uses up the slack. BEGUN is 1 if moves were made before the root;
then an arrival by the first move counts.

GENERATION marks this task's entries in the transposition table. The first ENTRIES entries of the table are in use; the
number is a power of two. The bounds may rule out positions with fewer than CUT_BELOW moves left. PLY is the present
ply. ENTERED is the number of nodes entered, 0 before the search begins. In plies with a number below SHARED, the search
ignores the table and tries the moves in reverse order.
"""

PHASE, LEFT, SLACK, LISTED, NEXT, MOVER, ORIGIN, LANDED, SLIDE = range(5, 14)
LANDINGS, LIST, PLY_SIZE = 16, 36, 64
"""Offsets in a record of the stack. Each ply of the line that is searched has a record, which describes its node.

The record begins with the five robots' cells. LEFT is the number of moves left, SLACK is the slack. LANDINGS[robot * 4
+ heading] is the cell where a slide ends, the robot's own cell if it cannot move. LIST has LISTED moves to try, as
robot * 4 + heading; NEXT is the index of the next one. MOVER to SLIDE describe the move that led to the node: the
robot's class, its origin, its landing cell, and the slide's number. All numbers are small and unsigned, so their use as
an index needs no check for negative values.
"""

STEP_CELL, STEP_TOWARDS, STEP_PHASE, STEP_HEADING, STEP_SIZE = range(5)
"""Offsets in the record of a step. Steps are the last moves of a route, all by the target robot (`goes_home`).

Their records follow the record of the last ply. STEP_TOWARDS has the headings (bits) that lead towards the target and
are not yet tried. STEP_HEADING has the heading that was tried last.
"""

STACK_SIZE: Final = (DEEPEST + 2) * PLY_SIZE + (DEEPEST + 1) * STEP_SIZE


_NUMBER: Final = whole()
_LOW: Final = (1 << 20) - 1
_ODD, _OTHER = 0x2D9A5B4E6C7, 0x8F3C17A94D


@inlined
def set_out(aim: Aim, task: Array, stack: Array, occupied: Array) -> None:
    """Enter the root. The robots' cells and the phase must be on the stack already."""
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
    """Fill in the LANDINGS of the record at `here`."""
    for robot in range(task[MOVABLE]):
        cell = _NUMBER(stack[here + robot])
        slide, place = task[BASES + robot] + cell * 4, here + LANDINGS + robot * 4
        for heading in range(4):
            stack[place + heading] = land(slides, occupied, stack, here, here + 5, slide + heading, cell, heading)


@inlined
def is_of_use(aim: Aim, home: int, origin: int, landing: int) -> bool:
    """Return whether another robot's move helps the target robot, which is on `home`.

    It helps if it leaves a cell of AIM_BLOCKS or reaches a cell of AIM_SUPPORTS.
    """
    return holds(aim.sets, home * 8 + AIM_BLOCKS, origin) or holds(aim.sets, home * 8 + AIM_SUPPORTS, landing)


@inlined
def is_open(cuts: Cuts, task: Array, stack: Array, here: int, start: int, left: int) -> bool:
    """Return whether the bounds allow the search to enter a position with slack and with `left` moves left.

    The target robot is on `start`, the others are on their cells in the record at `here`.
    """
    a, b, c, d = stack[here + 1], stack[here + 2], stack[here + 3], stack[here + 4]
    return left >= task[CUT_BELOW] or cuts.natural[start] <= left or may_be_solved(cuts, start, left, a, b, c, d)


@inlined
def goes_home(
    slides: Slides, aim: Aim, task: Array, stack: Array, occupied: Array, here: int, start: int, phase: int
) -> bool:
    """Return whether the target robot alone arrives from `start` in as many moves as its distance.

    The other robots are on their cells in the record at `here`. `occupied` has only these cells.
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
    """Make the next listed move, which leads to `ply`. Returns False if its node was searched before."""
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
    """Copy the robots from `here` to `there`, with `robot` on `cell`.

    Robots from number `alike` on are sorted by cell.
    """
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
    """Return whether the position was searched with at least `left` moves left. If not, record the search."""
    key = key_of(stack, here)
    slot = (scattered(key) >> 30 & task[ENTRIES] - 1) & ~1
    entry = key | left << 42 | task[GENERATION] << 49
    depth = 127 << 42
    for place in range(slot, slot + 2):
        # Read the entry only once: another thread may replace it. (An entry is always replaced as a whole.)
        held = table[place]
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
    """Return the robots' cells and the phase as a number of 42 bits."""
    key: int = _NUMBER(stack[here] | stack[here + 1] << 8 | stack[here + 2] << 16)
    key |= _NUMBER(stack[here + 3] << 24 | stack[here + 4] << 32 | stack[here + PHASE] << 40)
    return key


@inlined
def scattered(key: int) -> int:
    """Hash a key of 42 bits to a number below 2 ** 63. The bits from 30 up are mixed best.

    No step overflows, because kernels must not rely on integers that wrap around.
    """
    return (key & _LOW) * _ODD + (key >> 20) * _OTHER


@inlined
def is_out_of_order(
    slides: Slides, task: Array, stack: Array, here: int, robot: int, heading: int, landing: int
) -> bool:
    """Return whether the search leaves out a move of `robot` (not 0) at the node `here`.

    The search then makes this move before the one that led to the node, not after it.
    """
    alike, mover, landed = task[ALIKE], stack[here + MOVER], stack[here + LANDED]
    origin = stack[here + robot]
    if min(robot, alike) < mover or origin == landed:
        return False
    if min(robot, alike) == mover and (robot < alike or landing < landed):
        return False
    before, number = here - PLY_SIZE, robot
    # Sorting may have changed the number of a robot that slides like others.
    if stack[before + number] != origin:
        number = alike
        while stack[before + number] != origin:
            number += 1
    if stack[before + LANDINGS + number * 4 + heading] != landing:
        return False
    return _stays_clear(slides, stack, here, origin, landing)


@inlined
def _stays_clear(slides: Slides, stack: Array, here: int, left: int, landing: int) -> bool:
    """Return whether the move that led to `here` would be the same after a robot's move from `left` to `landing`."""
    slide, origin, landed = stack[here + SLIDE], stack[here + ORIGIN], stack[here + LANDED]
    heading = slide & 3
    if slides.bends[slide >> 2] >> heading & 1:
        return not (holds(slides.ways, slide * 8, left) or holds(slides.ways, slide * 8, landing))
    if left == landed + (1 - (heading & 2)) * (1 if heading & 1 else -16):
        return False
    is_in_line = heading & 1 == 1 or landing & 15 == origin & 15
    return not (is_in_line and min(origin, landed) <= landing <= max(origin, landed))


@kernel
def search(
    slides: Slides, aim: Aim, cuts: Cuts, task: Array, stack: Array, occupied: Array, table: Array, budget: int
) -> int:
    """Continue an iteration for `budget` more nodes. Returns PAUSED, LOST (there is no route) or FOUND.

    A route that was found is on the stack. For each ply up to PLY, the move is in LIST, just before NEXT. The records
    of the steps have the last moves of the route.
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
    """List the moves to try from a node.

    Returns whether one of them leads to an arrival without further search. Only that move is listed then.
    """
    land_all(slides, task, stack, occupied, here)
    home, slack, left = _NUMBER(stack[here]), _NUMBER(stack[here + SLACK]), _NUMBER(stack[here + LEFT]) - 1
    was = stack[here + PHASE] * 4
    listed = 0
    # In `goes_home`, the target robot must not be stopped by itself on its old cell.
    toggle(occupied, home)
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
    """List `move` as the only one. Returns True."""
    stack[here + LIST], stack[here + LISTED], stack[here + NEXT] = move, 1, 1
    return True

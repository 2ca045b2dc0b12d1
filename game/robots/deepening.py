"""The search of the solver: one iteration of iterative deepening, as kernels.

Robots are numbered in search order: 0 is the target robot, the last `alike` ones slide alike. A node is a position
after some moves; its slack is how many moves are left beyond the target robot's distance. An iteration of length n is
only begun when there is no route of n - 1 moves; that is what makes the pruning exact:

- Without slack only the target robot can move, and only towards its target.
- Where one move of another robot uses up the slack it must open a shortest way of the target robot (leave a cell of
  BLOCKS) or make a place to rest on one (reach a cell of SUPPORTS): if it did neither, the same way would
  do without it, and that route was not there.
- Of two moves in a row that do not touch each other's slides only one order is tried. That is safe beside a
  transposition table because the order of the robots decides which: what one order leaves out leads by moves of
  ever higher robots to a node that is not left out.
- A position that was searched with as many moves left is not searched again. Robots that slide alike are
  interchangeable, the target robot never.
"""

from __future__ import annotations

from typing import Final

from game.agents.kernels import kernel
from game.robots.tables import BLOCKS, DISTANCE, GOAL, REST, ROW, SUPPORTS, TOWARDS, Array

DEEPEST: Final = 127
"""Most moves of a route; what the table's entries have room for."""

GENERATIONS: Final = 1 << 14
PAUSED, LOST, FOUND = range(3)

BASES, PHASES = 0, 5
LENGTH, MOVABLE, ALIKE, COUNTING, IDLE, GENERATION, ENTRIES, BEGUN, PLY, NODES, TASK_SIZE = range(21, 32)
"""Places in a task, which says what an iteration is to find and how far it is.

BASES has for each robot its behaviour * 1024. PHASES[phase * 4 + heading] says how a move of the target robot changes
the phase of the rule on one-move arrivals; an arrival counts in phase COUNTING. LENGTH is the route's, MOVABLE how many
robots may move, ALIKE how many of the last ones slide alike, IDLE 1 where a move of another robot need not be of use.
GENERATION marks this task's entries in the transposition table, of which ENTRIES, a power of two, are used. BEGUN is 1
where moves were made before the root, so that an arrival by the first one counts. PLY is where the search is, NODES
how many moves it has tried.
"""

ROBOTS, OCCUPIED, PHASE, TRIED, SLIDE, ORIGIN, PLY_SIZE = 0, 5, 9, 10, 11, 12, 16
"""Places in the record of a ply on the stack, which holds the line that is being searched.

ROBOTS are five cells and OCCUPIED their set. TRIED counts the moves of the node that were tried, in the order
robot * 4 + heading; the last of them is the one that the line goes on with. SLIDE and ORIGIN tell the slide that led to
the node and the cell where it began.
"""

_EXHAUSTED, _ENTERS, _ARRIVED = range(3)


@kernel
def search(
    ways: Array, ranks: Array, stops: Array, aim: Array, task: Array, stack: Array, table: Array, budget: int
) -> int:
    """Go on with an iteration for about `budget` nodes more: PAUSED, LOST, or FOUND.

    The route found is then the last move tried at each ply of the stack, LENGTH of them.
    """
    if task[NODES] == 0:
        for robot in range(5):
            cell = stack[ROBOTS + robot]
            stack[OCCUPIED + (cell >> 6)] |= 1 << (cell & 63)
    if task[LENGTH] == aim[stack[ROBOTS] * 16 + DISTANCE]:
        return FOUND if _goes_home(ways, ranks, stops, aim, task, stack, 0) else LOST
    ply = task[PLY]
    last = task[NODES] + budget
    while ply >= 0:
        if task[NODES] > last:
            task[PLY] = ply
            return PAUSED
        found = _expand(ways, ranks, stops, aim, task, stack, table, ply)
        if found == _ARRIVED:
            return FOUND
        ply += 1 if found == _ENTERS else -1
    return LOST


@kernel
def _expand(
    ways: Array, ranks: Array, stops: Array, aim: Array, task: Array, stack: Array, table: Array, ply: int
) -> int:
    """Try the next moves at `ply` up to one whose node, now at the next ply, is to be searched."""
    here = ply * PLY_SIZE
    home = stack[here + ROBOTS] * 16
    left = task[LENGTH] - ply - 1
    slack = left + 1 - aim[home + DISTANCE]
    picky = slack == 1 and task[IDLE] == 0
    for tried in range(stack[here + TRIED], task[MOVABLE] * 4):
        robot = tried >> 2
        origin = stack[here + ROBOTS + robot]
        slide = task[BASES + robot] + origin * 4 + (tried & 3)
        if robot and picky and not _may_help(ways, aim, home, origin, slide):
            continue
        task[NODES] += 1
        cell = land(ways, ranks, stops, slide, stack, here, 0)
        if cell == origin:
            continue
        after = slack - 1
        if robot:
            if picky and not (_has(aim, home + BLOCKS, origin) or _has(aim, home + SUPPORTS, cell)):
                continue
            if ply > 0 and _swaps(ways, stack, here, robot, slide, origin, cell):
                continue
        else:
            after = left - aim[cell * 16 + DISTANCE]
            phase = task[PHASES + stack[here + PHASE] * 4 + (slide & 3)]
            if aim[cell * 16 + GOAL] and phase == task[COUNTING] and ply + task[BEGUN] > 0:
                stack[here + TRIED] = tried + 1
                return _ARRIVED
            if after < 0:
                continue
        _make(task, stack, here, robot, slide, cell)
        stack[here + TRIED] = tried + 1
        if after == 0:
            if _goes_home(ways, ranks, stops, aim, task, stack, ply + 1):
                return _ARRIVED
        elif not _seen(task, stack, table, here + PLY_SIZE, left):
            return _ENTERS
    return _EXHAUSTED


@kernel
def land(ways: Array, ranks: Array, stops: Array, slide: int, stack: Array, here: int, skipped: int) -> int:
    """Where a slide ends with the robots of the ply at `here` in the way, without the first `skipped` ones."""
    way = slide * 8
    near = ways[way] & stack[here + OCCUPIED] | ways[way + 1] & stack[here + OCCUPIED + 1]
    if not (near | ways[way + 2] & stack[here + OCCUPIED + 2] | ways[way + 3] & stack[here + OCCUPIED + 3]):
        return int(ways[way + REST])
    row, nearest = ways[way + ROW], 255
    for robot in range(here + ROBOTS + skipped, here + ROBOTS + 5):
        rank = ranks[row + stack[robot]]
        if rank < nearest:
            nearest = rank
    return int(stops[row + nearest])


@kernel
def _has(sets: Array, place: int, cell: int) -> bool:
    """Whether the set at `place` holds `cell`."""
    return bool(sets[place + (cell >> 6)] & 1 << (cell & 63))


@kernel
def _may_help(ways: Array, aim: Array, home: int, origin: int, slide: int) -> bool:
    """Whether another robot's slide could be of use to the target robot, wherever it ends."""
    if _has(aim, home + BLOCKS, origin):
        return True
    way, aid = slide * 8, home + SUPPORTS
    near = ways[way] & aim[aid] | ways[way + 1] & aim[aid + 1]
    return bool(near | ways[way + 2] & aim[aid + 2] | ways[way + 3] & aim[aid + 3])


@kernel
def _swaps(ways: Array, stack: Array, here: int, robot: int, slide: int, origin: int, cell: int) -> bool:
    """Whether the move before was by a lower robot and neither slide could touch the other's ends."""
    mover = stack[here - PLY_SIZE + TRIED] - 1 >> 2
    if robot <= mover:
        return False
    before = stack[here + SLIDE] * 8
    if _has(ways, slide * 8, stack[here + ORIGIN]) or _has(ways, slide * 8, stack[here + ROBOTS + mover]):
        return False
    return not (_has(ways, before, origin) or _has(ways, before, cell))


@kernel
def _make(task: Array, stack: Array, here: int, robot: int, slide: int, cell: int) -> None:
    """Write the node after a move to the ply after it."""
    there = here + PLY_SIZE
    for place in range(OCCUPIED + 4):
        stack[there + place] = stack[here + place]
    origin = stack[here + ROBOTS + robot]
    stack[there + ROBOTS + robot] = cell
    stack[there + OCCUPIED + (origin >> 6)] ^= 1 << (origin & 63)
    stack[there + OCCUPIED + (cell >> 6)] ^= 1 << (cell & 63)
    phase = stack[here + PHASE]
    stack[there + PHASE] = phase if robot else task[PHASES + phase * 4 + (slide & 3)]
    stack[there + TRIED] = 0
    stack[there + SLIDE] = slide
    stack[there + ORIGIN] = origin


@kernel
def _goes_home(ways: Array, ranks: Array, stops: Array, aim: Array, task: Array, stack: Array, ply: int) -> bool:
    """Whether the target robot alone gets home from the node at `ply` in the moves left, which are its distance."""
    root = ply * PLY_SIZE
    start = stack[root + ROBOTS]
    stack[root + OCCUPIED + (start >> 6)] ^= 1 << (start & 63)  # it has left when it comes by again
    stack[root + TRIED] = 0
    here, home = root, False
    while here >= root and not home:
        origin, heading = stack[here + ROBOTS], stack[here + TRIED]
        if heading == 4:
            here -= PLY_SIZE
            continue
        stack[here + TRIED] = heading + 1
        if not aim[origin * 16 + TOWARDS] >> heading & 1:
            continue
        task[NODES] += 1
        cell = land(ways, ranks, stops, task[BASES] + origin * 4 + heading, stack, root, 1)
        phase = task[PHASES + stack[here + PHASE] * 4 + heading]
        if aim[origin * 16 + DISTANCE] == 1:
            home = cell != origin and aim[cell * 16 + GOAL] == 1 and phase == task[COUNTING]
        elif aim[cell * 16 + DISTANCE] == aim[origin * 16 + DISTANCE] - 1:
            here += PLY_SIZE
            stack[here + ROBOTS] = cell
            stack[here + PHASE] = phase
            stack[here + TRIED] = 0
    stack[root + OCCUPIED + (start >> 6)] ^= 1 << (start & 63)
    return home


@kernel
def _seen(task: Array, stack: Array, table: Array, here: int, left: int) -> bool:
    """Whether the position at `here` was searched with `left` moves or more; otherwise it is noted that it is now."""
    key = position_key(stack, here + ROBOTS, task[ALIKE]) | stack[here + PHASE] << 40
    slot = (key * 0x1E3779B97F4A7C15 >> 24 & task[ENTRIES] - 1) & ~1
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


@kernel
def position_key(stack: Array, first: int, alike: int) -> int:
    """The five cells in 40 bits, those of the robots that slide alike in ascending order."""
    a, b, c, d = stack[first + 1], stack[first + 2], stack[first + 3], stack[first + 4]
    if alike >= 2:
        c, d = min(c, d), max(c, d)
    if alike >= 3:
        b, c = min(b, c), max(b, c)
        c, d = min(c, d), max(c, d)
    if alike == 4:
        a, b = min(a, b), max(a, b)
        b, c = min(b, c), max(b, c)
        c, d = min(c, d), max(c, d)
    return int(stack[first] | a << 8 | b << 16 | c << 24 | d << 32)

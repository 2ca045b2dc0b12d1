"""Leave out one order of moves that do not touch each other. It is apart because it looks at two moves alone.

See `deepening.py` for why that leaves no position out.
"""

from __future__ import annotations

from game.agents.kernels import inlined
from game.robots.search.sets import holds
from game.robots.search.stack import ALIKE, LANDED, LANDINGS, MOVER, ORIGIN, PLY_SIZE, SLIDE
from game.robots.search.tables import Array, Slides


@inlined
def is_out_of_order(
    slides: Slides, task: Array, stack: Array, here: int, robot: int, heading: int, landing: int
) -> bool:
    """Whether a move of a robot that is not the target robot would do as well before the move that led `here`."""
    alike, mover, landed = task[ALIKE], stack[here + MOVER], stack[here + LANDED]
    origin = stack[here + robot]
    if min(robot, alike) < mover or origin == landed:
        return False
    if min(robot, alike) == mover and (robot < alike or landing < landed):
        return False
    before, number = here - PLY_SIZE, robot
    if stack[before + number] != origin:  # the order of the robots that slide alike may have changed
        number = alike
        while stack[before + number] != origin:
            number += 1
    if stack[before + LANDINGS + number * 4 + heading] != landing:
        return False
    return _stays_clear(slides, stack, here, origin, landing)


@inlined
def _stays_clear(slides: Slides, stack: Array, here: int, left: int, landing: int) -> bool:
    """Whether the move that led `here` would end there too if a robot had gone from cell `left` to `landing` before."""
    slide, origin, landed = stack[here + SLIDE], stack[here + ORIGIN], stack[here + LANDED]
    heading = slide & 3
    if slides.bends[slide >> 2] >> heading & 1:
        return not (holds(slides.ways, slide * 8, left) or holds(slides.ways, slide * 8, landing))
    if left == landed + (1 - (heading & 2)) * (1 if heading & 1 else -16):
        return False
    is_in_line = heading & 1 == 1 or landing & 15 == origin & 15
    return not (is_in_line and min(origin, landed) <= landing <= max(origin, landed))

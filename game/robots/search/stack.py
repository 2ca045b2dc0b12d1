"""Shared data of the kernels of the solver's search: a task, and a stack with a record for each ply of the line."""

from __future__ import annotations

from typing import Final

DEEPEST: Final = 127
"""Most moves of a route; what the table's entries have room for."""

GENERATIONS: Final = 1 << 14
PAUSED, LOST, FOUND = range(3)

BASES, PHASES = 0, 5
LENGTH, MOVABLE, ALIKE, COUNTING, IDLE, GENERATION, ENTRIES, BEGUN, CUT_BELOW, PLY, ENTERED = range(21, 32)
SHARED, TASK_SIZE = 32, 33
"""Places in a task, which says what an iteration is to find and how far it is.

BASES has for each robot its behaviour * 1024. PHASES[phase * 4 + heading] says how a move of the target robot changes
the phase of the rule on one-move arrivals; an arrival counts in phase COUNTING. LENGTH is the route's, MOVABLE how many
robots may move, ALIKE the number of the first of those that slide alike, IDLE 1 where a move of another robot need not
be of use. GENERATION marks this task's entries in the transposition table, of which ENTRIES, a power of two, are used.
BEGUN is 1 where moves were made before the root, so that an arrival by the first one counts. Positions with fewer than
CUT_BELOW moves left may be cut. PLY is where the search is, ENTERED how many nodes it has entered, 0 before it begins.
The nodes of the first SHARED plies are entered by two searches, of which this one takes their moves in reverse order.
"""

PHASE, LEFT, SLACK, LISTED, NEXT, MOVER, ORIGIN, LANDED, SLIDE = range(5, 14)
LANDINGS, LIST, PLY_SIZE = 16, 36, 64
"""Places in the record of a ply, a node of the line that is searched. It begins with the five robots' cells.

LEFT are the moves left, SLACK those beyond the target robot's distance. LANDINGS[robot * 4 + heading] says where each
slide lands, a robot's own cell where it is no move. LIST has the moves to try, as robot * 4 + heading: LISTED of them,
of which the line has gone on with the one before NEXT. MOVER to SLIDE tell the move that led to the node: the class of
the robot, where from, where to, and the slide's number. Small unsigned numbers: what is read from there is known not
to be negative, so no index made of it is checked for that.
"""

STEP_CELL, STEP_TOWARDS, STEP_PHASE, STEP_HEADING, STEP_SIZE = range(5)
"""Places in the record of a step of the target robot alone, from the ply after the line's last one on.

STEP_TOWARDS has the headings (bits) not yet tried, STEP_HEADING the last that was.
"""

STACK_SIZE: Final = (DEEPEST + 2) * PLY_SIZE + (DEEPEST + 1) * STEP_SIZE

"""All shortest routes of one robot as a graph: kernels that search it out, the optimum being known.

A node is a position on a route, with each robot itself (none is taken for one that slides alike) and the phase of the
rule on one-move arrivals; an edge is a move to the next one. The search goes over the positions that a shortest route
may lead through once each, with the bounds of `deepening.py` but without its order of commuting moves, and keeps those
from which an arrival is reached. Node 0 is the arrival, the others are numbered as they are left, so that the start has
the highest number and every edge leads to a lower one.

What is left out is on no shortest route, as there is no shorter one: a move of another robot that takes the last slack
and is of no use could be left out, and so could the way between two visits of one position.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.agents.kernels import inlined, kernel, whole
from game.robots.search.aims import Aim
from game.robots.search.cuts import Cuts
from game.robots.search.landing import toggle
from game.robots.search.nodes import enter, goes_home, is_of_use, is_open, key_of, land_all, scattered, set_out
from game.robots.search.stack import (
    BEGUN,
    COUNTING,
    DEEPEST,
    ENTERED,
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
    SLACK,
)
from game.robots.search.tables import COMPILED, Array, Slides, zeros

MOVES: Final = 20
"""Moves of a position: number of the robot's colour * 4 + heading."""

MOST_NODES: Final = 1 << (16 if COMPILED else 12)
MOST_EDGES: Final = 2 * MOST_NODES
_SLOTS: Final = 2 * MOST_NODES
_BITS_OF_LEFT: Final = 42

FULL: Final = 3
"""What `trace` gives where there is no room for all nodes and edges."""

NODES, EDGES = 0, 1
"""Places in the counts of a graph."""

_NUMBER: Final = whole()


class Graph(NamedTuple):
    """`counts` are how many nodes (NODES) and edges (EDGES) there are; `begins` has each node's first edge.

    An edge has its move in `moves` and leads to the node in `ends`; a node's edges go up by their moves. `colours` has
    each robot's first move, in search order. `keys` and `slots` are the table in which a position's node is looked up,
    `pending` has for each ply and move the number of the node, plus one, to which it leads.
    """

    counts: Array
    begins: Array
    moves: Array
    ends: Array
    colours: Array
    keys: Array
    slots: Array
    pending: Array


def new_graph() -> Graph:
    """Room for a graph."""
    return Graph(
        counts=zeros(2),
        begins=zeros(MOST_NODES + 2, "int32"),
        moves=zeros(MOST_EDGES, "uint8"),
        ends=zeros(MOST_EDGES, "int32"),
        colours=zeros(5),
        keys=zeros(MOST_NODES + 1),
        slots=zeros(_SLOTS, "int32"),
        pending=zeros((DEEPEST + 2) * MOVES, "int32"),
    )


@kernel
def clear(graph: Graph) -> None:
    """Empty a graph, but for the arrival."""
    for node in range(graph.counts[NODES] - 1, 0, -1):  # the last one noted first, as others may have made way for it
        graph.slots[_slot_of(graph, graph.keys[node])] = 0
    graph.counts[NODES], graph.counts[EDGES] = 1, 0
    graph.begins[0] = graph.begins[1] = 0


@kernel
def trace(
    slides: Slides,
    aim: Aim,
    cuts: Cuts,
    task: Array,
    stack: Array,
    occupied: Array,
    table: Array,
    graph: Graph,
    budget: int,
) -> int:
    """Go on until `budget` more nodes are entered: PAUSED, LOST when all is searched, or FULL."""
    ply, last = task[PLY], task[ENTERED] + budget
    enters = task[ENTERED] == 0
    if enters:
        set_out(aim, task, stack, occupied)
    while ply >= 0:
        here = (ply & DEEPEST) * PLY_SIZE
        if enters:
            _list(slides, aim, cuts, task, stack, occupied, here, ply, graph.colours, graph.pending)
        enters = False
        if stack[here + NEXT] == stack[here + LISTED]:
            node = _keep(stack, here, ply, graph)
            if node < 0:
                return FULL
            ply -= 1
            if ply >= 0:
                toggle(occupied, stack[here + ORIGIN])
                toggle(occupied, stack[here + LANDED])
                _lead(stack, here - PLY_SIZE, ply, graph, node)
        elif task[ENTERED] >= last:
            task[PLY] = ply
            return PAUSED
        elif enter(aim, task, stack, occupied, table, here, ply + 1):
            ply += 1
            enters = True
        else:
            key = _key(stack, here + PLY_SIZE, _NUMBER(stack[here + LEFT]) - 1)
            _lead(stack, here, ply, graph, graph.slots[_slot_of(graph, key)])
    return LOST


@inlined
def _list(
    slides: Slides,
    aim: Aim,
    cuts: Cuts,
    task: Array,
    stack: Array,
    occupied: Array,
    here: int,
    ply: int,
    colours: Array,
    pending: Array,
) -> None:
    """List the moves to try from a node; what arrives at once is an edge to node 0."""
    land_all(slides, task, stack, occupied, here)
    home, slack, left = _NUMBER(stack[here]), _NUMBER(stack[here + SLACK]), _NUMBER(stack[here + LEFT]) - 1
    was = stack[here + PHASE] * 4
    listed = 0
    for move in range(MOVES):
        pending[ply * MOVES + move] = 0
    toggle(occupied, home)  # it has left when it comes by again
    for move in range(task[MOVABLE] * 4 if slack else 4):
        robot, heading = move >> 2, move & 3
        origin, landing = _NUMBER(stack[here + robot]), _NUMBER(stack[here + LANDINGS + move])
        if landing == origin:
            continue
        if robot == 0:
            phase = task[PHASES + was + heading]
            start, spare = landing, left - aim.distances[landing]
            if left == 0:
                if aim.goals[landing] and phase == task[COUNTING] and ply + task[BEGUN] > 0:
                    pending[ply * MOVES + colours[0] + heading] = 1
                continue
        else:
            start, spare, phase = home, slack - 1, _NUMBER(stack[here + PHASE])
            if spare == 0 and not (task[IDLE] or is_of_use(aim, home, origin, landing)):
                continue
        stack[here + robot] = landing
        if spare == 0:
            if robot:
                toggle(occupied, origin)
                toggle(occupied, landing)
            may_arrive = goes_home(slides, aim, task, stack, occupied, here, start, phase)
            if robot:
                toggle(occupied, origin)
                toggle(occupied, landing)
        else:
            may_arrive = spare > 0 and is_open(cuts, task, stack, here, start, left)
        stack[here + robot] = origin
        if may_arrive:
            stack[here + LIST + listed] = move
            listed += 1
    toggle(occupied, home)
    stack[here + LISTED], stack[here + NEXT] = listed, 0


@inlined
def _lead(stack: Array, here: int, ply: int, graph: Graph, node: int) -> None:
    """Note that the last move tried leads to a node, if that is one."""
    move = _NUMBER(stack[here + LIST + stack[here + NEXT] - 1])
    if node > 0:
        graph.pending[ply * MOVES + graph.colours[move >> 2] + (move & 3)] = node + 1


@inlined
def _keep(stack: Array, here: int, ply: int, graph: Graph) -> int:
    """The number that a node which is left has or is given; 0 where no move leads on, -1 where there is no room."""
    node, edge, first = graph.counts[NODES], graph.counts[EDGES], graph.counts[EDGES]
    if node >= MOST_NODES or edge + MOVES > MOST_EDGES:
        return -1
    for move in range(MOVES):
        end = graph.pending[ply * MOVES + move]
        if end > 0:
            graph.moves[edge], graph.ends[edge] = move, end - 1
            edge += 1
    if edge == first:
        return 0
    key = _key(stack, here, _NUMBER(stack[here + LEFT]))
    slot = _slot_of(graph, key)
    if graph.slots[slot] > 0:  # its entry in the table of what was searched has been written over
        return int(graph.slots[slot])
    graph.slots[slot], graph.keys[node] = node, key
    graph.begins[node + 1] = graph.counts[EDGES] = edge
    graph.counts[NODES] = node + 1
    return int(node)


@inlined
def _key(stack: Array, here: int, left: int) -> int:
    return key_of(stack, here) | left << _BITS_OF_LEFT


@inlined
def _slot_of(graph: Graph, key: int) -> int:
    """Where a position's node is noted, or is to be."""
    slot = (scattered(key & (1 << _BITS_OF_LEFT) - 1) >> 30) + (key >> _BITS_OF_LEFT) & _SLOTS - 1
    while graph.slots[slot] > 0 and graph.keys[graph.slots[slot]] != key:
        slot = slot + 1 & _SLOTS - 1
    return slot

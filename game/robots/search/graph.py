"""All shortest routes of one target robot as a graph. Kernels build the graph and sort its routes into classes.

A node is a position on a route, with the phase of the rule on one-move arrivals. Robots are told apart even if they
slide alike. An edge is a move to the next node. Node 0 is the arrival. The others are numbered when the search leaves
them, so the start has the highest number and every edge leads to a lower one.

The length of a shortest route must be known. The search visits once each position that may be on a shortest route, and
keeps the positions that lead to an arrival. It prunes as `deepening.py` does, but tries exchangeable moves in both
orders. No shortest route is lost: a route with a useless move of another robot, or with a detour back to the same
position, could be made shorter.

Two consecutive moves of different robots commute if both orders are possible and lead to the same position. Routes are
equivalent if exchanging such moves, any number of times, turns one into the other. A *class* is a set of equivalent
routes. Its first route, in the order of moves, represents it.

The classes of a node follow from the classes of its successors. An *element* of a node is a pair: an edge, and a class
of the edge's end. Each element belongs to a class of the node. Two elements belong to the same class if their routes
can begin with two commuting moves, in different orders, and then continue with the same class. Other exchanges are
already in the successors' classes. (It would not be enough to search one order of commuting moves only. Let moves 1, 2
and 3 commute, except 1 with 3. Neither 312 nor 231 has two commuting neighbours in the wrong order, yet they are
equivalent: 312, 321, 231.)

Elements are sorted by edge and then by class. Classes are numbered by their first elements. So elements and classes are
in the order of moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from game.agents.kernels import inlined, kernel, whole
from game.robots.board import COLOURS, HEADINGS, Board, Robots, move_robot
from game.robots.notation import walk
from game.robots.rounds import FEWEST_MOVES
from game.robots.search.bounds import Aim, Cuts
from game.robots.search.deepening import (
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
    enter,
    goes_home,
    is_of_use,
    is_open,
    key_of,
    land_all,
    scattered,
    set_out,
)
from game.robots.search.tables import COMPILED, Array, Slides, toggle, zeros
from game.robots.state import Move

MOVES: Final = 20
"""How many moves there may be in a position. A move's number is 4 * robot + heading (indices of COLOURS, HEADINGS)."""

MOST_NODES: Final = 1 << (16 if COMPILED else 12)
MOST_EDGES: Final = 2 * MOST_NODES
_SLOTS: Final = 2 * MOST_NODES
_BITS_OF_LEFT: Final = 42

FULL: Final = 3
"""The result of `trace` if there is no room for all nodes and edges."""

NODES, EDGES = 0, 1
"""Indices in `Graph.counts`."""

_NUMBER: Final = whole()


class Graph(NamedTuple):
    """`counts` has the numbers of nodes (NODES) and edges (EDGES); `begins` has each node's first edge.

    `moves` and `ends` have each edge's move and end node; a node's edges are sorted by move. `colours` has each
    robot's lowest move number, with the robots in search order. `keys` and `slots` are a hash table from positions to
    nodes. `pending` is for the nodes that the search has not left: for each ply and move, it has the number of the end
    node plus one, or 0 if no route is known to follow.
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
    """Allocate a graph."""
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
    """Remove all nodes except the arrival."""
    # The newest node goes first, because a gap in the hash table would hide newer nodes behind it.
    for node in range(graph.counts[NODES] - 1, 0, -1):
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
    """Continue the search for `budget` more nodes. Returns PAUSED, LOST if everything has been searched, or FULL."""
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
    """List the moves to try from a node. Moves that arrive at once become edges to node 0."""
    land_all(slides, task, stack, occupied, here)
    home, slack, left = _NUMBER(stack[here]), _NUMBER(stack[here + SLACK]), _NUMBER(stack[here + LEFT]) - 1
    was = stack[here + PHASE] * 4
    listed = 0
    for move in range(MOVES):
        pending[ply * MOVES + move] = 0
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
    """Record `node` as the end of the last tried move, unless it is 0, which means that no route follows."""
    move = _NUMBER(stack[here + LIST + stack[here + NEXT] - 1])
    if node > 0:
        graph.pending[ply * MOVES + graph.colours[move >> 2] + (move & 3)] = node + 1


@inlined
def _keep(stack: Array, here: int, ply: int, graph: Graph) -> int:
    """Store the node that the search leaves.

    Returns its number, 0 if no route goes on from it, or -1 if there is no room.
    """
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
    # A node is searched twice if its entry in the transposition table was overwritten.
    if graph.slots[slot] > 0:
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
    """Return the slot of a position's node in the hash table, or the free slot for it."""
    slot = (scattered(key & (1 << _BITS_OF_LEFT) - 1) >> 30) + (key >> _BITS_OF_LEFT) & _SLOTS - 1
    while graph.slots[slot] > 0 and graph.keys[graph.slots[slot]] != key:
        slot = slot + 1 & _SLOTS - 1
    return slot


MOST_ELEMENTS: Final = 1 << (18 if COMPILED else 14)


class Classes(NamedTuple):
    """The classes of each node. `numbers` has each node's number of classes.

    `elements` has each edge's first element. `stands` has each class's first element, and `firsts` has each node's
    first index in `stands`. `classes` has the class of each element, numbered from 0 at each node. While the elements
    of a node are being sorted, `classes` has an earlier element of the same class instead. If none is known, it has the
    element itself.
    """

    numbers: Array
    firsts: Array
    elements: Array
    stands: Array
    classes: Array


def new_classes() -> Classes:
    """Allocate the classes of a graph."""
    return Classes(
        numbers=zeros(MOST_NODES + 1, "int32"),
        firsts=zeros(MOST_NODES + 2, "int32"),
        elements=zeros(MOST_EDGES + 1, "int32"),
        stands=zeros(MOST_ELEMENTS + 2, "int32"),
        classes=zeros(MOST_ELEMENTS + 1, "int32"),
    )


@kernel
def sort_out(graph: Graph, found: Classes) -> int:
    """Fill in the classes of all nodes.

    Returns the number of classes of the start, or -1 if there is no room for all.
    """
    begins, ends = graph.begins, graph.ends
    numbers, firsts, elements, stands, classes = found
    numbers[0], firsts[0], firsts[1] = 1, 0, 1
    element = 0
    last = graph.counts[NODES] - 1
    for node in range(1, last + 1):
        begin = element
        for edge in range(begins[node], begins[node + 1]):
            elements[edge] = element
            if element + numbers[ends[edge]] > MOST_ELEMENTS:
                return -1
            for _ in range(numbers[ends[edge]]):
                classes[element] = element
                element += 1
        for one in range(begins[node], begins[node + 1]):
            for other in range(one + 1, begins[node + 1]):
                if graph.moves[one] >> 2 != graph.moves[other] >> 2:
                    _join(graph, found, one, other)
        place = firsts[node]
        # Until all elements are done, a class is stored as a negative number, so that it differs from an element.
        for number in range(begin, element):
            if classes[number] == number:
                stands[place], classes[number] = number, firsts[node] - place - 1
                place += 1
            else:
                classes[number] = classes[classes[number]]
        for number in range(begin, element):
            classes[number] = -1 - classes[number]
        firsts[node + 1] = place
        numbers[node] = place - firsts[node]
    return int(numbers[last])


@inlined
def _join(graph: Graph, found: Classes, one: int, other: int) -> None:
    """If the moves of two edges commute, join the equivalent elements of these edges."""
    after_one = _edge(graph, graph.ends[one], graph.moves[other])
    after_other = _edge(graph, graph.ends[other], graph.moves[one])
    if after_one < 0 or after_other < 0 or graph.ends[after_one] != graph.ends[after_other]:
        return
    for number in range(found.numbers[graph.ends[after_one]]):
        a = _first(found.classes, found.elements[one] + found.classes[found.elements[after_one] + number])
        b = _first(found.classes, found.elements[other] + found.classes[found.elements[after_other] + number])
        found.classes[max(a, b)] = min(a, b)


@inlined
def _edge(graph: Graph, node: int, move: int) -> int:
    """Return the edge of a node that has this move; -1 if there is none."""
    for edge in range(graph.begins[node], graph.begins[node + 1]):
        if graph.moves[edge] == move:
            return edge
    return -1


@inlined
def _first(classes: Array, element: int) -> int:
    """Return the first element that is known to be in the same class."""
    while classes[element] != element:
        element = classes[element]
    return element


_LOOKED_AT: Final = 20_000
"""The most routes that `_unlike` compares."""


def first_routes(
    graph: Graph, classes: Classes, most: int, over: Callable[[], str]
) -> tuple[list[tuple[Move, ...]], bool]:
    """Return at most `most` routes of a graph, the first of each class, and whether they stand for all classes.

    If there is no room for all classes, return routes with different sets of moves, and stop the search for them when
    `over` returns a reason.
    """
    start = int(graph.counts[NODES]) - 1
    number = sort_out(graph, classes)
    if start == 0:
        return [], True
    if number < 0:
        return [_as_moves(route) for route in islice(_unlike(graph, start, over), most)], False
    return [_as_moves(_of_class(graph, classes, start, one)) for one in range(min(most, number))], number <= most


def _of_class(graph: Graph, classes: Classes, node: int, number: int) -> Iterator[int]:
    """Yield the moves of the route that represents a class of a node."""
    while node:
        element = int(classes.stands[classes.firsts[node] + number])
        edge = int(graph.begins[node + 1]) - 1
        while classes.elements[edge] > element:
            edge -= 1
        yield int(graph.moves[edge])
        number, node = element - int(classes.elements[edge]), int(graph.ends[edge])


def _unlike(graph: Graph, start: int, over: Callable[[], str]) -> Iterator[tuple[int, ...]]:
    """Yield some routes with different sets of moves."""
    found = set()
    for route in islice(_walks(graph, start), _LOOKED_AT):
        if over():
            return
        moves = tuple(sorted(route))
        if moves not in found:
            found.add(moves)
            yield route


def _walks(graph: Graph, node: int) -> Iterator[tuple[int, ...]]:
    """Yield all routes from a node, in order."""
    if node == 0:
        yield ()
    for edge in range(graph.begins[node], graph.begins[node + 1]):
        for rest in _walks(graph, int(graph.ends[edge])):
            yield int(graph.moves[edge]), *rest


def _as_moves(route: Iterable[int]) -> tuple[Move, ...]:
    return tuple(Move(COLOURS[move // len(HEADINGS)], HEADINGS[move % len(HEADINGS)]) for move in route)


def in_order(board: Board, robots: Robots, routes: Iterable[Sequence[Move]]) -> list[tuple[Move, ...]]:
    """Sort the routes of different arriving robots and drop equivalent ones.

    Routes of different arriving robots are equivalent only if they have the same two moves. Each of these moves brings
    one of the robots to the target.
    """
    kept: dict[tuple[Move, ...], Robots] = {}
    for route in sorted(map(tuple, routes), key=_places):
        after = _after(board, robots, route)
        is_of_two = len(route) == FEWEST_MOVES and route[0].colour != route[1].colour
        if not is_of_two or kept.get(route[::-1]) != after:
            kept[route] = after
    return list(kept)


def _places(route: tuple[Move, ...]) -> list[tuple[int, int]]:
    return [(COLOURS.index(move.colour), HEADINGS.index(move.heading)) for move in route]


def _after(board: Board, robots: Robots, route: Sequence[Move]) -> Robots:
    """Return the robots' cells after a route."""
    for found in walk(board, robots, route):
        robots = move_robot(robots, found)
    return robots

"""Kernels that sort the routes of a graph into classes. Routes of a class differ by the order of commuting moves.

Two neighbouring moves of different robots commute where both orders can be made and lead to the same position; then
each move is the same slide in both. Two routes are the same if one becomes the other by exchanging such neighbours, any
number of times. A class is what can be told apart so, and its first route in the order of moves stands for it.

The classes of the routes from a node follow from those from the nodes after it: each move before each class of what
follows is one, but where two moves commute, one and then the other before a class is the same as the other and then
the one. No other exchange of two routes from this node concerns its first two moves, and the exchanges further on are
in the classes already. (That it does not suffice to leave out one order of neighbours wherever there is a choice is
easily seen: of 312 and 231 neither can be improved where 1 and 3 do not commute, yet both are the same.)

An element of a node is an edge and a class of the node to which it leads. Elements go up by edges and then by classes,
and classes are numbered by their first elements; so both are in the order of moves, like their routes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.agents.kernels import inlined, kernel
from game.robots.search.graph import MOST_EDGES, MOST_NODES, NODES, Graph
from game.robots.search.tables import COMPILED, Array, zeros

MOST_ELEMENTS: Final = 1 << (18 if COMPILED else 14)


class Classes(NamedTuple):
    """The classes of each node: `numbers` says how many, `firsts` from where each node's begin in `stands`.

    The elements of an edge begin at `elements`; `stands` has for each class its first element. `classes` has for each
    element its class, and before that an element of the same class that does not come later.
    """

    numbers: Array
    firsts: Array
    elements: Array
    stands: Array
    classes: Array


def new_classes() -> Classes:
    """Room for the classes of a graph."""
    return Classes(
        numbers=zeros(MOST_NODES + 1, "int32"),
        firsts=zeros(MOST_NODES + 2, "int32"),
        elements=zeros(MOST_EDGES + 1, "int32"),
        stands=zeros(MOST_ELEMENTS + 2, "int32"),
        classes=zeros(MOST_ELEMENTS + 1, "int32"),
    )


@kernel
def sort_out(graph: Graph, found: Classes) -> int:
    """Fill in the classes of all nodes; the number of those from the start, or -1 where there is no room for all."""
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
        for number in range(begin, element):  # classes below 0, as long as there are elements among them
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
    """Join the elements of two edges that are one, as their moves commute."""
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
    """The edge of a node with a move, -1 where there is none."""
    for edge in range(graph.begins[node], graph.begins[node + 1]):
        if graph.moves[edge] == move:
            return edge
    return -1


@inlined
def _first(classes: Array, element: int) -> int:
    """The first known element of the same class."""
    while classes[element] != element:
        element = classes[element]
    return element

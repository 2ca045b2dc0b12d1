"""The routes of graphs read out: of one robot, and of all that may arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from game.robots.arrival import FEWEST_MOVES
from game.robots.board import COLOURS, HEADINGS, Board, Robots, move_robot
from game.robots.route import walk
from game.robots.search.classes import Classes, sort_out
from game.robots.search.graph import NODES, Graph
from game.robots.state import Move

_LOOKED_AT: Final = 20_000
"""Routes among which unlike ones are sought."""


def first_routes(
    graph: Graph, classes: Classes, most: int, over: Callable[[], str]
) -> tuple[list[tuple[Move, ...]], bool]:
    """The first routes of a graph, at most so many, no two of the same class, and whether there are no others.

    Where there is no room for all classes, they are routes that do not even consist of the same moves, looked for until
    it is `over`.
    """
    start = int(graph.counts[NODES]) - 1
    number = sort_out(graph, classes)
    if start == 0:
        return [], True
    if number < 0:
        return [_as_moves(route) for route in islice(_unlike(graph, start, over), most)], False
    return [_as_moves(_of_class(graph, classes, start, one)) for one in range(min(most, number))], number <= most


def _of_class(graph: Graph, classes: Classes, node: int, number: int) -> Iterator[int]:
    """The route that stands for a class of a node."""
    while node:
        element = int(classes.stands[classes.firsts[node] + number])
        edge = int(graph.begins[node + 1]) - 1
        while classes.elements[edge] > element:
            edge -= 1
        yield int(graph.moves[edge])
        number, node = element - int(classes.elements[edge]), int(graph.ends[edge])


def _unlike(graph: Graph, start: int, over: Callable[[], str]) -> Iterator[tuple[int, ...]]:
    """Some routes that consist of different moves."""
    found = set()
    for route in islice(_walks(graph, start), _LOOKED_AT):
        if over():
            return
        moves = tuple(sorted(route))
        if moves not in found:
            found.add(moves)
            yield route


def _walks(graph: Graph, node: int) -> Iterator[tuple[int, ...]]:
    """All routes from a node, in order."""
    if node == 0:
        yield ()
    for edge in range(graph.begins[node], graph.begins[node + 1]):
        for rest in _walks(graph, int(graph.ends[edge])):
            yield int(graph.moves[edge]), *rest


def _as_moves(route: Iterable[int]) -> tuple[Move, ...]:
    return tuple(Move(COLOURS[move // len(HEADINGS)], HEADINGS[move % len(HEADINGS)]) for move in route)


def in_order(board: Board, robots: Robots, routes: Iterable[Sequence[Move]]) -> list[tuple[Move, ...]]:
    """Routes with which different robots arrive in their order, each but once.

    Two of them can be the same only where the first of two moves is an arrival that does not count, being the first.
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
    """Where the robots stand after a route."""
    for found in walk(board, robots, route):
        robots = move_robot(robots, found)
    return robots

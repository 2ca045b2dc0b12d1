"""The plainest way to all shortest routes: every one, and those that neighbours' exchange makes equal put together."""

from functools import cache
from itertools import pairwise

from game.robots.board import COLOURS, HEADINGS, move_robot
from game.robots.board import slide as slide_of_the_rules
from tests.agents.robots_breadth_first import land


class TooManyError(Exception):
    """There are more routes than anybody wants to compare one by one."""


def classes(small, rule, length, most):
    """The shortest routes, of `length` moves each, in sets of those that are the same. Raises TooManyError."""
    routes = every_route(small, rule, length, most)
    home = {route: route for route in routes}

    def first(route):
        while home[route] != route:
            route = home[route]
        return route

    for route in routes:
        for place in range(length - 1):
            (one, _), (other, _) = pair = route[place : place + 2]
            exchanged = (*route[:place], *pair[::-1], *route[place + 2 :])
            if one != other and exchanged in home and routes[exchanged][place + 1] == routes[route][place + 1]:
                a, b = sorted((first(route), first(exchanged)))
                home[b] = a
    found: dict = {}
    for route in routes:
        found.setdefault(first(route), []).append(route)
    return [sorted(same) for _, same in sorted(found.items())]


def every_route(small, rule, length, most):
    """All routes of robots' and headings' numbers, each with the positions after its moves. Raises TooManyError."""
    eligible = [robot for robot in small.players if COLOURS[robot] in small.target.robots]
    one_move = any(
        land(small.board, small.robots, robot, heading) in small.target.cells
        for robot in eligible
        for heading in HEADINGS
    )

    @cache
    def steps(robots):
        found = []
        for robot in small.players:
            for heading in range(4):
                slide = slide_of_the_rules(small.board, robots, COLOURS[robot], HEADINGS[heading])
                if slide:
                    found.append(((robot, heading), move_robot(robots, slide)))
        return found

    def arrives(robot, after, own):
        if robot not in eligible or after[robot] not in small.target.cells:
            return False
        mine = [heading for other, heading in own if other == robot]
        turned = any((a - b) % 2 for a, b in pairwise(mine))
        return not one_move or {"any": True, "own": len(mine) > 1, "turn": turned}[rule]

    @cache
    def may_end(robots, left):
        """Whether any robot reaches a target cell in so many moves, whatever the rule says."""
        return any(
            after[move[0]] in small.target.cells if left == 1 else may_end(after, left - 1)
            for move, after in steps(robots)
        )

    found: dict = {}

    def go(robots, route, after_each):
        for move, after in steps(robots):
            longer, places = (*route, move), (*after_each, after)
            if len(longer) == length:
                if arrives(move[0], after, longer):
                    found[longer] = places
            elif may_end(after, length - len(longer)):
                go(after, longer, places)
        if len(found) > most:
            raise TooManyError

    go(small.robots, (), ())
    return found

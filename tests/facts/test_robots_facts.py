"""What is told of the steps of Hyper Robots: where each sentence is true, where it must not be said, random play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.core.options import resolve
from game.core.record import CLOCK_SEAT
from game.core.rules import Seat, Step
from game.registry import facts_of
from game.robots import SPEC, rules
from game.robots.board import COLOURS, HOLE, Mark, cell_at
from game.robots.state import Action, Expire, Move
from tests.facts.telling import random_game, told
from tests.rules.robots_ascii import game, play
from tests.rules.robots_reference import ARROWS, BITS, goes_to

RED_CUP = Mark("red", "cup")
PLAIN = """
    +--+--+--+--+--+
    |@R  .  .  .  .|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    |@G  .  .  . Rc|
    +--+--+--+--+--+
"""


def shown(number: int, *moves: str, drawing: str = PLAIN, chip: Mark = RED_CUP, **options: Any):
    """The state in which seat 0 shows a route of `number` and has made `moves`."""
    texts = [f"0:bid {number}", "clock:expire", *(f"0:{move}" for move in moves)]
    return play(game(drawing, chip, **options), *texts)[0]


def test_numbers_are_told_against_the_best_one():
    state = game(PLAIN, RED_CUP, players=3)
    first = told(SPEC, state, "bid 9", 0)
    assert list(first) == ["bid_first"] and first["bid_first"].numbers == {"number": 9}
    state = play(state, "0:bid 9")[0]
    lower = told(SPEC, state, "bid 6", 1)
    assert list(lower) == ["bid_lower"] and lower["bid_lower"].numbers == {"number": 6, "by": 3}
    assert list(told(SPEC, state, "bid 9", 1)) == ["bid_alike"]
    higher = told(SPEC, state, "bid 12", 2)
    assert list(higher) == ["bid_higher"] and higher["bid_higher"].numbers == {"number": 12, "best": 9}


def test_with_the_optimum_a_number_is_the_least_or_impossible():
    state = play(game(PLAIN, RED_CUP), "0:bid 5")[0]
    assert list(told(SPEC, state, "bid 2", 1, optimum=2)) == ["bid_optimal", "bid_lower"]
    assert list(told(SPEC, state, "bid 2", 1, optimum=3)) == ["bid_impossible"]
    assert list(told(SPEC, state, "bid 3", 1, optimum=2)) == ["bid_lower"]
    second = play(state, "1:bid 2")[0]
    assert "bid_optimal" not in told(SPEC, second, "bid 2", 0, optimum=2)  # as low as the other's


def test_who_has_found_nothing_and_who_agrees():
    state = game(PLAIN, RED_CUP)
    assert list(told(SPEC, state, "none", 1)) == ["found_nothing"]
    bid = play(state, "0:bid 5")[0]
    assert list(told(SPEC, bid, "agree", 1)) == ["agreed"]
    both = told(SPEC, play(bid, "1:agree")[0], "agree", 0)
    assert list(both) == ["shows", "agreed"]
    assert both["shows"].seats == (0,) and both["shows"].numbers == {"number": 5}


def test_nobody_found_anything():
    returned = told(SPEC, play(game(PLAIN, RED_CUP), "0:none")[0], "none", 1)
    assert returned["chip_returned"].words == {"colour": "red", "symbol": "cup"}
    assert "chip_returned" not in told(SPEC, game(PLAIN, RED_CUP), "none", 1)


def test_a_silence_that_ends_names_who_may_speak():
    state = game(PLAIN, RED_CUP, silence=[0, 20])
    assert told(SPEC, state, "speak", CLOCK_SEAT)["silence_over"].seats == (1,)


def test_a_chip_is_won_and_the_route_measured():
    state = shown(2, "red E")
    found = told(SPEC, state, "red S", optimum=2)
    assert list(found)[:2] == ["chip_won", "route_optimal"]
    assert found["chip_won"].numbers == {"moves": 2, "chips": 1} and found["chip_won"].seats == (0,)
    assert found["chip_won"].words == {"colour": "red", "symbol": "cup"}
    assert found["chip_won"].cells == {"target": (cell_at(4, 4),)}
    assert not {"route_optimal", "route_longer"} & told(SPEC, state, "red S").keys()
    longer = told(SPEC, shown(4, "red S", "red N", "red E"), "red S", optimum=2)
    assert longer["route_longer"].numbers == {"moves": 4, "longer": 2} and "route_optimal" not in longer
    assert "chip_won" not in told(SPEC, shown(3, "red E"), "red W")


def test_the_last_chip_wins_the_game():
    found = told(SPEC, shown(2, "red E", chips_to_win=1), "red S")
    assert list(found)[:2] == ["game_won", "chip_won"]
    assert "game_won" not in told(SPEC, shown(2, "red E", chips_to_win=2), "red S")


def test_practice_is_solved():
    state = play(game(PLAIN, RED_CUP, players=1), "0:red E")[0]
    found = told(SPEC, state, "red S")
    assert next(iter(found)) == "solved" and "chip_won" not in found


def test_one_more_slide_is_told_where_it_would_count():
    start = shown(3)
    found = told(SPEC, start, "red E")
    assert found["one_to_go"].numbers == {"moves": 2}
    assert found["one_to_go"].words == {"colour": "red", "symbol": "cup", "robot": "red"}
    assert "one_to_go" not in told(SPEC, start, "green N")
    assert "one_to_go" not in told(SPEC, shown(2, "green N"), "red E")  # the number is used up
    own = told(SPEC, shown(3, drawing=ONE_MOVE), "green E")
    assert "one_to_go" not in own and "one_to_go" in told(
        SPEC, shown(3, drawing=ONE_MOVE, one_move_rule="any"), "green E"
    )


ONE_MOVE = PLAIN.replace("|@R  .  .  .  .|", "|@R  .  .  . Rc|").replace("|@G  .  .  . Rc|", "|@G  .  .  .  .|")


def test_an_arrival_that_does_not_count_is_told_as_denied():
    found = told(SPEC, shown(3, drawing=ONE_MOVE), "red E")
    assert next(iter(found)) == "one_move_denied" and "chip_won" not in found
    assert "one_move_denied" not in told(SPEC, shown(3, drawing=ONE_MOVE), "red S")


def test_a_demonstration_fails_in_three_ways():
    state = shown(2, "green E")
    used = told(SPEC, state, "green W")
    assert next(iter(used)) == "failed_moves" and used["failed_moves"].numbers == {"number": 2}
    assert list(told(SPEC, state, "concede")) == ["failed_conceded"]
    assert told(SPEC, state, "expire", CLOCK_SEAT)["failed_time"].seats == (0,)
    assert "failed_moves" not in told(SPEC, shown(3, "green E"), "green W")


def test_after_a_failure_the_next_seat_shows():
    state = play(game(PLAIN, RED_CUP), "0:bid 2", "1:bid 3", "clock:expire")[0]
    found = told(SPEC, state, "concede")
    assert list(found) == ["failed_conceded", "shows"] and found["shows"].seats == (1,)


def test_a_robot_stops_at_another_or_at_a_wall():
    state = shown(9)
    found = told(SPEC, state, "red S")
    assert found["bounced"].words == {"colour": "red", "blocker": "green"}
    assert found["bounced"].cells == {"target": (cell_at(0, 3),), "blocker": (cell_at(0, 4),)}
    assert "slid" not in found
    found = told(SPEC, state, "green E")
    assert found["slid"].cells == {"target": (cell_at(4, 4),)} and "bounced" not in found


MIRROR = """
    +--+--+--+--+--+
    |@R  .  .  . \\b|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    | .  . Rc  . /g|
    +--+--+--+--+--+
"""


def test_reflectors_that_turn_a_robot_are_counted():
    found = told(SPEC, shown(9, drawing=MIRROR), "red E")
    assert found["turned"].numbers == {"count": 2}
    assert found["turned"].cells["reflectors"] == (cell_at(4, 0), cell_at(4, 4))
    assert "turned" not in told(SPEC, shown(9, drawing=MIRROR), "red S")


def test_a_route_over_reflectors_is_told_when_it_arrives():
    """Over both reflectors to the west wall and back up; the cup lies on the way and a robot stops it there."""
    drawing = MIRROR.replace("| .  . Rc", "|Rc  .  .")
    found = told(SPEC, shown(9, "red S", "red N", drawing=drawing), "red E")
    assert found["route_reflectors"].numbers == {"count": 2}
    assert "route_reflectors" not in told(SPEC, shown(9, "red E", drawing=PLAIN), "red S")


def test_the_black_hole_is_told_when_it_comes_up_and_when_it_is_won():
    drawing = PLAIN.replace("Rc", "()")
    won = told(SPEC, shown(2, "red E", drawing=drawing, chip=HOLE), "red S")
    assert next(iter(won)) == "hole_won" and "chip_won" not in won
    seen = {"hole_next": 0, "other": 0}
    for seed in range(40):
        state = rules.start(resolve(SPEC.options, {}), seed)
        found = told(SPEC, play(state, "0:none")[0], "none", 1)
        after = play(state, "0:none", "1:none")[0]
        assert ("hole_next" in found) == (after.chip == HOLE)
        seen["hole_next" if "hole_next" in found else "other"] += 1
    assert seen["hole_next"] and seen["other"]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("options", [{"players": 3}, {"players": 1}, {"players": 2, "one_move_rule": "any"}])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_in_random_play_is_so_by_the_reference(seed, options):
    for step in steps_of(seed, **options):
        found = {fact.kind: fact for fact in facts_of(SPEC, step)}
        assert found
        if isinstance(step.action, Move):
            check_slide(step, found)
        if "bid_lower" in found:
            numbers = found["bid_lower"].numbers
            assert numbers["by"] == min(n for _, n in step.before.bids) - step.action.number > 0
        assert ("chip_won" in found or "hole_won" in found) == (sum(step.after.chips) > sum(step.before.chips))


def steps_of(seed: int, **options: Any) -> list[Step]:
    """Random play that goes on to demonstrations: what is declared is soon followed by the clock."""
    if options["players"] == 1:
        return random_game(SPEC, seed, 60, **options)
    random = Random(seed)
    state = rules.start(resolve(SPEC.options, options), seed)
    steps = []
    for ply in range(250):
        seat: Seat = CLOCK_SEAT
        action: Action = Expire()
        if rules.timer(state) is None or state.phase == "demonstrate" or random.random() < 0.4:
            seat = random.choice(rules.actors(state))
            legal = [a for a in rules.legal(state, seat) if rules.text(a) != "concede"]
            action = random.choice(legal)
        after, events = rules.apply(state, seat, action)
        steps.append(Step(ply, state, seat, action, after, events))
        state = after
        if not rules.actors(state):
            break
    return steps


def check_slide(step: Step, found: dict) -> None:
    """Where the robot came to rest, what stopped it and how often it was turned, cell by cell."""
    before, action = step.before, step.action
    goal = goes_to(before.board, before.robots, action.colour, action.heading)
    kind = "bounced" if "bounced" in found else "slid"
    assert found[kind].cells["target"] == (cell_at(*goal),)
    (x, y), (dx, dy), turns = divmod(before.robots[COLOURS.index(action.colour)], 16)[::-1], ARROWS[action.heading], []
    others = {cell for colour, cell in zip(COLOURS, before.robots, strict=True) if colour != action.colour}
    while not before.board.walls[16 * y + x] & BITS[dx, dy] and 16 * (y + dy) + x + dx not in others:
        x, y = x + dx, y + dy
        reflector = before.board.reflectors.get(16 * y + x)
        if reflector and reflector.colour != action.colour:
            turns.append(16 * y + x)
            dx, dy = (-dy, -dx) if reflector.diagonal == "/" else (dy, dx)
    assert (x, y) == goal
    if turns and turns[-1] == 16 * y + x:
        turns.pop()  # it rests there: it was not sent on
    assert (tuple(turns) == found["turned"].cells["reflectors"]) if turns else "turned" not in found
    stopped = not before.board.walls[16 * y + x] & BITS[dx, dy]
    assert kind == ("bounced" if stopped else "slid")
    if stopped:
        blocker = COLOURS[before.robots.index(16 * (y + dy) + x + dx)]
        assert found["bounced"].words["blocker"] == blocker
    if step.after.moves and step.after.phase in ("demonstrate", "practice"):
        check_next(step, "one_to_go" in found)


def check_next(step: Step, claimed: bool) -> None:
    """Whether some slide now wins the chip, or solves the puzzle, by trying them all."""
    state, seat = step.after, step.seat
    afters = (rules.apply(state, seat, a)[0] for a in rules.legal(state, seat) if isinstance(a, Move))
    assert claimed == any(after.chips != state.chips or after.winner is not None for after in afters)

"""What is told of the steps of Hyper Robots: the stories of robots_facts.txt, and in random play what is true."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.core.options import resolve
from game.core.record import CLOCK_SEAT
from game.core.rules import Seat, Step
from game.registry import facts_of
from game.robots import SPEC, rules
from game.robots.board import COLOURS, HOLE, cell_at
from game.robots.state import Action, Expire, Move
from tests.facts.telling import random_game, told
from tests.make import state
from tests.rules.robots_reference import ARROWS, BITS, goes_to
from tests.rules.test_robots_rules import Robots
from tests.stories import Story, each_story


@each_story(Path(__file__).with_name("robots_facts.txt"))
def test_the_story_is_true(story: Story) -> None:
    Robots().tell(story)


def test_the_black_hole_is_told_when_it_comes_up() -> None:
    seen = []
    for seed in range(40):
        before = state("robots", ["0:none"], seed=seed)
        seen.append("hole_next" in told(SPEC, before, 1, rules.parse("none")))
        assert seen[-1] == (state("robots", ["0:none", "1:none"], seed=seed).chip == HOLE)
    assert 0 < sum(seen) < len(seen)


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

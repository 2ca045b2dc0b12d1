"""What the levels of Hyper Robots declare, and when, of ideas whose effort is known; also where they have to be
silent."""

from __future__ import annotations

from random import Random

import pytest

from game.robots.bidding import LEVELS, Declaration, Idea, after_silence, declarations, patience
from game.robots.brain import RobotsBrain
from game.robots.rounds import silence_left
from tests.make import state
from tests.rules.robots_ascii import moves

pytestmark = pytest.mark.quick

TWO, THREE, FOUR = (tuple(moves(*["red N", "red E", "blue S", "blue W"][:count])) for count in (2, 3, 4))
IDEAS = (Idea(THREE, 5.0, detours=(FOUR,)), Idea(TWO, 8.0))


def said(level: int, ideas: tuple[Idea, ...] = IDEAS, seeds: int = 4) -> list[str]:
    """What is declared by each seed: the seconds, and the number that is declared."""
    every = [declarations(ideas, level, Random(seed)) for seed in range(seeds)]
    return [" ".join(f"{bid.delay:.3f}:{bid.number}" for bid in spoken) for spoken in every]


@pytest.mark.parametrize(
    ("level", "spoken"),
    [
        (1, ["34.411:3", "53.176:3", "", "22.132:3"]),
        (2, ["10.838:4 14.195:3", "15.588:4 21.935:3", "33.216:2", "9.130:3 34.430:2"]),
        (3, ["9.463:3 29.692:2", "14.623:3 39.786:2", "22.144:2", "6.086:3 22.953:2"]),
        (4, ["6.194:3 19.435:2", "9.572:3 26.042:2", "14.494:2", "3.984:3 15.024:2"]),
        (5, ["3.957:3 12.417:2", "6.115:3 16.638:2", "10.902:2", "2.545:3 9.599:2"]),
    ],
)
def test_a_level_declares_by_its_figures_and_chance(level: int, spoken: list[str]) -> None:
    """Where a level is tuned these are other ones."""
    assert said(level) == spoken


@pytest.mark.parametrize(
    ("level", "effort", "times"),
    [
        (1, 7.0, [673, 1312, 623]),
        (2, 14.0, [254, 1229, 0]),
        (3, 18.0, [334, 1126, 0]),
        (4, 26.0, [352, 973, 0]),
        (5, 52.0, [835, 692, 0]),
    ],
)
def test_a_hard_route_is_found_a_longer_one_said_and_a_move_not_counted_so_often(
    level: int, effort: float, times: list[int]
) -> None:
    """Of 3000 times; other ones where a level is tuned."""
    ideas = (Idea(THREE, effort, detours=(FOUR,)),)
    bids = [bid for seed in range(3000) for bid in declarations(ideas, level, Random(seed))]
    lengths = [len(bid.route) for bid in bids]
    slips = sum(bid.number < len(bid.route) for bid in bids)
    assert [lengths.count(3), lengths.count(4), slips] == times


@pytest.mark.parametrize("level", LEVELS)
def test_numbers_fall_and_only_the_first_level_slips_and_never_below_two(level: int) -> None:
    slips = 0
    for seed in range(300):
        spoken = declarations(IDEAS, level, Random(seed))
        numbers = [bid.number for bid in spoken]
        assert numbers == sorted({*numbers}, reverse=True) and min(numbers, default=2) >= 2
        assert [bid.delay for bid in spoken] == sorted(bid.delay for bid in spoken)
        assert all(bid.delay <= LEVELS[level].patience for bid in spoken)
        assert all(len(bid.route) - bid.number in (0, 1) for bid in spoken)
        slips += any(bid.number < len(bid.route) for bid in spoken)
    assert (50 < slips < 150) if level == 1 else slips == 0


def test_what_takes_longer_than_a_level_has_patience_is_not_declared() -> None:
    far = tuple(Idea(THREE, effort) for effort in (30.0, 60.0))
    assert said(5, far) == ["48.619:3", "75.132:3", "", "31.271:3"]
    assert said(1, far) == [""] * 4


def test_of_what_it_has_found_by_the_end_of_its_silence_it_says_the_best() -> None:
    spoken = (Declaration(1.0, (), 9), Declaration(4.0, (), 7), Declaration(9.0, (), 6))
    later = after_silence(spoken, 5)
    assert [found.number for found in later] == [7, 6]
    assert 5 < later[0].delay < 9 and later[1:] == spoken[2:]
    assert after_silence(spoken, 4.0)[0].number == 7
    assert after_silence(spoken, 0) == after_silence(spoken, 0.5) == spoken


def test_who_finds_nothing_looks_for_a_while() -> None:
    times = [patience(Random(seed)) for seed in range(200)]
    assert 6.0 <= min(times) < 6.5 and 13.5 < max(times) <= 14.0


def test_each_waits_longer_by_as_much_as_its_silence_is_longer():
    position = state("robots", seed=5, players=3, silence=[20, 0, 13])
    assert [silence_left(position, seat, 5.0) for seat in (0, 2)] == [12.0, 5.0]


@pytest.mark.rest
def test_it_plans_to_speak_when_it_may():
    brain = RobotsBrain()
    silent, open_to_all = (state("robots", seed=5, silence=silence) for silence in ([60, 0], None))
    quiet, loud = (brain.plan(position, 0, 5, 3, lambda: False) for position in (silent, open_to_all))
    assert loud.steps and quiet.steps
    assert all(step.delay > 60 for step in quiet.steps)
    assert quiet.steps[-1].action == loud.steps[-1].action  # what it has found does not get lost
    spoken = brain.plan(state("robots", ["clock:speak"], seed=5, silence=[60, 0]), 0, 5, 3, lambda: False)
    assert spoken == loud

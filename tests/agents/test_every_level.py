"""What every level of the games that count nodes, and of Star, owes the table: repeatable, legal and prompt answers.
The figures that strengths between the levels play by, and that these finish a won game without a mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeAlias

import pytest

from game.agents.agent import Thought
from game.agents.compiling import prepared_brain
from game.command_line.startup import parse_seats
from game.core.options import resolve
from game.core.spec import LEVELS
from game.core.strengths import row_for
from game.registry import GAMES, find
from game.robots.bidding import figures_of
from game.tournament.match import Match
from game.tournament.runner import run
from tests import make
from tests.clocks import TickingClock
from tests.contract.test_levels import won_at_once

FEW = {"coffee": 60_000, "two": 30_000, "four": 1_000}  # nodes or games for level 5, which has a second's worth
POSITIONS: dict[str, Any] = {  # the game, its options, and the actions before
    "coffee": ("coffee", {"board": "hex4", "pie": True}, "d4h d3d c2u"),
    "two": ("quoridor", {}, "e2 e8 e3 e7 a3h h6h e4 d7"),
    "four": ("quoridor", {"players": 4}, "e2 b5 e8 h5 e3 c5 e7 g5"),
    "star": ("star", {}, "@b3 @a2 @a1 @c2 b3-b2 @c1"),
}
Now: TypeAlias = Callable[[], float]
every_game = pytest.mark.parametrize("name", POSITIONS)
every_level = pytest.mark.parametrize("level", LEVELS)


def position(name: str) -> Any:
    game, options, actions = POSITIONS[name]
    return make.state(game, actions, **options)


def start(name: str) -> Any:
    game, options, _ = POSITIONS[name]
    return make.state(game, **options)


def choose(
    name: str, state: Any, level: int, seed: int = 0, seconds: float | None = None, now: Now = lambda: 0.0
) -> Thought:
    """A level's answer by a clock, which usually stands still: a busy machine must not cut an answer short."""
    spec = find(POSITIONS[name][0])
    brain: Any = prepared_brain(spec)
    asked = (state, spec.rules.actors(state)[0], level, seed, seconds, lambda: False)
    if name == "star":
        return brain.choose(*asked)
    brain = type(brain)(now)
    return brain.choose_within(FEW[name], *asked) if level == 5 and seconds is None else brain.choose(*asked)


@every_game
@every_level
def test_the_same_seed_gives_the_same_answer_and_says_how_it_was_found(name: str, level: int) -> None:
    state = position(name)
    first, second = (choose(name, state, level, seed=9) for _ in range(2))
    assert replace(first, seconds=None) == replace(second, seconds=None)
    assert first.pv[0] == first.action
    if name in ("two", "four"):
        assert None not in (first.score, first.seconds) and (first.depth or 0) >= 1


@pytest.mark.parametrize(("name", "level"), [("coffee", 1), ("coffee", 2), ("coffee", 3), ("two", 2)])
def test_other_seeds_give_other_games(name: str, level: int) -> None:
    """And not only turned or mirrored: Coffee's second stone has no symmetry left to hide behind."""
    openings = {tuple(actions_of(name, [level], seed, plies=12 if name == "two" else 2)) for seed in range(8)}
    assert len(openings) >= 7


def actions_of(name: str, levels: list[int], seed: int, plies: int) -> list[str]:
    """The actions of a game that levels play in turn, to its end or so many; each is legal and begins its own line."""
    rules = find(POSITIONS[name][0]).rules
    state, actions = start(name), list[str]()
    while rules.actors(state) and len(actions) < plies:
        thought = choose(name, state, levels[len(actions) % len(levels)], seed)
        seat, action = rules.actors(state)[0], rules.parse(thought.action)
        assert action in rules.legal(state, seat) and thought.pv[0] == thought.action
        state, _ = rules.apply(state, seat, action)
        actions.append(thought.action)
    return actions


@pytest.mark.parametrize("name", ["coffee", "two"])
def test_the_cap_in_seconds_is_kept(name: str) -> None:
    """The clock goes on by 0.01 s at each look at it: after ten looks the search has to end."""
    clock = TickingClock(0.01)
    thought = choose(name, start(name), 5, seconds=0.1, now=clock)
    assert 0.1 < clock.now < 0.2 and thought.action


def test_deeper_levels_look_further() -> None:
    depths = [choose("coffee", position("coffee"), level, seed=4).depth or 0 for level in (3, 4, 5)]
    assert depths == sorted(depths) and depths[0] < depths[2]
    nodes = [choose("two", position("two"), level).nodes or 0 for level in (2, 3, 4, 5)]
    assert nodes == sorted(nodes) and nodes[0] < nodes[-1]


SEEDS = 40
every_title = pytest.mark.parametrize("game", list(GAMES))


@every_title
def test_the_levels_lie_in_the_table_of_strengths_and_each_step_is_about_as_great(game: str) -> None:
    measured = find(game).strengths
    assert set(LEVELS) <= set(measured) and (min(measured), max(measured)) == (1, 5)
    ratings = [measured[strength] for strength in sorted(measured)]
    assert list(measured) == sorted(measured)
    # 55 to 75 % of the games, with the error of 400 games
    assert all(30 <= later - earlier <= 215 for earlier, later in pairwise(ratings))


def test_a_strength_takes_the_row_above_the_more_often_the_nearer_it_is() -> None:
    drawn = Counter(row_for((1, 2, 3, 3.5), 2.25, f"7/0/{ply}") for ply in range(2_000))
    assert set(drawn) == {2, 3} and 420 <= drawn[3] <= 580
    assert {row_for((1, 2, 3, 3.5), 3.5, str(ply)) for ply in range(50)} == {3.5}


def test_the_figures_of_robots_lie_between_those_of_the_levels() -> None:
    low, middle, high = map(figures_of, (1, 1.5, 2))
    assert low.pace > middle.pace > high.pace and low.sight < middle.sight < high.sight
    assert low.miscounts > middle.miscounts > high.miscounts == 0


def choices(game: str, state: Any, strength: float) -> list[str]:
    spec = find(game)
    brain = prepared_brain(spec)
    seat = spec.rules.actors(state)[0]
    return [brain.choose(state, seat, strength, seed, None, lambda: False).action for seed in range(SEEDS)]


@pytest.mark.parametrize("game", ["star", "coffee"])
def test_a_win_that_a_strength_sees_is_never_overlooked_while_the_second_level_does(game: str) -> None:
    missed = {2: 0, 2.05: 0}
    for state, wins in won_at_once(game, 6):
        for strength in missed:
            missed[strength] += sum(action not in wins for action in choices(game, state, strength))
    assert missed[2] > 0 == missed[2.05]


def test_a_won_race_is_run_without_a_detour_by_strengths_between_the_levels() -> None:
    state = make.state("quoridor", "e2 e8 e3 d8 e4 e8 e5 d8 e6 c8 e7 b8")
    state = replace(state, walls_left=(10, 0))  # nothing can stop the mover
    assert set(choices("quoridor", state, 1.05)) == {"e8"}
    assert set(choices("quoridor", state, 1)) > {"e8"}  # the first level strays


def test_a_tournament_of_strengths_names_them() -> None:
    seats = parse_seats("ai:2.4,ai:2")
    assert [(seat.level, seat.strength) for seat in seats] == [(2, 2.4), (2, 0.0)]
    result = run(Match("star", resolve(find("star").options, {}), seats, 1, opening=2), 2)
    assert [entry.player for entry in result.standings()] == ["ai:2.4", "ai:2"]

"""What every level of Coffee's AI owes the table: legal, watchful, prompt and repeatable play. What the exact search
proves: against a plain minimax, and what is known of whole boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from game.agents.agent import Thought
from game.agents.compiling import prepared_brain
from game.coffee import SPEC, rules
from game.coffee.analysis import Analysis, RootDrop, deepen
from game.coffee.board import SIDES
from game.coffee.kernels import MATE, PROVEN
from game.coffee.rules import sensible_actions, winning_actions
from game.coffee.search import LEVELS, STRENGTHS, CoffeeBrain, prove
from game.coffee.state import Drop, State, Swap
from game.tournament.ratings import wilson
from tests import make
from tests.facts.telling import random_game
from tests.rules.coffee_ascii import play, read

every_level = pytest.mark.parametrize("level", LEVELS)
STRENGTH_GAMES = 60
TRIED = {3: 60, 4: 40, 5: 10}  # positions, by level of those who are no beginners
# The exam of level 5: boards with lengths of rows, and what it has to do there.
BOARDS = [("sq4", 3), ("sq4", 4), ("sq5", 4), ("sq5", 5), ("hex3", 3), ("hex4", 3), ("hex4", 4)]
SECONDS = 1.0
PASS = 0.97
FEW = 3  # positions of each board in a normal run
MANY = 60
PROOF_NODES = 200_000  # a position that takes more to prove is left out


start = partial(make.state, "coffee")


def choose(state: State, level: int, seed: int = 0) -> Thought:
    prepared_brain(SPEC)
    return CoffeeBrain(lambda: 0.0).choose(state, state.mover, level, seed, None, lambda: False)


def random_position(random: Random) -> State:
    """A position within a random game on a random board: soon after its beginning, or just before its end."""
    board = random.choice(sorted(SIDES))
    options = {"board": board, "n": random.randint(2, min(SIDES[board], 4))}
    state: State = random_game(SPEC, random.getrandbits(32), random.randint(3, 15), **options)[-1].before
    return state


@pytest.mark.parametrize("level", TRIED)
@pytest.mark.one_in(4)
def test_a_win_at_once_is_taken_and_none_is_handed_over(level: int) -> None:
    random = Random(level)
    tested = {"won": 0, "watched": 0}
    for seed in range(TRIED[level]):
        state = random_position(random)
        action = rules.parse(choose(state, level, seed).action)
        after, _ = rules.apply(state, state.mover, action)
        afters = [rules.apply(state, state.mover, other)[0] for other in rules.legal(state, state.mover)]
        if any(other.winner == state.mover for other in afters):
            assert after.winner == state.mover
            tested["won"] += 1
        elif any(rules.winning_cells(other) for other in afters):
            assert not rules.winning_cells(after) or all(map(rules.winning_cells, afters))
            tested["watched"] += 1
    assert min(tested.values()) > 0


class Likings:
    """An analysis of three actions with the values that a search would find."""

    def __init__(self, *branches: tuple[int, int]) -> None:
        self.branches = [RootDrop(Drop(0, None), [], None, 0, liking=liking) for _, liking in branches]
        self._values = {id(branch): value for branch, (value, _) in zip(self.branches, branches, strict=True)}

    def search(self, branch: RootDrop, depth: int, alpha: int = -MATE, beta: int = MATE) -> bool:
        branch.value = min(max(self._values[id(branch)], alpha), beta)
        return depth < 3


@pytest.mark.parametrize(
    ("branches", "best"),
    [
        (((10, 0), (9, 0), (4, 0)), 0),
        (((10, 0), (9, 2), (4, 6)), 1),  # what is nearly as good may be liked more
        (((10, 0), (9, 1), (3, 6)), 0),
        (((10, 0), (9, 6), (PROVEN + 5, 0)), 2),  # but not more than a win
        (((PROVEN + 9, 0), (PROVEN + 5, 6), (10, 6)), 0),  # nor a later win more than an earlier one
        (((-PROVEN - 9, 6), (-PROVEN - 5, 0), (-PROVEN - 8, 6)), 1),
        (((-PROVEN - 9, 6), (-300, 0), (-PROVEN - 8, 6)), 1),
    ],
)
def test_a_liking_decides_between_nearly_equal_actions_only(branches: Any, best: int) -> None:
    analysis: Any = Likings(*branches)
    listed = list(analysis.branches)  # deepening sorts them
    found = deepen(analysis, listed[0])
    assert found.best is listed[best]
    assert found.value == branches[best][0]


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("level", [4, 5])
def test_variety_costs_no_strength(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the same level that plays nothing but what it finds best; level 5 with a tenth of its nodes."""
    profile, wins = replace(LEVELS[level], nodes=min(LEVELS[level].nodes, 100_000)), 0
    for seed in range(STRENGTH_GAMES):
        state, varied = start(), seed % 2
        while state.winner is None:
            monkeypatch.setitem(STRENGTHS, level, profile if state.mover == varied else replace(profile, nearly=0))
            state, _ = rules.apply(state, state.mover, rules.parse(choose(state, level, seed).action))
        wins += state.winner == varied
    assert wilson(wins / STRENGTH_GAMES, STRENGTH_GAMES)[1] > 0.5


def test_a_principal_variation_is_a_line_of_legal_actions() -> None:
    state = play(start(board="sq5"), "c3h", "c4d")
    thought = choose(state, 4)
    assert len(thought.pv) > 2 and thought.depth and thought.nodes
    for text in thought.pv:
        state, _ = rules.apply(state, state.mover, rules.parse(text))


@every_level
def test_a_stop_is_obeyed_at_once_and_the_answer_still_hands_over_nothing(level: int) -> None:
    state = read("""
        a . . . . .
        b x x . x .
        c . . . o .
        d + o X + +
        e . . . . .
    """, n=4)  # fmt: skip
    for seed in range(10):
        thought = prepared_brain(SPEC).choose(state, 1, level, seed, None, lambda: True)
        after, _ = rules.apply(state, 1, rules.parse(thought.action))
        assert thought.nodes == 0
        assert level not in TRIED or not rules.winning_cells(after)


def test_what_a_level_calls_proven_is_so() -> None:
    """One action wins here. A bound that passed for an exact value once made level 5 sure that none does."""
    state = read("""
        a o o . x .
        b x . o . x
        c + + X + +
        d o . o . x
        e . x . . .
    """, n=4)  # fmt: skip
    for seed in range(18, 24):
        thought = choose(state, 5, seed)
        assert thought.action == "c1v"
        assert thought.score is not None and thought.score > PROVEN


class TestPie:
    def test_a_side_that_has_lost_is_left(self) -> None:
        state = play(start(board="hex3", n=3, pie=True), "a1h")
        assert rules.parse(choose(state, 5).action) != Swap()

    def test_the_first_stone_is_one_that_both_sides_may_take(self) -> None:
        """On a hexagon of 4 with rows of 4 the middle would be an advantage; a first stone that gives none is laid."""
        thought = choose(start(board="hex4", n=4, pie=True), 4)
        assert thought.score is not None and -10 <= thought.score <= 0


def won_positions(board: str, n: int, wanted: int) -> Iterator[tuple[State, set[str]]]:
    """Positions of random games that the exact solver has proven to be won, with the actions that win.

    None wins at once, and at most a third of the actions win.
    """
    random = Random(f"exam {board} {n}")
    found = 0
    while found < wanted:
        state = careful_position(board, n, random)
        legal = rules.legal(state, state.mover)
        if winning_actions(state, state.mover) or len(legal) < 3:
            continue
        analysis = Analysis(state, PROOF_NODES, lambda: False, judging=False, size_bits=18)
        values = {text: value for text, (value, _) in prove(analysis).items()}
        wins = {text for text, value in values.items() if value == "win"}
        if None not in values.values() and wins and 3 * len(wins) <= len(legal):
            found += 1
            yield state, wins


def careful_position(board: str, n: int, random: Random) -> State:
    """A position in the second quarter of a random game without blunders at one ply, or later."""
    while True:
        states = []
        state = rules.start({"board": board, "n": n, "pie": False}, 0)
        while state.winner is None:
            states.append(state)
            options = [rules.apply(state, state.mover, action)[0] for action in rules.legal(state, state.mover)]
            careful = [after for after in options if after.winner is None and not rules.winning_cells(after)]
            state = random.choice(careful or options)
        if len(states) >= 8:
            return random.choice(states[len(states) // 4 :])


def examine(board: str, n: int, wanted: int, brain: CoffeeBrain) -> list[bool]:
    """For each position whether level 5 finds a win within SECONDS."""
    prepared_brain(SPEC)
    return [
        brain.choose(state, state.mover, 5, seed, SECONDS, lambda: False).action in wins
        for seed, (state, wins) in enumerate(won_positions(board, n, wanted))
    ]


@pytest.mark.parametrize(("board", "n"), [board for board in BOARDS if board != ("sq5", 5)])  # few of those are proven
@pytest.mark.one_in(6)
def test_level_5_finds_proven_wins(board: str, n: int) -> None:
    """Its nodes are the limit here, whatever else the machine does: the clock stands still."""
    assert all(examine(board, n, FEW, CoffeeBrain(lambda: 0.0)))


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_level_5_finds_97_percent_of_proven_wins() -> None:
    found = [answer for board, n in BOARDS for answer in examine(board, n, MANY, CoffeeBrain())]
    assert sum(found) >= PASS * len(found)


def theory(state: State, seconds: float | None = None) -> dict[str, Any]:
    brain: Any = prepared_brain(SPEC)
    answer: dict[str, Any] = brain.theory(state, seconds)
    return answer


@cache
def minimax(state: State) -> tuple[str, int]:
    """Value for the mover and distance, by going through all of the game with the rules alone."""
    if state.winner is not None:
        return "loss", 0
    afters = [minimax(rules.apply(state, state.mover, action)[0]) for action in rules.legal(state, state.mover)]
    lost = [distance for value, distance in afters if value == "loss"]
    return ("win", 1 + min(lost)) if lost else ("loss", 1 + max(distance for _, distance in afters))


def expected(state: State) -> dict[str, object]:
    after = {}
    for action in rules.legal(state, state.mover):
        value, distance = minimax(rules.apply(state, state.mover, action)[0])
        after[rules.text(action)] = ["loss" if value == "win" else "win", distance + 1]
    value, distance = minimax(state)
    return {"value": value, "distance": distance, "after": after}


@pytest.mark.quick
@pytest.mark.parametrize("pie", [False, True])
@pytest.mark.parametrize(("board", "n"), [("sq2", 1), ("sq2", 2), ("hex2", 1), ("hex2", 2), ("sq3", 1), ("sq3", 2)])
def test_small_boards_are_solved_as_by_minimax(board: str, n: int, pie: bool) -> None:
    state = start(board=board, n=n, pie=pie)
    assert theory(state) == expected(state)
    opened = play(state, rules.text(rules.legal(state, 0)[1]))
    if opened.winner is None:
        assert theory(opened) == expected(opened)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("board", "n", "stones"), [("sq3", 3, 2), ("sq4", 3, 9), ("hex3", 3, 11), ("sq4", 4, 9)])
def test_endgames_are_solved_as_by_minimax(board: str, n: int, stones: int) -> None:
    games = (random_game(SPEC, seed, stones + 1, board=board, n=n) for seed in count())
    for steps in islice((steps for steps in games if len(steps) > stones), 6):
        assert theory(steps[stones].before) == expected(steps[stones].before)


@cache
def wins(state: State) -> bool:
    """Whether the mover wins, by trying actions with the rules alone until one does."""
    return state.winner is None and any(
        not wins(rules.apply(state, state.mover, action)[0]) for action in rules.legal(state, state.mover)
    )


@pytest.mark.parametrize(("board", "n", "stones"), [("sq5", 4, 15), ("hex4", 4, 27)])
def test_larger_endgames_are_proven_rightly(board: str, n: int, stones: int) -> None:
    random = Random(board)
    solved = 0
    while solved < 3:
        state = start(board=board, n=n)
        while state.winner is None and state.ply < stones:
            state, _ = rules.apply(state, state.mover, random.choice(sensible_actions(state, state.mover)))
        if state.winner is None:
            after = theory(state)["after"]
            assert isinstance(after, dict)
            for action in rules.legal(state, state.mover):
                lost = wins(rules.apply(state, state.mover, action)[0])
                assert after[rules.text(action)][0] == ("loss" if lost else "win")
            solved += 1


@pytest.mark.parametrize(
    ("board", "n"),
    [("sq3", 2), ("sq3", 3), ("sq4", 2), ("sq4", 3), ("sq4", 4), ("sq5", 2), ("hex3", 2), ("hex3", 3), ("hex4", 2)],
)
def test_the_first_player_wins(board: str, n: int) -> None:
    assert theory(start(board=board, n=n), 60)["value"] == "win"


@pytest.mark.parametrize(("board", "n"), [("sq3", 3), ("hex3", 2), ("sq4", 3)])
def test_with_the_pie_rule_the_second_player_wins(board: str, n: int) -> None:
    answer = theory(start(board=board, n=n, pie=True), 60)
    assert answer["value"] == "loss"
    assert {value for value, _ in answer["after"].values()} == {"loss"}


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize(("board", "n"), [("sq5", 3), ("sq5", 4), ("hex4", 3)])
def test_the_first_player_wins_on_larger_boards_too(board: str, n: int) -> None:
    assert theory(start(board=board, n=n), 2400)["value"] == "win"


def test_what_is_not_proven_in_time_is_null() -> None:
    answer = theory(start(board="hex5", n=5), 0.05)
    assert (answer["value"], answer["distance"]) == (None, None)
    assert len(answer["after"]) == len(rules.legal(start(board="hex5", n=5), 0))
    assert set(map(tuple, answer["after"].values())) == {(None, None)}


def test_a_game_that_is_over_is_lost_for_whoever_would_be_next() -> None:
    state = play(start(board="sq3", n=1), "b2*")
    assert theory(state) == {"value": "loss", "distance": 0, "after": {}}

"""The search for two against plain minimax and against an exact solution of pawn races."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from game.agents.kernels import array, zeros
from game.quoridor import rules
from game.quoridor.analysis import SETTLED, Analysis, chance, deepen, is_proven, rank
from game.quoridor.board import HORIZONTAL, Move, action_of, move_of
from game.quoridor.floods import COMPILED
from game.quoridor.frames import MOST_MOVES
from game.quoridor.leaves import MATE, raced
from game.quoridor.net import load
from game.quoridor.paths import distances
from game.quoridor.pvs import NOTHING, RACING, SIDE, THREATENED, RankedMoves, Refutations, list_moves
from game.quoridor.state import PawnMove, State, goal_cells
from tests import make
from tests.agents.quoridor_frames import Position, often_a_step, wander
from tests.rules.quoridor_ascii import read

compiled_only = pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")
PLENTY = 1_000_000


played = partial(make.state, "quoridor")


def random_position(seed: int, walls: int = 4) -> State:
    """A position of a random game, rich in steps, that goes on, with `walls` in each hand; few keep its tree small."""
    random = Random(seed)
    state = wander(random, random.randint(6, 36), often_a_step)
    return replace(state, walls_left=(walls, walls))


def analysis_of(state: State, **asked: Any) -> Analysis:
    return Analysis(state, asked.pop("nodes", PLENTY), lambda: False, size_bits=asked.pop("size_bits", 14), **asked)


class Minimax:
    """Values by definition: every move that the search means to try, no bounds, no memory, positions from the rules."""

    def value(self, state: State, depth: int, ply: int, seen: tuple[State, ...]) -> int:
        """What `state` is worth to its mover, `ply` plies from the root; `seen` are those since the last wall."""
        mover = state.mover
        own, its = state.walls_left[mover], state.walls_left[1 - mover]
        if any(
            isinstance(action, PawnMove) and action.cell in goal_cells(2, mover) for action in rules.legal(state, mover)
        ):
            return MATE - ply - 1
        at = Position(state)
        race = int(raced(at.frames, 0)) if 0 in (own, its) else 0
        if race:
            return race - ply if race > 0 else race + ply
        if any(self._same(state, other) for other in seen):
            return at.score(load()) * 3 // 4
        urgent = own > 0 and distances(state)[1 - mover] <= 1
        longest = RACING if own + its == 0 else THREATENED if urgent else 0
        score = at.score(load())
        if depth <= 0 and depth <= longest:
            return score
        moves = self._moves(state, depth, urgent and depth <= 0)
        return max((-self.value_after(state, move, depth, ply, seen) for move in moves), default=score)

    def value_after(self, state: State, move: Move, depth: int, ply: int, seen: tuple[State, ...] = ()) -> int:
        """What the position after `move` is worth to the other."""
        after, _ = rules.apply(state, state.mover, action_of(move))
        if after.winner is not None:
            return ply + 1 - MATE
        return self.value(after, depth - 1, ply + 1, (*seen, state) if move < HORIZONTAL else ())

    def _moves(self, state: State, depth: int, defending: bool) -> list[Move]:
        at = Position(state)
        moves, order = zeros(MOST_MOVES, "int64", COMPILED), zeros(MOST_MOVES, "int64", COMPILED)
        history, killers = zeros(2 * SIDE, "int64", COMPILED), array([NOTHING] * 2, "int64", COMPILED)
        ranked, refuted = RankedMoves(moves, order), Refutations(history, killers)
        found = list_moves(at.frames, ranked, refuted, 0, depth, NOTHING, defending)
        legal = {move_of(action) for action in rules.legal(state, state.mover)}
        return [int(move) for move in moves[:found] if int(move) in legal]

    @staticmethod
    def _same(one: State, other: State) -> bool:
        return (one.pawns, one.mover) == (other.pawns, other.mover)


@pytest.mark.parametrize("depth", [1, 2, *(pytest.param(depth, marks=pytest.mark.long) for depth in (3, 4))])
@compiled_only
def test_values_are_those_of_a_plain_minimax(depth: int) -> None:
    minimax = Minimax()
    for seed in range(8 if depth < 3 else 2):
        state = random_position(seed, walls=2 + seed % 3)  # so that no race is left to search
        analysis = analysis_of(state, selective=False)
        for branch in Random(seed).sample(analysis.branches, min(2 if depth > 2 else 4, len(analysis.branches))):
            analysis.search(branch, depth)
            assert branch.value == -minimax.value_after(state, branch.move, depth, 0)


@compiled_only
def test_with_every_wall_a_move_is_worth_what_the_best_of_all_legal_replies_leaves() -> None:
    for seed in range(3):
        state = random_position(seed, walls=1)
        analysis = analysis_of(state, selective=False, every_wall=True)
        usual = analysis_of(state, selective=False)
        for branch, other in Random(seed).sample([*zip(analysis.branches, usual.branches, strict=True)], 12):
            after = rules.apply(state, state.mover, action_of(branch.move))[0]
            if after.winner is not None:
                continue
            replies = analysis_of(after, selective=False, every_wall=True)
            for reply in replies.branches:
                replies.search(reply, 1)
            best = max(reply.value for reply in replies.branches)
            analysis.search(branch, 2)
            usual.search(other, 2)
            later = 0 if not is_proven(best) else 1 if best > 0 else -1
            assert branch.value == -(best - later)  # an end is one ply further from here
        assert analysis.nodes > 2 * usual.nodes


@compiled_only
def test_a_value_outside_the_window_is_a_bound() -> None:
    minimax = Minimax()
    for seed in range(20, 28):
        state = random_position(seed, walls=2)
        analysis = analysis_of(state, selective=False)
        random = Random(seed)
        for branch in random.sample(analysis.branches, 2):
            value = -minimax.value_after(state, branch.move, 2, 0)
            for _ in range(8):
                alpha = value + random.choice([-400, -60, -5, -1, 0, 1, 5, 60, 400])
                beta = alpha + random.choice([1, 40, 300])
                analysis.search(branch, 2, alpha, beta)
                told = branch.value
                assert value == told if alpha < told < beta else value <= told <= alpha or value >= told >= beta


@compiled_only
def test_what_is_left_out_seldom_changes_the_choice() -> None:
    """Selective search at a depth plays what full search at that depth plays, or what is worth nearly as much."""
    lost, nodes = 0, [0, 0]
    for seed in range(40, 52):
        state = random_position(seed)
        quick, full = analysis_of(state), analysis_of(state, selective=False)
        chosen, best = deepen(quick, quick.branches[0], 4), deepen(full, full.branches[0], 4)
        nodes[0] += quick.nodes
        nodes[1] += full.nodes
        (branch,) = [branch for branch in full.branches if branch.move == chosen.best.move]
        full.search(branch, 4)
        lost += chance(best.value) - chance(branch.value) > 0.05
    assert lost <= 2 and nodes[0] < nodes[1] / 2


def race_values(state: State) -> dict[tuple[tuple[int, ...], int], int]:
    """Plies until the end of the pawn race from each pair of cells and mover: positive where the mover wins.

    By going backwards: what is not in it goes on for ever.
    """
    ahead: dict[tuple[tuple[int, ...], int], list[tuple[tuple[int, ...], int]]] = {}
    values: dict[tuple[tuple[int, ...], int], int] = {}
    open_ = [(state.pawns, state.mover)]
    while open_:
        place = open_.pop()
        if place in ahead:
            continue
        here = replace(state, pawns=place[0], mover=place[1])
        afters = [rules.apply(here, place[1], action)[0] for action in rules.legal(here, place[1])]
        ahead[place] = [(after.pawns, after.mover) for after in afters]
        if any(after.winner is not None for after in afters):
            values[place] = 1
        else:
            open_ += ahead[place]
    changed = True
    plies = 1
    while changed or plies < 4:
        plies += 1
        changed = False
        for place, nexts in ahead.items():
            if place in values:
                continue
            known = [values.get(after) for after in nexts]
            if any(value is not None and value < 0 and 1 - value == plies for value in known):
                values[place] = plies
                changed = True
            elif all(value is not None and value > 0 for value in known) and 1 + max(v for v in known if v) == plies:
                values[place] = -plies
                changed = True
    return values


@compiled_only
def test_races_of_pawns_alone_are_won_by_whom_the_exact_solution_says() -> None:
    proven = 0
    for seed in (60, 61):
        state = random_position(seed, walls=0)
        values = race_values(state)
        for place in Random(seed).sample(sorted(values), 9):
            analysis = analysis_of(replace(state, pawns=place[0], mover=place[1]), nodes=200_000)
            found = deepen(analysis, analysis.branches[0])
            if is_proven(found.value):
                proven += 1
                assert (found.value > 0) == (values[place] > 0)
                assert MATE - abs(found.value) == abs(values[place])
    assert proven >= 17


def test_ahead_of_one_without_walls_is_won_however_many_walls_the_leader_has() -> None:
    state = replace(read("""
        6 0 . . . . . . . .
        5 . . . . . . . . 1
    """).state, walls_left=(6, 0))  # fmt: skip
    analysis = analysis_of(state)
    found = deepen(analysis, analysis.branches[0])
    assert MATE - found.value == 5, "three own steps"


@pytest.mark.one_in(3)
@compiled_only
@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        ("e2 e8 e3 e7 e4 e6", "e5"),  # which gives the jump away
        ("e2 e8 e3 e7 e4 e6 e3h", "step"),  # a wall is needed, not a step aside
        ("e2 e8 e3 e7 e4 e6 d3h", "step"),
        ("e2 e8 e3 e7 e4 e6 f2h", "step"),
    ],
)
def test_openings_that_used_to_go_wrong(moves: str, wrong: str) -> None:
    analysis = analysis_of(played(moves), nodes=1_200_000, size_bits=20)  # as many as level 5 has
    found = deepen(analysis, analysis.branches[0])
    text = rules.text(action_of(found.best.move))
    assert text != wrong
    assert wrong != "step" or len(text) == 3


SHUFFLED = """
    b5v b3h d6v e2v f1 e8 e6h d8 f2 d7 c6h d8 g2 e8 g3 f3h h3v g3v g2 f8 h1h h4h f2 a4h f1 g8 e1 g7 e2 d3h
    g6h h7h d2 b2v d1 c1v d2 h7 d3 i7 c3 i6 c2 i5 c1 i6 c2 i5 c1 i6 c2 h6 g5h
"""
"""A game that was lost with three walls against none: from ply 41 on it was called even, for it could repeat."""


@pytest.mark.one_in(3)
@compiled_only
@pytest.mark.parametrize("ply", range(37, 54, 2))
def test_what_can_be_repeated_is_not_called_even(ply: int) -> None:
    analysis = analysis_of(played(" ".join(SHUFFLED.split()[:ply])), nodes=150_000, size_bits=20)
    found = deepen(analysis, analysis.branches[0])
    assert chance(found.value) > 0.8
    assert ply < 53 or rules.text(action_of(found.best.move)) == "g6", "i6 throws the game away"


STUCK = """
    b3h g2v e2 e8 e3 d3h f3 f3h e3 e7 d6h f7 f6h a8h d7v c8h g7v f8v d3 g7 c3 g8 b3 a2v b2 a1h c2 g9 d2 h9 e2 h8 h5v h7
    f2 i7 f1 g4h
"""
"""A game near whose end one move took all nodes: so many replies looked good until they were searched."""


@compiled_only
@pytest.mark.parametrize("ply", [36, 38])
@pytest.mark.parametrize("ranked", [False, True])
def test_more_nodes_lead_deeper(ply: int, ranked: bool) -> None:
    depths = []
    for nodes in (150_000, 1_200_000):
        analysis = analysis_of(played(" ".join(STUCK.split()[:ply])), nodes=nodes, size_bits=20)
        found = rank(analysis, 1)[0] if ranked else deepen(analysis, analysis.branches[0])
        depths.append(found.depth)
    assert depths[1] >= depths[0] + 2


@compiled_only
def test_a_search_that_settles_ends_early_with_the_same_move() -> None:
    analyses = [analysis_of(played("e2 e8 e3 e7 a3h h6h e4 d7"), nodes=60_000, size_bits=17) for _ in range(2)]
    whole = deepen(analyses[0], analyses[0].branches[0])
    early = deepen(analyses[1], analyses[1].branches[0], enough=20_000)
    assert 20_000 <= analyses[1].nodes < analyses[0].nodes
    assert early.best.move == whole.best.move and SETTLED <= early.depth < whole.depth


@compiled_only
def test_a_search_does_not_settle_in_fewer_passes() -> None:
    analysis = analysis_of(played("e2 e8 e3 e7 a3h h6h e4 d7"), nodes=20_000, size_bits=17)
    found = deepen(analysis, analysis.branches[0], enough=0)
    assert found.depth >= SETTLED, "the first pass has no pass before it that it could agree with"


@compiled_only
def test_the_best_moves_are_ranked() -> None:
    state = played("e2 e8 e3 e7 e4 e6 e3h")
    analysis = analysis_of(state, nodes=100_000)
    best = rank(analysis, 3)
    assert [found.value for found in best] == sorted((found.value for found in best), reverse=True)
    assert len({found.best.move for found in best}) == 3
    again = analysis_of(state, nodes=100_000)
    assert abs(chance(deepen(again, again.branches[0]).value) - chance(best[0].value)) < 0.1


@compiled_only
def test_the_line_that_is_told_can_be_played() -> None:
    state = played("e2 e8 e3 e7")
    analysis = analysis_of(state, nodes=50_000, size_bits=17)  # as many places as the levels have
    line = analysis.line(deepen(analysis, analysis.branches[0]).best)
    assert len(line) > 1
    for move in line:
        assert action_of(move) in rules.legal(state, state.mover)
        state, _ = rules.apply(state, state.mover, action_of(move))

"""The search for four: playouts by the rules, a tree that counts what a plain one counts, and what every level owes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from game.agents.kernels import Words, array, zeros
from game.quoridor import rules, search_of_four
from game.quoridor.board import HORIZONTAL, PASS, Move, action_of, move_of
from game.quoridor.facts import can_arrive
from game.quoridor.floods import COMPILED
from game.quoridor.frames import INTS, LEFT, MOST_MOVES, PAWN, WORDS, H, V
from game.quoridor.paths import distances
from game.quoridor.playouts import (
    CONTROL,
    CURIOSITY,
    EXPAND,
    FRAMES,
    JUMP_PAIRS,
    LONGEST,
    PLAYERS,
    PLIES,
    RIVALS_CURIOSITY,
    SELDOM,
    UNTRIED,
    Playouts,
    arrival,
    draw,
    list_moves,
    play_out,
)
from game.quoridor.search import QuoridorBrain
from game.quoridor.search_of_four import AnalysisOfFour
from game.quoridor.state import Action, PawnMove, State, WallPlacement, goal_cells, start_state
from tests.agents.quoridor_frames import Position, wander
from tests.rules.quoridor_ascii import read


def random_position(seed: int, *, jump_pairs: bool = False, plies: int = 50) -> State:
    """A position of a random game, rich in steps that lead on, in which nobody has won."""
    random = Random(seed)
    return wander(random, random.randint(0, plies), often_nearer, players=PLAYERS, jump_pairs=jump_pairs)


def often_nearer(random: Random, state: State, legal: Sequence[Action]) -> Action:
    steps = [action for action in legal if isinstance(action, PawnMove)]
    pick = random.choice(legal)
    if steps and random.random() < 0.7:
        pick = min(steps, key=lambda step: distances(rules.apply(state, state.mover, step)[0])[state.mover])
    return pick


class Storage(Position):
    """What kernels need to look at `state`."""

    def __init__(self, state: State, seeds: Words | None = None) -> None:
        super().__init__(state, plies=FRAMES)
        moves = zeros(FRAMES * MOST_MOVES, "int64", COMPILED)
        self.priors = zeros(FRAMES * MOST_MOVES, "int64", COMPILED)
        seeds = array([12345], "uint64", COMPILED) if seeds is None else seeds
        self.games = Playouts(self.frames, moves, seeds, zeros(CONTROL, "int64", COMPILED))
        self.games.control[JUMP_PAIRS] = int(state.jump_pairs)

    def listed(self) -> dict[Move, int]:
        """The moves worth a try that are legal, with their priors."""
        found = list_moves(self.games, self.priors, 0)
        moves = [int(move) for move in self.games.moves[:found]]
        assert len(set(moves)) == found
        legal = {move_of(action) for action in rules.legal(self.state, self.state.mover)}
        return {move: int(self.priors[i]) for i, move in enumerate(moves) if move in legal}

    def played_out(self) -> tuple[int, list[State]]:
        """The winner of a playout and the positions on its way, the first included."""
        before = int(self.games.control[PLIES])
        winner = self.play_out()
        plies = int(self.games.control[PLIES]) - before
        states = [self.state]
        for ply in range(1, min(plies, LONGEST - 1)):
            states.append(self._after(states[-1], ply))
        return winner, states

    def play_out(self) -> int:
        """The winner of a playout, whose positions stand in the frames after it."""
        return int(play_out(self.games, 0))

    def _after(self, state: State, ply: int) -> State:
        """The position in the frame of `ply`, reached from `state` by an action of the rules."""
        frame, here = ply * WORDS, ply * INTS
        for action in rules.legal(state, state.mover):
            after, _ = rules.apply(state, state.mover, action)
            same = after.pawns == tuple(int(cell) for cell in self.ints[here + PAWN : here + PAWN + PLAYERS])
            if same and (after.horizontal, after.vertical) == (int(self.words[frame + H]), int(self.words[frame + V])):
                return after
        raise AssertionError(f"no legal action leads from {rules.picture(state)} to ply {ply}")


def winning_steps(state: State, seat: int) -> list[Move]:
    """The steps that win for `seat`, were it its turn."""
    here = replace(state, mover=seat)
    goal = goal_cells(PLAYERS, seat)
    return [step.cell for step in rules.legal(here, seat) if isinstance(step, PawnMove) and step.cell in goal]


@dataclass
class Node:
    """A node of the plain tree below."""

    state: State
    prior: int
    visits: int = 0
    won: list[int] = field(default_factory=lambda: [0] * PLAYERS)
    children: dict[Move, Node] | None = None


class PlainTree:
    """The same search with objects and the rules: its playouts alone are the kernel's, from the same chance."""

    def __init__(self, state: State, moves: list[Move], seeds: Words) -> None:
        self.seat = state.mover
        self.seeds = seeds
        listed = Storage(state).listed()
        self.root = Node(state, 0)
        self.root.children = {move: self._child(state, move, listed.get(move, SELDOM)) for move in moves}

    @staticmethod
    def _child(state: State, move: Move, prior: int) -> Node:
        return Node(rules.apply(state, state.mover, action_of(move))[0], prior)

    def play_out(self) -> None:
        node, path = self.root, [self.root]
        while True:
            mover = node.state.mover
            if node.children is None and node.visits >= EXPAND and not winning_steps(node.state, mover):
                listed = Storage(node.state).listed()
                node.children = {move: self._child(node.state, move, prior) for move, prior in listed.items()}
            if not node.children:
                break
            node = self._best(node, mover)
            path.append(node)
        at = Storage(node.state, seeds=self.seeds)
        winner = mover
        if node.visits < EXPAND or not winning_steps(node.state, mover):
            winner = at.play_out()
        for visited in path:
            visited.visits += 1
            visited.won[winner] += 1

    def _best(self, node: Node, mover: int) -> Node:
        curiosity = CURIOSITY if mover == self.seat else RIVALS_CURIOSITY
        assert node.children
        bonus = curiosity * math.sqrt(node.visits + 1) / sum(child.prior for child in node.children.values())
        unknown = node.won[mover] / max(1, node.visits) - UNTRIED

        def worth(child: Node) -> float:
            value = child.won[mover] / child.visits if child.visits else unknown
            return value + bonus * child.prior / (1 + child.visits)

        return max(node.children.values(), key=worth)


GAMES = 150 if COMPILED else 60
POSITIONS = 30 if COMPILED else 15


@pytest.mark.parametrize("jump_pairs", [False, True])
def test_an_arrival_is_found_for_every_seat_and_no_other_is(jump_pairs: bool) -> None:
    arrivals = 0
    for seed in range(3 * POSITIONS):
        state = random_position(seed, jump_pairs=jump_pairs, plies=70)
        at = Storage(state)
        for seat in range(PLAYERS):
            found = int(arrival(at.games, 0, seat))
            wins = winning_steps(state, seat)
            assert found in wins if wins else found == PASS
            arrivals += bool(wins)
    assert arrivals > POSITIONS / 4


@pytest.mark.parametrize("jump_pairs", [False, True])
def test_playouts_keep_to_the_rules_and_end_where_they_say(jump_pairs: bool) -> None:
    walled = 0
    for seed in range(POSITIONS // 6 + 1):
        winner, states = Storage(random_position(seed, jump_pairs=jump_pairs)).played_out()
        last = states[-1]
        if len(states) < LONGEST - 1 and any(last.walls_left):
            assert winner == last.mover and winning_steps(last, winner)
        for state, after in pairwise(states):
            assert not winning_steps(state, state.mover), "a win was left out"
            if after.walls_left != state.walls_left:
                walled += 1
            elif after.pawns != state.pawns:
                steps = [step for step in rules.legal(state, state.mover) if isinstance(step, PawnMove)]
                ahead = [distances(rules.apply(state, state.mover, step)[0])[state.mover] for step in steps]
                nearer = distances(state)[state.mover] - 1
                assert distances(after)[state.mover] <= max(nearer, min(ahead))
    assert walled > 0


def test_a_playout_bars_the_way_of_a_rival_about_to_arrive() -> None:
    state = read("""
        6 . . . . 0 . . . .
        5 . . 1 . . . . . .
        4 . . . 3 . . . . .
        2 . . . . . . 2 . .
        1 . . . . . . . . .
    """, walls_left=2).state  # fmt: skip
    _, states = Storage(state).played_out()
    assert can_arrive(states[0], 2)
    assert not can_arrive(states[1], 2)
    listed = Storage(state).listed()
    first, _ = rules.apply(state, 0, action_of(max(listed, key=lambda move: listed[move])))
    assert not can_arrive(first, 2), "the tree tries that first, too"


@pytest.mark.parametrize(("front", "fewest", "most"), [("e6", 0, 0), ("e3", 70, 130)])
def test_every_other_playout_holds_up_a_rival_in_front(front: str, fewest: int, most: int) -> None:
    """Seat 0 moves, from e6 in front of all others or from e3 behind seat 1, which has five steps to go."""
    at = Storage(replace(start_state(PLAYERS, False), pawns=(move_of(rules.parse(front)), 39, 76, 44)))
    walled = 0
    for _ in range(200):
        at.play_out()
        walled += int(at.ints[INTS + LEFT]) < int(at.ints[LEFT])
    assert fewest <= walled <= most


def test_chance_is_spread_evenly() -> None:
    seeds = array([99], "uint64", COMPILED)
    counts = [0] * 6
    for _ in range(6000):
        counts[int(draw(seeds, 6))] += 1
    assert all(850 < count < 1150 for count in counts)


def test_the_steps_and_the_walls_in_the_ways_of_those_in_front_are_tried() -> None:
    tried = 0
    for seed in range(POSITIONS):
        state = random_position(seed)
        listed = Storage(state).listed()
        legal = rules.legal(state, state.mover)
        assert {move_of(action) for action in legal if isinstance(action, PawnMove)} <= listed.keys()
        before = distances(state)
        rivals = [seat for seat in range(PLAYERS) if seat != state.mover]
        turns = {seat: 4 * before[seat] + (seat - state.mover) % 4 for seat in rivals}
        front = [seat for seat in rivals if turns[seat] <= min(turns.values()) + 4]
        for action in legal:
            if isinstance(action, WallPlacement):
                after = distances(rules.apply(state, state.mover, action)[0])
                if any(after[seat] > before[seat] for seat in front):
                    assert move_of(action) in listed
                    tried += 1
    assert tried > POSITIONS


def test_the_tree_is_that_of_a_plain_search_with_the_same_chance() -> None:
    """Walls that shut somebody in count among the priors until they are tried, so positions are taken without such."""
    compared = 0
    for seed in range(POSITIONS // 6 + 1):
        state = random_position(seed, plies=12)
        moves = [move_of(action) for action in rules.legal(state, state.mover)][:20]
        analysis = AnalysisOfFour(state, moves, GAMES, lambda: False, f"{seed}")
        plain = PlainTree(state, moves, array([Random(f"{seed}").getrandbits(64) | 1], "uint64", COMPILED))
        analysis.play_out()
        for _ in range(GAMES):
            plain.play_out()
        assert plain.root.children
        counted = {found.move: (found.visits, found.chance) for found in analysis.candidates() if found.visits}
        expected = {
            move: (child.visits, child.won[state.mover] / child.visits)
            for move, child in plain.root.children.items()
            if child.visits
        }
        assert counted == expected
        compared += len(counted)
    assert compared > 5


def asked(state: State, level: int, seed: int = 0, games: int | None = None) -> str:
    brain = QuoridorBrain()
    if games is None:
        return brain.choose(state, state.mover, level, seed, None, lambda: False).action
    return brain.choose_within(games, state, state.mover, level, seed, None, lambda: False).action


@pytest.mark.one_in(2)
@pytest.mark.parametrize("level", [1, 3, 5])
def test_an_own_win_is_taken_and_that_of_a_rival_prevented(level: int) -> None:
    """In positions of random games: whatever else a move does, no rival may arrive that another move would stop."""
    wins = stops = 0
    for seed in range(100, 100 + 4 * POSITIONS):
        state = random_position(seed, plies=60)
        action = rules.parse(asked(state, level, seed, games=20 if COMPILED else 2))
        after, _ = rules.apply(state, state.mover, action)
        if winning_steps(state, state.mover):
            assert after.winner == state.mover
            wins += 1
            continue
        rivals = [seat for seat in range(PLAYERS) if seat != state.mover]
        if any(can_arrive(after, seat) for seat in rivals):
            for other in rules.legal(state, state.mover):
                tried, _ = rules.apply(state, state.mover, other)
                assert any(can_arrive(tried, seat) for seat in rivals)
        elif any(can_arrive(state, seat) for seat in rivals):
            stops += 1
    assert wins > 0 and stops > 0


@pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")
def test_walls_are_not_thrown_away_early() -> None:
    """Every wall costs some rival more steps than the mover, though early playouts hardly tell moves apart."""
    for seed in range(12):
        state = random_position(seed, plies=12)
        action = rules.parse(asked(state, 5, seed, games=2000))
        if isinstance(action, WallPlacement):
            before, after = distances(state), distances(rules.apply(state, state.mover, action)[0])
            costs = [after[seat] - before[seat] for seat in range(PLAYERS)]
            assert max(costs) > costs[state.mover], f"{rules.picture(state)}\n{rules.text(action)}"


def test_pairs_of_pawns_are_jumped_only_where_that_is_the_rule() -> None:
    """Seat 0 wins beside the second of two pawns in a row, or not at all at once."""
    drawing = """
        9 . . . . 2 . . . .
        8 . . . . 1 . . . .
        7 . . . . 0 . . . .
        3 . . . . . . . 3 .
    """
    plain = read(drawing).state
    assert not winning_steps(plain, 0)
    paired = replace(plain, jump_pairs=True)
    found = Storage(paired).listed()
    assert Storage(plain).listed().keys() & {66, 68} == set()
    assert {66, 68} <= found.keys(), "d8 and f8, beside the first of the two"


def test_from_the_hundredth_ply_on_no_step_leads_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a game of four that wait for each other might go on for ever."""
    searched: list[list[Move]] = []

    class Recorder(AnalysisOfFour):
        def __init__(self, state: State, moves: Any, games: int, stop: Any, seed: str) -> None:
            searched.append(list(moves))
            super().__init__(state, moves, games, stop, seed)

    monkeypatch.setattr(search_of_four, "AnalysisOfFour", Recorder)
    for seed, ply in product(range(POSITIONS), (search_of_four.HURRY - 1, search_of_four.HURRY)):
        asked(replace(random_position(seed, plies=20), ply=ply), 5, seed, games=1)
    nearest = 0
    for seed in range(POSITIONS):
        state = random_position(seed, plies=20)
        freely, hurried = (
            [
                distances(rules.apply(state, state.mover, action_of(move))[0])[state.mover]
                for move in moves
                if move < HORIZONTAL
            ]
            for moves in searched[2 * seed : 2 * seed + 2]
        )
        assert all(steps < distances(state)[state.mover] for steps in hurried) or len(set(hurried)) <= 1
        nearest += len(hurried) < len(freely)
    assert nearest > POSITIONS / 2


def test_hints_are_different_legal_actions_the_best_first() -> None:
    state = random_position(3, plies=20)
    lines = QuoridorBrain().rank(state, state.mover, 3, None, lambda: False, 3)
    assert len({line.action for line in lines}) == 3
    for line in lines:
        assert rules.parse(line.action) in rules.legal(state, state.mover)
        assert line.pv[0] == line.action
        assert line.score is not None and 0 <= line.score <= 1


def test_hints_name_a_win_first_and_then_what_stops_a_rival() -> None:
    state = read("""
        9 . . . . . . . . .
        8 . . . . . . 0 . .
        5 . . 1 . . . . . .
        4 . . . 3 . . . . .
        2 . . . . 2 . . . .
        1 . . . . . . . . .
    """).state
    lines = QuoridorBrain().rank(state, 0, 3, None, lambda: False, 3)
    assert [line.score == 1.0 for line in lines] == [True, False, False]
    assert lines[0].action == "g9"
    for line in lines[1:]:
        after, _ = rules.apply(state, 0, rules.parse(line.action))
        assert not can_arrive(after, 2)

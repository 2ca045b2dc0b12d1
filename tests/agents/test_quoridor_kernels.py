"""The kernels' position agrees with the rules on random games, compiled and as plain Python."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from game.agents.kernels import zeros
from game.quoridor import rules
from game.quoridor.board import HORIZONTAL, PASS, VERTICAL, action_of, move_of
from game.quoridor.floods import COMPILED
from game.quoridor.frames import (
    BAR_H,
    CUT_H,
    DIST,
    INTS,
    KEY,
    MOST_MOVES,
    PER_SEAT,
    SEARCH,
    WORDS,
    list_moves,
    make,
    perft,
)
from game.quoridor.leaves import HARMS_BITS, MOST_HARM, harm
from game.quoridor.paths import distances, distances_with, free_slots
from game.quoridor.state import ANCHORS, State, WallPlacement, start_state
from tests.agents.quoridor_frames import Position, often_a_wall, wander
from tests.make import state as position_after

PLIES = 300


class TwoFrames(Position):
    """Storage for two plies, so that a move can be made in it."""

    def __init__(self, state: State) -> None:
        super().__init__(state, plies=2)
        self.players = state.players
        self.moves = zeros(2 * MOST_MOVES, "int64", COMPILED)

    def moves_of(self, state: State) -> set[int]:
        """What the kernels hold to be legal."""
        found = list_moves(self.frames, self.moves, 0, self.players, state.jump_pairs, False)
        return {int(move) for move in self.moves[:found]}

    def advance(self, move: int) -> None:
        """Play a legal move; what is known of the position then becomes the first frame."""
        assert make(self.frames, 0, move, self.players)
        self.words[:WORDS] = self.words[WORDS:]
        self.ints[:INTS] = self.ints[INTS:]

    def told(self) -> tuple[list[int], list[int]]:
        """All that a frame says of its position."""
        return [int(n) for n in self.words[: CUT_H + PER_SEAT * self.players]], [int(n) for n in self.ints[:SEARCH]]


def walls_of(frames: TwoFrames, first: int, seat: int) -> set[int]:
    """The walls kept from words[first] on for a seat, as moves."""
    found = set()
    for kind, start in ((0, HORIZONTAL), (1, VERTICAL)):
        mask = int(frames.words[first + PER_SEAT * seat + kind])
        found |= {start + anchor for anchor in range(ANCHORS) if mask >> anchor & 1}
    return found


def follow(players: int, jump_pairs: bool, seed: int, plies: int = PLIES) -> tuple[list[int], list[int]]:
    """Follow a random game: legal moves, distances, and frames made move by move against those of each position.

    Every position has a key of its own.
    """
    random = Random(seed)
    state = start_state(players, jump_pairs)
    frames = TwoFrames(state)
    share = random.random()
    keys: dict[int, object] = {}
    while state.winner is None and state.ply < plies:
        legal = rules.legal(state, state.mover)
        assert frames.moves_of(state) == {move_of(action) for action in legal}
        assert tuple(int(n) for n in frames.ints[DIST : DIST + players]) == distances(state)
        assert frames.told() == TwoFrames(state).told()
        place = (state.mover, state.pawns, state.walls_left, state.horizontal, state.vertical)
        assert keys.setdefault(int(frames.words[KEY]), place) == place
        walls = [action for action in legal if isinstance(action, WallPlacement)]
        action = random.choice(walls if walls and random.random() < share else legal)
        state, _ = rules.apply(state, state.mover, action)
        frames.advance(move_of(action))
    return frames.told()


every_kind = pytest.mark.parametrize(
    ("players", "jump_pairs"), [(2, False), (4, False), (4, True)], ids=["two", "four", "pairs"]
)


@every_kind
@pytest.mark.parametrize("games", [6 if COMPILED else 1, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.timeout(3600)
def test_random_games_go_as_the_rules_say(players: int, jump_pairs: bool, games: int) -> None:
    for seed in range(games):
        follow(players, jump_pairs, seed)


@every_kind
def test_walls_that_cut_ways_are_those_that_may_lengthen_them(players: int, jump_pairs: bool) -> None:
    for plies in range(1, 15):
        state = wander(Random(players), plies, players=players, jump_pairs=jump_pairs)
        frames = TwoFrames(state)
        before = distances(state)
        for seat in range(players):
            cut, bar = walls_of(frames, CUT_H, seat), walls_of(frames, BAR_H, seat)
            assert bar <= cut
            for move in range(HORIZONTAL, PASS):
                wall = action_of(move)
                assert isinstance(wall, WallPlacement)
                after = distances_with(state, wall)[seat]
                if after != before[seat]:
                    assert move in cut
                if move in bar:
                    assert after is None or after > before[seat]


def test_what_one_wall_can_cost_is_found_as_if_each_were_laid() -> None:
    random, found = Random(9), Counter[int]()
    for plies in [24] * 30 + [60] * 30:
        frames = TwoFrames(wander(random, plies, often_a_wall))
        state = frames.state
        slots = free_slots(state.horizontal, state.vertical)
        for seat, before in enumerate(distances(state)):
            costs = [0]
            for move in walls_of(frames, BAR_H, seat):
                wall = action_of(move)
                assert isinstance(wall, WallPlacement)
                if slots[wall.orientation == "v"] >> wall.anchor & 1:
                    costs.append((distances_with(state, wall)[seat] or 0) - before)
            harms = zeros(1 << HARMS_BITS, "uint64", COMPILED)
            expected = min(max(costs), MOST_HARM)
            for _ in ("counted", "remembered"):
                assert harm(frames.frames, 0, seat, harms) == expected, (state, seat)
            found[expected] += 1
    assert set(found) >= {0, 1, 2, 3, 4, 6, MOST_HARM}, f"costs of all kinds are among them: {found}"


def test_a_wall_that_shuts_a_seat_in_is_told() -> None:
    state = position_after("quoridor", "d1v e8v e2h a8h d3v")
    legal = {move_of(action) for action in rules.legal(state, state.mover)}
    free = [move for move in range(HORIZONTAL, PASS) if move not in legal]
    frames = TwoFrames(state)
    sealing = [move for move in free if distances_with(state, action_of(move))[0] is None]  # type: ignore[arg-type]
    assert all(not make(frames.frames, 0, move, 2) for move in sealing)


@pytest.mark.parametrize(("players", "depth", "leaves"), [(2, 1, 131), (2, 2, 16_677), (4, 1, 131), (4, 2, 16_677)])
def test_perft(players: int, depth: int, leaves: int) -> None:
    assert perft(start_state(players, False), depth) == leaves


@pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")
@pytest.mark.parametrize(("players", "depth", "leaves"), [(2, 3, 2_062_264), (2, 4, 247_569_030), (4, 3, 2_062_065)])
def test_deep_perft(players: int, depth: int, leaves: int) -> None:
    test_perft(players, depth, leaves)

"""What every level of Quoridor's AI owes the table: legal, purposeful, prompt and repeatable play. What the network
sees of a position, and files that hold none. The kernels' position agrees with the rules on random games."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.agents.agent import Thought
from game.agents.kernels import Words, word, zeros
from game.core.spec import LEVELS
from game.quoridor import net, rules, search
from game.quoridor.board import HORIZONTAL, PASS, VERTICAL, action_of, move_of
from game.quoridor.floods import COMPILED
from game.quoridor.frames import (
    BAR_H,
    CUT_H,
    DIST,
    INTS,
    KEY,
    MOST_MOVES,
    NARROW,
    PER_SEAT,
    SEARCH,
    WORDS,
    list_moves,
    make,
    perft,
)
from game.quoridor.leaves import HARMS_BITS, MOST_HARM, harm
from game.quoridor.paths import distances, distances_with, free_slots
from game.quoridor.state import ANCHORS, Pass, State, WallPlacement, start_state
from tests.agents.quoridor_frames import Position, no_scores, often_a_wall, wander
from tests.agents.test_every_level import choose as chosen
from tests.make import state as position_after
from tests.rules.quoridor_ascii import read

every_level = pytest.mark.parametrize("level", LEVELS)


def choose(state: State, level: int, seed: int = 0) -> Thought:
    return chosen({2: "two", 4: "four"}[state.players], state, level, seed)


def play(players: int, levels: list[int], seed: int, plies: int = 300) -> list[tuple[State, Thought]]:
    """A game between levels, one a seat: each position with the answer to it."""
    state = start_state(players, False)
    game = []
    while state.winner is None and state.ply < plies:
        thought = choose(state, levels[state.mover], seed)
        game.append((state, thought))
        state = rules.apply(state, state.mover, rules.parse(thought.action))[0]
    return game


@every_level
def test_a_win_in_one_is_taken_though_there_are_walls(level: int) -> None:
    state = read("""
        9 . . . . . . . . .
        8 . . . . . . 0 . .
        2 . . 1 . . . . . .
    """).state  # fmt: skip
    assert {choose(state, level, seed).action for seed in range(8)} == {"g9"}


@every_level
def test_a_forced_pass_is_passed(level: int) -> None:
    state = read("""
        9 . . . . . . . . 3
        3 2 . . . . . . . .
        2 1|. . . . . . . .
           |
        1 0|. . . . . . . .
    """, walls_left=0).state  # fmt: skip
    assert rules.parse(choose(state, level).action) == Pass()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("level", [1, 3, *(pytest.param(level, marks=pytest.mark.long) for level in (2, 4, 5))])
@pytest.mark.one_in(4)
def test_a_level_plays_a_whole_game_without_walking_in_circles(players: int, level: int) -> None:
    game = play(players, [level] * players, seed=3)
    visited: dict[tuple[object, ...], int] = {}  # a strong level may wait for the other, but not for ever
    for state, thought in game:
        action = rules.parse(thought.action)
        assert action in rules.legal(state, state.mover)
        place = (state.mover, state.pawns[state.mover], state.horizontal, state.vertical)
        visited[place] = visited.get(place, 0) + 1
        assert visited[place] <= (1 if level < 4 else 3)
    last, thought = game[-1]
    assert rules.apply(last, last.mover, rules.parse(thought.action))[0].winner == last.mover


def test_level_5_takes_longer_where_its_best_move_does_not_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    few = 6_000
    monkeypatch.setitem(search.STRENGTHS, 5, replace(search.LEVELS[5], nodes=few))
    brain = search.QuoridorBrain(lambda: 0.0)
    used = []
    for moves in ("", "e2 e8 e3 e7", "e2 e8 e3 e7 e4 e6 d3h", "e2 e8 e3 e7 a3h h6h e4 d7"):
        state = position_after("quoridor", moves)
        asked = (state, state.mover, 5, 0, None, lambda: False)
        used.append(brain.choose(*asked).nodes or 0)
        assert brain.choose_within(few, *asked).nodes == few, "what is asked for is used"
    most = round(search.MOST * few)
    assert min(used) >= round(search.ENOUGH * few) and min(used) < few and max(used) == most, used


LARGE = zlib.compress(b"\0\x40" * (net.ROWS * net.WIDTH))
"""A network of numbers one larger than there may be."""
SILENT = net.pack([0] * (net.ROWS * net.WIDTH))


def random_position(seed: int) -> State:
    random = Random(seed)
    return wander(random, random.randint(4, 40))


class Look(Position):
    """A position, and what the network sees of it."""

    def features(self) -> list[int]:
        end = net.list_features(self.words, self.ints, 0, 2, 3, self.seen, 0)
        return [int(feature) for feature in self.seen[:end]]

    def correction(self, numbers: Words) -> int:
        return int(net.correction(self.words, self.ints, 0, 2, 3, numbers, self.seen))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", range(20))
def test_features_are_what_the_mover_sees(seed: int) -> None:
    state = random_position(seed)
    look = Look(state)
    found = look.features()
    assert len(found) == len(set(found)) <= net.MOST_FEATURES
    assert all(0 <= feature <= net.ALWAYS for feature in found)
    mover, other = state.mover, 1 - state.mover
    walls = {feature % 128 for feature in found if feature < net.BY_ITS}
    stands = {move - HORIZONTAL for move in range(HORIZONTAL, VERTICAL) if state.horizontal >> move - HORIZONTAL & 1}
    stands |= {64 + anchor for anchor in range(64) if state.vertical >> anchor & 1}
    assert walls == ({wall ^ 56 for wall in stands} if mover else stands)
    rank, file = divmod(state.pawns[mover], 9)
    assert net.OWN_PAWN + 9 * (8 - rank if mover else rank) + file in found
    assert net.BOTH_HANDS + 11 * state.walls_left[mover] + state.walls_left[other] in found
    steps = [int(look.ints[DIST + seat]) for seat in (mover, other)]
    assert {net.OWN_STEPS + steps[0], net.ITS_STEPS + steps[1], net.LEAD + 20 + steps[1] - steps[0]} <= set(found)
    assert {net.HURT + 2, net.HARM + 3, net.ALWAYS} <= set(found)
    assert net.OWN_NARROW + min(15, int(look.ints[NARROW + mover])) in found


def test_a_score_is_remembered_for_its_position_alone() -> None:
    network, scores = net.load(), no_scores()
    one, other = Look(random_position(1)), Look(random_position(2))
    own, its = one.score(network), other.score(network)
    assert own != its
    other.words[KEY] = one.words[KEY]
    assert [each.score(network, scores) for each in (one, other)] == [own, own], "the key is the position"
    other.words[KEY] ^= word(1 << 40)  # the place is the same
    assert [each.score(network, scores) for each in (other, one, other)] == [its, own, its]


def test_a_position_looks_the_same_from_both_sides() -> None:
    state = position_after("quoridor", "e2 e8 d3h e7 e3 f5v")
    assert state.mover == 0
    other = replace(
        state,
        pawns=tuple(9 * (8 - state.pawns[1 - seat] // 9) + state.pawns[1 - seat] % 9 for seat in range(2)),
        walls_left=state.walls_left[::-1],
        horizontal=_turned_over(state.horizontal),
        vertical=_turned_over(state.vertical),
        mover=1,
    )
    assert sorted(Look(state).features()) == sorted(Look(other).features())
    assert Look(state).score(net.load()) == Look(other).score(net.load())


def _turned_over(walls: int) -> int:
    return sum(1 << (anchor ^ 56) for anchor in range(64) if walls >> anchor & 1)


@pytest.mark.parametrize("seed", range(10))
def test_a_correction_is_the_sum_of_rows(seed: int) -> None:
    look = Look(random_position(seed))
    numbers = net.read()
    rows = [numbers[at : at + net.WIDTH] for at in range(0, len(numbers), net.WIDTH)]
    sums = [sum(column) for column in zip(*(rows[feature] for feature in look.features()), strict=True)]
    hidden = sum(max(0, number) * weight for number, weight in zip(sums, rows[net.OUT][: net.HIDDEN], strict=False))
    assert look.correction(net.load()) == max(-512, min(512, sums[net.HIDDEN] + (hidden >> net.ONE_BITS)))
    assert look.correction(SILENT) == 0


@pytest.mark.parametrize("unit", range(net.WIDTH))
def test_the_largest_numbers_are_summed_exactly(unit: int) -> None:
    """One unit has the largest numbers on either side of zero in turn, the others the lowest."""
    look = Look(random_position(7))
    rows = [[-net.MOST] * net.HIDDEN + [0] for _ in range(net.ROWS)]
    for place, feature in enumerate(look.features()):
        rows[feature][unit] = -net.MOST if place % 2 else net.MOST
    assert len(look.features()) % 2
    rows[look.features()[0]][unit] -= net.MOST - 300
    rows[net.OUT] = [net.MOST] * net.HIDDEN + [0]
    rows[net.OUT][unit] = 1 << net.ONE_BITS
    assert look.correction(net.pack([number for row in rows for number in row])) == 300


def test_the_network_says_something() -> None:
    looks = [Look(random_position(seed)) for seed in range(30)]
    assert len({look.score(net.load()) - look.score(SILENT) for look in looks}) > 15


@pytest.mark.parametrize("content", [b"", b"no network", zlib.compress(b"\0" * 100), zlib.compress(b"\0"), LARGE])
def test_a_file_without_a_network_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "net.bin"
    path.write_bytes(content)
    with pytest.raises(net.NetFileError, match=re.escape(str(path))):
        net.load(path)
    with pytest.raises(net.NetFileError, match="nowhere"):
        net.load(tmp_path / "nowhere")


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

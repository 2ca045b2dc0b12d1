"""The network: what it sees of a position, what it adds to a score, and files that hold none."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.agents.kernels import Words, word
from game.quoridor import net
from game.quoridor.board import HORIZONTAL, VERTICAL
from game.quoridor.frames import DIST, KEY, NARROW
from game.quoridor.state import State
from tests import make
from tests.agents.quoridor_frames import Position, no_scores, wander

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
    state = make.state("quoridor", "e2 e8 d3h e7 e3 f5v")
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

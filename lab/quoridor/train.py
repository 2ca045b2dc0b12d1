"""Trains the network that corrects the evaluation of Quoridor for two, and writes `game/quoridor/net.bin`.

    python -m lab.quoridor.train GAMES.jsonl [...] [--positions POSITIONS.jsonl] [--begin [FILE]] [--write [FILE]]

GAMES come from `lab/quoridor/play.py`. A position's target lies between its game's result and the search's chance.
POSITIONS, labelled by strong engines (see `lab/quoridor/fit.py`), have a weight of their own. A tenth of the games
(chosen by their first ten plies) and a fifth of the labelled positions are held apart for the test: training never uses
them, and the output is about them. The tables of `weights.py` stay as they are: the network learns only what they miss.
With `--begin` training goes on from a network (FILE, or the one in use) instead of random numbers; a lower `--rate`
keeps more of what it knows.
"""

from __future__ import annotations

import argparse
import json
import zlib
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from game.agents.kernels import kernel, zeros
from game.quoridor import net, rules
from game.quoridor.board import move_of
from game.quoridor.floods import COMPILED
from game.quoridor.frames import DIST, INTS, LEFT, MOVER, WORDS, frames_of, make, write
from game.quoridor.leaves import BIAS, HANDS, HARM, HARMS_BITS, HURT, SLOPE, UNIT, harm
from game.quoridor.state import CELLS, SIZE, start_state
from game.quoridor.weights import WEIGHTS
from lab.quoridor.fit import labelled_targets, sigmoid, solve, tell_bins

# An array of floats.
Numbers = Any
# Weight of the game's result in a target. The rest is the chance that the search found.
RESULT = 0.5
# One in this many games is kept for the test.
HELD = 10
# The number of steps in which the rate falls during an epoch.
PARTS = 20
# The sum of squared slopes with which a row begins, if training continues from a network.
SETTLED = 0.5
# A position in which one side's chance of winning is greater than this teaches little, and is left out.
DECIDED = 0.997


class Positions:
    """Positions: features (all in one list), base scores in nats, targets."""

    def __init__(self) -> None:
        self.features = array("h")
        self.ends = array("q", [0])
        self.bases = array("f")
        self.targets = array("f")
        self.results = array("f")
        self.weights = array("f")
        self.held = array("b")
        self._frames = frames_of(start_state(2, False), 2)
        self._harms = zeros(1 << HARMS_BITS, "uint64", COMPILED)
        self._out = zeros(net.MOST_FEATURES, "int64", COMPILED)

    def start(self) -> None:
        """Go back to the start of a game."""
        write(start_state(2, False), self._frames)

    def play(self, text: str) -> None:
        """Go on by an action."""
        make(self._frames, 0, move_of(rules.parse(text)), 2)
        self._frames.words[:WORDS] = self._frames.words[WORDS:]
        self._frames.ints[:INTS] = self._frames.ints[INTS:]

    @property
    def mover(self) -> int:
        """Return the seat whose turn it is."""
        return int(self._frames.ints[MOVER])

    @property
    def is_running(self) -> bool:
        """Return whether both pawns are more than one step from their goals."""
        return bool(self._frames.ints[DIST] > 1 and self._frames.ints[DIST + 1] > 1)

    def add(self, target: float, result: float, held: bool, weight: float = 1.0) -> None:
        """Add the current position."""
        frames, ints, mover = self._frames, self._frames.ints, self.mover
        other = 1 - mover
        own, its = int(ints[LEFT + mover]), int(ints[LEFT + other])
        hurt = int(harm(frames, 0, mover, self._harms)) if its else 0
        harmed = int(harm(frames, 0, other, self._harms)) if own else 0
        hands = own * HANDS + its
        base = WEIGHTS[BIAS + hands] + WEIGHTS[SLOPE + hands] * int(ints[DIST + other] - ints[DIST + mover])
        base += WEIGHTS[HURT + its] * hurt + WEIGHTS[HARM + own] * harmed
        found = net.list_features(frames.words, ints, 0, hurt, harmed, self._out, 0)
        self.features.extend(int(feature) for feature in self._out[:found])
        self.ends.append(len(self.features))
        self.bases.append(base / UNIT)
        self.targets.append(target)
        self.results.append(result)
        self.weights.append(weight)
        self.held.append(held)

    def leads(self) -> Numbers:
        """Return the mover's lead in steps, as a column for `solve`."""
        features = np.array(self.features)
        found = features[(features >= net.LEAD) & (features < net.OWN_NARROW)] - net.LEAD - (net.LEADS // 2)
        return found[:, None].astype(float)


def main() -> None:
    """Train, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=Path, nargs="+")
    parser.add_argument("--positions", type=Path)
    parser.add_argument("--weight", type=float, default=5.0, help="of a labelled position")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=0.02, help="of learning, at the start")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--begin", type=Path, nargs="?", const=net.FILE, help="the network to go on from")
    parser.add_argument("--write", type=Path, nargs="?", const=net.FILE)
    asked = parser.parse_args()
    positions = Positions()
    add_games(positions, asked.games)
    played = len(positions.targets)
    if asked.positions:
        for moves, target, chance, held in labelled_targets(asked.positions):
            positions.start()
            for text in moves:
                positions.play(text)
            positions.add(target, chance, held, asked.weight)
    begin = net.read(asked.begin) if asked.begin else None
    training = train(positions, played, asked.epochs, asked.rate, asked.seed, begin)
    if asked.write:
        rows = rounded(training.rows)
        asked.write.write_bytes(zlib.compress(array("h", rows.ravel().tolist()).tobytes(), 9))


def add_games(positions: Positions, paths: Iterable[Path]) -> None:
    """Add the undecided positions of all games that ended."""
    for path in paths:
        for line in path.read_text().splitlines():
            row = json.loads(line)
            if row["winner"] is None:
                continue
            moves = row["moves"].split()
            held = zlib.crc32(" ".join(moves[:10]).encode()) % HELD == 0
            positions.start()
            for ply, text in enumerate(moves):
                value = row["values"][ply - row["open"]] if ply >= row["open"] else None
                if value is not None and positions.is_running and 1 - DECIDED < value < DECIDED:
                    result = float(row["winner"] == positions.mover)
                    positions.add(RESULT * result + (1 - RESULT) * value, result, held)
                positions.play(text)


def mirrored() -> Numbers:
    """Return for each feature its mirror image: file a becomes file i, file b becomes file h, and so on."""
    cells = np.array([cell - cell % SIZE + SIZE - 1 - cell % SIZE for cell in range(CELLS)])
    walls = np.array([wall - wall % 8 + 7 - wall % 8 for wall in range(128)])
    regions = np.array([5 * (region // 5) + 4 - region % 5 for region in range(25)])
    by_region = (128 * regions[:, None] + walls).ravel()
    found = np.arange(net.FEATURES)
    found[net.BY_OWN : net.BY_ITS] = net.BY_OWN + by_region
    found[net.BY_ITS : net.OWN_PAWN] = net.BY_ITS + by_region
    found[net.OWN_PAWN : net.ITS_PAWN] = net.OWN_PAWN + cells
    found[net.ITS_PAWN : net.BOTH_HANDS] = net.ITS_PAWN + cells
    return found


class Training:
    """A network's rows, in nats, and positions to train and test it. The first `played` ones are from GAMES."""

    def __init__(self, positions: Positions, played: int, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.targets, self.results = np.array(positions.targets), np.array(positions.results)
        self.held = np.array(positions.held, dtype=bool)
        self.leads = positions.leads()
        self.played = played
        apart = np.flatnonzero(self.held)
        self.learned, self.own, self.labelled = (
            np.flatnonzero(~self.held),
            apart[apart < played],
            apart[apart >= played],
        )
        self.rows = np.zeros((net.ROWS, net.WIDTH), dtype=np.float32)
        self.rows[: net.FEATURES, : net.HIDDEN] = self.chance.normal(size=(net.FEATURES, net.HIDDEN)) * 0.05
        self.rows[net.ALWAYS, : net.HIDDEN] = 0.3
        self.rows[net.OUT, : net.HIDDEN] = self.chance.normal(size=net.HIDDEN) * 0.3
        self.guesses = np.zeros(len(self.targets))
        self._seen = np.full(self.rows.shape, 0.1, dtype=np.float32)
        self._seen[net.OUT] = 1.0
        self._facts = [np.array(positions.features), np.array(positions.ends), np.array(positions.bases)]
        self._weights = np.array(positions.weights)
        self._mirror = mirrored()
        self._room = np.zeros((2, net.WIDTH), dtype=np.float32)

    def begin(self, numbers: Sequence[int]) -> None:
        """Begin with a network, as `net.read` returns it, instead of random numbers."""
        rows = np.array(numbers, dtype=np.float32).reshape(net.ROWS, net.WIDTH)
        self.rows[:] = rows / (1 << net.ONE_BITS)
        self.rows[:, net.HIDDEN] = rows[:, net.HIDDEN] / UNIT
        self._seen[: net.FEATURES] = SETTLED

    def epoch(self, first: float, last: float) -> None:
        """Learn from every position once, in random order, at a rate that falls from `first` to `last`."""
        self.chance.shuffle(self.learned)
        for part, order in enumerate(np.array_split(self.learned, PARTS)):
            self._go_through(order, self.chance.random(len(order)) < 0.5, first + (last - first) * part / PARTS)

    def guess(self, which: Numbers) -> Numbers:
        """Return the network's chances of winning for the positions numbered `which`."""
        self._go_through(which, np.zeros(len(which), dtype=bool), 0.0)
        return self.guesses[which]

    def _go_through(self, order: Numbers, flips: Numbers, rate: float) -> None:
        features, ends, bases = self._facts
        go_through(
            features,
            ends,
            bases,
            self.targets,
            self._weights,
            order,
            flips,
            self._mirror,
            self.rows,
            self._seen,
            self.guesses,
            self._room[0],
            self._room[1],
            rate,
        )

    def tell(self, epoch: int) -> None:
        """Print how well the network predicts the positions held apart."""
        if not len(self.own):
            print(f"after {epoch}: no own game is held apart")
            return
        guesses, targets = self.guess(self.own), self.targets[self.own]
        surprise = -(targets * np.log(guesses + 1e-9) + (1 - targets) * np.log(1 - guesses + 1e-9)).mean()
        brier = ((guesses - self.results[self.own]) ** 2).mean()
        print(f"after {epoch}: surprise {surprise:.4f}, Brier {brier:.4f}", end="")
        if len(self.labelled):
            apart = np.abs(self.guess(self.labelled) - self.results[self.labelled]).mean()
            print(f"; labelled: mean |chance - b_win| {apart:.4f}", end="")
        print()

    def tell_bins(self) -> None:
        """Print in ten bins the predicted chances and the share of wins, and how well the lead alone predicts."""
        if not len(self.own):
            return
        played = slice(self.played)
        lead = solve(self.leads[played], self.results[played], np.ones(self.played), self.held[played])
        plain, results = sigmoid(self.leads @ lead)[self.own], self.results[self.own]
        print(f"Brier of a logistic in the lead alone: {((plain - results) ** 2).mean():.4f}")
        tell_bins(self.guess(self.own), results)


def train(
    positions: Positions, played: int, epochs: int, rate: float, seed: int, begin: Sequence[int] | None = None
) -> Training:
    """Train a network on positions (the first `played` are from GAMES), and print how well it predicts.

    Training begins with the network `begin`, as `net.read` returns it, or with random numbers.
    """
    training = Training(positions, played, seed)
    if begin:
        training.begin(begin)
    print(f"{len(training.learned)} positions; held apart {len(training.own)} own, {len(training.labelled)} labelled")
    training.tell(0)
    for epoch in range(epochs):
        training.epoch(rate * (1 - epoch / epochs), rate * (1 - (epoch + 1) / epochs))
        training.tell(epoch + 1)
    training.tell_bins()
    return training


def rounded(rows: Numbers) -> Numbers:
    """Return the rows as whole numbers in the kernels' units."""
    found = rows * (1 << net.ONE_BITS)
    found[:, net.HIDDEN] = rows[:, net.HIDDEN] * UNIT
    print(f"largest number {np.abs(found).max():.0f} (at most {net.MOST})")
    return np.clip(np.round(found), -net.MOST, net.MOST).astype(np.int16)


@kernel
def go_through(
    features: Any,
    ends: Any,
    bases: Any,
    targets: Any,
    weights: Any,
    order: Any,
    flips: Any,
    mirror: Any,
    rows: Any,
    seen: Any,
    guesses: Any,
    sums: Any,
    back: Any,
    rate: float,
) -> None:
    """Guess the positions in `order`, and learn from each if `rate` is above 0 (Adagrad).

    `sums` and `back` are buffers of one row each.
    """
    back[net.HIDDEN] = 1
    for place in range(len(order)):
        at = order[place]
        sums[:] = 0
        for i in range(ends[at], ends[at + 1]):
            feature = mirror[features[i]] if flips[place] else features[i]
            for unit in range(net.WIDTH):
                sums[unit] += rows[feature, unit]
        score = bases[at] + sums[net.HIDDEN]
        for unit in range(net.HIDDEN):
            score += max(sums[unit], 0) * rows[net.OUT, unit]
        guesses[at] = 1 / (1 + np.exp(-score))
        if rate == 0:
            continue
        slope = weights[at] * (guesses[at] - targets[at])
        for unit in range(net.HIDDEN):
            back[unit] = rows[net.OUT, unit] if sums[unit] > 0 else 0
            bend = slope * max(sums[unit], 0)
            seen[net.OUT, unit] += bend * bend
            rows[net.OUT, unit] -= rate * bend / np.sqrt(seen[net.OUT, unit])
        for i in range(ends[at], ends[at + 1]):
            feature = mirror[features[i]] if flips[place] else features[i]
            for unit in range(net.WIDTH):
                bend = slope * back[unit]
                if bend != 0:
                    seen[feature, unit] += bend * bend
                    rows[feature, unit] -= rate * bend / np.sqrt(seen[feature, unit])


if __name__ == "__main__":
    main()

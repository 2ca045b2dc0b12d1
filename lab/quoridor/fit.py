"""Fits the evaluation of Quoridor for two, and writes `game/quoridor/weights.py`.

    python -m lab.quoridor.fit POSITIONS.jsonl [--games GAMES.jsonl ...] [--write]

POSITIONS are labelled by strong engines: `moves`, a score `a_score` and a chance of winning `b_win`, both for the
player to move. GAMES are own games: `moves`, the plies of their opening (`open`) and the `winner`. A fifth of both,
chosen by the first ten plies, is held apart. The weights are never fitted to this part; the printed scores are those on
it. Without `--write` nothing is written.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from game.agents.kernels import zeros
from game.quoridor import rules
from game.quoridor.floods import COMPILED
from game.quoridor.frames import DIST, frames_of
from game.quoridor.leaves import HANDS, HARMS_BITS, UNIT, harm
from game.quoridor.state import State, start_state

# An array of floats.
Numbers = Any
OUT = Path(__file__).parents[2] / "game" / "quoridor" / "weights.py"
SCORE_OF_A_NAT = 400.0  # the `a_score` that counts as one nat; with this number, `a_score` fits `b_win` best
# Plies after a random opening that are left out, because the result says little about them.
SKIPPED = 4
# The share of a wall's cost that a search does not find by itself, as measured by the exam (ADR 22).
UNSEEN = 0.4
# A factor on the value of walls in hand. Without it, searches spend walls too freely, as games have shown (ADR 22).
WALLS_KEPT = 1.5
# The index of the lead in `facts_of`.
LEAD = 2


def main() -> None:
    """Fit, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=Path)
    parser.add_argument("--games", type=Path, nargs="*", default=[])
    parser.add_argument("--share", type=float, default=0.3, help="weight of all games' positions to the labelled ones")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    facts, wins, held, chances = labelled(asked.positions)
    weight = np.ones(len(wins))
    columns = features(facts)
    if asked.games:
        played, results, apart = own_games(asked.games)
        fitted = solve(
            np.concatenate([columns, features(played)]),
            np.concatenate([wins, results]),
            np.concatenate([weight, np.full(len(results), asked.share * len(wins) / len(results))]),
            np.concatenate([held, apart]),
        )
        tell_games(played, results, apart, fitted)
    else:
        fitted = solve(columns, wins, weight, held)
    guess = sigmoid(columns @ fitted)
    print(f"labelled, held apart ({held.sum()}): mean |chance - b_win| {np.abs(guess - chances)[held].mean():.4f}")
    lead = solve(facts[:, [LEAD]], wins, weight, held)
    plain = sigmoid(facts[:, [LEAD]] @ lead)
    print(f"  of a logistic in the lead alone: {np.abs(plain - chances)[held].mean():.4f}")
    if asked.write:
        OUT.write_text(source(fitted))


def labelled(path: Path) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return for the labelled positions: facts, the mean of both engines' chances, whether held apart, and `b_win`."""
    facts, wins, held, chances = [], [], [], []
    for moves, win, chance, apart in labelled_targets(path):
        facts.append(facts_of(replayed(moves)))
        wins.append(win)
        held.append(apart)
        chances.append(chance)
    return np.array(facts), np.array(wins), np.array(held), np.array(chances)


def labelled_targets(path: Path) -> Iterator[tuple[list[str], float, float, bool]]:
    """Return for each position: its moves, the mean of both engines' chances, `b_win`, and whether it is held apart."""
    for line in path.read_text().splitlines():
        row = json.loads(line)
        moves = row["moves"].split()
        a_win = sigmoid(np.clip(row["a_score"], -4000, 4000) / SCORE_OF_A_NAT)
        yield moves, float(a_win + row["b_win"]) / 2, row["b_win"], is_held(moves)


def own_games(paths: list[Path]) -> tuple[Numbers, Numbers, Numbers]:
    """Return for the positions of own games: facts, whether the mover won, and whether they are held apart."""
    facts, wins, held = [], [], []
    for path in paths:
        for line in path.read_text().splitlines():
            row = json.loads(line)
            moves = row["moves"].split()
            if row["winner"] is None:
                continue
            state = replayed(moves[: row["open"] + SKIPPED])
            for text in moves[row["open"] + SKIPPED :]:
                facts.append(facts_of(state))
                wins.append(float(row["winner"] == state.mover))
                held.append(is_held(moves))
                state, _ = rules.apply(state, state.mover, rules.parse(text))
    return np.array(facts), np.array(wins), np.array(held)


def replayed(moves: list[str]) -> State:
    """Return the position after `moves` from the start."""
    state = start_state(2, False)
    for text in moves:
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    return state


def is_held(moves: list[str]) -> bool:
    """Return whether a game is in the fifth that is held apart."""
    return zlib.crc32(" ".join(moves[:10]).encode()) % 5 == 0


def facts_of(state: State) -> list[float]:
    """Return the evaluation's inputs: each player's walls, the lead in steps, and the steps that a wall can cost each.

    Where a number belongs to a player, the mover's comes first.
    """
    frames, harms = frames_of(state), zeros(1 << HARMS_BITS, "uint64", COMPILED)
    own, its = state.mover, 1 - state.mover
    return [
        state.walls_left[own],
        state.walls_left[its],
        int(frames.ints[DIST + its]) - int(frames.ints[DIST + own]),
        int(harm(frames, 0, own, harms)) if state.walls_left[its] else 0,
        int(harm(frames, 0, its, harms)) if state.walls_left[own] else 0,
    ]


def features(facts: Numbers) -> Numbers:
    """Return a column for each fitted weight."""
    own, its, lead, hurt, harm_ = facts.T
    slopes = [lead * column for column in slope_columns(own, its)]
    marks = [hurt * column for column in hand_columns(its)] + [harm_ * column for column in hand_columns(own)]
    return np.stack([*bias_columns(own, its), *slopes, *marks], axis=1)


def bias_columns(own: Numbers, its: Numbers) -> list[Numbers]:
    """Return the terms for walls in hand."""
    both = own + its
    return [
        np.ones_like(own),
        own - its,
        np.sqrt(own) - np.sqrt(its),
        (own - its) * both,
        1.0 * (own == 0),
        1.0 * (its == 0),
        1.0 * (own <= 1),
        1.0 * (its <= 1),
        1.0 / (1 + both),
    ]


def slope_columns(own: Numbers, its: Numbers) -> list[Numbers]:
    """Return the terms for a step's value, by the walls in hand."""
    both = own + its
    return [np.ones_like(own), both, 1.0 / (1 + both), 1.0 * (own == 0), 1.0 * (its == 0), np.abs(own - its)]


def hand_columns(hand: Numbers) -> list[Numbers]:
    """Return the terms for a step that a wall can cost.

    They depend on `hand`, the walls left to the player who can place that wall.
    """
    return [1.0 * (hand > 0), 1.0 * (hand == 1), np.minimum(hand, 5) / 5.0]


def sigmoid(x: Numbers) -> Numbers:
    """Return the chance of log-odds `x`."""
    return 1 / (1 + np.exp(-x))


def solve(columns: Numbers, wins: Numbers, weight: Numbers, held: Numbers) -> Numbers:
    """Return the weights (in nats) of the most likely logistic function, by Newton's method with slight shrinkage."""
    scale = columns.std(axis=0) + 1e-9
    scale[columns.std(axis=0) == 0] = 1
    x, y, share = (columns / scale)[~held], wins[~held], weight[~held]
    fitted = np.zeros(x.shape[1])
    shrink = 1e-3 * len(x)
    for _ in range(40):
        guess = sigmoid(x @ fitted)
        slope = x.T @ (share * (guess - y)) + shrink * fitted
        bend = (x * (share * guess * (1 - guess))[:, None]).T @ x + shrink * np.eye(len(fitted))
        fitted -= np.linalg.solve(bend, slope)
    return fitted / scale


def tell_games(facts: Numbers, wins: Numbers, held: Numbers, fitted: Numbers) -> None:
    """Print the Brier score on the own games held apart, the score of a fit to the lead alone, and ten bins."""
    guess = sigmoid(features(facts) @ fitted)[held]
    lead = solve(facts[:, [LEAD]], wins, np.ones(len(wins)), held)
    plain = sigmoid(facts[:, [LEAD]] @ lead)[held]
    won = wins[held]
    print(f"own games, held apart ({held.sum()} positions): Brier {((guess - won) ** 2).mean():.4f}")
    print(f"  of a logistic in the lead alone: {((plain - won) ** 2).mean():.4f}")
    tell_bins(guess, won)


def tell_bins(told: Numbers, won: Numbers) -> None:
    """Print the predicted chances `told` in ten bins, each with the share of wins (`won` is 1 or 0)."""
    for low in range(10):
        inside = np.minimum((10 * told).astype(int), 9) == low
        if inside.any():
            mean, came = told[inside].mean(), won[inside].mean()
            print(f"  {low / 10:.1f} to {low / 10 + 0.1:.1f}: {inside.sum():6d}, told {mean:.3f}, won {came:.3f}")


def source(fitted: Numbers) -> str:
    """Return the source of the weights' module."""
    own, its = (grid.ravel().astype(float) for grid in np.meshgrid(range(HANDS), range(HANDS), indexing="ij"))
    bias, slope = bias_columns(own, its), slope_columns(own, its)
    hand = hand_columns(np.arange(HANDS, dtype=float))
    parts = np.split(fitted, np.cumsum([len(bias), len(slope), len(hand)]))
    tables = [
        sum(weight * column for weight, column in zip(part, columns, strict=True))
        for part, columns in zip(parts, (bias, slope, hand, hand), strict=True)
    ]
    lines = [
        '"""The weights of the evaluation, made by `lab/quoridor/fit.py`: see `leaves.BIAS`."""',
        "",
    ]
    # The last value is the start position's, and stays as it is.
    tables[0] = tables[0][-1] + WALLS_KEPT * (tables[0] - tables[0][-1])
    parts_kept = (1.0, 1.0, UNSEEN, UNSEEN)
    for name, table, kept in zip(("BIAS", "SLOPE", "HURT", "HARM"), tables, parts_kept, strict=True):
        numbers = [str(round(float(number) * kept * UNIT)) for number in table]
        lines += ["# fmt: off", f"{name} = ("]
        lines += ["    " + ", ".join(numbers[at : at + HANDS]) + "," for at in range(0, len(numbers), HANDS)]
        lines += [")", "# fmt: on", ""]
    return "\n".join([*lines, "WEIGHTS = (*BIAS, *SLOPE, *HURT, *HARM)", ""])


if __name__ == "__main__":
    main()

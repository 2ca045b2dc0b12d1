"""Fits the value of a lead among the three rivals in Quoridor for four to games of level 5 against itself.

    python -m lab.quoridor.fit_chances [--games 240] [--playouts 600] [--seed 0] [--log FILE]

The best level plays itself after a few random actions, with `--playouts` playouts a move. At each position a softmax
turns the rivals' leads, in plies, into chances. Two constants are fitted: the steps that a wall in hand is worth, and
the plies of lead that make a win e times as likely. The surprise is the mean of -ln of the winner's chance, over the
positions whose mover did not win. The constants are fitted to two thirds of the games. The surprise is also printed for
the last third, and for the constants in `game.quoridor.evaluation`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.quoridor import evaluation, rules
from game.quoridor.paths import distances
from game.quoridor.search import QuoridorBrain
from game.quoridor.state import State, start_state
from lab.quoridor.four import LONGEST, PLAYERS, opening

LEVEL = 5
# The values tried for a wall in hand, in steps.
WALLS = np.arange(0.0, 3.01, 0.1)
# The values tried for the lead, in plies, that makes a win e times as likely.
PLIES = np.arange(1.0, 24.01, 0.25)
Table = NDArray[np.float64]


def play(brain: QuoridorBrain, number: int, seed: int, playouts: int) -> tuple[list[str], int | None]:
    """Play one game from a random opening; return its actions and winner."""
    state, actions = opening(Random(f"{seed}/{number}"))
    while state.winner is None and len(actions) < LONGEST:
        chosen = brain.choose_within(playouts, state, state.mover, LEVEL, seed + number, None, lambda: False)
        actions.append(chosen.action)
        state, _ = rules.apply(state, state.mover, rules.parse(chosen.action))
    return actions, state.winner


def positions(actions: list[str], winner: int, seed: int, number: int) -> list[tuple[list[float], list[float], int]]:
    """Return the rows of all positions whose mover did not win, from the end of the opening on."""
    begun = len(opening(Random(f"{seed}/{number}"))[1])
    state = start_state(PLAYERS, False)
    found = []
    for ply, text in enumerate(actions):
        if ply >= begun and state.mover != winner:
            found.append(row_of(state, winner))
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    return found


def row_of(state: State, winner: int) -> tuple[list[float], list[float], int]:
    """Return a position's row: the plies until each rival can arrive, their walls, and the index of the winner."""
    rivals = [seat for seat in range(PLAYERS) if seat != state.mover]
    steps = distances(state)
    plies = [float(PLAYERS * steps[seat] + (seat - state.mover) % PLAYERS) for seat in rivals]
    return plies, [float(state.walls_left[seat]) for seat in rivals], rivals.index(winner)


def surprise(plies: Table, walls: Table, winners: NDArray[np.int64], wall: float, plies_for_e: float) -> float:
    """Return the mean of -ln of the winner's chance, in nats."""
    leads = (PLAYERS * wall * walls - plies) / plies_for_e
    leads -= leads.max(axis=1, keepdims=True)
    chances = np.exp(leads)
    chances /= chances.sum(axis=1, keepdims=True)
    return float(-np.log(chances[np.arange(len(winners)), winners]).mean())


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--playouts", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, help="a file to which every game is added as a line of JSON")
    asked = parser.parse_args()
    brain = QuoridorBrain()
    brain.prepare()
    rows: list[tuple[list[float], list[float], int]] = []
    numbers: list[int] = []
    for number in range(asked.games):
        actions, winner = play(brain, number, asked.seed, asked.playouts)
        if asked.log:
            with asked.log.open("a") as file:
                file.write(json.dumps({"number": number, "actions": actions, "winner": winner}) + "\n")
        if winner is not None:
            new = positions(actions, winner, asked.seed, number)
            rows += new
            numbers += [number] * len(new)
    plies, walls = (np.array([row[part] for row in rows]) for part in (0, 1))
    winners, games = np.array([row[2] for row in rows]), np.array(numbers)
    # True for the positions of the games that are only for the test.
    kept = games % 3 == 2

    def of(part: NDArray[np.bool_], wall: float, plies_for_e: float) -> float:
        return surprise(plies[part], walls[part], winners[part], wall, plies_for_e)

    best = min((of(~kept, wall, unit), wall, unit) for wall in WALLS for unit in PLIES)
    print(f"{len(set(numbers))} games, {len(rows)} positions; evenly shared: {np.log(PLAYERS - 1):.3f}")
    print(
        f"fitted: a wall {best[1]:.1f} steps, e for {best[2]:.2f} plies: {best[0]:.3f}, test {of(kept, *best[1:]):.3f}"
    )
    now = evaluation.WALL, evaluation.PLIES_FOR_E
    print(f"now: a wall {now[0]} steps, e for {now[1]} plies: {of(~kept, *now):.3f}, test {of(kept, *now):.3f}")


if __name__ == "__main__":
    main()

"""Plays games of Quoridor for two against itself, for fitting the evaluation to.

    python -m tools.play_quoridor GAMES.jsonl [--games N] [--nodes N] [--seed N]
    python -m tools.play_quoridor GAMES.jsonl --tell

Each game begins with some actions by chance, and now and then a mover plays one by chance later. The sides are of one
or of two styles (STYLES), so that positions come up which one style alone would never see. A line is a game: `moves`,
`open` (the plies of its opening), `values` (what the search told of each position from there on, as the mover's
chance of winning; null where chance played), `winner` (the seat, null where the game had no end) and `styles`.
`--tell` plays nothing. It prints in ten bins what the search told in games of the file, between two of the house's
style, and how often the mover won.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from game.quoridor import rules
from game.quoridor.analysis import Analysis, chance
from game.quoridor.board import action_of
from game.quoridor.deepening import deepen
from game.quoridor.leaves import BIAS, HANDS, HARM, HURT, SLOPE
from game.quoridor.state import State, start_state
from game.quoridor.weights import WEIGHTS
from tools.fit_quoridor import tell_bins

LONGEST = 250
LEAST_OPENING, MOST_OPENING = 2, 10
STRAYING = 0.03  # how often an action by chance is played after the opening
MIXED = 0.3  # the part of games between two styles
LIKING = 20  # by how much nearly equal moves may differ, in the units of `leaves.UNIT`


def styled(hands: float, lead: float, harm: float) -> tuple[int, ...]:
    """The weights with what hands, steps and single walls are worth changed by factors."""
    middle = WEIGHTS[BIAS + HANDS * HANDS - 1]
    return (
        *(round(middle + hands * (weight - middle)) for weight in WEIGHTS[BIAS:SLOPE]),
        *(round(lead * weight) for weight in WEIGHTS[SLOPE:HURT]),
        *(round(harm * weight) for weight in WEIGHTS[HURT : HARM + HANDS]),
    )


STYLES = {
    "house": WEIGHTS,
    "spender": styled(0.5, 1, 1),
    "fitted": styled(1 / 1.5, 1, 1),
    "hoarder": styled(2, 1, 1),
    "racer": styled(1, 1.6, 0.5),
    "waller": styled(0.8, 1, 2.5),
}


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_file", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tell", action="store_true", help="how often came true what the search told")
    asked = parser.parse_args()
    if asked.tell:
        tell(asked.games_file)
        return
    with asked.games_file.open("a") as file:
        for number in range(asked.games):
            game = play(Random(f"{asked.seed}/{number}"), asked.nodes)
            file.write(json.dumps(game) + "\n")
            file.flush()


def tell(path: Path) -> None:
    """Print in ten bins what was told, as the mover's chance of winning, and how often the mover won."""
    games = [json.loads(line) for line in path.read_text().splitlines()]
    ended = [game for game in games if game["winner"] is not None and game["styles"] == ["house", "house"]]
    told = [
        (value, ply % 2 == game["winner"])
        for game in ended
        for ply, value in enumerate(game["values"], game["open"])
        if value is not None
    ]
    chances, won = np.array(told, dtype=float).reshape(-1, 2).T
    print(f"{len(ended)} games, {len(told)} positions, Brier {((chances - won) ** 2).mean():.4f}")
    tell_bins(chances, won)


def play(random: Random, nodes: int) -> dict[str, Any]:
    """One game as a line of the file."""
    names = ["house", "house"]
    if random.random() < MIXED:
        names = [random.choice(list(STYLES)) for _ in names]
    state = start_state(2, False)
    moves: list[str] = []
    values: list[float | None] = []
    opening = random.randint(LEAST_OPENING, MOST_OPENING)
    while state.winner is None and len(moves) < LONGEST:
        early = len(moves) < opening
        strays = random.random() < (0.5 if early else STRAYING)
        text, value = think(state, random, STYLES[names[state.mover]], nodes // 10 if early else nodes)
        if strays:
            text = rules.text(random.choice(rules.legal(state, state.mover)))
        if not early:
            values.append(None if strays else round(value, 4))
        moves.append(text)
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    return {"moves": " ".join(moves), "open": opening, "values": values, "winner": state.winner, "styles": names}


def think(state: State, random: Random, weights: Sequence[int], nodes: int) -> tuple[str, float]:
    """An action and the mover's chance of winning."""
    analysis = Analysis(state, nodes, lambda: False, size_bits=nodes.bit_length() + 1, weights=weights)
    random.shuffle(analysis.branches)
    for branch in analysis.branches:
        branch.liking = random.randint(0, LIKING)
    found = deepen(analysis, analysis.branches[0])
    return rules.text(action_of(found.best.move)), chance(found.value)


if __name__ == "__main__":
    main()

"""Lets the search of Quoridor for two play games against itself, as data to fit the evaluation.

    python -m lab.quoridor.play GAMES.jsonl [--games N] [--nodes N] [--seed N] [--begin OTHERS.jsonl]
    python -m lab.quoridor.play GAMES.jsonl --tell

Each game begins with some random actions, and a mover sometimes plays a random one later. The two sides play in the
same style or in two different ones (STYLES), so that positions occur that one style alone would never reach. A line is
a game: `moves`, `open` (the plies of its opening), `values` (the search's chance of winning for the mover of each later
position; null for a random action), `winner` (the seat, null if the game did not end) and `styles`.
With `--begin` games begin at positions of OTHERS where the best step and the best wall are about equal, and both sides
play the usual style; `open` counts the plies that were played in OTHERS.
`--tell` plays nothing. For the file's games in which both sides play the usual style it prints, in ten bins, the
search's chances and how often the mover won.
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
from game.quoridor.analysis import Analysis, chance, deepen
from game.quoridor.board import HORIZONTAL, action_of
from game.quoridor.leaves import BIAS, HANDS, HARM, HURT, SLOPE
from game.quoridor.state import State, start_state
from game.quoridor.weights import WEIGHTS
from lab.quoridor.fit import tell_bins

LONGEST = 250
LEAST_OPENING, MOST_OPENING = 2, 10
# The share of random actions after the opening.
STRAYING = 0.03
# The share of games in which each side draws its style at random.
MIXED = 0.3
# The most that chance adds to the score of a move (where `leaves.UNIT` is one nat), so that nearly equal moves vary.
LIKING = 20
# With --begin, a new game begins within a game of OTHERS: the least plies from that game's start, and to its end.
FIRST_BEGIN, LAST_BEGIN = 4, 12
LOOK = 1200  # with --begin: nodes of each search that compares steps with walls
# With --begin: the greatest difference between the chances of the best step and the best wall.
ALIKE = 0.04
# With --begin: the range in which the best step's chance must lie.
OPEN = (0.1, 0.9)


def styled(hands: float, lead: float, harm: float) -> tuple[int, ...]:
    """Return the weights with the values of hands, steps and single walls multiplied by factors."""
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
    parser.add_argument("--begin", type=Path, metavar="OTHERS", help="games to begin in")
    parser.add_argument("--tell", action="store_true", help="how often came true what the search told")
    asked = parser.parse_args()
    if asked.tell:
        tell(asked.games_file)
        return
    others = [json.loads(line) for line in asked.begin.read_text().splitlines()] if asked.begin else []
    if asked.begin and not others:
        parser.error(f"{asked.begin} has no games to begin in")
    with asked.games_file.open("a") as file:
        for number in range(asked.games):
            random = Random(f"{asked.seed}/{number}")
            game = play(random, asked.nodes, balanced_opening(random, others) if others else ())
            file.write(json.dumps(game) + "\n")
            file.flush()


def tell(path: Path) -> None:
    """Print in ten bins the predicted chances of the mover, and how often the mover won."""
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


def play(random: Random, nodes: int, given: Sequence[str] = ()) -> dict[str, Any]:
    """Play one game, after the actions `given`, if any; return it as the file stores it."""
    names = ["house", "house"]
    if not given and random.random() < MIXED:
        names = [random.choice(list(STYLES)) for _ in names]
    state = after(given)
    moves = list(given)
    values: list[float | None] = []
    opening = len(given) or random.randint(LEAST_OPENING, MOST_OPENING)
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


def balanced_opening(random: Random, games: Sequence[dict[str, Any]]) -> list[str]:
    """Return the actions of one of the games up to a position where the best step and the best wall are about equal.

    Games and positions are drawn at random until one fits.
    """
    while True:
        moves = random.choice(games)["moves"].split()
        given = moves[: random.randint(FIRST_BEGIN, max(FIRST_BEGIN, len(moves) - LAST_BEGIN))]
        state = after(given)
        if state.winner is not None:
            continue
        step, wall = best(state, is_wall=False), best(state, is_wall=True)
        if step and wall and abs(step - wall) <= ALIKE and OPEN[0] < step < OPEN[1]:
            return given


def best(state: State, *, is_wall: bool) -> float | None:
    """Return the mover's chance with its best wall (if `is_wall`) or its best step; None if there is none."""
    analysis = Analysis(state, LOOK, lambda: False, size_bits=LOOK.bit_length() + 1)
    analysis.branches = [branch for branch in analysis.branches if (branch.move >= HORIZONTAL) == is_wall]
    return chance(deepen(analysis, analysis.branches[0]).value) if analysis.branches else None


def after(actions: Sequence[str]) -> State:
    """Return the position after `actions` from the start."""
    state = start_state(2, False)
    for text in actions:
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    return state


def think(state: State, random: Random, weights: Sequence[int], nodes: int) -> tuple[str, float]:
    """Return an action and the mover's chance of winning."""
    analysis = Analysis(state, nodes, lambda: False, size_bits=nodes.bit_length() + 1, weights=weights)
    random.shuffle(analysis.branches)
    for branch in analysis.branches:
        branch.liking = random.randint(0, LIKING)
    found = deepen(analysis, analysis.branches[0])
    return rules.text(action_of(found.best.move)), chance(found.value)


if __name__ == "__main__":
    main()

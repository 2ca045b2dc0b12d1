"""Measure a game's levels: each plays the next weaker one. Print the table of docs/strength.md and the ratings.

    python -m lab.strengths star --games 400 --folder games
    python -m lab.strengths quoridor --games 100 --folder games --also 4,3 3.6,3.2

The printed ratings are the maximum-likelihood ratings for all results, including those of `--also`. The folder keeps
every game: a second call plays only what is missing. Coffee and Quoridor are measured without limits of time, so that
the result is the same on every machine.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from game.coffee import search as coffee
from game.command_line.startup import parse_seats
from game.core.options import resolve
from game.quoridor import search as quoridor
from game.registry import GAMES, find
from game.tournament.match import Match
from game.tournament.runner import run

SEED = 271200
# Random actions before each pair of games.
OPENINGS = {"star": 2, "coffee": 4, "quoridor": 4}
# Each game of Hyper Robots is for a single chip.
OPTIONS = {"robots": {"chips_to_win": 1}}
# The rating of level 1.
BASE = 1000
# The search for the ratings ends with a pass in which no rating changes by more than this.
CLOSE = 0.01


@dataclass(frozen=True, slots=True)
class Step:
    """The share of points of `upper` against `lower`, with the ends of its 95% interval."""

    upper: float
    lower: float
    games: int
    score: float
    low: float
    high: float

    @property
    def points(self) -> float:
        """The points of `upper`. A perfect score is lowered by half a point, and a score of zero raised by as much."""
        return min(max(self.score * self.games, 0.5), self.games - 0.5)


def likeliest(steps: Sequence[Step]) -> dict[float, float]:
    """The ratings under which these results are the likeliest, by strength; the weakest has BASE."""
    ratings = {strength: float(BASE) for step in steps for strength in (step.lower, step.upper)}
    change = math.inf
    while change > CLOSE:
        change = 0.0
        for strength in sorted(ratings)[1:]:
            more, certainty = 0.0, 0.0
            for step in steps:
                if strength in (step.upper, step.lower):
                    chance = 1 / (1 + 10 ** ((ratings[step.lower] - ratings[step.upper]) / 400))
                    missing = step.points - step.games * chance
                    more += missing if strength == step.upper else -missing
                    certainty += step.games * chance * (1 - chance)
            moved = 400 / math.log(10) * max(-1.0, min(1.0, more / certainty))
            ratings[strength] += moved
            change = max(change, abs(moved))
    return ratings


def measure(game: str, upper: float, lower: float, games: int, folder: Path) -> Step:
    """Return the result of `games` games, an even number, between two strengths; play only those not in `folder`."""
    spec = find(game)
    seats = parse_seats(f"ai:{upper:g},ai:{lower:g}")
    match = Match(game, resolve(spec.options, OPTIONS.get(game, {})), seats, SEED, opening=OPENINGS.get(game, 0))
    folder.mkdir(parents=True, exist_ok=True)
    found = run(match, games, log_file=folder / f"{game}-{upper:g}-{lower:g}.jsonl", resume=True)
    first = found.standings()[0]
    return Step(upper, lower, len(found.games), first.score, first.low, first.high)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m lab.strengths", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=400, help="of each two neighbours")
    parser.add_argument("--folder", type=Path, required=True, help="for the games")
    parser.add_argument("--least", type=float, default=1.0, help="the weakest strength to measure")
    parser.add_argument("--most", type=float, default=5.0, help="the strongest one")
    parser.add_argument("--also", nargs="*", default=[], metavar="UPPER,LOWER", help="pairs that are no neighbours")
    given = parser.parse_args(arguments)
    coffee.SECONDS = quoridor.SECONDS = math.inf
    strengths = [one for one in sorted(find(given.game).strengths) if given.least <= one <= given.most]
    pairs = [(upper, lower) for lower, upper in pairwise(strengths)]
    pairs += [(float(upper), float(lower)) for upper, lower in (pair.split(",") for pair in given.also)]
    steps = []
    print("| strength | against | games | won, a draw counting half |\n| --- | --- | --- | --- |")
    for upper, lower in pairs:
        step = measure(given.game, upper, lower, given.games, given.folder)
        steps.append(step)
        share = f"{step.score:.0%} ({step.low:.0%} to {step.high:.0%})".replace("%", " %", 1).replace("%)", ")")
        print(f"| {upper:g} | {lower:g} | {step.games} | {share} |", flush=True)
    print({strength: round(value) for strength, value in sorted(likeliest(steps).items())})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Measure a game's levels: each plays the next weaker one. Print the table of docs/strength.md and the ratings.

    python -m lab.strengths star --games 400 --folder games

The folder keeps every game: a second call plays only what is missing. A strength of the tables in `game/GAME` is
measured without limits of time, so that the result is the same on every machine.
"""

from __future__ import annotations

import argparse
import math
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
# Each game has a single chip.
OPTIONS = {"robots": {"chips_to_win": 1}}
# The rating of level 1.
BASE = 1000


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
    def gain(self) -> float:
        """The difference of ratings that explains the score; a perfect score counts as half a point less."""
        score = min(self.score, 1 - 0.5 / self.games)
        return 400 * math.log10(score / (1 - score))


def measure(game: str, upper: float, lower: float, games: int, folder: Path) -> Step:
    """Play up to `games` games of two neighbours, an even number, and return their result."""
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
    given = parser.parse_args(arguments)
    coffee.SECONDS = quoridor.SECONDS = math.inf
    strengths = [one for one in sorted(find(given.game).strengths) if given.least <= one <= given.most]
    rating, ratings = float(BASE), {strengths[0]: float(BASE)}
    print("| strength | against | games | won, a draw counting half |\n| --- | --- | --- | --- |")
    for lower, upper in pairwise(strengths):
        step = measure(given.game, upper, lower, given.games, given.folder)
        rating += step.gain
        ratings[upper] = rating
        share = f"{step.score:.0%} ({step.low:.0%} to {step.high:.0%})".replace("%", " %", 1).replace("%)", ")")
        print(f"| {upper:g} | {lower:g} | {step.games} | {share} |", flush=True)
    print({strength: round(value) for strength, value in ratings.items()})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

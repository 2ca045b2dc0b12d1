"""Measures how many planted blunders the review finds: good games of level 5, each with one move replaced.

    python -m lab.quoridor.plant_blunders [--games 20] [--seed 0] [--only GAME]

Level 5 plays itself, with about 0.15 s of search a move. At a random ply in the middle of the game, a random move
replaces the played one. By searches of effort 1, its player's chance of winning is at least 0.3 before that random
move, and at least 0.25 lower after it. Level 5 plays on from there. Searches are limited by nodes, so games and results
are the same each time. For each game, a line says whether the ply of the blunder is one of the review's turning points,
and how much CPU time the review took. Games in rounds are left out.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from game.agents.agent import Limited, Valuer
from game.agents.compiling import prepared_brain
from game.agents.worker import InlineAgent
from game.core.options import resolve
from game.core.record import Record, replay
from game.core.review import evaluation_of_outcome
from game.core.rules import Seat
from game.core.spec import GameSpec
from game.registry import GAMES, evaluation_of
from game.review.reviewer import GameReviewer, can_review

PLAYING_LEVEL = 5
# Nodes of level 5 for a move. Star needs no search.
PLAYING_NODES = {"quoridor": 150_000, "coffee": 330_000}
COST = 0.25
# The least chance of winning that the player has before the blunder.
LEAST_CHANCE = 0.3
# Shares of a game's length between which blunders are made.
MIDDLE = (0.15, 0.85)
# Effort of each search that judges a blunder.
EFFORT = 1.0
# How many random moves are tried in one game before another game is played.
TRIES = 60
# The most plies of a game.
LONGEST = 160
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "coffee": ({"board": "sq5"}, {"board": "sq6"}, {"board": "hex4"}),
    "star": ({}, {"fouls": "none"}, {"star": "c1"}),
}


@dataclass(frozen=True, slots=True)
class Planted:
    """A game with a blunder at `ply`."""

    record: Record
    ply: int


class Planter:
    """Plays matches of one game, and plants a blunder in each."""

    def __init__(self, spec: GameSpec, chance: Random) -> None:
        self.spec = spec
        self.chance = chance
        self.brain = prepared_brain(spec)

    def plant(self, number: int) -> Planted:
        """Return game `number` with a blunder in it."""
        offered = OPTIONS.get(self.spec.id, ({},))
        options = resolve(self.spec.options, offered[number % len(offered)])
        while True:
            good = self._played_on(options, ())
            if (blunder := self._blunder(options, good)) is not None:
                ply, text = blunder
                actions = self._played_on(options, (*good[:ply], text))
                return Planted(Record(self.spec.id, options, 0, actions), ply)

    def _played_on(self, options: dict[str, Any], actions: tuple[str, ...]) -> tuple[str, ...]:
        """Return the game with this beginning, played to its end."""
        rules, seed = self.spec.rules, self.chance.randrange(2**30)
        state = replay(self.spec, options, 0, actions).state
        played = list(actions)
        while rules.outcome(state) is None and len(played) < LONGEST:
            seat = rules.actors(state)[0]
            text = self._chosen(state, seat, seed)
            state, _ = rules.apply(state, seat, rules.parse(text))
            played.append(text)
        return tuple(played)

    def _chosen(self, state: Any, seat: Seat, seed: int) -> str:
        nodes = PLAYING_NODES.get(self.spec.id)
        if nodes is None or not isinstance(self.brain, Limited):
            return self.brain.choose(state, seat, PLAYING_LEVEL, seed, None, lambda: False).action
        return self.brain.choose_within(nodes, state, seat, PLAYING_LEVEL, seed, None, lambda: False).action

    def _blunder(self, options: dict[str, Any], good: tuple[str, ...]) -> tuple[int, str] | None:
        rules = self.spec.rules
        low, high = (round(share * len(good)) for share in MIDDLE)
        for _ in range(TRIES):
            ply = self.chance.randint(low, max(low, high - 1))
            before = replay(self.spec, options, 0, good[:ply]).state
            seat = rules.actors(before)[0]
            action = self.chance.choice([each for each in rules.legal(before, seat) if self.spec.play.is_move(each)])
            after, _ = rules.apply(before, seat, action)
            if rules.text(action) == good[ply] or rules.outcome(after) is not None:
                continue
            had, has = self._worth(before, seat), self._worth(after, seat)
            if had >= LEAST_CHANCE and had - has >= COST:
                return ply, rules.text(action)
        return None

    def _worth(self, state: Any, seat: Seat) -> float:
        """Return the chance of `seat` by a long search."""
        rules = self.spec.rules
        outcome = rules.outcome(state)
        if outcome is not None:
            return evaluation_of_outcome(outcome, 2).chances[seat]
        assert isinstance(self.brain, Valuer)
        line = self.brain.value(state, rules.actors(state)[0], EFFORT, None, lambda: False)
        assert line is not None, "without a limit of time there is always a best action"
        return evaluation_of(self.spec, state, line).chances[seat]


def review(spec: GameSpec, record: Record) -> tuple[GameReviewer, float]:
    """Return the finished review of a game, and its CPU seconds."""
    begun = time.process_time()
    steps = replay(spec, dict(record.options), record.seed, record.actions).steps
    reviewer = GameReviewer(InlineAgent(), spec, record, steps)
    while not reviewer.done:
        reviewer.tick()
    return reviewer, time.process_time() - begun


def main() -> None:
    """Plant, review and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    specs = [
        spec for spec in GAMES.values() if can_review(spec) and not spec.study.rounds and given.only in ("", spec.id)
    ]
    named = 0
    for number in range(given.games):
        spec = specs[number % len(specs)]
        planted = Planter(spec, Random(f"{given.seed}/{number}")).plant(number // len(specs))
        reviewer, seconds = review(spec, planted.record)
        points = {point.ply: point for point in reviewer.points or ()}
        named += planted.ply in points
        told = ", ".join(f"{ply}: {point.before:.0%} to {point.after:.0%}" for ply, point in points.items())
        found = "named" if planted.ply in points else "missed"
        plies = len(planted.record.actions)
        about = f"{number:2} {spec.id}: {plies} plies, planted {planted.ply}, {found} ({told})"
        print(f"{about}, {seconds:.1f} s", flush=True)
    print(f"named {named} of {given.games}")


if __name__ == "__main__":
    main()

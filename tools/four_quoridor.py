"""Plays level 5 of Quoridor for four against three of an older version of it.

    python -m tools.four_quoridor --old-root CHECKOUT [--games N] [--playouts N] [--old-level L] [--seed S] [--log FILE]

The older version runs in engine mode in its own checkout; the new one plays out a fixed number of games, so the same
games are played again whatever else the machine does, as far as the older one's clock leaves that. The new one takes
each seat in turn; every game begins with a few random actions. Printed are the games won, and how many of the lost ones
were let go: the new one's last action let a rival win at once which another one would have stopped.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from game.quoridor import rules
from game.quoridor.facts import can_arrive
from game.quoridor.search import QuoridorBrain
from game.quoridor.search_of_four import LEVELS
from game.quoridor.state import PawnMove, State, start_state

PLAYERS = 4
MOST_OPENING = 8
STEPPING = 0.6  # how often an action of the opening is a step
LONGEST = 400


class OldVersion:
    """An older version's engine mode, asked one action at a time."""

    def __init__(self, root: Path, level: int) -> None:
        self._level = level
        self._process = subprocess.Popen(
            [sys.executable, "main.py", "engine"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def choose(self, actions: list[str], seed: int) -> str:
        """Its action. Raises RuntimeError where it gives none."""
        request = {"cmd": "choose", "game": "quoridor", "options": {"players": PLAYERS}, "actions": actions}
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({**request, "level": self._level, "agent_seed": seed}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        if not answer["ok"]:
            raise RuntimeError(f"the older version: {answer}")
        return str(answer["action"])

    def close(self) -> None:
        """End its process."""
        self._process.communicate()


@dataclass(slots=True)
class Game:
    """One game: the new version's seat, all actions, the winner, and whether the new version let a rival win."""

    number: int
    seat: int
    actions: list[str]
    winner: int | None
    let_go: bool
    seconds: float
    """The longest time that the new version thought, of the processor."""


def play(number: int, seed: int, new: Callable[[State, int], str], old: Callable[[list[str], int], str]) -> Game:
    """One game, the new version on seat number % 4."""
    seat = number % PLAYERS
    state, actions = opening(Random(f"{seed}/{number // PLAYERS}"))
    last: State | None = None
    chosen = ""
    longest = 0.0
    while state.winner is None and len(actions) < LONGEST:
        if state.mover == seat:
            begun = time.process_time()
            text = chosen = new(state, seed + number)
            longest = max(longest, time.process_time() - begun)
            last = state
        else:
            text = old(actions, seed + number)
        actions.append(text)
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    lost = state.winner not in (seat, None)
    return Game(number, seat, actions, state.winner, lost and last is not None and _lets_go(last, chosen), longest)


def opening(random: Random) -> tuple[State, list[str]]:
    """A position after a few random actions, for each of the seats the same."""
    state = start_state(PLAYERS, False)
    actions: list[str] = []
    for _ in range(random.randint(0, MOST_OPENING)):
        legal = rules.legal(state, state.mover)
        steps = [action for action in legal if isinstance(action, PawnMove)]
        action = random.choice(steps if random.random() < STEPPING else legal)
        actions.append(rules.text(action))
        state, _ = rules.apply(state, state.mover, action)
    return state, actions


def _lets_go(state: State, chosen: str) -> bool:
    """Whether a rival can win at once after the action, but not after some other."""
    return _threats(state, rules.parse(chosen)) > min(
        _threats(state, action) for action in rules.legal(state, state.mover)
    )


def _threats(state: State, action: Any) -> bool:
    """Whether a rival could arrive at its next turn, as things stand after an action."""
    after, _ = rules.apply(state, state.mover, action)
    return any(can_arrive(after, seat) for seat in range(PLAYERS) if seat != state.mover)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old-root", type=Path, required=True)
    parser.add_argument("--old-level", type=int, default=5)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--playouts", type=int, default=LEVELS[5].games)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, help="a file to which every game is added as a line of JSON")
    asked = parser.parse_args()
    brain = QuoridorBrain()
    brain.prepare()
    old = OldVersion(asked.old_root, asked.old_level)

    def new(state: State, seed: int) -> str:
        return brain.choose_within(asked.playouts, state, state.mover, 5, seed, None, lambda: False).action

    won = lost = let_go = 0
    longest = 0.0
    for number in range(asked.games):
        game = play(number, asked.seed, new, old.choose)
        won += game.winner == game.seat
        lost += game.winner not in (game.seat, None)
        let_go += game.let_go
        longest = max(longest, game.seconds)
        print(f"{number + 1} games: {won} won, {lost} lost, {let_go} let go, {longest:.2f} s at most", flush=True)
        if asked.log:
            with asked.log.open("a") as file:
                file.write(json.dumps(asdict(game)) + "\n")
    old.close()


if __name__ == "__main__":
    main()

"""Plays level 5 of Quoridor for four against three players of an older commit's level 5, at equal processor time.

    python -m lab.quoridor.four --old COMMIT [--seconds S] [--games N] [--seed S] [--log FILE]

The new version takes each seat in turn. Every game begins with a few random actions, which are the same for four games
in a row. The output: games won with their 95% interval, lost games that were let go, and the mean time of each version
for a move. A game was let go if the new version's last action let a rival win at once, and another action would have
stopped that. With a log the command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from game.core.rules import OptionError
from game.quoridor import rules
from game.quoridor.facts import can_arrive
from game.quoridor.state import PawnMove, State, start_state
from game.tournament.ratings import wilson
from lab.quoridor.duel import Player, read_lines
from lab.quoridor.gauntlet import HERE, ROOT, version

PLAYERS = 4
MOST_OPENING = 8
# The share of steps among the actions of the opening.
STEPPING = 0.6
LONGEST = 400

Choose = Callable[[list[str], int], dict[str, Any]]


@dataclass(slots=True)
class Game:
    """One game: the new version's seat, all actions, the winner, and whether it was let go."""

    number: int
    seat: int
    actions: list[str]
    winner: int | None
    let_go: bool
    seconds: tuple[float, float]
    """The mean time of a move, of the new version and of the older ones."""


def play(number: int, seed: int, new: Choose, old: Choose) -> Game:
    """Play one game, with the new version on seat `number % 4`."""
    seat = number % PLAYERS
    state, actions = opening(Random(f"{seed}/{number // PLAYERS}"))
    last: tuple[State, str] | None = None
    used: tuple[list[float], list[float]] = ([], [])
    while state.winner is None and len(actions) < LONGEST:
        is_old = state.mover != seat
        answer = (old if is_old else new)(actions, seed + number)
        used[is_old].append(answer["seconds"])
        if not is_old:
            last = state, answer["action"]
        actions.append(answer["action"])
        state, _ = rules.apply(state, state.mover, rules.parse(answer["action"]))
    let_go = state.winner not in (seat, None) and last is not None and _lets_go(*last)
    new_used, old_used = (round(sum(each) / max(1, len(each)), 4) for each in used)
    return Game(number, seat, actions, state.winner, let_go, (new_used, old_used))


def report(games: list[Game]) -> str:
    """Return the games won with their interval, those let go, and the time used."""
    count = len(games)
    won = sum(game.winner == game.seat for game in games)
    low, high = wilson(won / count, count)
    let_go = sum(game.let_go for game in games)
    seconds = [sum(game.seconds[side] for game in games) / count for side in range(2)]
    return (
        f"{count} games: {won} won, {won / count:.1%} ({low:.1%} to {high:.1%}); {let_go} let go;"
        f" {seconds[0]:.3f} and {seconds[1]:.3f} s a move"
    )


def opening(random: Random) -> tuple[State, list[str]]:
    """Return a position after a few random actions, and these actions."""
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
    """Return whether a rival can win at once after the chosen action, but not after some other one."""
    return _threats(state, rules.parse(chosen)) > min(
        _threats(state, action) for action in rules.legal(state, state.mover)
    )


def _threats(state: State, action: Any) -> bool:
    """Return whether a rival could reach its goal at its next turn if nothing changes after the action."""
    after, _ = rules.apply(state, state.mover, action)
    return any(can_arrive(after, seat) for seat in range(PLAYERS) if seat != state.mover)


def main(arguments: list[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", required=True, metavar="COMMIT", help="or here")
    parser.add_argument("--seconds", type=float, default=0.1, help="of processor time a move (0.1)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, help="a file to which every game is added as a line of JSON")
    asked = parser.parse_args(arguments)
    try:
        games = [Game(**line) for line in read_lines(asked.log, *Game.__slots__)] if _is_kept(asked.log) else []
        old_root = ROOT if asked.old == HERE else Path(version(asked.old).words[1]).parent
    except OptionError as error:
        parser.error(str(error))
    new, old = (Player(root, asked.seconds, players=PLAYERS) for root in (ROOT, old_root))
    for number in range(len(games), asked.games):
        games.append(play(number, asked.seed, new.choose, old.choose))
        print(report(games), flush=True)
        if asked.log:
            with asked.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(games[-1])) + "\n")
    new.close()
    old.close()


def _is_kept(log: Path | None) -> bool:
    return log is not None and log.exists()


if __name__ == "__main__":
    main()

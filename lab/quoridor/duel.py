"""Plays level 5 of Quoridor for two against level 5 of an older commit, at equal processor time.

    python -m lab.quoridor.duel openings even.jsonl --count 100 --seed 1
    python -m lab.quoridor.duel play even.jsonl --old e49ed8d --seconds 0.3 --games 200 --log games.jsonl

An opening is 2 to 8 random actions after which a search of 300,000 nodes gives both sides 40 to 60 %. This version
plays each opening from both sides. Time is processor time of all threads, so that other programs do not change the
result. With `--usual` this version may stop early or take longer, as the level does in play: compare the mean times
that are printed. With a log the command goes on where it stopped. `--old here` plays this version against itself, which
shows the value of the first move.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from game.core.rules import OptionError
from game.quoridor import rules
from game.quoridor.analysis import Analysis, chance, deepen
from game.quoridor.state import PawnMove, State, start_state
from game.tournament.ratings import count_pairs, wilson
from lab.quoridor.gauntlet import HERE, ROOT, even, version

PLIES = (2, 8)
# The share of steps among the actions of an opening.
STEPPING = 0.55
# Nodes of the two searches that judge an opening.
QUICK, DEEP = 20_000, 300_000
# The greatest distance from 0.5 at which the quick search keeps an opening.
ALMOST = 0.15
LONGEST = 300

Choose = Callable[[list[str], int], dict[str, Any]]


@dataclass(slots=True)
class Duel:
    """One game: its actions, the seat and points of this version, and the mean time of each version."""

    number: int
    seat: int
    actions: list[str]
    points: float
    chances: list[float]
    """For each move after the opening, the mover's chance of winning."""
    seconds: tuple[float, float]
    """The mean time of a move, of this version and of the older one."""


class Player:
    """A checkout's level 5 in a process of its own."""

    def __init__(self, root: Path, seconds: float, *, usual: bool = False, players: int = 2) -> None:
        self._limit = {"seconds": seconds, "usual": usual, "players": players}
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("duel_player.py"))],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._hear()

    def choose(self, actions: list[str], seed: int) -> dict[str, Any]:
        """Return the answer of the player's process. Raises RuntimeError if the process has ended."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"actions": actions, "seed": seed, **self._limit}) + "\n")
        self._process.stdin.flush()
        return self._hear()

    def close(self) -> None:
        """End its process."""
        self._process.communicate()

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("a player's process has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


def openings(seed: int, low: float, high: float) -> Iterator[tuple[list[str], float]]:
    """Yield different openings, each with the mover's chance by the deep search."""
    random = Random(seed)
    seen = set[tuple[str, ...]]()
    while True:
        state, actions = _opening(random)
        if tuple(actions) in seen:
            continue
        seen.add(tuple(actions))
        if abs(_chance(state, QUICK) - 0.5) < ALMOST and low < (value := _chance(state, DEEP)) < high:
            yield actions, round(value, 3)


def _opening(random: Random) -> tuple[State, list[str]]:
    state = start_state(2, False)
    actions: list[str] = []
    for _ in range(random.randint(*PLIES)):
        legal = rules.legal(state, state.mover)
        steps = [action for action in legal if isinstance(action, PawnMove)]
        action = random.choice(steps if random.random() < STEPPING else legal)
        actions.append(rules.text(action))
        state, _ = rules.apply(state, state.mover, action)
    return state, actions


def _chance(state: State, nodes: int) -> float:
    analysis = Analysis(state, nodes, lambda: False, size_bits=19)
    return chance(deepen(analysis, analysis.branches[0]).value)


def play(number: int, opening: list[str], new: Choose, old: Choose) -> Duel:
    """Play one game, with this version on seat `number % 2`."""
    seat = number % 2
    actions = list(opening)
    state = start_state(2, False)
    for text in opening:
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    chances: list[float] = []
    used: tuple[list[float], list[float]] = ([], [])
    while state.winner is None and len(actions) < LONGEST:
        is_old = state.mover != seat
        answer = (old if is_old else new)(actions, number // 2)
        used[is_old].append(answer["seconds"])
        chances.append(answer["chance"])
        actions.append(answer["action"])
        state, _ = rules.apply(state, state.mover, rules.parse(answer["action"]))
    points = 0.5 if state.winner is None else float(state.winner == seat)
    new_used, old_used = (round(sum(each) / max(1, len(each)), 4) for each in used)
    return Duel(number, seat, actions, points, chances, (new_used, old_used))


def report(played: list[Duel]) -> str:
    """Return this version's points with their 95% interval, the points of the player who moves second, and the times.

    The two games of an opening are a pair: the report says how many pairs had 0, 0.5, 1, 1.5 and 2 points.
    """
    count = len(played)
    points = sum(duel.points for duel in played)
    low, high = wilson(points / count, count)
    both = [sum(pair) for pair in zip(_points(played, 0), _points(played, 1), strict=False)]
    pairs = "/".join(map(str, count_pairs(both).counts))
    seconds = [sum(duel.seconds[side] for duel in played) / count for side in range(2)]
    second = sum(duel.points if duel.seat == 1 else 1 - duel.points for duel in played)
    return (
        f"{count} games: {points:g}-{count - points:g}, {points / count:.1%} ({low:.1%} to {high:.1%}); pairs by points"
        f" {pairs}; the second player {second:g}; {seconds[0]:.3f} and {seconds[1]:.3f} s a move"
    )


def _points(played: list[Duel], seat: int) -> list[float]:
    return [duel.points for duel in sorted(played, key=lambda duel: duel.number) if duel.seat == seat]


def main(arguments: list[str] | None = None) -> None:
    """Make openings, or play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    does = parser.add_subparsers(dest="does", required=True)
    makes = does.add_parser("openings", help="write openings that are even")
    makes.add_argument("file", type=Path)
    makes.add_argument("--count", type=int, default=100)
    makes.add_argument("--seed", type=int, default=0)
    makes.add_argument("--low", type=float, default=0.4, help="the mover's chance at least (0.4)")
    makes.add_argument("--high", type=float, default=0.6, help="and at most (0.6)")
    plays = does.add_parser("play", help="play them from both sides")
    plays.add_argument("file", type=Path, help="openings")
    plays.add_argument("--old", required=True, metavar="COMMIT", help="or here")
    plays.add_argument("--seconds", type=float, default=0.3, help="of processor time a move (0.3)")
    plays.add_argument("--old-seconds", type=float, help="of the older version, where they differ")
    plays.add_argument("--usual", action="store_true", help="this version ends early or late, as the level does")
    plays.add_argument("--games", type=even, default=200)
    plays.add_argument("--log", type=Path, help="a file to which every game is added as a line of JSON")
    asked = parser.parse_args(arguments)
    try:
        _write_openings(asked) if asked.does == "openings" else _play_all(asked)
    except OptionError as error:
        parser.error(str(error))


def _write_openings(asked: argparse.Namespace) -> None:
    with asked.file.open("w", encoding="utf-8") as file:
        for _, (actions, value) in zip(range(asked.count), openings(asked.seed, asked.low, asked.high), strict=False):
            file.write(json.dumps({"actions": actions, "chance": value}) + "\n")
            file.flush()


def _play_all(asked: argparse.Namespace) -> None:
    given = [line["actions"] for line in read_lines(asked.file, "actions", "chance")]
    if asked.games > 2 * len(given):
        raise OptionError(f"{asked.file}: {len(given)} openings are too few for {asked.games} games")
    played = []
    if asked.log and asked.log.exists():
        played = [Duel(**line) for line in read_lines(asked.log, *Duel.__slots__)]
    old_root = ROOT if asked.old == HERE else Path(version(asked.old).words[1]).parent
    new, old = Player(ROOT, asked.seconds, usual=asked.usual), Player(old_root, asked.old_seconds or asked.seconds)
    for number in range(len(played), asked.games):
        played.append(play(number, given[number // 2], new.choose, old.choose))
        print(report(played), flush=True)
        if asked.log:
            with asked.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(played[-1])) + "\n")
    new.close()
    old.close()


def read_lines(file: Path, *names: str) -> list[dict[str, Any]]:
    """Read the lines of a file, each an object with exactly these names. Raises OptionError."""
    lines = []
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{file} cannot be read: {error}") from None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            lines.append(json.loads(line))
            if set(lines[-1]) != set(names):
                raise ValueError(f"wanted are {', '.join(names)}")
        except (ValueError, TypeError) as error:
            raise OptionError(f"{file}, line {number}: {error}") from None
    return lines


if __name__ == "__main__":
    main()

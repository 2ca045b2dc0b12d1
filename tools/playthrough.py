"""Pins whole games as text: python -m tools.playthrough GAME [--seed N] [--option NAME=JSON ...] writes one.

The file lies in tests/playthroughs/GAME. It has a line for each ply: the action, its events, a checksum of the position
after it, the clock, and for each seat that may act the number of its legal actions with a checksum of their texts. At
the top is a picture of the first position with all legal actions. A new file has random actions. `--renew` keeps the
actions and writes what the rules say now; `--check` compares.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from game.core.options import resolve
from game.core.record import action_text, parse_action, record_from_json
from game.core.rules import GameError, Options
from game.core.spec import GameSpec
from game.registry import GAMES, find
from game.session.agent_requests import plain_action

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
MOST_PLIES = 150
# The share of actions that are chosen sensibly, so that games end.
SENSIBLE = 0.6
# Printed before an action.
PLAYED = "> "
# Printed between the parts of a line about a ply.
BETWEEN = " | "


def main() -> int:
    """Write, renew or check; return 1 if a file differs from the rules."""
    parser = argparse.ArgumentParser(prog="python -m tools.playthrough", description=__doc__)
    parser.add_argument("game", nargs="?", choices=GAMES, help="that is played")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the game, and of who plays it (0)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=JSON", help="of the game")
    parser.add_argument("--record", type=Path, metavar="FILE", help="a game that was played, in place of one by chance")
    parser.add_argument("--renew", action="store_true", help="write all files anew")
    parser.add_argument("--check", action="store_true", help="compare all files with the rules")
    given = parser.parse_args()
    if given.renew or given.check:
        return renew(write=given.renew)
    if (given.game is None) == (given.record is None):
        parser.error("a game is needed, or --record, --renew or --check")
    try:
        if given.record is not None:
            record = record_from_json(given.record.read_text(encoding="utf-8"))
            print(keep(find(record.game), record.options, record.seed, record.actions))
        else:
            spec, options = find(given.game), dict(read_pair(text) for text in given.option)
            print(keep(spec, options, given.seed, played(spec, resolve(spec.options, options), given.seed)))
    except (GameError, OSError, ValueError) as error:
        parser.error(str(error))
    return 0


def read_pair(text: str) -> tuple[str, Any]:
    """Parse an option "NAME=JSON". Raises ValueError."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text!r} is not like NAME=JSON")
    return name, json.loads(value)


def keep(spec: GameSpec, options: Options, seed: int, actions: Sequence[str]) -> Path:
    """Write the file of a game; options left out have their defaults."""
    text = render(spec, resolve(spec.options, options), options, seed, actions)
    usual = resolve(spec.options, {})
    name = "-".join([*(f"{key}-{value}" for key, value in options.items() if value != usual[key]), f"seed-{seed}"])
    path = FOLDER / spec.id / (re.sub(r"[^A-Za-z0-9_]+", "-", name) + ".txt")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def renew(write: bool) -> int:
    """Print the files that differ from the rules, and rewrite them if `write`. Return 1 if some still differ."""
    differ = 0
    for path in sorted(FOLDER.glob("*/*.txt")):
        before = path.read_text(encoding="utf-8")
        after = again(before)
        if after != before:
            differ += 1
            print(path)
            if write:
                path.write_text(after, encoding="utf-8")
    return 0 if write else int(differ > 0)


def again(text: str) -> str:
    """Return the file's game as the rules play it now."""
    lines = text.splitlines()
    game, options, seed = lines[0].split(" ", 1)[1], json.loads(lines[1].split(" ", 1)[1]), int(lines[2].split(" ")[1])
    spec = find(game)
    return render(spec, resolve(spec.options, options), options, seed, actions_of(text))


def actions_of(text: str) -> list[str]:
    """Return the actions of a file."""
    lines = [line.removeprefix(PLAYED) for line in text.splitlines() if line.startswith(PLAYED)]
    return [line.split(BETWEEN)[0] for line in lines]


def played(spec: GameSpec, options: Options, seed: int) -> list[str]:
    """Return random actions of a game, some of them sensible, up to its end or MOST_PLIES."""
    chance, rules = Random(seed), spec.rules
    state = rules.start(options, seed)
    actions: list[str] = []
    while (actors := rules.actors(state)) and len(actions) < MOST_PLIES:
        seat = chance.choice(actors)
        legal = [
            action
            for action in rules.legal(state, seat)
            if rules.text(action) not in (spec.play.resign, spec.play.offer)
        ]
        is_sensible = not legal or chance.random() < SENSIBLE
        action = plain_action(spec, state, seat) if is_sensible else chance.choice(legal)
        actions.append(action_text(spec, seat, action))
        state, _ = rules.apply(state, seat, action)
    return actions


def render(spec: GameSpec, options: Options, given: Options, seed: int, actions: Sequence[str]) -> str:
    """Return the text of a game's file."""
    state = spec.rules.start(options, seed)
    lines = [f"game {spec.id}", f"options {json.dumps(given)}", f"seed {seed}", ""]
    lines += [*_pictured(spec, state), BETWEEN.join(_told(spec, state)), ""]
    for text in actions:
        seat, action = parse_action(spec, state, text)
        state, events = spec.rules.apply(state, seat, action)
        lines.append(PLAYED + BETWEEN.join([text, *(type(event).__name__ for event in events), *_told(spec, state)]))
    return "\n".join(lines) + "\n"


def _told(spec: GameSpec, state: Any) -> Iterator[str]:
    rules = spec.rules
    yield _checksum(rules.picture(state) + json.dumps(rules.details(state), sort_keys=True))
    if (timer := rules.timer(state)) is not None:
        yield f"clock {timer.id} {timer.seconds:g} s"
    for seat in rules.actors(state):
        texts = [rules.text(action) for action in rules.legal(state, seat)]
        yield f"seat {seat}: {len(texts)} legal {_checksum(' '.join(texts))}"
    if (outcome := rules.outcome(state)) is not None:
        yield f"won by {list(outcome.winners)}: {outcome.reason}"


def _pictured(spec: GameSpec, state: Any) -> Iterator[str]:
    rules = spec.rules
    yield from rules.picture(state).splitlines()
    for texts in dict.fromkeys(" ".join(map(rules.text, rules.legal(state, seat))) for seat in rules.actors(state)):
        yield from textwrap.wrap(texts, 116, initial_indent="  ", subsequent_indent="  ")


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


if __name__ == "__main__":
    sys.exit(main())

"""Choose the excerpts of games for the kiosk's attract show, by the facts of their steps.

    python -m lab.show.bake [--only GAME]

writes `assets/show.json` in some minutes. The AI plays itself, limited by nodes and not by time, so that the games are
always the same. The liveliest part of each is kept. Run it again when rules, facts or boards of Hyper Robots change;
`tests/scenes/kiosk/test_show_games.py` replays the file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from game.agents.agent import Limited
from game.agents.compiling import prepared_brain
from game.core.options import resolve
from game.core.record import parse_action
from game.core.review import Fact
from game.core.rules import Step
from game.core.spec import GameSpec
from game.registry import facts_of, find
from game.robots import rules as robots_rules
from game.robots.rounds import target_of
from game.robots.search.solver import Solver
from game.star import rules as star_rules
from scenes.kiosk.programme import Excerpt
from scenes.kit.text.strings import ASSETS, Strings, folders_in
from scenes.table.loading import scenes_of
from scenes.table.words import sentence

FILE = Path(__file__).resolve().parents[2] / "assets" / "show.json"
# Excerpts of each game.
KEPT = 6
# Beats of an excerpt at the usual pace, and in the opening of the show.
USUAL, TASTE = 17, 5
# The number of beats at the start of a game that the show leaves out.
OPENING = 4
# The most plies of a game.
LONGEST = 120
# Nodes searched for a move, if the search can be limited by nodes.
NODES = 30_000
LEVELS = {
    "quoridor": ((5, 4), (4, 5), (4, 3), (3, 4), (5, 5)),
    "star": ((2, 3), (3, 2), (2, 2), (1, 3)),
    "coffee": ((5, 4), (3, 4), (4, 5), (3, 3), (2, 3)),
}
"""The pairs of levels that play against each other, one pair after the other. The strongest levels alone would make
dull games."""
TRIED = {"quoridor": 100, "star": 400, "coffee": 200}
INTEREST = {"stops_arrival": 3, "jump_gains": 2, "fork": 3, "traps": 3, "foul": 5, "gives_win_away": 3, "only_win": 2}
INTEREST |= {
    "wins": 0,
    "loses": 0,
    "misses_row": 2,
    "closes_row": 2,
    "arrived": 2,
    "row": 2,
    "surrounded": 2,
    "wins_race": 2,
}
# Every fifth game of Star ends with a foul: after FOUL_AFTER plies, a player takes back the first move it can.
FOULS, FOUL_AFTER = 5, 14
# The additional interest of each kind of fact that no excerpt chosen so far has.
NEW = 6
# The least and the most moves of a puzzle of Hyper Robots.
FEW, MANY = 5, 8
# The most beats that the last two puzzles of a game may have together.
MOST_SHOWN = 15
STRINGS = Strings("en", strict=True, folders=tuple(folders_in(ASSETS)))
NAMES = ("A", "B")
Telling = tuple[tuple[str, int, str], ...]
"""The sentences that say why a beat matters: each with its interest and the kind of its fact."""


def interest(fact: Fact) -> int:
    """Return how interesting a fact is."""
    if fact.kind.startswith("wall_costs"):
        return min(4, fact.numbers.get("cost", 1))
    return INTEREST.get(fact.kind, 1)


def tellings(excerpt: Excerpt) -> list[Telling]:
    """Return the sentences that fit each beat."""
    spec = find(excerpt.game)
    plain = scenes_of(spec).plain_facts
    state = spec.rules.start(resolve(spec.options, excerpt.options), excerpt.seed)
    found = []
    for number, beat in enumerate(excerpt.beats):
        for text in beat:
            seat, action = parse_action(spec, state, text)
            before = state
            state, events = spec.rules.apply(before, seat, action)
        facts = facts_of(spec, Step(number, before, seat, action, state, events), excerpt.optimum(number))
        telling = [fact for fact in facts if fact.kind not in plain]
        found.append(tuple((sentence(STRINGS.t, spec, fact, NAMES), interest(fact), fact.kind) for fact in telling))
    return found


def worth(beats: Sequence[Telling]) -> float:
    """Return how lively consecutive beats are; repeated sentences count once, and long silences count against them."""
    said: dict[str, int] = {}
    silence = longest = 0
    for sentences in beats:
        fresh = next((one for one in sentences if one[0] not in said), None)
        silence = silence + 1 if fresh is None else 0
        longest = max(longest, silence)
        if fresh is not None:
            said[fresh[0]] = fresh[1]
    return sum(said.values()) + 2 * len(said) - 2 * max(0, longest - 2)


def cut(excerpt: Excerpt) -> tuple[float, Excerpt]:
    """Return the excerpt up to the end of its liveliest beats, and how lively these are."""
    beats = tellings(excerpt)
    if excerpt.chips:
        return worth(beats[excerpt.begin(USUAL) :]), replace(excerpt, taste=taste_of(beats, excerpt.chips[-2][0]))
    ends = range(min(USUAL, len(beats)), len(beats) + 1)
    end = max(ends, key=lambda end: (worth(beats[max(0, end - USUAL) : end]) + 3 * (end == len(beats)), end))
    kept = replace(excerpt, beats=excerpt.beats[:end], taste=taste_of(beats[:end], max(OPENING, end - USUAL)))
    return worth(beats[max(0, end - USUAL) : end]), kept


def taste_of(beats: Sequence[Telling], first: int) -> int:
    """Return the start of the liveliest TASTE beats from `first` on."""
    starts = range(first, max(first, len(beats) - TASTE) + 1)
    return max(starts, key=lambda start: worth(beats[start : start + TASTE]))


# Games


def played(spec: GameSpec, number: int) -> Excerpt:
    """Return a whole game of the AI against itself."""
    options = {"foul_guard": False} if _may_slip(spec, number) else {}
    levels = LEVELS[spec.id][number % len(LEVELS[spec.id])]
    brain, rules = prepared_brain(spec), spec.rules
    state = rules.start(resolve(spec.options, options), 0)
    beats: list[tuple[str, ...]] = []
    while rules.outcome(state) is None and len(beats) < LONGEST:
        seat = rules.actors(state)[0]
        if barred := _slip(spec, state, number, len(beats)):
            state, _ = rules.apply(state, seat, rules.parse(barred))
            beats.append((barred,))
            continue
        if isinstance(brain, Limited):
            thought = brain.choose_within(NODES, state, seat, levels[seat], number, None, lambda: False)
        else:
            thought = brain.choose(state, seat, levels[seat], number, None, lambda: False)
        state, _ = rules.apply(state, seat, rules.parse(thought.action))
        beats.append((thought.action,))
    return Excerpt(spec.id, options, 0, tuple(beats), 0)


def _may_slip(spec: GameSpec, number: int) -> bool:
    """Return whether a game may end by a foul."""
    return spec.id == "star" and number % FOULS == 0


def _slip(spec: GameSpec, state: Any, number: int, made: int) -> str:
    """Return a foul of Star if this game should end by one, else "". No AI fouls by itself."""
    if not _may_slip(spec, number) or made < FOUL_AFTER:
        return ""
    return next((spec.rules.text(action) for action in star_rules.barred_actions(state)), "")


def robots_game(solver: Solver, seed: int) -> Excerpt | None:
    """Return three rounds between two players who find the shortest routes; None if a route or the game is unfit."""
    options = {"players": 2, "chips_to_win": 2, "reflectors": True}
    spec = find("robots")
    state = robots_rules.start(resolve(spec.options, options), seed)
    beats: list[tuple[str, ...]] = []
    chips: list[tuple[int, int]] = []
    for winner in (seed % 2, 1 - seed % 2, seed % 2):
        found = solver.solve(state.board, state.robots, target_of(state), state.settings.one_move_rule, max_moves=MANY)
        route = found.route
        if route is None or not FEW <= len(route) <= MANY:
            return None
        chips.append((len(beats), len(route)))
        other = 1 - winner
        moves = [f"{winner}:{robots_rules.text(move)}" for move in route]
        bids = [f"{other}:bid {len(route) + 1 + len(chips) % 2}", f"{winner}:bid {len(route)}"]
        moves_of_chip = [(bids[0],), (bids[1],), ("0:agree", "1:agree", moves[0]), *((move,) for move in moves[1:])]
        for text in (text for beat in moves_of_chip for text in beat):
            seat, action = parse_action(spec, state, text)
            state, _ = robots_rules.apply(state, seat, action)
        beats += moves_of_chip
    if len(beats) - chips[1][0] > MOST_SHOWN or state.winner is None:
        return None
    return Excerpt("robots", options, seed, tuple(beats), 0, tuple(chips))


def candidates(game: str) -> Iterator[Excerpt]:
    """Yield the games to choose from."""
    if game == "robots":
        solver = Solver()
        yield from (found for seed in range(1, 4000) if (found := robots_game(solver, seed)) is not None)
    else:
        yield from (played(find(game), number) for number in range(TRIED[game]))


def chosen(game: str) -> list[Excerpt]:
    """Return the best excerpts, each from a different game."""
    found = {excerpt.beats: (value, excerpt) for value, excerpt in map(cut, candidates(game))}
    kinds = {beats: {one[2] for told in tellings(cut)[-USUAL:] for one in told} for beats, (_, cut) in found.items()}
    kept: list[Excerpt] = []
    seen: set[str] = set()
    while found and len(kept) < KEPT:
        best = max(found, key=lambda beats: found[beats][0] + NEW * len(kinds[beats] - seen))
        value, excerpt = found.pop(best)
        seen |= kinds[best]
        kept.append(excerpt)
        print(f"{game}: {value:g}, {len(excerpt.beats)} beats", flush=True)
    return kept


def as_json(excerpt: Excerpt) -> dict[str, Any]:
    """Return an excerpt in the form that `read_excerpts` reads."""
    return {
        "game": excerpt.game,
        "options": dict(excerpt.options),
        "seed": excerpt.seed,
        "taste": excerpt.taste,
        "chips": [list(chip) for chip in excerpt.chips],
        "beats": ", ".join(" + ".join(beat) for beat in excerpt.beats),
    }


def main() -> None:
    """Write the file, one excerpt a line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=("quoridor", "robots", "coffee", "star"))
    only = parser.parse_args().only
    before = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    kept = [found for found in before if only and found["game"] != only]
    for game in [only] if only else ["quoridor", "robots", "coffee", "star"]:
        kept += [as_json(excerpt) for excerpt in chosen(game)]
    lines = ",\n".join("  " + json.dumps(excerpt, sort_keys=True) for excerpt in kept)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()

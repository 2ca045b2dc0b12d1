"""Puzzles of Quoridor: positions from played games where exactly one action keeps the win, proven or tested.

A piece of work is one game, played by the lower levels, whose errors lead to such positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from game.core.options import resolve
from game.core.rules import Step
from game.quoridor import SPEC, rules
from game.quoridor.analysis import Analysis, SearchResult, chance, deepen, is_proven, rank
from game.quoridor.board import action_of
from game.quoridor.facts import facts
from game.quoridor.leaves import PROVEN
from game.quoridor.paths import distances
from game.quoridor.search import QuoridorBrain
from game.quoridor.state import SIZE, SLOTS, Action, Event, PawnMove, State, walls
from lab.puzzles.pages import grouped

BY = "quoridor-pvs 2"
# The number of games is not limited.
PIECES = None
PRACTICE = 120
PAIRS = ((3, 3), (3, 3), (2, 2), (3, 3), (3, 3), (2, 3))
# The most plies of a game.
LONGEST_GAME = 120
# The earliest ply at which a position may be a puzzle.
FIRST_PLY = 10
# The least plies between two positions from one game.
APART = 8
# How many variations are tried for each position of a game.
BESIDE = 12

# Nodes of the first search, and by how much the best action's chance must exceed the second best action's.
QUICK_NODES, QUICK_LEAD = 2_000, 0.2
SIEVE_NODES, SIEVE_KEY, SIEVE_NEXT = 20_000, 0.9, 0.5
KEY_NODES, KEY_LEAST = 1_000_000, 0.95
NEXT, NEXT_NODES, NEXT_MOST = 5, 1_000_000, 0.5
OTHER_NODES, OTHER_MOST = 100_000, 0.3
GAMES, GAME_NODES, NEXT_WON_MOST = 12, 20_000, 4
PROOF_WALLS = 3
PROOF_NODES = 1_500_000
DEEPEST_PROOF = 40
PROOF_BITS = 20
REPLY_NODES = 20_000
TRAP = 4
"""The least steps that a trap costs the rival; a wall that costs fewer is a cut."""

_MOST_BITS = 20


def never() -> bool:
    """Never stop a search by a clock, so that every machine finds the same."""
    return False


@dataclass(frozen=True, slots=True)
class Tried:
    """An action, its player's chance after it, and the rival's best reply (None: the game is over)."""

    action: str
    chance: float
    reply: str | None


def after(state: State, action: Action) -> State:
    """Return the position after an action."""
    return rules.apply(state, state.mover, action)[0]


def tried(state: State, action: Action, nodes: int) -> Tried:
    """Value an action by a search of `nodes` nodes after it."""
    text, then = rules.text(action), after(state, action)
    if then.winner is not None:
        return Tried(text, 1.0, None)
    analysis = Analysis(then, nodes, never, size_bits=min(nodes.bit_length() + 1, _MOST_BITS))
    found = deepen(analysis, analysis.branches[0])
    return Tried(text, round(1 - chance(found.value), 4), rules.text(action_of(found.best.move)))


def sieved(state: State) -> tuple[Action, Action] | None:
    """Return the best action and the second best if short searches find a big gap between them; else None."""
    found: list[SearchResult] = []
    for nodes, fits in (
        (QUICK_NODES, lambda best, second: best - second >= QUICK_LEAD),
        (SIEVE_NODES, lambda best, second: best >= SIEVE_KEY and second <= SIEVE_NEXT),
    ):
        analysis = Analysis(state, nodes, never, size_bits=min(nodes.bit_length() + 1, _MOST_BITS))
        found = rank(analysis, 2)
        if len(found) < 2 or found[0].best.wins or not fits(chance(found[0].value), chance(found[1].value)):
            return None
    return action_of(found[0].best.move), action_of(found[1].best.move)


def is_plain_walk(state: State) -> bool:
    """Return whether the mover has no wall and only one step that leads nearer, so there is little to decide."""
    if state.walls_left[state.mover]:
        return False
    here = distances(state)[state.mover]
    then = (after(state, action) for action in rules.legal(state, state.mover))
    return sum(distances(one)[state.mover] < here for one in then) <= 1


def played(seed: int) -> Iterator[tuple[list[str], State]]:
    """Yield the positions of one game, each with the actions before it."""
    levels = PAIRS[seed % len(PAIRS)]
    brain = QuoridorBrain()
    state = rules.start(resolve(SPEC.options, {}), 0)
    actions: list[str] = []
    while state.winner is None and len(actions) < LONGEST_GAME:
        yield list(actions), state
        thought = brain.choose(state, state.mover, levels[state.mover], seed, None, never)
        actions.append(thought.action)
        state = after(state, rules.parse(thought.action))


def positions(seed: int) -> Iterator[tuple[list[str], State]]:
    """Yield the positions of one game from FIRST_PLY on, and for each up to BESIDE variations.

    A variation is the position after one random action more. Only variations with few enough walls for a proof are
    yielded. They make puzzles as good as the positions of the game do, and each costs only one search.
    """
    random = Random(seed)
    for actions, state in played(seed):
        if len(actions) < FIRST_PLY:
            continue
        yield actions, state
        legal = list(rules.legal(state, state.mover)) if sum(state.walls_left) <= PROOF_WALLS + 1 else []
        for action in random.sample(legal, min(BESIDE, len(legal))):
            beside = after(state, action)
            if beside.winner is None and sum(beside.walls_left) <= PROOF_WALLS:
                yield [*actions, rules.text(action)], beside


def tested(state: State, best: Action, second: Action) -> dict[str, Any] | None:
    """Return the evidence, by the thresholds above, that exactly one action wins; None if they are not met.

    `best` and `second` are the sieve's two actions. They are tried first, since they cause most rejections.
    """
    key = tried(state, best, KEY_NODES)
    if key.chance < KEY_LEAST or tried(state, second, NEXT_NODES).chance > NEXT_MOST:
        return None
    others: list[Tried] = []
    for action in rules.legal(state, state.mover):
        if action != best:
            others.append(tried(state, action, OTHER_NODES))
        if sum(one.chance > OTHER_MOST for one in others) > NEXT:
            return None
    others.sort(key=lambda one: -one.chance)
    rest = []
    for one in others[:NEXT]:
        deeper = tried(state, rules.parse(one.action), NEXT_NODES)
        if deeper.chance > NEXT_MOST:
            return None
        rest.append(deeper)
    rest.sort(key=lambda one: -one.chance)
    won = won_games(state, key.action, least=GAMES)
    if won < GAMES:
        return None
    lost = won_games(state, rest[0].action, most=NEXT_WON_MOST) if rest else 0
    if lost > NEXT_WON_MOST:
        return None
    return {
        "kind": "tested",
        "key": key.action,
        "key_chance": key.chance,
        "next": [[one.action, one.chance] for one in rest],
        "others": max((one.chance for one in others[NEXT:]), default=0.0),
        "won": [won, lost],
        "replies": {one.action: one.reply for one in [*others, *rest]},
    }


def evidence(state: State, pair: tuple[Action, Action]) -> dict[str, Any] | None:
    """Return the proof if there is one, else the test's evidence; None if both fail. `pair` is as for `tested`."""
    return (proven(state) if sum(state.walls_left) <= PROOF_WALLS else None) or tested(state, *pair)


def again(state: State, row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Verify a row again with the current search; None if its key is no longer the only win."""
    key = rules.parse(row["line"])
    others = [rules.text(action) for action in rules.legal(state, state.mover) if action != key]
    second = row["figures"]["next"][0][0] if row["figures"].get("next") else others[0]
    found = evidence(state, (key, rules.parse(second)))
    return as_row(row["actions"].split(), state, found) if found and found["key"] == row["line"] else None


def won_games(state: State, first: str, least: int = 0, most: int = GAMES) -> int:
    """Count the mover's wins in GAMES games after `first`; stop once `least` is out of reach or `most` is passed."""
    brain, mover, won = QuoridorBrain(), state.mover, 0
    for number in range(GAMES):
        here = after(state, rules.parse(first))
        while here.winner is None and here.ply < state.ply + 2 * LONGEST_GAME:
            thought = brain.choose_within(GAME_NODES, here, here.mover, 4, number, None, never)
            here = after(here, rules.parse(thought.action))
        won += here.winner == mover
        if won > most or won + GAMES - 1 - number < least:
            break
    return won


def proof(state: State, nodes: int = PROOF_NODES) -> dict[str, Any] | None:
    """Prove that one action wins against every defence and all others lose; None if the search does not find this."""
    analysis = Analysis(state, nodes, never, size_bits=PROOF_BITS, selective=False, every_wall=True)
    undecided = list(analysis.branches)
    wins: list[str] = []
    for depth in range(2, DEEPEST_PROOF, 2):
        for branch in list(undecided):
            # The first search asks whether the move wins, the second whether it loses.
            for floor in (PROVEN, -PROVEN - 1):
                if not analysis.search(branch, depth, floor, floor + 1):
                    return None
                if is_proven(branch.value):
                    break
            if is_proven(branch.value):
                undecided.remove(branch)
                wins += [rules.text(action_of(branch.move))] if branch.value > 0 else []
        if len(wins) > 1:
            return None
        if not undecided:
            return {"key": wins[0], "depth": depth, "nodes": analysis.nodes} if wins else None
    return None


def proven(state: State) -> dict[str, Any] | None:
    """Return the proof of `proof` with the rival's best replies to the other actions, or None."""
    found = proof(state)
    if found is None:
        return None
    rest = [action for action in rules.legal(state, state.mover) if rules.text(action) != found["key"]]
    replies = {one.action: one.reply for one in (tried(state, action, REPLY_NODES) for action in rest)}
    return {"kind": "proven", **found, "replies": replies}


def same(state: State) -> tuple[object, ...]:
    """Return a key that is equal for positions that differ only by a reflection or by the players' directions."""
    mover = state.mover
    seen = []
    for mirrored in (False, True):
        cells = [_cell(state.pawns[seat], mover, mirrored) for seat in (mover, 1 - mover)]
        standing = sorted((_anchor(wall.anchor, mover, mirrored), wall.orientation) for wall in walls(state))
        seen.append((*cells, state.walls_left[mover], state.walls_left[1 - mover], tuple(standing)))
    return min(seen)


def _cell(cell: int, turned: int, mirrored: bool) -> int:
    rank, file = divmod(cell, SIZE)
    rank, file = (SIZE - 1 - rank, SIZE - 1 - file) if turned else (rank, file)
    return rank * SIZE + (SIZE - 1 - file if mirrored else file)


def _anchor(anchor: int, turned: int, mirrored: bool) -> int:
    rank, file = divmod(anchor, SLOTS)
    rank, file = (SLOTS - 1 - rank, SLOTS - 1 - file) if turned else (rank, file)
    return rank * SLOTS + (SLOTS - 1 - file if mirrored else file)


def themes(state: State, key: Action) -> list[str]:
    """Return the themes of the key action, from its facts; "race" if no walls are left."""
    step: Step[State, Action, Event] = Step(state.ply, state, state.mover, key, *rules.apply(state, state.mover, key))
    told = {fact.kind: fact for fact in facts(step)}
    cost = max((fact.numbers.get("cost", 0) for fact in told.values() if fact.seats[0] != state.mover), default=0)
    found = {
        "jump": "jump" in told or "jump_gains" in told,
        "race": not any(state.walls_left),
        "last_wall": "last_wall" in told,
        "trap": cost >= TRAP,
        "cut": 0 < cost < TRAP,
        "detour": "detours" in told or "keeps" in told,
        "quiet_wall": not isinstance(key, PawnMove) and cost <= 0,
        "step": "nears" in told and "jump" not in told and "jump_gains" not in told,
    }
    return [theme for theme, holds in found.items() if holds]


def obvious(state: State) -> list[str]:
    """Return the steps that bring the mover nearest to its goal."""
    steps = [action for action in rules.legal(state, state.mover) if isinstance(action, PawnMove)]
    left = {rules.text(step): distances(after(state, step))[state.mover] for step in steps}
    return [text for text, steps_left in left.items() if steps_left == min(left.values())]


def as_row(actions: list[str], state: State, found: dict[str, Any]) -> dict[str, Any]:
    """Return a puzzle's row with its evidence, without number and grade."""
    key = found["key"]
    proof = found["kind"] == "proven"
    kept = ("depth", "nodes") if proof else ("key_chance", "next", "others", "won")
    return {
        "actions": " ".join(actions),
        "side": state.mover,
        "task": "win",
        "themes": " ".join(themes(state, rules.parse(key))),
        "line": key,
        "replies": [grouped({wrong: reply or "" for wrong, reply in found["replies"].items()})],
        "evidence": found["kind"],
        "legal": len(rules.legal(state, state.mover)),
        "trap": int(key not in obvious(state)),
        "figures": {name: found[name] for name in kept},
    }


def puzzles(piece: int) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of one game."""
    last = -APART
    for actions, state in positions(piece):
        if len(actions) < last + APART or is_plain_walk(state):
            continue
        pair = sieved(state)
        if pair is None:
            continue
        found = evidence(state, pair)
        if found is not None:
            last = len(actions)
            yield as_row(actions, state, found)

"""Puzzles of Coffee: positions from played games where one action wins by force and every other one loses.

Coffee has no draws, so an action that does not win loses. An exhaustive search proves both.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from game.coffee import SPEC, rules
from game.coffee.analysis import COMPILED, Analysis, RootDrop, plies_to_end
from game.coffee.board import board, images
from game.coffee.facts import facts
from game.coffee.kernels import FRAMES
from game.coffee.rules import completing_cells, offered, runs_through
from game.coffee.search import CoffeeBrain
from game.coffee.state import Action, Drop, Event, State, other
from game.core.options import resolve
from game.core.rules import Step
from lab.puzzles.pages import grouped

BY = "coffee-exact 1"
# The number of games is not limited.
PIECES = None
PRACTICE = 120
BOARDS = (
    ("sq5", 4), ("hex4", 3), ("sq5", 3), ("hex4", 4), ("sq5", 4), ("sq4", 4), ("hex3", 3), ("sq5", 4), ("hex4", 3),
    ("sq5", 3), ("sq4", 3), ("sq6", 4), ("sq5", 4), ("hex4", 4), ("sq5", 3), ("hex4", 3), ("sq5", 4), ("sq4", 4),
    ("hex5", 5), ("sq5", 3), ("hex3", 3), ("sq5", 4), ("hex4", 4), ("sq6", 5), ("sq5", 5), ("sq3", 3), ("hex5", 4),
    ("sq7", 5),
)  # fmt: skip
"""The boards of the games, in turn. Small ones come often, because more can be proven on them."""

PAIRS = ((2, 3), (3, 2), (3, 3), (2, 2), (4, 3), (3, 4))
# The least and the most random plies at the beginning of a game.
FIRST_BY_CHANCE = (1, 5)
# The least plies to the win, in a puzzle.
LEAST_WIN = 3
LEAST_ACTIONS = 4
# The most moves of the solver in a solution.
LONGEST_LINE = 4
NODES = 60_000
# The least plies between two positions from one game.
APART = 3
_TABLE_BITS = 18 if COMPILED else 12
_THEMES = ("traps", "fork", "threat", "closes_row", "one_place")


def never() -> bool:
    """Never stop a search by a clock, so that every machine finds the same."""
    return False


def after(state: State, action: Action) -> State:
    """Return the position after an action."""
    return rules.apply(state, state.mover, action)[0]


def only_win(state: State) -> tuple[RootDrop, dict[str, int]] | None:
    """Return the only winning branch, and for each action the plies until the game ends.

    Return None if there are too few branches, or if it is not proven that exactly one of them wins.
    """
    analysis = Analysis(state, NODES, never, judging=False, size_bits=_TABLE_BITS)
    if len(analysis.branches) < LEAST_ACTIONS:
        return None
    exact: dict[str, int] = {}
    wins: list[RootDrop] = []
    for depth in range(1, FRAMES):
        for branch in analysis.branches:
            text = rules.text(branch.action)
            if text in exact:
                continue
            if not analysis.search(branch, depth):
                return None
            if branch.proven and plies_to_end(branch.value) <= depth:
                exact[text] = plies_to_end(branch.value)
                wins += [branch] if branch.value > 0 else []
            if len(wins) > 1:
                return None
        if len(exact) == len(analysis.branches):
            return (wins[0], exact) if wins else None
    return None


def quickest_win(state: State) -> str:
    """Return the action with which the winning mover wins fastest; "" if the game is over."""
    if state.winner is not None:
        return ""
    analysis = Analysis(state, None, never, judging=False, size_bits=_TABLE_BITS)
    for depth in range(1, FRAMES):
        for branch in analysis.branches:
            analysis.search(branch, depth)
            if branch.value > 0 and branch.proven and plies_to_end(branch.value) <= depth:
                return rules.text(branch.action)
    raise AssertionError("the mover wins")


def longest_defence(state: State) -> str:
    """Return the action with which the losing mover defends longest; "" if the game is over."""
    if state.winner is not None:
        return ""
    analysis = Analysis(state, None, never, judging=False, size_bits=_TABLE_BITS)
    exact: dict[str, int] = {}
    for depth in range(1, FRAMES):
        for branch in analysis.branches:
            text = rules.text(branch.action)
            if text not in exact:
                analysis.search(branch, depth)
                if branch.proven and plies_to_end(branch.value) <= depth:
                    exact[text] = plies_to_end(branch.value)
        if len(exact) == len(analysis.branches):
            return min(exact, key=lambda text: (-exact[text], text))
    raise AssertionError("the mover loses")


def solution(state: State, key: RootDrop, exact: dict[str, int]) -> tuple[list[str], list[dict[str, str]]]:
    """Return the line, which goes on while only one action wins, and the replies to all wrong actions along it."""
    line: list[str] = []
    replies: list[dict[str, str]] = []
    while True:
        text = rules.text(key.action)
        line.append(text)
        replies.append({one: quickest_win(after(state, rules.parse(one))) for one in exact if one != text})
        state = after(state, key.action)
        if state.winner is not None or len(replies) == LONGEST_LINE:
            return line, replies
        reply = longest_defence(state)
        state = after(state, rules.parse(reply))
        found = only_win(state)
        if found is None:
            return line, replies
        line.append(reply)
        key, exact = found


def same(state: State) -> tuple[object, ...]:
    """Return a key that is equal for positions that differ only by a turn, a reflection or the colours."""
    table = board(state.board)
    own, rival = (table.members(state.stones_of(colour)) for colour in (state.to_move, other(state.to_move)))
    free = offered(state)
    seen = [
        tuple(tuple(sorted(image[cell] for cell in cells)) for cells in (own, rival, free))
        for image in images(state.board)
    ]
    return state.board, state.n, min(seen)


def obvious(state: State) -> list[str]:
    """Return the actions that block a row of the rival; if there are none, those that make the mover's longest row."""
    drops = [drop for drop in rules.legal(state, state.mover) if isinstance(drop, Drop)]
    closing = completing_cells(state, other(state.to_move))
    found = [drop for drop in drops if closing >> drop.cell & 1]
    if not found:
        longest = {
            drop: max((len(run) for _, run in runs_through(after(state, drop), drop.cell)), default=1) for drop in drops
        }
        found = [drop for drop in drops if longest[drop] == max(longest.values())]
    return [rules.text(drop) for drop in found]


def themes(state: State, key: Drop) -> list[str]:
    """Return the themes of the key action, from its facts."""
    step: Step[State, Action, Event] = Step(state.ply, state, state.mover, key, *rules.apply(state, state.mover, key))
    told = {fact.kind for fact in facts(step)}
    return [theme for theme in _THEMES if theme in told] or ["quiet"]


def positions(piece: int) -> Iterator[tuple[list[str], State]]:
    """Yield the positions of one game, each with the actions before it."""
    name, row = BOARDS[piece % len(BOARDS)]
    levels = PAIRS[piece // len(BOARDS) % len(PAIRS)]
    random, brain = Random(piece), CoffeeBrain()
    state = rules.start(resolve(SPEC.options, {"board": name, "n": row}), 0)
    actions: list[str] = []
    chance = random.randint(*FIRST_BY_CHANCE)
    while state.winner is None:
        yield list(actions), state
        if len(actions) < chance:
            text = rules.text(random.choice(list(rules.legal(state, state.mover))))
        else:
            text = brain.choose(state, state.mover, levels[state.mover], piece, None, never).action
        actions.append(text)
        state = after(state, rules.parse(text))


def puzzles(piece: int) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of one game."""
    last = -APART
    for actions, state in positions(piece):
        if not actions or len(actions) < last + APART:
            continue
        found = only_win(state)
        if found is None:
            continue
        key, exact = found
        plies = exact[rules.text(key.action)]
        if plies < LEAST_WIN:
            continue
        last = len(actions)
        line, replies = solution(state, key, exact)
        easy = obvious(state)
        yield {
            "options": {"board": state.board, "n": state.n},
            "actions": " ".join(actions),
            "side": state.mover,
            "task": "win",
            "themes": " ".join(themes(state, key.action)),
            "line": " ".join(line),
            "replies": [grouped(one) for one in replies],
            "plies": plies,
            "legal": len(exact),
            "trap": int(line[0] not in easy),
        }

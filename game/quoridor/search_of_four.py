"""The five levels of play with four players."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from game.agents.agent import Line, Thought
from game.core.rules import Seat
from game.quoridor import rules
from game.quoridor.alphabeta import AlphaBeta, Found, Scored
from game.quoridor.board import HORIZONTAL, PASS, Board, Move, action_of, move_of
from game.quoridor.evaluation import WIN
from game.quoridor.state import State
from game.quoridor.tactics import purposeful, safest, stroll, winning_move


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks and how often it plays a beginner's move.

    `depth` is in plies (looking further plays worse, since the rivals do not join forces as the search fears), `nodes`
    bounds the effort, `root_width` and `width` the moves tried at the root beyond two plies and the walls tried below.
    """

    depth: int
    nodes: int
    root_width: int
    width: int
    errors: float


LEVELS = {
    1: Level(depth=1, nodes=1, root_width=0, width=0, errors=1.0),
    2: Level(depth=2, nodes=400, root_width=0, width=0, errors=0.7),
    3: Level(depth=2, nodes=400, root_width=0, width=0, errors=0.3),
    4: Level(depth=2, nodes=1000, root_width=24, width=8, errors=0.0),
    5: Level(depth=3, nodes=4000, root_width=24, width=8, errors=0.0),
}
BEGINNERS_WALL = 0.12


def choose(state: State, seat: Seat, level: int, seed: str, nodes: int, is_late: Callable[[], bool]) -> Thought:
    """The action of a level for `seat`, which is the mover of `state`; `nodes` bounds the search."""
    begun = time.monotonic()
    board = Board(state)
    legal = [move_of(action) for action in rules.legal(state, seat)]
    search = AlphaBeta(board, seat, LEVELS[level].width, nodes, is_late)
    found = _think(search, legal, level, seed, state.ply)
    return Thought(
        action=rules.text(action_of(found.move)),
        score=round(found.score, 2),
        depth=found.depth,
        nodes=search.nodes,
        seconds=time.monotonic() - begun,
        pv=tuple(rules.text(action_of(move)) for move in found.line),
    )


def rank(state: State, seat: Seat, level: int, nodes: int, is_late: Callable[[], bool], count: int) -> list[Line]:
    """The best actions of the mover `seat`."""
    board = Board(state)
    legal = [move_of(action) for action in rules.legal(state, seat)]
    wins = [move for move in legal if winning_move(board, [move]) is not None]
    found = [Found(move, WIN - 1, 1, (move,)) for move in wins[:count]]
    others = [move for move in legal if move not in wins]
    if others and len(found) < count:
        profile = LEVELS[level]
        search = AlphaBeta(board, seat, profile.width, nodes, is_late)
        found += search.rank(search.score(others), profile.depth, profile.root_width, count - len(found))
    return [_line(entry) for entry in found]


def _line(found: Found) -> Line:
    texts = tuple(rules.text(action_of(move)) for move in found.line)
    return Line(texts[0], round(found.score, 2), found.depth, texts)


def _think(search: AlphaBeta, legal: Sequence[Move], level: int, seed: str, ply: int) -> Found:
    board = search.board
    win = winning_move(board, legal)
    if win is not None:
        return Found(win, WIN - 1, 1, (win,))
    random = Random(f"{seed}/{ply}")
    roots = search.score(purposeful(board, safest(board, legal)))
    # Equal moves are told apart by chance, but a step is better than as good a wall.
    random.shuffle(roots)
    roots.sort(key=lambda entry: (entry[0], entry[1] < HORIZONTAL), reverse=True)
    steps = [move for _, move in roots if move < HORIZONTAL]
    if steps and random.random() < LEVELS[level].errors:
        return _as_a_beginner(board, roots, steps, seed, random)
    return search.run(roots, LEVELS[level].depth, LEVELS[level].root_width)


def _as_a_beginner(board: Board, roots: Scored, steps: Sequence[Move], seed: str, random: Random) -> Found:
    """A step along a favourite way, or now and then a wall that is some good."""
    scores = {move: score for score, move in roots}
    worst_step = min(scores[step] for step in steps)
    walls = [move for score, move in roots if HORIZONTAL <= move < PASS and score > worst_step - board.players]
    move = stroll(board, steps, seed)
    if walls and random.random() < BEGINNERS_WALL:
        move = random.choice(walls)
    return Found(move, scores[move], 1, (move,))

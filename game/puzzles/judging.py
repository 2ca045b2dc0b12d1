"""The judges of a try: whether it is right, and the rival's answer."""

from __future__ import annotations

from dataclasses import dataclass

from game.puzzles.puzzle import Puzzle

MOST_STARS = 3


@dataclass(frozen=True, slots=True)
class TryVerdict:
    """The result of a try.

    `is_right`: it is the solution's next move, and `is_solved` the last one. `reply` is what the rival answers: its
    longest defence to what is right, its best reply to what is wrong; "" where nothing follows, None where a wrong
    try's reply is not kept and the game's search may say it.
    """

    is_right: bool
    is_solved: bool = False
    reply: str | None = ""


def judge(puzzle: Puzzle, done: int, action: str) -> TryVerdict:
    """The verdict on `action`, in the game's notation, after so many right moves of the solver.

    The action must be legal there, and a move (see `Play.is_move`). For puzzles with a line; a route is judged by its
    game, which ends with it.
    """
    if action != puzzle.keys[done]:
        return TryVerdict(False, reply=puzzle.replies[done].get(action))
    if done + 1 == len(puzzle.keys):
        return TryVerdict(True, is_solved=True)
    return TryVerdict(True, reply=puzzle.line[2 * done + 1])


def stars(wrong: int, hints: int) -> int:
    """Return the stars of a puzzle with a line after so many wrong tries: three, two, then one; a hint costs one."""
    return max(0, max(1, MOST_STARS - wrong) - hints)

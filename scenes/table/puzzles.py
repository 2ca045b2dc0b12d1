"""A puzzle as all places show it: what is asked in words, its position as a diagram, and its solution step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from game.core.rules import Seat, Step
from game.core.spec import GameSpec
from game.puzzles.puzzle import Puzzle
from game.registry import reasons_of
from scenes.kit.stage import Stage
from scenes.table import captions
from scenes.table.contract.words import BoardWords
from scenes.table.lesson_table import step_from
from scenes.table.lessons import Diagram, LessonPosition

AnyStep = Step[Any, Any, Any]


def side_name(stage: Stage, game: str, seat: Seat) -> str:
    """Return the name of a game's side in its puzzles, where nobody sits."""
    return stage.t(f"{game}.side.{seat}")


def task(stage: Stage, puzzle: Puzzle) -> str:
    """Return the task of a puzzle."""
    return stage.t(f"puzzle.{puzzle.task}")


def goal(stage: Stage, puzzle: Puzzle) -> str:
    """Return who is to move, and how soon that wins where it is known; "" where nobody plays against anybody."""
    if puzzle.task == "route":
        return ""
    name = side_name(stage, puzzle.game, puzzle.side)
    if puzzle.task == "win" and puzzle.plies is not None:
        return stage.t("puzzle.wins_in", name=name, count=(puzzle.plies + 1) // 2)
    return stage.t("puzzle.to_move", name=name)


def diagram_of(puzzle: Puzzle) -> Diagram:
    """The position of a puzzle, with who is to find something below the board."""
    return Diagram(LessonPosition(puzzle.actions, puzzle.options, puzzle.seed), bottom=puzzle.side)


def diagram_after(puzzle: Puzzle) -> Diagram:
    """The position after the first move of its solution; the puzzle must have a line."""
    before = diagram_of(puzzle)
    actions = (*puzzle.actions, puzzle.line[0])
    return replace(before, position=replace(before.position, actions=actions), shows_last=True)


def praise(
    t: Callable[..., str], spec: GameSpec, step: AnyStep, names: Sequence[str], words: BoardWords[Any, Any, Any]
) -> str:
    """Return the merit of an action in words, else what it does; `names` go by seat."""
    merit = reasons_of(spec, step).merit
    if merit is not None:
        return captions.because(t, spec, merit, names, words)
    return captions.caption(t, spec, step, names, words).text


def solution(spec: GameSpec, puzzle: Puzzle, state: Any) -> list[AnyStep]:
    """The steps of a puzzle's line from its position `state` on."""
    found: list[AnyStep] = []
    for text in puzzle.line:
        found.append(step_from(spec, state, spec.rules.parse(text)))
        state = found[-1].after
    return found

"""A puzzle as all screens show it: its task in words, its position as a diagram, and its solution as steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from game.core.review import Fact
from game.core.rules import AnyStep, Seat
from game.core.spec import GameSpec
from game.puzzles.puzzle import Puzzle, judge
from game.registry import reasons_of
from scenes.kit.stage import Stage
from scenes.table.contract.lessons import Diagram, LessonPosition
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.words import BoardWords
from scenes.table.exercises.lesson_table import step_from
from scenes.table.words import FORCED, because, captions

# A right move that has no reason of its own is compared with at most this many wrong tries.
MOST_COMPARED = 16
ALONE = ("only_win", "only_draw")
"""Reasons, in any game, that only repeat the task. `praise` also says what all other actions lead to."""
OUTCOMES = (*FORCED, *ALONE, "wins", "wins_race", "loses", "gives_win_away", "traps", "allows_trap")
"""Reasons, in any game, that include the result. `praise` adds the result to all other reasons."""


def side_name(stage: Stage, game: str, seat: Seat) -> str:
    """Return the name of a side in a game's puzzles, in which no players have names."""
    return stage.t(f"{game}.side.{seat}")


def task(stage: Stage, puzzle: Puzzle) -> str:
    """Return the task of a puzzle."""
    return stage.t(f"puzzle.{puzzle.task}")


def goal(stage: Stage, puzzle: Puzzle) -> str:
    """Return whose move it is; "" for a puzzle without sides.

    If the length of the win is known, the text also has the number of moves that the task asks for. It says whether
    these are all moves to the win or only the first ones.
    """
    if puzzle.task == "route":
        return ""
    name = side_name(stage, puzzle.game, puzzle.side)
    if puzzle.task == "win" and puzzle.plies is not None:
        asks_all = puzzle.moves == (puzzle.plies + 1) // 2
        return stage.t("puzzle.wins_in" if asks_all else "puzzle.first_moves", name=name, count=puzzle.moves)
    return stage.t("puzzle.to_move", name=name)


def diagram_of(puzzle: Puzzle) -> Diagram:
    """Return the position of a puzzle as a diagram, with the solver below the board."""
    return Diagram(LessonPosition(puzzle.actions, puzzle.options, puzzle.seed), bottom=puzzle.side)


def diagram_after(puzzle: Puzzle) -> Diagram:
    """Return the position after the first move of the puzzle's line as a diagram. The line must not be empty."""
    before = diagram_of(puzzle)
    actions = (*puzzle.actions, puzzle.line[0])
    return replace(before, position=replace(before.position, actions=actions), shows_last=True)


def merit_of(spec: GameSpec, puzzle: Puzzle, done: int, step: AnyStep) -> Fact | None:
    """Return why `step` is the right move after `done` right moves: its merit, or else its most frequent advantage over
    wrong tries.

    A merit that does not include the result may also be true of a wrong try. In that case, the reason is the threat
    that `step` prevents: what the reply to the wrong try would achieve.
    """
    alone, rules = reasons_of(spec, step).merit, spec.rules
    if alone is not None and (puzzle.plies is not None or alone.kind in OUTCOMES):
        return alone
    legal = rules.legal(step.before, step.seat)
    wrong = [action for action in legal if spec.play.is_move(action) and action != step.action]
    if alone is not None:
        wrong = [action for action in wrong if type(action) is type(step.action)]
    found: list[Fact] = []
    for action in wrong[:: -(-len(wrong) // MOST_COMPARED) or 1]:
        tried, text = step_from(spec, step.before, action), judge(puzzle, done, rules.text(action)).reply
        if alone is not None and not _is_same(alone, reasons_of(spec, tried).merit):
            continue
        merit = reasons_of(spec, step, tried, step_from(spec, tried.after, rules.parse(text)) if text else None).merit
        found += [merit] if merit is not None and (alone is None or "reply" in merit.words) else []
    return max(found, key=found.count, default=alone)


def _is_same(fact: Fact, other: Fact | None) -> bool:
    """Whether two facts are the same."""
    return other is not None and (fact.kind, fact.seats, fact.numbers) == (other.kind, other.seats, other.numbers)


def praise(
    t: Callable[..., str],
    spec: GameSpec,
    puzzle: Puzzle,
    done: int,
    step: AnyStep,
    names: Sequence[str],
    words: BoardWords[S, A, Sel],
    seen: bool = False,
) -> str:
    """Return why `step` is the right move after `done` right moves. `names` are by seat.

    The reason on the board comes first, then the result that the puzzle has proven. If `seen`, a board shows the step.
    """
    merit = merit_of(spec, puzzle, done, step)
    why = "" if merit is None else because(t, spec, merit, names, words, seen)
    if merit is not None and merit.kind in ALONE:
        return f"{why}\n{_of_others(t, spec, step, names)}"
    if spec.rules.outcome(step.after) is not None or (merit is not None and merit.kind in OUTCOMES):
        return why
    if puzzle.plies is not None:
        rival, left = spec.rules.actors(step.after)[0], (puzzle.plies - 2 * done - 1) // 2
        then = t("puzzle.then_wins", name=names[step.seat], other=names[rival], count=left)
        return f"{why or captions(t, spec, step, names, words)[0].text}\n{then}"
    if puzzle.task == "hold":
        return f"{why}\n{t('puzzle.others_lose')}".lstrip()
    if puzzle.evidence.kind == "proven":
        return f"{why}\n{t('puzzle.then_wins_at_last', name=names[step.seat], other=names[1 - step.seat])}".lstrip()
    return why or t("puzzle.others_miss")


def _of_others(t: Callable[..., str], spec: GameSpec, step: AnyStep, names: Sequence[str]) -> str:
    """Return what all other actions lead to. `step` is the only winning action, or the only one that does not lose."""
    rules = spec.rules
    legal = (action for action in rules.legal(step.before, step.seat) if spec.play.is_move(action))
    faults = [
        reasons_of(spec, step, step_from(spec, step.before, action)).fault for action in legal if action != step.action
    ]
    lost = [fault.numbers.get("count", 1) for fault in faults if fault is not None and fault.kind != "gives_win_away"]
    if not lost:
        return t("puzzle.others_draw")
    if len(lost) < len(faults):
        return t("puzzle.others_mixed", count=len(lost), rest=len(faults))
    return t("puzzle.others_lose_in", other=names[1 - step.seat], count=max(lost))


def after_wrong(spec: GameSpec, puzzle: Puzzle) -> str:
    """Return "lost" if a wrong try surely loses, otherwise the task that the try has missed."""
    # In a game with draw offers, a wrong try may lead to a draw, even if the right move is proven to win.
    is_drawn = bool(spec.play.offer)
    return "lost" if puzzle.evidence.kind == "proven" and not is_drawn else puzzle.task


def solution(spec: GameSpec, puzzle: Puzzle, state: object) -> list[AnyStep]:
    """Return the steps of a puzzle's line, beginning in its position `state`."""
    found: list[AnyStep] = []
    for text in puzzle.line:
        found.append(step_from(spec, state, spec.rules.parse(text)))
        state = found[-1].after
    return found

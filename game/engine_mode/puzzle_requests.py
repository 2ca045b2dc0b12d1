"""Puzzles for engine mode and the command line: finding and describing them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from game.agents.agent import Reviewer
from game.agents.compiling import prepared_brain
from game.core.record import action_text, replay
from game.core.rules import OptionError
from game.core.spec import GameSpec
from game.core.times import read_day
from game.puzzles.puzzle import Puzzle
from game.puzzles.stored import StoredBook, UnknownPackError, pack_of

TASKS = {
    "win": "only one action wins",
    "hold": "only one action does not lose",
    "route": "find a shortest route",
}


def find_puzzle(book: StoredBook, request: Mapping[str, object], today: date) -> tuple[Puzzle, dict[str, object]]:
    """Return a request's puzzle and its place: by `date` (today by default), or by `pack` and `index`.

    Raises OptionError for wrong fields, and HouseFileError if the puzzles cannot be read.
    """
    if request.get("pack") is None:
        day = _day(request.get("date"), today)
        return book.of_day(day), {"date": day.isoformat()}
    if not isinstance(request["pack"], str):
        raise OptionError(f"'pack' is {request['pack']!r}, not a text")
    try:
        pack = pack_of(book.practice(), request["pack"])
    except UnknownPackError as error:
        raise OptionError(str(error)) from None
    index = request.get("index", 0)
    if type(index) is not int or not 0 <= index < len(pack.puzzles):
        raise OptionError(f"'index' is {index!r}, not 0..{len(pack.puzzles) - 1}, as many as {pack.id} has")
    return pack.puzzles[index], {"pack": pack.id, "index": index, "of": len(pack.puzzles)}


def _day(given: object, today: date) -> date:
    if given is None:
        return today
    try:
        return read_day(given)
    except ValueError:
        raise OptionError(f"'date' is {given!r}, not a day like 2026-11-26") from None


def describe(spec: GameSpec, puzzle: Puzzle) -> dict[str, object]:
    """Return a puzzle as JSON values, without its solution. The position is in engine mode's form."""
    state = _state(spec, puzzle)
    return {
        "puzzle": puzzle.id,
        "game": puzzle.game,
        "options": dict(puzzle.options),
        "seed": puzzle.seed,
        "actions": list(puzzle.actions),
        "side": puzzle.side,
        "task": puzzle.task,
        "moves": puzzle.moves,
        "grade": puzzle.grade,
        "themes": list(puzzle.themes),
        "evidence": {"kind": puzzle.evidence.kind, "by": puzzle.evidence.by},
        "text": spec.rules.picture(state),
    }


def solution(spec: GameSpec, puzzle: Puzzle) -> dict[str, Any]:
    """Return the solution as JSON values. A puzzle without a stored line is solved now.

    `line` is the winning line against the longest defence. The solving side's actions in this line are the keys. For
    each key, `replies` maps every other move that the solving side could make there to the rival's reply. A reply is ""
    if the game is over after the move, and null if none is stored.
    """
    state = _state(spec, puzzle)
    if not puzzle.line:
        brain = prepared_brain(spec)
        found = brain.review(state, lambda: False).pv if isinstance(brain, Reviewer) else ()
        line = [action_text(spec, puzzle.side, spec.rules.parse(text)) for text in found]
        return {"line": line, "replies": [], "plies": puzzle.plies, "figures": dict(puzzle.evidence.figures)}
    replies = []
    for number, text in enumerate(puzzle.line):
        (seat,) = spec.rules.actors(state)
        if number % 2 == 0:
            others = [action for action in spec.rules.legal(state, seat) if spec.play.is_move(action)]
            tries = [one for one in map(spec.rules.text, others) if one != text]
            replies.append({one: puzzle.replies[number // 2].get(one) for one in tries})
        state, _ = spec.rules.apply(state, seat, spec.rules.parse(text))
    figures = dict(puzzle.evidence.figures)
    return {"line": list(puzzle.line), "replies": replies, "plies": puzzle.plies, "figures": figures}


def answer_lines(answer: Mapping[str, Any]) -> list[str]:
    """Return an answer to `puzzle` as lines for a terminal."""
    where = answer.get("date") or f"{answer['pack']}, {answer['index'] + 1} of {answer['of']}"
    kind = answer["evidence"]["kind"]
    moves = f"{answer['moves']} move{'' if answer['moves'] == 1 else 's'}"
    lines = [
        f"{answer['puzzle']} ({where}): grade {answer['grade']} of 5, {moves}, {kind}; {', '.join(answer['themes'])}",
        f"Seat {answer['side']} is to move: {TASKS[answer['task']]}.",
        *answer["text"].splitlines(),
    ]
    options = " ".join(f"{name}={value}" for name, value in answer["options"].items())
    lines.append(f"options: {options}; seed: {answer['seed']}")
    if answer["actions"]:
        lines.append(f"actions: {' '.join(answer['actions'])}")
    if "line" in answer:
        lines.append(f"solution: {', '.join(answer['line'])}")
    return lines


def _state(spec: GameSpec, puzzle: Puzzle) -> object:
    return replay(spec, dict(puzzle.options), puzzle.seed, puzzle.actions).state

"""Puzzles that are matches of their own: they begin, or go on, and no unfinished game is lost unasked."""

from __future__ import annotations

from collections.abc import Callable

from game.core.record import Record
from game.match_setup import default_table
from game.puzzles.puzzle import Puzzle
from game.registry import find
from scenes.kit.scene import Nav, Push, Switch
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.routes import ToGame, ToResume
from scenes.services import Services

DIALOG = 820  # design pixels
STAY = None


def match_of(puzzle: Puzzle) -> ToGame:
    """Return the route to a puzzle as a match."""
    spec = find(puzzle.game)
    table = default_table(spec).with_options(spec, puzzle.options)
    return ToGame(puzzle.game, table.options, table.seats, puzzle.seed)


def is_match_of(puzzle: Puzzle, record: Record) -> bool:
    """Whether a game is this puzzle."""
    return record.seed == puzzle.seed and record.options == puzzle.options


def begin_match(services: Services, to: ToGame, is_it: Callable[[Record], bool]) -> Nav:
    """Go to a match; one that `is_it` and was left goes on, and before another one is put away it is asked."""
    left = services.store.unfinished(to.game)
    if left is None or not left.actions:
        return Switch(to)
    if is_it(left):
        return Switch(ToResume(left))
    t = services.stage.t
    answers = [
        DialogAnswer(t("today.begin"), Switch(to)),
        DialogAnswer(t("resume.continue"), Switch(ToResume(left)), primary=True),
    ]
    body = services.stage.strings.lines(t("today.unfinished", game=t(f"game.{to.game}")), t("resume.shelved"))
    return Push(lambda: Dialog(services.stage, t("resume.title"), body, answers, cancel=STAY, width=DIALOG))

"""Puzzles that are matches of their own: they begin, or go on, and no unfinished game is lost unasked."""

from __future__ import annotations

from game.match_setup import default_table
from game.puzzles.puzzle import Puzzle
from game.registry import find
from scenes.kit.scene import Nav, Push, Switch
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.routes import ToGame, ToResume
from scenes.services import Services
from scenes.table.exercises.puzzle_days import is_match_of

DIALOG = 820  # design pixels
STAY = None


def begin_match(services: Services, puzzle: Puzzle) -> Nav:
    """Go to a puzzle's match; one that was left goes on, and before another game is put away it is asked."""
    spec, left = find(puzzle.game), services.store.unfinished(puzzle.game)
    table = default_table(spec).with_options(spec, puzzle.options)
    to = ToGame(puzzle.game, table.options, table.seats, puzzle.seed)
    if left is None or not left.actions:
        return Switch(to)
    if is_match_of(puzzle, left):
        return Switch(ToResume(left))
    t = services.stage.t
    answers = [
        DialogAnswer(t("today.begin"), Switch(to)),
        DialogAnswer(t("resume.continue"), Switch(ToResume(left)), primary=True),
    ]
    body = services.stage.strings.lines(t("today.unfinished", game=t(f"game.{to.game}")), t("resume.shelved"))
    return Push(lambda: Dialog(services.stage, t("resume.title"), body, answers, cancel=STAY, width=DIALOG))

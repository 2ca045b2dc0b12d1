"""A day's puzzles as a short text for other people: what came of them, and nothing of their solutions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from game.puzzles.day_code import code_of
from game.puzzles.puzzle import MOST_STARS
from game.puzzles.results import InARow, PuzzleProgress
from scenes.kit.stage import Stage
from scenes.today import puzzle_words as words
from scenes.today.sheet import SheetEntry

WON, LOST = "★", "☆"


def share_text(stage: Stage, day: date, entries: Sequence[SheetEntry], row: InARow) -> str:
    """The day with its code, a line for each game with stars, time and hints, and all together."""
    t = stage.t
    head = " · ".join([t("app.title"), t("today.number", number=words.number(day)), day.isoformat(), code_of(day)])
    lines = [_line(stage, entry) for entry in entries]
    in_a_row = [t("today.in_a_row", count=row.days)] if row.days else []
    return "\n".join([head, *lines, " · ".join([together(stage, entries), *in_a_row])])


def together(stage: Stage, entries: Sequence[SheetEntry]) -> str:
    """All stars of a day, and the time that they have taken."""
    stars = sum(entry.attempt.stars for entry in entries)
    seconds = sum(entry.attempt.seconds for entry in entries if entry.attempt.solved is not None)
    said = stage.t("today.sum", stars=stars, most=MOST_STARS * len(entries))
    return f"{said} · {words.clock(seconds)}" if seconds else said


def _line(stage: Stage, entry: SheetEntry) -> str:
    attempt = entry.attempt
    parts = [f"{stage.t(f'game.{entry.game}')} {WON * attempt.stars}{LOST * (MOST_STARS - attempt.stars)}"]
    return " · ".join([*parts, *_notes(stage, attempt)])


def _notes(stage: Stage, attempt: PuzzleProgress) -> list[str]:
    """The time that it took, and the hints."""
    time = [words.clock(attempt.seconds)] if attempt.solved is not None and attempt.seconds else []
    return [*time, *([stage.t("today.hints", count=attempt.hints)] if attempt.hints else [])]

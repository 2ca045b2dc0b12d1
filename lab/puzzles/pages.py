"""Reads and writes the files of puzzles; chooses the puzzles of the day, and gives all puzzles numbers and grades."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from game.puzzles.stored import DAYS_OF_A_WEEK, FOLDER, NAMES, VERSION, name_values
from lab.puzzles import grading

Rows = list[dict[str, Any]]
DEFAULTS: dict[str, Any] = {"plies": None, "options": {}, "evidence": "proven", "figures": {}}
"""The last values of a row and their defaults. The file leaves out trailing values that are defaults."""

ROUTE: dict[str, Any] = {
    **DEFAULTS,
    "side": 0,
    "task": "route",
    "actions": "",
    "line": "",
    "replies": [],
    "right": [],
    "trap": 0,
}
"""The values that the rows of all route puzzles share."""


def read(game: str, folder: Path = FOLDER) -> dict[str, Any]:
    """Read the file, with the values of its rows by name; an empty one if it is missing."""
    path = folder / f"{game}.json"
    if not path.exists():
        return {"version": VERSION, "by": "", "pieces": 0, "days": [], "puzzles": []}
    page: dict[str, Any] = name_values(json.loads(path.read_text(encoding="utf-8")))
    return {**page, "puzzles": [{**DEFAULTS, **row} for row in page["puzzles"]]}


def moves(row: Mapping[str, Any]) -> int:
    """Return the number of the solver's moves."""
    return len(row["line"].split()[::2])


def score(row: Mapping[str, Any]) -> float:
    """Return the difficulty of a row's puzzle."""
    return grading.score(row, moves(row))


def laid_out(rows: Rows, weeks: int, practice: int) -> tuple[list[int], Rows]:
    """Return the numbers of the calendar's puzzles, and the rows to keep, with their grades.

    All rows are ranked by score and cut into seven bands, the easiest for Mondays. Each band gives one random puzzle
    for each week; all bands together give `practice` more.
    """
    ranked = sorted(rows, key=lambda row: (score(row), row["id"]))
    days: list[list[int]] = []
    kept: Rows = []
    for weekday in range(DAYS_OF_A_WEEK):
        band = ranked[len(ranked) * weekday // DAYS_OF_A_WEEK : len(ranked) * (weekday + 1) // DAYS_OF_A_WEEK]
        Random(weekday).shuffle(band)
        days.append([row["id"] for row in band[:weeks]])
        share = practice * (weekday + 1) // DAYS_OF_A_WEEK - practice * weekday // DAYS_OF_A_WEEK
        kept += band[: weeks + share]
    kept.sort(key=lambda row: row["id"])
    for row, grade in zip(kept, grading.grades([score(row) for row in kept]), strict=True):
        row["grade"] = grade
    return [number for week in zip(*days, strict=True) for number in week], kept


def write(game: str, by: str, pieces: int, days: Sequence[int], rows: Rows, folder: Path = FOLDER) -> Path:
    """Write the file of a game, one puzzle a line; return its path."""
    head = f'{{"version": {VERSION}, "by": {json.dumps(by)}, "pieces": {pieces},\n"days": {list(days)},\n"puzzles": [\n'
    lines = ",\n".join(json.dumps(_values(row), separators=(",", ":")) for row in rows)
    path = folder / f"{game}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{head}{lines}\n]}}\n", encoding="utf-8")
    return path


def _values(row: Mapping[str, Any]) -> list[Any]:
    """Return the values of a row in file order, without trailing defaults."""
    values = [row[name] for name in NAMES]
    while row[NAMES[len(values) - 1]] == DEFAULTS.get(NAMES[len(values) - 1], ...):
        values.pop()
    return values


def grouped(replies: Mapping[str, str]) -> dict[str, str]:
    """Return the replies to wrong tries in the file's form: each reply with its tries.

    The most frequent reply comes first, and has "*" in place of its tries.
    """
    by_reply: dict[str, list[str]] = {}
    for wrong, reply in replies.items():
        by_reply.setdefault(reply, []).append(wrong)
    often = max(by_reply, key=lambda reply: len(by_reply[reply]), default="")
    found = {reply: " ".join(tries) for reply, tries in by_reply.items() if reply != often}
    return {often: "*", **found} if by_reply else {}

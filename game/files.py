"""Games as files: a record written for other people, and one from anywhere read with suspicion.

The content is the record format (`game.core.record`). What is read is checked to the last action, so that nothing
after it meets a game that cannot be shown or played on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Literal

from game.core.options import resolve
from game.core.record import FORMAT, VERSION, Record, ReplayError, SeatConfig, record_from_json, replay
from game.core.rules import GameError, Outcome, RecordError
from game.core.spec import GameSpec
from game.registry import UnknownGameError, find
from game.table import IDENTITIES, NAMES, dressed

ENDING = ".json"
MAX_BYTES = 1_000_000  # a game of a thousand actions takes 20 kB
MAX_TIME_MS = 86_400_000
NAME_LENGTH = 24
MESSAGE_LENGTH = 200
PEOPLE_LENGTH = 40  # characters; a file name may have 255 bytes, of which a character takes up to four
RESIGNED = "resign"

ProblemKind = Literal[
    "unreadable", "too_large", "not_text", "not_json", "foreign", "version", "field", "game", "action"
]
_SENTENCES: dict[ProblemKind, str] = {
    "unreadable": "{file} cannot be read ({detail}).",
    "too_large": "{file} is too large for a game ({place} bytes).",
    "not_text": "{file} is not a text: byte {place} is not UTF-8.",
    "not_json": "{file} is damaged at {place}: {detail}.",
    "foreign": "{file} is not a game of Kissaten.",
    "version": "{file} has the format's version {detail}; this program reads version " + str(VERSION) + ".",
    "field": "{file} is damaged: {detail}.",
    "game": "{file} is of a game that is not on this table: {detail}.",
    "action": "{file} is damaged at action {place}: {detail}.",
}


class RecordFileError(RecordError):
    """Why a file cannot be read as a game.

    `file` is its name, `place` where in it ("line 3, column 7", the index of an action, ...) and `detail` what is
    wrong there, in English; all are printable and short. `str` is one English sentence of them.
    """

    def __init__(self, kind: ProblemKind, file: str, place: str = "", detail: str = "") -> None:
        self.kind = kind
        self.file = printable(file)
        self.place = printable(place)
        self.detail = printable(detail)
        super().__init__(_SENTENCES[kind].format(file=self.file, place=self.place, detail=self.detail))


@dataclass(frozen=True, slots=True)
class Found:
    """A file that may hold a game: where it is, when it was last changed (a timestamp) and its size in bytes."""

    path: Path
    changed: float
    size: int


# Writing


def file_name(record: Record, day: date | None, names: Sequence[str]) -> str:
    """A name that any system takes: "GAME 2026-11-21 Aoi, Ren.json"."""
    people = ", ".join(filter(None, (_safe(name) for name in names)))
    when = day.isoformat() if day is not None else ""
    return " ".join(filter(None, (_safe(record.game), when, people[:PEOPLE_LENGTH].strip(" ,.")))) + ENDING


def export(record: Record, folder: Path, name: str) -> Path:
    """Write `record` as a new file in `folder`: `name`, or with a number where that is taken. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = name.removesuffix(ENDING)
    number = 1
    while True:
        path = folder / (f"{stem} ({number}){ENDING}" if number > 1 else name)
        try:
            file = path.open("x", encoding="utf-8")
        except FileExistsError:
            number += 1
            continue
        try:
            with file:
                file.write(record.to_json() + "\n")
        except OSError:
            path.unlink(missing_ok=True)  # half a file would only be met again as a damaged one
            raise
        return path


def _safe(text: str) -> str:
    """`text` without what a file name must not hold on some system."""
    kept = "".join(char for char in text if char.isprintable())
    return re.sub(r'[\\/:*?"<>|@]+', "", kept).strip(" .")


# Finding and reading


def find_files(folder: Path) -> list[Found]:
    """The files in `folder` that may hold games, the latest first; none where it cannot be read."""
    found = []
    try:
        for path in folder.glob(f"*{ENDING}"):
            if path.is_file():
                status = path.stat()
                found.append(Found(path, status.st_mtime, status.st_size))
    except OSError:
        return []
    return sorted(found, key=lambda one: (-one.changed, one.path.name))


def read(path: Path) -> Record:
    """The game in the file at `path`, complete and playable to its last action. Raises RecordFileError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordFileError("unreadable", path.name, detail=_reason(error)) from error
    if len(data) > MAX_BYTES:
        raise RecordFileError("too_large", path.name, f"more than {MAX_BYTES}")
    return parse(data, path.name)


def parse(data: bytes, file: str) -> Record:
    """The game that the bytes of `file` (only its name is used) hold. Raises RecordFileError."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordFileError("not_text", file, str(error.start)) from error
    _check_format(text, file)
    try:
        record = record_from_json(text, file)
    except RecordError as error:
        raise RecordFileError("field", file, detail=str(error).removeprefix(f"{file}: ")) from error
    return _playable(record, file)


def _check_format(text: str, file: str) -> None:
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordFileError("not_json", file, place, error.msg) from error
    except (RecursionError, ValueError) as error:  # nested too deeply, or a number of thousands of digits
        raise RecordFileError("field", file, detail=str(error)) from error
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise RecordFileError("foreign", file)
    if table.get("version") != VERSION:
        raise RecordFileError("version", file, detail=repr(table.get("version")))


def _playable(record: Record, file: str) -> Record:
    """`record` with whatever it may leave out, once its options, seats, actions and result are found to fit."""
    try:
        spec = find(record.game)
    except UnknownGameError as error:
        raise RecordFileError("game", file, detail=repr(record.game)) from error
    try:
        options = resolve(spec.options, record.options)
    except (GameError, TypeError) as error:
        raise RecordFileError("field", file, detail=f"'options': {error}") from error
    try:
        end = replay(spec, options, record.seed, record.actions).state
    except ReplayError as error:
        raise RecordFileError("action", file, str(error.ply), str(error.cause)) from error
    return replace(
        record,
        options=options,
        seats=_seats(record.seats, spec.seat_count(options), file),
        times=_times(record, file),
        result=_result(spec, end, record, spec.seat_count(options), file),
    )


def _seats(seats: tuple[SeatConfig, ...], count: int, file: str) -> tuple[SeatConfig, ...]:
    """Seats that can be shown: printable names, identities of the house, each once; no devices of elsewhere."""
    if seats and len(seats) != count:
        raise RecordFileError("field", file, detail=f"'seats' has {len(seats)} entries, not {count}")
    taken: set[str] = set()
    shown = []
    for seat in seats or (SeatConfig(),) * count:
        identity = seat.identity if seat.identity in IDENTITIES and seat.identity not in taken else ""
        taken.add(identity)
        name = seat.name if seat.name in NAMES else printable(seat.name).lstrip("@").strip()[:NAME_LENGTH]
        shown.append(replace(seat, name=name, identity=identity, device=""))
    return dressed(shown)


def _times(record: Record, file: str) -> tuple[int, ...]:
    for ply, time_ms in enumerate(record.times):
        if not 0 <= time_ms <= MAX_TIME_MS:
            raise RecordFileError("field", file, detail=f"'times'[{ply}] is not in 0..{MAX_TIME_MS}")
    return record.times[: len(record.actions)]


def _result(spec: GameSpec, end: Any, record: Record, seats: int, file: str) -> Outcome | None:
    """The result by the rules; only a resignation may end a game where they would go on."""
    outcome, claimed = spec.rules.outcome(end), record.result
    if outcome is not None:
        if claimed is not None and claimed.winners != outcome.winners:
            raise RecordFileError("field", file, detail=f"'result' is not that of action {len(record.actions) - 1}")
        return outcome
    if claimed is None:
        return None
    if claimed.reason != RESIGNED:
        raise RecordFileError("field", file, detail="'result' is given, but the game is not over")
    if len(set(claimed.winners)) != len(claimed.winners) or not set(claimed.winners) < set(range(seats)):
        raise RecordFileError("field", file, detail="'result'.winners are not seats of this game")
    return claimed


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def printable(text: str) -> str:
    """`text` on one line, short, and without what cannot be shown."""
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return shown if len(shown) <= MESSAGE_LENGTH else f"{shown[: MESSAGE_LENGTH - 1]}…"

"""The audits (counts of games, and incidents) as files for the operator: two CSV tables, and a JSON file with all data.

The files contain names that people typed, so a cell must never be a formula (`statistics.cell`).
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path

from game.platforms.files import replace_file
from game.storage.audits import Audits
from game.storage.figures import HOUSE
from game.storage.statistics import cell, csv_text
from game.storage.store import Store

FORMAT, VERSION = "kissaten-audits", 1
HEADER = ("day", "hour", "game", "finished", "left", "seconds", "ai_games", "ai_won")
EVERYBODY = "Everybody together"  # instead of a name; in English, like the header
_BYTE_ORDER_MARK = "\ufeff"  # tells spreadsheets that the file is UTF-8
_MODE = 0o644  # other users can read the file


def export(store: Store, folder: Path, moment: datetime) -> tuple[Path, ...]:
    """Write the counts of `store` as three new files in `folder`: two CSV tables, and JSON with both and the incidents.

    The folder is created if it is missing. If a name is taken, one number is added to all three names. Raises OSError,
    which names the folder. After an error, none of the files is left.
    """
    texts = {
        "kissaten-audits-{}.csv": _BYTE_ORDER_MARK + audits_text(store.audits),
        "kissaten-games-{}.csv": _BYTE_ORDER_MARK + csv_text(store.statistics, store.profiles, EVERYBODY),
        "kissaten-{}.json": json_text(store, moment),
    }
    reserved: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        reserved += _reserved(folder, list(texts), moment.date().isoformat())
        for path, text in zip(reserved, texts.values(), strict=True):
            replace_file(path, text.encode("utf-8", "replace"), _MODE)
    except (OSError, ValueError) as error:  # ValueError means an invalid path
        _remove(reserved)
        reason = (getattr(error, "errno", None) or 0, getattr(error, "strerror", None) or str(error))
        raise OSError(*reason, str(folder)) from error
    return tuple(reserved)


def audits_text(audits: Audits) -> str:
    """Return the HEADER and a row for each hour and game, the oldest first. Lines end in CR LF."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADER)
    for count in audits.hours(date.min, date.max):
        day, hour, game, *numbers = asdict(count).values()
        writer.writerow((day.isoformat(), hour, cell(game), *numbers))
    return text.getvalue()


def json_text(store: Store, moment: datetime) -> str:
    """Return audits, statistics and incidents as one JSON object."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "made": moment.isoformat(timespec="seconds"),
        "audits": [asdict(count) for count in store.audits.hours(date.min, date.max)],
        "incidents": [incident._asdict() for incident in store.audits.incidents],
        "statistics": _statistics(store),
    }
    return json.dumps(content, ensure_ascii=False, indent=1, default=lambda value: value.isoformat()) + "\n"


def _statistics(store: Store) -> list[dict[str, object]]:
    """Return the figures of each profile and game, with the profile's name; null for all people together."""
    names: dict[int, str | None] = {profile.id: profile.name for profile in store.profiles.all()}
    names[HOUSE] = None
    found = sorted(store.statistics.figures().items())
    return [
        {"name": names[owner], "game": game, **asdict(figures)} for (owner, game), figures in found if owner in names
    ]


def _reserved(folder: Path, names: list[str], day: str) -> list[Path]:
    """Create empty files of these names, all with the same number, to reserve the names. Raises OSError."""
    number = 1
    while True:
        stamp = day if number == 1 else f"{day}-{number}"
        made: list[Path] = []
        try:
            for name in names:
                path = folder / name.format(stamp)
                path.open("x").close()
                made.append(path)
        except FileExistsError:
            number += 1
            _remove(made)
        except OSError:
            _remove(made)
            raise
        else:
            return made


def _remove(paths: list[Path]) -> None:
    for path in paths:
        with contextlib.suppress(OSError):  # the USB stick may be gone; only the first error is reported
            path.unlink(missing_ok=True)

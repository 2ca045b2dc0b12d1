"""The log of a crash: a JSON file from which `tools/reproduce.py` replays what led to it.

After a failed frame the game is saved, a log is written, and play goes on. A second failure soon after ends the
program.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pygame

from game.paths import crash_dir
from game.registry import GAMES
from game.version import FULL_NAME
from scenes.house import preferences
from scenes.kit.input.flight import MOST, Flight, FlightLeg
from scenes.kit.scene import Scene, Switch
from scenes.kit.system import MEMORY_ADVICE, STEP
from scenes.kit.widgets.dialog import tell
from scenes.kit.window.app import App
from scenes.routes import ToMenu, record_of, record_text, to_json
from scenes.services import Services

log = logging.getLogger(__name__)

FORMAT = 1
MOST_LOGS, MOST_BYTES = 10, 200_000
_FULL = "Out of memory"  # the text of SDL's error if memory runs out
_TRACE = 20_000  # the most characters kept of a traceback, from its end


def settings(services: Services) -> dict[str, Any]:
    """Return the settings that affect the screen, by the store's keys."""
    own, present = preferences.OWN, services.settings.preferences
    found = {setting.key: setting.kind.plain(getattr(present, name)) for name, setting in own.items()}
    found |= services.settings.of_games.plain()
    found["last_game"] = services.offers.last_game
    return found


def bare_report(error: BaseException) -> dict[str, Any]:
    """Return the part of a report that needs no screen."""
    return {
        "format": FORMAT,
        "when": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "error": type(error).__name__,
        "message": str(error)[:2000],
        "traceback": "".join(traceback.format_exception(error))[-_TRACE:],
        "program": FULL_NAME,
        "system": [platform.platform(), platform.python_version(), pygame.version.ver],
        "legs": [],
    }


def describe(error: BaseException, services: Services, scenes: Sequence[Scene], flight: Flight) -> dict[str, Any]:
    """Return a full report on an exception, as JSON values."""
    record = _attempt(lambda: record_of(scenes))
    return bare_report(error) | {
        "size": services.stage.metrics.size,
        "language": services.stage.strings.language,
        "settings": settings(services),
        "setups": {game: to_json(services.offers.table(GAMES[game])) for game in GAMES},
        "scenes": [type(scene).__name__ for scene in scenes],
        "seed": None if record is None else record.seed,
        "record": None if record is None else record_text(record),
        "unfinished": _attempt(lambda: [to_json(record) for record in services.store.unfinished_games()]),
        "tick": flight.ticks,
        "seconds": round(flight.ticks * STEP, 3),
        "legs": _legs(flight),
    }


def _attempt(find: Callable[[], Any]) -> Any:
    """Return the result of `find`; None if `find` fails."""
    try:
        return find()
    except Exception as error:  # the log is written without this part
        log.warning("the crash log lacks a part: %s", error)
        return None


def _legs(flight: Flight) -> list[dict[str, Any]]:
    """Return the last MOST entries of the recorded input as JSON values, grouped by parts (`Flight.legs`)."""
    legs, room = [], MOST
    for leg in reversed(flight.legs):
        legs.append(_cut(leg, room))
        room -= len(legs[-1]["entries"])
    return [leg for leg in reversed(legs) if leg["entries"] or leg is legs[0]]


def _cut(leg: FlightLeg, room: int) -> dict[str, Any]:
    kept = list(leg.entries)[-room:] if room else []
    whole = leg.is_whole and len(kept) == len(leg.entries)
    return {"tick": leg.tick, "place": leg.place, "whole": whole, "entries": kept}


def write(report: dict[str, Any]) -> Path | None:
    """Write a report to a file that only its owner can read; None if that fails.

    The oldest logs are deleted, so that at most MOST_LOGS stay. A log has at most MOST_BYTES.
    """
    folder = crash_dir()
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    path = folder / f"crash-{stamp}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in sorted(folder.glob("crash-*.json"))[: -(MOST_LOGS - 1)]:
            old.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(_fitting(report))
    except OSError as error:
        log.warning("no crash log: %s", error)
        return None
    return path


def _fitting(report: dict[str, Any]) -> bytes:
    """Return the report as text of at most MOST_BYTES.

    If it is too long, the earliest input is left out first. At last only the error and the system stay.
    """
    text = _text(report)
    while len(text) > MOST_BYTES and report["legs"]:
        first = report["legs"][0]
        half = len(first["entries"]) // 2
        shorter = first | {"entries": first["entries"][half:], "whole": False}
        report = report | {"legs": [shorter, *report["legs"][1:]] if half else report["legs"][1:]}
        text = _text(report)
    if len(text) > MOST_BYTES:
        text = _text({key: report[key] for key in ("format", "when", "error", "traceback", "system")})
    return text


def _text(report: dict[str, Any]) -> bytes:
    return json.dumps(report, ensure_ascii=False, indent=1).encode("utf-8", "replace")


AGAIN = 60.0  # seconds within which a second failure ends the program


class Recovery:
    """What the loop calls after a failed frame. `rescue` returns whether the loop may go on."""

    def __init__(self, app: App, services: Services, now: Callable[[], float] = time.monotonic) -> None:
        """`now` returns the time in seconds."""
        self._app = app
        self._services = services
        self._now = now
        self._last: float | None = None

    def rescue(self, error: Exception) -> bool:
        """Save everything and go back to the menu.

        Return False, after printing the reason, if the program should end.
        """
        now = self._now()
        again = self._last is not None and now - self._last < AGAIN
        self._last = now
        path = self._write(error)
        self._app.manager.abandon()
        if not again:
            # An error may quote what a person typed. The log of an unattended table must not contain that.
            detail = "" if self._services.is_unattended else f": {error}"
            log.error("%s%s; back at the menu, log: %s", type(error).__name__, detail, path)
            try:
                self._back()
            except Exception as second:  # the menu fails, too, so the program ends
                path = self._write(second) or path
                self._app.manager.abandon()
            else:
                return True
        farewell(error, path)
        return False

    def _write(self, error: Exception) -> object:
        try:
            self._services.store.audits.note("error", type(error).__name__)
            report = describe(error, self._services, self._app.manager.scenes, self._app.flight)
            return write(report)
        except Exception as second:  # a broken object may fail to describe itself; the rescue goes on without it
            log.warning("no crash log: %s", second)
            return None

    def _back(self) -> None:
        """Open the menu with a message over it; drop all cached pictures."""
        self._app.renew()
        services, t = self._services, self._services.stage.t
        services.offered_resume = False
        self._app.manager.go(Switch(ToMenu()))
        self._app.manager.go(tell(services.stage, t("crash.title"), t("crash.body"), width=880))


def farewell(error: BaseException, path: object) -> None:
    """Print one line on why the program ends."""
    where = "" if path is None else f" The log {path} tells what happened."
    is_memory = isinstance(error, MemoryError) or str(error) == _FULL
    why = f": the memory is full; {MEMORY_ADVICE}" if is_memory else f" ({type(error).__name__})"
    print(f"Kissaten had to stop{why}. What was played is kept.{where}", file=sys.stderr)

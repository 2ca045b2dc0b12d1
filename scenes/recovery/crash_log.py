"""The log of a crash: a JSON file from which `tools/reproduce.py` replays what led to it.

After a failed frame the game is kept, a log is written, and play goes on; a second failure ends the program.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pygame

from game.core.record import Record, SeatConfig, read_seats, record_from_json, seat_to_json
from game.match_setup import MatchSetup, table_from_json
from game.paths import crash_dir
from game.registry import GAMES, find
from game.version import FULL_NAME
from scenes import routes
from scenes.house import preferences
from scenes.kit.input.flight import MOST, Flight, FlightLeg
from scenes.kit.scene import Pop, Push, Quit, Route, Scene, Switch
from scenes.kit.system import STEP
from scenes.kit.widgets.dialog import tell
from scenes.kit.window.app import App
from scenes.routes import ToMenu, ToResume
from scenes.services import Services

log = logging.getLogger(__name__)

FORMAT = 1
MOST_LOGS, MOST_BYTES = 10, 200_000
_TRACE = 20_000  # characters at the end of the traceback
_TAG = "is"
_ROUTES = [found for found in vars(routes).values() if isinstance(found, type) and issubclass(found, Route)]
_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (*_ROUTES, Switch, Push, Pop, Quit)}


class UnwritableError(ValueError):
    """A value that JSON cannot express, such as a function that makes a scene."""


def nameless(seat: SeatConfig) -> SeatConfig:
    """Return the seat without a typed name."""
    return seat if not seat.name or seat.name.startswith("@") else replace(seat, name="*")


def record_text(record: Record) -> str:
    """Return the record as JSON text, without typed names."""
    return replace(record, seats=tuple(map(nameless, record.seats))).to_json()


def to_json(value: Any) -> Any:
    """Return a route, or a part of one, as JSON values. Raises UnwritableError."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Record):
        return {_TAG: "Record", "text": record_text(value)}
    if isinstance(value, MatchSetup):
        bare = replace(value, seats=tuple(map(nameless, value.seats)))
        return {_TAG: "Table", "game": value.game, "seed": value.seed, "table": bare.to_json()}
    if isinstance(value, SeatConfig):
        return {_TAG: "Seat", "seat": seat_to_json(nameless(value))}
    if type(value).__name__ in _KINDS and is_dataclass(value):
        return {_TAG: type(value).__name__} | {part.name: to_json(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json(entry) for key, entry in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_json(entry) for entry in value]
    raise UnwritableError(f"{type(value).__name__} has no text")


def from_json(value: Any) -> Any:
    """Return the value that `to_json` wrote. Raises GameError for one unknown to the game, KeyError for others."""
    if isinstance(value, list):
        return tuple(from_json(entry) for entry in value)
    if not isinstance(value, dict):
        return value
    tag = value.get(_TAG)
    if tag is None:
        return {key: from_json(entry) for key, entry in value.items()}
    if tag == "Record":
        return record_from_json(value["text"], "record")
    if tag == "Seat":
        return read_seats([value["seat"]], "seat")[0]
    if tag == "Table":
        return replace(table_from_json(find(value["game"]), value["table"]), seed=value["seed"])
    return _KINDS[tag](**{key: from_json(entry) for key, entry in value.items() if key != _TAG})


def place(scenes: Sequence[Scene], destination: object) -> Any:
    """Return a route to these scenes, as JSON values; None if there is none."""
    record = record_of(scenes)
    if record is not None:
        return to_json(ToResume(record))
    try:
        return to_json(destination)
    except UnwritableError:
        return to_json(ToMenu()) if type(scenes[0]).__name__ == "MenuScene" else None


def record_of(scenes: Sequence[Scene]) -> Record | None:
    """Return the record of the match in one of these scenes."""
    sessions = (getattr(scene, "session", None) for scene in scenes)
    session = next((found for found in sessions if found is not None), None)
    return None if session is None else session.record()


def settings(services: Services) -> dict[str, Any]:
    """Return the settings that affect the screen, by the store's keys."""
    own, present = preferences.OWN, services.settings.preferences
    found = {setting.key: setting.kind.plain(getattr(present, name)) for name, setting in own.items()}
    found |= services.settings.of_games.plain()
    found["last_game"] = services.offers.last_game
    return found


def bare_report(error: BaseException) -> dict[str, Any]:
    """Return a report on an exception without a screen."""
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
    """Return the result of `find`; None if it fails, too."""
    try:
        return find()
    except Exception as error:  # the log is written all the same
        log.warning("the crash log lacks a part: %s", error)
        return None


def _legs(flight: Flight) -> list[dict[str, Any]]:
    """Return the legs, with their last MOST entries in all."""
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

    Deletes the oldest logs, to keep at most MOST_LOGS of at most MOST_BYTES each.
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
    """Return the report as text of at most MOST_BYTES, without what is furthest from the crash."""
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
    """The loop's last resort: `rescue` says whether the loop may go on."""

    def __init__(self, app: App, services: Services, now: Callable[[], float] = time.monotonic) -> None:
        """`now` returns the time in seconds."""
        self._app = app
        self._services = services
        self._now = now
        self._last: float | None = None

    def rescue(self, error: Exception) -> bool:
        """Keep everything and go back to the menu; False if the program should end, which is reported."""
        now = self._now()
        again = self._last is not None and now - self._last < AGAIN
        self._last = now
        path = self._write(error)
        self._app.manager.abandon()
        if not again:
            # an error may quote typed text, which the log of an unattended table must not contain
            detail = "" if self._services.is_unattended else f": {error}"
            log.error("%s%s; back at the menu, log: %s", type(error).__name__, detail, path)
            try:
                self._back()
            except Exception as second:  # the menu fails, too: end cleanly
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
        except Exception as second:  # a broken object may fail to describe itself, which must not break the rescue
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
    print(f"Kissaten had to stop ({type(error).__name__}). What was played is kept.{where}", file=sys.stderr)

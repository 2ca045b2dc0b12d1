"""Reports of the table's health: a small file, which the next supervisor also reads, and messages to systemd."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from game.core.decode import decode, read_json
from game.core.record import utc
from game.core.rules import RecordError
from game.core.times import zoned
from game.platforms.files import read_regular, rewrite_file
from game.platforms.systemd import notify, watchdog_interval
from game.version import VERSION

SOON, SELDOM = 10.0, 60.0  # seconds between two reports: after small changes, and without changes
# Seconds. If a table was interrupted longer ago, its visitors count as gone.
RECENT = 600.0
LOW, NEARLY_FULL = 100, 20  # with less free space in MB, the disk counts as low, or as nearly full
_MEGABYTE = 1_000_000
_MOST_BYTES = 16_384
# The least size of a report. Shorter ones are padded, so that the next one fits in their place on a full disk.
_LEAST_BYTES = 2_048
Post = Callable[[Callable[[], object]], object]
_log = logging.getLogger("supervisor")


@dataclass(slots=True)
class Health:
    """The report.

    `state` is "starting", "running", "ending" (the table was asked to end, or is killed), "waiting" (for the next
    start), or "stopped". It is "renewed" if the supervisor ends after a failure of the table, to start again with
    changed files. Times are ISO 8601 with offset, "" for none. The supervisor started at `since`, the table at
    `table_since`; `pid` is the table's process. `restarts` counts restarts since `since`. `window` is "shown",
    "minimised", or "failed" if no frame reaches the screen. `files` is a digest of the program's files at the
    supervisor's start. `at` is when the report was written. `disk_left` is in MB, None if unknown.
    """

    format: int = 1
    at: str = ""
    state: str = "waiting"
    since: str = ""
    supervisor: int = 0
    pid: int | None = None
    table_since: str = ""
    restarts: int = 0
    last_restart: str = ""
    last_restart_why: str = ""
    last_error: str = ""
    safe_mode: bool = False
    resting: bool = False
    window: str = "shown"
    version: str = VERSION
    files: str = ""
    disk: str = ""
    disk_left: int | None = None

    def __str__(self) -> str:
        return f"{self.state}{', safe mode' * self.safe_mode}, {self.restarts} restarts"


class Reports:
    """Reports the table's health to systemd, and in the file `path` if it can be written.

    `post` runs the latest job in another thread, so that the supervisor never waits for a disk. `clock` returns the
    local time. `room` returns the free bytes on a folder's disk; it may raise OSError.
    """

    def __init__(
        self,
        path: Path,
        post: Post,
        clock: Callable[[], datetime] = datetime.now,
        room: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        self._path = path
        self._post = post
        self._clock = clock
        self._room = room
        self._kept = Health()
        self._at = self._pinged = float("-inf")
        self._disk = "ok"

    def moment(self) -> str:
        """Return the present time in the file's form."""
        return zoned(self._clock()).isoformat(timespec="seconds")

    def show(self, health: Health, now: float) -> None:
        """Report important changes at once, other changes after SOON seconds, and no change after SELDOM seconds."""
        kept = self._kept
        if health.state != kept.state:
            notify(*["READY=1"] * (health.state == "running"), f"STATUS={health}")
        if health.state == "running" and now - self._pinged >= watchdog_interval():
            self._pinged = now
            notify("WATCHDOG=1")
        matters = replace(health, last_error=kept.last_error, resting=kept.resting) != kept
        if now - self._at >= (0.0 if matters else SOON if health != kept else SELDOM):
            self._kept, self._at = replace(health), now
            content = replace(health, at=self.moment())
            self._post(lambda: self._write(content))

    def _write(self, health: Health) -> None:
        """Write the report with the free disk space. Warn before the disk is full."""
        with suppress(OSError):
            left = health.disk_left = self._room(self._path.parent) // _MEGABYTE
            health.disk = "ok" if left >= LOW else "low" if left >= NEARLY_FULL else "nearly full"
        if health.disk not in ("", "ok", self._disk):
            _log.warning("the disk of %s is %s: %d MB are left", self._path.parent, health.disk, health.disk_left)
        self._disk = health.disk
        data = json.dumps(asdict(health), ensure_ascii=False, indent=1) + "\n"
        with suppress(OSError):  # the disk may be read-only for a while
            rewrite_file(self._path, data.encode().ljust(_LEAST_BYTES))


def interrupted(path: Path, clock: Callable[[], datetime] = datetime.now) -> bool | None:
    """Return whether visitors were at a table that was interrupted a short time ago; None if none was interrupted."""
    try:
        left = decode(Health, read_json(read_regular(path, _MOST_BYTES, own=True).decode()), fields="any")
        age = (zoned(clock()) - datetime.fromisoformat(utc(left.at))).total_seconds()
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecordError) as error:
        _log.warning("what an earlier supervisor left cannot be used: %s: %s", path, error)
        return None
    was_cut_off = left.state != "stopped" and 0 <= age <= RECENT
    return not left.resting if was_cut_off else None

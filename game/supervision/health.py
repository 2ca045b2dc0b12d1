"""A small file that tells the table's health, for the one who looks after it and for the next supervisor."""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from game.atomic import rewrite_file
from game.core.decode import decode
from game.core.moments import zoned
from game.core.record import utc
from game.core.rules import RecordError
from game.core.safe_json import read_json
from game.platforms.files import read_regular
from game.version import VERSION

SOON, SELDOM = 10.0, 60.0  # seconds between two writings, where little and where nothing has changed
RECENT = 600.0  # seconds after which those who sat at an interrupted table count as gone
LOW, NEARLY_FULL = 100, 20  # MB of the disk that are left
_MEGABYTE = 1_000_000
_log = logging.getLogger("supervisor")
Post = Callable[[Callable[[], object]], bool]
_MOST_BYTES = 16_384
_LEAST_BYTES = 2_048  # so that a longer one has room in its place on a full disk
_LESS_URGENT = ("last_error", "resting")


@dataclass(frozen=True, slots=True)
class Health:
    """`state` is "starting", "running", "ending" (the table is asked to end, or made to), "waiting" (for the next
    start) or "stopped". Moments are ISO 8601 with the offset; "" for what has not been. `since` is when the supervisor
    began, `table_since` when the table did, whose process is `pid`. `restarts` counts since then. `window` is "shown",
    "minimised", or "failed" where no frame reaches the screen. `files` is a sum of the program's files as it began.
    """

    state: str = "starting"
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


def moment(clock: Callable[[], datetime]) -> str:
    """Now, as the file has it."""
    return zoned(clock()).isoformat(timespec="seconds")


class HealthFile:
    """Keeps the file `path` as it should be, as far as the disk allows.

    `post` has writings done (`LogWriter.post`), `clock` gives the local time.
    """

    def __init__(self, path: Path, post: Post, clock: Callable[[], datetime] = datetime.now) -> None:
        self._path = path
        self._post = post
        self._clock = clock
        self._kept: Health | None = None
        self._at = 0.0
        self._disk = "ok"

    def show(self, health: Health, now: float) -> None:
        """Keep what has changed: at once what matters, else after SOON; and after SELDOM that all is as it was."""
        if self._kept is not None and not _differs(self._kept, health):
            wait = SELDOM if health == self._kept else SOON
            if now - self._at < wait:
                return
        content = {"format": 1, "at": moment(self._clock), **asdict(health)}
        if self._post(lambda: self._write(content)):
            self._kept, self._at = health, now

    def _write(self, content: dict[str, object]) -> None:
        """With what is left of the disk, which may take its time to tell: nobody who supervises waits here."""
        left = disk_left(self._path.parent)
        disk = disk_state(left)
        if disk not in ("", "ok", self._disk):
            _log.warning("the disk of %s is %s: %d MB are left", self._path.parent, disk, left)
        self._disk = disk
        data = json.dumps({**content, "disk": disk, "disk_left": left}, ensure_ascii=False, indent=1)
        with contextlib.suppress(OSError):  # a read-only disk, say: the next writing may succeed
            rewrite_file(self._path, (data + "\n").encode().ljust(_LEAST_BYTES))


def _differs(before: Health, after: Health) -> bool:
    """Whether anything has changed that is worth a writing at once."""
    changed = {name for name, value in asdict(after).items() if value != getattr(before, name)}
    return bool(changed.difference(_LESS_URGENT))


def disk_left(folder: Path) -> int | None:
    """Return how many MB the folder's disk has left; None where that is unknown."""
    try:
        return shutil.disk_usage(folder).free // _MEGABYTE
    except OSError:
        return None


def disk_state(left: int | None) -> str:
    """Return what that means: "ok", "low", "nearly full"; "" where it is unknown."""
    if left is None:
        return ""
    return "ok" if left >= LOW else "low" if left >= NEARLY_FULL else "nearly full"


@dataclass(frozen=True, slots=True)
class _Left:
    """What is read of an earlier supervisor's file."""

    state: str
    at: str
    resting: bool


def interrupted(path: Path, clock: Callable[[], datetime] = datetime.now) -> bool | None:
    """Whether somebody was at the table of an earlier supervisor that was cut off just now; None where none was."""
    try:
        left = decode(_Left, read_json(read_regular(path, _MOST_BYTES, own=True).decode()), fields="any")
        age = (zoned(clock()) - datetime.fromisoformat(utc(left.at))).total_seconds()
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecordError) as error:
        _log.warning("what an earlier supervisor left cannot be used: %s: %s", path, error)
        return None
    was_cut_off = left.state != "stopped" and 0 <= age <= RECENT
    return not left.resting if was_cut_off else None

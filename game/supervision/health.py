"""A small file that says how the table is: for whoever looks after it from outside, and for the next supervisor."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from game.atomic import replace_file
from game.core.rules import RecordError
from game.core.safe_json import read_json
from game.platforms import read_regular

SOON, SELDOM = 10.0, 60.0  # seconds between two writings, where little and where nothing has changed
RECENT = 600.0  # seconds after which those who sat at an interrupted table count as gone
Post = Callable[[Callable[[], object]], bool]
_MOST_BYTES = 16_384
_LESS_URGENT = ("last_error", "resting")


@dataclass(frozen=True, slots=True)
class Health:
    """`state` is "starting", "running", "ending" (the table is asked to end, or made to), "waiting" (for the next
    start) or "stopped". Moments are ISO 8601 with the offset; "" for what has not been. `since` is when the supervisor
    began, `table_since` when the table did, whose process is `pid`. `restarts` counts since then. `window` is "shown",
    "minimised", or "failed" where no frame reaches the screen.
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


def moment(clock: Callable[[], datetime]) -> str:
    """Now, as the file has it."""
    return clock().astimezone().isoformat(timespec="seconds")


class HealthFile:
    """Keeps the file `path` as it should be, as far as the disk allows.

    `post` has writings done (`Scribe.post`), `clock` gives the local time.
    """

    def __init__(self, path: Path, post: Post, clock: Callable[[], datetime] = datetime.now) -> None:
        self._path = path
        self._post = post
        self._clock = clock
        self._kept: Health | None = None
        self._at = 0.0

    def show(self, health: Health, now: float) -> None:
        """Keep what has changed: at once what matters, else after SOON; and after SELDOM that all is as it was."""
        if self._kept is not None and not _differs(self._kept, health):
            wait = SELDOM if health == self._kept else SOON
            if now - self._at < wait:
                return
        data = json.dumps({"format": 1, "at": moment(self._clock), **asdict(health)}, ensure_ascii=False, indent=1)
        if self._post(lambda: _write(self._path, data.encode())):
            self._kept, self._at = health, now


def _differs(before: Health, after: Health) -> bool:
    """Whether anything has changed that is worth a writing at once."""
    changed = {name for name, value in asdict(after).items() if value != getattr(before, name)}
    return bool(changed.difference(_LESS_URGENT))


def _write(path: Path, data: bytes) -> None:
    with contextlib.suppress(OSError):  # a full or read-only disk: the next writing may succeed
        replace_file(path, data)


def interrupted(path: Path, clock: Callable[[], datetime] = datetime.now) -> bool | None:
    """Whether somebody was at the table of an earlier supervisor that was cut off just now; None where none was."""
    try:
        found: Any = read_json(read_regular(path, _MOST_BYTES, own=True).decode())
        age = (clock().astimezone() - datetime.fromisoformat(found["at"])).total_seconds()
        was_cut_off = found["state"] != "stopped" and 0 <= age <= RECENT
        return not found["resting"] if was_cut_off else None
    except (OSError, ValueError, RecordError, KeyError, TypeError):  # there is none, or none that can be used
        return None

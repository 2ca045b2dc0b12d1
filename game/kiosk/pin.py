"""The operator's PIN: a file of its own with its salted hash and the tries at it, read at each try.

A try is counted, on the disk, before it is examined: whoever kills the program has had it. The file never opens
anything by being damaged, replaced or unwritable; then only the command line helps (`main.py operator --reset-pin`).
Nothing here writes to the log.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from game.atomic import remove_file, replace_file
from game.core.rules import GameError
from game.core.safe_json import read_json
from game.platforms import FileLock, LockTakenError, make_private, read_regular

SHORTEST, LONGEST = 6, 12  # digits
TRIES = 5  # before a wait
WAITS = (60, 120, 300, 900)  # seconds; the last one again and again
_FORMAT, _VERSION = "kissaten-pin", 1
_MAX_BYTES = 4_096
_SALT_BYTES, _HASH_BYTES = 16, 32
_COST = (1 << 15, 8, 1)  # scrypt's n, r and p: 32 MB and about a tenth of a second
_LEAST_N, _MOST_MEMORY = 1 << 14, 1 << 27  # of what a file may ask for; memory in bytes
_MOST_P = 16
_LATEST = 1e15  # seconds; a time beyond it is none

VerdictKind = Literal["right", "wrong", "locked", "ready", "unset", "damaged", "unwritable", "busy"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a try, or what a try would meet.

    `right` opens, and nothing else does. `wrong` leaves `tries` until the next wait, `locked` waits for `seconds` more;
    `ready` has `tries`. `unset`: there is no PIN yet. `damaged`: the file is none of ours; `unwritable`: the try cannot
    be counted, so it was none; for both the operator needs the command line. `busy`: another process is at it; again.
    """

    kind: VerdictKind
    tries: int = 0
    seconds: float = 0.0


class PinError(GameError):
    """A PIN that cannot be set or reset: not of SHORTEST to LONGEST `digits`, or as the Verdict of this kind says."""

    def __init__(self, kind: Literal["digits", "damaged", "unwritable", "busy"], message: str) -> None:
        super().__init__(message)
        self.kind = kind


class _DamagedError(Exception):
    """The file holds no PIN of ours."""


@dataclass(frozen=True, slots=True, repr=False)
class _Record:
    """What the file holds. `failed` are the tries since the last wait, `waits` how many there were since the PIN was
    last right; `until` is when the present one ends, in seconds of the clock."""

    salt: bytes
    hash: bytes
    cost: tuple[int, int, int] = _COST
    failed: int = 0
    waits: int = 0
    until: float = 0.0

    @property
    def longest(self) -> int:
        """How long the present wait is in all; 0 where there was none."""
        return WAITS[min(self.waits, len(WAITS)) - 1] if self.waits else 0

    @property
    def left(self) -> int:
        """The tries until the next wait."""
        return TRIES - self.failed

    def is_same(self, other: _Record) -> bool:
        """Whether both are of one PIN."""
        return (self.salt, self.hash, self.cost) == (other.salt, other.hash, other.cost)

    def counted(self, now: float) -> _Record:
        """With one more try, which is wrong until it is known to be right."""
        if self.failed + 1 < TRIES:
            return replace(self, failed=self.failed + 1)
        locked = replace(self, failed=0, waits=self.waits + 1)
        return replace(locked, until=now + locked.longest)


class PinFile:
    """The PIN in the file `path`. `clock` gives the time in seconds, as `time.time` does: it goes on while the machine
    is off, and may be set.

    `check` takes about a tenth of a second, most of it without Python's lock: it may run in a thread.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._clock = clock

    def __repr__(self) -> str:
        return "PinFile()"

    @property
    def is_set(self) -> bool:
        """Whether there is a PIN; a damaged file holds none."""
        try:
            return self._read() is not None
        except _DamagedError:
            return False

    @property
    def is_unset(self) -> bool:
        """Whether there is no PIN; a damaged file may have held one."""
        try:
            return self._read() is None
        except _DamagedError:
            return False

    def status(self) -> Verdict:
        """What a try would meet: `ready`, `locked`, `unset`, `damaged`, `unwritable` or `busy`."""
        return self._guarded(lambda record: self._waiting(record) or Verdict("ready", tries=record.left))

    def check(self, pin: str) -> Verdict:
        """Try a PIN; never `ready`. What is no PIN at all is a wrong one."""
        return self._guarded(lambda record: self._waiting(record) or self._try(record, pin))

    def set(self, pin: str) -> None:
        """Let `pin` be the PIN, with all tries. The caller has made sure that it is the operator who asks.

        Raises PinError, also where a damaged file lies there: it may have held a PIN, which `reset` alone forgets.
        """
        if not _is_pin(pin):
            raise PinError("digits", f"a PIN has {SHORTEST} to {LONGEST} digits, 0 to 9")
        salt = os.urandom(_SALT_BYTES)
        record = _Record(salt, _hashed(pin, salt, _COST), _COST)
        with self._changing():
            try:
                self._read()
            except _DamagedError as error:
                raise PinError("damaged", "the file of the PIN is damaged; reset it from the command line") from error
            self._write(record)

    def reset(self) -> bool:
        """Forget the PIN and its tries, whatever the file is; whether there was one. Raises PinError."""
        with self._changing():
            return remove_file(self._path)

    # Within

    def _guarded(self, act: Callable[[_Record], Verdict]) -> Verdict:
        """What `act` makes of the record, while no other process is at the file."""
        try:
            if self._read() is None:
                return Verdict("unset")
            with self._alone():
                record = self._read()  # it may have changed until the lock was had
                return Verdict("unset") if record is None else act(record)
        except _DamagedError:
            return Verdict("damaged")
        except LockTakenError:
            return Verdict("busy")
        except OSError:
            return Verdict("unwritable")

    def _waiting(self, record: _Record) -> Verdict | None:
        """That it waits still, if it does; a clock that was set back never makes it more than the whole wait."""
        now = self._clock()
        left = record.until - now
        if left > record.longest:
            left = record.longest
            self._write(replace(record, until=now + left))
        return Verdict("locked", seconds=left) if left > 0 else None

    def _try(self, record: _Record, pin: str) -> Verdict:
        counted = record.counted(self._clock())
        self._write(counted)
        if _is_pin(pin) and hmac.compare_digest(_hashed(pin, record.salt, record.cost), record.hash):
            present = self._read()
            if present is not None and present.is_same(record):  # else it is another's PIN by now
                with contextlib.suppress(OSError):  # the tries stay counted, which opens nothing
                    self._write(replace(counted, failed=0, waits=0, until=0.0))
                return Verdict("right")
        if counted.waits > record.waits:
            return Verdict("locked", seconds=counted.longest)
        return Verdict("wrong", tries=counted.left)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """While this lasts no other process counts tries. Raises LockTakenError and OSError."""
        lock = FileLock(self._path.with_name(f"{self._path.name}.lock"))
        try:
            yield
        finally:
            lock.release()

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """As `_alone`, with errors as a person is told them."""
        try:
            with self._alone():
                yield
        except LockTakenError as error:
            raise PinError("busy", "the PIN is being tried just now; do it again") from error
        except OSError as error:
            raise PinError("unwritable", f"{self._path}: {error.strerror or error}") from error

    def _read(self) -> _Record | None:
        """What the file holds; None where there is none. Raises _DamagedError."""
        try:
            data = read_regular(self._path, _MAX_BYTES + 1, own=True)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise _DamagedError(str(error)) from error
        make_private(self._path)
        try:
            return _record(data)
        except (ValueError, KeyError, TypeError) as error:
            raise _DamagedError("it is no file of a PIN") from error

    def _write(self, record: _Record) -> None:
        """Raises OSError."""
        n, r, p = record.cost
        table = {"format": _FORMAT, "version": _VERSION, "n": n, "r": r, "p": p}
        table |= {"salt": record.salt.hex(), "hash": record.hash.hex()}
        table |= {"failed": record.failed, "waits": record.waits, "until": record.until}
        replace_file(self._path, (json.dumps(table) + "\n").encode("ascii"))


def _is_pin(text: str) -> bool:
    return re.fullmatch(f"[0-9]{{{SHORTEST},{LONGEST}}}", text) is not None


def _hashed(pin: str, salt: bytes, cost: tuple[int, int, int]) -> bytes:
    n, r, p = cost
    memory = _memory(*cost) + (1 << 20)
    return hashlib.scrypt(pin.encode("ascii"), salt=salt, n=n, r=r, p=p, maxmem=memory, dklen=_HASH_BYTES)


def _memory(n: int, r: int, p: int) -> int:
    """The bytes that scrypt takes."""
    return 128 * r * (n + p + 2)


def _record(data: bytes) -> _Record:
    """What the bytes of the file mean. Raises ValueError, KeyError or TypeError."""
    table: Any = read_json(data.decode("ascii")) if len(data) <= _MAX_BYTES else {}
    if table["format"] != _FORMAT or table["version"] != _VERSION:
        raise ValueError("another format")
    n, r, p = (_number(table[name], 1, _MOST_MEMORY) for name in "nrp")
    if n < _LEAST_N or n & (n - 1) or p > _MOST_P or _memory(n, r, p) > _MOST_MEMORY:
        raise ValueError("a cost that is too low or too high")
    salt, hashed = bytes.fromhex(table["salt"]), bytes.fromhex(table["hash"])
    until = table["until"]
    if len(salt) != _SALT_BYTES or len(hashed) != _HASH_BYTES or type(until) not in (int, float):
        raise ValueError("no salt, hash or time")
    if not -_LATEST <= until <= _LATEST:
        raise ValueError("no time")
    failed, waits = _number(table["failed"], 0, TRIES - 1), _number(table["waits"], 0, 1 << 31)
    return _Record(salt, hashed, (n, r, p), failed, waits, float(until))


def _number(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError("no number of that kind")
    return value

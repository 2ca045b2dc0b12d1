"""The operator's PIN: a file with its salted hash and the tries, read at each try.

A try is counted on the disk before the PIN is checked, so killing the program gives no further try. If the file is
damaged, replaced, missing or cannot be written, no PIN is accepted, and only the command line helps (`main.py operator
--set-pin`). This module writes nothing to the log.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from game.core.decode import read_json
from game.core.rules import GameError
from game.platforms.files import NO_ROOM, make_private, read_regular, remove_file, rewrite_file
from game.platforms.locks import FileLock, LockTakenError
from game.platforms.machine import boot_id

SHORTEST, LONGEST = 6, 12  # the fewest and the most digits of a PIN
TRIES = 5  # wrong tries before a wait
WAITS = (60, 120, 300, 900)  # seconds of each wait; the last one repeats
MOST_BYTES = 4_096
# Bytes of every record. All have the same size, so that one can overwrite another on a full disk.
SIZE = 512
COST = (1 << 15, 8, 1)  # scrypt's n, r and p: 32 MB and about a tenth of a second
_FORMAT, _VERSION = "kissaten-pin", 2
_SALT_BYTES, _HASH_BYTES = 16, 32
# Limits for the cost in a file: the least n, and the most memory in bytes.
_LEAST_N, _MOST_MEMORY = 1 << 14, 1 << 27
_MOST_P = 16
_LATEST = 1e15  # seconds; a later time is invalid
_LONGEST_BOOT = 64
_NO_BOOT = "-"  # stands for the boot id, which files of version 1 do not have
CODE_DIGITS = 8
KEEP_EVERY = 30.0  # seconds between two writes of a wait's time left
_COST = COST
VerdictKind = Literal["right", "wrong", "locked", "ready", "unset", "code", "lost", "damaged", "unwritable", "busy"]
PinErrorKind = Literal["digits", "weak", "damaged", "unwritable", "busy"]


@dataclass(frozen=True, slots=True, repr=False)
class PinRecord:
    """The content of the file: the hash of a PIN, or with `is_code`, of the code that allows setting a new PIN.

    `failed` counts the tries since the last wait, `waits` the waits since the last right try. The present wait had
    `left` seconds left when the machine had run for `at` seconds since its start, which `boot` identifies.
    """

    salt: bytes
    hash: bytes
    cost: tuple[int, int, int] = COST
    failed: int = 0
    waits: int = 0
    left: float = 0.0
    boot: str = ""
    at: float = 0.0
    is_code: bool = False

    @property
    def longest(self) -> int:
        """The whole length of the present wait in seconds; 0 if there is none."""
        return WAITS[min(self.waits, len(WAITS)) - 1] if self.waits else 0

    @property
    def tries(self) -> int:
        """The number of tries before the next wait."""
        return TRIES - self.failed

    def is_same(self, other: PinRecord) -> bool:
        """Return whether both records are of the same PIN."""
        return (self.salt, self.hash, self.cost) == (other.salt, other.hash, other.cost)

    def matches(self, digits: str) -> bool:
        """Return whether these are the right digits. This takes as long as the record's cost says."""
        return is_pin(digits) and hmac.compare_digest(hash_digits(digits, self.salt, self.cost), self.hash)

    def counted(self, boot: str, now: float) -> PinRecord:
        """Return the record with one more try, counted as wrong."""
        if self.failed + 1 < TRIES:
            return replace(self, failed=self.failed + 1)
        locked = replace(self, failed=0, waits=self.waits + 1)
        return replace(locked, left=float(locked.longest), boot=boot, at=now)

    def forgiven(self) -> PinRecord:
        """Return the record with all tries restored and without a wait."""
        return replace(self, failed=0, waits=0, left=0.0)

    def waited(self, boot: str, now: float) -> PinRecord:
        """Return the record with the time that is now left of the wait. A restart of the machine does not shorten the
        wait.

        If `boot` is not known, a restart is noticed only if the clock is below `at`.
        """
        left = min(self.left, float(self.longest))
        passed = now - self.at if boot == self.boot and now >= self.at else 0.0
        return replace(self, left=max(0.0, left - passed), boot=boot, at=now)


def new_record(digits: str, cost: tuple[int, int, int], is_code: bool = False) -> PinRecord:
    """Make a record of these digits, with all tries left."""
    salt = os.urandom(_SALT_BYTES)
    return PinRecord(salt, hash_digits(digits, salt, cost), cost, is_code=is_code)


def is_pin(text: str) -> bool:
    """Return whether `text` has only digits, and as many as a PIN may have."""
    return re.fullmatch(f"[0-9]{{{SHORTEST},{LONGEST}}}", text) is not None


def is_weak(pin: str) -> bool:
    """Return whether a PIN is easy to guess: one digit repeated, or digits that go up or down by one (0 follows 9)."""
    digits = [int(digit) for digit in pin]
    steps = {(after - before) % 10 for before, after in pairwise(digits)}
    return steps in ({0}, {1}, {9})


def hash_digits(digits: str, salt: bytes, cost: tuple[int, int, int]) -> bytes:
    """Return the hash of the digits."""
    n, r, p = cost
    memory = _memory(*cost) + (1 << 20)
    return hashlib.scrypt(digits.encode("ascii"), salt=salt, n=n, r=r, p=p, maxmem=memory, dklen=_HASH_BYTES)


def _memory(n: int, r: int, p: int) -> int:
    """Return the memory that scrypt takes, in bytes."""
    return 128 * r * (n + p + 2)


def to_bytes(record: PinRecord) -> bytes:
    """Return the record as the file's bytes."""
    n, r, p = record.cost
    table = {"format": _FORMAT, "version": _VERSION, "n": n, "r": r, "p": p, "code": record.is_code}
    table |= {"salt": record.salt.hex(), "hash": record.hash.hex(), "failed": record.failed, "waits": record.waits}
    table |= {"left": record.left, "boot": record.boot, "at": record.at}
    return json.dumps(table).encode("ascii").ljust(SIZE - 1) + b"\n"


def of_bytes(data: bytes, wall: float) -> PinRecord:
    """Read the file's bytes. Raises ValueError, KeyError or TypeError.

    `wall` is the wall clock's time in seconds, which the wait in a file of version 1 needs.
    """
    table: Any = read_json(data.decode("ascii")) if len(data) <= MOST_BYTES else {}
    if table["format"] != _FORMAT or type(table["version"]) is not int or table["version"] not in (1, _VERSION):
        raise ValueError("another format")
    n, r, p = (_number(table[name], 1, _MOST_MEMORY) for name in "nrp")
    if n < _LEAST_N or n & (n - 1) or p > _MOST_P or _memory(n, r, p) > _MOST_MEMORY:
        raise ValueError("a cost that is too low or too high")
    salt, found = bytes.fromhex(table["salt"]), bytes.fromhex(table["hash"])
    if len(salt) != _SALT_BYTES or len(found) != _HASH_BYTES:
        raise ValueError("no salt or hash")
    failed, waits = _number(table["failed"], 0, TRIES - 1), _number(table["waits"], 0, 1 << 31)
    record = PinRecord(salt, found, (n, r, p), failed, waits)
    if table["version"] == 1:
        return replace(record, left=max(0.0, _time(table["until"]) - wall), boot=_NO_BOOT)
    boot, is_code = table["boot"], table["code"]
    if type(boot) is not str or len(boot) > _LONGEST_BOOT or type(is_code) is not bool:
        raise ValueError("no start of a machine")
    return replace(record, left=_time(table["left"]), boot=boot, at=_time(table["at"]), is_code=is_code)


def _number(value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError("no number of that kind")
    return value


def _time(value: Any) -> float:
    if type(value) not in (int, float) or not -_LATEST <= value <= _LATEST:
        raise ValueError("no time")
    return float(value)


@dataclass(frozen=True, slots=True)
class PinVerdict:
    """The result of a try, or the state before a try.

    Only `right` gives access. `wrong` leaves `tries` before the next wait, `locked` waits for `seconds` more, and
    `ready` has `tries`. `unset` means that there has never been a PIN. `busy` means that another process uses the file:
    try again.

    With `resets`, all these are about the code that the command line gave for a reset. The verdict `code` says that
    this code was right, so that a PIN can be set.

    Three verdicts need the command line: `lost` (the file is missing), `damaged` (it is unreadable) and `unwritable`
    (the try cannot be counted, so it was not made).
    """

    kind: VerdictKind
    tries: int = 0
    seconds: float = 0.0
    resets: bool = False


class PinError(GameError):
    """A PIN cannot be set or reset. `kind` is "digits" (not the digits of a PIN), "weak", or a verdict's kind."""

    def __init__(self, kind: PinErrorKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class _DamagedError(Exception):
    """The file has no valid PIN record."""


class PinFile:
    """The PIN in the file `path`.

    `clock` returns the seconds since the machine's start. It must be a clock that all processes share and that nobody
    can set. `boot` identifies the start. `wall` returns the wall clock's time in seconds, which only old files need.

    `check` takes about a tenth of a second, mostly without the GIL, so it may run in a thread. While another process
    uses the file, `set` and `reset` wait up to `patience` seconds.
    """

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.monotonic,
        boot: str | None = None,
        patience: float = 0.0,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._path = path
        self._clock = clock
        self._boot = boot_id() if boot is None else boot
        self._patience = patience
        self._wall = wall
        self.was_there = False  # whether there has been a file; if it is missing afterwards, no PIN may be set

    def __repr__(self) -> str:
        return "PinFile()"

    @property
    def is_set(self) -> bool:
        """Return whether there is a PIN; False if the file is damaged."""
        try:
            record = self._read()
        except _DamagedError:
            return False
        return record is not None and not record.is_code

    @property
    def is_unset(self) -> bool:
        """Return whether there is no PIN; False if the file is damaged, because it may have had one."""
        try:
            record = self._read()
        except _DamagedError:
            return False
        return record is None or record.is_code

    def status(self) -> PinVerdict:
        """Return the state before a try: `ready`, `locked`, `unset`, `lost`, `damaged`, `unwritable` or `busy`."""
        return self._guarded(lambda record: self._waiting(record) or _ready(record))

    def check(self, pin: str) -> PinVerdict:
        """Try a PIN, or the code of a reset. Any other text is `wrong`. The verdict is never `ready`."""
        return self._guarded(lambda record: self._waiting(record) or self._try(record, pin))

    def keep_wait(self) -> None:
        """Save the time left of the wait. Call this regularly and at the wait's end.

        After a reboot, time that was not saved has to be waited again.
        """
        with contextlib.suppress(_DamagedError):
            record = self._read()
            if record is not None and record.left > 0:
                self.status()

    def set(self, pin: str, over_damage: bool = False) -> None:
        """Set the PIN, with all tries left. The caller must have identified the operator.

        Raises PinError, also if the file is damaged, because it may have had a PIN. `over_damage` replaces a damaged
        file.
        """
        if not is_pin(pin):
            raise PinError("digits", f"a PIN has {SHORTEST} to {LONGEST} digits, 0 to 9")
        if is_weak(pin):
            raise PinError("weak", "a PIN of one digit, or of digits in a row, is the first that anybody tries")
        record = new_record(pin, _COST)
        with self._changing():
            try:
                self._read()
            except _DamagedError as error:
                if not over_damage:
                    raise PinError("damaged", "the file of the PIN is damaged; set it from the command line") from error
                self._write_anyway(record)
                return
            self._write(record)

    def reset(self) -> str:
        """Forget the PIN and its tries. Return the code for setting a new PIN on the screen. Raises PinError."""
        code = "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
        record = new_record(code, _COST, is_code=True)
        with self._changing():
            self._write_anyway(record)
        return code

    # Internals

    def _guarded(self, act: Callable[[PinRecord], PinVerdict]) -> PinVerdict:
        """Call `act` with the record while no other process uses the file."""
        try:
            if self._read() is None:
                return self._nothing()
            with self._alone():
                record = self._read()  # it may have changed before this process had the lock
                return self._nothing() if record is None else act(record)
        except _DamagedError:
            return PinVerdict("damaged")
        except LockTakenError:
            return PinVerdict("busy")
        except OSError:
            return PinVerdict("unwritable")

    def _nothing(self) -> PinVerdict:
        return PinVerdict("lost" if self.was_there else "unset")

    def _waiting(self, record: PinRecord) -> PinVerdict | None:
        """Return the verdict `locked` while the wait lasts, otherwise None."""
        if record.left <= 0:
            return None
        now = record.waited(self._boot, self._clock())
        is_of_now = record.boot == now.boot and record.at <= now.at
        if not is_of_now or now.left <= 0 or record.left - now.left >= KEEP_EVERY:
            self._write(now)
        return PinVerdict("locked", seconds=now.left, resets=record.is_code) if now.left > 0 else None

    def _try(self, record: PinRecord, pin: str) -> PinVerdict:
        counted = record.counted(self._boot, self._clock())
        self._write(counted)
        if record.matches(pin):
            present = self._read()
            if present is not None and present.is_same(record):  # otherwise the PIN was changed
                with contextlib.suppress(OSError):  # if this fails, the tries stay counted, which is safe
                    self._write(counted.forgiven())
                return PinVerdict("code" if record.is_code else "right")
        if counted.waits > record.waits:
            return PinVerdict("locked", seconds=counted.longest, resets=record.is_code)
        return PinVerdict("wrong", tries=counted.tries, resets=record.is_code)

    def _alone(self, patience: float = 0.0) -> FileLock:
        """Lock the file. Raises LockTakenError and OSError."""
        return FileLock(self._path.with_name(f"{self._path.name}.lock"), patience)

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """A context as `_alone`, but it raises PinError, whose message is for a person."""
        try:
            with self._alone(self._patience):
                yield
        except LockTakenError as error:
            raise PinError("busy", "the PIN is being tried just now; do it again") from error
        except OSError as error:
            raise PinError("unwritable", f"{self._path}: {error.strerror or error}") from error

    def _read(self) -> PinRecord | None:
        """Read the record; None if there is no file. Raises _DamagedError."""
        try:
            data = read_regular(self._path, MOST_BYTES + 1, own=True)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            self.was_there = True
            raise _DamagedError(str(error)) from error
        self.was_there = True
        make_private(self._path)
        try:
            return of_bytes(data, self._wall())
        except (ValueError, KeyError, TypeError) as error:
            raise _DamagedError("it is no file of a PIN") from error

    def _write(self, record: PinRecord) -> None:
        """Write the record. Raises OSError."""
        rewrite_file(self._path, to_bytes(record))
        self.was_there = True

    def _write_anyway(self, record: PinRecord) -> None:
        """Write the record over any file or link at the path. On a full disk, delete this file or link first. Raises
        OSError.
        """
        try:
            self._write(record)
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            remove_file(self._path)
            self._write(record)


def _ready(record: PinRecord) -> PinVerdict:
    return PinVerdict("ready", tries=record.tries, resets=record.is_code)

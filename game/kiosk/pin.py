"""The operator's PIN: a file of its own with its salted hash and the tries at it, read at each try.

A try is counted, on the disk, before it is examined, so killing the program saves no try. A file that is damaged,
replaced, gone or unwritable opens nothing; then only the command line helps (`main.py operator --set-pin`). Nothing
here writes to the log.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from game.core.rules import GameError
from game.kiosk.pin_record import (
    COST,
    LONGEST,
    MOST_BYTES,
    SHORTEST,
    PinRecord,
    is_pin,
    is_weak,
    new_record,
    of_bytes,
    to_bytes,
)
from game.platforms.atomic import NO_ROOM, remove_file, rewrite_file
from game.platforms.files import make_private, read_regular
from game.platforms.locks import FileLock, LockTakenError
from game.platforms.machine import boot_id

CODE_DIGITS = 8
KEEP_EVERY = 30.0  # seconds of a wait after which what is left of it is written
_COST = COST
_AGAIN = 0.02  # seconds from one try at the lock to the next

VerdictKind = Literal["right", "wrong", "locked", "ready", "unset", "code", "lost", "damaged", "unwritable", "busy"]
PinErrorKind = Literal["digits", "weak", "damaged", "unwritable", "busy"]


@dataclass(frozen=True, slots=True)
class PinVerdict:
    """The result of a try, or the state that a try would meet.

    `right` opens, and nothing else does. `wrong` leaves `tries` until the next wait, `locked` waits for `seconds` more;
    `ready` has `tries`. With `resets` all these are about the code that the command line gave when it forgot the PIN;
    `code`: that was right, and lets set a PIN. `unset`: there has never been a PIN. `lost`: there was one, and its file
    is gone; `damaged`: the file is none of ours; `unwritable`: the try cannot be counted, so it was none; for these
    three the operator needs the command line. `busy`: another process is at it; again.
    """

    kind: VerdictKind
    tries: int = 0
    seconds: float = 0.0
    resets: bool = False


class PinError(GameError):
    """A PIN that cannot be set or reset: of a wrong length (`digits`), `weak`, or refused with another verdict."""

    def __init__(self, kind: PinErrorKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class _DamagedError(Exception):
    """The file holds no PIN of ours."""


class PinFile:
    """The PIN in the file `path`. `clock` gives the seconds that the machine has run since its start `boot`, the same
    for all processes; nobody can set it.

    `check` takes about a tenth of a second, most of it without Python's lock: it may run in a thread. Where another
    process is at the file, `set` and `reset` wait for `patience` seconds.
    """

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.monotonic,
        boot: str | None = None,
        patience: float = 0.0,
    ) -> None:
        self._path = path
        self._clock = clock
        self._boot = boot_id() if boot is None else boot
        self._patience = patience
        self.was_there = False  # whether it is known that there was a file; without one nobody may set a PIN then

    def __repr__(self) -> str:
        return "PinFile()"

    @property
    def is_set(self) -> bool:
        """Whether there is a PIN; a damaged file holds none."""
        try:
            record = self._read()
        except _DamagedError:
            return False
        return record is not None and not record.is_code

    @property
    def is_unset(self) -> bool:
        """Whether there is no PIN; a damaged file may have held one."""
        try:
            record = self._read()
        except _DamagedError:
            return False
        return record is None or record.is_code

    def status(self) -> PinVerdict:
        """Return what a try would meet: `ready`, `locked`, `unset`, `lost`, `damaged`, `unwritable` or `busy`."""
        return self._guarded(lambda record: self._waiting(record) or _ready(record))

    def check(self, pin: str) -> PinVerdict:
        """Try a PIN, or the code of a reset; never `ready`. What is no PIN at all is a wrong one."""
        return self._guarded(lambda record: self._waiting(record) or self._try(record, pin))

    def keep_wait(self) -> None:
        """Write the rest of a wait, now and then and at its end: a machine that starts anew begins with that."""
        with contextlib.suppress(_DamagedError):
            record = self._read()
            if record is not None and record.left > 0:
                self.status()

    def set(self, pin: str, over_damage: bool = False) -> None:
        """Let `pin` be the PIN, with all tries. The caller has made sure that it is the operator who asks.

        Raises PinError, also where a damaged file lies there: it may have held a PIN, which `over_damage` forgets.
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
        """Forget the PIN and its tries, whatever the file is; the code with which a new one may be set on the screen.

        Raises PinError.
        """
        code = "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
        record = new_record(code, _COST, is_code=True)
        with self._changing():
            self._write_anyway(record)
        return code

    # Within

    def _guarded(self, act: Callable[[PinRecord], PinVerdict]) -> PinVerdict:
        """What `act` makes of the record, while no other process is at the file."""
        try:
            if self._read() is None:
                return self._nothing()
            with self._alone():
                record = self._read()  # it may have changed until the lock was had
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
        """That it waits still, if it does."""
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
            if present is not None and present.is_same(record):  # else it is another's PIN by now
                with contextlib.suppress(OSError):  # the tries stay counted, which opens nothing
                    self._write(counted.forgiven())
                return PinVerdict("code" if record.is_code else "right")
        if counted.waits > record.waits:
            return PinVerdict("locked", seconds=counted.longest, resets=record.is_code)
        return PinVerdict("wrong", tries=counted.tries, resets=record.is_code)

    @contextlib.contextmanager
    def _alone(self, patience: float = 0.0) -> Iterator[None]:
        """While this lasts no other process counts tries. Raises LockTakenError and OSError."""
        nothing, until = threading.Event(), time.monotonic() + patience
        while True:
            try:
                lock = FileLock(self._path.with_name(f"{self._path.name}.lock"))
                break
            except LockTakenError:
                if time.monotonic() >= until:
                    raise
                nothing.wait(_AGAIN)
        try:
            yield
        finally:
            lock.release()

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """As `_alone`, with errors as a person is told them."""
        try:
            with self._alone(self._patience):
                yield
        except LockTakenError as error:
            raise PinError("busy", "the PIN is being tried just now; do it again") from error
        except OSError as error:
            raise PinError("unwritable", f"{self._path}: {error.strerror or error}") from error

    def _read(self) -> PinRecord | None:
        """What the file holds; None where there is none. Raises _DamagedError."""
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
            return of_bytes(data, time.time())
        except (ValueError, KeyError, TypeError) as error:
            raise _DamagedError("it is no file of a PIN") from error

    def _write(self, record: PinRecord) -> None:
        """Raises OSError."""
        rewrite_file(self._path, to_bytes(record))
        self.was_there = True

    def _write_anyway(self, record: PinRecord) -> None:
        """The same in the place of whatever lies there, which goes where only that makes room. Raises OSError."""
        try:
            self._write(record)
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            remove_file(self._path)
            self._write(record)


def _ready(record: PinRecord) -> PinVerdict:
    return PinVerdict("ready", tries=record.tries, resets=record.is_code)

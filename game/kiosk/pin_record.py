"""The file of the operator's PIN, as bytes and as a record: a salted hash, the tries at it, a wait.

Nothing here reads a file or a clock.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from game.core.safe_json import read_json

SHORTEST, LONGEST = 6, 12  # digits
TRIES = 5  # before a wait
WAITS = (60, 120, 300, 900)  # seconds; the last one again and again
MOST_BYTES = 4_096
SIZE = 512  # bytes; every record is made so long, or a longer one could not be written over it on a full disk
COST = (1 << 15, 8, 1)  # scrypt's n, r and p: 32 MB and about a tenth of a second
_FORMAT, _VERSION = "kissaten-pin", 2
_SALT_BYTES, _HASH_BYTES = 16, 32
_LEAST_N, _MOST_MEMORY = 1 << 14, 1 << 27  # of what a file may ask for; memory in bytes
_MOST_P = 16
_LATEST = 1e15  # seconds; a time beyond it is none
_LONGEST_BOOT = 64
_NO_BOOT = "-"  # a start of the machine that no other is


@dataclass(frozen=True, slots=True, repr=False)
class PinRecord:
    """The content of the file: the hash of a PIN, or with `is_code` of the code with which a new one may be set.

    `failed` are the tries since the last wait, `waits` how many there were since it was last right. Of the present one
    `left` seconds were left when the machine, in its start `boot`, had run for `at`.
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
        """The length of the present wait in all, in seconds; 0 where there was none."""
        return WAITS[min(self.waits, len(WAITS)) - 1] if self.waits else 0

    @property
    def tries(self) -> int:
        """The number of tries until the next wait."""
        return TRIES - self.failed

    def is_same(self, other: PinRecord) -> bool:
        """Whether both are of one PIN."""
        return (self.salt, self.hash, self.cost) == (other.salt, other.hash, other.cost)

    def matches(self, digits: str) -> bool:
        """Whether these are the digits; takes as long as its cost says."""
        return is_pin(digits) and hmac.compare_digest(hash_digits(digits, self.salt, self.cost), self.hash)

    def counted(self, boot: str, now: float) -> PinRecord:
        """Return the record with one more try, which is wrong until it is known to be right."""
        if self.failed + 1 < TRIES:
            return replace(self, failed=self.failed + 1)
        locked = replace(self, failed=0, waits=self.waits + 1)
        return replace(locked, left=float(locked.longest), boot=boot, at=now)

    def forgiven(self) -> PinRecord:
        """Return the record with all tries and no wait."""
        return replace(self, failed=0, waits=0, left=0.0)

    def waited(self, boot: str, now: float) -> PinRecord:
        """Return the record with the present rest of the wait. After another start of the machine the whole rest begins
        again. Where a start has no name, the machine's time since the start counts: it is never more than has passed.
        """
        left = min(self.left, float(self.longest))
        passed = now - self.at if boot == self.boot and now >= self.at else 0.0
        return replace(self, left=max(0.0, left - passed), boot=boot, at=now)


def new_record(digits: str, cost: tuple[int, int, int], is_code: bool = False) -> PinRecord:
    """A record of these digits, with all tries."""
    salt = os.urandom(_SALT_BYTES)
    return PinRecord(salt, hash_digits(digits, salt, cost), cost, is_code=is_code)


def is_pin(text: str) -> bool:
    """Whether it has as many digits as a PIN, and nothing else."""
    return re.fullmatch(f"[0-9]{{{SHORTEST},{LONGEST}}}", text) is not None


def is_weak(pin: str) -> bool:
    """Whether it is one of those that are guessed first: one digit again and again, a run up or down, also past 9."""
    digits = [int(digit) for digit in pin]
    steps = {(after - before) % 10 for before, after in pairwise(digits)}
    return steps in ({0}, {1}, {9})


def hash_digits(digits: str, salt: bytes, cost: tuple[int, int, int]) -> bytes:
    """The hash of the digits."""
    n, r, p = cost
    memory = _memory(*cost) + (1 << 20)
    return hashlib.scrypt(digits.encode("ascii"), salt=salt, n=n, r=r, p=p, maxmem=memory, dklen=_HASH_BYTES)


def _memory(n: int, r: int, p: int) -> int:
    """The bytes that scrypt takes."""
    return 128 * r * (n + p + 2)


def to_bytes(record: PinRecord) -> bytes:
    """The record as its file has it."""
    n, r, p = record.cost
    table = {"format": _FORMAT, "version": _VERSION, "n": n, "r": r, "p": p, "code": record.is_code}
    table |= {"salt": record.salt.hex(), "hash": record.hash.hex(), "failed": record.failed, "waits": record.waits}
    table |= {"left": record.left, "boot": record.boot, "at": record.at}
    return json.dumps(table).encode("ascii").ljust(SIZE - 1) + b"\n"


def of_bytes(data: bytes, wall: float) -> PinRecord:
    """Read the bytes of the file. Raises ValueError, KeyError or TypeError.

    `wall` is the time of the clock on the wall in seconds, by which a file of version 1 has its wait.
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

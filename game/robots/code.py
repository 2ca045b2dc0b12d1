"""A short code for a set-up: typed in elsewhere, it gives the same board, chips and placement.

Sheets, placement and seed become one whole number, a check is put before it, and both are written in base 32 without
letters that look like digits, as in "7K2M-9QXB-04". The other options (players, clocks, rules) are not part of it.
The code of a board of DriftingDroids is that program's own.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from game.core.rules import GameError, PuzzleError
from game.core.spec import TextGame
from game.robots.assembly import GENERATED, QUARTERS, PlacedSheet, box, chosen_sheets
from game.robots.board import CELLS, COLOURS, xy
from game.robots.drifting_droids import NAME, clean_droids_code, is_droids_code, read_droids_code, write_droids_code
from game.robots.placement import placement_cells
from game.robots.state import State

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKALIKES: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_GROUP: Final = 4
_CHECKS: Final = len(ALPHABET) ** 2
_VERSIONS: Final = 4
_VERSION: Final = 1  # to be raised when the box or what chance does changes: old codes would give other boards
_BOX, _MADE, _CHOSEN = range(3)
_SOURCES: Final = 3


class CodeError(GameError):
    """A text that is no code, or one that was mistyped."""


class _Packer:
    """Puts numbers into one, the first in the lowest place."""

    def __init__(self) -> None:
        self.value = 0
        self._weight = 1

    def put(self, number: int, size: int) -> None:
        """Put a number from 0 to `size` - 1."""
        self.value += number * self._weight
        self._weight *= size

    def put_rest(self, number: int) -> None:
        """Put a number of any size; the last one."""
        self.value += number * self._weight


@dataclass(slots=True)
class _Unpacker:
    """Takes numbers out in the order in which they were put."""

    value: int

    def take(self, size: int) -> int:
        """The next number, which is from 0 to `size` - 1."""
        self.value, number = divmod(self.value, size)
        return number


def encode(options: Mapping[str, Any], seed: int) -> str:
    """The code for the `reflectors`, `sheets` and `placement` in complete options, and for a seed."""
    sheets, placement = options["sheets"], options["placement"]
    if is_droids_code(sheets):
        return sheets
    source = _BOX if sheets is None else _MADE if sheets == GENERATED else _CHOSEN
    packer = _Packer()
    packer.put(_VERSION, _VERSIONS)
    packer.put(source, _SOURCES)
    packer.put(int(options["reflectors"]), 2)
    packer.put(int(placement is not None), 2)
    if source == _CHOSEN:
        for side in sorted(chosen_sheets(sheets), key=lambda side: side.turns):
            packer.put(list(box()).index(side.sheet.id), len(box()))
    if placement is not None:
        for cell in placement_cells(placement):
            packer.put(cell, CELLS)
    packer.put_rest(2 * seed if seed >= 0 else -2 * seed - 1)
    return _write(packer.value)


def decode(code: str) -> tuple[dict[str, Any], int]:
    """The options `reflectors`, `sheets` and `placement` and the seed that `code` stands for. Raises CodeError."""
    if is_droids_code(code):
        return {"reflectors": False, "sheets": _checked(code), "placement": None}, 0
    unpacker = _Unpacker(_read(code))
    if unpacker.take(_VERSIONS) != _VERSION:
        raise CodeError(f"{code!r} is a code of another version of this game")
    source = unpacker.take(_SOURCES)
    reflectors, by_hand = bool(unpacker.take(2)), bool(unpacker.take(2))
    sheets: str | list[str] | None = GENERATED if source == _MADE else None
    if source == _CHOSEN:
        known = list(box().values())
        sheets = [PlacedSheet(known[unpacker.take(len(known))], turns).name for turns in range(QUARTERS)]
    placement = {colour: list(xy(unpacker.take(CELLS))) for colour in COLOURS} if by_hand else None
    half, odd = divmod(unpacker.value, 2)
    return {"reflectors": reflectors, "sheets": sheets, "placement": placement}, -half - 1 if odd else half


def read_text(text: str) -> Sequence[TextGame] | None:
    """The board of DriftingDroids in a text, to practise on; None without a code. Raises CodeError."""
    if not is_droids_code(text):
        return None
    options, _ = decode(text)
    return [TextGame({"players": 1, **options})]


def write_text(state: State, actions: Sequence[str]) -> str:
    """The board as it lies, for DriftingDroids; "" where it has reflectors."""
    return "" if state.board.reflectors else write_droids_code(state.board, state.robots, state.chip)


def _checked(code: str) -> str:
    """The code of DriftingDroids in a text. Raises CodeError."""
    try:
        read_droids_code(code)
    except PuzzleError as error:
        raise CodeError(f"{NAME}: {error}") from None
    return clean_droids_code(code)


def _write(value: int) -> str:
    digits = []
    rest = value * _CHECKS + _check(value)
    while rest:
        rest, digit = divmod(rest, len(ALPHABET))
        digits.append(ALPHABET[digit])
    text = "".join(digits)
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def _read(code: str) -> int:
    rest = 0
    for letter in reversed(code.upper().translate(_LOOKALIKES)):
        if letter not in ALPHABET:
            raise CodeError(f"{code!r}: {letter!r} is in no code")
        rest = rest * len(ALPHABET) + ALPHABET.index(letter)
    value, check = divmod(rest, _CHECKS)
    if not value or check != _check(value):
        raise CodeError(f"{code!r} has a typing mistake: its letters do not fit together")
    return value


def _check(value: int) -> int:
    return zlib.crc32(str(value).encode()) % _CHECKS

"""Bytes as letters that a QR code packs best (RFC 9285): two bytes are three of 45 letters, a last one is two."""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_VALUES = {letter: value for value, letter in enumerate(ALPHABET)}
_BASE = len(ALPHABET)
_GROUP = 3  # letters of two bytes


class Base45Error(ValueError):
    """Letters that stand for no bytes. `index` is of the one that cannot stand there, None where some are missing."""

    def __init__(self, index: int | None) -> None:
        super().__init__("letters are missing" if index is None else f"letter {index} cannot stand there")
        self.index = index


def encode(data: bytes) -> str:
    """The letters for `data`. The last one is never a space, which is one of the letters."""
    letters = []
    for start in range(0, len(data), 2):
        pair = data[start : start + 2]
        number = int.from_bytes(pair, "big")
        for _ in range(len(pair) + 1):
            number, value = divmod(number, _BASE)
            letters.append(ALPHABET[value])
    return "".join(letters)


def decode(text: str) -> bytes:
    """The bytes that `text` stands for. Raises Base45Error."""
    for index, letter in enumerate(text):
        if letter not in _VALUES:
            raise Base45Error(index)
    if len(text) % _GROUP == 1:
        raise Base45Error(None)
    data = bytearray()
    for start in range(0, len(text), _GROUP):
        group = text[start : start + _GROUP]
        number = sum(_VALUES[letter] * _BASE**place for place, letter in enumerate(group))
        size = len(group) - 1
        if number >= 256**size:
            raise Base45Error(start + size if len(group) == _GROUP else None)
        data += number.to_bytes(size, "big")
    return bytes(data)


def decode_beginning(text: str) -> bytes:
    """The bytes of the longest beginning of `text` that stands for any."""
    end = len(text)
    while True:
        try:
            return decode(text[:end])
        except Base45Error as error:
            end = (end - 1 if error.index is None else error.index) // _GROUP * _GROUP

"""A game as one line of text that fits a QR code: everything in its record except the times of the actions.

`KISSATEN1:` is followed by base45 (RFC 9285) of these parts: a checksum, the length of the game's id, the id, and a
deflated part. The deflated part holds the record's fields as one line of JSON, then the actions, which the game's
dictionary encodes as bytes. docs/game-code.md has the details. Codes cannot be trusted: they are checked before
unpacking, unpacked with a limit, and played through before they are shown.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace
from itertools import accumulate
from string import ascii_lowercase, ascii_uppercase

from game.core.decode import read_json, write_json
from game.core.dictionary import Dictionary
from game.core.incremental import Incremental, run_to_end
from game.core.plain_text import plain
from game.core.record import FORMAT, VERSION, Record, record_from_json
from game.core.rules import GameError, RecordError
from game.core.spec import GameSpec
from game.records.validation import RecordFileError, TwoReadingsError, from_file
from game.registry import GAMES, texts_of

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_VALUES = {letter: value for value, letter in enumerate(ALPHABET)}
_BASE = len(ALPHABET)
_GROUP = 3  # letters that encode two bytes
SIGN = "KISSATEN"
CODE_VERSION = "1"
START = f"{SIGN}{CODE_VERSION}:"
NAME = "The code"  # the name of the source in errors
MAX_BYTES = 100_000  # of an unpacked game; a game of a thousand actions takes 2 kB
MAX_LETTERS = MAX_BYTES * 3 // 2
USUAL = (
    '"seat_changes":[{"ply":1,"seat":0,"before":{"kind":"human","name":"","identity":"circle"}}]"engine":"'
    '"device":"mouse""device":"touch""device":"table""device":"keyboard""device":"pad101"'
    '"name":"@sora","identity":"cross"},{"kind":"human","name":"@kai","identity":"star"},'
    '{"kind":"human","name":"@yui","identity":"hexagon"},{"kind":"human","name":"@nagi","identity":"moon"},'
    '"result":null,"played""result":{"winners":[],"reason":"draw"}"result":{"winners":[0,1],"reason":"resign"},'
    '"seats":[{"kind":"ai","level":4,"name":"@mio","identity":"triangle","device":"pad3"},'
    '{"kind":"ai","level":5,"name":"@haru","identity":"diamond","device":"pad4"},'
    '"seed":0,"seats":[{"kind":"human","name":"@aoi","identity":"circle","device":"pad1"},'
    '{"kind":"ai","level":3,"name":"@ren","identity":"square"},'
    '{"kind":"human","name":"@ren","identity":"square","device":"pad2"}],'
    '"result":{"winners":[1],"reason":"result":{"winners":[0],"reason":"goal"},"played":"2026-11-26T18:00:00+00:00"}'
)
"""Frequent text of records, for deflate's preset dictionary. It must not change: existing codes depend on it."""
_CAPITALS = str.maketrans(ascii_lowercase, ascii_uppercase)
_SIGN = re.compile(rf"{SIGN}([0-9]{{1,3}}):", re.ASCII | re.IGNORECASE)
_WORD = re.compile("[0-9A-Z]")
_QUOTED = re.compile(r"^[ \t]*(>[ \t]?)+")
_CHECK = 4  # bytes of the checksum
_PAIR, _LETTERS = 2, 3  # two bytes are encoded in three letters
_KNOWN_BY_CODE = ("format", "version", "game", "actions", "times")


class Base45Error(ValueError):
    """Invalid base45. `index` is the index of the wrong letter, None if letters are missing."""

    def __init__(self, index: int | None) -> None:
        super().__init__("letters are missing" if index is None else f"letter {index} cannot stand there")
        self.index = index


def encode(data: bytes) -> str:
    """Encode `data` as base45. A space is one of its letters, but the result never ends with a space."""
    letters = []
    for start in range(0, len(data), 2):
        pair = data[start : start + 2]
        number = int.from_bytes(pair, "big")
        for _ in range(len(pair) + 1):
            number, value = divmod(number, _BASE)
            letters.append(ALPHABET[value])
    return "".join(letters)


def decode(text: str) -> bytes:
    """Decode `text` to bytes. Raises Base45Error."""
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
    """Decode the longest valid beginning of `text`."""
    end = len(text)
    while True:
        try:
            return decode(text[:end])
        except Base45Error as error:
            end = (end - 1 if error.index is None else error.index) // _GROUP * _GROUP


def has_code(text: str) -> bool:
    """Return whether `text` contains a code, or a game as another program writes it. Either may be damaged."""
    if _SIGN.search(plain(text)) is not None:
        return True
    try:
        return bool(_of_others(text, NAME, GAMES))
    except RecordFileError:
        return True


def pack(record: Record, games: Mapping[str, GameSpec] = GAMES) -> str:
    """Return the code for a record of one of `games`."""
    dictionary = games[record.game].dictionary
    table = json.loads(replace(record, times=()).to_json())
    fields = {name: value for name, value in table.items() if name not in _KNOWN_BY_CODE}
    whole = write_json(fields) + b"\n" + (dictionary or Dictionary()).pack(record.actions)
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, preset(dictionary))
    name = record.game.encode()
    body = bytes([len(name)]) + name + squeezer.compress(whole) + squeezer.flush()
    return START + encode(_checksum(body) + body)


def preset(dictionary: Dictionary | None) -> bytes:
    """Return deflate's preset dictionary for records of a game with this dictionary; empty without one."""
    return b"" if dictionary is None else (USUAL + dictionary.usual).encode()


def unpack(text: str, name: str = NAME, games: Mapping[str, GameSpec] = GAMES, rows: str = "") -> Record:
    """Read the game of the code in `text`, checked to its last action, without times of actions.

    Raises RecordFileError, whose message names the source as `name`. Texts of other programs are read, too. If such a
    text may be two games, `rows` chooses one by its numbering of rows; without a choice, TwoReadingsError is raised.
    """
    return chosen(lambda: run_to_end(unpack_in_steps(text, name, games)), rows)


def chosen(read: Callable[[], Record], rows: str) -> Record:
    """Return the game from `read`; if there are two readings, the one that `rows` names. Raises RecordFileError."""
    try:
        return read()
    except TwoReadingsError as error:
        if rows not in error.readings:
            raise
        return run_to_end(from_file(error.readings[rows], error.file))


def unpack_in_steps(text: str, name: str = NAME, games: Mapping[str, GameSpec] = GAMES) -> Incremental[Record]:
    """Unpack as `unpack` does, one action at a time."""
    return (yield from from_file(unpack_unchecked(text, name, games), name))


def unpack_unchecked(text: str, name: str = NAME, games: Mapping[str, GameSpec] = GAMES) -> Record:
    """Read the record of the code in `text` without playing it through. Raises RecordFileError."""
    text = plain(text)
    found = _SIGN.search(text)
    if found is None:
        readings = _of_others(text, name, games)
        if len(readings) > 1:
            raise TwoReadingsError(name, readings)
        for record in readings.values():
            return record
        raise RecordFileError("foreign", name)
    if found[1] != CODE_VERSION:
        raise RecordFileError("code_version", name, found[1])
    rest = text[found.end() :]
    if len(rest) > MAX_LETTERS:
        raise RecordFileError("too_large", name, f"more than {MAX_BYTES}")
    wrong: RecordFileError | None = None
    for letters, ends in _readings(rest):
        try:
            return _record(letters, ends, name, games)
        except RecordFileError as error:
            wrong = wrong or error
    assert wrong is not None
    raise wrong


def _of_others(text: str, name: str, games: Mapping[str, GameSpec]) -> dict[str, Record]:
    """Return the games that another program's text may be, by the name of the reading. Raises RecordFileError."""
    if len(text) > MAX_LETTERS:
        return {}
    for spec in games.values():
        try:
            texts = texts_of(spec)
            found = None if texts is None else texts.read_text(text)
        except GameError as error:
            raise RecordFileError("text", name, detail=str(error)) from error
        if found is not None:
            return {one.rows: Record(spec.id, one.options, actions=one.actions) for one in found}
    return {}


def _readings(text: str) -> Iterator[tuple[str, Set[int]]]:
    """Yield the ways to read a forwarded text, because mail programs break lines and put signs before them.

    Each way has the letters, and the set of places where lines end.
    """
    text = text.rstrip().lstrip("\r\n\t").translate(_CAPITALS)
    lines = [_QUOTED.sub("", line) for line in text.splitlines()] or [""]
    yield "".join(lines), set(accumulate(map(len, lines)))
    if len(lines) > 1:
        yield " ".join(lines), set()  # for a line that was broken at a space


def _record(letters: str, ends: Set[int], name: str, games: Mapping[str, GameSpec]) -> Record:
    """Read the record in `letters`. Raises RecordFileError."""
    body = _body(letters, ends, name)
    end = 1 + body[0]
    game = body[1:end].decode("utf-8", "replace")
    spec = games.get(game)
    if spec is None:
        raise RecordFileError("game", name, detail=repr(game))
    whole = _inflated(body[end:], preset(spec.dictionary), name)
    head, _, actions = whole.partition(b"\n")
    try:
        fields = read_json(head.decode("utf-8", "surrogatepass"))
        if not isinstance(fields, dict):
            raise ValueError("expected an object")
        texts = list((spec.dictionary or Dictionary()).unpack(actions))
        known = {"format": FORMAT, "version": VERSION, "game": game, "actions": texts, "times": []}
        return record_from_json(json.dumps({**fields, **known}), name)
    except RecordError as error:
        raise RecordFileError("field", name, detail=str(error).removeprefix(f"{name}: ")) from error
    except ValueError as error:
        raise RecordFileError("field", name, detail=str(error)) from error


def _body(letters: str, ends: Set[int], name: str) -> bytes:
    """Return the bytes after a valid checksum. Text that follows the code is left out. Raises RecordFileError."""
    body = _longest_body(letters, ends)
    if body is not None:
        return body
    try:
        decode(letters)
    except Base45Error as error:
        if error.index is not None:
            raise RecordFileError("letter", name, str(len(START) + error.index + 1), letters[error.index]) from error
    raise RecordFileError("mistyped", name)


def _longest_body(letters: str, ends: Set[int]) -> bytes | None:
    """Return the body of the longest beginning of `letters` with a valid checksum; None if there is none.

    The beginning must end at the end of a word, or at one of the `ends` of lines.
    """
    data = decode_beginning(letters)
    wanted, checksum, found = int.from_bytes(data[:_CHECK], "big"), 0, None
    for end in range(_CHECK, len(data) + 1, _PAIR):
        at = end // _PAIR * _LETTERS
        if checksum == wanted and end > _CHECK and (at in ends or not _WORD.match(letters, at)):
            found = data[_CHECK:end]
        # The code may also end here, with a single byte in two letters.
        last, at = decode_beginning(letters[at : at + _PAIR]), at + _PAIR
        if last and zlib.crc32(last, checksum) == wanted and (at in ends or not _WORD.match(letters, at)):
            found = data[_CHECK:end] + last
        checksum = zlib.crc32(data[end : end + _PAIR], checksum)
    return found


def _inflated(data: bytes, known: bytes, name: str) -> bytes:
    """Inflate `data` with the preset dictionary `known`, to at most MAX_BYTES. Raises RecordFileError."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS, known)
    try:
        whole = inflater.decompress(data, MAX_BYTES + 1)
    except zlib.error as error:
        raise RecordFileError("mistyped", name) from error
    if len(whole) > MAX_BYTES:
        raise RecordFileError("too_large", name, f"more than {MAX_BYTES}")
    if not inflater.eof or inflater.unused_data:
        raise RecordFileError("mistyped", name)
    return whole


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(_CHECK, "big")

"""What phones, server and table say to each other, there and back, whatever else may come, and in which frames."""

import asyncio
import functools
import json
import os
import random
import struct
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core.decode import MaxLength, Pattern, Range
from game.match_setup import clean_name
from game.phones import messages, protocol
from game.phones.gate import REFUSED, FrameReader
from game.phones.messages import Hello, Joined
from game.phones.protocol import WireError, text
from game.phones.snapshot import PhoneBar, PhoneBoard, PhoneButton, PhoneCell, PhonePerson, PhonePiece, Snapshot, cut
from tests.phones.servers import answer_of, raw, until, upgrade
from tests.stores import PATIENCE
from tests.tables import rows

pytestmark = pytest.mark.quick

DIRECTIONS: dict[str, tuple[dict[str, type], Callable]] = {
    "phone": (protocol.PHONE, protocol.from_phone),
    "page": (protocol.PAGE, protocol.to_phone),
    "server": (protocol.SERVER, protocol.from_server),
    "table": (protocol.TABLE, protocol.from_table),
}
EVERY_KIND = [(kind, parse, False) for kinds, parse in DIRECTIONS.values() for kind in kinds.values()]
OF_ONE_PHONE = [
    *((kind, protocol.from_server, True) for kind in protocol.DONE.values()),
    *((kind, protocol.from_table, True) for kind in protocol.FOR_PHONE.values()),
]
PRESS = '{"kind":"press","number":1,"decision":2,"button":"up"}'
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)


def instances(kind):
    """Instances by chance of a class whose fields are annotated as game/core/decode.py reads them."""
    hints = get_type_hints(kind, include_extras=True)
    return st.builds(kind, **{field.name: values(hints[field.name]) for field in fields(kind)})


@functools.cache
def values(hint):
    """Values of an annotation."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return limited(parts[0], parts[1:])
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is tuple:
        return st.lists(values(parts[0]), max_size=3).map(tuple)
    if origin in (Union, types.UnionType):
        return st.one_of([values(part) if part is not types.NoneType else st.none() for part in parts])
    if is_dataclass(hint):
        return instances(hint)
    return {str: TEXTS, bool: st.booleans(), int: st.integers(), float: st.floats(-1e6, 1e6)}[hint]


def limited(inner, limits):
    found = values(inner)
    for limit in limits:
        if isinstance(limit, Pattern):
            found = st.from_regex(limit.pattern, fullmatch=True)
        elif isinstance(limit, Range):
            whole = inner is int
            found = st.integers(int(limit.low), int(limit.high)) if whole else st.floats(limit.low, limit.high)
        elif isinstance(limit, MaxLength):
            found = found.map(lambda value, most=limit.most: value[:most])
    return found


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("kind", "parse", "of_one"), [*EVERY_KIND, *OF_ONE_PHONE], ids=lambda part: getattr(part, "__name__", "")
)
def test_every_message_comes_back_as_it_was(kind, parse, of_one):
    @settings(max_examples=15, suppress_health_check=list(HealthCheck), database=None)
    @given(instances(kind))
    def there_and_back(message):
        message = messages.PhoneMessage(3, message) if of_one else message
        try:
            sent = protocol.text(message)
        except WireError:
            return  # a snapshot of more than its bytes
        assert parse(sent) == message
        assert parse(sent.encode()) == message

    there_and_back()


@settings(max_examples=60)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda v: st.lists(v) | st.dictionaries(st.text(), v)
    )
)
def test_any_other_json_is_no_message(value):
    for _, parse in DIRECTIONS.values():
        with pytest.raises(WireError):
            parse(json.dumps(value))


def damaged(sent, chance):
    """A message of which some bytes are others, missing, doubled or cut off."""
    data = bytearray(sent.encode())
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            data[place : place + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            del data[place : place + chance.randint(1, 6)]
        elif kind == 2:
            data[place:place] = data[max(0, place - 9) : place]
        elif kind == 3:
            del data[place:]
        else:
            data[place:place] = chance.choice(
                [b"null", b"-1", b"1e999", b'"', b"[[", b"{", b"\xff", b"\\ud800", b"NaN"]
            )
    return bytes(data)


def test_ten_thousand_damaged_messages_raise_nothing_else():
    chance = random.Random(47810)
    snapshot = Snapshot("board", "ja", PhonePerson("star", "カイ"), 3, buttons=(PhoneButton("a", "置く"),))
    whole = [
        (PRESS, protocol.from_phone),
        ('{"kind":"prefer","language":"ja"}', protocol.from_phone),
        ('{"kind":"hello","code":"K7Q4-2MVD","watching":true}', protocol.from_phone),
        ('{"kind":"tap","number":1,"decision":2,"x":0.25,"y":0.5,"cell":"e3","done":false}', protocol.from_phone),
        (protocol.text(messages.PhoneMessage(3, snapshot)), protocol.from_table),
        (protocol.text(messages.PhoneMessage(3, messages.Press(1, 2, "up"))), protocol.from_server),
        (protocol.text(messages.Joined(messages.Ticket(3, "0" * 64))), protocol.from_server),
    ]
    refused = 0
    for count in range(10_000):
        sent, parse = whole[count % len(whole)]
        try:
            parse(damaged(sent, chance))
        except WireError:
            refused += 1
    assert refused > 8_000  # the others are messages still


TOO_LONG = (
    '{"kind":"rename","name":"' + "n" * 81 + '"}',
    '{"kind":"leave"' + " " * protocol.PHONE_BYTES + "}",
    '{"kind":"leave"}'.ljust(protocol.PHONE_BYTES - 1, " ") + "ああ",
    "[" * 200 + "]" * 200,
    '{"kind":"press","number":' + "9" * 5_000 + ',"decision":2,"button":"up"}',
)


@pytest.mark.parametrize(
    "sent",
    [
        '{"kind":"of","phone":0,"message":{"kind":"fetch"}}',
        '{"kind":"of","message":{"kind":"fetch"}}',
        '{"kind":"of","phone":1,"message":{"kind":"hello"}}',
        '{"kind":"of","phone":1,"message":{"kind":"of","phone":1,"message":{"kind":"fetch"}}}',
        '{"kind":"of","phone":1,"message":"fetch"}',
        '{"kind":"fetch"}',
    ],
)
def test_what_the_server_may_not_say_of_a_phone(sent):
    protocol.from_server('{"kind":"of","phone":1,"message":{"kind":"fetch"}}')
    with pytest.raises(WireError):
        protocol.from_server(sent)


@pytest.mark.parametrize(
    "sent", ["", *map("".join, rows("no_messages_of_phones", 1)), *TOO_LONG], ids=lambda sent: sent[:40]
)
def test_what_a_phone_may_not_say(sent):
    protocol.from_phone(PRESS)
    with pytest.raises(WireError):
        protocol.from_phone(sent)


def test_the_longest_name_that_a_phone_may_give_reaches_the_table():
    named = messages.PhoneMessage(1, messages.Named(clean_name("n" * 80)))
    assert protocol.from_server(protocol.text(named)) == named


def test_what_is_too_large_is_not_sent():
    cells = tuple(PhoneCell(f"cell-{i}-of-a-board", i / 200, i / 200, "offered") for i in range(128))
    board = messages.PhoneMessage(1, Snapshot("board", "en", board=None))
    assert protocol.from_table(protocol.text(board)) == board
    with pytest.raises(WireError, match="bytes"):
        protocol.text(messages.PhoneMessage(1, Snapshot("board", "en", board=PhoneBoard("walnut", 0.1, cells=cells))))


def test_a_board_of_nine_by_nine_has_room():
    cells = tuple(
        PhoneCell(f"{'abcdefghi'[i % 9]}{i // 9 + 1}", round(i % 9 / 9, 4), round(i // 9 / 9, 4)) for i in range(81)
    )
    bars = tuple(PhoneBar(0.1234, 0.1234, 0.1234, 90, owner="triangle") for _ in range(20))
    pieces = tuple(PhonePiece(0.1234, 0.1234, "pawn", "triangle") for _ in range(4))
    board = PhoneBoard("walnut", 0.0832, cells=cells, bars=bars, pieces=pieces, anywhere=True)
    buttons = tuple(PhoneButton(f"button-{i}", "ボタンの長い名前です", glyph="undo") for i in range(8))
    show = messages.PhoneMessage(1, Snapshot("board", "ja", PhonePerson("star", "カイ"), buttons=buttons, board=board))
    assert len(protocol.text(show).encode()) < 7_000


def test_long_words_are_cut():
    assert cut("Concede", 7) == "Concede"
    assert cut("Concede it", 7) == "Conced…"
    assert cut("To the bell", 4) == "To…"


# Frames


PROTOCOL_ERROR = 1002


def frame(payload, masked=True, opcode=1):
    """A frame of a client."""
    size = len(payload)
    bit = 0x80 if masked else 0
    if size < 126:
        head = bytes([0x80 | opcode, bit | size])
    elif size < 65_536:
        head = bytes([0x80 | opcode, bit | 126]) + struct.pack("!H", size)
    else:
        head = bytes([0x80 | opcode, bit | 127]) + struct.pack("!Q", size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


sizes = st.sampled_from([0, 1, 125, 126, 127, 300, 65_535, 65_536])


@given(st.lists(sizes, max_size=4), st.lists(st.integers(1, 400), max_size=30), st.booleans())
def test_masked_frames_pass_however_they_are_cut_and_nothing_after_one_without_a_mask(frames, cuts, ends_badly):
    good = b"".join(frame(bytes(size)) for size in frames)
    sent = good + (frame(b"unmasked", masked=False) + frame(b"after") if ends_badly else b"")
    following, read = FrameReader(), b""
    for size in cuts:
        read += following.checked(sent[:size])
        sent = sent[size:]
    read += following.checked(sent)
    assert read == good + (REFUSED if ends_badly else b"")
    assert not ends_badly or following.checked(b"more") == b""


class CountedBytes(bytes):
    """Bytes that note in `copied` how many of them are copied, also out of their parts."""

    copied: list[int]

    def __getitem__(self, key):
        part = super().__getitem__(key)
        if isinstance(key, int):
            return part
        self.copied.append(len(part))
        return self._beside(part)

    def __radd__(self, before):
        return self._beside(before + bytes(self))

    def _beside(self, part):
        found = CountedBytes(part)
        found.copied = self.copied
        return found


def test_thousands_of_small_frames_in_one_chunk_are_not_copied_for_each_of_them():
    sent = CountedBytes(frame(b"") * 3_000)
    sent.copied = []
    assert FrameReader().checked(sent) == sent
    assert sum(sent.copied) <= 2 * len(sent)


async def raw_socket(loopback, early=b""):
    """Open a websocket of which the test writes every byte. Return its ends, and the answer of HTTP."""
    reader, writer = await raw(loopback, upgrade(loopback) + early)
    return reader, writer, await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)


async def close_code(connection):
    """Return the code of the frame that closes a websocket."""
    heard = await answer_of(connection)
    place = heard.index(b"\x88")
    connection[1].close()
    return struct.unpack("!H", heard[place + 2 : place + 4])[0]


async def test_a_hello_without_a_mask_is_a_protocol_error(loopback):
    reader, writer, _ = await raw_socket(loopback)
    writer.write(frame(text(Hello(loopback.code)).encode(), masked=False))
    assert await close_code((reader, writer)) == PROTOCOL_ERROR and not loopback.heard(Joined)


async def test_a_seated_phone_that_sends_without_a_mask_is_closed_too(loopback):
    for bad in (frame(b"{}", masked=False), frame(b"", masked=False, opcode=9), frame(b"", masked=False, opcode=8)):
        reader, writer, _ = await raw_socket(loopback)
        writer.write(frame(text(Hello(loopback.code)).encode()))
        before = len(loopback.heard(Joined))
        await until(lambda before=before: len(loopback.heard(Joined)) > before)
        writer.write(bad)
        assert await close_code((reader, writer)) == PROTOCOL_ERROR


async def test_frames_before_the_answer_are_refused(loopback):
    reader, writer, answer = await raw_socket(loopback, early=frame(b"{}", masked=False))
    assert b" 400 " in answer.splitlines()[0]
    assert await answer_of((reader, writer)) == b""
    writer.close()

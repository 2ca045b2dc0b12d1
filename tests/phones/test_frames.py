"""Frames without a mask, byte by byte and at the real server."""

import asyncio
import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.phones.gate import REFUSED, FrameReader
from game.phones.messages import Hello, Joined
from game.phones.protocol import text
from tests.phones.servers import answer_of, raw, until, upgrade
from tests.stores import PATIENCE

pytestmark = pytest.mark.quick

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
    for cut in cuts:
        read += following.checked(sent[:cut])
        sent = sent[cut:]
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

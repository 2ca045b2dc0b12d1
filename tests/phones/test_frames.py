"""Frames without a mask, byte by byte and at the real server."""

import asyncio
import base64
import contextlib
import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.phones.gate import REFUSED, FrameReader
from game.phones.messages import Hello, Joined
from game.phones.protocol import text
from tests.phones.servers import until
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


class RawSocket:
    """A websocket of which the test writes every byte."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.answer = b""

    @classmethod
    async def of(cls, loopback, early=b""):
        reader, writer = await asyncio.open_connection(loopback.server.address, loopback.server.port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /socket HTTP/1.1",
            f"Host: {loopback.host}",
            f"Origin: {loopback.origin}",
            "Connection: Upgrade",
        ]
        lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", ""]
        writer.write("\r\n".join(lines).encode() + early)
        found = cls(reader, writer)
        found.answer = await asyncio.wait_for(reader.readline(), PATIENCE)
        while (await asyncio.wait_for(reader.readline(), PATIENCE)).strip():
            pass
        return found

    async def closed_with(self):
        """The code of the frame that closes it."""
        heard = await asyncio.wait_for(self.reader.read(), PATIENCE)
        place = heard.index(b"\x88")
        return struct.unpack("!H", heard[place + 2 : place + 4])[0]

    def close(self):
        self.writer.close()


async def test_a_hello_without_a_mask_is_a_protocol_error(loopback):
    hello = text(Hello(loopback.code)).encode()
    socket = await RawSocket.of(loopback)
    socket.writer.write(frame(hello, masked=False))
    assert await socket.closed_with() == PROTOCOL_ERROR and not loopback.heard(Joined)
    socket.close()


async def test_a_seated_phone_that_sends_without_a_mask_is_closed_too(loopback):
    hello = text(Hello(loopback.code)).encode()
    for bad in (frame(b"{}", masked=False), frame(b"", masked=False, opcode=9), frame(b"", masked=False, opcode=8)):
        socket = await RawSocket.of(loopback)
        socket.writer.write(frame(hello))
        before = len(loopback.heard(Joined))
        await until(lambda before=before: len(loopback.heard(Joined)) > before)
        socket.writer.write(bad)
        assert await socket.closed_with() == PROTOCOL_ERROR
        socket.close()


async def test_frames_before_the_answer_are_refused(loopback):
    socket = await RawSocket.of(loopback, early=frame(b"{}", masked=False))
    assert b" 400 " in socket.answer
    with contextlib.suppress(ConnectionError):
        assert await socket.reader.read() == b""
    socket.close()

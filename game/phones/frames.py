"""Check the masks of a websocket's frames. It stands alone because it does what aiohttp leaves out.

RFC 6455, 5.1: a server closes the connection where a client's frame has no mask. aiohttp reads such frames too.
"""

from __future__ import annotations

REFUSED = b"\x70\x80"  # a frame with reserved bits: whoever reads it closes with 1002, a protocol error
_MASKED, _LENGTH = 0x80, 0x7F  # in the second byte of a frame
_MORE = {126: 2, 127: 8}  # bytes of a longer length, by what stands in its place
_MASK = 4  # bytes


class FrameReader:
    """Follows the frames in a stream of bytes, from the first one on."""

    def __init__(self) -> None:
        self._held = b""  # the beginning of a frame whose length has not come in full
        self._rest = 0  # bytes of a frame that are still to be read
        self._is_refused = False

    def checked(self, data: bytes) -> bytes:
        """Return the same bytes, but REFUSED, and no more, in place of the first frame without a mask."""
        data, self._held = self._held + data, b""
        read: list[bytes] = []
        while data and not self._is_refused:
            if self._rest:
                read.append(data[: self._rest])
                data = data[self._rest :]
                self._rest -= len(read[-1])
                continue
            if len(data) >= 2 and not data[1] & _MASKED:
                self._is_refused = True
                read.append(REFUSED)
                break
            head = 2 + (_MORE.get(data[1] & _LENGTH, 0) if len(data) >= 2 else 0)
            if len(data) < head:
                self._held = data
                break
            length = data[1] & _LENGTH if head == 2 else int.from_bytes(data[2:head], "big")
            self._rest = head + _MASK + length
        return b"".join(read)

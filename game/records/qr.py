"""QR codes, made in a separate process, so that the window's process does not load the encoder.

They have error correction level M and at most version 12, so that a phone can read them across a table.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from game.platforms.child_process import ChildProcess, had

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


Rows = tuple[str, ...]
"""A code without its quiet zone, as rows of modules: "1" for dark ones. () after a failure."""
LARGEST = 12  # the version of QR codes with 65 modules on each side
MOST_LETTERS = 419  # the most letters of base45 that fit in a code of version LARGEST
MOST_BYTES = 287  # the most bytes of other text, in UTF-8, that fit in such a code
PATIENCE = 20.0  # seconds that the process may take for a code
_KEPT = 8
_MOST_ANSWER = 10_000  # the most bytes of the process's answer


def rows_of(text: str) -> Rows:
    """Make the code of `text` in this process. Raises ImportError if the library is missing."""
    import segno

    encoding = None if text.isascii() else "utf-8"
    try:
        made = segno.make(text, error="m", micro=False, boost_error=False, encoding=encoding)
    except ValueError:  # the text is too long for a code
        return ()
    if int(made.version) > LARGEST:
        return ()
    return tuple("".join(str(int(module)) for module in row) for row in made.matrix)


def run(hears: Connection, says: Connection, text: str) -> None:
    """Make the code of `text` in a process of its own, and send it."""
    try:
        rows = rows_of(text)
    except ImportError:
        rows = ()
    says.send_bytes("\n".join(rows).encode())
    says.close()
    hears.close()


class QrMaker:
    """Makes codes, one at a time. A scene asks for its code in each frame.

    `now` returns the time in seconds, and `begin` starts the process.
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, begin: Callable[..., ChildProcess] = ChildProcess
    ) -> None:
        self.failures = 0  # how many codes have failed
        self._now = now
        self._begin_child = begin
        self._made: OrderedDict[str, Rows] = OrderedDict()
        self._asked = ""
        self._begun = 0.0  # when the present code was begun, in the child's own time (see `had`)
        self._child: ChildProcess | None = None

    def rows(self, text: str) -> Rows | None:
        """Return the code of `text`; None while it is being made."""
        if text not in self._made:
            if self._child is None or self._asked != text:
                self._begin(text)
            self._hear()
        return self._made.get(text)

    def close(self) -> None:
        """End the process, if there is one, without waiting."""
        if self._child is not None:
            self._child.hears.close()
            self._child.says.close()
            self._child.kill()
            self._child = None

    def _begin(self, text: str) -> None:
        self.close()
        self._asked = text
        try:
            self._child = self._begin_child(run, text, name="qr")
        except OSError:
            self._keep(())
        self._begun = had(self._child, self._now())

    def _hear(self) -> None:
        """Take the process's answer, if it has come. The code fails if the process has ended or hangs."""
        if self._child is None:
            return
        try:
            if self._child.hears.poll():
                answer = self._child.hears.recv_bytes(_MOST_ANSWER).decode()
                self._keep(tuple(answer.split()))
            elif had(self._child, self._now()) - self._begun > PATIENCE:
                self._keep(())
        except (OSError, EOFError, UnicodeDecodeError):
            self._keep(())

    def _keep(self, rows: Rows) -> None:
        self.failures += not rows
        self._made[self._asked] = rows
        while len(self._made) > _KEPT:
            self._made.popitem(last=False)
        self.close()

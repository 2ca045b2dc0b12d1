"""Films of games, made in a separate process, so that the window's process does not load the encoders.

One film is made at a time. The screen polls its progress in each frame.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from game.platforms.child_process import ChildProcess
from game.registry import named

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


WORKER = "scenes.commands.film_worker:make_film"
"""The function that makes a film in the separate process; see `FilmOrder`."""
ENDINGS = (".webp", ".gif", ".png")
SIZES = ((720, 720), (1080, 1350))
MOST_BYTES = 6_000_000
STRIP = 5  # number of pictures side by side
BEGUN = 0.03  # the share that is done when the process begins
HOUR = 3600.0  # seconds for which a film is kept
MOST_KEPT = 32_000_000  # the most bytes of all kept films together
Key = tuple[str, str, str, int, bool]
CHUNK = 60_000  # bytes sent at a time: as many as fit in a pipe
MOST_AT_ONCE = 40  # chunks that one call reads at most
_SHARE, _DATA, _DONE, _WRONG = b"S", b"D", b"E", b"X"


class CupFilm(NamedTuple):
    """The film of a cup: the decisive games in order, each with its stored review ("" without one), and the end card.

    The texts of the card are the cup's title, the winners, more about them, and the names of all players.
    """

    games: tuple[tuple[str, str], ...]
    card: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class FilmOrder:
    """An order for a film of the `record` with its stored `review` ("" without one).

    `ending` is the file's suffix: a WebP or GIF animation, or a PNG with `pictures` side by side, whose last one shows
    the end. `size` is the size of each picture in pixels. Texts are in the screen's `language`. The film has at most
    `most` bytes.
    """

    record: str
    review: str
    language: str
    ending: str = ENDINGS[0]
    size: tuple[int, int] = SIZES[0]
    most: int = MOST_BYTES
    pictures: int = STRIP
    cup: CupFilm | None = None  # if given, the film is of the cup, and `record` is its last game

    @property
    def key(self) -> Key:
        """The film's key. A game has one film of each kind, even if a review is added later."""
        return self.record, self.language, self.ending, self.pictures, self.cup is not None

    @property
    def is_film(self) -> bool:
        """Whether it is an animation, not a picture."""
        return self.ending != ENDINGS[-1]


class KeptFilm(NamedTuple):
    """A film and the time when it was made."""

    made: float
    data: bytes


class FilmError(Exception):
    """A film that could not be made. The message says why."""


def run(hears: Connection, says: Connection, order: FilmOrder) -> None:
    """Make the film in a process of low priority. Send progress and data."""
    from game.platforms.machine import lower_priority

    lower_priority()
    says.send_bytes(_SHARE + b"%d" % (1000 * BEGUN))
    try:
        data: bytes = named(WORKER)(order, lambda share: says.send_bytes(_SHARE + b"%d" % (1000 * share)))
    except ImportError:
        says.send_bytes(_WRONG + b"Pillow is not installed")
    except (OSError, ValueError, RuntimeError) as error:
        says.send_bytes(_WRONG + str(error).encode("utf-8", "replace")[:CHUNK])
    else:
        for at in range(0, len(data), CHUNK):
            says.send_bytes(_DATA + data[at : at + CHUNK])
        says.send_bytes(_DONE)
    says.close()
    hears.close()


class Filming:
    """A film that is being made. `share` is the part done, 0..1. `data` is the finished film."""

    def __init__(self, order: FilmOrder) -> None:
        """Start making the film. Raises OSError if no process can be started."""
        self.order = order
        self.share = 0.0
        self.data: bytes | None = None
        self.error = ""
        self._parts: list[bytes] = []
        self.child: ChildProcess | None = ChildProcess(run, order, name="film")

    @property
    def is_over(self) -> bool:
        """Whether the film is finished or has failed."""
        return self.child is None

    def look(self, seconds: float = 0.0) -> bool:
        """Read the process's messages, waiting at most `seconds`. Returns whether the film is finished or failed."""
        for _ in range(MOST_AT_ONCE):
            if self.child is None:
                break
            try:
                if not self.child.hears.poll(seconds):
                    break
                self._take(self.child.hears.recv_bytes(CHUNK + 1))
            except (OSError, EOFError):
                self._end("the process that makes it has ended")
            seconds = 0.0
        return self.is_over

    def result(self) -> bytes:
        """Return the film, after `is_over`. Raises FilmError."""
        if self.data is None:
            raise FilmError(self.error)
        return self.data

    def cancel(self) -> None:
        """Stop making the film, without waiting."""
        self._end("cancelled")

    def _take(self, received: bytes) -> None:
        kind, rest = received[:1], received[1:]
        if kind == _SHARE:
            self.share = int(rest) / 1000
        elif kind == _DATA:
            self._parts.append(rest)
        elif kind == _DONE:
            self.data, self.share = b"".join(self._parts), 1.0
            self._end("")
        else:
            self._end(rest.decode("utf-8", "replace"))

    def _end(self, error: str) -> None:
        if self.child is None:
            return
        self.error = error
        self._parts = []
        self.child.hears.close()
        self.child.says.close()
        self.child.kill()
        self.child = None


class Films:
    """Makes films, and keeps them for an hour. `now` returns the time in seconds.

    Films for phones are made one at a time. The caller asks for a film until it is ready, and calls `tick` in each
    frame.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wanted: OrderedDict[Key, FilmOrder] = OrderedDict()
        self._filming: Filming | None = None  # the film of the first order
        self._kept: OrderedDict[Key, KeptFilm] = OrderedDict()  # the oldest first
        self._failed: dict[Key, str] = {}
        self.last_error = ""  # why the last film for a phone failed; "" if it did not

    def begin(self, order: FilmOrder) -> Filming:
        """Start a film. The caller polls and cancels it. Raises OSError."""
        return Filming(order)

    def ask(self, order: FilmOrder) -> bytes | None:
        """Return the film; None while it is being made. Raises FilmError after a failure."""
        self._forget()
        key = order.key
        if key in self._kept:
            return self._kept[key].data
        if (failed := self._failed.pop(key, "")) != "":
            raise FilmError(failed)
        self._wanted.setdefault(key, order)
        return None

    def drop(self, order: FilmOrder) -> None:
        """Forget the order for a film."""
        self._wanted.pop(order.key, None)
        if self._filming is not None and self._filming.order.key == order.key:
            self._filming.cancel()
            self._filming = None

    def tick(self, may_run: bool = True) -> None:
        """Continue the ordered film if `may_run` is true. Otherwise stop it; a later call starts it again."""
        if not may_run:
            self.close()
        elif self._filming is None and self._wanted:
            first = next(iter(self._wanted.values()))
            try:
                self._filming = self.begin(first)
            except OSError as error:
                self._end(first, None, str(error))
        elif self._filming is not None and self._filming.look():
            filming, self._filming = self._filming, None
            self._end(filming.order, filming.data, filming.error)

    def close(self) -> None:
        """End the process, if there is one, without waiting."""
        if self._filming is not None:
            self._filming.cancel()
            self._filming = None

    def _end(self, order: FilmOrder, data: bytes | None, error: str) -> None:
        self._wanted.pop(order.key, None)
        self.last_error = "" if data is not None else error or "it cannot be made"
        if data is None:
            self._failed[order.key] = self.last_error
            return
        self._kept[order.key] = KeptFilm(self._now(), data)
        self._forget()

    def _forget(self) -> None:
        """Drop films that are an hour old, and the oldest beyond MOST_KEPT."""
        now = self._now()
        while self._kept:
            oldest = next(iter(self._kept.values()))
            if now - oldest.made < HOUR and sum(len(kept.data) for kept in self._kept.values()) <= MOST_KEPT:
                break
            self._kept.popitem(last=False)

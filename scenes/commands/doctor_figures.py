"""The speed of this machine, measured in a second each: frames, writing to the store, phones in its network."""

from __future__ import annotations

import contextlib
import socket
import sqlite3
import tempfile
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

FRAMES = 40
SMOOTH = 1000 / 60  # milliseconds that a frame may take
SLOW_WRITE = 50.0  # milliseconds from which on a commit is felt where many follow each other
COMMITS = 20
STAND_IN = (1920, 1080)  # pixels of a window where no screen says
PIECE = 160  # pixels of the side of what moves


@dataclass(frozen=True, slots=True)
class FrameTimes:
    """Milliseconds of a usual frame in which nothing, a piece, or everything changes, for a screen of `size` pixels."""

    size: tuple[int, int]
    quiet: float
    moving: float
    whole: float

    @property
    def is_smooth(self) -> bool:
        """Whether games run at 60 frames a second: pieces move all the time, everything changes now and then."""
        return self.moving < SMOOTH and self.whole < 3 * SMOOTH


def frames() -> FrameTimes:
    """Frames as the table draws them, on the real screen. Raises pygame.error where there is none."""
    import pygame

    from scenes.kit.drawing.canvas import Canvas
    from scenes.kit.window.window import bring, drawn_for

    pygame.display.init()
    try:
        sizes = pygame.display.get_desktop_sizes()
        size = sizes[0] if sizes and min(sizes[0]) > 1 else STAND_IN
        sheet = drawn_for(pygame.display.set_mode(size))
        ground = pygame.Surface(size, 0, sheet)
        piece = pygame.Surface((PIECE, PIECE), pygame.SRCALPHA, 32)
        piece.fill((200, 160, 80, 180))
        canvas = Canvas(sheet)

        def show(shift: int) -> None:
            canvas.begin()
            canvas.blit(ground, (0, 0))
            for i in range(60):
                canvas.blit(piece, (i % 10 * size[0] // 10, i // 10 * size[1] // 8))
            canvas.blit(piece, (shift, size[1] // 2))
            dirty = canvas.end()
            if dirty:
                bring(sheet, dirty)
            pygame.event.pump()

        def measured(moves: bool, renews: bool) -> float:
            spent = []
            for i in range(FRAMES):
                if renews:
                    canvas.invalidate()
                begun = time.perf_counter()
                show(3 * i if moves else 0)
                spent.append(1000 * (time.perf_counter() - begun))
            return sorted(spent)[FRAMES // 2]

        show(0)
        return FrameTimes(size, measured(False, False), measured(True, False), measured(True, True))
    finally:
        pygame.display.quit()


def time_commit(folder: Path) -> float:
    """Milliseconds of a commit to a database in `folder`, as the store makes them. Raises OSError, sqlite3.Error."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        database = sqlite3.connect(Path(scratch) / "probe.sqlite3", isolation_level=None)
        with contextlib.closing(database):
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            database.execute("CREATE TABLE probe (key INTEGER PRIMARY KEY, value TEXT)")
            spent = []
            for _ in range(COMMITS):
                begun = time.perf_counter()
                database.execute("INSERT INTO probe (value) VALUES (?)", ("x" * 500,))
                spent.append(1000 * (time.perf_counter() - begun))
    return sorted(spent)[COMMITS // 2]


def phones() -> tuple[bool, str]:
    """Whether phones could join, and by which address, or why not."""
    missing = [name for name in ("aiohttp", "segno") if find_spec(name) is None]
    if missing:
        return False, f"{' and '.join(missing)} not installed"
    from game.phones.addresses import networks
    from game.phones.process import PORT

    found = networks()
    if not found:
        return False, "this machine is in no network"
    address = found[0].address
    others = f"; also {', '.join(network.address for network in found[1:4])}" if found[1:] else ""
    try:
        socket.create_server((address, PORT), family=socket.AF_INET6 if ":" in address else socket.AF_INET).close()
    except OSError as error:
        return True, f"{address}, port {PORT} is not free ({error.strerror}): another one is taken{others}"
    return True, f"{address}, port {PORT} is free{others}; whether a firewall is in between only a phone can tell"

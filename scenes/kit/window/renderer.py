"""The two ways to show a picture: the processor copies it, or the graphics card draws it as a texture."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


log = logging.getLogger(__name__)

WAYS = ("software", "accelerated")
CHOICES = ("auto", *WAYS)
RESOLUTIONS = {"own": None, "1920x1080": (1920, 1080), "1280x720": (1280, 720)}
"""The sizes of full screen, by the values of the setting; None stands for the screen's own size."""
# SDL reads this hint at a window's first frame after the display's start.
HINT = "SDL_FRAMEBUFFER_ACCELERATION"
FRAMES = 10
SECONDS_EACH = 0.1  # time limit for measuring each way; a slow way shows fewer than FRAMES frames
GOOD_ENOUGH = 0.004  # seconds a frame; if the first way is as fast, the other is not tried
PATIENCE = 15.0  # seconds for the measurement; a driver may hang


def use(way: str) -> None:
    """Use one of WAYS from the next start of pygame's display on."""
    os.environ[HINT] = str(WAYS.index(way))


def faster(size: tuple[int, int], flags: int, patience: float = PATIENCE) -> str:
    """The faster of WAYS for a window of `size` pixels, "software" if measuring fails or takes `patience` seconds.

    A child process measures, because measuring closes the display. An X server restarts when its last client leaves,
    and a new window may then stay black. So this process keeps its connection.
    """
    from game.platforms.child_process import ChildProcess  # imported here, since most starts use the stored choice

    try:
        child = ChildProcess(_answer, size, flags, name="kissaten-renderer")
    except OSError as error:
        log.warning("no process to measure the renderers in: %s", error)
        return WAYS[0]
    with child.hears, child.says:
        try:
            if child.hears.poll(patience):
                return str(child.hears.recv())
            log.warning("the renderers cannot be measured within %g s", patience)
        except (EOFError, OSError):
            log.warning("the renderers cannot be measured: the process has ended")
        finally:
            child.kill()
            child.end(0.0)
    return WAYS[0]


def _answer(_hears: Connection, says: Connection, size: tuple[int, int], flags: int) -> None:
    """The child process: send the faster way."""
    says.send(choose(lambda way: measure(way, size, flags)))


def choose(seconds_of: Callable[[str], float]) -> str:
    """The faster of WAYS. `seconds_of` returns the seconds that a frame takes in one of them."""
    seconds = {"software": seconds_of("software")}
    if seconds["software"] > GOOD_ENOUGH:
        seconds["accelerated"] = seconds_of("accelerated")
    log.info("seconds a frame: %s", seconds)
    return min(seconds, key=lambda way: seconds[way])


def measure(way: str, size: tuple[int, int], flags: int) -> float:
    """Restart pygame's display, show a few full frames, and return the seconds of one; infinite if the way fails."""
    pygame.display.quit()
    use(way)
    try:
        pygame.display.init()
        surface = pygame.display.set_mode(size, flags)
        pygame.display.flip()  # this frame is not counted, since it has one-time work
        begin = now = time.perf_counter()
        shown = 0
        while shown < FRAMES and now - begin < SECONDS_EACH:
            surface.fill((20 + shown, 23, 28))
            pygame.display.flip()
            pygame.event.pump()
            shown += 1
            now = time.perf_counter()
    except pygame.error as error:
        log.info("%s: %s", way, error)
        return float("inf")
    finally:
        pygame.display.quit()
    return (now - begin) / shown

"""How the window's picture gets to the screen: copied by the processor, or as a texture by the graphics card."""

from __future__ import annotations

import logging
import os
import time

import pygame

log = logging.getLogger(__name__)

WAYS = ("software", "accelerated")
CHOICES = ("auto", *WAYS)
HINT = "SDL_FRAMEBUFFER_ACCELERATION"  # read by SDL when a window shows its first frame after the display's start
FRAMES = 10
SECONDS_EACH = 0.1  # a way that is slower than this for FRAMES frames is judged by fewer
GOOD_ENOUGH = 0.004  # seconds a frame; then the other way is not even tried, whose start may take a second


def use(way: str) -> None:
    """Take one of WAYS from the next start of pygame's display on."""
    os.environ[HINT] = str(WAYS.index(way))


def faster(size: tuple[int, int], flags: int) -> str:
    """The faster one of WAYS for a window of `size` pixels, by showing a few frames in each.

    Pygame's display is started anew, and left started without a window.
    """
    seconds = {"software": _measure("software", size, flags)}
    if seconds["software"] > GOOD_ENOUGH:
        seconds["accelerated"] = _measure("accelerated", size, flags)
    log.info("seconds a frame: %s", seconds)
    return min(seconds, key=lambda way: seconds[way])


def _measure(way: str, size: tuple[int, int], flags: int) -> float:
    """Seconds per whole frame; infinite where the way is not open."""
    pygame.display.quit()
    use(way)
    pygame.display.init()
    try:
        surface = pygame.display.set_mode(size, flags)
        pygame.display.flip()  # what is made once is not counted
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
        pygame.display.init()
    return (now - begin) / shown

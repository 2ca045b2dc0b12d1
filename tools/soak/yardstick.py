"""How slow the machine is at the moment: a bar in seconds means nothing where the processor's speed changes by half."""

from __future__ import annotations

import statistics
import time

import pygame

SECONDS = 0.036  # what the piece of work takes on the machine on which the bars were set, with nothing else running
TRIES = 5


def slowness() -> float:
    """Times as slow as the machine on which the bars were set; 1 where this one is as fast or faster."""
    return max(1.0, statistics.median(_worked() for _ in range(TRIES)) / SECONDS)


def _worked() -> float:
    """Seconds of this thread's time for what a scene's pictures consist of: a shadow, its scaling, and some Python."""
    begun = time.thread_time()
    shape = pygame.Surface((480, 270), pygame.SRCALPHA)
    shape.fill((9, 9, 9, 99))
    pygame.transform.smoothscale(pygame.transform.gaussian_blur(shape, 9), (1920, 1080))
    sum(range(200_000))
    return time.thread_time() - begun

"""Materials that are struck: partials (Hz, level, seconds to 1/e) and the noise of the touch.

The partials have the ratios of real bodies: a free bar (1, 2.76, 5.40, 8.93: T. D. Rossing, Science of Percussion
Instruments), a bowl (1, 2.7, 5.1, 8.2), a goblet (1, 2.3, 4.2, 6.6); boards and sheets vary.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .dsp import RATE, Signal, band, hill, noise, seconds

Partial = tuple[float, float, float]  # Hz, level, seconds to 1/e
LOWEST_DECAY = 0.003
NYQUIST_MARGIN = 0.45


def struck(length: float, partials: Sequence[Partial], contact: float = 0.0006) -> Signal:
    """Return the sound of a body with these partials, touched for `contact` seconds. A longer touch sounds softer."""
    t = seconds(length)
    out: Signal = np.zeros_like(t)
    for frequency, level, decay in partials:
        if frequency < NYQUIST_MARGIN * RATE:
            # A touch hardly excites vibrations whose period is shorter than the touch.
            soft = 1 / (1 + (frequency * contact) ** 2)
            out += level * soft * np.sin(2 * np.pi * frequency * t) * np.exp(-t / max(decay, LOWEST_DECAY))
    out *= 0.5 - 0.5 * np.cos(np.pi * np.clip(t / contact, 0, 1))
    return out


def touch(length: float, seed: int, low: float, high: float, rise: float, fall: float) -> Signal:
    """Return the noise of a touch between `low` and `high` Hz."""
    shaped = band(noise(length, seed), low, high)
    shaped /= shaped.std()
    return shaped * hill(seconds(length), rise, fall)


def wood(length: float, frequency: float, decay: float, contact: float = 0.0008) -> Signal:
    """A small wooden body."""
    ratios = ((1.0, 1.0, 1.0), (2.76, 0.42, 0.5), (3.9, 0.2, 0.36), (5.4, 0.16, 0.26), (8.93, 0.06, 0.16))
    return struck(length, [(frequency * r, level, decay * d) for r, level, d in ratios], contact)


def table(length: float, frequency: float = 118.0, decay: float = 0.045) -> Signal:
    """The heavy board below, answering a blow."""
    ratios = ((1.0, 1.0, 1.0), (1.59, 0.6, 0.8), (2.31, 0.34, 0.6), (3.4, 0.2, 0.42), (4.83, 0.1, 0.3))
    return struck(length, [(frequency * r, level, decay * d) for r, level, d in ratios], 0.002)


def ivory(length: float, frequency: float, decay: float = 0.011) -> Signal:
    """A dense, hard plate."""
    ratios = ((1.0, 1.0, 1.0), (1.68, 0.6, 0.8), (2.61, 0.34, 0.6), (3.87, 0.12, 0.4))
    return struck(length, [(frequency * r, level, decay * d) for r, level, d in ratios], 0.0003)


def enamel(length: float, frequency: float, decay: float, contact: float = 0.0007) -> Signal:
    """A thin sheet of metal under glass: many partials, soon over."""
    ratios = (
        (1.0, 0.9, 1.0),
        (1.52, 0.7, 0.9),
        (2.27, 0.55, 0.7),
        (3.06, 0.34, 0.55),
        (4.31, 0.2, 0.4),
        (6.1, 0.08, 0.3),
    )
    return struck(length, [(frequency * r, level, decay * d) for r, level, d in ratios], contact)


def brass(length: float, frequency: float, decay: float, contact: float = 0.0016, beat: float = 2.2) -> Signal:
    """A brass bowl struck with felt; each partial is a beating pair, the lowest `beat` Hz apart."""
    ratios = ((0.5, 0.1, 0.7), (1.0, 1.0, 1.0), (2.71, 0.34, 0.52), (5.15, 0.13, 0.28), (8.25, 0.05, 0.16))
    pairs = [
        (frequency * r + shift * beat * r**0.5, level / 2, decay * d) for r, level, d in ratios for shift in (-0.5, 0.5)
    ]
    return struck(length, pairs, contact)


def celesta(length: float, frequency: float, decay: float) -> Signal:
    """A steel bar over a wooden box: a pure tone, its octaves, and a knock."""
    ratios = ((1.0, 1.0, 1.0), (2.0, 0.16, 0.6), (4.0, 0.1, 0.3), (5.4, 0.05, 0.12))
    return struck(length, [(frequency * r, level, decay * d) for r, level, d in ratios], 0.0012)


def glass(length: float, frequency: float, decay: float, contact: float = 0.0007) -> Signal:
    """A thin goblet."""
    ratios = ((1.0, 1.0, 1.0), (1.003, 0.4, 0.9), (2.32, 0.34, 0.6), (4.25, 0.15, 0.36), (6.63, 0.06, 0.2))
    return struck(length, [(frequency * r, level, decay * d) for r, level, d in ratios], contact)


def sweep(length: float, seed: int, begin: tuple[float, float], end: tuple[float, float]) -> Signal:
    """Return noise whose band (low, high) moves from `begin` to `end`: something light drawn over cloth."""
    share = np.linspace(0, 1, round(length * RATE))
    first, last = band(noise(length, seed), *begin), band(noise(length, seed), *end)
    drawn: Signal = first / first.std() * np.cos(share * np.pi / 2) + last / last.std() * np.sin(share * np.pi / 2)
    drawn *= np.sin(np.pi * share) ** 2
    return drawn

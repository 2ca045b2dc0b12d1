"""Signals: mono float64 arrays at RATE; 1.0 is full scale. Filters work in the frequency domain, with zero phase."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Signal = NDArray[np.float64]
# Frames a second.
RATE = 44100
# Seconds over which the ear averages the loudness of a short sound.
WINDOW = 0.05
# The highest peak that is allowed, in dBFS.
CEILING = -3.0
REFERENCE = 1000.0  # Hz where the A-weighting is 0 dB


def seconds(length: float, rate: int = RATE) -> Signal:
    """Return the times of the frames of a signal of `length` seconds."""
    return np.arange(round(length * rate)) / rate


def gain(decibels: float) -> float:
    """Return the factor of a level in decibels."""
    return float(10 ** (decibels / 20))


def mix(length: float, *parts: tuple[float, Signal]) -> Signal:
    """Mix signals, each with its start in seconds, into one of `length` seconds; what is longer is cut off."""
    out = np.zeros(round(length * RATE))
    for begin, part in parts:
        first = round(begin * RATE)
        room = out[first : first + len(part)]
        room += part[: len(room)]
    return out


def noise(length: float, seed: int, rate: int = RATE) -> Signal:
    """Return white noise of standard deviation 1."""
    return np.random.default_rng(seed).standard_normal(round(length * rate))


def band(signal: Signal, low: float, high: float, slope: int = 2, rate: int = RATE) -> Signal:
    """Return the part between `low` and `high` Hz; beyond, the level falls by 6 * `slope` dB an octave."""
    spectrum = np.fft.rfft(signal)
    frequency = np.fft.rfftfreq(len(signal), 1 / rate)
    frequency[0] = frequency[1] / 2
    shape = 1 / np.sqrt((1 + (low / frequency) ** (2 * slope)) * (1 + (frequency / high) ** (2 * slope)))
    shape[0] = 0.0
    kept: Signal = np.fft.irfft(spectrum * shape, len(signal))
    return kept


def hill(t: Signal, rise: float, fall: float) -> Signal:
    """Return an envelope: a half cosine up in `rise` seconds, then an exponential fall to 1/e in `fall` seconds."""
    up: Signal = 0.5 - 0.5 * np.cos(np.pi * np.clip(t / rise, 0, 1))
    up *= np.exp(-np.maximum(t - rise, 0) / fall)
    return up


def room(signal: Signal, seed: int, wet: float, decay: float = 0.07) -> Signal:
    """Return the signal in a small panelled room: a few early reflections and a dark tail of `decay` seconds (1/e)."""
    t = seconds(6 * decay)
    tail = band(noise(6 * decay, seed), 180, 2600, 1) * np.exp(-t / decay) * np.clip((t - 0.004) / 0.01, 0, 1)
    tail /= np.sqrt(np.sum(tail**2))
    for delay, level in ((0.0061, 0.45), (0.0103, -0.3), (0.0157, 0.24), (0.0229, -0.17)):
        tail[round(delay * RATE)] += level
    size = 1 << (len(signal) + len(tail)).bit_length()
    wetted = np.fft.irfft(np.fft.rfft(signal, size) * np.fft.rfft(tail, size), size)[: len(signal)]
    return signal + wet * wetted


def edges(signal: Signal, out: float, begin: float = 0.0008) -> Signal:
    """Return the signal without DC, faded in over `begin` seconds and out over the last `out` seconds."""
    t = seconds(len(signal) / RATE)
    left = 0.5 - 0.5 * np.cos(np.pi * np.clip(t / begin, 0, 1))
    right = 0.5 - 0.5 * np.cos(np.pi * np.clip((t[-1] - t) / out, 0, 1))
    window: Signal = left * right
    shaped: Signal = signal * window
    shaped -= window * (shaped.sum() / window.sum())
    return shaped


def loudness(signal: Signal, rate: int = RATE) -> float:
    """Return the A-weighted level in dBFS of the loudest WINDOW (IEC 61672's weighting curve)."""
    frequency = np.fft.rfftfreq(len(signal), 1 / rate)
    weighted = np.fft.irfft(np.fft.rfft(signal) * _a_curve(frequency) / _a_curve(np.array([REFERENCE])), len(signal))
    width = round(WINDOW * rate)
    energy = np.convolve(np.pad(weighted, width // 2) ** 2, np.ones(width), "valid") / width
    return float(10 * np.log10(energy.max() + 1e-20))


def _a_curve(frequency: NDArray[np.floating[Any]]) -> Signal:
    squared = frequency.astype(np.float64) ** 2
    below = (squared + 20.6**2) * np.sqrt((squared + 107.7**2) * (squared + 737.9**2))
    curve: Signal = 12194.0**2 * squared**2 / (below * (squared + 12194.0**2))
    return curve


def levelled(signal: Signal, target: float, rate: int = RATE) -> Signal:
    """Return the signal at a loudness of `target` dBFS, or quieter if its peak would pass CEILING."""
    scaled = signal * gain(target - loudness(signal, rate))
    return scaled * min(1.0, gain(CEILING) / float(np.abs(scaled).max()))

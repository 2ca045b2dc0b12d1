"""Measures sounds: loudness by ITU-R BS.1770-5 and EBU R 128, true peak, length, attack and brightness.

Loudness is in LUFS. For an effect it is measured over the loudest 400 ms, with silence around it; for music it is the
integrated loudness with its two gates. True peaks are in dBTP, four times oversampled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .dsp import Signal

# Length of a moment in seconds.
MOMENT = 0.4
# Seconds from one moment to the next.
STEP = 0.1
# In dB, added to a level. The loudness of a sine of 997 Hz is then the level of the sine's mean square, as the standard
# demands.
OFFSET = -0.691
# The gates of the integrated loudness: in LUFS, and in LU relative to the mean of what passes the first gate.
ABSOLUTE, RELATIVE = -70.0, -10.0
OVERSAMPLED = 4
# Frames that are oversampled together. A whole piece of music at once would need half a gigabyte.
BLOCK = 1 << 17
# Frames of the neighbouring blocks that each block includes.
GUARD = 1 << 10
SILENCE = 1e-12

# The two filters at 48 kHz, as the standard's tables 1 and 2 print them: numerator and denominator.
_RATE = 48_000
_SHELF = ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585))
_HIGH_PASS = ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621))


@dataclass(frozen=True, slots=True)
class Measures:
    """`loudness` in LUFS, `peak` in dBTP, `length` and `attack` (10 to 90 % of the envelope's peak) in seconds,
    `centre` of the spectrum in Hz."""

    loudness: float
    peak: float
    length: float
    attack: float
    centre: float


def of_effect(signal: Signal, rate: int) -> Measures:
    """Measure a short sound."""
    return _measures(signal, rate, momentary(signal, rate))


def of_music(signal: Signal, rate: int) -> Measures:
    """Measure a piece of music."""
    return _measures(signal, rate, integrated(signal, rate))


def momentary(signal: Signal, rate: int) -> float:
    """Return the loudness of the loudest moment, with silence before and after the sound."""
    moment = round(MOMENT * rate)
    powers = _moments(np.pad(_weighted(signal, rate), moment), moment, max(1, rate // 1000))
    return _loudness(powers.max())


def integrated(signal: Signal, rate: int) -> float:
    """Return the loudness of a whole piece, without silence and parts far below the rest."""
    powers = _moments(_weighted(signal, rate), round(MOMENT * rate), round(STEP * rate))
    heard = powers[powers > _power(ABSOLUTE)]
    if not len(heard):
        return -np.inf
    return _loudness(float(heard[heard > heard.mean() * 10 ** (RELATIVE / 10)].mean()))


def true_peak(signal: Signal) -> float:
    """Return the highest level, also between the frames, in dBTP."""
    between = max(
        _highest_between(signal[max(0, at - GUARD) : at + BLOCK + GUARD]) for at in range(0, len(signal), BLOCK)
    )
    return _decibels(max(between, float(np.abs(signal).max())))


def _highest_between(part: Signal) -> float:
    """Return the highest level between the frames of a part of a sound."""
    padded = np.pad(part, 64)
    more = np.fft.irfft(np.fft.rfft(padded), OVERSAMPLED * len(padded)) * OVERSAMPLED
    return float(np.abs(more).max())


def at_once(signals: Iterable[Signal]) -> Signal:
    """Return several sounds played together."""
    signals = list(signals)
    mixed = np.zeros(max(map(len, signals)))
    for signal in signals:
        mixed[: len(signal)] += signal
    return mixed


def _measures(signal: Signal, rate: int, loudness: float) -> Measures:
    spectrum = np.abs(np.fft.rfft(signal)) ** 2
    frequency = np.fft.rfftfreq(len(signal), 1 / rate)
    centre = float((spectrum * frequency).sum() / spectrum.sum())
    return Measures(loudness, true_peak(signal), len(signal) / rate, _attack(signal, rate), centre)


def _attack(signal: Signal, rate: int) -> float:
    """Return the seconds from 10 to 90 % of the envelope's peak; the envelope is the greatest level of each 2 ms."""
    width = max(1, rate // 500)
    levels = np.abs(signal[: len(signal) // width * width]).reshape(-1, width).max(axis=1)
    top = int(np.argmax(levels >= 0.9 * levels.max()))
    begin = int(np.argmax(levels >= 0.1 * levels.max()))
    return (top - begin) * width / rate


def _weighted(signal: Signal, rate: int) -> Signal:
    """Return the signal through both filters, with silence added for their ringing."""
    padded = np.pad(signal, (0, rate))
    frequency = np.fft.rfftfreq(len(padded), 1 / rate)
    # The standard gives the filters for one rate. Their frequency response is used for every rate.
    z = np.exp(-2j * np.pi * np.minimum(frequency, _RATE / 2) / _RATE)
    response = np.ones(len(z), dtype=np.complex128)
    for above, below in (_SHELF, _HIGH_PASS):
        response *= np.polyval(above[::-1], z) / np.polyval(below[::-1], z)
    weighted: Signal = np.fft.irfft(np.fft.rfft(padded) * response, len(padded))
    return weighted[: len(signal)]


def _moments(signal: Signal, length: int, step: int) -> NDArray[np.float64]:
    """Return the mean square of each stretch of `length` frames."""
    sums = np.concatenate(([0.0], np.cumsum(signal**2)))
    begins = np.arange(0, max(1, len(signal) - length + 1), step)
    ends = np.minimum(begins + length, len(signal))
    means: NDArray[np.float64] = (sums[ends] - sums[begins]) / length
    return means


def _power(loudness: float) -> float:
    return float(10 ** ((loudness - OFFSET) / 10))


def _loudness(power: float) -> float:
    return float(OFFSET + 10 * np.log10(max(power, SILENCE)))


def _decibels(level: float) -> float:
    return float(20 * np.log10(max(level, SILENCE)))

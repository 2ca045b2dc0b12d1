"""The music: a loop of twelve slow bars of electric piano, bass and brushes in F major.

Everything is mixed into a circle, including tails and room, so that the loop has no seam.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .dsp import Signal, band, hill, levelled, noise, seconds

RATE = 22050
# Beats a minute.
TEMPO = 72
# Beats in a bar.
BEATS = 4
BEAT = 60 / TEMPO
LOUDNESS = -24.0  # A-weighted dBFS of the loudest 50 ms
SEED = 72
# Strength of the brush on each beat.
SWEEPS = (0.10, 0.17, 0.08, 0.15)
# Standard deviation, in seconds, by which a note is early or late.
HUMAN = 0.010


@dataclass(frozen=True, slots=True)
class Bar:
    """MIDI note numbers: the bass on beat one and the note it moves to, the chord, the melody as (beat, note)."""

    bass: int
    walk: tuple[float, int]
    chord: tuple[int, ...]
    # The beat on which the chord is repeated.
    again: float
    melody: tuple[tuple[float, int], ...] = ()


F9, D9, G9, C13 = (57, 60, 64, 67), (53, 57, 60, 64), (58, 62, 65, 69), (58, 62, 64, 69)
B9, A7, C9 = (57, 60, 62, 65), (55, 60, 64, 67), (58, 62, 65, 67)
BARS = (
    Bar(41, (2.5, 48), F9, 2.5, ((1.0, 72), (2.0, 69))),
    Bar(38, (3.0, 45), D9, 1.5, ((0.5, 72), (1.5, 74), (3.0, 69))),
    Bar(43, (2.5, 38), G9, 2.5, ((1.5, 74),)),
    Bar(36, (3.0, 43), C13, 1.5, ((0.5, 72), (2.0, 67))),
    Bar(46, (2.5, 41), B9, 2.5, ((1.0, 69), (2.0, 74), (3.5, 77))),
    Bar(45, (3.0, 40), A7, 1.5, ((1.5, 76), (2.5, 72))),
    Bar(43, (2.5, 50), G9, 2.5, ((1.0, 74), (2.0, 77))),
    Bar(36, (3.0, 43), C9, 1.5, ((0.5, 79),)),
    Bar(41, (2.5, 48), F9, 2.5, ((1.0, 81), (2.5, 79), (3.5, 76))),
    Bar(38, (3.0, 45), D9, 1.5, ((1.0, 77), (2.0, 72))),
    Bar(46, (2.5, 41), B9, 2.5, ((1.5, 74), (2.5, 72), (3.5, 69))),
    Bar(36, (3.0, 43), C13, 1.5, ((1.5, 67),)),
)
# Length of the loop in seconds.
LENGTH = len(BARS) * BEATS * BEAT


def pitch(note: int) -> float:
    """Return the frequency in Hz of a MIDI note number."""
    return float(440.0 * 2 ** ((note - 69) / 12))


class Circle:
    """An endless signal: what is added beyond its length wraps around to the beginning."""

    def __init__(self, length: float) -> None:
        self.frames = np.zeros(round(length * RATE))

    def lay(self, begin: float, part: Signal) -> None:
        """Add `part` at `begin` seconds."""
        places = (round(begin * RATE) + np.arange(len(part))) % len(self.frames)
        np.add.at(self.frames, places, part)


def reed(note: int, velocity: float, length: float = 4.0) -> Signal:
    """Return a note of an electric piano, a tine and its tone bar; a harder touch (velocity 0..1) is brighter."""
    t = seconds(length, RATE)
    base = pitch(note)
    decay = 1.5 * (60 / note) ** 2
    wobble = 1 + 0.05 * np.sin(2 * np.pi * 4.3 * t)
    partials = (
        (1.0, 1.0, 1.0),
        (2.0, 0.26 * velocity, 0.55),
        (3.0, 0.1 * velocity, 0.35),
        (4.0, 0.03 * velocity, 0.25),
    )
    tone = sum(level * np.sin(2 * np.pi * base * ratio * t) * np.exp(-t / (decay * d)) for ratio, level, d in partials)
    tine = 0.07 * velocity * np.sin(2 * np.pi * base * 7.03 * t) * np.exp(-t / 0.07)
    end = np.clip((length - t) / 0.4, 0, 1)
    return velocity * (tone * wobble + tine) * hill(t, 0.007, 1e9) * end


def string(note: int, velocity: float, seed: int) -> Signal:
    """Return a bass string plucked with a soft finger."""
    t = seconds(2.4, RATE)
    base = pitch(note)
    partials = ((1.0, 1.0, 0.75), (2.0, 0.55, 0.45), (3.0, 0.24, 0.28), (4.0, 0.1, 0.16))
    tone = sum(level * np.sin(2 * np.pi * base * ratio * t) * np.exp(-t / decay) for ratio, level, decay in partials)
    finger = 0.12 * band(noise(2.4, seed, RATE), 150, 700, rate=RATE) * hill(t, 0.004, 0.02)
    return velocity * (tone + finger) * hill(t, 0.012, 1e9) * np.clip((2.4 - t) / 0.4, 0, 1)


def brush(length: float, seed: int, level: float) -> Signal:
    """Return a brush drawn over a drum skin for `length` seconds."""
    t = seconds(length, RATE)
    hiss = band(noise(length, seed, RATE), 900, 3600, rate=RATE)
    drawn: Signal = level * hiss * np.sin(np.pi * t / length) ** 2
    return drawn


def tap(seed: int, level: float) -> Signal:
    """Return the tap of the brush's tip on the skin."""
    t = seconds(0.25, RATE)
    skin = 0.5 * np.sin(2 * np.pi * 186 * t) * np.exp(-t / 0.05)
    hiss = band(noise(0.25, seed, RATE), 800, 3600, rate=RATE)
    return level * (hiss * hill(t, 0.004, 0.05) + skin * hill(t, 0.004, 1e9)) * np.clip((0.25 - t) / 0.05, 0, 1)


def compose() -> Signal:
    """Return the dry notes, mixed into the circle."""
    rng = np.random.default_rng(SEED)
    circle = Circle(LENGTH)

    def lay(beat: float, part: Signal) -> None:
        circle.lay(beat * BEAT + rng.normal(0, HUMAN), part)

    for number, bar in enumerate(BARS):
        first = number * BEATS
        for strum, note in enumerate(bar.chord):
            circle.lay(first * BEAT + 0.018 * strum + abs(rng.normal(0, 0.004)), reed(note, 0.42 + rng.normal(0, 0.03)))
            lay(first + bar.again, 0.8 * reed(note, 0.26 + rng.normal(0, 0.02), 2.4))
        for beat, note in bar.melody:
            lay(first + beat, reed(note, 0.6 + rng.normal(0, 0.05), 3.0))
        lay(first, string(bar.bass, 0.8, SEED + number))
        lay(first + bar.walk[0], string(bar.walk[1], 0.5, SEED + 50 + number))
        for beat in range(BEATS):
            seed = SEED + 100 + first + beat
            lay(first + beat - 0.35, brush(1.05 * BEAT, seed, SWEEPS[beat] + rng.normal(0, 0.012)))
            if beat % 2:
                lay(first + beat, tap(seed + 100, 0.2))
    return circle.frames


def hall(circle: Signal) -> Signal:
    """Return the circle in a soft room of about a second."""
    t = seconds(2.0, RATE)
    tail = band(noise(2.0, SEED - 1, RATE), 160, 2200, 1, rate=RATE) * hill(t, 0.012, 0.28)
    tail *= 0.3 / np.sqrt(np.sum(tail**2))
    kernel = np.zeros_like(circle)
    kernel[: len(tail)] = tail
    kernel[0] += 1.0
    wetted: Signal = np.fft.irfft(np.fft.rfft(circle) * np.fft.rfft(kernel), len(circle))
    return wetted


def render() -> Signal:
    """Return the loop at RATE."""
    warm = band(hall(compose()), 38, 5200, 1, rate=RATE)
    return levelled(warm - warm.mean(), LOUDNESS, RATE)

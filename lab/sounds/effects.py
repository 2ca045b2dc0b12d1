"""The effects: what was touched, by what, how long it sounds, and how loud it is compared to the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .dsp import CEILING, RATE, Signal, edges, gain, mix, room, seconds
from .materials import brass, celesta, enamel, glass, ivory, struck, sweep, table, touch, wood
from .measures import momentary

# Equal temperament on A = 440 Hz. All notes are in F major, like the music. The seats'
# pitches turn a C into other notes of F major.
C4, F4, G4, A4, C5, F5, A5, C6, E6, F6, G6 = (
    440.0 * 2 ** (step / 12) for step in (-9, -4, -2, 0, 3, 8, 12, 15, 19, 20, 22)
)


@dataclass(frozen=True, slots=True)
class Effect:
    """`make` returns the dry sound; `render` adds the room, the fades and the level."""

    name: str
    make: Callable[[], Signal]
    # One of GROUPS.
    group: str
    # Loudness of the loudest moment, in LUFS.
    loudness: float
    # The share of the room's sound.
    wet: float = 0.16
    # Seconds in which the sound fades out.
    fade: float = 0.03

    def render(self) -> Signal:
        """Return the finished sound."""
        sound = edges(room(self.make(), 17, self.wet), self.fade)
        sound *= gain(self.loudness - momentary(sound, RATE))
        return sound * min(1.0, gain(CEILING) / float(np.abs(sound).max()))


# Seconds in which a sliding robot goes from cell to cell.
CELL_SECONDS = 0.035


# Menus and pages


def focus() -> Signal:
    """A fingertip on felt."""
    return mix(
        0.07, (0, 0.5 * touch(0.06, 1, 160, 900, 0.004, 0.009)), (0.002, 0.35 * wood(0.06, 330, 0.011, contact=0.0025))
    )


def press() -> Signal:
    """An enamel button with a brass rim: down, and the rim's answer."""
    return mix(
        0.18,
        (0, enamel(0.17, 560, 0.022)),
        (0, 0.25 * touch(0.05, 2, 900, 3600, 0.0008, 0.004)),
        (0.002, 0.6 * struck(0.15, [(172, 1.0, 0.03), (288, 0.5, 0.022)], 0.002)),
        (0.012, 0.16 * brass(0.16, 1046, 0.05)),
    )


def back() -> Signal:
    """The same button released: a lower sound, on felt."""
    return mix(
        0.17,
        (0, 0.5 * touch(0.06, 3, 200, 1100, 0.003, 0.012)),
        (0.004, 0.8 * enamel(0.16, 392, 0.02, contact=0.0016)),
        (0.004, 0.7 * struck(0.15, [(128, 1.0, 0.035), (214, 0.5, 0.024)], 0.0025)),
    )


def open_card() -> Signal:
    """A card slid from its stack and laid on the table."""
    return mix(
        0.22,
        (0, 0.07 * sweep(0.13, 4, (350, 900), (800, 1900))),
        (0.105, 0.22 * touch(0.1, 5, 260, 1500, 0.0015, 0.012)),
        (0.106, 0.9 * wood(0.11, 294, 0.026, contact=0.0018)),
    )


def close_card() -> Signal:
    """The card put back: the slide falls in pitch, and the knock is softer."""
    return mix(
        0.2,
        (0, 0.07 * sweep(0.14, 6, (700, 1700), (300, 750))),
        (0.11, 0.2 * touch(0.08, 7, 160, 900, 0.003, 0.012)),
        (0.112, 0.7 * wood(0.08, 220, 0.02, contact=0.0024)),
    )


def page() -> Signal:
    """A leaf of the rules turned over."""
    return mix(
        0.16,
        (0, 0.09 * sweep(0.13, 25, (450, 1100), (700, 1800))),
        (0.1, 0.2 * touch(0.06, 26, 300, 1900, 0.002, 0.01)),
        (0.101, 0.4 * wood(0.055, 247, 0.014, contact=0.002)),
    )


def start() -> Signal:
    """The bell on the counter, under a soft hand: somebody has come in."""
    return mix(
        0.7,
        (0, brass(0.7, F5, 0.19, contact=0.001, beat=3.1)),
        (0.0, 0.35 * brass(0.7, C6, 0.13, contact=0.001, beat=2.3)),
        (0, 0.5 * wood(0.1, 210, 0.03)),
        (0, 0.12 * touch(0.03, 8, 900, 3500, 0.0006, 0.004)),
    )


def undo() -> Signal:
    """A piece drawn back over felt and stood where it was."""
    return mix(
        0.24,
        (0, 0.08 * sweep(0.16, 9, (700, 1600), (260, 700))),
        (0.15, 0.7 * wood(0.1, 410, 0.02, contact=0.002)),
        (0.15, 0.4 * table(0.1, 132, 0.03)),
    )


# Pieces


def lift() -> Signal:
    """A pawn taken up: felt lets go of wood."""
    return mix(
        0.12,
        (0, 0.07 * sweep(0.1, 10, (260, 650), (500, 1300))),
        (0.004, 0.5 * wood(0.09, 587, 0.014, contact=0.0014)),
    )


def pawn() -> Signal:
    """A turned pawn set down on walnut; its edge touches a moment before its foot."""
    return mix(
        0.25,
        (0, 0.36 * wood(0.1, 890, 0.012)),
        (0, 0.14 * touch(0.03, 11, 900, 4200, 0.0005, 0.003)),
        (0.011, 1.0 * wood(0.22, 466, 0.026)),
        (0.011, 0.6 * table(0.24)),
        (0.011, 0.16 * touch(0.05, 12, 500, 2600, 0.001, 0.007)),
    )


def wall() -> Signal:
    """An ivory wall: it meets the groove's edge, slips in, and sits."""
    return mix(
        0.34,
        (0, 0.85 * ivory(0.08, 1760)),
        (0, 0.3 * wood(0.1, 640, 0.014)),
        (0.004, 0.06 * sweep(0.05, 13, (1400, 3200), (800, 2000))),
        (0.052, 0.5 * ivory(0.1, 1245, 0.014)),
        (0.052, 0.9 * wood(0.26, 349, 0.034)),
        (0.053, 0.55 * table(0.28, 116, 0.045)),
        (0.052, 0.14 * touch(0.04, 14, 400, 2400, 0.0008, 0.006)),
    )


def barred() -> Signal:
    """Two knocks on the board through a cloth."""
    knock = mix(
        0.16,
        (0, 0.6 * table(0.16, 116, 0.034)),
        (0, 0.8 * struck(0.14, [(247, 1.0, 0.028), (392, 0.45, 0.02)], 0.0022)),
        (0, 0.2 * touch(0.08, 15, 150, 700, 0.003, 0.012)),
    )
    return mix(0.26, (0, knock), (0.095, 0.72 * knock))


def stone() -> Signal:
    """A bean-shaped stone put on the board with two fingers."""
    return mix(
        0.24,
        (0, 0.7 * ivory(0.12, 1396, 0.014)),
        (0, 0.2 * touch(0.02, 16, 1500, 5000, 0.0004, 0.002)),
        (0.001, 0.7 * wood(0.2, 523, 0.03)),
        (0.001, 0.7 * table(0.22, 138, 0.04)),
    )


def stick() -> Signal:
    """A thin cedar stick: one end, then the other."""
    return mix(
        0.2,
        (0, wood(0.12, 784, 0.013)),
        (0, 0.16 * touch(0.02, 17, 1200, 4500, 0.0004, 0.002)),
        (0.028, 0.6 * wood(0.14, 698, 0.016)),
        (0.03, 0.3 * table(0.15, 160, 0.028)),
    )


def slide() -> Signal:
    """A small weight running over enamel, and the joints it passes: one a cell."""
    rolling = 0.7 + 0.3 * np.cos(2 * np.pi * seconds(0.35) / CELL_SECONDS)
    return mix(
        0.36,
        (0, 0.5 * rolling * sweep(0.35, 18, (180, 560), (300, 900))),
        (0, 0.05 * rolling * sweep(0.35, 19, (1200, 2400), (1500, 2900))),
        (0, 0.3 * enamel(0.1, 410, 0.018, contact=0.002)),
    )


def bounce() -> Signal:
    """A spark off a pane of glass."""
    return mix(
        0.26,
        (0, glass(0.25, 1864, 0.045, contact=0.00025)),
        (0, 0.3 * touch(0.03, 20, 4200, 8000, 0.0004, 0.004)),
        (0.018, 0.35 * glass(0.23, 2489, 0.032, contact=0.00025)),
        (0, 0.3 * wood(0.06, 540, 0.01)),
    )


def chip() -> Signal:
    """An enamel chip dropped on another."""
    tap = mix(0.12, (0, enamel(0.12, 1120, 0.014)), (0, 0.12 * touch(0.02, 21, 1500, 5000, 0.0004, 0.002)))
    return mix(0.2, (0, tap), (0.042, 0.55 * tap), (0.071, 0.22 * tap), (0.001, 0.5 * struck(0.1, [(205, 1.0, 0.02)])))


def tick() -> Signal:
    """The escapement of the clock on the wall."""
    return mix(
        0.06,
        (0, 0.5 * ivory(0.05, 1568, 0.006)),
        (0, 0.8 * wood(0.055, 587, 0.009)),
        (0, 0.1 * touch(0.02, 22, 1200, 4000, 0.0005, 0.002)),
    )


# Notes


def turn() -> Signal:
    """One note of a brass bowl: it is your turn."""
    return mix(0.5, (0, brass(0.5, C5, 0.16, contact=0.0026)), (0, 0.08 * touch(0.05, 23, 200, 900, 0.004, 0.01)))


def hint() -> Signal:
    """A spoon on the rim of a glass, twice."""
    return mix(
        0.5,
        (0, 0.8 * glass(0.5, C6, 0.11, contact=0.0003)),
        (0.075, 0.65 * glass(0.42, F6, 0.11, contact=0.0003)),
        (0, 0.05 * touch(0.02, 24, 2500, 6000, 0.0004, 0.002)),
    )


def bid() -> Signal:
    """A number called: a firm note with its octave."""
    return mix(
        0.4,
        (0, brass(0.4, C5, 0.1, contact=0.0012)),
        (0, 0.4 * celesta(0.4, 2 * C5, 0.09)),
        (0, 0.4 * wood(0.08, 262, 0.02)),
    )


def star() -> Signal:
    """Three in a row: a quick run over glasses."""
    notes = ((0.0, C6, 0.7), (0.07, E6, 0.62), (0.14, G6, 0.66))
    return mix(
        0.55, *((at, level * (0.6 * glass(0.5, note, 0.1) + celesta(0.5, note, 0.13))) for at, note, level in notes)
    )


def win() -> Signal:
    """A rising phrase on the celesta over a warm chord of bowls."""
    notes = ((0.0, C5, 0.6), (0.13, F5, 0.6), (0.26, A5, 0.66), (0.42, C6, 0.72), (0.42, F5, 0.3))
    chord = ((0.0, F4, 0.5), (0.0, C4, 0.4), (0.42, A4, 0.34), (0.42, G4, 0.2))
    return mix(
        1.15,
        *((at, level * celesta(1.15 - at, note, 0.3)) for at, note, level in notes),
        *((at + 0.01, level * brass(1.14 - at, note, 0.4, contact=0.005)) for at, note, level in chord),
    )


def over() -> Signal:
    """Two notes going home, and the lid of the box."""
    return mix(
        0.85,
        (0, 0.8 * brass(0.85, A4, 0.2, contact=0.004)),
        (0.24, 0.8 * brass(0.61, F4, 0.22, contact=0.004)),
        (0.24, 0.3 * celesta(0.61, F4, 0.2)),
        (0.25, 0.16 * table(0.2, 116, 0.04)),
    )


GROUPS = {
    "touch": "what goes with every press, and what runs on",
    "hand": "buttons, cards and what is taken back",
    "signal": "what one should look up for",
    "piece": "what is set down on a board",
    "phrase": "the beginning and the end, and the star's jump",
}
"""Groups of equally loud sounds, the quietest first."""

EFFECTS = (
    Effect("focus", focus, "touch", -36, fade=0.02),
    Effect("press", press, "hand", -31),
    Effect("back", back, "hand", -31),
    Effect("open", open_card, "hand", -31.5),
    Effect("close", close_card, "hand", -31.5),
    Effect("page", page, "touch", -35.5, fade=0.02),
    Effect("start", start, "phrase", -27, wet=0.3, fade=0.3),
    Effect("undo", undo, "hand", -30.5),
    Effect("lift", lift, "touch", -35),
    Effect("pawn", pawn, "piece", -27.5, wet=0.2),
    Effect("wall", wall, "piece", -26, wet=0.2, fade=0.06),
    Effect("barred", barred, "signal", -28.5, fade=0.06),
    Effect("stone", stone, "piece", -27.5, wet=0.2),
    Effect("stick", stick, "piece", -28.5, wet=0.2),
    Effect("slide", slide, "touch", -34.5, fade=0.06),
    Effect("bounce", bounce, "touch", -33.5, wet=0.24, fade=0.08),
    Effect("chip", chip, "piece", -28.5, wet=0.2),
    Effect("tick", tick, "touch", -36, fade=0.015),
    Effect("turn", turn, "signal", -31, wet=0.3, fade=0.25),
    Effect("hint", hint, "signal", -30, wet=0.3, fade=0.25),
    Effect("bid", bid, "signal", -29.5, wet=0.24, fade=0.15),
    Effect("star", star, "phrase", -27, wet=0.3, fade=0.25),
    Effect("win", win, "phrase", -24.5, wet=0.34, fade=0.45),
    Effect("over", over, "phrase", -25.5, wet=0.34, fade=0.35),
)

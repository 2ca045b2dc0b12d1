"""The pitch of each seat: who acts can be heard."""

from __future__ import annotations

from game.core.rules import Seat

PENTATONIC = (0, 4, -3, 2, -5, 7, -8, 9)  # semitones by seat: all of one pentatonic scale, neighbours well apart


def seat_pitch(seat: Seat) -> int:
    """Return by how many semitones the sounds of `seat` are shifted; not at all for the clock's seat."""
    return PENTATONIC[seat % len(PENTATONIC)] if seat >= 0 else 0

"""The motions of beans that drop and of the stick that turns into its axis."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from game.coffee.board import ROWS, STRIDE, Cell
from game.coffee.state import Colour
from scenes.kit.drawing.timeline import Clip, ease_in_out, ease_out
from scenes.table.contract.placements import BoardClip, ClipFrame, Placement, Placements

STICK_ID = "stick"
_BEAN_IDS = tuple(f"bean {cell}" for cell in range(STRIDE * len(ROWS)))
BEAN_SECONDS = 0.16
STICK_SECONDS = 0.14
WATCHED_STICK_SECONDS = 0.36  # for an AI's stick: nobody laid it with their own hands, so it must be seen to turn
DROP = 1.0  # pitches above the board from which a bean drops
STICK_LIFT = 0.25
FIRST_TURN = 60  # degrees by which the stick turns when it first comes to the board


@dataclass(frozen=True, slots=True)
class Bean:
    """A player's bean."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Stick:
    """The white stick; its placement has the angle, 0 lying level."""


Look: TypeAlias = Bean | Stick


def bean_id(cell: Cell) -> str:
    """The id of the bean on a cell."""
    return _BEAN_IDS[cell]


def drop_clip(bean: str, before: Placements, after: Placements, stick_seconds: float = STICK_SECONDS) -> BoardClip:
    """The bean with the id `bean` drops, then the stick (if it is laid) is carried to it and turns."""
    end, journey = after[bean], _journey(before, after)

    def sample(t: float) -> ClipFrame:
        share = min(1.0, t / BEAN_SECONDS)
        placed = {bean: replace(end, lift=DROP * (1 - share * share), alpha=min(1.0, 0.3 + 2 * share))}
        if journey is not None and t > BEAN_SECONDS:
            placed[STICK_ID] = journey.at(min(1.0, (t - BEAN_SECONDS) / stick_seconds))
        return ClipFrame(placed)

    cues = ((BEAN_SECONDS * 0.92, "stone"),)
    if journey is None:
        return Clip(BEAN_SECONDS, sample, cues)
    whole = BEAN_SECONDS + stick_seconds
    return Clip(whole, sample, (*cues, (whole * 0.96, "stick")))


@dataclass(frozen=True, slots=True)
class _Journey:
    """The stick's way from one cell to the next; `turn` degrees lead to its axis the shorter way round."""

    start: Placement[Stick]
    end: Placement[Stick]
    turn: float

    def at(self, share: float) -> Placement[Stick]:
        """The stick when `share` of the time is over."""
        if share == 1:
            return self.end
        start, end = self.start, self.end
        eased = ease_in_out(ease_out(share))
        return replace(
            end,
            x=start.x + (end.x - start.x) * eased,
            y=start.y + (end.y - start.y) * eased,
            lift=STICK_LIFT * 4 * eased * (1 - eased),
            alpha=max(start.alpha, eased),
            angle=start.angle + self.turn * eased,
        )


def _journey(before: Placements, after: Placements) -> _Journey | None:
    """The way that the stick makes; None where it stays. The first stick of a game comes out of the air."""
    end, start = after.get(STICK_ID), before.get(STICK_ID)
    if end is None or end == start:
        return None
    if start is None:
        start = replace(end, alpha=0.0, angle=end.angle - FIRST_TURN)
    return _Journey(start, end, (end.angle - start.angle + 90) % 180 - 90)

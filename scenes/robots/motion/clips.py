"""From a step's events to one clip: the slide, robots going back, a chip that is won, the next one turned over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from game.core.rules import Seat, Step
from game.robots.board import COLOURS, Mark, xy
from game.robots.state import (
    Action,
    ChipReturned,
    ChipTurned,
    ChipWon,
    Declared,
    RobotSlid,
    RobotsReturned,
    SeatTurns,
    State,
)
from scenes.kit.theme import FADE_SECONDS
from scenes.kit.timeline import Clip, Placement, ease_in_out, ease_out
from scenes.robots.motion.slides import Journey, journey, slide_clip

RETURN_SECONDS = 0.32
CHIP_SECONDS = 0.34
TURN_SECONDS = 0.24
CHIP = "chip"
MIDDLE = (7.5, 7.5)

Placed = dict[str, Placement]
ToDock = Callable[[Seat], tuple[float, float]]


def chip_look(mark: Mark) -> str:
    """The look of a chip's placement."""
    return f"chip {mark.colour} {mark.symbol}"


def pieces(state: State) -> Placed:
    """The robots, and the chip over the closed middle."""
    placed: Placed = {
        colour: Placement(f"robot {colour}", *map(float, xy(cell)))
        for colour, cell in zip(COLOURS, state.robots, strict=True)
    }
    if state.phase != "over":
        placed[CHIP] = Placement(chip_look(state.chip), *MIDDLE)
    return placed


@dataclass(frozen=True, slots=True)
class Staging:
    """How clips are made: with `reduced` motion, without flashes in the first `quiet` seconds, chips going to docks."""

    reduced: bool
    quiet: float
    to_dock: ToDock


def step_clip(step: Step[State, Action, Any], staging: Staging) -> Clip:
    """The clip between the two states of a step."""
    present = pieces(step.before)
    parts: list[Clip] = []
    for event in step.events:
        part = _part(step, event, present, staging)
        if part is None:
            continue
        if staging.reduced and not isinstance(event, RobotSlid):
            part = _shortened(part)
        parts.append(part)
        present = {**present, **_standing(part.sample(part.seconds), present)}
    return in_turn(parts)


def journey_of(step: Step[State, Action, Any], quiet: float = 0.0) -> Journey | None:
    """The slide of a step, if it had one."""
    slid = next((event for event in step.events if isinstance(event, RobotSlid)), None)
    return None if slid is None else journey(step.before.board, slid, quiet)


def _part(step: Step[State, Action, Any], event: Any, present: Placed, staging: Staging) -> Clip | None:
    if isinstance(event, RobotSlid):
        return slide_clip(journey(step.before.board, event, staging.quiet), staging.reduced)
    if isinstance(event, RobotsReturned):
        homes = zip(COLOURS, event.robots, strict=True)
        return _gliding(present, {colour: xy(cell) for colour, cell in homes if _away(present[colour], xy(cell))})
    if isinstance(event, ChipWon):
        return _given(present[CHIP], staging.to_dock(event.seat))
    if isinstance(event, ChipReturned):
        return _leaving(present[CHIP])
    if isinstance(event, ChipTurned):
        return _turning(event.chip)
    if isinstance(event, SeatTurns):
        return Clip(0.0, lambda t: {}, cues=((0.0, "turn"),))
    return Clip(0.0, lambda t: {}, cues=((0.0, "bid"),)) if isinstance(event, Declared) else None


def _away(placement: Placement, home: tuple[int, int]) -> bool:
    return (placement.x, placement.y) != home


def _gliding(present: Placed, homes: dict[str, tuple[int, int]]) -> Clip | None:
    """Robots go straight back to where they stood, a little above the board."""

    def sample(t: float) -> Placed:
        share = ease_in_out(t / RETURN_SECONDS)
        placed = {}
        for key, (x, y) in homes.items():
            begin = present[key]
            way = begin.x + (x - begin.x) * share, begin.y + (y - begin.y) * share
            placed[key] = Placement(begin.look, *way, lift=0.5 * share * (1 - share))
        return placed

    return Clip(RETURN_SECONDS, sample) if homes else None


def _given(chip: Placement, dock: tuple[float, float]) -> Clip:
    """A chip goes to the dock of who won it."""

    def sample(t: float) -> Placed:
        share = ease_in_out(t / CHIP_SECONDS)
        x, y = chip.x + (dock[0] - chip.x) * share, chip.y + (dock[1] - chip.y) * share
        return {CHIP: replace(chip, x=x, y=y, lift=share, alpha=float(t < CHIP_SECONDS))}

    return Clip(CHIP_SECONDS, sample, cues=((CHIP_SECONDS * 0.85, "chip"),))


def _leaving(chip: Placement) -> Clip:
    return Clip(FADE_SECONDS, lambda t: {CHIP: replace(chip, alpha=1 - t / FADE_SECONDS)})


def _turning(mark: Mark) -> Clip:
    """The next chip comes up."""

    def sample(t: float) -> Placed:
        return {CHIP: Placement(chip_look(mark), *MIDDLE, alpha=ease_out(t / TURN_SECONDS))}

    return Clip(TURN_SECONDS, sample, cues=((0.0, "chip"),))


def _shortened(clip: Clip) -> Clip:
    """A clip whose pieces fade where they would fly."""
    seconds = min(FADE_SECONDS, clip.seconds)

    def sample(t: float) -> Placed:
        return clip.sample(clip.seconds if t * 2 >= seconds else 0.0)

    return Clip(seconds, sample, tuple((min(seconds * 0.9, at), name) for at, name in clip.cues))


def _standing(placed: Placed, known: Placed) -> Placed:
    """Of what a clip shows at its end, the pieces that stay."""
    return {key: placement for key, placement in placed.items() if key in known or key == CHIP}


def in_turn(parts: list[Clip]) -> Clip:
    """One clip that plays others one after the other; what one has moved stays there during the next ones."""
    starts = [sum(part.seconds for part in parts[:index]) for index in range(len(parts))]
    seconds = sum(part.seconds for part in parts)

    def sample(t: float) -> Placed:
        placed: Placed = {}
        for start, part in zip(starts, parts, strict=True):
            if t >= start + part.seconds:
                ended = part.sample(part.seconds)
                placed.update((key, value) for key, value in ended.items() if key in COLOURS or key == CHIP)
            elif t >= start:
                placed.update(part.sample(t - start))
        return placed

    cues = [(start + at, name) for start, part in zip(starts, parts, strict=True) for at, name in part.cues]
    return Clip(seconds, sample, tuple(cues))

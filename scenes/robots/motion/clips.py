"""Clips from a step's events: the slide, robots going back, a chip that is won, the next one turned over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from game.core.rules import Seat, Step
from game.robots.board import COLOURS, TargetMark, standing, xy
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
from scenes.kit.drawing.theme import FADE_SECONDS
from scenes.kit.drawing.timeline import Clip, ease_in_out, ease_out
from scenes.robots.looks import BoardPoint, ChipLook, Placed, RobotLook
from scenes.robots.motion.slides import Journey, slide_clip
from scenes.table.contract.placements import BoardClip, ClipFrame, Placement, Placements

RETURN_SECONDS = 0.32
CHIP_SECONDS = 0.34
TURN_SECONDS = 0.24
CHIP_PAUSE = 1.0  # in which one sees how a round ended, before the next chip is turned over
CHIP = "chip"
STAYING = frozenset((*COLOURS, CHIP))  # what remains where a part of a clip leaves it
MIDDLE = (7.5, 7.5)

ToDock = Callable[[Seat], BoardPoint]


def pieces(state: State) -> Placed:
    """The robots, and the chip over the closed middle."""
    placed: Placed = {
        colour: Placement(RobotLook(colour), *map(float, xy(cell))) for colour, cell in standing(state.robots).items()
    }
    if state.phase != "over":
        placed[CHIP] = Placement(ChipLook(state.chip), *MIDDLE)
    return placed


@dataclass(frozen=True, slots=True)
class Staging:
    """The circumstances of a clip: with reduced motion (`is_reduced`), the `way` of the robots, the docks of the chips.

    `pause` are the seconds after a slide that an AI shows, 0 after any other one.
    """

    is_reduced: bool
    way: Journey | None
    to_dock: ToDock
    pause: float = 0.0


def step_clip(step: Step[State, Action, object], staging: Staging) -> BoardClip:
    """The clip between the two states of a step; the lights of a slide fade while what follows it goes on."""
    present: Placements = pieces(step.before)
    parts: list[BoardClip] = []
    for event in step.events:
        part = _part(event, present, staging)
        if part is None:
            continue
        if staging.is_reduced and not isinstance(event, RobotSlid):
            part = _shortened(part)
        if isinstance(event, ChipTurned) and parts:
            parts.append(_held(CHIP_PAUSE))
        parts.append(part)
        if isinstance(event, RobotSlid) and staging.pause:
            parts.append(_held(staging.pause))
        present = {**present, **_staying(part)}
    clip = in_turn(parts)
    way = staging.way
    if way is None or staging.is_reduced:
        return clip
    return replace(clip, sampler=lambda t: ClipFrame(clip.sampler(t).placements, (*way.lights(t), *way.ghosts(t))))


def _part(event: object, present: Placements, staging: Staging) -> BoardClip | None:
    if isinstance(event, RobotSlid):
        return None if staging.way is None else slide_clip(staging.way, staging.is_reduced)
    if isinstance(event, RobotsReturned):
        homes = standing(event.robots).items()
        return _gliding(present, {colour: xy(cell) for colour, cell in homes if _is_away(present[colour], xy(cell))})
    if isinstance(event, ChipWon):
        return _given(present[CHIP], staging.to_dock(event.seat))
    if isinstance(event, ChipReturned):
        return _leaving(present[CHIP])
    if isinstance(event, ChipTurned):
        return _turning(event.chip)
    if isinstance(event, SeatTurns):
        return _heard("turn")
    return _heard("bid") if isinstance(event, Declared) else None


def _held(seconds: float) -> BoardClip:
    """The picture as it is."""
    return Clip(seconds, lambda t: ClipFrame())


def _heard(sound: str) -> BoardClip:
    """A sound without a picture."""
    return Clip(0.0, lambda t: ClipFrame(), cues=((0.0, sound),))


def _is_away(placement: Placement[object], home: tuple[int, int]) -> bool:
    return (placement.x, placement.y) != home


def _gliding(present: Placements, homes: dict[str, tuple[int, int]]) -> BoardClip | None:
    """Robots go straight back to where they stood, a little above the board."""

    def sample(t: float) -> ClipFrame:
        share = ease_in_out(t / RETURN_SECONDS)
        placed = {}
        for key, (x, y) in homes.items():
            begin = present[key]
            way = begin.x + (x - begin.x) * share, begin.y + (y - begin.y) * share
            placed[key] = Placement(begin.look, *way, lift=0.5 * share * (1 - share))
        return ClipFrame(placed)

    return Clip(RETURN_SECONDS, sample) if homes else None


def _given(chip: Placement[object], dock: BoardPoint) -> BoardClip:
    """A chip goes to the dock of who won it."""

    def sample(t: float) -> ClipFrame:
        share = ease_in_out(t / CHIP_SECONDS)
        x, y = chip.x + (dock[0] - chip.x) * share, chip.y + (dock[1] - chip.y) * share
        return ClipFrame({CHIP: replace(chip, x=x, y=y, lift=share, alpha=float(t < CHIP_SECONDS))})

    return Clip(CHIP_SECONDS, sample, cues=((CHIP_SECONDS * 0.85, "chip"),))


def _leaving(chip: Placement[object]) -> BoardClip:
    return Clip(FADE_SECONDS, lambda t: ClipFrame({CHIP: replace(chip, alpha=1 - t / FADE_SECONDS)}))


def _turning(mark: TargetMark) -> BoardClip:
    """The next chip comes up."""
    look = ChipLook(mark)

    def sample(t: float) -> ClipFrame:
        return ClipFrame({CHIP: Placement(look, *MIDDLE, alpha=ease_out(t / TURN_SECONDS))})

    return Clip(TURN_SECONDS, sample, cues=((0.0, "chip"),))


def _shortened(clip: BoardClip) -> BoardClip:
    """A clip whose pieces are there at once where they would fly."""
    seconds = min(FADE_SECONDS, clip.seconds)

    def sample(t: float) -> ClipFrame:
        return clip.sample(clip.seconds if t * 2 >= seconds else 0.0)

    return Clip(seconds, sample, tuple((min(seconds * 0.9, at), name) for at, name in clip.cues))


def _staying(part: BoardClip) -> Placements:
    """Where a part of a clip leaves the pieces that stay."""
    ended = part.sample(part.seconds).placements
    return {key: placement for key, placement in ended.items() if key in STAYING}


def in_turn(parts: list[BoardClip]) -> BoardClip:
    """One clip that plays others one after the other; what one has moved stays there during the next ones."""
    starts = [sum(part.seconds for part in parts[:index]) for index in range(len(parts))]
    ends = [_staying(part) for part in parts]

    def sample(t: float) -> ClipFrame:
        placed: dict[str, Placement[object]] = {}
        for start, part, end in zip(starts, parts, ends, strict=True):
            if t >= start + part.seconds:
                placed.update(end)
            elif t >= start:
                placed.update(part.sample(t - start).placements)
        return ClipFrame(placed)

    cues = [(start + at, name) for start, part in zip(starts, parts, strict=True) for at, name in part.cues]
    return Clip(sum(part.seconds for part in parts), sample, tuple(cues))

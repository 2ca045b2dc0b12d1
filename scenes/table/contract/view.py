"""The values that a board needs to draw a frame: placements and effects, interpolated by clips, and the View."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from game.core.rules import Seat, Step, Timer
from scenes.kit.drawing.theme import FADE_SECONDS
from scenes.kit.drawing.timeline import Clip, ease_out
from scenes.kit.input.intents import Point
from scenes.kit.stage import Stage
from scenes.table.contract.typevars import A, S, Sel

L = TypeVar("L", covariant=True)
PENTATONIC = (0, 4, -3, 2, -5, 7, -8, 9)  # semitones by seat, from one pentatonic scale; neighbours are far apart
Theory = Mapping[str, tuple[str, int | None]]  # by action text: value for the mover, plies to the end


@dataclass(frozen=True, slots=True)
class Placement(Generic[L]):
    """The place of a piece: `x`, `y` in board units, `lift` above the board (0 rests), opacity, and look.

    `look` is a value of the game's own for the picture; `angle` is in degrees, clockwise as seen.
    """

    look: L
    x: float
    y: float
    lift: float = 0.0
    alpha: float = 1.0
    angle: float = 0.0


Placements = Mapping[str, Placement[Any]]  # by piece id; looks are the game's own


@dataclass(frozen=True, slots=True)
class ClipFrame:
    """A clip at one time: the moving pieces, and effects as values of the game's own."""

    placements: Placements = field(default_factory=dict)
    effects: tuple[object, ...] = ()

    def over(self, standing: Placements) -> ClipFrame:
        """The frame with the other pieces from `standing`."""
        return ClipFrame({**standing, **self.placements}, self.effects)


BoardClip = Clip[ClipFrame]


def diff_clip(before: Placements, after: Placements, seconds: float = FADE_SECONDS) -> BoardClip:
    """The default animation: moved pieces slide, new and removed ones fade."""

    def sample(t: float) -> ClipFrame:
        share = ease_out(t / seconds) if seconds else 1.0
        placed: dict[str, Placement[object]] = {}
        for key, end in after.items():
            begin = before.get(key)
            if begin is None:
                placed[key] = replace(end, alpha=end.alpha * share)
            elif begin != end:
                placed[key] = replace(end, x=begin.x + (end.x - begin.x) * share, y=begin.y + (end.y - begin.y) * share)
        for key, begin in before.items():
            if key not in after:
                placed[key] = replace(begin, alpha=begin.alpha * (1 - share))
        return ClipFrame(placed)

    return Clip(seconds, sample)


def without_motion(clip: BoardClip, before: Placements, after: Placements) -> BoardClip:
    """Return the reduced-motion version of `clip`: pieces slide, and only the landing sounds."""
    return replace(diff_clip(before, after), cues=tuple((0.0, name) for _, name in clip.cues[-1:]), pitch=clip.pitch)


def seat_pitch(seat: Seat) -> int:
    """Return the pitch of `seat` in semitones; 0 for the clock's seat."""
    return PENTATONIC[seat % len(PENTATONIC)] if seat >= 0 else 0


def of_seat(stage: Stage, clip: BoardClip, before: Placements, after: Placements, seat: Seat) -> BoardClip:
    """A step's clip as shown: in the seat's pitch, without motion if so set."""
    if stage.look.reduced_motion:
        clip = without_motion(clip, before, after)
    return replace(clip, pitch=seat_pitch(seat))


@dataclass(slots=True)
class View(Generic[S, A, Sel]):
    """Everything that a board needs to draw one frame, made by `view_of`.

    `state` is the position to draw (during a clip: the previous one), `placements` has the present places of the
    pieces, `effects` are the clip's. `legal` is empty while no person here may act. Where several seats act at once,
    `choices` has the legal actions of each person; `legal` has the first one's.
    """

    state: S
    placements: Placements
    legal: Sequence[A]
    selection: Sel
    effects: Sequence[Any] = ()
    last: Step[S, A, object] | None = None
    hint: A | None = None
    lights: Mapping[Seat, float] = field(default_factory=dict)  # 0..1 by seat in turn
    winner: Seat | None = None
    win_time: float = 0.0  # seconds since the win
    family: str = "keyboard"  # of the device in use
    theory: Theory | None = None
    choices: Mapping[Seat, Sequence[A]] = field(default_factory=dict)
    clock: Timer | None = None  # with the remaining seconds
    drag_at: Point | None = None  # the point, in pixels, of a piece carried by a pointer
    steps: Sequence[Step[S, A, object]] = ()  # the whole game, once it is won

"""What a board needs to draw a frame: the View, and the placements and effects that clips interpolate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from game.core.rules import Seat, Step
from scenes.kit.drawing.theme import FADE_SECONDS
from scenes.kit.drawing.timeline import Clip, ease_out
from scenes.kit.input.intents import Point
from scenes.kit.stage import Stage
from scenes.table.contract.typevars import A, S, Sel

L = TypeVar("L", covariant=True)
# Semitones by seat, from one pentatonic scale. Neighbours have pitches far apart.
PENTATONIC = (0, 4, -3, 2, -5, 7, -8, 9)
# For each action, in notation: the action's value for the mover, and the plies to the game's end (None for a draw).
Theory = Mapping[str, tuple[str, int | None]]


@dataclass(frozen=True, slots=True)
class Placement(Generic[L]):
    """The place of a piece: `x` and `y` in board units, `lift` above the board (0 at rest), opacity and look.

    `look` is a value that the game defines, from which it makes the picture. `angle` is in degrees, clockwise as seen.
    """

    look: L
    x: float
    y: float
    lift: float = 0.0
    alpha: float = 1.0
    angle: float = 0.0


# By id of the piece. The game defines the looks.
Placements = Mapping[str, Placement[Any]]


@dataclass(frozen=True, slots=True)
class ClipFrame:
    """A clip at one time: the moving pieces, and effects as values that the game defines."""

    placements: Placements = field(default_factory=dict)
    effects: tuple[object, ...] = ()

    def over(self, standing: Placements) -> ClipFrame:
        """Return this frame, with those pieces of `standing` added that it lacks."""
        return ClipFrame({**standing, **self.placements}, self.effects)


BoardClip = Clip[ClipFrame]


def diff_clip(before: Placements, after: Placements, seconds: float = FADE_SECONDS) -> BoardClip:
    """Return the default animation of `seconds`: moved pieces slide, new pieces fade in, removed ones fade out."""

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
    """Return `clip` for reduced motion: pieces slide, and only the clip's last sound is played, at the beginning."""
    return replace(diff_clip(before, after), cues=tuple((0.0, name) for _, name in clip.cues[-1:]), pitch=clip.pitch)


def seat_pitch(seat: Seat) -> int:
    """Return the pitch of `seat` in semitones. The clock's seat has 0."""
    return PENTATONIC[seat % len(PENTATONIC)] if seat >= 0 else 0


def of_seat(stage: Stage, clip: BoardClip, before: Placements, after: Placements, seat: Seat) -> BoardClip:
    """Return the clip of a step as it is shown: in the seat's pitch, and for reduced motion if that is set."""
    if stage.look.reduced_motion:
        clip = without_motion(clip, before, after)
    return replace(clip, pitch=seat_pitch(seat))


@dataclass(slots=True)
class View(Generic[S, A, Sel]):
    """Everything that a board needs to draw one frame, made by `view_of`.

    `state` is the position to draw; during a clip, the position before the step. `placements` has the current places of
    the pieces, and `effects` has the effects of the clip. `legal` is empty while no person here may act. If several
    seats act at once, `choices` has the legal actions of each person, and `legal` has the actions of the first person.
    """

    state: S
    placements: Placements
    legal: Sequence[A]
    selection: Sel
    effects: Sequence[Any] = ()
    last: Step[S, A, object] | None = None
    hint: A | None = None
    # Light of each seat, 0 to 1.
    lights: Mapping[Seat, float] = field(default_factory=dict)
    winner: Seat | None = None
    # Seconds since the win.
    win_time: float = 0.0
    # Family of the device in use.
    family: str = "keyboard"
    theory: Theory | None = None
    choices: Mapping[Seat, Sequence[A]] = field(default_factory=dict)
    # The point, in pixels, of a piece that a pointer carries.
    drag_at: Point | None = None
    # The steps of the whole game, once it is won.
    steps: Sequence[Step[S, A, object]] = ()

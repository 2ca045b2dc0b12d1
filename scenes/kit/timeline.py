"""Animation: clips say where things are at a time; the timeline plays them one after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from scenes.kit.clock import STEP
from scenes.kit.theme import FADE_SECONDS


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a piece is: `x`, `y` in board units, `lift` above the board (0 rests), opacity, and its look."""

    look: str
    x: float
    y: float
    lift: float = 0.0
    alpha: float = 1.0


Placements = Mapping[str, Placement]


def ease_out(t: float) -> float:
    """Cubic ease-out on 0..1."""
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    """Smooth at both ends on 0..1."""
    return t * t * (3 - 2 * t)


@dataclass(frozen=True, slots=True)
class Clip:
    """A stretch of animation: a pure function of its own time that gives the placements it moves.

    Pieces that `sample` does not name stay where the state has them.
    """

    seconds: float
    sampler: Callable[[float], dict[str, Placement]]
    cues: tuple[tuple[float, str], ...] = ()  # (time, sound), ascending
    pitch: int = 0  # semitones by which its sounds are shifted

    def sample(self, t: float) -> dict[str, Placement]:
        """Placements at `t` seconds, clamped to the clip."""
        return self.sampler(min(max(t, 0.0), self.seconds))


def diff_clip(before: Placements, after: Placements, seconds: float = FADE_SECONDS) -> Clip:
    """The default animation: what moved slides, what came or went fades."""

    def sample(t: float) -> dict[str, Placement]:
        share = ease_out(t / seconds) if seconds else 1.0
        placed: dict[str, Placement] = {}
        for key, end in after.items():
            begin = before.get(key)
            if begin is None:
                placed[key] = replace(end, alpha=end.alpha * share)
            elif begin != end:
                placed[key] = replace(end, x=begin.x + (end.x - begin.x) * share, y=begin.y + (end.y - begin.y) * share)
        for key, begin in before.items():
            if key not in after:
                placed[key] = replace(begin, alpha=begin.alpha * (1 - share))
        return placed

    return Clip(seconds, sample)


class OnCue(Protocol):
    """Told of each sound of a clip when its time has come."""

    def __call__(self, name: str, *, pitch: int) -> None: ...


def _unheard(name: str, *, pitch: int) -> None:
    """For a timeline without sound."""


@dataclass(slots=True)
class Timeline:
    """A queue of clips with a callback when each is over."""

    on_cue: OnCue = _unheard
    _queue: deque[tuple[Clip, Callable[[], None]]] = field(default_factory=deque)
    _time: float = 0.0

    @property
    def idle(self) -> bool:
        """Whether nothing is playing."""
        return not self._queue

    def push(self, clip: Clip, done: Callable[[], None] = lambda: None) -> None:
        """Play `clip` after those that wait already; `done` is called when it ends or is skipped."""
        self._queue.append((clip, done))

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass; a clip's overshoot belongs to the next one."""
        if not self._queue:
            return
        begin = self._time
        self._time += dt
        while self._queue:
            clip, done = self._queue[0]
            self._cues(clip, begin, self._time)
            if self._time < clip.seconds:
                return
            self._queue.popleft()
            begin = 0.0
            self._time -= clip.seconds
            done()
        self._time = 0.0

    def skip(self) -> None:
        """End every clip at once, in order."""
        while self._queue:
            clip, done = self._queue.popleft()
            self._cues(clip, self._time, clip.seconds)
            self._time = 0.0
            done()

    def sample(self, alpha: float) -> dict[str, Placement]:
        """Placements of the running clip, `alpha` of a tick behind the last one (interpolation)."""
        if not self._queue:
            return {}
        return self._queue[0][0].sample(self._time - (1 - alpha) * STEP)

    def _cues(self, clip: Clip, begin: float, end: float) -> None:
        for at, name in clip.cues:
            if begin <= at < end:
                self.on_cue(name, pitch=clip.pitch)

"""Animation: a clip has a picture for each time, and the timeline plays clips one after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from scenes.kit.system import STEP

F = TypeVar("F")  # the type of a clip's pictures


def ease_out(t: float) -> float:
    """Cubic ease-out on 0..1."""
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    """Smooth at both ends on 0..1."""
    return t * t * (3 - 2 * t)


@dataclass(frozen=True, slots=True)
class Clip(Generic[F]):
    """One animation: a pure function from its own time to a picture.

    `cues` are (time, sound) in ascending order; `pitch` shifts the sounds by semitones.
    """

    seconds: float
    sampler: Callable[[float], F]
    cues: tuple[tuple[float, str], ...] = ()
    pitch: int = 0

    def sample(self, t: float) -> F:
        """Return the picture at `t` seconds, clamped to the clip."""
        return self.sampler(min(max(t, 0.0), self.seconds))


class OnCue(Protocol):
    """Called at each sound of a clip."""

    def __call__(self, name: str, *, pitch: int) -> None: ...


def _unheard(name: str, *, pitch: int) -> None:
    """Ignore a sound: for a timeline without sound."""


@dataclass(slots=True)
class Timeline(Generic[F]):
    """A queue of clips, each with a callback for its end."""

    on_cue: OnCue = _unheard
    _queue: deque[tuple[Clip[F], Callable[[], None]]] = field(default_factory=deque)
    _time: float = 0.0

    @property
    def is_idle(self) -> bool:
        return not self._queue

    def push(self, clip: Clip[F], done: Callable[[], None] = lambda: None) -> None:
        """Play `clip` after the waiting ones; `done` is called when it ends or is skipped."""
        self._queue.append((clip, done))

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass. Time left after a clip's end goes to the next clip."""
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

    def sample(self, alpha: float) -> F | None:
        """Return the running clip's picture between the last two ticks (`alpha` 0..1); None while idle."""
        if not self._queue:
            return None
        return self._queue[0][0].sample(self._time - (1 - alpha) * STEP)

    def _cues(self, clip: Clip[F], begin: float, end: float) -> None:
        for at, name in clip.cues:
            if begin <= at < end:
                self.on_cue(name, pitch=clip.pitch)

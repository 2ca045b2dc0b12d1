"""Ignores for a while a source that presses too fast: a pad, a key of the shared keyboard, or a pointer.

Other sources still count.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.input.bindings import key_face
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.stage import Stage
from scenes.kit.widgets.notice import draw_in_margin

MOST = 12  # this number of presses within SPAN mutes their source; every game needs fewer
SPAN = 1.0  # seconds
SECONDS = 3.0  # seconds for which a source is ignored
UNCOUNTED = frozenset({Kind.HOVER, Kind.DRAG, Kind.RELEASE, Kind.TURN, Kind.DIGIT})
BETWEEN = " · "  # stands between two sentences
# A person's taps lie this close together: within 1 / NEAR of the window's shorter side.
NEAR = 8


class PressSource(NamedTuple):
    """A source whose presses are counted together: a key of the keyboard, a pointer near `place`, or another device."""

    device: Device
    key: int = 0
    place: tuple[int, int] = (0, 0)


class Muting:
    """Counts presses by source. If `most` is None, no source is muted."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.most: int | None = MOST
        self._presses: dict[PressSource, deque[float]] = {}
        self._until: dict[PressSource, float] = {}

    def hears(self, intent: Intent, now: float) -> bool:
        """Whether a press at `now` (seconds) counts. If the press is one too many, its source is muted for SECONDS."""
        if self.most is None or intent.repeat:
            return True
        source = self._source(intent)
        if now < self._until.get(source, 0.0):
            return intent.kind in (Kind.HOVER, Kind.DRAG, Kind.RELEASE)  # a press that counted may still move and end
        if intent.kind in UNCOUNTED:
            return True
        presses = self._presses.setdefault(source, deque(maxlen=self.most))
        presses.append(now)
        if len(presses) < self.most or now - presses[0] > SPAN:
            return True
        self._until = {other: until for other, until in self._until.items() if until > now}
        self._until[source] = now + SECONDS
        presses.clear()
        self._stage.audio.play("barred")
        return False

    def left(self, intent: Intent, now: float) -> float:
        """Return the remaining seconds for which a press's source is muted."""
        return max(0.0, self._until.get(self._source(intent), 0.0) - now)

    def muted(self, now: float) -> list[PressSource]:
        """Return the sources muted at `now`."""
        return [source for source, until in self._until.items() if until > now]

    def _source(self, intent: Intent) -> PressSource:
        if intent.point is not None:
            part = max(1, min(self._stage.metrics.size) // NEAR)
            return PressSource(intent.device, place=(intent.point[0] // part, intent.point[1] // part))
        return PressSource(intent.device, intent.key)

    def draw(self, canvas: Canvas, now: float) -> None:
        """Show the muted sources at the top of the screen."""
        silent = BETWEEN.join(map(self._sentence, self.muted(now)))
        if silent:
            draw_in_margin(self._stage, canvas, silent)

    def _sentence(self, source: PressSource) -> str:
        t, device = self._stage.t, source.device
        if device.is_pad:
            return t("muted", who=self._stage.pad_name(device.number))
        if device.family == "keyboard":
            return t("muted", who=t("muted.key", cap=key_face(source.key)) if source.key else t("device.keyboard"))
        return t("muted", who=t(f"join.{device.family}"))

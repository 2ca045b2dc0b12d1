"""Rumble in a match, for the holders of pads: the own turn, the own effects, the last seconds of a clock."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable

from game.core.rules import Seat
from game.session.session import Session
from scenes.kit.input.intents import Device
from scenes.kit.stage import Stage

LAST_SECONDS = 5
OF_CUES = {name: name for name in ("wall", "bounce", "chip")}
"""The pulse that goes with a sound of the board's clips."""

SLIDES = "slide"  # the sound of what goes on until it is stopped


class MatchFelt:
    """The hands of one session's people. A seat without a device of its own is felt in the pad used last."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._stage = stage
        self._session = session
        self._playing: deque[Seat] = deque()  # whose clips play, in turn
        self._slides = False
        self._second = 0  # of the clock, that was felt last

    def turn(self, seat: Seat) -> None:
        """Let this person feel that it is their turn now."""
        self._pulse([seat], "turn")

    def begin(self, seat: Seat) -> None:
        """A step of `seat` will play after those that play already."""
        self._playing.append(seat)

    def cue(self, name: str) -> None:
        """A sound of the step that plays."""
        self._slides = self._slides or name == SLIDES
        if self._playing and name in OF_CUES:
            self._pulse([self._playing[0]], OF_CUES[name])

    def end(self) -> None:
        """The step that played is over: what slid has stopped."""
        seat = self._playing.popleft()
        if self._slides:
            self._pulse([seat], "stop")
        self._slides = False

    def follow(self, people: Callable[[], Iterable[Seat]]) -> None:
        """A clock that has come to another one of its last seconds is felt by the `people` who may act then."""
        clock = self._session.clock if self._session.has_clock else None
        second = 0 if clock is None else math.ceil(clock.seconds)
        if second != self._second and 0 < second <= LAST_SECONDS:
            self._pulse(people(), "clock")
        self._second = second

    def _pulse(self, seats: Iterable[Seat], name: str) -> None:
        pads = {pad for seat in seats for pad in self._pads(seat)}
        self._stage.rumble.pulse(pads, name)

    def _pads(self, seat: Seat) -> list[Device]:
        """What a person plays with, if it can be felt."""
        config, devices = self._session.seats[seat], self._stage.devices
        if config.is_ai:
            return []
        if not config.device:
            return [devices.current]
        return [pad for pad in devices.pads() if pad.held == config.device]

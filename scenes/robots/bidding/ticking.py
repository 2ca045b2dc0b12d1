"""The ticking of a clock's last seconds."""

from __future__ import annotations

import math

from game.core.rules import Timer
from scenes.kit.audio import Audio
from scenes.robots.bidding.clock import LAST_SECONDS


class Ticking:
    """Lets every one of the last seconds be heard once."""

    def __init__(self, audio: Audio) -> None:
        self._audio = audio
        self._ticked = 0  # the second that was heard last

    def follow(self, clock: Timer | None) -> None:
        """Tick where `clock` has come to another one of its last seconds; asked at every tick of the game."""
        second = math.ceil(clock.seconds) if clock is not None else 0
        if second != self._ticked and 0 < second <= LAST_SECONDS:
            self._audio.play("tick")
        self._ticked = second

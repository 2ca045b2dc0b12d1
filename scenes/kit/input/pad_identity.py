"""The owners of pads: numbers that are kept for people at the table, also while a pad is pulled out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from game.core.device_id import FIRST_PHONE
from scenes.kit.input.controllers import Pads
from scenes.kit.input.intents import Device
from scenes.kit.input.pad_numbers import PadTraits

MATCH = "match"  # for whom the pads of a game are held


class PadIdentity:
    """The numbers of `pads`, and of phones: `phones` gives those that are awake."""

    def __init__(self, pads: Pads, phones: Callable[[], list[Device]]) -> None:
        self._pads = pads
        self._phones = phones
        self._held: dict[str, frozenset[int]] = {}

    def present(self) -> list[Device]:
        """All that can be held in a hand now: as `Devices.pads`."""
        return [*self._pads.devices(), *self._phones()]

    def hold(self, owner: str, numbers: Collection[int]) -> None:
        """Keep the numbers of pads that are played with, also while they are pulled out; `owner` says for whom."""
        self._held[owner] = frozenset(numbers)
        self._pads.numbers.held = frozenset().union(*self._held.values())

    def held_by(self, owner: str) -> frozenset[int]:
        """The numbers that are kept for somebody."""
        return self._held.get(owner, frozenset())

    def marks(self, numbers: Collection[int]) -> dict[int, PadTraits]:
        """Return the traits that tell the pads with these numbers from others."""
        return self._pads.numbers.marks(numbers)

    def expect(self, marks: Mapping[int, PadTraits]) -> None:
        """Give these pads the numbers that they had in an earlier run; call it before `Devices.open`."""
        self._pads.numbers.expect(marks)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of pads that are played with and were pulled out, and of phones that are asleep."""
        there = {device.number for device in self._phones()}
        phones = {number for number in frozenset().union(*self._held.values()) if number >= FIRST_PHONE}
        return (*self._pads.numbers.missing, *sorted(phones - there))

    def could_be(self, pad: Device, number: int) -> bool:
        """Whether a pad that is plugged in may be the missing one with this number."""
        return not pad.is_phone and pad in self.present() and self._pads.numbers.could_be(pad.number, number)

    def become(self, pad: Device, number: int) -> Device | None:
        """Let a pad take a missing one's place and number, as somebody at the table has said.

        None where the pad is gone by now, or no pad of that number is missing any more.
        """
        if pad.is_phone or pad not in self.present() or number not in self._pads.numbers.missing:
            return None
        return self._pads.become(pad, number)

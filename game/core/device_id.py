"""The id of an input device, one text with its kind and number."""

from __future__ import annotations

import re
from typing import Literal

DeviceKind = Literal["", "table", "keyboard", "mouse", "touch", "pad", "phone", "other"]
FIRST_PHONE = 100
"""Where pads and phones are counted together, phone n has the number FIRST_PHONE + n."""
_KINDS: dict[str, DeviceKind] = {
    "": "",
    "table": "table",
    "keyboard": "keyboard",
    "mouse": "mouse",
    "touch": "touch",
}
_SLOT = re.compile(r"pad(0|[1-9][0-9]{0,8})")


class DeviceId(str):
    """A text: "keyboard", "pad3", "pad101" for the first phone, or "" for any device or none.

    "table" stands for the shared keyboard, mouse and touch. Records from elsewhere may have other texts, whose kind
    is "other".
    """

    __slots__ = ()

    @classmethod
    def of_slot(cls, slot: int) -> DeviceId:
        """Return the pad (from 1) or the phone (above FIRST_PHONE) with this number."""
        return cls(f"pad{slot}")

    @classmethod
    def phone(cls, number: int) -> DeviceId:
        """Return the phone with this number, from 1."""
        return cls.of_slot(FIRST_PHONE + number)

    @property
    def slot(self) -> int:
        """The number if pads and phones are counted together; 0 for other devices."""
        return int(self[3:]) if _SLOT.fullmatch(self) else 0

    @property
    def kind(self) -> DeviceKind:
        """The kind of device; "" for any device or none."""
        if _SLOT.fullmatch(self):
            return "phone" if self.slot >= FIRST_PHONE else "pad"
        return _KINDS.get(self, "other")

    @property
    def number(self) -> int:
        """The number among pads, or among phones, from 1; 0 for other devices."""
        return self.slot - FIRST_PHONE if self.is_phone else self.slot

    @property
    def is_phone(self) -> bool:
        """Whether it is a phone."""
        return self.slot >= FIRST_PHONE


ANY = DeviceId("")
TABLE = DeviceId("table")

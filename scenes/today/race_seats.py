"""The players of a race and their means to answer: directions of a pad or phone, an own key, or all in turn."""

from __future__ import annotations

from collections.abc import Sequence

from game.people.roster import Chair, Roster
from scenes.kit.input.intents import Device, Intent, Kind

WAYS = (Kind.UP, Kind.RIGHT, Kind.DOWN, Kind.LEFT)
"""The directions of what is offered, in its order."""
LEAST, MOST = 2, 8


def racers(roster: Roster) -> tuple[Chair, ...]:
    """The people at the table who race."""
    return roster.people[:MOST]


def is_private(chair: Chair) -> bool:
    """Return whether somebody can choose unseen: on a device in the own hand, or by the moment of an own key."""
    return chair.device.kind in ("pad", "phone") or (chair.device.kind == "keyboard" and chair.key > 0)


class RaceSeating:
    """Finds whose answer a press is. Players are numbered as the `chairs` are."""

    def __init__(self, chairs: Sequence[Chair], in_turns: bool) -> None:
        self.chairs = tuple(chairs)
        self.in_turns = in_turns
        self._keys = {chair.key: player for player, chair in enumerate(chairs) if chair.key}

    def player_of(self, device: Device) -> int | None:
        """Return the player who holds a pad or a phone."""
        held = (player for player, chair in enumerate(self.chairs) if chair.device == device.held)
        return next(held, None) if device.is_pad else None

    def answer(self, intent: Intent, asked: Sequence[int], lit: int) -> tuple[int, int] | None:
        """The player and the place of what was chosen; None where the press is no answer.

        `asked` are the players whom the puzzle is for, and `lit` is the place on which the light lies.
        """
        way = WAYS.index(intent.kind) if intent.kind in WAYS else None
        if intent.repeat:
            return None
        if intent.device.is_phone and intent.kind is Kind.DIGIT:  # its own page has a button for each place
            way = intent.value
        if self.in_turns:
            place = lit if intent.kind is Kind.CONFIRM else way
            return None if place is None else (asked[0], place)
        if intent.key in self._keys:
            return self._keys[intent.key], lit
        if intent.device.is_pad:
            player = self.player_of(intent.device)
        else:
            player = next(iter(self._keys.values())) if len(self._keys) == 1 and intent.key else None
        return None if player is None or way is None else (player, way)

"""The chairs with their people and keys, and the names being entered, without anything drawn.

A person enters a name at the chair: with letters from a wheel, by choosing a known name, or by typing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import pygame

from game.core.device_id import DeviceId
from game.core.rules import GameError
from game.match_setup import IDENTITIES, LONGEST_NAME, NAMES, clean_name
from game.people.roster import ANYWHERE, Chair, Roster
from scenes.kit.input.bindings import DIGITS, is_printing
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.table.names import BLANK, PAGES, VARIANTS, vary

SPACE = "␣"
# How many letters of the wheel are visible.
SHOWN = 5
# How many known names fit on a card.
CHIPS = 3


@dataclass(frozen=True, slots=True)
class Naming:
    """A name being entered.

    `page` is an index of PAGES, the alphabets; `at` is the index of the current letter. `known` are names that people
    used before. `chip` is the index of the known name chosen last, or -1. `typed` is true if the keyboard types the
    name.
    """

    text: str = ""
    page: int = 0
    at: int = 0
    known: tuple[str, ...] = ()
    chip: int = -1
    typed: bool = False

    @property
    def name(self) -> str:
        """The name without spaces at its ends; "" if nothing was entered."""
        return clean_name(self.text)

    @property
    def left(self) -> int:
        """The number of characters that still fit."""
        return LONGEST_NAME - len(self.text)

    @property
    def wheel(self) -> list[str]:
        """The visible letters of the wheel, the current one in the middle."""
        letters = wheel_of(self.page)
        return [letters[(self.at + step) % len(letters)] for step in range(-(SHOWN // 2), SHOWN // 2 + 1)]

    def turned(self, steps: int) -> Naming:
        """Return a copy with the wheel turned by `steps` letters."""
        return replace(self, at=(self.at + steps) % len(wheel_of(self.page)))

    def taken(self) -> Naming:
        """Return a copy with the current letter added to the name.

        If the wheel is at VARIANTS, the name's last letter is changed instead.
        """
        letter = wheel_of(self.page)[self.at]
        if letter in VARIANTS:
            return replace(self, text=vary(self.text), chip=-1)
        return self.added(" " if letter == SPACE else letter)

    def added(self, text: str) -> Naming:
        """Return a copy with as much of `text` added as fits."""
        return replace(self, text=(self.text + text)[:LONGEST_NAME].lstrip("@ "), chip=-1)

    def erased(self) -> Naming:
        """Return a copy without the name's last letter."""
        return replace(self, text=self.text[:-1], chip=-1)

    def paged(self, steps: int) -> Naming:
        """Return a copy with the alphabet that comes `steps` pages later."""
        return replace(self, page=(self.page + steps) % len(PAGES), at=0)

    def chosen(self, chip: int) -> Naming:
        """Return a copy whose name is the known name number `chip`; unchanged if there are no known names."""
        if not self.known:
            return self
        chip %= len(self.known)
        return replace(self, text=self.known[chip], chip=chip)

    def pressed(self, intent: Intent) -> Naming:
        """Return a copy after a pad's press. Presses that finish the name are not handled here."""
        kind = intent.kind
        if kind in (Kind.UP, Kind.DOWN):
            return self.turned(-1 if kind is Kind.UP else 1)
        if kind is Kind.RIGHT:
            return self.taken()
        if kind is Kind.LEFT:
            return self.erased()
        if kind in (Kind.PREVIOUS, Kind.NEXT):
            return self.paged(-1 if kind is Kind.PREVIOUS else 1)
        return self.chosen(self.chip + 1) if kind is Kind.SECONDARY else self


def wheel_of(page: int) -> Sequence[str]:
    """Return the letters of an alphabet. After kana, which are taken column by column, comes VARIANTS, else SPACE."""
    name = list(PAGES)[page]
    rows = PAGES[name]
    if name in ("あ", "ア"):
        letters = [row[column] for column in range(len(rows[0])) for row in rows if row[column] != BLANK]
        return (*letters, VARIANTS)
    return (*(letter for row in rows for letter in row), SPACE)


CHAIRS = 8
# Keys given to people who join without choosing one. They lie apart on the keyboards of all countries.
USUAL_KEYS = tuple(map(ord, "qozmtval"))


class Guests(Protocol):
    """Owns the people at the table. The services' `People` fits this protocol."""

    @property
    def roster(self) -> Roster:
        """The seated people."""

    def seat(self, roster: Roster) -> None:
        """Use and store a new roster."""

    def named(self, chair: Chair, name: str) -> Roster:
        """Return the roster with a name for `chair`. Raises GameError if the chair cannot have it."""

    def chair_name(self, chair: Chair) -> str:
        """Return a chair's name as the screen shows it."""


class JoinTable:
    """The chairs of `guests`, at most CHAIRS.

    `changed` is called at each change, with the chairs that have just been taken. Other code changes the `roster` too;
    `follow` then updates the table.
    """

    def __init__(self, guests: Guests, changed: Callable[[Sequence[Chair]], None]) -> None:
        self._guests = guests
        self._changed = changed
        # By identity: the name being entered for the chair.
        self.namings: dict[str, Naming] = {}
        # Identities for which the last entered name was refused, because somebody has it.
        self.refused: set[str] = set()
        self.follow()

    def follow(self) -> None:
        """Update people and chairs from the roster of `guests`."""
        self.roster = self._guests.roster

    @property
    def is_full(self) -> bool:
        """Whether all chairs are taken."""
        return len(self.roster.chairs) >= CHAIRS

    def chair_of(self, device: Device, key: int = 0) -> Chair | None:
        """Return the chair of a device, or None. Several people share the keyboard, each with a `key`."""
        if device.is_pad:
            return next((chair for chair in self.roster.chairs if chair.device == device.held), None)
        if key:
            return next((chair for chair in self.roster.chairs if chair.key == key), None)
        return next((chair for chair in self.roster.chairs if chair.device == device.family), None)

    # Sitting down and standing up

    def sit(self, device: DeviceId, key: int = 0, place: int = ANYWHERE) -> bool:
        """Take the chair at `place`, or any free one. Returns False if all are taken."""
        if self.is_full:
            return False
        self._seat(self.roster.sit(device, key, place))
        return True

    def take_loose(self, pad: Device) -> bool:
        """Give a pad to the first chair that has no device. Returns False if there is none."""
        loose = next((chair for chair in self.roster.people if not chair.device), None)
        if loose is None:
            return False
        self._seat(self.roster.with_chair(replace(loose, device=pad.held)))
        return True

    def candidates(self, could_be: Callable[[int], bool]) -> list[Chair]:
        """Return the chairs to which a plugged-in pad may belong.

        `could_be` says whether the plugged-in pad may be the unplugged one with a given number.
        """
        return [chair for chair in self.roster.people if could_be(chair.device.slot)]

    def free_key(self) -> int:
        """Return the first of USUAL_KEYS that nobody has."""
        taken = {chair.key for chair in self.roster.chairs}
        return next(key for key in USUAL_KEYS if key not in taken)

    def leave(self, chair: Chair) -> None:
        """Free a chair."""
        self._seat(self.roster.leave(chair.identity))

    def add_ai(self, level: int) -> None:
        """Seat an AI of this level on the next free chair."""
        self._seat(self.roster.fill(len(self.roster.chairs) + 1, level))

    # Properties of a chair

    def set_level(self, chair: Chair, level: int) -> None:
        """Change an AI's level."""
        self._seat(self.roster.with_chair(replace(chair, level=level)))

    def take_key(self, chair: Chair, key: int) -> bool:
        """Give a chair a key. Returns False if somebody has the key, or if it is not allowed."""
        if any(other.key == key for other in self.roster.chairs) or not is_seat_key(key):
            return False
        self._seat(self.roster.with_chair(replace(chair, key=key)))
        return True

    def recolour(self, chair: Chair) -> bool:
        """Give a chair the next identity that nobody has. Returns False if there is none."""
        taken = {other.identity for other in self.roster.chairs}
        free = [identity for identity in IDENTITIES if identity not in taken]
        if not free:
            return False
        place = IDENTITIES.index(chair.identity)
        now = next((identity for identity in free if IDENTITIES.index(identity) > place), free[0])
        changed = replace(chair, identity=now)
        self._seat(Roster(tuple(changed if other == chair else other for other in self.roster.chairs)))
        return True

    # Names

    def begin_naming(self, chair: Chair, typed: bool, page: int, known: Iterable[str]) -> bool:
        """Start entering a name, with alphabet `page` and the `known` names to choose from.

        `typed` means that the keyboard types it. Returns False if the keyboard already types for another chair.
        """
        if typed and any(naming.typed for naming in self.namings.values()):
            return False
        present = {self._guests.chair_name(other) for other in self.roster.chairs}
        chips = tuple(name for name in known if name not in present)[:CHIPS]
        text = "" if chair.name.startswith("@") else chair.name
        self.namings[chair.identity] = Naming(text=text, page=page, known=chips, typed=typed)
        self.refused.discard(chair.identity)
        return True

    def end_naming(self, identity: str, keep: bool = True) -> bool:
        """Finish a name: use it for the chair if `keep`, otherwise discard it.

        Returns False if somebody has that name.
        """
        naming, chair = self.namings[identity], self.roster.chair(identity)
        if keep and naming.name and chair is not None:
            try:
                self._seat(self._guests.named(chair, naming.name))
            except GameError:
                self.refused.add(identity)
                return False
        self.namings.pop(identity, None)
        self.refused.discard(identity)
        return True

    def take_next_given_name(self, chair: Chair) -> None:
        """Give a chair the next preset name that nobody has."""
        taken = {other.name for other in self.roster.chairs if other != chair}
        after = NAMES.index(chair.name) + 1 if chair.name in NAMES else 0
        free = next(name for name in (*NAMES[after:], *NAMES[:after]) if name not in taken)
        self._seat(self.roster.with_chair(replace(chair, name=free, profile=0)))

    def typed(self) -> list[str]:
        """The identities of the chairs whose name the keyboard types."""
        return [identity for identity, naming in self.namings.items() if naming.typed]

    def typist(self) -> str | None:
        """The identity of the chair for which the keyboard types now; None while no name is entered.

        A name started from the keyboard comes first, then the name started last. So keys that type a name never seat a
        new person.
        """
        return next(iter(self.typed()), next(reversed(self.namings), None))

    def _seat(self, roster: Roster) -> None:
        """Use a changed roster, and drop the unfinished names of people who have left."""
        before = {chair.identity for chair in self.roster.chairs}
        self._guests.seat(roster)
        self.follow()
        here = {chair.identity for chair in roster.chairs}
        self.namings = {identity: naming for identity, naming in self.namings.items() if identity in here}
        self.refused &= here
        self._changed([chair for chair in roster.chairs if chair.identity not in before])


def is_seat_key(key: int) -> bool:
    """Whether a person can have this key: it must type a character, and be neither a digit nor P, which pauses."""
    return is_printing(key) and key not in DIGITS and key != pygame.K_p

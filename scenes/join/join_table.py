"""The chairs with their people and keys, and the names being entered; independent of the screen.

A name is entered at its chair: letters from a wheel, a name used before, or typed text.
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
SHOWN = 5  # visible letters of the wheel
CHIPS = 3  # names used before that fit on a card


@dataclass(frozen=True, slots=True)
class Naming:
    """A name being entered. `page` indexes PAGES, `at` the letter of its wheel; `known` are names used before.

    `chip` is the known name chosen last, -1 for none; `typed`: the keyboard types it.
    """

    text: str = ""
    page: int = 0
    at: int = 0
    known: tuple[str, ...] = ()
    chip: int = -1
    typed: bool = False

    @property
    def name(self) -> str:
        """The trimmed name; "" for none."""
        return clean_name(self.text)

    @property
    def left(self) -> int:
        """The number of further characters that fit."""
        return LONGEST_NAME - len(self.text)

    @property
    def wheel(self) -> list[str]:
        """The visible letters, the current one in the middle."""
        letters = wheel_of(self.page)
        return [letters[(self.at + step) % len(letters)] for step in range(-(SHOWN // 2), SHOWN // 2 + 1)]

    def turned(self, steps: int) -> Naming:
        """Return the naming with the wheel turned by `steps`."""
        return replace(self, at=(self.at + steps) % len(wheel_of(self.page)))

    def taken(self) -> Naming:
        """Return the naming with the current letter added."""
        letter = wheel_of(self.page)[self.at]
        if letter in VARIANTS:
            return replace(self, text=vary(self.text), chip=-1)
        return self.added(" " if letter == SPACE else letter)

    def added(self, text: str) -> Naming:
        """Return the naming with as much of `text` added as fits."""
        return replace(self, text=(self.text + text)[:LONGEST_NAME].lstrip("@ "), chip=-1)

    def erased(self) -> Naming:
        """Return the naming without the last letter."""
        return replace(self, text=self.text[:-1], chip=-1)

    def paged(self, steps: int) -> Naming:
        """Return the naming with another alphabet, `steps` pages on."""
        return replace(self, page=(self.page + steps) % len(PAGES), at=0)

    def chosen(self, chip: int) -> Naming:
        """Return the naming with a name used before; unchanged if there are none."""
        if not self.known:
            return self
        chip %= len(self.known)
        return replace(self, text=self.known[chip], chip=chip)

    def pressed(self, intent: Intent) -> Naming:
        """Return the naming after a pad's press; presses that end it are handled elsewhere."""
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
    """The letters of an alphabet, column by column of its table, and other characters of names."""
    name = list(PAGES)[page]
    rows = PAGES[name]
    if name in ("あ", "ア"):
        letters = [row[column] for column in range(len(rows[0])) for row in rows if row[column] != BLANK]
        return (*letters, VARIANTS)
    return (*(letter for row in rows for letter in row), SPACE)


CHAIRS = 8
# Keys that lie apart on all countries' keyboards, for people who take a chair without choosing a key.
USUAL_KEYS = tuple(map(ord, "qozmtval"))


class Guests(Protocol):
    """The owner of the table's people, `People` of the services."""

    @property
    def roster(self) -> Roster:
        """The seated people."""

    def seat(self, roster: Roster) -> None:
        """Replace and store the roster."""

    def named(self, chair: Chair, name: str) -> Roster:
        """The roster with a name for `chair`. Raises GameError if the chair cannot have it."""

    def chair_name(self, chair: Chair) -> str:
        """A chair's name as the screen shows it."""


class JoinTable:
    """The chairs of `guests`, at most CHAIRS. `changed` gets the newly taken chairs at each change.

    The `roster` changes elsewhere too; `follow` updates the table.
    """

    def __init__(self, guests: Guests, changed: Callable[[Sequence[Chair]], None]) -> None:
        self._guests = guests
        self._changed = changed
        self.namings: dict[str, Naming] = {}  # by identity, for chairs whose name is being entered
        self.refused: set[str] = set()  # identities whose entered name is taken
        self.follow()

    def follow(self) -> None:
        """Update people and chairs from the roster."""
        self.roster = self._guests.roster

    @property
    def is_full(self) -> bool:
        """Whether all chairs are taken."""
        return len(self.roster.chairs) >= CHAIRS

    def chair_of(self, device: Device, key: int = 0) -> Chair | None:
        """Return the chair of a device; for the keyboard, the chair with `key`."""
        if device.is_pad:
            return next((chair for chair in self.roster.chairs if chair.device == device.held), None)
        if key:
            return next((chair for chair in self.roster.chairs if chair.key == key), None)
        return next((chair for chair in self.roster.chairs if chair.device == device.family), None)

    # Sitting down and standing up

    def sit(self, device: DeviceId, key: int = 0, place: int = ANYWHERE) -> bool:
        """Take the free chair at `place`, or any. Returns False if all are taken."""
        if self.is_full:
            return False
        self._seat(self.roster.sit(device, key, place))
        return True

    def take_loose(self, pad: Device) -> bool:
        """Give a pad the first chair without a device. Returns False if there is none."""
        loose = next((chair for chair in self.roster.people if not chair.device), None)
        if loose is None:
            return False
        self._seat(self.roster.with_chair(replace(loose, device=pad.held)))
        return True

    def candidates(self, could_be: Callable[[int], bool]) -> list[Chair]:
        """The chairs whose pad may have come back; `could_be` judges the pad's number."""
        return [chair for chair in self.roster.people if could_be(chair.device.slot)]

    def free_key(self) -> int:
        """The first free key of USUAL_KEYS."""
        taken = {chair.key for chair in self.roster.chairs}
        return next(key for key in USUAL_KEYS if key not in taken)

    def leave(self, chair: Chair) -> None:
        """Free a chair."""
        self._seat(self.roster.leave(chair.identity))

    def add_ai(self, level: int) -> None:
        """Seat an AI of this level on the next chair."""
        self._seat(self.roster.fill(len(self.roster.chairs) + 1, level))

    # What a chair has

    def set_level(self, chair: Chair, level: int) -> None:
        """Change an AI's level."""
        self._seat(self.roster.with_chair(replace(chair, level=level)))

    def take_key(self, chair: Chair, key: int) -> bool:
        """Give a chair a key. Returns False if the key is taken or not allowed."""
        if any(other.key == key for other in self.roster.chairs) or not is_seat_key(key):
            return False
        self._seat(self.roster.with_chair(replace(chair, key=key)))
        return True

    def recolour(self, chair: Chair) -> bool:
        """Give a chair the next free identity. Returns False if there is none."""
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
        """Start entering a name on alphabet `page`, with the names `known` from before.

        `typed` asks for the keyboard; returns False if that serves another chair.
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
        """Take or discard the entered name. Returns False if it cannot be taken."""
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
        """Give a chair the next free preset name."""
        taken = {other.name for other in self.roster.chairs if other != chair}
        after = NAMES.index(chair.name) + 1 if chair.name in NAMES else 0
        free = next(name for name in (*NAMES[after:], *NAMES[:after]) if name not in taken)
        self._seat(self.roster.with_chair(replace(chair, name=free, profile=0)))

    def typed(self) -> list[str]:
        """The identities of the chairs that asked for the keyboard."""
        return [identity for identity, naming in self.namings.items() if naming.typed]

    def typist(self) -> str | None:
        """The identity of the chair that the keyboard types for while a name is entered.

        A name that asked for the keyboard comes first, then the latest one: typing never seats a new person.
        """
        return next(iter(self.typed()), next(reversed(self.namings), None))

    def _seat(self, roster: Roster) -> None:
        """Take a changed roster and drop the names of people who left."""
        before = {chair.identity for chair in self.roster.chairs}
        self._guests.seat(roster)
        self.follow()
        here = {chair.identity for chair in roster.chairs}
        self.namings = {identity: naming for identity, naming in self.namings.items() if identity in here}
        self.refused &= here
        self._changed([chair for chair in roster.chairs if chair.identity not in before])


def is_seat_key(key: int) -> bool:
    """Whether a key may be a seat's own: it prints and is neither a digit nor P (pause)."""
    return is_printing(key) and key not in DIGITS and key != pygame.K_p

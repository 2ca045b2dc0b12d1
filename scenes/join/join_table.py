"""The chairs with their people and keys, and the names in the making; knows no screen.

A name is given in one's own chair: letters from a wheel, names used before, or what is typed.
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
SHOWN = 5  # letters of the wheel
CHIPS = 3  # names used before that a card has room for


@dataclass(frozen=True, slots=True)
class Naming:
    """A name so far. `page` counts PAGES, `at` the letter of its wheel; `known` are names used before.

    `chip` is the known name that was chosen last, -1 for none; `typed` where the keyboard belongs to this chair.
    """

    text: str = ""
    page: int = 0
    at: int = 0
    known: tuple[str, ...] = ()
    chip: int = -1
    typed: bool = False

    @property
    def name(self) -> str:
        """The name as it stands; "" for none."""
        return clean_name(self.text)

    @property
    def left(self) -> int:
        """The number of characters that are left."""
        return LONGEST_NAME - len(self.text)

    @property
    def wheel(self) -> list[str]:
        """The letters that are seen, the one that would be taken in the middle."""
        letters = wheel_of(self.page)
        return [letters[(self.at + step) % len(letters)] for step in range(-(SHOWN // 2), SHOWN // 2 + 1)]

    def turned(self, steps: int) -> Naming:
        """Return the naming with the wheel turned on."""
        return replace(self, at=(self.at + steps) % len(wheel_of(self.page)))

    def taken(self) -> Naming:
        """Return the naming with the letter in the middle added."""
        letter = wheel_of(self.page)[self.at]
        if letter in VARIANTS:
            return replace(self, text=vary(self.text), chip=-1)
        return self.added(" " if letter == SPACE else letter)

    def added(self, text: str) -> Naming:
        """Return the naming with `text` added, as far as there is room."""
        return replace(self, text=(self.text + text)[:LONGEST_NAME].lstrip("@ "), chip=-1)

    def erased(self) -> Naming:
        """Return the naming without the last letter."""
        return replace(self, text=self.text[:-1], chip=-1)

    def paged(self, steps: int) -> Naming:
        """Return the naming with another alphabet on the wheel."""
        return replace(self, page=(self.page + steps) % len(PAGES), at=0)

    def chosen(self, chip: int) -> Naming:
        """Return the naming with a name used before; itself where there are none."""
        if not self.known:
            return self
        chip %= len(self.known)
        return replace(self, text=self.known[chip], chip=chip)

    def pressed(self, intent: Intent) -> Naming:
        """Return the naming after a pad's press; the presses that end it are for others."""
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
    """The letters of an alphabet, column by column as its table is read, and what else a name needs."""
    name = list(PAGES)[page]
    rows = PAGES[name]
    if name in ("あ", "ア"):
        letters = [row[column] for column in range(len(rows[0])) for row in rows if row[column] != BLANK]
        return (*letters, VARIANTS)
    return (*(letter for row in rows for letter in row), SPACE)


CHAIRS = 8
# Keys that lie apart on the keyboards of all countries, for those who sit down without having chosen one.
USUAL_KEYS = tuple(map(ord, "qozmtval"))


class Guests(Protocol):
    """The keeper of the table's people: `People` of the services."""

    @property
    def roster(self) -> Roster:
        """The people who have sat down."""

    def seat(self, roster: Roster) -> None:
        """Take another roster, and keep it."""

    def named(self, chair: Chair, name: str) -> Roster:
        """The roster with a name for `chair`. Raises GameError where it cannot have that."""

    def chair_name(self, chair: Chair) -> str:
        """A chair's name as the screen shows it."""


class JoinTable:
    """The chairs of `guests`, at most CHAIRS. `changed` is told who has just taken one, at each change.

    Others change the `roster`, too: `follow` takes it as it is by now.
    """

    def __init__(self, guests: Guests, changed: Callable[[Sequence[Chair]], None]) -> None:
        self._guests = guests
        self._changed = changed
        self.namings: dict[str, Naming] = {}  # by identity, for chairs in which a name is given
        self.refused: set[str] = set()  # the identities of those whose name is another one's
        self.follow()

    def follow(self) -> None:
        """Take the people and their chairs as they are by now."""
        self.roster = self._guests.roster

    @property
    def is_full(self) -> bool:
        """Whether all chairs are taken."""
        return len(self.roster.chairs) >= CHAIRS

    def chair_of(self, device: Device, key: int = 0) -> Chair | None:
        """Return the chair of a device, or of a key."""
        if device.is_pad:
            return next((chair for chair in self.roster.chairs if chair.device == device.held), None)
        if key:
            return next((chair for chair in self.roster.chairs if chair.key == key), None)
        return next((chair for chair in self.roster.chairs if chair.device == device.family), None)

    # Sitting down and standing up

    def sit(self, device: DeviceId, key: int = 0, place: int = ANYWHERE) -> bool:
        """Take the free chair at `place`, or any; whether there was one."""
        if self.is_full:
            return False
        self._seat(self.roster.sit(device, key, place))
        return True

    def take_loose(self, pad: Device) -> bool:
        """Let a pad have the chair of somebody who has nothing in the hand; whether there is one."""
        loose = next((chair for chair in self.roster.people if not chair.device), None)
        if loose is None:
            return False
        self._seat(self.roster.with_chair(replace(loose, device=pad.held)))
        return True

    def candidates(self, could_be: Callable[[int], bool]) -> list[Chair]:
        """The chairs of people whose pad may have come back: `could_be` judges by its number."""
        return [chair for chair in self.roster.people if could_be(chair.device.slot)]

    def free_key(self) -> int:
        """The first of USUAL_KEYS that nobody has."""
        taken = {chair.key for chair in self.roster.chairs}
        return next(key for key in USUAL_KEYS if key not in taken)

    def leave(self, chair: Chair) -> None:
        """Free a chair."""
        self._seat(self.roster.leave(chair.identity))

    def add_ai(self, level: int) -> None:
        """Let an AI of this level take the next chair."""
        self._seat(self.roster.fill(len(self.roster.chairs) + 1, level))

    # What a chair has

    def set_level(self, chair: Chair, level: int) -> None:
        """Let an AI have another level."""
        self._seat(self.roster.with_chair(replace(chair, level=level)))

    def take_key(self, chair: Chair, key: int) -> bool:
        """Give a chair a key of its own; whether it may be that: no other's, and fit for it."""
        if any(other.key == key for other in self.roster.chairs) or not is_seat_key(key):
            return False
        self._seat(self.roster.with_chair(replace(chair, key=key)))
        return True

    def recolour(self, chair: Chair) -> bool:
        """Give a chair the next identity that nobody has; whether there is one."""
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
        """Begin to give a name, on this page of letters, with names `known` from before; whether that could be begun.

        `typed` wants the keyboard, which serves one chair at a time.
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
        """Take the name as it is, or give it up; whether it could be taken."""
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
        """Give a chair the next name of the house that is free."""
        taken = {other.name for other in self.roster.chairs if other != chair}
        after = NAMES.index(chair.name) + 1 if chair.name in NAMES else 0
        free = next(name for name in (*NAMES[after:], *NAMES[:after]) if name not in taken)
        self._seat(self.roster.with_chair(replace(chair, name=free, profile=0)))

    def typed(self) -> list[str]:
        """The chairs that the keyboard was asked for, by identity."""
        return [identity for identity, naming in self.namings.items() if naming.typed]

    def typist(self) -> str | None:
        """The chair that the keyboard belongs to while a name is given, by its identity.

        A name that was begun by the keyboard goes first, then the one begun last: typing never seats anybody.
        """
        return next(iter(self.typed()), next(reversed(self.namings), None))

    def _seat(self, roster: Roster) -> None:
        """Take a changed roster; what concerns those who have left is forgotten."""
        before = {chair.identity for chair in self.roster.chairs}
        self._guests.seat(roster)
        self.follow()
        here = {chair.identity for chair in roster.chairs}
        self.namings = {identity: naming for identity, naming in self.namings.items() if identity in here}
        self.refused &= here
        self._changed([chair for chair in roster.chairs if chair.identity not in before])


def is_seat_key(key: int) -> bool:
    """Whether a key of the shared keyboard may be somebody's own: it prints, and is no digit nor P (pause)."""
    return is_printing(key) and key not in DIGITS and key != pygame.K_p

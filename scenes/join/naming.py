"""Giving a name in one's own chair: letters from a wheel, names used before, or what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.match_setup import LONGEST_NAME, clean_name
from scenes.kit.input.intents import Intent, Kind
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

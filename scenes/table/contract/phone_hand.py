"""Shared parts of a game's own page on a phone, which has more than a ring of directions; see `PhoneHand`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from game.core.record import Record
from game.core.rules import Seat, Step, Timer
from game.phones.snapshot import Axis, Clock, Figure, Hand, PhoneBoard, PhoneButton, PhoneDial, Score, Shape, Steer, cut
from scenes.kit.input.intents import Kind, Point
from scenes.table.contract.words import ActionWords

S = TypeVar("S")
A = TypeVar("A")
Sel = TypeVar("Sel")
LABEL, LINE, NAME = 28, 160, 12  # characters of a button, a sentence and a name
Place = tuple[float, float]  # on the board as the phone shows it, in widths of the board
Key = tuple[object, ...]
CHOICES = tuple(f"choice{number}" for number in range(10))
"""The ids of the buttons, in the order of the page's choices."""


@dataclass(frozen=True, slots=True)
class InHand(Generic[S, A, Sel]):
    """The values that a phone's page is made of.

    `seat` is whose phone it is, None for somebody who only watches. `legal` is empty while that seat is not to act;
    `selection` is what it considers then, the same as on the screen. `last` is the last step of the game.
    """

    state: S
    seat: Seat | None
    legal: Sequence[A]
    selection: Sel
    last: Step[S, A, object] | None = None
    clock: Timer | None = None

    def last_told(self, t: Callable[..., str], names: Sequence[str], words: Callable[[A], ActionWords]) -> str:
        """Return the last action and who played it, in words; "" in a game that has only begun."""
        if self.last is None:
            return ""
        action = words(self.last.action).aloud
        if self.last.seat == self.seat:
            return t("phones.last_own", action=action)
        return t("phones.last", name=names[self.last.seat], action=action)


@dataclass(frozen=True, slots=True)
class HandPage:
    """The page of one seat. Its buttons stand before those that the bar on the screen has, too.

    Of the latter those named in `beside` stand there as well, the others beside the ring alone. None leaves `sentence`
    and `helper` as the screen says them. `decision` tells what presses are for: while it is the same, buttons may
    change their words; None where words tell it. `ways` are the directions that are possible, None for all of them,
    and `barred` says why others are not.

    `kinds` is what presses of its own buttons mean, where they mean anything now, with a value (None: the number on the
    dial). `point` gives the point of the table's board that a finger means at a place of the small one, near the lit
    cell of a name or "" for none; None where it means nothing.
    """

    hand: Hand
    buttons: tuple[PhoneButton, ...]
    dial: PhoneDial | None = None
    clock: Clock | None = None
    steer: Steer | None = None
    board: PhoneBoard | None = None
    axes: tuple[Axis, ...] = ()
    axes_title: str = ""
    axes_note: str = ""
    figures: tuple[Figure, ...] = ()
    title: str = ""
    sentence: str | None = None
    helper: str | None = None
    focus: str = ""
    beside: tuple[str, ...] = ()
    decision: Hashable = None
    ways: tuple[str, ...] | None = None
    barred: str = ""
    kinds: Mapping[str, tuple[Kind, int | None]] = field(default_factory=dict)
    point: Callable[[Place, str], Point | None] | None = None

    def meant(self, button: str, number: int) -> tuple[Kind, int] | None:
        """Return what one of its buttons means, with the number on the dial; None for nothing, and for a number that
        the dial does not offer.
        """
        if button not in self.kinds:
            return None
        kind, value = self.kinds[button]
        if value is None:
            dial = self.dial
            if dial is None or not dial.least <= number <= dial.most or 0 < dial.below <= number:
                return None
            value = number
        return kind, value


@dataclass(slots=True)
class PageCache:
    """The last pages, by seat: a frame asks for them again and again, and most are as they were."""

    _pages: dict[Seat | None, tuple[Key, HandPage]] = field(default_factory=dict)

    def page(self, held: InHand[S, A, Sel], about: Key, make: Callable[[], HandPage]) -> HandPage:
        """The page of `held`, made anew where that or something that it is `about` has changed."""
        last = None if held.last is None else held.last.ply
        considered = held.selection if held.legal else None
        key = (held.state, bool(held.legal), considered, last, about)
        known = self._pages.get(held.seat)
        if known is None or not _same(known[0], key):
            known = key, make()
            self._pages[held.seat] = known
        return known[1]


def _same(one: Key, other: Key) -> bool:
    """Whether two keys are; positions are looked at as things, which is quick."""
    return one[0] is other[0] and one[1:] == other[1:]


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The page of a person at the table after a game. A choice is a digit, its number from 0, of the phone's device.

    `choices` has the likeliest first; they are barred until the result `is_read`. `record` gives the game that can be
    taken along; None: there is none.
    """

    scores: tuple[Score, ...]
    choices: tuple[str, ...]
    record: Callable[[], Record] | None = None
    is_read: bool = True

    def buttons(self) -> tuple[PhoneButton, ...]:
        """The choices, the first of them in brass."""
        return tuple(
            PhoneButton(CHOICES[number], cut(label, LABEL), "plain" if number else "primary", enabled=self.is_read)
            for number, label in enumerate(self.choices)
        )


def score(identity: str, name: str, text: str, won: bool) -> Score:
    """A line of the page, cut to what it takes."""
    return Score(cast(Shape, identity), cut(name, NAME), cut(text, LABEL), won)

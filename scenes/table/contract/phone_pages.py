"""What the pages of all games on phones share.

A game has such a page if a direction ring is not enough; see `PhonePages`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from game.core.record import Record
from game.core.rules import Seat, Step, Timer
from game.phones.snapshot import (
    Axis,
    Clock,
    Figure,
    Hand,
    PhoneBoard,
    PhoneButton,
    PhoneDial,
    Score,
    Shape,
    Sign,
    Steer,
    cut,
)
from game.records.films import CupFilm
from scenes.kit.input.intents import Kind, Point
from scenes.table.contract.words import ActionWords

S = TypeVar("S")
A = TypeVar("A")
Sel = TypeVar("Sel")
# The most characters that a button, a sentence and a name may have.
LABEL, LINE, NAME = 28, 160, 12
# A point on the phone's board, in widths of the board.
Place = tuple[float, float]
Key = tuple[object, ...]
CHOICES = tuple(f"choice{number}" for number in range(10))
"""The ids of the buttons for a page's choices, in the order of the choices."""


@dataclass(frozen=True, slots=True)
class PageData(Generic[S, A, Sel]):
    """The data from which a phone's page is made.

    `seat` is the holder's seat, None for a spectator. `legal` is empty while that seat may not act. `selection` is the
    one on the screen, `last` the last step of the game.
    """

    state: S
    seat: Seat | None
    legal: Sequence[A]
    selection: Sel
    last: Step[S, A, object] | None = None
    clock: Timer | None = None

    def last_action(self, t: Callable[..., str], names: Sequence[str], words: Callable[[A], ActionWords]) -> str:
        """Return the player and the text of the last action; "" before the first one."""
        if self.last is None:
            return ""
        action = words(self.last.action).spoken
        if self.last.seat == self.seat:
            return t("phones.last_own", action=action)
        return t("phones.last", name=names[self.last.seat], action=action)


@dataclass(frozen=True, slots=True)
class SeatPage:
    """The page of one seat. Its buttons come before the buttons of the screen's bar.

    `beside` names the bar's buttons that this page keeps. The others are only on the page with the direction ring. If
    `sentence` or `helper` is None, the phone shows the screen's text. `decision` identifies what presses mean. While it
    stays the same, buttons may change their words. `decision` is None if the words themselves show the meaning. `ways`
    are the possible directions, None for all; `barred` explains why the others are not possible.

    `kinds` has the press that each of the page's own buttons stands for, with a value. The value None stands for the
    number on the dial. Buttons without a meaning are left out. `point` is called with a place on the phone's board and
    the name of the lit cell there, or "". It returns the point of the table's board, or None if a tap there means
    nothing. `signs` are the signs that other people have just given.
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
    signs: tuple[Sign, ...] = ()

    def meant(self, button: str, number: int) -> tuple[Kind, int] | None:
        """Return the press that one of the page's own buttons stands for, with the number on the dial.

        None for a button without a meaning, or a number not offered.
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
    """Keeps the latest page of each seat, because frames ask for it repeatedly and it rarely changes."""

    _pages: dict[Seat | None, tuple[Key, SeatPage]] = field(default_factory=dict)

    def page(self, data: PageData[S, A, Sel], about: Key, make: Callable[[], SeatPage]) -> SeatPage:
        """Return the page of `data`. `make` makes it again if `data` or the key `about` has changed."""
        last = None if data.last is None else data.last.ply
        considered = data.selection if data.legal else None
        key = (data.state, bool(data.legal), considered, last, about)
        known = self._pages.get(data.seat)
        if known is None or not _same(known[0], key):
            known = key, make()
            self._pages[data.seat] = known
        return known[1]


def _same(one: Key, other: Key) -> bool:
    """Return whether two keys are equal. Positions are compared by identity, which is fast."""
    return one[0] is other[0] and one[1:] == other[1:]


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The page of a seated person after a game. A choice arrives as the digit of its index.

    `choices` begins with the likeliest. Their buttons are disabled until people have had time to read the result
    (`is_read`). `record` returns the game for the phone to keep, or None. `film` is the cup's film for the phone to
    keep, or None.
    """

    scores: tuple[Score, ...]
    choices: tuple[str, ...]
    record: Callable[[], Record] | None = None
    is_read: bool = True
    film: CupFilm | None = None

    def buttons(self) -> tuple[PhoneButton, ...]:
        """Return the buttons of the choices, the first one in brass."""
        return tuple(
            PhoneButton(CHOICES[number], cut(label, LABEL), "plain" if number else "primary", enabled=self.is_read)
            for number, label in enumerate(self.choices)
        )


def score(identity: str, name: str, text: str, won: bool) -> Score:
    """Return a line of the standings, with its texts cut to their greatest length."""
    return Score(cast(Shape, identity), cut(name, NAME), cut(text, LABEL), won)

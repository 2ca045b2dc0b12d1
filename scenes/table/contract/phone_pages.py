"""Shared parts of a game's own page on a phone, which has more than a direction ring; see `PhonePages`."""

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
Place = tuple[float, float]  # on the phone's board, in widths of the board
Key = tuple[object, ...]
CHOICES = tuple(f"choice{number}" for number in range(10))
"""The ids of the buttons, in the order of the page's choices."""


@dataclass(frozen=True, slots=True)
class PageData(Generic[S, A, Sel]):
    """The content of a phone's page.

    `seat` is the holder's, None for a spectator. `legal` is empty while that seat may not act; `selection` is the
    screen's. `last` is the last step of the game.
    """

    state: S
    seat: Seat | None
    legal: Sequence[A]
    selection: Sel
    last: Step[S, A, object] | None = None
    clock: Timer | None = None

    def last_action(self, t: Callable[..., str], names: Sequence[str], words: Callable[[A], ActionWords]) -> str:
        """Return the last action and its player in words; "" before the first one."""
        if self.last is None:
            return ""
        action = words(self.last.action).spoken
        if self.last.seat == self.seat:
            return t("phones.last_own", action=action)
        return t("phones.last", name=names[self.last.seat], action=action)


@dataclass(frozen=True, slots=True)
class SeatPage:
    """The page of one seat. Its buttons come before the buttons of the screen's bar.

    Of the bar's buttons, those named in `beside` appear on the page, the others beside the ring only. `sentence` and
    `helper` None keep the screen's. `decision` identifies the meaning of the presses: until it changes, buttons may
    change their words; None if words show it. `ways` are the possible directions, None for all, and `barred` explains
    the others.

    `kinds` maps its own buttons to presses, if they mean anything now, with a value (None: the number on the dial).
    `point` gives the point of the table's board under a finger on the phone's board, near the lit cell of a name or ""
    for none; None without a meaning.
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
        """Return the press of one of its buttons, with the number on the dial.

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
    """The latest page of each seat: frames ask repeatedly, and most pages do not change."""

    _pages: dict[Seat | None, tuple[Key, SeatPage]] = field(default_factory=dict)

    def page(self, data: PageData[S, A, Sel], about: Key, make: Callable[[], SeatPage]) -> SeatPage:
        """The page of `data`, made again when `data` or the key `about` has changed."""
        last = None if data.last is None else data.last.ply
        considered = data.selection if data.legal else None
        key = (data.state, bool(data.legal), considered, last, about)
        known = self._pages.get(data.seat)
        if known is None or not _same(known[0], key):
            known = key, make()
            self._pages[data.seat] = known
        return known[1]


def _same(one: Key, other: Key) -> bool:
    """Whether two keys are the same; positions are compared by identity, which is fast."""
    return one[0] is other[0] and one[1:] == other[1:]


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The page of a seated person after a game. A choice is a digit of the phone's device: its index.

    `choices` has the likeliest first; they are disabled until the result `is_read`. `record` gives the game to take
    along, None if there is none.
    """

    scores: tuple[Score, ...]
    choices: tuple[str, ...]
    record: Callable[[], Record] | None = None
    is_read: bool = True

    def buttons(self) -> tuple[PhoneButton, ...]:
        """The choices, the first one in brass."""
        return tuple(
            PhoneButton(CHOICES[number], cut(label, LABEL), "plain" if number else "primary", enabled=self.is_read)
            for number, label in enumerate(self.choices)
        )


def score(identity: str, name: str, text: str, won: bool) -> Score:
    """A line of the standings, with its texts cut to size."""
    return Score(cast(Shape, identity), cut(name, NAME), cut(text, LABEL), won)

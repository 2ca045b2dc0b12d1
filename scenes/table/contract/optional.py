"""Parts of a board for some games only: simultaneous seats, analysis, looking back, and phone pages."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from game.core.rules import Seat, Step
from scenes.kit.input.intents import Intent, Kind
from scenes.table.contract.phone_pages import PageData, SeatPage
from scenes.table.contract.typevars import A, S, S_contra, Sel, Sel_contra


class SimultaneousInput(Protocol[S_contra, Sel_contra]):
    """Additional input of a game whose seats act at once.

    All presses then go to `BoardInput.choose`, even while something moves.
    """

    @abstractmethod
    def claims(self, selection: Sel_contra, intent: Intent) -> bool:
        """Whether the board takes a press that otherwise belongs to the match (pause, back, hint, undo, rules).

        Asked for each of these presses, before the match acts on it.
        """

    @abstractmethod
    def part(self, state: S_contra, kind: Kind) -> Hashable:
        """Return a name for what a press of `kind` means in a position: SECONDARY, or PRESS for all others.

        Asked 24 times a second and at presses: a press just after its meaning has changed by itself is dropped.
        """

    @abstractmethod
    def holds_clock(self, selection: Sel_contra) -> bool:
        """Whether an expired clock and AI seats must wait for an action that someone has begun to enter.

        Asked at every tick. It must end by itself (`BoardInput.elapse`).
        """


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The search's result for the position at `ply`.

    `best` is the best play, in notation: () if there is none, None if the search failed. `routes` are all equally good
    plays, with `best` first; unless `complete` there may be more. `at_least` is a lower bound of its number of moves.
    Unless `over`, the search goes on and only `at_least` is known.
    """

    ply: int
    best: Sequence[str] | None = ()
    routes: Sequence[Sequence[str]] = ()
    complete: bool = True
    at_least: int | None = None
    over: bool = True


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a board adds to the result of a game; "" and empty for the obvious.

    `note` is a sentence about how the game ended, `code` the words with which others get the same board.
    `was_shortest`: the decisive play is known to be as short as possible. `figures` are each seat's doings in few
    words, other than its card's count. `stars` rate a puzzle's solution, if known yet.
    """

    note: str = ""
    code: str = ""
    was_shortest: bool = False
    figures: Mapping[Seat, str] = field(default_factory=dict)
    stars: int = 1


class LookBack(Protocol[S, A]):
    """Looks back at the played game with the search's results."""

    @abstractmethod
    def review(self, steps: Sequence[Step[S, A, object]], found: BestPlay | None) -> int | None:
        """Take a result that was `found`, and return the next ply to review; None for none.

        Asked 24 times a second with the game so far. The ply stays the same until its result is found, and never
        returns after that.
        """

    @abstractmethod
    def summary(self, state: S, steps: Sequence[Step[S, A, object]]) -> GameSummary:
        """What the board adds to the result of a game, over or not, that reached `state` by these steps.

        Asked as a game ends, for its result, and when it is shared.
        """

    def by_house_rule(self, state: S) -> tuple[A, str] | None:
        """Return the action that the table plays for all seats in `state` by a house rule, and its sentence.

        By default there is no such rule. Asked 24 times a second while nothing moves.
        """
        return None


class PhonePages(Protocol[S, A, Sel]):
    """A board on phones. The only secret on a page is what `seat` has declared."""

    @abstractmethod
    def page(self, data: PageData[S, A, Sel]) -> SeatPage | None:
        """The page of a phone that holds `data`; None if the direction ring is enough.

        Asked when something may have changed for that phone.
        """

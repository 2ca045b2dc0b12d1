"""Parts of a board that only some games have: simultaneous seats, analysis, looking back, and phone pages."""

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
    """The additional input of a game whose seats act at once.

    In such a game, all presses go to `BoardInput.choose`, even while something moves.
    """

    @abstractmethod
    def claims(self, selection: Sel_contra, intent: Intent) -> bool:
        """Whether the board wants a press that the match would handle otherwise: pause, back, hint, undo or rules.

        Called for each of these presses, before the match acts on it.
        """

    @abstractmethod
    def part(self, state: S_contra, kind: Kind) -> Hashable:
        """Return a value that identifies the meaning of a press of `kind` in a position.

        `kind` is SECONDARY or PRESS. PRESS stands for all other kinds.

        Called 24 times a second and at presses. If the meaning has just changed by itself, the press is dropped.
        """

    @abstractmethod
    def holds_clock(self, selection: Sel_contra) -> bool:
        """Whether somebody has begun to enter an action for which an expired clock and AI seats must wait.

        Called at every tick. `BoardInput.elapse` must end the wait after some time.
        """


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The search's result for the position at `ply`.

    `best` is the best play, in notation: () if there is none, None if the search failed. `routes` are equally good
    plays, `best` first; they are all such plays if `complete`. `at_least` is a lower bound of the number of moves of
    `best`. Unless `over`, the search goes on and only `at_least` is known.
    """

    ply: int
    best: Sequence[str] | None = ()
    routes: Sequence[Sequence[str]] = ()
    complete: bool = True
    at_least: int | None = None
    over: bool = True


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a board adds to the result of a game. A part that would say nothing new is empty.

    `note` is a sentence about how the game ended. `code` is a text with which others get the same board. `was_shortest`
    is true if the decisive play is known to be as short as possible. `figures` say in few words what each seat has
    done, beyond the number on its card. `stars` rate the solution of a puzzle; they are 1 while they are unknown.
    """

    note: str = ""
    code: str = ""
    was_shortest: bool = False
    figures: Mapping[Seat, str] = field(default_factory=dict)
    stars: int = 1


class LookBack(Protocol[S, A]):
    """Looks back at the game with the help of search results."""

    @abstractmethod
    def review(self, steps: Sequence[Step[S, A, object]], found: BestPlay | None) -> int | None:
        """Take a search result, `found`, and return the next ply to search, or None.

        Called 24 times a second with the game so far. The same ply is returned until its result has come, and not again
        later.
        """

    @abstractmethod
    def summary(self, state: S, steps: Sequence[Step[S, A, object]]) -> GameSummary:
        """Return what the board adds to the result of a game that reached `state` by these steps.

        The game need not be over.

        Called when a game ends, and when it is shared.
        """

    def by_house_rule(self, state: S) -> tuple[A, str] | None:
        """Return the action that the table plays for all seats in `state` by a house rule, and its sentence.

        By default there is no such rule. Called 24 times a second while nothing moves.
        """
        return None


class PhonePages(Protocol[S, A, Sel]):
    """A board on phones. A page may show no secrets, except what its own `seat` has declared."""

    @abstractmethod
    def page(self, data: PageData[S, A, Sel]) -> SeatPage | None:
        """Return the page of a phone for `data`; None if the direction ring is enough.

        Called when something may have changed for that phone.
        """

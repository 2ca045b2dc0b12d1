"""Parts of a board for some games only: seats that act at once, analysis, looking back, and a hand for phones."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from game.core.rules import Seat, Step
from scenes.kit.input.intents import Intent
from scenes.table.contract.phone_hand import HandPage, InHand
from scenes.table.contract.typevars import A, S, S_contra, Sel, Sel_contra


class SimultaneousInput(Protocol[S_contra, Sel_contra]):
    """What a game needs beside its input where several seats act at once: every press comes to `BoardInput.choose`
    then, also while something moves.
    """

    @abstractmethod
    def claims(self, selection: Sel_contra, intent: Intent) -> bool:
        """Whether the board wants a press that the match would take (pause, back, hint, undo, rules).

        Asked for each of these presses, before the match does anything by it.
        """

    @abstractmethod
    def part(self, state: S_contra) -> Hashable:
        """Return a name for this part of the game: presses for one part mean something else in another.

        Asked 24 times a second and at presses: one that comes just after a part has ended by itself is dropped.
        """

    @abstractmethod
    def holds_clock(self, selection: Sel_contra) -> bool:
        """Whether a clock that has run down, and AI seats, shall wait: somebody began to enter an action before.

        Asked at every tick. It must come to an end by itself (`BoardInput.elapse`).
        """


@dataclass(frozen=True, slots=True)
class BestPlay:
    """What the AI's process found in the position at `ply`.

    `best` is the best play, in notation: nothing where there is none, None where the search failed. `routes` are all
    that is as good, if there is more, and begin with it; not `complete`: there may be others. `at_least` is the least
    number of its moves, as far as that is known; where it is not `over`, the search goes on and nothing else is known.
    """

    ply: int
    best: Sequence[str] | None = ()
    routes: Sequence[Sequence[str]] = ()
    complete: bool = True
    at_least: int | None = None
    over: bool = True


@dataclass(frozen=True, slots=True)
class Told:
    """What a board tells of a game beside who won: "" and nothing for what goes without saying.

    `note` is a sentence that tells how the game ended, `code` that by which others get the same board, in words.
    `was_shortest`: what decided the game is known to have been as short as can be. `figures` are each seat's doings, in
    few words, besides what its card counts. `stars` are what a puzzle's solution is worth, as far as is known by now.
    """

    note: str = ""
    code: str = ""
    was_shortest: bool = False
    figures: Mapping[Seat, str] = field(default_factory=dict)
    stars: int = 1


class LookBack(Protocol[S, A]):
    """Looking back at what was played, with what the AI's process says of it."""

    @abstractmethod
    def review(self, steps: Sequence[Step[S, A, object]], found: BestPlay | None) -> int | None:
        """Take what has been `found`, and return the ply of a position whose best play is wanted; None for none.

        Asked 24 times a second with the game so far. It is the same ply until that is found, and one that was found is
        not wanted again.
        """

    @abstractmethod
    def told(self, state: S, steps: Sequence[Step[S, A, object]]) -> Told:
        """What there is to tell of a game that has come to `state` by these steps, over or not.

        Asked as a game ends, for its result, and when it is shared.
        """

    def by_house_rule(self, state: S) -> tuple[A, str] | None:
        """Return the action that the table plays for all seats in `state`, by a rule that is not the game's, and its
        sentence; by default there is no such rule.

        Asked 24 times a second while nothing moves.
        """
        return None


class PhoneHand(Protocol[S, A, Sel]):
    """What a phone shows of a board. Nothing that others must not know is in a page but what `seat` has declared."""

    @abstractmethod
    def page(self, held: InHand[S, A, Sel]) -> HandPage | None:
        """The page of a phone that holds `held`; None where a ring of directions serves.

        Asked when something may have changed for that phone.
        """

"""Parts of a board for some games only: seats that act at once, analysis, looking back, and a hand for phones."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from game.core.rules import Seat, Step
from scenes.kit.input.intents import Intent
from scenes.table.contract.input import Actors, InputResult
from scenes.table.contract.typevars import A, S, S_contra, Sel
from scenes.table.phone_hand import HandPage, InHand


class SimultaneousInput(Protocol[S, A, Sel]):
    """What a game needs beside its input where several seats act at once: every press comes to `BoardInput.choose`
    then, also while something moves.
    """

    def elapse(self, actors: Actors[S, A], selection: Sel, dt: float) -> InputResult[A, Sel]:
        """Return the result of `dt` seconds without a press; asked at every tick, for all seats.

        A number that somebody has begun to enter may become an action here.
        """

    def kept(self, actors: Actors[S, A], selection: Sel, family: str) -> Sel:
        """The selection after an action: the others go on with what they are about. `actors` has all who may act."""

    def claims(self, selection: Sel, intent: Intent) -> bool:
        """Whether the board wants a press that the match would take (pause, back, hint, undo, rules)."""

    def part(self, state: S) -> Hashable:
        """Return a name for this part of the game: presses for one part mean something else in another."""

    def holds_clock(self, selection: Sel) -> bool:
        """Whether a clock that has run down, and AI seats, shall wait: somebody began to enter an action before."""

    def sentence(self, state: S) -> str:
        """Return the sentence that asks everybody to act, in place of the one that names whose turn it is."""


class AnalysisWords(Protocol[S_contra]):
    """The game's words for the analysis of a position."""

    def balance(self, state: S_contra, seat: Seat) -> str:
        """Return the difference between `seat` and its rivals at a glance: steps needed, or threats; "" for none."""
        return ""

    def best_answer(self, count: int) -> str:
        """Return what the best answer to a round wins, which takes `count` actions; "" in a game without rounds."""
        return ""


class LookBack(Protocol[S, A]):
    """Looking back at what was played, with what the AI's process says of it."""

    def review_request(self, steps: Sequence[Step[S, A, Any]]) -> int | None:
        """The ply of a position whose best play is wanted; the same until `review_result` has come.

        Asked at every tick with the game so far.
        """

    def review_result(
        self,
        ply: int,
        best: Sequence[str] | None,
        routes: Sequence[Sequence[str]] = (),
        complete: bool = True,
    ) -> None:
        """The best play in the position at `ply`, in notation; nothing where none was found, None where it failed.

        `routes` are all that is as good, if there is more, and begin with it; not `complete`: there may be others.
        """

    def review_bound(self, ply: int, at_least: int) -> None:
        """Return the least number of moves of the best play in the position at `ply`, while it is looked for."""

    def by_house_rule(self, state: S) -> tuple[A, str] | None:
        """Return the action that the table plays for all seats in `state`, by a rule that is not the game's, and its
        sentence.
        """
        return None

    def result_note(self, state: S) -> str:
        """Return a sentence that tells how the game ended; "" for the usual end."""

    def stars(self, state: S) -> int:
        """What a puzzle's solution is worth that has led to `state`, as far as is known by now."""
        return 1

    def code(self, state: S) -> str:
        """Return the code by which others get the same board, in words; "" where there is none."""
        return ""

    def was_shortest(self, steps: Sequence[Step[S, A, Any]]) -> bool:
        """Whether what decided the game is known to have been as short as can be."""
        return False

    def figures(self, steps: Sequence[Step[S, A, Any]]) -> Mapping[Seat, str]:
        """Return each seat's doings in these steps, in few words, besides what its card counts."""
        return {}


class PhoneHand(Protocol[S, A, Sel]):
    """What a phone shows of a board. Nothing that others must not know is in a page but what `seat` has declared."""

    def page(self, held: InHand[S, A, Sel]) -> HandPage | None:
        """The page of a phone; None where a ring of directions serves."""

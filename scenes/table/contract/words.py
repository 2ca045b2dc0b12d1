"""What is said of a game: beside the board, on the cards, in the bar, aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from game.core.rules import Seat, Step
from scenes.kit.glyphbar import Prompt
from scenes.table.contract.setup import Stock
from scenes.table.contract.typevars import A, S, Sel_contra


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a try is not allowed: a heading and a full sentence, in the screen's language."""

    title: str
    text: str


class BoardWords(Protocol[S, A, Sel_contra]):
    """What is said: beside the board, on the cards, in the bar."""

    def prompts(self, state: S, selection: Sel_contra) -> list[Prompt]:
        """What presses do now, for the glyph bar (the match adds hint and pause)."""

    def helper(self, state: S, selection: Sel_contra, family: str) -> str:
        """A sentence that says what the mover is about to do."""

    def touch_helper(self, selection: Sel_contra) -> str:
        """What a finger may do next."""

    def confirm_helper(self, action: A, family: str) -> str:
        """A sentence that says how to play `action`, which has been chosen and waits for a second press."""

    def sentence(self, state: S) -> str:
        """The sentence at the top of the side panel; "" for the usual one: whose turn it is."""
        return ""

    def hint_text(self, action: A) -> str:
        """A hint in words."""

    def first_time(self, action: A) -> str:
        """The key of the text that explains such an action to newcomers; "" for none.

        The first one that somebody chooses waits for a second press, with that text.
        """
        return ""

    def announce(self, step: Step[S, A, Any]) -> str:
        """A sentence about a step that the board alone would not explain; "" for none."""

    def problem(self, state: S, selection: Sel_contra) -> Problem | None:
        """Why the present selection cannot be played, if so."""

    def stock(self, state: S, seat: Seat) -> Stock:
        """What a seat has left."""

    def side_note(self, seat: Seat, short: bool = False) -> str:
        """A seat's aim in few words, for its card: "goal ↑", or "↑" where there is little room."""

    def notation(self, action: A) -> str:
        """The action for the list of moves."""

    def balance(self, state: S, seat: Seat) -> str:
        """What tells `seat` and its rivals apart at a glance: what they still need, or threaten; "" for nothing."""
        return ""

    def best_answer(self, count: int) -> str:
        """What the best answer to a round is worth that takes `count` actions; "" in a game without rounds."""
        return ""

    def written(self, actions: Sequence[A]) -> str:
        """Actions one after the other, as the best line is written: "e5  e6h  d4"."""
        return "  ".join(map(self.notation, actions))

    def said(self, action: A) -> str:
        """An action as it is read aloud."""
        return self.notation(action)

    def told(self, step: Step[S, A, Any]) -> str:
        """The action of a step as it is read aloud after the mover's name, with what came of it."""
        return self.said(step.action)

    def position(self, state: S) -> Sequence[str]:
        """What lies where, in sentences that are read aloud to somebody who does not see the board."""
        return ()

    def aim(self, state: S, selection: Sel_contra) -> Sequence[str]:
        """Where the selection is, in short texts: of these, those that are new are read aloud as it moves."""
        return ()

"""The contract of a game's words: beside the board, on the cards, in the bar, aloud."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.core.rules import Seat, Step
from scenes.kit.drawing.glyphs import Prompt
from scenes.table.contract.setup import Stock
from scenes.table.contract.typevars import A, S, Sel_contra

BETWEEN = " · "  # of what is told side by side


@dataclass(frozen=True, slots=True)
class IllegalReason:
    """The reason why a try is not allowed: a heading and a full sentence, in the screen's language."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class TurnWords:
    """The words for the player to move about the present selection.

    `sentence` asks everybody to act, where several act at once, in place of the one that names whose turn it is.
    `helper` says what the player is about to do, `touch_helper` what a finger may do next, `problem` why the selection
    cannot be played. `aim` is where the selection is, in short texts: those that are new are read aloud as it moves.
    """

    prompts: Sequence[Prompt]  # what presses do, for the glyph bar; the match adds hint and pause
    helper: str
    touch_helper: str = ""
    problem: IllegalReason | None = None
    aim: Sequence[str] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class ActionWords:
    """The texts of one action."""

    notation: str  # for the list of moves
    hint: str  # the action as advice
    said: str = ""  # as it is read aloud; "" where that is the notation
    noun: str = ""  # in a sentence that names it: "the wall across at e4"; "" where that is the notation
    kind: str = ""  # in a sentence beside a board that shows it: "wall", for "this wall"; "" for "move"

    @property
    def aloud(self) -> str:
        """The action as it is read aloud."""
        return self.said or self.notation


@dataclass(frozen=True, slots=True)
class SeatWords:
    """The texts of a seat's card: what it has left and its aim, as in "goal ↑", or "↑" where there is little room.

    `side` is what the seat is called by its pieces where no card tells whose they are; "" for the person's name.
    """

    stock: Stock
    aim: str
    short_aim: str
    side: str = ""


class BoardWords(Protocol[S, A, Sel_contra]):
    """The texts of one board, in the screen's language at the moment of asking.

    `first_times` are keys of texts that explain actions to newcomers, by class: the first one of it that somebody
    chooses waits for a second press, with that text.
    """

    first_times: Mapping[type, str] = {}

    @abstractmethod
    def turn(self, state: S, selection: Sel_contra, family: str, armed: A | None = None) -> TurnWords:
        """Return the words for the player to move, whose device is of `family`.

        `armed` is an action that waits for a second press: the helper says how to play it. Asked once for each
        selection and device; where several act at once, in every frame.
        """

    @abstractmethod
    def action(self, action: A) -> ActionWords:
        """The texts of one action, whatever the position.

        Asked for the list of moves, hints, one-button play, reasons. An action reads the same every time.
        """

    def told(self, step: Step[S, A, object]) -> str:
        """Return what is read aloud of an action that was played, after the mover's name, with what came of it.

        Asked once for each step, where speech is on, and for captions. By default it is the action as it is read aloud.
        """
        return self.action(step.action).aloud

    def note(self, step: Step[S, A, object]) -> str:
        """Return a sentence about what the board alone would not explain of an action that was played; "" for none.

        Asked once as the step is played; it stands beside the board until the next one.
        """
        return ""

    def brief(self, step: Step[S, A, object]) -> str:
        """Return what an action does on a board that shows it, in two or three words and without notation: "Pawn up";
        "" where that is "This move", or its kind.

        Asked for reviews and hints.
        """
        return ""

    def glance(self, state: S, seat: Seat, answer: int = 0) -> str:
        """Return what the analysis says of a position at a glance: what `seat` and its rivals need; "" for nothing.

        In a game in rounds it is what the best answer to the round wins, which takes `answer` actions. Asked once for
        each position that is analysed.
        """
        return ""

    @abstractmethod
    def seat(self, state: S, seat: Seat) -> SeatWords:
        """The texts of a seat's card.

        Asked as a card is drawn: they may depend on nothing but the position and the language.
        """

    def position(self, state: S) -> Sequence[str]:
        """Return the position in sentences that are read aloud to somebody who does not see the board.

        Asked when a person asks where things stand.
        """
        return ()

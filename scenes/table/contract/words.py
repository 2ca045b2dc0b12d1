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

BETWEEN = " · "  # between texts on one line


@dataclass(frozen=True, slots=True)
class IllegalReason:
    """Why a try is not allowed: a heading and a full sentence, in the screen's language."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class TurnWords:
    """Words about the present selection for the player in turn.

    `sentence`, where several act at once, replaces the sentence about the turn. `helper` describes the selection,
    `touch_helper` the next step of a finger, `problem` why the selection cannot be played. `aim` is its place, in short
    texts; new ones are read aloud as it moves.
    """

    prompts: Sequence[Prompt]  # effects of presses, for the glyph bar; the match adds hint and pause
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
    spoken_text: str = ""  # read aloud; "" for the notation
    noun: str = ""  # in a sentence that names it: "the wall across at e4"; "" for the notation
    kind: str = ""  # in a sentence beside a board that shows it: "wall", for "this wall"; "" for "move"

    @property
    def spoken(self) -> str:
        """The action as read aloud."""
        return self.spoken_text or self.notation


@dataclass(frozen=True, slots=True)
class SeatWords:
    """The texts of a seat's card: stock and aim, as in "goal ↑", or "↑" in little room.

    `side` names the seat by its pieces where no card shows their owner; "" for the person's name.
    """

    stock: Stock
    aim: str
    short_aim: str
    side: str = ""


class BoardWords(Protocol[S, A, Sel_contra]):
    """The texts of one board, in the screen's present language.

    `first_times` are keys of explanations for newcomers, by action class: the first chosen action of a class waits for
    a second press, with that text.
    """

    first_times: Mapping[type, str] = {}

    @abstractmethod
    def turn(self, state: S, selection: Sel_contra, family: str, armed: A | None = None) -> TurnWords:
        """Return the words for the player in turn, whose device is of `family`.

        `armed` is an action that waits for a second press: the helper explains how to play it. Asked once for each
        selection and device; where several act at once, in every frame.
        """

    @abstractmethod
    def action(self, action: A) -> ActionWords:
        """The texts of one action, whatever the position.

        Asked for the list of moves, hints, one-button play, reasons. An action reads the same every time.
        """

    def spoken(self, step: Step[S, A, object]) -> str:
        """Return the spoken text of a played action with its consequences, to follow the mover's name.

        Asked once for each step with speech on, and for captions. By default it is the action as read aloud.
        """
        return self.action(step.action).spoken

    def note(self, step: Step[S, A, object]) -> str:
        """Return a sentence about a played action that the board alone would not explain; "" for none.

        Asked once as the step is played; it stays beside the board until the next one.
        """
        return ""

    def brief(self, step: Step[S, A, object]) -> str:
        """Return an action in two or three words without notation, beside a board that shows it: "Pawn up".

        "" stands for "This move", or its kind. Asked for reviews and hints.
        """
        return ""

    def glance(self, state: S, seat: Seat, answer: int = 0) -> str:
        """Return the analysis of a position in short: what `seat` and its rivals need; "" for nothing.

        In a game in rounds it is what the best answer to the round, of `answer` actions, wins. Asked once for each
        analysed position.
        """
        return ""

    @abstractmethod
    def seat(self, state: S, seat: Seat) -> SeatWords:
        """The texts of a seat's card.

        Asked as a card is drawn: they depend only on the position and the language.
        """

    def position(self, state: S) -> Sequence[str]:
        """Return the position in sentences, read aloud for people who cannot see the board.

        Asked when a person presses the key for the position.
        """
        return ()

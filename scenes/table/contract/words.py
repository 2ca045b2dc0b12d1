"""The contract of a game's words: beside the board, on the cards, in the bar, and read aloud."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.core.rules import Seat, Step
from scenes.kit.drawing.glyphs import Prompt
from scenes.table.contract.setup import Stock
from scenes.table.contract.typevars import A, S, Sel_contra

# Separates texts on one line.
BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class IllegalReason:
    """Why a try is not allowed: a heading and a full sentence, in the screen's language."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class TurnWords:
    """Texts about the current selection, for the player in turn.

    In games in which several act at once, `sentence` takes the place of the sentence about the turn. `helper` describes
    the selection, `touch_helper` says what a finger can do next, and `problem` says why the selection cannot be played.
    `aim` says in short texts where the selection is; speech reads the changed texts.
    """

    # What presses do, for the glyph bar. The match adds hint and pause.
    prompts: Sequence[Prompt]
    helper: str
    touch_helper: str = ""
    problem: IllegalReason | None = None
    aim: Sequence[str] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class ActionWords:
    """The texts of one action."""

    # The text in the list of moves.
    notation: str
    # The text that advises the action.
    hint: str
    # What speech reads; "" for the notation.
    spoken_text: str = ""
    # The action as a noun in a sentence, such as "the wall across at e4"; "" for the notation.
    noun: str = ""
    # A noun for a sentence beside a board that shows the action, such as "wall" for "this wall"; "" for "move".
    kind: str = ""

    @property
    def spoken(self) -> str:
        """Return what speech reads for the action."""
        return self.spoken_text or self.notation


@dataclass(frozen=True, slots=True)
class SeatWords:
    """The texts of a seat's card: its stock and its aim, such as "goal ↑", or "↑" if there is little room.

    `side` names the seat by its pieces, for places in which no card shows their owner; "" if the person's name is
    enough.
    """

    stock: Stock
    aim: str
    short_aim: str
    side: str = ""


class BoardWords(Protocol[S, A, Sel_contra]):
    """The texts of one board, in the current language of the screen.

    `first_times` has, by class of action, the key of an explanation for newcomers. When a person chooses an action of
    that class for the first time, the text is shown, and the action waits for a second press.
    """

    first_times: Mapping[type, str] = {}

    @abstractmethod
    def turn(self, state: S, selection: Sel_contra, family: str, armed: A | None = None) -> TurnWords:
        """Return the words for the player in turn, whose device is of `family`.

        `armed` is an action that waits for a second press; the helper then explains how to play it. Called once for
        each selection and device, but in every frame if several seats act at once.
        """

    @abstractmethod
    def action(self, action: A) -> ActionWords:
        """Return the texts of an action, which do not depend on the position.

        Called for the list of moves, hints, one-button play and reasons.
        """

    def spoken(self, step: Step[S, A, object]) -> str:
        """Return what speech reads for a played action and its consequences, after the mover's name.

        Called once for each step while speech is on, and for captions. By default it is the action alone.
        """
        return self.action(step.action).spoken

    def note(self, step: Step[S, A, object]) -> str:
        """Return a sentence about a played action that the board alone would not explain; "" for none.

        Called once when the step is played; the sentence stays beside the board until the next step.
        """
        return ""

    def brief(self, step: Step[S, A, object]) -> str:
        """Return an action in two or three words without notation, such as "Pawn up", for a place beside a board that
        shows it.

        "" stands for "This move", or for "This" with the kind of the action. Called for reviews and hints.
        """
        return ""

    def glance(self, state: S, seat: Seat, answer: int = 0) -> str:
        """Return the analysis of a position in short: what `seat` and its rivals need to win; "" for nothing.

        In a game in rounds it says what the best answer to the round wins; that answer has `answer` actions. Called
        once for each analysed position.
        """
        return ""

    @abstractmethod
    def seat(self, state: S, seat: Seat) -> SeatWords:
        """Return the texts of a seat's card.

        Called when a card is drawn. They depend only on the position and the language.
        """

    def position(self, state: S) -> Sequence[str]:
        """Return the position in sentences, for speech to read to people who cannot see the board.

        Called when a person presses the key for the position.
        """
        return ()

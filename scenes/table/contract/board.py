"""One game's board on one table, as match, replay and lessons have it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol

import pygame

from game.core.rules import Seat, Step
from scenes.table.contract.branches import Leaf, Part, in_rows
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.contract.input import BoardInput
from scenes.table.contract.optional import LookBack, PhoneHand, SimultaneousInput
from scenes.table.contract.placements import Placements
from scenes.table.contract.setup import BoardContext, GameSetup
from scenes.table.contract.shown import AnyShown
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.view import View
from scenes.table.contract.words import BoardWords

BOARD_SIDE = 880  # design pixels of the square that a board lies in, where the window is not upright


class GameBoard(Protocol[S, A, Sel]):
    """One game's board on one table. Its parts are there once it is laid out, and are new after each layout."""

    context: BoardContext
    setup: GameSetup
    input: BoardInput[S, A, Sel]
    drawing: BoardDrawing[S, A, Sel]
    words: BoardWords[S, A, Sel]
    simultaneous: SimultaneousInput[S, Sel] | None = None
    look_back: LookBack[S, A] | None = None
    phone: PhoneHand[S, A, Sel] | None = None
    seats: Sequence[Seat] = ()  # clockwise from the one at the bottom; `layout` sets them

    @abstractmethod
    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        """Take a place on the screen (pixels), and make the parts anew for it: `input`, `drawing`, `words`, and
        `seats`.

        Called before anything else, and again whenever the window, the seats or who sits below change. The board is
        turned so that seat `bottom` sits below it; `identities` give each seat its colour and shape. What outlives a
        layout belongs to the board itself.
        """

    def branches(self, state: S, leaves: Sequence[Leaf[A]]) -> Sequence[Part[A]]:
        """The legal actions as a tree for one-button play, no level much longer than a dozen; by default in rows.

        `leaves` are these actions, each with its place and its name. Asked while one-button play looks for the next
        stop; none may be lost, and none come twice.
        """
        return in_rows(leaves)

    @abstractmethod
    def shown(
        self, state: S, legal: Sequence[A] = (), selection: Sel | None = None, last: Step[S, A, object] | None = None
    ) -> AnyShown:
        """Return everything that the board shows of a position, with the last step and the selection among `legal`.

        Drawing, phones and speech take it from here. Asked in every frame, so nothing may change by it.
        """

    def on_step(self, step: Step[S, A, object]) -> None:
        """A step was played and its clip is about to begin: keep what outlasts it.

        Told once for each step that is shown, in their order, never for one that is taken back. By default nothing is
        kept.
        """
        return


AnyBoard = GameBoard[Any, Any, Any]


def parts_of(board: GameBoard[S, A, Sel], state: S, legal: Sequence[A]) -> Sequence[Part[A]]:
    """The legal actions as the board divides them, each with its place and its name."""
    area, words = board.input.area, board.words
    return board.branches(state, [Leaf(action, area(state, action), words.action(action).aloud) for action in legal])


def view_of(
    board: GameBoard[S, A, Sel],
    state: S,
    placements: Placements | None = None,
    legal: Sequence[A] = (),
    selection: Sel | None = None,
    **more: Any,
) -> View[S, A, Sel]:
    """Return the View for a board's drawing: the position at rest with an empty selection, and fields that differ."""
    placed = board.drawing.pieces(state) if placements is None else placements
    considered = board.input.empty(state, (), "mouse") if selection is None else selection
    return View(state, placed, legal, considered, **more)

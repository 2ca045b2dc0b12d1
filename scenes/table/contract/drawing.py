"""The contract of a game's drawing: how it draws the board and moves the pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

from game.core.rules import Seat, Step
from scenes.kit.drawing.canvas import Drawable
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.view import BoardClip, Placements, View, diff_clip


class BoardDrawing(Protocol[S, A, Sel]):
    """Draws a game's board. `animate` and `draw` must not change the board, which learns of each step by `on_step`."""

    @property
    def is_animated(self) -> bool:
        """Whether something on the board moves outside of clips, so that every frame must be drawn.

        Called at every tick.
        """
        return False

    @abstractmethod
    def pieces(self, state: S) -> Placements:
        """Return the placements of all pieces on the board, by id.

        Called once for each position. If pieces can be told apart, a piece keeps its id from position to position.
        """

    def animate(self, step: Step[S, A, object]) -> BoardClip:
        """Return the clip between the two states of a step. By default pieces slide to their new places.

        Called once when the step is shown, after `GameBoard.on_step`.
        """
        return diff_clip(self.pieces(step.before), self.pieces(step.after))

    def passage(self, before: S, after: S, seconds: float) -> BoardClip:
        """Return the clip of `seconds` between any two states, for undo and browsing. By default pieces slide.

        Override it if pieces cannot be told apart.
        """
        return diff_clip(self.pieces(before), self.pieces(after), seconds)

    @abstractmethod
    def draw_ground(self, target: Drawable) -> None:
        """Draw the fixed parts of the board: its shadow, face and coordinates.

        Called once after each layout, and the picture is kept. It must not depend on the position.
        """

    def draw_labels(self, target: Drawable, color: str = "") -> None:
        """Draw the coordinates along the board's edges, in `color` or their usual colour. By default there are none.

        Called by the game for the ground, and by the table for each rim, because a rim covers the coordinates.
        """
        return

    @abstractmethod
    def draw(self, canvas: Drawable, view: View[S, A, Sel]) -> None:
        """Draw everything above the ground, but for what `draw_trial` adds.

        Called in every frame with motion. It may use only `view` and the game's own settings, not the store.
        """

    def draw_trial(self, canvas: Drawable, view: View[S, A, Sel]) -> None:
        """Draw in words or numbers what the action in the hand would change; by default nothing.

        Called after `draw`, and after the ribbons of an analysis, which would hide it.
        """
        return

    def draw_reason(
        self, canvas: Drawable, step: Step[S, A, object], seat: Seat, cells: Mapping[str, tuple[int, ...]], time: float
    ) -> None:
        """Draw why `step` matters to `seat`, `time` seconds after it was shown; by default nothing.

        `cells` has lists of cells by name, in the game's own numbering. Called in every frame after `draw`, in demos,
        films and beside puzzles.
        """
        return

    def draw_weighed(self, canvas: Drawable, step: Step[S, A, object], color: str, alpha: float) -> None:
        """Draw an action that is only considered, as a ribbon and a pale piece; by default nothing.

        `color` shows whose action it is, or that it is the better one. `alpha`, 0..1, is lower for a less important
        action. Called in every frame after `draw`, in reviews and analyses.
        """
        return

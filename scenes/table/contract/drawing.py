"""The contract of a game's drawing: its board, and the motions of its pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

from game.core.rules import Seat, Step
from scenes.kit.drawing.canvas import Drawable
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.view import BoardClip, Placements, View, diff_clip


class BoardDrawing(Protocol[S, A, Sel]):
    """Draws a game's board. `animate` and `draw` change nothing: the board gets each step by `on_step`."""

    @property
    def is_animated(self) -> bool:
        """Whether something on the board moves outside of clips, so that every frame must be drawn.

        Asked at every tick.
        """
        return False

    @abstractmethod
    def pieces(self, state: S) -> Placements:
        """The placements of all pieces on the board, by id.

        Asked once for each position. A piece keeps its id from position to position, if pieces can be told apart.
        """

    def animate(self, step: Step[S, A, object]) -> BoardClip:
        """The clip between the two states of a step; by default pieces slide to their new places.

        Asked once as the step is shown, after `GameBoard.on_step`.
        """
        return diff_clip(self.pieces(step.before), self.pieces(step.after))

    def passage(self, before: S, after: S, seconds: float) -> BoardClip:
        """The clip between any two states, for undo and browsing; by default pieces slide.

        Override it where only their cells tell pieces apart.
        """
        return diff_clip(self.pieces(before), self.pieces(after), seconds)

    @abstractmethod
    def draw_ground(self, target: Drawable) -> None:
        """Draw the fixed parts of the board: its shadow, face and coordinates.

        Called once after each layout, onto a picture that is kept. It may not depend on the position.
        """

    def draw_labels(self, target: Drawable, color: str = "") -> None:
        """Draw the coordinates along the board's edges, in `color` or their own; by default there are none.

        Called for the ground by the game itself, and once for each rim that covers them.
        """
        return

    @abstractmethod
    def draw(self, canvas: Drawable, view: View[S, A, Sel]) -> None:
        """Draw everything above the ground.

        Called in every frame with motion. It may depend on `view` and the game's own settings only, not on the store.
        """

    def draw_reason(
        self, canvas: Drawable, step: Step[S, A, object], seat: Seat, cells: Mapping[str, tuple[int, ...]], time: float
    ) -> None:
        """Draw why `step` matters to `seat`, `time` seconds after it was shown; by default nothing.

        `cells` has named places and ways in the game's own numbering. Called in every frame after `draw`, in demos,
        films and beside puzzles.
        """
        return

    def draw_weighed(self, canvas: Drawable, step: Step[S, A, object], color: str, alpha: float) -> None:
        """Draw a previewed action in the position on the board, as a ribbon and a ghost; by default nothing.

        `color` shows its player, or that it is the better one; `alpha` is lower for a less important one. Called in
        every frame after `draw`, in reviews and analyses.
        """
        return

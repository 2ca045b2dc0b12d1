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
    """Draws a game's board. `animate` and `draw` change nothing: the board hears of a step by `on_step`."""

    @property
    def is_animated(self) -> bool:
        """Whether something on the board moves by itself besides the clips, so that every frame must be drawn.

        Asked at every tick.
        """
        return False

    @abstractmethod
    def pieces(self, state: S) -> Placements:
        """Id to placement of everything that stands on the board.

        Asked once for each position. An id stays with its piece from position to position, as far as pieces can be told
        apart.
        """

    def animate(self, step: Step[S, A, object]) -> BoardClip:
        """The clip between the two states of a step; by default pieces slide to their new places.

        Asked once as the step is shown, after `GameBoard.on_step`.
        """
        return diff_clip(self.pieces(step.before), self.pieces(step.after))

    def passage(self, before: S, after: S, seconds: float) -> BoardClip:
        """The clip from one state to any other one, for taking back and leafing; by default pieces slide.

        Override it where pieces can only be told apart by their cells.
        """
        return diff_clip(self.pieces(before), self.pieces(after), seconds)

    @abstractmethod
    def draw_ground(self, target: Drawable) -> None:
        """Draw what never changes while the board lies there: its shadow, its face, its coordinates.

        Called once after each layout, onto a picture that is kept. It may not depend on the position.
        """

    @abstractmethod
    def draw(self, canvas: Drawable, view: View[S, A, Sel]) -> None:
        """Draw everything on the ground.

        Called in every frame in which something moves; `view` has all that it may depend on: no store, no settings but
        those of the game.
        """

    def draw_reason(
        self, canvas: Drawable, step: Step[S, A, object], seat: Seat, cells: Mapping[str, tuple[int, ...]], time: float
    ) -> None:
        """Draw over everything why `step` matters to `seat`, `time` seconds after it was shown; by default nothing.

        `cells` are places and ways by what they are, in the game's own numbering. Called in every frame after `draw`,
        in the show where nobody plays, in a film, beside a puzzle.
        """
        return

    def draw_weighed(self, canvas: Drawable, step: Step[S, A, object], color: str, alpha: float) -> None:
        """Draw an action that is weighed in the position on the board, as a ribbon and a ghost; by default nothing.

        `color` says whose it is, or that it is the better one; `alpha` is lower for one that is not to stand out.
        Called in every frame after `draw`, in reviews and analyses.
        """
        return

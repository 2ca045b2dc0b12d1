"""The pointer that is down on a board: where it went down, and what it carries since it moved."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Generic

from scenes.kit.intents import Intent, Kind, Point
from scenes.kit.pointers import TREMBLE
from scenes.table.board import A, BoardInput, Chosen, S, Sel


class Grasp(Generic[S, A, Sel]):
    """Tells a click from a drag for every board.

    A click counts only where it began: within a tremble, or on the same place of the board. A drag carries what the
    board lifts from where it began and ends with a drop; `at` is the point (pixels) that it has reached. `on_stock`
    says whether a point lies on the mover's card, whence new pieces come.
    """

    def __init__(self, short_side: Callable[[], int]) -> None:
        """`short_side` of the window in pixels, as it is at the time."""
        self._short_side = short_side
        self.on_stock: Callable[[Point], bool] = lambda point: False
        self.let_go()

    def let_go(self) -> None:
        """No pointer is down on the board, as far as is known; what was carried is back in its place."""
        self._begun: Point | None = None
        self._moved = False
        self.at: Point | None = None  # None while nothing is carried

    def follows(self, intent: Intent) -> bool:
        """Note a press; whether this is no drag or release of one that began elsewhere."""
        if intent.kind is Kind.PRESS:
            self.let_go()
            self._begun = intent.point
        return intent.kind not in (Kind.DRAG, Kind.RELEASE) or self._begun is not None

    def take(
        self, board: BoardInput[S, A, Sel], state: S, legal: Sequence[A], selection: Sel, intent: Intent
    ) -> Chosen[A, Sel] | None:
        """What a press means that belongs to a drag; None where it is the board's own to judge."""
        if not self.follows(intent):
            return Chosen(selection)
        if intent.kind is Kind.DRAG:
            return self._drag(board, state, legal, selection, intent)
        if intent.kind is Kind.RELEASE:
            return self._release(board, state, legal, selection, intent)
        if self.at is None or intent.kind is Kind.PRESS:
            return None
        if intent.kind is Kind.TURN:
            return Chosen(board.turned(selection))
        self.let_go()
        return Chosen(board.empty(state, legal, intent.device.family))

    def _drag(
        self, board: BoardInput[S, A, Sel], state: S, legal: Sequence[A], selection: Sel, intent: Intent
    ) -> Chosen[A, Sel] | None:
        begun, point = self._begun, intent.point
        if begun is None or point is None:
            return None
        if not self._moved:
            if math.dist(begun, point) <= TREMBLE * self._short_side():
                return Chosen(selection)
            self._moved = True
            lifted = board.lifted(state, legal, selection, None if self.on_stock(begun) else begun)
            if lifted is not None:
                self.at, selection = point, lifted
        if self.at is None:
            return None
        self.at = point
        return Chosen(board.carried(state, legal, selection, intent))

    def _release(
        self, board: BoardInput[S, A, Sel], state: S, legal: Sequence[A], selection: Sel, intent: Intent
    ) -> Chosen[A, Sel] | None:
        begun, point, carrying = self._begun, intent.point, self.at is not None
        self.let_go()
        if begun is None or point is None:
            return None
        if carrying:
            return board.dropped(state, legal, board.carried(state, legal, selection, intent))
        if math.dist(begun, point) <= TREMBLE * self._short_side():
            return None
        first, second = (board.place_at(state, legal, selection, at) for at in (begun, point))
        return None if first == second else Chosen(selection)

"""The second press: an action chosen with a finger waits until it is confirmed.

A setting makes actions chosen with the mouse wait too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic

from game.core.spec import GameSpec
from scenes.kit.input.intents import Intent, Kind, Point
from scenes.kit.input.pointers import TREMBLE
from scenes.services import Services
from scenes.table.contract.board import GameBoard
from scenes.table.contract.input import Actors, BoardInput, Grip, InputResult
from scenes.table.contract.typevars import A, S, Sel


class DragTracker(Generic[S, A, Sel]):
    """Tells clicks from drags, for every board.

    A click counts only if it ends where it began, that is, within a few pixels or on the same place of the board. A
    drag picks up a piece where it begins, and drops the piece where it ends. `at` is the pointer's point during a drag,
    in pixels. `on_stock` returns whether a point is on the card of the player in turn, from which new pieces come.
    """

    def __init__(self, short_side: Callable[[], int]) -> None:
        """`short_side` returns the shorter side of the current window, in pixels."""
        self._short_side = short_side
        self.on_stock: Callable[[Point], bool] = lambda point: False
        self.let_go()

    def let_go(self) -> None:
        """Forget the pointer. A dragged piece returns to its place."""
        self._begun: Point | None = None
        self._moved = False
        # The pointer's point; None while no piece is dragged.
        self.at: Point | None = None

    def follows(self, intent: Intent) -> bool:
        """Note where a press begins. Returns False for a drag or a release whose press was not noted here."""
        if intent.kind is Kind.PRESS:
            self.let_go()
            self._begun = intent.point
        return intent.kind not in (Kind.DRAG, Kind.RELEASE) or self._begun is not None or intent.device.is_phone

    def take(
        self, board: BoardInput[S, A, Sel], actors: Actors[S, A], selection: Sel, intent: Intent
    ) -> InputResult[A, Sel] | None:
        """Return the result of a press that belongs to a drag. None if the board has to handle the press."""
        if intent.kind is Kind.DRAG:
            return self._drag(board, actors, selection, intent)
        if intent.kind is Kind.RELEASE and not intent.device.is_phone:
            return self._release(board, actors, selection, intent)
        if self.at is None or intent.kind in (Kind.PRESS, Kind.RELEASE):
            return None
        if intent.kind is Kind.TURN:
            return board.drag(actors, selection, Grip.TURN, intent)
        self.let_go()
        return InputResult(board.empty(actors.state, actors.actions, intent.device.family))

    def _drag(
        self, board: BoardInput[S, A, Sel], actors: Actors[S, A], selection: Sel, intent: Intent
    ) -> InputResult[A, Sel] | None:
        begun, point = self._begun, intent.point
        if begun is None or point is None:
            return None
        if not self._moved:
            if math.dist(begun, point) <= TREMBLE * self._short_side():
                return InputResult(selection)
            self._moved = True
            origin = replace(intent, point=None if self.on_stock(begun) else begun)
            lifted = board.drag(actors, selection, Grip.LIFT, origin)
            if lifted is not None:
                self.at, selection = point, lifted.selection
        if self.at is None:
            return None
        self.at = point
        return board.drag(actors, selection, Grip.CARRY, intent)

    def _release(
        self, board: BoardInput[S, A, Sel], actors: Actors[S, A], selection: Sel, intent: Intent
    ) -> InputResult[A, Sel] | None:
        begun, point, carrying = self._begun, intent.point, self.at is not None
        self.let_go()
        if begun is None or point is None:
            return None
        if carrying:
            return board.drag(actors, selection, Grip.DROP, intent)
        if math.dist(begun, point) <= TREMBLE * self._short_side():
            return None
        first, second = (board.place_at(actors.state, actors.actions, selection, at) for at in (begun, point))
        return None if first == second else InputResult(selection)


class ConfirmGate(Generic[S, A, Sel]):
    """Passes presses to a board's input, and holds some actions back until they are confirmed by a second press.

    An action chosen with a finger waits, unless a tap on this board plays at once. A setting makes actions chosen with
    the mouse wait too. A resignation waits on every device, and so does an action of a kind that is new to its player.
    A dragged piece is played when it is dropped, unless the setting is on or the action's kind is new. `armed` is
    the waiting action, `drag` follows the pressed pointer.
    """

    def __init__(
        self,
        services: Services,
        spec: GameSpec,
        board: GameBoard[S, A, Sel],
        is_new: Callable[[A], bool] = lambda action: False,
    ) -> None:
        """`is_new` returns whether an action is the player's first of its kind, and so needs an explanation."""
        self._is_new = is_new
        self._services = services
        self._resignation: A | None = spec.rules.parse(spec.play.resign) if spec.play.resign else None
        self._board = board
        self.armed: A | None = None
        self.drag: DragTracker[S, A, Sel] = DragTracker(lambda: min(services.stage.metrics.size))

    def clear(self) -> None:
        """Forget the waiting action and the dragged piece."""
        self.armed = None
        self.drag.let_go()

    def is_engaged(self, selection: Sel) -> bool:
        """Whether Back would cancel a waiting action or something on the board."""
        return self.armed is not None or self._board.input.is_engaged(selection)

    def press(self, actors: Actors[S, A], selection: Sel, intent: Intent) -> InputResult[A, Sel]:
        """Return the result of a press by the seat in turn. The result has an action only if that is played now."""
        legal = actors.actions
        dragged = self.drag.take(self._board.input, actors, selection, intent)
        if dragged is not None:
            return self._dragged(dragged, selection)
        if self.armed is not None and intent.point is not None and intent.kind in (Kind.HOVER, Kind.PRESS):
            # Neither hovering nor the beginning of a press changes the waiting action. A release decides.
            return InputResult(selection)
        chosen = self._board.input.choose(actors, selection, intent)
        if intent.point is not None and intent.device.is_phone:
            # A finger on a phone only chooses; a button then plays.
            chosen = InputResult(chosen.selection)
        if chosen.action is None:
            self._follow(legal, selection, chosen.selection, intent)
            return chosen
        if chosen.action == self.armed or not self._waits(chosen.action, intent):
            self.armed = None
            return chosen
        self.armed = chosen.action
        return InputResult(chosen.selection)

    def _dragged(self, chosen: InputResult[A, Sel], before: Sel) -> InputResult[A, Sel]:
        if chosen.action is not None and (
            self._services.settings.preferences.always_confirm or self._is_new(chosen.action)
        ):
            self.armed = chosen.action
            return InputResult(chosen.selection)
        if chosen.action is not None or chosen.selection != before:
            self.armed = None
        return replace(chosen, carried=chosen.action is not None)

    def _follow(self, legal: Sequence[A], before: Sel, after: Sel, intent: Intent) -> None:
        """If a press turns the waiting action, let the turned action wait.

        A turn that is not possible cancels the waiting action. So do Back and any other change of the selection.
        """
        if self.armed is None:
            return
        if intent.kind is Kind.TURN and after != before:
            turned = self._board.input.considered(after)
            self.armed = turned if turned in legal else None
        elif intent.kind in (Kind.BACK, Kind.TURN) or after != before:
            self.armed = None

    def _waits(self, action: A, intent: Intent) -> bool:
        if action == self._resignation:
            return True
        if self._is_new(action):
            # The page on a phone has asked for a confirmation already.
            return not intent.device.is_phone
        if intent.point is None:
            return False
        by_finger = intent.device.family == "touch" and not self._board.input.taps_play
        return by_finger or self._services.settings.preferences.always_confirm

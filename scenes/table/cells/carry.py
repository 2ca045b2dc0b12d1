"""Picks pieces up, carries them and puts them down with every device.

The module has the selections, the meaning of presses, and the words: the prompts, and where the cursor is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import pygame

from game.core.rules import Seat
from scenes.kit.drawing.glyphs import ARROWS, CLICK, DRAG, SHOULDERS, Prompt, one_of
from scenes.kit.input.intents import DIRECTIONS, Intent, Kind, Point
from scenes.table.cells.grid import Grid
from scenes.table.contract.input import Actors, BoardInput, Grip, InputResult
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import AnyShown
from scenes.table.contract.typevars import A, S
from scenes.table.contract.words import BoardWords

Cell: TypeAlias = int
# The type of a game's actions on the board. The game may have other actions, too.
B = TypeVar("B")
S_contra = TypeVar("S_contra", contravariant=True)
# In windows up to LESS_WIDE design pixels wide, the bar leaves out the prompt for stepping through moves. In windows
# up to NARROW, it also leaves out the prompt for choosing a cell.
NARROW, LESS_WIDE = 1200, 1600


@dataclass(frozen=True, slots=True)
class Choosing:
    """The selection while no piece is picked up. `cursor` is the cell in focus or under the pointer."""

    cursor: Cell | None = None


@dataclass(frozen=True, slots=True)
class Holding:
    """The selection while the piece on the cell `origin` is picked up. `cursor` is as in `Choosing`."""

    origin: Cell
    cursor: Cell | None


@dataclass(frozen=True, slots=True)
class Trying(Generic[B]):
    """The selection of a whole `action`, either a forbidden try or a hint. The action ends on the cell `cursor`."""

    action: B
    cursor: Cell


Carried: TypeAlias = Choosing | Holding | Trying[B]


class CarryRules(Protocol[S_contra, B]):
    """Says what a game's actions mean on the board: which piece is picked up, and where it is put down."""

    def on_board(self, actions: Sequence[object]) -> list[B]:
        """Return those of `actions` that put a piece on a cell."""

    def target_of(self, action: B) -> Cell:
        """Return the cell where an action ends."""

    def origin_of(self, state: S_contra, action: B) -> Cell | None:
        """Return the cell of the piece that an action moves; None for a piece from the stock."""

    def meant(self, state: S_contra, held: Cell | None, cell: Cell) -> B | None:
        """Return the action that puts a piece on `cell`, or None without such an action.

        The piece is the one on `held`, or one from the stock if `held` is None.
        """

    def can_lift(self, state: S_contra, cell: Cell) -> bool:
        """Whether the mover may pick up the piece on `cell`."""

    def has_stock(self, state: S_contra, seat: Seat) -> bool:
        """Whether a seat has a piece in stock that it may place."""
        return False

    def trying(self, action: B) -> Trying[B]:
        """Return the selection of a whole action."""
        return Trying(action, self.target_of(action))

    def held_cell(self, state: S_contra, selection: Carried[B]) -> Cell | None:
        """Return the cell of the picked-up piece, or None."""
        if isinstance(selection, Trying):
            return self.origin_of(state, selection.action)
        return selection.origin if isinstance(selection, Holding) else None

    def moved_to(self, state: S_contra, selection: Carried[B], cursor: Cell | None) -> Carried[B]:
        """Return the selection with the cursor on another cell."""
        held = self.held_cell(state, selection)
        return Choosing(cursor) if held is None else Holding(held, cursor)

    def aimed_at(self, state: S_contra, selection: Carried[B]) -> B | None:
        """Return the action that a press on the cursor's cell would try; None without such an action."""
        if isinstance(selection, Trying):
            return selection.action
        if selection.cursor is None:
            return None
        return self.meant(state, self.held_cell(state, selection), selection.cursor)

    def pressed(
        self, state: S_contra, actions: Sequence[B], selection: Carried[B], cell: Cell
    ) -> InputResult[Any, Carried[B]]:
        """Return the result of a press on `cell`. It picks a piece up, lets it go, plays, or tries a forbidden action.

        If no piece is picked up and only one piece can go to `cell`, the press picks up that piece. The next press
        plays.
        """
        held = self.held_cell(state, selection)
        if self.can_lift(state, cell):
            return InputResult(Choosing(cell) if held == cell else Holding(cell, cell))
        action = self.meant(state, held, cell)
        if action in actions:
            return InputResult(self.moved_to(state, selection, cell), action)
        if held is None:
            origins = [self.origin_of(state, way) for way in actions if self.target_of(way) == cell]
            if len(origins) == 1 and origins[0] is not None:
                return InputResult(Holding(origins[0], cell))
        return InputResult(Choosing(cell) if action is None else self.trying(action))


class CarryInput(BoardInput[S, A, Carried[B]], Generic[S, A, B]):
    """The input of boards of cells. Its functions are pure; `carrying` knows the game's actions."""

    taps_play = True

    def __init__(self, geometry: Grid, carrying: CarryRules[S, Any]) -> None:
        self.geometry = geometry
        self.carrying = carrying
        # On a board with an even side, this is a cell beside the middle.
        self.middle = geometry.side // 2 * (geometry.side + 1)

    def empty(self, state: S, legal: Sequence[A], family: str, before: Carried[B] | None = None) -> Carried[B]:
        pointing = family in ("mouse", "touch")
        return Choosing(self.middle if self.carrying.on_board(legal) and not pointing else None)

    def is_engaged(self, selection: Carried[B]) -> bool:
        return not isinstance(selection, Choosing)

    def considering(self, action: A) -> Carried[B]:
        return self.carrying.trying(action) if self.carrying.on_board([action]) else Choosing()

    def considered(self, selection: Carried[B]) -> A | None:
        tried: Any = selection.action if isinstance(selection, Trying) else None
        found: A | None = tried
        return found

    def area(self, state: S, action: A) -> pygame.Rect:
        if self.carrying.on_board([action]):
            return self.geometry.cell_rect(self.carrying.target_of(action))
        return self.geometry.rect

    # Dragging

    def place_at(self, state: S, legal: Sequence[A], selection: Carried[B], point: Point) -> Cell | None:
        return self.geometry.cell_at(point)

    def drag(
        self, actors: Actors[S, A], selection: Carried[B], grip: Grip, intent: Intent
    ) -> InputResult[A, Carried[B]] | None:
        state, legal, point = actors.state, actors.actions, intent.point
        if grip is Grip.LIFT:
            lifted = self._lifted(state, legal, point)
            return None if lifted is None else InputResult(lifted)
        if grip is Grip.TURN or point is None:
            return InputResult(selection)
        carried = self.carrying.moved_to(state, selection, self.geometry.cell_at(point))
        return InputResult(carried) if grip is Grip.CARRY else self._dropped(state, legal, carried)

    def _lifted(self, state: S, legal: Sequence[A], origin: Point | None) -> Carried[B] | None:
        if not self.carrying.on_board(legal):
            return None
        if origin is None:
            return Choosing()
        cell = self.geometry.cell_at(origin)
        return Holding(cell, cell) if cell is not None and self.carrying.can_lift(state, cell) else None

    def _dropped(self, state: S, legal: Sequence[A], selection: Carried[B]) -> InputResult[A, Carried[B]]:
        cell, held = selection.cursor, self.carrying.held_cell(state, selection)
        action = None if cell is None or cell == held else self.carrying.meant(state, held, cell)
        if action is None:
            return InputResult(Choosing(cell))
        return InputResult(selection, action) if action in legal else InputResult(self.carrying.trying(action))

    # Presses

    def choose(self, actors: Actors[S, A], selection: Carried[B], intent: Intent) -> InputResult[A, Carried[B]]:
        state = actors.state
        actions: list[Any] = self.carrying.on_board(actors.actions)
        if intent.kind in (Kind.BACK, Kind.TURN):
            return InputResult(Choosing(selection.cursor))
        if intent.point is not None:
            return self._point(state, actions, selection, intent, intent.point)
        if intent.kind is Kind.CONFIRM:
            at = self.middle if selection.cursor is None else selection.cursor
            return self.carrying.pressed(state, actions, selection, at)
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            return InputResult(self._cycled(state, actions, selection, 1 if intent.kind is Kind.NEXT else -1))
        if intent.kind in DIRECTIONS:
            here, step = selection.cursor, DIRECTIONS[intent.kind]
            cell = self.middle if here is None else self.geometry.stepped(here, step)
            return InputResult(self.carrying.moved_to(state, selection, cell))
        return InputResult(selection)

    def _point(
        self, state: S, actions: Sequence[Any], selection: Carried[B], intent: Intent, point: Point
    ) -> InputResult[A, Carried[B]]:
        cell = self.geometry.cell_at(point)
        if intent.kind is Kind.RELEASE:
            return InputResult(Choosing()) if cell is None else self.carrying.pressed(state, actions, selection, cell)
        if intent.kind is Kind.DRAG or intent.device.family == "touch" or cell == selection.cursor:
            return InputResult(selection)
        return InputResult(self.carrying.moved_to(state, selection, cell))

    def _cycled(self, state: S, actions: Sequence[Any], selection: Carried[B], by: int) -> Carried[B]:
        """Return the selection of the next or previous legal action."""
        present = self.carrying.aimed_at(state, selection)
        index = actions.index(present) + by if present in actions else 0 if by > 0 else -1
        action = actions[index % len(actions)]
        return self.carrying.moved_to(state, self.carrying.trying(action), self.carrying.target_of(action))


class CarryWords(BoardWords[S, A, Carried[B]], Generic[S, A, B]):
    """The words of boards on which pieces are picked up."""

    def __init__(self, context: BoardContext, carrying: CarryRules[S, B]) -> None:
        self._context = context
        self._stage = context.stage
        self._carrying = carrying

    def ready(self, state: S, actions: Sequence[B], selection: Carried[B]) -> bool:
        """Whether one more press on the cell in focus plays.

        For a finger, the helper then asks for that press.
        """
        return not isinstance(selection, Trying) and self._carrying.aimed_at(state, selection) in actions

    def prompts(self, state: S, actions: Sequence[B], selection: Carried[B], family: str) -> list[Prompt]:
        """Return the prompts for the picked-up piece, or for the pieces to pick up."""
        t, held = self._stage.t, self._carrying.held_cell(state, selection)
        let_go = Prompt(Kind.BACK, t("carry.let_go"))
        act = self._act(state, actions, selection, family)
        width, _ = self._stage.metrics.design
        if family == "mouse":
            drag = Prompt(DRAG, t("carry.drag"), "")
            if width <= NARROW:  # the bar has buttons, and dragging is none
                return [act, drag, let_go._replace(enabled=held is not None)]
            return [act, one_of((drag, let_go), held is not None)]
        # A narrow bar leaves out obvious prompts.
        choose = [Prompt(ARROWS, t("glyph.choose"), "")] if width > NARROW else []
        if width <= LESS_WIDE or family == "touch":
            return [*choose, act, let_go._replace(enabled=held is not None)]
        return [*choose, act, one_of((Prompt(SHOULDERS, t("carry.cycle"), ""), let_go), held is not None)]

    def carried_text(
        self, state: S, actions: Sequence[B], selection: Carried[B], family: str, target: str = "carry.choose_target"
    ) -> str:
        """Return how a finger plays the chosen action, or else the text `target`; "" if no piece is picked up."""
        if family == "touch" and self.ready(state, actions, selection):
            return self._stage.t("carry.confirm")
        return "" if self._carrying.held_cell(state, selection) is None else self._stage.t(target)

    def _act(self, state: S, actions: Sequence[B], selection: Carried[B], family: str) -> Prompt:
        """Return the prompt for Confirm or a mouse click on the cell in focus.

        For a finger, the prompt is a button that is enabled only if it plays.
        """
        t, cell, held = self._stage.t, selection.cursor, self._carrying.held_cell(state, selection)
        can_lift = cell is not None and self._carrying.can_lift(state, cell)
        places = held is None and self._carrying.has_stock(state, _mover(state))
        control, button = CLICK if family == "mouse" else Kind.CONFIRM, "primary" if family == "touch" else ""
        labels = "carry.pick_up", "glyph.place", "carry.play"
        prompts = [Prompt(control, t(label), button) for label in labels]
        enabled = family not in ("mouse", "touch") or self.ready(state, actions, selection)
        if can_lift:
            # On the cell of the picked-up piece this prompt is off. The prompt for Back says how to let go of it.
            enabled = family != "touch" and cell != held
        return one_of(prompts, 0 if can_lift and cell != held else 1 if places else 2, enabled)

    def aim(self, state: S, shows: AnyShown, selection: Carried[B], name: str) -> Sequence[str]:
        """Return where the cursor is, in words.

        `name` is the name of the cursor's cell. If a whole action is selected, the words are only those of the action.
        """
        action: Any = selection.action if isinstance(selection, Trying) else None
        if action is not None:
            return (self.action(action).spoken,)
        cell = selection.cursor
        if cell is None:
            return ()
        if self._carrying.held_cell(state, selection) == cell:
            return (self._stage.t("carry.said.held", cell=name),)
        piece = shows.standing().get(cell)
        if piece is None:
            return (self._stage.t("carry.said.empty", cell=name),)
        return (self._stage.t("carry.said.own" if piece.seat == _mover(state) else "carry.said.theirs", cell=name),)


def _mover(state: Any) -> int:
    """Return the seat in turn."""
    mover: int = state.mover
    return mover

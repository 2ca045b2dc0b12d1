"""Words for a hand that picks up and puts down: the prompts, and the place of the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from scenes.kit.drawing.glyphs import ARROWS, CLICK, DRAG, SHOULDERS, Prompt
from scenes.kit.input.intents import Kind
from scenes.table.cells.carry import B, Carried, Hand, Trying
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import AnyShown
from scenes.table.contract.typevars import A, S
from scenes.table.contract.words import BoardWords

NARROW, LESS_WIDE = 1200, 1600  # design pixels of a window whose bar has room for fewer glyphs


class CarryWords(BoardWords[S, A, Carried[B]], Generic[S, A, B]):
    """The words of a board on which pieces are picked up."""

    def __init__(self, context: BoardContext, hand: Hand[S, B]) -> None:
        self._context = context
        self._stage = context.stage
        self._hand = hand

    def ready(self, state: S, actions: Sequence[B], selection: Carried[B]) -> bool:
        """Whether pressing the cell in focus again plays; a finger's press leaves that in view, a mouse only passes."""
        return not isinstance(selection, Trying) and self._hand.aimed_at(state, selection) in actions

    def prompts(self, state: S, actions: Sequence[B], selection: Carried[B], family: str) -> list[Prompt]:
        """Return the prompts for the piece in the hand, or for those that may be picked up."""
        t, held = self._stage.t, self._hand.held_cell(state, selection)
        let_go = Prompt(Kind.BACK, t("carry.let_go"))
        if family == "mouse":
            click = self._click(state, actions, selection)
            return [*click, Prompt(DRAG, t("carry.drag"), "") if held is None else let_go]
        width, _ = self._stage.metrics.design  # a narrow bar leaves out what goes without saying
        choose = [Prompt(ARROWS, t("glyph.choose"), "")] if width > NARROW else []
        confirm = self._confirm(state, actions, selection, family)
        cycle = [Prompt(SHOULDERS, t("carry.cycle"), "")] if width > LESS_WIDE else []
        return [*choose, *confirm, *(cycle if held is None else [let_go])]

    def in_hand(
        self, state: S, actions: Sequence[B], selection: Carried[B], family: str, target: str = "carry.choose_target"
    ) -> str:
        """Return the sentence while a piece is in the hand: how to play it, or the text `target`; "" where none is."""
        if family == "touch" and self.ready(state, actions, selection):
            return self._stage.t("carry.confirm")
        return "" if self._hand.held_cell(state, selection) is None else self._stage.t(target)

    def _click(self, state: S, actions: Sequence[B], selection: Carried[B]) -> list[Prompt]:
        """What a click would do."""
        held, cell = self._hand.held_cell(state, selection), selection.cursor
        if cell is not None and cell != held and self._hand.can_lift(state, cell):
            return [Prompt(CLICK, self._stage.t("carry.pick_up"), "")]
        if not self.ready(state, actions, selection):
            return []
        return [Prompt(CLICK, self._stage.t("glyph.place" if held is None else "carry.play"), "")]

    def _confirm(self, state: S, actions: Sequence[B], selection: Carried[B], family: str) -> list[Prompt]:
        """What a press of confirm does with the cell in focus; nothing where it does what back does."""
        cell, held, at_play = selection.cursor, self._hand.held_cell(state, selection), _mover(state)
        if cell is not None and self._hand.can_lift(state, cell):
            return [] if held == cell else [Prompt(Kind.CONFIRM, self._stage.t("carry.pick_up"), "")]
        label = self._stage.t("glyph.place" if held is None and self._hand.has_stock(state, at_play) else "carry.play")
        great = family == "touch" and self.ready(state, actions, selection)
        return [Prompt(Kind.CONFIRM, label, "primary" if great else "")]

    def aim(self, state: S, shows: AnyShown, selection: Carried[B], name: str) -> Sequence[str]:
        """Return the cursor's place, whose cell is called `name`, with the action considered or the piece there."""
        action: Any = selection.action if isinstance(selection, Trying) else None
        if action is not None:
            return (self.action(action).aloud,)
        cell = selection.cursor
        if cell is None:
            return ()
        if self._hand.held_cell(state, selection) == cell:
            return (self._stage.t("carry.said.held", cell=name),)
        piece = shows.standing().get(cell)
        if piece is None:
            return (self._stage.t("carry.said.empty", cell=name),)
        return (self._stage.t("carry.said.own" if piece.seat == _mover(state) else "carry.said.theirs", cell=name),)


def _mover(state: Any) -> int:
    """The seat in turn."""
    mover: int = state.mover
    return mover

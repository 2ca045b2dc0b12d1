"""The words of Coffee's board: helpers, hints, reasons and prompts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.coffee import rules
from game.coffee.board import Axis, cell_name
from game.coffee.rules import completing_cells
from game.coffee.state import Action, Colour, State, Stuck, Swap, Swapped, other
from game.core.rules import Seat, Step
from scenes.coffee.input import Choosing, Completing, Pointing, Selection, Swapping, Trying, shown
from scenes.coffee.wheel import WheelView
from scenes.kit.drawing.glyphs import ARROWS, CLICK, DRAG, SHOULDERS, WHEEL, Prompt, one_of
from scenes.kit.input.intents import Kind
from scenes.table.contract.setup import BoardContext, Stock
from scenes.table.contract.words import ActionWords, BoardWords, IllegalReason, SeatWords, TurnWords

# The colours of text, by whether it is on a lit card.
INKS = {True: {"black": "#2A1D17", "orange": "#E0812B"}, False: {"black": "#6B5344", "orange": "#E0812B"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class CupStock(Stock):
    """A seat's stock: the colour of its beans and its longest row. A row of `total` wins."""

    colour: Colour
    row: int


def cup_stock(left: int, total: int, unit: str, colour: Colour, row: int = 0, brief: str = "") -> CupStock:
    """Return a seat's stock. The edge of the seat's card has the colour of its beans."""
    edges = INKS[True][colour], INKS[False][colour]
    return CupStock(left, total, unit, brief=brief, edges=edges, colour=colour, row=row)


class CoffeeWords(BoardWords[State, Action, Selection]):
    """The words of one board, in the language of the screen."""

    def __init__(self, context: BoardContext) -> None:
        self._context = context
        self.t = context.stage.t

    def colour(self, colour: Colour) -> str:
        """Return a side's name for a sentence."""
        return self.t(f"coffee.colour.{colour}")

    def turn(self, state: State, selection: Selection, family: str, armed: Action | None = None) -> TurnWords:
        doing = self.doing(state, selection) if armed is None else self._again(armed, family == "touch")
        helper = f"{doing}\n{self.t(f'coffee.goal.{state.n}')}"
        prompts, touch_helper = self._prompts(state, selection, family), self._touch_helper(selection)
        return TurnWords(prompts, helper, touch_helper, self._problem(state, selection), self._aim(selection))

    def doing(self, state: State, selection: Selection) -> str:
        """Return the helper for the selection of the player in turn."""
        if isinstance(selection, Swapping):
            return self.t("coffee.swap.confirm")
        if selection.cell is None or isinstance(selection, Trying):
            return self.t("coffee.put" if state.stick else "coffee.put_first")
        cell = cell_name(selection.cell)
        if isinstance(selection, Completing) or selection.cell in rules.winning_cells(state):
            return self.t("coffee.completes", cell=cell)
        if isinstance(selection, Choosing):
            return self.t("coffee.put_on", cell=cell)
        return self.t("coffee.choose_axis" if selection.axis is None else "coffee.lay_on", cell=cell)

    def _touch_helper(self, selection: Selection) -> str:
        if isinstance(selection, Swapping):
            return self.t("coffee.swap.confirm")
        if isinstance(selection, Pointing):
            return self.t("coffee.touch.axis" if selection.axis is None else "coffee.touch.lay")
        return self.t("coffee.touch.again" if isinstance(selection, Completing) else "coffee.touch.cell")

    def _again(self, action: Action, by_touch: bool) -> str:
        if isinstance(action, Swap):
            return self.t("coffee.swap.confirm")
        if action.axis is not None:
            return self.t("coffee.tap_again" if by_touch else "coffee.click_again")
        return self.t("coffee.touch.again") if by_touch else self.t("coffee.completes", cell=cell_name(action.cell))

    def _prompts(self, state: State, selection: Selection, family: str) -> list[Prompt]:
        t = self.t
        swapping, pointing = isinstance(selection, Swapping), isinstance(selection, Pointing)
        ready = pointing or swapping
        if isinstance(selection, Choosing | Completing):
            ready = selection.cell is not None
        swap = Prompt(Kind.CONFIRM, t("coffee.glyph.swap"), "primary")
        backs = [Prompt(Kind.BACK, t("coffee.glyph.other_cell")), Prompt(Kind.BACK, t("glyph.back"))]
        if rules.may_swap(state):
            backs.append(Prompt(Kind.SECONDARY, t("coffee.glyph.swap")))
        back = one_of(backs, 0 if pointing else 1 if swapping else len(backs) - 1, ready or len(backs) > 2)
        if family == "mouse":
            does = ("put", "lay", "take_back", "move")
            clicks = [*(Prompt(CLICK, t(f"coffee.glyph.{each}"), "") for each in does), swap]
            wheel = Prompt(WHEEL, t("coffee.glyph.axis"), ""), Prompt(DRAG, t("coffee.glyph.flick"), "")
            now = one_of(clicks, len(does) if swapping else self._click(selection), ready)
            return [now, one_of(wheel, not pointing, not swapping), back]
        put, lay = (Prompt(Kind.CONFIRM, t(f"coffee.glyph.{each}"), "primary", icon="check") for each in ("put", "lay"))
        arrows = Prompt(ARROWS, t("glyph.choose_cell"), ""), Prompt(ARROWS, t("coffee.glyph.point"), "")
        return [
            one_of(arrows, pointing, not swapping),
            Prompt(SHOULDERS, t("coffee.glyph.axis"), icon="turn", enabled=pointing),
            one_of((put, lay, swap), 2 if swapping else int(pointing), ready),
            back,
        ]

    @staticmethod
    def _click(selection: Selection) -> int:
        """Return what a click does: 0 places a bean, 1 lays the stick, 2 takes the bean back, 3 moves it."""
        if not isinstance(selection, Pointing):
            return 0
        return 3 if selection.other is not None else 1 if selection.axis is not None else 2

    def action(self, action: Action) -> ActionWords:
        t = self.t
        if isinstance(action, Swap):
            return ActionWords(t("coffee.move.swap"), t("coffee.hint.swap"), noun=t("coffee.noun.swap"))
        written, cell, kind = rules.text(action), cell_name(action.cell), t("coffee.kind.bean")
        if action.axis is None:
            hint, spoken = t("coffee.hint.completes", cell=cell), t("coffee.completes", cell=cell)
            return ActionWords(written, hint, spoken, noun=t("coffee.noun.bean", cell=cell), kind=kind)
        axis = t(f"coffee.axis.{action.axis}")
        hint, spoken, noun = (t(f"coffee.{which}.drop", cell=cell, axis=axis) for which in ("hint", "said", "noun"))
        return ActionWords(written, hint, spoken, noun=noun, kind=kind)

    def note(self, step: Step[State, Action, object]) -> str:
        names = self._context.names
        for event in step.events:
            if isinstance(event, Swapped):
                colour = step.after.colours[event.seat]
                return self.t("coffee.swapped", name=names[event.seat], colour=self.colour(colour))
            if isinstance(event, Stuck):
                return self.t("coffee.stuck", name=names[event.seat])
        return ""

    def _problem(self, state: State, selection: Selection) -> IllegalReason | None:
        """Return why the pressed cell takes no bean, or why the stick may not lie along the axis."""
        if isinstance(selection, Pointing) and selection.axis in rules.barred_axes(state, selection.cell):
            return IllegalReason(self.t("coffee.barred.axis"), self.t("coffee.barred.axis.why"))
        if not isinstance(selection, Trying):
            return None
        cell = cell_name(selection.cell)
        if state.stones >> selection.cell & 1:
            return IllegalReason(self.t("coffee.barred.taken", cell=cell), self.t("coffee.barred.taken.why"))
        if selection.cell in rules.offered(state):
            return IllegalReason(self.t("coffee.barred.stuck", cell=cell), self.t("coffee.barred.stuck.why"))
        here = "" if state.stick is None else cell_name(state.stick[0])
        return IllegalReason(self.t("coffee.barred.off", cell=cell), self.t("coffee.barred.off.why", cell=here))

    def wheel(self, state: State, selection: Pointing, order: Sequence[Axis], with_dangers: bool) -> WheelView:
        """Return the words of the wheel while a bean is placed and the stick is not."""
        rival = self.colour(other(state.to_move))
        barred = rules.barred_axes(state, selection.cell)
        dangers = rules.dangers(state, selection.cell) if with_dangers else {}
        counts = tuple((axis, len(rules.offer_of(state, selection.cell, axis))) for axis in order)
        footer = self.t("coffee.danger", colour=rival) if dangers else ""
        if selection.axis in barred:
            footer = self.t("coffee.no_cell")
        title, below = self.t("coffee.axis"), self.t("coffee.cells_left", colour=rival)
        warns = selection.axis not in barred
        return WheelView(state.to_move, selection.axis, counts, frozenset(dangers), title, below, footer, warns)

    def swap(self, state: State) -> tuple[str, str, str]:
        """Return the title of the swap, what it does, and the label of its button."""
        mine = state.to_move
        theirs = other(mine)
        sentence = self.t("coffee.swap.what", theirs=self.colour(theirs), mine=self.colour(mine))
        return self.t("coffee.swap.title"), sentence, self.t("coffee.glyph.swap")

    def seat(self, state: State, seat: Seat) -> SeatWords:
        colour = state.colours[seat]
        side = self.roast(colour, short=True)
        return SeatWords(self.stock(state, seat), self.roast(colour), side, side)

    def glance(self, state: State, seat: Seat, answer: int = 0) -> str:
        """Return as text how many cells would complete a row for the seat and for the rival; "" after the game."""
        if state.winner is not None:
            return ""
        mine, theirs = (completing_cells(state, state.colours[who]).bit_count() for who in (seat, 1 - seat))
        return self.t("coffee.balance" if mine or theirs else "coffee.balance.none", mine=mine, theirs=theirs)

    def stock(self, state: State, seat: Seat) -> CupStock:
        """Return the number of beans that the seat has on the board, and its longest row."""
        colour = state.colours[seat]
        count = state.stones_of(colour).bit_count()
        row = len(rules.longest(state, colour))
        unit, brief = (self.t(key, count=count) for key in ("coffee.beans", "coffee.beans.brief"))
        return cup_stock(count, state.n, unit, colour, row, brief)

    def roast(self, colour: Colour, short: bool = False) -> str:
        """Return a side's name for a card."""
        return self.colour(colour) if short else self.t(f"coffee.roast.{colour}")

    def position(self, state: State) -> Sequence[str]:
        found, shows = [], shown(state)
        for seat, (name, colour) in enumerate(zip(self._context.names, state.colours, strict=True)):
            cells = ", ".join(map(cell_name, shows.cells_of(seat)))
            what = "coffee.where.beans" if cells else "coffee.where.none"
            found.append(self.t(what, name=name, colour=self.colour(colour), cells=cells))
        for cell, axis in (bar.lying for bar in shows.bars):
            found.append(self.t("coffee.where.stick", cell=cell_name(cell), axis=self.t(f"coffee.axis.{axis}")))
        return found

    def _aim(self, selection: Selection) -> Sequence[str]:
        if isinstance(selection, Swapping):
            return (self.t("coffee.glyph.swap"),)
        if isinstance(selection, Pointing):
            pointed = "coffee.choose_axis" if selection.axis is None else f"coffee.axis.{selection.axis}"
            return (self.t(pointed, cell=cell_name(selection.cell)),)
        return () if selection.cell is None else (cell_name(selection.cell),)

"""The words of Star's board: helper, prompts, hints, moves, and news that the board alone would not explain."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rules import Options, Seat, Step
from game.star import rules
from game.star.state import (
    PIECES_EACH,
    Accept,
    Action,
    BoardAction,
    DrawAnswered,
    DrawOffered,
    FoulPlayed,
    Jump,
    OfferDraw,
    Place,
    Refuse,
    Repeated,
    Resign,
    Slide,
    State,
    cell_name,
)
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import Kind
from scenes.kit.stage import Stage
from scenes.star.input import CARRYING, Selection, held_cell, reason, shown, target_of
from scenes.star.sprites import PIECES
from scenes.table.cells.carry import CarryWords, Trying
from scenes.table.cells.grid import Grid, way
from scenes.table.contract.setup import BoardContext, Stock
from scenes.table.contract.words import ActionWords, IllegalReason, SeatWords, TurnWords

KINDS = {Place: "place", Slide: "slide", Jump: "jump"}
# The mark of each seat.
MARKS = ("○", "●")


def seat_text(stage: Stage, seat: Seat, options: Options) -> str:
    """Return a seat's mark and its place in the order of play; `options` must be complete."""
    place = 0 if seat == options["first"] else 1
    return f"{MARKS[seat]} {stage.t(f'star.seat.{place}')}"


class StarWords(CarryWords[State, Action, BoardAction]):
    """The words of one board."""

    def __init__(self, context: BoardContext, grid: Grid) -> None:
        super().__init__(context, CARRYING)
        self._grid = grid

    # The hand

    def turn(self, state: State, selection: Selection, family: str, armed: Action | None = None) -> TurnWords:
        """Return the words of a turn. They have no `touch_helper`, because `helper` serves for touch too."""
        if armed is None:
            helper = self._helper(state, selection, family)
        else:
            helper = self._stage.t("star.resign_again" if isinstance(armed, Resign) else "carry.confirm")
        prompts, problem = self._prompts(state, selection, family), self._problem(state, selection)
        return TurnWords(prompts, helper, problem=problem, aim=self._aim(state, selection))

    def _prompts(self, state: State, selection: Selection, family: str) -> list[Prompt]:
        t = self._stage.t
        if state.offer == "open":
            return []
        offers = state.offer == "none" and not self._context.in_lesson
        held = family == "mouse" and held_cell(state, selection) is not None
        offer = [Prompt(Kind.SECONDARY, t("star.glyph.offer"), enabled=not held)] if offers else []
        if not rules.board_actions(state):
            return [Prompt(Kind.CONFIRM, t("star.glyph.resign"), "primary"), *offer]
        return [*self.prompts(state, rules.board_actions(state), selection, family), *offer]

    def _helper(self, state: State, selection: Selection, family: str) -> str:
        t = self._stage.t
        if state.offer == "open":
            return t("star.offered", name=self._context.names[state.mover])
        if not rules.board_actions(state):
            return t("star.stuck")
        target = "star.choose_landing" if held_cell(state, selection) == state.star else "carry.choose_target"
        carried = self.carried_text(state, rules.board_actions(state), selection, family, target)
        if carried:
            return carried
        kinds = {type(action) for action in rules.board_actions(state)}
        if family == "touch" and {Place, Jump} <= kinds:
            return t("star.touch")
        possible = "_".join(name for kind, name in KINDS.items() if kind in kinds)
        return t(f"star.act.{possible}")

    def _problem(self, state: State, selection: Selection) -> IllegalReason | None:
        if _is_stuck(state):
            return IllegalReason(self._stage.t("star.stuck.title"), self._stage.t("star.stuck.why"))
        why = reason(state, selection)
        if why is None:
            return None
        return IllegalReason(self._stage.t(why.title, **why.values), self._stage.t(why.text, **why.values))

    # Actions

    def action(self, action: Action) -> ActionWords:
        written = self._notation(action)
        hint = self._where("hint", action) or self._stage.t("star.hint.any", move=written)
        return ActionWords(written, hint, self._where("said", action), noun=self._where("noun", action))

    def brief(self, step: Step[State, Action, object]) -> str:
        """Return "New piece", or the direction of a slide or jump as seen on the screen; "" for other actions."""
        action, t = step.action, self._stage.t
        if isinstance(action, Place):
            return t("star.brief.place")
        if not isinstance(action, Slide | Jump):
            return ""
        origin = step.before.star if isinstance(action, Jump) else action.origin
        where = way(t, self._grid.cell_view(origin), self._grid.cell_view(action.target))
        return t(f"star.brief.{KINDS[type(action)]}", way=where)

    def note(self, step: Step[State, Action, object]) -> str:
        name = self._context.names[step.seat]
        for event in step.events:
            if isinstance(event, DrawOffered):
                return self._stage.t("star.offered", name=name)
            if isinstance(event, DrawAnswered):
                return self._stage.t("star.accepted" if event.accepted else "star.declined", name=name)
            if isinstance(event, FoulPlayed):
                return self._stage.t("star.foul", name=name)
            if isinstance(event, Repeated):
                return self._stage.t("star.repeated")
        if _is_stuck(step.after) and step.after.mover != step.seat:
            return self._stage.t("star.stuck.said", name=self._context.names[step.after.mover])
        return ""

    def _notation(self, action: Action) -> str:
        if isinstance(action, OfferDraw):
            return self._stage.t("star.move.offer")
        if isinstance(action, Accept | Refuse):
            return self._stage.t("star.move.accept" if isinstance(action, Accept) else "star.move.refuse")
        if isinstance(action, Place | Slide | Jump):
            return rules.text(action).replace("*", "★")
        return self._stage.t("star.move.resign")

    def _where(self, which: str, action: Action) -> str:
        """Return a text for an action on the board: a hint ("hint"), speech ("said") or a noun ("noun").

        Return "" for actions that are not on the board.
        """
        if isinstance(action, Slide):
            cells = {"origin": cell_name(action.origin), "target": cell_name(action.target)}
        elif isinstance(action, Place | Jump):
            cells = {"cell": cell_name(target_of(action))}
        else:
            return ""
        return self._stage.t(f"star.{which}.{KINDS[type(action)]}", **cells)

    def position(self, state: State) -> Sequence[str]:
        t = self._stage.t
        found, shows = [t("star.where.star", cell=cell_name(state.star))], shown(state)
        for seat, (name, hand) in enumerate(zip(self._context.names, state.hands, strict=True)):
            cells = ", ".join(map(cell_name, shows.cells_of(seat)))
            found.append(t("star.where.pieces", name=name, cells=cells) if cells else t("star.where.none", name=name))
            if hand:
                found.append(t("star.where.hand", name=name, count=hand))
        return found

    def kind(self, kind: str) -> str:
        """Return the name of a kind of actions, for one-button play."""
        return self._stage.t(f"star.scan.{kind}")

    def _aim(self, state: State, selection: Selection) -> Sequence[str]:
        cell, held = selection.cursor, held_cell(state, selection)
        if cell == state.star != held and not isinstance(selection, Trying):
            return (self._stage.t("star.said.star", cell=cell_name(cell)),)
        return self.aim(state, shown(state), selection, "" if cell is None else cell_name(cell))

    # Seats

    def seat(self, state: State, seat: Seat) -> SeatWords:
        left, look = state.hands[seat], PIECES[seat].value
        unit, brief = (self._stage.t(key, count=left) for key in ("star.in_hand", "star.in_hand.brief"))
        stock = Stock(left, PIECES_EACH, unit, look, brief)
        aim, side = seat_text(self._stage, seat, self._context.options), self._stage.t(f"star.side.{seat}")
        return SeatWords(stock, aim, MARKS[seat], side)


def _is_stuck(state: State) -> bool:
    """Return whether the player in turn has no action left on the board, in a game that is not over."""
    return state.offer != "open" and not rules.board_actions(state) and rules.outcome(state) is None

"""What is said at Star's board: helper, prompts, hints, moves, and what a board alone would not explain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.rules import Seat, Step
from game.star import rules
from game.star.state import (
    PIECES_EACH,
    Accept,
    Action,
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
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS, CLICK, DRAG, SHOULDERS
from scenes.kit.intents import Kind
from scenes.kit.stage import Stage
from scenes.star.looks import PIECES
from scenes.star.reasons import reason
from scenes.star.selection import Selection, Trying, aimed_at, held_cell, target_of
from scenes.star.shown import shown
from scenes.table.contract.setup import BoardContext, Stock
from scenes.table.contract.words import ActionWords, BoardWords, Problem, SeatWords, StepWords, TurnWords

NARROW, LESS_WIDE = 1200, 1600  # design pixels of a window whose bar has room for fewer glyphs
KINDS = {Place: "place", Slide: "slide", Jump: "jump"}
MARKS = ("○", "●")  # by seat


def seat_text(stage: Stage, seat: Seat, options: Mapping[str, Any]) -> str:
    """A seat's mark and its place in the order of play with these complete options."""
    place = 0 if seat == options["first"] else 1
    return f"{MARKS[seat]} {stage.t(f'star.seat.{place}')}"


class StarWords(BoardWords[State, Action, Selection]):
    """The voice of one board."""

    def __init__(self, context: BoardContext) -> None:
        self._context = context
        self._stage = context.stage

    # The hand

    def turn(self, state: State, selection: Selection, family: str, armed: Action | None = None) -> TurnWords:
        """There is no helper for fingers alone: the helper says it all, and the row below it is full."""
        if armed is None:
            helper = self._helper(state, selection, family)
        else:
            helper = self._stage.t("star.resign_again" if isinstance(armed, Resign) else "star.confirm")
        prompts, problem = self._prompts(state, selection, family), self._problem(state, selection)
        return TurnWords(prompts, helper, problem=problem, aim=self._aim(state, selection))

    def _prompts(self, state: State, selection: Selection, family: str) -> list[Prompt]:
        t = self._stage.t
        if state.offer == "open":
            return []
        offers = state.offer == "none" and not self._context.in_lesson
        offer = [Prompt(Kind.SECONDARY, t("star.glyph.offer"))] if offers else []
        if not rules.board_actions(state):
            return [Prompt(Kind.CONFIRM, t("star.glyph.resign"), "primary"), *offer]
        if family == "mouse":
            return [*self._mouse_prompts(state, selection), *offer]
        width, _ = self._stage.metrics.design  # a narrow bar leaves out what goes without saying
        choose = [Prompt(ARROWS, t("glyph.choose"), "")] if width > NARROW else []
        confirm = self._confirm_prompts(state, selection, family == "touch")
        cycle = [Prompt(SHOULDERS, t("star.glyph.cycle"), "")] if width > LESS_WIDE else []
        if held_cell(state, selection) is not None:
            return [*choose, *confirm, Prompt(Kind.BACK, t("star.glyph.let_go"))]
        return [*choose, *confirm, *cycle, *offer]

    def _mouse_prompts(self, state: State, selection: Selection) -> list[Prompt]:
        """What a click would do, and what may be dragged."""
        t, held, cell = self._stage.t, held_cell(state, selection), selection.cursor
        click = []
        if cell is not None and cell != held and (cell == state.star or state.pieces[state.mover] >> cell & 1):
            click = [Prompt(CLICK, t("star.glyph.pick_up"), "")]
        elif _is_ready(state, selection):
            label = t("glyph.place" if held is None else "star.glyph.play")
            click = [Prompt(CLICK, label, "")]
        rest = Prompt(DRAG, t("star.glyph.drag"), "") if held is None else Prompt(Kind.BACK, t("star.glyph.let_go"))
        return [*click, rest]

    def _confirm_prompts(self, state: State, selection: Selection, by_touch: bool) -> list[Prompt]:
        """What a press of confirm does with the cell in focus; nothing where it does what back does."""
        cell, held = selection.cursor, held_cell(state, selection)
        if cell is not None and (cell == state.star or state.pieces[state.mover] >> cell & 1):
            return [] if held == cell else [Prompt(Kind.CONFIRM, self._stage.t("star.glyph.pick_up"), "")]
        label = self._stage.t("glyph.place" if held is None and state.hands[state.mover] else "star.glyph.play")
        return [Prompt(Kind.CONFIRM, label, "primary" if by_touch and _is_ready(state, selection) else "")]

    def _helper(self, state: State, selection: Selection, family: str) -> str:
        t = self._stage.t
        if state.offer == "open":
            return t("star.offered", name=self._context.names[state.mover])
        if not rules.board_actions(state):
            return t("star.stuck")
        if family == "touch" and _is_ready(state, selection):
            return t("star.confirm")
        held = held_cell(state, selection)
        if held is not None:
            return t("star.choose_landing" if held == state.star else "star.choose_target")
        kinds = {type(action) for action in rules.board_actions(state)}
        if family == "touch" and {Place, Jump} <= kinds:
            return t("star.touch")
        possible = "_".join(name for kind, name in KINDS.items() if kind in kinds)
        return t(f"star.act.{possible}")

    def _problem(self, state: State, selection: Selection) -> Problem | None:
        if _is_stuck(state):
            return Problem(self._stage.t("star.stuck.title"), self._stage.t("star.stuck.why"))
        why = reason(state, selection)
        if why is None:
            return None
        return Problem(self._stage.t(why.title, **why.values), self._stage.t(why.text, **why.values))

    # Actions

    def action(self, action: Action) -> ActionWords:
        written = self._notation(action)
        hint = self._where("hint", action) or self._stage.t("star.hint.any", move=written)
        return ActionWords(written, hint, self._where("said", action))

    def step(self, step: Step[State, Action, Any]) -> StepWords:
        return StepWords(self.action(step.action).aloud, self._note(step))

    def _note(self, step: Step[State, Action, Any]) -> str:
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

    def _where(self, said: str, action: Action) -> str:
        """An action on the board with its cells, as a hint or as it is `said`; "" for any other action."""
        if isinstance(action, Slide):
            cells = {"origin": cell_name(action.origin), "target": cell_name(action.target)}
        elif isinstance(action, Place | Jump):
            cells = {"cell": cell_name(target_of(action))}
        else:
            return ""
        return self._stage.t(f"star.{said}.{KINDS[type(action)]}", **cells)

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
        """All actions of a kind, for one-button play."""
        return self._stage.t(f"star.scan.{kind}")

    def _aim(self, state: State, selection: Selection) -> Sequence[str]:
        if isinstance(selection, Trying):
            return (self.action(selection.action).aloud,)
        cell = selection.cursor
        if cell is None:
            return ()
        piece = shown(state).standing().get(cell)
        if piece is None:
            standing = "empty"
        else:
            standing = "star" if piece.seat is None else "own" if piece.seat == state.mover else "theirs"
        held = held_cell(state, selection) == cell
        place = self._stage.t(f"star.said.{'held' if held else standing}", cell=cell_name(cell))
        return (place,)

    # Seats

    def seat(self, state: State, seat: Seat) -> SeatWords:
        stock = Stock(state.hands[seat], PIECES_EACH, self._stage.t("star.in_hand"), PIECES[seat].value)
        return SeatWords(stock, seat_text(self._stage, seat, self._context.options), MARKS[seat])


def _is_stuck(state: State) -> bool:
    """Whether the mover has no action left on the board, in a game that goes on."""
    return state.offer != "open" and not rules.board_actions(state) and rules.outcome(state) is None


def _is_ready(state: State, selection: Selection) -> bool:
    """Whether pressing the cell in focus again plays; a finger's press leaves that in view, a mouse only passes."""
    return not isinstance(selection, Trying) and aimed_at(state, selection) in rules.board_actions(state)

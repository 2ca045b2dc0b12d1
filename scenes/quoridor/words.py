"""What is said about Quoridor's board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.rules import Seat, Step
from game.quoridor import rules
from game.quoridor.paths import distances
from game.quoridor.state import (
    ANCHORS,
    SIZE,
    Action,
    Cell,
    Orientation,
    Passed,
    PawnMove,
    State,
    WallPlacement,
    cell_name,
    stocks,
)
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS, CLICK, DRAG, SHOULDERS, WHEEL
from scenes.kit.intents import Kind
from scenes.quoridor.geometry import Geometry
from scenes.quoridor.selection import Choosing, Passing, Selection, Trying, Walling
from scenes.quoridor.trial import Trials
from scenes.table.contract.setup import BoardContext, Stock
from scenes.table.contract.words import BoardWords, Problem

ARROWS_BY_SIDE = ("↑", "→", "↓", "←")


def refusal(state: State, cell: Cell) -> str:
    """Why the mover's pawn cannot go to a cell that is no destination: "pawn", "wall" or "far"."""
    here = state.pawns[state.mover]
    beside = abs(cell % SIZE - here % SIZE) + abs(cell // SIZE - here // SIZE) == 1
    if cell in state.pawns:
        return "pawn"
    return "wall" if beside else "far"


class QuoridorWords(BoardWords[State, Action, Selection]):
    """The words of one board as it is turned, between `players` seats."""

    def __init__(self, context: BoardContext, geometry: Geometry, players: int, trials: Trials) -> None:
        self.context = context
        self.stage = context.stage
        self.geometry = geometry
        self.players = players
        self.trials = trials

    def prompts(self, state: State, selection: Selection) -> list[Prompt]:
        t = self.stage.t
        if isinstance(selection, Passing):
            return [Prompt(Kind.CONFIRM, t("glyph.pass"), "primary")]
        if self.stage.devices.current.family == "mouse":
            return self._mouse_prompts(state, selection)
        if isinstance(selection, Walling):
            return [
                Prompt(ARROWS, t("glyph.move_wall"), ""),
                Prompt(SHOULDERS, t("glyph.turn"), icon="turn"),
                Prompt(Kind.CONFIRM, t("glyph.place"), "primary", icon="check"),
                Prompt(Kind.BACK, t("glyph.back")),
            ]
        prompts = [Prompt(ARROWS, t("glyph.choose_cell"), "")]
        if isinstance(selection, Choosing) and selection.cell is not None:
            prompts.append(Prompt(Kind.CONFIRM, t("glyph.move"), "primary", icon="check"))
        if state.walls_left[state.mover]:
            prompts.append(Prompt(Kind.SECONDARY, t("glyph.wall")))
        return prompts

    def _mouse_prompts(self, state: State, selection: Selection) -> list[Prompt]:
        """What the mouse does: nothing is offered that would do nothing."""
        t = self.stage.t
        if isinstance(selection, Walling):
            turn = Prompt(WHEEL, t("glyph.turn"), "")
            return [turn] if self.problem(state, selection) else [Prompt(CLICK, t("glyph.place"), ""), turn]
        drag = Prompt(
            DRAG, t("quoridor.glyph.drag" if state.walls_left[state.mover] else "quoridor.glyph.drag_pawn"), ""
        )
        chosen = isinstance(selection, Choosing) and selection.cell is not None
        return [Prompt(CLICK, t("glyph.move"), ""), drag] if chosen else [drag]

    def helper(self, state: State, selection: Selection, family: str) -> str:
        t = self.stage.t
        if isinstance(selection, Passing):
            return t("quoridor.pass")
        if isinstance(selection, Walling):
            return t("quoridor.placing_wall")
        if not state.walls_left[state.mover]:
            return t("quoridor.move_only")
        return t("quoridor.move_or_wall")

    def confirm_helper(self, action: Action, family: str) -> str:
        return self.stage.t("quoridor.click_again" if family == "mouse" else "quoridor.confirm_move")

    def first_time(self, action: Action) -> str:
        return "quoridor.first.wall" if isinstance(action, WallPlacement) else ""

    def balance(self, state: State, seat: Seat) -> str:
        ways = distances(state)
        nearest = min(way for other, way in enumerate(ways) if other != seat)
        key = "quoridor.balance" if state.players == 2 else "quoridor.balance.four"
        return self.stage.t(key, mine=ways[seat], theirs=nearest)

    def hint_text(self, action: Action) -> str:
        if isinstance(action, WallPlacement):
            return self.stage.t("quoridor.hint.wall", target=self.notation(action))
        return self.stage.t("quoridor.hint.move", target=self.notation(action))

    def announce(self, step: Step[State, Action, Any]) -> str:
        if any(isinstance(event, Passed) for event in step.events):
            return self.stage.t("match.forced_pass", name=self.context.names[step.seat])
        return ""

    def touch_helper(self, selection: Selection) -> str:
        if isinstance(selection, Passing):
            return self.stage.t("quoridor.pass")
        if isinstance(selection, Walling):
            return self.stage.t("quoridor.touch.gutter")
        return self.stage.t("quoridor.touch.start")

    def problem(self, state: State, selection: Selection) -> Problem | None:
        if isinstance(selection, Trying):
            title = self.stage.t("quoridor.refused", cell=cell_name(selection.cell))
            return Problem(title, self.stage.t(f"quoridor.why.{refusal(state, selection.cell)}"))
        trial = self.trials.of(state, selection)
        if trial is None or trial.problem is None:
            return None
        t, found = self.stage.t, trial.problem
        title = t("quoridor.barred", wall=self.notation(trial.wall))
        seat = state.mover if found.seat is None else found.seat
        return Problem(title, t(f"quoridor.problem.{found.kind}", name=self.context.names[seat]))

    def stock(self, state: State, seat: Seat) -> Stock:
        walls = stocks(state.players, self.context.options["walls"])[seat]
        return Stock(state.walls_left[seat], walls, self.stage.t("quoridor.left"))

    def side_note(self, seat: Seat, short: bool = False) -> str:
        side = self.geometry.goal_side(seat, self.players)
        return ARROWS_BY_SIDE[side] if short else self.stage.t("quoridor.goal", arrow=ARROWS_BY_SIDE[side])

    def notation(self, action: Action) -> str:
        return rules.text(action)

    def said(self, action: Action) -> str:
        if isinstance(action, WallPlacement):
            return self._wall(action)
        if isinstance(action, PawnMove):
            return self.stage.t("quoridor.said.move", cell=cell_name(action.cell))
        return self.stage.t("glyph.pass")

    def position(self, state: State) -> Sequence[str]:
        t, steps = self.stage.t, distances(state)
        pawns = [
            t("quoridor.where.pawn", name=name, cell=cell_name(pawn), steps=away, walls=left)
            for name, pawn, away, left in zip(self.context.names, state.pawns, steps, state.walls_left, strict=True)
        ]
        ways: tuple[tuple[Orientation, int], ...] = (("h", state.horizontal), ("v", state.vertical))
        anchors = [(anchor, way) for way, mask in ways for anchor in range(ANCHORS) if mask >> anchor & 1]
        walls = [self._wall(WallPlacement(anchor, way)) for anchor, way in anchors]
        return [*pawns, t("quoridor.where.walls", walls=", ".join(walls)) if walls else t("quoridor.where.no_walls")]

    def walls(self, way: Orientation) -> str:
        """The walls that lie one way on the screen, for one-button play."""
        return self.stage.t(f"quoridor.walls.{way}")

    def aim(self, state: State, selection: Selection) -> Sequence[str]:
        if isinstance(selection, Walling):
            return (self._wall(selection.wall),)
        if isinstance(selection, Choosing) and selection.cell is not None:
            return (cell_name(selection.cell),)
        return ()

    def _wall(self, wall: WallPlacement) -> str:
        """A wall as it is read aloud: by the square at its end, and how it lies."""
        return self.stage.t(f"quoridor.said.wall.{wall.orientation}", cell=self.notation(wall)[:-1])

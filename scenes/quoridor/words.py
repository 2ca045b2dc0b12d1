"""The words of Quoridor's board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.core.rules import Seat, Step
from game.quoridor import rules
from game.quoridor.paths import distances
from game.quoridor.state import (
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
from scenes.kit.drawing.glyphs import ARROWS, CLICK, DRAG, SHOULDERS, WHEEL, Prompt, one_of
from scenes.kit.input.intents import Kind
from scenes.quoridor.input import Choosing, Passing, Selection, Trials, Trying, Walling, shown
from scenes.quoridor.sprites import Geometry
from scenes.table.cells.grid import way
from scenes.table.contract.setup import BoardContext, Stock
from scenes.table.contract.words import ActionWords, BoardWords, IllegalReason, SeatWords, TurnWords

FIRST_TIMES: Final[Mapping[type, str]] = {WallPlacement: "quoridor.first.wall"}
ARROWS_BY_SIDE = ("↑", "→", "↓", "←")


def refusal(state: State, cell: Cell) -> str:
    """Return why the mover's pawn cannot go to a cell: "pawn", "wall" or "far"."""
    here = state.pawns[state.mover]
    beside = abs(cell % SIZE - here % SIZE) + abs(cell // SIZE - here // SIZE) == 1
    if cell in state.pawns:
        return "pawn"
    return "wall" if beside else "far"


class QuoridorWords(BoardWords[State, Action, Selection]):
    """The words of one board for `players` seats. Directions are those of the turned board."""

    first_times: Mapping[type, str] = FIRST_TIMES

    def __init__(self, context: BoardContext, geometry: Geometry, players: int, trials: Trials) -> None:
        self.context = context
        self.stage = context.stage
        self.geometry = geometry
        self.players = players
        self.trials = trials

    def turn(self, state: State, selection: Selection, family: str, armed: Action | None = None) -> TurnWords:
        helper, touch_helper = self._helpers(state, selection)
        if armed is not None:
            helper = self.stage.t("quoridor.click_again" if family == "mouse" else "quoridor.confirm_move")
        prompts = self._prompts(state, selection, family)
        return TurnWords(prompts, helper, touch_helper, self._problem(state, selection), self._aim(selection))

    def _prompts(self, state: State, selection: Selection, family: str) -> list[Prompt]:
        t = self.stage.t
        if isinstance(selection, Passing):
            return [Prompt(Kind.CONFIRM, t("glyph.pass"), "primary")]
        if family == "mouse":
            return self._mouse_prompts(state, selection)
        walling = isinstance(selection, Walling)
        ready = walling or (isinstance(selection, Choosing) and selection.cell is not None)
        move = Prompt(Kind.CONFIRM, t("glyph.move"), "primary", icon="check")
        place = Prompt(Kind.CONFIRM, t("glyph.place"), "primary", icon="check")
        choose, shift = Prompt(ARROWS, t("glyph.choose_cell"), ""), Prompt(ARROWS, t("glyph.move_wall"), "")
        if not state.walls_left[state.mover]:
            return [choose, move._replace(enabled=ready)]
        ways = Prompt(Kind.SECONDARY, t("glyph.wall")), Prompt(Kind.BACK, t("glyph.back"))
        return [
            one_of((choose, shift), walling),
            Prompt(SHOULDERS, t("glyph.turn"), icon="turn", enabled=walling),
            one_of((move, place), walling, ready),
            one_of(ways, walling),
        ]

    def _mouse_prompts(self, state: State, selection: Selection) -> list[Prompt]:
        """Return what the mouse can do now."""
        t = self.stage.t
        walling = isinstance(selection, Walling)
        chosen = isinstance(selection, Choosing) and selection.cell is not None
        ready = self._problem(state, selection) is None if walling else chosen
        drag = "quoridor.glyph.drag" if state.walls_left[state.mover] else "quoridor.glyph.drag_pawn"
        clicks = Prompt(CLICK, t("glyph.move"), ""), Prompt(CLICK, t("glyph.place"), "")
        others = Prompt(DRAG, t(drag), ""), Prompt(WHEEL, t("glyph.turn"), "")
        return [one_of(clicks, walling, ready), one_of(others, walling)]

    def _helpers(self, state: State, selection: Selection) -> tuple[str, str]:
        """Return the helper, and the helper for touch."""
        t = self.stage.t
        if isinstance(selection, Passing):
            return t("quoridor.pass"), t("quoridor.pass")
        if isinstance(selection, Walling):
            return t("quoridor.placing_wall"), t("quoridor.touch.gutter")
        has_walls = state.walls_left[state.mover] > 0
        return t("quoridor.move_or_wall" if has_walls else "quoridor.move_only"), t("quoridor.touch.start")

    def action(self, action: Action) -> ActionWords:
        t, written = self.stage.t, rules.text(action)
        if isinstance(action, WallPlacement):
            wall, kind = self._wall(action), t("quoridor.kind.wall")
            noun = t(f"quoridor.noun.wall.{action.orientation}", cell=written[:-1])
            return ActionWords(written, t("quoridor.hint.wall", wall=wall), wall, noun, kind)
        hint = t("quoridor.hint.move", target=written)
        if not isinstance(action, PawnMove):
            return ActionWords(written, hint, t("glyph.pass"))
        spoken, noun = (t(f"quoridor.{which}.move", cell=cell_name(action.cell)) for which in ("said", "noun"))
        return ActionWords(written, hint, spoken, noun=noun)

    def note(self, step: Step[State, Action, object]) -> str:
        is_passed = any(isinstance(event, Passed) for event in step.events)
        return self.stage.t("match.forced_pass", name=self.context.names[step.seat]) if is_passed else ""

    def brief(self, step: Step[State, Action, object]) -> str:
        """Return the direction in which a pawn goes, as the board is seen."""
        if not isinstance(step.action, PawnMove):
            return ""
        cells = step.before.pawns[step.seat], step.action.cell
        origin, target = map(self.geometry.cell_view, cells)
        far = abs(origin[0] - target[0]) + abs(origin[1] - target[1]) > 1
        t = self.stage.t
        return t("quoridor.brief.jump" if far else "quoridor.brief.step", way=way(t, origin, target))

    def _problem(self, state: State, selection: Selection) -> IllegalReason | None:
        if isinstance(selection, Trying):
            title = self.stage.t("quoridor.refused", cell=cell_name(selection.cell))
            return IllegalReason(title, self.stage.t(f"quoridor.why.{refusal(state, selection.cell)}"))
        trial = self.trials.of(state, selection)
        if trial is None or trial.problem is None:
            return None
        t, found = self.stage.t, trial.problem
        title = t("quoridor.barred", cell=rules.text(trial.wall)[:-1])
        seat = state.mover if found.seat is None else found.seat
        return IllegalReason(title, t(f"quoridor.problem.{found.kind}", name=self.context.names[seat]))

    def seat(self, state: State, seat: Seat) -> SeatWords:
        walls = stocks(state.players, self.context.options["walls"])[seat]
        left = state.walls_left[seat]
        stock = Stock(left, walls, self.stage.t("quoridor.walls_left", count=left))
        arrow = ARROWS_BY_SIDE[self.geometry.goal_side(seat, self.players)]
        return SeatWords(stock, self.stage.t("quoridor.goal", arrow=arrow), arrow)

    def glance(self, state: State, seat: Seat, answer: int = 0) -> str:
        """Return how far the players have to go."""
        ways = distances(state)
        nearest = min(way for other, way in enumerate(ways) if other != seat)
        key = "quoridor.balance" if state.players == 2 else "quoridor.balance.four"
        return self.stage.t(key, mine=ways[seat], theirs=nearest)

    def position(self, state: State) -> Sequence[str]:
        t, steps = self.stage.t, distances(state)
        pawns = [
            t("quoridor.where.pawn", name=name, cell=cell_name(pawn), steps=away, walls=left)
            for name, pawn, away, left in zip(self.context.names, state.pawns, steps, state.walls_left, strict=True)
        ]
        walls = [self._wall(bar.lying) for bar in shown(state).bars]
        return [*pawns, t("quoridor.where.walls", walls=", ".join(walls)) if walls else t("quoridor.where.no_walls")]

    def walls(self, way: Orientation) -> str:
        """Return the name of walls in one orientation on the screen, for one-button play."""
        return self.stage.t(f"quoridor.walls.{way}")

    def _aim(self, selection: Selection) -> Sequence[str]:
        if isinstance(selection, Walling):
            return (self._wall(selection.wall),)
        if isinstance(selection, Choosing) and selection.cell is not None:
            return (cell_name(selection.cell),)
        return ()

    def _wall(self, wall: WallPlacement) -> str:
        """Return what speech reads for a wall: the square at its end, and its orientation."""
        return self.stage.t(f"quoridor.said.wall.{wall.orientation}", cell=rules.text(wall)[:-1])

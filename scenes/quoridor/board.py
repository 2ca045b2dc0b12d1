"""Quoridor's board in the match: what the house asks of it, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pygame

from game.core.rules import Seat, Step
from game.quoridor import rules
from game.quoridor.state import (
    FILES,
    SIZE,
    WALLS_EACH,
    Action,
    Passed,
    PawnMove,
    PawnStepped,
    State,
    WallPlaced,
    WallPlacement,
    walls,
)
from scenes.kit import theme
from scenes.table.pitch import seat_pitch
from scenes.kit.canvas import Target
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.paint import BOARD_AMBIENT, BOARD_CONTACT, Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.kit.timeline import Clip, Placement, diff_clip
from scenes.quoridor.drawing import Drawing
from scenes.quoridor.geometry import Geometry
from scenes.quoridor.hands import Hands, Selection, targets
from scenes.quoridor.motion import pawn_clip, pawn_key, wall_clip, wall_key
from scenes.quoridor.rack import rack
from scenes.quoridor.trial import Trials
from scenes.services import Services
from scenes.table.board import BoardScene, Chosen, Problem, Spot, Stock, View

BOARD = "textures/quoridor-board.png"
ART = "textures/quoridor-board.json"
LABEL = Style(theme.HELPER, theme.LABEL, bold=True)
LABEL_SIZE = 29  # board units; the labels belong to the board and grow with it, not with the text
ARROWS_BY_SIDE = ("↑", "→", "↓", "←")


class QuoridorScene(BoardScene[State, Action, Selection]):
    """Sprites, clips and input of Quoridor."""

    sounds = ("lift", "pawn", "wall")
    lessons = "scenes.quoridor.lessons"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._seats: tuple[Seat, ...] = ()
        self._trials = Trials()

    @staticmethod
    def pictures(stage: Stage) -> list[Picture]:
        side = stage.metrics.px(972 if stage.metrics.shape is Shape.TALL else BoardScene.frame_size)
        return [Picture(stage, BOARD, (side, side))]

    @staticmethod
    def seat_note(stage: Stage, index: int, count: int) -> str:
        side = 4 // count * index
        name = stage.t(f"seat.{('south', 'west', 'north', 'east')[side]}")
        return f"{name} · {stage.t('quoridor.goal', arrow=ARROWS_BY_SIDE[side])}"

    @staticmethod
    def setup_stock(stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        walls_each = WALLS_EACH[options["players"]]
        return Stock(walls_each, walls_each, stage.t("setup.walls"))

    @staticmethod
    def stock_row(services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        return rack(services, stock, lit, room)

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.identities = tuple(identities)
        players = len(self.identities)
        self.geometry = Geometry(rect, 4 // players * bottom, self.stage.assets.data(ART))
        self.hands = Hands(self.geometry, self.services.preferences.always_confirm)
        self.drawing = Drawing(self.services, self.geometry, self.identities, self._trials)
        self._seats = tuple((bottom + i) % players for i in range(players))
        self._labels = self._label_places()

    def places(self) -> Sequence[Seat]:
        return self._seats

    def empty(self, state: State, legal: Sequence[Action], family: str) -> Selection:
        return self.hands.first(state, legal, family not in ("mouse", "touch")) if legal else Selection()

    def targets(self, state: State, legal: Sequence[Action]) -> Sequence[Spot[Action]]:
        return targets(self.geometry, legal)

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        return self.hands.choose(state, legal, selection, intent)

    # Pieces and their motion

    def pieces(self, state: State) -> dict[str, Placement]:
        placed = {}
        for seat, cell in enumerate(state.pawns):
            column, row = self.geometry.cell_view(cell)
            placed[pawn_key(seat)] = Placement(f"pawn {self.identities[seat]}", column, row)
        for wall in walls(state):
            look = f"wall {self.geometry.seen(wall.orientation)}"
            placed[wall_key(wall)] = Placement(look, *self.geometry.wall_center(wall))
        return placed

    def animate(self, step: Step[State, Action, Any]) -> Clip:
        before, after = self.pieces(step.before), self.pieces(step.after)
        still = diff_clip(before, after)
        clip = still
        for event in step.events:
            if isinstance(event, PawnStepped):
                clip = pawn_clip(event, before, after)
            elif isinstance(event, WallPlaced):
                clip = wall_clip(event, after)
        if self.stage.look.reduced_motion:  # nothing flies then; its coming down is heard all the same
            clip = replace(still, cues=tuple((0.0, name) for _, name in clip.cues[-1:]))
        return replace(clip, pitch=seat_pitch(step.seat))

    # Drawing

    def draw_ground(self, target: Target) -> None:
        rect = self.geometry.rect
        shade = self.stage.paint.shadow(rect.size, 1.0, 18, (BOARD_AMBIENT, BOARD_CONTACT))
        self.stage.put(target, shade, rect.topleft)
        target.blit(self.stage.assets.texture(BOARD, rect.size), rect.topleft)
        style = LABEL._replace(size=LABEL_SIZE * self.geometry.unit / self.stage.metrics.scale)
        for text, x, y in self._labels:
            box = pygame.Rect(0, 0, 80, 80)
            box.center = (x, y)
            self.stage.centred(target, text, box, style)

    def _label_places(self) -> list[tuple[str, int, int]]:
        """(text, x, y) of the coordinates along the left and the bottom edge, as the board is turned."""
        at = self.geometry.art["label_lines"]
        rect, unit = self.geometry.rect, self.geometry.unit
        labels = []
        for i in range(SIZE):
            below = self.geometry.cell_at_view(i, SIZE - 1)
            left = self.geometry.cell_at_view(0, i)
            odd = self.geometry.turn % 2
            x, y = self.geometry.center(i, i)
            text = str(below // SIZE + 1) if odd else FILES[below % SIZE]
            labels.append((text, round(x), round(rect.y + at["south_y"] * unit)))
            text = FILES[left % SIZE] if odd else str(left // SIZE + 1)
            labels.append((text, round(rect.x + at["west_x"] * unit), round(y)))
        return labels

    def draw(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        self.drawing.draw(canvas, view)

    # Words

    def prompts(self, state: State, selection: Selection) -> list[Prompt]:
        t = self.stage.t
        if selection.passing:
            return [Prompt(Kind.CONFIRM, t("glyph.pass"), "primary")]
        if selection.walling:
            return [
                Prompt(ARROWS, t("glyph.move_wall"), ""),
                Prompt(SHOULDERS, t("glyph.turn"), icon="turn"),
                Prompt(Kind.CONFIRM, t("glyph.place"), "primary", icon="check"),
                Prompt(Kind.BACK, t("glyph.back")),
            ]
        prompts = [
            Prompt(ARROWS, t("glyph.choose_cell"), ""),
            Prompt(Kind.CONFIRM, t("glyph.move"), "primary", icon="check"),
        ]
        if state.walls_left[state.mover]:
            prompts.append(Prompt(Kind.SECONDARY, t("glyph.wall")))
        return prompts

    def helper(self, state: State, selection: Selection, family: str) -> str:
        t = self.stage.t
        if selection.passing:
            return t("quoridor.pass")
        if selection.armed and family == "mouse":
            return t("quoridor.click_again")
        if selection.walling:
            return t("quoridor.placing_wall")
        if selection.armed:
            return t("quoridor.confirm_move")
        if not state.walls_left[state.mover]:
            return t("quoridor.move_only")
        return t("quoridor.move_or_wall")

    def hint_text(self, action: Action) -> str:
        if isinstance(action, WallPlacement):
            return self.stage.t("quoridor.hint.wall", target=self.notation(action))
        return self.stage.t("quoridor.hint.move", target=self.notation(action))

    def announce(self, step: Step[State, Action, Any]) -> str:
        if any(isinstance(event, Passed) for event in step.events):
            return self.stage.t("match.forced_pass", name=self.names[step.seat])
        return ""

    def touch_helper(self, selection: Selection) -> str:
        if selection.passing:
            return self.stage.t("quoridor.pass")
        if selection.walling:
            return self.stage.t("quoridor.touch.gutter")
        return self.stage.t("quoridor.touch.start")

    def engaged(self, selection: Selection) -> bool:
        return selection.walling or selection.armed

    def considering(self, action: Action) -> Selection:
        if isinstance(action, WallPlacement):
            return Selection(walling=True, wall=action)
        return Selection(cell=action.cell) if isinstance(action, PawnMove) else Selection(passing=True)

    def considered(self, selection: Selection) -> Action | None:
        if selection.walling:
            return selection.wall
        return None if selection.cell is None else PawnMove(selection.cell)

    def area(self, action: Action) -> pygame.Rect:
        if isinstance(action, PawnMove):
            return self.geometry.cell_rect(action.cell)
        return self.geometry.wall_rect(action) if isinstance(action, WallPlacement) else self.geometry.rect

    def problem(self, state: State, selection: Selection) -> Problem | None:
        trial = self._trials.of(state, selection)
        if trial is None or trial.problem is None:
            return None
        t, found = self.stage.t, trial.problem
        title = t("quoridor.barred", wall=self.notation(trial.wall))
        seat = state.mover if found.seat is None else found.seat
        return Problem(title, t(f"quoridor.problem.{found.kind}", name=self.names[seat]))

    def stock(self, state: State, seat: Seat) -> Stock:
        return Stock(state.walls_left[seat], WALLS_EACH[state.players], self.stage.t("quoridor.left"))

    def side_note(self, seat: Seat, short: bool = False) -> str:
        side = self.geometry.goal_side(seat, len(self.identities))
        return ARROWS_BY_SIDE[side] if short else self.stage.t("quoridor.goal", arrow=ARROWS_BY_SIDE[side])

    def notation(self, action: Action) -> str:
        return rules.text(action)

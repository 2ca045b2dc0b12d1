"""Quoridor's board: pawns and walls as the state has them, ghosts, distances and why a wall may not stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pygame

from game.core.rules import Seat, Step
from game.quoridor import rules
from game.quoridor.paths import WallProblem, distances, distances_with, wall_problem
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
from scenes.board import BoardScene, Chosen, Problem, Spot, Stock, View
from scenes.house import House
from scenes.kit import theme
from scenes.kit.audio import seat_pitch
from scenes.kit.canvas import Target
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.paint import BOARD_AMBIENT, BOARD_CONTACT, Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.kit.timeline import Clip, Placement, diff_clip, ease_in_out, ease_out
from scenes.quoridor.geometry import Geometry
from scenes.quoridor.hands import Hands, Selection, targets
from scenes.quoridor.rack import rack
from scenes.quoridor.sprites import Sprites
from scenes.quoridor.tooltip import draw_distances

BOARD = "textures/quoridor-board.png"
ART = "textures/quoridor-board.json"
LABEL = Style(theme.HELPER, theme.LABEL, bold=True)
LABEL_SIZE = 29  # board units; the labels belong to the board and grow with it, not with the text
ARC_LIFT = 0.32  # of a cell
WALL_DROP = 2.0  # lift from which a wall drops
GHOST_PAWN = 0.58
ARROWS_BY_SIDE = ("↑", "→", "↓", "←")


def board_size(stage: Stage) -> int:
    """The side of the board's frame in pixels."""
    return stage.metrics.px(972 if stage.metrics.shape is Shape.TALL else BoardScene.frame_size)


class QuoridorScene(BoardScene[State, Action, Selection]):
    """Sprites, clips and input of Quoridor."""

    sounds = ("lift", "pawn", "wall")
    lessons = "scenes.quoridor.lessons"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._seats: tuple[Seat, ...] = ()
        self._ghost_cache: tuple[State, WallPlacement, tuple[int | None, ...], WallProblem | None] | None = None

    @staticmethod
    def pictures(stage: Stage) -> list[Picture]:
        side = board_size(stage)
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
    def stock_row(house: House, stock: Stock, lit: bool, room: int) -> Sprite:
        return rack(house, stock, lit, room)

    @classmethod
    def draw_preview(
        cls, house: House, canvas: Target, rect: pygame.Rect, identities: Sequence[str], options: Mapping[str, Any]
    ) -> None:
        board = cls(house)
        board.layout(rect, identities, 0)
        state = rules.start(options, 0)
        board.draw_ground(canvas)
        board.draw(canvas, View(state, board.pieces(state), (), Selection()))

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.identities = tuple(identities)
        players = len(self.identities)
        self.geometry = Geometry(rect, 4 // players * bottom, self.stage.assets.data(ART))
        self.hands = Hands(self.geometry, self.house.preferences.always_confirm)
        self.sprites = Sprites(self.house, self.geometry)
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
            placed[f"pawn{seat}"] = Placement(f"pawn {self.identities[seat]}", column, row)
        for wall in walls(state):
            look = f"wall {self.geometry.seen(wall.orientation)}"
            placed[f"wall {self.notation(wall)}"] = Placement(look, *self.geometry.wall_center(wall))
        return placed

    def animate(self, step: Step[State, Action, Any]) -> Clip:
        before, after = self.pieces(step.before), self.pieces(step.after)
        still = diff_clip(before, after)
        clip = still
        for event in step.events:
            if isinstance(event, PawnStepped):
                clip = self._pawn_clip(f"pawn{event.seat}", before, after)
            elif isinstance(event, WallPlaced):
                clip = self._wall_clip(f"wall {self.notation(event.wall)}", after)
        if self.stage.look.reduced_motion:  # nothing flies then; its coming down is heard all the same
            clip = replace(still, cues=tuple((0.0, name) for _, name in clip.cues[-1:]))
        return replace(clip, pitch=seat_pitch(step.seat))

    def _pawn_clip(self, key: str, before: dict[str, Placement], after: dict[str, Placement]) -> Clip:
        start, end = before[key], after[key]
        far = math.hypot(end.x - start.x, end.y - start.y)
        seconds = theme.PAWN_SECONDS * (1.0 if far < 1.2 else 1.35)
        lift = ARC_LIFT * (1.0 if far < 1.2 else 2.0)  # a jump passes over a pawn

        def sample(t: float) -> dict[str, Placement]:
            share = ease_in_out(ease_out(t / seconds) * 0.4 + t / seconds * 0.6)
            x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
            return {key: replace(end, x=x, y=y, lift=lift * math.sin(math.pi * share))}

        return Clip(seconds, sample, cues=((0.0, "lift"), (seconds * 0.92, "pawn")))

    def _wall_clip(self, key: str, after: dict[str, Placement]) -> Clip:
        end = after[key]
        fall = theme.WALL_SECONDS * 0.78

        def sample(t: float) -> dict[str, Placement]:
            share = min(1.0, t / fall)
            settle = 0.0
            if t > fall:  # two pixels up and down again
                settle = 2 / 44 * math.sin(math.pi * (t - fall) / (theme.WALL_SECONDS - fall))
            lift = WALL_DROP * (1 - share * share) * 0.28 + settle
            return {key: replace(end, lift=lift, alpha=min(1.0, 0.35 + share))}

        return Clip(theme.WALL_SECONDS, sample, cues=((fall * 0.9, "wall"),))

    # Drawing

    def draw(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        for seat in range(len(self.identities)):
            self._draw_goal(canvas, seat, view.lights.get(seat, 0.0))
        self._draw_last(canvas, view)
        self._draw_targets(canvas, view)
        problem = self._considered(view.state, view.selection)[1] if view.legal else None
        if problem is not None:
            for cell in problem.region:
                self._at(canvas, self.sprites.sealed(), *self.geometry.cell_view(cell))
        self._draw_pieces(canvas, view)
        self._draw_hint(canvas, view)
        if view.legal and view.selection.walling and view.selection.wall is not None:
            self._draw_ghost(canvas, view, view.selection.wall, problem)

    def _at(self, canvas: Target, sprite: Any, column: float, row: float, dy: float = 0, alpha: float = 1.0) -> None:
        x, y = self.geometry.center(column, row)
        self.stage.put(canvas, sprite, (round(x), round(y + dy)), alpha)

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

    def _draw_goal(self, canvas: Target, seat: Seat, light: float) -> None:
        players = len(self.identities)
        side = (4 // players * seat - self.geometry.turn) % 4  # 0 top, 1 right, 2 bottom, 3 left as seen
        strip = self._art_rect(self.geometry.art["strips"][("north", "east", "south", "west")[side]])
        who = self.identities[seat]
        self.stage.put(canvas, self.sprites.goal_strip(who, strip.size, lit=False), strip.topleft)
        if light > 0:
            row = self._goal_row(side)
            self.stage.put(canvas, self.sprites.goal_glow(who, row.size, side), row.topleft, light)
            self.stage.put(canvas, self.sprites.goal_strip(who, strip.size, lit=True), strip.topleft, light)

    def _goal_row(self, side: int) -> pygame.Rect:
        """The row of cells along a side, with the gutters up to the next row."""
        field = self._art_rect(self.geometry.art["bed"])
        depth = round(self.geometry.art["cell_pitch"] * self.geometry.unit)
        if side in (0, 2):
            top = field.top if side == 0 else field.bottom - depth
            return pygame.Rect(field.left, top, field.width, depth)
        left = field.right - depth if side == 1 else field.left
        return pygame.Rect(left, field.top, depth, field.height)

    def _art_rect(self, box: Sequence[float]) -> pygame.Rect:
        x, y, width, height = (value * self.geometry.unit for value in box)
        rect = self.geometry.rect
        left, top = round(rect.x + x), round(rect.y + y)
        return pygame.Rect(left, top, round(rect.x + x + width) - left, round(rect.y + y + height) - top)

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

    def _draw_last(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        if view.last is None:
            return
        for event in view.last.events:
            color = self.house.identities[self.identities[view.last.seat]].color
            if isinstance(event, PawnStepped):
                self._at(canvas, self.sprites.mark(color, dashed=True), *self.geometry.cell_view(event.origin))
                self._at(canvas, self.sprites.mark(color, dashed=False), *self.geometry.cell_view(event.target))

    def _draw_targets(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        color = self.house.identities[self.identities[view.state.mover]].color
        for action in view.legal:
            if isinstance(action, PawnMove):
                column, row = self.geometry.cell_view(action.cell)
                chosen = not view.selection.walling and view.selection.cell == action.cell
                self._at(canvas, self.sprites.tint(color, 0.42 if chosen else 0.26, line=True), column, row)
                if chosen:
                    rect = self.geometry.cell_rect(action.cell)
                    self.stage.put(canvas, self.stage.paint.ring(rect.size, 5, 1, 5), rect.topleft)

    def _draw_pieces(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        standing = [p for p in view.placements.values() if p.look.startswith("wall")]
        for placement in standing:
            sprite = self.sprites.wall(placement.look.partition(" ")[2])
            rise = -placement.lift * self.geometry.unit * 44
            self._at(canvas, sprite, placement.x, placement.y, rise, placement.alpha)
        self._draw_last_wall(canvas, view)
        pawns = [p for p in view.placements.values() if p.look.startswith("pawn")]
        ghosts = self._target_pawns(view)
        for placement in sorted([*pawns, *ghosts], key=lambda p: (p.lift > 0.02, p.y, p.x)):
            self._draw_pawn(canvas, placement, view)

    def _target_pawns(self, view: View[State, Action, Selection]) -> list[Placement]:
        look = f"pawn {self.identities[view.state.mover]}"
        places = [self.geometry.cell_view(a.cell) for a in view.legal if isinstance(a, PawnMove)]
        return [Placement(look, x, y, alpha=GHOST_PAWN) for x, y in places]

    def _draw_pawn(self, canvas: Target, placement: Placement, view: View[State, Action, Selection]) -> None:
        identity = placement.look.partition(" ")[2]
        lift = placement.lift
        if view.winner is not None and identity == self.identities[view.winner] and view.win_time < theme.WIN_SECONDS:
            lift += 0.35 * abs(math.sin(math.pi * 2 * view.win_time)) * (1 - view.win_time / theme.WIN_SECONDS)
        solid = placement.alpha > GHOST_PAWN
        if solid:
            far = self.geometry.unit * 44 * lift
            self._at(canvas, self.sprites.pawn_shadow("ambient"), placement.x + lift * 0.35, placement.y, far * 0.4)
            self._at(canvas, self.sprites.pawn_shadow("contact"), placement.x, placement.y, 0, max(0.2, 1 - 2 * lift))
        rise = -lift * self.geometry.art["cell_pitch"] * self.geometry.unit
        self._at(canvas, self.sprites.pawn(identity), placement.x, placement.y, rise, placement.alpha)

    def _draw_last_wall(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        if view.last is None or not isinstance(view.last.action, WallPlacement):
            return
        wall = view.last.action
        color = self.house.identities[self.identities[view.last.seat]].color
        if f"wall {self.notation(wall)}" in view.placements:
            sprite = self.sprites.wall_mark(self.geometry.seen(wall.orientation), color)
            self._at(canvas, sprite, *self.geometry.wall_center(wall))

    def _draw_hint(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        if view.hint is None:
            return
        breath = 0.75 + 0.25 * math.sin(self.stage.time * math.pi)
        if isinstance(view.hint, PawnMove):
            rect = self.geometry.cell_rect(view.hint.cell)
            tint = self.sprites.tint(theme.GOOD, 0.5, line=True)
            self._at(canvas, tint, *self.geometry.cell_view(view.hint.cell), alpha=breath)
            self.stage.put(canvas, self.stage.paint.ring(rect.size, 5, 1, 5), rect.topleft, breath)
        elif isinstance(view.hint, WallPlacement):
            seen = self.geometry.seen(view.hint.orientation)
            self._at(canvas, self.sprites.ghost(seen, True), *self.geometry.wall_center(view.hint), alpha=breath)
            mark = self.sprites.wall_mark(seen, theme.GOOD)
            self._at(canvas, mark, *self.geometry.wall_center(view.hint), alpha=breath)

    def _draw_ghost(
        self, canvas: Target, view: View[State, Action, Selection], wall: WallPlacement, problem: WallProblem | None
    ) -> None:
        place = self.geometry.wall_center(wall)
        self._at(canvas, self.sprites.ghost(self.geometry.seen(wall.orientation), problem is None), *place)
        if problem is not None:
            self._at(canvas, self.sprites.barred(), *place)
            return
        after = self._considered(view.state, view.selection)[0]
        order = [*(seat for seat in range(view.state.players) if seat != view.state.mover), view.state.mover]
        before = distances(view.state)
        rows = [(self.identities[seat], before[seat], after[seat]) for seat in order]
        draw_distances(self.house, canvas, rows, self.geometry.wall_rect(wall), self.geometry.rect)

    def _considered(self, state: State, selection: Selection) -> tuple[tuple[int | None, ...], WallProblem | None]:
        """Path lengths with the ghost wall, and what is wrong with it; looked up once per ghost."""
        wall = selection.wall
        if not selection.walling or wall is None:
            return (), None
        if self._ghost_cache is None or self._ghost_cache[0] is not state or self._ghost_cache[1] != wall:
            self._ghost_cache = (state, wall, distances_with(state, wall), wall_problem(state, wall))
        return self._ghost_cache[2], self._ghost_cache[3]

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
        found = self._considered(state, selection)[1]
        if found is None or selection.wall is None:
            return None
        t = self.stage.t
        title = t("quoridor.barred", wall=self.notation(selection.wall))
        seat = state.mover if found.seat is None else found.seat
        return Problem(title, t(f"quoridor.problem.{found.kind}", name=self.names[seat]))

    def stock(self, state: State, seat: Seat) -> Stock:
        return Stock(state.walls_left[seat], WALLS_EACH[state.players], self.stage.t("quoridor.left"))

    def side_note(self, seat: Seat, short: bool = False) -> str:
        players = len(self.identities)
        side = (4 // players * seat - self.geometry.turn) % 4
        return ARROWS_BY_SIDE[side] if short else self.stage.t("quoridor.goal", arrow=ARROWS_BY_SIDE[side])

    def notation(self, action: Action) -> str:
        return rules.text(action)

"""Star's board in the match: what the house asks of it, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pygame

from game.core.options import Option
from game.core.rules import Seat, Step
from game.star import rules
from game.star.state import (
    PIECES_EACH,
    SEATS,
    Accept,
    Action,
    DrawAnswered,
    DrawOffered,
    FoulPlayed,
    Jump,
    OfferDraw,
    PiecePlaced,
    PieceSlid,
    Place,
    Refuse,
    Repeated,
    Slide,
    StarJumped,
    State,
    cell_name,
    cells_in,
)
from scenes.kit import theme
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
from scenes.services import Services
from scenes.star.drawing import Drawing
from scenes.star.geometry import Geometry, place
from scenes.star.hands import STAR, Hands, Selection, considering, spots
from scenes.star.motion import jump_clip, piece_key, place_clip, same_pieces, slide_clip
from scenes.star.reasons import reason
from scenes.star.sprites import BOARD, LOOKS
from scenes.star.tray import tray
from scenes.table.board import BoardScene, Chosen, Problem, Spot, Stock, View
from scenes.table.pitch import seat_pitch

ART = "textures/star-board.json"
LABEL = Style(theme.HELPER, theme.LABEL, bold=True)
LABEL_SIZE = 29  # board units; the labels belong to the board and grow with it, not with the text
MARKS = ("○", "●")


class StarScene(BoardScene[State, Action, Selection]):
    """Sprites, clips and input of Star."""

    sounds = ("lift", "stone", "star", "pawn")
    lessons = "scenes.star.lessons"
    theory_overlay = True
    taps_play = True

    @staticmethod
    def pictures(stage: Stage) -> list[Picture]:
        side = stage.metrics.px(972 if stage.metrics.shape is Shape.TALL else BoardScene.frame_size)
        return [Picture(stage, BOARD, (side, side))]

    @staticmethod
    def seat_note(stage: Stage, index: int, count: int) -> str:
        return f"{MARKS[index]} {stage.t(f'star.seat.{index}')}"

    @staticmethod
    def setup_stock(stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        return Stock(PIECES_EACH, PIECES_EACH, stage.t("star.pieces"), LOOKS[seat])

    @staticmethod
    def stock_row(services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        return tray(services, stock)

    @classmethod
    def offered(cls, option: Option, options: Mapping[str, Any]) -> Sequence[Any]:
        if option.name == "foul_guard" and options["fouls"] == "none":
            return ()  # there is nothing to guard against
        return super().offered(option, options)

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.geometry = Geometry(rect, self.stage.assets.data(ART))
        self.hands = Hands(self.geometry, self.services.preferences.always_confirm)
        self.drawing = Drawing(self.services, self.geometry, identities)
        self._seats = (bottom, 1 - bottom)

    def places(self) -> Sequence[Seat]:
        return self._seats

    def empty(self, state: State, legal: Sequence[Action], family: str) -> Selection:
        return self.hands.first(legal, family not in ("mouse", "touch"))

    def targets(self, state: State, legal: Sequence[Action]) -> Sequence[Spot[Action]]:
        return spots(self.geometry, legal)

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        return self.hands.choose(state, legal, selection, intent)

    def pieces(self, state: State) -> dict[str, Placement]:
        placed = {"star": Placement("star 0", *place(state.star))}
        for seat in SEATS:
            for cell in cells_in(state.pieces[seat]):
                placed[piece_key(seat, cell)] = Placement(LOOKS[seat], *place(cell))
        return placed

    def animate(self, step: Step[State, Action, Any]) -> Clip:
        before, after = self.pieces(step.before), self.pieces(step.after)
        still = diff_clip(before, after)
        clip = still
        for event in step.events:
            if isinstance(event, PiecePlaced):
                clip = place_clip(event, after)
            elif isinstance(event, PieceSlid):
                clip = slide_clip(event, before, after)
            elif isinstance(event, StarJumped):
                clip = jump_clip(event, before, after)
        if self.stage.look.reduced_motion:  # nothing flies then; its coming down is heard all the same
            clip = replace(still, cues=tuple((0.0, name) for _, name in clip.cues[-1:]))
        return replace(clip, pitch=seat_pitch(step.seat))

    def passage(self, before: State, after: State, seconds: float) -> Clip:
        placed = self.pieces(before)
        return diff_clip(placed, same_pieces(placed, self.pieces(after)), seconds)

    # Drawing

    def draw_ground(self, target: Target) -> None:
        rect = self.geometry.rect
        shade = self.stage.paint.shadow(rect.size, 1.0, 18, (BOARD_AMBIENT, BOARD_CONTACT))
        self.stage.put(target, shade, rect.topleft)
        self.stage.put(target, self.drawing.sprites.board(), rect.topleft)
        metrics = self.stage.metrics
        style = LABEL._replace(size=LABEL_SIZE * self.geometry.unit / (metrics.scale * metrics.text_scale))
        lines = self.geometry.art["label_lines"]
        box = pygame.Rect(0, 0, 80, 80)
        for i in range(3):
            x, y = self.geometry.center(i, i)
            box.center = (round(x), round(rect.y + lines["south_y"] * self.geometry.unit))
            self.stage.centred(target, "abc"[i], box, style)
            box.center = (round(rect.x + lines["west_x"] * self.geometry.unit), round(y))
            self.stage.centred(target, "321"[i], box, style)

    def draw(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        self.drawing.draw(canvas, view)

    # Words

    def prompts(self, state: State, selection: Selection) -> list[Prompt]:
        t = self.stage.t
        if state.offer == "open":
            return []
        offers = state.offer == "none" and not self.in_lesson
        offer = [Prompt(Kind.SECONDARY, t("star.glyph.offer"))] if offers else []
        if not rules.board_actions(state):
            return [Prompt(Kind.CONFIRM, t("star.glyph.resign"), "primary"), *offer]
        label = self._confirm_label(state, selection)
        confirm = [Prompt(Kind.CONFIRM, label, "primary" if selection.armed else "")] if label else []
        shape = self.stage.metrics.shape  # a narrow bar leaves out what goes without saying
        choose = [] if shape is Shape.TALL else [Prompt(ARROWS, t("glyph.choose"), "")]
        cycle = [Prompt(SHOULDERS, t("star.glyph.cycle"), "")] if shape is Shape.WIDE else []
        if selection.held is not None:
            return [*choose, *confirm, Prompt(Kind.BACK, t("star.glyph.let_go"))]
        return [*choose, *confirm, *cycle, *offer]

    def _confirm_label(self, state: State, selection: Selection) -> str:
        """What a press of confirm does with the cell in focus; "" where it does what back does."""
        cell, held = selection.cursor, selection.held
        if cell is not None and (cell == state.star or state.pieces[state.mover] >> cell & 1):
            same = held == (STAR if cell == state.star else cell)
            return "" if same else self.stage.t("star.glyph.pick_up")
        placing = held is None and state.hands[state.mover]
        return self.stage.t("glyph.place" if placing else "star.glyph.play")

    def helper(self, state: State, selection: Selection, family: str) -> str:
        t = self.stage.t
        if state.offer == "open":
            return t("star.offered", name=self.names[state.mover])
        if not rules.board_actions(state):
            return t("star.resign_again" if selection.armed else "star.stuck")
        if selection.armed:
            return t("star.confirm")
        if selection.held is not None:
            return t("star.choose_landing" if selection.held == STAR else "star.choose_target")
        if family == "touch" and state.hands[state.mover]:
            return t("star.touch")
        return t("star.act" if state.hands[state.mover] else "star.act_without_hand")

    def hint_text(self, action: Action) -> str:
        if isinstance(action, Place):
            return self.stage.t("star.hint.place", cell=cell_name(action.cell))
        if isinstance(action, Slide):
            origin, target = cell_name(action.origin), cell_name(action.target)
            return self.stage.t("star.hint.slide", origin=origin, target=target)
        if isinstance(action, Jump):
            return self.stage.t("star.hint.jump", cell=cell_name(action.target))
        return self.stage.t("star.hint.any", move=self.notation(action))

    def announce(self, step: Step[State, Action, Any]) -> str:
        name = self.names[step.seat]
        for event in step.events:
            if isinstance(event, DrawOffered):
                return self.stage.t("star.offered", name=name)
            if isinstance(event, DrawAnswered):
                return self.stage.t("star.accepted" if event.accepted else "star.declined", name=name)
            if isinstance(event, FoulPlayed):
                return self.stage.t("star.foul", name=name)
            if isinstance(event, Repeated):
                return self.stage.t("star.repeated")
        return ""

    def touch_helper(self, selection: Selection) -> str:
        return ""  # the helper says it all, and the row below is full

    def engaged(self, selection: Selection) -> bool:
        return selection.held is not None or selection.tried is not None or selection.armed

    def considering(self, action: Action) -> Selection:
        return considering(action) if isinstance(action, Place | Slide | Jump) else Selection()

    def considered(self, selection: Selection) -> Action | None:
        return selection.tried

    def area(self, action: Action) -> pygame.Rect:
        if isinstance(action, Place):
            return self.geometry.cell_rect(action.cell)
        return self.geometry.cell_rect(action.target) if isinstance(action, Slide | Jump) else self.geometry.rect

    def problem(self, state: State, selection: Selection) -> Problem | None:
        why = reason(state, selection)
        if why is None or (why.foul is not None and not state.foul_guard):
            return None
        return Problem(self.stage.t(why.title, **why.values), self.stage.t(why.text, **why.values))

    def stock(self, state: State, seat: Seat) -> Stock:
        return Stock(state.hands[seat], PIECES_EACH, self.stage.t("star.in_hand"), LOOKS[seat])

    def side_note(self, seat: Seat, short: bool = False) -> str:
        return MARKS[seat] if short else f"{MARKS[seat]} {self.stage.t(f'star.seat.{seat}')}"

    def notation(self, action: Action) -> str:
        if isinstance(action, OfferDraw):
            return self.stage.t("star.move.offer")
        if isinstance(action, Accept | Refuse):
            return self.stage.t("star.move.accept" if isinstance(action, Accept) else "star.move.refuse")
        if isinstance(action, Place | Slide | Jump):
            return rules.text(action).replace("*", "★")
        return self.stage.t("star.move.resign")

"""Draws a game's own board as a picture: a position, a close-up, or a diagram of the rules card.

A diagram also has arrows, rings and signs. It shows the whole board or a close-up.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import pygame

from game.core.incremental import Incremental
from game.core.options import resolve
from game.core.record import Record, replay
from game.core.spec import GameSpec
from game.core.times import local_time
from game.match_setup import IDENTITIES
from game.records.files import file_name
from game.registry import find
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.frame_budget import OverBudgetError
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import FRAME, Stage, tile_frame
from scenes.services import Services
from scenes.table.art.marks import arrow, misfit, sign
from scenes.table.contract.board import BOARD_SIDE, view_of
from scenes.table.contract.lessons import Arrow, BarredSign, Diagram, Ring, reach
from scenes.table.contract.view import View
from scenes.table.loading import lessons_of, make_board, picture_board, scenes_of

# Degrees by which `close_up` turns the board counterclockwise.
TURN = 14
# Radius of a diagram's corners in design pixels, the same as the frame's.
CORNER = 17
CELL_RADIUS = 5
# Seconds for drawing a part of a diagram. If time runs out, the next part draws the same things again, and
# finds the pictures made so far in the cache.
PART = 0.03
# Side of the whole board in a close-up, as a multiple of the diagram's side. Five to six cells are visible.
CLOSE_UP = 1.74


def state_of(spec: GameSpec, record: Record) -> Any:
    """Return the state after the last action of `record`. Raises RecordError if the record is invalid."""
    return replay(spec, resolve(spec.options, record.options), record.seed, record.actions).state


def position_picture(services: Services, spec: GameSpec, record: Record, size: tuple[int, int]) -> Sprite:
    """Draw the board after the last action of `record`, `size` pixels large. No seat is lit.

    Raises RecordError if the record is invalid.
    """
    state = state_of(spec, record)
    options = resolve(spec.options, record.options)
    board = make_board(services, spec, options)
    board.context.names = [services.people.name(seat) for seat in record.seats]
    board.layout(pygame.Rect((0, 0), size), [seat.identity for seat in record.seats], 0)
    sheet = SurfaceCanvas.blank(size)
    board.drawing.draw_ground(sheet)
    board.drawing.draw(sheet, view_of(board, state))
    return Sprite(sheet.surface)


def png_of(services: Services, record: Record, ply: int, side: int) -> bytes:
    """Draw the board after `ply` actions, `side` pixels wide and high. Returns the bytes of a PNG file."""
    before = replace(record, actions=record.actions[:ply])
    picture = position_picture(services, find(record.game), before, (side, side))
    file = BytesIO()
    pygame.image.save(picture.surface, file, "board.png")
    return file.getvalue()


def saved_name(services: Services, record: Record, ending: str) -> str:
    """Return a file name for the game with its day: "GAME 2026-11-21 Aoi, Ren", followed by `ending`.

    If the day is unknown, the name has today's date. A day that the local time zone cannot express is left out.
    """
    names = [services.people.name(seat) for seat in record.owners]
    played = local_time(record.played)
    day = services.today if not record.played else None if played is None else played.date()
    return file_name(record, day, names, ending)


def picture_ending(ply: int) -> str:
    """Return the end of a picture's file name, which has the number of the position."""
    return f" {ply}.png"


def close_up(stage: Stage, spec: GameSpec, size: tuple[int, int]) -> Sprite:
    """Draw the game's board near the end of its demonstration, turned a little and enlarged to fill `size` pixels."""
    demo = lessons_of(spec).demo
    state = reach(spec, demo.end).steps[-1].before
    cos, sin = math.cos(math.radians(TURN)), math.sin(math.radians(TURN))
    side = math.ceil(max(size[0] * cos + size[1] * sin, size[0] * sin + size[1] * cos))
    options = resolve(spec.options, demo.position.options)
    board = picture_board(stage, spec, options)
    board.layout(pygame.Rect(0, 0, side, side), IDENTITIES[: spec.seat_count(options)], 0)
    sheet = SurfaceCanvas.blank((side, side))
    board.drawing.draw_ground(sheet)
    board.drawing.draw(sheet, view_of(board, state))
    turned = pygame.transform.rotozoom(sheet.surface, TURN, 1.0)
    picture = pygame.Surface(size, 0, 32)
    picture.blit(stage.assets.cover(stage.table_name, size), (0, 0))
    picture.blit(turned, turned.get_rect(center=(size[0] // 2, size[1] // 2)))
    return Sprite(picture)


def draw_diagram(stage: Stage, spec: GameSpec, diagram: Diagram, size: tuple[int, int]) -> Incremental[Sprite]:
    """Draw the diagram in a few parts, as a square as wide as `size` (pixels).

    If it casts a shadow, the shadow is made first, `size` pixels large.
    """
    if casts_shadow(spec, diagram):
        while not _is_shadow_ready(stage, size):
            yield 0.1
        yield 0.2
    surface = yield from _DiagramDrawing(stage, spec, diagram, size[0]).making()
    return Sprite(surface)


def casts_shadow(spec: GameSpec, diagram: Diagram) -> bool:
    """Whether the diagram fills its square, so that its shadow falls on the card."""
    options = resolve(spec.options, diagram.position.options)
    return bool(diagram.centre) or scenes_of(spec).setup.fills_square(options)


def diagram_shadow(stage: Stage, size: tuple[int, int]) -> Sprite:
    """Draw the shadow of a diagram of `size` pixels."""
    return stage.paint.shadow(size, 0.9, CORNER)


def _is_shadow_ready(stage: Stage, size: tuple[int, int]) -> bool:
    with contextlib.suppress(OverBudgetError), stage.budget.part(PART):
        diagram_shadow(stage, size)
        return True
    return False


class _DiagramDrawing:
    """A diagram that is being drawn. The board has the place and the scale that the diagram needs."""

    def __init__(self, stage: Stage, spec: GameSpec, diagram: Diagram, side: int) -> None:
        self.stage = stage
        self.spec = spec
        self.diagram = diagram
        self.side = side
        options = resolve(spec.options, diagram.position.options)
        self.board = picture_board(stage, spec, options)
        self.identities = IDENTITIES[: spec.seat_count(options)]
        self.reached = reach(spec, diagram.position)
        self.unit = self._place() / BOARD_SIDE

    def making(self) -> Incremental[pygame.Surface]:
        """Draw everything, in order."""
        blank, view = SurfaceCanvas.blank((self.side, self.side)), self._view()
        sheet = yield from self._with(blank, 0.2, self.board.drawing.draw_ground)
        yield 0.5
        sheet = yield from self._with(sheet, 0.5, self._draw_lit, lambda on: self.board.drawing.draw(on, view))
        yield 0.8
        sheet = yield from self._with(sheet, 0.8, self._draw_marks)
        yield 0.9
        if self.diagram.centre:
            _round_corners(sheet.surface, self.stage.metrics.px(CORNER))
            sheet.blit(tile_frame(self.stage, sheet.surface.get_size()), (0, 0))
        return sheet.surface

    def _with(
        self, below: SurfaceCanvas, share: float, *drawings: Callable[[SurfaceCanvas], None]
    ) -> Incremental[SurfaceCanvas]:
        """Return `below` with `drawings` added.

        If their pictures take longer than a part may, the drawing is tried again in the next part.
        """
        while (sheet := self._tried(below, drawings)) is None:
            yield share
        return sheet

    def _tried(self, below: SurfaceCanvas, drawings: Sequence[Callable[[SurfaceCanvas], None]]) -> SurfaceCanvas | None:
        """Try the drawing once.

        Returns None if the time ran out; the unfinished drawing and the error are then released.
        """
        sheet = SurfaceCanvas(below.surface.copy())
        with contextlib.suppress(OverBudgetError), self.stage.budget.part(PART):
            for draw in drawings:
                draw(sheet)
            return sheet
        return None

    def _place(self) -> int:
        """Lay out the board, whole or as a close-up around the centre. Returns its side in pixels."""
        if not self.diagram.centre:
            inset = (
                0 if self.board.setup.fills_square(self.board.context.options) else self.side // 20
                # Leaves room for the board's shadow.
            )
            whole = pygame.Rect(0, 0, self.side, self.side).inflate(-2 * inset, -2 * inset)
            self.board.layout(whole, self.identities, self.diagram.bottom)
            return whole.width
        size = round(CLOSE_UP * self.side)
        self.board.layout(pygame.Rect(0, 0, size, size), self.identities, self.diagram.bottom)
        middle = self._area(self.diagram.centre).center
        inset = self.stage.metrics.px(FRAME)
        left, top = (min(inset, max(self.side - inset - size, self.side // 2 - at)) for at in middle)
        self.board.layout(pygame.Rect(left, top, size, size), self.identities, self.diagram.bottom)
        return size

    def _area(self, place: str) -> pygame.Rect:
        return self.board.input.area(self.reached.state, self.spec.rules.parse(place))

    def _view(self) -> View[object, object, object]:
        rules = self.spec.rules
        state = self.reached.state
        legal: tuple[object, ...] = ()
        selection = None
        if self.diagram.offered:
            legal = tuple(rules.legal(state, rules.actors(state)[0]))
        if self.diagram.considered:
            legal = (rules.parse(self.diagram.considered),)
            selection = self.board.input.considering(legal[0])
        last = self.reached.steps[-1] if self.diagram.shows_last else None
        lights = dict.fromkeys(self.diagram.lights, 1.0)
        return view_of(self.board, state, legal=legal, selection=selection, last=last, lights=lights)

    def _draw_lit(self, sheet: SurfaceCanvas) -> None:
        line = 2.5 * self.unit
        for place in self.diagram.lit:
            rect = self._area(place)
            body = svg.box(0, 0, *rect.size, CELL_RADIUS * self.unit, fill=theme.HIGHLIGHT, opacity=0.38)
            body += svg.box(0, 0, *rect.size, CELL_RADIUS * self.unit, stroke=theme.HIGHLIGHT, line=line)
            sheet.blit(svg.render(body, *rect.size), rect.topleft)

    def _draw_marks(self, sheet: SurfaceCanvas) -> None:
        body = ""
        for mark in self.diagram.marks:
            if isinstance(mark, Ring):
                rect = self._area(mark.place)
                self.stage.blit(sheet, self.stage.paint.ring(rect.size, CELL_RADIUS, 1, CELL_RADIUS), rect.topleft)
            elif isinstance(mark, Arrow):
                body += arrow(self._area(mark.begin), self._area(mark.end), mark.bend, mark.barred, self.unit)
            elif isinstance(mark, BarredSign):
                body += sign(self._area(mark.place).center, self.unit)
            else:
                body += misfit(self._area(mark.first), self._area(mark.second), self.unit)
        sheet.blit(svg.render(body, *sheet.surface.get_size()), (0, 0))


def _round_corners(surface: pygame.Surface, radius: int) -> None:
    """Cut off the corners that the frame does not cover."""
    mask = pygame.Surface(surface.get_size(), pygame.SRCALPHA, 32)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=radius)
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)

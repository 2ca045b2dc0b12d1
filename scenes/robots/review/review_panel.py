"""A look back at a round, over the board: the numbers declared, what was shown and the shortest route, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.robots.state import Move, State
from scenes.kit import theme
from scenes.kit.canvas import Target
from scenes.kit.fonts import Style
from scenes.robots import phrases
from scenes.robots.effects import Effects
from scenes.robots.geometry import FRAME, Geometry
from scenes.robots.ground import Ground
from scenes.robots.motion.film import Film, film_of
from scenes.robots.painter import RobotsPainter
from scenes.robots.review.rounds import Round, Try
from scenes.robots.selection import LookingBack, Watching
from scenes.robots.sprites import Sprites
from scenes.services import Services
from scenes.table.board import View

MARGIN, GAP = 22, 20  # board units
HEAD, FOOT, ROUTE = 96, 92, 66
TITLE = Style(40, theme.IVORY, bold=True)
LABEL = Style(theme.GLYPH, theme.HIGHLIGHT, bold=True)
TEXT = Style(theme.CAPTION, theme.MUTED)
TOKEN = 22
ARROW = Style(44, theme.BRASS_LIGHT, bold=True)
STEPPER, STEP_HEIGHT = 156, 44


class ReviewPanel:
    """Draws the look back for one layout of the board."""

    def __init__(self, services: Services, geometry: Geometry) -> None:
        rect, art = geometry.rect, geometry.art
        self.services = services
        self.stage = services.stage
        unit = rect.width / FRAME
        self.panel = rect.inflate(-2 * round(10 * unit), 0)
        side = (self.panel.width - 2 * round(MARGIN * unit) - round(GAP * unit)) // 2
        self.panel.height = round((HEAD + FOOT + ROUTE + 64) * unit) + side
        self.panel.center = rect.center
        self._unit = unit
        top = self.panel.top + round((HEAD + 46) * unit)
        left = self.panel.left + round(MARGIN * unit)
        self.boards = [
            _SmallBoard(services, pygame.Rect(x, top, side, side), art, slot)
            for slot, x in (("shown", left), ("best", left + side + round(GAP * unit)))
        ]
        self._films: dict[tuple[int, tuple[Move, ...]], Film] = {}

    def draw(
        self,
        canvas: Target,
        past: Round,
        names: Sequence[str],
        identities: Sequence[str],
        now: float,
        looking: LookingBack,
    ) -> None:
        """Draw the panel at a time of the stage."""
        time = now - looking.since
        stage, unit = self.stage, self._unit
        stage.put(canvas, stage.paint.panel("lacquer", self.panel.size, radius=24, lift=1.3), self.panel.topleft)
        self._head(canvas, past)
        shown, best = past.shown, past.best
        several = len(past.routes) > 1
        if several:
            best = past.routes[looking.route % len(past.routes)]
        first, second = self.boards
        first.draw(canvas, past.start, self._film(past, shown.moves if shown else ()), time)
        second.draw(canvas, past.start, self._film(past, best or ()), time)
        self._label(canvas, first.rect, self._shown_label(shown, names), shown.moves if shown else ())
        room = second.rect.width - (self.stepper.width + round(GAP * unit) if several else 0)
        self._label(canvas, second.rect, self.best_label(past), best or (), room)
        if several:
            self._draw_stepper(canvas, looking.route % len(past.routes), len(past.routes))
        self._bids(canvas, past, identities, self.panel.bottom - round(FOOT * unit / 2))

    def _film(self, past: Round, moves: tuple[Move, ...]) -> Film:
        key = (past.ply, moves)
        if key not in self._films:
            self._films = {kept: film for kept, film in self._films.items() if kept[0] == past.ply}
            self._films[key] = film_of(past.start, moves)
        return self._films[key]

    def _head(self, canvas: Target, past: Round) -> None:
        stage, unit = self.stage, self._unit
        radius = round(34 * unit)
        chip = self.boards[0].sprites.chip(past.start.chip, radius)
        x, y = (
            self.panel.left + round(MARGIN * unit) + radius,
            self.panel.top + round(HEAD * unit / 2) + round(4 * unit),
        )
        stage.put(canvas, chip, (x, y))
        room = pygame.Rect(x + radius + round(18 * unit), self.panel.top, 0, round(HEAD * unit))
        room.width = self.panel.right - round(MARGIN * unit) - room.left
        text = phrases.task(stage.t, past.start.chip)
        style = stage.shrunk(text, stage.capped(TITLE, 1.15), room.width)
        stage.text(canvas, text, (room.left, y + round(0.366 * style.size * self._type)), style, width=room.width)

    @property
    def _type(self) -> float:
        return self.stage.metrics.scale * self.stage.metrics.text_scale

    def _shown_label(self, shown: Try | None, names: Sequence[str]) -> str:
        t = self.stage.t
        if shown is None:
            return t("robots.review.nobody")
        key = "robots.review.arrived" if shown.end == "won" else "robots.review.failed"
        return t(key, name=names[shown.seat], count=len(shown.moves))

    def best_label(self, past: Round) -> str:
        """What stands over the shortest route."""
        best = past.best
        if best is None:
            return self.stage.t("robots.review.looking")
        if len(past.routes) > 1:
            key = "robots.review.routes" if past.complete else "robots.review.routes_or_more"
            return self.stage.t(key, count=len(past.routes))
        return self.stage.t("robots.review.best", count=len(best)) if best else self.stage.t("robots.review.none")

    def _label(
        self, canvas: Target, board: pygame.Rect, label: str, moves: Sequence[Move], room: int | None = None
    ) -> None:
        """What a small board shows: a heading above it, no wider than the `room`, its moves below."""
        stage = self.stage
        room = board.width if room is None else room
        style = stage.shrunk(label, stage.capped(LABEL, 1.1), room, 20)
        stage.text(canvas, label, (board.left, board.top - round(14 * self._unit)), style, width=room)
        lines, text = stage.fitted(
            phrases.route(stage.t, moves), stage.capped(TEXT, 1.1), board.width, round(70 * self._unit)
        )
        first = board.bottom + round(8 * self._unit) + stage.fonts.ascent(text)
        stage.paragraph(canvas, lines[:2], (board.left, first), text)

    @property
    def stepper(self) -> pygame.Rect:
        """Above the board with the shortest route, at the right: an arrow, which of them it is, an arrow."""
        unit, board = self._unit, self.boards[1].rect
        place = pygame.Rect(0, 0, round(STEPPER * unit), round(STEP_HEIGHT * unit))
        place.bottomright = (board.right, board.top - round(4 * unit))
        return place

    def step_at(self, point: tuple[int, int]) -> int:
        """Which way a press goes among several shortest routes: the left of the stepper back, else on; 0 elsewhere."""
        reach = self.stepper.inflate(round(16 * self._unit), round(12 * self._unit))
        if reach.collidepoint(point):
            return -1 if point[0] < self.stepper.centerx else 1
        return 1 if self.boards[1].rect.collidepoint(point) else 0

    def _draw_stepper(self, canvas: Target, route: int, number: int) -> None:
        stage, place = self.stage, self.stepper
        stage.put(canvas, stage.paint.well(place.size), place.topleft)
        space = place.width // 4
        for left, sign in ((place.left, "‹"), (place.right - space, "›")):
            arrow = pygame.Rect(left, place.top, space, place.height)
            stage.centred(canvas, sign, arrow, stage.capped(ARROW, 1.0), space)
        text = f"{route + 1}/{number}"
        style = stage.shrunk(text, stage.capped(LABEL, 1.0), place.width - 2 * space, 20)
        stage.centred(canvas, text, place, style, place.width - 2 * space)

    def _bids(self, canvas: Target, past: Round, identities: Sequence[str], y: int) -> None:
        """Everybody's lowest number; the ones that failed are struck out."""
        stage, px = self.stage, self.stage.metrics.px
        failed = {shown.seat for shown in past.tries if shown.end not in ("won", None)}
        x = self.panel.left + round(MARGIN * self._unit)
        label = stage.t("robots.review.bids")
        style = stage.capped(TEXT, 1.0)
        place = stage.text(canvas, label, (x, y + round(0.366 * style.size * self._type)), style)
        x = place.right + px(24)
        number = stage.capped(Style(40, theme.IVORY, bold=True), 1.0)
        for seat, lowest in sorted(past.lowest().items(), key=lambda pair: pair[1]):
            stage.put(canvas, self.services.identities.token(identities[seat], TOKEN), (x, y - px(TOKEN)))
            color = theme.MUTED if seat in failed else theme.HIGHLIGHT if seat == past.winner else theme.IVORY
            at = (x + px(2 * TOKEN + 10), y + round(0.366 * number.size * self._type))
            place = stage.text(canvas, str(lowest), at, number._replace(color=color))
            if seat in failed:
                line = stage.paint.line(place.width + px(8), theme.WARN, 0.9)
                canvas.blit(line.surface, (place.left - px(4), y))
            x = place.right + px(30)


class _SmallBoard:
    """A board with a film on it."""

    def __init__(self, services: Services, rect: pygame.Rect, art: dict[str, Any], slot: str) -> None:
        self.stage = services.stage
        self.rect = rect
        left, _, width, _ = art["field"]
        side = round(rect.width * FRAME / width)
        outer = pygame.Rect(rect.x - round(left * side / FRAME), rect.y - round(left * side / FRAME), side, side)
        self.geometry = Geometry(outer, art)
        self.sprites = Sprites(services, self.geometry)
        effects = Effects(services.stage, self.geometry, self.sprites)
        ground = Ground(services, self.geometry, self.sprites, f"small {slot}")
        self._painter = RobotsPainter(services.stage, self.geometry, self.sprites, effects, ground)

    def draw(self, canvas: Target, start: State, film: Film, time: float) -> None:
        shown = film.at(time, self.stage.look.reduced_motion)
        self._painter.draw(canvas, View(start, shown.placements, (), Watching(), shown.effects))

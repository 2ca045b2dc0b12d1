"""A look back at a round, over the board: the numbers declared, what was shown and the shortest route, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from game.robots.state import Move, State
from scenes.kit import theme
from scenes.kit.boxes import Part, Places, cell, column, row, within
from scenes.kit.canvas import Target
from scenes.kit.fonts import Style
from scenes.robots import phrases
from scenes.robots.effects import Effects
from scenes.robots.geometry import Geometry
from scenes.robots.ground import Ground
from scenes.robots.motion.film import Film, film_of
from scenes.robots.painter import RobotsPainter
from scenes.robots.review.rounds import Round, Try
from scenes.robots.selection import LookingBack, Watching
from scenes.robots.sprites import Sprites
from scenes.services import Services
from scenes.table.contract.view import View
from scenes.table.grid import FRAME

INSET, MARGIN, GAP = 10, 22, 20  # board units, as the next: from the board to the panel, to what is on it, between
HEAD, LABEL_HEIGHT, ROUTE, FOOT = 96, 46, 84, 92
TITLE = Style(40, theme.IVORY, bold=True)
LABEL = Style(theme.GLYPH, theme.HIGHLIGHT, bold=True)
TEXT = Style(theme.CAPTION, theme.MUTED)
TOKEN = 22
ARROW = Style(44, theme.BRASS_LIGHT, bold=True)
STEPPER = 156


def _plan(side: float) -> Part:
    """The `chip` with its `task`, two boards (`small`), each between its `label` and its `route`, and the `bids`.

    Board units, as are all of this panel.
    """
    head = row(cell("chip", 68), cell("task"), size=HEAD, gap=18, pad=(0, 18, 0, 10))
    labels = cell("label"), row(cell("label"), cell("stepper", STEPPER), gap=GAP)
    halves = (
        column(
            row(label, size=LABEL_HEIGHT), cell("small", side), row(cell("route"), size=ROUTE, pad=(0, 8, 0, 6)), gap=0
        )
        for label in labels
    )
    page = column(head, row(*halves, size=LABEL_HEIGHT + side + ROUTE, gap=GAP), row(cell("bids"), size=FOOT), gap=0)
    return column(page, name="panel", pad=(MARGIN, 0))


class ReviewPanel:
    """Draws the look back for one layout of the board."""

    def __init__(self, services: Services, geometry: Geometry) -> None:
        rect, art = geometry.rect, geometry.art
        self.services = services
        self.stage = services.stage
        self._unit = unit = rect.width / FRAME
        width = FRAME - 2 * INSET
        side = (width - 2 * MARGIN - GAP) / 2
        box = (0.0, 0.0, width, HEAD + LABEL_HEIGHT + side + ROUTE + FOOT)
        corner = rect.left + INSET * unit, rect.centery - box[3] / 2 * unit
        self.places = places = Places(_plan(side), box, corner, unit)
        self.panel = places["panel"]
        slots = zip(places.all("small"), ("shown", "best"), strict=True)
        self.boards = [_SmallBoard(services, place, art, slot) for place, slot in slots]
        self._films: dict[tuple[int, tuple[Move, ...]], Film] = {}

    def draw(
        self, canvas: Target, past: Round, names: Sequence[str], identities: Sequence[str], looking: LookingBack
    ) -> None:
        """Draw the panel as it is now."""
        stage, time = self.stage, self.stage.time - looking.since
        stage.put(canvas, stage.paint.panel("lacquer", self.panel.size, radius=24, lift=1.3), self.panel.topleft)
        self._head(canvas, past)
        shown, best = past.shown, past.best
        several = len(past.routes) > 1
        if several:
            best = past.routes[looking.route % len(past.routes)]
        first, second = self.boards
        first.draw(canvas, past.start, self._film(past, shown.moves if shown else ()), time)
        second.draw(canvas, past.start, self._film(past, best or ()), time)
        label, other = self.places.all("label")
        self._label(canvas, 0, label, self._shown_label(shown, names), shown.moves if shown else ())
        other = other if several else other.union(self.stepper)
        self._label(canvas, 1, other, self.best_label(past), best or ())
        if several:
            self._draw_stepper(canvas, looking.route % len(past.routes), len(past.routes))
        self._bids(canvas, past, identities, self.places["bids"])

    def _film(self, past: Round, moves: tuple[Move, ...]) -> Film:
        key = (past.ply, moves)
        if key not in self._films:
            self._films = {kept: film for kept, film in self._films.items() if kept[0] == past.ply}
            self._films[key] = film_of(past.start, moves)
        return self._films[key]

    def _head(self, canvas: Target, past: Round) -> None:
        stage, chip = self.stage, self.places["chip"]
        stage.put(canvas, self.boards[0].sprites.chip(past.start.chip, chip.width // 2), chip.center)
        task = phrases.task(stage.t, past.start.chip)
        stage.label(canvas, task, self.places["task"], TITLE, grow=1.15)

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

    def _label(self, canvas: Target, index: int, room: pygame.Rect, label: str, moves: Sequence[Move]) -> None:
        """What a small board shows: a heading above it, in the `room`, its moves below."""
        stage, below = self.stage, self.places.all("route")[index]
        stage.label(canvas, label, room, LABEL, grow=1.1, least=20)
        stage.label(canvas, phrases.route(stage.t, moves), below, TEXT, lines=2, grow=1.1, top=True)

    @property
    def stepper(self) -> pygame.Rect:
        """Above the board with the shortest route, at the right: an arrow, which of them it is, an arrow."""
        return self.places["stepper"]

    def step_at(self, point: tuple[int, int]) -> int:
        """Which way a press goes among several shortest routes: the left of the stepper back, else on; 0 elsewhere."""
        reach = self.stepper.inflate(round(16 * self._unit), round(12 * self._unit))
        if reach.collidepoint(point):
            return -1 if point[0] < self.stepper.centerx else 1
        return 1 if self.boards[1].rect.collidepoint(point) else 0

    def _draw_stepper(self, canvas: Target, route: int, number: int) -> None:
        stage, place = self.stage, self.stepper
        stage.put(canvas, stage.paint.well(place.size), place.topleft)
        parts = within(stage.metrics, place, row(cell("‹"), cell("which", share=2), cell("›"), gap=0))
        for sign in "‹›":
            stage.label(canvas, sign, parts[sign], ARROW, "centre")
        stage.label(canvas, f"{route + 1}/{number}", parts["which"], LABEL, "centre", least=20)

    def _bids(self, canvas: Target, past: Round, identities: Sequence[str], room: pygame.Rect) -> None:
        """Everybody's lowest number; the ones that failed are struck out."""
        stage, px = self.stage, self.stage.metrics.px
        failed = {shown.seat for shown in past.tries if shown.end not in ("won", None)}
        x, y = stage.label(canvas, stage.t("robots.review.bids"), room, TEXT).right + px(24), room.centery
        number = stage.capped(Style(40, theme.IVORY, bold=True), 1.0)
        for seat, lowest in sorted(past.lowest().items(), key=lambda pair: pair[1]):
            stage.put(canvas, self.stage.identities.token(identities[seat], TOKEN), (x, y - px(TOKEN)))
            color = theme.MUTED if seat in failed else theme.HIGHLIGHT if seat == past.winner else theme.IVORY
            at = (x + px(2 * TOKEN + 10), y + stage.drop(number))
            place = stage.text(canvas, str(lowest), at, number._replace(color=color))
            if seat in failed:
                line = stage.paint.line(place.width + px(8), theme.WARN, 0.9)
                canvas.blit(line.surface, (place.left - px(4), y))
            x = place.right + px(30)


class _SmallBoard:
    """A board with a film on it."""

    def __init__(self, services: Services, rect: pygame.Rect, art: Mapping[str, Any], slot: str) -> None:
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

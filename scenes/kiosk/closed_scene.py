"""The closed table: nearly black, with a finished game's board and the time of opening."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from datetime import date, datetime, timedelta

import pygame

from game.core.kinds import next_language
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES, NAMES
from game.registry import GAMES, find
from scenes.kit.drawing import svg
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.surfaces import native
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Shape, cell, column, places, row
from scenes.kit.scene import Nav, Scene
from scenes.kit.text.strings import day_and_month
from scenes.kit.widgets.page import BADGE_SIZE, house_badge
from scenes.services import Services
from scenes.table.pictures import position_picture

TURN = 6  # degrees anticlockwise by which the board is turned
BOARDS = {Shape.WIDE: (1545, 577, 1000), Shape.CLASSIC: (1400, 560, 900), Shape.TALL: (640, 1760, 1000)}
"""The board's middle and side in design pixels. Each shape of window shows another part of the board."""
WIDTH = 752  # width of the texts in design pixels
REACH, UP = 96, 160  # farthest shift of the texts to either side, and up or down
# The number of moves in which the texts go round a figure of eight. No move exceeds 16 design pixels.
STOPS = 132
# Seconds between two moves, and of one move: the texts fade out, move and fade in.
MOVE_EVERY, MOVE_SECONDS = 60.0, 0.6
FADE_AFTER, FADE_SECONDS = 30 * 60.0, 60.0
FADED = 0.04  # the board's opacity once it has faded
BRIGHT_SECONDS = 3.0
# Brightness in the middle of the light (60 % across, 40 % down the window) and at the window's edge.
LIGHT = ((0.0, 0.26), (1.0, 0.05))
# The badge's opacity, and the colours of texts. Of each pair, the first value is the usual one, and the second is for a
# while after a touch.
BADGE = (0.55, 0.84)
NAME = ("#7A6644", "#B89A66")
OPENS = ("#A8947A", "#DFD3BF")
OTHER = ("#7D6E5C", "#B9A88F")
LETTERS = Style(48, NAME[0], bold=True, spacing=8)
TITLE, SECOND, TODAY = Style(104, OPENS[0], bold=True), Style(44, OTHER[0]), Style(36, OTHER[0])
WORD = "KISSATEN"


class ClosedScene(Scene):
    """Shows when the table opens; a touch brightens it for a moment. `KioskGuard` ends this scene."""

    rests = True
    is_dark = True

    def __init__(
        self,
        services: Services,
        opening: Callable[[], datetime | None],
        clock: Callable[[], datetime] = datetime.now,
        game: str = "",
    ) -> None:
        """`opening` and `clock` give local times. `game` is the id of the game to show, "" for the first game."""
        super().__init__(services.stage)
        self.services = services
        self.spec = find(game or next(iter(GAMES)))
        self._opening = opening
        self._clock = clock
        self._record = services.offers.last_result(self.spec.id) or _untouched(self.spec)
        self.time = 0.0  # seconds since closing
        self.bright = 0.0  # remaining seconds of brighter texts

    def enter(self) -> None:
        self.resized()

    def resized(self) -> None:
        stage, shape = self.stage, self.stage.metrics.shape
        is_tall = shape is Shape.TALL
        self._left = (shape.value[0] - WIDTH) // 2 if is_tall else 160 if shape is Shape.WIDE else 72
        word = stage.natural(WORD, stage.limit_scale(LETTERS, 1.0)) + 2
        room = cell() if is_tall else None
        head = row(room, cell("badge", BADGE_SIZE), cell("word", fit=word), cell(), size=BADGE_SIZE, gap=36)
        opens = cell(size=44), cell("opens", 150), cell("other", 56)
        today = cell(size=46), cell("line", 2), cell(size=28), cell("today", 50)
        texts = column(head, *opens, *today, across=WIDTH, gap=0)
        self.places = places(stage.metrics, column(texts, pad=(self._left, 616 if is_tall else 296, 0, 0)))

    def leave(self) -> None:
        self.covered()

    def covered(self) -> None:
        for key in (self.ground_key, self.board_key):
            self.stage.paint.forget(key)

    # Time and presses

    def tick(self, dt: float) -> Nav | None:
        self.time += dt
        self.bright = max(0.0, self.bright - dt)
        return None

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is not Kind.HOVER:
            self.bright = BRIGHT_SECONDS
        return None

    @property
    def shift(self) -> tuple[int, int]:
        """The shift of the texts in pixels."""
        passed = self.time % MOVE_EVERY
        moved = int(self.time / MOVE_EVERY) - (0 if passed >= self._half else 1)
        angle = 2 * math.pi * max(0, moved) / STOPS
        reach, scale = min(REACH, self._left - 24), self.stage.metrics.scale
        return round(reach * math.sin(angle) * scale), round(UP * math.sin(2 * angle) * scale)

    @property
    def _half(self) -> float:
        """Seconds in which the texts fade out. Fading in takes as long."""
        return self.stage.seconds(MOVE_SECONDS) / 2

    @property
    def seen(self) -> float:
        """The opacity of the texts, 0 to 1: they fade out before a move and in after it."""
        passed = self.time % MOVE_EVERY
        if self.time < MOVE_EVERY or passed >= 2 * self._half:
            return 1.0
        return ease_out(abs(passed / self._half - 1))

    @property
    def board_share(self) -> float:
        """The opacity of the board, 0 to 1."""
        gone = min(1.0, max(0.0, (self.time - FADE_AFTER) / FADE_SECONDS))
        return 1 - (1 - FADED) * gone

    @property
    def is_animated(self) -> bool:
        return self.seen < 1

    @property
    def spoken(self) -> str:
        return opening_text(self.stage.t, self._opening(), self._clock())

    # Drawing

    @property
    def ground_key(self) -> Hashable:
        return "closed table", self.stage.metrics.size

    @property
    def board_key(self) -> Hashable:
        return "closed board", self.stage.metrics.size, self.spec.id

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        stage.blit(canvas, stage.paint.cached(self.ground_key, self._dark_table), (0, 0))
        stage.blit(canvas, stage.paint.cached(self.board_key, self._dark_board), (0, 0), self.board_share)
        seen = self.seen
        if seen > 0:
            self._draw_texts(canvas, seen)

    def _draw_texts(self, canvas: Canvas, seen: float) -> None:
        stage, is_bright = self.stage, self.bright > 0
        align = "centre" if stage.metrics.shape is Shape.TALL else "left"
        at = {name: self.places[name].move(self.shift) for name in self.places}

        def write(name: str, text: str, style: Style, colors: tuple[str, str], align: str = align) -> None:
            stage.label(canvas, text, at[name], style._replace(color=colors[is_bright]), align, alpha=seen)

        stage.blit(canvas, house_badge(stage), at["badge"].topleft, BADGE[is_bright] * seen)
        write("word", WORD, LETTERS, NAME)
        now, opening = self._clock(), self._opening()
        write("opens", opening_text(stage.t, opening, now), TITLE, OPENS)
        with stage.strings.in_language(next_language(stage.strings.language)):
            other = opening_text(stage.t, opening, now)
        write("other", other, SECOND, OTHER)
        stage.blit(canvas, stage.paint.line(at["line"].width, NAME[is_bright], 0.8), at["line"].topleft, seen)
        write("today", day_text(stage.t, now.date()), TODAY, OTHER, "left")
        write("today", f"{now:%H:%M}", TODAY, OTHER, "right")

    def _dark_table(self) -> Sprite:
        """Draw the table with hardly any light."""
        surface = native(self.stage.table)
        surface.blit(_shade(surface.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        return Sprite(surface)

    def _dark_board(self) -> Sprite:
        """Draw the turned board, cut off at the window's edge and as dark as the table."""
        stage = self.stage
        x, y, side = BOARDS[stage.metrics.shape]
        size = stage.metrics.px(side)
        board = position_picture(self.services, self.spec, self._record, (size, size)).surface
        turned = pygame.transform.rotozoom(board, TURN, 1.0)
        place = turned.get_rect(center=stage.metrics.point(x, y))
        window = pygame.Rect((0, 0), stage.metrics.size)
        seen = place.clip(window)
        surface = pygame.Surface(seen.size, pygame.SRCALPHA, 32)
        surface.blit(turned, (0, 0), seen.move(-place.left, -place.top))
        shade = _shade(window.size).subsurface(seen)
        surface.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        return Sprite(surface, *seen.topleft)


def _shade(size: tuple[int, int]) -> pygame.Surface:
    """Return a grey picture to multiply the window by; it is darker far from the light."""
    width, height = size
    small = (max(1, width // 8), max(1, height // 8))
    stops = [(f"{share}", _grey(middle)) for share, middle in LIGHT]
    middle = (small[0] * 0.6, small[1] * 0.4)
    defs = svg.radial("lamp", stops, middle, math.hypot(*small) * 0.55)
    body = f'<defs>{defs}</defs><rect width="{small[0]}" height="{small[1]}" fill="url(#lamp)"/>'
    return pygame.transform.smoothscale(svg.render(body, *small), size)


def _grey(middle: float) -> str:
    level = round(middle * 255)
    return f"#{level:02X}{level:02X}{level:02X}"


def _untouched(spec: GameSpec) -> Record:
    """Return the record of a game without actions."""
    options = resolve(spec.options, {})
    pairs = list(zip(NAMES, IDENTITIES, strict=True))[: spec.seat_count(options)]
    return Record(spec.id, options, 0, (), tuple(SeatConfig("human", name=name, identity=own) for name, own in pairs))


Texts = Callable[..., str]


def opening_text(t: Texts, opening: datetime | None, now: datetime) -> str:
    """Say when the table opens, seen from `now`: for example "tomorrow". Both times are local.

    If the time is unknown, `opening` is None.
    """
    if opening is None:
        return t("closed.unknown")
    ahead = (opening.date() - now.date()) // timedelta(days=1)
    at = f"{opening:%H:%M}"
    if ahead <= 0:
        return t("closed.today", time=at)
    if ahead == 1:
        return t("closed.tomorrow", time=at)
    if ahead < 7:
        return t("closed.weekday", weekday=t(f"weekday.long.{opening.weekday()}"), time=at)
    return t("closed.date", date=day_and_month(t, opening), time=at)


def day_text(t: Texts, day: date) -> str:
    """Return the weekday with day and month."""
    return t("closed.day", weekday=t(f"weekday.long.{day.weekday()}"), date=day_and_month(t, day))

"""The closed table: nearly black, with a board that somebody has left and when it opens again."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from datetime import date, datetime, timedelta

import pygame

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.spec import GameSpec
from game.registry import GAMES, find
from game.table import IDENTITIES, NAMES
from scenes.kiosk.captions import in_language, other_language
from scenes.kit import svg, theme
from scenes.kit.badge import BADGE_SIZE, house_badge
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.scene import Nav, Scene
from scenes.kit.timeline import ease_out
from scenes.services import Services
from scenes.table.position import position_picture

TURN = 6  # degrees, against the clock
# Design pixels: the board's middle and side; the left end of the texts and their width; how far all texts are lower
# than in a wide window; how far they go to both sides, and up and down.
_PLACES = {
    Shape.WIDE: ((1545, 577, 1000), (160, 752), 0, (96, 160)),
    Shape.CLASSIC: ((1400, 560, 900), (72, 752), 0, (48, 160)),
    Shape.TALL: ((640, 1760, 1000), (164, 752), 320, (96, 160)),
}
STOPS = 132  # minutes until the texts, on their eight, are back; never more than 16 design pixels in one
MOVE_EVERY, MOVE_SECONDS = 60.0, 0.6  # seconds; fade out, move, fade in
FADE_AFTER, FADE_SECONDS = 30 * 60.0, 60.0
FADED = 0.04  # what is left of the board then
BRIGHT_SECONDS = 3.0
LIGHT = ((0.0, 0.26), (1.0, 0.05))  # what is left of the light in the middle, 60%, 40% of the window, and at its edge
# The badge's share of light and the colours as they are, and for a while after a touch.
BADGE = (0.55, 0.84)
NAME = ("#7A6644", "#B89A66")
OPENS = ("#A8947A", "#DFD3BF")
OTHER = ("#7D6E5C", "#B9A88F")
LETTERS = Style(48, NAME[0], bold=True, spacing=8)
TITLE, SECOND, TODAY = Style(104, OPENS[0], bold=True), Style(44, OTHER[0]), Style(36, OTHER[0])
WORD = "KISSATEN"


class ClosedScene(Scene):
    """Shows when the table opens; a touch brightens it for a moment. Whoever watches the hours leads away from here."""

    rests = True
    is_dark = True

    def __init__(
        self,
        services: Services,
        opening: Callable[[], datetime | None],
        clock: Callable[[], datetime] = datetime.now,
        game: str = "",
    ) -> None:
        """`opening` and `clock` give local times; `game` is the one whose board lies there, the first if it is ""."""
        super().__init__(services.stage)
        self.services = services
        self.spec = find(game or next(iter(GAMES)))
        self._opening = opening
        self._clock = clock
        self._record = services.last_result(self.spec.id) or _untouched(self.spec)
        self.time = 0.0  # seconds since it was closed
        self._bright = 0.0  # seconds for which the texts are brighter

    def leave(self) -> None:
        self.covered()

    def covered(self) -> None:
        for key in (self._ground_key, self._board_key):
            self.stage.paint.forget(key)

    # Time and presses

    def tick(self, dt: float) -> Nav | None:
        self.time += dt
        self._bright = max(0.0, self._bright - dt)
        return None

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is not Kind.HOVER:
            self._bright = BRIGHT_SECONDS
        return None

    @property
    def shift(self) -> tuple[int, int]:
        """How far the texts lie off their place, in pixels."""
        passed = self.time % MOVE_EVERY
        moved = int(self.time / MOVE_EVERY) - (0 if passed >= self._half else 1)
        angle = 2 * math.pi * max(0, moved) / STOPS
        _, _, _, (x, y) = _PLACES[self.stage.metrics.shape]
        scale = self.stage.metrics.scale
        return round(x * math.sin(angle) * scale), round(y * math.sin(2 * angle) * scale)

    @property
    def _half(self) -> float:
        """Seconds in which the texts fade out, and in again."""
        return self.stage.seconds(MOVE_SECONDS) / 2

    @property
    def _seen(self) -> float:
        """How much of the texts is seen, 0..1: they fade out before they move, and in again."""
        passed = self.time % MOVE_EVERY
        if self.time < MOVE_EVERY or passed >= 2 * self._half:
            return 1.0
        return ease_out(abs(passed / self._half - 1))

    @property
    def board_share(self) -> float:
        """How much is left of the board, 0..1."""
        gone = min(1.0, max(0.0, (self.time - FADE_AFTER) / FADE_SECONDS))
        return 1 - (1 - FADED) * gone

    @property
    def lively(self) -> bool:
        return self._seen < 1

    @property
    def spoken(self) -> str:
        return opening_text(self.stage.t, self._opening(), self._clock())

    # Drawing

    @property
    def _ground_key(self) -> Hashable:
        return "closed table", self.stage.metrics.size

    @property
    def _board_key(self) -> Hashable:
        return "closed board", self.stage.metrics.size, self.spec.id

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        stage.put(canvas, stage.paint.once(self._ground_key, self._dark_table), (0, 0))
        stage.put(canvas, stage.paint.once(self._board_key, self._dark_board), (0, 0), self.board_share)
        seen = self._seen
        if seen > 0:
            self._draw_texts(canvas, seen)

    def _draw_texts(self, canvas: Canvas, seen: float) -> None:
        stage, px = self.stage, self.stage.metrics.px
        _, (left, width), lower, _ = _PLACES[stage.metrics.shape]
        x, y = self.shift
        place = stage.metrics.rect(left, 296 + lower, width, 480).move(x, y)
        top, room = place.top, place.width
        centred = stage.metrics.shape is Shape.TALL
        align, at = ("centre", place.centerx) if centred else ("left", place.left)
        bright = self._bright > 0
        letters = stage.capped(LETTERS._replace(color=NAME[bright]), 1.0)
        badge, gap = px(BADGE_SIZE), px(36)
        head = place.left
        if centred:
            head = place.centerx - (badge + gap + stage.fonts.width(WORD, letters)) // 2
        stage.put(canvas, house_badge(stage), (head, top), BADGE[bright] * seen)
        stage.text(canvas, WORD, (head + badge + gap, top + px(73)), letters, alpha=seen)
        now, opening = self._clock(), self._opening()
        text = opening_text(stage.t, opening, now)
        with in_language(stage.strings, other_language(stage.strings.language)):
            other = opening_text(stage.t, opening, now)
        title = stage.shrunk(text, stage.capped(TITLE._replace(color=OPENS[bright]), 1.0), room, theme.CAPTION)
        stage.text(canvas, text, (at, top + px(264)), title, align, alpha=seen)
        second = stage.shrunk(other, stage.capped(SECOND._replace(color=OTHER[bright]), 1.0), room, theme.CAPTION)
        stage.text(canvas, other, (at, top + px(344)), second, align, alpha=seen)
        line = stage.paint.line(room, NAME[bright], 0.8)
        stage.put(canvas, line, (place.left, top + px(408)), seen)
        today = stage.capped(TODAY._replace(color=OTHER[bright]), 1.0)
        stage.text(canvas, day_text(stage.t, now.date()), (place.left, top + px(476)), today, alpha=seen)
        stage.text(canvas, f"{now:%H:%M}", (place.right, top + px(476)), today, "right", alpha=seen)

    def _dark_table(self) -> Sprite:
        """The table with hardly a light on it."""
        surface = self.stage.table.convert()
        surface.blit(_shade(surface.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        return Sprite(surface)

    def _dark_board(self) -> Sprite:
        """The board, turned, as far as it is in the window and as dark as the table."""
        stage = self.stage
        (x, y, side), _, _, _ = _PLACES[stage.metrics.shape]
        size = stage.metrics.px(side)
        board = position_picture(self.services, self.spec, self._record, (size, size)).surface
        turned = pygame.transform.rotozoom(board, TURN, 1.0)
        place = turned.get_rect(center=stage.metrics.point(x, y))
        window = pygame.Rect((0, 0), stage.metrics.size)
        seen = place.clip(window)
        surface = pygame.Surface(seen.size, pygame.SRCALPHA)
        surface.blit(turned, (0, 0), seen.move(-place.left, -place.top))
        shade = _shade(window.size).subsurface(seen)
        surface.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        return Sprite(surface, *seen.topleft)


def _shade(size: tuple[int, int]) -> pygame.Surface:
    """What to multiply a picture of the window with: grey that is darker the farther it is from the lamp."""
    width, height = size
    small = (max(1, width // 8), max(1, height // 8))
    stops = [(f"{share}", _grey(light)) for share, light in LIGHT]
    lamp = (small[0] * 0.6, small[1] * 0.4)
    defs = svg.radial("lamp", stops, lamp, math.hypot(*small) * 0.55)
    body = f'<defs>{defs}</defs><rect width="{small[0]}" height="{small[1]}" fill="url(#lamp)"/>'
    return pygame.transform.smoothscale(svg.render(body, *small), size)


def _grey(light: float) -> str:
    level = round(light * 255)
    return f"#{level:02X}{level:02X}{level:02X}"


def _untouched(spec: GameSpec) -> Record:
    """A game of which nothing has been played."""
    options = resolve(spec.options, {})
    pairs = list(zip(NAMES, IDENTITIES, strict=True))[: spec.seat_count(options)]
    return Record(spec.id, options, 0, (), tuple(SeatConfig("human", name=name, identity=own) for name, own in pairs))


Texts = Callable[..., str]


def opening_text(t: Texts, opening: datetime | None, now: datetime) -> str:
    """When it opens as somebody says it `now`; both are local times. None: nobody knows."""
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
    return t("closed.date", date=_day_and_month(t, opening), time=at)


def day_text(t: Texts, day: date) -> str:
    """The day of the week with day and month."""
    return t("closed.day", weekday=t(f"weekday.long.{day.weekday()}"), date=_day_and_month(t, day))


def _day_and_month(t: Texts, day: date) -> str:
    return t("closed.day_month", day=day.day, month=t(f"month.{day.month}"))

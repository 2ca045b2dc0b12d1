"""A game that somebody left is waiting: go on with it, or begin anew."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from game.core.record import Record
from game.counting import moves_of
from game.registry import find
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.focus_scene import FocusScene
from scenes.kit.fonts import Style
from scenes.kit.intents import Device, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Reply, Told
from scenes.kit.widgets import Button
from scenes.services import Services
from scenes.table.position import position_picture, state_of

# Design pixels: the board; eyebrow and title; game; tokens and names; Continue; New game; time line; sentence.
_PLACES = {
    Shape.WIDE: (
        (137, 180, 720, 720),
        (1008, 96, 816, 168),
        (1008, 280, 816, 64),
        (1008, 368, 816, 64),
        (1008, 488, 816, 184),
        (1008, 712, 816, 128),
        (1008, 904, 816, 8),
        (1008, 928, 816, 48),
    ),
    Shape.CLASSIC: (
        (72, 260, 560, 560),
        (696, 96, 672, 168),
        (696, 280, 672, 64),
        (696, 368, 672, 64),
        (696, 488, 672, 184),
        (696, 712, 672, 128),
        (696, 904, 672, 8),
        (696, 928, 672, 48),
    ),
    Shape.TALL: (
        (160, 500, 760, 760),
        (54, 96, 972, 168),
        (54, 280, 972, 64),
        (54, 368, 972, 64),
        (54, 1352, 972, 184),
        (54, 1576, 972, 128),
        (54, 1768, 972, 8),
        (54, 1788, 972, 48),
    ),
}
EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(92, theme.IVORY, bold=True)
GAME = Style(56, "#FFD98A", bold=True)
NAME = Style(theme.NAME, theme.IVORY, bold=True)
NOTE = Style(theme.HELPER, theme.MUTED)
TOKEN = 28
NAMED = 2  # seats; more are shown by their tokens alone


class WaitingScene(FocusScene):
    """Offers `record` for `seconds`; then, by New game or by Back it is shelved and the table is anybody's.

    With `again` the table itself was away, and the game goes on by itself at the end.
    """

    def __init__(
        self,
        services: Services,
        record: Record,
        seconds: float,
        go_on: Nav,
        start_over: Callable[[], Nav],
        again: bool = False,
    ) -> None:
        super().__init__(services.stage)
        self.services = services
        self.record = record
        self.seconds = max(1.0, seconds)
        self.left = self.seconds
        self._turn = self._whose_turn()
        self._shown = hash(record.to_json())  # tells its board's picture from others
        self.again = again
        self._go_on = go_on
        self._start_over = start_over

    def enter(self) -> None:
        self.resized()
        self.stage.audio.play("open")

    def resized(self) -> None:
        t, rect = self.stage.t, self.stage.metrics.rect
        self.places = [rect(*place) for place in _PLACES[self.stage.metrics.shape]]
        go_on = Button(self.places[4], t("resume.continue"), lambda: self._go_on, kind="primary", size=72)
        new = Button(self.places[5], t("kiosk.new_game"), self._start_over, size=44)
        self.focus.set([go_on, new], go_on if self.focus.current is None else None)

    def told(self, device: Device) -> Told:
        return Told(self.stage.t("kiosk.waiting"), self._game_text())

    @property
    def replies(self) -> Sequence[Reply]:
        return self.button_replies()

    @property
    def spoken_title(self) -> str:
        return f"{self.stage.t('kiosk.waiting')}\n{self._game_text()}"

    def _whose_turn(self) -> str:
        """Whose turn it is, where one of the seats is to move."""
        spec = find(self.record.game)
        actors = spec.rules.actors(state_of(spec, self.record))
        if len(actors) != 1:
            return ""
        return self.stage.t("kiosk.to_move", name=self.services.name(self.record.seats[actors[0]]))

    def _game_text(self) -> str:
        game = self.stage.t(f"game.{self.record.game}")
        return f"{game} · {self.stage.t('archive.moves', count=moves_of(self.record))}"

    @property
    def eyebrow(self) -> str:
        """Who is back."""
        return self.stage.t("kiosk.back_again" if self.again else "kiosk.welcome_back").upper()

    @property
    def note(self) -> str:
        """What happens when the time is over."""
        if self.again:
            return self.stage.t("kiosk.goes_on", seconds=max(1, math.ceil(self.left)))
        return self.stage.t("kiosk.offer_note", time=clock_text(self.left))

    def tick(self, dt: float) -> Nav | None:
        self.left -= dt
        if self.left > 0:
            return super().tick(dt)
        return self._go_on if self.again else self._start_over()

    @property
    def lively(self) -> bool:
        return True

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.BACK:
            return self._start_over()
        if intent.kind is Kind.ANSWER:
            return self.focus.answer(intent.value)
        return self.focus.intent(intent)[1]

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        board, head, game, seats, _, _, line, note = self.places
        key = ("waiting", board.size, self._shown)
        picture = stage.paint.latest(
            "waiting", key, lambda: position_picture(self.services, find(self.record.game), self.record, board.size)
        )
        stage.put(canvas, picture, board.topleft, 0.86)
        px = stage.metrics.px
        centred = stage.metrics.shape is Shape.TALL
        align, left = ("centre", head.centerx) if centred else ("left", head.left)
        eyebrow = self.eyebrow
        style = stage.shrunk(eyebrow, stage.capped(EYEBROW, 1.0), head.width, 20)
        stage.text(canvas, eyebrow, (left, head.top + px(40)), style, align)
        title = stage.t("kiosk.waiting")
        stage.text(canvas, title, (left, head.bottom - px(16)), stage.shrunk(title, TITLE, head.width), align)
        text = self._game_text()
        stage.text(canvas, text, (left, game.bottom - px(16)), stage.shrunk(text, GAME, game.width), align)
        self._draw_seats(canvas, seats, centred)
        stage.put(canvas, stage.paint.veil(line.size, 0.9, "#0D0D0F"), line.topleft)
        gone = max(1, round(line.width * max(0.0, self.left) / self.seconds))
        stage.put(canvas, stage.paint.veil((gone, line.height), 1.0, theme.EYEBROW), line.topleft)
        sentence = self.note
        small = stage.shrunk(sentence, stage.capped(NOTE, 1.0), note.width, 22)
        stage.text(canvas, sentence, (left, note.bottom - px(12)), small, align)
        self.focus.draw(canvas)

    def _draw_seats(self, canvas: Canvas, place: pygame.Rect, centred: bool) -> None:
        """Tokens, with names where there are but two, and whose turn it is."""
        stage, px = self.stage, self.stage.metrics.px
        seats = self.record.seats
        named = len(seats) <= NAMED
        each = place.width * 36 // 100 if named else px(72)
        left = place.left + (max(0, place.width - each * len(seats)) // 2 if centred else 0)
        for index, seat in enumerate(seats):
            x = left + index * each
            name = self.services.name(seat)
            room = each - px(2 * TOKEN + 36)
            style = stage.shrunk(name, stage.capped(NAME, 1.0), room, theme.CAPTION)
            if named and centred:  # token and name in the middle of their part
                x += max(0, room - stage.fonts.width(name, style)) // 2 + px(10)
            token = self.services.identities.token(seat.identity, TOKEN)
            stage.put(canvas, token, (x, place.centery - px(TOKEN)))
            if named:
                stage.text(canvas, name, (x + px(2 * TOKEN + 16), place.centery + px(15)), style, width=room)
        room = place.right - left - each * len(seats) - px(8)
        if self._turn and not centred:
            style = stage.shrunk(self._turn, stage.capped(NOTE, 1.0), room, 22)
            stage.text(canvas, self._turn, (place.right, place.centery + px(11)), style, "right", room)


def clock_text(seconds: float) -> str:
    """Seconds as minutes and seconds: "1:26"."""
    minutes, rest = divmod(max(0, math.ceil(seconds)), 60)
    return f"{minutes}:{rest:02}"

"""A game that somebody left is waiting: go on with it, or begin anew."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.core.record import Record
from game.counting import moves_of
from game.registry import find
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape, cell, column, places, row
from scenes.kit.scene import Nav
from scenes.kit.widgets.page import MARGIN, MOST_GROWTH, QuestionScene
from scenes.kit.widgets.person import Tag, draw_person, person_width
from scenes.kit.widgets.widget import Button
from scenes.services import Services
from scenes.table.pictures.position import position_picture, state_of

EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(96, theme.IVORY, bold=True)
GAME = Style(60, "#FFD98A", bold=True)
TAG = Tag(28, Style(theme.NAME, theme.IVORY, bold=True), gap=16)
NOTE = Style(theme.HELPER, theme.MUTED)
NAMED = 2  # seats; more are shown by their tokens alone


class WaitingScene(QuestionScene):
    """Offers `record` for `seconds`; then, by New game or by Back it is shelved and the table is anybody's.

    With `again` the table itself was away, and the game goes on by itself at the end.
    """

    is_animated = True

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

    def resized(self) -> None:
        t = self.stage.t
        self.places = places(self.stage.metrics, self._page())
        go_on = Button(self.places["go_on"], t("resume.continue"), lambda: self._go_on, kind="primary", size=72)
        new = Button(self.places["new"], t("kiosk.new_game"), self._start_over, size=44)
        self.focus.set([go_on, new], go_on if self.focus.current is None else None)

    @property
    def _is_upright(self) -> bool:
        return self.stage.metrics.shape is Shape.TALL

    def _page(self) -> Part:
        """The board beside the words and answers, or between them where the window is upright."""
        margin = MARGIN[self.stage.metrics.shape]
        head = column(cell("eyebrow", 56), cell("title", 104), size=160, gap=0)
        words = head, cell("game", 64), self._seats()
        answers = cell("go_on", 184), cell("new", 128), cell(size=16), cell("line", 8), cell("note", 48)
        if self._is_upright:
            return column(*words, column(cell("board"), pad=(0, 40, 0, 68)), *answers, pad=(margin, 96, margin, 84))
        beside = column(*words, cell(), *answers, size=832 if self.stage.metrics.shape is Shape.WIDE else 672)
        return row(column(cell("board"), pad=(0, 80)), beside, gap=64, pad=(margin, 96, margin, 104))

    def _seats(self) -> Part:
        """Tokens, with names where there are but two, and whose turn it is; in the middle of an upright window."""
        seats, is_upright = self.record.seats, self._is_upright
        room = cell() if is_upright else None
        if len(seats) > NAMED:
            return row(room, *[cell("seat", 2 * TAG.radius)] * len(seats), room or cell("turn"), size=64, gap=16)
        widths = [person_width(self.stage, TAG, self.services.people.name(seat)) + 2 for seat in seats]
        people = [cell("seat", fit=width) if is_upright else cell("seat", share=36) for width in widths]
        if is_upright:
            return row(*[row(cell(), seat, cell(), gap=0) for seat in people], size=64, gap=0, pad=(136, 0))
        return row(*people, cell("turn", share=28), size=64, gap=16)

    @property
    def question(self) -> tuple[str, str]:
        game = self.stage.t(f"game.{self.record.game}")
        moves = self.stage.t("archive.moves", count=moves_of(self.record))
        return self.stage.t("kiosk.waiting"), f"{game} · {moves}"

    def _whose_turn(self) -> str:
        """Whose turn it is, where one of the seats is to move."""
        spec = find(self.record.game)
        actors = spec.rules.actors(state_of(spec, self.record))
        if len(actors) != 1:
            return ""
        return self.stage.t("kiosk.to_move", name=self.services.people.name(self.record.seats[actors[0]]))

    @property
    def eyebrow(self) -> str:
        """The line that tells who is back."""
        return self.stage.t("kiosk.back_again" if self.again else "kiosk.welcome_back").upper()

    @property
    def note(self) -> str:
        """The line that tells what happens when the time is over."""
        if self.again:
            return self.stage.t("kiosk.goes_on", seconds=max(1, math.ceil(self.left)))
        return self.stage.t("kiosk.offer_note", time=clock_text(self.left))

    def tick(self, dt: float) -> Nav | None:
        self.left -= dt
        if self.left > 0:
            return super().tick(dt)
        return self._go_on if self.again else self._start_over()

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.BACK:
            return self._start_over()
        if intent.kind is Kind.ANSWER:
            return self.focus.answer(intent.value)
        return self.focus.intent(intent)[1]

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        board = pygame.Rect(0, 0, 1, 1).fit(self.places["board"])
        key = ("waiting", board.size, self._shown)
        picture = stage.paint.cached_one(
            "waiting", key, lambda: position_picture(self.services, find(self.record.game), self.record, board.size)
        )
        stage.blit(canvas, picture, board.topleft, 0.86)
        align = "centre" if self._is_upright else "left"
        stage.label(canvas, self.eyebrow.upper(), self.places["eyebrow"], EYEBROW, align, least=20)
        for text, name, style in zip(self.question, ("title", "game"), (TITLE, GAME), strict=True):
            stage.label(canvas, text, self.places[name], style, align, grow=MOST_GROWTH)
        for seat, place in zip(self.record.seats, self.places.all("seat"), strict=True):
            name = self.services.people.name(seat) if len(self.record.seats) <= NAMED else ""
            draw_person(stage, canvas, place, TAG, seat.identity, name)
        if self._turn and "turn" in self.places:
            stage.label(canvas, self._turn, self.places["turn"], NOTE, "right", least=22)
        line = self.places["line"]
        stage.blit(canvas, stage.paint.veil(line.size, 0.9, "#0D0D0F"), line.topleft)
        gone = max(1, round(line.width * max(0.0, self.left) / self.seconds))
        stage.blit(canvas, stage.paint.veil((gone, line.height), 1.0, theme.EYEBROW), line.topleft)
        stage.label(canvas, self.note, self.places["note"], NOTE, align, least=22)
        self.focus.draw(canvas)


def clock_text(seconds: float) -> str:
    """Seconds as minutes and seconds: "1:26"."""
    minutes, rest = divmod(max(0, math.ceil(seconds)), 60)
    return f"{minutes}:{rest:02}"

"""Screens with a countdown: "Still playing?", an offer to resume a game, a minute to wipe the screen.

The first and the last show the countdown as a brass ring.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.core.record import Record
from game.core.times import stopwatch_text
from game.records.playback import moves_of
from game.registry import find
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import KEYBOARD, Intent, Kind, Signal, SignalKind
from scenes.kit.layout import Part, Shape, cell, column, places, row, stack
from scenes.kit.scene import KeyWatchScene, Nav, Pop
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import MARGIN, MOST_GROWTH, QuestionScene
from scenes.kit.widgets.person import Tag, draw_person, person_width
from scenes.kit.widgets.widget import Button
from scenes.services import Services
from scenes.table.art.faces import draw_face_beside, face_of
from scenes.table.pictures import position_picture, state_of

RING_RADIUS = 218  # design pixels; in a ring of this radius the number has the size of FIGURE
SEGMENTS = 15
STEPS = 8  # pictures of the ring per second
FIGURE = Style(168, theme.INK, bold=True)
LEFT, SPENT, DRAINING, LATE = "#E9C274", "#37291C", "#FFF3CC", "#FF9A6B"
# The ring's centre in a dialog, and on a dark screen.
ENAMEL, DARK = "#F6EFDD", "#15110F"


def draw_ring(
    stage: Stage,
    canvas: Canvas,
    middle: tuple[int, int],
    radius: int,
    left: float,
    seconds: float,
    *,
    late: float = 0,
    dark: bool = False,
) -> None:
    """Draw a ring around `middle` (pixels) with `left` of its `seconds`. It glows in the last `late` seconds.

    On a `dark` screen the ring is less bright.
    """
    steps = seconds * STEPS
    step = math.ceil(max(0.0, left / seconds) * steps)
    glows, face = left <= late, DARK if dark else ENAMEL
    key = (radius, step, seconds, glows, face)
    sprite = stage.paint.cached_one("ring", key, lambda: Sprite(_ring(2 * radius, step / steps, glows, face)))
    place = pygame.Rect(middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius)
    stage.blit(canvas, sprite, place.topleft)
    size = FIGURE.size * radius / stage.metrics.px(RING_RADIUS)
    figure = stage.limit_scale(FIGURE._replace(size=size, color=theme.MUTED if dark else FIGURE.color), 1.0)
    stage.centred(canvas, str(max(1, math.ceil(left))), place, figure)


def _ring(side: int, share: float, glows: bool, face: str) -> pygame.Surface:
    """Draw the ring, `side` pixels wide, with `share` of its segments left. They go out clockwise from the top."""
    parts = ['<circle cx="218" cy="218" r="218" fill="#B98F45"/>', '<circle cx="218" cy="218" r="211" fill="#1B1512"/>']
    left = share * SEGMENTS
    for index in range(SEGMENTS):
        begin = 360 / SEGMENTS * index + 1.6
        end = 360 / SEGMENTS * (index + 1) - 1.6
        gone = min(1.0, max(0.0, SEGMENTS - left - index))  # how much of this segment has gone out
        parts.append(_segment(begin, end, SPENT))
        if gone < 1:
            color = LATE if glows else DRAINING if gone > 0 else LEFT
            parts.append(_segment(begin + (end - begin) * gone, end, color))
    parts.append('<circle cx="218" cy="218" r="157" fill="#B98F45"/>')
    parts.append(f'<circle cx="218" cy="218" r="152" fill="{face}"/>')
    return svg.render("".join(parts), side, side, (436, 436))


def _segment(begin: float, end: float, color: str) -> str:
    """Return a part of the ring between two angles, in degrees clockwise from the top."""

    def at(radius: float, angle: float) -> str:
        turn = math.radians(angle)
        return f"{218 + radius * math.sin(turn):.2f} {218 - radius * math.cos(turn):.2f}"

    outer, inner = (at(204, begin), at(204, end)), (at(164, end), at(164, begin))
    path = f"M{outer[0]}A204 204 0 0 1 {outer[1]}L{inner[0]}A164 164 0 0 0 {inner[1]}Z"
    return f'<path d="{path}" fill="{color}"/>'


IGNORED_SECONDS = 0.3  # seconds after the page appears in which a press is no answer
DIM_SECONDS = 0.3
TICKING = 5  # the number of last seconds in which a tick sounds each second
QUESTION = Style(96, theme.INK, bold=True)
HELPER = Style(40, theme.INK_SOFT)
NEW = Style(theme.HELPER, theme.INK_SOFT)


def _page(shape: Shape) -> Part:
    """Lay out the ring beside the words and answers, or above them in an upright window."""
    words = cell("title", 104), cell("note", 116)
    if shape is Shape.TALL:
        return column(
            cell("ring", fit=484, least=440),
            *words,
            cell(size=20),
            cell("yes", 200),
            cell(size=24),
            cell("over", 112),
            gap=16,
            pad=56,
        )
    last = row(cell("new"), cell("over", 288 if shape is Shape.WIDE else 312), size=96, gap=16)
    answers = column(cell(size=8), *words, cell(size=4), cell("yes", 176), cell(size=24), last, gap=16)
    return row(cell("ring", 472 if shape is Shape.WIDE else 400), answers, gap=8, pad=(48, 48, 64, 48))


class StillPlayingScene(QuestionScene):
    """Asks whether anyone still plays. Without an answer, `away` follows.

    Any press means yes, with two exceptions: Up and Down move the focus, and a press on Start over starts over.
    """

    overlay = True
    is_animated = True

    def __init__(self, stage: Stage, seconds: float, away: Callable[[], Nav], start_over: Callable[[], Nav]) -> None:
        """`seconds` is the time to answer."""
        super().__init__(stage)
        self.seconds = seconds
        self.left = seconds
        self.age = 0.0
        self._away = away
        self._start_over = start_over

    def resized(self) -> None:
        t = self.stage.t
        metrics = self.stage.metrics
        is_tall = metrics.shape is Shape.TALL
        width, top, height = (972, 340, 1240) if is_tall else (1280, 160, 720)
        box = ((metrics.design[0] - width) / 2, top, width, height)
        self.places = places(metrics, stack(_page(metrics.shape), name="card"), box)
        self.yes = Button(self.places["yes"], t("kiosk.yes"), Pop, kind="primary", icon="check", size=72)
        self.over = Button(self.places["over"], t("kiosk.start_over"), self._start_over, size=40)
        self.focus.set([self.yes, self.over], self.yes if self.focus.current is None else None)

    @property
    def question(self) -> tuple[str, str]:
        return self.stage.t("kiosk.still"), self.stage.t("kiosk.still_note")

    def tick(self, dt: float) -> Nav | None:
        self.age += dt
        before, self.left = self.left, self.left - dt
        if self.left <= 0:
            return self._away()
        if math.ceil(before) != math.ceil(self.left) <= TICKING:
            self.stage.audio.play("tick")
        return super().tick(dt)

    def intent(self, intent: Intent) -> Nav | None:
        if self.age < IGNORED_SECONDS or intent.repeat:
            return None
        if intent.kind is Kind.ANSWER:
            return self.focus.answer(intent.value)
        if intent.point is not None:
            is_yes = intent.kind is Kind.RELEASE and not self.over.rect.collidepoint(intent.point)
        else:
            is_yes = intent.kind not in (Kind.DOWN, Kind.UP, Kind.CONFIRM)
        return Pop() if is_yes else self.focus.intent(intent)[1]

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        px = stage.metrics.px
        share = ease_out(min(1.0, self.age / stage.seconds(DIM_SECONDS)))
        stage.blit(canvas, stage.paint.veil(stage.metrics.size, 0.66, "#0A0A0A"), (0, 0), share)
        if share < 1:
            return
        card, face = self.places["card"], self.places["ring"]
        panel = stage.paint.panel("enamel", card.size, radius=24, rim=6)
        stage.blit(canvas, panel, card.topleft)
        radius = min(px(RING_RADIUS), face.width * 9 // 20)
        draw_ring(stage, canvas, face.center, radius, self.left, self.seconds, late=TICKING)
        align = "centre" if stage.metrics.shape is Shape.TALL else "left"
        for text, name, style in zip(self.question, ("title", "note"), (QUESTION, HELPER), strict=True):
            stage.label(canvas, text, self.places[name], style, align, lines=3, top=True)
        if "new" in self.places:
            line = stage.paint.line(self.yes.rect.width, theme.INK_SOFT, 0.35)
            stage.blit(canvas, line, (self.yes.rect.left, self.yes.rect.bottom + px(32)))
            stage.label(canvas, stage.t("kiosk.somebody_new"), self.places["new"], NEW)
        self.focus.draw(canvas)


EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(96, theme.IVORY, bold=True)
GAME = Style(60, "#FFD98A", bold=True)
TAG = Tag(28, Style(theme.NAME, theme.IVORY, bold=True), gap=16)
NOTE = Style(theme.HELPER, theme.MUTED)
NAMED = 2  # up to this many seats have names; more have tokens only


class WaitingScene(QuestionScene):
    """Offers to resume `record`. New game or Back puts the game away, so that the table is free.

    Without an answer within `seconds`, the game is put away too. But if the program was restarted (`again`), the game
    resumes.
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
        self._shown = hash(record.to_json())  # identifies the cached picture of the board
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
        """Lay out the board beside the words and answers, or between them in an upright window."""
        margin = MARGIN[self.stage.metrics.shape]
        head = column(cell("eyebrow", 56), cell("title", 104), size=160, gap=0)
        words = head, cell("game", 64), self._seats()
        answers = cell("go_on", 184), cell("new", 128), cell(size=16), cell("line", 8), cell("note", 48)
        if self._is_upright:
            return column(*words, column(cell("board"), pad=(0, 40, 0, 68)), *answers, pad=(margin, 96, margin, 84))
        beside = column(*words, cell(), *answers, size=832 if self.stage.metrics.shape is Shape.WIDE else 672)
        return row(column(cell("board"), pad=(0, 80)), beside, gap=64, pad=(margin, 96, margin, 104))

    def _seats(self) -> Part:
        """Lay out tokens, names if there are two seats, and whose turn it is; centred in an upright window."""
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
        """Return whose turn it is, if one seat is to move."""
        spec = find(self.record.game)
        actors = spec.rules.actors(state_of(spec, self.record))
        if len(actors) != 1:
            return ""
        return self.stage.t("kiosk.to_move", name=self.services.people.name(self.record.seats[actors[0]]))

    @property
    def eyebrow(self) -> str:
        """The line that welcomes people back, or says that the program is back."""
        return self.stage.t("kiosk.back_again" if self.again else "kiosk.welcome_back").upper()

    @property
    def note(self) -> str:
        """The line that says what happens when the time is up."""
        if self.again:
            return self.stage.t("kiosk.goes_on", seconds=max(1, math.ceil(self.left)))
        return self.stage.t("kiosk.offer_note", time=stopwatch_text(self.left))

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
            draw_face_beside(stage, canvas, place, TAG.radius, face_of(seat))
        if self._turn and "turn" in self.places:
            stage.label(canvas, self._turn, self.places["turn"], NOTE, "right", least=22)
        line = self.places["line"]
        stage.blit(canvas, stage.paint.veil(line.size, 0.9, "#0D0D0F"), line.topleft)
        gone = max(1, round(line.width * max(0.0, self.left) / self.seconds))
        stage.blit(canvas, stage.paint.veil((gone, line.height), 1.0, theme.EYEBROW), line.topleft)
        stage.label(canvas, self.note, self.places["note"], NOTE, align, least=22)
        self.focus.draw(canvas)


HOLD_SECONDS = 1.0  # seconds for which a pad's Start and Back are held
ENDING_KEYS = frozenset({pygame.K_ESCAPE, pygame.K_F10})
WIPING_TITLE = Style(96, "#A8947A", bold=True)
WIPING_NOTE = Style(theme.HELPER, "#7D6E5C")
WIPING_LINES = ("cleaning.note", "cleaning.end")


class CleaningScene(KeyWatchScene):  # otherwise F10 would not arrive, and letters would act
    """Gives time to wipe the screen. Pops when the time is over, or at Esc, F10, or a pad's Start and Back together."""

    is_animated = True

    def __init__(self, services: Services, seconds: float = 60.0) -> None:
        super().__init__(services.stage)
        self.seconds = seconds
        self.left = seconds
        self._both = 0.0  # seconds that a pad has held Start and Back

    def resized(self) -> None:
        shape = self.stage.metrics.shape
        above, below, line = (437, 506, 84) if shape is Shape.TALL else (113, 148, 60)
        face = column(cell("ring"), pad=(0, 60, 0, 0))
        lines = [cell("line", line)] * len(WIPING_LINES)
        pad = (MARGIN[shape], above, MARGIN[shape], below)
        self.places = places(self.stage.metrics, column(cell("title", 96), face, *lines, gap=16, pad=pad))

    def intent(self, intent: Intent) -> Nav | None:
        return Pop() if intent.kind is Kind.BACK and intent.device == KEYBOARD else None

    def signal(self, signal: Signal) -> Nav | None:
        return Pop() if signal.kind is SignalKind.KEY_DOWN and signal.code in ENDING_KEYS else None

    def tick(self, dt: float) -> Nav | None:
        before, self.left = self.left, self.left - dt
        devices = self.stage.devices
        held = any(devices.is_down(pad, Kind.PAUSE) and devices.is_down(pad, Kind.RULES) for pad in devices.pads())
        self._both = self._both + dt if held else 0.0
        if self.left <= 0 or self._both >= HOLD_SECONDS:
            return Pop()
        if math.ceil(before) != math.ceil(self.left) <= TICKING:
            self.stage.audio.play("tick")
        return None

    @property
    def spoken(self) -> str:
        return sentences(*(self.stage.t(text) for text in ("cleaning.title", *WIPING_LINES)))

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        stage.blit(canvas, stage.paint.veil(stage.metrics.size, 1.0, "#080706"), (0, 0))
        stage.label(canvas, stage.t("cleaning.title"), self.places["title"], WIPING_TITLE, "centre")
        face = self.places["ring"]
        draw_ring(stage, canvas, face.center, face.height * 2 // 5, self.left, self.seconds, late=TICKING, dark=True)
        for key, place in zip(WIPING_LINES, self.places.all("line"), strict=True):
            stage.label(canvas, stage.t(key), place, WIPING_NOTE, "centre", lines=2, top=True)

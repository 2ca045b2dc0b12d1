"""Cards over the dimmed scene below: a question with its answers, and a card with widgets of its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import NamedTuple

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import DIALOG_RADIUS, LIFT_DIALOG
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import SWITCH, Device, Intent, Kind
from scenes.kit.layout import Part, Shape, cell, column, places, row, within
from scenes.kit.scene import Item, Nav, PhoneView, Pop, Push, Reply, ScanTarget
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import FocusScene
from scenes.kit.widgets.widget import Button, Widget, draw_progress

TITLE = Style(theme.TITLE, theme.INK, bold=True)
# Styles that are tried for titles of several lines.
TITLES = [TITLE, TITLE._replace(size=theme.NAME), TITLE._replace(size=theme.LIST)]
BODY = Style(theme.LIST, theme.INK_SOFT)
DETAIL = Style(theme.CAPTION, theme.INK_SOFT)
OPEN_SECONDS = 0.16
# Opacity of the veil: over a scene, beside a board, and over another card.
VEIL, ASIDE_VEIL, CARD_VEIL = 0.6, 0.24, 0.2
PAD, ASIDE_PAD = 48, 36  # design pixels between the card's edge and its content
BUTTON_HEIGHT = 104
BUTTON_GAP = 24
SEAT = 224  # height of a seat's card in a side panel
EDGE = 24  # design pixels that stay free above and below a card
LIFT = 12  # design pixels by which the title is raised
# The radius of the token before a title, and the gap after it.
TOKEN, TOKEN_GAP = 34, 18
# The size of the bar that shows progress, and the height above the title in which it lies.
PROGRESS, PROGRESS_HEAD = (560, 20), 72
MOST_LINES = 99  # no limit: texts are shown in full
# With many answers, a button's height and gap may shrink to this share.
LEAST_SHARE = 0.6


class DialogAnswer(NamedTuple):
    """A button of the dialog: its label, its result, and whether it is the main button.

    If it is disabled, a press shows `why`. With `is_for_owner`, phones do not offer it.
    """

    label: str
    result: object
    primary: bool = False
    enabled: bool = True
    is_for_owner: bool = False
    why: str = ""


class Dialog(FocusScene):
    """Asks with `title` and `body`; pops with the chosen answer's result, or with `cancel` at Back.

    The answer number `focus` has the focus, by default the main answer. In a row the main answer is the last one. Where
    something could be lost, or others have to agree, the main answer changes nothing.

    `stacked` puts the answers below each other, in `columns`. Answers are also stacked if a row is too narrow for them.
    `head` is the height in design pixels in which `draw_head` draws above the title; if it is not 0, title and text are
    centred. With `aside` the card lies beside the board; with `across` it lies where the card of the opposite seat is.
    `detail` is small text below the body. `identity` puts a seat's token before the title of a question to this seat,
    since the card may cover the token on the seat's own card.
    """

    overlay = True
    opening = "open"

    def __init__(
        self,
        stage: Stage,
        title: str,
        body: str,
        answers: Sequence[DialogAnswer],
        *,
        cancel: object = None,
        stacked: bool = False,
        columns: int = 1,
        width: float = 720,
        head: float = 0,
        focus: int | None = None,
        aside: bool = False,
        across: bool = False,
        detail: str = "",
        identity: str = "",
    ) -> None:
        super().__init__(stage)
        self.title = title
        self.body = body
        self.detail = detail
        self.answers = list(answers) if stacked else sorted(answers, key=attrgetter("primary"))
        self.cancel = cancel
        self.stacked = stacked
        self.columns = columns
        self.design_width = width
        self.head = head
        self.aside = aside
        self.across = across
        self.identity = identity
        self.age = 0.0
        first = next((i for i, answer in enumerate(self.answers) if answer.primary), 0)
        self._first = first if focus is None else focus

    def resized(self) -> None:
        stage, px = self.stage, self.stage.metrics.px
        around = self._around()
        width = around.width if self._is_low else min(px(self.design_width), around.width)
        pad = ASIDE_PAD if self.aside else PAD
        inner = width - 2 * px(pad) - 1
        beside = inner - px(2 * TOKEN + TOKEN_GAP) * bool(self.identity)
        title = stage.shrink_to_width(self.title, TITLE, beside, theme.NAME)
        if stage.fonts.width(self.title, title) > beside:  # even in its smallest type, the title needs several lines
            title = stage.untorn([self.title], TITLES, (beside, around.height))
        below = [] if self._is_low else [("body", self.body, BODY), ("detail", self.detail, DETAIL)]
        self._texts = [("title", self.title, title), *(each for each in below if each[1])]
        head, *parts = self._text(*self._texts[0], beside), *(self._text(*each, inner) for each in self._texts[1:])
        parts = [self._beside_token(head), cell(size=LIFT), *parts, cell(size=36), *self._rows(inner)]
        above = PAD + self.head - LIFT
        wanted = above + sum(part.size or part.fit or 0.0 for part in parts) + PAD
        # A card with large text may cover the seat's card.
        beside_seat = self.aside and stage.metrics.shape is Shape.WIDE
        room = around.height + px(SEAT) * beside_seat if self.aside else around.height - 2 * px(EDGE)
        self.rect = pygame.Rect(0, 0, width, min(px(wanted), room))
        self.rect.center = around.center
        if self.aside and stage.metrics.shape is not Shape.TALL:  # the dialog lies beside the seat's card
            self.rect.top = around.top if self.across else around.bottom - self.rect.height
            if self.rect.height > around.height:
                self.rect.bottom = around.bottom if self.across else around.top + self.rect.height
        page = column(cell("head", above), column(*parts, gap=0, pad=(pad, 0, pad, PAD)), gap=0)
        self.places = within(stage.metrics, self.rect, page)
        widgets = [self._button(*each) for each in zip(self.answers, self.places.all("answer"), strict=True)]
        self.focus.set(widgets, widgets[self._first] if self.focus.current is None else None)

    def _text(self, name: str, text: str, style: Style, width: int) -> Part:
        """A part that is as high as `text` in lines of `width` pixels."""
        height = len(self.stage.lines(text, style, width)) * self.stage.fonts.line_height(style) + 0.5
        return cell(name, height / self.stage.metrics.scale)

    def _beside_token(self, title: Part) -> Part:
        """The title, with room for the token before it, if any."""
        if not self.identity:
            return title
        token, height = cell("token", 2 * TOKEN), title.size or 0.0
        beside = column(cell(), title, cell(), gap=0)
        return row(token, beside, gap=TOKEN_GAP, size=max(height, 2 * TOKEN))

    def _rows(self, width: int) -> list[Part]:
        """The rows of answers in `width` pixels. Buttons and gaps shrink if there is too little room."""
        count, most = len(self.answers), self._per_row(width)
        found: list[Part] = []
        for first in range(0, count, most):
            here = min(most, count - first)
            is_alone = here == 1 and self.stacked and not self._is_low  # a row of its own
            line = [cell("answer")] * here + [cell()] * (0 if is_alone else most - here)
            found.append(cell(fit=BUTTON_GAP, least=LEAST_SHARE * BUTTON_GAP))
            found.append(row(*line, gap=BUTTON_GAP, fit=BUTTON_HEIGHT, least=LEAST_SHARE * BUTTON_HEIGHT))
        return found[1:]

    def _around(self) -> pygame.Rect:
        """The area in whose middle the card lies. With `aside` this area is beside or below the board.

        With `across` the area is on the opposite side of the board. Above the board there is room only for title and
        answers.
        """
        metrics = self.stage.metrics
        if not self.aside:
            return pygame.Rect((0, 0), metrics.size).inflate(-2 * metrics.px(54), 0)
        if metrics.shape is Shape.TALL:
            sidebars = column(cell("across", 318), cell(), cell("own", 540), pad=(54, 14, 54, 28))
        elif metrics.shape is Shape.WIDE:
            own, across = column(cell("own"), cell(size=SEAT)), column(cell(size=SEAT), cell("across"))
            sidebars = row(column(own, size=392), cell(), column(across, size=392), pad=(96, 54, 96, 102))
        else:
            sidebars = row(cell(), cell("own", 378), pad=(54, 54, 72, 102))
        found = places(metrics, sidebars)
        return found["across"] if self.across and "across" in found else found["own"]

    @property
    def _is_low(self) -> bool:
        """Whether the card lies above the board of an upright window."""
        return self.aside and self.across and self.stage.metrics.shape is Shape.TALL

    def _per_row(self, inner: int) -> int:
        """The number of answers in a row: all, if their labels fit."""
        if self.stacked and not self._is_low:
            return self.columns
        count = len(self.answers)
        style = Style(theme.NAME, bold=True)
        # There is no room for a second row, so the labels do not grow with the text scale.
        if self._is_low:
            style = self.stage.limit_scale(style, 1.0)
        widest = max(self.stage.fonts.width(answer.label, style) for answer in self.answers)
        needed = widest + self.stage.metrics.px(48)
        while count > 1 and (inner - self.stage.metrics.px(BUTTON_GAP) * (count - 1)) // count < needed:
            count = -(-count // 2)
        return count

    def _button(self, answer: DialogAnswer, rect: pygame.Rect) -> Widget:
        kind = "primary" if answer.primary else "normal"
        button = Button(rect, answer.label, lambda: self.answered(answer.result), kind=kind, ground=theme.INK)
        button.allow(answer.enabled, answer.why)
        return button

    def answered(self, result: object) -> Nav | None:
        """Act on a chosen answer: pop with its result. Subclasses may do something else."""
        return Pop(result)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.BACK:
            self.stage.audio.play("close")
            return self.answered(self.cancel)
        if intent.kind is Kind.ANSWER:
            is_there = 0 <= intent.value < len(self.answers) and not self.answers[intent.value].is_for_owner
            return self.focus.answer(intent.value) if is_there else None
        return self.focus.intent(intent)[1]

    def scan(self) -> Sequence[Item]:
        """The answers, the focused one first. If something could be lost, the focused answer changes nothing."""
        found: list[Item] = [
            ScanTarget(("answer", index), widget.spoken(self.stage), partial(self.focus.press, widget), (widget.rect,))
            for index, widget in enumerate(self.focus.widgets)
            if widget.enabled
        ]
        first = next((at for at, stop in enumerate(found) if stop.key == ("answer", self._first)), 0)
        return found[first:] + found[:first]

    def tick(self, dt: float) -> Nav | None:
        self.age += dt
        return super().tick(dt)

    def phone_view(self, device: Device) -> PhoneView:
        again = self.stage.strings.again
        return PhoneView(self.title, sentences(again(self.body), again(self.detail)) if self.detail else self.body)

    @property
    def replies(self) -> Sequence[Reply]:
        return [
            Reply(answer.label, answer.primary, answer.enabled and not answer.is_for_owner) for answer in self.answers
        ]

    @property
    def spoken_title(self) -> str:
        return sentences(self.title, self.body, self.detail)

    @property
    def is_animated(self) -> bool:
        return self.age < OPEN_SECONDS or super().is_animated

    def draw(self, canvas: Canvas, alpha: float) -> None:
        share = ease_out(min(1.0, self.age / OPEN_SECONDS))
        self._draw_veil(canvas, share)
        rise = 0 if self.stage.look.reduced_motion else round((1 - share) * self.stage.metrics.px(16))
        if share < 1:  # the card fades in with its content
            self._draw_card(canvas, rise, share)
            return
        self._draw_card(canvas, 0, 1.0)
        self.focus.draw(canvas)

    def _draw_veil(self, canvas: Canvas, share: float) -> None:
        """Dim the scene below; `share` (0 to 1) is how far the dimming has gone."""
        veil = self.stage.paint.veil(self.stage.metrics.size, ASIDE_VEIL if self.aside else VEIL)
        self.stage.blit(canvas, veil, (0, 0), share)

    def _draw_card(self, canvas: Canvas, rise: int, alpha: float) -> None:
        panel = self.stage.paint.panel("enamel", self.rect.size, radius=DIALOG_RADIUS, rim=6, lift=LIFT_DIALOG)
        self.stage.blit(canvas, panel, (self.rect.x, self.rect.y + rise), alpha)
        align, grow = "centre" if self.head else "left", self.stage.metrics.text_scale
        if self.head:
            head = self.places["head"].move(0, rise)
            # The head may also use the top of the title's line, because letters leave it empty.
            head.height += self.stage.metrics.px(LIFT)
            self.draw_head(canvas, head, alpha)
        if self.identity:
            token = self.stage.identities.token(self.identity, TOKEN, lit=True)
            self.stage.blit(canvas, token, self.places["token"].move(0, rise).topleft, alpha)
        for name, text, style in self._texts:
            box = self.places[name].move(0, rise)
            self.stage.label(canvas, text, box, style, align, lines=MOST_LINES, grow=grow, alpha=alpha, top=True)

    def draw_head(self, canvas: Canvas, rect: pygame.Rect, alpha: float) -> None:
        """Draw above the title, inside `rect`."""


class ProgressDialog(Dialog):
    """A card about work that takes a while, with a bar and the button `label` to cancel."""

    is_animated = True

    def __init__(self, stage: Stage, title: str, label: str) -> None:
        super().__init__(stage, title, "", [DialogAnswer(label, None)], head=PROGRESS_HEAD)

    @property
    @abstractmethod
    def share(self) -> float:
        """The share of the work that is done, 0 to 1."""

    def draw_head(self, canvas: Canvas, rect: pygame.Rect, alpha: float) -> None:
        px = self.stage.metrics.px
        bar = pygame.Rect(0, 0, min(px(PROGRESS[0]), rect.width - 2 * px(PAD)), px(PROGRESS[1]))
        bar.center = (rect.centerx, rect.bottom - px(PROGRESS_HEAD) // 2)
        draw_progress(self.stage, canvas, bar, self.share)


def tell(
    stage: Stage, title: str, body: str, detail: str = "", width: float = 960, kind: type[Dialog] = Dialog
) -> Push:
    """Show a message that must be read, with details in small type."""
    answers = [DialogAnswer(stage.t("dialog.ok"), None, primary=True)]
    return Push(lambda: kind(stage, title, body, answers, width=width, detail=detail))


def sure(stage: Stage, title: str, body: str, stay: str, go: str, result: object, width: float = 720) -> Push:
    """Ask for a confirmation. The answer `go` pops with `result`; the main answer, `stay`, changes nothing."""
    answers = [DialogAnswer(stay, None, primary=True), DialogAnswer(go, result)]
    return Push(lambda: Dialog(stage, title, body, answers, width=width))


class CardScene(FocusScene):
    """A card; subclasses place it and its widgets in `resized` and draw the rest in `draw_face`."""

    overlay = True
    opening = "open"
    veil = VEIL
    material = "enamel"
    rim = 6.0

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.rect = pygame.Rect(0, 0, 0, 0)

    def place(self, width: int, height: int) -> pygame.Rect:
        """Centre a card of `width` x `height` pixels in the window. Returns the part inside its padding."""
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = (self.stage.metrics.size[0] // 2, self.stage.metrics.size[1] // 2)
        pad = self.stage.metrics.px(PAD)
        return self.rect.inflate(-2 * pad, -2 * pad)

    @property
    def result(self) -> object:
        return None

    def done(self) -> Nav:
        """Leave with the result."""
        return Pop(self.result)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.BACK:
            self.stage.audio.play("close")
            return self.done()
        return self.focus.intent(intent)[1]

    def scan(self) -> Sequence[Item]:
        back = ScanTarget("back", self.stage.t("glyph.back"), partial(self.intent, Intent(Kind.BACK, SWITCH)))
        return (*super().scan(), back)

    def draw(self, canvas: Canvas, alpha: float) -> None:
        paint = self.stage.paint
        self.stage.blit(canvas, paint.veil(self.stage.metrics.size, self.veil), (0, 0))
        panel = paint.panel(self.material, self.rect.size, radius=DIALOG_RADIUS, rim=self.rim, lift=LIFT_DIALOG)
        self.stage.blit(canvas, panel, self.rect.topleft)
        self.draw_face(canvas)
        self.focus.draw(canvas)

    def draw_face(self, canvas: Canvas) -> None:
        """Draw the card's content other than its widgets."""

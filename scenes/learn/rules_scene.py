"""The rules card: a page for every rule with its diagram; from here to the exercises and the demonstration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.core.spec import GameSpec
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.focus_scene import FocusScene
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.glyphs import ARROWS
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.paint import DIALOG_RADIUS, LIFT_DIALOG, Sprite
from scenes.kit.scene import Item, Nav, Pop, Push
from scenes.kit.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.stops import prompt_stops
from scenes.kit.timeline import ease_out
from scenes.kit.widgets import Button
from scenes.learn.page_pictures import PagePictures
from scenes.routes import ToDemonstration, ToExercises, ToSample, ToSetup
from scenes.services import Services
from scenes.table.diagram import casts_shadow, diagram_shadow
from scenes.table.lessons import Diagram, Page
from scenes.table.loading import lessons_of

EYEBROW = Style(theme.CAPTION, theme.PRINT_RED, bold=True, spacing=2)
COUNT = Style(theme.HELPER, theme.INK_SOFT)
TITLE = Style(theme.HEADING, theme.INK, bold=True)
BODY = Style(44, theme.INK)
CAPTION = Style(theme.HELPER, theme.INK, bold=True)
PAIR_GAP = 24  # design pixels between two diagrams side by side
PAIR_SHARE = 0.57  # of the card that they take beside the text
FADE_SECONDS = 0.16
SWIPE = 120  # design pixels that a finger must travel to turn the page
FORWARD = frozenset({Kind.RIGHT, Kind.DOWN, Kind.NEXT})
BACKWARD = frozenset({Kind.LEFT, Kind.UP, Kind.PREVIOUS})


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the card lie, in pixels."""

    card: pygame.Rect
    diagram: pygame.Rect
    text: pygame.Rect
    footer: pygame.Rect  # arrows and dots
    bar: pygame.Rect


def card_layout(shape: Shape, rect: Callable[..., pygame.Rect], buttons: bool) -> Layout:
    """The card in the arrangement of the window; `buttons` of the bar take more room than its glyphs."""
    if shape is Shape.TALL:
        if buttons:
            return Layout(
                rect(54, 54, 972, 1440),
                rect(190, 240, 700, 700),
                rect(110, 980, 860, 356),
                rect(110, 1358, 860, 96),
                rect(54, 1520, 972, 372),
            )
        return Layout(
            rect(54, 54, 972, 1648),
            rect(110, 240, 860, 860),
            rect(110, 1148, 860, 392),
            rect(110, 1566, 860, 96),
            rect(54, 1728, 972, 136),
        )
    if shape is Shape.CLASSIC:
        return Layout(
            rect(48, 40, 1344, 880),
            rect(104, 232, 632, 632),
            rect(784, 232, 552, 512),
            rect(784, 776, 552, 88),
            rect(48, 944, 1344, 112),
        )
    return Layout(
        rect(96, 40, 1728, 880),
        rect(152, 232, 632, 632),
        rect(848, 232, 920, 512),
        rect(848, 776, 920, 88),
        rect(96, 944, 1728, 112),
    )


class RulesScene(FocusScene):
    """The rules of one game, page by page, over whatever lies below; that scene's clocks stand still.

    Where somebody chooses to play at their end they pop with the route to the game's setup.
    """

    overlay = True

    def __init__(self, services: Services, spec: GameSpec) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.pages = lessons_of(spec).pages
        self.page = 0
        self._age = 0.0
        self._finger: tuple[int, int] | None = None
        self.pictures = PagePictures(services, self.spec, self.pages, self._size)
        self._drawn = False  # since the last part of a picture was made

    def enter(self) -> None:
        self.resized()

    def covered(self) -> None:
        if self.stage.is_large:
            self.pictures.close()

    def leave(self) -> None:
        self.pictures.close()

    def resized(self) -> None:
        metrics = self.stage.metrics
        self.bar = GlyphBar(self.stage, metrics.rect(0, 0, *metrics.design))
        self._family = self.bar.family
        self.places = card_layout(metrics.shape, metrics.rect, self.bar.as_buttons)
        self.pictures.close()
        self.pictures = PagePictures(self.services, self.spec, self.pages, self._size)
        strip = self.places.bar
        tall = metrics.shape is Shape.TALL
        self.bar.region = strip.inflate(-metrics.px(64), -metrics.px(64 if not self.bar.as_buttons else 48) * tall)
        self._set_prompts()
        back = self.places.footer.copy()
        back.width = metrics.px(112)
        on = back.copy()
        on.right = self.places.footer.right
        buttons = [Button(back, "‹", lambda: self._turn(-1), size=60), Button(on, "›", lambda: self._turn(1), size=60)]
        buttons[0].name, buttons[1].name = self.stage.t("glyph.back"), self.stage.t("glyph.next")
        self.focus.set(buttons)

    def _set_prompts(self) -> None:
        t = self.stage.t
        prompts = [
            *([] if self.stage.metrics.shape is Shape.TALL else [Prompt(ARROWS, t("glyph.turn_page"), "")]),
            Prompt(Kind.CONFIRM, t(self._next_label), "primary"),
            *([Prompt(Kind.PAUSE, t("glyph.play"))] if self._ends_in_sample else []),
            Prompt(Kind.SECONDARY, t("glyph.try"), "minor"),
            Prompt(Kind.HINT, t("glyph.watch"), "minor"),
            Prompt(Kind.BACK, t("glyph.close")),
        ]
        self.bar.set(prompts, t("howto.swipe"))

    @property
    def _next_label(self) -> str:
        """The text of what a confirm does: watch the page's sample game, turn the page, or, after the last, play."""
        if self.pages[self.page].sample:
            return "glyph.sample"
        return "glyph.next" if self.page + 1 < len(self.pages) else "glyph.play"

    @property
    def _ends_in_sample(self) -> bool:
        """Whether this is the last page, and a confirm does not play from there."""
        return self.page + 1 == len(self.pages) and self.pages[self.page].sample

    # Presses

    def resume(self, result: object) -> Nav | None:
        return Pop(result) if isinstance(result, ToSetup) else None  # Play, at the end of the exercises

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind in (Kind.BACK, Kind.RULES):
            return Pop()
        if meant.kind is Kind.SECONDARY:
            return Push(ToExercises(self.spec.id))
        if meant.kind is Kind.HINT:
            return Push(ToDemonstration(self.spec.id, Pop()))
        if meant.kind is Kind.CONFIRM and self.pages[self.page].sample:
            return Push(ToSample(self.spec.id))
        if self.page + 1 == len(self.pages) and meant.kind is (Kind.PAUSE if self._ends_in_sample else Kind.CONFIRM):
            return Pop(ToSetup(self.spec.id))
        if meant.kind in FORWARD or meant.kind is Kind.CONFIRM:
            self._turn(1)
        elif meant.kind in BACKWARD:
            self._turn(-1)
        elif meant.point is not None and not self._swiped(meant, meant.point):
            return self.focus.intent(meant)[1]
        return None

    def scan(self) -> Sequence[Item]:
        """What the bar says; its confirm turns the pages."""
        return prompt_stops(self, self.bar, ())

    def _swiped(self, intent: Intent, point: tuple[int, int]) -> bool:
        """Whether a pointer was drawn across the card and let go."""
        if intent.kind is Kind.PRESS:
            self._finger = point
        if intent.kind is not Kind.RELEASE or self._finger is None:
            return False
        far = point[0] - self._finger[0]
        self._finger = None
        if abs(far) < self.stage.metrics.px(SWIPE):
            return False
        self._turn(-1 if far > 0 else 1)
        return True

    def _turn(self, pages: int) -> None:
        """Go on or back; after the last page comes the first."""
        self.page = (self.page + pages) % len(self.pages)
        self._set_prompts()
        self._age = 0.0
        self.stage.audio.play("page")
        self.stage.say(self.spoken, passing=True)

    @property
    def spoken(self) -> str:
        key = self.pages[self.page].key
        return sentences(self.stage.t(f"{key}.title"), self.stage.t(f"{key}.text"))

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self._age += dt
        super().tick(dt)
        if self._drawn:
            self._drawn = False
            self.pictures.go_on(self.page)
        return None

    @property
    def lively(self) -> bool:
        return self._age < FADE_SECONDS or not self.pictures.are_complete(self.page) or super().lively

    def draw(self, canvas: Canvas, alpha: float) -> None:
        self._drawn = True
        if self._family != self.bar.family:
            self.resized()
        stage = self.stage
        canvas.blit(stage.table, (0, 0))  # all of the scene below is hidden: its remains at the edges would say nothing
        card = self.places.card
        panel = stage.paint.panel("enamel", card.size, radius=DIALOG_RADIUS, rim=6, lift=LIFT_DIALOG)
        stage.put(canvas, panel, card.topleft)
        share = ease_out(min(1.0, self._age / FADE_SECONDS))
        self._draw_head(canvas, share)
        self._draw_diagrams(canvas, share)
        self._draw_text(canvas, share)
        self._draw_footer(canvas)
        strip = self.places.bar
        stage.put(canvas, stage.paint.panel("lacquer", strip.size), strip.topleft)
        self.bar.draw(canvas)

    def _draw_head(self, canvas: Canvas, share: float) -> None:
        stage = self.stage
        unit = stage.metrics.px
        left, right = self.places.card.left + unit(56), self.places.card.right - unit(56)
        top = self.places.card.top
        eyebrow = f"{stage.t(f'game.{self.spec.id}')} · {stage.t('howto.eyebrow')}"
        stage.text(canvas, eyebrow, (left, top + unit(68)), EYEBROW)
        count = f"{self.page + 1} / {len(self.pages)}"
        stage.text(canvas, count, (right, top + unit(68)), COUNT, "right")
        title = stage.t(f"{self.pages[self.page].key}.title")
        style = stage.fitted(title, TITLE, right - left, unit(96))[1]
        stage.text(canvas, title, (left, top + unit(152)), style, width=right - left, alpha=share)

    def _draw_diagrams(self, canvas: Canvas, share: float) -> None:
        """The page's diagram, or two side by side with their captions; while they are on their way their room."""
        page, place = self.pages[self.page], self.places.diagram
        pictures = self.pictures.of(self.page)
        if page.beside is None:
            for picture in pictures:
                self._draw_diagram(canvas, page.diagram, picture, place, share)
            return
        gap = self.stage.metrics.px(PAIR_GAP)
        side = self._size(page)[0]
        top = place.top if self._pair_width() > place.width else place.centery - side // 2 - gap
        for i, (diagram, caption) in enumerate(((page.diagram, "first"), (page.beside, "second"))):
            rect = pygame.Rect(place.left + i * (side + gap), top, side, side)
            if pictures:
                self._draw_diagram(canvas, diagram, pictures[i], rect, share)
            text = self.stage.t(f"{page.key}.{caption}")
            lines, style = self.stage.fitted(text, CAPTION, side, self.stage.metrics.px(96))
            first = rect.bottom + self.stage.metrics.px(16) + self.stage.fonts.ascent(style)
            self.stage.paragraph(canvas, lines, (rect.centerx, first), style, "centre", share)

    def _pair_width(self) -> int:
        """The room of two diagrams: beside the text they take some of its room."""
        place, text = self.places.diagram, self.places.text
        return place.width if text.top > place.bottom else round((text.right - place.left) * PAIR_SHARE)

    def _size(self, page: Page) -> tuple[int, int]:
        """That of each of a page's diagrams, in pixels."""
        if page.beside is None:
            return self.places.diagram.size
        side = (self._pair_width() - self.stage.metrics.px(PAIR_GAP)) // 2
        return side, side

    def _draw_diagram(self, canvas: Canvas, diagram: Diagram, picture: Sprite, rect: pygame.Rect, share: float) -> None:
        if casts_shadow(self.spec, diagram):
            self.stage.put(canvas, diagram_shadow(self.services, rect.size), rect.topleft)
        self.stage.put(canvas, picture, rect.topleft, share)

    def _draw_text(self, canvas: Canvas, share: float) -> None:
        stage = self.stage
        room = self.places.text.copy()
        if self.pages[self.page].beside is not None and self._pair_width() > self.places.diagram.width:
            room.left = self.places.diagram.left + self._pair_width() + stage.metrics.px(48)
            room.width = self.places.text.right - room.left
        text = stage.t(f"{self.pages[self.page].key}.text")
        lines, style = stage.fitted(text, BODY, room.width, room.height)
        first = room.top + stage.fonts.ascent(style) - stage.metrics.px(6)
        stage.paragraph(canvas, lines, (room.left, first), style, alpha=share)

    def _draw_footer(self, canvas: Canvas) -> None:
        self.focus.draw(canvas, ring=False)
        footer = self.places.footer
        room = footer.width - 2 * self.stage.metrics.px(112 + 24)
        pitch = min(self.stage.metrics.px(40), room // len(self.pages))
        left = footer.centerx - pitch * (len(self.pages) - 1) // 2
        for i in range(len(self.pages)):
            self.stage.put(canvas, _dot(self.stage, i == self.page), (left + i * pitch, footer.centery))


def _dot(stage: Stage, here: bool) -> Sprite:
    """A page's dot, put at its middle: a brass nail head for the page that is open."""

    def make() -> Sprite:
        side = stage.metrics.px(28)
        defs = svg.radial("nail", (("0", "#FFF0BE"), (".45", "#D9B465"), ("1", "#8A6328")), (11, 10), 16)
        body = '<circle cx="14" cy="14" r="5" fill="#B9A98C"/>'
        if here:
            body = '<circle cx="14.6" cy="15.2" r="11" fill="#2A1408" opacity=".35"/>'
            body += '<circle cx="14" cy="14" r="10.5" fill="#7E5C26"/><circle cx="14" cy="14" r="9" fill="url(#nail)"/>'
        return Sprite(svg.render(f"<defs>{defs}</defs>{body}", side, side, (28, 28)), -side // 2, -side // 2)

    return stage.paint.once(("page dot", here), make)

"""The rules card: a page with a diagram for each rule, and ways to the exercises and the demonstration."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from game.core.incremental import Incremental, IncrementalRun
from game.core.spec import GameSpec
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.drawing.paint import DIALOG_RADIUS, LIFT_DIALOG, Sprite
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.layout import Align, Metrics, Part, Places, Shape, cell, column, places, row
from scenes.kit.scene import Item, Nav, PhoneView, Pop, Push
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.page import FocusScene
from scenes.kit.widgets.scanner import prompt_targets
from scenes.kit.widgets.widget import Button
from scenes.routes import ToDemonstration, ToExercises, ToSample, ToSetup
from scenes.services import Services
from scenes.table.contract.lessons import Diagram, RulePage
from scenes.table.loading import lessons_of
from scenes.table.pictures import casts_shadow, diagram_shadow, draw_diagram

EYEBROW = Style(theme.CAPTION, theme.PRINT_RED, bold=True, spacing=2)
COUNT = Style(theme.HELPER, theme.INK_SOFT)
TITLE = Style(theme.HEADING, theme.INK, bold=True)
BODY = Style(44, theme.INK)
CAPTION = Style(theme.HELPER, theme.INK, bold=True)
PAIR_GAP = 24  # design pixels between two diagrams side by side
# The share of the card's width that a pair of diagrams takes beside the text.
PAIR_SHARE = 0.57
FADE_SECONDS = 0.16
# Design pixels that a finger must travel to turn the page.
SWIPE = 120
FORWARD = frozenset({Kind.RIGHT, Kind.DOWN, Kind.NEXT})
BACKWARD = frozenset({Kind.LEFT, Kind.UP, Kind.PREVIOUS})
Pictures = tuple[Sprite, ...]


def card_places(metrics: Metrics, buttons: bool, pair: bool) -> Places:
    """Lay out the `card` with `eyebrow`, `title`, `text` and `footer`, and the `strip` with the `bar`.

    The card also has the `diagram`. With `pair`, it has two of them, each with a `caption`. With `buttons`, the bar is
    larger than with glyphs.
    """
    shape = metrics.shape
    head = cell("eyebrow", 32), cell("title", 96)
    end = cell("text"), cell("footer", 88)
    if shape is Shape.TALL:
        side = 700 if buttons else 860
        both = row(_pair(side), size=side / 2 + 100, across=side, align=Align.MIDDLE)
        one = cell("diagram", across=side, align=Align.MIDDLE)
        shown = column(cell(), both, cell(), size=side, gap=0) if pair else column(one, size=side)
        card = column(*head, shown, cell(size=16), *end, gap=16, name="card", pad=(56, 40, 56, 40))
        strip = row(cell("bar"), name="strip", size=372 if buttons else 136, pad=(32, 24 if buttons else 32))
        return places(metrics, column(card, strip, gap=26, pad=(54, 54, 54, 28 if buttons else 56)))
    margin, gap = (96, 64) if shape is Shape.WIDE else (48, 48)
    width = metrics.design[0] - 2 * (margin + 56)
    shown = _pair(round(width * PAIR_SHARE)) if pair else cell("diagram", 632)
    whole = row(shown, column(*end, gap=32), size=632, gap=48 if pair else gap)
    card = column(*head, whole, gap=12, name="card", pad=(56, 40, 56, 56))
    strip = row(cell("bar"), name="strip", size=112, pad=(32, 0))
    return places(metrics, column(card, strip, gap=24, pad=(margin, 40, margin, 24)))


def _pair(width: float) -> Part:
    """Lay out two square diagrams side by side, each with a caption below."""
    side = (width - PAIR_GAP) / 2
    half = column(cell("diagram", side), cell("caption", 96), gap=16)
    return row(half, half, size=width, gap=PAIR_GAP)


class RulesScene(FocusScene):
    """Shows a game's rules over another scene, and stops the clocks of that scene.

    If the player chooses Play after the last page, the scene pops with the route to the game's setup.
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
        self.pictures = PagePictures(services.stage, self.spec, self.pages, self._size)
        # True if a frame was drawn since the last part of a diagram was made.
        self._drawn = False

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
        self._single = card_places(metrics, self.bar.as_buttons, pair=False)
        self._pair = card_places(metrics, self.bar.as_buttons, pair=True)
        self.places = self._places_of(self.pages[self.page])
        self.bar.region = self.places["bar"]
        self.pictures.close()
        self.pictures = PagePictures(self.stage, self.spec, self.pages, self._size)
        self._set_prompts()
        footer = self._single["footer"]
        back = footer.copy()
        back.width = metrics.px(112)
        on = back.copy()
        on.right = footer.right
        buttons = [Button(back, "‹", lambda: self._turn(-1), size=60), Button(on, "›", lambda: self._turn(1), size=60)]
        buttons[0].name, buttons[1].name = self.stage.t("glyph.back"), self.stage.t("glyph.next")
        self.focus.set(buttons)

    def _places_of(self, page: RulePage) -> Places:
        return self._single if page.beside is None else self._pair

    def _size(self, page: RulePage) -> tuple[int, int]:
        """Return the pixel size of each diagram on `page`."""
        return self._places_of(page).all("diagram")[0].size

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
        """Return the text key for Confirm.

        Confirm shows the page's sample game or turns the page. On the last page, it leads to play.
        """
        if self.pages[self.page].is_sample:
            return "glyph.sample"
        return "glyph.next" if self.page + 1 < len(self.pages) else "glyph.play"

    @property
    def _ends_in_sample(self) -> bool:
        """Whether this is the last page and Confirm shows its sample game."""
        return self.page + 1 == len(self.pages) and self.pages[self.page].is_sample

    # Presses

    def resume(self, result: object) -> Nav | None:
        # The player chose Play at the end of the exercises.
        return Pop(result) if isinstance(result, ToSetup) else None

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind in (Kind.BACK, Kind.RULES):
            return Pop()
        if meant.kind is Kind.SECONDARY:
            return Push(ToExercises(self.spec.id))
        if meant.kind is Kind.HINT:
            return Push(ToDemonstration(self.spec.id, Pop()))
        if meant.kind is Kind.CONFIRM and self.pages[self.page].is_sample:
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
        """Return the bar's items. Confirm turns the pages."""
        return prompt_targets(self, self.bar, ())

    def _swiped(self, intent: Intent, point: tuple[int, int]) -> bool:
        """Return whether a pointer has moved across the card far enough to turn the page."""
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
        """Turn `pages` pages on. The first page follows the last."""
        self.page = (self.page + pages) % len(self.pages)
        self.places = self._places_of(self.pages[self.page])
        self._set_prompts()
        self._age = 0.0
        self.stage.audio.play("page")
        self.stage.say(self.spoken, passing=True)

    def phone_view(self, device: Device) -> PhoneView:
        return PhoneView(self.stage.t(f"{self.pages[self.page].key}.title"))

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
    def is_animated(self) -> bool:
        return self._age < FADE_SECONDS or not self.pictures.are_complete(self.page) or super().is_animated

    def draw(self, canvas: Canvas, alpha: float) -> None:
        self._drawn = True
        if self._family != self.bar.family:
            self.resized()
        stage = self.stage
        # The table hides the scene below, whose edges would show.
        canvas.blit(stage.table, (0, 0))
        card, strip = self.places["card"], self.places["strip"]
        panel = stage.paint.panel("enamel", card.size, radius=DIALOG_RADIUS, rim=6, lift=LIFT_DIALOG)
        stage.blit(canvas, panel, card.topleft)
        share = ease_out(min(1.0, self._age / FADE_SECONDS))
        self._draw_head(canvas, share)
        self._draw_diagrams(canvas, share)
        self._draw_text(canvas, share)
        self._draw_footer(canvas)
        stage.blit(canvas, stage.paint.panel("lacquer", strip.size), strip.topleft)
        self.bar.draw(canvas)

    def _draw_head(self, canvas: Canvas, share: float) -> None:
        stage = self.stage
        eyebrow = f"{stage.t(f'game.{self.spec.id}')} · {stage.t('howto.eyebrow')}"
        stage.label(canvas, eyebrow.upper(), self.places["eyebrow"], EYEBROW, grow=math.inf)
        stage.label(
            canvas, f"{self.page + 1} / {len(self.pages)}", self.places["eyebrow"], COUNT, "right", grow=math.inf
        )
        title = stage.t(f"{self.pages[self.page].key}.title")
        stage.label(canvas, title, self.places["title"], TITLE, grow=math.inf, alpha=share)

    def _draw_diagrams(self, canvas: Canvas, share: float) -> None:
        """Draw the page's diagram, or two of them with captions. Their places stay empty until they are ready."""
        page, shown = self.pages[self.page], self.places.all("diagram")
        diagrams = (page.diagram,) if page.beside is None else (page.diagram, page.beside)
        for diagram, picture, rect in zip(diagrams, self.pictures.of(self.page), shown, strict=False):
            self._draw_diagram(canvas, diagram, picture, rect, share)
        for caption, room in zip(("first", "second"), self.places.all("caption"), strict=False):
            text = self.stage.t(f"{page.key}.{caption}")
            self.stage.label(canvas, text, room, CAPTION, "centre", lines=0, grow=math.inf, alpha=share, top=True)

    def _draw_diagram(self, canvas: Canvas, diagram: Diagram, picture: Sprite, rect: pygame.Rect, share: float) -> None:
        if casts_shadow(self.spec, diagram):
            self.stage.blit(canvas, diagram_shadow(self.stage, rect.size), rect.topleft)
        self.stage.blit(canvas, picture, rect.topleft, share)

    def _draw_text(self, canvas: Canvas, share: float) -> None:
        text = self.stage.t(f"{self.pages[self.page].key}.text")
        room = self.places["text"].move(0, -self.stage.metrics.px(6))
        self.stage.label(canvas, text, room, BODY, lines=0, grow=math.inf, alpha=share, top=True)

    def _draw_footer(self, canvas: Canvas) -> None:
        self.focus.draw(canvas, ring=False)
        footer = self._single["footer"]
        room = footer.width - 2 * self.stage.metrics.px(112 + 24)
        pitch = min(self.stage.metrics.px(40), room // len(self.pages))
        left, side = footer.centerx - pitch * (len(self.pages) - 1) // 2, self.stage.metrics.px(28)
        for i in range(len(self.pages)):
            dot = self.stage.drawing("page-dot-open" if i == self.page else "page-dot", (side, side))
            canvas.blit(dot.surface, (left + i * pitch - side // 2, footer.centery - side // 2))


class PagePictures:
    """Makes and holds the diagrams of the open page, the next one and the previous one."""

    def __init__(
        self, stage: Stage, spec: GameSpec, pages: Sequence[RulePage], size: Callable[[RulePage], tuple[int, int]]
    ) -> None:
        """`size` returns the size in pixels of a page's diagrams."""
        self._stage = stage
        self._spec = spec
        self._pages = pages
        self._size = size
        self._made: dict[int, Pictures] = {}
        # The number of the page whose diagrams are being made.
        self._number = -1
        self._work: IncrementalRun[Pictures] = IncrementalRun(self._making(0))

    def close(self) -> None:
        """Release all diagrams and drop unfinished work, which refers to this object and holds diagrams."""
        self._made.clear()
        self._work = IncrementalRun(self._making(0))
        self._number = -1

    def of(self, page: int) -> Pictures:
        """Return a page's diagrams from left to right; () until they are ready."""
        return self._made.get(page, ())

    def are_complete(self, page: int) -> bool:
        """Return whether all diagrams of the open `page` are ready."""
        return all(near in self._made for near in self._near(page))

    def go_on(self, page: int) -> None:
        """Make one part of the diagrams for the open `page`, and release diagrams of distant pages."""
        near = self._near(page)
        self._made = {number: self._made[number] for number in near if number in self._made}
        missing = next((number for number in near if number not in self._made), None)
        if missing is None:
            return
        if missing != self._number:
            self._number, self._work = missing, IncrementalRun(self._making(missing))
        if self._work.go(self._stage.clock):
            self._made[missing] = self._work.result

    def _near(self, page: int) -> list[int]:
        """Return the open page and its neighbours, in the order in which their diagrams are made."""
        return list(dict.fromkeys(number % len(self._pages) for number in (page, page + 1, page - 1)))

    def _making(self, number: int) -> Incremental[Pictures]:
        page = self._pages[number]
        made = []
        for diagram in (page.diagram, *([] if page.beside is None else [page.beside])):
            made.append((yield from draw_diagram(self._stage, self._spec, diagram, self._size(page))))
        return tuple(made)

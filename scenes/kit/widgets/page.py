"""The frame of every page: margins, heading, badge, widgets, and the bar at its foot."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, Control, Prompt
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.layout import Part, Places, Shape, cell, column, places, row
from scenes.kit.scene import Item, Nav, PhoneView, Pop, Reply, Scene
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.widget import Button, Widget


class PageFrame(NamedTuple):
    """Room around a page, in design pixels: at its sides, above its bar, for the bar, and below the bar."""

    margin: int
    gap: int
    bar: int
    foot: int


FRAMES = {
    Shape.WIDE: PageFrame(96, 20, 80, 44),
    Shape.CLASSIC: PageFrame(72, 20, 80, 44),
    Shape.TALL: PageFrame(54, 32, 136, 32),
}
MARGIN = {shape: frame.margin for shape, frame in FRAMES.items()}
BAR_MARGIN = 54
EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(theme.HEADING, theme.IVORY, bold=True)
LEAST = 36
# The title is large already, so it grows with the text scale only up to this factor.
MOST_GROWTH = 1.2
BADGE_SIZE = 112  # design pixels
BADGE = Style(40, theme.PRINT_RED, bold=True)
SHADE = "#0B0A0A"
# Design pixels above a page without a heading, and with one.
TOP, TOP_WITH_HEADING = 56, 188


def page(
    shape: Shape,
    body: Part,
    top: float = TOP,
    tall: PageFrame = FRAMES[Shape.TALL],
    frame: PageFrame | None = None,
) -> Part:
    """`body` within the margins, and the part `bar` below it.

    `frame` replaces the frame of any shape, `tall` only the frame of an upright window.
    """
    margin, gap, bar, foot = frame or (tall if shape is Shape.TALL else FRAMES[shape])
    whole = row(body, pad=(margin, top, margin, 0))
    return column(whole, row(cell("bar"), size=bar, pad=(BAR_MARGIN, 0)), gap=gap, pad=(0, 0, 0, foot))


def draw_heading(stage: Stage, canvas: Canvas, eyebrow: str, title: str, room: int | None = None) -> None:
    """Draw the heading, top left: a small line above a large one; `room` is the title's width in pixels."""
    style = stage.limit_scale(TITLE, MOST_GROWTH)
    if room is not None:
        style = stage.shrink_to_width(title, style, room, LEAST)
    left, baseline = stage.metrics.point(MARGIN[stage.metrics.shape], 84)
    stage.text(canvas, eyebrow.upper(), (left, baseline), stage.limit_scale(EYEBROW, MOST_GROWTH))
    below = baseline + stage.metrics.px(14 + style.size * stage.metrics.text_scale)
    stage.text(canvas, title, (left, below), style, width=room)


@remembered
def house_badge(stage: Stage) -> Sprite:
    """The badge, 喫茶 on enamel, with its shadow; anchored at its top left corner."""
    side = stage.metrics.px(BADGE_SIZE)
    shade = stage.paint.shadow((side, side), 0.6, BADGE_SIZE / 2)
    badge = shade.bearing(stage.assets.svg("sprites/badge.svg", (side, side)))
    style = BADGE._replace(size=BADGE.size / stage.metrics.text_scale)  # the badge does not follow the text scale
    line = stage.fonts.line("喫茶", style)
    middle = -shade.dy + side / 2 + stage.drop(style)
    left, top = -shade.dx + (side - line.get_width()) // 2, round(middle - stage.fonts.ascent(style))
    badge.surface.blit(line, (left, top))
    return badge


class FocusScene(Scene):
    """A scene with a `focus`. Subclasses give it widgets, and the presses that they do not use themselves."""

    opening = ""  # name of the sound played when the scene opens; "" for none

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.focus = Focus(stage)

    def enter(self) -> None:
        self.resized()
        if self.opening:
            self.stage.audio.play(self.opening)

    def tick(self, dt: float) -> Nav | None:
        self.focus.tick(dt)
        return None

    def scan(self) -> Sequence[Item]:
        """The widgets, and the prompts of the scene's bar, if any."""
        bar = getattr(self, "bar", None)
        from scenes.kit.widgets.scanner import prompt_targets, widget_targets

        prompts = prompt_targets(self, bar) if isinstance(bar, GlyphBar) else ()
        return (*widget_targets(self.stage, self.focus), *prompts)

    def phone_view(self, device: Device) -> PhoneView:
        return PhoneView(self.spoken_title, self.focus.spoken)

    @property
    def spoken_title(self) -> str:
        """The name of the screen, read aloud before the focused widget."""
        return ""

    @property
    def spoken(self) -> str:
        return sentences(self.spoken_title, self.focus.spoken)

    @property
    def is_animated(self) -> bool:
        return self.focus.is_animated


class QuestionScene(FocusScene):
    """A question that people can answer only with its buttons. Phones have the same buttons."""

    opening = "open"

    @property
    @abstractmethod
    def question(self) -> tuple[str, str]:
        """The question, and a line about it."""

    @property
    def spoken_title(self) -> str:
        return "\n".join(self.question)

    def phone_view(self, device: Device) -> PhoneView:
        return PhoneView(*self.question)

    @property
    def replies(self) -> Sequence[Reply]:
        buttons = [widget for widget in self.focus.widgets if isinstance(widget, Button)]
        return [Reply(button.label, button.kind == "primary", button.enabled) for button in buttons]


class PageScene(FocusScene):
    """A page on the table: a heading, widgets in rows and columns, a bar with prompts.

    Subclasses define the parts of the page, its widgets, and what else is drawn. After a change they call `renew`. A
    part named `heading` reserves room for the title.
    """

    eyebrow, title = "", ""  # keys of the heading's texts
    # Design pixels above the parts. None: the parts begin below the heading, if there is one.
    top: float | None = None
    tall = FRAMES[Shape.TALL]  # its frame in an upright window
    # True: the parts fill the window; a part named `bar` is the place of the bar.
    fills = False
    spare: Sequence[Control] = ()  # prompts that are left out first if the bar is full
    way_out = "glyph.back"  # key of the text for Back; "" for none
    shade = 0.0  # darkness of the table, 0 to 1

    places: Places
    bar: GlyphBar

    @abstractmethod
    def parts(self, shape: Shape) -> Part:
        """The page within its margins, for an arrangement of the window."""

    def widgets(self) -> Sequence[Widget]:
        """Return the page's widgets at their `places`."""
        return ()

    def prompts(self) -> Sequence[Prompt]:
        """Return the bar's prompts. A prompt for Back is added if there is none."""
        return [Prompt(ARROWS, self.stage.t("glyph.choose"), "")] if self.focus.widgets else []

    def make_bar(self, region: pygame.Rect) -> GlyphBar:
        """Make the bar in `region` (pixels)."""
        return GlyphBar(self.stage, region)

    @property
    def spoken_title(self) -> str:
        return self.stage.t(self.title) if self.title else ""

    @property
    def picture(self) -> pygame.Surface:
        """The background picture: the table."""
        return self.stage.table

    def draw_page(self, canvas: Canvas) -> None:
        """Draw what lies below the widgets."""

    def back(self) -> Nav | None:
        """Leave the page with a sound."""
        self.stage.audio.play("back")
        return Pop()

    def resized(self) -> None:
        shape = self.stage.metrics.shape
        parts = self.parts(shape)
        top = self.top if self.top is not None else TOP_WITH_HEADING if self.title else TOP
        whole = parts if self.fills else page(shape, parts, top, self.tall)
        self.places = places(self.stage.metrics, whole)
        self.bar = self.make_bar(self.places.get("bar") or pygame.Rect(0, 0, 0, 0))
        self.renew()
        if "bar" in self.places:
            self.bar.set(self.bar_prompts(), spare=self.spare)

    def renew(self) -> None:
        """Make the widgets again. The widget with the same index keeps the focus."""
        self.focus.set(list(self.widgets()))

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant is intent and intent.point is not None and self.bar.covers(intent.point):
            return None
        return self.back() if meant.kind is Kind.BACK else self.meant(meant)

    def meant(self, intent: Intent) -> Nav | None:
        """Act on a press that does not leave the page. A press on the bar comes as the meaning of its prompt."""
        return self.focus.intent(intent)[1]

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.picture, (0, 0))
        if self.shade:
            self.stage.blit(canvas, self.stage.paint.veil(self.stage.metrics.size, self.shade, SHADE), (0, 0))
        if self.title:
            room = self.places["heading"].width if "heading" in self.places else None
            draw_heading(self.stage, canvas, self.stage.t(self.eyebrow), self.stage.t(self.title), room)
        self.draw_page(canvas)
        self.draw_widgets(canvas)
        if "bar" in self.places:
            self.draw_bar(canvas)

    def draw_widgets(self, canvas: Canvas) -> None:
        """Draw the widgets."""
        self.focus.draw(canvas)

    def draw_bar(self, canvas: Canvas) -> None:
        """Draw the foot of the page."""
        self.bar.set(self.bar_prompts(), spare=self.spare)
        self.bar.draw(canvas)

    def bar_prompts(self) -> Sequence[Prompt]:
        """All prompts of the bar."""
        prompts = self.prompts()
        if not self.way_out or any(prompt.control is Kind.BACK for prompt in prompts):
            return prompts
        return [*prompts, Prompt(Kind.BACK, self.stage.t(self.way_out))]

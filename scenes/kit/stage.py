"""The stage of every scene: metrics, type, paint, strings, pictures, sound and input of one window.

Also in this module: `Picture`, a texture at a certain size that may still have to be made.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

import pygame

from game.core.device_id import FIRST_PHONE
from scenes.kit.drawing import assets as pictures
from scenes.kit.drawing import fonts, paint, theme
from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.kit.drawing.paint import Painter, Sprite
from scenes.kit.drawing.player_marks import PlayerMarks
from scenes.kit.drawing.surfaces import screens
from scenes.kit.drawing.window_light import WindowLight
from scenes.kit.input.devices import Devices, Rumble
from scenes.kit.layout import Metrics, Shape
from scenes.kit.sound.audio import Audio
from scenes.kit.sound.speech import Speaker
from scenes.kit.text.line_breaking import count_torn, fit, wrap
from scenes.kit.text.strings import Strings

PAINT_SCREENS, PICTURE_SCREENS, TEXT_SCREENS = 5, 3.5, 1
"""The limits of the caches, in full-screen pictures."""
SLOWNESS = 2.0  # Each second of `Scan.pace` adds this much to the factor `Scan.slowness`.
SIGNS = frozenset("★↑→↓←")  # signs that voices skip or name wrongly
DROP = 0.366  # distance from the middle of capitals to the baseline, as a share of the type size
ICON_GAP = 12  # design pixels between an icon and its text
# Growth factors that are tried for two texts which share a place, the largest first.
GROWTHS = (1.4, 1.3, 1.2, 1.1, 1.0)
LARGE_PIXELS = 4_200_000  # pixels of a large window: more than 2560 by 1600
MOST_WRAPPED = 500  # number of texts whose line breaks are kept
FRAME = 18  # width of the wood on each side, in design pixels


@dataclass(slots=True)
class LookSettings:
    """The settings of how things look."""

    text_scale: float = 1.0
    reduced_motion: bool = False


@dataclass(slots=True)
class Scan:
    """The settings of one-button play, in which a light moves over the targets until the button is pressed.

    `is_in_group` is true while it moves within a group of targets that the person has opened.
    """

    is_on: bool = False
    pace: float = 1.5  # seconds that the light stays on each target
    has_sound: bool = True
    is_in_group: bool = False

    @property
    def slowness(self) -> float:
        """The factor by which clocks run slower while several seats act at the same time.

        With one-button play it takes longer to enter a number.
        """
        return 1 + SLOWNESS * self.pace if self.is_on else 1.0


class Stage:
    """The window's services. `resize` renews everything that depends on the window's size."""

    drawn_at = None  # pictures need no size in their key: each size has its own painter

    def __init__(self, size: tuple[int, int], assets: Assets, strings: Strings, audio: Audio, devices: Devices) -> None:
        self.assets = assets
        self.strings = strings
        self.audio = audio
        self.devices = devices
        self.rumble = Rumble(devices)
        self.speech = Speaker()  # silent if the machine has no program that speaks
        self.look, self.scan = LookSettings(), Scan()
        self.budget = assets.budget  # all makers of pictures share it
        # Shows that a press has arrived, before it acts.
        self.answer: Callable[[], None] = lambda: None
        self.clock = time.perf_counter  # measures the slices of long work, in seconds
        self.time = 0.0  # seconds of simulated time, for things that pulsate
        self.window_light: WindowLight | None = None  # the light on the table
        self._identities: tuple[Painter, PlayerMarks] | None = None
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        """Renew everything for a window of `size` pixels."""
        self.budget.forget()
        self.metrics = Metrics.of(size, self.look.text_scale)
        lines, sprites = screens(TEXT_SCREENS, size, fonts.LEAST_HELD), screens(PAINT_SCREENS, size, paint.LEAST_HELD)
        self.fonts = Fonts(self.metrics.scale, self.look.text_scale, lines, self.budget)
        # Line breaks are kept, because even a still screen needs those of the same texts in each frame.
        self._wrapped: dict[tuple[str, Style, int], tuple[str, ...]] = {}
        self.paint = Painter(self.metrics.scale, sprites, self.budget)
        self.assets.forget_scaled(screens(PICTURE_SCREENS, size, pictures.LEAST_HELD))

    @property
    def is_large(self) -> bool:
        """Whether the window is as large as 4K. Then hidden scenes drop their full-screen pictures."""
        return math.prod(self.metrics.size) > LARGE_PIXELS

    @property
    def table_name(self) -> str:
        """The name of the table's picture for this arrangement; the half-size picture if that covers the window."""
        shape = self.metrics.shape
        name = "portrait" if shape is Shape.TALL else "landscape" if shape is Shape.WIDE else "classic"
        is_small = all(have <= most for have, most in zip(self.metrics.size, self.metrics.design, strict=True))
        return f"textures/table-{name}{'-half' if is_small else ''}.jpg"

    @property
    def table(self) -> pygame.Surface:
        """The picture of the table with its light, at the window's size. It lies below everything."""
        return self.assets.cover(self.table_name, self.metrics.size, keep_source=True, light=self.window_light)

    @property
    def identities(self) -> PlayerMarks:
        """Tokens and strips at the window's scale."""
        if self._identities is None or self._identities[0] is not self.paint:
            self._identities = (self.paint, PlayerMarks(self.assets, self.paint))
        return self._identities[1]

    def t(self, key: str, **values: object) -> str:
        """The text for `key` in the present language."""
        return self.strings.t(key, **values)

    def list_of(self, items: Iterable[str], last: str = "result.list") -> str:
        """The items as a list in the present language; "" for no items.

        The text of the key `last` joins the last item.
        """
        first, *rest = [*items] or [""]
        for i, item in enumerate(rest, 1):
            first = self.t(last if i == len(rest) else "result.list", first=first, last=item)
        return first

    def pad_name(self, number: int) -> str:
        """Return the name of a pad or phone."""
        if number >= FIRST_PHONE:
            return self.t("device.phone", number=number - FIRST_PHONE)
        return self.t("device.pad", number=number)

    def say(self, text: str, urgent: bool = False, passing: bool = False) -> None:
        """Read a text of the screen aloud if speech is on (`Speaker.say`); signs become words."""
        if not self.speech.is_enabled:
            return
        for sign in SIGNS.intersection(text):
            text = text.replace(sign, self.t(f"speech.sign.{ord(sign):x}"))
        self.speech.say(text, self.strings.language, urgent, passing)

    def drawing(self, name: str, size: tuple[int, int], *, centred: bool = False, **values: str) -> Sprite:
        """The SVG `sprites/NAME.svg` at `size` pixels, cached; `values` fill its placeholders (`Assets.svg`).

        Its anchor is its top left corner, or its middle (`centred`).
        """

        def make() -> Sprite:
            surface = self.assets.svg(f"sprites/{name}.svg", size, **values)
            return Sprite(surface, -size[0] // 2, -size[1] // 2) if centred else Sprite(surface)

        return self.paint.cached(("drawing", name, size, centred, *values.items()), make)

    def pip(self, on: bool) -> Sprite:
        """A level pip, anchored at its middle: a brass nail, or its empty hole."""
        side = self.metrics.px(34)
        return self.drawing("pip" if on else "pip-hole", (side, side), centred=True)

    def blit(self, canvas: Drawable, sprite: Sprite, at: tuple[float, float], alpha: float = 1.0) -> None:
        """Draw a sprite with its anchor at `at`."""
        canvas.blit(sprite.surface, (at[0] + sprite.dx, at[1] + sprite.dy), alpha)

    def show(self, canvas: Drawable, name: str, box: pygame.Rect, alpha: float = 1.0, **values: str) -> None:
        """Draw the square `sprites/NAME.svg` in the middle of `box`, as large as fits (`drawing`)."""
        side = min(box.size)
        place = pygame.Rect(box.centerx - side // 2, box.centery - side // 2, side, side)
        self.blit(canvas, self.drawing(name, place.size, centred=False, **values), place.topleft, alpha)

    def text(
        self,
        canvas: Drawable,
        text: str,
        at: tuple[float, float],
        style: Style,
        align: str = "left",
        width: int | None = None,
        alpha: float = 1.0,
    ) -> pygame.Rect:
        """Draw a line with its baseline at `at` (pixels), shortened to `width` pixels. Returns its rectangle."""
        shown = text if width is None else fit(text, lambda part: self.fonts.width(part, style), width)
        surface = self.fonts.line(shown, style)
        shift = {"left": 0.0, "centre": surface.get_width() / 2, "right": float(surface.get_width())}[align]
        place = surface.get_rect(topleft=(round(at[0] - shift), round(at[1] - self.fonts.ascent(style))))
        canvas.blit(surface, place.topleft, alpha)
        return place

    def centred(
        self, canvas: Drawable, text: str, rect: pygame.Rect, style: Style, width: int | None = None, alpha: float = 1.0
    ) -> pygame.Rect:
        """Draw a line in the optical middle of `rect` (capitals are centred, not descenders)."""
        baseline = rect.centery + self.drop(style)
        return self.text(canvas, text, (rect.centerx, baseline), style, "centre", width or rect.width, alpha)

    def drop(self, style: Style) -> float:
        """Pixels from the middle of capitals to the baseline."""
        return DROP * style.size * self.metrics.scale * self.metrics.text_scale

    def natural(self, text: str, style: Style) -> float:
        """The width of `text` in design pixels, for parts that fit their text."""
        return self.fonts.width(text, style) / self.metrics.scale

    def natural_height(self, text: str, style: Style, width: int, most: float = math.inf) -> float:
        """The height in design pixels of `text` in lines of `width` pixels.

        Its type shrinks if the height is above `most` pixels.
        """
        lines, style = self.wrap_to_box(text, style, width, most)
        return len(lines) * self.fonts.line_height(style) / self.metrics.scale

    def label(
        self,
        canvas: Drawable,
        text: str,
        box: pygame.Rect,
        style: Style,
        align: str = "left",
        *,
        lines: int = 1,
        grow: float = 1.0,
        least: float = theme.CAPTION,
        alpha: float = 1.0,
        top: bool = False,
    ) -> pygame.Rect:
        """Draw `text` in the middle of `box`'s height, in up to `lines` lines, shrunk to fit. Returns its rectangle.

        With 0 `lines` the text has as many lines as it needs. Type follows the text scale up to `grow`, and shrinks to
        no less than `least` (design pixels). A text that is still too long is cut. With `top`, several lines begin at
        the top of the box.
        """
        style = self.limit_scale(style, grow)
        x = {"left": box.left, "centre": box.centerx, "right": box.right}[align]
        if lines == 1:
            style = self.shrink_to_width(text, style, box.width, least)
            return self.text(canvas, text, (x, box.centery + self.drop(style)), style, align, box.width, alpha)
        written, style = self.wrap_to_box(text, style, box.width, box.height, least)
        step, count = self.fonts.line_height(style), min(lines or len(written), len(written))
        width = max(self.fonts.width(line, style) for line in written[:count])
        place = pygame.Rect(0, box.top if top else box.centery - len(written) * step // 2, width, count * step)
        place.x = round(x - {"left": 0.0, "centre": width / 2, "right": float(width)}[align])
        middle = box.centery - (len(written) - 1) * step / 2 + self.drop(style)
        first = box.top + self.fonts.ascent(style) if top else middle
        self.paragraph(canvas, written[:count], (x, first), style, align, alpha)
        return place

    def below(self, place: pygame.Rect, box: pygame.Rect, gap: float = 0.0) -> pygame.Rect:
        """Return the part of `box` that begins `gap` design pixels below `place`."""
        top = min(box.bottom, place.bottom + self.metrics.px(gap))
        return pygame.Rect(box.left, top, box.width, box.bottom - top)

    def legend(
        self,
        canvas: Drawable,
        text: str,
        box: pygame.Rect,
        style: Style,
        icon: str = "",
        side: float = 0.0,
        *,
        pad: float = 0.0,
        least: float = theme.CAPTION,
        alpha: float = 1.0,
    ) -> None:
        """Draw `text` in the middle of `box`, beside the icon `sprites/glyphs/ICON.svg`, `side` design pixels large.

        The room left free at both ends adds up to `pad` design pixels.
        """
        edge, gap = self.metrics.px(side), self.metrics.px(ICON_GAP)
        room = box.width - self.metrics.px(pad) - (edge + gap if icon else 0)
        style = self.shrink_to_width(text, style, room, least)
        if icon:
            width = min(self.fonts.width(text, style), room)
            left = box.centerx - (edge + gap + width) // 2
            picture = self.drawing(f"glyphs/{icon}", (edge, edge), color=style.color)
            self.blit(canvas, picture, (left, box.centery - edge // 2), alpha)
            box = pygame.Rect(left + edge + gap, box.y, width, box.height)
        self.centred(canvas, text, box, style, room, alpha)

    def shrink_to_width(self, text: str, style: Style, width: int, floor: float = theme.CAPTION) -> Style:
        """`style`, shrunk until `text` fits `width` pixels, but not below `floor`.

        The result may be smaller than the text scale asks for.
        """

        def share(style: Style) -> float:
            return width / max(1, self.fonts.width(text, style))

        return self._largest(style, floor, share)

    def _largest(self, style: Style, floor: float, share: Callable[[Style], float]) -> Style:
        """Return `style` in the largest size that fits, between `floor` and its own size.

        `share` returns the available room divided by the room that the text needs. The search ends at the same size
        wherever it starts, so a larger `style` never leads to a smaller result.
        """
        scale = self.metrics.scale * self.metrics.text_scale
        least, size = round(floor * self.metrics.scale), round(style.size * scale)

        def sized(pixels: int) -> Style:
            return _resized(style, pixels / scale)

        if size <= least or share(style) >= 1:
            return style
        most = size - 1
        while size > least and (fitting := share(sized(size))) < 1:
            size = max(least, min(size - 1, int(size * fitting)))
        while size < most and share(sized(size + 1)) >= 1:
            size += 1
        return sized(size)

    def limit_scale(self, style: Style, most: float) -> Style:
        """Return `style`, made smaller if the text scale would enlarge it to more than `most` times its size."""
        return _resized(style, style.size * min(1.0, most / self.metrics.text_scale))

    def lines(self, text: str, style: Style, width: int) -> list[str]:
        """`text` broken into lines of at most `width` pixels."""
        key = (text, style._replace(color=""), width)
        if key not in self._wrapped:
            if len(self._wrapped) >= MOST_WRAPPED:
                self._wrapped.clear()
            self._wrapped[key] = tuple(wrap(text, lambda part: self.fonts.width(part, style), width))
        return list(self._wrapped[key])

    def wrap_to_box(
        self, text: str, style: Style, width: int, height: float, least: float = theme.CAPTION
    ) -> tuple[list[str], Style]:
        """`text` in lines of `width` pixels, and `style`, shrunk if necessary to fit `height` pixels.

        The type may become smaller than the text scale asks for, but not below `least` design pixels.
        """

        def share(style: Style) -> float:
            lines = len(self.lines(text, style, width))
            # the root, since smaller type also puts more on a line
            return math.sqrt(height / max(1, lines * self.fonts.line_height(style)))

        style = self._largest(style, least, share)
        return self.lines(text, style, width), style

    def untorn(
        self, texts: Sequence[str], styles: Sequence[Style], size: tuple[int, int], grow: float = math.inf
    ) -> Style:
        """Return the largest of `styles` in which each of `texts` fits `size` pixels and no word is broken.

        `styles` begin with the largest. Each style follows the text scale up to `grow`. It is tried in its usual size
        as well, so that larger text is never smaller than usual. If words are broken in every style, return the
        largest style that breaks the fewest. If the texts fit in no style, return the smallest one.
        """
        width, height = size
        if self.metrics.text_scale > 1.0:
            tried = dict.fromkeys(self.limit_scale(style, growth) for style in styles for growth in (grow, 1.0))
            styles = sorted(tried, key=attrgetter("size"), reverse=True)
        found = [(style, [self.lines(text, style, width) for text in texts]) for style in styles]
        fitting = [
            (sum(map(count_torn, texts, wrapped)), style)
            for style, wrapped in found
            if max(map(len, wrapped), default=0) * self.fonts.line_height(style) <= height
        ]
        return min(fitting, key=lambda each: each[0])[1] if fitting else styles[-1]

    def paragraph(
        self,
        canvas: Drawable,
        lines: Sequence[str],
        at: tuple[float, float],
        style: Style,
        align: str = "left",
        alpha: float = 1.0,
    ) -> int:
        """Draw lines below each other, the first baseline at `at`. Returns the baseline after the last."""
        step = self.fonts.line_height(style)
        for i, line in enumerate(lines):
            self.text(canvas, line, (at[0], at[1] + i * step), style, align, alpha=alpha)
        return round(at[1] + len(lines) * step)

    def note(
        self,
        canvas: Drawable,
        box: pygame.Rect,
        text: str,
        style: Style,
        more: str,
        small: Style,
        grow: float = 1.0,
        least: float = theme.CAPTION,
    ) -> None:
        """Draw `text`, and `more` below it, together in the middle of `box`.

        `text` is shrunk to one line if possible, and has at most three fifths of the height. Both grow by the largest
        factor with which both fit. If they do not fit even without growth, `more` shrinks to no less than `least`.
        """
        for growth in (grow, *(step for step in GROWTHS if step < grow)):
            head = self.shrink_to_width(text, self.limit_scale(style, growth), box.width)
            written, head = self.wrap_to_box(text, head, box.width, box.height * 3 // 5)
            step, wanted = self.fonts.line_height(head), self.limit_scale(small, growth)
            below, rest = self.wrap_to_box(more, wanted, box.width, box.height - len(written) * step, least)
            if rest.size >= wanted.size:
                break
        low, capital = self.fonts.line_height(rest), 2 * self.drop(head)
        first = box.centery + (capital - (len(written) - 1) * step - len(below) * low) / 2
        after = self.paragraph(canvas, written, (box.left, first), head) - step + low
        self.paragraph(canvas, below, (box.left, after), rest)

    def seconds(self, seconds: float) -> float:
        """The length of an animation that usually takes `seconds`. It is shorter with reduced motion."""
        return min(seconds, theme.FADE_SECONDS) if self.look.reduced_motion else seconds


def _resized(style: Style, size: float) -> Style:
    """`style` at another size, its letter spacing in proportion."""
    return style._replace(size=size, spacing=style.spacing * size / style.size)


class Picture(NamedTuple):
    """A texture of the assets folder at a size in pixels. With `cover` it is cropped to the aspect of that size."""

    stage: Stage
    name: str
    size: tuple[int, int]
    cover: bool = False
    is_lit: bool = False  # whether the window's light falls on the picture; only with `cover`

    @property
    def is_ready(self) -> bool:
        """Whether it needs no scaling."""
        return self.stage.assets.is_baked(self.name, self.size, self.cover, self._light)

    def make(self) -> None:
        """Scale it now (and store it in the cache folder)."""
        if self.cover:
            self.stage.assets.cover(self.name, self.size, light=self._light)
        else:
            self.stage.assets.texture(self.name, self.size)

    @property
    def _light(self) -> WindowLight | None:
        return self.stage.window_light if self.is_lit else None


def table_picture(stage: Stage) -> Picture:
    """The picture of the table below every scene."""
    return Picture(stage, stage.table_name, stage.metrics.size, cover=True, is_lit=True)


def let_in(stage: Stage, light: WindowLight | None) -> None:
    """Change the light on the table. None is no light."""
    if light != stage.window_light:
        stage.assets.drop_cover(stage.table_name, stage.metrics.size, stage.window_light)
        stage.window_light = light


def tile_frame(stage: Stage, size: tuple[int, int], share: float = 1.0) -> pygame.Surface:
    """The wooden frame of `size` pixels, stretched between its corners, with a transparent opening.

    On each side the wood is FRAME wide, times `share`.
    """
    source = stage.assets.picture("textures/tile-frame.png")
    margin = stage.assets.data("textures/tile-frame.json")["margin"]
    return stage.paint.nine_slice(source, margin, size, stage.metrics.scale * share / 2)

"""Prompts, and their pictures for the device in use: keycaps, pad buttons, a pointing finger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.kit.drawing.paint import Painter, Sprite
from scenes.kit.input.intents import Kind

HEIGHT = 48  # design pixels of a glyph
# Glyphs grow with the text scale up to this factor, since a bar's row has no room for larger ones.
MOST_GROWTH = 1.12

ARROWS = "arrows"  # any direction
SHOULDERS = "shoulders"  # previous and next
CLICK, WHEEL, DRAG = "click", "wheel", "drag"  # actions of a mouse on a board
MOUSE_ACTS = frozenset({CLICK, WHEEL, DRAG})
Control = Kind | str

KINDS: dict[Control, tuple[Kind, ...]] = {
    ARROWS: (Kind.UP, Kind.LEFT, Kind.DOWN, Kind.RIGHT),
    SHOULDERS: (Kind.PREVIOUS, Kind.NEXT),
}
_ARROW_KEYS = ("↑", "←", "↓", "→")
_LETTERS = ("a", "b", "x", "y")
_RINGS: dict[str, dict[str, str]] = {
    "xbox": {"a": "#7FC77B", "b": "#E06C5F", "x": "#66AEE6", "y": "#EFC24A"},
    "nintendo": dict.fromkeys(_LETTERS, theme.IVORY),
    "playstation": {"a": "#8FB4E8", "b": "#E5847A", "x": "#D79AC8", "y": "#7CCBB0"},
}
_SYMBOLS = {"a": "cross", "b": "circle", "x": "square", "y": "triangle"}  # on the buttons of a PlayStation pad
_CAPS: dict[str, dict[str, str]] = {
    "xbox": {"left shoulder": "LB", "right shoulder": "RB", "left stick": "LS", "right stick": "RS", "view": "View"},
    "playstation": {
        "left shoulder": "L1",
        "right shoulder": "R1",
        "left stick": "L3",
        "right stick": "R3",
        "view": "Share",
    },
    "nintendo": {"left shoulder": "L", "right shoulder": "R", "left stick": "LS", "right stick": "RS", "view": "−"},
}


class Prompt(NamedTuple):
    """One entry of a bar: a control, its present effect, and its form as a button.

    `button` is its place for touch: "main" (first row), "primary" (first row, brass), "minor" (second row) or "" (no
    button). `icon` names a glyph file for the button. `faces` are labels of a glyph that belongs to no control; such an
    entry only informs. An entry that is not `enabled` keeps its place in grey and does nothing. `also` are prompts that
    take its place at other times; the place is wide enough for all of them.
    """

    control: Control
    label: str
    button: str = "main"
    icon: str = ""
    faces: tuple[str, ...] = ()
    enabled: bool = True
    also: tuple[Prompt, ...] = ()

    @property
    def slot(self) -> tuple[Prompt, ...]:
        """All prompts that have this place at some time."""
        return self, *self.also

    @property
    def kind(self) -> Kind | None:
        """The meaning of a click on the entry."""
        if isinstance(self.control, Kind):
            return self.control
        return Kind.NEXT if self.control == SHOULDERS else None


def one_of(prompts: Sequence[Prompt], shown: int, enabled: bool = True) -> Prompt:
    """Return `prompts[shown]`, in a place wide enough for each of `prompts`."""
    others = tuple(prompt for index, prompt in enumerate(prompts) if index != shown)
    return prompts[shown]._replace(enabled=enabled, also=others)


class Glyphs:
    """Makes and caches pictures of controls for device families."""

    def __init__(self, assets: Assets, paint: Painter, fonts: Fonts, most: float = MOST_GROWTH) -> None:
        """Glyphs follow the text scale up to `most`, and up to MOST_GROWTH."""
        self._assets = assets
        growth = min(fonts.text_scale, most, MOST_GROWTH)
        self._paint = paint
        self._fonts = fonts
        self._scale = paint.scale * growth
        self._type = growth / fonts.text_scale  # multiplies type sizes, so that letters grow as much as their glyphs

    def picture(self, control: Control, family: str, faces: Sequence[str]) -> pygame.Surface:
        """The glyph of `control` for `family`, with its keys or buttons labelled `faces`.

        For a mouse it is the keyboard's glyph.

        Keys are named as printed, buttons as in `controllers.FACES`.
        """
        if control in MOUSE_ACTS:
            width, key = 62 if control == DRAG else 44, ("glyph", control, self._scale)
            return self._paint.cached(key, lambda: Sprite(self._file(f"mouse-{control}", width))).surface
        shown = "keyboard" if family in ("mouse", "touch") else family
        cross = control == ARROWS and (shown != "keyboard" or tuple(faces) == _ARROW_KEYS)
        arrows = "arrow-keys" if shown == "keyboard" else "cross"
        made = ("glyph", ARROWS if cross else tuple(faces), shown, self._scale)
        return self._paint.cached(
            made, lambda: Sprite(self._file(arrows) if cross else self._make(faces, shown))
        ).surface

    def _make(self, faces: Sequence[str], family: str) -> pygame.Surface:
        return self._row([self._key(face) if family == "keyboard" else self._button(face, family) for face in faces])

    def _button(self, face: str, family: str) -> pygame.Surface:
        if face == "start":
            return self._file("start")
        if face in _LETTERS:
            return self._disc(face, family)
        return self._cap(_CAPS[family].get(face, face))

    def _px(self, length: float) -> int:
        return max(1, round(length * self._scale))

    def _file(self, name: str, width: float = HEIGHT, **values: str) -> pygame.Surface:
        """A glyph that is the same for all families."""
        return self._assets.svg(f"sprites/glyphs/{name}.svg", (self._px(width), self._px(HEIGHT)), **values)

    def _draw(self, body: str, width: float = HEIGHT) -> pygame.Surface:
        return svg.render(body, self._px(width), self._px(HEIGHT), (width, HEIGHT))

    def _row(self, parts: list[pygame.Surface]) -> pygame.Surface:
        gap = self._px(8)
        width = sum(part.get_width() for part in parts) + gap * (len(parts) - 1)
        surface = pygame.Surface((width, self._px(HEIGHT)), pygame.SRCALPHA, 32)
        x = 0
        for part in parts:
            surface.blit(part, (x, 0))
            x += part.get_width() + gap
        return surface

    def _lettered(self, face: pygame.Surface, text: str, style: Style, lift: float = 0) -> pygame.Surface:
        line = self._fonts.line(text, style)
        size = style.size / self._type
        baseline = face.get_height() / 2 + (0.366 * size - lift) * self._scale
        face.blit(line, ((face.get_width() - line.get_width()) / 2, round(baseline - self._fonts.ascent(style))))
        return face

    def _key(self, text: str) -> pygame.Surface:
        style = Style(26 * self._type, theme.INK, bold=True)
        width = max(44, self._fonts.width(text, style) / self._scale + 26)
        defs = svg.gradient("k", (("0", "#FFFBF1"), ("1", "#E4D8C0")), (0, 2), (0, 40))
        body = svg.box(0, 4, width, 42, 8, fill="#8F8064") + svg.box(0, 2, width, 39, 8, fill="url(#k)")
        return self._lettered(self._draw(f"<defs>{defs}</defs>{body}", width), text, style, lift=2.5)

    def _cap(self, text: str) -> pygame.Surface:
        style = Style(26 * self._type, theme.IVORY, bold=True)
        width = max(56, self._fonts.width(text, style) / self._scale + 30)
        body = svg.box(1, 4, width - 2, 40, 13, fill="#1B1A1C", stroke=theme.IVORY, line=2.6)
        return self._lettered(self._draw(body, width), text, style)

    def _disc(self, letter: str, family: str) -> pygame.Surface:
        color = _RINGS[family][letter]
        if family == "playstation":
            return self._file(f"disc-{_SYMBOLS[letter]}", color=color)
        style = Style(27 * self._type, color, bold=True)
        return self._lettered(self._file("disc", color=color), letter.upper(), style)

"""What to press, drawn for the device in the hand: keycaps, pad buttons, a pointing finger."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.kit import svg, theme
from scenes.kit.fonts import Fonts, Style
from scenes.kit.intents import Kind
from scenes.kit.paint import Painter, Sprite

HEIGHT = 48  # design pixels of a glyph
MOST_GROWTH = 1.12  # how far glyphs follow the text scale: a bar's row holds no more

ARROWS = "arrows"  # any direction
SHOULDERS = "shoulders"  # previous and next
CLICK, WHEEL, DRAG = "click", "wheel", "drag"  # what a mouse does on a board
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
_SYMBOLS = {
    "a": '<path d="M15 15L33 33M33 15L15 33" {pen}/>',
    "b": '<circle cx="24" cy="24" r="10" {pen}/>',
    "x": '<rect x="15" y="15" width="18" height="18" {pen}/>',
    "y": '<path d="M24 13L34.5 31.5L13.5 31.5Z" {pen}/>',
}
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


class Glyphs:
    """Makes and remembers the picture of a control for a device family."""

    def __init__(self, paint: Painter, fonts: Fonts) -> None:
        growth = min(fonts.text_scale, MOST_GROWTH)
        self._paint = paint
        self._fonts = fonts
        self._scale = paint.scale * growth
        self._type = growth / fonts.text_scale  # what a type size is multiplied by to grow like the glyphs

    def picture(self, control: Control, family: str, faces: Sequence[str]) -> pygame.Surface:
        """The glyph of `control` for `family`, whose keys or buttons have these `faces`; a mouse shows the keyboard's.

        Keys are named as they are printed, buttons as `controllers.FACES` names them.
        """
        if control in MOUSE_ACTS:
            return self._paint.once(("glyph", control), lambda: Sprite(self._mouse(str(control)))).surface
        shown = "keyboard" if family in ("mouse", "touch") else family
        cross = control == ARROWS and (shown != "keyboard" or tuple(faces) == _ARROW_KEYS)
        key = ("glyph", ARROWS if cross else tuple(faces), shown)
        return self._paint.once(key, lambda: Sprite(self._arrows(shown) if cross else self._make(faces, shown))).surface

    def _mouse(self, act: str) -> pygame.Surface:
        """A mouse with what is used of it lit: the left button, or the wheel and the right one; an arrow to drag."""
        outline = "M10 20V17A12 12 0 0 1 34 17V31A12 12 0 0 1 10 31Z"
        lit = {
            CLICK: f'<path d="M10 21V17A12 12 0 0 1 21 5.2V21Z" fill="{theme.HIGHLIGHT}"/>',
            WHEEL: f'<path d="M23 5.2A12 12 0 0 1 34 17V21H23Z" fill="{theme.HIGHLIGHT}" opacity=".55"/>'
            f'<rect x="19" y="9" width="6" height="10" rx="3" fill="{theme.HIGHLIGHT}"/>',
            DRAG: f'<path d="M10 21V17A12 12 0 0 1 21 5.2V21Z" fill="{theme.HIGHLIGHT}"/>',
        }[act]
        pen = f'fill="none" stroke="{theme.IVORY}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"'
        body = (
            f'<path d="{outline}" fill="#1B1A1C"/>{lit}<path d="{outline}" {pen}/><path d="M22 5V21M10 21H34" {pen}/>'
        )
        if act != DRAG:
            return self._draw(body, 44)
        return self._draw(f'{body}<path d="M40 24H58M51 17L58 24L51 31" {pen}/>', 62)

    def _arrows(self, family: str) -> pygame.Surface:
        return self._arrow_keys() if family == "keyboard" else self._cross()

    def _make(self, faces: Sequence[str], family: str) -> pygame.Surface:
        return self._row([self._key(face) if family == "keyboard" else self._button(face, family) for face in faces])

    def _button(self, face: str, family: str) -> pygame.Surface:
        if face == "start":
            return self._lines()
        if face in _LETTERS:
            return self._disc(face, family)
        return self._cap(_CAPS[family].get(face, face))

    def _px(self, length: float) -> int:
        return max(1, round(length * self._scale))

    def _draw(self, body: str, width: float = HEIGHT) -> pygame.Surface:
        return svg.render(body, self._px(width), self._px(HEIGHT), (width, HEIGHT))

    def _row(self, parts: list[pygame.Surface]) -> pygame.Surface:
        gap = self._px(8)
        width = sum(part.get_width() for part in parts) + gap * (len(parts) - 1)
        surface = pygame.Surface((width, self._px(HEIGHT)), pygame.SRCALPHA)
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

    def _arrow_keys(self) -> pygame.Surface:
        parts = []
        for turn in (0, 90, 180, 270):
            parts.append(f'<path d="M0 -14L6 -6L-6 -6Z" transform="translate(24 22) rotate({turn})" fill="#2A1E16"/>')
        defs = svg.gradient("k", (("0", "#FFFBF1"), ("1", "#E4D8C0")), (0, 2), (0, 40))
        face = svg.box(0, 4, 48, 42, 8, fill="#8F8064") + svg.box(0, 2, 48, 39, 8, fill="url(#k)")
        return self._draw(f"<defs>{defs}</defs>{face}{''.join(parts)}")

    def _cross(self) -> pygame.Surface:
        d = "M17 3H31V17H45V31H31V45H17V31H3V17H17Z"
        return self._draw(
            f'<path d="{d}" fill="#1B1A1C" stroke="{theme.IVORY}" stroke-width="2.6" stroke-linejoin="round"/>'
        )

    def _cap(self, text: str) -> pygame.Surface:
        style = Style(26 * self._type, theme.IVORY, bold=True)
        width = max(56, self._fonts.width(text, style) / self._scale + 30)
        body = svg.box(1, 4, width - 2, 40, 13, fill="#1B1A1C", stroke=theme.IVORY, line=2.6)
        return self._lettered(self._draw(body, width), text, style)

    def _disc(self, letter: str, family: str) -> pygame.Surface:
        color = _RINGS[family][letter]
        body = f'<circle cx="24" cy="24" r="21.5" fill="#232124" stroke="{color}" stroke-width="3"/>'
        if family == "playstation":
            pen = f'fill="none" stroke="{color}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"'
            return self._draw(body + _SYMBOLS[letter].replace("{pen}", pen))
        return self._lettered(self._draw(body), letter.upper(), Style(27 * self._type, color, bold=True))

    def _lines(self) -> pygame.Surface:
        pen = f'stroke="{theme.IVORY}" stroke-width="3" stroke-linecap="round"'
        body = f'<circle cx="24" cy="24" r="21.5" fill="#232124" stroke="{theme.IVORY}" stroke-width="2.6"/>'
        return self._draw(body + "".join(f'<path d="M15 {y}H33" {pen}/>' for y in (17, 24, 31)))

"""Chairs as they look: free, taken by a person or an AI, and with a name being given in them."""

from __future__ import annotations

import pygame

from game.roster import Chair, pad_number
from scenes.join.naming import Naming
from scenes.join.places import WHEEL, chip_places, more_place, wheel_places
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.intents import FIRST_PHONE
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.services import Services

NAME = Style(44, theme.IVORY, bold=True)
WORDS = Style(theme.CAPTION, theme.MUTED)
LETTER = Style(64, theme.INK, bold=True)
NEAR, FAR = Style(36, theme.IVORY, bold=True), Style(30, theme.MUTED, bold=True)
CHIP_NAME = Style(theme.CAPTION, theme.IVORY, bold=True)
MOST_GROWTH = 1.15
TOKEN, SMALL_TOKEN = 48, 36  # radius
NARROW = 360  # a card less wide has the small one
STRIP = 9
ICON = 36
LEAST = 14  # the smallest type of a name


def icon_of(device: str) -> str:
    """Which picture stands for a chair's device."""
    if pad_number(device) >= FIRST_PHONE:
        return "phone"
    return "pad" if device.startswith("pad") else device


def draw_free(stage: Stage, canvas: Canvas, card: pygame.Rect) -> None:
    """A chair that waits for somebody."""
    px = stage.metrics.px
    stage.put(canvas, stage.paint.once(("free chair", card.size), lambda: _outline(stage, card.size)), card.topleft)
    side = px(2 * TOKEN)
    hole = pygame.Rect(0, 0, side, side)
    hole.midtop = card.centerx, card.top + px(36)
    stage.put(canvas, stage.paint.once(("free socket", side), lambda: _socket(side)), hole.topleft)
    text = stage.t("join.free")
    room = pygame.Rect(card.x + px(24), hole.bottom + px(8), card.width - px(48), card.bottom - hole.bottom - px(24))
    lines, style = stage.fitted(text, stage.capped(WORDS, MOST_GROWTH), room.width, room.height)
    height = stage.fonts.line_height(style)
    top = room.centery - (len(lines) - 1) * height // 2 + round(0.36 * height)
    stage.paragraph(canvas, lines, (card.centerx, top), style, "centre")


def draw_chair(services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair, words: str, mine: bool) -> None:
    """A taken chair; `words` say what plays for it, `mine` whether the device in use does."""
    stage, px = services.stage, services.stage.metrics.px
    _draw_body(services, canvas, card, chair, mine)
    radius = TOKEN if card.width >= px(NARROW) else SMALL_TOKEN
    token = services.identities.token(chair.identity, radius, lit=mine)
    middle = card.top + px(92)
    stage.put(canvas, token, (card.left + px(32), middle - px(radius)))
    left = card.left + px(32 + 2 * radius + (24 if radius == TOKEN else 16))
    more = more_place(stage.metrics, card)
    room = card.right - px(16) - left
    ink = theme.INK if mine else theme.IVORY
    name = services.chair_name(chair)
    style = stage.shrunk(name, stage.capped(NAME._replace(color=ink), MOST_GROWTH), room, LEAST)
    stage.text(canvas, name, (left, middle + 0.366 * _height(stage, style)), style, width=room)
    _draw_more(stage, canvas, more, theme.INK_SOFT if mine else theme.MUTED)
    foot = card.bottom - px(58)
    if chair.kind == "ai":
        above = 0 if card.width >= px(NARROW) else px(16)
        for i in range(5):
            stage.put(canvas, stage.paint.pip(i < chair.level), (card.left + px(56 + 46 * i), foot - above))
        level = stage.t(f"level.{chair.level}")
        beside = card.width >= px(NARROW)
        left = card.left + px(56 + 46 * 4 + 36 if beside else 40)
        style = stage.shrunk(level, stage.capped(WORDS, MOST_GROWTH), card.right - px(28) - left, LEAST)
        if beside:
            stage.text(canvas, level, (card.right - px(28), foot + 0.366 * _height(stage, style)), style, "right")
        else:
            stage.text(canvas, level, (left, card.bottom - px(14)), style)
        return
    soft = theme.INK_SOFT if mine else theme.MUTED
    ink = theme.PRINT_RED if mine else theme.EYEBROW
    icon = stage.drawing(f"icons/device-{icon_of(chair.device or 'touch')}", (px(ICON), px(ICON)), color=ink)
    stage.put(canvas, icon, (card.left + px(40), foot - px(ICON) // 2))
    left = card.left + px(40 + ICON + 16)
    room = card.right - px(64) - left
    lines, style = stage.fitted(words, stage.capped(WORDS._replace(color=soft), MOST_GROWTH), room, px(84))
    step = stage.fonts.line_height(style)
    first = foot - (len(lines) - 1) * step // 2 + round(0.32 * step)
    stage.paragraph(canvas, lines, (left, first), style)
    lamp = stage.paint.once(("ready", bool(chair.device)), lambda: _lamp(stage, bool(chair.device)))
    stage.put(canvas, lamp, (card.right - px(48), foot - px(13)))


def draw_naming(
    services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair, naming: Naming, note: str, left_share: float
) -> None:
    """A chair in which a name is given; `note` is what is wrong with it, `left_share` of the time to type is left."""
    stage, px = services.stage, services.stage.metrics.px
    _draw_body(services, canvas, card, chair, mine=True)
    left = card.left + px(28)
    room = card.width - px(28 + 16) - (px(16) if naming.typed else px(WHEEL + 12 + 16))
    token = services.identities.token(chair.identity, 22, lit=True)
    stage.put(canvas, token, (left, card.top + px(18)))
    beside = left + px(58)
    shown = naming.text or stage.t("join.no_name")
    ink = theme.INK if naming.text else theme.INK_SOFT
    usual = stage.capped(NAME._replace(color=ink, size=40), 1.0)
    style = stage.shrunk(shown, usual, room - px(58 + 12), LEAST)
    end = stage.text(canvas, shown, (beside, card.top + px(40) + 0.366 * _height(stage, style)), style).right
    caret = stage.paint.line(px(3), theme.PRINT_RED, 1.0, 40)
    stage.put(canvas, caret, (end + px(4) if naming.text else beside - px(8), card.top + px(20)))
    words = note or stage.t("join.naming.keys" if naming.typed else "join.naming")
    if naming.text and not note:
        words = stage.t("naming.left", count=naming.left)
    usual = stage.capped(WORDS._replace(color=theme.PRINT_RED if note else theme.INK_SOFT, size=24), 1.0)
    stage.text(canvas, words, (left, card.top + px(92)), stage.shrunk(words, usual, room, 16), width=room)
    for i, (place, name) in enumerate(zip(chip_places(stage.metrics, card), naming.known, strict=False)):
        _draw_chip(stage, canvas, place, name, i == naming.chip)
    if naming.typed:
        bar = pygame.Rect(left, card.bottom - px(8), round(room * left_share), px(4))
        if bar.width > 0:
            stage.put(canvas, stage.paint.line(bar.width, theme.PRINT_RED, 0.8, 4), bar.topleft)
    else:
        _draw_wheel(stage, canvas, card, naming)


def _draw_body(services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair, mine: bool) -> None:
    stage, px = services.stage, services.stage.metrics.px
    stage.put(canvas, stage.paint.panel("enamel" if mine else "lacquer", card.size), card.topleft)
    if mine:
        stage.put(canvas, stage.paint.ring(card.size, gap=0), card.topleft)
    corner = px(17)
    strip = services.identities.strip(chair.identity, (px(STRIP) + px(6), card.height - 2), (corner, 0, 0, corner))
    stage.put(canvas, strip, (card.x + 1, card.y + 1))


def _draw_wheel(stage: Stage, canvas: Canvas, card: pygame.Rect, naming: Naming) -> None:
    places = wheel_places(stage.metrics, card)
    whole = places[0].unionall(places[1:])
    stage.put(canvas, stage.paint.well(whole.size), whole.topleft)
    middle = len(places) // 2
    stage.put(canvas, stage.paint.segment(places[middle].size), places[middle].topleft)
    for i, (place, letter) in enumerate(zip(places, naming.wheel, strict=True)):
        style = LETTER if i == middle else NEAR if abs(i - middle) == 1 else FAR
        style = stage.shrunk(letter, stage.capped(style, 1.0), place.width - stage.metrics.px(8), 16)
        stage.centred(canvas, letter, place, style, place.width)


def _draw_chip(stage: Stage, canvas: Canvas, place: pygame.Rect, name: str, chosen: bool) -> None:
    panel = stage.paint.panel("lacquer", place.size, radius=12)
    stage.put(canvas, panel, place.topleft)
    if chosen:
        stage.put(canvas, stage.paint.ring(place.size, 12, 0, 3), place.topleft)
    room = place.width - stage.metrics.px(24)
    style = stage.shrunk(name, stage.capped(CHIP_NAME, 1.0), room, LEAST - 4)
    stage.centred(canvas, name, place, style, room)


def _draw_more(stage: Stage, canvas: Canvas, place: pygame.Rect, color: str) -> None:
    side = place.width

    def make() -> Sprite:
        dots = "".join(f'<circle cx="{x}" cy="32" r="3.4" fill="{color}"/>' for x in (20, 32, 44))
        return Sprite(svg.render(dots, side, side, (64, 64)))

    stage.put(canvas, stage.paint.once(("more", side, color), make), place.topleft)


def _outline(stage: Stage, size: tuple[int, int]) -> Sprite:
    """A dashed edge around nothing."""
    width, height = (length / stage.metrics.scale for length in size)
    edge = svg.dashed(svg.outline(width, height, 22, 2), 12, 9)
    body = f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="22" fill="#0D0D0F" fill-opacity=".28"/>'
    body += f'<path d="{edge}" fill="none" stroke="{theme.MUTED}" stroke-opacity=".55" stroke-width="2"/>'
    return Sprite(svg.render(body, *size, (width, height)))


def _socket(side: int) -> Sprite:
    edge = svg.dashed(svg.outline(96, 96, 48, 2), 9, 7)
    body = '<circle cx="48" cy="48" r="46" fill="#0B0B0D"/>'
    body += f'<path d="{edge}" fill="none" stroke="{theme.MUTED}" stroke-opacity=".55" stroke-width="2.4"/>'
    return Sprite(svg.render(body, side, side, (96, 96)))


def _lamp(stage: Stage, lit: bool) -> Sprite:
    """Whether a chair is ready to play: a light with a tick, or a hole without."""
    side = stage.metrics.px(26)
    stops = (("0", "#E9FFD8"), (".5", "#7FC77B"), ("1", "#2E6B3A")) if lit else (("0", "#5A524B"), ("1", "#2B2725"))
    defs = svg.radial("lamp", stops, (11, 10), 16)
    body = '<circle cx="13" cy="13" r="12" fill="#0B0A0A"/><circle cx="13" cy="13" r="9.5" fill="url(#lamp)"/>'
    if lit:
        body += f'<path d="M8.2 13.4L11.8 17L18 9.6" fill="none" stroke="{theme.INK}" stroke-width="2.6"/>'
    return Sprite(svg.render(f"<defs>{defs}</defs>{body}", side, side, (26, 26)))


def _height(stage: Stage, style: Style) -> float:
    return style.size * stage.metrics.scale * stage.metrics.text_scale

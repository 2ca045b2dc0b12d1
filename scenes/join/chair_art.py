"""Chairs as they lie and look: free, taken by a person or an AI, and with a name being given in them."""

from __future__ import annotations

import pygame

from game.roster import Chair
from scenes.join.naming import CHIPS, SHOWN, Naming
from scenes.kit import svg, theme
from scenes.kit.boxes import Align, cell, column, row, within
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Metrics
from scenes.kit.paint import Sprite
from scenes.kit.person import Tag, draw_person
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
WHEEL = 84  # width of the wheel of letters
CHIP, CHIP_GAP, CHIP_FOOT = 44, 6, 14
CHIPS_BELOW = 102  # the name and what is said of it
ICON, LAMP = 36, 26
LEAST = 14  # the smallest type of a name


def draw_free(stage: Stage, canvas: Canvas, card: pygame.Rect) -> None:
    """A chair that waits for somebody."""
    stage.put(canvas, stage.paint.once(("free chair", card.size), lambda: _outline(stage, card.size)), card.topleft)
    hole = cell("hole", 2 * TOKEN, across=2 * TOKEN, align=Align.MIDDLE)
    at = within(stage.metrics, card, column(hole, cell("words"), gap=8, pad=(24, 36, 24, 16)))
    side = at["hole"].width
    stage.put(canvas, stage.paint.once(("free socket", side), lambda: _socket(side)), at["hole"].topleft)
    stage.label(canvas, stage.t("join.free"), at["words"], WORDS, "centre", lines=4, grow=MOST_GROWTH)


def draw_chair(services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair, words: str, mine: bool) -> None:
    """A taken chair; `words` say what plays for it, `mine` whether the device in use does."""
    stage, px = services.stage, services.stage.metrics.px
    _draw_body(services, canvas, card, chair, mine)
    is_wide = card.width >= px(NARROW)
    upper = row(cell("person"), size=100, pad=(32, 0, 16, 0))
    lower = row(cell("icon", ICON), cell("plays"), cell("lamp", LAMP), gap=16, size=76, pad=(40, 0, 22, 0))
    parts = within(stage.metrics, card, column(upper, cell(), lower, gap=0, pad=(0, 42, 0, 20)))
    ink, soft = (theme.INK, theme.INK_SOFT) if mine else (theme.IVORY, theme.MUTED)
    radius, gap = (TOKEN, 24) if is_wide else (SMALL_TOKEN, 16)
    tag = Tag(radius, NAME._replace(color=ink), gap=gap, grow=MOST_GROWTH, least=LEAST)
    name = services.people.chair_name(chair)
    draw_person(stage, canvas, parts["person"], tag, chair.identity, name, lit=mine)
    more = more_place(stage.metrics, card).inflate(-px(16), -px(16))
    stage.show(canvas, "icons/more", more, color=soft)
    if chair.kind == "ai":
        _draw_level(stage, canvas, card, chair.level, is_wide)
        return
    color = theme.PRINT_RED if mine else theme.EYEBROW
    stage.show(canvas, f"icons/device-{chair.device.kind or 'touch'}", parts["icon"], color=color)
    stage.label(canvas, words, parts["plays"], WORDS._replace(color=soft), lines=3, grow=MOST_GROWTH)
    stage.show(canvas, "lamp-lit" if chair.device else "lamp-out", parts["lamp"])


def _draw_level(stage: Stage, canvas: Canvas, card: pygame.Rect, level: int, is_wide: bool) -> None:
    """The pips of an AI's level, with its name at their right; below them where a card is narrow."""
    px = stage.metrics.px
    pips = row(*[cell("pip", fit=46)] * 5, cell("level") if is_wide else None, gap=0, size=64)
    below = cell("level", 36) if not is_wide else None
    pad = (56, 0, 28, 26) if is_wide else (56, 0, 28, 6)
    parts = within(stage.metrics, card, column(cell(), pips, below, gap=0, pad=pad))
    for i, place in enumerate(parts.all("pip")):
        stage.put(canvas, stage.pip(i < level), place.midleft)
    align = "right" if is_wide else "left"
    box = parts["level"].inflate(0 if is_wide else px(32), 0)
    stage.label(canvas, stage.t(f"level.{level}"), box, WORDS, align, grow=MOST_GROWTH, least=LEAST)


def draw_naming(
    services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair, naming: Naming, note: str, left_share: float
) -> None:
    """A chair in which a name is given; `note` is what is wrong with it, `left_share` of the time to type is left."""
    stage, px = services.stage, services.stage.metrics.px
    _draw_body(services, canvas, card, chair, mine=True)
    head = row(cell("token", 44, across=44), cell("text"), size=48, gap=14, pad=(0, 0, 12, 0))
    right = 32 if naming.typed else WHEEL + 44
    at = within(
        stage.metrics, card, column(head, cell("words", 36), cell(), cell("time", 4), gap=2, pad=(28, 16, right, 4))
    )
    token = stage.identities.token(chair.identity, 22, lit=True)
    stage.put(canvas, token, at["token"].topleft)
    ink, box = theme.INK if naming.text else theme.INK_SOFT, at["text"]
    shown = naming.text or stage.t("join.no_name")
    style = stage.shrunk(shown, stage.capped(NAME._replace(color=ink, size=40), 1.0), box.width, LEAST)
    while stage.fonts.width(shown, style) > box.width:
        shown = shown[1:]  # the end of what is given stays in view
    end = stage.label(canvas, shown, box, style, grow=stage.metrics.text_scale).right  # it is held back already
    caret = stage.paint.line(px(3), theme.PRINT_RED, 1.0, 40)
    stage.put(canvas, caret, (end + px(4) if naming.text else box.left - px(8), card.top + px(20)))
    words = note or stage.t("join.naming.keys" if naming.typed else "join.naming")
    if naming.text and not note:
        words = stage.t("naming.left", count=naming.left)
    style = WORDS._replace(color=theme.PRINT_RED if note else theme.INK_SOFT, size=24)
    stage.label(canvas, words, at["words"], style, least=16)
    for i, (place, name) in enumerate(zip(chip_places(stage.metrics, card), naming.known, strict=False)):
        _draw_chip(stage, canvas, place, name, i == naming.chip)
    if naming.typed:
        if (width := round(at["time"].width * left_share)) > 0:
            stage.put(canvas, stage.paint.line(width, theme.PRINT_RED, 0.8, 4), at["time"].topleft)
    else:
        _draw_wheel(stage, canvas, card, naming)


def _draw_body(services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair, mine: bool) -> None:
    stage, px = services.stage, services.stage.metrics.px
    stage.put(canvas, stage.paint.panel("enamel" if mine else "lacquer", card.size), card.topleft)
    if mine:
        stage.put(canvas, stage.paint.ring(card.size, gap=0), card.topleft)
    corner = px(17)
    strip = stage.identities.strip(chair.identity, (px(STRIP) + px(6), card.height - 2), (corner, 0, 0, corner))
    stage.put(canvas, strip, (card.x + 1, card.y + 1))


def _draw_wheel(stage: Stage, canvas: Canvas, card: pygame.Rect, naming: Naming) -> None:
    letters = wheel_places(stage.metrics, card)
    whole = letters[0].unionall(letters[1:])
    stage.put(canvas, stage.paint.well(whole.size), whole.topleft)
    middle = len(letters) // 2
    stage.put(canvas, stage.paint.segment(letters[middle].size), letters[middle].topleft)
    for i, (place, letter) in enumerate(zip(letters, naming.wheel, strict=True)):
        style = LETTER if i == middle else NEAR if abs(i - middle) == 1 else FAR
        stage.label(canvas, letter, place.inflate(-stage.metrics.px(8), 0), style, "centre", least=16)


def _draw_chip(stage: Stage, canvas: Canvas, place: pygame.Rect, name: str, chosen: bool) -> None:
    panel = stage.paint.panel("lacquer", place.size, radius=12)
    stage.put(canvas, panel, place.topleft)
    if chosen:
        stage.put(canvas, stage.paint.ring(place.size, 12, 0, 3), place.topleft)
    stage.label(canvas, name, place.inflate(-stage.metrics.px(24), 0), CHIP_NAME, "centre", least=LEAST - 4)


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


def more_place(metrics: Metrics, card: pygame.Rect) -> pygame.Rect:
    """The corner of a taken chair that opens its menu."""
    side = metrics.px(64)
    return pygame.Rect(card.right - side - metrics.px(4), card.top + metrics.px(4), side, side)


def wheel_places(metrics: Metrics, card: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """The letters of the wheel at the right edge, top to bottom; the middle one is the highest."""
    near = [cell("letter")] * (SHOWN // 2)
    wheel = column(*near, cell("letter", share=0.32 * 2 * len(near) / 0.68), *near, size=WHEEL, gap=0)
    return within(metrics, card, row(cell(), wheel, gap=0, pad=12)).all("letter")


def chip_places(metrics: Metrics, card: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """The names used before, from the bottom left corner upward, as many as there is room for."""
    room = card.height / metrics.scale - CHIPS_BELOW - CHIP_FOOT
    count = min(CHIPS, int((room + CHIP_GAP) // (CHIP + CHIP_GAP)))
    chips = column(cell(), *[cell("chip", CHIP)] * count, gap=CHIP_GAP, pad=(28, 0, WHEEL + 12 + 16, CHIP_FOOT))
    return within(metrics, card, chips).all("chip")[::-1]

"""How the door for phones is drawn: the code in its frame, the address on a slip of paper, who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.phones.protocol import Door
from game.roster import Chair
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Metrics, Shape
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.code import draw_code as draw_modules
from scenes.table.paper import paper

# Left, top, width and height of the code's frame, the slip, the cards, the note and the bar; cards in a row and gaps.
_PLACES = {
    Shape.WIDE: ((96, 236, 684, 684), (860, 62, 964, 286), (860, 436, 964, 380, 2, 24, 13), (860, 832, 964, 108)),
    Shape.CLASSIC: ((72, 220, 560, 560), (680, 62, 688, 270), (680, 414, 688, 552, 1, 0, 8), (72, 792, 560, 172)),
    Shape.TALL: ((220, 192, 640, 640), (54, 846, 972, 228), (54, 1138, 972, 280, 2, 12, 8), (54, 1426, 972, 128)),
}
_BAR = {Shape.WIDE: (54, 956, 1812, 80), Shape.CLASSIC: (54, 980, 1332, 80), Shape.TALL: (54, 1564, 972, 326)}
TEETH = 44
FRAME = 18  # from the frame's edge to the cream
MOST_GROWTH = 1.15
LEAST = 14
HEAD = Style(32, theme.PRINT_RED, bold=True)
ADDRESS = Style(66, theme.INK, bold=True)
SOFT = Style(36, theme.INK_SOFT)
EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
COUNT, OF = Style(44, theme.IVORY, bold=True), Style(32, theme.MUTED)
NAME = Style(40, theme.IVORY, bold=True)
DEVICE = Style(28, theme.MUTED)
NOTE, BELOW = Style(30, theme.IVORY), Style(26, theme.MUTED)


@dataclass(frozen=True, slots=True)
class DoorPlaces:
    """All in pixels; a card for each of the eight places at the table."""

    code: pygame.Rect
    slip: pygame.Rect
    cards: tuple[pygame.Rect, ...]
    note: pygame.Rect
    bar: pygame.Rect


def door_places(metrics: Metrics) -> DoorPlaces:
    """The places at the window's size."""
    code, slip, (left, top, width, height, row, gap_x, gap_y), note = _PLACES[metrics.shape]
    each = (width - (row - 1) * gap_x) / row
    tall = (height - (8 // row - 1) * gap_y) / (8 // row)
    cards = tuple(
        metrics.rect(left + i % row * (each + gap_x), top + i // row * (tall + gap_y), each, tall) for i in range(8)
    )
    rects = (metrics.rect(*place) for place in (code, slip, note, _BAR[metrics.shape]))
    code_rect, slip_rect, note_rect, bar = rects
    return DoorPlaces(code_rect, slip_rect, cards, note_rect, bar)


def draw_code(stage: Stage, canvas: Canvas, rect: pygame.Rect, door: Door | None, words: str) -> None:
    """The code on cream in a dark frame; while there is none, what there is to say instead."""
    stage.put(canvas, stage.paint.panel("lacquer", rect.size, radius=14, rim=4), rect.topleft)
    inner = rect.inflate(-2 * stage.metrics.px(FRAME), -2 * stage.metrics.px(FRAME))
    stage.put(canvas, stage.paint.face("enamel", inner.size, 6, 3), inner.topleft)
    if door is None:
        room = inner.inflate(-inner.width // 5, 0)
        lines, style = stage.fitted(words, NOTE._replace(color=theme.INK), room.width, inner.height // 2)
        top = inner.centery - (len(lines) - 1) * stage.fonts.line_height(style) // 2
        stage.paragraph(canvas, lines, (inner.centerx, top), style, "centre")
        return
    draw_modules(stage, canvas, inner, door.matrix)


def draw_slip(services: Services, canvas: Canvas, rect: pygame.Rect, door: Door | None) -> None:
    """The address, to be typed."""
    stage, px = services.stage, services.stage.metrics.px
    stage.put(canvas, paper(services, rect.size, TEETH), rect.topleft)
    left, room = rect.left + px(44), rect.width - px(88)
    head = stage.shrunk(stage.t("phones.type"), stage.capped(HEAD, MOST_GROWTH), room, LEAST)
    stage.text(canvas, stage.t("phones.type"), (left, rect.top + px(58)), head)
    for y in (74, 80):
        line = stage.paint.line(room, theme.PRINT_RED, 0.9, 2)
        canvas.blit(line.surface, (left, rect.top + px(y)))
    if door is None:
        return
    address = stage.capped(ADDRESS, 1.0)
    host = door.url.split("//", 1)[-1].split("/", 1)[0]
    longest = max(f"{host}000000", f"/{door.code}00", key=len)
    address = stage.shrunk(longest, address, room, LEAST)
    if rect.height < px(260):
        address = stage.shrunk(longest, address._replace(size=min(address.size, 54)), room, LEAST)
    soft = stage.capped(SOFT, 1.0)
    first = rect.top + px(82) + round((rect.height - px(82 + 24)) * 0.44)
    second = rect.top + px(82) + round((rect.height - px(82 + 24)) * 0.92)
    begun = stage.text(canvas, "http://", (left, first), soft)
    stage.text(canvas, host, (begun.right + px(4), first), address)
    path = stage.text(canvas, "/", (left, second), address._replace(color=theme.INK_SOFT, bold=False))
    stage.text(canvas, door.code, (path.right + px(2), second), address._replace(spacing=4))


def draw_count(stage: Stage, canvas: Canvas, cards: tuple[pygame.Rect, ...], taken: int) -> None:
    """How many sit at the table."""
    px = stage.metrics.px
    row = [card for card in cards if card.top == cards[0].top]
    baseline = cards[0].top - px(24)
    eyebrow = stage.t("phones.at_table").upper()
    stage.text(canvas, eyebrow, (cards[0].left, baseline), stage.capped(EYEBROW, MOST_GROWTH))
    of = stage.t("phones.of", most=len(cards))
    end = stage.text(canvas, of, (row[-1].right, baseline), stage.capped(OF, MOST_GROWTH), "right")
    stage.text(canvas, str(taken), (end.left - px(10), baseline), stage.capped(COUNT, MOST_GROWTH), "right")


def draw_card(
    services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair | None, words: str, lit: bool, asleep: bool
) -> None:
    """A place at the table: who sits there and by what; `lit` for whoever has just sat down."""
    stage, px = services.stage, services.stage.metrics.px
    radius = min(31.0, card.height / stage.metrics.scale * 0.37)
    if chair is None:
        outline = stage.paint.once(("free place", card.size), lambda: _dashed(stage, card.size))
        stage.put(canvas, outline, card.topleft)
        stage.centred(canvas, stage.t("phones.free"), card, stage.capped(DEVICE, MOST_GROWTH))
        return
    stage.put(canvas, stage.paint.panel("enamel" if lit else "lacquer", card.size), card.topleft)
    rim = px(5 if lit else 2)
    corner = max(1, px(18) - rim)
    strip = services.identities.strip(chair.identity, (px(12), card.height - 2 * rim), (corner, 0, 0, corner))
    canvas.blit(strip.surface, (card.left + rim, card.top + rim))
    token = services.identities.token(chair.identity, radius, lit)
    left = card.left + px(32)
    stage.put(canvas, token, (left, card.centery - px(radius)), 0.62 if asleep else 1.0)
    left += px(2 * radius + 18)
    name = services.chair_name(chair)
    ink, soft = (theme.INK, theme.INK_SOFT) if lit else (theme.IVORY, theme.MUTED)
    share = 0.62 if asleep else 1.0
    room = (card.right - px(24) - left) * 55 // 100
    style = stage.shrunk(name, stage.capped(NAME._replace(color=ink), MOST_GROWTH), room, LEAST)
    stage.text(canvas, name, (left, card.centery + px(14)), style, width=room, alpha=share)
    room = card.right - px(24) - left - room - px(8)
    style = stage.shrunk(words, stage.capped(DEVICE._replace(color=soft), MOST_GROWTH), room, LEAST)
    stage.text(canvas, words, (card.right - px(24), card.centery + px(10)), style, "right", width=room, alpha=share)


def _dashed(stage: Stage, size: tuple[int, int]) -> Sprite:
    px = stage.paint.px
    edge = svg.dashed(svg.outline(*size, px(18), px(1)), px(8), px(6))
    body = svg.box(0, 0, *size, px(18), fill="#000000", opacity=0.18)
    body += f'<path d="{edge}" fill="none" stroke="{theme.IVORY}" stroke-width="{px(2):.2f}" opacity=".3"/>'
    return Sprite(svg.render(body, *size))


def draw_note(stage: Stage, canvas: Canvas, rect: pygame.Rect, first: str, second: str, warns: bool) -> None:
    """What phones need, or, in the colour of warnings, why none has come."""
    px = stage.metrics.px
    icon = stage.drawing("icons/waves", (px(44), px(44)), color=theme.WARN if warns else theme.EYEBROW)
    stage.put(canvas, icon, (rect.left, rect.centery - px(22)))
    left, room = rect.left + px(72), rect.width - px(72)
    lines, style = stage.fitted(first, stage.capped(NOTE, MOST_GROWTH), room, rect.height * 3 // 5)
    step = stage.fonts.line_height(style)
    below, small = stage.fitted(second, stage.capped(BELOW, MOST_GROWTH), room, rect.height * 2 // 5)
    total = len(lines) * step + len(below) * stage.fonts.line_height(small)
    baseline = rect.centery - total // 2 + round(step * 0.74)
    end = stage.paragraph(canvas, lines, (left, baseline), style)
    stage.paragraph(canvas, below, (left, end), small)

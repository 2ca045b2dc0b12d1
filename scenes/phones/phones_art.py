"""Pictures of the phones' page: its code and address, the phones there, and the reason where none comes."""

from __future__ import annotations

import pygame

from game.phones.messages import JoinCode
from game.roster import Chair
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, draw_owned_panel, draw_person
from scenes.services import Services
from scenes.table.art.paper import paper
from scenes.table.sharing.code import draw_code as draw_modules

SEATS = 8
TEETH = 44
LINK, BARRED = 10, 96  # design pixels: how thick a link is, and the sign on one that is broken
FRAME = 18  # from the frame's edge to the cream
MOST_GROWTH = 1.15
LEAST = 14
HEAD = Style(32, theme.PRINT_RED, bold=True)
ADDRESS = Style(60, theme.INK, bold=True)
WRONG = Style(44, theme.INK, bold=True)
SOFT = Style(36, theme.INK_SOFT)
EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
COUNT, OF = Style(44, theme.IVORY, bold=True), Style(32, theme.MUTED)
NAME = Style(40, theme.IVORY, bold=True)
DEVICE = Style(28, theme.MUTED)
WHY, CAUSES = Style(44, theme.IVORY, bold=True), Style(32, theme.MUTED)
UNKNOWN = Style(72, theme.WARN, bold=True)
NOTE, BELOW = Style(30, theme.IVORY), Style(26, theme.MUTED)


def draw_code(stage: Stage, canvas: Canvas, rect: pygame.Rect, join_code: JoinCode | None, words: str) -> None:
    """The code on cream in a dark frame; while there is none, what there is to say instead."""
    stage.blit(canvas, stage.paint.panel("lacquer", rect.size, radius=14, rim=4), rect.topleft)
    inner = rect.inflate(-2 * stage.metrics.px(FRAME), -2 * stage.metrics.px(FRAME))
    stage.blit(canvas, stage.paint.face("enamel", inner.size, 6, 3), inner.topleft)
    if join_code is None:
        room = inner.inflate(-inner.width // 5, -inner.height // 2)
        stage.label(canvas, words, room, NOTE._replace(color=theme.INK), "centre", lines=6)
        return
    draw_modules(stage, canvas, inner, join_code.matrix)


def draw_failure(stage: Stage, canvas: Canvas, code: pygame.Rect, slip: pygame.Rect, words: str) -> None:
    """A phone that reaches the network, and a screen that the network does not reach; below it why that is so."""
    stage.blit(canvas, stage.paint.panel("lacquer", code.size, radius=14, rim=4), code.topleft)
    _draw_way(stage, canvas, code, (theme.GOOD, theme.WARN), barred=True)
    stage.blit(canvas, paper(stage, slip.size, TEETH), slip.topleft)
    at = within(stage.metrics, slip, column(cell("words"), pad=(44, 24, 44, 36)))
    stage.label(canvas, words, at["words"], WRONG, "centre", lines=0, grow=MOST_GROWTH, least=LEAST)


def draw_lonely(stage: Stage, canvas: Canvas, picture: pygame.Rect, note: pygame.Rect, first: str, second: str) -> None:
    """Draw, where no phone has come yet, its unproven way to the network and below it the possible reasons."""
    stage.blit(canvas, stage.paint.panel("lacquer", picture.size, radius=14), picture.topleft)
    _draw_way(stage, canvas, picture, (theme.WARN, theme.GOOD), barred=False)
    stage.note(canvas, note, first, WHY, second, CAUSES, MOST_GROWTH)


def _draw_way(stage: Stage, canvas: Canvas, place: pygame.Rect, colors: tuple[str, str], *, barred: bool) -> None:
    """A phone, the network and the screen with links between them: the last one is `barred`, or the first one open."""
    width, height = place.width / stage.metrics.scale, place.height / stage.metrics.scale
    side = min(150.0, 0.6 * height, width / 7)
    signs = row(cell("sign", side), cell("link"), cell("sign", side), cell("link"), cell("sign", side), gap=20)
    at = within(stage.metrics, place, column(cell(), row(signs, size=side), cell(), gap=0, pad=(0.06 * width, 0)))
    for sign, icon in zip(at.all("sign"), ("device-phone", "waves", "picture"), strict=True):
        stage.show(canvas, f"icons/{icon}", sign, color=theme.IVORY)
    for link, color in zip(at.all("link"), colors, strict=True):
        line = stage.paint.line(link.width, color, 0.9 if color == theme.GOOD else 0.45, LINK)
        canvas.blit(line.surface, (link.left, link.centery - stage.metrics.px(LINK) // 2))
    middle, high = at.all("link")[int(barred)].center, stage.metrics.px(BARRED)
    sign = pygame.Rect(middle[0] - high // 2, middle[1] - high // 2, high, high)
    if barred:
        stage.show(canvas, "barred", sign)
    else:
        stage.centred(canvas, "?", sign, stage.limit_scale(UNKNOWN, 1.0))


def draw_slip(services: Services, canvas: Canvas, rect: pygame.Rect, join_code: JoinCode | None) -> None:
    """The address, to be typed."""
    stage, px = services.stage, services.stage.metrics.px
    stage.blit(canvas, paper(services.stage, rect.size, TEETH), rect.topleft)
    parts = cell("type", 44), cell(size=6), cell("rule", 8), cell("host"), cell("path")
    at = within(stage.metrics, rect, column(*parts, gap=0, pad=(44, 24, 44, 12)))
    rule, left = at["rule"], at["rule"].left
    stage.label(canvas, stage.t("phones.type"), at["type"], HEAD, grow=MOST_GROWTH, least=LEAST)
    for y in (0, 6):
        canvas.blit(stage.paint.line(rule.width, theme.PRINT_RED, 0.9, 2).surface, (left, rule.top + px(y)))
    if join_code is None:
        return
    host = join_code.url.split("//", 1)[-1].split("/", 1)[0]
    longest = max(f"{host}000000", f"/{join_code.code}00", key=len)
    usual = ADDRESS if rect.height >= px(260) else ADDRESS._replace(size=48)
    address = stage.shrink_to_width(longest, stage.limit_scale(usual, 1.0), rule.width, LEAST)
    first, second = (at[name].centery + round(stage.drop(address)) for name in ("host", "path"))
    begun = stage.text(canvas, "http://", (left, first), stage.limit_scale(SOFT, 1.0))
    stage.text(canvas, host, (begun.right + px(4), first), address)
    path = stage.text(canvas, "/", (left, second), address._replace(color=theme.INK_SOFT, bold=False))
    stage.text(canvas, join_code.code, (path.right + px(2), second), address._replace(spacing=4))


def draw_count(stage: Stage, canvas: Canvas, place: pygame.Rect, taken: int) -> None:
    """Draw how many sit at the table."""
    eyebrow, of, count = (stage.limit_scale(style, MOST_GROWTH) for style in (EYEBROW, OF, COUNT))
    baseline = place.centery + round(stage.drop(of))
    stage.text(canvas, stage.t("phones.at_table").upper(), (place.left, baseline), eyebrow)
    end = stage.text(canvas, stage.t("phones.of", most=SEATS), (place.right, baseline), of, "right")
    stage.text(canvas, str(taken), (end.left - stage.metrics.px(10), baseline), count, "right")


def draw_card(
    services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair | None, words: str, lit: bool, asleep: bool
) -> None:
    """Draw a place at the table, its person and device; `lit` for one who has just sat down."""
    stage = services.stage
    if chair is None:
        outline = stage.paint.cached(("free place", card.size), lambda: _dashed(stage, card.size))
        stage.blit(canvas, outline, card.topleft)
        stage.label(canvas, stage.t("phones.free"), card, DEVICE, "centre", grow=MOST_GROWTH)
        return
    draw_owned_panel(stage, canvas, card, chair.identity, lit=lit)
    at = within(stage.metrics, card, row(cell("who", share=63), cell("by", share=37), gap=8, pad=(32, 0, 24, 0)))
    ink, soft = (theme.INK, theme.INK_SOFT) if lit else (theme.IVORY, theme.MUTED)
    alpha = 0.62 if asleep else 1.0
    radius = min(31.0, card.height / stage.metrics.scale * 0.37)
    tag = Tag(radius, NAME._replace(color=ink), gap=18, grow=MOST_GROWTH, least=LEAST)
    name = services.people.chair_name(chair)
    draw_person(stage, canvas, at["who"], tag, chair.identity, name, lit=lit, alpha=alpha)
    style = DEVICE._replace(color=soft)
    stage.label(canvas, words, at["by"], style, "right", grow=MOST_GROWTH, least=LEAST, alpha=alpha)


def _dashed(stage: Stage, size: tuple[int, int]) -> Sprite:
    px = stage.paint.px
    edge = svg.dash_path(svg.outline(*size, px(18), px(1)), px(8), px(6))
    body = svg.box(0, 0, *size, px(18), fill="#000000", opacity=0.18)
    body += f'<path d="{edge}" fill="none" stroke="{theme.IVORY}" stroke-width="{px(2):.2f}" opacity=".3"/>'
    return Sprite(svg.render(body, *size))


def draw_note(stage: Stage, canvas: Canvas, rect: pygame.Rect, first: str, second: str, warns: bool) -> None:
    """Draw what phones need, or, in the colour of warnings, why none has come."""
    at = within(stage.metrics, rect, row(cell("icon", 44), cell("words"), gap=28))
    stage.show(canvas, "icons/waves", at["icon"], color=theme.WARN if warns else theme.EYEBROW)
    stage.note(canvas, at["words"], first, NOTE, second, BELOW, MOST_GROWTH)

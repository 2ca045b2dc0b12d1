"""The lacquer board in its brass frame: the names of the columns, and a row for each place."""

from __future__ import annotations

import pygame

from game.statistics import Ranked
from game.table import IDENTITIES
from scenes.kit import svg, theme
from scenes.kit.boxes import Places
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.paint import LIFT_CARD, Sprite
from scenes.kit.stage import Stage
from scenes.records import words
from scenes.records.places import FRAME
from scenes.services import Services

COLUMN = Style(26, theme.LABEL, bold=True)
PLACE = Style(theme.LIST, theme.MUTED, bold=True)
NAME = Style(theme.LIST, theme.IVORY, bold=True)
FIGURE = Style(theme.LIST, theme.MUTED)
MOST_GROWTH = 1.15
TOKEN = 20  # radius
LAUREL = 58
LEAST = 14  # the smallest type of a name
LEAST_COLUMN = 18
SORTED = "▼"


def draw_board(stage: Stage, canvas: Canvas, rect: pygame.Rect) -> None:
    """The empty board."""
    shade = stage.paint.shadow(rect.size, LIFT_CARD)
    stage.put(canvas, shade, rect.topleft)
    face = stage.paint.aside(("records board", rect.size), rect.size, lambda: Sprite(_board(stage, rect.size)))
    stage.put(canvas, face, rect.topleft)


def _board(stage: Stage, size: tuple[int, int]) -> pygame.Surface:
    """Lacquer in a bevelled frame of brass with a nail in each corner."""
    width, height = size
    px = stage.paint.px
    frame, r = px(FRAME), px(20)
    defs = svg.gradient("brass", theme.BRASS, (0, 0), (width, height))
    defs += svg.gradient("back", tuple(reversed([(f"{1 - float(at):g}", color) for at, color in theme.BRASS])), (0, 0),
                         (width, height))  # fmt: skip
    defs += svg.gradient("fill", theme.LACQUER, (0, 0), (width * 0.35, height))
    defs += svg.radial("nail", (("0", "#FFF0BE"), (".45", "#D9B465"), ("1", "#7E5C26")), (0, 0), px(6))
    body = svg.box(0, 0, width, height, r, fill="url(#brass)")
    body += svg.box(0, 0, width, height, r, stroke="#FFF6D8", line=px(1.5), opacity=0.6)
    inner = frame - px(3)
    body += svg.box(inner, inner, width - 2 * inner, height - 2 * inner, r - inner * 0.6, fill="url(#back)")
    body += svg.box(frame, frame, width - 2 * frame, height - 2 * frame, r - frame * 0.6, fill="#0B0A0A")
    bed = frame + px(2)
    body += svg.box(bed, bed, width - 2 * bed, height - 2 * bed, r - bed * 0.6, fill="url(#fill)")
    for x in (px(24), width - px(24)):
        for y in (frame / 2, height - frame / 2):
            body += f'<circle cx="{x + px(0.8):.2f}" cy="{y + px(1):.2f}" r="{px(4.4):.2f}" fill="#3A2508"/>'
            nail = f'<circle r="{px(4):.2f}" fill="url(#nail)"/>'
            body += f'<g transform="translate({x:.2f} {y:.2f})">{nail}</g>'
    return svg.render(f"<defs>{defs}</defs>{body}", width, height)


def draw_header(stage: Stage, canvas: Canvas, places: Places, columns: tuple[str, ...], order: str) -> None:
    """The columns' names, a mark at the one by which the rows are ranked, and a brass line below."""
    px, header = stage.metrics.px, places["header"]
    for name, rect in zip(columns, places.all("figure"), strict=True):
        ranked = name == order
        label = stage.t(f"records.column.{name}") + (SORTED if ranked else "")
        style = COLUMN._replace(color=theme.HIGHLIGHT if ranked else theme.LABEL)
        head = pygame.Rect(rect.x, header.y, rect.width, header.height).inflate(-px(8), 0)
        stage.label(canvas, label, head, style, "centre", least=LEAST_COLUMN)
    line = stage.paint.line(header.width - px(16), theme.EYEBROW, 0.55, 2)
    stage.put(canvas, line, (header.x + px(8), header.bottom - px(2)))


def draw_row(
    services: Services,
    canvas: Canvas,
    places: Places,
    index: int,
    row: Ranked | None,
    columns: tuple[str, ...],
    order: str,
    lit: bool,
) -> None:
    """A place of the ranking; `row` None: nobody has it yet."""
    stage, px = services.stage, services.stage.metrics.px
    rect, figures = places.all("row")[index], places.all("figure")
    middle = pygame.Rect(rect.x, rect.y, px(72 if stage.metrics.shape is not Shape.CLASSIC else 60), rect.height)
    if lit:
        stage.put(canvas, stage.paint.segment(rect.size), rect.topleft)
    if row is None:
        stage.centred(canvas, str(index + 1), middle, stage.capped(PLACE, MOST_GROWTH), alpha=0.45)
        width = figures[-1].right - px(24) - middle.right
        dots = stage.paint.once(("records free", width), lambda: Sprite(_dots(stage, width)))
        canvas.blit(dots.surface, (middle.right, rect.centery - dots.surface.get_height() // 2), 0.5)
        return
    if index == 0:
        side = min(px(LAUREL), rect.height + px(12))
        laurel = stage.assets.sprite("sprites/laurel.svg", (side, side))
        canvas.blit(laurel, (middle.centerx - side // 2, middle.centery - side // 2))
    ink = theme.INK if lit else theme.HIGHLIGHT if index == 0 else theme.MUTED
    place = stage.capped(PLACE._replace(color=ink, size=28 if index == 0 else PLACE.size), MOST_GROWTH)
    stage.centred(canvas, str(index + 1), middle, place)
    token = services.identities.token(_identity(services, row), TOKEN, lit)
    stage.put(canvas, token, (middle.right, rect.centery - px(TOKEN)))
    left = middle.right + px(2 * TOKEN + 16)
    room = pygame.Rect(left, rect.y, figures[0].left - px(8) - left, rect.height)
    style = NAME._replace(color=theme.INK if lit else theme.IVORY)
    stage.label(canvas, row.profile.name, room, style, grow=MOST_GROWTH, least=LEAST)
    for column, field in zip(columns, figures, strict=True):
        ranked = column == order
        color = (theme.INK if ranked else theme.INK_SOFT) if lit else (theme.IVORY if ranked else theme.MUTED)
        shown = words.figure(stage, row.figures, column)
        cell = pygame.Rect(field.x, rect.y, field.width, rect.height).inflate(-px(8), 0)
        style = FIGURE._replace(color=color, bold=ranked)
        stage.label(canvas, shown, cell, style, "centre", grow=MOST_GROWTH, least=LEAST)


def _identity(services: Services, row: Ranked) -> str:
    """That of the chair in which somebody sits, else one that stays with the profile."""
    chairs = (chair.identity for chair in services.roster.chairs if chair.profile == row.profile.id)
    return next(chairs, IDENTITIES[(row.profile.id - 1) % len(IDENTITIES)])


def _dots(stage: Stage, width: int) -> pygame.Surface:
    """Leaders, as in a list that is still to be filled in."""
    height, step = stage.metrics.px(6), stage.paint.px(20)
    count = max(1, int(width / step))
    radius = stage.paint.px(1.8)
    body = "".join(
        f'<circle cx="{(i + 0.5) * step:.2f}" cy="{height / 2:.2f}" r="{radius:.2f}" fill="{theme.MUTED}"/>'
        for i in range(count)
    )
    return svg.render(body, width, height)

"""The records in words, and the ranking on a lacquer board in its brass frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

import pygame

from game.core.spec import GameSpec
from game.match_setup import IDENTITIES
from game.puzzles.puzzle import MOST_STARS
from game.storage.figures import Figures
from game.storage.profiles import Profile
from game.storage.statistics import MOST_RANKED, ORDERS, Fastest, RankedProfile
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import LIFT_CARD, Sprite
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.text.strings import day_and_month
from scenes.kit.widgets.person import Tag, draw_person
from scenes.kit.widgets.table import Column, Row, Table
from scenes.services import Services

COLUMNS = ("won", "played", "share", "best")
# The columns for all people together. The share of wins is left out: in a game between people, one of them always
# wins.
TOGETHER = ("won", "played", "best")


@dataclass(frozen=True, slots=True)
class Minutes:
    """The most puzzles of a game solved in three minutes, who solved them, and the present person's `own` best."""

    count: int
    holders: Sequence[Profile]
    own: int


def columns(stage: Stage, spec: GameSpec) -> tuple[str, ...]:
    """Return the figures of a game for which the table has columns."""
    if spec.play.points is None:
        return COLUMNS
    narrow = stage.metrics.shape is Shape.CLASSIC
    return (*(name for name in COLUMNS if not narrow or name != "played"), "points")


def orders(spec: GameSpec, all_orders: Sequence[str]) -> list[str]:
    """Return the figures by which a game's people can be ranked."""
    return [order for order in all_orders if order != "points" or spec.play.points is not None]


def figure(stage: Stage, figures: Figures, column: str) -> str:
    """Return the text of a column."""
    if column == "share":
        return stage.t("records.percent", share=round(100 * figures.share))
    return str(getattr(figures, column))


def row_text(stage: Stage, spec: GameSpec, place: int, row: RankedProfile) -> str:
    """Return a row's text to be read aloud."""
    known = (*COLUMNS, "points") if spec.play.points else COLUMNS
    parts = [name_value(stage, stage.t(f"records.column.{name}"), figure(stage, row.figures, name)) for name in known]
    return f"{name_value(stage, str(place), row.profile.name)}\n" + "\n".join(parts)


def name_value(stage: Stage, name: str, value: str) -> str:
    """Return a value with its name."""
    return stage.t("speech.value", name=name, value=value)


def fastest_text(stage: Stage, level: int, fastest: Fastest | None) -> str:
    """Return the fastest win against a level, to be read aloud."""
    name = name_value(stage, str(level), stage.t(f"level.{level}"))
    if fastest is None:
        return f"{name}\n{stage.t('records.unbeaten')}"
    holders = stage.list_of(profile.name for profile in fastest.holders)
    return f"{name}\n{stage.t('archive.moves', count=fastest.moves)}\n{holders}".rstrip()


def minutes_text(stage: Stage, minutes: Minutes) -> str:
    """Return the three-minute records, the house's and one's own, to be read aloud."""
    house = name_value(stage, stage.t("practice.minutes"), str(minutes.count))
    holders = stage.list_of(profile.name for profile in minutes.holders)
    own = name_value(stage, stage.t("records.own"), str(minutes.own))
    return "\n".join(filter(None, [house, holders, own]))


def house_text(stage: Stage, house: Figures) -> str:
    """Return the figures of all people, to be read aloud."""
    parts = [name_value(stage, stage.t(f"records.column.{name}"), figure(stage, house, name)) for name in TOGETHER]
    return f"{stage.t('records.together')}\n" + "\n".join(parts)


def day_text(stage: Stage, day: date, stars: int, today: date) -> str:
    """Return a calendar day: its date and its puzzle's result."""
    when = stage.t("records.date", weekday=stage.t(f"weekday.{day.weekday()}"), date=day_and_month(stage.t, day))
    if day == today:
        when = stage.t("records.today", date=when)
    worth = stage.t("records.stars", count=stars, most=MOST_STARS) if stars else stage.t("records.unsolved")
    return name_value(stage, when, worth)


FRAME = 14  # design pixels of brass around the board
PLACE = Style(theme.LIST, theme.MUTED, bold=True)
NAME = Style(theme.LIST, theme.IVORY, bold=True)
FIGURE = Style(theme.LIST, theme.MUTED)
MOST_GROWTH = 1.15
TOKEN = 20  # radius
LAUREL = 58
LEAST = 14  # smallest type of a name
PLACE_WIDTH = 64
FIGURE_SHARE = 0.118  # width of a column, as a share of the board's width


def draw_board(stage: Stage, canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw the empty board."""
    shade = stage.paint.shadow(rect.size, LIFT_CARD)
    stage.blit(canvas, shade, rect.topleft)
    face = stage.paint.cached_async(("records board", rect.size), rect.size, lambda: Sprite(_board(stage, rect.size)))
    stage.blit(canvas, face, rect.topleft)


def _board(stage: Stage, size: tuple[int, int]) -> pygame.Surface:
    """Draw lacquer in a bevelled brass frame with a nail in each corner."""
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


class Ranking(Table):
    """The ranking as a table: place, token and name, and a column for each figure.

    Free places are dotted.
    """

    def __init__(
        self,
        services: Services,
        rect: pygame.Rect,
        spec: GameSpec,
        ranked: Sequence[RankedProfile],
        order: str,
        rank: Callable[[str], None],
        show: Callable[[Profile], Nav | None] | None = None,
    ) -> None:
        """`rank` is called with another figure by which to rank, and `show` with the profile of a pressed row."""
        stage = services.stage
        width = FIGURE_SHARE * rect.width / stage.metrics.scale
        self.ranked = ranked
        self._identities = [_identity(services, row) for row in ranked]
        figures = columns(stage, spec)
        keys = orders(spec, ORDERS)
        heads = [Column(stage.t(f"records.column.{name}"), width, name if name in keys else "") for name in figures]
        rows = [
            Row(
                (row.profile.name, *(figure(stage, row.figures, name) for name in figures)),
                row_text(stage, spec, place, row),
                None if show is None else partial(show, row.profile),
            )
            for place, row in enumerate(ranked, 1)
        ]
        super().__init__(
            stage, rect, (Column(""), *heads), rows if ranked else (), slots=MOST_RANKED, order=order, sort=rank
        )
        for head, column in zip(self.heads, [each for each in heads if each.key], strict=False):
            head.name = stage.t("records.ranked", order=column.title)

    def draw_cell(self, canvas: Canvas, index: int, number: int, place: pygame.Rect, lit: bool) -> None:
        if number == 0:
            self._draw_name(canvas, index, place, lit)
            return
        column = self.columns[number]
        ranked = column.key == self.order
        color = (theme.INK if ranked else theme.INK_SOFT) if lit else (theme.IVORY if ranked else theme.MUTED)
        self.write(canvas, self.rows[index].cells[number], place, FIGURE._replace(color=color, bold=ranked), column)

    def _draw_name(self, canvas: Canvas, index: int, place: pygame.Rect, lit: bool) -> None:
        stage, px = self.stage, self.stage.metrics.px
        middle = self._place(place)
        if index == 0:
            stage.show(canvas, "laurel", middle.inflate(px(LAUREL - PLACE_WIDTH), px(12)))
        ink = theme.INK if lit else theme.HIGHLIGHT if index == 0 else theme.MUTED
        number = stage.limit_scale(PLACE._replace(color=ink, size=28 if index == 0 else PLACE.size), MOST_GROWTH)
        stage.centred(canvas, str(index + 1), middle, number)
        who = pygame.Rect(middle.right, place.y, place.right - px(8) - middle.right, place.height)
        name = NAME._replace(color=theme.INK if lit else theme.IVORY)
        tag = Tag(TOKEN, name, gap=16, grow=MOST_GROWTH, least=LEAST)
        row = self.ranked[index]
        draw_person(stage, canvas, who, tag, self._identities[index], row.profile.name, lit=lit)

    def draw_free(self, canvas: Canvas, index: int, place: pygame.Rect) -> None:
        if not self.ranked:
            return
        stage = self.stage
        middle = self._place(place)
        stage.centred(canvas, str(index + 1), middle, stage.limit_scale(PLACE, MOST_GROWTH), alpha=0.45)
        width = place.right - stage.metrics.px(24) - middle.right
        dots = stage.paint.cached(("records free", width), lambda: Sprite(_dots(stage, width)))
        canvas.blit(dots.surface, (middle.right, place.centery - dots.surface.get_height() // 2), 0.5)

    def _place(self, row: pygame.Rect) -> pygame.Rect:
        """Return the rectangle of a place's number."""
        return pygame.Rect(row.x, row.y, self.stage.metrics.px(PLACE_WIDTH), row.height)


def _identity(services: Services, row: RankedProfile) -> str:
    """Return the identity of a person: the chair's if the person is at the table, otherwise one that follows from the
    profile.
    """
    chairs = (chair.identity for chair in services.people.roster.chairs if chair.profile == row.profile.id)
    return next(chairs, IDENTITIES[(row.profile.id - 1) % len(IDENTITIES)])


def _dots(stage: Stage, width: int) -> pygame.Surface:
    """Draw a dotted line, as on a form."""
    height, step = stage.metrics.px(6), stage.paint.px(20)
    count = max(1, int(width / step))
    radius = stage.paint.px(1.8)
    body = "".join(
        f'<circle cx="{(i + 0.5) * step:.2f}" cy="{height / 2:.2f}" r="{radius:.2f}" fill="{theme.MUTED}"/>'
        for i in range(count)
    )
    return svg.render(body, width, height)

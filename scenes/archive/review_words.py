"""What a review says of a turning point, and how that is set beside the board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.core.spec import GameSpec
from game.review.explaining import Explained
from game.review.turning_points import TurningPoint
from scenes.kit import theme
from scenes.kit.boxes import Places, cell, cells, column, places, row, within
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Metrics, Shape
from scenes.kit.page import page
from scenes.kit.person import Tag, draw_person
from scenes.kit.progress import draw_progress
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.captions import because
from scenes.table.contract.words import BoardWords
from scenes.table.curve import chance_text
from scenes.table.loading import scenes_of
from scenes.table.ribbon import GOLD

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=3)
SENTENCE = Style(40, theme.IVORY, bold=True)
TALL_SENTENCE = 56  # above an upright window's board there is room
ACTION = Style(theme.HELPER, theme.IVORY, bold=True)
REASON = Style(theme.HELPER, theme.MUTED)
CHANCE = Style(64, theme.IVORY, bold=True)
WORD = Style(theme.CAPTION, theme.MUTED)
MOST_GROWTH = 1.2
LEAST_CHANCE = 28
LEAST_HEADING = 18  # of a chip whose bids are of people with long names
LEAST = 22
PART = 22  # design pixels below what is said of an action
SWATCH = (44, 10)  # design pixels
BAR = 20
TOKEN = 22


def review_places(metrics: Metrics) -> Places:
    """`words`, which turning point and what happened; `reasons`; the `change` of the chance; `curve`; and `bar`.

    Where there is room for it also `paper`, the list of moves, and `branch`, the button that plays on: upright that is
    in the bar.
    """
    if metrics.shape is Shape.WIDE:
        told = column(cell("words", 232), cell("reasons"), cell("change", 136), size=392)
        body = row(told, cell(), column(cell("curve", 200), cell("paper"), cell("branch", 80), size=392, gap=32))
    elif metrics.shape is Shape.CLASSIC:
        told = column(
            cell("words", 180), cell("reasons"), *cells("change curve", 114), cell("branch", 80), size=376, gap=12
        )
        body = row(cell(), told)
    else:
        chance = row(cell("change", 420), cell("curve"), size=136)
        body = column(cell("words", 220), cell(), cell("reasons", 216), chance, gap=16)
    return places(metrics, page(metrics.shape, body, top=84 if metrics.shape is Shape.TALL else 56))


@dataclass(frozen=True, slots=True)
class ReviewWords:
    """The parts of what is said: `headings` stand over `reasons`, in the colours of the ribbons.

    `before` and `after` are the chances of `seat` in words, and `player` is who played what was played. `share` is how
    far the search is, below 0 where there is none.
    """

    eyebrow: str
    sentence: str
    reasons: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    change_said: str = ""
    seat: Seat = -1
    share: float = -1.0
    player: Seat = -1

    @classmethod
    def of(
        cls,
        t: Callable[..., str],
        spec: GameSpec,
        point: Explained,
        move: int,
        names: Sequence[str],
        words: BoardWords[Any, Any, Any],
    ) -> ReviewWords:
        """What is said of a turning point at a move, in the language of `t`; `names` go by seat."""
        found = point.point
        facts = (point.reasons.merit, point.reasons.fault)
        reasons = tuple("" if fact is None else because(t, spec, fact, names, words) for fact in facts)
        make = scenes_of(spec).missed
        if point.what is not None and make is not None:
            told = make(t, point, names)
            reasons = (f"{told.line}\n{reasons[0]}".rstrip(), reasons[1])
            player = point.played[0].seat if point.played else found.seat
            return cls("", told.sentence, reasons, (told.better, told.played), *_change(t, found), player=player)
        sentence = t(f"review.point.{point.kind}", name=names[found.seat])
        headings = (
            t("review.better", action=words.action(point.better.action).notation),
            t("review.played", move=move, action=words.action(point.played[0].action).notation),
        )
        return cls("", sentence, reasons, headings, *_change(t, found), player=found.seat)

    def placed(self, eyebrow: str) -> ReviewWords:
        """The same with what stands above it."""
        return replace(self, eyebrow=eyebrow)


def _change(t: Callable[..., str], found: TurningPoint) -> tuple[str, str, str, Seat]:
    """The chances before and after in words, both read aloud, and whose they are; no words where nothing changed."""
    if found.before == found.after:
        return "", "", "", found.seat
    before, after = chance_text(t, found.before), chance_text(t, found.after)
    return before, after, t("review.change_said", before=before, after=after), found.seat


def draw_words(
    services: Services, canvas: Canvas, places: Places, said: ReviewWords, seats: Sequence[SeatConfig]
) -> None:
    """Set everything that is said in its places."""
    _draw_head(services, canvas, places["words"], said)
    if said.headings:
        colors = (GOLD, services.stage.identities[seats[said.player].identity].color)
        _draw_reasons(services, canvas, places["reasons"], said, colors)
        if said.before:
            _draw_change(services, canvas, places["change"], said, seats[said.seat])
        return
    stage, reasons = services.stage, places["reasons"]
    upper = pygame.Rect(reasons.topleft, (reasons.width, reasons.height // 2))
    said_so_far = stage.label(canvas, said.reasons[0], upper, REASON, lines=0, grow=math.inf, top=True)
    if said.share >= 0:
        bar = stage.below(said_so_far, reasons, BAR)
        bar.height = stage.metrics.px(BAR)
        draw_progress(stage, canvas, bar, said.share)


def _draw_head(services: Services, canvas: Canvas, rect: pygame.Rect, said: ReviewWords) -> None:
    stage = services.stage
    head = within(stage.metrics, rect, column(cell("eyebrow", 36), cell("sentence"), gap=20))
    stage.label(canvas, said.eyebrow.upper(), head["eyebrow"], EYEBROW, least=20)
    style = SENTENCE._replace(size=TALL_SENTENCE) if stage.metrics.shape is Shape.TALL else SENTENCE
    stage.label(canvas, said.sentence, head["sentence"], style, lines=0, grow=MOST_GROWTH, top=True)


def _draw_reasons(
    services: Services, canvas: Canvas, rect: pygame.Rect, said: ReviewWords, colors: Sequence[str]
) -> None:
    """Each action with the colour of its ribbon, and what is true of it; the words are as large as there is room."""
    stage = services.stage
    px = stage.metrics.px
    upright = stage.metrics.shape is Shape.TALL  # where a line is long enough for a route and more
    reasons = [reason.replace("\n", "  ·  ") if upright else reason for reason in said.reasons]
    for head, style in _type_sizes(stage):
        parts = [stage.lines(reason, style, rect.width) if reason else [] for reason in reasons]
        high = stage.fonts.line_height(head)
        heights = [high + len(lines) * stage.fonts.line_height(style) + px(PART) for lines in parts]
        if sum(heights) <= rect.height:
            break
    top = rect.top
    left = rect.left + px(SWATCH[0] + 16)
    for heading, lines, color, height in zip(said.headings, parts, colors, heights, strict=True):
        line = stage.paint.line(px(SWATCH[0]), color, 1.0, SWATCH[1])
        canvas.blit(line.surface, (rect.left, top + high // 2 - px(SWATCH[1]) // 2 + px(4)))
        room = pygame.Rect(left, top, rect.right - left, high)
        stage.label(canvas, heading, room, head, grow=stage.metrics.text_scale, least=LEAST_HEADING)
        stage.paragraph(canvas, lines, (rect.left, top + high + stage.fonts.ascent(style)), style)
        top += height


def _type_sizes(stage: Stage) -> Iterator[tuple[Style, Style]]:
    """Headings and sentences, from the largest type to the smallest that is read from the sofa."""
    for growth in (MOST_GROWTH, 1.0):
        yield stage.capped(ACTION, growth), stage.capped(REASON, growth)
    for size in range(theme.HELPER - 2, LEAST - 2, -2):
        yield stage.capped(ACTION._replace(size=size), 1.0), stage.capped(REASON._replace(size=size), 1.0)


def _draw_change(services: Services, canvas: Canvas, rect: pygame.Rect, said: ReviewWords, config: SeatConfig) -> None:
    """Whose chance it is, and how it fell."""
    stage = services.stage
    px = stage.metrics.px
    text = stage.t("review.change", before=said.before, after=said.after)
    room = rect.height / stage.metrics.scale - 2 * TOKEN - 8
    large = stage.capped(CHANCE._replace(size=min(CHANCE.size, 0.8 * room)), 1.0)
    style = stage.shrunk(text, large, rect.width - px(28), LEAST_CHANCE)
    baseline = rect.bottom - px(10)
    place = stage.text(canvas, said.before, (rect.left, baseline), style)
    arrow = stage.t("review.change", before="", after="").strip()
    place = stage.text(canvas, arrow, (place.right + px(14), baseline), style._replace(color=theme.MUTED))
    stage.text(canvas, said.after, (place.right + px(14), baseline), style._replace(color=theme.WARN))
    whose = pygame.Rect(rect.left, rect.top, rect.width, px(2 * TOKEN))
    tag = Tag(TOKEN, WORD, grow=MOST_GROWTH, least=LEAST)
    draw_person(stage, canvas, whose, tag, config.identity, services.people.name(config))

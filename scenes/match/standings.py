"""The seats' standings at the end of a game, a row for each, and below them the evening's wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from game.core.rules import Seat
from game.session.session import Session
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Align, Places, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, draw_person
from scenes.match import verdict
from scenes.match.verdict import PlacedPlayer
from scenes.services import Services
from scenes.table.contract.board import AnyBoard

NAME = Style(theme.HELPER, theme.INK, bold=True)
FIGURE = Style(theme.CAPTION, theme.INK_SOFT)
EVENING = Style(theme.CAPTION - 4, theme.PRINT_RED, bold=True, spacing=3)
LEAST, LEAST_EVENING = 22, 16
ROW, HEADING, SCORE = 80, 54, 74  # design pixels, as all below: a row, the line above the wins, and these
TWO_LINES = 64  # that a row needs to say besides what the seat has done
MOST_FIGURE = 156
RADIUS = 26
WINS = Tag(RADIUS, Style(60, theme.INK, bold=True), least=LEAST)


@dataclass(eq=False)
class Standings:
    """The rows of one game that is over; `figures` are what seats have done, `score` the evening's wins by name."""

    services: Services
    session: Session
    board: AnyBoard
    figures: Mapping[Seat, str]
    score: Mapping[str, int]

    shows_score = False  # whether there is one, and room for it

    def __post_init__(self) -> None:
        self.stage = self.services.stage
        rows = verdict.standings(self.session)
        self.rows = rows if len(rows) > 1 else []  # the first one first

    def lay(self, rect: pygame.Rect) -> None:
        """Place the rows in `rect` (pixels); many are lower."""
        metrics, count = self.stage.metrics, len(self.rows)
        self.shows_score = bool(self.score) and rect.height >= metrics.px(ROW * count + HEADING + SCORE)
        parts = [cell("row", fit=ROW)] * count
        owners = self.session.record().owners if self.shows_score else ()
        self._people = [seat for seat in owners if not seat.is_ai]
        if self._people:
            persons = [cell("person")] * len(self._people)
            wins = row(*persons, cell() if len(persons) == 1 else None, size=SCORE, gap=0)
            parts += [cell("heading", HEADING), wins]
        self._places = within(metrics, rect, column(*parts, cell(), gap=0))
        self._rows = [self._row(one, row) for one, row in zip(self.rows, self._places.all("row"), strict=True)]

    def _row(self, one: PlacedPlayer, rect: pygame.Rect) -> Places:
        """The places of the `rank` where all act at once, of `token`, `name` and `figure`, and of what is `done`."""
        high = rect.height / self.stage.metrics.scale
        side = 2 * min(RADIUS, round(0.42 * high))
        wide = self.stage.natural(self._figure(one), self.stage.limit_scale(_capped(FIGURE, side), 1.0))
        said = row(cell("name"), cell("figure", min(wide, MOST_FIGURE)), gap=12)
        if self.figures.get(one.seat) and high >= TWO_LINES:
            said = column(said, cell("done"), across=68, align=Align.MIDDLE, gap=0)
        rank = cell("rank", 18) if self.session.spec.simultaneous else None
        token = cell("token", side, across=side, align=Align.MIDDLE)
        return within(self.stage.metrics, rect, row(rank, token, said, gap=14))

    def _figure(self, one: PlacedPlayer) -> str:
        if verdict.has_resigned(self.session, one):
            return self.stage.t("archive.resigned")
        stock = self.board.words.seat(self.session.state, one.seat).stock
        return stock.in_short

    def draw(self, canvas: Canvas) -> None:
        """Draw every row, and the wins where there is room for them."""
        stage = self.stage
        identities, name = self.stage.identities, self.services.people.name
        radius = min((round(at["token"].width / 2 / stage.metrics.scale) for at in self._rows), default=RADIUS)
        for one, at in zip(self.rows, self._rows, strict=True):
            stage.blit(canvas, identities.token(one.player.identity, radius), at["token"].topleft)
            figure, least = _capped(FIGURE, 2 * radius), min(LEAST, 2 * radius)
            stage.label(canvas, name(one.player), at["name"], _capped(NAME, 2 * radius), least=least)
            stage.label(canvas, self._figure(one), at["figure"], figure, "right", least=least)
            if "rank" in at:
                stage.label(canvas, f"{one.place}", at["rank"], figure, "centre", least=least)
            if "done" in at:
                stage.label(canvas, self.figures[one.seat], at["done"], FIGURE, least=LEAST)
        for heading in self._places.all("heading"):
            stage.label(canvas, stage.t("result.evening").upper(), heading, EVENING, least=LEAST_EVENING)
        tag = WINS if len(self._people) <= 2 else WINS._replace(radius=18)
        for person, place in zip(self._people, self._places.all("person"), strict=True):
            wins = str(self.score.get(name(person), 0))
            draw_person(stage, canvas, place, tag, person.identity, wins)


def score_lines(stage: Stage, score: Mapping[str, int]) -> list[str]:
    """The evening's wins by name in words, and ever shorter ones of those who won most; "" where there are none."""
    if not score:
        return [""]
    best = sorted(score.items(), key=lambda one: -one[1])
    won = [f"{name} {count}" for name, count in best if count]
    cut = [[*won[:count], "…"] for count in range(len(won) - 1, 0, -1)]
    told = [[f"{name} {count}" for name, count in score.items()], *([won] if won else []), *cut]
    return [stage.t("result.evening_line", score=stage.list_of(part)) for part in told]


def _capped(style: Style, most: float) -> Style:
    """`style`, no larger than a low row has room for."""
    return style._replace(size=min(style.size, most))

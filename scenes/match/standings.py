"""How the seats stand at the end of a game, a row for each, and below them the evening's wins."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.core.rules import Seat
from game.session import Session
from scenes.kit import theme
from scenes.kit.boxes import Align, Places, cell, column, row, within
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.match import verdict
from scenes.services import Services
from scenes.table.board import AnyBoard

NAME = Style(theme.HELPER, theme.IVORY, bold=True)
FIGURE = Style(theme.CAPTION, theme.MUTED)
WINS = Style(64, theme.IVORY, bold=True)
EVENING = Style(theme.CAPTION - 4, theme.EYEBROW, bold=True, spacing=3)
LEAST, LEAST_EVENING = 22, 16
ROW, HEADING, SCORE = 80, 54, 74  # design pixels, as all below: a row, the line above the wins, and these
TWO_LINES = 64  # that a row needs to say besides what the seat has done
MOST_FIGURE = 156
RADIUS, LOW_RADIUS = 26, 18  # of a token, and of one beside the wins of several


class Standings:
    """The rows of one game that is over; `figures` are what seats have done, `score` the evening's wins by name."""

    def __init__(
        self,
        services: Services,
        session: Session,
        board: AnyBoard,
        figures: Mapping[Seat, str],
        score: Mapping[str, int],
    ) -> None:
        self.services = services
        self.stage = services.stage
        self.session = session
        self.board = board
        self.figures = figures
        self.score = score
        seats = verdict.standings(session)
        self.seats = seats if len(seats) > 1 else []  # with their places, the first one first
        self.shows_score = False  # whether there is one, and room for it

    def lay(self, rect: pygame.Rect) -> None:
        """Place the rows in `rect` (pixels); many are lower."""
        metrics, count = self.stage.metrics, len(self.seats)
        self.shows_score = bool(self.score) and rect.height >= metrics.px(ROW * count + HEADING + SCORE)
        parts = [cell("row", fit=ROW)] * count
        self._people = [seat for seat in self.session.seats if not seat.is_ai] if self.shows_score else []
        if self._people:
            radius = RADIUS if len(self._people) <= 2 else LOW_RADIUS
            person = row(cell("token", 2 * radius), cell("wins"), gap=12)
            wins = row(*[person] * len(self._people), cell() if len(self._people) == 1 else None, size=SCORE, gap=0)
            parts += [cell("heading", HEADING), wins]
        self._places = within(metrics, rect, column(*parts, cell(), gap=0))
        self._rows = [self._row(seat, row) for (_, seat), row in zip(self.seats, self._places.all("row"), strict=True)]

    def _row(self, seat: Seat, rect: pygame.Rect) -> Places:
        """The places of the `rank` where all act at once, of `token`, `name` and `figure`, and of what is `done`."""
        high = rect.height / self.stage.metrics.scale
        wide = self.stage.natural(self._figure(seat), self.stage.capped(FIGURE, 1.0))
        said = row(cell("name"), cell("figure", min(wide, MOST_FIGURE)), gap=12)
        if self.figures.get(seat) and high >= TWO_LINES:
            said = column(said, cell("done"), across=68, align=Align.MIDDLE, gap=0)
        side = 2 * min(RADIUS, round(0.42 * high))
        rank = cell("rank", 18) if self.session.spec.simultaneous else None
        return within(
            self.stage.metrics, rect, row(rank, cell("token", side, across=side, align=Align.MIDDLE), said, gap=14)
        )

    def _figure(self, seat: Seat) -> str:
        stock = self.board.words.stock(self.session.state, seat)
        return f"{stock.left} {stock.unit}"

    def draw(self, canvas: Canvas) -> None:
        """Draw every row, and the wins where there is room for them."""
        stage = self.stage
        for (rank, seat), at in zip(self.seats, self._rows, strict=True):
            config = self.session.seats[seat]
            if "rank" in at:
                stage.label(canvas, f"{rank}", at["rank"], FIGURE, "centre", grow=1.0)
            self._draw_token(canvas, config.identity, at["token"])
            stage.label(canvas, self.services.name(config), at["name"], NAME, grow=1.0, least=LEAST)
            stage.label(canvas, self._figure(seat), at["figure"], FIGURE, "right", grow=1.0, least=LEAST)
            if "done" in at:
                stage.label(canvas, self.figures[seat], at["done"], FIGURE, grow=1.0, least=LEAST)
        for heading in self._places.all("heading"):
            stage.label(canvas, stage.t("result.evening").upper(), heading, EVENING, least=LEAST_EVENING)
        places = zip(self._people, self._places.all("token"), self._places.all("wins"), strict=True)
        for person, token, wins in places:
            self._draw_token(canvas, person.identity, token)
            count = str(self.score.get(self.services.name(person), 0))
            stage.label(canvas, count, wins, WINS, grow=1.0, least=LEAST)

    def _draw_token(self, canvas: Canvas, identity: str, place: pygame.Rect) -> None:
        radius = round(place.width / 2 / self.stage.metrics.scale)
        token = self.services.identities.token(identity, radius)
        self.stage.put(canvas, token, (place.left, place.centery - self.stage.metrics.px(radius)))

"""The end of a game in words, as a short text to share, and as standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.people.cup import places
from game.people.ratings import newcomer, rating_at
from game.phones.snapshot import Score
from game.records.playback import moves_of
from game.session.session import Session
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Align, Places, cell, column, row, within
from scenes.kit.scene import Nav, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, draw_person
from scenes.services import Services
from scenes.table.art.faces import draw_face_beside, face_of, level_of
from scenes.table.contract.board import AnyBoard
from scenes.table.contract.phone_pages import score
from scenes.table.exercises.puzzle_days import day_of
from scenes.table.fits import Rated, standing
from scenes.table.sharing.share_dialog import ShareDialog

# If two ratings differ by less than this, the match is even: the stronger side wins at most about 60 % of the games.
EVEN = 70
# The most seats for which a phone draws the pieces that are left. With more seats, it shows only how many are left.
FEW = 4


class PlacedPlayer(NamedTuple):
    """A place in a finished game, and who has it: the seat's player, or the AI that won for a player who resigned."""

    place: int
    seat: Seat
    player: SeatConfig


def title(services: Services, session: Session) -> str:
    """Return the winner of a finished game as a title; "You win" for a lone player."""
    assert session.outcome is not None
    winners = session.outcome.winners
    people = [seat for seat, config in enumerate(session.seats) if config.resigned or not config.is_ai]
    if people == list(winners) and len(people) == 1:
        return services.stage.t("result.you_win")
    return winners_text(services, session)


def winners_text(services: Services, session: Session) -> str:
    """Return the winners of a finished game, by name."""
    assert session.outcome is not None
    winners = session.outcome.winners
    if not winners:
        return services.stage.t("result.draw")
    names = services.people.names([session.seats[seat] for seat in winners])
    return services.stage.t("result.wins", name=names, count=len(winners))


def ending_text(services: Services, session: Session, note: str) -> str:
    """Return how a finished game ended; `note` is the board's sentence, "" if it has none.

    For each resignation a line says who played on.
    """
    people = services.people
    resigned = [seat for seat in session.seats if seat.resigned]
    lines = [services.stage.t("resign.result", ai=people.name(seat), name=people.owner(seat)) for seat in resigned]
    return services.stage.strings.lines(_ending(services, session, note), *lines)


def _ending(services: Services, session: Session, note: str) -> str:
    t = services.stage.t
    assert session.outcome is not None
    if session.outcome.reason == "resign":
        return t("result.by_resignation")
    if note:
        return note
    return t(f"result.{session.spec.id}.{session.outcome.reason}", count=moves_of(session.record()))


def rated_text(services: Services, session: Session, rated: Rated) -> str:
    """Return a sentence: how close the match was, and how strong its only person is now."""
    t, spec = services.stage.t, session.spec
    now = standing(services.stage, spec, rated.after.value)
    return t("fits.result", close=_closeness(services, session, rated), now=now)


def _closeness(services: Services, session: Session, rated: Rated) -> str:
    """How far the losers were behind, if the game measures progress, else how strong the AIs were."""
    t, spec = services.stage.t, session.spec
    assert session.outcome is not None
    winners, key = session.outcome.winners, f"fits.close.{spec.id}"
    if spec.play.progress and winners and services.stage.strings.has(f"{key}.other"):
        come = spec.play.progress(session.state)
        behind = [come[seat] for seat in range(len(come)) if seat not in winners]
        if behind and (apart := max(come[seat] for seat in winners) - max(behind)) > 0:
            return t(key, count=apart)
    before = (rated.before or newcomer(spec)).value
    rivals = [rating_at(spec, seat.plays_at) for seat in session.seats if seat.is_ai and not seat.is_engine]
    more = sum(rivals) / len(rivals) - before if rivals else 0.0
    return t("fits.even" if abs(more) < EVEN else "fits.stronger" if more > 0 else "fits.weaker")


def places_of(session: Session) -> tuple[int, ...]:
    """The place of each seat in a finished game, from 1."""
    assert session.outcome is not None
    return places(session.spec, session.state, session.outcome, len(session.seats), session.record().resigned)


def standings(session: Session) -> list[PlacedPlayer]:
    """All players with their places, first place first."""
    assert session.outcome is not None
    owners = session.record().owners
    found = [PlacedPlayer(place, seat, owners[seat]) for seat, place in enumerate(places_of(session))]
    won_for = [seat for seat in session.outcome.winners if session.seats[seat].resigned]
    found += [PlacedPlayer(1, seat, session.seats[seat]) for seat in won_for]
    return sorted(found, key=lambda one: (one.place, one.seat))


def has_resigned(session: Session, one: PlacedPlayer) -> bool:
    """Whether `one` is a person who resigned and for whom an AI played on."""
    return session.seats[one.seat].resigned and not one.player.resigned


def scores(services: Services, session: Session, board: AnyBoard) -> tuple[Score, ...]:
    """Return the standings for phones; none for a lone player."""
    outcome, seats = session.outcome, session.seats
    assert outcome is not None
    if len(seats) == 1:
        return ()
    stocks = [board.words.seat(session.state, seat).stock for seat in range(len(seats))]
    few = len(seats) <= FEW
    found = []
    for one in standings(session):
        stock, gone = stocks[one.seat], has_resigned(session, one)
        has = services.stage.t("archive.resigned") if gone else stock.in_short if few else str(stock.left)
        if level_of(one.player):
            has = f"{services.stage.t('who.level', level=f'{one.player.plays_at:g}')} · {has}"
        won = one.seat in outcome.winners and not gone
        found.append(score(one.player.identity, services.people.name(one.player), has, won=won))
    return tuple(found)


def share(services: Services, session: Session, board: AnyBoard, how: str) -> Nav:
    """Open the dialog that shares a game played today: its text, and the whole game as a code."""
    text = share_text(services, session, board, how, services.today)
    return Push(lambda: ShareDialog(services, text, session.record()))


def share_text(services: Services, session: Session, board: AnyBoard, how: str, today: date) -> str:
    """A text with game, date, players, winner and ending (`ending_text`).

    For a game with puzzles it also has the board's code.
    """
    t = services.stage.t
    parts = [t("app.title"), t(f"game.{session.spec.id}")]
    if day_of(session.record(), today) == today:
        parts.append(t("today.puzzle"))
    lines = [" · ".join([*parts, today.isoformat()])]
    if len(session.seats) > 1:
        players = (_player(services, seat) for seat in session.seats)
        lines.append(services.stage.list_of(players))
        lines.append(winners_text(services, session))
    lines.append(how)
    if board.look_back is not None and (code := board.look_back.summary(session.state, session.steps).code):
        lines.append(code)
    return "\n".join(lines)


def _player(services: Services, seat: SeatConfig) -> str:
    name = services.people.full_name(seat)
    if seat.resigned:
        return name
    if seat.is_engine:
        return services.stage.t("share.engine", name=name)
    return services.stage.t("share.ai", name=name, level=f"{seat.plays_at:g}") if seat.is_ai else name


NAME = Style(theme.HELPER, theme.INK, bold=True)
FIGURE = Style(theme.CAPTION, theme.INK_SOFT)
EVENING = Style(theme.CAPTION - 4, theme.PRINT_RED, bold=True, spacing=3)
LEAST, LEAST_EVENING = 22, 16
# In design pixels, as in the next lines: the heights of a row, of the heading above the wins, and of the wins.
ROW, HEADING, SCORE = 80, 54, 74
TWO_LINES = 64  # the least height of a row with two lines of text
MOST_FIGURE = 156
RADIUS = 26
WINS = Tag(RADIUS, Style(60, theme.INK, bold=True), least=LEAST)


@dataclass(eq=False)
class Standings:
    """The rows of one finished game. `figures` says what each seat did; `score` has the evening's wins by name."""

    services: Services
    session: Session
    board: AnyBoard
    figures: Mapping[Seat, str]
    score: Mapping[str, int]

    shows_score = False  # whether there is a score that fits

    def __post_init__(self) -> None:
        self.stage = self.services.stage
        rows = standings(self.session)
        self.rows = rows if len(rows) > 1 else []  # the first place on top

    def lay(self, rect: pygame.Rect) -> None:
        """Place the rows in `rect` (pixels). If there are many, each is less high."""
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
        """The places of a row's parts.

        These are `token`, `name`, `figure`, and `done`, which says what the seat did. Where all act at once there is
        also `rank`.
        """
        high = rect.height / self.stage.metrics.scale
        side = 2 * min(RADIUS, round(0.42 * high))
        wide = self.stage.natural(self._figure(one), self.stage.limit_scale(_capped(FIGURE, side), 1.0))
        texts = row(cell("name"), cell("figure", min(wide, MOST_FIGURE)), gap=12)
        if self.figures.get(one.seat) and high >= TWO_LINES:
            texts = column(texts, cell("done"), across=68, align=Align.MIDDLE, gap=0)
        rank = cell("rank", 18) if self.session.spec.simultaneous else None
        token = cell("token", side, across=side, align=Align.MIDDLE)
        return within(self.stage.metrics, rect, row(rank, token, texts, gap=14))

    def _figure(self, one: PlacedPlayer) -> str:
        if has_resigned(self.session, one):
            return self.stage.t("archive.resigned")
        stock = self.board.words.seat(self.session.state, one.seat).stock
        return stock.in_short

    def draw(self, canvas: Canvas) -> None:
        """Draw every row, and the wins if they fit."""
        stage = self.stage
        identities, name = self.stage.identities, self.services.people.name
        radius = min((round(at["token"].width / 2 / stage.metrics.scale) for at in self._rows), default=RADIUS)
        for one, at in zip(self.rows, self._rows, strict=True):
            stage.blit(canvas, identities.token(one.player.identity, radius), at["token"].topleft)
            draw_face_beside(stage, canvas, at["token"], radius, face_of(one.player))
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
    """The evening's wins by name, in words: a full line, then ever shorter ones.

    The shorter lines keep the people with the most wins.

    Without wins, the list is [""].
    """
    if not score:
        return [""]
    best = sorted(score.items(), key=lambda one: -one[1])
    won = [f"{name} {count}" for name, count in best if count]
    cut = [[*won[:count], "…"] for count in range(len(won) - 1, 0, -1)]
    parts = [[f"{name} {count}" for name, count in score.items()], *([won] if won else []), *cut]
    return [stage.t("result.evening_line", score=stage.list_of(part)) for part in parts]


def _capped(style: Style, most: float) -> Style:
    """`style`, with its size limited to `most`, so that it fits a low row."""
    return style._replace(size=min(style.size, most))

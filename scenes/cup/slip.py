"""The cup's table on a slip of paper: a row for each person and a column for each game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import pygame

from game.core.record import SeatConfig
from game.people import tips
from game.people.cup import Cup, CupRound, Entrant
from scenes.cup.running import Seats
from scenes.kit import layout
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Places, Shape
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, alike, draw_person
from scenes.services import Services
from scenes.table.art.faces import draw_face_beside, face_of
from scenes.table.art.paper import paper
from scenes.table.tile import tile

TITLE = Style(theme.TITLE, theme.PRINT_RED, bold=True)
NOTE = Style(theme.CAPTION, theme.INK_SOFT)
COLUMN = Style(theme.CAPTION, theme.INK, bold=True)
PLACE = Style(theme.HELPER, theme.INK_SOFT, bold=True)
NAME = Style(theme.NAME, theme.INK, bold=True)
POINTS = Style(theme.TITLE, theme.INK, bold=True)
TOTAL = Style(60, theme.INK, bold=True)
TILE = 104
# Radius of the tokens of beaten people, the gap between them, and the margin beside the points.
BEATEN, BETWEEN, BESIDE_POINTS = 18, 6, 14
LEAST = 22
# In a row, the design pixels to the left of the name: place, token and gaps.
BESIDE_NAME = 176
FRACTIONS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}
BETWEEN_NOTES = " · "
# Smallest type size of the column heads.
SMALLEST = 20


def points_text(points: Fraction) -> str:
    """Return points as text: a whole number, a fraction such as "1½", or one decimal."""
    whole, rest = divmod(points, 1)
    if rest and rest not in FRACTIONS:
        return f"{float(points):.1f}"
    return f"{whole or ''}{FRACTIONS[rest]}" if rest else str(whole)


def draw_slip(services: Services, canvas: Canvas, places: Places, cup: Cup, seats: Seats, left_over: str) -> None:
    """Draw the whole table. `left_over` is the text on the remaining matches."""
    stage = services.stage
    slip = places["slip"]
    sheet = stage.paint.cached(("cup slip", slip.size), lambda: paper(services.stage, slip.size))
    stage.blit(canvas, sheet, slip.topleft)
    _draw_head(services, canvas, places, cup, left_over)
    standings, totals, stages, leaders = cup.standings, cup.totals, cup.stages, cup.leaders
    names = [services.people.name(seats[entrant.identity]) for _, entrant in standings]
    room = places["title"].right - slip.left - stage.metrics.px(BESIDE_NAME)
    # All names have one size. Only a name that is too long even for the smallest size is shrunk further.
    style = alike(stage, names, stage.limit_scale(NAME, 1.0), [room] * len(names), theme.CAPTION)
    begun = bool(cup.results)
    for row, (place, entrant) in zip(places.all("person"), standings, strict=True):
        leads = entrant.identity in leaders
        if leads:
            face = row.inflate(0, -stage.metrics.px(8))
            stage.blit(canvas, stage.paint.panel("enamel", face.size), face.topleft)
        notes = stood_in_text(services, cup, entrant), stars_text(services, cup, entrant)
        note = BETWEEN_NOTES.join(filter(None, notes))
        words = NameWords(seats[entrant.identity], place if begun else 0, leads, note)
        _draw_name(services, canvas, places, row, words, style)
        for column, of_game in zip(places.all("game"), stages, strict=True):
            cell = pygame.Rect(column.left, row.top, column.width, row.height)
            text, beaten = _cell(of_game, entrant.identity), of_game.beaten(entrant.identity)
            if beaten:
                cell = _draw_beaten(services.stage, canvas, cell, beaten, text)
            stage.centred(canvas, text, cell, stage.limit_scale(POINTS, 1.0))
        total = places["total"]
        cell = pygame.Rect(total.left, row.top, total.width, row.height)
        figure = points_text(totals[entrant.identity]) if begun else ""
        stage.centred(canvas, figure, cell, stage.limit_scale(TOTAL, 1.0))


def _draw_beaten(stage: Stage, canvas: Canvas, cell: pygame.Rect, beaten: Sequence[str], points: str) -> pygame.Rect:
    """Draw small tokens of the `beaten` people beside the `points`. Returns the rectangle of the points."""
    width = stage.natural(points, stage.limit_scale(POINTS, 1.0)) + BESIDE_POINTS if points else 0
    room, height = cell.width / stage.metrics.scale - width, cell.height / stage.metrics.scale

    def pitch(rows: int) -> float:
        """Return the distance between tokens that stand in `rows` rows."""
        return min(2 * BEATEN + BETWEEN, room / math.ceil(len(beaten) / rows), height / rows)

    rows = max((1, 2), key=pitch) if len(beaten) > 1 else 1
    across, high = math.ceil(len(beaten) / rows), pitch(rows)
    grid = layout.grid("token", len(beaten), across, size=rows * high, gap=0)
    tokens = layout.column(layout.cell(), grid, layout.cell(), size=across * high, gap=0)
    line = layout.row(layout.cell(), layout.cell("points", width), tokens, layout.cell(), gap=0)
    places, radius = layout.within(stage.metrics, cell, line), int((high - BETWEEN) / 2)
    for person, place in zip(beaten, places.all("token"), strict=True):
        at = place.centerx - stage.metrics.px(radius), place.centery - stage.metrics.px(radius)
        stage.blit(canvas, stage.identities.token(person, radius), at)
    return places["points"]


def _cell(of_game: CupRound, person: str) -> str:
    """Return the text of a person's cell for one game.

    For a finished game, the text is the points, or "–" if the person came later. For a running game, it is "" if the
    person has beaten others, since their tokens are drawn there. If the person has beaten nobody, it is "" before the
    game's first result, and a dot afterwards.
    """
    if of_game.places:
        points = of_game.points().get(person)
        return "–" if points is None else points_text(points)
    if of_game.beaten(person):
        return ""
    return "·" if any(match.result is not None for match in of_game.matches) else ""


def _draw_head(services: Services, canvas: Canvas, places: Places, cup: Cup, left_over: str) -> None:
    stage, px = services.stage, services.stage.metrics.px
    t = stage.t
    slip, total, games = places["slip"], places["total"], places.all("game")
    stage.label(canvas, t("cup.title"), places["title"], TITLE, least=LEAST)
    stage.label(canvas, left_over, places["left"], NOTE, least=LEAST)
    last = t(f"game.{cup.titles[-1].game}")
    for box, note in zip(places.all("note"), (t("cup.points", game=last), t("cup.beaten")), strict=True):
        stage.label(canvas, note, box, NOTE, "centre", least=LEAST)
    following = cup.next
    labels = [stage.strings.short(f"game.{of_game.title.game}") for of_game in cup.stages]
    rooms = [column.width - px(12) for column in games]
    usual = stage.limit_scale(COLUMN, 1.0)
    found = [stage.shrink_to_width(label, usual, room, SMALLEST) for label, room in zip(labels, rooms, strict=True)]
    heading = min(found, key=lambda each: each.size)
    for column, label, of_game in zip(games, labels, cup.stages, strict=True):
        game = of_game.title.game
        stage.text(canvas, label, (column.centerx, column.bottom - px(16)), heading, "centre")
        if stage.metrics.shape is not Shape.TALL:
            side = min(px(TILE), column.width - px(12))
            frame = pygame.Rect(0, 0, side, side)
            frame.midbottom = (column.centerx, column.bottom - px(64))
            lit = of_game.places or (following is not None and following.game == game)
            stage.blit(canvas, tile(services.stage, game, frame), frame.topleft, 1.0 if lit else 0.55)
    stage.text(canvas, t("cup.total"), (total.centerx, total.bottom - px(16)), heading, "centre")
    red = stage.paint.line(slip.width - 2 * px(24), theme.PRINT_RED, 0.9, 2)
    for y in (-6, 0):
        canvas.blit(red.surface, (slip.left + px(24), total.bottom + px(y)))


class NameWords(NamedTuple):
    """What a row says about a person: the seat, the place (0 for none), whether they lead, and for whom they play."""

    seat: SeatConfig
    place: int
    leads: bool
    note: str


def stood_in_text(services: Services, cup: Cup, entrant: Entrant) -> str:
    """Return for whom an entrant's present player stands in, as text; "" if they play for themselves."""
    names = cup.stood_in_for(entrant.identity)
    return services.stage.t("cup.for", names=services.stage.list_of(map(services.people.shown, names))) if names else ""


def stars_text(services: Services, cup: Cup, entrant: Entrant) -> str:
    """Return the stars of an entrant's tips as text; "" if there are none."""
    count = tips.stars(cup)[entrant.identity]
    return services.stage.t("tips.stars", count=count) if count else ""


def best_eye_text(services: Services, cup: Cup) -> str:
    """Return who has the most stars for tips; "" if nobody has one."""
    best = tips.best_eyes(cup)
    if not best:
        return ""
    names = services.stage.list_of((services.people.shown(cup.holder(each).name) for each in best), "result.and")
    return services.stage.t("tips.best_eye", name=names, stars=tips.stars(cup)[best[0]], count=len(best))


def _draw_name(
    services: Services, canvas: Canvas, places: Places, row: pygame.Rect, words: NameWords, style: Style
) -> None:
    """Draw a person's place, token and name. A leader has a laurel around the token."""
    stage, px = services.stage, services.stage.metrics.px
    seat, place, leads, note = words
    line = layout.row(layout.cell("place", 40), layout.cell("token", 80), layout.cell(), gap=4, pad=(16, 0))
    parts = layout.within(stage.metrics, row, line)
    if place:
        stage.label(canvas, str(place), parts["place"], PLACE, "centre")
    token, radius = parts["token"], min(32, round(0.34 * row.height / stage.metrics.scale))
    if leads:
        laurel = token.inflate(px(16), -px(8))
        stage.show(canvas, "laurel", laurel)
        radius = round(0.27 * min(laurel.size) / stage.metrics.scale)
    left = token.centerx - px(radius)
    box = pygame.Rect(left, row.top, places["title"].right - px(8) - left, row.height)
    if not note and seat.is_ai:
        note = services.people.level_note(seat)
    note = note if row.height >= px(72) else ""
    tag = Tag(radius, style, stage.limit_scale(NOTE, 1.0), gap=52 - radius, grow=math.inf, least=LEAST)
    draw_person(stage, canvas, box, tag, seat.identity, services.people.name(seat), note)
    draw_face_beside(stage, canvas, box, radius, face_of(seat))

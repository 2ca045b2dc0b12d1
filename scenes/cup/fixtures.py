"""Beside the cup's table: the matches of the present game, the next one, and at the end who has won."""

from __future__ import annotations

import pygame

from game.cup import Cup, Match
from scenes.cup.running import seat_of, seats_of
from scenes.kit import theme
from scenes.kit.boxes import Places, cell, column, row, within
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.person import Tag, draw_person
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.laurel import draw_laurel
from scenes.table.tile import tile

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
GAME = Style(theme.NAME, theme.IVORY, bold=True)
NAME = Style(theme.HELPER, theme.IVORY)
NOTE = Style(theme.CAPTION, theme.MUTED)
WINNER = Style(theme.TITLE, theme.IVORY, bold=True)
ROW, PAIR_ROW = 64, 80  # of a match: tokens in a row, or two people one above the other
LEAST = 22
EYEBROW_ROOM = 48  # above the matches
NEXT_WORDS = 160  # of the next match, with the gaps between them
LEAST_TILE = 120
PERSON = 52
TOKEN, PAIR_TOKEN = 20, 15  # radius
DIM = 0.45


def _draw_eyebrow(stage: Stage, canvas: Canvas, rect: pygame.Rect, text: str) -> None:
    stage.label(canvas, text.upper(), rect, EYEBROW, least=18)


def draw_next(services: Services, canvas: Canvas, rect: pygame.Rect, cup: Cup, match: Match) -> None:
    """The next game and who plays it; with its picture where there is room for one."""
    stage, t = services.stage, services.stage.t
    seats = seats_of(services, cup, match)
    people = [seat for seat in seats if seat.identity in match.people]
    across = 1 if len(people) <= 3 else 2
    lines = -(-len(people) // across)
    width, height = rect.width / stage.metrics.scale, rect.height / stage.metrics.scale
    has_tile = height - NEXT_WORDS - lines * PERSON >= LEAST_TILE
    persons = [row(*[cell("person")] * across, fit=PERSON, least=24, gap=8)] * lines
    words = (cell("eyebrow", 40), cell("tile", most=width) if has_tile else None, cell("game", 60), cell("note", 28))
    places = within(stage.metrics, rect, column(*words, column(*persons, fit=lines * PERSON, gap=0), gap=8))
    _draw_eyebrow(stage, canvas, places["eyebrow"], t("cup.next"))
    if has_tile:
        frame = pygame.Rect(places["tile"].topleft, (places["tile"].height,) * 2)
        stage.put(canvas, tile(services, match.game, frame), frame.topleft)
    stage.label(canvas, t(f"game.{match.game}"), places["game"], GAME, least=LEAST)
    note, extra = t(f"cup.round.{match.round}"), len(seats) - len(people)
    note = t("cup.with_ai", round=note, count=extra) if extra else note
    stage.label(canvas, note, places["note"], NOTE, least=LEAST)
    for seat, place in zip(people, places.all("person"), strict=False):
        tag = Tag(min(TOKEN, round(0.42 * place.height / stage.metrics.scale)), NAME, least=LEAST)
        draw_person(stage, canvas, place, tag, seat.identity, services.people.name(seat))


def draw_matches(services: Services, canvas: Canvas, rect: pygame.Rect, cup: Cup) -> None:
    """The matches of the game that is being played, or was last: who came first is lit."""
    stage, px = services.stage, services.stage.metrics.px
    t = stage.t
    played = [index for index, of_game in enumerate(cup.stages) if of_game.matches]
    index = played[-1]
    of_game = cup.stages[index]
    heading = t("cup.game_of", number=index + 1, count=len(cup.titles), game=t(f"cup.short.{of_game.title.game}"))
    matches = of_game.matches
    pitch = PAIR_ROW if all(len(match.people) == 2 for match in matches) else ROW
    most = max(1, int((rect.height / stage.metrics.scale - EYEBROW_ROOM) // pitch))
    waiting = next((i for i, match in enumerate(matches) if match.result is None), len(matches) - 1)
    first = max(0, min(waiting - most // 2, len(matches) - most))
    shown = matches[first : first + most]
    lines = column(cell("eyebrow", 40), cell(size=8), *[cell("match", pitch)] * len(shown), cell(), gap=0)
    places = within(stage.metrics, rect, lines)
    _draw_eyebrow(stage, canvas, places["eyebrow"], heading)
    for index, (match, place) in enumerate(zip(shown, places.all("match"), strict=True)):
        if first + index == waiting and match.result is None:
            face = place.inflate(px(16), -px(8))
            stage.put(canvas, stage.paint.panel("lacquer", face.size), face.topleft)
        _draw_match(services, canvas, place, match, cup)


def _draw_match(services: Services, canvas: Canvas, place: pygame.Rect, match: Match, cup: Cup) -> None:
    """Tokens in a row; two people one above the other, with their names. Whoever did not come first is dimmed."""
    stage, is_pair = services.stage, len(match.people) == 2
    persons = [cell("person")] * len(match.people)
    line = column(*persons, gap=0, pad=(0, 4)) if is_pair else row(*persons, gap=0)
    best = match.people if match.result is None else match.result.best
    for person, box in zip(match.people, within(stage.metrics, place, line).all("person"), strict=True):
        radius = PAIR_TOKEN if is_pair else min(TOKEN, round(0.42 * box.width / stage.metrics.scale))
        style = NOTE._replace(color=theme.IVORY, bold=match.result is not None and person in best)
        name = services.people.name(seat_of(services, cup.entrant(person))) if is_pair else ""
        light = 1.0 if person in best else DIM
        draw_person(stage, canvas, box, Tag(radius, style, least=20), person, name, alpha=light)


def draw_winners(services: Services, canvas: Canvas, places: Places, cup: Cup, text: str, share: float) -> None:
    """The winner's token in a laurel that grows with `share`, 0 to 1; several side by side where they are equals."""
    stage, rect = services.stage, places["next"]
    winners = [entrant.identity for place, entrant in cup.standings if place == 1]
    side = min(rect.width, rect.height * 3 // 5) / stage.metrics.scale
    parts = within(stage.metrics, rect, column(cell("laurel", side), cell("words"), gap=16))
    draw_laurel(services, canvas, parts["laurel"], winners, share)
    stage.label(canvas, text, parts["words"], WINNER, "centre", lines=9, top=True)

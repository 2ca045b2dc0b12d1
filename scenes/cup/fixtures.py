"""Beside the cup's table: the matches of the present game and the next one."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.cup import Cup, CupMatch
from scenes.cup.running import seat_of, seats_of
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Part, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, draw_person
from scenes.services import Services
from scenes.table.pictures.tile import tile

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
GAME = Style(theme.NAME, theme.IVORY, bold=True)
NAME = Style(theme.HELPER, theme.IVORY)
NOTE = Style(theme.CAPTION, theme.MUTED)
ROW, PAIR_ROW = 72, 96  # of a match with the gap below it: tokens in a row, or two people one above the other
ROUND, BETWEEN, TICK = 34, 8, 26  # above the matches of a round; between two; the sign of whoever has won
LEAST = 22
EYEBROW_ROOM = 56  # above the matches
NEXT_WORDS = 160  # of the next match, with the gaps between them
LEAST_TILE = 120
PERSON = 52
TOKEN, PAIR_TOKEN = 20, 15  # radius
DIM = 0.45


def _draw_eyebrow(stage: Stage, canvas: Canvas, rect: pygame.Rect, text: str) -> None:
    stage.label(canvas, text.upper(), rect, EYEBROW, least=18)


def draw_next(services: Services, canvas: Canvas, rect: pygame.Rect, cup: Cup, match: CupMatch) -> None:
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
        stage.blit(canvas, tile(services.stage, match.game, frame), frame.topleft)
    stage.label(canvas, t(f"game.{match.game}"), places["game"], GAME, least=LEAST)
    note, extra = t(f"cup.round.{match.round}"), len(seats) - len(people)
    note = t("cup.with_ai", round=note, count=extra) if extra else note
    stage.label(canvas, note, places["note"], NOTE, least=LEAST)
    for seat, place in zip(people, places.all("person"), strict=False):
        tag = Tag(min(TOKEN, round(0.42 * place.height / stage.metrics.scale)), NAME, least=LEAST)
        draw_person(stage, canvas, place, tag, seat.identity, services.people.name(seat))


def draw_matches(services: Services, canvas: Canvas, rect: pygame.Rect, cup: Cup) -> None:
    """The matches of the game that is being played, or was last: who came first is lit."""
    stage, t = services.stage, services.stage.t
    played = [index for index, of_game in enumerate(cup.stages) if of_game.matches]
    index = played[-1]
    of_game = cup.stages[index]
    heading = t(
        "cup.game_of", number=index + 1, count=len(cup.titles), game=stage.strings.short(f"game.{of_game.title.game}")
    )
    matches = of_game.matches
    room = rect.height / stage.metrics.scale - EYEBROW_ROOM
    first, count = _window(matches, room)
    shown = matches[first : first + count]
    waiting = next((match for match in matches if match.result is None), None)
    parts: list[Part] = []
    rounds: list[str] = []
    for match in shown:
        if not rounds or rounds[-1] != match.round:
            rounds.append(match.round)
            parts.append(cell("round", ROUND))
        parts.append(cell("match", _height(match) - BETWEEN))
    lines = column(cell("eyebrow", 40), *parts, cell(), gap=BETWEEN)
    places = within(stage.metrics, rect, lines)
    _draw_eyebrow(stage, canvas, places["eyebrow"], heading)
    for name, place in zip(rounds, places.all("round"), strict=True):
        stage.label(canvas, t(f"cup.round.{name}"), place, NOTE, least=LEAST)
    for match, place in zip(shown, places.all("match"), strict=True):
        panel = "enamel" if match is waiting else "lacquer"
        stage.blit(canvas, stage.paint.panel(panel, place.size, radius=12), place.topleft)
        _draw_match(services, canvas, place, match, cup, match is waiting)


def _height(match: CupMatch) -> int:
    """Design pixels of a match, with the gap below it."""
    return PAIR_ROW if len(match.people) == 2 else ROW


def _window(matches: Sequence[CupMatch], room: float) -> tuple[int, int]:
    """The first of the matches that are shown, and how many: as many as there is room for, the one that waits among
    them, and those before it rather than those after it."""
    waiting = next((i for i, match in enumerate(matches) if match.result is None), len(matches) - 1)
    first = last = waiting
    while True:
        for wider in ((first - 1, last), (first, last + 1)):
            if wider[0] >= 0 and wider[1] < len(matches) and _needed(matches[wider[0] : wider[1] + 1]) <= room:
                first, last = wider
                break
        else:
            return first, last - first + 1


def _needed(matches: Sequence[CupMatch]) -> float:
    rounds = len({match.round for match in matches})
    return sum(map(_height, matches)) + rounds * (ROUND + BETWEEN)


def _draw_match(
    services: Services, canvas: Canvas, place: pygame.Rect, match: CupMatch, cup: Cup, is_next: bool
) -> None:
    """Tokens in a row; two people one above the other, with their names. Whoever did not come first is dimmed."""
    stage, is_pair = services.stage, len(match.people) == 2
    persons = [cell("person")] * len(match.people)
    line = column(*persons, gap=0, pad=(14, 5)) if is_pair else row(*persons, gap=0, pad=(14, 0))
    best = match.people if match.result is None else match.result.best
    for person, box in zip(match.people, within(stage.metrics, place, line).all("person"), strict=True):
        radius = PAIR_TOKEN if is_pair else min(TOKEN, round(0.42 * box.width / stage.metrics.scale))
        has_won = match.result is not None and person in best
        style = NOTE._replace(color=theme.INK if is_next else theme.IVORY, bold=has_won or is_next)
        name = services.people.name(seat_of(services, cup.entrant(person))) if is_pair else ""
        light = 1.0 if person in best else DIM
        draw_person(stage, canvas, box, Tag(radius, style, least=20), person, name, lit=is_next, alpha=light)
        if has_won and is_pair:
            side = stage.metrics.px(TICK)
            tick = stage.drawing("icons/tick", (side, side), color=theme.GOOD)
            stage.blit(canvas, tick, (box.right - side, box.centery - side // 2))

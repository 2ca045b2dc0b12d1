"""A finished game as a row of the archive: what, when, who and how it ended."""

from __future__ import annotations

from datetime import datetime

import pygame

from game.core.record import Record
from game.counting import moves_of
from game.shelf import Archived, Damaged
from scenes.kit import theme
from scenes.kit.canvas import Sheet
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.speech import sentences
from scenes.kit.stage import Stage
from scenes.services import Services

GAME = Style(theme.LIST, theme.IVORY, bold=True)
NOTE = Style(theme.CAPTION, theme.MUTED)
NAME = Style(theme.HELPER, theme.IVORY)
RESULT = Style(theme.HELPER, theme.IVORY, bold=True)
TOKEN = 28
NAMED = 150  # design pixels; a seat with less room shows its token alone


def local_time(finished: str) -> datetime | None:
    """An ISO 8601 text as a time of this machine's zone; None where it is none."""
    try:
        return datetime.fromisoformat(finished).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def date_text(stage: Stage, moment: datetime | None) -> str:
    """A date and a time in the language of the screen."""
    if moment is None:
        return stage.t("archive.no_date")
    return stage.t("archive.date", date=f"{moment:%Y-%m-%d}", time=f"{moment:%H:%M}")


def result_text(services: Services, record: Record) -> str:
    """Who won, in words."""
    outcome = record.result
    if outcome is None:
        return services.stage.t("archive.unfinished")
    if not outcome.winners:
        return services.stage.t("archive.draw")
    names = services.names([record.seats[seat] for seat in outcome.winners])
    return services.stage.t("result.wins", name=names, count=len(outcome.winners))


def game_text(services: Services, game: Archived) -> str:
    """A row as it is read aloud."""
    name, date = services.stage.t(f"game.{game.record.game}"), date_text(services.stage, local_time(game.finished))
    return sentences(f"{name}, {services.names(game.record.seats)}", result_text(services, game.record), date)


def length_text(services: Services, record: Record) -> str:
    """How long it was, and whether somebody gave up."""
    t = services.stage.t
    moves = t("archive.moves", count=moves_of(record))
    resigned = record.result is not None and record.result.reason == "resign"
    return f"{t('archive.resigned')} · {moves}" if resigned else moves


def game_row(services: Services, game: Archived, size: tuple[int, int], lit: bool) -> pygame.Surface:
    """The row, `size` pixels: enamel where it is the chosen one, else lacquer."""
    stage = services.stage
    unit = stage.metrics.px
    sheet = Sheet.blank(size)
    stage.put(sheet, stage.paint.face("enamel" if lit else "lacquer", size), (0, 0))
    face = pygame.Rect(unit(32), 0, size[0] - 2 * unit(32), size[1])
    if stage.metrics.shape is Shape.TALL:  # the seats below the rest
        upper = pygame.Rect(face.x, unit(8), face.width, size[1] * 11 // 20)
        lower = pygame.Rect(face.x, upper.bottom - unit(8), face.width, size[1] - upper.bottom)
        _what(services, sheet, game, upper, face.width // 2, lit)
        _how(services, sheet, game.record, upper, face.width // 2 - unit(16), lit)
        _who(services, sheet, game.record, lower, lit)
    else:
        first, last = min(unit(430), face.width * 3 // 10), min(unit(460), face.width * 3 // 10)
        _what(services, sheet, game, face, first - unit(16), lit)
        _how(services, sheet, game.record, face, last - unit(16), lit)
        _who(services, sheet, game.record, pygame.Rect(face.x + first, 0, face.width - first - last, size[1]), lit)
    return sheet.surface


def damaged_row(services: Services, row: Damaged, size: tuple[int, int], lit: bool) -> pygame.Surface:
    """A row that cannot be read as a game: when it joined, and what is wrong with it."""
    stage = services.stage
    unit = stage.metrics.px
    sheet = Sheet.blank(size)
    stage.put(sheet, stage.paint.face("enamel" if lit else "lacquer", size), (0, 0))
    left, room = unit(32), size[0] - 2 * unit(32)
    upper, lower = _lines(stage, pygame.Rect((0, 0), size))
    title = f"{stage.t('archive.damaged')} · {date_text(stage, local_time(row.finished))}"
    style = stage.shrunk(title, GAME._replace(color=theme.PRINT_RED if lit else theme.WARN), room)
    stage.text(sheet, title, (left, upper), style, width=room)
    note = NOTE._replace(color=theme.INK_SOFT if lit else theme.MUTED)
    stage.text(sheet, row.detail, (left, lower), stage.shrunk(row.detail, note, room, 22), width=room)
    return sheet.surface


def _lines(stage: Stage, rect: pygame.Rect) -> tuple[int, int]:
    """The baselines of two lines in the middle of `rect`."""
    scale = stage.metrics.scale * stage.metrics.text_scale
    return round(rect.centery - 4 * scale), round(rect.centery + 34 * scale)


def _what(services: Services, sheet: Sheet, game: Archived, rect: pygame.Rect, room: int, lit: bool) -> None:
    stage = services.stage
    upper, lower = _lines(stage, rect)
    name = stage.t(f"game.{game.record.game}")
    style = stage.shrunk(name, GAME._replace(color=theme.INK if lit else theme.IVORY), room)
    stage.text(sheet, name, (rect.x, upper), style, width=room)
    note = NOTE._replace(color=theme.INK_SOFT if lit else theme.MUTED)
    date = date_text(stage, local_time(game.finished))
    stage.text(sheet, date, (rect.x, lower), stage.shrunk(date, note, room, 24), width=room)


def _how(services: Services, sheet: Sheet, record: Record, rect: pygame.Rect, room: int, lit: bool) -> None:
    stage = services.stage
    upper, lower = _lines(stage, rect)
    result, length = result_text(services, record), length_text(services, record)
    style = stage.shrunk(result, RESULT._replace(color=theme.INK if lit else theme.IVORY), room)
    stage.text(sheet, result, (rect.right, upper), style, "right", room)
    note = NOTE._replace(color=theme.INK_SOFT if lit else theme.MUTED)
    stage.text(sheet, length, (rect.right, lower), stage.shrunk(length, note, room, 24), "right", room)


def _who(services: Services, sheet: Sheet, record: Record, rect: pygame.Rect, lit: bool) -> None:
    """Tokens in seating order, with names where there is room; the winners' in bold."""
    stage = services.stage
    unit = stage.metrics.px
    pitch = min(unit(330), rect.width // len(record.seats))
    named = pitch >= unit(NAMED)
    if not named:
        pitch = min(pitch, unit(2 * TOKEN + 16))
    winners = record.result.winners if record.result is not None else ()
    baseline = rect.centery + 0.366 * NAME.size * stage.metrics.scale * stage.metrics.text_scale
    for seat, config in enumerate(record.seats):
        left = rect.x + seat * pitch
        token = services.identities.token(config.identity, TOKEN, lit)
        stage.put(sheet, token, (left, rect.centery - unit(TOKEN)))
        if named:
            won = seat in winners
            color = (theme.INK if won else theme.INK_SOFT) if lit else (theme.IVORY if won else theme.MUTED)
            name, room = services.name(config), pitch - unit(2 * TOKEN + 28)
            style = stage.shrunk(name, NAME._replace(color=color, bold=won), room)
            stage.text(sheet, name, (left + unit(2 * TOKEN + 12), baseline), style, width=room)

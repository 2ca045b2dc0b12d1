"""A day's puzzles as a picture for other people: their positions and what came of them, and no solution."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from datetime import date

import pygame

from game.core.incremental import Incremental
from game.puzzle_results import InARow
from game.puzzles.day_code import code_of
from game.puzzles.judging import MOST_STARS
from game.registry import find
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.text.dates import day_and_month
from scenes.table.art.paper import draw_double_rule, paper
from scenes.table.exercises.puzzles import diagram_of
from scenes.table.pictures.diagram import draw_diagram
from scenes.today import puzzle_words as words
from scenes.today.share import together
from scenes.today.sheet import SheetEntry
from scenes.today.solving_panel import draw_mark

SIZE = (1080, 1350)  # pixels
WINDOW = (1080, 1920)  # an upright one, in which a design pixel is a pixel
EDGE = 48  # of the table around the paper
TITLE, DATE = Style(72, theme.PRINT_RED, bold=True), Style(36, theme.INK_SOFT)
GAME, SUM = Style(40, theme.INK, bold=True), Style(40, theme.INK, bold=True)
PNG, ROWS = b"\x89PNG\r\n\x1a\n", 30  # how such a file begins, and rows that are packed at a time
SIDE, MARK = 376, 36  # of a board, and of a star


def card(given: Stage, day: date, entries: Sequence[SheetEntry], kept: InARow) -> Incremental[bytes]:
    """The picture as a PNG, in a few parts; it is the same in every window. `kept` are the days in a row."""
    stage = Stage(WINDOW, given.assets, given.strings, given.audio, given.devices)
    sheet = SurfaceCanvas.blank(SIZE)
    yield 0.1
    sheet.blit(stage.table, (0, 0), area=pygame.Rect((0, 0), SIZE))
    yield 0.15
    place = pygame.Rect((0, 0), SIZE).inflate(-2 * EDGE, -2 * EDGE)
    stage.blit(sheet, paper(stage, place.size), place.topleft)
    yield 0.2
    game = column(cell("board", SIDE), row(cell("game"), *[cell("mark", MARK)] * MOST_STARS, gap=4), gap=8)
    rows = [row(game, game, size=SIDE + 64, gap=56) for _ in range(0, len(entries), 2)]
    head = cell("title", 92), cell("date", 48), cell("rule", 20)
    whole = column(*head, *rows, row(cell("sum"), cell("code", 300), size=56), cell(), gap=10, pad=(58, 36, 58, 40))
    places = within(stage.metrics, place, whole)
    stage.label(sheet, f"{stage.t('app.title')} {words.number(day)}", places["title"], TITLE)
    stage.label(sheet, _when(stage, day, kept), places["date"], DATE)
    draw_double_rule(stage, sheet, places["rule"])
    stage.label(sheet, together(stage, entries), places["sum"], SUM)
    stage.label(sheet, stage.t("today.code", code=code_of(day)), places["code"], DATE, "right", least=20)
    for index, entry in enumerate(entries):
        stage.label(sheet, stage.t(f"game.{entry.game}"), places.all("game")[index], GAME)
        for number, mark in enumerate(places.all("mark")[index * MOST_STARS : (index + 1) * MOST_STARS]):
            draw_mark(stage, sheet, mark, number < entry.attempt.stars)
        yield 0.2 + 0.7 * index / len(entries)
        if entry.puzzle is not None:
            board = places.all("board")[index]
            picture = yield from draw_diagram(stage, find(entry.game), diagram_of(entry.puzzle), (SIDE, SIDE))
            stage.blit(sheet, picture, board.topleft)
    return (yield from png(sheet.surface))


def png(surface: pygame.Surface) -> Incremental[bytes]:
    """A surface as a PNG without its alpha, some rows at a time: pygame's own way would hold up many frames."""
    width, height = surface.get_size()
    packer, packed = zlib.compressobj(), b""
    for top in range(0, height, ROWS):
        rows = pygame.image.tobytes(surface.subsurface((0, top, width, min(ROWS, height - top))), "RGB")
        step = 3 * width
        packed += packer.compress(b"".join(b"\0" + rows[at : at + step] for at in range(0, len(rows), step)))
        yield 0.9 + 0.1 * top / height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # eight bits a channel, three channels
    parts = ((b"IHDR", head), (b"IDAT", packed + packer.flush()), (b"IEND", b""))
    return PNG + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in parts
    )


def _when(stage: Stage, day: date, kept: InARow) -> str:
    """The date with its year, and the days in a row."""
    date_text = stage.t("date.year", date=day_and_month(stage.t, day), year=day.year)
    return " · ".join([date_text, *([stage.t("today.in_a_row", count=kept.days)] if kept.days else [])])

"""The sheet of a day: a cell for each game's puzzle, with its position drawn small, and its result.

It can be shared as a short text and as a picture with the positions, both without solutions.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import pygame

from game.core.incremental import Incremental, IncrementalRun
from game.core.times import stopwatch_text
from game.puzzles.day_code import code_of
from game.puzzles.puzzle import GRADES, MOST_STARS, Puzzle
from game.puzzles.results import InARow, PuzzleProgress
from game.registry import find, puzzle_of_day
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Places, cell, column, row, within
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.text.strings import day_and_month
from scenes.services import Services
from scenes.table.art.paper import draw_double_rule, paper
from scenes.table.exercises.puzzles import diagram_of, goal, task
from scenes.table.pictures import draw_diagram
from scenes.today import occasion as words
from scenes.today.solving_panel import draw_beans, draw_mark

GAME = Style(24, "#8A6425", bold=True, spacing=3)
TASK = Style(32, theme.INK, bold=True)
NOTE, STATUS = Style(26, theme.INK_SOFT), Style(24, theme.INK_SOFT)
LEAST, SMALLEST = 20, 14
# Limits of the text scale: for texts in one line, and for the task and its goal.
MOST_GROWTH, ASKED_GROWTH = 1.15, 1.25
PICTURE = 0.44  # largest share of a cell's width for its picture
PAD = 12  # design pixels within a cell
BEAN, STAR = 30, 34
# A cell more than this many times as wide as high has grade, stars and status in one row.
WIDE = 2.5


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A game's puzzle of a day and its progress; `puzzle` is None if the puzzle cannot be read."""

    game: str
    puzzle: Puzzle | None
    attempt: PuzzleProgress


def entries_of(kept: Mapping[str, Mapping[date, PuzzleProgress]], day: date) -> list[SheetEntry]:
    """Return the puzzles of a day, with the `kept` progress of each game."""
    return [
        SheetEntry(game, puzzle_of_day(game, day), attempts.get(day, PuzzleProgress()))
        for game, attempts in kept.items()
    ]


def status(stage: Stage, attempt: PuzzleProgress) -> str:
    """Return a puzzle's result in words."""
    t = stage.t
    if attempt.solved is not None:
        if not attempt.seconds:
            return t("today.solved")
        time = stopwatch_text(attempt.seconds)
        return time if attempt.wrong or attempt.hints else t("today.clean", time=time)
    if attempt.shown:
        return t("today.shown")
    return t("today.begun") if attempt.is_begun else t("today.untried")


def spoken(stage: Stage, entry: SheetEntry) -> str:
    """Return a cell's text to be read aloud."""
    name = stage.t(f"game.{entry.game}")
    if entry.puzzle is None:
        return sentences(name, stage.t("today.unreadable"))
    asked = task(stage, entry.puzzle), goal(stage, entry.puzzle), words.grade(stage, entry.puzzle)
    stars = stage.t("records.stars", count=entry.attempt.stars, most=MOST_STARS) if entry.attempt.stars else ""
    return sentences(name, *asked, stars, status(stage, entry.attempt))


class Pictures:
    """Draws small pictures of the positions of puzzles, one after the other, each in parts.

    The stage's painter caches them, so that a sheet can show them again at once.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._paint = services.stage.paint
        self._wanted: list[tuple[Puzzle, int]] = []
        self._work: IncrementalRun[Sprite] | None = None

    def want(self, puzzles: list[tuple[Puzzle, int]]) -> None:
        """Start making pictures of these puzzles, each with its side in pixels."""
        self._paint = self._services.stage.paint  # there is a new painter after each change of the window
        self._wanted, self._work = [each for each in puzzles if self.of(*each) is None], None

    def of(self, puzzle: Puzzle, side: int) -> Sprite | None:
        """Return a picture if it is ready."""
        return self._paint.made(_key(puzzle, side))

    @property
    def is_animated(self) -> bool:
        """Whether a picture is being made."""
        return bool(self._wanted)

    def tick(self) -> None:
        """Continue the current picture."""
        if not self._wanted:
            return
        puzzle, side = self._wanted[0]
        if self._work is None:
            self._work = IncrementalRun(
                draw_diagram(self._services.stage, find(puzzle.game), diagram_of(puzzle), (side, side))
            )
        if self._work.go(self._services.stage.clock):
            made = self._work.result
            self._paint.cached(_key(puzzle, side), lambda: made)
            self._wanted, self._work = self._wanted[1:], None

    def close(self) -> None:
        """Stop making pictures."""
        self._wanted, self._work = [], None


def _key(puzzle: Puzzle, side: int) -> tuple[str, str, int]:
    return "puzzle", puzzle.id, side


class SheetCell:
    """The cell of one game's puzzle, in the rectangle `rect` (pixels)."""

    def __init__(self, services: Services, entry: SheetEntry, rect: pygame.Rect) -> None:
        self.services = services
        self.stage = services.stage
        self.entry = entry
        self.rect = rect
        self.places = self._lay(rect)

    def _lay(self, rect: pygame.Rect) -> Places:
        scale = self.stage.metrics.scale
        side = min(rect.height / scale - 2 * PAD, PICTURE * rect.width / scale)
        beans = [cell("bean", BEAN)] * len(GRADES)
        stars = [cell("mark", STAR)] * MOST_STARS
        texts = cell("game", 34), cell("task", share=4), cell("note", share=3)
        if rect.width > WIDE * rect.height:
            marks = row(*beans, cell(size=20), *stars, cell(size=20), cell("status"), size=STAR, gap=2)
            words_of_it = column(*texts, marks, gap=4)
        else:
            rows = row(*beans, cell(), size=30, gap=2), row(*stars, cell(), size=STAR, gap=4)
            words_of_it = column(*texts, *rows, cell("status", 32), gap=4)
        picture = column(cell("picture", side), size=side)
        return within(self.stage.metrics, rect, row(picture, words_of_it, gap=20, pad=PAD))

    @property
    def wants(self) -> tuple[Puzzle, int] | None:
        """The puzzle whose picture is shown, and the picture's side in pixels."""
        return None if self.entry.puzzle is None else (self.entry.puzzle, self.places["picture"].width)

    def draw(self, canvas: Canvas, picture: Callable[[Puzzle, int], Sprite | None]) -> None:
        """Draw the cell; its picture's place is empty until `picture` returns one."""
        stage, at, entry = self.stage, self.places, self.entry
        stage.label(canvas, stage.t(f"game.{entry.game}").upper(), at["game"], GAME, grow=MOST_GROWTH, least=SMALLEST)
        wanted = self.wants
        if entry.puzzle is None or wanted is None:
            stage.label(canvas, stage.t("today.unreadable"), at["task"], NOTE, lines=0, least=LEAST, top=True)
            return
        if (sprite := picture(*wanted)) is not None:
            stage.blit(canvas, sprite, at["picture"].topleft)
        asked = stage.label(canvas, task(stage, entry.puzzle), at["task"], TASK, lines=0, grow=ASKED_GROWTH, top=True)
        below = at["note"].unionall([stage.below(asked, at["task"], 4)])
        note = goal(stage, entry.puzzle)
        stage.label(canvas, note, below, NOTE, lines=0, grow=ASKED_GROWTH, least=LEAST, top=True)
        draw_beans(stage, canvas, at.all("bean"), entry.puzzle.grade)
        for index, star in enumerate(at.all("mark")):
            draw_mark(stage, canvas, star, index < entry.attempt.stars)
        stage.label(canvas, status(stage, entry.attempt), at["status"], STATUS, grow=MOST_GROWTH, least=LEAST)


WON, LOST = "★", "☆"


def share_text(stage: Stage, day: date, entries: Sequence[SheetEntry], row: InARow) -> str:
    """Return lines of text: the day with its code; for each game its stars, time and hints; then the sums."""
    t = stage.t
    head = " · ".join([t("app.title"), t("today.number", number=words.number(day)), day.isoformat(), code_of(day)])
    lines = [_line(stage, entry) for entry in entries]
    in_a_row = [t("today.in_a_row", count=row.days)] if row.days else []
    return "\n".join([head, *lines, " · ".join([together(stage, entries), *in_a_row])])


def together(stage: Stage, entries: Sequence[SheetEntry]) -> str:
    """Return the total stars and time of a day."""
    stars = sum(entry.attempt.stars for entry in entries)
    seconds = sum(entry.attempt.seconds for entry in entries if entry.attempt.solved is not None)
    texts = stage.t("today.sum", stars=stars, most=MOST_STARS * len(entries))
    return f"{texts} · {stopwatch_text(seconds)}" if seconds else texts


def _line(stage: Stage, entry: SheetEntry) -> str:
    attempt = entry.attempt
    parts = [f"{stage.t(f'game.{entry.game}')} {WON * attempt.stars}{LOST * (MOST_STARS - attempt.stars)}"]
    return " · ".join([*parts, *_notes(stage, attempt)])


def _notes(stage: Stage, attempt: PuzzleProgress) -> list[str]:
    """Return the time and the hints of a puzzle."""
    time = [stopwatch_text(attempt.seconds)] if attempt.solved is not None and attempt.seconds else []
    return [*time, *([stage.t("today.hints", count=attempt.hints)] if attempt.hints else [])]


SIZE = (1080, 1350)  # pixels of the shared picture
WINDOW = (1080, 1920)  # the window that the picture is laid out for; in it a design pixel is a pixel
EDGE = 48  # width of the table around the paper
TITLE, DATE = Style(72, theme.PRINT_RED, bold=True), Style(36, theme.INK_SOFT)
CARD_GAME, SUM = Style(40, theme.INK, bold=True), Style(40, theme.INK, bold=True)
# How a PNG file begins, and how many rows are packed at a time.
PNG, ROWS = b"\x89PNG\r\n\x1a\n", 30
SIDE, MARK = 376, 36  # sides of a board and of a star


def shared_card(given: Stage, day: date, entries: Sequence[SheetEntry], kept: InARow) -> Incremental[bytes]:
    """Make the picture as a PNG, in parts; it is the same in every window. `kept` is the streak in days."""
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
        stage.label(sheet, stage.t(f"game.{entry.game}"), places.all("game")[index], CARD_GAME)
        for number, mark in enumerate(places.all("mark")[index * MOST_STARS : (index + 1) * MOST_STARS]):
            draw_mark(stage, sheet, mark, number < entry.attempt.stars)
        yield 0.2 + 0.7 * index / len(entries)
        if entry.puzzle is not None:
            board = places.all("board")[index]
            picture = yield from draw_diagram(stage, find(entry.game), diagram_of(entry.puzzle), (SIDE, SIDE))
            stage.blit(sheet, picture, board.topleft)
    return (yield from png(sheet.surface))


def png(surface: pygame.Surface) -> Incremental[bytes]:
    """Make a PNG without alpha, some rows at a time, because pygame's own function would block many frames."""
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
    """Return the date with its year, and the streak in days."""
    date_text = stage.t("date.year", date=day_and_month(stage.t, day), year=day.year)
    return " · ".join([date_text, *([stage.t("today.in_a_row", count=kept.days)] if kept.days else [])])

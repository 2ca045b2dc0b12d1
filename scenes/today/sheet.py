"""The sheet of a day: a cell for each game's puzzle, with its position drawn small, and what has come of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

import pygame

from game.core.incremental import IncrementalRun
from game.puzzle_books import puzzle_of_day
from game.puzzle_results import PuzzleProgress
from game.puzzles.judging import MOST_STARS
from game.puzzles.puzzle import GRADES, Puzzle
from game.registry import find
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Places, cell, column, row, within
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.exercises.puzzles import diagram_of, goal, task
from scenes.table.pictures.diagram import draw_diagram
from scenes.today import puzzle_words as words
from scenes.today.solving_panel import draw_beans, draw_mark

GAME = Style(24, "#8A6425", bold=True, spacing=3)
TASK = Style(32, theme.INK, bold=True)
NOTE, STATUS = Style(26, theme.INK_SOFT), Style(24, theme.INK_SOFT)
LEAST, SMALLEST = 20, 14
MOST_GROWTH, ASKED_GROWTH = 1.15, 1.25  # of what has a line of its own, and of what is asked
PICTURE = 0.44  # of a cell's width that its picture takes at most
PAD = 12  # design pixels within a cell, as all below
BEAN, STAR = 30, 34
WIDE = 2.5  # times as wide as high: then a cell has grade, stars and status in one row
SLICE = 0.008  # seconds of a tick in which a picture is made


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """The puzzle of one game on one day, and what has come of it; `puzzle` None where it cannot be read."""

    game: str
    puzzle: Puzzle | None
    attempt: PuzzleProgress


def entries_of(kept: Mapping[str, Mapping[date, PuzzleProgress]], day: date) -> list[SheetEntry]:
    """Return the puzzles of a day, by what is `kept` of each game."""
    return [
        SheetEntry(game, puzzle_of_day(game, day), attempts.get(day, PuzzleProgress()))
        for game, attempts in kept.items()
    ]


def status(stage: Stage, attempt: PuzzleProgress) -> str:
    """Return the result of a puzzle in words."""
    t = stage.t
    if attempt.solved is not None:
        if not attempt.seconds:
            return t("today.solved")
        time = words.clock(attempt.seconds)
        return time if attempt.wrong or attempt.hints else t("today.clean", time=time)
    if attempt.shown:
        return t("today.shown")
    return t("today.begun") if attempt.is_begun else t("today.untried")


def spoken(stage: Stage, entry: SheetEntry) -> str:
    """A cell as it is read aloud."""
    name = stage.t(f"game.{entry.game}")
    if entry.puzzle is None:
        return sentences(name, stage.t("today.unreadable"))
    asked = task(stage, entry.puzzle), goal(stage, entry.puzzle), words.grade(stage, entry.puzzle)
    stars = stage.t("records.stars", count=entry.attempt.stars, most=MOST_STARS) if entry.attempt.stars else ""
    return sentences(name, *asked, stars, status(stage, entry.attempt))


class Pictures:
    """The positions of puzzles, drawn small: one after the other, a part at a time.

    The stage's painter keeps them for as long as it has room, so that a sheet that comes again has them at once.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._paint = services.stage.paint
        self._wanted: list[tuple[Puzzle, int]] = []
        self._work: IncrementalRun[Sprite] | None = None

    def want(self, puzzles: list[tuple[Puzzle, int]]) -> None:
        """Make these, each with a side of so many pixels."""
        self._paint = self._services.stage.paint  # another one after each change of the window
        self._wanted, self._work = [each for each in puzzles if self.of(*each) is None], None

    def of(self, puzzle: Puzzle, side: int) -> Sprite | None:
        """A picture, once it is made."""
        return self._paint.made(_key(puzzle, side))

    @property
    def is_animated(self) -> bool:
        """Whether one is on its way."""
        return bool(self._wanted)

    def tick(self) -> None:
        """Go on with the picture that is being made."""
        if not self._wanted:
            return
        puzzle, side = self._wanted[0]
        if self._work is None:
            self._work = IncrementalRun(
                draw_diagram(self._services.stage, find(puzzle.game), diagram_of(puzzle), (side, side))
            )
        if self._work.go(SLICE):
            made = self._work.result
            self._paint.cached(_key(puzzle, side), lambda: made)
            self._wanted, self._work = self._wanted[1:], None

    def close(self) -> None:
        """Give up the pictures that are in the making."""
        self._wanted, self._work = [], None


def _key(puzzle: Puzzle, side: int) -> tuple[str, str, int]:
    return "puzzle", puzzle.id, side


class SheetCell:
    """One cell in its rectangle of pixels."""

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
        said = cell("game", 34), cell("task", share=4), cell("note", share=3)
        if rect.width > WIDE * rect.height:
            marks = row(*beans, cell(size=20), *stars, cell(size=20), cell("status"), size=STAR, gap=2)
            words_of_it = column(*said, marks, gap=4)
        else:
            rows = row(*beans, cell(), size=30, gap=2), row(*stars, cell(), size=STAR, gap=4)
            words_of_it = column(*said, *rows, cell("status", 32), gap=4)
        picture = column(cell("picture", side), size=side)
        return within(self.stage.metrics, rect, row(picture, words_of_it, gap=20, pad=PAD))

    @property
    def wants(self) -> tuple[Puzzle, int] | None:
        """The picture that it shows, and its side in pixels."""
        return None if self.entry.puzzle is None else (self.entry.puzzle, self.places["picture"].width)

    def draw(self, canvas: Canvas, picture: Callable[[Puzzle, int], Sprite | None]) -> None:
        """Draw it on the sheet; where there is no `picture` yet its place stays empty."""
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

"""The packs of a game to practise from: how far each has come, what is next in it, and its line on the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from game.puzzle_books import puzzles_of
from game.puzzle_results import PuzzleProgress
from game.puzzles.book import Pack, packs
from game.puzzles.judging import MOST_STARS
from game.puzzles.puzzle import GRADES, Puzzle
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Part, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.today.solving_panel import draw_beans

NAME = Style(30, theme.INK, bold=True)
COUNT = Style(26, theme.INK_SOFT)
LEAST = 18
BEAN = 26  # design pixels, as all below
BAR, PAD = 8, 14
TRACK, DONE = "#DCCBA6", "#A9782B"


@dataclass(frozen=True, slots=True)
class ShownPack:
    """A pack with what has come of its puzzles, by id."""

    game: str
    pack: Pack
    attempts: Mapping[str, PuzzleProgress]

    @property
    def solved(self) -> int:
        """The number of its puzzles that are solved."""
        return sum(self._attempt(puzzle).solved is not None for puzzle in self.pack.puzzles)

    @property
    def grade(self) -> int | None:
        """The grade that all its puzzles have, where that makes the pack."""
        kind, _, value = self.pack.id.partition("-")
        return int(value) if kind == "grade" else None

    def name(self, stage: Stage) -> str:
        """Return the name of the pack."""
        if self.grade is not None:
            return stage.t("practice.grade", grade=self.grade)
        return stage.t(f"{self.game}.pack.{self.pack.id.partition('-')[2]}")

    def next(self, after: Puzzle | None = None) -> int:
        """The place of the next puzzle: the first after `after`, and then from the beginning, that is not solved yet.

        Where all are solved it is the first that has fewer stars than there are, else the one that follows.
        """
        puzzles = self.pack.puzzles
        first = puzzles.index(after) + 1 if after in puzzles else 0
        order = [(first + step) % len(puzzles) for step in range(len(puzzles))]
        others = [place for place in order if puzzles[place] is not after] or order
        left = [place for place in others if self._attempt(puzzles[place]).solved is None]
        poor = [place for place in others if self._attempt(puzzles[place]).stars < MOST_STARS]
        return (left or poor or others)[0]

    def _attempt(self, puzzle: Puzzle) -> PuzzleProgress:
        return self.attempts.get(puzzle.id, PuzzleProgress())


def shown_packs(game: str, attempts: Mapping[str, PuzzleProgress]) -> list[ShownPack]:
    """All packs of a game."""
    return [ShownPack(game, pack, attempts) for pack in packs(puzzles_of(game))]


def spoken(stage: Stage, shown: ShownPack) -> str:
    """A pack as it is read aloud."""
    count = stage.t("practice.solved", count=shown.solved, most=len(shown.pack.puzzles))
    return stage.t("speech.value", name=shown.name(stage), value=count)


def _line(has_beans: bool) -> Part:
    beans = [cell("bean", BEAN)] * len(GRADES) if has_beans else []
    head = row(cell("name"), *beans, cell("count", 86), gap=2)
    return column(cell(), row(head, size=40), cell("bar", BAR), cell(), gap=2, pad=(PAD, 2))


def draw_pack(stage: Stage, canvas: Canvas, place: pygame.Rect, shown: ShownPack) -> None:
    """A pack's line in `place` (pixels): its name, its grade as beans, how many are solved, and a bar."""
    at, most = within(stage.metrics, place, _line(shown.grade is not None)), len(shown.pack.puzzles)
    stage.label(canvas, shown.name(stage), at["name"], NAME, grow=1.15, least=LEAST)
    if shown.grade is not None:
        draw_beans(stage, canvas, at.all("bean"), shown.grade)
    stage.label(canvas, f"{shown.solved}/{most}", at["count"], COUNT, "right", grow=1.15, least=LEAST)
    _draw_bar(stage, canvas, at["bar"], shown.solved / most)


def _draw_bar(stage: Stage, canvas: Canvas, place: pygame.Rect, share: float) -> None:
    """How much is done, printed on the paper."""
    stage.blit(canvas, stage.paint.line(place.width, TRACK, 1.0, BAR), place.topleft)
    if done := round(place.width * share):
        printed, part = stage.paint.line(place.width, DONE, 1.0, BAR), pygame.Rect(0, 0, done, place.height)
        canvas.blit(printed.surface, place.topleft, area=part)

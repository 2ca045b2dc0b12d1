"""A puzzle in words: what is asked, what the next try is worth, hints, and why a try fails or succeeds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pygame

from game.core.spec import GameSpec
from game.puzzles.puzzle import Puzzle
from game.registry import reasons_of
from scenes.kit.drawing.paint import RING_GAP, RING_WIDTH
from scenes.kit.stage import Stage
from scenes.table import captions
from scenes.table.contract.board import AnyBoard
from scenes.table.puzzles import AnyStep as AnyStep
from scenes.table.puzzles import goal as goal
from scenes.table.puzzles import praise
from scenes.table.puzzles import side_name as side_name
from scenes.table.puzzles import solution as solution
from scenes.table.puzzles import task as task

HINTS = 3  # where to look, what to do, the action
ROWS, COLUMNS = ("top", "middle", "bottom"), ("left", "centre", "right")


def evidence(stage: Stage, puzzle: Puzzle) -> str:
    """Whether its only solution is proven."""
    return stage.t(f"puzzle.{puzzle.evidence.kind}")


def grade(stage: Stage, puzzle: Puzzle) -> str:
    """Return the difficulty, as it is read aloud."""
    return stage.t("puzzle.grade", grade=puzzle.grade)


def clock(seconds: int) -> str:
    """A time as a stopwatch shows it."""
    return f"{seconds // 60}:{seconds % 60:02}"


def number(day: date) -> int:
    """The number of a day's puzzles: that of the day in its year."""
    return day.timetuple().tm_yday


class PuzzleReasons:
    """The reasons why tries at one puzzle fail or succeed.

    Every sentence is true by the rules or by the puzzle's evidence.
    """

    def __init__(self, stage: Stage, spec: GameSpec, board: AnyBoard, names: Sequence[str]) -> None:
        self._stage = stage
        self._spec = spec
        self._board = board
        self._names = names

    def against(self, key: AnyStep, tried: AnyStep, reply: AnyStep | None) -> str:
        """Return why `tried` is wrong where `key` is right, beside a board that shows it; without telling `key`."""
        fault = reasons_of(self._spec, key, tried, reply).fault
        if fault is not None:
            return captions.because(self._stage.t, self._spec, fault, self._names, self._board.words, seen=True)
        kind = captions.kind_of(self._stage.t, self._board.words.action(tried.action))
        if reply is None:
            return self._stage.t("puzzle.not_enough", kind=kind)
        return self._stage.t("puzzle.answered", name=self._names[reply.seat], kind=kind)

    def speaks_for(self, step: AnyStep) -> str:
        """Return the merit of an action in words, else what it does."""
        return praise(self._stage.t, self._spec, step, self._names, self._board.words)

    def hint(self, level: int, puzzle: Puzzle, key: AnyStep, frame: pygame.Rect) -> str:
        """The hint number `level` (1 to HINTS) to the action `key` on a board that fills `frame` (pixels)."""
        if level == 1:
            row, column = region(self._area(key), frame)
            return self._stage.t("puzzle.look", place=self._stage.t(f"puzzle.place.{ROWS[row]}.{COLUMNS[column]}"))
        if level == 2:
            return self._stage.t(f"{puzzle.game}.theme.{puzzle.themes[0]}")
        if reasons_of(self._spec, key).merit is not None:
            return self.speaks_for(key)
        return self._board.words.action(key.action).hint

    def place(self, key: AnyStep, frame: pygame.Rect) -> pygame.Rect:
        """The ninth part of the board (pixels) in which the first hint has one look, with room for a ring around it."""
        row, column = region(self._area(key), frame)
        width, height = frame.width // 3, frame.height // 3
        ring = -2 * self._stage.metrics.px(RING_GAP + RING_WIDTH)
        return pygame.Rect(frame.left + column * width, frame.top + row * height, width, height).inflate(ring, ring)

    def _area(self, step: AnyStep) -> pygame.Rect:
        return self._board.input.area(step.before, step.action)


def region(area: pygame.Rect, frame: pygame.Rect) -> tuple[int, int]:
    """Return in which third of `frame` the middle of `area` lies, from the top and from the left (0 to 2)."""
    x, y = area.centerx - frame.left, area.centery - frame.top
    return min(2, max(0, 3 * y // frame.height)), min(2, max(0, 3 * x // frame.width))

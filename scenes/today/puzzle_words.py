"""A puzzle in words: what is asked, what the next try is worth, hints, and why a try fails or succeeds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pygame

from game.core.rules import AnyStep
from game.core.spec import GameSpec
from game.puzzles.puzzle import Puzzle
from game.registry import reasons_of
from scenes.kit.drawing.paint import RING_GAP, RING_WIDTH
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.table.board.layout import place_name, region
from scenes.table.contract.board import AnyBoard
from scenes.table.exercises.puzzles import OUTCOMES, after_wrong, praise
from scenes.table.words import because, caption, named

HINTS = 3  # where to look, what to do, the action


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

    def against(self, puzzle: Puzzle, key: AnyStep, tried: AnyStep, reply: AnyStep | None, seen: bool = True) -> str:
        """Return why `tried` is wrong where `key` is right, without telling `key`; `seen` as in `because`."""
        spec, t, words, names = self._spec, self._stage.t, self._board.words, self._names
        last, fault = reply or tried, reasons_of(spec, key, tried, reply).fault
        if fault is None:
            reply_name = named(t, words.action(last.action), "reply", seen)
            told = t("puzzle.answered", reply=reply_name, what=caption(t, spec, last, names, words).text)
        else:
            told = because(t, spec, fault, names, words, seen)
        if (fault is not None and fault.kind in OUTCOMES) or spec.rules.outcome(last.after) is not None:
            return told
        name, rival = names[tried.seat], names[1 - tried.seat]
        return f"{told}\n{t(f'puzzle.outcome.{after_wrong(spec, puzzle)}', name=name, other=rival)}"

    def speaks_for(self, puzzle: Puzzle, done: int, step: AnyStep, seen: bool = True) -> str:
        """Return why `step`, the key after so many right moves, is right; `seen` as in `because`."""
        return praise(self._stage.t, self._spec, puzzle, done, step, self._names, self._board.words, seen)

    def hint(self, level: int, puzzle: Puzzle, done: int, key: AnyStep, frame: pygame.Rect, seen: bool = True) -> str:
        """The hint number `level` (1 to HINTS) to the action `key` on a board that fills `frame` (pixels)."""
        if level == 1:
            return self._stage.t("puzzle.look", place=place_name(self._stage, self._area(key), frame))
        if level == 2:
            return self._stage.t(f"{puzzle.game}.theme.{puzzle.themes[0]}")
        why = self.speaks_for(puzzle, done, key, seen)
        return why if seen else sentences(self._board.words.action(key.action).aloud, why)

    def place(self, key: AnyStep, frame: pygame.Rect) -> pygame.Rect:
        """The ninth part of the board (pixels) in which the first hint has one look, with room for a ring around it."""
        row, column = region(self._area(key), frame)
        width, height = frame.width // 3, frame.height // 3
        ring = -2 * self._stage.metrics.px(RING_GAP + RING_WIDTH)
        return pygame.Rect(frame.left + column * width, frame.top + row * height, width, height).inflate(ring, ring)

    def _area(self, step: AnyStep) -> pygame.Rect:
        return self._board.input.area(step.before, step.action)

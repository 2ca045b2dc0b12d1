"""The occasion of a puzzle (today, a pack or endless practice), with its stored results; and a puzzle's words.

The words are hints, and reasons why a try is right or wrong.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pygame

from game.core.rules import AnyStep
from game.core.spec import GameSpec
from game.puzzles.practice_results import Strength, keep_practised, practice_progress, rate, strength
from game.puzzles.puzzle import Puzzle
from game.puzzles.results import PuzzleProgress
from game.registry import reasons_of
from scenes.kit.drawing.paint import RING_GAP, RING_WIDTH
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.board.layout import place_name, region
from scenes.table.contract.board import AnyBoard
from scenes.table.exercises import puzzle_days
from scenes.table.exercises.puzzles import OUTCOMES, after_wrong, praise
from scenes.table.words import because, captions, named

HINTS = 3  # hints for an action: where to look, what to do, the action itself


def grade(stage: Stage, puzzle: Puzzle) -> str:
    """Return the difficulty to be read aloud."""
    return stage.t("puzzle.grade", grade=puzzle.grade)


def number(day: date) -> int:
    """Return the number that is shown with the puzzles of a day: the day of the year."""
    return day.timetuple().tm_yday


class PuzzleReasons:
    """The reasons why tries at a puzzle are right or wrong. All follow from the rules or from the puzzle's evidence."""

    def __init__(self, stage: Stage, spec: GameSpec, board: AnyBoard, names: Sequence[str]) -> None:
        self._stage = stage
        self._spec = spec
        self._board = board
        self._names = names

    def against(self, puzzle: Puzzle, key: AnyStep, tried: AnyStep, reply: AnyStep | None, seen: bool = True) -> str:
        """Return why `tried` is wrong, without revealing the right step `key`. `seen`: the board shows the actions."""
        spec, t, words, names = self._spec, self._stage.t, self._board.words, self._names
        last, fault = reply or tried, reasons_of(spec, key, tried, reply).fault
        if fault is None:
            reply_name = named(t, words.action(last.action), "reply", seen)
            told = t("puzzle.answered", reply=reply_name, what=captions(t, spec, last, names, words)[0].text)
        else:
            told = because(t, spec, fault, names, words, seen)
        if (fault is not None and fault.kind in OUTCOMES) or spec.rules.outcome(last.after) is not None:
            return told
        name, rival = names[tried.seat], names[1 - tried.seat]
        return f"{told}\n{t(f'puzzle.outcome.{after_wrong(spec, puzzle)}', name=name, other=rival)}"

    def speaks_for(self, puzzle: Puzzle, done: int, step: AnyStep, seen: bool = True) -> str:
        """Return why `step`, the solution's move after `done` right moves, is right. `seen`: the board shows it."""
        return praise(self._stage.t, self._spec, puzzle, done, step, self._names, self._board.words, seen)

    def hint(self, level: int, puzzle: Puzzle, done: int, key: AnyStep, frame: pygame.Rect, seen: bool = True) -> str:
        """Return hint number `level` (1 to HINTS) for the right action `key`. The board fills `frame` (pixels)."""
        if level == 1:
            return self._stage.t("puzzle.look", place=place_name(self._stage, self._area(key), frame))
        if level == 2:
            return self._stage.t(f"{puzzle.game}.theme.{puzzle.themes[0]}")
        why = self.speaks_for(puzzle, done, key, seen)
        return why if seen else sentences(self._board.words.action(key.action).spoken, why)

    def place(self, key: AnyStep, frame: pygame.Rect) -> pygame.Rect:
        """Return the ninth of the board (pixels) that the first hint names, with room for a ring around it."""
        row, column = region(self._area(key), frame)
        width, height = frame.width // 3, frame.height // 3
        ring = -2 * self._stage.metrics.px(RING_GAP + RING_WIDTH)
        return pygame.Rect(frame.left + column * width, frame.top + row * height, width, height).inflate(ring, ring)

    def _area(self, step: AnyStep) -> pygame.Rect:
        return self._board.input.area(step.before, step.action)


class Occasion(ABC):
    """Where a puzzle is solved, which decides what is stored. `has_next` says whether another puzzle can follow."""

    def __init__(self, services: Services, puzzle: Puzzle, has_next: bool) -> None:
        self.services = services
        self.puzzle = puzzle
        self.has_next = has_next

    @abstractmethod
    def attempt(self) -> PuzzleProgress:
        """Return the puzzle's progress."""

    @abstractmethod
    def keep(self, attempt: PuzzleProgress) -> None:
        """Store the progress after a try or a shown solution."""

    @abstractmethod
    def solve(self, attempt: PuzzleProgress) -> PuzzleProgress:
        """Store that the puzzle was solved; return the progress as stored."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the occasion, beside the game's name."""

    @property
    @abstractmethod
    def number(self) -> str:
        """The puzzle's number in words."""

    @property
    def way_back(self) -> str:
        """The label of the way back."""
        return self.services.stage.t("practice.title")

    @property
    def note(self) -> str:
        """The result in addition to the stars; "" for none."""
        return ""


class OfDay(Occasion):
    """The puzzle of a day."""

    def __init__(self, services: Services, puzzle: Puzzle, day: date, has_next: bool = False) -> None:
        super().__init__(services, puzzle, has_next)
        self.day = day

    def attempt(self) -> PuzzleProgress:
        return puzzle_days.attempt_of(self.services, self.puzzle.game, self.day)

    def keep(self, attempt: PuzzleProgress) -> None:
        puzzle_days.keep_attempt(self.services, self.puzzle.game, self.day, attempt)

    def solve(self, attempt: PuzzleProgress) -> PuzzleProgress:
        return puzzle_days.keep_solved(self.services, self.puzzle.game, self.day, attempt)

    @property
    def name(self) -> str:
        return self.services.stage.t("today.title")

    @property
    def number(self) -> str:
        return self.services.stage.t("puzzle.number", number=number(self.day))

    @property
    def way_back(self) -> str:
        return self.services.stage.t("today.title")


class OfPack(Occasion):
    """A puzzle of a pack, which can be solved repeatedly; the best result counts."""

    def __init__(self, services: Services, puzzle: Puzzle, pack: str, place: int, count: int) -> None:
        """`pack` is the name of a pack of `count` puzzles, and `place` the index of this one."""
        super().__init__(services, puzzle, count > 1)
        self._pack = pack
        self._place = place
        self._count = count

    def attempt(self) -> PuzzleProgress:
        owner = puzzle_days.solver(self.services)
        found = practice_progress(self.services.puzzle_results, owner, self.puzzle.game).get(
            self.puzzle.id, PuzzleProgress()
        )
        return PuzzleProgress() if found.is_over else found

    def keep(self, attempt: PuzzleProgress) -> None:
        keep_practised(self.services.puzzle_results, puzzle_days.solver(self.services), self.puzzle, attempt)

    def solve(self, attempt: PuzzleProgress) -> PuzzleProgress:
        done = replace(attempt, solved=self.services.today)
        self.keep(done)
        return done

    @property
    def name(self) -> str:
        return self._pack

    @property
    def number(self) -> str:
        return self.services.stage.t("practice.number", number=self._place + 1, count=self._count)


class OfEndless(Occasion):
    """An endless puzzle that suits the person's strength.

    Only its first result changes that strength. The puzzle counts as solved if the first try is right and no hint was
    used.
    """

    def __init__(self, services: Services, puzzle: Puzzle) -> None:
        super().__init__(services, puzzle, has_next=True)
        self._before = strength(services.puzzle_results, puzzle_days.solver(services), puzzle.game)
        self._after: Strength | None = None

    def attempt(self) -> PuzzleProgress:
        return PuzzleProgress()

    def keep(self, attempt: PuzzleProgress) -> None:
        if attempt.is_begun:
            self._rate(0.0)

    def solve(self, attempt: PuzzleProgress) -> PuzzleProgress:
        self._rate(1.0)
        done = replace(attempt, solved=self.services.today)
        keep_practised(self.services.puzzle_results, puzzle_days.solver(self.services), self.puzzle, done)
        return done

    def _rate(self, score: float) -> None:
        if self._after is None:
            self._after = rate(self.services.puzzle_results, puzzle_days.solver(self.services), self.puzzle, score)

    @property
    def name(self) -> str:
        return self.services.stage.t("practice.endless")

    @property
    def number(self) -> str:
        return self.services.stage.t("puzzle.number", number=len(self._before.met) + 1)

    @property
    def note(self) -> str:
        t, before = self.services.stage.t, round(self._before.value)
        if self._after is None:
            return t("practice.counts", value=before)
        after = round(self._after.value)
        return t("practice.rated", value=after, change=f"{after - before:+}".replace("-", "−"))

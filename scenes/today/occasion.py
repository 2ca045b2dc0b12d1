"""The occasion of a puzzle: its results that are kept, and its words beside the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import date

from game.practice_results import Strength, keep_practised, practice_progress, rate, strength
from game.puzzle_results import PuzzleProgress
from game.puzzles.puzzle import Puzzle
from scenes.services import Services
from scenes.table.exercises import puzzle_days
from scenes.today import puzzle_words as words


class Occasion(ABC):
    """`has_next`: another puzzle follows it on the same occasion."""

    def __init__(self, services: Services, puzzle: Puzzle, has_next: bool) -> None:
        self.services = services
        self.puzzle = puzzle
        self.has_next = has_next

    @abstractmethod
    def attempt(self) -> PuzzleProgress:
        """The progress of the puzzle so far."""

    @abstractmethod
    def keep(self, attempt: PuzzleProgress) -> None:
        """Something was tried, or the solution was shown."""

    @abstractmethod
    def solve(self, attempt: PuzzleProgress) -> PuzzleProgress:
        """Note that it was solved, and return the attempt as it stands now."""

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
        """The result besides the stars; "" for none."""
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
        return self.services.stage.t("puzzle.number", number=words.number(self.day))

    @property
    def way_back(self) -> str:
        return self.services.stage.t("today.title")


class OfPack(Occasion):
    """A puzzle of a pack. A solved one can be solved again, and the better result stays."""

    def __init__(self, services: Services, puzzle: Puzzle, pack: str, place: int, count: int) -> None:
        """`pack` is its name, of whose `count` puzzles this is the one at `place`, from 0 on."""
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
    """One about as hard as somebody is strong. It is rated once: as found where the first try is right, unhelped."""

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

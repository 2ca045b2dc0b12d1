"""The puzzles of the day for the screens: which games have them, who solves, the progress, and the streak of days."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from game.core.record import Record
from game.puzzles.results import (
    HOUSE,
    MOST_DAYS,
    MOST_STARS,
    InARow,
    PuzzleProgress,
    attempts,
    count,
    in_a_row,
    keep,
    of_house,
    solve,
)
from game.registry import PUZZLE_GAMES, calendar_of, puzzles_of
from scenes.kit.scene import Nav, Switch
from scenes.kit.widgets.dialog import tell
from scenes.routes import ToToday
from scenes.services import Services

if TYPE_CHECKING:
    from game.puzzles.puzzle import Puzzle


def games_of_day(services: Services) -> list[str]:
    """Return the offered games that have daily puzzles. No game is imported for this."""
    return [game for game in services.offers.games if game in PUZZLE_GAMES]


def solver(services: Services) -> int:
    """Return the profile whose progress counts: the only person at the table, or else the house.

    Visitors solve for the house.
    """
    people = () if services.is_unattended else services.people.roster.people
    profile = services.store.profiles.by_id(people[0].profile) if len(people) == 1 else None
    return HOUSE if profile is None else profile.id


def attempts_of(services: Services, game: str) -> dict[date, PuzzleProgress]:
    """Return the solver's progress in a game's puzzles, by day."""
    return attempts(services.puzzle_results, solver(services), game)


def stars_of_house(services: Services, game: str, today: date) -> tuple[dict[date, int], int]:
    """Return the best stars of a game's puzzles in this house, by day, and the streak in days."""
    owners = [HOUSE, *(profile.id for profile in services.store.profiles.all())]
    found = of_house(services.store, owners, game)
    return {day: attempt.stars for day, attempt in found.items()}, days_in_a_row([found], today).days


def all_attempts(services: Services) -> dict[str, dict[date, PuzzleProgress]]:
    """Return the solver's progress in all puzzles, by game and day."""
    return {game: attempts_of(services, game) for game in games_of_day(services)}


def attempt_of(services: Services, game: str, day: date) -> PuzzleProgress:
    """Return the solver's progress in one puzzle."""
    return attempts_of(services, game).get(day, PuzzleProgress())


def keep_attempt(services: Services, game: str, day: date, attempt: PuzzleProgress) -> None:
    """Store the progress in a puzzle."""
    _count(services, game, day, attempt)
    keep(services.puzzle_results, solver(services), game, day, attempt)


def keep_solved(services: Services, game: str, day: date, attempt: PuzzleProgress) -> PuzzleProgress:
    """Store that a puzzle has been solved now, and with how many stars. Returns the new progress."""
    before = attempt_of(services, game, day)
    if not before.is_over:
        _count(services, game, day, replace(attempt, solved=services.today))
    return solve(services.puzzle_results, solver(services), game, day, services.today, attempt)


def _count(services: Services, game: str, day: date, attempt: PuzzleProgress) -> None:
    """Count visitors' progress in today's puzzles for the statistics."""
    if services.is_unattended and day == services.today:
        count(services.store, game, day, attempt_of(services, game, day), attempt)


def opened_by(services: Services, text: str) -> Nav | None:
    """Return the way to the day whose code is in `text`; None if `text` has no code, or at an unattended table."""
    from game.puzzles.day_code import day_in

    day = None if services.is_unattended else day_in(text)
    if day is None:
        return None
    if day > services.today:
        t = services.stage.t
        return tell(services.stage, t("today.to_come"), t("today.to_come_body", date=day.isoformat()))
    return Switch(ToToday(day.isoformat()))


def is_match_of(puzzle: Puzzle, record: Record) -> bool:
    """Whether a game was played from this puzzle."""
    return puzzle.is_match and (record.seed, record.options) == (puzzle.seed, puzzle.options)


def day_of(record: Record, today: date) -> date | None:
    """Return the day of the daily puzzle from which a game was played.

    None if the game was not played from one, or if the day is MOST_DAYS or more ago.
    """
    from game.puzzles.stored import index_of_day

    calendar = calendar_of(record.game)
    place = next((place for place, puzzle in enumerate(calendar) if is_match_of(puzzle, record)), None)
    back = MOST_DAYS if place is None else (index_of_day(today, len(calendar)) - place) % len(calendar)
    return today - timedelta(days=back) if back < MOST_DAYS else None


def practice_puzzle(record: Record) -> Puzzle | None:
    """Return the practice puzzle from which a game was played, if any."""
    return next((puzzle for puzzle in puzzles_of(record.game) if is_match_of(puzzle, record)), None)


def keep_match(services: Services, record: Record, stars: int, is_known: bool) -> None:
    """Store the stars of a finished puzzle, unless more stars are stored for it already.

    A practice puzzle also changes the solver's strength. This happens once, when the stars are final
    (`is_known`). Only full stars count as a success.
    """
    from game.puzzles.practice_results import keep_practised, rate, strength

    today, game = services.today, record.game
    if (day := day_of(record, today)) is not None:
        done = keep_solved(services, game, day, PuzzleProgress(stars=stars))
        if stars > done.stars and not done.shown:
            keep_attempt(services, game, day, replace(done, stars=stars))
    elif (puzzle := practice_puzzle(record)) is not None:
        store, owner = services.puzzle_results, solver(services)
        if is_known and puzzle.id not in strength(store, owner, game).met:
            rate(store, owner, puzzle, float(stars == MOST_STARS))
        keep_practised(store, owner, puzzle, PuzzleProgress(stars=stars, solved=today))


def days_in_a_row(found: Iterable[Mapping[date, PuzzleProgress]], today: date) -> InARow:
    """Return the streak of days with a solved puzzle. `found` has the progress in each game by day."""
    return in_a_row({day for days in found for day, attempt in days.items() if attempt.in_row}, today)

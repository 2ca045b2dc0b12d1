"""The puzzles of a day as the screens have them: of which games, by whom, what has come of them, the days in a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

from game.core.record import Record
from game.core.rules import HouseFileError
from game.practice_results import keep_practised, rate, strength
from game.puzzle_results import HOUSE, MOST_DAYS, InARow, PuzzleProgress, attempts, count, in_a_row, keep, solve
from game.puzzles.day_code import day_in
from game.puzzles.judging import MOST_STARS
from game.puzzles.puzzle import Puzzle
from game.registry import DAILY_GAMES, PUZZLE_GAMES, book_of, find
from scenes.kit.scene import Nav, Switch
from scenes.kit.widgets.dialog import tell
from scenes.routes import ToToday
from scenes.services import Services
from scenes.table import daily


def games_of_day(services: Services) -> list[str]:
    """The games at this table that have a puzzle for each day; none of them is imported."""
    return [game for game in services.offers.games if game in PUZZLE_GAMES]


def solver(services: Services) -> int:
    """Return who solves: the profile of the only person who has sat down, where there is one, else the house.

    Strangers solve for the house.
    """
    people = () if services.is_unattended else services.people.roster.people
    profile = services.store.profiles.by_id(people[0].profile) if len(people) == 1 else None
    return HOUSE if profile is None else profile.id


def attempts_of(services: Services, game: str) -> dict[date, PuzzleProgress]:
    """Return the progress of a game's puzzles by day; the house's with the stars that its matches have brought."""
    owner = solver(services)
    found = attempts(services.puzzle_results, owner, game)
    is_own = owner == HOUSE and not services.is_unattended
    for day, stars in daily.days(services.store, game).items() if is_own else ():
        if stars > found.get(day, PuzzleProgress()).stars:
            found[day] = PuzzleProgress(stars=stars, solved=day, in_row=True)
    return found


def all_attempts(services: Services) -> dict[str, dict[date, PuzzleProgress]]:
    """Return the progress of all puzzles, by game and day."""
    return {game: attempts_of(services, game) for game in games_of_day(services)}


def attempt_of(services: Services, game: str, day: date) -> PuzzleProgress:
    """Return the progress of one puzzle."""
    return attempts_of(services, game).get(day, PuzzleProgress())


def keep_attempt(services: Services, game: str, day: date, attempt: PuzzleProgress) -> None:
    """Keep how far a puzzle has come."""
    _count(services, game, day, attempt)
    keep(services.puzzle_results, solver(services), game, day, attempt)


def keep_solved(services: Services, game: str, day: date, attempt: PuzzleProgress) -> PuzzleProgress:
    """Keep that a puzzle was solved now, with what it was worth."""
    before = attempt_of(services, game, day)
    if not before.is_over:
        _count(services, game, day, replace(attempt, solved=services.today))
    return solve(services.puzzle_results, solver(services), game, day, services.today, attempt)


def _count(services: Services, game: str, day: date, attempt: PuzzleProgress) -> None:
    """Count what strangers do with today's puzzles."""
    if services.is_unattended and day == services.today:
        count(services.store, game, day, attempt_of(services, game, day), attempt)


def solved_now(services: Services, attempt: PuzzleProgress) -> PuzzleProgress:
    """The attempt at a puzzle that is of no day, solved now."""
    return replace(attempt, solved=services.today)


def opened_by(services: Services, text: str) -> Nav | None:
    """Return the route of a day's code in a text; None without a code, and for strangers."""
    day = None if services.is_unattended else day_in(text)
    if day is None:
        return None
    if day > services.today:
        t = services.stage.t
        return tell(services.stage, t("today.to_come"), t("today.to_come_body", date=day.isoformat()))
    return Switch(ToToday(day.isoformat()))


def day_of(puzzles: daily.Daily, record: Record, today: date) -> date | None:
    """The day whose puzzle a game is, today or earlier as far as days are kept; None where it is of none."""
    days = (today - timedelta(days=back) for back in range(MOST_DAYS))
    return next((day for day in days if puzzles.is_of(record, day)), None)


def keep_match(services: Services, game: str, day: date, stars: int) -> None:
    """Keep what a puzzle was worth that is a match of its own; of several its best stars count."""
    done = keep_solved(services, game, day, PuzzleProgress(stars=stars))
    if stars > done.stars and not done.shown:
        keep_attempt(services, game, day, replace(done, stars=stars))


def keep_practice_match(services: Services, record: Record, stars: int, rates: bool) -> None:
    """Keep what a puzzle to practise from was worth that is a match of its own.

    Where it `rates` it counts for the strength, once: as found with all stars.
    """
    puzzle = practice_puzzle(record)
    if puzzle is None:
        return
    store, owner = services.puzzle_results, solver(services)
    if rates and puzzle.id not in strength(store, owner, puzzle.game).met:
        rate(store, owner, puzzle, float(stars == MOST_STARS))
    keep_practised(store, owner, puzzle, solved_now(services, PuzzleProgress(stars=stars)))


def practice_puzzle(record: Record) -> Puzzle | None:
    """The puzzle to practise from that a game is, None where it is none."""
    book = book_of(find(record.game))
    try:
        puzzles = book.practice() if book is not None else ()
    except HouseFileError:  # told where they are chosen
        return None
    return next((one for one in puzzles if (one.seed, one.options) == (record.seed, record.options)), None)


def days_in_a_row(services: Services, found: Mapping[str, Mapping[date, PuzzleProgress]]) -> InARow:
    """Return on how many days in a row a puzzle of any game was solved, by all that was `found` (`all_attempts`).

    The row of matches that was kept before goes on.
    """
    today = services.today
    row = in_a_row({day for days in found.values() for day, attempt in days.items() if attempt.in_row}, today)
    if solver(services) != HOUSE or services.is_unattended:
        return row
    kept = max((daily.standing(services.store, game, today).streak for game in DAILY_GAMES), default=0)
    return InARow(max(row.days, kept), max(row.best, kept))

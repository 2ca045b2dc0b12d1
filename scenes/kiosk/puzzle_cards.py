"""The show's puzzles of the day: today's to be thought about, and yesterday's with its solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

import pygame

from game.core.spec import GameSpec
from game.match_setup import IDENTITIES
from game.puzzle_books import puzzle_of_day
from game.puzzle_results import day_counts
from game.puzzles.puzzle import Puzzle
from game.registry import find
from scenes.kiosk.attract_words import Words
from scenes.services import Services
from scenes.table.contract.lessons import Diagram, reach
from scenes.table.exercises.lesson_table import step_from
from scenes.table.exercises.puzzle_days import stars_of_house
from scenes.table.exercises.puzzles import diagram_after, diagram_of, goal, praise, side_name
from scenes.table.loading import make_board

Shown = tuple[Words, GameSpec, Diagram]


def puzzle_cards(services: Services, games: Sequence[str], today: date, side: int) -> Iterator[Shown]:
    """Words and picture for each of `games` that has puzzles: today's, and yesterday's as it was solved if by a line.

    `side` is that of a picture in pixels.
    """
    yesterday = today - timedelta(days=1)
    for game in games:
        spec = find(game)
        if (puzzle := puzzle_of_day(game, today)) is not None:
            words = _standing(services, game, today) if puzzle.is_match else _asked(services, spec, puzzle)
            yield words, spec, diagram_of(puzzle)
        if (puzzle := puzzle_of_day(game, yesterday)) is not None and puzzle.line:
            yield _solved(services, spec, puzzle, yesterday, side), spec, diagram_after(puzzle)


def _standing(services: Services, game: str, today: date) -> Words:
    """What the house has made of the puzzle that is a match, and on how many days in a row."""
    t = services.stage.t
    stars, streak = stars_of_house(services, game, today)
    text = t("menu.streak", count=streak) if streak else t("attract.unsolved")
    return Words(t(f"game.{game}"), t("today.puzzle"), text, stars.get(today, 0))


def _asked(services: Services, spec: GameSpec, puzzle: Puzzle) -> Words:
    t = services.stage.t
    head = t("puzzle.eyebrow", game=t(f"game.{spec.id}"), name=t("today.title"))
    return Words(head, t(f"attract.puzzle.{puzzle.task}"), goal(services.stage, puzzle))


def _solved(services: Services, spec: GameSpec, puzzle: Puzzle, day: date, side: int) -> Words:
    """The first move of the solution with its reason, and what the house's guests have made of it."""
    t = services.stage.t
    head = t("puzzle.eyebrow", game=t(f"game.{spec.id}"), name=t("date.yesterday"))
    options = dict(puzzle.options)
    board, count = make_board(services, spec, options), spec.seat_count(options)
    names = board.context.names = [side_name(services.stage, spec.id, seat) for seat in range(count)]
    board.layout(pygame.Rect(0, 0, side, side), IDENTITIES[:count], puzzle.side)
    state = reach(spec, diagram_of(puzzle).position).state
    step = step_from(spec, state, spec.rules.parse(puzzle.line[0]))
    found = board.words.action(step.action)
    title = t("attract.solution", action=found.noun or found.notation)
    known = day_counts(services.store, spec.id, day)
    guests = t("attract.found", count=known.at_once, begun=known.begun) if known.at_once else ""
    why = praise(t, spec, puzzle, 0, step, names, board.words, seen=True)
    return Words(head, title, "\n".join(filter(None, [why, guests])))

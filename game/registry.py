"""The list of games, and access to their parts.

A game's modules are imported when its SPEC is first used, because the menu needs only one game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from game.core.options import resolve
from game.core.rules import AnyStep, GameError, HouseFileError

if TYPE_CHECKING:
    from game.agents.agent import Brain, EngineQuestions, PuzzleSolver, Variation
    from game.core.review import Evaluation, Evaluator, Fact, Reasoning, Reasons, Rounds
    from game.core.spec import GameSpec, OtherTexts
    from game.puzzles.puzzle import Puzzle
    from game.puzzles.stored import StoredBook


PACKAGES = {
    "quoridor": "game.quoridor",
    "robots": "game.robots",
    "coffee": "game.coffee",
    "star": "game.star",
}
"""Game ids and the packages with their SPECs, in the order of the menu. The menu has room for eight."""
PUZZLE_GAMES = ("quoridor", "robots", "coffee", "star")
"""The games with puzzles. They are listed here so that the menu's first frame imports no game."""


class _Games(Mapping[str, "GameSpec"]):
    """The SPEC of each game by its id."""

    def __getitem__(self, game_id: str) -> GameSpec:
        spec: GameSpec = import_module(PACKAGES[game_id]).SPEC
        return spec

    def __contains__(self, game_id: object) -> bool:
        return game_id in PACKAGES  # Mapping's own test would import the game

    def __iter__(self) -> Iterator[str]:
        return iter(PACKAGES)

    def __len__(self) -> int:
        return len(PACKAGES)


_log = logging.getLogger(__name__)
GAMES: Mapping[str, GameSpec] = _Games()
Read = TypeVar("Read")
Find = Callable[[str], "GameSpec"]  # like `find` below: returns the SPEC of a game's id, or raises


_books: dict[str, StoredBook] = {}


class UnknownGameError(GameError):
    """An unknown id of a game."""


def find(game_id: str) -> GameSpec:
    """Return the game with this id. Raises UnknownGameError, which names the known ones."""
    if game_id not in GAMES:
        raise UnknownGameError(f"unknown game {game_id!r} (known: {', '.join(GAMES)})")
    return GAMES[game_id]


def named(text: str) -> Any:
    """Import and return the object that "module:name" stands for."""
    module, _, name = text.partition(":")
    return getattr(import_module(module), name)


def texts_of(spec: GameSpec) -> OtherTexts | None:
    """Return the game's module for the texts of other programs; None if it has none."""
    found: OtherTexts | None = import_module(spec.texts) if spec.texts else None
    return found


def solver_game(games: Mapping[str, GameSpec] = GAMES) -> GameSpec | None:
    """Return the first of `games` that has a solver; None if none has."""
    return next((spec for spec in games.values() if spec.study.solver), None)


def load_solver(spec: GameSpec) -> PuzzleSolver:
    """Return a new instance of the game's solver. The game must have one."""
    found: PuzzleSolver = named(spec.study.solver)()
    return found


def book_of(spec: GameSpec) -> StoredBook | None:
    """Return the game's stored puzzles; None if it has none."""
    if spec.study.puzzles is None:
        return None
    if spec.id not in _books:
        from game.puzzles.stored import StoredBook

        _books[spec.id] = StoredBook(spec.id, resolve(spec.options, spec.study.puzzles))
    return _books[spec.id]


def puzzle_of_day(game: str, day: date) -> Puzzle | None:
    """Return the puzzle of a day; None if there is none or if it cannot be read."""
    return _read(game, lambda book: book.of_day(day))


def calendar_of(game: str) -> Sequence[Puzzle]:
    """Return the puzzles of all days of a game; none if they cannot be read."""
    return _read(game, lambda book: book.calendar()) or ()


def puzzles_of(game: str) -> Sequence[Puzzle]:
    """Return a game's practice puzzles; none if they cannot be read."""
    return _read(game, lambda book: book.practice()) or ()


def _read(game: str, wanted: Callable[[StoredBook], Read]) -> Read | None:
    """Return what `wanted` reads from a game's book; None if there is no book.

    A damaged book is logged and counts as missing.
    """
    book = book_of(find(game))
    try:
        return None if book is None else wanted(book)
    except HouseFileError as error:
        _log.error("%s", error)
        return None


def load_questions(spec: GameSpec) -> EngineQuestions:
    """Return the game's questions to outside engines. The game must have them."""
    assert spec.simultaneous is not None
    found: EngineQuestions = named(spec.simultaneous.outside)()
    return found


def facts_of(spec: GameSpec, step: AnyStep, optimum: int | None = None) -> tuple[Fact, ...]:
    """Return the game's facts of a step (see `game.core.review.Facts`); () if it has none."""
    found: tuple[Fact, ...] = named(spec.study.facts)(step, optimum) if spec.study.facts else ()
    return found


def evaluation_of(spec: GameSpec, state: object, line: Variation) -> Evaluation:
    """Evaluate `state` by the best line that the game's brain found. The game must have an `evaluate`."""
    read: Evaluator = named(spec.study.evaluate)
    return read(state, line)


def reasons_of(spec: GameSpec, better: AnyStep, played: AnyStep | None = None, reply: AnyStep | None = None) -> Reasons:
    """Return why `better` is the better action (see `game.core.review.Reasoning`); empty in games without reasons."""
    from game.core.review import Reasons

    if not spec.study.reasons:
        return Reasons()
    reason: Reasoning = named(spec.study.reasons)
    return reason(better, played, reply)


def rounds_of(spec: GameSpec) -> Rounds | None:
    """Return the game's review of rounds; None if it has no rounds."""
    found: Rounds | None = import_module(spec.study.rounds) if spec.study.rounds else None
    return found


def brain_class(spec: GameSpec) -> type[Brain]:
    """Return the game's brain class. Its module is imported only now."""
    found: type[Brain] = named(spec.brain)
    return found


def load_brain(spec: GameSpec) -> Brain:
    """Return a new instance of the game's brain."""
    return brain_class(spec)()

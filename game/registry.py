"""The explicit list of games, and access to their parts.

A game's modules are imported when its SPEC is first used. The menu needs only one of them.
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
"""Game ids and the packages with their SPECs, in the order of the menu, which has room for eight."""
PUZZLE_GAMES = ("quoridor", "robots", "coffee", "star")
"""The games with puzzles. They are listed here so that the menu's first frame imports no game."""


class _Games(Mapping[str, "GameSpec"]):
    """The SPEC of each game by its id."""

    def __getitem__(self, game_id: str) -> GameSpec:
        spec: GameSpec = import_module(PACKAGES[game_id]).SPEC
        return spec

    def __contains__(self, game_id: object) -> bool:
        return game_id in PACKAGES  # Mapping's own way would import the game

    def __iter__(self) -> Iterator[str]:
        return iter(PACKAGES)

    def __len__(self) -> int:
        return len(PACKAGES)


_log = logging.getLogger(__name__)
GAMES: Mapping[str, GameSpec] = _Games()
Read = TypeVar("Read")
Find = Callable[[str], "GameSpec"]  # like `find` below: game id -> SPEC, or an error


_books: dict[str, StoredBook] = {}


class UnknownGameError(GameError):
    """A game id that the registry does not hold."""


def find(game_id: str) -> GameSpec:
    """The game with this id. Raises UnknownGameError naming the known ones."""
    if game_id not in GAMES:
        raise UnknownGameError(f"unknown game {game_id!r} (known: {', '.join(GAMES)})")
    return GAMES[game_id]


def named(text: str) -> Any:
    """Import and return the object that "module:name" stands for."""
    module, _, name = text.partition(":")
    return getattr(import_module(module), name)


def texts_of(spec: GameSpec) -> OtherTexts | None:
    """The texts of other programs that a game knows."""
    found: OtherTexts | None = import_module(spec.texts) if spec.texts else None
    return found


def solver_game(games: Mapping[str, GameSpec] = GAMES) -> GameSpec | None:
    """The first of `games` that has a solver; None if none has."""
    return next((spec for spec in games.values() if spec.study.solver), None)


def load_solver(spec: GameSpec) -> PuzzleSolver:
    """A new instance of the game's solver, which it must have."""
    found: PuzzleSolver = named(spec.study.solver)()
    return found


def book_of(spec: GameSpec) -> StoredBook | None:
    """The game's stored puzzles, or None."""
    if spec.study.puzzles is None:
        return None
    if spec.id not in _books:
        from game.puzzles.stored import StoredBook

        _books[spec.id] = StoredBook(spec.id, resolve(spec.options, spec.study.puzzles))
    return _books[spec.id]


def puzzle_of_day(game: str, day: date) -> Puzzle | None:
    """The puzzle of a day; None if there is none or it cannot be read."""
    return _read(game, lambda book: book.of_day(day))


def calendar_of(game: str) -> Sequence[Puzzle]:
    """The puzzles of all days of a game; empty if they cannot be read."""
    return _read(game, lambda book: book.calendar()) or ()


def puzzles_of(game: str) -> Sequence[Puzzle]:
    """A game's practice puzzles; empty if they cannot be read."""
    return _read(game, lambda book: book.practice()) or ()


def _read(game: str, wanted: Callable[[StoredBook], Read]) -> Read | None:
    """Apply `wanted` to a game's book. Return None without a book; also with a damaged book, which is logged."""
    book = book_of(find(game))
    try:
        return None if book is None else wanted(book)
    except HouseFileError as error:
        _log.error("%s", error)
        return None


def load_questions(spec: GameSpec) -> EngineQuestions:
    """Return the game's questions to engines from outside; the game must have them."""
    assert spec.simultaneous is not None
    found: EngineQuestions = named(spec.simultaneous.outside)()
    return found


def facts_of(spec: GameSpec, step: AnyStep, optimum: int | None = None) -> tuple[Fact, ...]:
    """Return the game's facts of a step (see `game.core.review.Facts`); () for none."""
    found: tuple[Fact, ...] = named(spec.study.facts)(step, optimum) if spec.study.facts else ()
    return found


def evaluation_of(spec: GameSpec, state: object, line: Variation) -> Evaluation:
    """Evaluate `state` by the line that the game's brain ranked first; the game must have an `evaluate`."""
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
    """Return the game's review of rounds; None where it has no rounds."""
    found: Rounds | None = import_module(spec.study.rounds) if spec.study.rounds else None
    return found


def brain_class(spec: GameSpec) -> type[Brain]:
    """The game's brain class; its module is imported only now."""
    found: type[Brain] = named(spec.brain)
    return found


def load_brain(spec: GameSpec) -> Brain:
    """A new instance of the game's brain."""
    return brain_class(spec)()

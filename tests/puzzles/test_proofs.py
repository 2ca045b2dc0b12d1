"""Puzzles are proven anew from their data where the game's own theory does: a few by default, all in the long run."""

import pytest

from game.agents.compiling import prepared_solver
from game.registry import GAMES, book_of, find
from tests.puzzles.proofs import PROOFS, position

BOOKS = {game: book for game in GAMES if (book := book_of(find(game)))}
FEW = 3


def all_of(book):
    """The puzzles of a book, once each: those of one turn of the calendar and those to practise from."""
    return [*book.calendar(), *book.practice()]


@pytest.mark.parametrize("game", PROOFS)
@pytest.mark.parametrize("every", [FEW, pytest.param(0, marks=[pytest.mark.long, pytest.mark.timeout(36_000)])])
def test_there_is_no_second_solution(game, every):
    puzzles = all_of(BOOKS[game])
    for puzzle in puzzles[:: len(puzzles) // every if every else 1]:
        PROOFS[game](puzzle, thorough=not every)


@pytest.mark.parametrize("game", BOOKS)
def test_every_position_can_be_played_to_and_is_the_sides(game):
    for puzzle in all_of(BOOKS[game]):
        spec, state = position(puzzle)
        assert spec.rules.actors(state) == (puzzle.side,), puzzle.id


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_hardest_routes_are_as_long_as_they_say():
    hardest = [puzzle for puzzle in BOOKS["robots"].practice() if puzzle.themes == ("hardest",)]
    assert [puzzle.moves for puzzle in hardest] == [24, 25]
    for puzzle in hardest:
        found = prepared_solver(find("robots")).solve({"puzzle": puzzle.options["sheets"], "seconds": 240.0})
        assert found["moves"] == puzzle.moves and "DriftingDroids" in str(puzzle.evidence.figures["source"])

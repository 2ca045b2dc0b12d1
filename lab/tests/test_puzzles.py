"""The stored puzzles keep their promises: proven or tested again, with the same figures and grades, no two alike."""

from itertools import pairwise

import pytest

from game.puzzles.stored import DAYS_OF_A_WEEK
from game.quoridor import rules
from game.registry import find
from lab.puzzles import grading, quoridor
from lab.puzzles.bake import BAKES
from lab.puzzles.robots import BANDS, WEEKS, Grader, days
from tests.puzzles import proofs
from tests.puzzles.proofs import position
from tests.puzzles.test_proofs import BOOKS, FEW, all_of
from tests.runs import few_or_many


def prove_quoridor(puzzle, thorough):
    """Prove a "proven" puzzle by an exhaustive search; a "tested" one must pass its tests again."""
    _, state = position(puzzle)
    figures = dict(puzzle.evidence.figures)
    (key,) = puzzle.line
    if puzzle.evidence.kind == "proven":
        assert sum(state.walls_left) <= quoridor.PROOF_WALLS
        assert quoridor.proof(state) == {"key": key, "depth": figures["depth"], "nodes": figures["nodes"]}
    elif thorough:
        found = quoridor.tested(state, rules.parse(key), rules.parse(figures["next"][0][0]))
        assert found is not None and found["key"] == key
        assert {name: found[name] for name in ("key_chance", "next", "others", "won")} == {
            name: figures[name] for name in ("key_chance", "next", "others", "won")
        }
    else:
        deep = quoridor.tried(state, rules.parse(key), quoridor.KEY_NODES)
        assert deep.chance == figures["key_chance"] >= quoridor.KEY_LEAST
        text, chance = figures["next"][0]
        assert quoridor.tried(state, rules.parse(text), quoridor.NEXT_NODES).chance == chance <= quoridor.NEXT_MOST


def prove_robots(puzzle, thorough):
    """No route is shorter, and the grade follows from the solver's routes."""
    _, row = Grader().graded(puzzle.seed)
    assert (row["plies"], row["grade"], row["themes"].split()) == (puzzle.moves, puzzle.grade, [*puzzle.themes])


PROOFS = {"quoridor": prove_quoridor, "robots": prove_robots}


def test_every_book_has_its_proof():
    assert {*PROOFS, *proofs.PROOFS} >= BOOKS.keys()


@pytest.mark.parametrize("game", PROOFS)
@pytest.mark.parametrize("every", [FEW, pytest.param(0, marks=[pytest.mark.long, pytest.mark.timeout(36_000)])])
def test_there_is_no_second_solution(game, every):
    puzzles = all_of(BOOKS[game])
    for puzzle in puzzles[:: len(puzzles) // every if every else 1]:
        PROOFS[game](puzzle, thorough=not every)


@pytest.mark.parametrize("game", BAKES)
def test_no_position_stands_twice_not_even_turned_or_with_the_sides_changed(game):
    seen = [BAKES[game].same(position(puzzle)[1]) for puzzle in all_of(BOOKS[game])]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("game", BAKES)
def test_the_grades_are_those_of_the_figures(game):
    puzzles = all_of(BOOKS[game])
    scores = [grading.score(puzzle.evidence.figures, puzzle.moves) for puzzle in puzzles]
    assert grading.grades(scores) == [puzzle.grade for puzzle in puzzles]


@pytest.mark.parametrize("game", BAKES)
def test_the_same_choices_are_made_again(game):
    spec = find(game)
    puzzle = BOOKS[game].practice()[0]
    assert grading.right_choices(spec, position(puzzle)[1], puzzle.line[0]) == puzzle.evidence.figures["right"]


def test_the_bands_go_up_from_monday_to_sunday():
    assert len(BANDS) == DAYS_OF_A_WEEK
    assert all(before[1] <= after[0] for before, after in pairwise(BANDS))


@few_or_many("count", DAYS_OF_A_WEEK, WEEKS * DAYS_OF_A_WEEK)
def test_the_robots_days_are_as_hard_as_their_weekday_wants(count):
    calendar, grader = BOOKS["robots"].calendar(), Grader()
    assert len(calendar) == WEEKS * DAYS_OF_A_WEEK
    for place, puzzle in enumerate(calendar[:count]):
        least, below = BANDS[place % DAYS_OF_A_WEEK]
        assert least <= grader.graded(puzzle.seed)[0] < below, puzzle.id


def test_the_robots_days_are_what_the_search_finds():
    found = days(Grader(), 3)
    assert [row["id"] for row in found] == [puzzle.seed for puzzle in BOOKS["robots"].calendar()[: len(found)]]

"""Quoridor's rules: the stories of quoridor_stories.txt, walls, options and notation. In random games a second
implementation agrees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rules import IllegalActionError, OptionError
from game.engine_mode.engine import perft
from game.quoridor import SPEC, rules
from game.quoridor.facts import race_winner
from game.quoridor.paths import GOAL_MASKS, distances, distances_with, passages, path, wall_problem
from game.quoridor.state import (
    ANCHORS,
    Action,
    Cell,
    PawnMove,
    State,
    WallPlaced,
    WallPlacement,
    cell_name,
    goal_cells,
    start_state,
    walls,
)
from tests.make import state
from tests.rules.quoridor_ascii import read
from tests.rules.quoridor_reference import Reference, name
from tests.stories import Story, each_story, options_of
from tests.vocabulary.game import GameVocabulary


def wall(text: str) -> WallPlacement:
    placement = rules.parse(text)
    assert isinstance(placement, WallPlacement)
    return placement


class Quoridor(GameVocabulary):
    """Tells of Quoridor. Cells have names as in "e2", walls as in "e3h" and "e3v". A drawing below a step may mark
    cells with "*": the mover's pawn may go to exactly these cells."""

    spec = SPEC
    state: State
    cells = ("origin", "target", "cell")
    facts: ClassVar = {
        "race": lambda s: race_winner(s.state),  # the seat that is sure to win the race, if there are no walls left
        # the position as text mode draws it, without the rows between ranks that have no wall
        "picture": lambda s: "\n".join(line.rstrip() for line in rules.picture(s.state).splitlines() if line.strip()),
        "with": lambda s, text: distances_with(s.state, wall(text)),  # the steps of each seat if WALL were placed
    }

    def cell(self, cell: Cell) -> str:
        return cell_name(cell)

    def event(self, event: Any) -> str:
        if isinstance(event, WallPlaced):
            return f"WallPlaced {event.seat} {rules.text(event.wall)} {event.left}"
        return super().event(event)

    def do_drawn(self, text: str = "") -> State:
        """[pawns=CELL,CELL] [mover=SEAT] [walls_left=NUMBER] [jump_pairs=true]: Go to the drawn position, and check its
        marked cells. The pawns may stand on other cells than drawn. "walls_left" may be a list by seat."""
        given = options_of(text)
        pawns: list[Any] = [rules.parse(name) for name in given.pop("pawns", "").split(",") if name]
        drawing = read(self.drawing, **given)
        if drawing.marked:
            check_moves(drawing.state, drawing.marked)
        return replace(drawing.state, pawns=tuple(move.cell for move in pawns)) if pawns else drawing.state

    def ask_may(self, texts: str = "") -> bool:
        """WALLS: Return whether the mover may place each of these walls, by every function of the rules."""
        placed = [rules.apply(self.state, self.state.mover, wall(text))[0] for text in texts.split()]
        assert all(wall(text) in rules.legal(self.state, self.state.mover) for text in texts.split())
        assert all(wall_problem(self.state, wall(text)) is None for text in texts.split())
        return len(placed) > 0

    def ask_problem(self, text: str = "") -> Any:
        """WALL: Return why the mover may not place WALL: the kind of problem, the seat that it shuts in, the walls in
        its way, and the cells that it shuts in."""
        problem = wall_problem(self.state, wall(text))
        assert problem is not None
        return [problem.kind, problem.seat, *map(rules.text, problem.blocking), *map(cell_name, sorted(problem.region))]

    def ask_goals(self, players: str = "") -> str:
        """PLAYERS: Return the goal cells of each seat, a line for each."""
        lines = (goal_cells(int(players), seat) for seat in range(int(players)))
        return "\n".join(" ".join(sorted(map(cell_name, line))) for line in lines)

    def ask_way(self, seat: str = "") -> list[str]:
        """SEAT: Return a shortest way of SEAT to its goal, cell by cell."""
        goal = GOAL_MASKS[self.state.players][int(seat)]
        passage = passages(self.state.horizontal, self.state.vertical)
        return [cell_name(cell) for cell in path(self.state.pawns[int(seat)], goal, *passage)]


def moves(state: State) -> set[str]:
    """Return the cells to which the mover's pawn may go."""
    return {cell_name(action.cell) for action in rules.legal(state, state.mover) if isinstance(action, PawnMove)}


def check_moves(state: State, marked: frozenset[str]) -> None:
    """Check that the mover may go to exactly the marked cells, by `legal` and by `apply`."""
    assert moves(state) == marked
    for cell in range(81):
        if cell_name(cell) in marked:
            assert rules.apply(state, state.mover, PawnMove(cell))[0].pawns[state.mover] == cell
        else:
            with pytest.raises(IllegalActionError):
                rules.apply(state, state.mover, PawnMove(cell))


@each_story(Path(__file__).with_name("quoridor_stories.txt"))
def test_the_story_is_true(story: Story) -> None:
    Quoridor().tell(story)


@pytest.mark.long
@pytest.mark.parametrize(("players", "count"), [(2, 2_062_264), (4, 2_062_065)])
def test_so_many_sequences_of_three_actions_are_published(players: int, count: int) -> None:
    assert perft(rules, start_state(players, False), 3) == count


@pytest.mark.parametrize("kind", ["h", "v"])
@pytest.mark.parametrize("place", range(1, 8))
def test_walls_overlap_all_along_the_board(kind: str, place: int) -> None:
    names = [f"{'abcdefgh'[at]}5h" if kind == "h" else f"e{at + 1}v" for at in (place - 1, place)]
    for first, second in (names, names[::-1]):
        after = state("quoridor", first)
        assert wall(second) not in rules.legal(after, 1)
        with pytest.raises(IllegalActionError, match=f"{second}: overlaps {first}"):
            rules.apply(after, 1, wall(second))


def test_every_text_stands_for_one_action() -> None:
    texts = ["pass"]
    texts += [f"{file}{rank}" for rank in range(1, 10) for file in "abcdefghi"]
    texts += [f"{file}{rank}{kind}" for kind in "hv" for rank in range(1, 9) for file in "abcdefgh"]
    actions = {rules.parse(text) for text in texts}
    assert len(actions) == 1 + 81 + 128 and actions == {rules.parse(text) for text in texts}
    assert [rules.text(rules.parse(text)) for text in texts] == texts
    numbered: list[Action] = [PawnMove(0), PawnMove(8), PawnMove(31), WallPlacement(63, "v"), WallPlacement(8, "h")]
    assert [rules.text(action) for action in numbered] == ["a1", "i1", "e4", "h8v", "a2h"]


def test_walls_are_a_list_for_programs_and_on_the_command_line() -> None:
    option = SPEC.options[-1]
    described = {"type": "list", "range": [2, 10], "per": "seat", "also": [None], "default": None}
    assert option.describe() == {"name": "walls", **described}
    assert option.from_text("[10, 7]") == [10, 7] and option.from_text("null") is None
    for text in ("[NaN, 7]", "[" * 100_000):
        with pytest.raises(OptionError, match="is not a list"):
            option.from_text(text)


PLAYERS = st.sampled_from([2, 4])
# Each number picks one action; three in four pick a wall while there are walls. At least 30 plies, since
# it is the mazes after many walls that are hard.
CHOICES = st.lists(st.integers(0, 2**16), min_size=30, max_size=90)


def pick(actions: list[Action], choice: int) -> Action:
    """The action that `choice` stands for: a wall if it is no multiple of 4 and there are any."""
    placements = [action for action in actions if isinstance(action, WallPlacement)]
    others = [action for action in actions if not isinstance(action, WallPlacement)]
    pool = placements if placements and (choice % 4 or not others) else others
    return pool[choice // 4 % len(pool)]


def line_of_play(players: int, jump_pairs: bool, choices: list[int]) -> Iterator[tuple[State, Action, State]]:
    """Positions before and after each action of a game."""
    state = start_state(players, jump_pairs)
    for choice in choices:
        if state.winner is not None:
            return
        action = pick(list(rules.legal(state, state.mover)), choice)
        after, _ = rules.apply(state, state.mover, action)
        yield state, action, after
        state = after


@settings(max_examples=40)
@given(PLAYERS, st.booleans(), CHOICES)
def test_random_play_agrees_with_the_reference(players: int, jump_pairs: bool, choices: list[int]) -> None:
    reference = Reference(players, jump_pairs)
    last = start_state(players, jump_pairs)
    for ply, (_, action, last) in enumerate(line_of_play(players, jump_pairs, choices), 1):
        reference.play(rules.text(action))
        assert [divmod(cell, 9)[::-1] for cell in last.pawns] == reference.pawns
        assert sorted(map(rules.text, walls(last))) == sorted(name(wall[:2]) + wall[2] for wall in reference.walls)
        assert (list(last.walls_left), last.mover, last.ply) == (reference.left, reference.mover, ply)
        assert last.winner == reference.winner and (last.winner is not None) == (0 in distances(last))
        if ply % 12 == 0:
            assert {rules.text(a) for a in rules.legal(last, last.mover)} == reference.legal()
    assert {rules.text(action) for action in rules.legal(last, last.mover)} == reference.legal()


@settings(max_examples=20)
@given(PLAYERS, CHOICES)
def test_wall_problem_and_legal_agree_on_every_slot(players: int, choices: list[int]) -> None:
    *_, (_, _, state) = line_of_play(players, False, choices)
    if state.winner is not None:
        return
    allowed = {action for action in rules.legal(state, state.mover) if isinstance(action, WallPlacement)}
    for anchor in range(ANCHORS):
        for wall in (WallPlacement(anchor, "h"), WallPlacement(anchor, "v")):
            problem = wall_problem(state, wall)
            assert (problem is None) == (wall in allowed)
            if problem is not None and problem.kind == "sealed":
                assert problem.seat == distances_with(state, wall).index(None)
                assert state.pawns[problem.seat] in problem.region

"""Star's table against what is known of the game, and against a search that does not know the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.star import rules
from game.star.search import StarBrain
from game.star.solver import Table, Verdict, action_verdicts, code_of, position_verdict, table_of
from game.star.state import CORNERS, State, cell_name
from tests.rules.star_ascii import go_on, played, walks

READINGS = ("takeback", "literal", "none")
corners = pytest.mark.parametrize("corner", [cell_name(corner) for corner in CORNERS])
every_reading = pytest.mark.parametrize("fouls", READINGS)


def theory(actions: str, **options: Any) -> dict[str, Any]:
    return StarBrain().theory(played(actions, **options), None)


class TestWhatIsKnown:
    @pytest.mark.parametrize(("fouls", "count"), [("takeback", 13_006), ("literal", 12_519), ("none", 1_343)])
    def test_the_number_of_positions_up_to_symmetry(self, fouls: str, count: int) -> None:
        assert len(table_of(fouls)) == count

    @corners
    def test_without_the_foul_rule_it_is_a_draw(self, corner: str) -> None:
        answer = theory("", star=corner, fouls="none")
        assert (answer["value"], answer["distance"]) == ("draw", None)
        assert set(map(tuple, answer["after"].values())) == {("draw", None)}

    def test_the_first_moves(self) -> None:
        expected = {"@b3 @a2": ["win", 29], "@b2 @c1": ["loss", 30], "@c3 @a1": ["loss", 26], "@c2 @b1": ["loss", 12]}
        assert theory("")["after"] == {text: worth for pair, worth in expected.items() for text in pair.split()}

    @pytest.mark.parametrize("fouls", ["takeback", "literal"])
    def test_best_play_against_best_resistance_takes_29_plies(self, fouls: str) -> None:
        state, table = played("", fouls=fouls), table_of(fouls)
        distances = []
        while state.result is None:
            value = position_verdict(state, table)
            distances.append(value.distance)
            best = [action for action, verdict in action_verdicts(state, table).items() if verdict == value]
            state = go_on(state, rules.text(best[0]) if best else "resign")  # who is stuck can do nothing else
        assert distances == list(range(29, 29 - len(distances), -1))
        assert distances[-1] == (0 if state.result.reason == "resign" else 1)
        assert state.result.winners == (0,)


class TestAgainstASearch:
    """Forced wins and losses of up to four plies, found by plain negamax over the rules."""

    DEPTH = 5

    def value(self, state: State, depth: int) -> int:
        """1, -1 or 0 (not decided) within `depth` plies for the seat to move."""
        actions = rules.board_actions(state)
        if not actions:
            return -1
        best = -1
        for action in actions if depth else ():
            after = rules.apply(state, state.mover, action)[0]
            if after.result is not None:
                best = max(best, 1 if state.mover in after.result.winners else 0)
            else:
                best = max(best, -self.value(after, depth - 1))
            if best == 1:
                return 1
        return best if depth else 0

    @every_reading
    @pytest.mark.one_in(3)
    def test_short_wins_and_losses_are_as_long_as_the_table_says(self, fouls: str) -> None:
        table = table_of(fouls)
        decided = 0
        for state in walks(fouls, 40, seed=5):
            verdict = position_verdict(state, table)
            expected = {"win": 1, "draw": 0, "loss": -1}[verdict.value]
            for depth in range(self.DEPTH):
                seen = verdict.distance is not None and verdict.distance <= depth
                assert self.value(state, depth) == (expected if seen else 0)
                decided += seen
        assert decided > 30

    @every_reading
    def test_a_position_is_worth_its_best_action(self, fouls: str) -> None:
        """With the distances, and away from the search's horizon."""
        table = table_of(fouls)
        kinds = set()
        for state in walks(fouls, 300, seed=6):
            expected = best_of(state, table)
            assert position_verdict(state, table) == expected
            kinds.add(expected.value)
        assert kinds == {"win", "draw", "loss"}


def best_of(state: State, table: Table) -> Verdict:
    """What the best action of a position is worth."""
    verdicts = set(action_verdicts(state, table).values())
    wins, losses = ([found.distance or 0 for found in verdicts if found.value == value] for value in ("win", "loss"))
    if wins:
        return Verdict("win", min(wins))
    return Verdict("draw", None) if len(losses) < len(verdicts) else Verdict("loss", max(losses, default=0))


class TestSymmetry:
    @corners
    def test_all_corners_share_their_codes(self, corner: str) -> None:
        assert code_of(played("", star=corner)) == 0

    def test_reflected_positions_share_a_code(self) -> None:
        codes = {
            code_of(played("@b3 @a2 b3-b2 @c1")),
            code_of(played("@a2 @b3 a2-b2 @c1")),
            code_of(played("@b3 @c2 b3-b2 @a1", star="c3")),
            code_of(played("@b1 @a2 b1-b2 @c3", star="a1")),
            code_of(played("@c2 @b1 c2-b2 @a3", star="c1")),
        }
        assert len(codes) == 1

    def test_mover_and_memories_make_different_codes(self) -> None:
        slid, placed = played("@b3 @b1 b3-b2 @c1"), played("@b2 @b1 @c3 @c1")
        assert code_of(slid) != code_of(replace(slid, memory=(None, None)))
        assert code_of(slid) != code_of(replace(slid, mover=1))
        assert code_of(placed) == code_of(replace(placed, ply=40, offer="refused"))


@pytest.mark.long
def test_every_position_that_can_come_up_has_the_value_of_its_best_action() -> None:
    """The rules walked through from the start, and a table that is consistent and well-founded is the right one."""
    table = table_of("takeback")
    start = replace(played(""), history=(), ply=0)
    seen, todo = {relative(start)}, [start]
    while todo:
        state = todo.pop()
        assert position_verdict(state, table) == best_of(state, table)
        for action in rules.board_actions(state):
            after = replace(rules.apply(state, state.mover, action)[0], history=(), ply=0)
            if after.result is None and relative(after) not in seen:
                seen.add(relative(after))
                todo.append(after)
    assert len(seen) == 103_221


def relative(state: State) -> object:
    """The position as its mover sees it, no symmetry used."""
    order = slice(None, None, -1 if state.mover else 1)
    return state.star, state.pieces[order], state.memory[order]

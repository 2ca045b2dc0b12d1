"""Star's rules: the stories of star_stories.txt, and tables of notation."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from game.engine_mode.engine import perft
from game.star import SPEC, rules
from game.star.rules import board_marks
from game.star.solver import action_verdicts, position_verdict, table_of
from game.star.state import CELL_NAMES, FoulPlayed, State, cell_name, cell_of
from tests import make
from tests.rules import star_reference as reference
from tests.rules.star_ascii import drawn, read, texts
from tests.stories import Story, each_story, options_of
from tests.vocabulary.game import GameVocabulary


class Star(GameVocabulary):
    """Tells of Star. Cells have names as in "b2". A BOARD has three rows from the top: "*o. x.x ...". "*" is the star,
    o and x are the pieces of the seats 0 and 1."""

    spec = SPEC
    state: State
    cells = ("origin", "over", "target", "cell", "cells")
    facts: ClassVar = {
        "board": lambda s: drawn(s.state),  # the position as BOARD
        "board_actions": lambda s: texts(rules.board_actions(s.state)),  # the actions on the board
        "jumps": lambda s: [text for text in texts(rules.board_actions(s.state)) if text[0] == "*"],  # of the star
        "barred": lambda s: texts(rules.barred_actions(s.state)),  # the actions that are fouls
        # the action that each seat may not play; nothing if neither seat has one
        "memory": lambda s: [one and rules.text(one) for one in s.state.memory] if any(s.state.memory) else None,
    }

    def cell(self, cell: int) -> str:
        return cell_name(cell)

    def event(self, event: Any) -> str:
        if isinstance(event, FoulPlayed):
            return f"FoulPlayed {event.seat} {rules.text(event.action)}"
        return super().event(event)

    def do_board(self, text: str = "") -> State:
        """BOARD [mover=SEAT] [memory=ACTION,ACTION] [OPTION=VALUE …]: Go to this position. "memory" is the action that
        each seat may not play."""
        given = options_of(" ".join(text.split()[3:]))
        memory = tuple(given.pop("memory", ",").split(","))
        return read(text[:11], memory=memory, **given)

    def ask_foul(self, text: str = "") -> str:
        """ACTION: Return the position that this foul would repeat: a BOARD with only the seat's own pieces, and the
        star's cell."""
        foul = rules.barred_actions(self.state)[rules.parse(text)]  # type: ignore[index]
        marks = ["ox"[self.state.mover] if foul.pieces >> cell & 1 else "." for cell in range(9)]
        return f"{' '.join(''.join(marks[row : row + 3]) for row in (0, 3, 6))} *{cell_name(foul.star)}"

    def ask_verdict(self, text: str = "") -> Any:
        """[ACTION]: Return what ACTION, or the position, is worth to the mover, and in how many actions the game ends:
        "win 5"."""
        table = table_of(self.state.fouls)
        action: Any = text and rules.parse(text)
        found = action_verdicts(self.state, table)[action] if text else position_verdict(self.state, table)
        return found.value, found.distance


@each_story(Path(__file__).with_name("star_stories.txt"))
def test_the_story_is_true(story: Story) -> None:
    Star().tell(story)


def test_cells_are_named_from_the_lower_left() -> None:
    assert CELL_NAMES == ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
    assert [cell_of(name) for name in CELL_NAMES] == list(range(9))


READINGS = ("takeback", "literal", "none")
SETUPS = st.tuples(st.sampled_from(reference.CORNERS), st.sampled_from(READINGS), st.booleans())


def compare(state: State, game: reference.Game, first: int) -> None:
    """Check that a position is that of the second implementation, whose seat 0 is the seat that began."""
    marks = {first: "o", 1 - first: "x", "*": "*"}
    assert board_marks(state) == "".join(marks.get(game.board.get(cell), ".") for cell in reference.CELLS)
    assert state.mover == game.mover ^ first
    assert set(texts(rules.board_actions(state))) == game.legal()
    winners = None if game.winners is None else tuple(seat ^ first for seat in game.winners)
    assert (None if state.result is None else state.result.winners) == winners
    if state.result is None:
        assert set(texts(rules.barred_actions(state))) == game.barred(game.mover)


@settings(max_examples=90)
@given(SETUPS, st.sampled_from([0, 1]), st.booleans(), st.lists(st.integers(0, 1000), min_size=40, max_size=80))
def test_random_games_agree_with_the_reference(
    setup: tuple[str, str, bool], first: int, moves_first: bool, choices: list[int]
) -> None:
    """In half of them slides and jumps come before placements, so that positions come again."""
    star, fouls, guard = setup
    state = make.state("star", star=star, fouls=fouls, foul_guard=guard, first=first)
    game = reference.Game(*setup)
    for choice in choices:
        compare(state, game, first)
        actions = texts(rules.board_actions(state))
        if not actions:
            break
        moves = [text for text in actions if moves_first and text[0] != "@"] or actions
        text = moves[choice % len(moves)]
        state = rules.apply(state, state.mover, rules.parse(text))[0]
        game.play(text)
    compare(state, game, first)
    event(state.result.reason if state.result else "unfinished")


OPENING = {"takeback": 24_072, "literal": 24_100, "none": 24_988}
"""By reading: the sequences of five board actions from the start; of fewer there are the same number in all."""

CROWDED = ("@b2", "@b1", "@c1", "@c3", "@c2", "@a1", "b2-b3")
AFTER_CROWDED = {
    ("takeback", True): [1, 2, 2, 5, 11, 17, 35, 66],
    ("takeback", False): [1, 2, 3, 6, 14, 20, 42, 79],
    ("literal", True): [1, 2, 2, 5, 11, 17, 36, 67],
    ("literal", False): [1, 2, 3, 6, 14, 20, 42, 81],
    ("none", True): [1, 2, 3, 10, 22, 40, 72, 180],
}


@pytest.mark.parametrize("corner", reference.CORNERS)
def test_perft_of_the_opening(corner: str) -> None:
    state = make.state("star", star=corner)
    assert [perft(rules, state, depth, SPEC.play.is_move) for depth in range(5)] == [1, 8, 56, 468, 3368]


@pytest.mark.parametrize("fouls", READINGS)
def test_perft_in_each_reading(fouls: str) -> None:
    assert perft(rules, make.state("star", fouls=fouls), 5, SPEC.play.is_move) == OPENING[fouls]


@pytest.mark.parametrize(("fouls", "guard"), AFTER_CROWDED)
def test_perft_among_fouls(fouls: str, guard: bool) -> None:
    state = make.state("star", CROWDED, fouls=fouls, foul_guard=guard)
    counts = AFTER_CROWDED[fouls, guard]
    assert [perft(rules, state, depth, SPEC.play.is_move) for depth in range(len(counts))] == counts

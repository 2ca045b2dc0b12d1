"""Star's rules: the stories of star_stories.txt, and tables of notation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.core.rules import NotationError
from game.star import SPEC, rules
from game.star.rules import fallback_action
from game.star.solver import action_verdicts, position_verdict, table_of
from game.star.state import CELL_NAMES, FoulPlayed, State, cell_name, cell_of
from tests.rules.star_ascii import drawn, read, texts
from tests.stories import Story, each_story
from tests.vocabulary.game import GameVocabulary, options_of


class Star(GameVocabulary):
    """Tells of Star. Cells have names as in "b2". A BOARD has three rows from the top: "*o. x.x ...". "*" is the star,
    o and x are the pieces of the seats 0 and 1."""

    spec = SPEC
    state: State
    cells = ("origin", "over", "target", "cell", "cells")

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

    def ask_board(self) -> str:
        """Return the position as BOARD."""
        return drawn(self.state)

    def ask_board_actions(self) -> list[str]:
        """Return the actions on the board."""
        return texts(rules.board_actions(self.state))

    def ask_jumps(self) -> list[str]:
        """Return the jumps of the star."""
        return [text for text in texts(rules.board_actions(self.state)) if text[0] == "*"]

    def ask_barred(self) -> list[str]:
        """Return the actions that are fouls."""
        return texts(rules.barred_actions(self.state))

    def ask_foul(self, text: str = "") -> str:
        """ACTION: Return the position that this foul would repeat: a BOARD with only the seat's own pieces, and the
        star's cell."""
        foul = rules.barred_actions(self.state)[rules.parse(text)]  # type: ignore[index]
        marks = ["ox"[self.state.mover] if foul.pieces >> cell & 1 else "." for cell in range(9)]
        return f"{' '.join(''.join(marks[row : row + 3]) for row in (0, 3, 6))} *{cell_name(foul.star)}"

    def ask_memory(self) -> Any:
        """Return the action that each seat may not play; "-" if neither seat has one."""
        memory = [action and rules.text(action) for action in self.state.memory]
        return memory if any(memory) else None

    def ask_history(self) -> int:
        """Return how many positions are remembered."""
        return len(self.state.history)

    def ask_decision(self) -> Any:
        """Return the key of the present decision."""
        return rules.decision(self.state)

    def ask_verdict(self, text: str = "") -> Any:
        """[ACTION]: Return what ACTION, or the position, is worth to the mover, and in how many actions the game ends:
        "win 5"."""
        table = table_of(self.state.fouls)
        action: Any = text and rules.parse(text)
        found = action_verdicts(self.state, table)[action] if text else position_verdict(self.state, table)
        return found.value, found.distance

    def ask_verdicts(self) -> str:
        """Return each action with its value and distance: "@c3 loss 2"."""
        return ", ".join(
            f"{rules.text(action)} {verdict.value} {verdict.distance}"
            for action, verdict in action_verdicts(self.state, table_of(self.state.fouls)).items()
        )

    def ask_plain(self) -> str:
        """Return the game's fallback action."""
        return rules.text(fallback_action(self.state, rules.actors(self.state)[0]))


@each_story(Path(__file__).with_name("star_stories.txt"))
def test_the_story_is_true(story: Story) -> None:
    Star().tell(story)


def test_cells_are_named_from_the_lower_left() -> None:
    assert CELL_NAMES == ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
    assert [cell_of(name) for name in CELL_NAMES] == list(range(9))


NOT_ACTIONS = ["b2", "@d2", "@a4", "@a0", "@b2 ", "a2b2", "a2-", "*", "*c", "Resign", "draw", "@B2", "@a\u0663"]


@pytest.mark.parametrize("text", NOT_ACTIONS)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no Star action"):
        rules.parse(text)

"""Star's rules: the stories of star_stories.txt, and tables of notation."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from game.star import SPEC, rules
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
    facts: ClassVar = {
        **GameVocabulary.facts,
        "board": lambda s: drawn(s.state),  # the position as BOARD
        "board_actions": lambda s: texts(rules.board_actions(s.state)),  # the actions on the board
        "jumps": lambda s: [text for text in texts(rules.board_actions(s.state)) if text[0] == "*"],  # of the star
        "barred": lambda s: texts(rules.barred_actions(s.state)),  # the actions that are fouls
        # the action that each seat may not play; nothing if neither seat has one
        "memory": lambda s: [one and rules.text(one) for one in s.state.memory] if any(s.state.memory) else None,
        "history": lambda s: len(s.state.history),  # how many positions are remembered
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

"""What the fifth game teaches: one page, one exercise, one demonstration."""

from __future__ import annotations

from scenes.table.lessons import Beat, Demo, Diagram, Exercise, Lessons, Page, Position, Ring, Wrong
from tests.fifth_game import rules
from tests.fifth_game.rules import Drop, State

THREE = Position(tuple("dcdcdb"))


def _wins(state: State, action: Drop) -> bool:
    return rules.outcome(rules.apply(state, state.mover, action)[0]) is not None


def _any(state: State, action: Drop) -> bool:
    return True


LESSONS = Lessons(
    pages=(Page("fours.rules.goal", Diagram(THREE, marks=(Ring("d"),), offered=True)),),
    exercises=(Exercise("fours.try.win", THREE, _wins, (Wrong(_any, "fours.try.win.elsewhere"),)),),
    demo=Demo(
        Position(),
        (
            Beat("fours.demo.drop", 6.0, tuple("dcd")),
            Beat("fours.demo.line", 8.0, tuple("cdb")),
            Beat("fours.demo.win", 5.0, ("d",)),
        ),
    ),
)

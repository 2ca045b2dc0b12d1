"""What Race teaches: one page, one exercise, one demonstration."""

from __future__ import annotations

from scenes.table.contract.lessons import (
    Arrow,
    Demo,
    DemonstrationPart,
    Diagram,
    Exercise,
    LessonPosition,
    Lessons,
    RulePage,
    Wrong,
)
from tests.fifth_game import rules
from tests.fifth_game.rules import State, Step

NEAR = LessonPosition(("c2", "c4", "c3", "d4", "b3", "d3", "b4", "d2"))


def _wins(state: State, action: Step) -> bool:
    return rules.outcome(rules.apply(state, state.mover, action)[0]) is not None


def _any(state: State, action: Step) -> bool:
    return True


LESSONS = Lessons(
    pages=(RulePage("race.rules.goal", Diagram(NEAR, marks=(Arrow("b4", "b5"),), offered=True)),),
    exercises=(Exercise("race.try.win", NEAR, _wins, (Wrong(_any, "race.try.win.elsewhere"),)),),
    demo=Demo(
        LessonPosition(),
        (
            DemonstrationPart("race.demo.step", 6.0, ("c2", "c4", "c3")),
            DemonstrationPart("race.demo.sink", 8.0, ("d4", "b3", "d3", "b4")),
            DemonstrationPart("race.demo.win", 5.0, ("d2", "b5")),
        ),
    ),
)

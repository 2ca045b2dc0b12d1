"""Star's lessons: every rule on a page, five exercises, a demonstration, and a sample game from the source of the
rules.
"""

from __future__ import annotations

from collections.abc import Callable

from game.star import rules
from game.star.state import Action, Jump, Place, Slide, State
from scenes.table.contract.lessons import (
    Arrow,
    Demo,
    DemonstrationPart,
    Diagram,
    Exercise,
    LessonPosition,
    Lessons,
    Ring,
    RulePage,
    Sample,
    Wrong,
)


def _at(actions: str, **options: object) -> LessonPosition:
    return LessonPosition(tuple(actions.split()), options)


SLIDE = _at("@b2 @c2")
JUMP = _at("@b2 @a2 b2-b3 @c2")
BEFORE_WIN = "@b3 @b2 @c2 @a1"
SURROUNDED = _at(f"{BEFORE_WIN} *c3")
CAME_FROM_B3 = _at("@b3 @a2 @a1 @c2 b3-b2 @c1")
# Ends with a slide from c2 to c1 and the rival's jump of the star. Two diagrams show the slide back to c2.
STAR_MOVED = "@b3 @a2 @c2 @c3 @b1 @b2 c2-c1 *a1"
STUCK = _at(f"{STAR_MOVED} b3-a3 c3-c2")

PAGES = (
    RulePage("star.rules.goal", Diagram(_at(""), marks=(Ring("@a3"),), lit=("@b3", "@a2"))),
    RulePage("star.rules.place", Diagram(SLIDE, offered=True)),
    RulePage("star.rules.slide", Diagram(SLIDE, marks=(Arrow("@b2", "@b3"), Arrow("@b2", "@a2"), Arrow("@b2", "@b1")))),
    RulePage("star.rules.jump", Diagram(JUMP, marks=(Arrow("@a3", "@c3", bend=0.26),), lit=("@c3",))),
    RulePage("star.rules.win", Diagram(SURROUNDED, marks=(Ring("@b3"), Ring("@c2")), shows_last=True)),
    RulePage("star.rules.foul", Diagram(CAME_FROM_B3, considered="b2-b3")),
    RulePage(
        "star.rules.readings",
        Diagram(_at(STAR_MOVED), considered="c1-c2"),
        beside=Diagram(_at(STAR_MOVED, fouls="literal"), marks=(Arrow("@c1", "@c2"),), lit=("@c2",)),
    ),
    RulePage("star.rules.end", Diagram(STUCK, shows_last=True)),
    RulePage("star.rules.sample", Diagram(_at("@b3 @a2 @c2 @c3 @b1 @b2"), shows_last=True), is_sample=True),
)


def _is(kind: type[Action]) -> Callable[[State, Action], bool]:
    return lambda state, action: isinstance(action, kind)


def _reads(*texts: str) -> Callable[[State, Action], bool]:
    return lambda state, action: rules.text(action) in texts


def _wins(state: State, action: Action) -> bool:
    after = rules.apply(state, state.mover, action)[0]
    return after.result is not None and after.result.winners == (state.mover,)


EXERCISES = (
    Exercise("star.try.place", _at(""), _reads("@b3", "@a2"), (Wrong(_is(Place), "star.try.place.far"),)),
    Exercise(
        "star.try.slide",
        SLIDE,
        _reads("b2-b3"),
        (Wrong(_is(Place), "star.try.slide.place"), Wrong(_is(Slide), "star.try.slide.aside")),
    ),
    Exercise("star.try.jump", JUMP, _is(Jump), (Wrong(_is(Place), "star.try.jump.place"),)),
    Exercise("star.try.win", _at(BEFORE_WIN), _wins, mends=("guards", "lets_surround", "surrounds", "threatens")),
    Exercise(
        "star.try.foul",
        CAME_FROM_B3,
        _reads("b2-b3"),
        (Wrong(_is(Place), "star.try.foul.place"),),
        refused=True,
        mends=("bars", "foul"),
    ),
)

DEMO = Demo(
    _at(""),
    (
        DemonstrationPart("star.demo.goal", 3.0),
        DemonstrationPart("star.demo.place", 3.0, ("@b3", "@a2")),
        DemonstrationPart("star.demo.jump", 3.4, ("*c3", "@c2")),
        DemonstrationPart("star.demo.hand", 3.0, ("@a1", "@c1")),
        DemonstrationPart("star.demo.slide", 3.0, ("a1-b1", "c2-b2")),
        DemonstrationPart("star.demo.win", 3.2, ("@c2",)),
        DemonstrationPart("star.demo.foul", 2.0),
    ),
)

SAMPLE = Sample(
    LessonPosition(tuple(f"{STAR_MOVED} b3-a3 c3-c2 resign".split())),
    {
        0: "star.sample.start",
        1: "star.sample.threat",
        2: "star.sample.answer",
        3: "star.sample.first_blunder",
        4: "star.sample.second_blunder",
        5: "star.sample.third_blunder",
        6: "star.sample.fourth_blunder",
        7: "star.sample.bad_move",
        8: "star.sample.slow",
        9: "star.sample.only_move",
        10: "star.sample.shut_in",
        11: "star.sample.end",
    },
)

LESSONS = Lessons(PAGES, EXERCISES, DEMO, SAMPLE)

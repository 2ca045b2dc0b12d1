"""Coffee's lessons: every rule on a page, five exercises and a demonstration."""

from __future__ import annotations

from game.coffee import rules
from game.coffee.state import Action, Drop, State, Swap
from scenes.table.contract.lessons import (
    Arrow,
    Demo,
    DemonstrationPart,
    Diagram,
    Exercise,
    LessonPosition,
    Lessons,
    RulePage,
    Sample,
    Wrong,
)


def _at(actions: str, **options: object) -> LessonPosition:
    return LessonPosition(tuple(actions.split()), options)


HEX4 = {"board": "hex4", "n": 4}
OPENING = _at("c3d b2h")
# d4 completes Black's row. An orange bean lies between d4 and the stick.
PAST = "c3h c1u a3d b4u e1v a1d b2v e2h e5v a5h a2h a4v"
# Only g2h leaves the rival a single cell.
CORNER = _at("g1h g4d d4h d1u a1u c1d", **HEX4)
# Half of the actions let the rival win.
GAPS = _at("f3d e3d g3h g4h g1u c4u a4h a1d c3d e4u d5h d4u", **HEX4)
# d1h leaves the rival no legal action.
TIGHT = _at("c2d b1h b3u e1h e3u c5d b4h b2u a2h a1d d3u c4u e2d d2h", board="hex3", n=3)
FULL = _at("c2u b3v c3u d2v e2d d1h d4v c4v a4h a3h a2d d5v e5d")
LONG = _at("c4u b5u e2u d3d b1v d1u b3u c2d e4u d5d a2v d2v b2d d4*")
NO_WAY = _at("a4u c2h c1v b1h b2v a2h a1h a3d b4h b3d c4v d4d c3u d2h d1h", board="sq4", n=4)

PAGES = (
    RulePage("coffee.rules.goal", Diagram(_at(f"{PAST} d4*"))),
    RulePage("coffee.rules.first", Diagram(_at(""), considered="c3d")),
    RulePage("coffee.rules.line", Diagram(OPENING, marks=(Arrow("b2*", "b5*", bend=-0.16),))),
    RulePage("coffee.rules.stick", Diagram(OPENING, considered="b4v")),
    RulePage("coffee.rules.past", Diagram(_at(PAST), marks=(Arrow("a4*", "d4*", bend=-0.2),))),
    RulePage("coffee.rules.barred", Diagram(FULL, considered="a1u")),
    RulePage("coffee.rules.over", Diagram(LONG)),
    RulePage("coffee.rules.stuck", Diagram(NO_WAY)),
    RulePage("coffee.rules.both", Diagram(_at(PAST), considered="d4*")),
    RulePage("coffee.rules.swap", Diagram(_at("d4u", pie=True, **HEX4), shows_last=True)),
    RulePage("coffee.rules.boards", Diagram(CORNER)),
    RulePage("coffee.rules.sample", Diagram(_at("d1d e2v c2v d2h d5u e4v"), shows_last=True), is_sample=True),
)


def _drops(state: State, action: Action) -> bool:
    return isinstance(action, Drop)


def _leaves_one(state: State, action: Action) -> bool:
    return len(rules.offered(rules.apply(state, state.mover, action)[0])) == 1


def _wins(state: State, action: Action) -> bool:
    return rules.apply(state, state.mover, action)[0].reason == "row"


def _hands_over(state: State, action: Action) -> bool:
    return bool(rules.winning_cells(rules.apply(state, state.mover, action)[0]))


def _keeps(state: State, action: Action) -> bool:
    return not _hands_over(state, action)


def _sticks(state: State, action: Action) -> bool:
    return rules.apply(state, state.mover, action)[0].reason == "stuck"


def _is_no_swap(state: State, action: Action) -> bool:
    return not isinstance(action, Swap)


EXERCISES = (
    Exercise("coffee.try.place", OPENING, _drops),
    Exercise(
        "coffee.try.stick",
        CORNER,
        _leaves_one,
        (Wrong(_is_no_swap, "coffee.try.stick.more"),),
        mends=("allows_one_place", "one_place"),
    ),
    Exercise(
        "coffee.try.past", _at(PAST), _wins, (Wrong(_is_no_swap, "coffee.try.past.missed"),), mends=("misses_row",)
    ),
    Exercise(
        "coffee.try.danger",
        GAPS,
        _keeps,
        (Wrong(_hands_over, "coffee.try.danger.gift"),),
        mends=("allows_threat", "allows_trap", "closes_row", "gives_row", "safe"),
    ),
    Exercise(
        "coffee.try.stuck",
        TIGHT,
        _sticks,
        (Wrong(_is_no_swap, "coffee.try.stuck.way"),),
        mends=("allows_stuck", "sticks"),
    ),
)

DEMO = Demo(
    _at(""),
    (
        DemonstrationPart("coffee.demo.goal", 2.6),
        DemonstrationPart("coffee.demo.first", 3.0, ("c3h",)),
        DemonstrationPart("coffee.demo.line", 3.2, ("c1u",)),
        DemonstrationPart("coffee.demo.turns", 3.4, ("a3d", "b4u", "e1v", "a1d")),
        DemonstrationPart("coffee.demo.gap", 3.4, ("b2v", "e2h", "e5v", "a5h", "a2h")),
        DemonstrationPart("coffee.demo.slip", 2.6, ("a4v",)),
        DemonstrationPart("coffee.demo.win", 2.4, ("d4*",)),
    ),
)

# Of five games of level 5 against itself, this is the one whose worst action loses the least: 2 % of winning chance.
SAMPLE = Sample(
    _at(
        "d1d e2v c2v d2h d5u e4v a4v d4h d3d b1v e1u a5v e5h e3d c1v a1h a2h a3u b2d c3h c5h c4v b4h b3h b5*",
    ),
    {0: "coffee.sample.start"},
    has_captions=True,
)

LESSONS = Lessons(PAGES, EXERCISES, DEMO, SAMPLE)

"""Quoridor's lessons: every rule on a page, five exercises and a demonstration."""

from __future__ import annotations

from collections.abc import Callable

from game.quoridor import rules
from game.quoridor.paths import distances, wall_problem
from game.quoridor.state import Action, PawnMove, State, WallPlacement
from scenes.table.contract.lessons import (
    Arrow,
    BarredSign,
    Demo,
    DemonstrationPart,
    Diagram,
    Exercise,
    LessonPosition,
    Lessons,
    Misfit,
    Ring,
    RulePage,
    Sample,
    Wrong,
)


def _at(actions: str, **options: object) -> LessonPosition:
    return LessonPosition(tuple(actions.split()), options)


STEP = _at("e2 e8 e3 e7 e4 e6 e4h e7")
FACE_TO_FACE = _at("e2 e8 e3 e7 e4 e6 a1h e5")
WALL_BEHIND = _at("e2 e8 e3 e7 e4 e6 a1h e5 e5h h7h")
EDGE_BEHIND = _at("d1 d9 c1 c9 b1 b9 b2 a9 b3 a8 b4 a7 b5 a6 h7h a5")
THREE_IN_A_ROW = "e2 b5 e8 i6 e3 c5 e7 i7 e4 d5 e6 i8 h1h e5 a8h i7"
ONE_WALL = _at("e2 e8 e3 e7 e4 e6 d5h")
ANSWERED = _at("e2 e8 e3 e7 e4 e6 d5h d6")
POCKET = _at("d1 e8 d8v e9 f8v e8")
NO_WALLS_LEFT = _at("b2h e8 d3h e7 f2h e8 h3h e7 a5h e8 c5h e7 e5h e8 g6h e7 c7v e8 f7v e7")
BOXED_IN = _at(
    "e2 a6 h6h h5 e1 a7 d9 i5 d1 a6 c9 h5 c1 a5 b9 i5 b1 a4 a9 h5 a1 a3 a8 i5 "
    "g8h a2 a7 h5 e8h g6v a6 i5 g1h f3v a5 h5 e1h d4h a4 i5 a1v c7v a3 h5",
    players=4,
)
RACE = _at("e2 e8 e3 e7 e4 d7 e5 d6 e6 d5 e7 d4 c1h d3 a4h d2 a6h e2")

PAGES = (
    RulePage(
        "quoridor.rules.goal",
        Diagram(_at(""), marks=(Arrow("f1", "f9"), Arrow("d9", "d1")), lights=(0, 1)),
    ),
    RulePage("quoridor.rules.step", Diagram(STEP, centre="e4", marks=(BarredSign("e5"),), offered=True)),
    RulePage("quoridor.rules.jump", Diagram(FACE_TO_FACE, centre="e5", marks=(Arrow("e4", "e6", bend=-0.32),))),
    RulePage(
        "quoridor.rules.diagonal",
        Diagram(
            WALL_BEHIND,
            centre="e5",
            marks=(Arrow("e4", "d5", bend=0.12), Arrow("e4", "f5", bend=-0.12)),
            lit=("d5", "f5"),
        ),
    ),
    RulePage(
        "quoridor.rules.edge",
        Diagram(
            EDGE_BEHIND,
            centre="b5",
            marks=(Arrow("b5", "a6", bend=-0.12), Arrow("b5", "a4", bend=0.12)),
            lit=("a6", "a4"),
        ),
    ),
    RulePage(
        "quoridor.rules.third",
        Diagram(
            _at(THREE_IN_A_ROW, players=4),
            centre="e5",
            marks=(Arrow("e4", "e7", barred=True, bend=-0.3),),
            offered=True,
        ),
    ),
    RulePage(
        "quoridor.rules.pairs",
        Diagram(
            _at(THREE_IN_A_ROW, players=4, jump_pairs=True),
            centre="e5",
            marks=(Arrow("e4", "d5", bend=0.12), Arrow("e4", "f5", bend=-0.12)),
            lit=("d5", "f5"),
        ),
    ),
    RulePage("quoridor.rules.wall", Diagram(ONE_WALL, centre="e5", lit=("d6", "e6", "d5", "e5"), shows_last=True)),
    RulePage("quoridor.rules.overlap", Diagram(ANSWERED, centre="e5", considered="e5h")),
    RulePage("quoridor.rules.cross", Diagram(ANSWERED, centre="e5", considered="d5v")),
    RulePage("quoridor.rules.half", Diagram(ANSWERED, centre="e5", marks=(Misfit("e3h", "f3h"),))),
    RulePage("quoridor.rules.shut", Diagram(POCKET, centre="e7", considered="e7h")),
    RulePage("quoridor.rules.out", Diagram(NO_WALLS_LEFT, marks=(Ring("e1"),), offered=True)),
    RulePage("quoridor.rules.pass", Diagram(BOXED_IN, centre="c3", marks=(Ring("a1"),))),
    RulePage(
        "quoridor.rules.four",
        Diagram(
            _at("", players=4),
            marks=(Arrow("e2", "e4"), Arrow("b5", "d5"), Arrow("e8", "e6"), Arrow("h5", "f5")),
            lights=(0, 1, 2, 3),
        ),
    ),
    RulePage("quoridor.rules.sample", Diagram(_at("e2 e8 e3 e7 e4 e6 e3h f6h"), shows_last=True), is_sample=True),
)


def _is(kind: type[Action]) -> Callable[[State, Action], bool]:
    return lambda state, action: isinstance(action, kind)


def _comes_nearer(state: State, action: Action) -> bool:
    after = rules.apply(state, state.mover, action)[0]
    return isinstance(action, PawnMove) and distances(after)[0] < distances(state)[0]


def _jumps(state: State, action: Action) -> bool:
    return rules.text(action) == "e6"


def _hinders(state: State, action: Action) -> bool:
    after = rules.apply(state, state.mover, action)[0]
    return isinstance(action, WallPlacement) and distances(after)[1] > distances(state)[1]


def _shuts_in(state: State, action: Action) -> bool:
    problem = wall_problem(state, action) if isinstance(action, WallPlacement) else None
    return problem is not None and problem.kind == "sealed"


def _stays_ahead(state: State, action: Action) -> bool:
    """Return whether the mover arrives first if from now on nobody lays a wall. The rival moves next."""
    after = rules.apply(state, state.mover, action)[0]
    mine, theirs = distances(after)
    return mine < theirs


def _has_won(state: State) -> bool:
    return state.winner == 0


EXERCISES = (
    Exercise(
        "quoridor.try.step",
        _at(""),
        _comes_nearer,
        (Wrong(_is(WallPlacement), "quoridor.try.step.wall"), Wrong(_is(PawnMove), "quoridor.try.step.aside")),
    ),
    Exercise(
        "quoridor.try.jump",
        FACE_TO_FACE,
        _jumps,
        (Wrong(_is(WallPlacement), "quoridor.try.jump.wall"),),
        mends=("allows_jump", "denies_jump", "jump_gains"),
    ),
    Exercise(
        "quoridor.try.wall",
        _at("e2 e8 e3 e7"),
        _hinders,
        (Wrong(_is(PawnMove), "quoridor.try.wall.move"),),
        mends=("blocks", "costs_little", "misses_wall", "stops_arrival", "wasted_wall"),
    ),
    Exercise("quoridor.try.shut", POCKET, _shuts_in, (Wrong(_is(PawnMove), "quoridor.try.shut.move"),), refused=True),
    Exercise(
        "quoridor.try.race",
        RACE,
        _stays_ahead,
        (Wrong(_is(PawnMove), "quoridor.try.race.move"),),
        until=_has_won,
        mends=("arrives", "behind", "behind_then", "lets_arrive", "one_move_left", "wins_race"),
    ),
)

DEMO = Demo(
    _at(""),
    (
        DemonstrationPart("quoridor.demo.goal", 2.8),
        DemonstrationPart("quoridor.demo.step", 3.0, ("e2", "e8", "e3", "e7")),
        DemonstrationPart("quoridor.demo.wall", 2.6, ("e6h",)),
        DemonstrationPart("quoridor.demo.detour", 3.6, ("d7", "e4", "d6", "d4", "d5")),
        DemonstrationPart("quoridor.demo.jump", 2.6, ("d6",)),
        DemonstrationPart("quoridor.demo.race", 3.2, ("d4", "d7", "d3", "d8", "d2")),
        DemonstrationPart("quoridor.demo.win", 2.4, ("d9",)),
    ),
)

# Level 5 played three games against itself. This is the best of the games: no action in it lowers
# the mover's chance of winning by more than 11 %.
SAMPLE = Sample(
    _at(
        "e2 e8 e3 e7 e4 e6 e3h f6h c3h b6h a3h d6h e5v e5 f4v h6h d4h b4v d4 c5h c4 d5 c5 c4 d5 a8h e5 d4 a5h e4 e6 f4 "
        "g5h f5 d6 f6 c6 g6 b6 h6 a6 c8h a7 i6 a8 i5 h2h i4 b8 h4 c8 c7h d8 d8v c8 g4 g3h h4 b8 i4 b7 i3 c7 h3 d7 g3 "
        "e7 g2 e8 g1"
    ),
    {0: "quoridor.sample.start"},
    has_captions=True,
)

LESSONS = Lessons(PAGES, EXERCISES, DEMO, SAMPLE)

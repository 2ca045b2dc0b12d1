"""The lessons of Hyper Robots: the rules on pages, six exercises and a demonstration."""

from __future__ import annotations

from collections.abc import Callable

from game.robots import rules
from game.robots.board import COLOURS, Robots, RobotSlide, legal_slides, move_robot, slide
from game.robots.rounds import is_already_there, one_move_arrival, target_of
from game.robots.state import Action, Agree, Bid, Move, NoRoute, State
from scenes.table.contract.lessons import (
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

# In all lessons the seed is the same. With these sheets it sends the red robot to the cup at (14, 13).
SHEETS = ["red1r:0", "yellow1r:1", "green1r:2", "blue1r:3"]
Cell = tuple[int, int]


def _at(actions: str, *cells: Cell, players: int = 1) -> LessonPosition:
    """Return the position after `actions`, with the robots placed in the order of COLOURS."""
    placement = {colour: list(cell) for colour, cell in zip(COLOURS, cells, strict=True)}
    options: dict[str, object] = {"players": players, "chips_to_win": 1, "sheets": SHEETS, "placement": placement}
    return LessonPosition(tuple(actions.split(",")) if actions else (), options)


TWO_MOVES = ((10, 14), (14, 15), (1, 4), (6, 7), (15, 14))
STOPPED = _at("", (12, 5), (0, 4), (11, 6), (4, 5), (10, 0))
BOUNCE = _at("", (2, 11), (12, 7), (0, 15), (5, 0), (15, 3))
PASSING = _at("", (12, 11), (9, 1), (3, 3), (9, 11), (5, 13))
RESTING = _at("", (11, 3), (10, 4), (0, 14), (11, 5), (0, 11))
ONE_MOVE = _at("", (14, 14), (7, 3), (1, 14), (5, 10), (8, 6))
TABLE = _at("", *TWO_MOVES, players=2)
DECLARED = _at("0:bid 3,1:bid 2", *TWO_MOVES, players=2)
# Blue makes room for red.
THREE_MOVES = ((13, 14), (9, 5), (10, 12), (14, 14), (1, 5))
FEWEST = 3
RIVALS = 5
CONTEST = _at(f"1:bid {RIVALS},1:agree", *THREE_MOVES, players=2)
SHOWING = _at("0:bid 3,1:bid 2,0:agree,1:red E", *TWO_MOVES, players=2)
WON = _at("0:bid 3,1:bid 2,0:agree,1:red E,1:red N", *TWO_MOVES, players=2)

SAMPLE_OPTIONS = {"players": 2, "chips_to_win": 2}

PAGES = (
    RulePage("robots.rules.goal", Diagram(TABLE)),
    RulePage("robots.rules.slide", Diagram(STOPPED, centre="red N", offered=True)),
    RulePage("robots.rules.stop", Diagram(STOPPED, centre="red W", considered="red W")),
    RulePage("robots.rules.bounce", Diagram(BOUNCE, centre="red E", considered="red E")),
    RulePage("robots.rules.pass", Diagram(PASSING, considered="red N")),
    RulePage("robots.rules.rest", Diagram(RESTING, centre="red W", considered="red W")),
    RulePage("robots.rules.target", Diagram(_at("0:red E", *TWO_MOVES), considered="red N")),
    RulePage("robots.rules.hole", Diagram(TABLE)),
    RulePage("robots.rules.one_move", Diagram(ONE_MOVE, centre="red N", considered="red N")),
    RulePage("robots.rules.twice", Diagram(TABLE)),
    RulePage("robots.rules.declare", Diagram(DECLARED)),
    RulePage("robots.rules.clock", Diagram(DECLARED)),
    RulePage("robots.rules.show", Diagram(SHOWING, considered="red N")),
    RulePage("robots.rules.fail", Diagram(SHOWING)),
    RulePage("robots.rules.end", Diagram(WON)),
    RulePage("robots.rules.alone", Diagram(_at("", *TWO_MOVES), offered=True)),
    RulePage("robots.rules.sample", Diagram(LessonPosition((), SAMPLE_OPTIONS)), is_sample=True),
)


def _way(state: State, action: Action) -> RobotSlide | None:
    """Return the slide of a move."""
    return slide(state.board, state.robots, action.colour, action.heading) if isinstance(action, Move) else None


def _is_red(state: State, action: Action) -> bool:
    return isinstance(action, Move) and action.colour == "red"


def _is_other(state: State, action: Action) -> bool:
    return not _is_red(state, action)


def _red_that(test: Callable[[RobotSlide], bool]) -> Callable[[State, Action], bool]:
    """Return a test of actions: whether the action moves the red robot, and `test` accepts the slide."""

    def accepts(state: State, action: Action) -> bool:
        way = _way(state, action)
        return _is_red(state, action) and way is not None and test(way)

    return accepts


def _leads_on(state: State, action: Action) -> bool:
    """Return whether a move reaches the target, or makes that possible with one more move."""
    after = rules.apply(state, 0, action)[0]
    return after.phase == "over" or one_move_arrival(after.board, after.robots, target_of(after))


def _bids(test: Callable[[int], bool]) -> Callable[[State, Action], bool]:
    """Return a test that is true for declared numbers for which `test` is true."""
    return lambda state, action: isinstance(action, Bid) and test(action.number)


def _wins(state: State, action: Action) -> bool:
    """Return whether an action declares the least number of moves, or is a move of a shortest route."""
    if not isinstance(action, Move):
        return action == Bid(FEWEST)
    way = _way(state, action)
    left = FEWEST - len(state.moves) - 1
    return way is not None and _home_in(state, move_robot(state.robots, way), left)


def _home_in(state: State, robots: Robots, left: int) -> bool:
    """Return whether the chip's robot can reach its target from `robots` in `left` moves.

    With 0, it must already be there.
    """
    if left == 0:
        return is_already_there(robots, target_of(state))
    if left == 1:
        return one_move_arrival(state.board, robots, target_of(state))
    return any(_home_in(state, move_robot(robots, way), left - 1) for way in legal_slides(state.board, robots))


def _clock_ends(state: State) -> str:
    """Let the clock run out after a declared number, because the rival has no answer."""
    return "clock:expire" if state.phase == "bid" else ""


def _arrived(state: State) -> bool:
    return state.phase == "over"


EXERCISES = (
    Exercise("robots.try.slide", _at("", *TWO_MOVES), _is_red, (Wrong(_is_other, "robots.try.slide.wrong_robot"),)),
    Exercise(
        "robots.try.stop",
        STOPPED,
        _red_that(lambda way: way.legs[-1].end == "robot"),
        (Wrong(_is_red, "robots.try.stop.wall"),),
        mends=("standing", "stopper"),
    ),
    Exercise("robots.try.bounce", BOUNCE, _red_that(lambda way: len(way.legs) > 1)),
    Exercise("robots.try.pass", PASSING, _red_that(lambda way: any(leg.passed for leg in way.legs))),
    Exercise("robots.try.arrive", _at("", *TWO_MOVES), _leads_on, until=_arrived, mends=("alone", "other_robot")),
    Exercise(
        "robots.try.declare",
        CONTEST,
        _wins,
        (
            Wrong(_bids(lambda number: number < FEWEST), "robots.try.declare.too_few"),
            Wrong(_bids(lambda number: number >= RIVALS), "robots.try.declare.not_fewer"),
            Wrong(_bids(lambda number: number > FEWEST), "robots.try.declare.too_many"),
            Wrong(lambda state, action: isinstance(action, Agree), "robots.try.declare.agreed"),
            Wrong(lambda state, action: isinstance(action, NoRoute), "robots.try.declare.none"),
            Wrong(lambda state, action: isinstance(action, Move), "robots.try.declare.astray"),
        ),
        until=_arrived,
        follows=_clock_ends,
        pressed=True,
        mends=(
            "bid_impossible",
            "declared_nothing",
            "failed_conceded",
            "failed_moves",
            "failed_time",
            "tie_chips",
            "tie_later",
        ),
    ),
)

DEMO = Demo(
    TABLE,
    (
        DemonstrationPart("robots.demo.chip", 3.0),
        DemonstrationPart("robots.demo.count", 3.0),
        DemonstrationPart("robots.demo.declare", 3.4, ("0:bid 3",)),
        DemonstrationPart("robots.demo.fewer", 3.2, ("1:bid 2", "0:agree")),
        DemonstrationPart("robots.demo.show", 3.6, ("1:red E",)),
        DemonstrationPart("robots.demo.win", 3.8, ("1:red N",)),
    ),
)

# Levels 5 and 3 play. Each winning number is the least possible one.
SAMPLE = Sample(
    LessonPosition(
        (
            *("1:bid 7", "1:agree", "0:bid 7", "0:agree", "1:agree"),
            *("1:red S", "1:red E", "1:red N", "1:blue W", "1:red S", "1:red E", "1:red N"),
            *("0:bid 8", "0:agree", "1:bid 9", "0:agree", "1:agree", "0:green N", "0:green W", "0:yellow E"),
            *("0:green N", "0:green W", "0:yellow W", "0:yellow S", "0:yellow E"),
            *("0:bid 6", "0:agree", "1:bid 6", "0:agree", "1:agree"),
            *("0:blue E", "0:blue N", "0:blue W", "0:blue E", "0:blue E", "0:blue N"),
        ),
        SAMPLE_OPTIONS,
    ),
    {0: "robots.sample.start"},
    has_captions=True,
    optima={0: 7, 12: 8, 25: 6},
)

LESSONS = Lessons(PAGES, EXERCISES, DEMO, SAMPLE)

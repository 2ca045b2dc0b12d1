"""Engines in Hyper Robots: asked for a route with the puzzle alone, they declare what their route proves."""

import json
import sys
import time
from pathlib import Path

import pytest

from game.agents.agent import Job, PlannedAction, SeatPlan
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.rules import IllegalActionError, NotationError
from game.outside.engine import EngineCommand, OutsideEngine, OutsideError, OutsidePlayer
from game.registry import find
from game.robots import rules
from game.robots.questions import RobotsQuestions, route_of
from game.robots.rounds import target_of
from game.robots.search.solver import Solver
from game.robots.state import Bid
from game.session.session import Session
from game.tournament import players
from game.tournament.match import Match
from game.tournament.players import SeatedAgent
from game.tournament.runner import play

ROOT = Path(__file__).parents[2]
BOT = str(ROOT / "tests" / "outside_solver.py")
SPEC = find("robots")
AI = SeatConfig("ai", 1)
EXT = SeatConfig("ai", 5, name="ext:bot", engine="bot")
OPTIONS = {"players": 2, "chips_to_win": 1}


@pytest.fixture(autouse=True)
def ended():
    """No engine outlives a test."""
    yield
    players.close_engines()


@pytest.fixture(scope="module")
def chip():
    """A first chip and the engine's answer to it, which is the shortest route."""
    state = rules.start(resolve(SPEC.options, OPTIONS), 3)
    route = Solver().solve(state.board, state.robots, target_of(state), one_move="one_move" in state.bites).route
    return state, {"moves": len(route), "solution": [[move.colour, move.heading] for move in route]}


def engine(*how):
    return EngineCommand("bot", (sys.executable, BOT, *how))


def match(how, log=None, seats=(EXT, AI), **options):
    words = (how,) if log is None else (how, str(log))
    return Match("robots", resolve(SPEC.options, {**OPTIONS, **options}), seats, 3, find, (engine(*words),), 2.0)


def test_a_route_is_declared_when_it_is_there_and_shown_later(chip):
    state, answer = chip
    plan = RobotsQuestions().plan(state, 0, answer, 1.5)
    route = tuple(f"{colour} {heading}" for colour, heading in answer["solution"])
    assert plan == SeatPlan((PlannedAction(1.5, f"bid {len(route)}", route),))
    state, _ = rules.apply(state, 0, Bid(len(route)))
    assert RobotsQuestions().plan(state, 0, answer, 1.5) == SeatPlan((), route)


def test_a_silent_seat_declares_after_its_silence(chip):
    _, answer = chip
    state = rules.start(resolve(SPEC.options, {**OPTIONS, "silence": [20, 0]}), 3)
    [bid] = RobotsQuestions().plan(state, 0, answer, 1.5).steps
    assert 20 < bid.delay < 21


def test_a_route_ends_where_it_first_arrives(chip):
    state, answer = chip
    longer = {"moves": 99, "solution": [*answer["solution"], *[["red", "N"], ["red", "S"]]]}
    assert len(route_of(state, longer)) == answer["moves"]


@pytest.mark.parametrize(
    ("solution", "error"),
    [
        ([], NotationError),
        ("red N", NotationError),
        ([["red"]], NotationError),
        ([["red", 1]], NotationError),
        ([["pink", "N"]], NotationError),
        ([["agree", ""]], NotationError),
        ([["red", "N"]] * 100, NotationError),
    ],
)
def test_what_is_no_route(chip, solution, error):
    with pytest.raises((error, IllegalActionError)):
        route_of(chip[0], {"moves": 3, "solution": solution})


def test_a_route_that_leads_elsewhere_is_refused(chip):
    state, answer = chip
    with pytest.raises(IllegalActionError, match="does not reach"):
        route_of(state, {"moves": 1, "solution": answer["solution"][:-1]})


def test_no_route_is_no_fault(chip):
    assert route_of(chip[0], {"moves": None, "solution": []}) == ()


class Deaf(OutsideEngine):
    """An engine that counts how often it is asked, and answers what it was given, or nothing. It starts at `warm`."""

    pid = None

    def __init__(self, answer=None, start=None):
        super().__init__(EngineCommand("bot", ()))
        self.answer = answer
        self.delay = start
        self.asked = self.starts = 0

    def warm(self, request, *, others=False):
        self.starts += 1
        if self.delay is None:
            raise OutsideError("bot", "crash", "no start")
        time.sleep(self.delay)
        self.pid = 1

    def ask(self, question, seconds):
        self.asked += 1
        if self.answer is None:
            raise OutsideError("bot", "late", "no answer")
        return self.answer


def planned(asked, times):
    """What a player plans at a first chip, so many times after one another; None where a fault is told."""
    player = OutsidePlayer(asked, find)
    record = Record("robots", resolve(SPEC.options, OPTIONS), 3, (), (EXT, AI)).to_json()
    plans = []
    for _ in range(times):
        try:
            plans.append(player.think(Job("plan", record, 0, 5, 0, 0, 0, engine="bot"), 1.0).plan)
        except OutsideError:
            plans.append(None)
    return plans


@pytest.mark.parametrize("given", [None, {"moves": 1, "solution": [["red", "up"]] * 9 + [["no robot", "up"]]}])
def test_what_fails_at_a_chip_is_told_once_and_not_asked_again(given):
    asked = Deaf(given, start=0.0)
    assert planned(asked, 3) == [None, SeatPlan(), SeatPlan()] and asked.asked == 1


def test_a_chip_is_asked_of_once(chip):
    asked = Deaf(chip[1], start=0.0)
    first, second, third = planned(asked, 3)
    assert first.steps and first == second == third and asked.asked == 1


def test_an_engine_that_does_not_start_is_started_once_a_chip(chip):
    asked = Deaf(chip[1])
    assert planned(asked, 3) == [None, SeatPlan(), SeatPlan()]
    assert (asked.starts, asked.asked) == (1, 0)


def test_the_start_of_an_engine_is_none_of_its_thinking(chip):
    [plan] = planned(Deaf(chip[1], start=0.4), 1)
    [bid] = plan.steps
    assert bid.delay < 0.3


def test_an_engine_wins_a_chip_and_hears_of_the_puzzle_alone(tmp_path):
    game = play(match("well", tmp_path / "asked"), 0)
    assert (game.winners, game.fault) == ((0,), "")
    asked = [json.loads(line) for line in (tmp_path / "asked").read_text().splitlines()]
    assert {frozenset(request) for request in asked} == {
        frozenset(("id", "cmd", "puzzle", "one_move_rule", "level", "seconds"))
    }
    assert {request["cmd"] for request in asked} == {"solve"}
    warming, chip = asked
    assert warming["puzzle"] != chip["puzzle"], "what it gets ready with tells nothing of the game"


@pytest.mark.one_in(2)
@pytest.mark.parametrize("how", ["no route", "wrong route", "nonsense"])
def test_without_a_route_that_works_nothing_is_declared(how):
    game = play(match(how), 0)
    assert game.fault == "" and game.moves[0] >= 1
    assert not [action for action in game.actions if action.startswith("0:bid")]


def test_a_fault_loses_the_game():
    game = play(match("crashes"), 0)
    assert (game.winners, game.reason) == ((1,), "crash")


def test_two_engines_are_asked_beside_each_other():
    seats = (EXT, SeatConfig("ai", 5, name="ext:bot", engine="bot"), SeatConfig("ai", 2))
    game = play(match("well", seats=seats, players=3), 0)
    bids = [action for action in game.actions if ":bid" in action]
    assert {bid[0] for bid in bids[:2]} == {"0", "1"} and game.fault == ""


def test_an_engine_in_practice():
    seat = (EXT,)
    options = resolve(SPEC.options, {"players": 1})
    game = play(Match("robots", options, seat, 3, find, (engine("well"),), 2.0), 0)
    assert (game.winners, game.reason) == ((0,), "arrival")


def test_a_job_that_is_dropped_is_not_asked():
    agent = SeatedAgent(find, [engine("crashes"), None], 1.0)
    session = Session(SPEC, OPTIONS, 3, (EXT, AI), agent=agent, min_think=0.0)
    session.tick(True)
    session.close()
    assert agent._waiting == []

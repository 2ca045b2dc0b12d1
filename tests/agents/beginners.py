"""Scripted beginners, one a game, and their matches against the AI: how a child plays that has just heard the rules.

Each sees most of what is in front of it and looks no further. What it overlooks hangs on the seed alone.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from game.agents.agent import Job, PlannedAction, SeatPlan, Thought
from game.agents.compiling import prepared_brain
from game.agents.worker import InlineAgent
from game.coffee.rules import winning_actions
from game.core.options import resolve
from game.core.record import SeatConfig, record_from_json, replay, with_strength
from game.core.rules import Outcome
from game.quoridor import rules as quoridor
from game.quoridor.paths import distances
from game.quoridor.state import PawnMove, WallPlacement
from game.registry import find
from game.robots import rules as robots
from game.robots.bidding import Chip
from game.robots.search.solver import Solver
from game.robots.state import Bid
from game.session.session import Session
from game.star import rules as star
from game.tournament.runner import MAX_PLIES, WAIT

LONGEST_ROUTE = 6  # moves of a route that it finds among the robots
FINDS = 0.75  # how often it finds one that is there
SECONDS_A_MOVE = 5.5  # that each move of it takes to find, more or less
SPREAD = 0.4  # standard deviation of the logarithm of that
GIVES_UP = 60.0  # seconds after which it says that it has found nothing

CHILD = 0  # who plays in the place of a level
RUNS = 0.9  # how often a child steps towards its goal

Play = Callable[[Any, int, Random], Any]


def coffee_child(state: Any, seat: int, random: Random) -> Any:
    """Completes its own row where it can; of the other's it sees nothing, so any stone and stick will do."""
    wins = winning_actions(state, seat)
    return random.choice(wins or list(find("coffee").rules.legal(state, seat)))


def star_child(state: Any, seat: int, random: Random) -> Any:
    """Surrounds the star where it can at once, and never thinks of what the other does then. Offers no draws."""
    actions = star.board_actions(state)
    if not actions:
        return star.parse("resign")
    wins = [action for action in actions if wins_for(star.outcome(star.apply(state, seat, action)[0]), seat)]
    return random.choice(wins or actions)


def quoridor_child(state: Any, seat: int, random: Random) -> Any:
    """Runs to its goal nine times of ten, and else lays a wall anywhere."""
    legal = quoridor.legal(state, seat)
    walls = [action for action in legal if isinstance(action, WallPlacement)]
    steps = [action for action in legal if isinstance(action, PawnMove)]
    if walls and (random.random() >= RUNS or not steps):
        return random.choice(walls)
    if not steps:
        return legal[0]  # it passes
    after = {step: quoridor.apply(state, seat, step)[0] for step in steps}
    lengths = {step: 0 if found.winner == seat else distances(found)[seat] for step, found in after.items()}
    return random.choice([step for step in steps if lengths[step] == min(lengths.values())])


CHILDREN: dict[str, Play] = {"coffee": coffee_child, "star": star_child, "quoridor": quoridor_child}
"""Those who have just heard the rules, and see nothing but their own next step."""


class RobotsBeginner(InlineAgent):
    """An agent that looks for routes on `seat` as a beginner does; the other seats think as they would without it."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self._seat = seat
        self._asked: Job | None = None
        self._solver = Solver()

    def request(self, job: Job) -> None:
        """Keep a job for the next poll."""
        self._asked = job if job.seat == self._seat else None
        if self._asked is None:
            super().request(job)

    def cancel(self) -> None:
        """Forget the job kept."""
        self._asked = None
        super().cancel()

    def poll(self) -> Thought | None:
        """The answer to the job kept."""
        job, self._asked = self._asked, None
        if job is None:
            return super().poll()
        plan = self._plan(job)
        return Thought("", plan=plan, kind="plan", revision=job.revision, decision=job.decision)

    def _plan(self, job: Job) -> SeatPlan:
        """A short route for the chip, found or overlooked by the same chance whenever it is asked."""
        record = record_from_json(job.record, "job")
        state = replay(find("robots"), record.options, record.seed, record.actions).state
        chip = Chip.of(state)
        route = chip.route(self._solver, chip.robots, max_moves=LONGEST_ROUTE)
        random = Random(f"{job.agent_seed}/{state.chip_number}/{state.attempt}")
        seconds = SECONDS_A_MOVE * len(route) * random.lognormvariate(0.0, SPREAD)
        if not route or random.random() >= FINDS:
            return SeatPlan(patience=GIVES_UP)
        texts = tuple(robots.text(move) for move in route)
        if state.phase == "demonstrate":
            return SeatPlan(route=texts[len(state.moves) :])
        if state.lowest_of(job.seat) is not None:
            return SeatPlan(route=texts)
        return SeatPlan((PlannedAction(seconds, robots.text(Bid(max(2, len(route)))), texts),))


def game_in_turn(game: str, strength: float, number: int, player: int = CHILD) -> float:
    """The points of a child, or of a level in its place, in game `number`, which is its seed; a draw counts half.

    It sits on seat 0 where the number is even.
    """
    spec = find(game)
    brain = prepared_brain(spec)
    own, random = number % 2, Random(number)
    state = spec.rules.start(resolve(spec.options, {}), number)
    for _ in range(MAX_PLIES):
        outcome = spec.rules.outcome(state)
        if outcome is not None:
            return _points(outcome, own)
        (seat,) = spec.rules.actors(state)
        if seat == own and player == CHILD:
            action = CHILDREN[game](state, seat, random)
        else:
            plays = player if seat == own else strength
            action = spec.rules.parse(brain.choose(state, seat, plays, number, None, lambda: False).action)
        state, _ = spec.rules.apply(state, seat, action)
    raise AssertionError("the game does not end")


def robots_game(strength: float, number: int, player: int = CHILD, **options: Any) -> float:
    """As `game_in_turn`, with a beginner in Hyper Robots, in virtual time."""
    own = number % 2
    seats = [with_strength(SeatConfig("ai"), strength)] * 2
    seats[own] = SeatConfig("ai", max(1, player))
    session = Session(
        find("robots"),
        resolve(find("robots").options, options),
        number,
        seats,
        agent=RobotsBeginner(own) if player == CHILD else InlineAgent(),
        agent_seed=number,
        min_think=0.0,
    )
    while session.outcome is None:
        assert session.ply < MAX_PLIES
        if session.tick(idle=True) is None:
            session.advance(WAIT)
    return _points(session.outcome, own)


def wins_for(outcome: Outcome | None, seat: int) -> bool:
    """Whether the game is over, and won by `seat`."""
    return outcome is not None and seat in outcome.winners


def _points(outcome: Outcome, seat: int) -> float:
    return float(seat in outcome.winners) if outcome.winners else 0.5

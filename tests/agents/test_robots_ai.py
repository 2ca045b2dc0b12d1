"""The AI of Hyper Robots: what each level declares and when, and what it does in each phase."""

import statistics
from random import Random

import pytest

from game.agents.agent import SeatPlan
from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.bidding import LEVELS, MOST_ROUTES, Chip, declarations, difficulty, effort, find_ideas
from game.robots.board import COLOURS
from game.robots.brain import RobotsBrain
from game.robots.rounds import counts
from game.robots.rules import seats_still_thinking
from game.robots.search.solver import Solver
from game.robots.state import Agree, Bid, Expire, Move, NoRoute

GAMES = 50


@pytest.fixture(scope="module")
def brain():
    return RobotsBrain()


def keep_on():
    return False


def start(seed=0, **options):
    return rules.start(resolve(SPEC.options, options), seed)


def play(state, *actions):
    """The state after actions, each a seat and an action."""
    for seat, action in actions:
        state, _ = rules.apply(state, seat, action)
    return state


@pytest.fixture(scope="module")
def planned(brain):
    """Each level's plans for many chips, each with the length of the shortest route."""
    plans: dict[float, list[tuple[SeatPlan, int]]] = {level: [] for level in LEVELS}
    for seed in range(GAMES):
        state = start(seed)
        optimum = len(brain.review(state, keep_on).pv)
        for level in LEVELS:
            plans[level].append((brain.plan(state, 0, level, seed, keep_on), optimum))
    return plans


def number(step):
    bid = rules.parse(step.action)
    assert isinstance(bid, Bid)
    return bid.number


class TestPlans:
    def test_the_fifth_level_finds_the_optimum_and_is_quick(self, planned):
        plans = planned[5]
        best = sum(bool(plan.steps) and number(plan.steps[-1]) == optimum for plan, optimum in plans)
        assert best >= 0.95 * GAMES
        assert statistics.median(plan.steps[-1].delay for plan, _ in plans if plan.steps) < 12

    def test_stronger_levels_find_more_and_sooner(self, planned):
        found, times = [], []
        for level in LEVELS:
            plans = planned[level]
            found.append(sum(bool(plan.steps) and number(plan.steps[-1]) == optimum for plan, optimum in plans))
            times.append(statistics.median(plan.steps[0].delay for plan, _ in plans if plan.steps))
        assert found == sorted(found) and found[0] < found[-1]
        assert times == sorted(times, reverse=True)

    def test_the_weakest_sometimes_find_nothing_and_look_for_a_while(self, planned):
        plans = [plan for plan, _ in planned[1]]
        empty = [plan for plan in plans if not plan.steps]
        assert 0 < len(empty) < GAMES / 2
        assert all(plan.patience > 5 for plan in empty)

    def test_a_longer_route_may_come_first(self, planned):
        plans = [plan for level in LEVELS for plan, _ in planned[level]]
        assert sum(len(plan.steps) > 1 for plan in plans) > GAMES / 2
        for plan in plans:
            numbers = [number(step) for step in plan.steps]
            assert numbers == sorted(set(numbers), reverse=True)
            delays = [step.delay for step in plan.steps]
            assert delays == sorted(delays)

    def test_harder_chips_take_longer(self):
        solver = Solver()
        ideas = [find_ideas(solver, Chip.of(start(seed)), keep_on) for seed in range(GAMES)]
        by_length: dict[int, list[float]] = {}
        for found in ideas:
            spoken = [declarations(found, 3, Random(seed)) for seed in range(30)]
            delays = [each[-1].delay for each in spoken if each and each[-1].number == len(found[-1].route)]
            by_length.setdefault(len(found[-1].route), []).extend(delays)
        short = [delay for length, delays in by_length.items() if length <= 3 for delay in delays]
        long = [delay for length, delays in by_length.items() if length >= 7 for delay in delays]
        assert statistics.median(long) > 2 * statistics.median(short)

    def test_every_declaration_can_be_shown(self, brain):
        for seed in range(GAMES):
            state = start(seed, one_move_rule=("own", "any", "turn")[seed % 3])
            for level in (2, 3, 4, 5):
                for step in brain.plan(state, 0, level, seed, keep_on).steps:
                    assert len(step.route) == number(step)
                    assert self.is_shown(state, [rules.parse(text) for text in step.route])

    def test_the_first_level_counts_a_move_too_few_now_and_then_and_fails(self, brain, planned):
        steps = [step for plan, _ in planned[1] for step in plan.steps]
        slips = [step for step in steps if number(step) < len(step.route)]
        assert 0.15 * len(steps) < len(slips) < 0.45 * len(steps)
        assert all(number(step) == len(step.route) - 1 for step in slips)
        assert all(number(step) == len(step.route) for plan, _ in planned[2] for step in plan.steps)
        seed, slip = next(
            (seed, plan.steps[0])
            for seed, (plan, _) in enumerate(planned[1])
            if plan.steps and 2 < number(plan.steps[0]) < len(plan.steps[0].route)
        )
        state = play(start(seed), (0, rules.parse(slip.action)), (1, Agree()), (0, Agree()))
        state = play(state, *((0, rules.parse(text)) for text in slip.route[:-1]))
        assert (state.attempt, state.chips[0]) == (2, 0)

    def is_shown(self, state, route):
        """Whether the rules let a seat win the chip with the route."""
        state = (
            play(state, (0, Bid(len(route))), (1, Agree()), (0, Agree()))
            if len(route) > 2
            else play(state, (0, Bid(2)), (1, Agree()))
        )
        assert state.demonstrator == 0
        one_move = "one_move" in state.bites
        state = play(state, *((0, move) for move in route))
        return state.chips[0] == 1 and counts(route, one_move, state.settings.one_move_rule)

    def test_the_same_whenever_it_is_asked(self, brain):
        state = start(5)
        assert brain.plan(state, 1, 2, 7, keep_on) == RobotsBrain().plan(state, 1, 2, 7, keep_on)
        plans = {brain.plan(state, 1, 2, agent_seed, keep_on) for agent_seed in range(12)}
        assert len(plans) > 6

    def test_one_solve_serves_all_seats(self, brain):
        assert not RobotsBrain().plan(start(7), 1, 5, 0, lambda: True).steps, "a solve that is stopped finds nothing"
        brain.plan(start(7), 0, 3, 0, keep_on)
        assert brain.plan(start(7), 1, 5, 0, lambda: True).steps

    def test_a_review_has_all_shortest_routes(self, brain):
        told: list[int] = []
        thought = brain.review(start(8), keep_on, told.append)
        assert len(thought.routes) == len(set(thought.routes)) == 3 and thought.complete
        assert thought.pv == thought.routes[0] and {len(route) for route in thought.routes} == {thought.depth}
        assert told == list(range(2, thought.depth + 1))

    def test_what_was_declared_is_kept_to_and_undercut(self, brain):
        state = start(3)  # five moves
        plan = brain.plan(play(state, (0, Bid(9))), 0, 5, 0, keep_on)
        assert len(plan.route) <= 9 and all(number(step) < 9 for step in plan.steps)
        plan = brain.plan(play(state, (0, Bid(5))), 0, 5, 0, keep_on)
        assert (len(plan.route), plan.steps) == (5, ())

    def test_a_demonstration_begun_is_carried_on(self, brain):
        state = play(start(3), (0, Bid(6)), (1, Agree()), (0, Agree()))
        route = [rules.parse(text) for text in brain.plan(state, 0, 1, 0, keep_on).route]
        state = play(state, (0, route[0]))
        rest = [rules.parse(text) for text in brain.plan(state, 0, 1, 0, keep_on).route]
        assert rest == route[1:]


class TestChoose:
    @pytest.mark.parametrize("level", LEVELS)
    def test_it_is_legal_in_every_phase(self, brain, level):
        for players, seed in ((1, 0), (2, 1), (3, 2)):
            state = start(seed, players=players)
            for _ in range(40):
                actors = rules.actors(state)
                if not actors:
                    break
                for seat in actors:
                    thought = brain.choose(state, seat, level, 0, None, keep_on)
                    assert rules.parse(thought.action) in rules.legal(state, seat)
                state = play(state, (seat, rules.parse(thought.action)))

    @pytest.mark.parametrize(
        ("before", "level", "action"),
        [
            ("", 5, "bid 5"),  # which is the optimum
            ("0:bid 5", 5, "agree"),  # to what cannot be bettered
            ("0:bid 5 1:agree 0:agree", 1, "green W"),  # it shows what it declared
            ("0:bid 4 1:agree 0:agree", 1, "concede"),  # and concedes what it cannot
        ],
    )
    def test_what_is_done_in_each_phase(self, brain, before, level, action):
        state = start(3)
        for seat, text in (step.split(":") for step in before.replace("bid ", "bid_").split()):
            state = play(state, (int(seat), rules.parse(text.replace("_", " "))))
        thought = brain.choose(state, 0, level, 0, None, keep_on)
        assert thought.action == action
        assert action != "bid 5" or (thought.depth, len(thought.pv)) == (5, 5)

    def test_practice_is_solved_from_anywhere_in_the_fewest_moves(self, brain):
        for seed in range(6):
            state = start(seed, players=1)
            optimum = len(brain.review(state, keep_on).pv)
            for _ in range(optimum):
                assert state.phase == "practice"
                state = play(state, (0, rules.parse(brain.choose(state, 0, 1, 0, None, keep_on).action)))
            assert state.phase == "over"

    def test_the_hint_in_practice_holds_the_whole_rest_of_the_route(self, brain):
        state = start(3, players=1)
        thought = brain.choose(state, 0, 5, 0, None, keep_on)
        assert thought.action == thought.pv[0] and len(thought.pv) == 5


class TestUndecided:
    def test_who_is_waited_for(self):
        state = start(3, players=3)
        assert seats_still_thinking(state) == (0, 1, 2)
        state = play(state, (1, NoRoute()))
        assert seats_still_thinking(state) == (0, 2)
        state = play(state, (0, Bid(5)), (1, Agree()))
        assert seats_still_thinking(state) == (0, 2)
        state = play(state, (-1, Expire()))
        assert seats_still_thinking(state) == (0,)


def test_difficulty_is_that_of_the_easiest_route_and_less_where_there_are_more():
    alone = (Move("red", "N"), Move("red", "E"))
    helped = (Move("red", "N"), Move("blue", "E"))
    assert (effort(alone), effort(helped)) == (2.0, 3.5)
    assert difficulty([helped]) == 3.5
    assert difficulty([helped, alone]) == 2.0 - 1.0
    assert difficulty([helped] * 4) == 3.5 - 2.0
    assert difficulty([helped] * 500) == difficulty([helped] * MOST_ROUTES)
    assert effort([Move(colour, "N") for colour in COLOURS]) == 5 + 4 * 1.5

"""Plans: what AI seats do where several act at once, in virtual time."""

import pytest

from game.agents.agent import Plan, Planned, Thought
from game.agents.inline import InlineAgent
from game.core.record import SeatConfig
from game.core.rules import Outcome
from game.planning import Plans
from game.robots import SPEC as ROBOTS
from game.robots.state import Arrived, ChipWon
from game.session import Session
from tests.toy import SEALED

HUMAN = SeatConfig()
AI = SeatConfig("ai", 5)


class Planner:
    """An agent that plans what the test gives it for each seat; keeps what it was asked."""

    def __init__(self, **plans):
        self.plans = plans
        self.jobs = []
        self.waiting = []

    def request(self, job):
        self.jobs.append(job)
        plan = self.plans.get(f"seat{job.seat}")
        error = "" if plan else "out of ideas"
        self.waiting = [
            Thought("", plan=plan, error=error, kind=job.kind, revision=job.revision, decision=job.decision)
        ]

    def poll(self):
        return self.waiting.pop() if self.waiting else None

    def cancel(self):
        self.waiting = []


def sealed(agent, *seats):
    return Session(SEALED, {"players": len(seats)}, 0, seats, agent=agent, min_think=0)


def robots(agent, *seats, **options):
    return Session(ROBOTS, {"players": len(seats), **options}, 1, seats, agent=agent, min_think=0.5)


def bids_at(seconds, *actions):
    return Plan(tuple(Planned(at, action) for at, action in zip(seconds, actions, strict=True)))


def live(session, seconds, step=0.25):
    """Let time pass; the actions of that time in notation, each with its time."""
    done = []
    for number in range(round(seconds / step)):
        while played := session.tick(True):
            done.append((number * step, f"{played.seat}:{session.spec.rules.text(played.action)}"))
        session.advance(step)
    return done


class TestTimes:
    def test_actions_come_at_their_time_whoever_was_asked_first(self):
        agent = Planner(seat0=bids_at([3], "bid 2"), seat1=bids_at([1], "bid 3"))
        session = sealed(agent, AI, AI, HUMAN)
        assert live(session, 5) == [(1.0, "1:bid 3"), (3.0, "0:bid 2")]
        assert [(job.kind, job.seat) for job in agent.jobs] == [("plan", 0), ("plan", 1)]

    def test_each_seat_is_asked_once_for_a_decision(self):
        agent = Planner(seat0=Plan(), seat1=Plan())
        session = sealed(agent, AI, AI, HUMAN)
        live(session, 3)
        session.submit(2, 1)
        live(session, 3)
        assert [job.seat for job in agent.jobs] == [0, 1]

    def test_an_action_that_is_no_longer_legal_is_dropped(self):
        agent = Planner(seat0=bids_at([1, 2, 3], "bid 9", "bid 12", "bid 6"))
        session = robots(agent, AI, HUMAN)
        assert live(session, 5) == [(1.0, "0:bid 9"), (3.0, "0:bid 6")]

    def test_a_seat_without_a_plan_says_nothing_and_the_game_goes_on(self, caplog):
        session = robots(Planner(), AI, HUMAN)
        session.submit(1, ROBOTS.rules.parse("none"))
        assert live(session, 2)[0] == (0.5, "0:none")
        assert "out of ideas" in caplog.text

    def test_a_new_decision_is_planned_anew(self):
        agent = Planner(seat0=Plan())
        session = robots(agent, AI, HUMAN)
        live(session, 1)
        session.submit(1, ROBOTS.rules.parse("none"))
        live(session, 2)
        assert [job.decision for job in agent.jobs] == [(1, 1), (2, 1)]

    def test_without_an_agent_the_clock_decides(self):
        session = sealed(None, AI, HUMAN)
        live(session, 11)
        assert session.outcome == Outcome((), "silence")


class TestGivingWay:
    def test_only_after_every_person_and_after_the_own_plan(self):
        agent = Planner(seat0=bids_at([4], "bid 9"), seat1=Plan())
        session = robots(agent, AI, AI, HUMAN, HUMAN)
        assert live(session, 2) == []
        session.submit(2, ROBOTS.rules.parse("none"))
        assert live(session, 1) == []
        session.submit(3, ROBOTS.rules.parse("none"))
        assert live(session, 0.75) == [(0.5, "1:none")]
        assert live(session, 3) == [(0.25, "0:bid 9")]  # which clears the marks of the others
        for seat in (2, 3):
            session.submit(seat, ROBOTS.rules.parse("agree"))
        assert [text for _, text in live(session, 2)][:2] == ["0:agree", "1:agree"]

    def test_not_before_the_patience_is_over(self):
        session = robots(Planner(seat0=Plan(patience=5.0)), AI, HUMAN)
        session.submit(1, ROBOTS.rules.parse("none"))
        assert live(session, 8)[0] == (5.0, "0:none")


class TestShowing:
    def test_the_route_of_the_last_declaration_is_shown_one_slide_at_a_time(self):
        plan = Plan((Planned(1, "bid 4", ("red N",)), Planned(2, "bid 3", ("green N", "green S"))), ("blue W",))
        session = robots(Planner(seat0=plan), AI, HUMAN)
        live(session, 3)
        session.submit(1, ROBOTS.rules.parse("agree"))
        slides = live(session, 4)[1:]
        assert [text for _, text in slides][:3] == ["0:green N", "0:green S", "0:concede"]
        assert slides[1][0] - slides[0][0] >= 0.5

    def test_a_seat_taken_over_shows_what_its_plan_has_for_its_number(self):
        session = robots(Planner(seat0=Plan(route=("green N",))), HUMAN, HUMAN, HUMAN)
        session.submit(0, ROBOTS.rules.parse("bid 5"))
        session.seats = (AI, HUMAN, HUMAN)
        live(session, 1)
        for seat in (1, 2):
            session.submit(seat, ROBOTS.rules.parse("agree"))
        assert [text for _, text in live(session, 2)][:2] == ["0:agree", "0:green N"]

    def test_a_real_brain_wins_with_the_route_it_declared(self):
        session = robots(InlineAgent(), AI, HUMAN, chips_to_win=1)
        live(session, 60)
        session.submit(1, ROBOTS.rules.parse("agree"))
        live(session, 20)
        events = [event for step in session.steps for event in step.events]
        assert session.outcome == Outcome((0,), "chips")
        number = session.steps[-1].before.lowest_of(0)
        assert any(isinstance(event, Arrived) and event.moves == number for event in events)
        assert isinstance(next(event for event in events if isinstance(event, ChipWon)), ChipWon)


class TestReview:
    def played(self):
        """A game in which the AI won its first chip, and the ply of the arrival."""
        session = robots(InlineAgent(), AI, HUMAN)
        live(session, 60)
        session.submit(1, ROBOTS.rules.parse("agree"))
        live(session, 20)
        ply = next(step.ply for step in session.steps if any(isinstance(e, ChipWon) for e in step.events))
        return session, ply

    def test_the_best_play_of_a_past_position(self):
        session, ply = self.played()
        session.analysis.request_review(ply)
        live(session, 0.5)
        review = session.analysis.poll_review()
        before = session.steps[ply].before
        assert len(review.pv) == before.lowest_of(0) and review.error == ""
        assert session.analysis.poll_review() is None

    def test_it_outlasts_what_is_played_meanwhile(self):
        agent = Planner()
        session = robots(agent, HUMAN, HUMAN)
        session.submit(0, ROBOTS.rules.parse("bid 9"))
        session.analysis.request_review(0)
        session.tick(True)
        session.submit(1, ROBOTS.rules.parse("bid 8"))
        session.tick(True)
        assert [(job.kind, "bid" in job.record) for job in agent.jobs] == [("review", False)] * 2
        assert session.analysis.poll_review().kind == "review"
        session.tick(True)
        assert len(agent.jobs) == 2

    def test_also_when_the_game_is_over(self):
        agent = Planner()
        session = sealed(agent, HUMAN, HUMAN)
        for seat in (0, 1):
            session.submit(seat, 1)
        assert session.outcome
        session.analysis.request_review(0)
        session.tick(True)
        assert session.analysis.poll_review().error == "out of ideas"


def test_plans_for_another_decision_are_thrown_away():
    plans = Plans(str)
    plans.decide(1)
    plans.lay(0, bids_at([1], "a"))
    plans.advance(2)
    plans.decide(2)
    assert plans.lacking([0]) == 0
    plans.lay(0, bids_at([1], "b"))
    assert plans.due([0], lambda seat: ["b"]) is None
    plans.advance(1)
    assert plans.due([0], lambda seat: ["b"]) == (0, "b")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("kind", ["plan", "review", "theory"])
def test_a_game_that_lacks_it_says_so(kind):
    from game.agents.agent import Job
    from game.core.record import Record

    agent = InlineAgent()
    agent.request(
        Job(kind, Record("quoridor", {"players": 2, "jump_pairs": False, "walls": None}).to_json(), 0, 1, 0, 0, 0)
    )
    assert f"this game has no {kind}" in agent.poll().error

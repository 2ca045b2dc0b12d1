"""Which answers a session accepts for its requests, as stories in request_stories.txt."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from game.agents.agent import Job, Thought
from game.core.record import Record
from game.session.agent_requests import AgentRequests
from tests.session.test_stories import ScriptedAgent
from tests.stories import Teller, each_story

MOVE = Job("move", Record("nim", {"players": 2}).to_json(), 0, 2, 0, 5, "take")


class Requests(Teller):
    """Tells of requests to an agent. A JOB is "KIND [of SEAT] [by ENGINE]": "plan of 1 by bot". An ANSWER is "KIND [of
    SEAT] [at REVISION] [for DECISION] [so far]: ACTION". Without these words it answers the present revision and
    decision."""

    facts: ClassVar = {
        # how many moves the analysis is known to need so far
        "progress": lambda s: (thought := s.requests.take_progress()) and thought.at_least,
        "awaits": lambda s: sorted(map(told, s.requests.jobs)) or None,  # those not taken yet
        "analysing": lambda s: s.requests.is_analysing,  # is an analysis awaited or ready?
        "cancelled": lambda s: s.agent.cancelled,  # how often the agent was told to stop
    }

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        self.requests = AgentRequests(agent, 0.0)

    def do_no_agent(self):
        """Begin without an agent."""
        self.requests = AgentRequests(None, 0.0)

    def do_ask(self, given: str = ""):
        """JOB: Ask for a move, a plan or an analysis, or with "by ENGINE" for an outside engine's plan, beside other
        requests. Say "not now" if there is no request for the analysis."""
        job = job_of(given)
        if job.engine:
            self.requests.ask_beside(job)
        elif job.kind in ("move", "plan"):
            self.requests.ask_move(job)
        elif not self.requests.ask_analysis(job):
            return "not now"
        return ""

    def do_says(self, given: Any = ""):
        """ANSWER; ANSWER …: Let the agent give these answers at the next query."""
        self.agent.answers = [answer_of(part) for part in given.split("; ")]

    def do_take(self, given: Any = ""):
        """move, plan, or the KIND of an analysis: Take what is ready. Say it as "JOB: ACTION", or "failed JOB", or
        "nothing"."""
        if given in ("move", "plan"):
            found = self.requests.take_move(True) if given == "move" else self.requests.take_plan()
        else:
            thought = self.requests.take_analysis(given)
            found = (job_of(given), thought) if thought else None
        if found is None:
            return "nothing"
        job, thought = found
        return f"failed {told(job)}" if thought.error else f"{told(job)}: {thought.action}"

    def do_drop(self, given: str = ""):
        """[analysis]: Drop all requests, or only the analysis."""
        self.requests.drop_analysis() if given else self.requests.drop()


def job_of(text):
    words: Any = re.fullmatch(r"(\w+)(?: of (\d))?(?: by (\w+))?", text)
    kind, seat, engine = words.groups(default="")
    return replace(MOVE, kind=kind, seat=int(seat or 0), engine=engine)


def told(job):
    return f"{job.kind}{f' of {job.seat}' * (job.seat > 0)}{f' by {job.engine}' * bool(job.engine)}"


def answer_of(text):
    words: Any = re.fullmatch(r"(\w+)(?: of (\d))?(?: at (\d))?(?: for (\w+))?( so far)?: (.+)", text)
    kind, seat, revision, decision, unfinished, action = words.groups()
    found = Thought(action, kind=kind, revision=int(revision or 5), decision=decision or "take", seat=int(seat or 0))
    return replace(found, unfinished=True, at_least=int(action)) if unfinished else found


@each_story(Path(__file__).with_name("request_stories.txt"))
def test_a_story(story):
    Requests(ScriptedAgent()).tell(story)

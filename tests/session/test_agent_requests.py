"""What a session takes for the answer to its request, as stories in request_stories.txt."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from game.agents.agent import Job, Thought
from game.core.record import Record
from game.session.agent_requests import AgentRequests
from tests.session.test_stories import ScriptedAgent
from tests.stories import Teller, each_story

MOVE = Job("move", Record("nim", {"players": 2}).to_json(), 0, 2, 0, 5, "take")


class Requests(Teller):
    """Requests as their story goes on."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        self.requests = AgentRequests(agent, 0.0)

    def do_no_agent(self):
        self.requests = AgentRequests(None, 0.0)

    def do_ask(self, given: str = ""):
        self.requests.ask_move(job_of(given))

    def do_beside(self, given: str = ""):
        self.requests.ask_beside(job_of(given))

    def do_analyse(self, given: str = ""):
        return "asked" if self.requests.ask_analysis(job_of(given)) else "not now"

    def do_says(self, given: Any = ""):
        self.agent.answers = [answer_of(part) for part in given.split("; ")]

    def do_take(self, given: Any = ""):
        if given in ("move", "plan"):
            found = self.requests.take_move(True) if given == "move" else self.requests.take_plan()
        else:
            thought = self.requests.take_analysis(given)
            found = (job_of(given), thought) if thought else None
        if found is None:
            return "nothing"
        job, thought = found
        return f"failed {told(job)}" if thought.error else f"{told(job)}: {thought.action}"

    def ask_progress(self):
        thought = self.requests.take_progress()
        return str(thought.at_least) if thought else "nothing"

    def ask_awaits(self):
        return ", ".join(sorted(map(told, self.requests.jobs))) or "nothing"

    def ask_analysing(self):
        return "yes" if self.requests.is_analysing else "no"

    def do_drop(self, given: str = ""):
        self.requests.drop_analysis() if given else self.requests.drop()

    def ask_cancelled(self):
        return str(self.agent.cancelled)


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

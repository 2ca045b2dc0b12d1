"""An agent that logs answers with their ticks, and one that replays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from game.agents.agent import Agent, Job, PlannedAction, SeatPlan, Thought
from scenes.kit.input.flight import Entry, Flight

_UNWRITTEN = ("decision", "revision")  # fields of an answer that are not logged, since the job has them


class NotingAgent:
    """Passes questions to another agent and logs its answers in `flight`, the recorded input."""

    def __init__(self, agent: Agent, flight: Flight) -> None:
        self.agent = agent
        self._flight = flight

    def warm(self) -> None:
        self.agent.warm()

    def request(self, job: Job) -> None:
        self.agent.request(job)

    def poll(self) -> Thought | None:
        thought = self.agent.poll()
        if thought is not None:
            fields = {key: value for key, value in asdict(thought).items() if key not in _UNWRITTEN}
            self._flight.note({"thought": fields})
        return thought

    def cancel(self) -> None:
        self.agent.cancel()

    def close(self) -> None:
        self.agent.close()


class RetoldAgent:
    """Replays the answers among `entries` (of a `Flight`) at the ticks at which they came."""

    def __init__(self, entries: Sequence[Entry], tick: Callable[[], int]) -> None:
        self._answers = [(entry["tick"], entry["thought"]) for entry in entries if "thought" in entry]
        self._tick = tick
        self._job: Job | None = None
        self._beside: dict[int, Job] = {}  # for each seat, the job whose plan is awaited

    def warm(self) -> None:
        """Do nothing."""

    def request(self, job: Job) -> None:
        if job.engine:
            self._beside[job.seat] = job
        else:
            self._job = job

    def poll(self) -> Thought | None:
        if not self._answers or self._answers[0][0] > self._tick():
            return None
        thought = thought_from_json(self._answers[0][1])
        job = self._beside.pop(thought.seat, None)
        if job is None:
            job, self._job = self._job, self._job if thought.unfinished else None
        if job is None:
            return None
        del self._answers[0]
        return replace(thought, revision=job.revision, decision=job.decision)

    def cancel(self) -> None:
        self._job = None
        self._beside.clear()

    def close(self) -> None:
        """Do nothing."""


def thought_from_json(data: dict[str, Any]) -> Thought:
    """Return an entry's thought."""
    plan = data.get("plan")
    if plan is not None:
        steps = tuple(PlannedAction(step["delay"], step["action"], tuple(step["route"])) for step in plan["steps"])
        plan = SeatPlan(steps, tuple(plan["route"]), plan["patience"])
    routes = tuple(map(tuple, data.get("routes", ())))
    return Thought(**data | {"pv": tuple(data["pv"]), "plan": plan, "routes": routes})

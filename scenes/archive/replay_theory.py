"""The theory of a record's positions, asked of the agent while a replay shows it."""

from __future__ import annotations

from collections.abc import Callable

from game.agents.agent import Agent, Job
from game.records.playback import Playback
from scenes.table.contract.view import Theory

LEVEL = 5


class ReplayTheory:
    """A replay lies above every match, so that only a review asks the agent as well. Theories are kept by ply."""

    def __init__(self, agent: Agent, playback: Playback, before_asking: Callable[[], None]) -> None:
        """`before_asking` makes other users of that agent leave it."""
        self.agent = agent
        self._before_asking = before_asking
        self.playback = playback
        self.showing = False
        self._known: dict[int, Theory] = {}
        self._failed: set[int] = set()
        self._asked: int | None = None

    @property
    def theory(self) -> Theory | None:
        """The theory of the present position, where it is shown and known."""
        return self._known.get(self.playback.ply) if self.showing else None

    @property
    def is_failed(self) -> bool:
        """Whether it should be shown, and the agent could not think about the present position."""
        return self.showing and self.playback.ply in self._failed

    def toggle(self) -> None:
        """Show it, or no more."""
        self.showing = not self.showing
        if not self.showing:
            self.close()

    @property
    def is_asking(self) -> bool:
        """Whether an answer is awaited."""
        return self._asked is not None

    def tick(self) -> None:
        """Take what the agent has found, and ask for the theory of the position in view."""
        if not self.showing:
            return
        while (thought := self.agent.poll()) is not None:
            if thought.kind == "theory" and thought.revision == self._asked:
                self._known[self._asked] = thought.values
                if thought.fault:
                    self._failed.add(self._asked)
                self._asked = None
        ply = self.playback.ply
        if ply in self._known or ply == self._asked or not self.playback.actors():
            return
        self._before_asking()
        record = self.playback.branch(self.playback.record.seats)
        decision = self.playback.spec.rules.decision(self.playback.state)
        self.agent.request(Job("theory", record.to_json(), self.playback.actors()[0], LEVEL, 0, ply, decision))
        self._asked = ply

    def close(self) -> None:
        """Drop the present question."""
        if self._asked is not None:
            self.agent.cancel()
            self._asked = None

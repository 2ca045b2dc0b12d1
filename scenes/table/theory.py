"""Theory: the value of each action of a position by a brain that knows it."""

from __future__ import annotations

from collections.abc import Mapping

from game.agents.agent import Thought

Theory = Mapping[str, tuple[str, int | None]]  # by action text: value for the mover, plies to the end


def read_theory(thought: Thought) -> Theory:
    """Return, by action text, the value for the mover and the plies; empty where there is no theory."""
    after = (thought.theory or {}).get("after", {})
    return {text: (value, distance) for text, (value, distance) in after.items()}

"""Two toy games with what Quoridor lacks: short games, seats that act at the same time, and a clock.

`nim`: take 1 to 3 from a pile in turn. The player who takes the last wins. `sealed`: each seat bids once, in any order,
while a clock of ten seconds runs. The highest bid wins; of equal bids, the one of the lower seat.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.agents.agent import PlannedAction, SeatPlan, StopTest, Thought
from game.core.kinds import Whole
from game.core.options import Option
from game.core.rules import IllegalActionError, NotationError, OptionError, Outcome, PuzzleError, Timer
from game.core.spec import GameSpec, Simultaneous
from game.paths import cache_dir


@dataclass(frozen=True, slots=True)
class Pile:
    left: int
    players: int
    ply: int = 0


class NimRules:
    def start(self, options: Mapping[str, Any], seed: int) -> Pile:
        return Pile(options["pile"], options["players"])

    def actors(self, state: Pile) -> tuple[int, ...]:
        return (state.ply % state.players,) if state.left else ()

    def legal(self, state: Pile, seat: int) -> Sequence[int]:
        return tuple(range(1, min(3, state.left) + 1))

    def apply(self, state: Pile, seat: int, action: int) -> tuple[Pile, tuple[str, ...]]:
        if seat not in self.actors(state) or action not in self.legal(state, seat):
            raise IllegalActionError(f"{action} is not to be had")
        return replace(state, left=state.left - action, ply=state.ply + 1), (f"took {action}",)

    def outcome(self, state: Pile) -> Outcome | None:
        return None if state.left else Outcome(((state.ply - 1) % state.players,), "last")

    def timer(self, state: Pile) -> Timer | None:
        return None

    def decision(self, state: Pile) -> Hashable:
        return state.ply

    def text(self, action: int) -> str:
        return f"take {action}"

    def parse(self, text: str) -> int:
        if text not in ("take 1", "take 2", "take 3"):
            raise NotationError(f"{text!r} is not like 'take 2'")
        return int(text[-1])

    def picture(self, state: Pile) -> str:
        return "o" * state.left

    def details(self, state: Pile) -> dict[str, Any]:
        return {"left": state.left}


@dataclass(frozen=True, slots=True)
class Bids:
    bids: tuple[int | None, ...]
    expired: bool = False


class SealedRules:
    def start(self, options: Mapping[str, Any], seed: int) -> Bids:
        return Bids((None,) * options["players"])

    def actors(self, state: Bids) -> tuple[int, ...]:
        return () if state.expired else tuple(seat for seat, bid in enumerate(state.bids) if bid is None)

    def legal(self, state: Bids, seat: int) -> Sequence[int]:
        return (1, 2, 3)

    def apply(self, state: Bids, seat: int, action: int) -> tuple[Bids, tuple[str, ...]]:
        if seat == -1 and action == 0 and self.actors(state):
            return replace(state, expired=True), ("expired",)
        if seat not in self.actors(state) or action not in (1, 2, 3):
            raise IllegalActionError(f"seat {seat} may not bid {action}")
        bids = tuple(action if place == seat else bid for place, bid in enumerate(state.bids))
        return Bids(bids), (f"{seat} bid {action}",)

    def outcome(self, state: Bids) -> Outcome | None:
        if self.actors(state):
            return None
        best = max(bid or 0 for bid in state.bids)
        return Outcome((state.bids.index(best),), "bids") if best else Outcome((), "silence")

    def timer(self, state: Bids) -> Timer | None:
        return Timer("round", 10.0) if self.actors(state) else None

    def decision(self, state: Bids) -> Hashable:
        return "round"

    def text(self, action: int) -> str:
        return f"bid {action}" if action else "expire"

    def parse(self, text: str) -> int:
        if text == "expire":
            return 0
        if text not in ("bid 1", "bid 2", "bid 3"):
            raise NotationError(f"{text!r} is not like 'bid 2'")
        return int(text[-1])

    def picture(self, state: Bids) -> str:
        return " ".join("?" if bid is None else "x" for bid in state.bids)

    def details(self, state: Bids) -> dict[str, Any]:
        return {"bids": list(state.bids)}


class NimBrain:
    """Plays perfectly from level 2 on. The agent seeds below let it misbehave, as tests of a worker need."""

    DIES, DIES_ONCE, HANGS, RAISES, WAITS, PRINTS, SPINS = range(9001, 9008)

    def choose(
        self, state: Any, seat: int, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        if agent_seed == self.DIES or (agent_seed == self.DIES_ONCE and not _marked()):
            os._exit(3)
        while agent_seed == self.HANGS:
            time.sleep(0.05)
        while agent_seed == self.SPINS:
            pass
        while agent_seed == self.WAITS and not stop():
            time.sleep(0.001)
        if agent_seed == self.RAISES:
            raise ValueError("a bug in the brain")
        if agent_seed == self.PRINTS:
            sys.stdout.write("stray\n")
        take = 1 if isinstance(state, Bids) or level == 1 else max(1, state.left % 4)
        return Thought(f"{'bid' if isinstance(state, Bids) else 'take'} {take}", score=float(take), depth=1)

    def plan(self, state: Any, seat: int, level: int, agent_seed: int, stop: StopTest) -> SeatPlan:
        return SeatPlan((PlannedAction(0.0, "bid 1"),))


class Analyst(NimBrain):
    """A brain with theory."""

    def theory(self, state: Any, seconds: float) -> dict[str, Any]:
        return {"value": "win" if state.left % 4 else "loss", "distance": None, "after": {}}


class ToyPuzzles:
    """What a game with puzzles has."""

    def solve(self, request: dict[str, Any]) -> dict[str, Any]:
        if "puzzle" not in request:
            raise PuzzleError("puzzle: is missing")
        if "max_moves" in request:
            raise OptionError("'max_moves' is not for toys")
        return {"moves": None, "reason": f"puzzle {request['puzzle']}"}

    def slides(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"slides": {}}


def _marked() -> bool:
    """Return whether this was called before, in any process of the test."""
    marker = cache_dir() / "asked"
    asked = marker.exists()
    marker.touch()
    return asked


_PLAYERS = Option("players", Whole(2, 4), 2)
_BRAIN = "tests.toy:NimBrain"
NIM = GameSpec("nim", NimRules(), (_PLAYERS, Option("pile", Whole(1, 60), 10)), (2, 3, 4), "turns", _BRAIN, "")
SEALED = GameSpec("sealed", SealedRules(), (_PLAYERS,), (2, 3, 4), "none", _BRAIN, "", simultaneous=Simultaneous())


def find(game_id: str) -> GameSpec:
    """Return a toy by its id, as the registry does."""
    return {"nim": NIM, "sealed": SEALED}[game_id]

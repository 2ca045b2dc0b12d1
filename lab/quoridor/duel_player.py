"""Level 5 of Quoridor, asked one move at a time: the player of `lab.quoridor.duel` and `lab.quoridor.four`.

It imports `game` from the checkout in PYTHONPATH, so it may use only what older versions have as well. A request is a
line of JSON with `players`, `actions` from the start, `seed`, and `seconds` of this process's processor time. With
`usual` the level may stop early or take longer, as it does in play for two; `seconds` is then the mean for a move. The
answer is a line with `action`, `chance`, `depth`, `nodes` and `seconds`.
"""

import json
import sys
import time
from functools import partial
from typing import Any

from game.agents.agent import Thought
from game.quoridor import rules, search
from game.quoridor.search import QuoridorBrain
from game.quoridor.state import State, start_state

MOST_NODES = 1_000_000_000


class Player:
    """The level, with the number of nodes it searches in a second."""

    def __init__(self) -> None:
        self._brain = QuoridorBrain()
        self._brain.prepare()
        self._speed = 0.0

    def answer(self, actions: list[str], seed: int, seconds: float, usual: bool, players: int) -> dict[str, Any]:
        """Return the level's answer for the position after `actions`."""
        state = start_state(players, False)
        for text in actions:
            state, _ = rules.apply(state, state.mover, rules.parse(text))
        begun = time.process_time()
        thought = self._think(state, seed, seconds, usual and self._speed > 0, begun)
        used = time.process_time() - begun
        nodes = thought.nodes or 0
        if used > seconds / 4:
            self._speed = 0.9 * self._speed + 0.1 * nodes / used if self._speed else nodes / used
        answer = {"action": thought.action, "chance": thought.score, "depth": thought.depth, "nodes": nodes}
        return {**answer, "seconds": round(used, 4)}

    def _think(self, state: State, seed: int, seconds: float, usual: bool, begun: float) -> Thought:
        asked = state, state.mover, 5, seed, None
        if not usual:
            return self._brain.choose_within(MOST_NODES, *asked, partial(_is_late, begun + seconds))
        nodes = seconds * self._speed
        is_late = partial(_is_late, begun + 2 * search.MOST * seconds)
        return self._brain.choose_within(round(search.MOST * nodes), *asked, is_late, round(search.ENOUGH * nodes))


def _is_late(end: float) -> bool:
    return time.process_time() > end


def main() -> None:
    """Answer until the input ends."""
    player = Player()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        print(json.dumps(player.answer(**json.loads(line))), flush=True)


if __name__ == "__main__":
    main()

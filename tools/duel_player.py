"""Level 5 of Quoridor for two, asked one move at a time: the player of `tools.duel_quoridor`.

It runs with the `game` package of whichever checkout PYTHONPATH names, and so uses only what older versions have too.
A line of JSON asks: `actions` from the start, `seed`, and `seconds` of this process's processor time. A line answers:
`action`, `chance`, `depth`, `nodes`, `seconds`.
"""

import json
import sys
import time
from functools import partial

from game.quoridor import rules
from game.quoridor.search import QuoridorBrain
from game.quoridor.state import start_state

MOST_NODES = 1_000_000_000


def _is_late(end: float) -> bool:
    return time.process_time() > end


def main() -> None:
    """Answer until the input ends."""
    brain = QuoridorBrain()
    brain.prepare()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        state = start_state(2, False)
        for text in asked["actions"]:
            state, _ = rules.apply(state, state.mover, rules.parse(text))
        begun = time.process_time()
        end = begun + asked["seconds"]
        thought = brain.choose_within(MOST_NODES, state, state.mover, 5, asked["seed"], None, partial(_is_late, end))
        answer = {"action": thought.action, "chance": thought.score, "depth": thought.depth, "nodes": thought.nodes}
        print(json.dumps({**answer, "seconds": round(time.process_time() - begun, 4)}), flush=True)


if __name__ == "__main__":
    main()

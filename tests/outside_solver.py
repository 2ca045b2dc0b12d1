"""A small engine for tests that solves puzzles of Hyper Robots with the house's solver. Its argument says how it
misbehaves."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from game.robots.brain import RobotsPuzzles

how = sys.argv[1]
log = sys.argv[2] if len(sys.argv) > 2 else ""
PUZZLES = RobotsPuzzles()
ANSWERS: dict[str, dict[str, object]] = {
    "no route": {"moves": None, "solution": []},
    "wrong route": {"moves": 2, "solution": [["red", "N"], ["red", "E"]]},
    "nonsense": {"moves": 2, "solution": "red"},
}
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    if log:
        with Path(log).open("a") as file:
            file.write(line)
    fields: dict[str, object] = {"ok": True, **ANSWERS.get(how, {"moves": None})}
    if how == "well":
        fields |= PUZZLES.solve({**request, "seconds": 20})  # plenty, because the first request compiles the solver
    elif number and how == "crashes":
        sys.exit(7)
    print(json.dumps({"id": request["id"], **fields}), flush=True)

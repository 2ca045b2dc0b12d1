"""A process that solves puzzles with the solver of a checkout, this one or another: run by its path, there.

For each line with a puzzle as JSON it answers with one: milliseconds of processor time, states entered (nodes, as the
solver of that checkout counts them) and the number of moves.
"""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))

from game.robots.puzzle import read_puzzle
from game.robots.search.solver import Solver


def main() -> None:
    """Answer until standard input ends."""
    solver = Solver()
    for line in sys.stdin:
        puzzle = read_puzzle(json.loads(line))
        started = time.process_time()
        found = solver.solve(puzzle.board, puzzle.robots, puzzle.target, max_moves=30, seconds=100)
        spent = (time.process_time() - started) * 1000
        print(json.dumps([spent, found.nodes, len(found.route or ())]), flush=True)


main()

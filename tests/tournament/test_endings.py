"""A tournament with engines ends as soon as it is asked to, though a player's search never comes back to Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.tournament import players
from tests.processes import ROOT, awaited, over, watched

HOURS = 10**13
ASK = """
import sys
from game.tournament.players import processes
from tests.tournament.test_endings import search
if __name__ == "__main__":
    with processes(2, engines=True) as executor:
        executor.submit(search, sys.argv[1]).result()
"""


def search(begun: str) -> int:
    """Keep Python's lock for hours, as a compiled search does: no handler of a signal runs meanwhile."""
    Path(begun).write_text(str(os.getpid()))
    return sum(range(HOURS))


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("signal", ["terminate", "kill"])
def test_no_player_outlives_the_program(signal, tmp_path):
    script, begun = tmp_path / "ask.py", tmp_path / "begun"
    script.write_text(ASK)
    words = [sys.executable, str(script), str(begun)]
    with subprocess.Popen(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}) as program:
        player = watched(int(awaited(lambda: begun.exists() and begun.read_text())))
        getattr(program, signal)()
        program.wait()
        assert over(player)


@pytest.mark.timeout(120)
def test_the_end_of_a_tournament_waits_for_no_search(tmp_path):
    begun = tmp_path / "begun"
    with players.processes(2, engines=True) as executor:
        executor.submit(search, str(begun))
        player = watched(int(awaited(lambda: begun.exists() and begun.read_text())))
    assert over(player)


def test_players_have_less_than_the_two_seconds_that_all_may_take():
    assert players.FAREWELL <= 1.0

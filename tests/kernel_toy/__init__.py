"""A game whose brain has a kernel: nim, with the number of moves to the end counted by brute force."""

from dataclasses import replace

from game.agents import compiling
from tests.toy import NIM

COUNTING = replace(NIM, id="counting", brain="tests.kernel_toy.search:CountingBrain")


def find(game_id):
    """The registry of this one game."""
    return {"counting": COUNTING}[game_id]


def find_where_memory_is_short(game_id):
    """The same, in a process that may hold none of what it compiles."""
    compiling.MOST_MEMORY = 0
    return find(game_id)

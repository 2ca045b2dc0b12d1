"""A game whose brain has a kernel: nim, with the number of moves to the end counted by brute force."""

from dataclasses import replace

from game.agents import compiling
from tests.toy import NIM

COUNTING = replace(NIM, id="counting", brain="tests.kernel_toy.search:CountingBrain")


def find(game_id):
    """The registry of this one game."""
    return {"counting": COUNTING}[game_id]


def compile_in_parts(find, games, progress):
    """Compile as a process in which each kernel is one too many."""
    compiling.MOST_MEMORY = 0
    compiling.compile_games(find, games, progress)

"""A game whose brain has a kernel: nim, with the number of moves to the end counted by brute force."""

from dataclasses import replace

from tests.toy import NIM

COUNTING = replace(NIM, id="counting", brain="tests.kernel_toy.search:CountingBrain")


def find(game_id):
    """The registry of this one game."""
    return {"counting": COUNTING}[game_id]

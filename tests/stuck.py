"""Games that keep a child process busy for good, whatever it is asked, as a compiler does that holds Python's lock."""

import ctypes
import os

from tests.toy import NIM


def find(game_id):
    """A registry that never answers in a child process, and lets no other thread of it run."""
    if "KISSATEN_STUCK" in os.environ:
        ctypes.PyDLL(None).sleep(600)
    return NIM

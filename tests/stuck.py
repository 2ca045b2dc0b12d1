"""A registry that blocks a child process for good, like a compiler that holds Python's lock."""

import ctypes
import os

from tests.toy import NIM


def find(game_id):
    """Never return in a child process, and let no other thread of it run."""
    if "KISSATEN_STUCK" in os.environ:
        ctypes.PyDLL(None).sleep(600)
    return NIM

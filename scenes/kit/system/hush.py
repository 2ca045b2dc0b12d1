"""Keeping C libraries quiet on the terminal, where their words would only puzzle."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def native_errors_hushed() -> Iterator[None]:
    """Drop the messages of C libraries on standard error: ALSA and SDL write at length of missing devices."""
    try:
        kept = os.dup(2)
    except OSError:  # no standard error, as in a windowed program on Windows
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)

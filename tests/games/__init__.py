"""A whole game of each game: one file a game, which is all that the suites of the screens need to play it.

`GAMES` feeds whole games by mouse, keyboard, pad and finger, by one button, by two phones and by taps on their boards,
and what is read aloud meanwhile.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.games.whole import WholeGame


def _found() -> dict[str, WholeGame]:
    files = sorted(Path(__file__).parent.glob("*.py"))
    return {path.stem: import_module(f"tests.games.{path.stem}").GAME for path in files if path.stem not in NO_GAMES}


NO_GAMES = ("__init__", "whole")
GAMES = _found()

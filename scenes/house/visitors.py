"""The rules for strangers at a table that nobody attends, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.spec import LEVELS
from game.registry import GAMES
from scenes.kit.scene import Nav


@dataclass(frozen=True, slots=True)
class Visitors:
    """The `games` (ids, in their order) and AI `levels` that the operator shows, whether the language can be changed,
    whether they can start the phone server and take films along by phone, and how the table is cleared for somebody
    new."""

    start_over: Callable[[], Nav]
    games: tuple[str, ...] = tuple(GAMES)
    levels: tuple[int, ...] = tuple(LEVELS)
    may_change_language: bool = True
    may_open_phones: bool = False
    has_films: bool = True

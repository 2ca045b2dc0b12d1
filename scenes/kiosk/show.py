"""What the operator sets of the attract show, and whom it invites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from game.phones.protocol import Door

PACES = (2.0, 8.0)  # seconds from one move to the next, at least and at most
USUAL_PACE = 4.0


class Invited(Enum):
    """Who is asked to press: anybody, those whose game waits for them, or who comes after people whose time is up."""

    ANYBODY = auto()
    WAITING = auto()
    NEXT = auto()


@dataclass(frozen=True, slots=True)
class Show:
    """`games` are ids, in the order in which they come by; `text` is the house's own line, "" for none.

    `both_languages`: captions take turns in all languages, round by round. After `dim` seconds without a press there is
    less light. `door` is the one for phones, where people are invited by it; `invited` is asked at each tick.

    Raises ValueError for no game or another pace.
    """

    games: tuple[str, ...]
    pace: float = USUAL_PACE
    text: str = ""
    both_languages: bool = False
    has_cards: bool = True
    dim: float = 3_600.0
    clock: Callable[[], datetime] = datetime.now
    door: Callable[[], Door | None] = lambda: None
    invited: Callable[[], Invited] = lambda: Invited.ANYBODY

    def __post_init__(self) -> None:
        if not self.games:
            raise ValueError("a show needs a game")
        if not PACES[0] <= self.pace <= PACES[1]:
            raise ValueError(f"a move every {self.pace} s is none of {PACES[0]:g} to {PACES[1]:g}")

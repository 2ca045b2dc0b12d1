"""What the show plays, in which order, and what it has said: it outlasts a single rest of the table.

At each rest another game is the first. In the first round of a rest each game is only tasted, so that all of them have
come by within a minute and a half; after that each has a minute or more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.table import NAMES
from scenes.kiosk.excerpts import Excerpt

TASTE_SECONDS = 22.0  # of a game in a rest's first round
LEAST, MOST = 60.0, 90.0  # seconds that a game has after that, all told
SLACK = 4.0  # seconds by which a game may last longer than its beats
BEAT = 3.2  # seconds that a beat takes at least, on the average: what it says has to be read
START_SECONDS, REST_SECONDS = 1.5, 3.0  # before the first beat, and for reading what the last one says
SHIFT = 3  # names from one game's players to the next one's, so that each game has others in the next round
FORGET_SECONDS = 300.0  # after which a sentence may come again


@dataclass(frozen=True, slots=True)
class Turn:
    """A game's turn: its excerpt from `begin` to before `end`, if it has any, and the names of those who play.

    A move comes every `pace` seconds. `is_taste`: neither winner nor card follow. `round` counts from 0 on, through all
    rests.
    """

    game: str
    excerpt: Excerpt | None
    begin: int
    end: int
    names: tuple[str, ...]
    pace: float
    is_taste: bool
    round: int


class Programme:
    """Leads through `excerpts`; `clock` gives seconds that go on from rest to rest."""

    def __init__(self, excerpts: Sequence[Excerpt], clock: Callable[[], float]) -> None:
        self._excerpts = tuple(excerpts)
        self._clock = clock
        self._rests = self._round = self._names = 0
        self._seen: dict[str, int] = {}  # turns of each game so far
        self._order: tuple[str, ...] = ()
        self._turn = 0  # of this rest
        self._said: dict[str, float] = {}

    def rest(self, games: Sequence[str]) -> None:
        """The table rests: begin with another one of `games` than last time."""
        first = self._rests % len(games)
        self._order = (*games[first:], *games[:first])
        self._rests += 1
        self._round += self._turn > 0
        self._turn = 0

    @property
    def coming(self) -> str:
        """The game whose turn is next."""
        return self._order[self._turn % len(self._order)]

    def next(self, pace: float, ending: float) -> Turn:
        """The next game's turn, where a move comes every `pace` seconds and its end takes `ending` more."""
        game = self.coming
        if self._turn and self._turn % len(self._order) == 0:
            self._round += 1
        self._turn += 1
        number = self._seen.get(game, 0)
        self._seen[game] = number + 1
        is_first_round = self._turn <= len(self._order) > 1
        own = [excerpt for excerpt in self._excerpts if excerpt.game == game]
        excerpt = own[number % len(own)] if own else None
        is_taste = is_first_round and excerpt is not None  # a game that is played live has but its beginning to show
        begin, end = _span(excerpt, pace, ending, is_taste) if excerpt is not None else (0, 0)
        if not is_taste and end > begin:  # a short game is played more slowly, so that it has its time
            pace = max(pace, (LEAST - START_SECONDS - ending) / max(1, end - begin - 1))
        names = tuple(NAMES[(self._names + index) % len(NAMES)] for index in range(len(NAMES)))
        self._names += SHIFT
        return Turn(game, excerpt, begin, end, names, pace, is_taste, self._round)

    def is_fresh(self, text: str) -> bool:
        """Whether this sentence was not said for a while."""
        said = self._said.get(text)
        return said is None or self._clock() - said >= FORGET_SECONDS

    def say(self, text: str) -> None:
        """This sentence is said now."""
        now = self._clock()
        self._said = {old: when for old, when in self._said.items() if now - when < FORGET_SECONDS} | {text: now}


def _span(excerpt: Excerpt, pace: float, ending: float, is_taste: bool) -> tuple[int, int]:
    """The beats of an excerpt that there is time for: from the first to before the second."""
    beat = max(pace, BEAT)
    if is_taste:
        count = 1 + max(1, int((TASTE_SECONDS - START_SECONDS - REST_SECONDS) / beat))
        return excerpt.taste, min(len(excerpt.beats), excerpt.taste + count)
    return excerpt.begin(max(1, int((MOST - SLACK - START_SECONDS - ending) / beat))), len(excerpt.beats)

"""The programme of the show: its games and cards, their order, and what was shown. It outlasts a rest of the table.

The parts of good games in `assets/show.json` were chosen by `python -m lab.show.bake` for what happens in them. A
beat is what the show does at once: its last action is seen, those before it are not, as when everybody agrees and
somebody then moves a robot.

At each rest another game is the first. In the first round of a rest each game is only tasted, so that all of them have
come by within a minute and a half; after that each has a minute or more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Any

from game.core.rules import Options
from game.match_setup import NAMES
from game.phones.messages import JoinCode
from scenes.kit.drawing.assets import AssetError, Assets

PACES = (2.0, 8.0)  # seconds from one move to the next, at least and at most
USUAL_PACE = 4.0


class InvitedGuests(Enum):
    """The people asked to press: anybody, those whose game waits for them, or the next after people whose time is
    up.
    """

    ANYBODY = auto()
    WAITING = auto()
    NEXT = auto()


@dataclass(frozen=True, slots=True)
class Show:
    """`games` are ids, in the order in which they come by; `text` is the house's own line, "" for none.

    `both_languages`: captions take turns in all languages, round by round. After `dim` seconds without a press there is
    less light. `join_code` is the one for phones, where people are invited by it; `invited` is asked at each tick.

    Raises ValueError for no game or another pace.
    """

    games: tuple[str, ...]
    pace: float = USUAL_PACE
    text: str = ""
    both_languages: bool = False
    has_cards: bool = True
    dim: float = 3_600.0
    clock: Callable[[], datetime] = datetime.now
    join_code: Callable[[], JoinCode | None] = lambda: None
    invited: Callable[[], InvitedGuests] = lambda: InvitedGuests.ANYBODY

    def __post_init__(self) -> None:
        if not self.games:
            raise ValueError("a show needs a game")
        if not PACES[0] <= self.pace <= PACES[1]:
            raise ValueError(f"a move every {self.pace} s is none of {PACES[0]:g} to {PACES[1]:g}")


FILE = "show.json"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A game from its start to where the show leaves it; `options` are those that are not the usual ones.

    `taste` is the beat at which the liveliest few begin. `chips`, of a game in rounds, are the beats at which they
    begin, each with the fewest moves that its puzzle needs: the show begins with one of them.
    """

    game: str
    options: Options
    seed: int
    beats: tuple[tuple[str, ...], ...]
    taste: int
    chips: tuple[tuple[int, int], ...] = ()

    def begin(self, count: int) -> int:
        """The beat from which at most `count` are left, or where the last round begins."""
        first = max(0, len(self.beats) - count)
        starts = [beat for beat, _ in self.chips]
        return next((beat for beat in starts if beat >= first), starts[-1]) if starts else first

    def optimum(self, beat: int) -> int | None:
        """The fewest moves that the puzzle of a beat needs, where it is one."""
        return next((fewest for start, fewest in reversed(self.chips) if start <= beat), None)


def read_excerpts(assets: Assets) -> tuple[Excerpt, ...]:
    """All there are; () without the file, for the show then has but boards and cards. Raises AssetError."""
    if not assets.has(FILE):
        return ()
    try:
        return tuple(_excerpt(found) for found in assets.data(FILE))
    except (KeyError, TypeError, ValueError) as error:
        raise AssetError(f"{FILE}: {error!r}") from error


def _excerpt(found: Mapping[str, Any]) -> Excerpt:
    beats: Sequence[str] = found["beats"].split(", ")
    return Excerpt(
        found["game"],
        found["options"],
        found["seed"],
        tuple(tuple(beat.split(" + ")) for beat in beats),
        found["taste"],
        tuple((beat, fewest) for beat, fewest in found["chips"]),
    )


TASTE_SECONDS = 22.0  # of a game in a rest's first round
LEAST, MOST = 60.0, 90.0  # seconds that a game has after that, all told
SLACK = 4.0  # seconds by which a game may last longer than its beats
BEAT = 3.2  # seconds that a beat takes at least, on the average: what it says has to be read
START_SECONDS, REST_SECONDS = 1.5, 3.0  # before the first beat, and for reading what the last one says
SHIFT = 3  # names from one game's players to the next one's, so that each game has others in the next round
FORGET_SECONDS = 300.0  # after which a sentence may come again


@dataclass(frozen=True, slots=True)
class ProgrammeTurn:
    """A game's turn: its excerpt from `begin` to before `end`, and the names of those who play.

    The excerpt of a game that has none is without beats. A move comes every `pace` seconds. `is_taste`: neither winner
    nor card follow. `round` counts from 0 on, through all rests.
    """

    game: str
    excerpt: Excerpt
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

    def next(self, pace: float, ending: float) -> ProgrammeTurn:
        """The next game's turn, where a move comes every `pace` seconds and its end takes `ending` more."""
        game = self.coming
        if self._turn and self._turn % len(self._order) == 0:
            self._round += 1
        self._turn += 1
        number = self._seen.get(game, 0)
        self._seen[game] = number + 1
        is_first_round = self._turn <= len(self._order) > 1
        own = [excerpt for excerpt in self._excerpts if excerpt.game == game]
        excerpt = own[number % len(own)] if own else Excerpt(game, {}, 0, (), 0)
        is_taste = is_first_round and bool(own)
        begin, end = _span(excerpt, pace, ending, is_taste)
        if not is_taste and end > begin:  # a short game is played more slowly, so that it has its time
            pace = max(pace, (LEAST - START_SECONDS - ending) / max(1, end - begin - 1))
        names = tuple(NAMES[(self._names + index) % len(NAMES)] for index in range(len(NAMES)))
        self._names += SHIFT
        return ProgrammeTurn(game, excerpt, begin, end, names, pace, is_taste, self._round)

    def is_fresh(self, text: str) -> bool:
        """Whether this sentence was not said for a while."""
        said = self._said.get(text)
        return said is None or self._clock() - said >= FORGET_SECONDS

    def say(self, text: str) -> None:
        """Note that this sentence is said now."""
        now = self._clock()
        self._said = {old: when for old, when in self._said.items() if now - when < FORGET_SECONDS} | {text: now}


def _span(excerpt: Excerpt, pace: float, ending: float, is_taste: bool) -> tuple[int, int]:
    """The beats of an excerpt that there is time for: from the first to before the second."""
    beat = max(pace, BEAT)
    if is_taste:
        count = 1 + max(1, int((TASTE_SECONDS - START_SECONDS - REST_SECONDS) / beat))
        return excerpt.taste, min(len(excerpt.beats), excerpt.taste + count)
    return excerpt.begin(max(1, int((MOST - SLACK - START_SECONDS - ending) / beat))), len(excerpt.beats)

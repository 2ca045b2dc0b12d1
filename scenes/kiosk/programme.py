"""The programme of the show between visitors: its games and cards, their order, and what was shown before.

`python -m lab.show.bake` chose the excerpts in `assets/show.json` by what happens in them. A beat is a group of
actions that are played at once. Only its last action is shown: for example a robot's move, but not the agreement of
all seats before it.

Each show (a "rest" of the table) starts with another game than the show before. In the first round of a show, each
game is shown briefly, so that all are seen within a minute and a half. After that each game has a minute or more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from game.core.record import SeatConfig
from game.core.rules import Options
from game.match_setup import AI_NAMES, IDENTITIES
from game.phones.messages import JoinCode
from scenes.kit.drawing.assets import AssetError, Assets

PACES = (2.0, 8.0)  # least and most seconds between two moves
USUAL_PACE = 4.0
LEVEL = 4  # the level of the AIs that play
FAMILY = AI_NAMES[LEVEL]


class InvitedGuests(Enum):
    """The people whom the show invites: anyone, people with an unfinished game, or the next people after a visit.

    The values are the keys of the invitation's texts: for keys and buttons, and for a touch screen.
    """

    ANYBODY = ("attract.press", "attract.touch")
    WAITING = ("kiosk.waiting", "kiosk.waiting")
    NEXT = ("attract.next_press", "attract.next_touch")


@dataclass(frozen=True, slots=True)
class Show:
    """The settings of a show. `games` are ids in playing order.

    `text` is the operator's line in the configuration, "" for none. With `both_languages` the captions change their
    language from round to round. After `dim` seconds without a press the screen is dimmed. `join_code` returns the code
    that invites phones. `invited` returns whom the show invites; it is called at each tick.

    Raises ValueError without games or for a pace outside PACES.
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
    """A game from its start to where the show ends it. `options` are those that differ from the defaults.

    The liveliest part begins at the beat `taste`. `chips` lists the beats that begin a round of Hyper Robots, each with
    the fewest moves for the puzzle of that round.
    """

    game: str
    options: Options
    seed: int
    beats: tuple[tuple[str, ...], ...]
    taste: int
    chips: tuple[tuple[int, int], ...] = ()

    def begin(self, count: int) -> int:
        """Return the beat to begin with, so that at most `count` beats remain.

        In a game of rounds this beat begins a round. If even the last round has more than `count` beats, return the
        beat that begins the last round.
        """
        first = max(0, len(self.beats) - count)
        starts = [beat for beat, _ in self.chips]
        return next((beat for beat in starts if beat >= first), starts[-1]) if starts else first

    def optimum(self, beat: int) -> int | None:
        """Return the fewest moves for the puzzle at a beat; None if there is no puzzle."""
        return next((fewest for start, fewest in reversed(self.chips) if start <= beat), None)


def read_excerpts(assets: Assets) -> tuple[Excerpt, ...]:
    """Return all excerpts. Without the file it returns (): then the show has boards and cards only.

    Raises AssetError.
    """
    if not assets.has(FILE):
        return ()
    try:
        return tuple(_excerpt(**found) for found in assets.data(FILE))
    except (TypeError, ValueError) as error:
        raise AssetError(f"{FILE}: {error!r}") from error


def _excerpt(beats: str, chips: Iterable[tuple[int, int]], **more: Any) -> Excerpt:
    parted = tuple(tuple(beat.split(" + ")) for beat in beats.split(", "))
    return Excerpt(beats=parted, chips=tuple((beat, fewest) for beat, fewest in chips), **more)


TASTE_SECONDS = 22.0  # seconds of a game in the first round of a show
LEAST, MOST = 60.0, 90.0  # seconds of a game in later rounds
SLACK = 4.0  # seconds by which a game may last longer than planned
BEAT = 3.2  # the least average seconds of a beat, so that its caption can be read
START_SECONDS, REST_SECONDS = 1.5, 3.0  # seconds before the first beat, and for the last caption
# At each turn, the players' names begin this many places further in the list than at the turn before. So the
# names differ from round to round.
SHIFT = 3
FORGET_SECONDS = 300.0  # seconds after which a sentence may be repeated


@dataclass(frozen=True, slots=True)
class ProgrammeTurn:
    """A game's turn: the beats of its excerpt from `begin` up to (not including) `end`, and the players' `seats`.

    The excerpt of a game without excerpts has no beats. There are seats enough for any game. A move is played every
    `pace` seconds. With `is_taste`, winner and card are left out. `round` counts from 0, and a new show does not
    restart it.
    """

    excerpt: Excerpt
    begin: int
    end: int
    seats: tuple[SeatConfig, ...]
    pace: float
    is_taste: bool
    round: int


class Programme:
    """Chooses the next turn from `excerpts`. `clock` returns seconds, and goes on between shows."""

    def __init__(self, excerpts: Sequence[Excerpt], clock: Callable[[], float]) -> None:
        self._excerpts = tuple(excerpts)
        self._clock = clock
        self._rests, self._round = 0, -1
        self._seen: Counter[str] = Counter()  # how many turns each game had
        self._order: tuple[str, ...] = ()
        self._turn = 0  # the number of turns in this show
        self._recent: dict[str, float] = {}

    def rest(self, games: Sequence[str]) -> None:
        """Start a show. It begins with another game than the previous show."""
        first = self._rests % len(games)
        self._order = (*games[first:], *games[:first])
        self._rests += 1
        self._turn = 0

    @property
    def coming(self) -> str:
        """The game whose turn is next."""
        return self._order[self._turn % len(self._order)]

    def next(self, pace: float, ending: float) -> ProgrammeTurn:
        """Return the next game's turn, with `pace` seconds per move and `ending` seconds at its end."""
        game = self.coming
        self._round += self._turn % len(self._order) == 0
        self._turn += 1
        number, shift = self._seen[game], SHIFT * self._seen.total() % len(FAMILY)
        self._seen[game] += 1
        is_first_round = self._turn <= len(self._order) > 1
        own = [excerpt for excerpt in self._excerpts if excerpt.game == game]
        excerpt = own[number % len(own)] if own else Excerpt(game, {}, 0, (), 0)
        is_taste = is_first_round and bool(own)
        begin, end = _span(excerpt, pace, ending, is_taste)
        if not is_taste and end > begin:  # a short game is played more slowly, to fill its time
            pace = max(pace, (LEAST - START_SECONDS - ending) / max(1, end - begin - 1))
        pairs = zip((*FAMILY[shift:], *FAMILY[:shift]), IDENTITIES, strict=False)
        seats = tuple(SeatConfig("ai", LEVEL, name, identity) for name, identity in pairs)
        return ProgrammeTurn(excerpt, begin, end, seats, pace, is_taste, self._round)

    def is_fresh(self, text: str) -> bool:
        """Return whether a sentence was not used for a while."""
        return self._clock() - self._recent.get(text, -math.inf) >= FORGET_SECONDS

    def say(self, text: str) -> None:
        """Note that a sentence is used now."""
        now = self._clock()
        self._recent = {old: when for old, when in self._recent.items() if now - when < FORGET_SECONDS} | {text: now}


def _span(excerpt: Excerpt, pace: float, ending: float, is_taste: bool) -> tuple[int, int]:
    """Return the first beat to play, and the beat after the last one to play."""
    beat = max(pace, BEAT)
    if is_taste:
        count = 1 + max(1, int((TASTE_SECONDS - START_SECONDS - REST_SECONDS) / beat))
        return excerpt.taste, min(len(excerpt.beats), excerpt.taste + count)
    return excerpt.begin(max(1, int((MOST - SLACK - START_SECONDS - ending) / beat))), len(excerpt.beats)

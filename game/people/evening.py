"""The results of one evening, game by game: who won against whom among those who sat together.

And the usual length of matches at this table, so that people learn how long the rest of their evening will be.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from game.core.decode import DecodeError, decode
from game.core.record import Record
from game.core.rules import GameError
from game.core.spec import GameSpec

MOST = 500  # games; the earliest go first
LATEST = 9  # matches of a game that tell how long the next one takes
FEWEST = 3  # with fewer the game's own figure stands
STEP = 5  # minutes


@dataclass(frozen=True, slots=True)
class EveningGame:
    """One finished game: its id (see `game_id`), its people by the names that they have at the table, and who won.

    Raises GameError where somebody won who did not play.
    """

    id: str
    game: str
    people: tuple[str, ...]
    winners: tuple[str, ...]

    def __post_init__(self) -> None:
        if not set(self.winners) <= set(self.people):
            raise GameError("somebody won who did not play")


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of an evening in order."""

    played: tuple[EveningGame, ...] = ()

    def with_game(self, played: EveningGame) -> Evening:
        """Return the evening with one more game; one that ended before and went on counts as it ended last."""
        others = tuple(game for game in self.played if game.id != played.id)
        return Evening((*others, played)[-MOST:])

    def score(self, people: Iterable[str]) -> dict[str, int]:
        """Return how many games each of these people won in which just they played; nothing where there was none."""
        together = [game for game in self.played if set(game.people) == set(people)]
        return {name: sum(name in game.winners for game in together) for name in people} if together else {}

    def to_json(self) -> list[dict[str, Any]]:
        """The evening as JSON values, for the store."""
        return [asdict(game) for game in self.played]


def evening_from_json(data: object) -> Evening:
    """Read the evening that `to_json` gave, as JSON has kept it. Raises GameError naming the error."""
    try:
        return Evening(decode(tuple[EveningGame, ...], data)[-MOST:])
    except DecodeError as error:
        raise GameError(f"a stored evening: {error}") from None


def game_id(record: Record) -> str:
    """Return what tells one game from another, however far it has been played: its rules, its seed and its seats."""
    head = json.dumps(
        [record.game, record.options, record.seed, [seat.identity for seat in record.seats]], sort_keys=True
    )
    return hashlib.sha256(head.encode()).hexdigest()[:16]


def usual_seconds(spec: GameSpec, records: Iterable[Record]) -> float:
    """The median of the latest matches among people in `records` (newest first), or the game's own figure."""
    found = [sum(record.times) / 1000 for record in records if record.game == spec.id and _is_match(record)]
    return median(found[:LATEST]) if len(found) >= FEWEST else 60.0 * spec.play.minutes


def rounded_minutes(seconds: float) -> int:
    """Minutes as people say them: one by one up to five, then in steps of five."""
    minutes = max(1, math.ceil(seconds / 60))
    return minutes if minutes <= STEP else STEP * math.ceil(minutes / STEP)


def _is_match(record: Record) -> bool:
    people = sum(not seat.is_ai for seat in record.owners)
    return people > 1 and record.result is not None and bool(record.times)

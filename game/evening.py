"""The results of one evening, game by game: who won against whom among those who sat together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from game.core.decode import DecodeError, decode
from game.core.record import Record
from game.core.rules import GameError

MOST = 500  # games; the earliest go first


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

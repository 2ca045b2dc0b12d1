"""What one evening has brought: who won against whom, game by game, for those who sat together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from game.core.record import Record
from game.core.rules import GameError

MOST = 500  # games; the earliest go first


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: its id (see `game_id`), its people by the names that they have at the table, and who won."""

    id: str
    game: str
    people: tuple[str, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of an evening in order."""

    played: tuple[Played, ...] = ()

    def with_game(self, played: Played) -> Evening:
        """With one more game; one that ended before and was gone on with counts as it ended last."""
        others = tuple(game for game in self.played if game.id != played.id)
        return Evening((*others, played)[-MOST:])

    def score(self, people: Iterable[str]) -> dict[str, int]:
        """How many games each of these people won in which just they played; no one where there was none."""
        together = [game for game in self.played if set(game.people) == set(people)]
        return {name: sum(name in game.winners for game in together) for name in people} if together else {}

    def to_json(self) -> list[dict[str, Any]]:
        """The evening as JSON values, for the store."""
        return [asdict(game) for game in self.played]


def evening_from_json(data: Any) -> Evening:
    """The evening that `to_json` gave, as JSON has kept it. Raises GameError naming what is wrong."""
    if not isinstance(data, list):
        raise GameError("a stored evening is not a list of games")
    return Evening(tuple(_played(index, entry) for index, entry in enumerate(data[-MOST:])))


def _played(index: int, entry: Any) -> Played:
    if not isinstance(entry, dict) or entry.keys() != {"id", "game", "people", "winners"}:
        raise GameError(f"a stored evening, game {index}: not an object of id, game, people, winners")
    people, winners = entry["people"], entry["winners"]
    for names in (people, winners):
        if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
            raise GameError(f"a stored evening, game {index}: not a list of names")
    if not isinstance(entry["id"], str) or not isinstance(entry["game"], str) or not set(winners) <= set(people):
        raise GameError(f"a stored evening, game {index}: somebody won who did not play, or it has no id")
    return Played(entry["id"], entry["game"], tuple(people), tuple(winners))


def game_id(record: Record) -> str:
    """What tells one game from another, however far it has been played: its rules, its seed and its seats."""
    head = json.dumps(
        [record.game, record.options, record.seed, [seat.identity for seat in record.seats]], sort_keys=True
    )
    return hashlib.sha256(head.encode()).hexdigest()[:16]

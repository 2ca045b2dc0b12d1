"""Who plays whom in a tournament, and one game of it as it was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.agents.inline import Find
from game.core.record import SeatConfig
from game.outside import EngineCommand


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: who takes part, in the seat order of the first game. Goes to other processes as it is.

    A player named "ext:NAME" is the engine NAME of `engines`. `seconds` is the time for each move: None is what an AI
    level takes, and ENGINE_SECONDS for an engine. Each game begins with `opening` actions by chance.
    """

    game: str
    options: dict[str, Any]
    players: tuple[SeatConfig, ...]
    seed: int
    find: Find
    engines: tuple[EngineCommand, ...] = ()
    seconds: float | None = None
    opening: int = 0

    @property
    def round_length(self) -> int:
        """How many games after one another have the same seed: with openings each player has each seat once."""
        return len(self.players) if self.opening else 1

    def seed_of(self, number: int) -> int:
        """The seed of game `number`, for chance, the opening and the players."""
        return self.seed + number // self.round_length

    def seating(self, number: int) -> tuple[int, ...]:
        """The player on each seat in game `number`: everybody moves up one seat from game to game."""
        count = len(self.players)
        return tuple((seat + number) % count for seat in range(count))

    def engine_of(self, player: int) -> EngineCommand | None:
        """The engine that a player is, None where it is an AI level."""
        name = self.players[player].name
        return next((engine for engine in self.engines if engine.seat_name == name), None)


@dataclass(frozen=True, slots=True)
class Played:
    """One game: players by seat, winners as players (None: unfinished), and moves and seconds by player.

    `fault` is what an engine did wrong that lost the game, in one line. `actions` are a record's.
    """

    number: int
    seating: tuple[int, ...]
    plies: int
    winners: tuple[int, ...] | None
    reason: str
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    fault: str = ""
    actions: tuple[str, ...] = ()

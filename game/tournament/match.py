"""The match of a tournament with its pairings, and one played game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from game.core.decode import Range
from game.core.record import SeatConfig
from game.core.rules import Options
from game.outside.engine import EngineCommand
from game.registry import Find, find

Count = Annotated[int, Range(0)]


@dataclass(frozen=True, slots=True)
class Match:
    """The match of a tournament: its players, in the seat order of the first game. It can be pickled.

    A player named "ext:NAME" is the engine NAME of `engines`. `seconds` is the time for each move; None means an AI
    level's own, and ENGINE_SECONDS for an engine. `nodes` limits the search of each move in place of a level's own
    limits. Each game begins with `opening` random actions.

    With `pairings` of players by number, games are for two: each pairing plays a game from either side with the first
    seed, then with the next, and so on. Without, all players are in every game.
    """

    game: str
    options: Options
    players: tuple[SeatConfig, ...]
    seed: int
    find: Find = find
    engines: tuple[EngineCommand, ...] = ()
    seconds: float | None = None
    opening: int = 0
    nodes: int | None = None
    pairings: tuple[tuple[int, int], ...] = ()

    @property
    def round_length(self) -> int:
        """The number of consecutive games with the same seed: with openings each player has each seat once."""
        if self.pairings:
            return 2 * len(self.pairings)
        return len(self.players) if self.opening else 1

    def seed_of(self, number: int) -> int:
        """The seed of game `number`, for the rules, the opening and the players."""
        return self.seed + number // self.round_length

    def seating(self, number: int) -> tuple[int, ...]:
        """The player on each seat in game `number`: all move up one seat from game to game."""
        if self.pairings:
            pairing, side = divmod(number % self.round_length, 2)
            first, second = self.pairings[pairing]
            return (second, first) if side else (first, second)
        count = len(self.players)
        return tuple((seat + number) % count for seat in range(count))

    def engine_of(self, player: int) -> EngineCommand | None:
        """A player's engine, None for an AI level."""
        name = self.players[player].name
        return next((engine for engine in self.engines if engine.seat_name == name), None)


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """One game: players by seat, winners as players (None: unfinished), and moves and seconds by player of the match.

    `fault` is the engine's fault that lost the game, in one line. `actions` are as in a record.
    """

    number: Count
    seating: tuple[int, ...]
    plies: Count
    winners: tuple[int, ...] | None
    reason: str
    moves: tuple[Count, ...]
    seconds: tuple[Annotated[float, Range(0)], ...]
    fault: str = ""
    actions: tuple[str, ...] = ()

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

    A player named "ext:NAME" is the engine NAME of `engines`. `seconds` is the time for each move. If it is None, an AI
    level has its own time, and an engine has ENGINE_SECONDS. `nodes` limits the search of each move, instead of a
    level's own limits. Each game begins with `opening` random actions.

    `pairings` are for games of two: pairs of indices into `players`. Each pairing plays two games with the first seed,
    changing sides; then two with the next seed, and so on. Without `pairings`, all players are in every game.
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
        """The number of games in a row with the same seed. With openings, each player has each seat once in these
        games.
        """
        if self.pairings:
            return 2 * len(self.pairings)
        return len(self.players) if self.opening else 1

    def seed_of(self, number: int) -> int:
        """Return the seed of game `number`, for the rules, the opening and the players."""
        return self.seed + number // self.round_length

    def seating(self, number: int) -> tuple[int, ...]:
        """Return the player on each seat in game `number`.

        For the second game of a pairing, the two players change seats. Without pairings, each player has the preceding
        seat in the next game.
        """
        if self.pairings:
            pairing, side = divmod(number % self.round_length, 2)
            first, second = self.pairings[pairing]
            return (second, first) if side else (first, second)
        count = len(self.players)
        return tuple((seat + number) % count for seat in range(count))

    def engine_of(self, player: int) -> EngineCommand | None:
        """Return a player's engine; None for an AI level."""
        name = self.players[player].name
        return next((engine for engine in self.engines if engine.seat_name == name), None)


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """One game of a match. Players are given by their index in the match.

    The game has the player on each seat, the winners (None if it is unfinished), and the moves and seconds of each
    player. `fault` describes in one line the engine's fault that lost the game, "" for none. `actions` are as in a
    record.
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

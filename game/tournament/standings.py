"""What comes of a tournament: the games, each player's sum, and how sure it is."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from game.core.record import SeatConfig
from game.tournament.elo import Pairs, Sprt, count_pairs, wilson
from game.tournament.match import Match, Played


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's sum. `score` is the share of points in finished games, a draw counting half.

    `low` and `high` are the ends of its Wilson 95% interval.
    """

    player: str
    wins: int
    draws: int
    losses: int
    unfinished: int
    score: float
    low: float
    high: float
    ms_per_move: float


@dataclass(frozen=True, slots=True)
class Result:
    """The games that were finished, in order; `stopped` says why where they are fewer than planned."""

    match: Match
    planned: int
    games: tuple[Played, ...]
    stopped: str = ""
    sprt: Sprt | None = None

    def pairs(self) -> Pairs | None:
        """The finished pairs, for the first player; None where more than two play or nothing is played in pairs."""
        return pairs_of(self.games) if len(self.match.players) == 2 and self.match.opening else None

    def comparison(self) -> str:
        """Elo and the test's verdict in a line, "" where there are no pairs."""
        pairs = self.pairs()
        if pairs is None:
            return ""
        elo, low, high = pairs.elo()
        first, second = _names(self.match.players)
        counts = " ".join(map(str, pairs.counts))
        line = f"{first} over {second}: {elo:+.1f} Elo, 95% interval {low:+.1f} to {high:+.1f} (pairs {counts})"
        if self.sprt is None:
            return line
        test = f"{self.sprt.elo0:g} to {self.sprt.elo1:g}"
        accepted = self.sprt.verdict(pairs)
        ratio = pairs.likelihood_ratio(self.sprt.elo0, self.sprt.elo1)
        return f"{line}\nSPRT {test} Elo: {f'{accepted} accepted' if accepted else 'open'} (ratio {ratio:+.2f})"

    def standings(self) -> list[Standing]:
        """Each player's sum, in the order of the match."""
        return [self._standing(player, name) for player, name in enumerate(_names(self.match.players))]

    def _standing(self, player: int, name: str) -> Standing:
        finished = [game.winners for game in self.games if game.winners is not None]
        wins = sum(player in winners for winners in finished)
        draws = sum(not winners for winners in finished)
        score = (wins + draws / 2) / len(finished) if finished else 0.0
        low, high = wilson(score, len(finished))
        moves = sum(game.moves[player] for game in self.games)
        seconds = sum(game.seconds[player] for game in self.games)
        return Standing(
            name,
            wins,
            draws,
            len(finished) - wins - draws,
            len(self.games) - len(finished),
            score,
            low,
            high,
            1000 * seconds / moves if moves else 0.0,
        )

    def table(self) -> str:
        """The standings for a terminal."""
        rows = [("player", "wins", "draws", "losses", "unfinished", "score", "95% interval", "ms/move")]
        for entry in self.standings():
            counts = (str(entry.wins), str(entry.draws), str(entry.losses), str(entry.unfinished))
            interval = f"{entry.low:.1%} to {entry.high:.1%}"
            rows.append((entry.player, *counts, f"{entry.score:.1%}", interval, f"{entry.ms_per_move:.1f}"))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        return "\n".join(lines)

    def faults(self) -> list[str]:
        """A line for each game that an engine lost by a fault."""
        return [f"game {game.number}: {game.fault}" for game in self.games if game.fault]

    def _compared(self) -> dict[str, Any]:
        """What the report says of pairs; an infinite Elo is null."""
        pairs = self.pairs()
        if pairs is None:
            return {}
        elo, low, high = (value if math.isfinite(value) else None for value in pairs.elo())
        told = {"pairs": list(pairs.counts), "elo": elo, "low": low, "high": high}
        return {**told, "sprt": self.sprt and {**asdict(self.sprt), "accepted": self.sprt.verdict(pairs)}}

    def to_json(self) -> str:
        """Everything, as one JSON object."""
        data = {
            "game": self.match.game,
            "options": self.match.options,
            "seed": self.match.seed,
            "planned": self.planned,
            "stopped": self.stopped,
            **self._compared(),
            "standings": [asdict(entry) for entry in self.standings()],
            "games": [_told(game) for game in self.games],
        }
        return json.dumps(data, indent=1)


def _told(game: Played) -> dict[str, Any]:
    """A game as the report has it; its actions are in the log."""
    return {name: value for name, value in asdict(game).items() if name != "actions"}


def pairs_of(games: Iterable[Played]) -> Pairs:
    """The pairs of which both games are finished: games 0 and 1, 2 and 3, and so on, for player 0."""
    points = {game.number: _points(game) for game in games if game.winners is not None}
    return count_pairs([points[n] + points[n + 1] for n in points if n % 2 == 0 and n + 1 in points])


def _points(game: Played) -> float:
    return 0.5 if not game.winners else float(0 in game.winners)


def _names(players: Sequence[SeatConfig]) -> list[str]:
    """A name for each player: its level or its engine, numbered where several have the same."""
    levels = [player.name or f"ai:{player.level}" for player in players]
    return [
        f"{level} #{levels[: index + 1].count(level)}" if levels.count(level) > 1 else level
        for index, level in enumerate(levels)
    ]

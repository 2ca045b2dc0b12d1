"""The result of a tournament: games, standings and their uncertainty."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from game.core.record import SeatConfig
from game.tournament.match import Match, TournamentGame
from game.tournament.ratings import EloRating, Pairs, Sprt, count_pairs, rate, wilson

# Heads of the table, without and with ratings.
_HEADS = {False: ("95% interval",), True: ("Elo", "95% interval")}


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's result. `score` is the share of points in finished games, with half a point for a draw.

    `low` and `high` are the ends of the score's 95 % Wilson interval.
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
class TournamentResult:
    """The finished games, in order. `stopped` is the reason for an early end."""

    match: Match
    planned: int
    games: tuple[TournamentGame, ...]
    stopped: str = ""
    sprt: Sprt | None = None

    def pairs(self) -> Pairs | None:
        """Return the finished pairs, counted for the first player; None for more than two players, or without pairs."""
        return pairs_of(self.games) if len(self.match.players) == 2 and self.match.opening else None

    def ratings(self) -> list[EloRating]:
        """Return each player's rating, in the order of the match; [] without pairings."""
        if not self.match.pairings:
            return []
        return rate(len(self.match.players), pair_games(self.games, self.match.pairings))

    def cross(self) -> dict[tuple[int, int], tuple[int, int, int]]:
        """Return wins, draws and losses in finished games, by (player, opponent)."""
        met: dict[tuple[int, int], list[int]] = {}
        for game in self.games:
            if game.winners is not None and len(game.seating) == 2:
                for player, other in (game.seating, game.seating[::-1]):
                    result = 1 if not game.winners else 0 if player in game.winners else 2
                    met.setdefault((player, other), [0, 0, 0])[result] += 1
        return {both: (wins, draws, losses) for both, (wins, draws, losses) in met.items()}

    def in_short(self) -> str:
        """Return the standing in a few words: Elo if there is one, otherwise the share of points."""
        names = _names(self.match.players)
        pairs = self.pairs()
        if pairs is not None and pairs.number:
            elo, low, high = pairs.elo()
            return f"{names[0]} {elo:+.0f} Elo ({low:+.0f} to {high:+.0f})"
        if ratings := self.ratings():
            found = [(rating.elo, f"{name} {rating.elo:+.0f}") for name, rating in zip(names, ratings, strict=True)]
            return ", ".join(text for _, text in sorted(found, reverse=True))
        return ", ".join(f"{entry.player} {entry.score:.0%}" for entry in self.standings())

    def comparison(self) -> str:
        """Return Elo and the verdict of the test as a line; "" without pairs."""
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
        """Return each player's result, in the order of the match."""
        return [self._standing(player, name) for player, name in enumerate(_names(self.match.players))]

    def _standing(self, player: int, name: str) -> Standing:
        games = [game for game in self.games if player in game.seating]
        finished = [game.winners for game in games if game.winners is not None]
        wins = sum(player in winners for winners in finished)
        draws = sum(not winners for winners in finished)
        score = (wins + draws / 2) / len(finished) if finished else 0.0
        low, high = wilson(score, len(finished))
        moves = sum(game.moves[player] for game in games)
        seconds = sum(game.seconds[player] for game in games)
        return Standing(
            name,
            wins,
            draws,
            len(finished) - wins - draws,
            len(games) - len(finished),
            score,
            low,
            high,
            1000 * seconds / moves if moves else 0.0,
        )

    def table(self) -> str:
        """Return the standings as a table for a terminal. With ratings, it is sorted and has a cross table."""
        ratings = self.ratings()
        standings = self.standings()
        order = sorted(range(len(standings)), key=lambda player: -ratings[player].elo if ratings else player)
        rows = [("player", "wins", "draws", "losses", "unfinished", "score", *_HEADS[bool(ratings)], "ms/move")]
        for player in order:
            entry = standings[player]
            counts = (str(entry.wins), str(entry.draws), str(entry.losses), str(entry.unfinished))
            sure = _rated(ratings[player]) if ratings else (f"{entry.low:.1%} to {entry.high:.1%}",)
            rows.append((entry.player, *counts, f"{entry.score:.1%}", *sure, f"{entry.ms_per_move:.1f}"))
        return f"{_aligned(rows)}\n\n{self._crossed(order)}" if ratings else _aligned(rows)

    def _crossed(self, order: Sequence[int]) -> str:
        """Return the cross table: each player's points against each other player, and the number of their games."""
        names, met = _names(self.match.players), self.cross()
        rows = [("points against", *(names[player] for player in order))]
        for player in order:
            results = (met.get((player, other)) for other in order)
            rows.append((names[player], *("" if result is None else _points_in(result) for result in results)))
        return _aligned(rows)

    def faults(self) -> list[str]:
        """Return a line for each game that an engine lost by a fault."""
        return [f"game {game.number}: {game.fault}" for game in self.games if game.fault]

    def _compared(self) -> dict[str, object]:
        """Return the report's fields about pairs. An infinite Elo is null."""
        pairs = self.pairs()
        if pairs is None:
            return {}
        elo, low, high = map(_finite, pairs.elo())
        found = {"pairs": list(pairs.counts), "elo": elo, "low": low, "high": high}
        return {**found, "sprt": self.sprt and {**asdict(self.sprt), "accepted": self.sprt.verdict(pairs)}}

    def _rated(self) -> dict[str, object]:
        """Return the report's fields about ratings of several players. An infinite Elo is null."""
        ratings = self.ratings()
        if not ratings:
            return {}
        names = _names(self.match.players)
        met = [
            {"player": names[i], "against": names[j], "results": list(cell)} for (i, j), cell in self.cross().items()
        ]
        found = [{name: _finite(value) for name, value in asdict(rating).items()} for rating in ratings]
        return {
            "ratings": [{"player": name, **rating} for name, rating in zip(names, found, strict=True)],
            "cross": met,
        }

    def to_json(self) -> str:
        """Return the whole result as one JSON object."""
        data = {
            "game": self.match.game,
            "options": self.match.options,
            "seed": self.match.seed,
            "planned": self.planned,
            "stopped": self.stopped,
            **self._compared(),
            **self._rated(),
            "standings": [asdict(entry) for entry in self.standings()],
            "games": [_game_json(game) for game in self.games],
        }
        return json.dumps(data, indent=1)


def _game_json(game: TournamentGame) -> dict[str, object]:
    """Return a game for the report. Its actions are only in the log."""
    return {name: value for name, value in asdict(game).items() if name != "actions"}


def pairs_of(games: Iterable[TournamentGame]) -> Pairs:
    """Return the pairs (games 0 and 1, 2 and 3, and so on) with both games finished, counted for player 0."""
    return pair_games(games, ((0, 1),))[0, 1]


def pair_games(games: Iterable[TournamentGame], pairings: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Pairs]:
    """Return the pairs of each pairing, counted for its first player. Both games of a pair must be finished."""
    finished = {game.number: game for game in games if game.winners is not None}
    points: dict[tuple[int, int], list[float]] = {both: [] for both in pairings}
    for number, game in finished.items():
        if number % 2 == 0 and number + 1 in finished:
            both = pairings[number // 2 % len(pairings)]
            points[both].append(_points(game, both[0]) + _points(finished[number + 1], both[0]))
    return {both: count_pairs(sums) for both, sums in points.items()}


def _points(game: TournamentGame, player: int) -> float:
    return 0.5 if not game.winners else float(player in game.winners)


def _points_in(results: tuple[int, int, int]) -> str:
    """Return the points of these wins, draws and losses, and the number of games, as text."""
    return f"{results[0] + results[1] / 2:g}/{sum(results)}"


def _rated(rating: EloRating) -> tuple[str, str]:
    """Return the cells of the table that show a rating."""
    return f"{rating.elo:+.1f}", f"{rating.low:+.1f} to {rating.high:+.1f}"


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Format rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _names(players: Sequence[SeatConfig]) -> list[str]:
    """Return a name for each player: its level or engine. Equal names are numbered."""
    levels = [player.name or f"ai:{player.plays_at:g}" for player in players]
    return [
        f"{level} #{levels[: index + 1].count(level)}" if levels.count(level) > 1 else level
        for index, level in enumerate(levels)
    ]

"""Figures of a person's games of one title, and the figures that one game adds.

This module also writes the figures' rows in the store, and reads valid ones back.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from game.core.decode import read_json
from game.core.handicaps import in_force
from game.core.options import resolve
from game.core.record import CLOCK_SEAT, Record, Replay
from game.core.rules import LEVELS, Seat
from game.storage.profiles import LAST_ID
from game.storage.rows import Statement, insertion

if TYPE_CHECKING:
    from game.core.spec import GameSpec


HOUSE = 0  # stands for all people together, in place of a profile's id
Key = tuple[int, str]
"""An owner and a game. The owner is a profile's id or HOUSE."""
TABLES = {
    "statistics": (
        "CREATE TABLE statistics (profile INTEGER, game TEXT, played INTEGER NOT NULL, won INTEGER NOT NULL, "
        "drawn INTEGER NOT NULL, streak INTEGER NOT NULL, best INTEGER NOT NULL, points INTEGER NOT NULL, "
        "fastest TEXT NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY (profile, game)) WITHOUT ROWID"
    ),
    "counted": "CREATE TABLE counted (game TEXT PRIMARY KEY, crc INTEGER NOT NULL) WITHOUT ROWID",
}
_MOST = 2**53  # the greatest valid count; SQLite could store more


@dataclass(frozen=True, slots=True)
class Figures:
    """Games `played`, `won` and `drawn`, the present `streak` of wins and the `best` one, and the total `points`.

    `fastest` has, for each of LEVELS, the winner's number of moves in the fastest win over an AI of that level, 0 for
    none. The figures of HOUSE have no present streak. Their best streak is the best of all profiles.
    """

    played: int = 0
    won: int = 0
    drawn: int = 0
    streak: int = 0
    best: int = 0
    points: int = 0
    fastest: tuple[int, ...] = (0,) * len(LEVELS)

    @property
    def share(self) -> float:
        """The share of games won, 0 to 1; 0 if there are no games."""
        return self.won / self.played if self.played else 0.0

    def after(self, game: Figures) -> Figures:
        """Return the figures after one more game, which has the figures `game`."""
        streak = self.streak + 1 if game.won else 0
        return replace(self.plus(game), streak=streak, best=max(self.best, streak))

    def merged(self, other: Figures) -> Figures:
        """Return the joint figures of two profiles that are merged.

        The order of their games is unknown, so the present streak is the shorter one.
        """
        streaks = [one.streak for one in (self, other) if one.played]
        return replace(self.plus(other), streak=min(streaks, default=0), best=max(self.best, other.best))

    def plus(self, other: Figures) -> Figures:
        """Return the sums of the figures of `self` and `other`, with the streaks of `self`."""
        fastest = tuple(min(a or b, b or a) for a, b in zip(self.fastest, other.fastest, strict=True))
        return replace(
            self,
            played=self.played + other.played,
            won=self.won + other.won,
            drawn=self.drawn + other.drawn,
            points=self.points + other.points,
            fastest=fastest,
        )


def shares(spec: GameSpec, record: Record, replay: Replay) -> dict[Seat, Figures]:
    """Return the figures that a finished game adds for each person's seat, without streaks.

    `replay` is the game's replay.

    The game counts for the person who has the seat when the game ends. A player who left neither wins nor loses. A
    player who resigned has lost. Only points made before the resignation count.

    A win sets `fastest` for the levels of the AIs that did not win. Outside engines and AIs that replaced a person are
    left out. No `fastest` is set in a game with a handicap, or for a person who took over a seat.
    """
    changed = {change.seat for change in record.changes}
    is_even = not in_force(spec.options, resolve(spec.options, record.options))
    winners = record.result.winners if record.result else ()
    made = Counter(step.seat for step in replay.steps if step.seat != CLOCK_SEAT and spec.play.is_move(step.action))
    resigned = record.resigned
    points = list(spec.play.points(replay.state) if spec.play.points else (0,) * len(record.seats))
    for seat, ply in resigned.items():
        if spec.play.points and ply < len(replay.steps):
            points[seat] = spec.play.points(replay.steps[ply].before)[seat]
    levels = {
        seat: config.full_level
        for seat, config in enumerate(record.seats)
        if config.is_ai and not config.is_engine and seat not in changed
    }
    beaten = {level for seat, level in levels.items() if seat not in winners}
    found = {}
    for seat, config in enumerate(record.owners):
        if not config.is_ai:
            won = seat in winners and seat not in resigned
            counts = won and is_even and seat not in changed
            fastest = tuple(made[seat] if counts and level in beaten else 0 for level in LEVELS)
            drawn = not winners and seat not in resigned
            found[seat] = Figures(1, int(won), int(drawn), points=points[seat], fastest=fastest)
    return found


def together(one: Figures, other: Figures) -> Figures:
    """Return one game's figures for two seats of the same person: played once, and won if either seat won."""
    return replace(one.plus(other), played=1, won=max(one.won, other.won), drawn=max(one.drawn, other.drawn))


def identifier(spec: GameSpec, record: Record) -> str:
    """Return a game's identifier: 32 hexadecimal digits from title, options, seed and actions.

    Options at their defaults are left out, so that new options do not change the identifiers of earlier games.
    """
    earlier: dict[str, object] = {}
    chosen = {}
    for option in spec.options:
        default = option.default_for(earlier)
        earlier[option.name] = value = record.options.get(option.name, default)
        if value != default:
            chosen[option.name] = value
    whole = json.dumps([record.game, chosen, record.seed, record.actions], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()[:32]


def for_owners(figures: Mapping[Key, Figures], owners: Mapping[int, int]) -> dict[Key, Figures]:
    """Return the figures by present owner. Those of the house stay as they are.

    `owners` maps each profile to its owner: itself, or the profile into which it was merged. If a profile is missing in
    `owners`, or maps to 0, its figures are dropped.
    """
    found: dict[Key, Figures] = {}
    for (profile, game), value in figures.items():
        owner = owners.get(profile, 0)
        if owner or profile == HOUSE:
            known = found.get((owner, game))
            found[owner, game] = known.merged(value) if known else value
    return found


def put_figures(key: Key, figures: Figures) -> Statement:
    """Return the statement that stores the figures of a profile, or the house, in a game."""
    numbers = (figures.played, figures.won, figures.drawn, figures.streak, figures.best, figures.points)
    return insertion("statistics", *key, *numbers, json.dumps(figures.fastest))


def drop_figures(profile: int) -> Statement:
    """Return the statement that deletes this profile's figures."""
    return "DELETE FROM statistics WHERE profile = ?", (profile,)


def drop_counted(identifier: str) -> Statement:
    """Return the statement that deletes the mark of a counted game."""
    return "DELETE FROM counted WHERE game = ?", (identifier,)


def put_counted(identifier: str) -> Statement:
    """Return the statement that stores the mark of a counted game."""
    return insertion("counted", identifier)


def figures_in(profile: Any, game: Any, *numbers: Any) -> tuple[Key, Figures]:
    """Read figures from their row. Raises ValueError."""
    played, won, drawn, streak, best, points, text = numbers
    if type(profile) is not int or not HOUSE <= profile <= LAST_ID or type(game) is not str or not game:
        raise ValueError("it is nobody's")
    fastest = read_json(str(text))
    if type(fastest) is not list or len(fastest) != len(LEVELS):
        raise ValueError("it has not a number for each level")
    if not all(type(number) is int and 0 <= number <= _MOST for number in (*numbers[:-1], *fastest)):
        raise ValueError("its values are no numbers of games")
    return (profile, game), Figures(played, won, drawn, streak, best, points, tuple(fastest))

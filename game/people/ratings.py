"""The rating of each person in each game by Glicko-2, and the strength of the AI that fits it.

Ratings and the game's strengths (`GameSpec.strengths`) have one scale. A match is a rating period. Its bouts are its
chips or points where a game has them, else the match itself, against each other seat. A store has one value for each
person and game. An unreadable value is logged, counts as missing, and is kept aside.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Annotated, Final

from game.core.decode import DecodeError, Range, decode
from game.core.glicko import MOST_VALUE, Rating, update_rating
from game.core.handicaps import in_force
from game.core.options import resolve
from game.core.record import Record
from game.core.rules import Seat
from game.core.spec import GameSpec
from game.puzzles.results import ResultStore

FIRST_LEVEL: Final = 2
"""The level that a person without a rating meets first."""
SPREAD: Final = 0.5
"""The deviation of a person without a rating, as a share of the way from the weakest level to the strongest."""
REACH: Final = 220.0
"""How far from all rivals a match may take a rating: 78 % of the games against the nearest one."""
CARE: Final = 40.0
"""How far below their rating the weakest people are met. There is no opponent weaker than level 1 to make up for one
that is too strong. It falls to 0 over REACH.
"""
MOST_POINTS: Final = 100  # in a curve
_OF_AI: Final = 30.0  # the deviation of a strength's measured rating
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Skill:
    """A person's rating in a game. `curve` is the rating after each of the last matches, rounded, the latest last."""

    value: Annotated[float, Range(-MOST_VALUE, 2 * MOST_VALUE)]
    deviation: Annotated[float, Range(1, MOST_VALUE)]
    volatility: Annotated[float, Range(0.001, 1)] = Rating().volatility
    curve: tuple[int, ...] = ()

    @property
    def rating(self) -> Rating:
        """The rating without its history."""
        return Rating(self.value, self.deviation, self.volatility)


# Strengths


def rating_at(spec: GameSpec, strength: float) -> float:
    """The rating of a strength, between those that were measured in proportion."""
    measured = spec.strengths
    if strength in measured:
        return measured[strength]
    below = max(known for known in measured if known < strength)
    above = min(known for known in measured if known > strength)
    share = (strength - below) / (above - below)
    return measured[below] + share * (measured[above] - measured[below])


def strength_at(spec: GameSpec, rating: float) -> float:
    """The strength with this rating, to a hundredth. Beyond the scale it is the weakest or the strongest."""
    known = sorted(spec.strengths)
    rating = min(max(rating, spec.strengths[known[0]]), spec.strengths[known[-1]])
    below = max(one for one in known if spec.strengths[one] <= rating)
    above = next((one for one in known if spec.strengths[one] > rating), below)
    if above == below:
        return below
    share = (rating - spec.strengths[below]) / (spec.strengths[above] - spec.strengths[below])
    return round(below + share * (above - below), 2)


def fitting_strength(spec: GameSpec, skills: Sequence[Skill]) -> float:
    """The strength against which these people win about half of their games. Without any people it is a newcomer's."""
    if not skills:
        return float(FIRST_LEVEL)
    value = sum(one.value for one in skills) / len(skills)
    above = max(0.0, value - min(spec.strengths.values()))
    return strength_at(spec, value - CARE * max(0.0, 1 - above / REACH))


# People


def newcomer(spec: GameSpec) -> Skill:
    """The rating of a person who has not played: FIRST_LEVEL's, with a deviation that covers all levels."""
    values = spec.strengths.values()
    return Skill(spec.strengths[FIRST_LEVEL], max(Rating().deviation, SPREAD * (max(values) - min(values))))


def skill(store: ResultStore, owner: int | str, spec: GameSpec) -> Skill | None:
    """A person's rating in a game; None before their first match. `owner` is a profile, or a name without one."""
    key = _key(owner, spec.id)
    stored = store.get(key)
    try:
        return None if stored is None else decode(Skill, stored)
    except DecodeError as error:
        _log.warning("%s in the store cannot be read (%s), and is kept as %s.damaged", key, error, key)
        store.set(f"{key}.damaged", stored)
        store.set(key, None)
        return None


def rate_match(
    spec: GameSpec, record: Record, points: Sequence[int], owners: Mapping[Seat, tuple[ResultStore, int | str]]
) -> dict[Seat, tuple[Skill | None, Skill]]:
    """Rate a finished match, store the ratings of `owners`, and return each one's before (None: the first) and after.

    `points` are those of the final state, () in games without. Nothing is rated in games without strengths or with a
    handicap, and no seat whose player changed or is an outside engine.
    """
    if not spec.strengths or record.result is None or in_force(spec.options, resolve(spec.options, record.options)):
        return {}
    changed = {change.seat for change in record.changes} | set(record.resigned)
    before = {seat: skill(store, owner, spec) for seat, (store, owner) in owners.items()}
    ratings: dict[Seat, Rating] = {}
    for seat, config in enumerate(record.owners):
        if seat in before:
            ratings[seat] = (before[seat] or newcomer(spec)).rating
        elif config.is_ai and not config.is_engine and seat not in changed:
            ratings[seat] = Rating(rating_at(spec, config.plays_at), _OF_AI)
    found: dict[Seat, tuple[Skill | None, Skill]] = {}
    for seat, (store, owner) in owners.items():
        left = {change.seat for change in record.changes} - set(record.resigned)
        results = [
            (ratings[rival], score)
            for rival in ratings
            if rival != seat and seat not in left
            for score in _bouts(record, points, seat, rival)
        ]
        if results:
            after = _after(spec, before[seat] or newcomer(spec), results)
            store.set(_key(owner, spec.id), asdict(after))
            found[seat] = before[seat], after
    return found


def _bouts(record: Record, points: Sequence[int], seat: Seat, rival: Seat) -> list[float]:
    """The scores of a seat against a rival, 0 to 1: of each point that either made, else of the match."""
    assert record.result is not None
    winners = set(record.result.winners) - set(record.resigned)
    if points and seat not in record.resigned and points[seat] + points[rival]:
        return [1.0] * points[seat] + [0.0] * points[rival]
    if not record.result.winners:
        return [0.5]
    if (seat in winners) == (rival in winners):
        return [0.0] if seat in record.resigned else []
    return [float(seat in winners)]


def _after(spec: GameSpec, before: Skill, results: Sequence[tuple[Rating, float]]) -> Skill:
    """The rating after a match. Somebody who has only won, or only lost, is as little known as before."""
    rated = update_rating(before.rating, results)
    rivals = [rival.value for rival, _ in results]
    lowest, highest = min(*rivals, before.value + REACH) - REACH, max(*rivals, before.value - REACH) + REACH
    value = min(2 * MOST_VALUE, max(-MOST_VALUE, min(highest, max(lowest, rated.value))))
    curve = *before.curve, round(value)
    changes = [later - earlier for earlier, later in pairwise((round(newcomer(spec).value), *curve))]
    known = min(changes) <= 0 <= max(changes)
    deviation = rated.deviation if known else before.deviation
    return Skill(value, deviation, rated.volatility, curve[-MOST_POINTS:])


def hand_over(store: ResultStore, games: Collection[str], gone: int, heir: int | None) -> None:
    """Delete a profile's ratings, or leave them to another: the rating with the lower deviation stays."""
    for game in games:
        key, theirs = _key(gone, game), store.get(_key(gone, game))
        if theirs is None:
            continue
        if heir is not None:
            own = store.get(_key(heir, game))
            if own is None or _deviation(theirs) < _deviation(own):
                store.set(_key(heir, game), theirs)
        store.set(key, None)
        if store.get(f"{key}.damaged") is not None:
            store.set(f"{key}.damaged", None)


def _deviation(stored: object) -> float:
    """The deviation in a stored value, infinite if it cannot be read."""
    try:
        return decode(Skill, stored).deviation
    except DecodeError:
        return math.inf


def _key(owner: int | str, game: str) -> str:
    return f"rating.{owner}.{game}"

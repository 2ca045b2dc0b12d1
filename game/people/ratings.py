"""The rating of each person in each game by Glicko-2, and the strength of the AI that fits this rating.

Ratings and the game's strengths (`GameSpec.strengths`) have the same scale. A match is a rating period. In it a seat is
rated against every other seat: by chips or points if the game has them, otherwise by the result. A store has one value
for each person and game. An unreadable value is set aside, and counts as missing.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Annotated, Final, NamedTuple

from game.core.decode import DecodeError, Range, decode
from game.core.glicko import Rating, update_rating
from game.core.handicaps import in_force
from game.core.options import resolve
from game.core.record import Record
from game.core.rules import Seat
from game.core.spec import GameSpec
from game.core.values import Values

FIRST_LEVEL: Final = 2
"""The level that a person without a rating meets first."""
SPREAD: Final = 0.5
"""The deviation of a person without a rating, as a share of the range from the weakest level to the strongest."""
REACH: Final = 220.0
"""A match moves a rating at most this far above the strongest rival, or below the weakest rival.

With such a difference, the stronger player wins 78 % of the games.
"""
CARE: Final = 40.0
"""The opponent of the weakest people has a rating this much below theirs.

For stronger people the difference is smaller. It is 0 for people who are REACH above the weakest strength.

Usually, games against opponents that are too weak and too strong balance. For the weakest people they do not, because
no opponent is weaker than level 1.
"""
VALUES, DEVIATIONS, VOLATILITIES = Range(-1000, 5000), Range(1, 4000), Range(0.001, 1)
"""The limits of a stored rating's three numbers. If two values were farther apart, Glicko-2 could divide by zero."""
MOST_POINTS: Final = 100  # the most ratings in a curve
_OF_AI: Final = 30.0  # the deviation of a strength's measured rating


@dataclass(frozen=True, slots=True)
class Skill:
    """A person's rating in a game. `curve` has the rounded rating after each of the last matches, the latest at the
    end.
    """

    value: Annotated[float, VALUES]
    deviation: Annotated[float, DEVIATIONS]
    volatility: Annotated[float, VOLATILITIES] = Rating().volatility
    curve: tuple[int, ...] = ()

    @property
    def rating(self) -> Rating:
        """The rating without its history."""
        return Rating(self.value, self.deviation, self.volatility)


class RatedMatch(NamedTuple):
    """A rated match, and each owner's rating before it."""

    record: Record
    before: Sequence[tuple[tuple[Values, int | str], Skill | None]]


# Strengths


def rating_at(spec: GameSpec, strength: float) -> float:
    """Return the rating of a strength, interpolated between measured strengths."""
    measured = spec.strengths
    if strength in measured:
        return measured[strength]
    below = max(known for known in measured if known < strength)
    above = min(known for known in measured if known > strength)
    share = (strength - below) / (above - below)
    return measured[below] + share * (measured[above] - measured[below])


def strength_at(spec: GameSpec, rating: float) -> float:
    """Return the strength with this rating, to a hundredth. Beyond the scale, it is the weakest or the strongest."""
    known = sorted(spec.strengths)
    rating = min(max(rating, spec.strengths[known[0]]), spec.strengths[known[-1]])
    below = max(one for one in known if spec.strengths[one] <= rating)
    above = next((one for one in known if spec.strengths[one] > rating), below)
    if above == below:
        return below
    share = (rating - spec.strengths[below]) / (spec.strengths[above] - spec.strengths[below])
    return round(below + share * (above - below), 2)


def fitting_strength(spec: GameSpec, skills: Sequence[Skill]) -> float:
    """Return the strength against which these people win about half of their games; FIRST_LEVEL for no people."""
    if not skills:
        return float(FIRST_LEVEL)
    value = sum(one.value for one in skills) / len(skills)
    above = max(0.0, value - min(spec.strengths.values()))
    return strength_at(spec, value - CARE * max(0.0, 1 - above / REACH))


# People


def newcomer(spec: GameSpec) -> Skill:
    """Return a rating for a person who has not played: FIRST_LEVEL's, with a deviation that covers all levels."""
    values = spec.strengths.values()
    return Skill(spec.strengths[FIRST_LEVEL], max(Rating().deviation, SPREAD * (max(values) - min(values))))


def skill(store: Values, owner: int | str, spec: GameSpec) -> Skill | None:
    """Return a person's rating in a game; None before the first match. `owner` is a profile's id, or the name of a
    person without a profile.
    """
    return store.read(_key(owner, spec.id), lambda stored: decode(Skill, stored), None)


def rate_match(
    spec: GameSpec, record: Record, points: Sequence[int], owners: Mapping[Seat, tuple[Values, int | str]]
) -> dict[Seat, tuple[Skill | None, Skill]]:
    """Rate a finished match and store the ratings of `owners`.

    Returns each owner's rating before the match (None before the first match) and after it.

    `points` are those of the final state, () in games without points. Nothing is rated in games without strengths or
    with a handicap. Seats with an outside engine, or whose player changed, are not rated.
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
            put_skill(store, owner, spec, after)
            found[seat] = before[seat], after
    return found


def put_skill(store: Values, owner: int | str, spec: GameSpec, skill: Skill | None) -> None:
    """Store a person's rating in a game; None for no rating."""
    store.set(_key(owner, spec.id), None if skill is None else asdict(skill))


def _bouts(record: Record, points: Sequence[int], seat: Seat, rival: Seat) -> list[float]:
    """Return the scores, 0 to 1, of a seat against a rival.

    There is one score for each point of the two seats; if they have none, one for the match. Two winners or two losers
    are not compared, but a seat that has resigned loses to each rival.
    """
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
    """Return the rating after a match. The deviation of somebody who has only won, or only lost, does not shrink."""
    rated = update_rating(before.rating, results)
    rivals = [rival.value for rival, _ in results]
    lowest, highest = min(*rivals, before.value + REACH) - REACH, max(*rivals, before.value - REACH) + REACH
    value = _within(VALUES, _within(Range(lowest, highest), rated.value))
    curve = *before.curve, round(value)
    changes = [later - earlier for earlier, later in pairwise((round(newcomer(spec).value), *curve))]
    deviation = rated.deviation if min(changes) <= 0 <= max(changes) else before.deviation
    volatility = _within(VOLATILITIES, rated.volatility)
    return Skill(value, _within(DEVIATIONS, deviation), volatility, curve[-MOST_POINTS:])


def _within(limits: Range, number: float) -> float:
    return min(limits.high, max(limits.low, number))


def hand_over(store: Values, games: Collection[str], gone: int, heir: int | None) -> None:
    """Delete a profile's ratings, or merge them into another's. The rating with the lower deviation stays."""
    for game in games:
        key, theirs = _key(gone, game), store.get(_key(gone, game))
        if heir is not None and theirs is not None:
            own = store.get(_key(heir, game))
            if own is None or _deviation(theirs) < _deviation(own):
                store.set(_key(heir, game), theirs)
        store.forget(key)


def _deviation(stored: object) -> float:
    """Return the deviation in a stored value; infinite if it cannot be read."""
    try:
        return decode(Skill, stored).deviation
    except DecodeError:
        return math.inf


def _key(owner: int | str, game: str) -> str:
    return f"rating.{owner}.{game}"

"""Results of practice puzzles, by solver and game: packs, strength, and the mode *Three minutes*.

The store has three values for each solver and game. An unreadable value is set aside, and counts as missing. Strength
is by Glicko-2 (`game.core.glicko`): puzzles are rivals, with a rating by their grade, and each puzzle is a rating
period.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Final

from game.core.decode import Range, decode
from game.core.glicko import MOST_VALUE, Rating, update_rating
from game.core.values import Values
from game.puzzles.puzzle import Puzzle
from game.puzzles.results import HOUSE, PuzzleProgress, read_values, to_values

FIRST_GRADE: Final = 1100.0  # the rating of a puzzle of grade 1
STEP: Final = 200.0  # added for each further grade
MOST_KEPT: Final = 2_000  # the most results that are kept for a game; older ones are dropped
MOST_POINTS: Final = 100  # the most ratings in a person's curve
_Count = Annotated[int, Range(0, 2**31)]


def rating_of(puzzle: Puzzle) -> Rating:
    """Return a puzzle's rating from its grade."""
    return Rating(FIRST_GRADE + STEP * (puzzle.grade - 1), 80.0)


@dataclass(frozen=True, slots=True)
class Strength:
    """A person's strength at a game's puzzles, by Glicko-2.

    `curve` has the rounded rating after each of the last puzzles, `met` the ids of these puzzles. The latest are at the
    end.
    """

    value: Annotated[float, Range(0, MOST_VALUE)] = Rating().value
    deviation: Annotated[float, Range(1, 500)] = Rating().deviation
    volatility: Annotated[float, Range(0.001, 1)] = Rating().volatility
    curve: tuple[int, ...] = ()
    met: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether any puzzle was rated."""
        return bool(self.curve)


# Packs


def practice_progress(store: Values, owner: int, game: str) -> dict[str, PuzzleProgress]:
    """Return the progress of a game's practice puzzles by id."""
    return store.read_each(_key("packs", owner, game), lambda id, values: read_values(values))


def keep_practised(store: Values, owner: int, puzzle: Puzzle, attempt: PuzzleProgress) -> None:
    """Store the result of a puzzle. If it was finished before, the better result stays."""
    kept = practice_progress(store, owner, puzzle.game)
    before = kept.pop(puzzle.id, PuzzleProgress())
    if before.is_over and before.stars >= attempt.stars:
        attempt = before
    _keep_all(store, owner, puzzle.game, {**kept, puzzle.id: attempt})


def _keep_all(store: Values, owner: int, game: str, kept: Mapping[str, PuzzleProgress]) -> None:
    values = {id: to_values(attempt) for id, attempt in list(kept.items())[-MOST_KEPT:]}
    store.set(_key("packs", owner, game), values)


# Endless


def strength(store: Values, owner: int, game: str) -> Strength:
    """Return a person's strength, which is unknown at first."""
    return store.read(_key("strength", owner, game), lambda stored: decode(Strength, stored), Strength())


def rate(store: Values, owner: int, puzzle: Puzzle, score: float) -> Strength:
    """Record a puzzle's result, and return the new strength. `score` is 1 if the first try solved it, otherwise 0."""
    before = strength(store, owner, puzzle.game)
    after = update_rating(Rating(before.value, before.deviation, before.volatility), [(rating_of(puzzle), score)])
    after = replace(after, value=min(MOST_VALUE, max(0.0, after.value)))
    curve = (*before.curve, round(after.value))[-MOST_POINTS:]
    met = (*(id for id in before.met if id != puzzle.id), puzzle.id)[-MOST_POINTS:]
    found = replace(before, **asdict(after), curve=curve, met=met)
    store.set(_key("strength", owner, puzzle.game), asdict(found))
    return found


def next_puzzle(puzzles: Sequence[Puzzle], known: Strength) -> Puzzle:
    """Choose a puzzle near the person's strength: the nearest unseen one, or else the one seen longest ago.

    `puzzles` must not be empty.
    """
    order = {id: place + 1 for place, id in enumerate(known.met)}

    def distance(puzzle: Puzzle) -> float:
        return abs(rating_of(puzzle).value - known.value)

    most = max(STEP, min(map(distance, puzzles)))
    near = [puzzle for puzzle in puzzles if distance(puzzle) <= most]
    return min(near, key=lambda puzzle: (order.get(puzzle.id, 0), distance(puzzle)))


# Three minutes


def best(store: Values, owner: int, game: str) -> int:
    """Return a solver's record of puzzles in three minutes; 0 for none."""
    return store.read(_key("minutes", owner, game), lambda stored: decode(_Count, stored), 0)


def keep_best(store: Values, owner: int, game: str, count: int) -> bool:
    """Store `count` if it is a solver's new record. Returns whether it is."""
    if count <= best(store, owner, game):
        return False
    store.set(_key("minutes", owner, game), count)
    return True


def best_of_house(store: Values, profiles: Sequence[int], game: str) -> tuple[int, list[int]]:
    """Return the table's record of puzzles in three minutes, and the profiles that hold it."""
    counts = {profile: best(store, profile, game) for profile in profiles}
    most = max([best(store, HOUSE, game), *counts.values()])
    return most, [profile for profile, count in counts.items() if most and count == most]


# Profiles


def hand_over(store: Values, games: Collection[str], gone: int, heir: int | None) -> None:
    """Delete a profile's practice results, or merge them into another's. Of two strengths, the surer one stays."""
    for game in games:
        if heir is not None:
            _merge(store, game, gone, heir)
        for kind in ("packs", "strength", "minutes"):
            store.forget(_key(kind, gone, game))


def _merge(store: Values, game: str, gone: int, heir: int) -> None:
    theirs, own = practice_progress(store, gone, game), practice_progress(store, heir, game)
    better = {id: max(one, theirs.get(id, one), key=lambda one: one.stars) for id, one in own.items()}
    if theirs:
        _keep_all(store, heir, game, {**theirs, **better})
    known = min(strength(store, heir, game), strength(store, gone, game), key=lambda one: one.deviation)
    if known.is_known:
        store.set(_key("strength", heir, game), asdict(known))
    keep_best(store, heir, game, best(store, gone, game))


def _key(kind: str, owner: int, game: str) -> str:
    return f"practice.{kind}.{owner}.{game}"

"""The turning points of a game: the largest losses of chances between its positions.

Values are stored as JSON beside their record, and checked when read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from game.core.decode import Range, decode, read_json
from game.core.review import Evaluation, Rounds
from game.core.rules import AnyStep, RecordError, Seat

PHASES = 3
"""The parts of a game, equal in plies. Each has at most one turning point."""

LEAST_LOSS = 0.12
"""The least loss of chances that is shown. A smaller one may be an error of the search."""

LOST = 0.15
"""A seat with a smaller chance counts as lost. Its actions are not turning points."""

EVEN = 0.45
"""In a game of two, a seat with at least this chance can hold a draw."""
VERSION = 2
"""Raise this number when the meaning of values changes: reviews of other versions are computed again."""
LONGEST_LINE = 20
SEPARATOR = ","
"""Separates the actions of a line. No notation contains it."""
_Row = tuple[tuple[Annotated[float, Range(0, 1)], ...], int | None, object, str]


@dataclass(frozen=True, slots=True)
class PositionValue:
    """The value of a position: its evaluation, and the best line in notation, () after the end.

    `deep` says whether it had a deep look.
    """

    evaluation: Evaluation
    line: tuple[str, ...] = ()
    deep: bool = False


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An action that cost its seat much.

    `before` is the seat's chance of winning by the best action, `after` its chance after the played action.
    """

    ply: int
    seat: Seat
    before: float
    after: float

    @property
    def loss(self) -> float:
        """By how much the chance fell."""
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """An action of the game. `telling`: the seat had a choice, and the action was not about a draw."""

    seat: Seat
    action: str
    telling: bool


def turning_points(played: Sequence[PlayedAction], values: Sequence[PositionValue | None]) -> tuple[TurningPoint, ...]:
    """Return the turning points in order, from the values before each action and after the last (None: unknown).

    The turning point of a phase is the action that cost most. The last action that turned a win or a draw into a loss
    is always a turning point, even if another action of its phase cost more.
    """
    largest: dict[int, TurningPoint] = {}
    decisive: tuple[int, TurningPoint] | None = None
    for ply, action in enumerate(played):
        before = values[ply]
        point = _point(ply, action, before, values[ply + 1])
        if before is None or point is None:
            continue
        phase = PHASES * ply // len(played)
        if phase not in largest or point.loss > largest[phase].loss:
            largest[phase] = point
        if _is_decisive(point, len(before.evaluation.chances)):
            decisive = phase, point
    if decisive is not None:
        largest[decisive[0]] = decisive[1]
    return tuple(largest[phase] for phase in sorted(largest))


def missed_rounds(
    rounds: Rounds, steps: Sequence[AnyStep], begins: Sequence[int], values: Sequence[PositionValue | None]
) -> tuple[TurningPoint, ...]:
    """Return the turning points of a game of rounds: the costliest round of each third."""
    weightiest: dict[int, tuple[float, TurningPoint]] = {}
    for number, ply in enumerate(begins):
        value = values[ply]
        missed = None if value is None else rounds.missed(steps, ply, value.line)
        if value is None or missed is None:
            continue
        chances = value.evaluation.chances
        if chances[missed.seat] < LOST * 2 / len(chances):
            continue  # LOST is for two seats; with more seats, chances begin lower
        point = TurningPoint(ply, missed.seat, missed.before, missed.after)
        phase = PHASES * number // len(begins)
        if phase not in weightiest or missed.weight > weightiest[phase][0]:
            weightiest[phase] = missed.weight, point
    return tuple(weightiest[phase][1] for phase in sorted(weightiest))


def _is_decisive(point: TurningPoint, seats: int) -> bool:
    """Whether the action lost a game in which its seat had at least a draw."""
    share = 2 / seats
    return point.before >= EVEN * share and point.after < LOST * share


def _point(
    ply: int, played: PlayedAction, before: PositionValue | None, after: PositionValue | None
) -> TurningPoint | None:
    """Return an action as a turning point; None if it is not one."""
    if before is None or after is None or not played.telling or before.line[:1] in ((), (played.action,)):
        return None
    point = TurningPoint(
        ply, played.seat, before.evaluation.chances[played.seat], after.evaluation.chances[played.seat]
    )
    return point if point.before >= LOST and point.loss >= LEAST_LOSS else None


@dataclass(frozen=True, slots=True)
class _StoredReview:
    """A stored review. A row has the seats' chances, the plies, whether there was a deep look, and the line."""

    version: int
    values: tuple[_Row | None, ...]


def review_to_json(values: Sequence[PositionValue | None]) -> str:
    """Return the values of a game's positions as text."""
    rows = [None if value is None else _row(value) for value in values]
    return json.dumps({"version": VERSION, "values": rows}, separators=(",", ":"))


def _row(value: PositionValue) -> list[object]:
    chances = [round(chance, 4) for chance in value.evaluation.chances]
    return [chances, value.evaluation.plies, int(value.deep), SEPARATOR.join(value.line[:LONGEST_LINE])]


def review_from_json(text: str, positions: int, seats: int) -> list[PositionValue | None]:
    """Read the values of `positions` positions. Raises RecordError for any other text."""
    try:
        stored = decode(_StoredReview, read_json(text), fields="any")
    except ValueError as error:
        raise RecordError(f"review: {error}") from None
    is_of_it = len(stored.values) == positions and all(len(row[0]) == seats for row in stored.values if row)
    if stored.version != VERSION or not is_of_it:
        raise RecordError("review: of another version, or of another game")
    return [row and _value(*row) for row in stored.values]


def _value(chances: tuple[float, ...], plies: int | None, deep: object, line: str) -> PositionValue:
    return PositionValue(Evaluation(chances, plies), tuple(line.split(SEPARATOR)) if line else (), bool(deep))

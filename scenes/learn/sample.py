"""The sample game of a game's lessons, as a record that can be replayed."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.spec import GameSpec
from game.table import IDENTITIES, NAMES
from scenes.table.lessons import reach
from scenes.table.loading import lessons_of


def sample_optima(spec: GameSpec) -> Mapping[int, int] | None:
    """The optima of the sample game where its actions are told by facts, None where they are not."""
    sample = lessons_of(spec).sample
    return sample.optima if sample is not None and sample.told else None


def sample_record(spec: GameSpec) -> tuple[Record, Mapping[int, str]]:
    """The sample game of a game's lessons as a record between two persons, and its notes."""
    sample = lessons_of(spec).sample
    assert sample is not None, f"{spec.id} has no sample game"
    options = resolve(spec.options, sample.game.options)
    pairs = zip(IDENTITIES, NAMES[: spec.seat_count(options)], strict=False)
    seats = tuple(SeatConfig("human", name=name, identity=identity) for identity, name in pairs)
    outcome = spec.rules.outcome(reach(spec, sample.game).state)
    return Record(spec.id, options, 0, sample.game.actions, seats, (), outcome), sample.notes

"""Offers to a person alone against AIs: help after three losses in a row, a stronger AI after three wins in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from game.core.handicaps import with_head_start
from game.core.options import resolve
from game.core.record import Record
from game.core.rules import Seat
from game.core.spec import GameSpec
from game.review.explaining import ExplainedPoint, explain
from game.review.reviewer import GameReviewer
from game.session.session import Session
from scenes.kit.scene import Nav, Push, Switch
from scenes.routes import ToExercises, ToGame
from scenes.services import Services
from scenes.table.art.faces import level_of
from scenes.table.loading import lessons_of

RUN = 3  # games in a row
LOOKED_AT = 30  # number of the latest finished games, of all kinds, in which a run is looked for
Offer = tuple[str, Callable[[], Nav | None]]
"""A button: its label, and what it does."""


def person_alone(record: Record) -> Seat | None:
    """The seat of the only person in a game against built-in AIs; None in other games."""
    people = [seat for seat, config in enumerate(record.owners) if not config.is_ai]
    alone = len(people) == 1 < len(record.owners)
    return people[0] if alone and all(level_of(seat) for seat in record.owners if seat.is_ai) else None


def run_of(record: Record, earlier: Iterable[Record]) -> int:
    """How many games in a row, up to `record`, its only person has won. A negative number counts losses.

    `earlier` are finished games, the latest first, with or without `record` itself. Games of another kind or by other
    people do not count. A game whose end was taken back counts once, by its last end.
    """
    seat = person_alone(record)
    if seat is None:
        return 0
    who, count = record.owners[seat].name, 0
    met = list[Record]()
    for one in (record, *(other for other in earlier if other != record)):
        place = person_alone(one)
        if one.game != record.game or place is None or one.owners[place].name != who or one.result is None:
            continue
        if any(later.retakes(one) for later in met):
            continue
        met.append(one)
        won = place in one.result.winners and not one.seats[place].resigned
        if not one.result.winners or (count and won != (count > 0)):
            break
        count += 1 if won else -1
    return count


def lesson_for(spec: GameSpec, points: Sequence[ExplainedPoint], seat: Seat) -> str:
    """The key of an exercise for the greatest mistake of `seat` that any exercise fits; "" for none."""
    own = sorted((point for point in points if point.point.seat == seat), key=lambda point: -point.point.loss)
    kinds = [fact.kind for point in own for fact in (point.reasons.fault, point.reasons.merit) if fact is not None]
    exercises = lessons_of(spec).exercises
    return next((one.key for kind in kinds for one in exercises if kind in one.mends), "")


class Encouragement:
    """The offers after a finished game. They are made only after the third game of a run."""

    def __init__(self, services: Services, session: Session) -> None:
        self._services = services
        self._spec = session.spec
        self._steps = session.steps
        self._record = session.record()
        self._seat = person_alone(self._record)
        run = 0 if services.is_unattended else run_of(self._record, services.store.results(LOOKED_AT))
        self._has_lost, self._has_won = run == -RUN, run == RUN

    def offers(self, reviewer: GameReviewer | None) -> list[Offer]:
        """The buttons; `reviewer` will know the mistakes when a button is pressed."""
        t, found = self._services.stage.t, list[Offer]()
        if self._seat is None:
            return found
        if self._has_lost:
            if self._given() is not None:
                found.append((t("result.head_start"), self._with_head_start))
            found.append((t("result.lesson"), lambda: self._lesson(reviewer)))
        elif self._has_won and (level := self._next_level()):
            found.append((t("result.next_level", name=t(f"level.{level}")), self._against_the_next))
        return found

    def _given(self) -> dict[str, object] | None:
        """The options with a head start for the person."""
        assert self._seat is not None
        options = resolve(self._spec.options, self._record.options)
        return with_head_start(self._spec.options, options, self._seat, len(self._record.seats))

    def _with_head_start(self) -> Nav | None:
        given = self._given()
        return None if given is None else Switch(ToGame(self._spec.id, given, self._record.owners))

    def _lesson(self, reviewer: GameReviewer | None) -> Nav:
        points = () if reviewer is None else reviewer.points or ()
        assert self._seat is not None
        explained = [explain(self._spec, self._steps, reviewer.values, point) for point in points] if reviewer else []
        return Push(ToExercises(self._spec.id, lesson_for(self._spec, explained, self._seat)))

    def _strongest(self) -> float:
        """The strength of the strongest AI."""
        return max(seat.plays_at for seat in self._record.owners)

    def _next_level(self) -> int:
        """The lowest offered level that is stronger than the strongest AI; 0 for none."""
        strongest = self._strongest()
        return next((level for level in self._services.offers.levels if level > strongest), 0)

    def _against_the_next(self) -> Nav:
        """The same game, with the strongest AIs at the next level."""
        strongest, level = self._strongest(), self._next_level()
        seats = tuple(
            replace(seat, level=level, strength=0.0) if seat.plays_at == strongest else seat
            for seat in self._record.owners
        )
        return Switch(ToGame(self._spec.id, self._record.options, seats))

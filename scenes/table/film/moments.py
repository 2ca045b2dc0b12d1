"""The choice of moments for a film: the game's turning points by the review, else what the rules can tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.agents.agent import Agent
from game.core.incremental import Incremental
from game.core.record import CLOCK_SEAT, Record
from game.core.rules import AnyStep
from game.core.spec import GameSpec
from game.registry import facts_of, rounds_of
from game.review.explaining import ExplainedPoint, explain
from game.review.reviewer import GameReviewer
from game.review.turning_points import PositionValue
from scenes.table.loading import scenes_of

MOST, FEW = 5, 3  # moments; with those that matter to nobody there are FEW at most
TURNING = 100.0  # that a turning point weighs, before all that the rules can tell
APART = 2  # plies between two moments, where there are others


@dataclass(frozen=True, slots=True)
class Moment:
    """The steps `begin` to `end` of a game, shown with their clips.

    `point` is what the review tells of them, `optimum` the actions of the best answer to a round where that is known,
    and `number` which round it was; 0 in a game without rounds.
    """

    begin: int
    end: int
    point: ExplainedPoint | None = None
    optimum: int | None = None
    number: int = 0
    weight: float = 0.0


def choose_moments(
    spec: GameSpec, record: Record, steps: Sequence[AnyStep], values: Sequence[PositionValue | None], agent: Agent
) -> Incremental[tuple[Moment, ...]]:
    """Choose at most MOST moments of a game, in order, the last of them its last step; none of a game without steps. An
    action at a time.

    `record` has complete options. `values` are those of its stored review, () without one; `agent` is asked nothing.
    """
    if not steps:
        return ()
    points: tuple[ExplainedPoint, ...] = ()
    if values:
        found = GameReviewer(agent, spec, record, steps, values).points or ()
        points = tuple(explain(spec, steps, values, point) for point in found)
    rounds = rounds_of(spec)
    spans = () if rounds is None else rounds.spans(steps)
    told = _of_rounds(spec, steps, spans, values) if spans else (yield from _of_steps(spec, steps))
    by_begin = {span[0]: point for point in points for span in spans if span[0] == point.point.ply}
    by_ply = {point.point.ply: point for point in points}
    for index, moment in enumerate(told):
        point = by_begin.get(spans[moment.number - 1][0]) if spans else by_ply.get(moment.begin)
        if point is not None:
            weight = TURNING + point.point.loss
            told[index] = Moment(moment.begin, moment.end, point, moment.optimum, moment.number, weight)
    return _chosen(told)


def _chosen(told: Sequence[Moment]) -> tuple[Moment, ...]:
    """The weightiest ones in their order, the last one among them; neighbours only where there is nothing else."""
    kept, rest = [told[-1]], sorted(told[:-1], key=lambda moment: (-moment.weight, moment.begin))
    for apart in (APART, 0):
        for moment in rest:
            is_near = any(moment.begin - apart < other.end and other.begin < moment.end + apart for other in kept)
            is_wanted = len(kept) < MOST if moment.weight else len(kept) < FEW and not apart
            if is_wanted and moment not in kept and not is_near:
                kept.append(moment)
    return tuple(sorted(kept, key=lambda moment: moment.begin))


def _of_steps(spec: GameSpec, steps: Sequence[AnyStep]) -> Incremental[list[Moment]]:
    """Each action but talk, and the last one whatever it is."""
    found, last = [], len(steps) - 1
    for ply, step in enumerate(steps):
        yield ply / len(steps)
        if ply == last or (step.seat != CLOCK_SEAT and spec.play.is_move(step.action)):
            found.append(Moment(ply, ply + 1, weight=_weight(spec, step)))
    return found


def _of_rounds(
    spec: GameSpec, steps: Sequence[AnyStep], spans: Sequence[tuple[int, int]], values: Sequence[PositionValue | None]
) -> list[Moment]:
    """Of each round that is over what was shown last; the more of it there is, the weightier."""
    found = []
    for number, (first, end) in enumerate(spans, 1):
        begin = end - 1
        while begin > first and steps[begin - 1].seat == steps[begin].seat and _is_shown(spec, steps[begin - 1]):
            begin -= 1
        value = values[first] if values else None
        optimum = len(value.line) if value is not None else None
        found.append(Moment(begin, end, optimum=optimum, number=number, weight=float(end - begin)))
    return found


def _is_shown(spec: GameSpec, step: AnyStep) -> bool:
    """Whether something moves by a step, and it is no mere word."""
    plain = spec.play.is_move(step.action) and step.seat != CLOCK_SEAT
    return plain and len(spec.rules.actors(step.before)) == 1


def _weight(spec: GameSpec, step: AnyStep) -> float:
    """How much a step matters by what the rules tell of it: its facts, and how far it has thrown others back."""
    plain = scenes_of(spec).plain_facts
    facts = sum(fact.kind not in plain for fact in facts_of(spec, step))
    if spec.play.progress is None or step.seat == CLOCK_SEAT:
        return float(facts)
    before, after = spec.play.progress(step.before), spec.play.progress(step.after)
    lost = [was - now for was, now in zip(before, after, strict=True)]
    own = max(0, lost[step.seat])
    others = max((max(0, loss) for seat, loss in enumerate(lost) if seat != step.seat), default=0)
    return facts + 2.0 * max(0, others - own)

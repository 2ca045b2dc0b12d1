"""Explains a turning point: the played and the better action as steps, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.record import parse_action
from game.core.review import Evaluation, Fact, Reasons
from game.core.rules import AnyStep, GameError, Step
from game.core.spec import GameSpec
from game.registry import reasons_of, rounds_of
from game.review.turning_points import PositionValue, TurningPoint

EVEN = 0.5
SURE = 0.999


@dataclass(frozen=True, slots=True)
class ExplainedPoint:
    """A turning point with its steps. `line` is the best continuation, which begins with the better action.

    `played` is the action that was played. In a game of rounds, `what` describes the event, `played` has all the steps
    that were shown, and `line` is the whole best answer.
    """

    point: TurningPoint
    kind: str
    played: tuple[AnyStep, ...]
    line: tuple[AnyStep, ...]
    reasons: Reasons
    what: Fact | None = None

    @property
    def better(self) -> AnyStep:
        """The better action."""
        return self.line[0]


def explain(
    spec: GameSpec, steps: Sequence[AnyStep], values: Sequence[PositionValue | None], point: TurningPoint
) -> ExplainedPoint:
    """Explain a turning point."""
    rounds, known = rounds_of(spec), values[point.ply]
    if rounds is not None and known is not None:
        missed = rounds.missed(steps, point.ply, known.line)
        assert missed is not None, "a turning point of a game in rounds is one in which something was missed"
        return ExplainedPoint(point, missed.what.kind, missed.played, missed.line, missed.reasons, missed.what)
    played = steps[point.ply]
    value, answer = values[point.ply], values[point.ply + 1]
    assert value is not None, "a turning point hangs on what is known of both positions"
    line = line_of(spec, played.before, point.ply, value.line)
    replies = line_of(spec, played.after, point.ply + 1, answer.line[:1] if answer is not None else ())
    reasons = reasons_of(spec, line[0], played, replies[0] if replies else None)
    reasons = Reasons(
        reasons.merit or _forced(spec, "forced_win", value.evaluation, line[0]),
        reasons.fault or (None if answer is None else _forced(spec, "forced_loss", answer.evaluation, played)),
    )
    return ExplainedPoint(point, kind_of(point), (played,), line, reasons)


def _forced(spec: GameSpec, kind: str, evaluation: Evaluation, step: AnyStep) -> Fact | None:
    """Return the fact that an action's seat provably wins or loses, in games for two.

    `evaluation` is of the position before a winning action, or after a losing one. The fact's `count` is
    the number of moves that the winner needs from that position on.
    """
    won = kind == "forced_win"
    if len(evaluation.chances) != 2 or not evaluation.plies or evaluation.chances[step.seat] != float(won):
        return None
    numbers = {"count": (evaluation.plies + 1) // 2}
    return Fact(kind, (step.seat, 1 - step.seat), numbers, {"action": spec.rules.text(step.action)})


def kind_of(point: TurningPoint) -> str:
    """Return the kind of mistake, which is the key of its sentence.

    - "win_thrown": a won game became a lost one.
    - "win_missed": a won game is no longer won.
    - "lost": the game is lost now.
    - "lead_shrunk": the chance fell, but not below even.
    - "lead_lost": the chance was above even, and fell below even.
    - "worse": the chance was at most even, and fell.
    """
    if point.before >= SURE:
        return "win_thrown" if point.after <= 1 - SURE else "win_missed"
    if point.after <= 1 - SURE:
        return "lost"
    if point.after >= EVEN:
        return "lead_shrunk"
    return "lead_lost" if point.before > EVEN else "worse"


def line_of(spec: GameSpec, state: object, ply: int, texts: Sequence[str]) -> tuple[AnyStep, ...]:
    """Return the steps of a line from `state`, as long as they are legal. In a game of rounds, the line begins at the
    start of the round.
    """
    rounds = rounds_of(spec)
    if rounds is not None:
        return rounds.line(state, ply, texts)
    found: list[AnyStep] = []
    for text in texts:
        try:
            seat, action = parse_action(spec, state, text)
            after, events = spec.rules.apply(state, seat, action)
        except GameError:
            break
        found.append(Step(ply + len(found), state, seat, action, after, events))
        state = after
    return tuple(found)

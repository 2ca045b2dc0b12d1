"""Reasons why one action of Star is better than another, from the rules and the solved game.

Merits of the better action that the played one does not share:

| kind | true when | seats | numbers | words |
| --- | --- | --- | --- | --- |
| surrounds | the action surrounds the star | mover | | action |
| sticks | the rival has no action on the board afterwards | mover, rival | | action |
| guards | the rival could have surrounded the star on its next turn, and now cannot | mover, rival | | action |
| threatens | on its next turn the mover could surround the star, and the rival cannot do so first | mover | | action |
| one_reply | the rival has only one action on the board afterwards | mover, rival | | action |
| only_win | only this one of several actions still forces a win | mover | count | action |
| wins | the mover wins by best play, in `count` moves of its own, including this one | mover | count | action |
| only_draw | only this one of several actions avoids a loss | mover | | action |
| bars | the foul rule bars the rival from taking back its last action | mover, rival | | action |
| draws | neither can force a win afterwards | mover | | action |

Faults of the played action:

| kind | true when | seats | numbers | words |
| --- | --- | --- | --- | --- |
| foul | the action breaks the foul rule | mover, rival | | action |
| lets_surround | the rival's best answer surrounds the star | mover, rival | | action, reply |
| loses | the rival wins by best play, in `count` moves of its own | mover, rival | count | action |
| gives_win_away | the mover could have forced a win, and now neither can | mover, rival | | action |
"""

from __future__ import annotations

from collections.abc import Iterator

from game.core.review import Fact, Reasons
from game.core.rules import Step
from game.star import rules
from game.star.facts import facts, wins_at_once
from game.star.solver import position_verdict, table_of
from game.star.state import Action, Event, State

_Step = Step[State, Action, Event]
_MERITS = {
    "surrounded": "surrounds",
    "stuck": "sticks",
    "guards": "guards",
    "threat": "threatens",
    "one_reply": "one_reply",
    "only_win": "only_win",
    "wins": "wins",
    "only_draw": "only_draw",
    "barred": "bars",
    "drawn": "draws",
}
_BOTH = {"sticks", "guards", "one_reply", "bars"}


def reasons(better: _Step, played: _Step | None = None, reply: _Step | None = None) -> Reasons:
    """Compare two actions as `game.core.review.Reasoning` says. See the module's tables for the reasons."""
    if played is None:
        return Reasons(next(_merits(better), None))
    shared = {fact.kind for fact in _merits(played)}
    merits = (fact for fact in _merits(better) if fact.kind not in shared)
    return Reasons(next(merits, None), next(_faults(played, reply), None))


def _merits(step: _Step) -> Iterator[Fact]:
    """Yield the merits of an action, the most important first."""
    mover, words = step.seat, {"action": rules.text(step.action)}
    by_kind = {fact.kind: fact for fact in facts(step)}
    if step.after.result is None and _is_guarded(step):
        by_kind["guards"] = Fact("guards")
    if step.after.result is None and len(rules.board_actions(step.after)) == 1:
        by_kind["one_reply"] = Fact("one_reply")
    for kind, merit in _MERITS.items():
        if kind in by_kind:
            moves = by_kind[kind].numbers.get("moves")
            seats = (mover, 1 - mover) if merit in _BOTH else (mover,)
            # This action is counted too.
            yield Fact(merit, seats, {} if moves is None else {"count": moves + 1}, words)


def _is_guarded(step: _Step) -> bool:
    """Whether the rival could have surrounded the star with its next action, and no longer can."""
    rival = 1 - step.seat
    return wins_at_once(step.before, rival) and not wins_at_once(step.after, rival)


def _faults(played: _Step, reply: _Step | None) -> Iterator[Fact]:
    """Yield the faults of the played action, the most important first."""
    seats, words = (played.seat, 1 - played.seat), {"action": rules.text(played.action)}
    by_kind = {fact.kind: fact for fact in facts(played)}
    if "foul" in by_kind:
        yield Fact("foul", seats, words=words)
        return
    if reply is not None and any(fact.kind == "surrounded" for fact in facts(reply)):
        yield Fact("lets_surround", seats, words={**words, "reply": rules.text(reply.action)})
    verdict = position_verdict(played.after, table_of(played.after.fouls))
    if played.after.result is None and verdict.value == "win" and verdict.distance is not None:
        yield Fact("loses", seats, {"count": (verdict.distance + 1) // 2}, words)
    if "gives_win_away" in by_kind:
        yield Fact("gives_win_away", seats, words=words)

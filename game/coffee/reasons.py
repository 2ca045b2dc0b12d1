"""Reasons why one action of Coffee is better than another, from rows and offered cells alone.

In the column "words", "both" stands for "action" and "reply". The reply is the best answer to the played action.

Merits of the better action that the played one does not share:

| kind | true where | seats | numbers | words |
| --- | --- | --- | --- | --- |
| row | the bean completes a row | mover | count | action |
| sticks | the rival can lay the stick nowhere | mover, rival | | action |
| traps | after every action of the rival, the mover can complete a row | mover, rival | | action |
| safe | the played action offers the rival a winning cell, and the better one does not | mover, rival | | action |
| fork | the mover has two or more winning cells, and had at most one | mover | count | action |
| threat | the mover has one winning cell, and had none | mover, rival | n | action |
| closes_row | the bean lies where the rival would have completed a row | mover, rival | n | action |
| one_place | the stick offers the rival a single cell | mover, rival | | action |
| narrows | the stick offers the rival fewer cells than the played action does | mover, rival | count, other | action |
| open_row | the bean is in a row of two or more with an empty cell at both ends | mover | count | action |

Faults of the played action:

| kind | true where | seats | numbers | words |
| --- | --- | --- | --- | --- |
| misses_row | a winning cell was offered, and the mover took another cell | mover | | action |
| gives_row | the stick offers the rival a winning cell | mover, rival | | action |
| allows_stuck | the best answer leaves the mover no place for the stick | mover, rival | | both |
| allows_trap | after the rival's best answer the mover cannot prevent a row | mover, rival | | both |
| allows_fork | the best answer gives the rival two winning cells or more | mover, rival | count | both |
| allows_threat | the best answer gives the rival a winning cell | mover, rival | n | both |
| allows_block | the best answer lies where the mover would have completed a row | mover, rival | n | both |
| allows_one_place | the best answer leaves the mover a single cell | mover, rival | | both |
| widens | the stick offers the rival more cells than the better action does | mover, rival | count, other | action |
"""

from __future__ import annotations

from collections.abc import Iterator

from game.coffee import rules
from game.coffee.facts import facts
from game.coffee.rules import offered
from game.coffee.state import Action, Drop, Event, State
from game.core.review import Fact, Reasons
from game.core.rules import Step

_Step = Step[State, Action, Event]
_MERITS = {"row": "row", "stuck": "sticks", "traps": "traps"}
_LESSER = {"fork": "count", "threat": "n", "closes_row": "n", "one_place": ""}
_ANSWERS = {
    "stuck": "allows_stuck",
    "traps": "allows_trap",
    "fork": "allows_fork",
    "threat": "allows_threat",
    "closes_row": "allows_block",
    "one_place": "allows_one_place",
}


def reasons(better: _Step, played: _Step | None = None, reply: _Step | None = None) -> Reasons:
    """Compare two actions as `game.core.review.Reasoning` says. See the module's tables for the reasons."""
    if played is None:
        return Reasons(next(_merits(better, None), None))
    shared = {(fact.kind, *fact.numbers.values()) for fact in _merits(played, None)}
    merits = (fact for fact in _merits(better, played) if (fact.kind, *fact.numbers.values()) not in shared)
    merit, fault = next(merits, None), next(_faults(better, played, reply), None)
    if merit is not None and fault is not None and (merit.kind, fault.kind) == ("narrows", "widens"):
        return Reasons(merit)  # the fault would say the same
    return Reasons(merit, fault)


def _merits(step: _Step, played: _Step | None) -> Iterator[Fact]:
    """Yield the merits of an action, the most important first."""
    mover, rival, words = step.seat, 1 - step.seat, {"action": rules.text(step.action)}
    by_kind = {fact.kind: fact for fact in facts(step)}
    for kind, merit in _MERITS.items():
        if kind in by_kind:
            count = {"count": by_kind[kind].numbers["length"]} if kind == "row" else {}
            yield Fact(merit, (mover,) if kind == "row" else (mover, rival), count, words)
    if played is not None and "gives_row" in _kinds(played) and not {"gives_row", "no_escape"} & by_kind.keys():
        yield Fact("safe", (mover, rival), words=words)
    for kind, number in _LESSER.items():
        if kind in by_kind:
            numbers = {number: by_kind[kind].numbers[number]} if number else {}
            yield Fact(kind, (mover,) if kind == "fork" else (mover, rival), numbers, words)
    if played is not None:
        yield from _compared("narrows", step, played)
    if "open_row" in by_kind:
        yield Fact("open_row", (mover,), {"count": by_kind["open_row"].numbers["length"]}, words)


def _faults(better: _Step, played: _Step, reply: _Step | None) -> Iterator[Fact]:
    """Yield the faults of the played action, the most important first."""
    mover, rival, words = played.seat, 1 - played.seat, {"action": rules.text(played.action)}
    by_kind = _kinds(played)
    if "misses_row" in by_kind:
        yield Fact("misses_row", (mover,), words=words)
    if "gives_row" in by_kind:
        yield Fact("gives_row", (mover, rival), words=words)
    if reply is not None:
        found = {fact.kind: fact for fact in facts(reply)}
        both = {**words, "reply": rules.text(reply.action)}
        for kind, fault in _ANSWERS.items():
            if kind in found:
                number = _LESSER.get(kind, "")
                yield Fact(fault, (mover, rival), {number: found[kind].numbers[number]} if number else {}, both)
    for fact in _compared("narrows", better, played):
        numbers = {"count": fact.numbers["other"], "other": fact.numbers["count"]}
        yield Fact("widens", (mover, rival), numbers, words)


def _compared(kind: str, narrow: _Step, wide: _Step) -> Iterator[Fact]:
    """Yield the fact that the stick of `narrow` offers fewer cells than the stick of `wide`, if it does."""
    if not (_lays_stick(narrow) and _lays_stick(wide)):
        return
    few, many = len(offered(narrow.after)), len(offered(wide.after))
    if 0 < few < many:
        words = {"action": rules.text(narrow.action)}
        yield Fact(kind, (narrow.seat, 1 - narrow.seat), {"count": few, "other": many}, words)


def _lays_stick(step: _Step) -> bool:
    return step.after.winner is None and isinstance(step.action, Drop) and step.action.axis is not None


def _kinds(step: _Step) -> set[str]:
    return {fact.kind for fact in facts(step)}

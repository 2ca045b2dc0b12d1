"""A step in a sentence: why it matters where the game can tell, else what was done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from game.core.facts import Fact
from game.core.rules import AnyStep, Seat
from game.core.spec import GameSpec
from game.registry import facts_of, reasons_of
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.words import ActionWords, BoardWords
from scenes.table.loading import scenes_of

FORCED = ("forced_win", "forced_loss")
"""What a search has proven of an action of any game; all else is the game's own."""


ACTIONS = ("action", "reply")
"""The words of a reason that are actions in notation; others are the game's own, such as a colour."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence, and the fact that it says: what may be drawn with it. None where it only says what was done."""

    text: str
    fact: Fact | None


def is_drawn(fact: Fact | None) -> bool:
    """Whether a board can draw why a step matters: the way that somebody had, and the one that is left."""
    return fact is not None and {"old", "new"} <= fact.cells.keys()


def sentence(t: Callable[..., str], spec: GameSpec, fact: Fact, names: Sequence[str]) -> str:
    """A fact of the game in the language of `t`, a stage's or that of any `Strings`; `names` go by seat."""
    scenes = scenes_of(spec)
    if scenes.sentence is not None:
        return scenes.sentence(t, fact, names)
    name, other = [*(names[seat] for seat in fact.seats), "", ""][:2]
    count = fact.numbers.get(scenes.counted.get(fact.kind, ""), 0)
    return t(f"{spec.id}.fact.{fact.kind}", **{**fact.numbers, "name": name, "other": other, "count": count})


def because(
    t: Callable[..., str],
    spec: GameSpec,
    fact: Fact,
    names: Sequence[str],
    words: BoardWords[S, A, Sel],
    seen: bool = False,
) -> str:
    """A merit or a fault of an action in a sentence.

    Its actions are named in words; where one has `seen` the action on the board as "this move".
    """
    actions = {what: words.action(spec.rules.parse(fact.words[what])) for what in ACTIONS if what in fact.words}
    called = {what: named(t, action, what, seen) for what, action in actions.items()}
    said = _because(t, spec, fact, names, {**fact.words, **called})
    first = (called[what] for what, action in actions.items() if seen or action.noun)
    if not said.startswith(tuple(first)) or said[1:2].isdigit():  # the name of a cell stays as the board has it
        return said
    return said[0].upper() + said[1:]


def named(t: Callable[..., str], action: ActionWords, what: str, seen: bool) -> str:
    """An action in a sentence, `what` being one of ACTIONS: "this wall" where it is `seen`, else as a noun."""
    return t(f"caption.{what}", kind=kind_of(t, action)) if seen else action.noun or action.notation


def kind_of(t: Callable[..., str], action: ActionWords) -> str:
    """Return the name of an action beside a board that shows it: "wall", "move"."""
    return action.kind or t("caption.move")


def brief(t: Callable[..., str], step: AnyStep, words: BoardWords[S, A, Sel]) -> str:
    """A step in two or three words, beside a board that shows it: "Pawn up", "This wall"."""
    if told := words.brief(step):
        return told
    this = t("caption.action", kind=kind_of(t, words.action(step.action)))
    return this[0].upper() + this[1:]


def _because(
    t: Callable[..., str], spec: GameSpec, fact: Fact, names: Sequence[str], written: Mapping[str, str]
) -> str:
    if fact.kind in FORCED:
        other = names[fact.seats[1]]
        return t(f"review.reason.{fact.kind}", other=other, count=fact.numbers["count"], **written)
    if (make := scenes_of(spec).reason) is not None:
        return make(t, replace(fact, words=written), names)
    name, other = [*(names[seat] for seat in fact.seats), "", ""][:2]
    values = {("rest" if key == "other" else key): number for key, number in fact.numbers.items()}
    return t(f"{spec.id}.reason.{fact.kind}", **{"count": 0, **values, **written, "name": name, "other": other})


def hint(
    t: Callable[..., str],
    spec: GameSpec,
    step: AnyStep,
    names: Sequence[str],
    words: BoardWords[S, A, Sel],
) -> str:
    """Return the text of a hint, with the reason for it where the game can tell one; else the action alone."""
    merit = reasons_of(spec, step).merit
    if merit is None:
        return words.action(step.action).hint
    return t("hint.reason", reason=because(t, spec, merit, names, words))


def caption(
    t: Callable[..., str],
    spec: GameSpec,
    step: AnyStep,
    names: Sequence[str],
    words: BoardWords[S, A, Sel],
    optimum: int | None = None,
) -> Caption:
    """Return the most telling sentence of a step, with the `optimum` of `game.core.facts.Facts` where it is known.

    Of a game that tells nothing of it: what was done, which `words` say in the screen's language.
    """
    found = facts_of(spec, step, optimum)
    if found:
        return Caption(sentence(t, spec, found[0], names), found[0])
    name, told = _name(step.seat, names), words.told(step)
    return Caption(t("caption.done", name=name, action=told) if name else told, None)


def _name(seat: Seat, names: Sequence[str]) -> str:
    """Who acted; "" for a clock."""
    return names[seat] if 0 <= seat < len(names) else ""

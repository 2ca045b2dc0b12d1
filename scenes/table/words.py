"""A game in words: its house rules, why a step matters, how it ended.

- Rules that differ from the game's defaults are shown in the setup, the match and its pause menu.
- A step's sentence says why the step matters if the game knows it, else what was done.
- How a game ended comes from its record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from game.core.handicaps import in_force
from game.core.options import Option
from game.core.record import Record
from game.core.review import Fact
from game.core.rules import AnyStep, Options, Outcome, Seat
from game.core.spec import GameSpec
from game.records.playback import moves_of
from game.registry import facts_of, reasons_of
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.words import BETWEEN, ActionWords, BoardWords
from scenes.table.loading import scenes_of

FORCED = ("forced_win", "forced_loss")
"""Facts that a search has proven, in any game. All other facts are defined by the games."""


ACTIONS = ("action", "reply")
"""The keys of a fact's `words` that hold actions in notation. Games define other keys, such as one for a colour."""
# Separates the numbers of the seats.
BESIDE = " / "


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence, and the fact in it, which may be drawn. The fact is None if the sentence only describes an action."""

    text: str
    fact: Fact | None


def is_drawn(fact: Fact | None) -> bool:
    """Whether a board can draw a fact: its `cells` must have a player's way before the step and the way after it."""
    return fact is not None and {"old", "new"} <= fact.cells.keys()


def sentence(t: Callable[..., str], spec: GameSpec, fact: Fact, names: Sequence[str]) -> str:
    """Return a fact of the game as a sentence in the language of `t`. `names` are by seat."""
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
    """Return a merit or a fault of an action as a sentence.

    If `seen`, an action is called "this move", because a board shows it.
    """
    actions = {what: words.action(spec.rules.parse(fact.words[what])) for what in ACTIONS if what in fact.words}
    called = {what: named(t, action, what, seen) for what, action in actions.items()}
    text = _because(t, spec, fact, names, {**fact.words, **called})
    first = (called[what] for what, action in actions.items() if seen or action.noun)
    # An action's name at the beginning gets a capital, except a name that begins with a cell ("c3").
    if not text.startswith(tuple(first)) or text[1:2].isdigit():
        return text
    return text[0].upper() + text[1:]


def named(t: Callable[..., str], action: ActionWords, what: str, seen: bool) -> str:
    """Return a name of an action for use in a sentence: "this wall" if `seen`, otherwise its noun or notation.

    `what` is one of ACTIONS.
    """
    return t(f"caption.{what}", kind=kind_of(t, action)) if seen else action.noun or action.notation


def kind_of(t: Callable[..., str], action: ActionWords) -> str:
    """Return the kind of an action, such as "wall" or "move", for a text beside a board that shows the action."""
    return action.kind or t("caption.move")


def brief(t: Callable[..., str], step: AnyStep, words: BoardWords[S, A, Sel]) -> str:
    """Return a step in two or three words, such as "Pawn up" or "This wall", to stand beside a board."""
    if text := words.brief(step):
        return text
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
    """Return the text of a hint, with its reason if the game has one."""
    merit = reasons_of(spec, step).merit
    if merit is None:
        return words.action(step.action).hint
    return t("hint.reason", reason=because(t, spec, merit, names, words))


def captions(
    t: Callable[..., str],
    spec: GameSpec,
    step: AnyStep,
    names: Sequence[str],
    words: BoardWords[S, A, Sel],
    optimum: int | None = None,
) -> list[Caption]:
    """Return all sentences about a step, the main one first. `optimum` is as in `game.core.review.Facts`.

    If there are no facts, the only sentence describes the action with `words`, in the screen's language.
    """
    found = facts_of(spec, step, optimum)
    if found:
        return [Caption(sentence(t, spec, fact, names), fact) for fact in found]
    name, action = _name(step.seat, names), words.spoken(step)
    return [Caption(t("caption.done", name=name, action=action) if name else action, None)]


def _name(seat: Seat, names: Sequence[str]) -> str:
    """Return the player's name; "" if the clock took the step."""
    return names[seat] if 0 <= seat < len(names) else ""


def verdict(stage: Stage, outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won, or that the game was drawn. `names` are by seat."""
    if not outcome.winners:
        return stage.t("archive.draw")
    won = stage.list_of((names[seat] for seat in outcome.winners), "result.and")
    return stage.t("result.wins", name=won, count=len(outcome.winners))


def result_text(services: Services, record: Record) -> str:
    """Return who won, or that the game was drawn or is unfinished."""
    if record.result is None:
        return services.stage.t("archive.unfinished")
    return verdict(services.stage, record.result, [services.people.name(seat) for seat in record.seats])


def how_text(stage: Stage, record: Record) -> str:
    """Return how the game ended, such as "by resignation"; "" without a text or before the end."""
    outcome = record.result
    if outcome is None:
        return ""
    if outcome.reason == "resign":
        return stage.t("result.by_resignation")
    key = f"result.{record.game}.{outcome.reason}"
    has = stage.strings.has(key) or stage.strings.has(f"{key}.other")
    return stage.t(key, count=moves_of(record)) if has else ""


def value_label(stage: Stage, name: str, value: object) -> str:
    """Return the value of an option in the screen's language. Numbers of several seats stand side by side."""
    if isinstance(value, list):
        return BESIDE.join(number_label(stage, name, number) for number in value)
    if isinstance(value, bool):
        return stage.t("setup.on" if value else "setup.off")
    key = f"option.{name}.{value}"
    return stage.t(key) if stage.strings.has(key) else str(value)


def number_label(stage: Stage, name: str, number: int) -> str:
    """Return a seat's handicap in words."""
    key = f"option.{name}.number"
    return stage.t(key, number=number) if stage.strings.has(key) else str(number)


def rules_in_force(stage: Stage, spec: GameSpec, options: Options) -> list[str]:
    """Return the unusual rules among these complete options, with the handicaps last.

    If the options match a preset, the preset's rules are left out.
    """
    setup = scenes_of(spec).setup
    named = next((preset.options for preset in spec.presets if preset.options.items() <= options.items()), {})
    found = []
    for option in spec.options:
        if option.is_handicap or option.name in ("players", *named) or len(setup.offered(option, options)) < 2:
            continue
        usual = option.default_for({key: value for key, value in options.items() if key != option.name})
        if options[option.name] != usual:
            found.append(_option_text(stage, option, options[option.name]))
    return found + [_option_text(stage, option, options[option.name]) for option in in_force(spec.options, options)]


def _option_text(stage: Stage, option: Option, value: object) -> str:
    name = stage.t(f"option.{option.name}.name")
    return name if value is True else stage.t("setup.rule", name=name, value=value_label(stage, option.name, value))


def match_eyebrow(stage: Stage, spec: GameSpec, options: Options) -> str:
    """Return the game's name, marked if its rules are unusual. The pause menu lists these rules."""
    name = stage.t(f"game.{spec.id}")
    return f"{name}{BETWEEN}{stage.t('setup.house_rules')}" if rules_in_force(stage, spec, options) else name

"""The house rules that differ from the game as it comes, in words: for the setup, the match and its pause menu."""

from __future__ import annotations

from game.core.handicaps import in_force
from game.core.options import Option
from game.core.rules import Options
from game.core.spec import GameSpec
from scenes.kit.stage import Stage
from scenes.table.contract.words import BETWEEN
from scenes.table.loading import scenes_of

BESIDE = " / "  # between the numbers of seats


def value_label(stage: Stage, name: str, value: object) -> str:
    """The value of an option in the screen's language; numbers of seats side by side."""
    if isinstance(value, list):
        return BESIDE.join(number_label(stage, name, number) for number in value)
    if isinstance(value, bool):
        return stage.t("setup.on" if value else "setup.off")
    key = f"option.{name}.{value}"
    return stage.t(key) if stage.strings.has(key) else str(value)


def number_label(stage: Stage, name: str, number: int) -> str:
    """The number that a handicap has for a seat."""
    key = f"option.{name}.number"
    return stage.t(key, number=number) if stage.strings.has(key) else str(number)


def rules_in_force(stage: Stage, spec: GameSpec, options: Options) -> list[str]:
    """Return the unusual rules among these complete options, handicaps last. A preset counts as usual, for its name is
    shown.
    """
    setup = scenes_of(spec).setup
    named = next((preset.options for preset in spec.presets if preset.options.items() <= options.items()), {})
    found = []
    for option in spec.options:
        if option.is_handicap or option.name in ("players", *named) or len(setup.offered(option, options)) < 2:
            continue
        usual = option.default_for({key: value for key, value in options.items() if key != option.name})
        if options[option.name] != usual:
            found.append(_said(stage, option, options[option.name]))
    return found + [_said(stage, option, options[option.name]) for option in in_force(spec.options, options)]


def _said(stage: Stage, option: Option, value: object) -> str:
    name = stage.t(f"option.{option.name}.name")
    return name if value is True else stage.t("setup.rule", name=name, value=value_label(stage, option.name, value))


def match_eyebrow(stage: Stage, spec: GameSpec, options: Options) -> str:
    """The game's name, and that it is not played as usual; the pause menu says how."""
    name = stage.t(f"game.{spec.id}")
    return f"{name}{BETWEEN}{stage.t('setup.house_rules')}" if rules_in_force(stage, spec, options) else name

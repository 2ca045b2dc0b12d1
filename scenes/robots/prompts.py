"""What the glyph bar says at the robots' table."""

from __future__ import annotations

from game.robots.state import State
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS
from scenes.kit.intents import Kind
from scenes.kit.stage import Stage


def prompts_for(stage: Stage, state: State, shared: bool, in_match: bool) -> list[Prompt]:
    """The prompts of a position; `shared` where several persons sit at the keyboard, `in_match` not in a lesson."""
    t = stage.t
    family = stage.devices.current.family
    if state.phase == "practice":
        steering = [Prompt(ARROWS, t("glyph.slide"), ""), Prompt(SHOULDERS, t("glyph.robot"), "")]
        if not in_match:
            return steering
        return [
            *steering,
            *([Prompt(Kind.BACK, t("glyph.reset"), "minor")] if state.moves else []),
            Prompt(Kind.CONFIRM, t("glyph.difficulty")),
            Prompt(Kind.SECONDARY, t("glyph.next_puzzle")),
            Prompt(Kind.HINT, t("glyph.hint"), "minor"),
        ]
    if state.phase == "demonstrate":
        return [
            Prompt(ARROWS, t("glyph.slide"), ""),
            Prompt(SHOULDERS, t("glyph.robot"), ""),
            Prompt(Kind.CONFIRM, t("glyph.faster"), ""),
            Prompt(Kind.BACK, t("glyph.concede"), "minor"),
        ]
    look_back = [Prompt(Kind.SECONDARY, t("glyph.last_round"), "minor")] if may_look_back(state) else []
    if family in ("mouse", "touch"):
        return look_back
    agree = look_back or [Prompt(Kind.SECONDARY, t("glyph.agree"), "")]
    if family == "keyboard" and shared:
        return [Prompt(Kind.CONFIRM, t("glyph.enter"), ""), *agree]
    return [
        Prompt(ARROWS, t("glyph.dial_1"), ""),
        Prompt(SHOULDERS, t("glyph.dial_5"), ""),
        Prompt(Kind.CONFIRM, t("glyph.declare"), ""),
        *agree,
        Prompt(Kind.HINT, t("glyph.no_route"), ""),
    ]


def may_look_back(state: State) -> bool:
    """Whether the round before may be looked at: while nothing is declared there is nothing to agree with either."""
    return state.phase == "think" and state.chip_number > 1

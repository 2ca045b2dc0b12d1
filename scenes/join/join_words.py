"""The words where people sit down: on the chairs, and in the bar for the device in the hand."""

from __future__ import annotations

from game.roster import Chair
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input import keyboard
from scenes.kit.input.intents import Device, Kind
from scenes.kit.stage import Stage

POINTERS = ("mouse", "touch")  # families of devices


def chair_words(stage: Stage, chair: Chair, stands_up: bool) -> str:
    """Return what plays for a chair, or what it waits for; `stands_up` while B is held for it."""
    t = stage.t
    present = {pad.number for pad in stage.devices.pads()}
    number = chair.device.slot
    if not chair.device or (number and number not in present):
        return t("join.press")
    if stands_up:
        return t("join.leaving")
    if number:
        return stage.pad_name(number)
    if chair.device == "keyboard":
        return t("join.key", cap=keyboard.face(chair.key)) if chair.key else t("device.keyboard")
    return t(f"join.{chair.device}")


def prompts_for(stage: Stage, device: Device, sits: bool, names: bool, onward: str, press: str) -> list[Prompt]:
    """Return the prompts for `device`: whether its person `sits`, and `names` a chair.

    `onward` is where Start leads, `press` what a seated pad's A does to what is lit.
    """
    t = stage.t
    done, cancel = Prompt(Kind.CONFIRM, t("join.done"), "primary"), Prompt(Kind.BACK, t("join.cancel"))
    alphabet = Prompt(Kind.NEXT, t("join.alphabet"), "minor")
    if device.is_pad and not sits:
        return [Prompt(Kind.CONFIRM, t("join.sit"), "primary"), Prompt(Kind.BACK, t("glyph.back"))]
    if names and device.is_pad:
        known = Prompt(Kind.SECONDARY, t("join.known"), "minor")
        return [Prompt(ARROWS, t("join.letter"), ""), alphabet, known, done, cancel]
    if names and device.family in POINTERS:
        return [cancel, Prompt(Kind.UNDO, t("naming.erase"), "minor"), alphabet, done]
    if names:
        return [done, cancel]
    choose = Prompt(ARROWS, t("glyph.choose"), "")
    if not device.is_pad:
        return [choose, Prompt(Kind.CONFIRM, t("menu.open"), ""), Prompt(Kind.BACK, t("glyph.back"), "minor")]
    return [
        choose,
        Prompt(Kind.CONFIRM, press, ""),
        Prompt(Kind.HINT, t("join.menu"), "minor"),
        Prompt(Kind.PAUSE, onward, "minor"),
        Prompt(Kind.BACK, t("join.hold"), "minor"),
    ]

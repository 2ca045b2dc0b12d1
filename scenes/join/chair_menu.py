"""A chair's menu: its name, colour, key or level, and standing up; for every device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from game.people.roster import Chair
from scenes.kit.input.intents import KEYBOARD, Device, Intent, Signal, SignalKind
from scenes.kit.scene import Nav, Pop
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.services import Services

What = Literal["name", "colour", "key", "level", "leave"]


@dataclass(frozen=True, slots=True)
class ChairMenuChoice:
    """A choice for the chair of an identity; `value` is a level or a key's code."""

    identity: str
    what: What
    value: int = 0


class ChairMenu(Dialog):
    """Pops with a ChairMenuChoice, or None. For another key it waits until one is pressed."""

    def __init__(self, services: Services, chair: Chair) -> None:
        self.chair = chair
        self.waits = False  # for a key
        t = services.stage.t
        back = DialogAnswer(t("glyph.back"), None, primary=True)
        if chair.kind == "ai":
            answers = [
                DialogAnswer(f"{level}  {t(f'level.{level}')}", ChairMenuChoice(chair.identity, "level", level))
                for level in services.offers.levels
            ]
        else:
            answers = [DialogAnswer(t("join.menu.name"), ChairMenuChoice(chair.identity, "name"))]
            if chair.device == "keyboard":
                answers.append(DialogAnswer(t("join.menu.key"), ChairMenuChoice(chair.identity, "key")))
        is_free = not services.people.party.plays_cup(chair.identity)  # else the cup would not know who it is
        answers.append(
            DialogAnswer(
                t("join.menu.colour"), ChairMenuChoice(chair.identity, "colour"), enabled=is_free, why=t("why.colour")
            )
        )
        answers.append(DialogAnswer(t("join.menu.leave"), ChairMenuChoice(chair.identity, "leave")))
        super().__init__(
            services.stage, services.people.chair_name(chair), "", [*answers, back], stacked=True, columns=2, width=820
        )

    def answered(self, result: object) -> Nav | None:
        if isinstance(result, ChairMenuChoice) and result.what == "key":
            self.waits = True
            self.body = self.stage.t("join.press_key")
            self.resized()
            self.stage.devices.capture(KEYBOARD)
            return None
        return Pop(result)

    def intent(self, intent: Intent) -> Nav | None:
        return None if self.waits else super().intent(intent)

    def signal(self, signal: Signal) -> Nav | None:
        if not self.waits or signal.kind is not SignalKind.CAPTURED:
            return None
        self.waits = False
        return Pop(None if signal.code is None else ChairMenuChoice(self.chair.identity, "key", signal.code))


@dataclass(frozen=True, slots=True)
class Whose:
    """The answer that `pad` belongs to the chair of an identity, "" for somebody new."""

    pad: Device
    identity: str


class WhoseDialog(Dialog):
    """Asks whose pad it is that might be one of several missing ones. Pops with a Whose, or None."""

    def __init__(self, services: Services, pad: Device, chairs: Sequence[Chair]) -> None:
        t = services.stage.t
        answers = [DialogAnswer(services.people.chair_name(chair), Whose(pad, chair.identity)) for chair in chairs]
        answers.append(DialogAnswer(t("join.somebody_new"), Whose(pad, "")))
        title = t("join.whose", number=pad.number)
        super().__init__(services.stage, title, "", answers, stacked=True, columns=2, width=820)

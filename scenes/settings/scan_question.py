"""Asks whether to switch one-button play on or off, after a key was held for a long time."""

from __future__ import annotations

from scenes.kit.scene import Nav, Pop
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.services import Services

# The highlight goes over both answers this many times. Then the dialog closes, because the hold was probably not meant.
PASSES = 4


class ScanQuestion(Dialog):
    """The question, which can be answered with one button. "No" is lit first, and is the answer if nobody presses."""

    scanned = True
    closed_to_phones = True

    def __init__(self, services: Services) -> None:
        self.services = services
        t = services.stage.t
        self._turns_on = not services.settings.preferences.scan
        what = "on" if self._turns_on else "off"
        answers = [DialogAnswer(t("scan.no"), False, primary=True), DialogAnswer(t("scan.yes"), True)]
        super().__init__(services.stage, t(f"scan.{what}.title"), t(f"scan.{what}.body"), answers, width=900)

    def answered(self, result: object) -> Nav | None:
        if result:
            self.services.settings.change(scan=self._turns_on)
        return Pop()

    def tick(self, dt: float) -> Nav | None:
        super().tick(dt)
        return Pop() if self.age > PASSES * len(self.answers) * self.stage.scan.pace else None

"""Phones at the unattended table for tests, and the verbs of stories about them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from scenes.kiosk.attract_scene import AttractScene
from scenes.kiosk.kiosk_guard import KioskGuard
from scenes.phones.pages import MEET
from scenes.unattended import watch_over
from tests.scenes.kiosk_table import NOON, KioskVocabulary, clock_of, open_kiosk
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import Playhouse
from tests.vocabulary.phone import PhoneVocabulary


class Table(Evening):
    """An unattended table with phones without a network, as `--kiosk` starts it."""

    def __init__(
        self, house: Playhouse, folder: Path, phones: str = "always", start: datetime = NOON, **changes: object
    ) -> None:
        super().__init__(house)
        given = {key.replace("__", "."): value for key, value in changes.items()}
        self.kiosk = open_kiosk(house, folder, {"table.phones": phones, **given})
        self.watch = watch_over(house.app, house.services, self.kiosk, clock_of(house, start))

    def begin(self) -> AttractScene:
        """Start with the show, without visitors."""
        self.house.app.manager.start(self.watch.first()())
        self.house.run(1.0)
        return self.house.on_top(AttractScene)

    def join(self, *numbers: int) -> None:
        """Let phones scan the code, and let their people leave the page that says who they are."""
        for number in numbers:
            self.phones.join(number)
        self.house.run(1.0)
        for number in numbers:
            if MEET in self.buttons(number):
                self.phones.press(number, MEET)
        self.house.run(0.5)


class PhonesAtKiosk(PhoneVocabulary, KioskVocabulary):
    """Tells of phones at the unattended table. Its setting table.phones says when phones may come: "off", "join" or
    "always", as a story begins."""

    begins = ("kiosk: table.phones=always",)

    def can_be_named(self, phone: int) -> bool:
        """Return whether PHONE offers names to choose from, and shows its own seat first."""
        shown = self.evening.shown(phone)
        return shown.renaming and len(shown.names) > 1 and shown.sockets[0].shape == shown.me.shape

    facts: ClassVar = {
        "can_be_named": can_be_named,
        # whether the show has the code of the phone server; none if it has no code
        "code_is_right": lambda s: (
            (shown := s.house.on_top(AttractScene).column.join_code) and shown == s.evening.phones.join_code
        ),
    }

    def unattended(self, start: datetime, changes: dict[str, Any]) -> KioskGuard:
        """Leave the table unattended."""
        self.evening = Table(self.house, self.folder, start=start, **changes)
        return self.evening.watch

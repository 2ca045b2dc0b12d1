"""The unattended table after it was away: the game goes on at its last action, and the operator reads what happened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.command_line.startup import TableCommands
from game.supervision.table import LEFT, UPDATED, Heartbeat
from scenes import unattended
from scenes.kiosk.attract_scene import AttractScene
from scenes.kiosk.countdowns import WaitingScene
from scenes.kit.scene import Quit, Switch
from scenes.recovery.crash_log import Recovery
from tests.scenes.house_stories import stories
from tests.scenes.kiosk_table import KioskVocabulary, Resting, open_kiosk, watch
from tests.scenes.playhouse import Playhouse


class RestartVocabulary(KioskVocabulary):
    """Tells of a table that its supervisor starts with commands."""

    facts: ClassVar = {
        "incidents": lambda s: [f"{one.kind} {one.detail}".strip() for one in s.house.services.store.audits.incidents],
    }

    def do_attended(self, rest: str = "") -> None:
        """[crash [safe]]: Begin as a table that its supervisor starts, after a crash, or in safe mode after one."""
        commands = TableCommands("crash", "signal 9 (SIGKILL)", safe="safe" in rest) if rest else TableCommands()
        house, kiosk = self.house, open_kiosk(self.house, self.folder, {})
        house.show(unattended.attend(house.app, house.services, kiosk, commands))
        house.until(lambda: isinstance(house.top, AttractScene | WaitingScene), "the table", 60)
        self.guard: Any = house.services.offers.visitors


test_the_table = stories("kiosk_restart.txt", RestartVocabulary)


class TestAttending:
    """What the supervisor is told, and when the table ends by itself."""

    def test_each_frame_beats_and_says_whether_anybody_is_there(self, house: Playhouse, tmp_path: Path) -> None:
        hearing, speaking = os.pipe()
        times = iter(range(100))
        unattended.beat_with(house.app, Heartbeat(speaking, lambda: float(next(times))))
        house.run(0.2)
        house.app.on_frame(0.01)
        house.show(Resting(house.stage))
        house.app.on_frame(0.01)
        assert os.read(hearing, 100) == b".z" and not house.app.ended()
        os.close(hearing)
        house.app.on_frame(0.01)
        assert house.app.ended()
        os.close(speaking)

    def test_changed_files_are_told_and_the_table_ends_once_nobody_is_there(
        self, house: Playhouse, tmp_path: Path
    ) -> None:
        guard = watch(house, tmp_path)
        house.app.manager.go(house.services.offers.visitors.start_over())
        house.run(3.0)
        guard.updated = lambda: True
        house.run(3.0)
        (incident,) = house.services.store.audits.incidents
        assert (incident.kind, incident.detail) == ("update", "the program's files have changed since it was started")
        assert not house.app.manager.quitting, "somebody is at the table"
        house.app.manager.go(Switch(lambda: Resting(house.stage)))
        house.run(0.5)
        assert house.app.manager.quitting and unattended.status(house.app) == UPDATED

    def test_the_status_says_whether_the_operator_has_left(self, house: Playhouse, tmp_path: Path) -> None:
        watch(house, tmp_path)
        house.app.manager.go(Quit())
        house.app.end()
        assert unattended.status(house.app) == 0
        house.app.manager.may_quit = True
        assert unattended.status(house.app) == LEFT
        house.app.failed = True
        assert unattended.status(house.app) == 1


def test_the_log_of_a_table_that_nobody_attends_quotes_no_error(
    house: Playhouse, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for quotes in (True, False):
        if not quotes:
            watch(house, tmp_path)
        caplog.clear()
        house.boot()
        assert Recovery(house.app, house.services).rescue(KeyError("Hanako"))
        assert "KeyError" in caplog.text and ("Hanako" in caplog.text) == quotes

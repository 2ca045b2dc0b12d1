"""The last chance when a frame fails: the game is kept, a log written, and play goes on; a second time it ends."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable

from scenes.kit.scene import Switch
from scenes.kit.widgets.dialog import tell
from scenes.kit.window.app import App
from scenes.recovery import crash_log
from scenes.routes import ToMenu
from scenes.services import Services

log = logging.getLogger(__name__)

AGAIN = 60.0  # seconds within which a second failure ends the program


class Recovery:
    """The loop's last chance: `rescue` tells whether the loop may go on."""

    def __init__(self, app: App, services: Services, now: Callable[[], float] = time.monotonic) -> None:
        """`now` tells the time in seconds."""
        self._app = app
        self._services = services
        self._now = now
        self._last: float | None = None

    def rescue(self, error: Exception) -> bool:
        """Keep everything and go back to the menu; False where the program had better end, which is said then."""
        now = self._now()
        again = self._last is not None and now - self._last < AGAIN
        self._last = now
        path = self._write(error)
        self._app.manager.abandon()
        if not again:
            # an unattended table's log is no place for what somebody has typed, and an error may quote it
            said = "" if self._services.is_unattended else f": {error}"
            log.error("%s%s; back at the menu, log: %s", type(error).__name__, said, path)
            try:
                self._back()
            except Exception as second:  # the menu does not come up either: the end, but a clean one
                path = self._write(second) or path
                self._app.manager.abandon()
            else:
                return True
        farewell(error, path)
        return False

    def _write(self, error: Exception) -> object:
        try:
            self._services.store.audits.note("error", type(error).__name__)
            report = crash_log.describe(error, self._services, self._app.manager.scenes, self._app.flight)
            return crash_log.write(report)
        except Exception as second:  # a broken thing may break its description, which must not break the rescue
            log.warning("no crash log: %s", second)
            return None

    def _back(self) -> None:
        """To the menu, with one sentence over it; nothing is left of what was drawn before."""
        self._app.renew()
        services, t = self._services, self._services.stage.t
        services.offered_resume = False
        self._app.manager.go(Switch(ToMenu()))
        self._app.manager.go(tell(services.stage, t("crash.title"), t("crash.body"), width=880))


def farewell(error: BaseException, path: object) -> None:
    """Say in one line why the program ends."""
    where = "" if path is None else f" The log {path} tells what happened."
    print(f"Kissaten had to stop ({type(error).__name__}). What was played is kept.{where}", file=sys.stderr)

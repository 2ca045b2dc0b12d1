"""The phone server of an unattended table: when it opens and closes, and when all seats end."""

from __future__ import annotations

from collections.abc import Callable

from game.kiosk.config import Config
from game.phones.messages import JoinCode, Trouble
from scenes.phones.phone_controllers import PhoneControllers
from scenes.services import Services

RETRY_SECONDS = 60.0  # before another try to start the phone server: the network may come up later than the table


class KioskPhones:
    """Follows the operator's setting: with "join" visitors start the server; with "always" it runs except at night."""

    def __init__(self, services: Services, config: Callable[[], Config]) -> None:
        self._services = services
        self._config = config
        self._rests: bool | None = None  # whether the table rested at the last tick; None before
        self._is_stale = False  # whether seats of an earlier visit may still be stored
        self._failed = 0.0  # seconds since the phone server failed to start

    @property
    def join_code(self) -> JoinCode | None:
        """The phone server for the invitation of an unused table, if it is open."""
        controllers = self._present()
        return controllers.join_code if controllers is not None and self._config().table.phones == "always" else None

    @property
    def trouble(self) -> Trouble | None:
        """Why phones cannot join although they should; None if they can."""
        controllers = self._present()
        is_failed = controllers is not None and controllers.phones.state == "failed"
        return controllers.phones.trouble if controllers is not None and is_failed else None

    def tick(self, dt: float, rests: bool, is_dark: bool) -> None:
        """Let `dt` seconds pass; `rests`: no visitors, `is_dark`: the table is closed."""
        begun, self._rests = self._rests, rests
        if rests and not begun:
            self.clear()
            if self._config().table.phones == "join":
                self._close()
        controllers = self._wanted(is_dark)
        if controllers is None:
            self._close()
            return
        table = self._config().table
        controllers.bind = table.phones_bind
        returns = begun is None and not rests and self._had_phones  # the table itself was away, so phones come back
        if table.phones == "always" or returns or controllers.phones.state != "closed":
            self._keep_open(dt, controllers)

    def clear(self) -> None:
        """Forget the visitors who have left: seats and secrets end, and the code changes."""
        controllers = self._present()
        if controllers is None:
            self._is_stale = True
        else:
            controllers.clear()

    @property
    def _had_phones(self) -> bool:
        return any(chair.device.is_phone for chair in self._services.people.roster.people)

    def _keep_open(self, dt: float, controllers: PhoneControllers) -> None:
        """Start the phone server, also at a new address or some time after a failure."""
        self._failed = self._failed + dt if controllers.phones.state == "failed" else 0.0
        if controllers.phones.state != "failed" or self._failed >= RETRY_SECONDS:
            self._failed = 0.0
            controllers.open()

    def _wanted(self, is_dark: bool) -> PhoneControllers | None:
        """Return the controllers if phones are allowed now."""
        if is_dark or self._config().table.phones == "off":
            return None
        controllers = self._services.phones()
        assert isinstance(controllers, PhoneControllers)
        if self._is_stale:
            self._is_stale = False
            controllers.clear()
        return controllers

    def _present(self) -> PhoneControllers | None:
        remotes = self._services.stage.devices.remotes
        return remotes if isinstance(remotes, PhoneControllers) else None

    def _close(self) -> None:
        controllers = self._present()
        if controllers is not None and controllers.phones.state != "closed":
            controllers.close()

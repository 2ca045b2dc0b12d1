"""The phone server of a kiosk: when it opens and closes, and when all phones lose their seats."""

from __future__ import annotations

from collections.abc import Callable

from game.kiosk.config import Config
from game.phones.messages import JoinCode, Trouble
from scenes.phones.phone_controllers import PhoneControllers
from scenes.services import Services

# Seconds before another try to start the phone server. The network may start later than the kiosk.
RETRY_SECONDS = 60.0


class KioskPhones:
    """Opens and closes the phone server as the operator has set it.

    With "join", visitors start the server. With "always", it runs all day, but not at night.
    """

    def __init__(self, services: Services, config: Callable[[], Config]) -> None:
        self._services = services
        self._config = config
        # True if the table had no visitors at the last tick; None before the first tick.
        self._rests: bool | None = None
        # True if seats of earlier visitors may still be stored.
        self._is_stale = False
        # Seconds since the phone server failed to start.
        self._failed = 0.0

    @property
    def join_code(self) -> JoinCode | None:
        """The code that invites phones to an unused table; None if the server is closed or does not run all day."""
        controllers = self._present()
        return controllers.join_code if controllers is not None and self._config().table.phones == "always" else None

    @property
    def trouble(self) -> Trouble | None:
        """The reason why phones cannot join although they should be able to; None if they can."""
        controllers = self._present()
        is_failed = controllers is not None and controllers.phones.state == "failed"
        return controllers.phones.trouble if controllers is not None and is_failed else None

    def tick(self, dt: float, rests: bool, is_dark: bool) -> None:
        """Let `dt` seconds pass. `rests` is true while the table has no visitors, `is_dark` while it is closed."""
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
        # Visitors with phones were here before the program restarted, and their phones come back.
        returns = begun is None and not rests and bool(self._services.people.roster.on_phones)
        if table.phones == "always" or returns or controllers.phones.state != "closed":
            self._keep_open(dt, controllers)

    def clear(self) -> None:
        """Forget the visitors who have left: end their seats and secrets, and change the code."""
        controllers = self._present()
        if controllers is None:
            self._is_stale = True
        else:
            controllers.clear()

    def _keep_open(self, dt: float, controllers: PhoneControllers) -> None:
        """Start the phone server if it is not running.

        It also restarts at a new address, and some time after a failure.
        """
        self._failed = self._failed + dt if controllers.phones.state == "failed" else 0.0
        if controllers.phones.state != "failed" or self._failed >= RETRY_SECONDS:
            self._failed = 0.0
            controllers.open()

    def _wanted(self, is_dark: bool) -> PhoneControllers | None:
        """Return the controllers if phones may join now, otherwise None."""
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

"""The phone server at a table that nobody attends: who opens and closes it, and when everybody's seat ends."""

from __future__ import annotations

from collections.abc import Callable

from game.kiosk.config import Config
from game.phones.messages import JoinCode, Trouble
from scenes.phones.phone_controllers import PhoneControllers
from scenes.services import Services

RETRY_SECONDS = 60.0  # after the phone server could not be started: the network may come up later than the table


class KioskPhones:
    """Follows what the operator has set. "join": visitors start the server; "always": it runs but for the night."""

    def __init__(self, services: Services, config: Callable[[], Config]) -> None:
        self._services = services
        self._config = config
        self._rests: bool | None = None  # whether nobody was there when it was last looked
        self._is_stale = False  # whether seats of another visit may still be in the store
        self._failed = 0.0  # seconds since the phone server could not be started

    @property
    def join_code(self) -> JoinCode | None:
        """The phone server that the table invites by while nobody is there, if it is open."""
        controllers = self._present()
        return controllers.join_code if controllers is not None and self._config().table.phones == "always" else None

    @property
    def trouble(self) -> Trouble | None:
        """Why phones cannot join at present although they should."""
        controllers = self._present()
        is_failed = controllers is not None and controllers.phones.state == "failed"
        return controllers.phones.trouble if controllers is not None and is_failed else None

    def tick(self, dt: float, rests: bool, is_dark: bool) -> None:
        """`dt` seconds have passed; `rests`: nobody is there, `is_dark`: the table is closed."""
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
        returns = begun is None and not rests and self._had_phones  # the table itself was away: they come back
        if table.phones == "always" or returns or controllers.phones.state != "closed":
            self._keep_open(dt, controllers)

    def clear(self) -> None:
        """Forget the people who have gone: seats and secrets of phones end, and the code is another one."""
        controllers = self._present()
        if controllers is None:
            self._is_stale = True
        else:
            controllers.clear()

    @property
    def _had_phones(self) -> bool:
        return any(chair.device.is_phone for chair in self._services.people.roster.people)

    def _keep_open(self, dt: float, controllers: PhoneControllers) -> None:
        """Start the phone server, or start it again: at another address, or some time after it could not be opened."""
        self._failed = self._failed + dt if controllers.phones.state == "failed" else 0.0
        if controllers.phones.state != "failed" or self._failed >= RETRY_SECONDS:
            self._failed = 0.0
            controllers.open()

    def _wanted(self, is_dark: bool) -> PhoneControllers | None:
        """The controllers, where phones may come at all."""
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

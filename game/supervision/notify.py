"""Reports of the service to systemd, by datagrams to the socket that it names (sd_notify); none elsewhere."""

from __future__ import annotations

import logging
import socket
from collections.abc import Mapping

OWN_VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
"""Of the environment; whoever is started by us is none of systemd's business."""
_log = logging.getLogger(__name__)


class Notifier:
    """Sends lines to NOTIFY_SOCKET; `interval` is how often, in seconds, the watchdog wants a word, None for never.

    WATCHDOG_PID is not asked: under a compositor it names that one's process, and the unit lets all speak.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._socket: socket.socket | None = None
        self.interval: float | None = None
        family = getattr(socket, "AF_UNIX", None)
        if not self._address or family is None:
            return
        if self._address.startswith("@"):  # one without a file
            self._address = "\0" + self._address[1:]
        self._socket = socket.socket(family, socket.SOCK_DGRAM)
        self._socket.setblocking(False)  # a full or stopped systemd must not stop the table
        if (every := environment.get("WATCHDOG_USEC", "")).isdecimal() and int(every) > 0:
            self.interval = int(every) / 2_000_000

    def send(self, *lines: str) -> None:
        """Say `lines` such as READY=1, if anybody wants to hear them."""
        if self._socket is None:
            return
        try:
            self._socket.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            _log.debug("systemd does not listen: %s", error)

    def close(self) -> None:
        """Say no more."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

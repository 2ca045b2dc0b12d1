"""Reports of the service to systemd, by datagrams to the socket that it names (sd_notify); none elsewhere."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

OWN_VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
"""Of the environment; whoever is started by us is none of systemd's business.

WATCHDOG_PID is not asked: under a compositor it names that one's process, and the unit lets all speak.
"""


def notify(*lines: str) -> None:
    """Say `lines` such as READY=1, if anybody wants to hear them."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name or not hasattr(socket, "AF_UNIX"):
        return
    address = "\0" + name[1:] if name.startswith("@") else name  # one without a file
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ours:
        ours.setblocking(False)  # a full or stopped systemd must not stop the table
        ours.sendto("\n".join(lines).encode(), address)


def watchdog_interval() -> float:
    """How often the watchdog wants a word, in seconds; for ever where it wants none."""
    every = os.environ.get("WATCHDOG_USEC", "")
    return int(every) / 2_000_000 if every.isdecimal() and int(every) > 0 else float("inf")

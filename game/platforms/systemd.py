"""Reports to systemd, sent as datagrams to its socket (sd_notify). Without systemd, nothing is sent."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

OWN_VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
"""Environment variables that child processes must not inherit.

WATCHDOG_PID is ignored: under a compositor, it names the compositor, and the unit accepts reports from all processes.
"""


def notify(*lines: str) -> None:
    """Send `lines` such as READY=1 to systemd, if there is one."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name or not hasattr(socket, "AF_UNIX"):
        return
    address = "\0" + name[1:] if name.startswith("@") else name  # the name of an abstract socket
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ours:
        ours.setblocking(False)  # a stopped systemd must not block the table
        ours.sendto("\n".join(lines).encode(), address)


def watchdog_interval() -> float:
    """Return the seconds between two reports, half the watchdog's time limit; infinite without a watchdog."""
    every = os.environ.get("WATCHDOG_USEC", "")
    return int(every) / 2_000_000 if every.isdecimal() and int(every) > 0 else float("inf")

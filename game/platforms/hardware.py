"""Game pads, USB sticks, and networks."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import string
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_log = logging.getLogger(__name__)
_DRIVE_REMOVABLE = 2  # the result of GetDriveTypeW for a removable drive
_OCTAL = re.compile(r"\\([0-7]{3})")  # /proc/self/mounts writes spaces in this form
_SIOCGIFADDR = 0x8915  # Linux's request for an interface's address


def device_place(path: str, devices: Path = Path("/sys/class/input")) -> tuple[str, str]:
    """Return the serial number and the socket of an input device, each "" if it is unknown.

    `path` is SDL's path of the device. On Linux, it only has a number in the order of connection (/dev/input/event7),
    but the driver knows the socket. On other systems, the path itself identifies the socket.
    """
    if not path or not sys.platform.startswith("linux"):
        return "", path
    facts = devices / Path(path).name / "device"
    return _fact(facts / "uniq"), _fact(facts / "phys")


def _fact(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:  # the device is gone, or does not have the attribute
        return ""


def removable_folders(
    mounts: Path = Path("/proc/self/mounts"),
    blocks: Path = Path("/sys/block"),
    volumes: Path = Path("/Volumes"),
    root: Path = Path("/"),
    kernel: object = None,
) -> list[Path]:
    """Return the writable folders of USB sticks, cards and disks; [] if they are unknown.

    The system's disk is not among them. On macOS, all other volumes count. On Windows, only drives marked as removable
    count, so a large USB disk may be missing. The parameters are for tests.
    """
    try:
        if sys.platform == "win32":
            found = _removable_drives(kernel)
        elif sys.platform == "darwin":
            found = [volume for volume in sorted(volumes.iterdir()) if volume.resolve() != root.resolve()]
        else:
            found = _removable_mounts(mounts, blocks, root)
    except OSError as error:
        _log.info("it is not known which sticks there are: %s", error)
        return []
    return [folder for folder in found if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)]


def _removable_mounts(mounts: Path, blocks: Path, root: Path) -> list[Path]:
    # by partition, the names of its disk and of all partitions of that disk
    disks: dict[str, tuple[str, ...]] = {}
    for block in sorted(blocks.iterdir()):
        on_usb = any(part.startswith("usb") for part in block.resolve().parts)
        if on_usb or _fact(block / "removable") == "1":
            names = (block.name, *(part.name for part in block.iterdir() if (part / "partition").exists()))
            disks.update(dict.fromkeys(names, names))
    found: dict[str, Path] = {}
    lines = [line.split(" ") for line in mounts.read_text("utf-8", errors="surrogateescape").splitlines()]
    for device, place, _, options, *_ in (line for line in lines if len(line) >= 4):
        folder = Path(_OCTAL.sub(lambda code: chr(int(code[1], 8)), place))
        name = Path(device).resolve().name if device.startswith("/dev/") else ""
        if folder == root:
            for part in disks.pop(name, ()):
                disks.pop(part, None)
                found.pop(part, None)
        elif name in disks and "ro" not in options.split(","):
            found.setdefault(name, folder)
    return list(found.values())


def _removable_drives(kernel: Any) -> list[Path]:
    if kernel is None:
        import ctypes

        kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    drives = kernel.GetLogicalDrives()
    names = [f"{letter}:\\" for bit, letter in enumerate(string.ascii_uppercase) if drives >> bit & 1]
    return [Path(name) for name in names if kernel.GetDriveTypeW(name) == _DRIVE_REMOVABLE]


def network_addresses() -> list[tuple[str, str]]:
    """Return the names of this machine's network interfaces and their IPv4 addresses, if they are known.

    Linux reports each interface. Other systems report the addresses of the host's name. The interfaces' names are
    then empty.
    """
    import socket

    if sys.platform == "linux":
        return _interface_addresses([name for _, name in socket.if_nameindex()])
    try:
        return [("", address) for address in socket.gethostbyname_ex(socket.gethostname())[2]]
    except OSError as error:
        _log.info("it is not known which networks there are: %s", error)
        return []


def _interface_addresses(names: Sequence[str]) -> list[tuple[str, str]]:
    import fcntl
    import socket

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for name in names:
            request = os.fsencode(name)[:15].ljust(40, b"\0")
            with contextlib.suppress(OSError):  # the interface has no IPv4 address
                answer = fcntl.ioctl(asked, _SIOCGIFADDR, request)
                found.append((name, socket.inet_ntoa(answer[20:24])))
    return found

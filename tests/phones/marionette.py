"""Debian's Firefox, driven by its own protocol: Playwright knows only a Firefox of its own."""

import itertools
import json
import shutil
import socket
import subprocess
import time
from typing import Any

from tools.phone_browser import PATIENCE


def firefox() -> str | None:
    """The program, None where none is installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A running Firefox without a window; `profile` is an empty folder for it."""

    def __init__(self, profile):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [firefox(), "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._numbers = itertools.count(1)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
                break
            except OSError:
                assert time.monotonic() < end and self._process.poll() is None
                time.sleep(0.2)
        self._file = self._socket.makefile("rb")
        self._hear()
        self.ask("WebDriver:NewSession", {})

    def ask(self, command: str, values: dict[str, Any]) -> Any:
        """The answer to a command of WebDriver."""
        sent = json.dumps([0, next(self._numbers), command, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(sent), sent))
        _, _, error, answer = self._hear()
        assert error is None, error
        return answer

    def close(self):
        """End it."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(PATIENCE)

    def _hear(self) -> Any:
        digits = b""
        while not digits.endswith(b":"):
            digits += self._file.read(1)
        return json.loads(self._file.read(int(digits[:-1])))

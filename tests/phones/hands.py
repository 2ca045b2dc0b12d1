"""Phones in somebody's hand: pages of two browsers, read and touched alike; only what is to be seen is pressed."""

from __future__ import annotations

import itertools
import json
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.stores import PATIENCE
from tools.phone_browser import touched

SIZE = (390, 844)
_MIDDLE = """(() => {
  const found = [...document.querySelectorAll(%s)].find((one) => !(one.closest("button") || one).disabled);
  if (!found) return null;
  const box = found.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
})()"""


class HeldPhone(ABC):
    """A page of the phones' server that is open in a browser."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """What an expression of JavaScript is on the page now."""

    @abstractmethod
    def touch(self, x: float, y: float) -> None:
        """A finger goes down and up at a place of the page."""

    @property
    def told(self) -> str:
        """What a screen reader has been told last: sentence, helper and focus."""
        return str(self.evaluate("document.getElementById('told').textContent"))

    @property
    def mine(self) -> bool:
        """Whether whoever holds it is to act."""
        return self.shows(".plate.mine")

    def shows(self, selector: str) -> bool:
        """Whether something is on the page that can be touched if it is a button."""
        return self.spot(selector) is not None

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of something, as soon as it is there, in pixels of the page."""
        x, y = self.until(lambda: self.spot(selector), selector)
        return x, y

    def spot(self, selector: str) -> tuple[float, float] | None:
        """Where something is now that can be touched; None where it is not."""
        found: tuple[float, float] | None = self.evaluate(_MIDDLE % json.dumps(selector))
        return found

    def until(self, reached: Callable[[], Any], what: str) -> Any:
        """Wait for something, which is given. Raises TimeoutError with what is on the page."""
        end = time.monotonic() + PATIENCE
        while not (found := reached()):
            if time.monotonic() > end:
                page = self.evaluate("document.body.innerText")
                raise TimeoutError(f"{what} did not come; told: {self.told!r}; page: {page!r}")
            time.sleep(0.02)
        return found

    def wait(self, selector: str) -> None:
        """Wait until something is on the page that can be touched."""
        self.until(lambda: self.shows(selector), selector)

    def tap(self, selector: str) -> None:
        """Touch a button, as soon as it is there."""
        self.touch(*self.middle(selector))

    def way(self, way: str) -> None:
        """Touch the ring's arrow."""
        self.tap(f".way.{way} svg")

    def use_pad(self) -> None:
        """Change from a small board to the ring, where that is offered."""
        if not self.shows(".ring") and self.shows("[data-do=pad]"):
            self.tap("[data-do=pad]")
            self.wait(".ring")


class ChromiumPhone(HeldPhone):
    """A context of its own in a Chromium that Playwright drives. What goes wrong on its page is in `errors`."""

    def __init__(self, browser: Any, url: str, language: str = "en") -> None:
        self.errors: list[str] = []
        self.context = touched(browser, SIZE, language)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(url)

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def touch(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def sleep(self) -> None:
        """Its owner looks at another page."""
        self.page.goto("about:blank")

    def wake(self) -> None:
        """They come back."""
        self.page.go_back()


def firefox() -> str | None:
    """The program, None where none is installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class FirefoxPhone(HeldPhone):
    """A Firefox of its own in a narrow window, without a screen; `profile` is an empty folder for it.

    It is driven by its own protocol: Playwright knows only a Firefox of its own.
    """

    def __init__(self, profile: Path, url: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [str(firefox()), "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
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
        self._ask("WebDriver:NewSession", {})
        self._ask("WebDriver:SetWindowRect", {"width": SIZE[0] + 60, "height": SIZE[1] + 90})
        self._ask("WebDriver:Navigate", {"url": url})

    def evaluate(self, expression: str) -> Any:
        values = {"script": f"return {expression}", "args": []}
        return self._ask("WebDriver:ExecuteScript", values)["value"]

    def touch(self, x: float, y: float) -> None:
        at = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"}
        moves = [at, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": moves}
        self._ask("WebDriver:PerformActions", {"actions": [finger]})

    def close(self) -> None:
        """End it."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(PATIENCE)

    def _ask(self, command: str, values: dict[str, Any]) -> Any:
        """The answer to a command of WebDriver."""
        sent = json.dumps([0, next(self._numbers), command, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(sent), sent))
        _, _, error, answer = self._hear()
        assert error is None, error
        return answer

    def _hear(self) -> Any:
        digits = b""
        while not digits.endswith(b":"):
            digits += self._file.read(1)
        return json.loads(self._file.read(int(digits[:-1])))

"""A table with phones in a real browser, for tests and screenshots of the phone's page.

Playwright for Python drives the Chromium that the environment variable CHROMIUM names, or else the first one found. No
browser is downloaded.
"""

from __future__ import annotations

import os
import shutil
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.phones.messages import Joined, PhoneMessage
from game.phones.process import KeptServer, Phones

FAULTS = (Path(__file__).parent / "phone_faults.js").read_text(encoding="utf-8").split("\n", 1)[1]
PATIENCE = 500.0  # seconds to wait for processes and browsers, which take minutes on a busy machine
_COUNTING = """(() => {
  const Real = WebSocket;
  window.shownCount = window.unanswered = 0;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        const kind = JSON.parse(event.data).kind;
        if (kind === "shown") window.shownCount++;
        if (kind === "ack") window.unanswered--;
      });
      this.addEventListener("close", () => { window.unanswered = 0; });
    }
    send(text) {
      if (["press", "tap"].includes(JSON.parse(text).kind)) window.unanswered++;
      super.send(text);
    }
  };
})()"""  # lets a test wait until the page has the table's last snapshot and all answers
# A browser's messages with these words are harmless.
_EXPECTED = ("vibrate", "favicon", "404", "WebSocket")


def chromium() -> str | None:
    """Return the path of the browser to drive; None if none is installed."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


def launch(playwright: Any) -> Any:
    """Start a browser without a window."""
    return playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])


def free_port() -> int:
    """Return a free port. With the usual port, a phone could reach the server of another test."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


class Table:
    """The table's side: a phone server on the loopback address, polled while the test waits."""

    def __init__(self, kept: KeptServer | None = None) -> None:
        self.phones = Phones(kept or KeptServer(port=free_port()))
        self.events: list[Any] = []
        self.phones.open("127.0.0.1")
        self.until(lambda: self.phones.join_code is not None)

    def until(self, condition: Callable[[], Any], seconds: float = PATIENCE, page: Any = None) -> None:
        """Poll the phone server, and let `page` run, until `condition` holds. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(f"{self.phones.state} {self.phones.trouble} {self.events}")
            self.wait(0.01, page)

    def wait(self, seconds: float, page: Any = None) -> None:
        """Poll the phone server, and let `page` run."""
        end = time.monotonic() + seconds
        while True:
            self.events += self.phones.poll()
            if page is not None:
                page.wait_for_timeout(10)
            else:
                time.sleep(0.01)
            if time.monotonic() >= end:
                return

    def all(self, kind: type) -> list[Any]:
        """Return the events of one kind so far. A PhoneMessage counts as the kind of the message in it."""
        return [
            event
            for event in self.events
            if isinstance(event.message if isinstance(event, PhoneMessage) else event, kind)
        ]

    def close(self) -> None:
        """Stop the phone server."""
        self.phones.end()


def touched(browser: Any, size: tuple[int, int], language: str) -> Any:
    """Return a new browser context like a phone's: `size` CSS pixels at 2x, with touch."""
    return browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        locale="ja-JP" if language == "ja" else "en-GB",
    )


class BrowserPhone:
    """A phone: a browser context of its own, with touch. `errors` has what went wrong on its page."""

    def __init__(self, table: Table, browser: Any, size: tuple[int, int] = (390, 844), language: str = "en") -> None:
        self.table = table
        self.errors: list[str] = []
        self.context = touched(browser, size, language)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        self.page.add_init_script(_COUNTING)
        self.number = 0
        self._shown: Any = None

    def scan(self, url: str = "") -> int:
        """Open the address; return the phone's number once it is seated."""
        joined = len(self.table.all(Joined))
        assert self.table.phones.join_code
        self.page.goto(url or self.table.phones.join_code.url)
        self.table.until(lambda: len(self.table.all(Joined)) > joined, page=self.page)
        self.number = self.table.all(Joined)[-1].ticket.phone
        return self.number

    def show(self, snapshot: Any) -> None:
        """Send `snapshot` to the phone, and wait until the page shows it."""
        before = self.page.evaluate("window.shownCount")
        self.table.phones.show(self.number, snapshot)
        if snapshot != self._shown:
            self.table.until(lambda: self.page.evaluate("window.shownCount") > before, page=self.page)
        self._shown = snapshot

    def tap(self, name: str) -> None:
        """Tap the button called `name`."""
        self.page.get_by_role("button", name=name, exact=True).tap()

    def answer(self) -> None:
        """Poll the phone server until all presses are answered.

        A page that gets no answer for a second gives up all unanswered presses and reconnects.
        """
        self.table.until(lambda: not self.page.evaluate("window.unanswered"), page=self.page)

    def faults(self) -> list[str]:
        """Return what is too small for a finger, has text below 17 px, is cut off, or lies over something else."""
        found: list[str] = self.page.evaluate(FAULTS)
        return found

    def close(self) -> None:
        """Close the phone's context."""
        self.context.close()

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in _EXPECTED):
            self.errors.append(message.text)

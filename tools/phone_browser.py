"""A table with phones in a real browser: what tests and shots of the phone's page stand on.

Playwright for Python drives the Chromium at CHROMIUM, or the first one found; none is downloaded.
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
PATIENCE = 500.0  # seconds for whatever processes and browsers do; on a busy machine it may be minutes
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
})()"""  # so that a test can wait until the page has got what the table shows, and answers to what it has said
_EXPECTED = ("vibrate", "favicon", "404", "WebSocket")  # what a browser complains of although all is well


def chromium() -> str | None:
    """The program to drive, None where none is installed."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


def launch(playwright: Any) -> Any:
    """A browser without a window."""
    return playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])


def free_port() -> int:
    """A port that nobody has: where many tables begin with the usual one, a phone may find another's server there."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


class Table:
    """The table's process: a running phone server at the loopback address, polled while the test waits."""

    def __init__(self, kept: KeptServer | None = None) -> None:
        self.phones = Phones(kept or KeptServer(port=free_port()))
        self.events: list[Any] = []
        self.phones.open("127.0.0.1")
        self.until(lambda: self.phones.join_code is not None)

    def until(self, condition: Callable[[], Any], seconds: float = PATIENCE, page: Any = None) -> None:
        """Poll the phone server, and let `page` run, until something holds. Raises TimeoutError."""
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
        """The events of one kind so far, those of a phone by the kind of what it did."""
        return [
            event
            for event in self.events
            if isinstance(event.message if isinstance(event, PhoneMessage) else event, kind)
        ]

    def close(self) -> None:
        """Stop the phone server."""
        self.phones.end()


def touched(browser: Any, size: tuple[int, int], language: str) -> Any:
    """A new context of a Chromium as a phone has it: `size` CSS pixels at 2x, with touch."""
    return browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        locale="ja-JP" if language == "ja" else "en-GB",
    )


class BrowserPhone:
    """A phone of a browser: a context of its own, with touch. What goes wrong on its page is in `errors`."""

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
        """Open the address; gives the phone's number once it sits."""
        joined = len(self.table.all(Joined))
        assert self.table.phones.join_code
        self.page.goto(url or self.table.phones.join_code.url)
        self.table.until(lambda: len(self.table.all(Joined)) > joined, page=self.page)
        self.number = self.table.all(Joined)[-1].ticket.phone
        return self.number

    def show(self, snapshot: Any) -> None:
        """Let the table show it something, and wait until it does."""
        before = self.page.evaluate("window.shownCount")
        self.table.phones.show(self.number, snapshot)
        if snapshot != self._shown:
            self.table.until(lambda: self.page.evaluate("window.shownCount") > before, page=self.page)
        self._shown = snapshot

    def tap(self, name: str) -> None:
        """Touch the button of this name."""
        self.page.get_by_role("button", name=name, exact=True).tap()

    def answer(self) -> None:
        """Let the table answer what was pressed.

        A page that has no answer for a second connects anew, and what is pressed meanwhile is lost.
        """
        self.table.until(lambda: not self.page.evaluate("window.unanswered"), page=self.page)

    def faults(self) -> list[str]:
        """What is smaller than a finger or than 17 px, cut off, or laid over something else."""
        found: list[str] = self.page.evaluate(FAULTS)
        return found

    def close(self) -> None:
        """Throw it away."""
        self.context.close()

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in _EXPECTED):
            self.errors.append(message.text)

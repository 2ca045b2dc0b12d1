"""The phone's page in a browser without a server: the test is what its socket says, and hears what the page says."""

from __future__ import annotations

import json
from typing import Any

from game.phones import protocol
from game.phones.messages import Notice, Shown, ToPhone, Welcome
from game.phones.page import TYPES, files
from game.phones.snapshot import Snapshot
from tools.phone_browser import FAULTS, touched

ADDRESS = "http://table.test"
SOCKET = """
window.said = [];
window.beat = {kind: "beat"};
window.WebSocket = class {
  constructor() {
    this.readyState = 0;
    window.socket = this;
    setTimeout(() => { this.readyState = 1; if (this.onopen) this.onopen(); });
    setInterval(() => this.tell(window.beat), 2000);
  }
  tell(message) {
    if (window.socket === this && this.readyState === 1) this.onmessage({data: JSON.stringify(message)});
  }
  send(text) {
    const message = JSON.parse(text);
    window.said.push(message);
    if (message.number) setTimeout(() => this.tell({kind: "ack", number: message.number}));
  }
  close() { this.readyState = 3; }
};
"""  # presses and silence are answered at once, as the server does: the page takes a table that says nothing for lost
OUTSIDE = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.scrollingElement.scrollWidth > wide) found.push(`the page: ${document.scrollingElement.scrollWidth}`);
  for (const e of document.querySelectorAll("#app *")) {
    if (e.closest("svg") !== (e.tagName === "svg" ? e : null)) continue;
    if (e.matches(".pattern, .told") || !e.checkVisibility()) continue;
    const r = e.getBoundingClientRect();
    if (r.width && (r.left < -1 || r.right > wide + 1)) {
      found.push(`${e.tagName}.${e.getAttribute("class")} ${e.textContent.slice(0, 20)}: ${r.left} to ${r.right}`);
    }
    const under = e.parentElement.closest(".plate, .card, .button, .info, .figure");
    const q = under && under.getBoundingClientRect();
    const aside = q && (r.left < q.left - 1 || r.right > q.right + 1);
    const over = q && (r.top < q.top - 1 || r.bottom > q.bottom + 1);
    if (q && r.width && (aside || over)) {
      found.push(`beyond what it stands on: ${e.tagName}.${e.getAttribute("class")} ${e.textContent.slice(0, 20)}`);
    }
    const text = e.firstChild && e.firstChild.nodeType === 3 && getComputedStyle(e).display !== "inline";
    if (text && e.scrollWidth > e.clientWidth + 1 && !e.matches(".name > *")) found.push(`runs over: ${e.textContent}`);
  }
  return found;
}"""  # what is beyond the sides of the screen, or of what it stands on; names may be cut with an ellipsis


class StillPage:
    """One phone, as it comes from the code on the screen. What goes wrong on its page is in `errors`."""

    def __init__(
        self, browser: Any, size: tuple[int, int] = (390, 844), language: str = "en", **changed: bytes
    ) -> None:
        """`changed` are files of the page to be sent in place of the usual ones, by name without its ending."""
        self.errors: list[str] = []
        self.context = touched(browser, size, language)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.add_init_script(SOCKET)
        sent = {name: changed.get(name.split(".")[1], content) for name, content in files().items()}
        self.page.route("**/*", lambda route: self._answer(route, sent))
        self.is_fresh = False  # whether nobody has pressed anything since the code was scanned
        self.scan()

    def scan(self, again: bool = False) -> None:
        """Scan the code, with a browser that knows nothing of this table; where that is done already, only `again`."""
        if self.is_fresh and not again:
            return
        self.is_fresh = True
        self.page.goto(f"{ADDRESS}/j/K7Q4-2MVD")
        self.page.evaluate("localStorage.clear()")
        self.page.wait_for_function("said.length > 0")

    def _answer(self, route: Any, sent: dict[str, bytes]) -> None:
        name = route.request.url.removeprefix(f"{ADDRESS}/")
        name = name if name in sent else "index.html"
        route.fulfill(body=sent[name], content_type=TYPES[name])

    def tell(self, message: ToPhone) -> None:
        """Let the server say something; a beat is said again and again."""
        self.hear(protocol.text(message))

    def hear(self, text: str) -> None:
        """What `tell` says, as it is written on the wire."""
        said = "const it = JSON.parse(text); if (it.kind === 'beat') beat = it; socket.onmessage({data: text});"
        self.page.evaluate(f"text => {{ {said} }}", text)

    def sit(self) -> None:
        """Let it have a seat."""
        self.tell(Welcome("a" * 22))

    def show(self, snapshot: Snapshot) -> None:
        """Let the table show it something."""
        self.tell(Shown(1, snapshot))

    def notice(self, about: Any, **more: int) -> None:
        """Let the server say why there is nothing to show, and end the socket as it does then."""
        self.tell(Notice(about, **more))
        self.page.evaluate("socket.readyState = 3, socket.onclose && socket.onclose()")

    @property
    def said(self) -> list[dict[str, Any]]:
        """What the page has said since its hello."""
        found: list[dict[str, Any]] = self.page.evaluate("said")
        return [message for message in found if message["kind"] != "hello"]

    def resize(self, size: tuple[int, int]) -> None:
        """Let it be another phone, or the same one held the other way."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def grow(self, share: int) -> None:
        """Let the browser's owner want the text at so many per cent."""
        self.page.evaluate(f"document.documentElement.style.fontSize = {json.dumps(f'{share}%')}")

    @property
    def outside(self) -> list[str]:
        """What is beyond the sides of the screen."""
        found: list[str] = self.page.evaluate(OUTSIDE)
        return found

    @property
    def faults(self) -> list[str]:
        """What is smaller than a finger or than 17 px, cut off, or laid over something else."""
        found: list[str] = self.page.evaluate(FAULTS)
        return found

    def close(self) -> None:
        """Throw it away."""
        self.context.close()

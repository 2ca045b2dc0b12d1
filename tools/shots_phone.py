"""Screenshots of the phone's page, in real Chromium, from the real server.

    python -m tools.shots_phone --out shots --pages dial,coffee --sizes 390x844,844x390 --languages en,ja

Besides the pages of tools/phone_pages.py: asleep, full, wrong, gone, menu, name, and "pad-..." for the ring in place of a
hand. Playwright for Python drives the Chromium at CHROMIUM, or the first one found.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.phones.process import Kept, Phones
from game.phones.protocol import Joined
from tools.phone_pages import PAGES

SIZES = "390x844,360x640,820x1180,844x390"
STATES = ("asleep", "full", "wrong", "gone", "menu", "name", "declared")


def chromium() -> str | None:
    """The program to drive, None where none is installed."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


class Stage:
    """A table with one phone in a browser."""

    def __init__(self, browser: Any, size: tuple[int, int], language: str) -> None:
        self.language = language
        self.phones = Phones(Kept(port=0))
        self.phones.open("127.0.0.1")
        self.events: list[Any] = []
        self.until(lambda: self.phones.door is not None)
        locale = "ja-JP" if language == "ja" else "en-GB"
        viewport = {"width": size[0], "height": size[1]}
        self.context = browser.new_context(
            viewport=viewport, device_scale_factor=2, has_touch=True, is_mobile=True, locale=locale
        )
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: print("error on the page:", error, file=sys.stderr))
        self.page.on("console", lambda message: print("console:", message.text, file=sys.stderr))

    def until(self, condition: Callable[[], bool], seconds: float = 8.0) -> None:
        """Poll the door until something holds."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError
            self.events += self.phones.poll()
            time.sleep(0.01)

    def wait(self, seconds: float) -> None:
        """Poll the door, and let the page run."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.events += self.phones.poll()
            self.page.wait_for_timeout(20)

    def come_in(self) -> int:
        """Scan; gives the phone's number."""
        joined = len([event for event in self.events if isinstance(event, Joined)])
        assert self.phones.door
        self.page.goto(self.phones.door.url)
        while True:
            self.wait(0.05)
            found = [event for event in self.events if isinstance(event, Joined)]
            if len(found) > joined:
                return found[-1].ticket.phone

    def show(self, name: str) -> None:
        """Bring a page about."""
        if name == "full":
            self.phones.seats(0)
        if name in ("full", "wrong"):
            assert self.phones.door
            url = self.phones.door.url
            self.page.goto(url if name == "full" else url[:-9] + "AAAA-AAAA")
            self.wait(0.6)
            return
        phone = self.come_in()
        base = {"asleep": "wait", "menu": "quoridor", "name": "joined", "gone": "wait", "declared": "dial"}
        self.phones.show(phone, PAGES[base.get(name, name.removeprefix("pad-"))](self.language))  # type: ignore[arg-type]
        self.wait(0.9)
        if name.startswith("pad-"):
            self.page.evaluate("document.querySelector('[data-do=pad]').click()")
        elif name == "menu":
            self.page.evaluate("document.querySelector('.who').click()")
        elif name == "name":
            self.page.click(".myname")
        elif name == "asleep":
            for _ in range(2):  # the second one is not replaced
                self.until(lambda: self.phones.door is not None)
                assert self.phones.pid
                os.kill(self.phones.pid, signal.SIGKILL)
                self.until(lambda: self.phones.door is None)
            self.wait(4.2)
        elif name == "gone":
            self.phones.dismiss(phone)
        self.wait(0.3)

    def close(self) -> None:
        """Put everything away."""
        self.context.close()
        self.phones.end()


def shoot(out: Path, pages: list[str], sizes: list[tuple[int, int]], languages: list[str]) -> None:
    """Make the pictures, and say what is too small or cut off."""
    from playwright.sync_api import sync_playwright

    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for size in sizes:
            for language in languages:
                for name in pages:
                    stage = Stage(browser, size, language)
                    try:
                        stage.show(name)
                        file = out / f"{name}-{size[0]}x{size[1]}-{language}.png"
                        stage.page.screenshot(path=str(file))
                        for fault in faults(stage.page):
                            print(f"{file.name}: {fault}")
                    finally:
                        stage.close()
        browser.close()


def faults(page: Any) -> list[str]:
    """What is smaller than a finger or than 17 px, cut off, or beyond the page."""
    found: list[str] = page.evaluate(
        """() => {
        const found = [], name = (e) => e.tagName + "." + e.getAttribute("class") + " " + (e.textContent || "").slice(0, 20);
        const seen = (e) => e.checkVisibility && e.checkVisibility() && e.getBoundingClientRect().width > 0;
        for (const e of document.querySelectorAll("#app button, #app input")) {
          if (!seen(e)) continue;
          const r = e.getBoundingClientRect();
          if (r.width < 47.5 || r.height < 47.5) found.push("small " + Math.round(r.width) + "x" + Math.round(r.height) + " " + name(e));
          if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) found.push("outside " + name(e));
        }
        for (const e of document.querySelectorAll("#app *")) {
          if (!seen(e) || !e.firstChild || e.firstChild.nodeType !== 3 || e.closest("svg")) continue;
          if (parseFloat(getComputedStyle(e).fontSize) < 17) found.push("text " + name(e));
          if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline") found.push("cut " + name(e));
        }
        const hand = [...document.querySelectorAll(".hand > *, .beside > *, .joined > :not(.pattern), .joined .face > *, .door > *")].filter(seen).map((e) => [e, e.getBoundingClientRect()]);
        for (const [e, r] of hand) if (r.bottom > innerHeight + 1 || r.right > innerWidth + 1) found.push("beyond " + name(e));
        for (const [a, r] of hand) for (const [b, q] of hand)
          if (a !== b && !a.contains(b) && !b.contains(a) && a.compareDocumentPosition(b) & 4 && !a.matches(".pattern,.free") && !b.matches(".pattern,.free") &&
            Math.min(r.right, q.right) - Math.max(r.left, q.left) > 2 && Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top) > 2) found.push("over " + name(a) + " | " + name(b));
        return found;
        }"""
    )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--pages", default=",".join((*PAGES, *STATES)))
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--languages", default="en,ja")
    args = parser.parse_args()
    sizes = [(int(size.split("x")[0]), int(size.split("x")[1])) for size in args.sizes.split(",")]
    shoot(args.out, args.pages.split(","), sizes, args.languages.split(","))


if __name__ == "__main__":
    main()

"""Screenshots of the phone's page: real Chromium, real server.

    python -m tools.shots_phone --out shots --pages dial,coffee --sizes 390x844,844x390 --languages en,ja

Its pages are those of tools/phone_pages.py, and "asleep", "closed", "full", "wrong", "gone", "menu" and "name". "pad-"
before a page's name ("pad-dial") shows the ring in place of the page's own buttons.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import Any

from tools.phone_browser import BrowserPhone, Table, launch
from tools.phone_pages import PAGES

SIZES = "390x844,360x640,820x1180,844x390"
STATES = {
    "asleep": "wait",
    "closed": "wait",
    "gone": "wait",
    "menu": "quoridor",
    "name": "joined",
    "full": "",
    "wrong": "",
}


def bring_about(table: Table, phone: BrowserPhone, name: str, language: str) -> None:
    """Lead a phone to the page `name`."""
    join_code = table.phones.join_code
    assert join_code
    if name in ("full", "wrong"):
        table.phones.seats(0)
        phone.page.goto(join_code.url if name == "full" else join_code.url[:-9] + "AAAA-AAAA")
        table.wait(0.6, phone.page)
        return
    number = phone.scan()
    page = PAGES[STATES.get(name, name.removeprefix("pad-"))]
    table.phones.show(number, page(language))  # type: ignore[arg-type]
    table.wait(0.9, phone.page)
    if name.startswith("pad-"):
        phone.page.evaluate("document.querySelector('[data-do=pad]').click()")
    elif name == "menu":
        phone.page.click(".who")
    elif name in ("name", "given"):
        phone.page.click(".myname")
    elif name == "asleep":
        # The program replaces the first server that is killed, but not the second.
        for _ in range(2):
            table.until(lambda: table.phones.join_code is not None)
            assert table.phones.pid
            os.kill(table.phones.pid, signal.SIGKILL)
            table.until(lambda: table.phones.join_code is None)
        table.wait(4.2, phone.page)
    elif name == "closed":
        table.phones.close()
        table.wait(1.0, phone.page)
    elif name == "gone":
        table.phones.dismiss(number)
    table.wait(0.4, phone.page)


def shoot(out: Path, pages: list[str], sizes: list[tuple[int, int]], languages: list[str]) -> None:
    """Save the pictures; print the faults and errors of the pages."""
    from playwright.sync_api import sync_playwright

    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, size, language in [(n, s, la) for s in sizes for la in languages for n in pages]:
            table = Table()
            phone = BrowserPhone(table, browser, size, language)
            try:
                bring_about(table, phone, name, language)
                file = out / f"{name}-{size[0]}x{size[1]}-{language}.png"
                phone.page.screenshot(path=str(file))
                for fault in [*phone.faults(), *phone.errors]:
                    print(f"{file.name}: {fault}", file=sys.stderr)
            finally:
                phone.close()
                table.close()
        browser.close()


def main() -> None:
    """Read the command line and shoot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--pages", default=",".join((*PAGES, *STATES)))
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--languages", default="en,ja")
    args = parser.parse_args()
    sizes: list[Any] = [tuple(int(side) for side in size.split("x")) for size in args.sizes.split(",")]
    shoot(args.out, args.pages.split(","), sizes, args.languages.split(","))


if __name__ == "__main__":
    main()

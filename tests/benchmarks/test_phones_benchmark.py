"""What phones cost: the page, the server's memory, the table's frames, and how long a press takes.

Run with: pytest tests/benchmarks/test_phones_benchmark.py -m benchmark -n 0 -s.
"""

from __future__ import annotations

import gzip
import statistics
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.phones.protocol import Pressed
from tools.phone_browser import BrowserPhone, Table, chromium, launch
from tools.phone_pages import PAGES
from tools.soak_phones import Room

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(300)]
FILES = sorted((Path(__file__).parents[2] / "assets" / "phone").iterdir())
PRESSES = 40


def test_the_page_is_small() -> None:
    """Bytes of the three files, and of what travels."""
    whole = sum(len(file.read_bytes()) for file in FILES)
    sent = sum(len(gzip.compress(file.read_bytes())) for file in FILES)
    print(f"\npage: {whole} bytes in {len(FILES)} files, {sent} as they are sent")
    assert [file.name for file in FILES] == ["index.html", "phone.css", "phone.js"]
    assert sent < 60_000


def test_eight_phones_cost_little() -> None:
    """Thirty seconds of eight simulated phones, each of which presses twice a second and is shown ten pictures."""
    room = Room(8, seed=2)
    room.run(30)
    print(f"\n{room.figures()}")
    assert room.troubles() == []
    assert max(room.memory) <= 60
    assert statistics.fmean(room.costs) <= 1.0


@pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")
def test_press_and_picture_in_a_browser() -> None:
    """The first paint, and the way of a press: to the table, and with the table's answer back onto the phone."""
    sync_playwright: Any = pytest.importorskip("playwright.sync_api").sync_playwright
    with sync_playwright() as playwright:
        browser = launch(playwright)
        table = Table()
        phone = BrowserPhone(table, browser)
        paints = []
        for _ in range(5):
            phone.page.goto("about:blank")
            phone.page.goto(table.phones.door.url)
            table.wait(0.5, phone.page)
            entries = "performance.getEntriesByType('paint').map(e => e.startTime)"
            paints.append(min(phone.page.evaluate(entries)))
        phone.number = 1
        there, back = [], []
        for number in range(PRESSES):
            phone.show(replace(PAGES["pad"]("en"), focus=str(number)))
            phone.page.evaluate(WATCH)
            phone.page.evaluate("window.begun = performance.now(); document.querySelector('.hub').click()")
            begun = time.perf_counter()
            heard = len(table.all(Pressed))
            while len(table.all(Pressed)) == heard:
                table.events += table.phones.poll()
                time.sleep(0.001)
            there.append(1000 * (time.perf_counter() - begun))
            table.phones.show(1, replace(PAGES["pad"]("en"), focus=f"{number}!"))
            table.wait(0.2, phone.page)
            back.append(phone.page.evaluate("window.seen - window.begun"))
        phone.close()
        table.close()
        browser.close()
    print(f"\nfirst paint {statistics.median(paints):.0f} ms (median of {[round(paint) for paint in paints]})")
    print(f"press to table {statistics.median(there):.1f} ms, press to new picture {statistics.median(back):.1f} ms")
    assert statistics.median(paints) < 300
    assert statistics.median(there) < 100


WATCH = """
window.seen = 0;
new MutationObserver((_, me) => requestAnimationFrame(() => { window.seen = performance.now(); me.disconnect(); }))
  .observe(document.querySelector(".focus"), { characterData: true, childList: true, subtree: true });
"""

"""What phones cost: the page, the server's memory, the table's frames, and how long a press takes.

Run with: pytest tests/benchmarks/test_phones_benchmark.py -m benchmark -n 0 -s.
"""

from __future__ import annotations

import statistics
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.phones.page import files, pack
from tests.phones.hands import ChromiumPhone
from tools.phone_browser import BrowserPhone, Table, chromium, launch
from tools.soak_table import PlayedTable

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(300)]
PRESSES = 40


def test_the_page_is_small() -> None:
    """Bytes of the three files, and of what travels."""
    page = files()
    whole, sent = sum(map(len, page.values())), sum(len(pack(content)) for content in page.values())
    print(f"\npage: {whole} bytes in {len(page)} files, {sent} as they are sent")
    assert whole < 80_000 and sent < 26_000


@pytest.mark.parametrize(("game", "phones"), [("robots", 8), ("quoridor", 4)])
def test_phones_at_a_match_cost_little(tmp_path: Path, game: str, phones: int) -> None:
    """Thirty seconds of a real match whose players all hold phones and press what these offer."""
    table = PlayedTable(game, phones, 30, tmp_path)
    try:
        table.live(naps=False)
    finally:
        table.end()
    print(f"\n{game} with {phones} phones: {table.summary()}")
    controllers = table.all("controllers")
    assert table.troubles() == []
    assert max(server for _, server in table.memory) <= 60
    assert statistics.fmean(controllers) <= 2.0  # of 1.0: the machine may be busy
    assert controllers[-1] <= 16.7


def newer(table: PlayedTable, seen: int) -> bool:
    """Whether the table has presented a changed selection since it had presented `seen` of them."""
    return sum("shown" in line for line in table.lines) > seen


@pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")
def test_press_to_the_big_screen(tmp_path: Path) -> None:
    """From a touch on a phone in a browser to the frame of the program that shows what it has changed."""
    sync_playwright: Any = pytest.importorskip("playwright.sync_api").sync_playwright
    table = PlayedTable("quoridor", 1, 120, tmp_path, options=("ai",))
    delays = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        try:
            phone = ChromiumPhone(browser, table.url)
            phone.until(lambda: any(line.get("matches") for line in table.lines) and phone.mine, "the own turn")
            phone.use_pad()
            phone.evaluate(TOUCHED)
            phone.way("left")
            for number in range(PRESSES):
                phone.page.wait_for_timeout(150)
                seen = sum("shown" in line for line in table.lines)
                phone.way("right" if number % 2 else "up")
                phone.until(partial(newer, table, seen), "the picture")
                shown = [line["shown"] for line in table.lines if "shown" in line][seen]
                delays.append(1000 * shown - float(phone.evaluate("window.touched")))
        finally:
            browser.close()
            table.end()
    delays.sort()
    print(
        f"\nfrom the touch to the big screen {statistics.median(delays):.1f} ms (median), {delays[-1]:.1f} ms at most"
    )
    assert delays[0] > 0
    assert statistics.median(delays) <= 100


@pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")
def test_the_page_is_painted_soon() -> None:
    sync_playwright: Any = pytest.importorskip("playwright.sync_api").sync_playwright
    with sync_playwright() as playwright:
        browser = launch(playwright)
        table = Table()
        phone = BrowserPhone(table, browser)
        paints = []
        for _ in range(5):
            phone.page.goto("about:blank")
            phone.page.goto(table.phones.join_code.url)
            table.wait(0.5, phone.page)
            entries = "performance.getEntriesByType('paint').map(e => e.startTime)"
            paints.append(min(phone.page.evaluate(entries)))
        phone.close()
        table.close()
        browser.close()
    print(f"\nfirst paint {statistics.median(paints):.0f} ms (median of {[round(paint) for paint in paints]})")
    assert statistics.median(paints) < 300


TOUCHED = """addEventListener(
  "pointerdown", () => { window.touched = performance.timeOrigin + performance.now(); }, true)"""

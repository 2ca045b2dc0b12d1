"""The phone's page for people who do not see it, whose browser is old or was frozen, or who have no JavaScript."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from game.phones.messages import Beat
from game.phones.page import TYPES, files
from game.phones.snapshot import Snapshot
from tests.phones.still_page import ADDRESS, StillPage
from tests.tables import rows
from tools.phone_pages import PAGES

LATER_SCRIPT = "|".join(
    (
        *(r"\?\.(?!\d)", r"\?\?", r"\|\|=", "&&=", r"\d_\d", r"\bstatic\b", r"#\w+\s*[=(;]"),
        r"(?<!\.)\.(?:at|replaceAll|findLast|fromEntries|matchAll|hasOwn)\(",
    )
)
"""Syntax and functions that are newer than ES2019."""
SLOW = """() => {
  const now = performance.now.bind(performance);
  let slow = 0;
  performance.now = () => now() + slow;
  addEventListener("click", () => { slow += 1000 }, true);
}"""
"""Lets a second pass from now on between a finger and the click that the browser makes of it."""


@pytest.fixture
def phone(browser: Any) -> Iterator[StillPage]:
    phone = StillPage(browser)
    yield phone
    assert phone.errors == []
    phone.close()


def seen(phone: StillPage, snapshot: Snapshot) -> StillPage:
    phone.sit()
    phone.show(snapshot)
    return phone


def names(phone: StillPage) -> dict[str, str]:
    """Return what a screen reader says of the cells, in its order."""
    found = phone.page.locator(".board [role=button]").evaluate_all(
        "all => all.map((one) => [one.dataset.cell, one.getAttribute('aria-label')])"
    )
    return dict(found)


def test_the_cells_of_every_board_are_read_in_rows(phone: StillPage) -> None:
    for name in ("quoridor", "wait", "coffee", "star"):
        snapshot = PAGES[name]("en")
        assert snapshot.board is not None
        seen(phone, snapshot)
        said = names(phone)
        assert set(said) == {cell.id for cell in snapshot.board.cells}
        by_rows = sorted(snapshot.board.cells, key=lambda cell: (cell.y, cell.x))
        assert list(said) == [cell.id for cell in by_rows]
        assert all(text == cell or text.startswith(f"{cell}, ") for cell, text in said.items())
    assert phone.page.locator(".board[role=group][aria-label=Board]").count() == 1


def test_who_sits_is_not_asked_to_sit_down_nor_by_a_picture_without_the_seat(
    phone: StillPage,
) -> None:
    seen(phone, PAGES["quoridor"]("en"))
    phone.tell(Beat(3))
    phone.show(replace(PAGES["quoridor"]("en"), me=None))
    assert phone.page.locator("text=Join").count() == 0


def test_a_screen_readers_press_chooses_a_cell_and_a_finger_does_not_choose_twice(phone: StillPage) -> None:
    seen(phone, PAGES["quoridor"]("en"))
    cells = {name: phone.page.locator(f"[data-cell={name}]") for name in ("d5", "c4", "e4", "d3")}
    cells["d5"].dispatch_event("click")
    cells["c4"].tap()
    phone.page.evaluate(SLOW)
    cells["e4"].tap()
    cells["d3"].dispatch_event("click")
    assert [tap["cell"] for tap in phone.said] == list(cells)


# Codes


@pytest.mark.parametrize(("address", "code"), rows("codes_in_addresses"))
def test_the_code_is_found_in_an_address_with_additions(phone: StillPage, address: str, code: str) -> None:
    phone.page.goto(ADDRESS + address)
    phone.is_fresh = False
    phone.page.wait_for_function("said.length > 0")
    assert phone.page.evaluate("said[0].code") == code


@pytest.mark.parametrize("typed", ["k7q4-2mvd", "「k7q4-2mvd」", "http://192.168.1.20:47810/k7q4-2mvd?fbclid=1"])
def test_a_code_is_found_in_what_is_pasted(phone: StillPage, typed: str) -> None:
    phone.scan()
    phone.is_fresh = False
    phone.notice("wrong")
    phone.page.locator(".codefield").fill(typed)
    phone.page.locator("[data-do=typed]").tap()
    phone.page.wait_for_function("said.length > 1")
    assert phone.page.evaluate("said[1].code") == "k7q4-2mvd"


# No JavaScript, another browser, another size


def test_without_javascript_the_page_says_so_in_both_languages(browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 568})
    page = context.new_page()
    sent = files()

    def answer(route: Any) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        name = name if name in sent else "index.html"
        route.fulfill(body=sent[name], content_type=TYPES[name])

    page.route("**/*", answer)
    page.goto(f"{ADDRESS}/j/K7Q4-2MVD")
    lines = page.locator("noscript p")
    assert lines.all_inner_texts() == ["This page needs JavaScript.", "このページにはJavaScriptが必要です。"]
    for index in range(2):
        box = lines.nth(index).bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 320 and box["y"] + box["height"] <= 568
    context.close()


def test_a_page_that_the_browser_froze_goes_on_where_it_was(phone: StillPage) -> None:
    seen(phone, PAGES["wait"]("en"))
    session = phone.context.new_cdp_session(phone.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    session.send("Page.setWebLifecycleState", {"state": "active"})
    sockets = phone.page.evaluate("window.before = window.socket; 1")
    phone.show(PAGES["quoridor"]("en"))
    assert sockets and phone.page.evaluate("window.before === window.socket"), "its socket has lived"
    phone.page.locator("[data-press=confirm]").tap()
    assert [press["button"] for press in phone.said] == ["confirm"]
    phone.page.evaluate("socket.onclose(); said.length = 0")
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    session.send("Page.setWebLifecycleState", {"state": "active"})
    phone.page.wait_for_function("said.some((each) => each.kind === 'hello')", timeout=60_000)


def test_the_script_says_nothing_that_browsers_of_2019_do_not_know() -> None:
    script = re.sub(
        r"//[^\n]*|/\*.*?\*/|`(?:[^`\\\\])*`|\"(?:[^\"\\\\]|\\\\.)*\"",
        "",
        files()["phone.js"].decode(),
        flags=re.DOTALL,
    )
    assert re.findall(LATER_SCRIPT, script) == []

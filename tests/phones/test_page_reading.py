"""The phone's page for people who do not see it, whose browser is old or was frozen, or who have no JavaScript."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.phones.page import TYPES, files
from game.phones.snapshot import Snapshot
from tests.phones.page_story import PageVocabulary, snapshot
from tests.phones.still_page import ADDRESS, StillPage
from tests.stories import Story, each_story
from tests.tables import rows
from tools.phone_pages import PAGES

LATER_SCRIPT = "|".join(
    (
        *(r"\?\.(?!\d)", r"\?\?", r"\|\|=", "&&=", r"\d_\d", r"\bstatic\b", r"#\w+\s*[=(;]"),
        r"(?<!\.)\.(?:at|replaceAll|findLast|fromEntries|matchAll|hasOwn)\(",
    )
)
"""Syntax and functions that are newer than ES2019."""


@pytest.fixture
def phone(browser: Any) -> Iterator[StillPage]:
    phone = StillPage(browser)
    yield phone
    assert phone.errors == []
    phone.close()


class StillPages(PageVocabulary):
    """Tells of one phone, number 1, without a server. The test is the table."""

    def __init__(self, phone: StillPage) -> None:
        self.phones = {1: phone}
        self.phone = phone

    facts: ClassVar = {
        # what is wrong with the page, or leaves the screen
        "faults": lambda s, _: [*s.phone.faults, *s.phone.outside],
        "is_at": lambda s, _: s.phone.page.evaluate("document.activeElement.dataset.cell"),  # the cell in focus
        "reads": lambda s, _, cell: names(s.phone)[cell],  # CELL: what a screen reader says of it
        # all messages of the page: "tap d5, tap c4"
        "says": lambda s, _: [
            f"{each['kind']} {each.get('cell', each.get('button'))}".strip() for each in s.phone.said
        ],
    }

    def do_scans(self, _: int, what: str) -> None:
        """PAGE, or again: Scan the code unless that is done, and show PAGE. Or scan the code again."""
        if what == "again":
            self.phone.scan(again=True)
        else:
            seen(self.phone, snapshot(what))

    def do_hears(self, _: int, message: str) -> None:
        """JSON: Let the server send this message."""
        self.phone.hear(message)

    def do_focuses(self, _: int, selector: str) -> None:
        """SELECTOR: Move the focus to what SELECTOR finds."""
        self.phone.page.locator(selector).focus()

    def do_clicks(self, _: int, selector: str) -> None:
        """SELECTOR: Click without a finger, as a screen reader does."""
        self.phone.page.locator(selector).dispatch_event("click")

    def do_takes_a_second_to_click(self, _: int) -> None:
        """Let a second pass from now on between a finger and the click that the browser makes of it."""
        self.phone.page.evaluate(
            "() => { const now = performance.now.bind(performance); let slow = 0; performance.now = () => now() + slow;"
            " addEventListener('click', () => { slow += 1000 }, true) }"
        )

    def do_touches_for_nothing(self, _: int, selector: str) -> None:
        """SELECTOR: Tap what SELECTOR finds, even if it cannot be pressed."""
        self.phone.page.locator(selector).tap(force=True)


@each_story(Path(__file__).with_name("stories") / "reading.txt")
def test_the_story_of_reading_is_so(phone: StillPage, story: Story) -> None:
    StillPages(phone).tell(story)


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

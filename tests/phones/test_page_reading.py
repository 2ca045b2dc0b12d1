"""The phone's page for those who do not see it, whose browser is old or slept, or who have no JavaScript."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from game.phones.page import TYPES, files
from game.phones.snapshot import Button, Snapshot, Who
from tests.phones.still_page import ADDRESS, StillPage
from tools.phone_pages import PAGES

LATER_SCRIPT = "|".join(
    (
        *(r"\?\.(?!\d)", r"\?\?", r"\|\|=", "&&=", r"\d_\d", r"\bstatic\b", r"#\w+\s*[=(;]"),
        r"(?<!\.)\.(?:at|replaceAll|findLast|fromEntries|matchAll|hasOwn)\(",
    )
)
"""What a script may say that came after ES2019."""


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


def test_the_owner_is_named_as_shown(phone: StillPage) -> None:
    seen(phone, replace(PAGES["quoridor"]("en"), me=Who("circle", "Haru")))
    assert phone.page.get_by_role("button", name="Haru, 7 walls left, Menu", exact=True).count() == 1


def names(phone: StillPage) -> dict[str, str]:
    """What a screen reader says of the cells, in its order."""
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


def test_a_cell_says_what_stands_there_and_what_can_be_done(phone: StillPage) -> None:
    snapshot = PAGES["quoridor"]("en")
    assert snapshot.board is not None
    cells = tuple(
        replace(cell, spoken="your pawn, wall above") if cell.id == "d4" else cell for cell in snapshot.board.cells
    )
    seen(phone, replace(snapshot, board=replace(snapshot.board, cells=cells)))
    said = names(phone)
    assert (said["d4"], said["d5"], said["g7"]) == ("d4, your pawn, wall above", "d5, can be chosen", "g7, last move")
    seen(phone, replace(PAGES["quoridor"]("ja"), decision=1))
    assert names(phone)["d5"] == "d5, 選べます"


def test_one_cell_is_reached_by_the_keyboard_and_arrows_lead_to_the_others(phone: StillPage) -> None:
    seen(phone, PAGES["quoridor"]("en"))
    assert phone.page.locator(".board [tabindex='0']").count() == 1
    phone.page.locator(".board [tabindex='0']").focus()
    begun = phone.page.evaluate("document.activeElement.dataset.cell")
    assert begun == "d5"
    for key, cell in (("ArrowRight", "e5"), ("ArrowDown", "e4"), ("ArrowLeft", "d4"), ("ArrowUp", "d5")):
        phone.page.keyboard.press(key)
        assert phone.page.evaluate("document.activeElement.dataset.cell") == cell
    phone.show(replace(PAGES["quoridor"]("en"), helper="Ren thinks", decision=1))
    assert phone.page.evaluate("document.activeElement.dataset.cell") == "d5", "a new picture leaves it there"
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.press("ArrowRight")
    phone.page.keyboard.press(" ")
    assert [(tap["kind"], tap["cell"], tap["done"]) for tap in phone.said] == [("tap", "d5", True), ("tap", "", True)]


def test_a_hexagon_is_walked_as_well(phone: StillPage) -> None:
    seen(phone, PAGES["coffee"]("en"))
    phone.page.locator("[data-cell=e5]").focus()
    phone.page.evaluate(
        "document.querySelector('[data-cell=e5]').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    walked = ["e5"]
    for key in ("ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowRight"):
        phone.page.keyboard.press(key)
        walked.append(phone.page.evaluate("document.activeElement.dataset.cell"))
    assert len(set(walked)) >= 4 and walked[-1] != walked[-2]


def test_a_screen_readers_press_chooses_a_cell_and_a_finger_does_not_choose_twice(phone: StillPage) -> None:
    seen(phone, PAGES["quoridor"]("en"))
    press = (
        "cell => document.querySelector(`[data-cell=${cell}]`).dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    phone.page.evaluate(press, "d5")
    assert [tap["cell"] for tap in phone.said] == ["d5"]
    phone.page.locator("[data-cell=c4]").tap()
    assert [tap["cell"] for tap in phone.said] == ["d5", "c4"]


def test_cells_are_read_but_not_pressed_in_anothers_turn(phone: StillPage) -> None:
    seen(phone, PAGES["wait"]("en"))
    assert phone.page.locator(".board [aria-disabled=true]").count() == 81
    phone.page.locator("[data-cell=d5]").tap(force=True)
    phone.page.locator("[data-cell=d5]").press("Enter")
    assert phone.said == []


def test_who_sits_is_not_asked_to_sit_down(phone: StillPage) -> None:
    """Nor where a picture of before, without the seat, is still on the page."""
    phone.sit()
    phone.page.evaluate("socket.onmessage({data: JSON.stringify({kind: 'beat', seats: 3})})")
    phone.show(replace(PAGES["quoridor"]("en"), me=None))
    assert phone.page.get_by_text("Sit down").count() == 0
    phone.scan(again=True)
    phone.page.evaluate("socket.onmessage({data: JSON.stringify({kind: 'welcome', watching: true})})")
    phone.page.evaluate("socket.onmessage({data: JSON.stringify({kind: 'beat', seats: 3})})")
    phone.show(replace(PAGES["quoridor"]("en"), me=None))
    assert phone.page.get_by_text("Sit down").count() == 1


def test_the_menu_has_the_move_back_and_the_way_out(phone: StillPage) -> None:
    page = PAGES["quoridor"]("en")
    more = (Button("undo", "Undo", "ring", "undo"), Button("leave", "I have to go", "menu", "flag"))
    seen(phone, replace(page, buttons=(*page.buttons, *more)))
    for name in ("Undo", "I have to go"):
        assert phone.page.get_by_role("button", name=name, exact=True).count() == 0
        phone.page.get_by_role("button", name="Menu", exact=True).tap()
        phone.page.get_by_role("button", name=name, exact=True).tap()
    assert [press["button"] for press in phone.said] == ["undo", "leave"]
    assert phone.page.locator(".sheet").count() == 0


def test_the_pad_is_within_the_phone_where_buttons_stand_beside_the_ring_alone(phone: StillPage) -> None:
    page = PAGES["quoridor"]("en")
    seen(phone, replace(page, buttons=(*page.buttons, Button("undo", "Undo", "ring", "undo"))))
    phone.page.get_by_role("button", name="Pad", exact=True).tap()
    assert phone.page.locator(".ring").count() == 1
    assert phone.faults == [] and phone.outside == []


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

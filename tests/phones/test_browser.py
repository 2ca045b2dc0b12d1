"""The phone's page in a real browser, Debian's Chromium, at the real server; the test is the table."""

import os
import signal
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import get_args

import pytest

from game.phones.protocol import (
    MOST_PHONES,
    Asleep,
    Awake,
    Fetched,
    Joined,
    Left,
    Named,
    Pressed,
    Tapped,
)
from game.phones.snapshot import Shape, Who
from tools.phone_browser import BrowserPhone, Table, chromium
from tools.phone_pages import PAGES

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="no Chromium is installed"),
    pytest.mark.timeout(240),
]


@pytest.fixture(scope="module")
def open_table():
    """A table whose server all tests share that do not end it."""
    table = Table()
    yield table
    table.close()


@pytest.fixture
def table(open_table):
    """That table, where nobody sits: there is another code than in the test before."""
    code = open_table.phones.door.code
    open_table.phones.renew(everybody=True)
    open_table.until(lambda: open_table.phones.door.code != code)
    open_table.phones.seats(MOST_PHONES)
    open_table.events.clear()
    return open_table


@pytest.fixture
def own_table():
    """A table whose server the test may end."""
    table = Table()
    yield table
    table.close()


@pytest.fixture
def seat(request, browser):
    """Gives phones that have scanned the code; all of them must have found nothing to complain of at the end."""
    phones = []
    table = request.getfixturevalue("own_table" if "own_table" in request.fixturenames else "table")

    def take(page="", language="en", size=(390, 844)):
        phones.append(BrowserPhone(table, browser, size, language))
        phones[-1].scan()
        if page:
            phones[-1].show(PAGES[page](language))
        return phones[-1]

    yield take
    for phone in phones:
        assert phone.errors == []
        phone.close()


def pressed(table):
    return [(event.press.button, event.press.value) for event in table.all(Pressed)]


def test_who_scans_sits_down_with_name_and_shape(table, seat):
    phone = seat("joined")
    assert table.all(Joined)[0].language == "en"
    assert phone.page.inner_text(".myname") == "Kai"
    assert phone.page.locator(".joined.c-star .medal use[href='#s-star']").count() == 1
    assert phone.page.locator(".sockets .vacant").count() == 4
    phone.tap("Start")
    table.until(lambda: pressed(table) == [("start", 0)], page=phone.page)


def test_names_are_text_whatever_is_in_them(table, seat):
    phone = seat()
    name = "<b>x</b>"
    phone.show(replace(PAGES["joined"]("en"), me=Who("star", name), sentence="<img src=x onerror=alert(1)>"))
    assert phone.page.inner_text(".myname") == name
    assert phone.page.locator("#app img, .myname b b").count() == 0


def test_a_name_is_typed(table, seat):
    phone = seat("joined")
    phone.page.tap(".myname")
    assert phone.page.evaluate("document.activeElement.className") == "naming"
    phone.page.keyboard.type("アオイ <3")
    phone.tap("Done")
    table.until(lambda: table.all(Named), page=phone.page)
    assert table.all(Named)[0].name == "アオイ <3"
    assert phone.page.locator(".naming").count() == 0


def test_a_visitor_chooses_from_the_names_that_are_given(table, seat):
    phone = seat()
    phone.show(replace(PAGES["joined"]("en"), names=("Aoi", "Ren", "Mio")))
    phone.page.tap(".myname")
    assert phone.page.locator("input").count() == 0
    phone.tap("Ren")
    table.until(lambda: table.all(Named), page=phone.page)
    assert table.all(Named)[0].name == "Ren"


def hold(phone, selector, seconds):
    """Hold what is selected for so long, on a clock that only the test moves from now on."""
    phone.page.clock.install()
    phone.page.clock.pause_at(datetime.now() + timedelta(hours=1))
    box = phone.page.locator(selector).bounding_box()
    phone.page.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.page.mouse.down()
    phone.page.clock.run_for(round(1000 * seconds))
    phone.page.mouse.up()
    phone.page.clock.run_for(1000)


def test_the_ring_repeats_what_is_held(table, seat):
    phone = seat("pad")
    hold(phone, ".way.up svg", 0.75)
    phone.page.tap(".hub")
    table.until(lambda: pressed(table)[-1:] == [("confirm", 0)], page=phone.page)
    *held, _ = [(event.press.button, event.press.repeat) for event in table.all(Pressed)]
    assert held == [("up", False), *[("up", True)] * 6]  # at 0, 0.3, 0.39, ..., 0.75
    assert phone.page.locator(".faded").count() == 0


def test_keys_and_screen_readers_press_the_same_buttons(table, seat):
    phone = seat("pad")
    assert phone.page.get_by_role("button", name="left").count() == 1
    phone.page.get_by_role("button", name="left").press("Enter")
    phone.page.get_by_role("button", name="Move").press("Enter")
    table.until(lambda: len(table.all(Pressed)) == 2, page=phone.page)
    assert [button for button, _ in pressed(table)] == ["left", "confirm"]
    assert "Your turn" in phone.page.inner_text("#told")


def test_a_swipe_from_the_middle_is_one_step(table, seat):
    phone = seat("pad")
    box = phone.page.locator(".hub").bounding_box()
    phone.page.mouse.move(box["x"] + 50, box["y"] + 50)
    phone.page.mouse.down()
    phone.page.mouse.move(box["x"] + 110, box["y"] + 55, steps=6)
    phone.page.mouse.up()
    table.wait(0.2, phone.page)
    assert pressed(table) == [("right", 0)]


def test_a_dial_is_turned_in_private_and_declared(table, seat):
    phone, other = seat("dial"), seat("wait")
    phone.page.tap(".plus")
    assert phone.page.get_attribute(".dial", "aria-valuenow") == "7"
    assert phone.page.locator("[data-press=declare]").is_disabled()  # it is not less than the best
    assert "less than 7" in phone.page.inner_text(".private")
    for _ in range(3):
        phone.page.tap(".minus")
    assert phone.page.inner_text(".primary") == "Declare 4"
    phone.page.focus(".dial")
    phone.page.keyboard.press("ArrowUp")
    phone.show(replace(PAGES["dial"]("en"), helper="Ren thinks"))  # a new picture leaves the number
    assert phone.page.get_attribute("[data-press=declare]", "aria-label") == "Declare 5, best bid 7"
    assert table.all(Pressed) == []  # nothing has left the phone
    phone.page.tap(".primary")
    table.until(lambda: pressed(table) == [("declare", 5)], page=phone.page)
    dial = replace(PAGES["dial"]("en").dial, best=5, by=Who("triangle", "Mio"), mine=5, below=5)
    phone.show(replace(PAGES["dial"]("en"), dial=dial))
    assert phone.page.locator(".dial.shown").count() == 1
    assert "Everyone sees 5" in phone.page.inner_text(".private")
    assert "5" not in other.page.inner_text("#app")


def test_a_held_plus_and_a_finger_on_the_dial_turn_it(table, seat):
    phone = seat("dial")
    hold(phone, ".plus", 0.7)
    held = int(phone.page.get_attribute(".dial", "aria-valuenow"))
    assert held == 6 + 6  # at 0, 0.3, 0.39, ..., 0.66
    box = phone.page.locator(".dial").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.move(middle[0], middle[1] - 110)
    phone.page.mouse.down()
    phone.page.mouse.move(middle[0] + 110, middle[1], steps=12)  # a quarter is six steps
    phone.page.mouse.up()
    assert int(phone.page.get_attribute(".dial", "aria-valuenow")) - held in (5, 6)
    phone.page.tap("[data-do=pad]")  # the ring turns the dial as well
    phone.page.locator(".way.up svg").tap()
    phone.page.tap("[data-do=pad]")
    assert int(phone.page.get_attribute(".dial", "aria-valuenow")) - held in (6, 7)
    assert table.all(Pressed) == []


def test_robots_are_chosen_and_conceding_asks(table, seat):
    phone = seat("steer")
    phone.tap("Silver")
    phone.page.locator(".way.right svg").tap()
    phone.tap("Concede")
    table.wait(0.2, phone.page)
    assert pressed(table) == [("silver", 0), ("right", 0)]
    phone.tap("Sure? Again")
    table.until(lambda: pressed(table)[-1] == ("concede", 0), page=phone.page)


def at(phone, x, y):
    """The pixel at a place of the small board."""
    into = "([x, y]) => { const p = new DOMPoint(100 * x, 100 * y).matrixTransform(%s); return [p.x, p.y] }"
    return phone.page.evaluate(into % "document.querySelector('.board').getScreenCTM()", [x, y])


def test_a_finger_on_the_board_finds_cells_and_gutters(table, seat):
    phone = seat("quoridor")
    cells = {cell.id: cell for cell in PAGES["quoridor"]("en").board.cells}
    phone.page.touchscreen.tap(*at(phone, cells["d5"].x + 0.03, cells["d5"].y - 0.05))
    phone.page.touchscreen.tap(*at(phone, 0.7, 0.7))
    table.until(lambda: len(table.all(Tapped)) == 2, page=phone.page)
    near, far = [event.tap for event in table.all(Tapped)]
    assert (near.cell, near.done) == ("d5", True)
    assert near.x == pytest.approx(cells["d5"].x + 0.03, abs=0.005)
    assert (far.cell, far.done) == ("", True)
    assert (far.x, far.y) == (pytest.approx(0.7, abs=0.005), pytest.approx(0.7, abs=0.005))


def test_a_drag_shifts_the_ghost_above_the_finger(table, seat):
    phone = seat("quoridor")
    phone.page.mouse.move(*at(phone, 0.8, 0.8))
    phone.page.mouse.down()
    for step in range(6):
        phone.page.mouse.move(*at(phone, 0.8, 0.8 + 0.03 * step))
        table.wait(0.06, phone.page)
    phone.page.mouse.up()
    table.until(lambda: any(event.tap.done for event in table.all(Tapped)), page=phone.page)
    taps = [event.tap for event in table.all(Tapped)]
    assert [tap.done for tap in taps] == [False] * (len(taps) - 1) + [True] and len(taps) > 2
    assert taps[-1].y == pytest.approx(0.95 - 56 / 390, abs=0.02)


def test_a_board_without_gutters_takes_lit_cells_alone(table, seat):
    phone = seat("star")
    phone.page.touchscreen.tap(*at(phone, 0.5, 0.5))
    phone.page.touchscreen.tap(*at(phone, 0.82, 0.82))
    table.until(lambda: table.all(Tapped), page=phone.page)
    assert [event.tap.cell for event in table.all(Tapped)] == ["c1"]


def test_an_axis_is_chosen_and_the_board_gives_way_to_the_ring(table, seat):
    phone = seat("coffee")
    phone.page.get_by_role("button", name="4", exact=True).tap()
    phone.tap("Pad")
    assert phone.page.locator(".ring").count() == 1 and phone.page.locator(".board").count() == 0
    phone.tap("Board")
    phone.tap("Lay")
    table.until(lambda: len(table.all(Pressed)) == 2, page=phone.page)
    assert [button for button, _ in pressed(table)] == ["axis2", "confirm"]


def test_presses_for_what_is_over_are_refused(table, seat):
    phone = seat("pad")
    table.phones.known[phone.number].shown = replace(PAGES["pad"]("en"), decision=5)  # not sent yet
    table.phones.known[phone.number].due = float("inf")
    phone.page.tap(".hub")
    phone.page.wait_for_timeout(50)
    table.wait(0.15, phone.page)
    assert table.all(Pressed) == []
    phone.page.wait_for_selector(".shake", timeout=60_000)


def test_a_phone_that_sleeps_comes_back_to_its_seat(table, seat):
    phone = seat("quoridor")
    phone.page.goto("about:blank")
    table.until(lambda: table.all(Asleep), page=phone.page)
    phone.page.go_back()
    table.until(lambda: table.all(Awake), page=phone.page)
    phone.page.wait_for_selector(".board")
    assert len(table.all(Joined)) == 1


def test_a_server_that_dies_is_looked_for(own_table, seat):
    table = own_table
    phone = seat("wait")
    url = table.phones.door.url
    os.kill(table.phones.pid, signal.SIGSTOP)
    phone.tap("Rules")
    phone.page.wait_for_selector(".faded", timeout=60_000)
    phone.page.wait_for_selector("text=Looking for the table…", timeout=60_000)
    assert "Aoi, your seat is kept" in phone.page.inner_text("#app")
    os.kill(table.phones.pid, signal.SIGKILL)
    table.until(lambda: table.phones.door is not None and table.phones.door.url == url, page=phone.page)
    table.until(lambda: table.all(Awake), page=phone.page)
    phone.page.wait_for_selector(".board")


def test_the_door_closes_and_the_page_says_so(own_table, seat):
    phone = seat("wait")
    own_table.phones.close()
    phone.page.wait_for_selector("text=The table has closed", timeout=60_000)


def test_eight_scan_at_once(table, browser):
    phones = [BrowserPhone(table, browser) for _ in range(MOST_PHONES)]
    for phone in phones:
        phone.page.evaluate("url => { setTimeout(() => { location.href = url }, 50) }", table.phones.door.url)
    table.until(lambda: len(table.all(Joined)) == MOST_PHONES, page=phones[0].page)
    numbers = {event.ticket.phone for event in table.all(Joined)}
    assert len(numbers) == MOST_PHONES
    shapes = get_args(Shape)
    for number, shape in zip(numbers, shapes, strict=True):
        table.phones.show(number, replace(PAGES["joined"]("en"), me=Who(shape, shape)))
    table.wait(0.5, phones[0].page)
    assert sorted(phone.page.inner_text(".myname") for phone in phones) == sorted(shapes)
    for phone in phones:
        assert phone.errors == []
        phone.close()


def test_the_ninth_watches_and_sits_down_later(table, seat, browser):
    seated = seat("wait")
    table.phones.seats(0)
    ninth = BrowserPhone(table, browser)
    ninth.page.goto(table.phones.door.url)
    ninth.page.wait_for_selector("text=The table is full")
    assert ninth.faults() == []
    ninth.tap("Watch")
    table.until(lambda: len(table.all(Joined)) == 2, page=ninth.page)
    ninth.number = table.all(Joined)[1].ticket.phone
    assert table.all(Joined)[1].ticket.watching
    ninth.show(replace(PAGES["quoridor"]("en"), me=None))
    assert ninth.page.locator("button.button:enabled").count() == 0
    seated.page.tap(".who")
    seated.tap("Leave the seat")
    seated.tap("Press again")
    table.until(lambda: table.all(Left), page=ninth.page)
    seated.page.wait_for_selector("text=You have left the table")
    table.phones.seats(1)
    ninth.page.wait_for_selector("text=Sit down", timeout=60_000)
    ninth.tap("Sit down")
    table.until(lambda: len(table.all(Joined)) == 3, page=ninth.page)
    assert table.all(Joined)[2].ticket.phone == ninth.number and not table.all(Joined)[2].ticket.watching
    assert ninth.errors == []
    ninth.close()


def test_a_code_that_is_over_can_be_typed_anew(table, browser):
    phone = BrowserPhone(table, browser)
    url = table.phones.door.url
    phone.page.goto(url[:-9] + "AAAA-AAAA")
    phone.page.wait_for_selector("text=This code is over")
    phone.page.fill(".codefield", url[-9:].lower().replace("-", ""))
    phone.tap("Sit down")
    table.until(lambda: table.all(Joined), page=phone.page)
    assert phone.errors == []
    phone.close()


def test_a_seat_is_on_one_page_at_a_time(table, seat):
    phone = seat("wait")
    second = phone.context.new_page()
    second.goto(table.phones.door.url)
    phone.page.wait_for_selector("text=Your seat is on another page")
    phone.tap("Use it here")
    second.wait_for_selector("text=Your seat is on another page")
    phone.page.wait_for_selector(".board")
    assert len(table.all(Joined)) == 1


def test_my_game_is_taken_along(table, seat):
    phone = seat("result")
    content = '{"moves":"' + "手" * 9_000 + '"}'
    with phone.page.expect_download() as download:
        phone.tap("My game")
        table.until(lambda: table.all(Fetched), page=phone.page)
        table.phones.give(phone.number, "quoridor-1.json", content)
        table.wait(0.3, phone.page)
    assert download.value.suggested_filename == "quoridor-1.json"
    assert Path(download.value.path()).read_text(encoding="utf-8") == content


NEW_CODE = {"en": "Scan the new code", "ja": "新しいコードを読み取ってください"}


@pytest.mark.parametrize(("language", "said"), NEW_CODE.items())
def test_where_the_table_has_rested_the_new_code_is_to_be_scanned(table, seat, language, said):
    phone, code = seat("pad", language), table.phones.door.code
    table.phones.renew(everybody=True)
    phone.page.wait_for_selector("main.door")
    assert phone.page.inner_text("h1") == said
    assert phone.page.locator("[data-do=join]").count() == 0, "nobody sits down again by the old code"
    table.until(lambda: table.phones.door.code != code, page=phone.page)
    phone.page.fill(".codefield", table.phones.door.code)
    phone.page.tap("[data-do=typed]")
    table.until(lambda: len(table.all(Joined)) == 2, page=phone.page)


def test_who_presses_too_fast_reads_it_on_the_phone(table, seat):
    phone = seat("pad")
    table.phones.mute(phone.number, 3.0)
    phone.page.wait_for_selector(".fast")
    assert phone.page.inner_text(".fast") == "Too many presses: ignored for 3 s"
    phone.page.wait_for_selector(".fast", state="detached")


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_inline(table, browser):
    phone = BrowserPhone(table, browser)
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.scan()
    origin = table.phones.door.url.rsplit("/", 1)[0]
    assert {url.removeprefix(origin) for url in asked} - {"/favicon.ico"} == {
        table.phones.door.url.removeprefix(origin),
        "/phone.css",
        "/phone.js",
    }
    inline = "[style]:not(.board), style, script:not([src]):not([type='application/json'])"
    assert phone.page.locator(inline).count() == 0
    assert phone.errors == []
    phone.close()

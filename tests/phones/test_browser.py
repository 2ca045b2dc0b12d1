"""The phone's page in a real browser, Debian's Chromium, with the real server. The test is the table."""

import json
import os
import re
import signal
from contextlib import suppress
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import ClassVar, get_args
from urllib.parse import urljoin

import pytest

from game.phones.messages import MOST_PHONES, Fetch, Joined, Named, Press, Tap
from game.phones.protocol import read, to_json
from game.phones.snapshot import PhonePerson, Shape, Sign, Snapshot
from tests.stories import Teller, each_story
from tools.phone_browser import BrowserPhone, Table
from tools.phone_pages import PAGES

SHAKES = """new MutationObserver(() => { window.shaken ||= !!document.querySelector(".shake") })
  .observe(document.body, {subtree: true, childList: true, attributes: true})"""
"""Notes whether the page shakes its head, which lasts only a moment."""


@pytest.fixture(scope="module")
def open_table():
    """A table whose server is shared by all tests that do not end it."""
    table = Table()
    yield table
    table.close()


@pytest.fixture
def table(open_table):
    """That table without people, with another code than in the test before."""
    code = open_table.phones.join_code.code
    open_table.phones.renew(everybody=True)
    open_table.until(lambda: open_table.phones.join_code.code != code)
    open_table.phones.seats(MOST_PHONES)
    open_table.events.clear()
    return open_table


def snapshot(what):
    """Return a page that a phone can be shown: its name, then "ja" for Japanese, or changes as JSON. An object changes
    a part of a field, a list with "+" before the field's name adds to it, other values replace it."""
    page, _, rest = what.partition(" ")
    shown = to_json(PAGES[page]("ja" if rest == "ja" else "en"))
    for name, value in ({} if rest in ("", "ja") else json.loads(rest)).items():
        before = shown.get(name.removeprefix("+"))
        if name.startswith("+"):
            shown[name[1:]] = [*before, *value]
        else:
            shown[name] = {**before, **value} if isinstance(value, dict) else value
    return read(Snapshot, shown)


class Room(Teller):
    """Tells of phones in browsers at a table with a real server. The number of a PHONE stands in front of its steps:
    "1 taps: Start". A SELECTOR is one of Playwright's. PAGE is a page of tools/phone_pages.py, then "ja", or changes
    of its fields as JSON. The test is the table. Facts of the table are waited for, and tell all that has happened
    since the beginning."""

    def __init__(self, table, browser):
        self.table = table
        self.browser = browser
        self.phones = {}
        self.own = None  # a table whose server the story may end
        self.hangs = False  # whether that server hangs

    def joined(self):
        """Return who has joined: "1, 2 watching". A phone that joined twice is there twice."""
        found = self.table.all(Joined)
        for phone, event in zip(self.phones.values(), found, strict=False):
            phone.number = event.ticket.phone
        return [told(event, found) for event in found]

    facts: ClassVar = {
        # SELECTOR: how many elements it finds
        "count": lambda s, number, *selector: s.phones[number].page.locator(" ".join(selector)).count(),
        "faults": lambda s, number: s.phones[number].faults(),  # what is wrong with the page
        # kinds of all messages
        "heard": lambda s: [type(getattr(event, "message", event)).__name__ for event in s.table.events],
        "joined": joined,
        "named": lambda s: [event.message.name for event in s.table.all(Named)],  # names that were chosen
        # the language of each phone, as the table knows it
        "prefers": lambda s: [f"{number} {known.language}" for number, known in enumerate(s.known(), 1)],
        # buttons that were pressed: "declare 9", "up again" for a repeat
        "pressed": lambda s: [
            f"{each.button}{f' {each.value}' if each.value else ''}{' again' if each.repeat else ''}"
            for each in (event.message for event in s.table.all(Press))
        ],
        # EXPRESSION: its value in JavaScript
        "script": lambda s, number, *expression: s.phones[number].page.evaluate(" ".join(expression)),
        "tapped": lambda s: [event.message.cell or "-" for event in s.table.all(Tap)],  # cells, "-" off all lit ones
        # SELECTOR: the text of what it finds
        "text": lambda s, number, *selector: s.phones[number].page.inner_text(" ".join(selector)),
    }

    def see(self, text, below=""):
        if not text[0].isdecimal():  # of the table
            with suppress(TimeoutError):
                self.until(lambda: self.is_so(text))
        super().see(text, below)

    def phone(self, number, language="en"):
        """Return a phone by its number. The first call opens its browser."""
        if number not in self.phones:
            self.phones[number] = BrowserPhone(self.table, self.browser, language=language)
        return self.phones[number]

    def until(self, condition):
        self.table.until(condition, page=next(iter(self.phones.values())).page)

    def close(self):
        """End all phones. None of them may have reported an error."""
        for phone in self.phones.values():
            assert phone.errors == []
            phone.close()
        if self.own is not None:
            self.own.close()

    def known(self):
        return sorted(self.table.phones.known.values(), key=lambda known: known.phone)

    def answers(self, number):
        """Let the table answer a press."""
        if not self.hangs:
            self.phones[number].answer()

    # What people do

    def do_scans(self, number, what=""):
        """PAGE: Scan the code, and let the table show PAGE."""
        phone = self.phone(number, snapshot(what).language)
        phone.scan()
        phone.show(snapshot(what))
        return phone

    def do_opens(self, number, what):
        """the table [with CODE], or a tab of PHONE: Open the address of the table, or the address with another code; or
        open the table in another tab of PHONE, which has this number from now on."""
        way, more = re.fullmatch(r"(.+?)(?: (?:with|of) (.+))?", what).groups()
        if way == "a tab":
            self.phones[number] = tab = copy(self.phones[int(more)])
            tab.page, more = tab.context.new_page(), None
        self.phone(number).page.goto(urljoin(self.table.phones.join_code.url, more))

    def do_taps(self, number, name):
        """NAME: Tap the button NAME. The table answers the press."""
        self.phones[number].tap(name)
        self.answers(number)

    def do_touches(self, number, selector):
        """SELECTOR: Tap what SELECTOR finds. The table answers the press."""
        self.phones[number].page.tap(selector)
        self.answers(number)

    def do_keys(self, number, names):
        """NAMES: Press keys of a keyboard, one after the other: "ArrowUp Enter"."""
        for name in names.split():
            self.phones[number].page.keyboard.press(name)

    def do_runs(self, number, script):
        """SCRIPT: Run this JavaScript on the page. One that leaves the page does so after the answer: setTimeout."""
        self.phones[number].page.evaluate(script)

    def do_waits_for(self, number, what):
        """[no] SELECTOR: Wait until SELECTOR finds something, or nothing."""
        state = "detached" if what.startswith("no ") else "visible"
        self.phones[number].page.wait_for_selector(what.removeprefix("no "), state=state, timeout=60_000)

    def do_fingers(self, number, place):
        """X Y: Tap on the small board. X and Y are shares of it, 0 to 1."""
        self.phones[number].page.touchscreen.tap(*at(self.phones[number], *map(float, place.split())))
        self.answers(number)

    def do_clock(self, number, what):
        """is taken over, stops, or runs: Let the test control the clock of the page, which must come before the page is
        opened; stop it, or let it run again. Or until SELECTOR: Move the stopped clock by milliseconds until SELECTOR
        finds something."""
        page = self.phone(number).page
        if what.startswith("until "):
            while not page.locator(what.removeprefix("until ")).count():
                page.clock.run_for(1)
        else:
            ways = {"is taken over": page.clock.install, "runs": page.clock.resume, "stops": lambda: pause(page.clock)}
            ways[what]()

    def do_holds(self, number, what):
        """SECONDS SELECTOR: Hold what SELECTOR finds for this time."""
        seconds, selector = what.split(maxsplit=1)
        hold(self.phones[number], selector, float(seconds))

    def do_swipes(self, number, what):
        """SELECTOR X Y: Swipe from what SELECTOR finds, this many pixels to the right and down."""
        selector, x, y = what.split()
        page = self.phones[number].page
        box = page.locator(selector).bounding_box()
        page.mouse.move(box["x"] + 50, box["y"] + 50)
        page.mouse.down()
        page.mouse.move(box["x"] + 50 + int(x), box["y"] + 50 + int(y), steps=6)
        page.mouse.up()
        self.answers(number)

    def do_types(self, number, text):
        """TEXT: Type TEXT into the field in focus. CODE stands for the table's code, and "code" for the same in lower
        case and without its hyphen."""
        code = self.table.phones.join_code.code
        text = {"CODE": code, "code": code.lower().replace("-", "")}.get(text, text)
        self.phones[number].page.keyboard.type(text)

    # What the table does

    def do_is_shown(self, number, what):
        """PAGE: Let the table show PAGE."""
        self.phones[number].show(snapshot(what))

    def do_table(self, what):
        """rests, forgets, or ignores PHONE for SECONDS: Give all seats up, and wait for another code; forget the
        languages of the phones, as a new program does; or ignore PHONE for this time, because it presses too fast."""
        match what.split():
            case ["rests"]:
                code = self.table.phones.join_code.code
                self.table.phones.renew(everybody=True)
                self.until(lambda: self.table.phones.join_code.code != code)
            case ["forgets"]:
                for known in self.known():
                    known.language = None
            case ["ignores", number, "for", seconds]:
                self.table.phones.mute(self.phones[int(number)].number, float(seconds))
            case _:
                raise ValueError(f"the table cannot do {what!r}")

    def do_server(self, what):
        """is its own, hangs, or dies: Use another table, whose server the story may end; let this server hang, or kill
        it and wait for the next one at the same address."""
        if what == "is its own":
            self.table = self.own = Table()
            return
        phones, self.hangs = self.table.phones, what == "hangs"
        url = phones.join_code.url
        os.kill(phones.pid, signal.SIGSTOP if self.hangs else signal.SIGKILL)
        if what == "dies":
            self.until(lambda: phones.join_code is not None and phones.join_code.url == url)


def told(event, all_joined):
    numbers = list(dict.fromkeys(each.ticket.phone for each in all_joined))
    ticket = event.ticket
    return f"{numbers.index(ticket.phone) + 1}{' watching' * ticket.watching}"


@pytest.fixture
def room(table, browser):
    room = Room(table, browser)
    yield room
    room.close()


@each_story(Path(__file__).with_name("stories") / "page.txt")
def test_the_story_of_the_page_is_so(room, story):
    room.tell(story)


def pause(clock):
    """Stop a page's clock a little ahead of its present time: after a longer leap, the page would believe that it has
    heard nothing for long.

    The test must control the clock from the beginning; otherwise earlier timers go on.
    """
    playwright = pytest.importorskip("playwright.sync_api")
    is_stopped = False
    while not is_stopped:
        with suppress(playwright.Error):  # the machine was too slow, and the time has passed
            clock.pause_at(datetime.now() + timedelta(seconds=2))
            is_stopped = True


def hold(phone, selector, seconds):
    """Hold what a selector finds for this time, on a clock that only the test moves from now on."""
    pause(phone.page.clock)
    box = phone.page.locator(selector).bounding_box()
    phone.page.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.page.mouse.down()
    phone.page.clock.run_for(round(1000 * seconds))
    phone.page.mouse.up()
    phone.page.clock.run_for(200)  # two repeats long; after a second without an answer, the page would connect again


def test_a_held_plus_and_a_finger_on_the_dial_turn_it(table, room):
    room.do_clock(1, "is taken over")
    phone = room.do_scans(1, "dial")
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
    assert table.all(Press) == []


def at(phone, x, y):
    """Return the pixel at a place of the small board."""
    into = "([x, y]) => { const p = new DOMPoint(100 * x, 100 * y).matrixTransform(%s); return [p.x, p.y] }"
    return phone.page.evaluate(into % "document.querySelector('.board').getScreenCTM()", [x, y])


def test_a_finger_on_the_board_finds_cells_and_gutters(table, room):
    room.do_scans(1, "quoridor")
    cells = {cell.id: cell for cell in PAGES["quoridor"]("en").board.cells}
    room.do_fingers(1, f"{cells['d5'].x + 0.03} {cells['d5'].y - 0.05}")
    room.do_fingers(1, "0.7 0.7")
    room.until(lambda: len(table.all(Tap)) == 2)
    near, far = [event.message for event in table.all(Tap)]
    assert (near.cell, near.done) == ("d5", True)
    assert near.x == pytest.approx(cells["d5"].x + 0.03, abs=0.005)
    assert (far.cell, far.done) == ("", True)
    assert (far.x, far.y) == (pytest.approx(0.7, abs=0.005), pytest.approx(0.7, abs=0.005))


def test_a_drag_shifts_the_ghost_above_the_finger(table, room):
    phone = room.do_scans(1, "quoridor")
    phone.page.mouse.move(*at(phone, 0.8, 0.8))
    phone.page.mouse.down()
    for step in range(6):
        phone.page.mouse.move(*at(phone, 0.8, 0.8 + 0.03 * step))
        table.wait(0.06, phone.page)  # the page reports a drag ten times a second at most, by the browser's clock
    phone.page.mouse.up()
    room.until(lambda: any(event.message.done for event in table.all(Tap)))
    taps = [event.message for event in table.all(Tap)]
    assert [tap.done for tap in taps] == [False] * (len(taps) - 1) + [True] and len(taps) > 2
    assert taps[-1].y == pytest.approx(0.95 - 56 / 390, abs=0.02)


def test_presses_for_what_is_over_are_refused(table, room):
    phone = room.do_scans(1, "pad")
    phone.page.evaluate(SHAKES)
    table.phones.known[phone.number].shown = replace(PAGES["pad"]("en"), decision=5)  # not sent yet
    table.phones.known[phone.number].due = float("inf")
    phone.page.tap(".hub")
    room.until(lambda: phone.page.evaluate("window.shaken"))
    assert table.all(Press) == []


def test_eight_scan_at_once(table, room):
    phones = [room.phone(number) for number in range(MOST_PHONES)]
    for phone in phones:
        phone.page.evaluate("url => { setTimeout(() => { location.href = url }, 50) }", table.phones.join_code.url)
    room.until(lambda: len(table.all(Joined)) == MOST_PHONES)
    shapes = get_args(Shape)
    for number, shape in zip({event.ticket.phone for event in table.all(Joined)}, shapes, strict=True):
        table.phones.show(number, replace(PAGES["joined"]("en"), me=PhonePerson(shape, shape)))
    names = [phone.page.locator(".myname") for phone in phones]
    room.until(lambda: sorted(text for name in names for text in name.all_inner_texts()) == sorted(shapes))


GIVEN = [
    ("Game file", "game", "json", '{"moves":"' + "手" * 9_000 + '"}'),
    ("Picture", "card", "png", bytes(range(256)) * 1_000),
    ("Film", "film", "webp", bytes(range(256)) * 1_000),
]


@pytest.mark.parametrize(("label", "what", "ending", "content"), GIVEN, ids=["game", "picture", "film"])
def test_my_game_its_picture_and_its_film_are_taken_along(table, room, label, what, ending, content):
    phone, downloads = room.do_scans(1, "result"), []
    phone.page.on("download", lambda download: downloads.append(download))
    phone.tap("My game")
    phone.tap(label)
    room.until(lambda: table.all(Fetch))
    assert table.all(Fetch)[0].message == Fetch(what)
    table.phones.give(phone.number, f"quoridor-1.{ending}", content)
    room.until(lambda: downloads)
    assert downloads[0].suggested_filename == f"quoridor-1.{ending}"
    kept = Path(downloads[0].path()).read_bytes()
    assert kept == (content.encode() if isinstance(content, str) else content)
    phone.tap("Close")  # the page has stayed, for people who want more
    room.until(lambda: phone.page.get_by_role("button", name="My game").count() == 1)


FILM = bytes(range(256)) * 20_000


def half_given(room):
    """Let a phone ask for a film, and send some of its parts."""
    phone = room.do_scans(1, "result")
    phone.tap("My game")
    phone.tap("Film")
    room.until(lambda: room.table.all(Fetch))
    phones = room.table.phones
    phones.give(phone.number, "quoridor-1.webp", FILM)
    parts = len(phones.giving)
    room.until(lambda: len(phones.giving) < parts)
    assert phones.giving
    return phone


def test_no_file_is_saved_of_which_a_page_that_was_loaded_anew_has_half(table, room):
    phone, downloads = half_given(room), []
    phone.page.on("download", lambda download: downloads.append(download))
    phone.page.reload()
    room.until(lambda: not table.phones.giving)
    table.phones.give(phone.number, "quoridor-1.json", "{}")
    room.until(lambda: downloads)
    assert [download.suggested_filename for download in downloads] == ["quoridor-1.json"]
    assert Path(downloads[0].path()).read_bytes() == b"{}"


def test_a_film_that_was_lost_on_its_way_is_asked_for_again(room):
    room.do_server("is its own")
    phone, downloads = half_given(room), []
    phone.page.on("download", lambda download: downloads.append(download))
    room.do_server("dies")
    room.until(lambda: len(room.table.all(Fetch)) == 2)
    assert room.table.all(Fetch)[1].message == Fetch("film") and not downloads
    room.table.phones.give(phone.number, "quoridor-1.webp", FILM)
    room.until(lambda: downloads)
    assert Path(downloads[0].path()).read_bytes() == FILM


def test_enter_in_the_midst_of_japanese_chooses_characters_and_sends_no_name(table, room):
    phone = room.do_scans(1, "joined ja")
    phone.page.tap(".myname")
    input_method = phone.context.new_cdp_session(phone.page)
    input_method.send("Input.imeSetComposition", {"text": "あおい", "selectionStart": 3, "selectionEnd": 3})
    phone.page.wait_for_function("document.activeElement.value === 'あおい'")
    phone.page.keyboard.press("Enter")
    input_method.send("Input.insertText", {"text": "葵"})
    phone.page.keyboard.press("Enter")
    room.see("named = 葵")


def test_tips_are_in_order_and_all_signs_in_a_row(table, room):
    phone = room.do_scans(1, "quoridor")
    table.phones.show(phone.number, PAGES["tips"]("en"))
    room.until(lambda: phone.page.locator(".give button").count() == 4)
    places = [phone.page.locator(f"[data-press=tip{number}]").bounding_box() for number in (1, 2, 3, 4, 6, 7, 8, 9)]
    assert [round(place["y"]) for place in places[4:]] == [round(places[4]["y"])] * 4
    order = [(round(place["y"] / 20), place["x"]) for place in places]
    assert order == sorted(order)
    phone.tap("Clap")
    room.until(lambda: table.all(Press))
    assert table.all(Press)[-1].message.button == "tip6"


def test_signs_of_others_rise_in_the_band_and_are_in_nobodys_way(table, room):
    phone = room.do_scans(1, "quoridor")
    name = phone.page.locator(".name").bounding_box()
    signs = (Sign("star", "clap", "Haru: Clap"), Sign("moon", "hurry", "Ren: Hurry!"))
    table.phones.show(phone.number, replace(PAGES["quoridor"]("en"), signs=signs))
    rising = phone.page.locator(".rises")
    room.until(lambda: rising.count() == 2)
    assert [rising.nth(at).get_attribute("aria-label") for at in (0, 1)] == ["Haru: Clap", "Ren: Hurry!"]
    band, box = (phone.page.locator(where).bounding_box() for where in (".band", ".signs"))
    assert band["y"] <= box["y"] and box["y"] + box["height"] <= band["y"] + band["height"]
    assert phone.page.locator(".name").bounding_box() == name
    table.phones.show(phone.number, PAGES["quoridor"]("en"))
    room.until(lambda: rising.count() == 0)


def test_the_film_of_a_cup_is_taken_home(table, room):
    phone = room.do_scans(1, "result")
    table.phones.show(phone.number, replace(PAGES["result"]("en"), record=False))
    room.until(lambda: phone.page.get_by_role("button", name="Film").count() == 1)
    assert phone.page.get_by_role("button", name="My game").count() == 0
    phone.tap("Film")
    room.until(lambda: table.all(Fetch))
    assert table.all(Fetch)[0].message == Fetch("film")


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_inline(table, room):
    phone, asked = room.phone(1), list[str]()
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.scan()
    origin, code = table.phones.join_code.url.rsplit("/", 1)
    assert {url.removeprefix(origin) for url in asked} - {"/favicon.ico"} == {f"/{code}", "/phone.css", "/phone.js"}
    inline = "[style]:not(.board), style, script:not([src]):not([type='application/json'])"
    assert phone.page.locator(inline).count() == 0


@pytest.mark.parametrize("height", [640, 740, 800])
def test_who_sits_down_sees_the_buttons_whole(table, room, height):
    room.line("1 scans: joined")
    page = room.phones[1].page
    page.set_viewport_size({"width": 360, "height": height})
    assert (
        page.evaluate(
            "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.querySelector('.joined'))"
        )
        <= 0
    )

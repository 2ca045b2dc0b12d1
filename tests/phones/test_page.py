"""The phone's page: its files as text, and in Chromium at every size, in both languages and for who does not see it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from game.core.kinds import LANGUAGES
from game.phones.messages import Beat, Notice
from game.phones.page import TYPES, files, pack, pieces, texts
from game.phones.protocol import PAGE, PHONE
from game.phones.snapshot import (
    Figure,
    Glyph,
    Language,
    PhoneButton,
    PhoneCell,
    PhoneChip,
    PhonePerson,
    Robot,
    Shape,
    Snapshot,
    Socket,
)
from tests.phones.still_page import ADDRESS, StillPage
from tests.tables import rows
from tools.phone_pages import PAGES

PAGE_FILES = Path(__file__).parents[2] / "assets" / "phone"
HTML, CSS, JS = ((PAGE_FILES / name).read_text("utf-8") for name in ("index.html", "phone.css", "phone.js"))
TEXT = texts()["en"]
PAINTS = re.findall(r'(\w+): "(?:slant|drop|side|ball) ', JS)
GLYPHS = [f"g-{name}" for name in re.findall(r'^\t(\w+): "M', JS, re.MULTILINE)]
IDS = Counter([*re.findall(r'\bid="([^"]+)"', HTML + pieces()), *PAINTS, *GLYPHS])


def test_the_page_is_small():
    sent = files()
    assert sum(map(len, sent.values())) < 80_000
    assert sum(len(pack(content)) for content in sent.values()) < 26_500


def test_the_texts_come_with_the_page_in_both_languages():
    page = files()["index.html"].decode()
    (told,) = re.findall(r'<script id="texts" type="application/json">(.*?)</script>', page)
    assert json.loads(told) == texts()
    assert tuple(texts()) == LANGUAGES
    for language in LANGUAGES:
        words = texts()[language]["needs_script"]
        assert '<noscript><p lang="en">' in page and f'<p lang="{language}">{words}</p>' in page
    assert "<!--" not in page


def test_no_text_can_end_what_it_travels_in(tmp_path):
    (tmp_path / "strings").mkdir()
    (tmp_path / "phone").symlink_to(PAGE_FILES)
    words = {"phone.needs_script": "<b>&", "phone.done": "</script><i>"}
    for language in LANGUAGES:
        (tmp_path / "strings" / f"{language}.json").write_text(json.dumps(words))
    page = files(tmp_path)["index.html"].decode()
    assert "<i>" not in page and "<b>" not in page and page.count("</script>") == HTML.count("</script>") + 1


def test_a_piece_is_drawn_as_its_file_says(tmp_path):
    (tmp_path / "phone" / "pieces").mkdir(parents=True)
    for name in ("hat", "boot"):
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 {len(name)}"/></svg>\n'
        (tmp_path / "phone" / "pieces" / f"{name}.svg").write_text(drawing)
    assert pieces(tmp_path) == '<g id="a-boot"><path d="M0 4"/></g>\n<g id="a-hat"><path d="M0 3"/></g>'
    (tmp_path / "phone" / "pieces" / "hat.svg").write_text("<path/>")
    with pytest.raises(ValueError, match=r"hat\.svg: not one drawing in <svg"):
        pieces(tmp_path)


def test_a_text_takes_one_value_at_most():
    for language in LANGUAGES:
        assert [key for key, text in texts()[language].items() if text.count("{") > 1] == []


def test_every_text_is_used_and_every_text_that_is_used_is_there():
    words = set(re.findall(r'"([a-z_]+)"', JS))
    of_notices = {"elsewhere", "wrong", "slow", "wrong_why", "slow_why", "over_why"}  # which the server says
    of_marks = {f"mark_{mark}" for mark in get_args(hint(PhoneCell, "mark")) if mark}
    of_page = {"needs_script"}  # which is said without the script
    assert set(TEXT) - words - of_notices - of_page == of_marks
    assert set(re.findall(r'\bt\("([a-z_]+)"', JS)) - {"mark_"} <= set(TEXT)


def test_every_role_has_its_look_and_none_the_class_of_something_else():
    looks = dict(re.findall(r'(\w+): "([a-z ]+)"', JS.split("const LOOKS = {")[1].split("}")[0]))
    assert set(looks) | {"shelf", "way"} == set(get_args(hint(PhoneButton, "role")))
    assert {word for look in looks.values() for word in look.split()} == {"primary", "plain", "danger", "item"}


def test_everything_that_a_snapshot_can_ask_for_is_drawn():
    wanted = [f"s-{shape}" for shape in get_args(Shape)] + [f"r-{robot}" for robot in get_args(Robot)]
    wanted += [f"g-{glyph}" for glyph in get_args(Glyph) if glyph]
    wanted += [f"m-{mark}" for mark in get_args(hint(PhoneChip, "mark"))]
    assert {id for id in wanted if IDS[id] != 1} == set()
    assert {id for id, count in IDS.items() if count > 1} == set()
    for shape in get_args(Shape):
        assert f".c-{shape}{{" in CSS
        assert shape == "circle" or f".p-{shape}{{" in CSS  # whose pattern is plain


def hint(kind, name):
    """The annotation of a field."""
    return get_type_hints(kind)[name]


def test_what_is_referred_to_is_there():
    referred = set(re.findall(r"url\(#([a-z]+)\)", HTML + CSS + JS)) | set(re.findall(r'href="#([^"]+)"', HTML))
    referred |= set(re.findall(r'use\("([^"]+)"', JS)) - {"s-", "r-", "b-", "g-", "m-", "a-"}
    assert referred - set(IDS) == set()


def test_the_page_understands_every_message_and_says_only_what_is_known():
    handlers = set(re.findall(r"^\t(\w+)\(it\) ?\{", JS.split("const heard = {")[1].split("\n};")[0], re.MULTILINE))
    assert handlers == set(PAGE)
    assert set(re.findall(r'\bsend\("(\w+)"', JS)) | set(re.findall(r'\bact\("(\w+)"', JS)) == set(PHONE)
    for about in get_args(hint(Notice, "about")):
        assert f'"{about}"' in JS or about in TEXT


def test_nothing_is_inline_and_nothing_comes_from_elsewhere():
    assert "style=" not in HTML + JS and "<style" not in HTML
    assert not re.search(r"<script(?![^>]* src=)", HTML)
    assert not re.search(r"\bon\w+=", HTML)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|setAttribute\(\"style", JS
    )
    assert re.findall(r"(?:https?|wss?)://[^`\"')\s]*", HTML + CSS + JS) == [
        "http://www.w3.org/2000/svg",
        "ws://${location.host}/socket",
    ]
    assert "@import" not in CSS and "data:" not in CSS + HTML + JS


# In a browser


WIDE = ((320, 568), (375, 667), (412, 915), (667, 375), (820, 1180))  # where nothing may be beyond the sides
# Where nothing may be small either.
TOUCHED = ((390, 844), (390, 664), (360, 740), (360, 640), (375, 553), (820, 1180), (844, 390), (667, 375))
OLD = ((375, 667), (414, 896), (768, 1024))  # phones and a tablet of 2019
PARTS = 4  # of the pages, so that several processes can look at them side by side
LATER = (
    r"(?<![-\w])(?:aspect-ratio|inset|container-type|translate|rotate|scale|accent-color|text-wrap):[^;}]*;?",
    r"[^;{}]*\dcq\w+[^;}]*;?",
    r"[^;{}]*\d(?:dvh|svh)[^;}]*;?",
    r"[^;{}]*color-mix\([^;}]*;?",
    r"overflow:\w+ \w+;?",
    r"(?:padding|margin)-(?:block|inline):[^;}]*;?",
    r"[^{}]*:(?:has|is|where)\([^{}]*\{[^}]*\}",
)
"""What a style may say that no browser of 2019 understood, as far as this page uses it or was about to."""
HEADINGS = "[...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).length"
CALLED = """[...document.querySelectorAll("button[aria-label]")].filter((one) => one.checkVisibility())
  .map((one) => [one.innerText.replace(/\\s+/g, " ").trim(), one.getAttribute("aria-label")])"""
WORDS = re.compile(r"[^\w{}]+")
Show = Callable[[StillPage], None]


def shown(snapshot: Snapshot, then: str = "") -> Show:
    """Show a snapshot, and touch what `then` selects."""

    def show(phone: StillPage) -> None:
        phone.scan(again=bool(then))
        phone.sit()
        phone.show(snapshot)
        if then:
            phone.is_fresh = False
            phone.page.locator(then).first.dispatch_event("click")

    return show


def noticed(about: str, **more: int) -> Show:
    """Let the server say why there is nothing to show."""

    def show(phone: StillPage) -> None:
        phone.scan(again=True)
        phone.is_fresh = False
        phone.notice(about, **more)
        phone.page.wait_for_selector(".door h1")

    return show


def lost(snapshot: Snapshot | None) -> Show:
    """Let the socket end, and no other be reached."""

    def show(phone: StillPage) -> None:
        phone.scan(again=True)
        phone.is_fresh = False
        if snapshot is not None:
            phone.sit()
            phone.show(snapshot)
        phone.page.evaluate("socket.onclose()")
        phone.page.wait_for_selector(".asleep" if snapshot is not None else ".door h1")

    return show


def long(language: Language) -> Iterator[tuple[str, Snapshot]]:
    """Pages with as much to say as there is."""
    dial, pad, steer = (PAGES[name](language) for name in ("dial", "pad", "steer"))
    task, twice = {
        "en": ("Blue robot to the cup", "Two targets: either one counts"),
        "ja": ("青ロボットをカップへ", "目標が2つ：どちらでもよい"),
    }[language]
    assert dial.dial is not None
    nobody = replace(dial.dial, best=0, by=None)
    yield "dial-twice", replace(dial, sentence=task, helper=twice, dial=nobody)
    yield "dial-both", replace(dial, sentence=f"{task} {twice}")
    yield "steer-twice", replace(steer, sentence=f"{task} {twice}", focus="12/14")
    yield "pad-clock", replace(pad, focus="", clock=dial.clock, sentence=f"{task} {twice}")
    ring = (PhoneButton("undo", "Take back", "ring", "undo"), PhoneButton("theory", "Perfect play", "ring", "eye"))
    for name in ("quoridor", "coffee", "star", "steer"):
        page = PAGES[name](language)
        yield f"{name}-ring", replace(page, buttons=(*page.buttons, *ring))


def plain(language: Language) -> dict[str, Snapshot]:
    """What the table shows, and the most of it that there can be."""
    found = {name: page(language) for name, page in PAGES.items()}
    board, pad = found["quoridor"], found["pad"]
    four = tuple(Figure(shape, 12, 14) for shape in ("circle", "square", "triangle", "diamond"))
    found["four"] = replace(board, figures=four)
    found["long"] = replace(
        pad, sentence="Nobody can move or place a wall", helper="The wall would close the last path"
    )
    found["sockets"] = replace(found["joined"], sockets=tuple(Socket("star", True) for _ in range(8)))
    found["buttons"] = replace(
        pad, buttons=(*pad.buttons, PhoneButton("next", "Next"), PhoneButton("previous", "Previous"))
    )
    return found


def pages(language: Language) -> dict[str, Show]:
    """Every page by name."""
    snapshots = plain(language) | dict(long(language))
    found = {name: shown(snapshot) for name, snapshot in snapshots.items()}
    for name, snapshot in snapshots.items():
        if snapshot.hand in ("dial", "steer", "board"):
            found[f"{name}-pad"] = shown(snapshot, "[data-do=pad]")
        if snapshot.hand == "board":
            found[f"{name}-watched"] = shown(replace(snapshot, me=None))
    found |= {f"{name}-menu": shown(snapshots[name], "[data-do=menu]") for name in ("quoridor", "quoridor-ring", "pad")}
    found |= {f"{name}-naming": shown(snapshots[name], ".myname") for name in ("joined", "given")}
    found |= {f"{name}-taken": shown(snapshots[name], "[data-do=take]") for name in ("result", "results")}
    found |= {about: noticed(about) for about in ("wrong", "slow", "elsewhere")}
    found["full"], found["free"] = noticed("full", watching=3, places=5), noticed("full", seats=2)
    found["asleep"], found["closed"] = lost(snapshots["wait"]), noticed("closed")
    longest = PhonePerson("star", "Bartholomew1" if language == "en" else "十二文字もある長い名前だ")
    named = replace(snapshots["joined"], me=longest)
    found |= {"named": shown(named), "named-pad": shown(replace(snapshots["pad"], me=longest))}
    found["looking"] = lost(None)
    found["gone"] = noticed("gone")
    return found


def miscalled(phone: StillPage) -> list[str]:
    """Buttons whose names do not begin with what they show: people say to a phone what stands there."""
    called = phone.page.evaluate(CALLED)
    return [
        f"{shown} is {name}" for shown, name in called if shown and not {*WORDS.split(shown)} <= {*WORDS.split(name)}
    ]


def share(language: Language, part: int) -> dict[str, Show]:
    """One of PARTS of the pages."""
    return dict(list(pages(language).items())[part::PARTS])


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.one_in(2)
def test_every_page_has_a_heading_and_is_large_enough_and_within_the_screen(
    browser: Any, language: Language, part: int
) -> None:
    phone = StillPage(browser, TOUCHED[0], language)
    touched, found = plain(language), {}
    for name, show in share(language, part).items():
        show(phone)
        found[f"{name}: headings"] = [] if phone.page.evaluate(HEADINGS) == 1 else ["not one"]
        found[f"{name}: names"] = miscalled(phone) if language == "en" else []
        for size in sorted({*WIDE, *TOUCHED}):
            phone.resize(size)
            if size in TOUCHED and name in touched:
                found[f"{name} on {size}: faults"] = phone.faults
            for percent in (100, 200) if size in WIDE else ():
                phone.grow(percent)
                found[f"{name} on {size} at {percent} %"] = phone.outside
            phone.grow(100)
    assert {about: faults for about, faults in found.items() if faults} == {}
    assert phone.errors == []
    phone.close()


def test_every_page_is_in_one_part() -> None:
    for language in ("en", "ja"):
        parts = [name for part in range(PARTS) for name in share(language, part)]
        assert sorted(parts) == sorted(pages(language))


def old(css: str) -> str:
    """A style as a browser of 2019 understands it."""
    css = re.sub(r"@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", css)
    for later in LATER:
        css = re.sub(later, "", css)
    return css


@pytest.mark.parametrize("sizes", [OLD[::2], pytest.param(OLD[1:2], marks=pytest.mark.long)], ids=str)
def test_a_browser_of_2019_has_everything_in_reach(browser: Any, sizes: tuple[tuple[int, int], ...]) -> None:
    phone = StillPage(browser, sizes[0], css=old(files()["phone.css"].decode()).encode())
    found = {}
    for name, show in pages("en").items():
        show(phone)
        for size in sizes:
            phone.resize(size)
            faults = [fault for fault in phone.faults if fault.startswith(("small", "outside"))]
            found[f"{name} on {size}"] = [*phone.outside, *faults]
    assert {about: faults for about, faults in found.items() if faults} == {}
    for size in sizes:
        phone.resize(size)
        for way in ("up", "right", "down", "left"):
            phone.scan(again=True)
            phone.sit()
            phone.show(PAGES["pad"]("en"))
            phone.page.locator(f".way.{way} svg").tap()
            assert [press["button"] for press in phone.said] == [way]
    assert phone.errors == []
    phone.close()


LINES = """[...document.querySelectorAll(".button span")].filter((one) => one.checkVisibility()).map((one) => {
  const range = document.createRange(); range.selectNodeContents(one);
  const widths = new Map();
  for (const box of range.getClientRects()) {
    const top = Math.round(box.top); widths.set(top, (widths.get(top) || 0) + box.width);
  }
  return [one.innerText, [...widths.values()]];
})"""
"""The buttons' words, and how wide each of their lines is."""


@pytest.mark.parametrize("size", [(360, 740), (360, 640)])
def test_no_button_leaves_a_single_letter_in_its_last_line(browser: Any, size: tuple[int, int]) -> None:
    phone = StillPage(browser, size, "ja")
    phone.scan()
    phone.sit()
    for name in ("race", "answers", "result"):
        phone.show(PAGES[name]("ja"))
        told = phone.page.evaluate(LINES)
        assert [words for words, lines in told if len(lines) > 1 and 3 * lines[-1] < max(lines)] == []
    assert phone.errors == []
    phone.close()


# Reading


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

"""Every page of the phone at every size, in both languages and with text twice as large: what may be wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from game.phones.page import files
from game.phones.snapshot import Figure, Language, PhoneButton, PhonePerson, Snapshot, Socket
from tests.phones.still_page import StillPage
from tools.phone_pages import PAGES

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

"""No page of the phone is wider than its screen, whatever it shows, in both languages and with text twice as large."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from game.phones.snapshot import Button, Language, Snapshot, Who
from tests.phones.still_page import StillPage
from tools.phone_browser import chromium
from tools.phone_pages import PAGES

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="no Chromium is installed"),
    pytest.mark.timeout(240),
]
SIZES = ((320, 568), (375, 667), (412, 915), (667, 375), (820, 1180))
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
        "en": ("Blue robot to the cup", "Two targets: either counts"),
        "ja": ("青ロボットをカップへ", "目標が2つ：どちらでもよい"),
    }[language]
    assert dial.dial is not None
    nobody = replace(dial.dial, best=0, by=None)
    yield "dial-twice", replace(dial, sentence=task, helper=twice, dial=nobody)
    yield "dial-both", replace(dial, sentence=f"{task} {twice}")
    yield "steer-twice", replace(steer, sentence=f"{task} {twice}", focus="12/14")
    yield "pad-clock", replace(pad, focus="", clock=dial.clock, sentence=f"{task} {twice}")
    ring = (Button("undo", "Take back", "ring", "undo"), Button("theory", "Perfect play", "ring", "eye"))
    for name in ("quoridor", "coffee", "star", "steer"):
        page = PAGES[name](language)
        yield f"{name}-ring", replace(page, buttons=(*page.buttons, *ring))


def pages(language: Language) -> dict[str, Show]:
    """Every page by name."""
    snapshots = {name: page(language) for name, page in PAGES.items()} | dict(long(language))
    found = {name: shown(snapshot) for name, snapshot in snapshots.items()}
    for name, snapshot in snapshots.items():
        if snapshot.hand in ("dial", "steer", "board"):
            found[f"{name}-pad"] = shown(snapshot, "[data-do=pad]")
        if snapshot.hand == "board":
            found[f"{name}-watched"] = shown(replace(snapshot, me=None))
    found |= {f"{name}-menu": shown(snapshots[name], "[data-do=menu]") for name in ("quoridor", "quoridor-ring", "pad")}
    found |= {f"{name}-naming": shown(snapshots[name], ".myname") for name in ("joined", "given")}
    found |= {about: noticed(about) for about in ("wrong", "slow", "elsewhere")}
    found["full"], found["free"] = noticed("full", watching=3, places=5), noticed("full", seats=2)
    found["asleep"], found["closed"] = lost(snapshots["wait"]), noticed("closed")
    longest = Who("star", "Bartholomew1" if language == "en" else "十二文字もある長い名前だ")
    named = replace(snapshots["joined"], me=longest)
    found |= {"named": shown(named), "named-pad": shown(replace(snapshots["pad"], me=longest))}
    found["looking"] = lost(None)
    found["gone"] = noticed("gone")
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_no_page_is_wider_than_its_screen(browser: Any, size: tuple[int, int], language: Language) -> None:
    phone = StillPage(browser, size, language)
    found = {}
    for name, show in pages(language).items():
        show(phone)
        for share in (100, 200):
            phone.grow(share)
            found[f"{name} at {share} %"] = phone.outside
        phone.grow(100)
    assert {name: wide for name, wide in found.items() if wide} == {}
    assert phone.errors == []
    phone.close()

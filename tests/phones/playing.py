"""What people do with phones at a game: they press until they are heard, aim, declare, and steer robots."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from game.robots.board import COLOURS
from game.robots.state import Move
from tests.phones.hands import PATIENCE, HeldPhone

CONFIRM = "[data-press=confirm]"
AGAIN = 2.0  # seconds after which somebody presses again
HUB = "(document.querySelector('.hub') || {}).innerText"
BEST = "(document.querySelector('.info p b') || {}).textContent"
WAYS = {"N": "up", "E": "right", "S": "down", "W": "left"}


def other_words(phone: HeldPhone) -> Callable[[], bool]:
    """Whether the page says something else from now on."""
    before = phone.told, phone.evaluate(HUB)
    return lambda: (phone.told, phone.evaluate(HUB)) != before


def insist(phone: HeldPhone, selector: str, heard: Callable[[], Any] | None = None) -> Any:
    """Press until `heard`, which is given, or without that until the page says something else.

    A press is lost where the table went on before it came: the page shakes its head, or was just being drawn anew.
    People press again then.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        reached = heard or other_words(phone)
        phone.tap(selector)
        again = time.monotonic() + AGAIN
        while time.monotonic() < again:
            if answer := reached():
                return answer
            time.sleep(0.02)
    raise TimeoutError(f"no press of {selector} was heard; told: {phone.told!r}")


def aims_at(phone: HeldPhone, cell: str) -> bool:
    """Whether the page asks for a second press for a move to that cell."""
    return cell in phone.told and phone.shows(CONFIRM)


def declare(phone: HeldPhone, number: int) -> None:
    """Turn the dial to a number and declare it."""
    phone.wait(".dial")
    while (now := int(phone.evaluate("document.querySelector('.dial').ariaValueNow"))) != number:
        phone.tap(".minus" if now > number else ".plus")
        phone.until(
            lambda now=now: int(phone.evaluate("document.querySelector('.dial').ariaValueNow")) != now, "another number"
        )
    phone.tap("[data-press=declare]")


def choose_robot(phone: HeldPhone, before: str, move: Move) -> None:
    """Choose the robot, by its own button or by the one for the next after `before`."""
    if phone.shows(".robots"):
        button = f"[data-press={move.colour}]"
        insist(phone, f".robots {button}", lambda: phone.shows(f".robots .chosen{button}"))
    else:
        for _ in range((COLOURS.index(move.colour) - COLOURS.index(before)) % len(COLOURS)):
            phone.tap("[data-press=next]")
            time.sleep(0.1)  # whoever mashes is not heard

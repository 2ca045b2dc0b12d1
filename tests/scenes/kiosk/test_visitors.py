"""Visitors at the unattended table, put together as the program does it: they wake it, play, go away and come back.

Days of them, who mash and look for a way out, are `tools.soak --kiosk`.
"""

from __future__ import annotations

import random
from datetime import date, datetime
from pathlib import Path
from typing import Any, ClassVar

import pygame

from game.kiosk.kiosk import Kiosk
from scenes.kiosk.kiosk_guard import KioskGuard
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.unattended import watch_over
from tests.scenes.hands import HANDS, SteppingHand, button
from tests.scenes.house_stories import stories
from tests.scenes.kiosk.test_kiosk_pin import press
from tests.scenes.kiosk_table import NOON, PIN, KioskVocabulary, clock_of, open_kiosk
from tests.scenes.operators_hand import reach
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import BOOK
from tools.soak.monkey import Monkey

USUAL = {"idle.menu": 45, "idle.turn": 90, "idle.thinking": 180, "idle.question": 15, "idle.offer": 120}


def attend(house: Playhouse, kiosk: Kiosk, start: datetime = NOON) -> KioskGuard:
    """Start as `--kiosk` does."""
    watch = watch_over(house.app, house.services, kiosk, clock_of(house, start))
    house.app.manager.start(watch.first()())
    house.run(2.0)
    return watch


def test_a_notice_lies_in_the_margin_over_no_part_of_a_page(house: Playhouse, tmp_path: Path) -> None:
    watch = attend(house, open_kiosk(house, tmp_path, {}))
    house.services.settings.change(reduced_motion=True)
    house.app.manager.go(house.services.offers.visitors.start_over())
    house.run(3.0)
    shown = house.window.surface.copy()
    watch.tell("This table closes in 5 minutes")
    house.frame()
    below = 76 * house.window.size[1] // 1080  # the slip's shadow ends there, over the edge of the stamp
    page = pygame.Rect(0, below, 900, 300)  # steam rises beside it
    apart = pygame.mask.from_threshold(
        house.window.surface.subsurface(page), (0, 0, 0), (40, 40, 40, 255), shown.subsurface(page)
    )
    assert apart.count() == page.width * page.height
    assert house.window.surface.get_at((4, 8)) != shown.get_at((4, 8)), "over all that may lie in the margin"


class VisitorsVocabulary(KioskVocabulary):
    """Tells of the unattended table as the program sets it up, with its own scenes, and of visits of the operator."""

    facts: ClassVar = {
        # the mouse's arrow: shown or hidden
        "arrow": lambda s: "shown" if pygame.mouse.get_visible() or not s.guard.hides_pointer else "hidden",
        # DATE: whether the match is its puzzle
        "is_puzzle_of": lambda s, day: s.match.session.seed == BOOK.of_day(date.fromisoformat(day)).seed,
    }

    def unattended(self, start: datetime, changes: dict[str, Any]) -> KioskGuard:
        """Start as "main.py --kiosk" does. "pin=none" is a table without a PIN."""
        if self.device:
            self.hand("hand")  # a pad is plugged in from the beginning
        has_pin = changes.pop("pin", "") != "none"
        self.kiosk = open_kiosk(self.house, self.folder, changes)
        if not has_pin:
            self.pin.unlink()
            self.kiosk.pin.was_there = False
        return attend(self.house, self.kiosk, start)

    def do_clicks(self, rest: str = "") -> None:
        """NUMBER on SCENE: Click this many times anywhere, and check that SCENE stays on top."""
        number, _, name = rest.partition(" on ")
        monkey = Monkey(self.house.app, random.Random(3), [])
        for _ in range(int(number)):
            monkey._click()
            self.house.frame()
            assert type(self.house.top).__name__ == name

    def do_calls(self) -> None:
        """Call the operator with the hand, press the PIN on the screen's keys, and wait for the operator's menu."""
        self.do_hold("5.5")
        self.house.run(0.5)
        self.house.on_top(PinScene)
        press(self.usual_hand, self.house, PIN)
        self.house.until(lambda: isinstance(self.house.top, OperatorScene), "the operator's menu")
        self.house.be_heard()

    def do_comes_and_leaves(self) -> None:
        """Call the operator twice. Go back to the table the first time. The second time, leave for the desktop, after
        an answer Stay."""
        hand = self.usual_hand
        self.do_calls()
        hand.order(Kind.BACK)
        self.house.run(1.0)
        assert not any(scene.is_operators for scene in self.house.app.manager.scenes)
        self.do_calls()
        for answer in ("Stay", "Leave"):
            self.house.on_top(OperatorScene)
            leave = button(self.house, "Leave to desktop")
            if isinstance(hand, SteppingHand):
                reach(hand, leave)
                hand.hit(Kind.CONFIRM)
            else:
                hand.press(leave)
            hand.say(answer)


test_the_visitors = stories("visitors.txt", VisitorsVocabulary)


# An opponent that fits


def test_visitors_meet_the_second_level_then_who_follows_the_result_and_leave_nothing(
    house: Playhouse, tmp_path: Path
) -> None:
    house.services.store.set("last_game", "star")
    guard = attend(house, open_kiosk(house, tmp_path, USUAL))
    hand = HANDS["keyboard"](house)
    for _ in range(2):
        house.app.manager.go(guard.start_over())
        house.run(2.0)
        hand.order(Kind.SECONDARY)
        session = house.on_top(MatchScene).session
        (ai,) = [number for number, seat in enumerate(session.seats) if seat.is_ai]
        assert session.seats[ai].strength == 2
        session.resign(ai)
        house.read_result()
        hand.say("Rematch")
        house.until(lambda: isinstance(house.top, MatchScene), "the next game")
        assert max(seat.strength for seat in house.playing.session.seats) > 2

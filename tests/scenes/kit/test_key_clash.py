"""The keyboard test: what it makes of keys that come, fail to come or come without a press, and the way in and out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

import pytest

from scenes.robots.bidding.entering import BUZZER_KEYS, BUZZERS, given
from scenes.settings.clash_scene import (
    CLASH_SHOWN,
    HOLD,
    PATIENCE,
    WORKS_SHOWN,
    ClashPhase,
    ClashScene,
    ClashTest,
    trios,
)
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.tables import rows

KEYS = tuple(map(ord, "abcdefgh"))
TICK = 0.05


def run(test: ClashTest, seconds: float) -> None:
    for _ in range(round(seconds / TICK)):
        test.tick(TICK)


def hold(test: ClashTest, keys: Iterable[int], seconds: float) -> None:
    for key in keys:
        test.press(key)
    run(test, seconds)


def let_go(test: ClashTest, seconds: float = 0.0) -> None:
    for key in (*test.held,):
        test.release(key)
    run(test, seconds)


def told(test: ClashTest) -> dict[str, str]:
    """Return all facts about a test."""
    found = {
        "asked": letters(test.asked),
        "clashing": " ".join(map(letters, test.clashing)),
        "ghost": "" if test.ghost is None else chr(test.ghost),
        "held": letters(test.held),
        "number": str(test.number),
        "others": letters(test.others),
        "phase": test.phase.name,
        "works": "".join("y" if works else "n" for works in test.works),
    }
    return {kind: value or "none" for kind, value in found.items()}


def letters(keys: Iterable[int]) -> str:
    return "".join(map(chr, keys))


@pytest.mark.parametrize(("keys", "then"), rows("clashing_keys"))
def test_the_test_of_three(keys: str, then: str) -> None:
    test = ClashTest(KEYS)
    for sign, rest in re.findall(r"([-+]?)(\S*)", keys):
        if sign == "+":
            hold(test, map(ord, rest), 0)
        elif sign:
            for key in map(ord, rest or letters(test.held)):
                test.release(key)
        elif rest:
            run(test, float(rest))
    found, wanted = told(test), dict(fact.split("=") for fact in then.split())
    assert {name: found[name] for name in wanted} == wanted


def test_neighbours_are_tried_and_a_small_table_first() -> None:
    found = trios(KEYS)
    pairs = [{key, KEYS[(i + 1) % 8]} for i, key in enumerate(KEYS)]
    assert all(any(pair <= set(trio) for trio in found) for pair in pairs)
    assert list(map(letters, found[:2])) == ["abc", "bcd"]
    assert len(found) == len({frozenset(trio) for trio in found}) == 8


def test_at_the_end_the_clashing_sets_are_known() -> None:
    test = ClashTest(KEYS)
    while test.phase is not ClashPhase.OVER:
        missed = letters(test.asked) in ("cde", "hab")
        hold(test, test.asked[: 2 if missed else 3], PATIENCE + TICK if missed else HOLD + TICK)
        let_go(test, CLASH_SHOWN + TICK)
    over = {
        "asked": "none",
        "clashing": "cde hab",
        "ghost": "none",
        "number": "8",
        "phase": "OVER",
        "works": "yynyyyyn",
    }
    assert told(test) == {**over, "held": "none", "others": "none"}
    hold(test, KEYS[:3], 5.0)
    assert told(test) == {**over, "held": "abc", "others": "abc"}


class ClashVocabulary(HouseVocabulary):
    """Tells of the page that asks for keys, and tests whether the keyboard can report three at once. A story
    begins with the test, unless it does something else before."""

    begins = ("show: keyboard_test", "buzzer", "match", "plug", "listens")

    facts: ClassVar = {
        "held": lambda s: " ".join(map(chr, s.top.test.held)),  # keys that are down
        "keys": lambda s: " ".join(map(chr, s.top.keys)),  # keys that are tested
        "sentence": lambda s: s.top.sentence()[0],
        # whether the page of keys offers the test
        "test_is_there": lambda s: len(s.top.focus.widgets) > len(s.top.tabs) + len(s.top.rows),
    }

    def do_buzzer(self, rest: str = "") -> None:
        """SEAT KEY: Make KEY the buzzer of SEAT."""
        seat, key = rest.split()
        settings = self.house.services.settings.of_games
        settings.set(BUZZER_KEYS, given(settings[BUZZER_KEYS], int(seat), ord(key)))

    def do_hold_each(self, rest: str = "") -> None:
        """[but KEY]: Hold each set of keys that the test asks for until it is judged. With "but KEY", leave KEY out
        where it is the first of a set, and check that this set fails."""
        scene = self.house.on_top(ClashScene)
        for _ in BUZZERS:
            asked = [chr(key) for key in scene.test.asked]
            missed = asked[0] == rest.removeprefix("but ")
            self.do_down(" ".join(asked[missed:]))
            self.house.run(PATIENCE if missed else HOLD)
            assert ("cannot send" if missed else "These work together.") in scene.sentence()[0]
            self.do_up(" ".join(asked))
            self.house.run(CLASH_SHOWN if missed else WORKS_SHOWN)


test_the_screen = stories("key_clash.txt", ClashVocabulary)

"""The keyboard clash tester: what it makes of keys that come, stay away or come unasked, and the way in and out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import pytest

from scenes.kit.devices import Signal, SignalKind
from scenes.kit.intents import KEYBOARD
from scenes.kit.scene import Push
from scenes.robots.bidding.seating import BUZZERS, keep_buzzer
from scenes.settings.clash import CLASH_SHOWN, HOLD, PATIENCE, WORKS_SHOWN, ClashTest, Phase, trios
from scenes.settings.clash_scene import ClashScene
from scenes.settings.controls_scene import ControlsScene
from tests.scenes import posting
from tests.scenes.house_stories import HouseTeller, stories

KEYS = (10, 11, 12, 13, 14, 15, 16, 17)
TICK = 0.05
STRANGER = 99


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


def pass_all(test: ClashTest, *silent: frozenset[int]) -> None:
    """Hold what is asked for, trio by trio, on a keyboard that misses the last key of the `silent` ones."""
    while test.phase is not Phase.OVER:
        missed = frozenset(test.asked) in silent
        hold(test, test.asked[: 2 if missed else 3], PATIENCE + TICK if missed else HOLD + TICK)
        let_go(test, CLASH_SHOWN + TICK)


class TestMachine:
    @pytest.fixture
    def test(self) -> ClashTest:
        return ClashTest(KEYS)

    def test_neighbours_are_tried_and_a_small_table_first(self) -> None:
        found = trios(KEYS)
        pairs = [{key, KEYS[(i + 1) % 8]} for i, key in enumerate(KEYS)]
        assert all(any(pair <= set(trio) for trio in found) for pair in pairs)
        assert found[:2] == [(10, 11, 12), (11, 12, 13)]
        assert len(found) == len({frozenset(trio) for trio in found}) == 8

    def test_three_that_arrive_and_stay_work(self, test: ClashTest) -> None:
        hold(test, (10, 11), PATIENCE - 2 * TICK)
        hold(test, (12,), HOLD - TICK)
        assert test.phase is Phase.ASKING
        run(test, 2 * TICK)
        assert (test.phase, test.works, test.asked) == (Phase.WORKS, [True], (10, 11, 12))

    def test_the_next_are_asked_for_once_all_keys_are_up(self, test: ClashTest) -> None:
        hold(test, (10, 11, 12), HOLD + WORKS_SHOWN + 1)
        assert test.phase is Phase.WORKS
        let_go(test, TICK)
        assert (test.phase, test.asked, test.number) == (Phase.ASKING, (11, 12, 13), 1)

    def test_a_third_that_does_not_come_in_time_clashes(self, test: ClashTest) -> None:
        hold(test, (10, 12), PATIENCE - TICK)
        assert test.phase is Phase.ASKING
        run(test, 2 * TICK)
        assert (test.phase, test.clashing, test.ghost) == (Phase.CLASHES, [(10, 11, 12)], None)

    def test_one_key_alone_or_two_for_a_short_time_say_nothing(self, test: ClashTest) -> None:
        hold(test, (10,), 3 * PATIENCE)
        for _ in range(3):
            hold(test, (11,), PATIENCE - 2 * TICK)
            test.release(11)
            run(test, TICK)
        assert (test.phase, test.works) == (Phase.ASKING, [])

    @pytest.mark.parametrize("down", [(10, 11), (10, 11, 12)])
    def test_a_key_that_nobody_was_asked_for_clashes(self, test: ClashTest, down: tuple[int, ...]) -> None:
        hold(test, (STRANGER, *down), TICK)  # the order within a report of the keyboard means nothing
        assert (test.phase, test.ghost, test.clashing) == (Phase.CLASHES, STRANGER, [(10, 11, 12)])

    def test_any_keys_may_be_tried_meanwhile(self, test: ClashTest) -> None:
        hold(test, (STRANGER, 15, 16, 10), 3 * PATIENCE)
        assert (test.phase, test.held, test.others) == (Phase.ASKING, [STRANGER, 15, 16, 10], [STRANGER, 15, 16])

    def test_a_finger_that_was_only_late_sets_it_right(self, test: ClashTest) -> None:
        hold(test, (10, 11), PATIENCE + TICK)
        assert test.phase is Phase.CLASHES
        hold(test, (12,), HOLD + TICK)
        assert (test.phase, test.works, test.clashing) == (Phase.WORKS, [True], [])

    def test_a_ghost_that_goes_sets_nothing_right(self, test: ClashTest) -> None:
        hold(test, (10, 11, 12, STRANGER), TICK)
        test.release(STRANGER)
        run(test, CLASH_SHOWN)
        assert (test.phase, test.works) == (Phase.CLASHES, [False])

    def test_a_clash_can_be_read_though_all_keys_are_up(self, test: ClashTest) -> None:
        hold(test, (10, 11), PATIENCE + TICK)
        let_go(test, CLASH_SHOWN - 3 * TICK)
        assert test.phase is Phase.CLASHES
        run(test, 4 * TICK)
        assert (test.phase, test.ghost) == (Phase.ASKING, None)

    def test_at_the_end_the_clashing_sets_are_known(self, test: ClashTest) -> None:
        pass_all(test, frozenset({12, 13, 14}), frozenset({17, 10, 11}))
        assert test.clashing == [(12, 13, 14), (17, 10, 11)]
        assert (test.asked, test.number, len(test.works)) == ((), 8, 8)
        hold(test, (10, 11, 12), 5.0)
        assert (test.phase, len(test.works), test.held) == (Phase.OVER, 8, [10, 11, 12])

    def test_a_key_told_twice_is_down_once(self, test: ClashTest) -> None:
        hold(test, (10, 10), TICK)
        test.release(10)
        test.release(10)
        assert test.held == []


class ClashTeller(HouseTeller):
    """Tells what becomes of keys on the screen that asks for them."""

    facts: ClassVar = {
        **HouseTeller.facts,
        "held": lambda s: " ".join(map(chr, s.house.on_top(ClashScene).test.held)),
        "keys": lambda s: " ".join(map(chr, s.house.on_top(ClashScene).keys)),
        "phase": lambda s: s.house.on_top(ClashScene).test.phase.name,
        "remark": lambda s: s.house.on_top(ClashScene).note(),
        "sentence": lambda s: s.house.on_top(ClashScene).sentence()[0],
        "test_is_there": lambda s: len(s.controls.focus.widgets) > len(s.controls.tabs) + len(s.controls.rows),
    }

    @property
    def controls(self) -> ControlsScene:
        """The page of keys and buttons."""
        return self.house.on_top(ControlsScene)

    def do_buzzer(self, rest: str) -> None:
        """buzzer SEAT KEY."""
        seat, key = rest.split()
        keep_buzzer(self.house.services.store, int(seat), ord(key))

    def do_clash(self, rest: str) -> None:
        """clash, clash over it: over what is there."""
        if rest:
            self.go(Push(lambda: ClashScene(self.house.services)))
        else:
            self.house.show(ClashScene(self.house.services))

    def do_controls(self, rest: str) -> None:
        """controls: the page of keys and buttons."""
        self.house.show(ControlsScene(self.house.services))

    def do_page(self, rest: str) -> None:
        """page keyboard, page pad: with a pad in the hand that pad's is open at first."""
        self.controls._open(KEYBOARD if rest == "keyboard" else self.house.stage.devices.pads()[0])

    def do_down(self, rest: str) -> None:
        """down KEYS."""
        for name in rest.split():
            posting.key_down(posting.key_of(name)[0])
        self.house.run(0.1)

    def do_up(self, rest: str) -> None:
        """up KEYS."""
        for name in rest.split():
            posting.key_up(posting.key_of(name)[0])
        self.house.run(0.1)

    def do_hold_each(self, rest: str) -> None:
        """hold_each [but KEY]: hold what is asked for, on a keyboard that misses this key where it is first."""
        scene = self.house.on_top(ClashScene)
        for _ in BUZZERS:
            asked = [chr(key) for key in scene.test.asked]
            missed = asked[0] == rest.removeprefix("but ")
            self.do_down(" ".join(asked[missed:]))
            self.house.run(PATIENCE if missed else HOLD)
            assert ("cannot be held" if missed else "These work together.") in scene.sentence()[0]
            self.do_up(" ".join(asked))
            self.house.run(CLASH_SHOWN if missed else WORKS_SHOWN)

    def do_signal(self, rest: str) -> None:
        """signal KIND: what the window system tells."""
        self.house.app.take(Signal(SignalKind[rest]))


test_the_screen = stories("key_clash.txt", ClashTeller)

"""The keyboard clash tester: what it makes of keys that come, stay away or come unasked, and the way in and out."""

from __future__ import annotations

from collections.abc import Iterable

import pygame
import pytest

from scenes.kit.devices import Signal, SignalKind
from scenes.kit.dialog import Dialog
from scenes.kit.intents import KEYBOARD, Kind
from scenes.match.match_scene import MatchScene
from scenes.robots.bidding.seating import BUZZERS, keep_buzzer
from scenes.settings.clash import CLASH_SHOWN, HOLD, PATIENCE, WORKS_SHOWN, ClashTest, Phase, trios
from scenes.settings.clash_scene import ClashScene
from scenes.settings.controls_scene import ControlsScene
from tests.scenes import posting
from tests.scenes.hands import KeyHand, MouseHand, PadHand, TouchHand, button
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

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


class TestScreen:
    @pytest.fixture
    def scene(self, house: Playhouse) -> ClashScene:
        scene = ClashScene(house.services)
        house.show(scene)
        return scene

    def down(self, house: Playhouse, *keys: int) -> None:
        for key in keys:
            posting.key_down(key)
        house.run(0.1)

    def up(self, house: Playhouse, *keys: int) -> None:
        for key in keys:
            posting.key_up(key)
        house.run(0.1)

    def test_the_keys_are_those_of_the_table_as_they_are_set(self, house: Playhouse) -> None:
        keep_buzzer(house.services.store, 1, pygame.K_k)
        scene = ClashScene(house.services)
        assert scene.keys == (BUZZERS[0], pygame.K_k, *BUZZERS[2:])

    def test_a_keyboard_that_misses_a_key_is_told_so(self, house: Playhouse, scene: ClashScene) -> None:
        assert scene.sentence()[0] == "Hold Q, O and Z together for a moment."
        self.down(house, pygame.K_q, pygame.K_z)
        assert scene.test.held == [pygame.K_q, pygame.K_z]
        house.run(PATIENCE)
        assert scene.sentence()[0] == "Q, O and Z cannot be held together on this keyboard: choose others."
        self.up(house, pygame.K_q, pygame.K_z)
        house.run(CLASH_SHOWN)
        assert scene.sentence()[0] == "Hold O, Z and M together for a moment."

    def test_a_ghost_is_named(self, house: Playhouse, scene: ClashScene) -> None:
        self.down(house, pygame.K_q, pygame.K_o, pygame.K_z, pygame.K_w)
        assert scene.test.phase is Phase.CLASHES
        assert scene.note() == "W came as well. Let go of all keys to go on."

    def test_keys_that_work_go_on_to_the_verdict_which_stays(self, house: Playhouse, scene: ClashScene) -> None:
        for _ in BUZZERS:
            asked = scene.test.asked
            missed = asked[0] == pygame.K_t
            self.down(house, *asked[missed:])
            house.run(PATIENCE if missed else HOLD)
            expected = "cannot be held" if missed else "These work together."
            assert expected in scene.sentence()[0]
            self.up(house, *asked)
            house.run(CLASH_SHOWN if missed else WORKS_SHOWN)
        verdict = "1 set of three cannot be held together on this keyboard: choose others."
        assert (scene.sentence()[0], scene.note()) == (verdict, "See what is barred below.")
        house.run(20)
        assert house.top is scene
        assert scene.sentence()[0] == verdict

    def test_a_good_keyboard_is_praised(self, scene: ClashScene) -> None:
        pass_all(scene.test)
        assert (scene.sentence()[0], scene.note()) == ("All these keys work together on this keyboard.", "")

    def test_only_escape_of_the_keys_leaves_and_it_leaves_at_any_time(self, house: Playhouse) -> None:
        controls = ControlsScene(house.services)
        house.show(controls)
        house.react(lambda: posting.click(button(house, "Test keys together").rect.center))
        scene = house.on_top(ClashScene)
        for key in (pygame.K_RETURN, pygame.K_x, pygame.K_p, pygame.K_BACKSPACE):
            house.react(lambda key=key: posting.tap_key(key))
        assert house.top is scene
        self.down(house, pygame.K_q, pygame.K_o)
        house.react(lambda: posting.tap_key(pygame.K_ESCAPE))
        assert house.top is controls
        house.react(lambda: posting.tap_key(pygame.K_p))  # keys mean presses again
        assert house.top is not controls

    @pytest.mark.one_in(3)
    @pytest.mark.parametrize("hand", [MouseHand, KeyHand, PadHand, TouchHand])
    def test_every_device_gets_there_and_back(self, house: Playhouse, hand: type) -> None:
        playing = hand(house)
        house.show(ControlsScene(house.services))
        house.on_top(ControlsScene)._open(KEYBOARD)  # with a pad in the hand that pad's is open
        if hand is TouchHand:
            house.react(lambda: posting.touch((2, 2), house.window.size))
        elif hand is MouseHand:
            house.react(lambda: posting.move_mouse((2, 2)), lambda: posting.move_mouse((20, 20)))
        playing.press(button(house, "Test keys together"))
        house.on_top(ClashScene)
        playing.order(Kind.BACK)
        house.on_top(ControlsScene)

    def test_a_window_in_the_back_lets_go(self, house: Playhouse, scene: ClashScene) -> None:
        self.down(house, pygame.K_q, pygame.K_o)
        pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        house.run(PATIENCE + 1)
        assert (scene.test.held, scene.test.phase) == ([], Phase.ASKING)

    def test_a_question_above_it_can_be_answered_by_keys(self, house: Playhouse) -> None:
        match = house.match(PERSON, RIVAL)
        house.app.manager.scenes.append(ClashScene(house.services))
        scene = house.on_top(ClashScene)
        scene.enter()
        self.down(house, pygame.K_q)
        house.app.take(Signal(SignalKind.CLOSE))
        house.run(0.5)
        house.on_top(Dialog)
        house.react(lambda: posting.tap_key(pygame.K_RETURN))
        assert house.top is scene
        assert isinstance(match, MatchScene)
        assert scene.test.held == []
        self.down(house, pygame.K_o)
        assert scene.test.held == [pygame.K_o]

    def test_a_page_for_a_pad_has_no_test(self, house: Playhouse) -> None:
        hand = PadHand(house)
        house.run(0.1)
        scene = ControlsScene(house.services)
        house.show(scene)
        scene._open(house.stage.devices.pads()[0])
        assert len(scene.focus.widgets) == len(scene.tabs) + len(scene.rows)
        hand.pad.detach()
        house.run(0.1)
        assert len(scene.focus.widgets) == len(scene.tabs) + len(scene.rows) + 1

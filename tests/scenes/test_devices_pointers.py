"""Mouse, fingers and the window through the event queue."""

from __future__ import annotations

import pygame

from scenes.kit.devices import Devices, Signal, SignalKind
from scenes.kit.intents import KEYBOARD, MOUSE, TOUCH, Intent, Kind
from scenes.kit.pointers import LOST_SECONDS
from tests.scenes import posting
from tests.scenes.listening import SIZE, intents, kinds, plug


def test_the_mouse_hovers_presses_drags_and_turns(devices: Devices) -> None:
    posting.move_mouse((100, 100))
    posting.move_mouse((110, 100))
    posting.mouse_down((110, 100))
    posting.move_mouse((120, 100))
    posting.mouse_up((130, 100))
    posting.mouse_down((130, 100), button=3)
    posting.mouse_up((130, 100), button=3)
    posting.wheel(2)
    posting.wheel(-1)
    assert intents(devices) == [
        Intent(Kind.HOVER, MOUSE, (110, 100)),
        Intent(Kind.PRESS, MOUSE, (110, 100)),
        Intent(Kind.DRAG, MOUSE, (120, 100)),
        Intent(Kind.RELEASE, MOUSE, (130, 100)),
        Intent(Kind.TURN, MOUSE, (130, 100), 1),
        Intent(Kind.TURN, MOUSE, (130, 100), 1),
        Intent(Kind.TURN, MOUSE, (130, 100), -1),
    ]
    assert devices.current == MOUSE


def test_a_release_without_a_press_is_dropped(devices: Devices) -> None:
    posting.mouse_up((10, 10))
    assert devices.drain(0.0) == []


def test_other_mouse_buttons_mean_nothing(devices: Devices) -> None:
    for button in (2, 4, 5, 6):
        posting.mouse_down((10, 10), button)
        posting.mouse_up((10, 10), button)
    assert devices.drain(0.0) == []


def test_a_trembling_mouse_does_not_take_over(devices: Devices) -> None:
    posting.tap_key(pygame.K_UP)
    devices.drain(0.0)
    for x in (200, 203, 198, 201):
        posting.move_mouse((x, 200))
        assert devices.drain(0.0) == []
    assert devices.current == KEYBOARD
    posting.move_mouse((204, 200))
    assert intents(devices) == [Intent(Kind.HOVER, MOUSE, (204, 200))]
    posting.move_mouse((205, 200))
    assert intents(devices) == [Intent(Kind.HOVER, MOUSE, (205, 200))]
    assert devices.current == MOUSE
    posting.tap_key(pygame.K_UP)
    posting.move_mouse((206, 200))
    assert kinds(devices) == [Kind.UP]


def test_a_click_takes_over_at_once(devices: Devices) -> None:
    posting.mouse_down((5, 5))
    assert kinds(devices) == [Kind.PRESS]
    assert devices.current == MOUSE


def test_a_way_in_one_frame_shrinks_to_its_end_but_keeps_its_place(devices: Devices) -> None:
    posting.mouse_down((0, 0))
    devices.drain(0.0)
    for x in range(50):
        posting.move_mouse((x, 0))
    posting.tap_key(pygame.K_h)
    posting.move_mouse((60, 0))
    posting.mouse_up((60, 0))
    assert [(intent.kind, intent.point) for intent in intents(devices)] == [
        (Kind.DRAG, (49, 0)),
        (Kind.HINT, None),
        (Kind.DRAG, (60, 0)),
        (Kind.RELEASE, (60, 0)),
    ]


def test_a_finger_presses_drags_and_leaves(devices: Devices) -> None:
    posting.finger(pygame.FINGERDOWN, (0.5, 0.5))
    posting.finger(pygame.FINGERMOTION, (0.25, 0.5))
    posting.finger(pygame.FINGERUP, (0.0, 1.0))
    assert intents(devices) == [
        Intent(Kind.PRESS, TOUCH, (400, 300)),
        Intent(Kind.DRAG, TOUCH, (200, 300)),
        Intent(Kind.RELEASE, TOUCH, (0, 599)),
    ]
    assert devices.current == TOUCH


def test_a_finger_that_trembles_taps(devices: Devices) -> None:
    posting.finger(pygame.FINGERDOWN, (0.5, 0.5))
    posting.finger(pygame.FINGERMOTION, (0.51, 0.505))
    posting.finger(pygame.FINGERUP, (0.51, 0.505))
    assert kinds(devices) == [Kind.PRESS, Kind.RELEASE]


def test_a_finger_that_has_slid_away_drags_back_too(devices: Devices) -> None:
    posting.finger(pygame.FINGERDOWN, (0.5, 0.5))
    devices.drain(0.0)
    for x in (0.53, 0.5):
        posting.finger(pygame.FINGERMOTION, (x, 0.5))
        assert kinds(devices) == [Kind.DRAG]


def test_touch_hits_the_pixel_that_was_meant(devices: Devices) -> None:
    for point in ((0, 0), (123, 45), (799, 599)):
        posting.touch(point, SIZE)
        assert [intent.point for intent in intents(devices)] == [point, point]


def test_fingers_are_told_apart_by_number(devices: Devices) -> None:
    posting.finger(pygame.FINGERDOWN, (0.5, 0.5), 1)
    posting.finger(pygame.FINGERDOWN, (0.1, 0.1), 2)
    posting.finger(pygame.FINGERMOTION, (0.2, 0.2), 2)
    posting.finger(pygame.FINGERUP, (0.5, 0.5), 1)
    posting.finger(pygame.FINGERMOTION, (0.3, 0.3), 2)
    assert [(intent.kind, intent.finger) for intent in intents(devices)] == [
        (Kind.PRESS, 0),
        (Kind.PRESS, 1),
        (Kind.DRAG, 1),
        (Kind.RELEASE, 0),
        (Kind.DRAG, 1),
    ]
    posting.finger(pygame.FINGERDOWN, (0.9, 0.9), 3)  # the lowest number that is free
    posting.finger(pygame.FINGERUP, (0.3, 0.3), 2)
    posting.finger(pygame.FINGERUP, (0.9, 0.9), 3)
    assert intents(devices) == [
        Intent(Kind.PRESS, TOUCH, (720, 540), finger=0),
        Intent(Kind.RELEASE, TOUCH, (240, 180), finger=1),
        Intent(Kind.RELEASE, TOUCH, (720, 540), finger=0),
    ]


def test_the_ways_of_two_fingers_do_not_become_one(devices: Devices) -> None:
    for finger in (1, 2):
        posting.finger(pygame.FINGERDOWN, (0.5, 0.5), finger)
    devices.drain(0.0)
    for finger in (1, 2):
        posting.finger(pygame.FINGERMOTION, (0.1 * finger, 0.5), finger)
    assert intents(devices) == [
        Intent(Kind.DRAG, TOUCH, (80, 300), finger=0),
        Intent(Kind.DRAG, TOUCH, (160, 300), finger=1),
    ]


def test_a_finger_whose_end_was_not_heard_may_come_again(devices: Devices) -> None:
    for _ in range(2):
        posting.finger(pygame.FINGERDOWN, (0.5, 0.5), 1)
    posting.finger(pygame.FINGERUP, (0.5, 0.5), 1)
    assert [(intent.kind, intent.finger) for intent in intents(devices)] == [
        (Kind.PRESS, 0),
        (Kind.PRESS, 0),
        (Kind.RELEASE, 0),
    ]


def test_a_finger_that_a_screen_has_lost_makes_way(devices: Devices) -> None:
    posting.finger(pygame.FINGERDOWN, (0.1, 0.1), 2)
    assert [intent.finger for intent in intents(devices)] == [0]
    posting.touch((50, 50), SIZE)
    assert [intent.finger for intent in devices.drain(LOST_SECONDS - 1)] == [1, 1]  # type: ignore[union-attr]
    posting.touch((50, 50), SIZE)
    assert [intent.finger for intent in devices.drain(LOST_SECONDS + 1)] == [0, 0]  # type: ignore[union-attr]
    posting.finger(pygame.FINGERUP, (0.1, 0.1), 2)
    assert devices.drain(LOST_SECONDS + 2) == []


def test_a_finger_that_rests_and_moves_is_still_there(devices: Devices) -> None:
    posting.finger(pygame.FINGERDOWN, (0.1, 0.1), 2)
    devices.drain(0.0)
    posting.finger(pygame.FINGERMOTION, (0.5, 0.1), 2)
    devices.drain(LOST_SECONDS - 1)
    posting.touch((50, 50), SIZE)
    found = devices.drain(LOST_SECONDS + 1)
    assert [intent.finger for intent in found] == [1, 1]  # type: ignore[union-attr]


def test_a_touch_is_not_heard_again_as_the_mouse(devices: Devices) -> None:
    posting.touch((40, 40), SIZE)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=(40, 40), button=1, touch=True))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(90, 40), rel=(50, 0), buttons=(0, 0, 0), touch=True))
    assert [intent.device for intent in intents(devices)] == [TOUCH, TOUCH]


def test_closing_and_exposing_the_window(devices: Devices) -> None:
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert devices.drain(0.0) == [Signal(SignalKind.EXPOSED), Signal(SignalKind.QUIT)]


def test_only_the_last_of_several_sizes_counts(devices: Devices) -> None:
    for size in ((810, 600), (900, 700), (1000, 800)):
        pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
    assert devices.drain(0.0) == [Signal(SignalKind.RESIZED, size=(1000, 800))]
    posting.finger(pygame.FINGERDOWN, (0.5, 0.5))
    assert [intent.point for intent in intents(devices)] == [(500, 400)]


def test_a_size_that_the_program_set_itself_is_no_news(devices: Devices) -> None:
    devices.resize((640, 480))
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=640, y=480))
    assert devices.drain(0.0) == []


def test_a_window_in_the_back_hears_no_pad_and_ends_what_was_held(devices: Devices) -> None:
    pad = plug(devices)
    posting.key_down(pygame.K_UP)
    posting.mouse_down((10, 10))
    devices.drain(0.0)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    pad.press("a")
    pad.stick(1.0, 0.0)
    posting.mouse_up((10, 10))
    assert devices.drain(1.0) == [Signal(SignalKind.FOCUS_LOST)]
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    pad.release("a")
    pad.stick(0.0, 0.0)
    pad.tap("a")
    assert devices.drain(2.0) == [
        Signal(SignalKind.FOCUS_GAINED),
        Intent(Kind.CONFIRM, devices.pads()[0]),
    ]

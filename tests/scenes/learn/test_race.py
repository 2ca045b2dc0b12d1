"""A race for puzzles at one table: by pads, own keys and phones without being seen, else in turns."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from game.core.device_id import DeviceId
from game.match_setup import IDENTITIES
from game.people.roster import Chair, Roster
from game.puzzles.race import FIRST, LATER, WRONG_SECONDS
from game.registry import puzzles_of
from scenes.kit.input.intents import KEYBOARD, MOUSE, Device, Intent, Kind, phone
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.widget import Button
from scenes.phones.pages import page
from scenes.table.contract.phone_pages import SeatPage
from scenes.today.practice_scene import PracticeScene
from scenes.today.race_scene import SHOWN_SECONDS, WAYS, RaceScene, RaceSeating, is_private
from tests.scenes.hands import KeyHand, MouseHand, PadHand
from tests.scenes.one_switch import OneSwitch
from tests.scenes.playhouse import Playhouse
from tests.scenes.speaking import listen

ONE, TWO = Device("pad:1", "xbox", "Pad", 1), Device("pad:2", "xbox", "Pad", 2)


def chairs(*devices: str, keys: Sequence[int] = ()) -> tuple[Chair, ...]:
    """People with these devices; those at the keyboard have `keys`."""
    left = list(keys)
    found = []
    for identity, device, name in zip(IDENTITIES, devices, ("@aoi", "@ren", "@mio", "@haru"), strict=False):
        key = left.pop(0) if device == "keyboard" and left else 0
        found.append(Chair(identity, name=name, device=DeviceId(device), key=key))
    return tuple(found)


def opened(house: Playhouse, sitting: tuple[Chair, ...], game: str = "star", seed: int = 3) -> RaceScene:
    """A race of those who sit there."""
    house.services.people.seat(Roster(sitting))
    puzzles = [puzzle for puzzle in puzzles_of(game) if puzzle.moves == 1]
    return house.show(RaceScene(house.services, puzzles, seed))


def sit(house: Playhouse, *sitting: Chair) -> None:
    """Let these be at the table, and nobody else."""
    house.services.people.seat(Roster(sitting))
    house.run(0.1)


def press(scene: RaceScene, device: Device, place: int) -> None:
    """Choose what is offered at a place by its direction."""
    scene.intent(Intent(WAYS[place], device))


def wrong(scene: RaceScene) -> int:
    """A place at which the key is not."""
    return (scene.key + 1) % len(scene.options)


class TestTogether:
    def test_pads_choose_by_directions_and_the_board_shows_no_choice(self, house: Playhouse) -> None:
        scene = opened(house, chairs("pad1", "pad2"))
        assert not scene.seating.in_turns
        before = scene.lit
        press(scene, ONE, wrong(scene))
        assert scene.race.waits(0) == WRONG_SECONDS and scene.remark is None and scene.lit == before
        press(scene, ONE, scene.key)
        press(scene, TWO, scene.key)
        assert scene.race.points == [0, FIRST] and not scene.race.is_answered
        house.run(WRONG_SECONDS + 0.1)
        press(scene, ONE, scene.key)
        assert scene.race.points == [LATER, FIRST] and scene.remark is not None
        assert scene.remark.title == "Found by Ren and Aoi"

    def test_it_keeps_its_people_while_others_leave_and_join(self, house: Playhouse) -> None:
        aoi, ren, mio = chairs("pad1", "pad2", "pad101")
        scene = opened(house, (aoi, ren))
        press(scene, TWO, scene.key)
        assert scene.race.points == [0, FIRST]
        sit(house, aoi, ren, mio)
        assert scene.race.points == [0, FIRST, 0] and len(scene.places.all("person")) == 3
        choose(scene, 1, wrong(scene))
        assert scene.race.waits(2) > 0
        sit(house, ren, mio)
        assert [scene.name(player) for player in scene.in_order] == ["Ren", "Mio"]
        assert scene.race.points == [FIRST, 0] and scene.race.right == [0] and scene.race.waits(1) > 0
        house.run(WRONG_SECONDS)
        choose(scene, 1, scene.key)
        assert scene.race.points == [FIRST, LATER]

    def test_who_could_be_seen_choosing_waits_for_the_next_race(self, house: Playhouse) -> None:
        aoi, ren, mio = chairs("pad1", "pad2", "mouse")
        scene = opened(house, (aoi, ren))
        sit(house, aoi, ren, mio)
        assert [chair.identity for chair in scene.seating.chairs] == [aoi.identity, ren.identity]

    def test_it_ends_where_one_alone_is_left(self, house: Playhouse) -> None:
        aoi, ren = chairs("pad1", "pad2")
        scene = opened(house, (aoi, ren))
        press(scene, ONE, scene.key)
        sit(house, ren)
        assert scene.is_over and scene.race.places == [1, 2]
        assert [prompt.kind for prompt in scene.own_prompts()] == [Kind.BACK]
        scene.intent(Intent(Kind.CONFIRM, TWO))
        assert scene.is_over
        house.services.people.seat(Roster((ren, aoi)))
        scene.intent(Intent(Kind.CONFIRM, TWO))
        assert scene.is_asked and [chair.identity for chair in scene.seating.chairs] == [ren.identity, aoi.identity]

    def test_a_real_pad(self, house: Playhouse) -> None:
        hand = PadHand(house)
        scene = opened(house, chairs("pad1", "pad2"))
        hand.hit(WAYS[scene.key])
        assert scene.race.points == [FIRST, 0]

    def test_an_own_key_takes_what_is_lit(self, house: Playhouse) -> None:
        scene = opened(house, chairs("keyboard", "keyboard", keys=(pygame.K_f, pygame.K_j)))
        house.until(lambda: scene.lit == scene.key, "the light on the key")
        scene.intent(Intent(Kind.KEY, KEYBOARD, key=pygame.K_j))
        assert scene.race.points == [0, FIRST]
        house.until(lambda: scene.lit != scene.key, "the light elsewhere")
        scene.intent(Intent(Kind.KEY, KEYBOARD, key=pygame.K_f))
        assert scene.race.waits(0) > 0
        scene.intent(Intent(WAYS[scene.key], KEYBOARD, key=pygame.K_UP))
        assert scene.race.points == [0, FIRST]

    def test_who_is_alone_at_the_keyboard_has_the_arrows_too(self, house: Playhouse) -> None:
        scene = opened(house, chairs("keyboard", "pad1", keys=(pygame.K_f,)))
        scene.intent(Intent(WAYS[scene.key], KEYBOARD, key=pygame.K_UP))
        assert scene.race.points == [FIRST, 0]

    def test_strangers_and_the_mouse_choose_nothing(self, house: Playhouse) -> None:
        scene = opened(house, chairs("pad1", "pad2"))
        press(scene, Device("pad:7", "xbox", "Pad", 7), scene.key)
        scene.intent(Intent(Kind.PRESS, MOUSE, point=scene.places.all("option")[scene.key].center))
        assert scene.race.points == [0, 0] and scene.pointed.widgets == []

    def test_it_goes_on_to_the_places(self, house: Playhouse) -> None:
        scene = opened(house, chairs("pad1", "pad2"))
        seen = set()
        for number in range(10):
            seen.add(scene.puzzle.id)
            assert scene.race.round == number and scene.is_asked
            press(scene, TWO, scene.key)
            press(scene, ONE, scene.key)
            house.run(SHOWN_SECONDS + 2 if number % 2 else 2.0)
            if scene.stays is not None:
                scene.intent(Intent(Kind.CONFIRM, ONE))
        assert len(seen) == 10 and scene.is_over
        assert scene.race.points == [10 * LATER, 10 * FIRST] and scene.race.places == [2, 1]
        assert scene.remark is not None and (scene.remark.title, scene.remark.text) == ("Ren wins", "30 points")
        assert [scene.name(player) for player in scene.in_order] == ["Ren", "Aoi"]
        scene.intent(Intent(Kind.CONFIRM, ONE))
        assert scene.is_asked and scene.race.points == [0, 0]

    def test_nobody_finds_it(self, house: Playhouse) -> None:
        house.fps = 5
        scene = opened(house, chairs("pad1", "pad2"))
        house.until(lambda: scene.remark is not None, "the end of the puzzle", seconds=70)
        assert scene.remark is not None and scene.remark.title == "Nobody found it" and scene.race.points == [0, 0]


class TestInTurns:
    def test_one_mouse_has_all_take_turns(self, house: Playhouse) -> None:
        scene = opened(house, chairs("mouse", "mouse", "pad1"))
        assert scene.seating.in_turns and scene.race.rounds == 12
        hand = MouseHand(house)
        for number in range(3):
            assert scene.race.asked == (number,) and scene.spoken.startswith(f"{scene.name(number)}’s turn")
            hand.press(scene.pointed.widgets[scene.key])
            assert scene.race.points[number] == FIRST
            house.until(lambda: scene.table.timeline.is_idle, "the move")
            hand.order(Kind.CONFIRM)

    def test_any_device_chooses_for_whose_turn_it_is(self, house: Playhouse) -> None:
        scene = opened(house, chairs("touch", "touch"))
        press(scene, KEYBOARD, wrong(scene))
        house.run(WRONG_SECONDS + 0.1)
        house.until(lambda: scene.lit == scene.key, "the light on the key")
        KeyHand(house).hit(Kind.CONFIRM)
        assert scene.race.points == [LATER, 0]

    def test_one_button_play_is_in_turns(self, house: Playhouse) -> None:
        house.fps = 4
        house.services.settings.change(scan=True)
        scene = opened(house, chairs("pad1", "pad2"))
        assert scene.seating.in_turns
        one = OneSwitch(house, "key")
        one.take(scene.in_words(scene.key))
        house.until(lambda: scene.race.points == [FIRST, 0], "the answer")

    @pytest.mark.parametrize(
        ("device", "key", "private"),
        [("pad1", 0, True), ("pad101", 0, True), ("keyboard", pygame.K_f, True), ("keyboard", 0, False),
         ("mouse", 0, False), ("touch", 0, False), ("", 0, False)],
    )  # fmt: skip
    def test_who_can_choose_in_private(self, device: str, key: int, private: bool) -> None:
        assert is_private(Chair(IDENTITIES[0], device=DeviceId(device), key=key)) is private

    def test_a_held_direction_is_one_answer(self) -> None:
        seating = RaceSeating(chairs("pad1", "pad2"), in_turns=False)
        assert seating.answer(Intent(Kind.UP, TWO), range(2), 2) == (1, 0)
        assert seating.answer(Intent(Kind.UP, TWO, repeat=True), range(2), 2) is None


def choose(scene: RaceScene, number: int, place: int) -> None:
    """Press the button of a place on a phone."""
    scene.intent(Intent(Kind.DIGIT, phone(number), value=place))


class TestPhones:
    @pytest.mark.parametrize("seed", [1, 2])
    @pytest.mark.parametrize("game", ["star", "quoridor", "coffee"])
    def test_they_show_what_is_offered_as_the_screen_does_and_in_words_and_choose_by_buttons(
        self, house: Playhouse, game: str, seed: int
    ) -> None:
        scene = opened(house, chairs("pad101", "pad102"), game, seed)
        seated, boards = house.services.people.roster.chairs, []
        for place in range(len(scene.options)):
            scene.put_light(place)
            shown = page(house.services, scene, phone(1), seated[0]).shown
            offers = [button for button in shown.buttons if button.role == "offer"]
            assert [button.id for button in offers] == [f"option{at}" for at in range(len(scene.options))]
            assert [button.chosen for button in offers] == [at == place for at in range(len(offers))]
            assert [button.label for button in offers] == [scene.in_words(at) for at in range(len(offers))]
            assert all(button.enabled and "…" not in button.label for button in offers)
            assert shown.board is not None and shown.hand == "board"
            boards.append(shown.board)
        assert len(set(boards)) == len(scene.options), "on each of them the light lies for a while"
        choose(scene, 1, 9), choose(scene, 3, scene.key)
        assert scene.race.points == [0, 0]
        choose(scene, 1, wrong(scene))
        assert scene.phone_view(phone(1)).helper == "Not this one, again in 5 s"
        choose(scene, 2, scene.key)
        told = scene.phone_view(phone(2))
        assert scene.race.points == [0, FIRST] and not told.mine and told.helper == "Right"
        shown = page(house.services, scene, phone(2), seated[1]).shown
        assert not any(button.enabled for button in shown.buttons if button.role == "offer")

    def test_who_only_watches_has_the_board_alone(self, house: Playhouse) -> None:
        scene = opened(house, chairs("pad101", "pad102"))
        shown = page(house.services, scene, phone(5), None).shown
        assert shown.board is not None and shown.buttons == ()

    def test_between_puzzles_they_say_what_the_screen_says(self, house: Playhouse) -> None:
        scene = opened(house, chairs("pad101", "pad102"))
        for number in (1, 2):
            choose(scene, number, scene.key)
        told = scene.phone_view(phone(1))
        assert told.sentence == "Found by Aoi and Ren" and not isinstance(told.page, SeatPage)


class TestTheWayIn:
    def test_two_who_have_sat_down_race_from_practice(self, house: Playhouse) -> None:
        house.show(PracticeScene(house.services, "star"))
        button = house.on_top(PracticeScene).focus.widgets[-1]
        assert isinstance(button, Button) and button.label == "Race" and not button.enabled
        sit(house, *chairs("mouse", "mouse"))  # the page follows the seats
        hand = KeyHand(house)
        hand.say("Race")
        scene = house.on_top(RaceScene)
        hand.hit(Kind.BACK)
        house.on_top(Dialog)
        hand.say("Continue")
        assert house.on_top(RaceScene) is scene
        hand.hit(Kind.BACK)
        hand.say("Leave")
        house.on_top(PracticeScene)

    def test_it_is_read_aloud(self, house: Playhouse) -> None:
        recorder = listen(house)
        scene = opened(house, chairs("pad1", "pad2"))
        house.run(0.3)
        assert any("Only one move" in text and scene.in_words(3) in text for text in recorder.texts)
        press(scene, ONE, scene.key)
        house.run(0.3)
        assert "Aoi is right" in recorder.texts

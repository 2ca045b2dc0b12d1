"""Sitting down: pads, keys, mouse and fingers take chairs, give names and stand up; the roster stays."""

from __future__ import annotations

import pygame
import pytest

from game.core.record import SeatConfig
from game.registry import find
from game.roster import Chair
from scenes.join.chair_menu import ChairMenu, WhoseDialog
from scenes.join.join_scene import HOLD_SECONDS, TYPING_SECONDS, JoinScene
from scenes.join.join_words import chair_words
from scenes.join.naming import Naming, wheel_of
from scenes.join.places import chip_places, more_place, wheel_places
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.scene import Pop, Push, Switch
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToJoin, ToMatch, ToSetup
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import keys_together
from tests.scenes import posting
from tests.scenes.hands import KeyHand, MouseHand, PadHand, TouchHand, button
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import begin, board_of
from tools.soak.virtual_pad import NINTENDO


@pytest.fixture
def join(house: Playhouse) -> JoinScene:
    house.show(MenuScene(house.services))
    house.react(lambda: house.app.manager.go(Push(ToJoin())))
    return house.on_top(JoinScene)


def chairs(house: Playhouse) -> tuple[Chair, ...]:
    return house.services.roster.chairs


def key(house: Playhouse, *codes: int) -> None:
    for code in codes:
        house.react(lambda code=code: posting.tap_key(code))


def lose_two_pads(house: Playhouse) -> None:
    """Two pads alike sit down, and are pulled out."""
    pads = [PadHand(house), PadHand(house)]
    for hand in pads:
        hand.hit(Kind.CONFIRM)
    for hand in pads:
        hand.pad.detach()
    house.run(0.2)


def typed(house: Playhouse, text: str) -> None:
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
    house.frame()


class TestSitting:
    def test_everybody_takes_a_chair_by_one_press(self, house: Playhouse, join: JoinScene) -> None:
        first, second = PadHand(house), PadHand(house)
        second.hit(Kind.CONFIRM)
        first.hit(Kind.CONFIRM)
        key(house, pygame.K_f, pygame.K_l)
        mouse = MouseHand(house)
        mouse.point(join.places.chairs[5].center)
        touch = TouchHand(house)
        touch.point(join.places.chairs[7].center)
        found = chairs(house)
        assert [chair.device for chair in found] == ["pad2", "pad1", "keyboard", "keyboard", "mouse", "touch"]
        assert [chair.key for chair in found if chair.device == "keyboard"] == [pygame.K_f, pygame.K_l]
        assert len({chair.identity for chair in found}) == len({chair.name for chair in found}) == 6

    def test_a_second_press_never_takes_a_second_chair(self, house: Playhouse, join: JoinScene) -> None:
        pad = PadHand(house)
        pad.hit(Kind.CONFIRM)
        pad.hit(Kind.CONFIRM)
        assert len(chairs(house)) == 1
        assert list(join.namings) == [chairs(house)[0].identity]

    def test_there_are_eight_chairs(self, house: Playhouse, join: JoinScene) -> None:
        for _ in range(8):
            PadHand(house).hit(Kind.CONFIRM)
        assert len(chairs(house)) == 8
        key(house, pygame.K_f)
        assert len(chairs(house)) == 8

    @pytest.mark.one_in(2)
    @pytest.mark.parametrize("code", [pygame.K_p, pygame.K_5, pygame.K_F5])
    def test_some_keys_are_nobodys(self, house: Playhouse, join: JoinScene, code: int) -> None:
        key(house, code)
        assert chairs(house) == ()

    def test_b_held_stands_up_and_b_pressed_leads_back(self, house: Playhouse, join: JoinScene) -> None:
        first, second = PadHand(house), PadHand(house)
        for hand in (first, second):
            hand.hit(Kind.CONFIRM)
        first.pad.press("b")
        house.run(HOLD_SECONDS + 0.3)
        assert [chair.device for chair in chairs(house)] == ["pad2"]
        assert house.top is join
        first.pad.release("b")
        house.run(0.2)
        second.hit(Kind.BACK)
        house.on_top(MenuScene)
        assert [chair.device for chair in chairs(house)] == ["pad2"]

    def test_a_pad_that_only_watches_sends_nobody_away(self, house: Playhouse, join: JoinScene) -> None:
        stranger = PadHand(house)
        key(house, pygame.K_f)
        stranger.order(Kind.BACK)
        assert house.top is join

    def test_nothing_that_others_do_ends_a_hold(self, house: Playhouse, join: JoinScene) -> None:
        pads = [PadHand(house) for _ in range(3)]
        for hand in pads[:2]:
            hand.hit(Kind.CONFIRM)
        for hand in pads[:2]:
            hand.pad.press("b")
        house.run(HOLD_SECONDS / 2)
        pads[2].hit(Kind.CONFIRM)
        house.run(HOLD_SECONDS)
        assert house.top is join
        assert [chair.device for chair in chairs(house)] == ["pad3"]

    def test_a_pad_that_is_pulled_out_while_it_holds_leads_nowhere(self, house: Playhouse, join: JoinScene) -> None:
        pad = PadHand(house)
        pad.hit(Kind.CONFIRM)
        pad.pad.press("b")
        house.run(0.1)
        pad.pad.detach()
        house.run(0.3)
        assert house.top is join

    def test_an_ai_fills_a_chair_and_its_level_is_chosen(self, house: Playhouse, join: JoinScene) -> None:
        hand = MouseHand(house)
        hand.press(button(house, house.stage.t("join.add_ai")))
        assert [chair.kind for chair in chairs(house)] == ["ai"]
        hand.point(join.places.chairs[0].center)
        menu = house.on_top(ChairMenu)
        hand.say(next(answer.label for answer in menu.answers if answer.label.startswith("4")))
        assert chairs(house)[0].level == 4

    def test_start_waits_for_somebody(self, house: Playhouse, join: JoinScene) -> None:
        assert not join._start.enabled
        key(house, pygame.K_f)
        assert join._start.enabled


class TestWhatIsLit:
    """A pad's A presses what is lit."""

    def test_the_light_goes_to_who_sits_down(self, house: Playhouse, join: JoinScene) -> None:
        first, second = PadHand(house), PadHand(house)
        for number, hand in enumerate((first, second)):
            hand.hit(Kind.CONFIRM)
            assert join.focus.current is join.focus.widgets[number]
        first.hit(Kind.CONFIRM)  # while the light is at the second one's chair
        assert join.focus.current is join.focus.widgets[0] and list(join.namings) == [chairs(house)[0].identity]

    def test_start_is_pressed_where_it_is_lit(self, house: Playhouse, join: JoinScene) -> None:
        pad = PadHand(house)
        pad.hit(Kind.CONFIRM)
        house.react(lambda: house.app.manager.go(Pop()))
        house.react(lambda: house.app.manager.go(Push(ToJoin())))
        again = house.on_top(JoinScene)
        assert again.focus.current is again._start
        pad.hit(Kind.CONFIRM)
        house.on_top(MenuScene)

    def test_down_leads_to_start(self, house: Playhouse, join: JoinScene) -> None:
        pad = PadHand(house)
        pad.hit(Kind.CONFIRM)
        for _ in range(4):
            if join.focus.current is not join._start:
                pad.hit(Kind.DOWN)
        assert join.focus.current is join._start


class TestNames:
    def test_a_pad_gives_a_name_by_its_wheel(self, house: Playhouse, join: JoinScene) -> None:
        pad = PadHand(house)
        pad.hit(Kind.CONFIRM)
        pad.hit(Kind.CONFIRM)
        for letter in "BO":
            steps = wheel_of(0).index(letter) - join.namings[chairs(house)[0].identity].at
            for _ in range(abs(steps)):
                pad.hit(Kind.DOWN if steps > 0 else Kind.UP)
            pad.hit(Kind.RIGHT)
        pad.hit(Kind.CONFIRM)
        assert chairs(house)[0].name == "BO"
        profile = house.services.store.profiles.find("bo")
        assert profile is not None and chairs(house)[0].profile == profile.id

    def test_the_keyboard_belongs_to_one_chair_while_pads_go_on(self, house: Playhouse, join: JoinScene) -> None:
        pad = PadHand(house)
        key(house, pygame.K_f, pygame.K_l, pygame.K_f)
        typed(house, "Mia")
        key(house, pygame.K_l)  # waits: it is text now
        pad.hit(Kind.CONFIRM)
        assert len(chairs(house)) == 3
        assert len(join.namings) == 1
        key(house, pygame.K_RETURN)
        assert chairs(house)[0].name == "Mia"

    def test_ten_seconds_without_a_key_end_it(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_f)
        typed(house, "Jo")
        house.run(TYPING_SECONDS - 1)
        assert join.namings
        house.run(1.5)
        assert not join.namings
        assert chairs(house)[0].name == "Jo"

    def test_escape_gives_it_up(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_f)
        typed(house, "Jo")
        key(house, pygame.K_ESCAPE)
        assert chairs(house)[0].name.startswith("@")
        assert house.services.store.profiles.all() == []
        assert house.top is join

    def test_two_chairs_never_have_one_name(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_f)
        typed(house, "Jo")
        key(house, pygame.K_RETURN, pygame.K_l, pygame.K_l)
        typed(house, "ＪＯ")
        key(house, pygame.K_RETURN)
        assert join.notes
        assert [chair.name for chair in chairs(house)][1].startswith("@")

    def test_a_name_used_before_is_one_press_away(self, house: Playhouse, join: JoinScene) -> None:
        house.services.store.profiles.take("Mia")
        house.services.store.profiles.take("Tom")
        pad = PadHand(house)
        pad.hit(Kind.CONFIRM)
        pad.hit(Kind.CONFIRM)
        pad.hit(Kind.SECONDARY)
        pad.hit(Kind.SECONDARY)
        pad.hit(Kind.CONFIRM)
        assert chairs(house)[0].name == "Mia"
        assert len(house.services.store.profiles.all()) == 2

    def test_fingers_turn_the_wheel_and_take_chips(self, house: Playhouse, join: JoinScene) -> None:
        house.services.store.profiles.take("Mia")
        touch = TouchHand(house)
        card = join.places.chairs[0]
        touch.point(card.center)
        touch.point(card.center)
        wheel = wheel_places(house.stage.metrics, card)
        touch.point(wheel[3].center)
        touch.point(wheel[2].center)
        assert join.namings[chairs(house)[0].identity].text == "B"
        touch.point(chip_places(house.stage.metrics, card)[0].center)
        assert chairs(house)[0].name == "Mia"

    def test_typed_names_are_kept_out_of_the_log(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_f)
        assert join.takes_text


class TestNamesByPointer:
    def test_what_is_typed_goes_to_the_open_field_and_seats_nobody(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_l)
        mouse, card = MouseHand(house), join.places.chairs[1]
        for _ in range(2):
            mouse.point(card.center)
        assert len(chairs(house)) == 2 and list(join.namings) == [chairs(house)[1].identity]
        for letter, code in zip("TomL", (pygame.K_t, pygame.K_o, pygame.K_m, pygame.K_l), strict=True):
            key(house, code)
            typed(house, letter)
        assert len(chairs(house)) == 2 and len(join.namings) == 1, "no key seats anybody, nor opens another's field"
        key(house, pygame.K_RETURN)
        assert chairs(house)[1].name == "TomL" and not join.namings
        key(house, pygame.K_t)
        assert len(chairs(house)) == 3, "the keys are everybody's again"

    def test_the_bar_erases_turns_the_alphabet_and_gives_up(self, house: Playhouse, join: JoinScene) -> None:
        touch = TouchHand(house)
        card = join.places.chairs[0]
        touch.point(card.center)
        touch.point(card.center)
        wheel = wheel_places(house.stage.metrics, card)
        touch.point(wheel[2].center)
        identity = chairs(house)[0].identity
        assert join.namings[identity].text == "A"
        touch.order(Kind.UNDO)
        assert join.namings[identity].text == ""
        touch.order(Kind.NEXT)
        assert join.namings[identity].page == 1
        touch.order(Kind.BACK)
        assert house.top is join and not join.namings
        assert chairs(house)[0].name.startswith("@")

    def test_the_keyboard_is_everybodys_again_when_something_lies_on_top(
        self, house: Playhouse, join: JoinScene
    ) -> None:
        key(house, pygame.K_f, pygame.K_f)
        typed(house, "Jo")
        MouseHand(house).press(button(house, house.stage.t("join.names")))
        assert chairs(house)[0].name == "Jo"
        assert not house.stage.devices._listening


class TestMenuOfAChair:
    def test_enter_opens_it_by_keyboard(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f)
        key(house, *[pygame.K_UP] * 3, pygame.K_LEFT, pygame.K_LEFT, pygame.K_LEFT, pygame.K_RETURN)
        house.on_top(ChairMenu)

    def test_its_corner_opens_it_for_a_pointer(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f)
        hand = MouseHand(house)
        hand.point(more_place(house.stage.metrics, join.places.chairs[0]).center)
        house.on_top(ChairMenu)
        hand.say(house.stage.t("join.menu.leave"))
        assert chairs(house) == ()

    def test_a_pad_changes_the_key_of_a_chair(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f)
        pad = PadHand(house)
        pad.hit(Kind.CONFIRM)
        pad.hit(Kind.LEFT)
        pad.hit(Kind.CONFIRM)
        house.on_top(ChairMenu)
        pad.say(house.stage.t("join.menu.key"))
        key(house, pygame.K_g)
        assert house.top is join
        assert [chair.key for chair in chairs(house)] == [pygame.K_g, 0]

    def test_another_colour(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_l)
        hand = MouseHand(house)
        hand.point(more_place(house.stage.metrics, join.places.chairs[0]).center)
        hand.say(house.stage.t("join.menu.colour"))
        assert [chair.identity for chair in chairs(house)] == ["triangle", "square"]


class TestRoster:
    def test_setup_takes_its_seats_from_it(self, house: Playhouse, join: JoinScene) -> None:
        pads = [PadHand(house), PadHand(house)]
        for pad in pads:
            pad.hit(Kind.CONFIRM)
        pads[0].hit(Kind.PAUSE)
        house.on_top(MenuScene)
        house.react(lambda: house.app.manager.go(Switch(ToSetup("quoridor"))))
        setup = house.on_top(SetupScene)
        assert [(seat.kind, seat.device) for seat in setup.table.seats] == [("human", "pad1"), ("human", "pad2")]

    def test_a_game_tells_how_it_fits(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_l, pygame.K_k)
        key(house, pygame.K_ESCAPE)
        menu = house.on_top(MenuScene)
        assert menu._sub_line("star") == "2 play, 1 waits: winner stays"
        assert menu._sub_line("quoridor") == "for 3: with 1 AI"
        assert menu._sub_line("robots") == "3 play"

    def test_it_survives_a_restart_and_is_offered_once(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_f)
        typed(house, "Mia")
        key(house, pygame.K_RETURN, pygame.K_l)
        house.services.offered_roster = False
        house.show(MenuScene(house.services))
        asked = house.on_top(Dialog)
        assert "Mia" in asked.body
        KeyHand(house).say(house.stage.t("join.offer.no"))
        assert chairs(house) == ()
        house.on_top(MenuScene)

    def test_two_missing_pads_alike_wait_for_their_owners(self, house: Playhouse, join: JoinScene) -> None:
        lose_two_pads(house)
        back = PadHand(house)
        assert house.stage.devices.missing == (1, 2)
        words = [chair_words(house.services, chair, False) for chair in chairs(house)]
        assert words == ["Press A on your pad"] * 2
        back.hit(Kind.CONFIRM)
        house.on_top(WhoseDialog)
        back.say("Ren")
        assert house.stage.devices.missing == (1,)
        assert len(chairs(house)) == 2
        other = PadHand(house, NINTENDO)  # of another make: it is nobody's who is missed
        other.hit(Kind.CONFIRM)
        assert [chair.device for chair in chairs(house)] == ["pad1", "pad2", "pad3"]

    def test_of_two_that_are_missed_one_may_be_a_guests(self, house: Playhouse, join: JoinScene) -> None:
        lose_two_pads(house)
        guest = PadHand(house)
        guest.hit(Kind.CONFIRM)
        guest.say("Somebody new")
        assert [chair.device for chair in chairs(house)] == ["pad1", "pad2", "pad3"]
        assert house.stage.devices.missing == (1, 2)

    def test_a_pad_that_is_pulled_out_as_it_takes_a_place_does_no_harm(self, house: Playhouse, join: JoinScene) -> None:
        first = PadHand(house)
        first.hit(Kind.CONFIRM)
        first.pad.detach()
        house.run(0.2)
        stranger = PadHand(house, NINTENDO)
        (device,) = house.stage.devices.pads()
        stranger.pad.detach()
        house.run(0.2)
        assert house.stage.devices.become(device, 1) is None
        assert house.stage.devices.missing == (1,)

    def test_a_demonstration_comes_before_a_profiles_first_game(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_f)
        typed(house, "Mia")
        key(house, pygame.K_RETURN, pygame.K_l)
        table = house.services.table(find(house.services.last_game))
        house.react(lambda: house.app.manager.go(Switch(ToMatch(table))))
        assert type(house.top).__name__ == "DemoScene"
        KeyHand(house).hit(Kind.CONFIRM)
        house.on_top(MatchScene)
        house.react(lambda: house.app.manager.go(Switch(ToMatch(table))))
        house.on_top(MatchScene)
        mia = house.services.store.profiles.find("Mia")
        assert mia is not None and table.game in mia.shown


@pytest.mark.parametrize("page", range(4))
def test_every_letter_of_a_wheel_can_be_taken(page: int) -> None:
    naming = Naming(page=page)
    for _ in wheel_of(page):
        naming = naming.turned(1)
        taken = naming.taken()
        assert len(taken.text) <= 1
    assert naming.at == 0
    assert naming.added("か").paged(1).erased().text == ""


def test_the_pads_of_the_table_are_kept_for_the_next_start(house: Playhouse, join: JoinScene) -> None:
    for _ in range(2):
        PadHand(house).hit(Kind.CONFIRM)
    guid = house.stage.devices.pad_marks([1])[1].model
    assert house.services.store.get("roster.pads") == {"1": [guid, "", ""], "2": [guid, "", ""]}
    house.close()
    again = Playhouse()
    try:
        assert again.stage.devices.missing == (1, 2)
        assert [chair.device for chair in again.services.roster.chairs] == ["pad1", "pad2"]
        again.boot()
        assert again.stage.t("join.offer.title") == again.on_top(Dialog).title
        KeyHand(again).say(again.stage.t("join.offer.yes"))
        again.on_top(JoinScene)
    finally:
        again.close()


class TestKeysAtTheTable:
    """The key of a chair is the buzzer of its seat in a game in which everybody acts at once."""

    @staticmethod
    def seats(house: Playhouse) -> list[SeatConfig]:
        return [chair.seat() for chair in house.services.roster.chairs]

    def test_a_chairs_key_opens_its_own_dial(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_q)
        match = begin(house, *self.seats(house))
        assert board_of(match).seating.seats_by_key() == {pygame.K_f: 0, pygame.K_q: 1}
        key(house, pygame.K_q)
        assert match.hands.selection.desk.window.seat == 1

    def test_another_key_given_at_the_board_is_the_chairs(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_q)
        match = begin(house, *self.seats(house))
        board_of(match).seating.rebind(0, pygame.K_q)
        assert [chair.key for chair in chairs(house)] == [pygame.K_q, pygame.K_f]

    def test_the_test_of_keys_asks_for_those_of_the_table(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_f, pygame.K_g)
        keys = keys_together(house.services)
        assert keys[:2] == (pygame.K_f, pygame.K_g)
        assert len(set(keys)) == 8

    def test_a_key_that_means_something_else_is_a_buzzer_first(self, house: Playhouse, join: JoinScene) -> None:
        key(house, pygame.K_x, pygame.K_q)
        match = begin(house, *self.seats(house), actions=("1:bid 9",))
        key(house, pygame.K_x)
        assert match.hands.selection.desk.window.seat == 0
        assert match.session.ply == 1


class TestProfilesOfTheTable:
    @staticmethod
    def named(house: Playhouse, *names: str) -> list[int]:
        for number, name in enumerate(names):
            house.services.seat(house.services.roster.sit("keyboard", ord("a") + number))
            if name:
                house.services.seat(house.services.named(chairs(house)[number], name))
        return [chair.profile for chair in chairs(house)]

    def test_a_new_name_is_at_the_table_at_once(self, house: Playhouse) -> None:
        first, _ = self.named(house, "Ken", "")
        house.services.store.profiles.rename(first, "Ren")  # as the other is called who has given no name
        house.services.follow_profiles()
        assert [chair.name for chair in chairs(house)] == ["Ren", "@aoi"]
        assert [chair.profile for chair in chairs(house)] == [first, 0]

    def test_two_who_became_one_stay_two_at_the_table(self, house: Playhouse) -> None:
        first, second = self.named(house, "Ken", "Mia")
        house.services.store.profiles.merge(first, second)
        house.services.follow_profiles()
        assert [chair.name for chair in chairs(house)] == ["Ken", "Mia"]

    def test_whose_name_is_forgotten_keeps_it_for_the_evening(self, house: Playhouse) -> None:
        (first,) = self.named(house, "Ken")
        house.services.store.profiles.delete(first)
        house.services.follow_profiles()
        assert [(chair.name, chair.profile) for chair in chairs(house)] == [("Ken", 0)]

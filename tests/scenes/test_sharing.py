"""Four people at one screen, each with a device; pads that are pulled out and come back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.record import SeatConfig
from scenes.kit.intents import Kind
from scenes.kit.widgets import Choice, Cycler
from scenes.match.lost_devices import LostDeviceDialog, ReturnDialog
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from tests.make import AOI, MIO, REN
from tests.scenes.hands import Hand, KeyHand, PadHand, TouchHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.robots_play import begin
from tools.soak.virtual_pad import NINTENDO, PLAYSTATION

DEVICES = ("pad1", "pad2", "table", "table")
ROUNDS = [
    ["e2", "b5", "d9", "h5"],
    ["e3", "c3h", "c9", "h6"],
    ["e4", "c5", "g8v", "g6"],
    ["a1v", "c6", "b9", "g2h"],
    ["e5", "c7", "a9", "g7"],
    ["e6", "b7", "f3v", "h7"],
    ["e7", "b6", "b9", "h8"],
    ["e8", "h4v", "c9", "i8"],
    ["e9"],
]


def seated(seat: SeatConfig, device: str) -> SeatConfig:
    return replace(seat, device=device)


def seat_widgets(house: Playhouse, kind: type, index: int):
    """The choice of person or AI, or the device cycler, of one seat card."""
    scene = house.on_top(SetupScene)
    card = scene.layout.cards[index]
    return next(w for w in focus_of(house).widgets if isinstance(w, kind) and card.contains(w.rect))


def test_four_people_share_one_screen(house: Playhouse) -> None:
    house.boot()
    hands: list[Hand] = [PadHand(house, PLAYSTATION), PadHand(house, NINTENDO), KeyHand(house), TouchHand(house)]
    setter = hands[2]
    setter.press(focus_of(house).widgets[0])
    players = next(w for w in focus_of(house).widgets if isinstance(w, Choice) and w.labels == ["2", "4"])
    setter.select(players, 1)
    for index, device in enumerate(DEVICES):
        if index:  # the first seat is a person's from the start
            setter.select(seat_widgets(house, Choice, index), 0)
        keys = ["", "table", "pad1", "pad2"]
        setter.select(seat_widgets(house, Cycler, index), keys.index(device))
    setter.say("Start")
    match = house.on_top(MatchScene)
    assert [seat.device for seat in match.session.seats] == list(DEVICES)
    assert not any(seat.is_ai for seat in match.session.seats)
    for moves in ROUNDS:
        for hand, action in zip(hands, moves, strict=False):
            hand.play(action)
    assert list(match.session.record().actions) == [action for moves in ROUNDS for action in moves]
    house.read_result()
    assert match.session.outcome is not None and match.session.outcome.winners == (0,)
    hands[3].say("Menu")
    house.on_top(MenuScene)


def test_another_persons_device_does_nothing_but_say_whose_turn_it_is(house: Playhouse) -> None:
    pads = [PadHand(house), PadHand(house)]
    match = house.match(seated(PERSON, "pad1"), seated(RIVAL, "pad2"))
    pads[1].hit(Kind.CONFIRM)
    assert match.session.ply == 0
    assert match.controller.note == "It is Aoi’s turn."
    KeyHand(house).hit(Kind.CONFIRM)
    assert match.session.ply == 0
    pads[0].play("e2")
    pads[0].hit(Kind.CONFIRM)
    assert match.session.ply == 1
    assert match.controller.note == "It is Ren’s turn."


class TestLostPads:
    """A pad that is pulled out in mid-game: it is asked for when its owner is to act."""

    @staticmethod
    def begun(house: Playhouse) -> tuple[MatchScene, PadHand, PadHand]:
        """A game of two with a pad each, after a move of both."""
        first, second = PadHand(house), PadHand(house)
        match = house.match(seated(PERSON, "pad1"), seated(RIVAL, "pad2"))
        first.play("e2")
        second.play("e8")
        return match, first, second

    def test_it_is_missed_and_welcomed_back(self, house: Playhouse) -> None:
        match, first, second = self.begun(house)
        first.pad.detach()
        house.be_heard()
        assert "Aoi’s pad is gone" in house.on_top(LostDeviceDialog).title
        assert list(match.session.record().actions) == ["e2", "e8"]
        kept = house.services.store.unfinished()
        assert kept is not None and kept.actions == ("e2", "e8")
        back = PadHand(house)
        house.be_heard()
        assert house.top is match
        assert match.controller.note == "Pad 1 is back."
        back.play("e3")
        second.play("e7")
        assert list(match.session.record().actions) == ["e2", "e8", "e3", "e7"]

    def test_nobody_is_kept_from_playing_before_it_is_needed(self, house: Playhouse) -> None:
        match, first, second = self.begun(house)
        second.pad.detach()
        house.be_heard()
        assert house.top is match
        assert match.controller.note == "Pad 2 is gone. Plug it in again."
        first.play("e3")
        house.run(2.0)
        assert "Ren’s pad is gone" in house.on_top(LostDeviceDialog).title

    def test_back_does_not_lead_past_the_question(self, house: Playhouse) -> None:
        match, first, _ = self.begun(house)
        first.pad.detach()
        house.be_heard()
        KeyHand(house).order(Kind.BACK)
        house.on_top(LostDeviceDialog)
        assert match.session.seats[0].device == "pad1"

    def test_a_pad_without_a_seat_takes_over(self, house: Playhouse) -> None:
        match, first, _ = self.begun(house)
        third = PadHand(house)
        first.pad.detach()
        house.be_heard()
        third.hit(Kind.CONFIRM)
        assert house.top is match
        assert [pad.number for pad in house.stage.devices.pads()] == [1, 2]
        third.play("e3")
        assert match.session.ply == 3

    def test_the_keyboard_takes_over_until_the_pad_is_back(self, house: Playhouse) -> None:
        match, first, second = self.begun(house)
        first.pad.detach()
        house.be_heard()
        keys = KeyHand(house)
        keys.hit(Kind.CONFIRM)
        assert match.session.seats[0].device == "table"
        keys.play("e3")
        second.play("e7")
        back = PadHand(house)
        house.be_heard()
        assert match.session.seats[0].device == "pad1"
        back.play("e4")
        assert match.session.ply == 5

    def test_another_persons_pad_can_play_for_both(self, house: Playhouse) -> None:
        match, first, second = self.begun(house)
        first.pad.detach()
        house.be_heard()
        second.hit(Kind.CONFIRM)
        second.play("e3")
        second.play("e7")
        assert match.session.ply == 4

    def test_the_ai_plays_on_until_the_pad_is_back(self, house: Playhouse) -> None:
        match, first, _ = self.begun(house)
        first.pad.detach()
        house.be_heard()
        KeyHand(house).say("The AI plays on")
        house.run(2.0)
        assert match.session.ply == 3 and match.session.seats[0].is_ai
        kept = house.services.store.unfinished()
        assert kept is not None and kept.seats[0].is_ai
        PadHand(house)
        house.be_heard()
        assert match.session.seats[0] == seated(PERSON, "pad1")

    def test_of_two_pads_alike_nobody_guesses_which_it_is(self, house: Playhouse) -> None:
        match, first, second = self.begun(house)
        for hand in (first, second):
            hand.pad.detach()
        house.be_heard()
        assert "Press A on Aoi’s pad" in house.on_top(LostDeviceDialog).body
        rens = PadHand(house)
        house.be_heard()
        assert house.stage.devices.missing == (1, 2)
        aois = PadHand(house)
        house.be_heard()
        assert house.stage.devices.missing == (1, 2)
        aois.hit(Kind.CONFIRM)
        assert house.stage.devices.missing == (2,)
        assert house.top is match
        aois.play("e3")
        house.run(2.0)
        assert "Ren’s pad is gone" in house.on_top(LostDeviceDialog).title
        rens.hit(Kind.CONFIRM)
        rens.play("e7")
        assert match.session.ply == 4

    def test_a_pad_that_nobody_can_tell_from_another_gets_its_seat_back_from_the_ai(self, house: Playhouse) -> None:
        pads = [PadHand(house) for _ in range(3)]
        seats = [
            seated(PERSON, "pad1"),
            seated(MIO, "pad2"),
            seated(RIVAL, "pad3"),
            SeatConfig("ai", 1, "@haru", "diamond"),
        ]
        match = house.match(*seats)
        for hand in pads[:2]:
            hand.pad.detach()
        house.be_heard()
        pads[2].say("The AI plays on")
        house.run(2.0)
        pads[2].say("The AI plays on")  # for both who are gone
        house.run(2.0)
        assert [seat.is_ai for seat in match.session.seats] == [True, True, False, True]
        back = PadHand(house)
        assert house.stage.devices.missing == (1, 2)
        back.hit(Kind.CONFIRM)
        house.run(0.3)
        house.on_top(ReturnDialog)
        with pytest.raises(AssertionError):
            back.say("Ren")  # who has a pad
        pads[2].say("Mio")
        assert match.session.seats[1] == seats[1]
        assert house.stage.devices.missing == (1,)

    def test_what_lies_on_the_match_stays_and_the_question_follows(self, house: Playhouse) -> None:
        match, first, _ = self.begun(house)
        keys = KeyHand(house)
        keys.order(Kind.PAUSE)
        pause = house.top
        first.pad.detach()
        house.be_heard()
        assert house.top is pause
        keys.say("Resume")
        house.be_heard()
        house.on_top(LostDeviceDialog)
        assert match.session.ply == 2

    def test_the_clock_stands_still_meanwhile(self, house: Playhouse) -> None:
        pads = [PadHand(house) for _ in range(2)]
        seats = [seated(seat, f"pad{number}") for number, seat in enumerate((AOI, REN), start=1)]
        match = begin(house, *seats, actions=("0:bid 9",))
        house.run(0.5)
        pads[1].pad.detach()
        house.run(0.2)
        house.on_top(LostDeviceDialog)
        assert match.session.clock is not None
        left = match.session.clock.seconds
        house.run(20.0)
        assert match.session.clock is not None and match.session.clock.seconds == left

    def test_where_all_act_at_once_a_pad_serves_only_one(self, house: Playhouse) -> None:
        pads = [PadHand(house) for _ in range(2)]
        seats = [seated(seat, f"pad{number}") for number, seat in enumerate((AOI, REN), start=1)]
        begin(house, *seats)
        pads[1].pad.detach()
        house.be_heard()
        pads[0].hit(Kind.CONFIRM)
        house.on_top(LostDeviceDialog)

    def test_where_nobodys_own_device_is_there_any_plays(self, house: Playhouse) -> None:
        pad = PadHand(house)
        match = house.match(seated(PERSON, "pad2"), replace(RIVAL, kind="ai", level=1))
        pad.play("e2")
        assert match.session.ply >= 1

    def test_a_waiting_persons_pad_keeps_its_chair(self, house: Playhouse) -> None:
        pads = [PadHand(house) for _ in range(3)]
        roster = house.services.roster
        for number in (1, 2, 3):
            roster = roster.sit(f"pad{number}")
        house.services.seat(roster)
        match = house.match(seated(PERSON, "pad1"), seated(RIVAL, "pad2"))
        pads[0].pad.detach()
        house.be_heard()
        pads[2].hit(Kind.CONFIRM)
        assert match.session.seats[0].device == "pad3"
        assert [chair.device for chair in house.services.roster.chairs] == ["pad1", "pad2", "pad3"]
        assert house.stage.devices.missing == (1,)

    def test_a_pad_that_comes_back_after_the_end_changes_nothing(self, house: Playhouse) -> None:
        match, first, _ = self.begun(house)
        first.pad.detach()
        house.be_heard()
        keys = KeyHand(house)
        keys.hit(Kind.CONFIRM)
        keys.order(Kind.PAUSE)
        keys.say("Resign")
        keys.say("Resign")
        house.read_result()
        kept = len(house.services.store.archive())
        PadHand(house)
        house.be_heard()
        assert len(house.services.store.archive()) == kept
        assert match.session.seats[0].device == "table"

    def test_nobody_watches_a_pause_open_for_anothers_missing_pad(self, house: Playhouse) -> None:
        match, _, second = self.begun(house)
        stranger = PadHand(house)
        second.pad.detach()
        house.run(0.2)
        stranger.order(Kind.PAUSE)
        assert house.top is match


def test_who_only_watches_can_spoil_nothing(house: Playhouse) -> None:
    first, _, stranger = PadHand(house), PadHand(house), PadHand(house)
    match = house.match(seated(PERSON, "pad1"), seated(RIVAL, "pad2"))
    for kind in (Kind.PAUSE, Kind.HINT, Kind.BACK, Kind.CONFIRM):
        stranger.order(kind)
        assert house.top is match
    assert match.controller.note == "Pad 3 is not in this game."
    first.order(Kind.PAUSE)
    paused = house.top
    assert paused is not match
    stranger.order(Kind.BACK)
    assert house.top is paused


def test_a_pad_that_nobody_plays_with_goes_unnoticed(house: Playhouse) -> None:
    pad = PadHand(house)
    match = house.match(PERSON, RIVAL)
    pad.pad.detach()
    house.be_heard()
    assert house.top is match

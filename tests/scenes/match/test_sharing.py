"""Four people at one screen, each with a device, from the menu to the result."""

from __future__ import annotations

from scenes.kit.input.intents import Kind
from scenes.kit.widgets.choices import Picker
from scenes.kit.widgets.widget import SegmentedControl
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.setup.seat_editor import CardHead, SeatSwitch
from scenes.setup.setup_scene import SetupScene
from tests.scenes.hands import Hand, KeyHand, PadHand, TouchHand, focus_of
from tests.scenes.playhouse import Playhouse
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


def seat_widgets(house: Playhouse, kind: type, index: int):
    """The switch, or what opens the details, of one seat card."""
    card = house.on_top(SetupScene).cards[index]
    return next(w for w in focus_of(house).widgets if isinstance(w, kind) and card.contains(w.rect))


def test_four_people_share_one_screen(house: Playhouse) -> None:
    house.boot()
    hands: list[Hand] = [PadHand(house, PLAYSTATION), PadHand(house, NINTENDO), KeyHand(house), TouchHand(house)]
    setter = hands[2]
    assert isinstance(setter, KeyHand)
    setter.press(focus_of(house).widgets[0])
    players = next(w for w in focus_of(house).widgets if isinstance(w, SegmentedControl) and w.labels == ["2", "4"])
    setter.select(players, 1)
    for index, device in enumerate(DEVICES):
        if index:  # the first seat is a person's from the start
            setter.select(seat_widgets(house, SeatSwitch, index), 0)
        setter.press(seat_widgets(house, CardHead, index))
        devices = next(widget for widget in focus_of(house).widgets if isinstance(widget, Picker))
        setter.go(devices)
        for _ in range(["", "table", "pad1", "pad2"].index(device)):
            setter.hit(Kind.RIGHT)
        setter.say("OK")
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

"""A match in which several seats act at once: a toy board for sealed bids, pads with a dial each, a shared keyboard."""

from __future__ import annotations

import pytest

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.session import Session
from scenes.kit.intents import KEYBOARD, Device, Intent, Kind
from scenes.kit.strings import Strings
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.table.board import BoardContext
from tests.scenes.playhouse import Playhouse
from tests.scenes.sealed_board import BANNER, Docks, SealedBoard
from tests.toy import SEALED

PADS = [Device(f"pad:{number}", "xbox", "Pad", number) for number in (1, 2)]


def person(number: int, device: str) -> SeatConfig:
    return SeatConfig("human", name="@aoi", identity=("circle", "square", "triangle", "star")[number], device=device)


class SealedTable:
    """Two pads and two persons at the keyboard, bidding."""

    def __init__(self, house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house = house
        house.stage.strings = Strings("en")  # the toy has no words
        monkeypatch.setattr(house.stage.devices, "pads", lambda: PADS)
        seats = [person(i, device) for i, device in enumerate(("pad1", "pad2", "table", "table"))]
        self.session = Session(SEALED, {"players": 4}, 0, seats)
        self.board = SealedBoard(BoardContext(house.services, {"players": 4}))
        self.match = MatchScene(house.services, self.session, self.board)
        house.show(self.match)

    def press(self, device: Device, *kinds: Kind, value: int = 0) -> None:
        for kind in kinds:
            self.house.app.manager.intent(Intent(kind, device, value=value))

    def run(self, seconds: float) -> None:
        self.house.run(seconds)

    @property
    def played(self) -> list[tuple[Seat, int]]:
        return [(step.seat, step.action) for step in self.session.steps]


@pytest.fixture
def table(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> SealedTable:
    return SealedTable(house, monkeypatch)


def test_pads_bid_for_their_own_seats_in_the_order_of_their_presses(table: SealedTable) -> None:
    table.press(PADS[0], Kind.UP)
    table.press(PADS[1], Kind.UP, Kind.UP, Kind.CONFIRM)
    table.press(PADS[0], Kind.CONFIRM)
    assert table.played == [(1, 3), (0, 2)]


def test_a_rivals_bid_leaves_a_dial_as_it_is_and_its_banner_swallows_nothing(table: SealedTable) -> None:
    table.press(PADS[0], Kind.UP, Kind.UP)
    table.press(PADS[1], Kind.CONFIRM)
    assert not table.match.table.timeline.idle
    assert table.match.hands.selection.numbers == {0: 3}
    table.press(PADS[0], Kind.CONFIRM)
    assert table.played == [(1, 1), (0, 3)]


def test_a_seat_that_has_bidden_acts_no_more(table: SealedTable) -> None:
    table.press(PADS[0], Kind.CONFIRM, Kind.CONFIRM)
    assert table.played == [(0, 1)]
    assert list(table.match.hands.actors().legal) == [1, 2, 3]
    assert list(table.match.hands.actors(PADS[1]).legal) == [1]
    assert list(table.match.hands.actors(KEYBOARD).legal) == [2, 3]


def test_what_was_typed_in_time_is_played_before_the_clock_ends_the_round(table: SealedTable) -> None:
    assert table.session.clock is not None
    table.run(table.session.clock.seconds - 0.2)
    table.press(KEYBOARD, Kind.DIGIT, value=2)
    table.run(0.4)
    assert table.session.clock.seconds == 0.0
    assert table.played == []
    table.run(0.4)
    assert table.played == [(3, 2), (-1, 0)]
    assert table.session.outcome is not None
    assert table.session.outcome.winners == (3,)


def test_a_claimed_press_reaches_the_board_and_any_other_the_match(table: SealedTable) -> None:
    table.press(KEYBOARD, Kind.DIGIT, value=2)
    table.press(KEYBOARD, Kind.HINT)
    assert table.match.controller.note == ""
    table.press(KEYBOARD, Kind.PAUSE)
    table.house.on_top(PauseScene)


def test_board_and_side_panel_see_clock_choices_and_sentence(table: SealedTable) -> None:
    table.press(PADS[1], Kind.CONFIRM)
    table.run(BANNER + 0.5)
    assert table.board.drawing.view is not None
    assert list(table.board.drawing.view.choices) == [0, 2, 3]
    assert table.board.drawing.view.clock is not None
    assert 0 < table.board.drawing.view.clock.seconds < 10
    assert isinstance(table.match.side_panel, Docks)
    told = table.match.side_panel.told
    assert told.sentence == "Bid, everybody"
    assert told.actors is not None
    assert told.actors.clock == table.board.drawing.view.clock

"""A match in which several seats act at once: a toy board for sealed bids, pads with a dial each, a shared keyboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pygame
import pytest

from game.core.record import SeatConfig
from game.core.rules import Seat, Step
from game.session import Session
from scenes.kit.canvas import Canvas, Target
from scenes.kit.glyphbar import Prompt
from scenes.kit.intents import KEYBOARD, Device, Intent, Kind
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.kit.strings import Strings
from scenes.kit.timeline import Clip, Placement
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.services import Services
from scenes.table.board import Actors, BoardScene, Chosen, Problem, Spot, Stock, View
from scenes.table.side_panel import PanelContent, SidePanel
from tests.scenes.playhouse import Playhouse
from tests.toy import SEALED, Bids

COMMIT = 0.5  # seconds after which a digit becomes a bid
BANNER = 2.0
PADS = [Device(f"pad:{number}", "xbox", "Pad", number) for number in (1, 2)]


@dataclass(frozen=True)
class Dials:
    """What every seat has set, and for how long a seat's digit has been waiting."""

    numbers: Mapping[Seat, int] = field(default_factory=dict)
    typed: tuple[Seat, float] | None = None


class Docks(SidePanel):
    """Rails of a game's own; they remember what they were told last."""

    told: PanelContent

    def draw(self, canvas: Canvas, beside: PanelContent) -> None:
        self.told = beside


class SealedBoard(BoardScene[Bids, int, Dials]):
    """Up and down set a dial, confirm declares it; a digit types for the last of the seats at the keyboard."""

    side_panel_class = Docks

    def __init__(self, house: Services) -> None:
        super().__init__(house)
        self.view: View[Bids, int, Dials] | None = None

    @staticmethod
    def pictures(stage: Stage) -> list[Picture]:
        return []

    @staticmethod
    def seat_note(stage: Stage, index: int, count: int) -> str:
        return ""

    @staticmethod
    def setup_stock(stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        return Stock(0, 0, "")

    @staticmethod
    def stock_row(house: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        return Sprite(pygame.Surface((1, 1)))

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.count = len(identities)

    def places(self) -> Sequence[Seat]:
        return range(min(self.count, 2))

    def empty(self, state: Bids, legal: Sequence[int], family: str) -> Dials:
        return Dials()

    def targets(self, state: Bids, legal: Sequence[int]) -> Sequence[Spot[int]]:
        return ()

    def choose(self, state: Bids, legal: Sequence[int], selection: Dials, intent: Intent) -> Chosen[int, Dials]:
        raise AssertionError("a simultaneous game asks `act`")

    def act(self, actors: Actors[Bids, int], selection: Dials, intent: Intent) -> Chosen[int, Dials]:
        if not actors.legal:
            return Chosen(selection)
        if intent.kind is Kind.DIGIT:
            seat = max(actors.legal)
            return Chosen(replace(selection, numbers={**selection.numbers, seat: intent.value}, typed=(seat, COMMIT)))
        seat = min(actors.legal)
        number = selection.numbers.get(seat, 1)
        if intent.kind is Kind.UP:
            return Chosen(replace(selection, numbers={**selection.numbers, seat: min(number + 1, 3)}))
        return Chosen(selection, number, seat) if intent.kind is Kind.CONFIRM else Chosen(selection)

    def elapse(self, actors: Actors[Bids, int], selection: Dials, dt: float) -> Chosen[int, Dials]:
        if selection.typed is None:
            return Chosen(selection)
        seat, left = selection.typed
        if left > dt:
            return Chosen(replace(selection, typed=(seat, left - dt)))
        return Chosen(replace(selection, typed=None), selection.numbers[seat], seat)

    def kept(self, actors: Actors[Bids, int], selection: Dials, family: str) -> Dials:
        return replace(selection, numbers={seat: n for seat, n in selection.numbers.items() if seat in actors.legal})

    def claims(self, selection: Dials, intent: Intent) -> bool:
        return selection.typed is not None and intent.kind is Kind.HINT

    def holds_clock(self, selection: Dials) -> bool:
        return selection.typed is not None

    def pieces(self, state: Bids) -> dict[str, Placement]:
        return {}

    def animate(self, step: Step[Bids, int, Any]) -> Clip:
        return Clip(BANNER, lambda t: {})

    def draw_ground(self, target: Target) -> None:
        pass

    def draw(self, canvas: Target, view: View[Bids, int, Dials]) -> None:
        self.view = view

    def prompts(self, state: Bids, selection: Dials) -> list[Prompt]:
        return []

    def helper(self, state: Bids, selection: Dials, family: str) -> str:
        return ""

    def sentence(self, state: Bids) -> str:
        return "Bid, everybody"

    def hint_text(self, action: int) -> str:
        return ""

    def announce(self, step: Step[Bids, int, Any]) -> str:
        return ""

    def touch_helper(self, selection: Dials) -> str:
        return ""

    def engaged(self, selection: Dials) -> bool:
        return False

    def considering(self, action: int) -> Dials:
        return Dials()

    def considered(self, selection: Dials) -> int | None:
        return None

    def area(self, action: int) -> pygame.Rect:
        return pygame.Rect(0, 0, 1, 1)

    def problem(self, state: Bids, selection: Dials) -> Problem | None:
        return None

    def stock(self, state: Bids, seat: Seat) -> Stock:
        return Stock(0, 0, "")

    def side_note(self, seat: Seat, short: bool = False) -> str:
        return ""

    def notation(self, action: int) -> str:
        return str(action)


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
        self.board = SealedBoard(house.services)
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
    assert not table.match.timeline.idle
    assert table.match.selection.numbers == {0: 3}
    table.press(PADS[0], Kind.CONFIRM)
    assert table.played == [(1, 1), (0, 3)]


def test_a_seat_that_has_bidden_is_no_more_on_the_floor(table: SealedTable) -> None:
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


def test_a_claimed_press_reaches_the_board_and_any_other_the_house(table: SealedTable) -> None:
    table.press(KEYBOARD, Kind.DIGIT, value=2)
    table.press(KEYBOARD, Kind.HINT)
    assert table.match.note == ""
    table.press(KEYBOARD, Kind.PAUSE)
    table.house.on_top(PauseScene)


def test_board_and_rails_see_clock_choices_and_sentence(table: SealedTable) -> None:
    table.press(PADS[1], Kind.CONFIRM)
    table.run(BANNER + 0.5)
    assert table.board.view is not None
    assert list(table.board.view.choices) == [0, 2, 3]
    assert table.board.view.clock is not None
    assert 0 < table.board.view.clock.seconds < 10
    assert isinstance(table.match.side_panel, Docks)
    told = table.match.side_panel.told
    assert told.sentence == "Bid, everybody"
    assert told.actors is not None
    assert told.actors.clock == table.board.view.clock

"""How many of the program's own functions are called for a press, from the loop to the store, for a tick and for a
picture.

What a press needs is asked for once, and texts are made only when somebody reads them. Code that asks twice fails here.
"""

from __future__ import annotations

from typing import Any

import pytest

from game.core.record import SeatConfig
from game.match_setup import IDENTITIES
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.system import STEP
from tests.calls import Calls, counted
from tests.make import AOI, REN
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import Playhouse

pytestmark = pytest.mark.quick


def are_at_most(calls: Calls, most: int) -> None:
    """Check the number of calls. A failure tells which they are."""
    assert len(calls) <= most, f"{len(calls)} calls:\n{calls.told()}"


def pressed(house: Playhouse, *intents: Intent) -> Calls:
    """Press one after the other. Return the calls of the last press."""
    for intent in intents[:-1]:
        house.app.take(intent)
        house.run(0.1)
    with counted() as calls:
        house.app.take(intents[-1])
    return calls


def keys(*kinds: Kind) -> list[Intent]:
    """Return these presses of the keyboard."""
    return [Intent(kind, KEYBOARD) for kind in kinds]


def by_phone(evening: Evening, button: str) -> Calls:
    """Return the calls at the table for a button of the first phone."""
    house = evening.house
    evening.phones.press(1, button)
    with counted() as calls:
        for item in house.stage.devices.drain((house.app.last or 0.0) + 0.01):
            house.app.take(item)
    house.run(0.4)
    return calls


@pytest.mark.parametrize(
    ("game", "actions", "kinds", "most"),
    [
        ("quoridor", "", (Kind.UP, Kind.CONFIRM), (140, 41)),
        ("star", "", (Kind.UP, Kind.CONFIRM), (152, 42)),
        ("coffee", "c3h", (Kind.UP, Kind.CONFIRM, Kind.NEXT, Kind.CONFIRM), (162, 42)),
    ],
)
def test_a_move_from_confirm_to_the_store(
    house: Playhouse, game: str, actions: str, kinds: tuple[Kind, ...], most: tuple[int, int]
) -> None:
    match = house.match(AOI, REN, game=game, actions=actions)
    house.rest()
    ply = match.session.ply
    calls = pressed(house, *keys(*kinds))
    assert match.session.ply == ply + 1
    are_at_most(calls, most[0])
    assert calls.modules <= most[1]


def test_a_digit_of_a_bid(house: Playhouse) -> None:
    match = house.match(AOI, REN, game="robots")
    house.until(lambda: match.session.state.phase == "think", "the first chip")
    house.run(0.4)
    board: Any = match.board
    buzzer, *_ = board.seating.buzzers
    calls = pressed(house, Intent(Kind.KEY, KEYBOARD, key=buzzer), Intent(Kind.DIGIT, KEYBOARD, value=9, key=ord("9")))
    assert match.input.selection.queue.window
    are_at_most(calls, 118)


def test_a_phones_press(evening: Evening) -> None:
    match = evening.match("quoridor")
    evening.settle()
    calls = by_phone(evening, "up")
    assert match.input.selection.cell is not None
    by_phone(evening, "confirm")
    assert match.session.ply == 1
    are_at_most(calls, 142)


@pytest.mark.parametrize(("game", "most"), [("quoridor", 30), ("star", 30), ("coffee", 30), ("robots", 44)])
def test_a_tick_in_which_nothing_happens(house: Playhouse, game: str, most: int) -> None:
    """On average over a tenth of a second, because some things are looked at less often."""
    house.match(AOI, REN, game=game)
    house.run(3.0)
    ticks = round(0.1 / STEP)
    with counted() as calls:
        for _ in range(ticks):
            house.app.step()
    are_at_most(calls, ticks * most)


@pytest.mark.parametrize(
    ("game", "players", "most"),
    [("quoridor", 2, 1190), ("star", 2, 1250), ("coffee", 2, 1550), ("robots", 2, 1170), ("robots", 8, 1910)],
)
def test_a_whole_picture(house: Playhouse, game: str, players: int, most: int) -> None:
    seats = [SeatConfig("human", identity=identity) for identity in IDENTITIES[:players]]
    house.match(*seats, game=game)
    house.run(3.0)
    house.app.draw()
    house.app.canvas.invalidate()
    with counted() as calls:
        house.app.draw()
    are_at_most(calls, most)

"""How a press gets from the devices to the board: through few modules, and through the match once. How many of the
program's own functions are called for a press, from the loop to the store, for a tick and for a picture.

What a press needs is asked for once, and texts are made only when somebody reads them. Code that asks twice fails here.
"""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from game.core.record import SeatConfig
from game.match_setup import IDENTITIES
from game.registry import GAMES
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.system import STEP
from scenes.match.match_scene import MatchScene
from tests.make import AOI, REN
from tests.scenes.hands import Hand, KeyHand, MouseHand
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import Playhouse

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
OWN = (f"{ROOT / 'game'}/", f"{ROOT / 'scenes'}/")
INLINED = ("<listcomp>", "<dictcomp>", "<setcomp>")  # later versions of Python do not call these


@dataclass
class Calls:
    """The calls in order: module and name of each function."""

    made: list[tuple[str, str]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.made)

    @property
    def modules(self) -> int:
        """The number of modules of the functions."""
        return len({module for module, _ in self.made})

    def told(self) -> str:
        """Return the functions in words, the one with most calls first."""
        return "\n".join(f"{count:4} {module}:{name}" for (module, name), count in Counter(self.made).most_common())


@contextmanager
def counted() -> Iterator[Calls]:
    """Count the calls in the block. A generator counts each time that it is resumed."""
    calls = Calls()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OWN) and code.co_name not in INLINED:
            calls.made.append((code.co_filename.removeprefix(f"{ROOT}/"), getattr(code, "co_qualname", code.co_name)))

    before: Callable[..., Any] | None = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


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


SCENES = Path(__file__).parents[2] / "scenes"
MOST = 10  # modules, from the devices to the board


def presses_at(match: MatchScene) -> list[tuple[Intent, list[str]]]:
    """Return a list that gets each press that comes to the board, and the modules of the screens that it comes by."""
    found: list[tuple[Intent, list[str]]] = []
    board_input: Any = match.board.input
    decide = board_input.choose

    def decided(*asked: Any) -> Any:
        frames = [Path(frame.filename) for frame in traceback.extract_stack()]
        path = [frame.relative_to(SCENES).as_posix() for frame in frames if frame.is_relative_to(SCENES)]
        found.append((asked[-1], path))
        return decide(*asked)

    board_input.choose = decided
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", [KeyHand, MouseHand])
def test_a_press_comes_to_the_board_by_few_modules(house: Playhouse, device: type[Hand], game: str) -> None:
    chosen = presses_at(house.match(AOI, REN, game=game))
    if device is KeyHand:
        KeyHand(house).hit(Kind.UP)
    else:
        MouseHand(house).point(house.playing.table.frame.center)
    assert chosen
    before = 2  # the devices, and the modules that turn their events into a press
    for _, path in chosen:
        stops = [stop for stop, _ in groupby(path)]
        assert stops.count("match/match_scene.py") == 1, stops
        assert before + len(set(stops)) + 1 <= MOST, stops


@pytest.mark.parametrize(
    ("game", "actions", "presses"),
    [
        ("quoridor", "", ("e2", "up")),
        ("star", "", ("a1", "left")),
        ("coffee", "c3h", ("c2", "axis.d", "confirm")),
        ("robots", "", ("declare",)),
    ],
)
def test_a_phones_finger_and_buttons_come_by_the_same_door(
    evening: Evening, game: str, actions: str, presses: tuple[str, ...]
) -> None:
    match = evening.match(game, actions)
    if game == "robots":
        evening.house.until(lambda: match.session.state.phase == "think", "the first chip")
    number = evening.settle(0.4)
    chosen = presses_at(match)
    ply = match.session.ply
    for press in presses:
        cells = () if evening.shown(number).board is None else [cell.id for cell in evening.board(number).cells]
        if press in cells:
            evening.tap(number, press)
            assert match.session.ply == ply, "a finger only chooses"
        else:
            evening.phones.press(number, press, 9 if press == "declare" else 0)
            evening.house.run(0.3)
    assert len(chosen) == len(presses) and all(intent.device.is_phone for intent, _ in chosen)
    assert match.session.ply == ply + (presses[-1] in ("confirm", "declare"))

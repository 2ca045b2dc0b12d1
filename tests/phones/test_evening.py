"""An evening of four through the started program: two phones of a browser, a pad and a key of the keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from game.puzzles.race import FIRST, LATER, PUZZLES
from game.registry import find
from game.robots.rounds import target_of
from game.robots.search.solver import Solver
from game.robots.state import Move
from scenes.robots.steering import first_robot
from scenes.table.pictures import state_of
from tests.phones.hands import PATIENCE, ChromiumPhone
from tests.phones.playing import AGAIN, CONFIRM, WAYS, aims_at, choose_robot, declare, insist
from tests.phones.program import Program

HANDS = {"pad1": "pad", "table": "keyboard", "keyboard": "keyboard"}  # by what the table calls a device
RINGED = "pad101"  # the phone that plays by its ring, where there is a board too
ANSWERS = """Object.fromEntries(
    [...document.querySelectorAll("[data-press]")].map((one) => [one.innerText.trim(), one.dataset.press])
)"""
KEY = "f"  # of the keyboard, at which somebody sits
ROUNDS = (
    ("e2", "b5", "d9", "h5"),
    ("e3", "c3h", "c9", "h6"),
    ("e4", "c5", "g8v", "g6"),
    ("e5", "c6", "b9", "g2h"),
    ("e6", "c7", "a9", "g7"),
    ("e7", "b7", "b9", "h7"),
    ("e8", "b6", "c9", "h8"),
    ("e9",),
)  # the first seat goes straight on, and others lay walls
pytestmark = [pytest.mark.long]


class Evening:
    """The program, and those who sit there: "pad", "keyboard", or the number of a phone."""

    def __init__(self, browser: Any, folder: Path, around: ExitStack) -> None:
        self.program = Program(folder, handed=True)
        around.callback(self.program.end)
        self.phones: dict[str, ChromiumPhone] = {}
        for device in ("pad101", "pad102"):  # so the table calls the first two phones
            phone = self.phones[device] = ChromiumPhone(browser, self.program.url)
            around.callback(phone.context.close)
            phone.wait(".ring")

    # What is so

    @property
    def facts(self) -> dict[str, Any]:
        """What is on the screen."""
        found: dict[str, Any] = self.program.hand("table", "facts")
        return found

    @property
    def match(self) -> dict[str, Any]:
        """The match that is played."""
        found: dict[str, Any] = self.program.until(lambda: self.facts["match"], "a match")
        return found

    def until_top(self, name: str) -> None:
        """Wait for a scene."""
        self.program.until(lambda: self.facts["top"] == name, name)

    # What people do

    def sit_down(self) -> None:
        """The phones sit there since they have come; the pad and a key take the next two chairs."""
        self.program.hand("pad", "hit", "PREVIOUS")
        self.until_top("JoinScene")
        self.program.hand("pad", "hit", "CONFIRM")
        self.program.hand("keyboard", "types", KEY)
        assert self.facts["devices"] == ["pad101", "pad102", "pad1", "keyboard"]

    def begin(self, who: str) -> None:
        """Skip what shows a game to those who are new, until it is played."""
        while (top := self.facts["top"]) != "MatchScene":
            if top == "DemoScene":
                self.program.hand(who, "hit", "CONFIRM")

    def step(self, device: str, action: str) -> None:
        """Whose turn it is at Quoridor plays: the first phone by its ring, the other one on its small board."""
        phone = self.phones.get(device)
        if phone is None:
            self.program.hand(HANDS[device], "play", action)
            return
        phone.until(lambda: phone.mine, "the turn")
        if device == RINGED:
            phone.use_pad()
            insist(phone, ".way.up svg", partial(aims_at, phone, action))  # straight on, as each phone sees the board
        else:
            aim(phone, action)
        insist(phone, CONFIRM, lambda: not phone.mine)

    def play_quoridor(self) -> None:
        """Four play to the end."""
        devices = self.match["devices"]
        for ply, action in enumerate(chain(*ROUNDS)):
            for device, phone in self.phones.items():
                mine = device == devices[ply % 4]
                phone.until(lambda phone=phone, mine=mine: phone.mine is mine, f"the turn of ply {ply}")
            self.step(devices[ply % 4], action)
            self.program.until(lambda ply=ply: self.match["ply"] == ply + 1, f"{action}, ply {ply}")
        self.read_result("quoridor", 4)

    def play_robots(self, bidders: Sequence[str]) -> None:
        """So many chips, which people win one after the other by showing a shortest route."""
        for device in bidders:
            self.program.until(lambda: self.match["phase"] == "think", "a chip")
            begun = self.match["ply"]
            state: Any = state_of(find("robots"), self.program.until_played("robots", begun))
            route = Solver().solve(state.board, state.robots, target_of(state), "own", max_moves=20).route
            self.declare(device, len(route))
            self.program.until(lambda begun=begun: self.match["ply"] > begun, f"the bid of {device}")
            self.agree()
            self.program.until(lambda: self.match["phase"] == "demonstrate", "the demonstration")
            self.show(device, first_robot(state), [Move(move.colour, move.heading) for move in route])

    def declare(self, device: str, number: int) -> None:
        """Somebody declares a number."""
        if phone := self.phones.get(device):
            declare(phone, number)
        else:
            self.program.hand(HANDS[device], "declare", number)

    def agree(self) -> None:
        """All who have something to agree to do so."""
        for seat, device in enumerate(self.match["devices"]):
            if phone := self.phones.get(device):
                while seat in self.match["undecided"]:
                    insist(phone, "[data-press=agree]", partial(self.has_agreed, seat))
            else:
                self.program.hand(HANDS[device], "agree")

    def has_agreed(self, seat: int) -> bool:
        """Whether somebody has nothing to add any more."""
        return seat not in self.match["undecided"]

    def show(self, device: str, robot: str, route: Sequence[Move]) -> None:
        """Somebody steers the robots; `robot` is the one in the hand at first."""
        for move in route:
            before = self.match["ply"]
            if phone := self.phones.get(device):
                phone.until(lambda phone=phone: phone.mine and phone.shows(".way.up"), "the robots")
                choose_robot(phone, robot, move)
                moved = partial(lambda before: self.match["ply"] > before, before)
                insist(phone, f".way.{WAYS[move.heading]} svg", moved)
            else:
                self.program.hand(HANDS[device], "slide", move.colour, move.heading)
            robot = move.colour

    def race(self) -> None:
        """Ten puzzles, each of which all find: phones by buttons, the pad by a direction, the key by its light."""
        for number in range(PUZZLES):
            self.program.until(lambda number=number: self.is_asked(number), f"puzzle {number}")
            key = self.facts["race"]["key"]
            for seat, device in enumerate(("pad101", "pad102", "pad1", "keyboard")):
                if phone := self.phones.get(device):
                    insist(phone, f"[data-press=option{key}]", partial(self.has_found, number, seat))
                else:
                    self.program.hand(HANDS[device], "find", seat)
            if number % 2:
                self.program.hand("pad", "go_on")
        self.program.until(lambda: self.facts["race"]["over"], "the end of the race")
        assert self.facts["race"]["points"] == [PUZZLES * FIRST, *[PUZZLES * LATER] * 3]

    def is_asked(self, number: int) -> bool:
        """Whether all are asked for the puzzle of this number."""
        race = self.facts["race"]
        return race is not None and race["asked"] and race["round"] == number

    def has_found(self, number: int, seat: int) -> bool:
        """Whether somebody has found it."""
        race: dict[str, Any] = self.facts["race"]
        return race["round"] > number or not race["asked"] or seat in race["right"]

    def to_race(self) -> None:
        """From the menu to a race, in a game that has one."""
        self.program.hand("pad", "open_today")
        self.program.hand("pad", "say", "Practice")
        self.until_top("PracticeScene")
        while "Race" not in self.facts["labels"]:
            self.program.hand("pad", "hit", "NEXT")
        self.program.hand("keyboard", "say", "Race")

    def leave_race(self) -> None:
        """Everybody can race once more by the phone as well; back to the menu."""
        for phone in self.phones.values():
            phone.until(lambda phone=phone: "Once more" in phone.evaluate("document.body.innerText"), "another race")
        for name in ("PracticeScene", "TodayScene", "MenuScene"):
            self.program.hand("pad", "hit", "BACK")
            self.until_top(name)

    def cup(self) -> None:
        """Match by match, from the cup's table to the end of the cup."""
        self.program.hand("pad", "hit", "PREVIOUS")
        self.program.hand("keyboard", "say", "Cup")
        self.program.hand("keyboard", "say", "Begin the cup")
        while True:
            self.begin("keyboard")
            game = self.match["game"]
            if game == "quoridor":
                self.play_quoridor()
            elif game == "robots":
                self.play_robots(["pad102"] * 3)
                self.read_result(game, 4)
            else:
                self.give_up()
            self.program.hand("keyboard", "say", "Cup table")
            self.until_top("CupScene")
            if "Start" not in self.facts["labels"]:
                return
            self.program.hand("keyboard", "say", "Start")

    def give_up(self) -> None:
        """One of two resigns: by the own phone, or by the pad or the keyboard where nobody has one."""
        match = self.match
        mover = match["devices"][match["actors"][0]]
        if phone := self.phones.get(mover):
            phone.until(lambda: phone.mine, "the turn")
            insist(phone, "[data-press=pause]", lambda: self.facts["top"] == "PauseScene")
            answer(phone, "Resign", lambda: self.facts["top"] != "PauseScene")
            question = self.facts["top"]
            answer(phone, "Resign", lambda: self.facts["top"] != question)
        else:
            self.program.hand(HANDS[mover], "hit", "PAUSE")
            self.program.hand(HANDS[mover], "say", "Resign")
            self.program.until(lambda: self.facts["top"] != "PauseScene", "the question")
            self.program.hand(HANDS[mover], "say", "Resign")
        self.until_top("ResultScene")

    def read_result(self, game: str, players: int) -> None:
        """Everybody has it in the hand, and it is on the shelf."""
        self.until_top("ResultScene")
        for phone in self.phones.values():
            phone.wait(".hand-result")
            assert phone.evaluate("document.querySelectorAll('.scores li').length") == players
        record = self.program.until(self.program.finished, "the game on the shelf")[0]
        assert record.game == game


def answer(phone: ChromiumPhone, label: str, heard: Callable[[], bool]) -> None:
    """Press the answer that says `label`, wherever it is by now, until it is heard."""

    def pressed() -> bool:
        found = phone.evaluate(ANSWERS)
        place = phone.spot(f'[data-press="{found[label]}"]') if label in found else None
        if place is not None:
            phone.touch(*place)
        return place is not None

    end = time.monotonic() + PATIENCE
    while not heard():
        assert time.monotonic() < end, f"no answer {label} was heard; told: {phone.told!r}"
        again = time.monotonic() + (AGAIN if pressed() else 0.0)
        while not heard() and time.monotonic() < again:
            time.sleep(0.02)


def aim(phone: ChromiumPhone, action: str) -> None:
    """Touch a cell of the small board, or a gutter beside the crossing over which a wall shall lie."""
    if action[-1] not in "hv":
        insist(phone, cell_of(action), partial(aims_at, phone, action))
        return
    file, rank, lies = ord(action[0]), int(action[1]), action[2]
    around = [cell_of(f"{chr(file + right)}{rank + up}") for right in (0, 1) for up in (0, 1)]
    gutter = [around[0], around[1] if lies == "h" else around[2]]
    phone.touch(*middle(phone, [*around, *gutter, *gutter]))
    phone.until(lambda: phone.shows(CONFIRM) and action[:-1] in phone.told, action)


def cell_of(name: str) -> str:
    """Where a cell is on the page."""
    return f'[data-cell="{name}"]'


def middle(phone: ChromiumPhone, selectors: list[str]) -> tuple[float, float]:
    """The middle of several things on the page."""
    found = [phone.middle(selector) for selector in selectors]
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


@pytest.fixture
def evening(browser, around, tmp_path):
    """The program with everybody at it."""
    return Evening(browser, tmp_path, around)


@pytest.mark.timeout(1800)
def test_two_phones_a_pad_and_a_keyboard_play_an_evening(evening):
    evening.sit_down()
    evening.program.hand("pad", "hit", "PAUSE")
    evening.program.hand("keyboard", "open", "quoridor")
    evening.program.hand("keyboard", "say", "Start")
    evening.begin("pad")
    evening.play_quoridor()
    evening.program.hand("keyboard", "say", "Menu")
    evening.program.hand("pad", "open", "robots")
    evening.program.hand("pad", "say", "Start")
    evening.begin("pad")
    evening.play_robots(("pad1", "pad101", "table", "pad102", "pad101", "pad101"))
    evening.read_result("robots", 4)
    evening.program.hand("keyboard", "say", "Menu")
    evening.to_race()
    evening.race()
    evening.leave_race()
    evening.cup()
    for phone in evening.phones.values():
        phone.wait(".hand-result")
        assert phone.evaluate("document.querySelectorAll('.scores li').length") == 4
        assert phone.errors == []
    assert evening.program.end() == 0

"""The real program and real browsers: phones scan, play a game and a round to the end, and one falls asleep."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from game.core.record import Record, record_from_json
from game.match_setup import default_table
from game.phones.process import KeptServer
from game.robots import SPEC as ROBOTS
from game.robots.board import COLOURS
from game.robots.rounds import target_of
from game.robots.search.solver import Solver
from game.robots.state import Move, State
from game.storage.store import Store
from scenes.kit.text.strings import Strings
from scenes.robots.steering import first_robot
from scenes.table.pictures import state_of
from tests.phones.hands import ChromiumPhone, FirefoxPhone, HeldPhone, firefox
from tests.scenes.phone_evening import WAYS
from tests.stores import PATIENCE

NAP = 6  # the ply at which a phone falls asleep
MEETING = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1"  # both straight on; who comes second jumps, and is there first
ROOT = Path(__file__).parents[2]
SIZE = "1280x720"
CONFIRM = "[data-press=confirm]"
AGAIN = 2.0  # seconds after which somebody presses again
HUB = "(document.querySelector('.hub') || {}).innerText"
BEST = "(document.querySelector('.info p b') || {}).textContent"


class Program:
    """`main.py --phones` without a window, with a store and a cache of its own in `folder`.

    The join code is read where the program keeps it: in its store.
    """

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.data = folder / "data"
        self.log = (folder / "program.log").open("w+")
        environment = {**os.environ, "KISSATEN_DATA": str(self.data), "SDL_AUDIODRIVER": "dummy"}
        environment["KISSATEN_CACHE"] = str(folder / "cache")
        environment["SDL_VIDEODRIVER"] = "dummy"
        line = [sys.executable, "main.py", "--size", SIZE, "--lang", language, "--phones", "--phones-bind", "127.0.0.1"]
        self.process = subprocess.Popen(line, cwd=ROOT, env=environment, stdout=self.log, stderr=self.log)
        self.url = self._url()

    def _logged(self) -> str:
        self.log.seek(0)
        return self.log.read()[-2000:]

    def _url(self) -> str:
        """What is in the code on the screen."""
        kept = self.until(lambda: self.kept if self.kept.code else None, "the phone server")
        return f"http://127.0.0.1:{kept.port}/{kept.code}"

    def ask(self, question: Callable[[Store], Any]) -> Any:
        """What the store says now, beside the program that has it."""
        path = self.data / "store.sqlite3"
        store = Store.open_as_guest(path)
        try:
            return question(store)
        finally:
            store.close()

    @property
    def kept(self) -> KeptServer:
        """The phone server as it is kept; without a code before it is open."""
        if not (self.data / "store.sqlite3").exists():
            return KeptServer()
        stored = self.ask(lambda store: store.get("phones"))
        return KeptServer.from_text(str(stored)) if stored else KeptServer()

    def game(self, title: str) -> Record | None:
        """The game of this title that is being played."""
        found: Record | None = self.ask(lambda store: store.unfinished(title))
        return found

    def played(self, title: str, count: int) -> Record | None:
        """The game of this title that is being played, if `count` actions of it are kept."""
        record = self.game(title)
        return record if record is not None and len(record.actions) >= count else None

    def until_played(self, title: str, count: int) -> Record:
        """The same, once they are kept."""
        found: Record = self.until(lambda: self.played(title, count), f"action {count}")
        return found

    def finished(self) -> list[Record]:
        """The games on the shelf, the latest first."""
        found: list[Record] = self.ask(lambda store: [game.record for game in store.archive()])
        return found

    def until(self, reached: Callable[[], Any], what: str) -> Any:
        """Wait for something, which is given. Raises TimeoutError with what the program has logged."""
        end = time.monotonic() + PATIENCE
        while not (found := reached()):
            if time.monotonic() > end or self.process.poll() is not None:
                raise TimeoutError(f"{what} did not come; status {self.process.poll()}\n{self._logged()}")
            time.sleep(0.05)
        return found

    def end(self) -> int:
        """Ask it to end, as a system that goes down does; gives the status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.log.close()


def other_words(phone: HeldPhone) -> Callable[[], bool]:
    """Whether the page says something else from now on."""
    before = phone.told, phone.evaluate(HUB)
    return lambda: (phone.told, phone.evaluate(HUB)) != before


def insist(phone: HeldPhone, selector: str, heard: Callable[[], Any] | None = None) -> Any:
    """Press until `heard`, which is given, or without that until the page says something else.

    A press is lost where the table went on before it came: the page shakes its head, or was just being drawn anew.
    People press again then.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        reached = heard or other_words(phone)
        phone.tap(selector)
        again = time.monotonic() + AGAIN
        while time.monotonic() < again:
            if answer := reached():
                return answer
            time.sleep(0.02)
    raise TimeoutError(f"no press of {selector} was heard; told: {phone.told!r}")


def aims_at(phone: HeldPhone, cell: str) -> bool:
    """Whether the page asks for a second press for a move to that cell."""
    return cell in phone.told and phone.shows(CONFIRM)


def declare(phone: HeldPhone, number: int) -> None:
    """Turn the dial to a number and declare it."""
    phone.wait(".dial")
    while (now := int(phone.evaluate("document.querySelector('.dial').ariaValueNow"))) != number:
        phone.tap(".minus" if now > number else ".plus")
        phone.until(
            lambda now=now: int(phone.evaluate("document.querySelector('.dial').ariaValueNow")) != now, "another number"
        )
    phone.tap("[data-press=declare]")


def choose_robot(phone: HeldPhone, before: str, move: Move) -> None:
    """Choose the robot, by its own button or by the one for the next after `before`."""
    if phone.shows(".robots"):
        button = f"[data-press={move.colour}]"
        insist(phone, f".robots {button}", lambda: phone.shows(f".robots .chosen{button}"))
    else:
        for _ in range((COLOURS.index(move.colour) - COLOURS.index(before)) % len(COLOURS)):
            phone.tap("[data-press=next]")
            time.sleep(0.1)  # whoever mashes is not heard


def opened(around: ExitStack, folder: Path, language: str) -> Program:
    program = Program(folder, language)
    around.callback(program.end)
    return program


def to_match(phone: HeldPhone, game: str, language: str) -> None:
    """From the menu to a game: open its tile, start, and skip what shows it to those who are new."""
    t = Strings(language).t
    name = t(f"game.{game}")
    for _ in range(4):
        if name in phone.told:
            break
        insist(phone, ".way.right svg")
    assert name in phone.told
    insist(phone, CONFIRM)
    for label in (t("setup.start"), t("glyph.skip")):
        phone.until(lambda label=label: phone.evaluate(HUB) == label, label)
        insist(phone, CONFIRM)


def test_two_phones_play_quoridor_to_the_end_and_one_falls_asleep(browser, around, tmp_path):
    program = opened(around, tmp_path, "en")
    phones = [ChromiumPhone(browser, program.url) for _ in range(2)]
    for phone in phones:
        around.callback(phone.context.close)
        phone.wait(".ring")
    to_match(phones[0], "quoridor", "en")
    phones[0].until(lambda: phones[0].mine is not phones[1].mine, "the first turn")
    order = sorted(phones, key=lambda phone: not phone.mine)
    moves = MEETING.split()
    for ply in range(len(moves)):
        phone, other = order[ply % 2], order[1 - ply % 2]
        phone.until(lambda phone=phone: phone.mine, f"the turn of ply {ply}")
        assert not other.mine and not other.shows(".hub[data-press]")
        if ply == NAP:
            phone.sleep()
            other.until(lambda other=other: "asleep" in other.told, "that it is asleep")
            phone.wake()
            phone.until(lambda phone=phone: phone.mine, "its turn, after it slept")
        phone.use_pad()
        aimed = partial(aims_at, phone, moves[ply])
        insist(phone, f".way.{'down' if ply % 2 else 'up'} svg", aimed)
        insist(phone, CONFIRM, lambda phone=phone: not phone.mine)
    for phone in phones:
        phone.wait(".hand-result")
        assert phone.evaluate("document.querySelectorAll('.scores li').length") == 2
    record = program.until(program.finished, "the game on the shelf")[0]
    assert record.actions == tuple(moves)
    winner = order[1].evaluate("document.querySelector('.band .name b').textContent")
    for phone in phones:
        assert phone.evaluate("document.querySelector('.scores .won b').textContent") == winner
    with phones[1].page.expect_download() as download:
        phones[1].tap("[data-do=take]")
        phones[1].tap("[data-do=game]")
    assert download.value.suggested_filename.startswith("kissaten-quoridor-")
    assert record_from_json(Path(download.value.path()).read_text(encoding="utf-8")).actions == tuple(moves)
    phones[1].tap("[data-do=close]")
    insist(phones[1], "[data-press=choice0]:not([disabled])")  # a rematch
    phones[0].until(lambda: phones[0].mine is not phones[1].mine, "the next game")
    assert [phone.errors for phone in phones] == [[], []]
    assert program.end() == 0


def second_phone(around: ExitStack, browser: Any, folder: Path, url: str) -> HeldPhone:
    """A Firefox where one is installed, else another Chromium."""
    if firefox() is None:
        chrome = ChromiumPhone(browser, url, "ja")
        around.callback(chrome.context.close)
        return chrome
    folder.mkdir()
    fox = FirefoxPhone(folder, url)
    around.callback(fox.close)
    return fox


def test_two_phones_play_a_round_of_robots_to_the_end(browser, around, tmp_path):
    """One of them in Firefox, where that is installed; in Japanese."""
    without_time_limit(tmp_path / "data" / "store.sqlite3")
    program = opened(around, tmp_path, "ja")
    first = ChromiumPhone(browser, program.url, "ja")
    around.callback(first.context.close)
    first.wait(".ring")
    second = second_phone(around, browser, tmp_path / "profile", program.url)
    second.wait(".ring")
    to_match(first, "robots", "ja")
    second.wait(".dial")
    state: State = state_of(ROBOTS, program.until_played("robots", 0))
    found = Solver().solve(state.board, state.robots, target_of(state), "own", max_moves=20)
    assert found.route is not None
    declare(second, len(found.route))
    first.until(lambda: first.evaluate(BEST) == str(len(found.route)) or not first.shows(".dial"), "the bid")
    for phone in (first, second):  # where nobody can bid less, there is nothing to agree to
        if phone.shows(".dial [data-press=agree], .say [data-press=agree]"):
            phone.tap("[data-press=agree]")
            phone.until(lambda phone=phone: not phone.shows("[data-press=agree]"), "that it is heard")
    second.until(lambda: second.mine and second.shows(".way.up"), "the demonstration")
    assert not first.mine
    begun = len(program.until(lambda: in_demonstration(program), "the demonstration").actions)
    if not second.shows(".robots"):
        second.tap("[data-press=next]")  # takes the chip's own robot into the hand
    robot: str = first_robot(state)
    for count, move in enumerate(found.route, 1):
        second.until(lambda: second.mine and second.shows(".way.up"), "the robots")
        choose_robot(second, robot, Move(move.colour, move.heading))
        robot = move.colour
        record = insist(second, f".way.{WAYS[move.heading]} svg", partial(program.played, "robots", begun + count))
        assert ROBOTS.rules.text(Move(move.colour, move.heading)) in record.actions[-1]
    after: State = state_of(ROBOTS, record)
    assert sorted(after.chips) == [0, 1]
    for phone in (first, second):
        phone.wait(".dial")  # for the next chip
    assert first.errors == [] and program.end() == 0


def without_time_limit(path: Path) -> None:
    """Store a setup of Hyper Robots in which a busy machine has all the time it needs to show a route."""
    setup = default_table(ROBOTS)
    store = Store.open(path)
    store.set("setup.robots", replace(setup, options={**setup.options, "demonstration_seconds": 0}).to_json())
    assert store.close()


def in_demonstration(program: Program) -> Record | None:
    """The game, once somebody shows a route."""
    record = program.game("robots")
    return record if record is not None and state_of(ROBOTS, record).demonstrator is not None else None

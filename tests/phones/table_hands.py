"""The real program with a pad and a keyboard at it, whose hands are told from outside what to do.

tests/phones/program.py starts it. It is `main.py ARGUMENTS`, and a thread beside it reads lines from standard input.
A line is a JSON list: a hand of HANDS or "table", a verb (a method of Guest or of Table), and what that is given. The
answer is a line, too: {"is": value} or {"failed": reason}. Hands act between two frames, never beside one.
"""

from __future__ import annotations

import json
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

import main as program
from scenes import app as opening
from scenes.kit.input.intents import Kind
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.widget import Button
from scenes.kit.window.app import App
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.robots.bidding.bid_queue import dial
from scenes.robots.selection import Declaring, Steering
from scenes.services import Services
from scenes.today.race_scene import WAYS, RaceScene
from tests.phones.hands import PATIENCE
from tests.scenes import posting
from tests.scenes.hands import KeyHand, PadHand, tile
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import HEADINGS

KEY = "f"  # at which somebody sits
AGAIN = 1.0  # seconds of simulated time after which somebody presses again
HANDS = {"pad": PadHand, "keyboard": KeyHand}


class Table(Playhouse):
    """The program as hands see it: what they wait for passes in its own frames, at its own pace."""

    def __init__(self, app: App, services: Services) -> None:
        self.app, self.services = app, services
        self.stage, self.window = app.stage, app.window
        self._wanted = False
        self._turn, self._over = threading.Semaphore(0), threading.Semaphore(0)
        app.on_frame = self._after_frame

    # Between two frames

    def _after_frame(self, work: float) -> None:
        if self._wanted:
            self._turn.release()
            self._over.acquire()

    def between_frames(self, deed: Callable[[], Any]) -> Any:
        """Do something while no frame is being made, but for those that it waits for; gives what came of it."""
        self._wanted = True
        self._turn.acquire()
        try:
            return deed()
        finally:
            self._wanted = False
            self._over.release()

    def frame(self) -> None:
        self._over.release()
        self._turn.acquire()

    def run(self, seconds: float) -> None:
        end = self.stage.time + seconds
        while self.stage.time < end:
            self.frame()

    def until(self, reached: Callable[[], bool], what: str, seconds: float = 0.0, wall: float = 0.0) -> None:
        end = time.monotonic() + PATIENCE
        while not reached():
            assert time.monotonic() < end, f"{what} did not come; on top is {self.facts()}"
            self.frame()

    def be_heard(self) -> None:
        self.until(lambda: self.app.hears, "that presses are heard")

    # What is told

    def facts(self) -> dict[str, Any]:
        """What is on the screen: the scene, its buttons, and the match or the race in play."""
        top = self.top
        focus = getattr(top, "focus", None)
        widgets = focus.widgets if isinstance(focus, Focus) else []
        matches = [scene for scene in self.app.manager.scenes if isinstance(scene, MatchScene)]
        return {
            "top": type(top).__name__,
            "labels": [widget.label for widget in widgets if isinstance(widget, Button) and widget.enabled],
            "devices": [chair.device for chair in self.services.people.roster.chairs],
            "match": self._match(matches[0]) if matches else None,
            "race": self._race(top) if isinstance(top, RaceScene) else None,
        }

    def _race(self, scene: RaceScene) -> dict[str, Any]:
        race = scene.race
        told = {"key": scene.key, "round": race.round, "asked": scene.is_asked, "over": scene.is_over}
        return {**told, "points": race.points, "right": race.right}

    def _match(self, match: MatchScene) -> dict[str, Any]:
        session = match.session
        return {
            "game": session.spec.id,
            "ply": session.ply,
            "actors": session.actors(),
            "devices": [seat.device for seat in session.seats],
            "person": match.input.person,
            "undecided": undecided(match),
            "phase": getattr(session.state, "phase", ""),
            "winners": None if session.outcome is None else session.outcome.winners,
        }


def undecided(match: MatchScene) -> list[int]:
    """The seats that have not said yet that they have nothing to add to the numbers."""
    session = match.session
    together = session.spec.simultaneous
    is_asked = together is not None and getattr(session.state, "phase", "") in ("think", "bid")
    return list(together.still_thinking(session.state)) if is_asked else []


class Guest:
    """Somebody at the table, with the pad or the keyboard."""

    def __init__(self, table: Table, device: str) -> None:
        self.table, self.device = table, device
        self.hand: Any = HANDS[device](table)

    def hit(self, kind: str) -> None:
        """Press what means a kind of intent."""
        self.table.be_heard()
        self.hand.hit(Kind[kind])

    def types(self, key: str) -> None:
        """Push a key by its name in pygame."""
        self.table.be_heard()
        self.table.react(lambda: posting.tap_key(posting.key_of(key)[0]))

    def say(self, label: str) -> None:
        """Press a button by what stands on it, once it is there and the scene has listened for a moment."""
        self.table.until(lambda: label in self.table.facts()["labels"], f"a button {label!r}")
        self.table.be_heard()
        if isinstance(self.table.top, ResultScene):
            self.table.read_result()
        self.hand.say(label)

    def open(self, game: str) -> None:
        """Open the setup of a game from the menu."""
        self.table.until(lambda: isinstance(self.table.top, MenuScene), "the menu")
        self.table.be_heard()
        self.hand.press(tile(self.table, game))

    def open_today(self) -> None:
        """Open the puzzles of the day from the menu."""
        self.table.until(lambda: isinstance(self.table.top, MenuScene), "the menu")
        self.table.be_heard()
        self.hand.press(self.table.on_top(MenuScene).others[-1])

    def play(self, action: str) -> int:
        """Play an action of a board game in its notation; gives how many have been played then."""
        match = self.table.playing
        self.table.until(lambda: match.input.person is not None and self.table.top is match, "the turn")
        self.hand.play(action)
        return match.session.ply

    def declare(self, number: int) -> None:
        """Turn the dial to a number and declare it."""
        match, seat = self.table.playing, self.seat
        before = match.session.ply
        self.table.until(lambda: isinstance(match.input.selection, Declaring), "the dials")
        while (shown := dial(match.input.selection.controllers, match.session.state, seat)) != number:
            self.hand.hit(Kind.DOWN if number < shown else Kind.UP)
        self.insist(Kind.CONFIRM, lambda: match.session.ply > before)

    def agree(self) -> None:
        """Have nothing to add, if that is still to be said."""
        match = self.table.playing
        if self.seat in undecided(match):
            self.insist(Kind.SECONDARY, lambda: self.seat not in undecided(match))

    def insist(self, kind: Kind, heard: Callable[[], bool]) -> None:
        """Press until it is heard: what is pressed as a part of a game ends may have been meant for that one."""
        end = time.monotonic() + PATIENCE
        while not heard():
            assert time.monotonic() < end, f"no press of {kind} was heard; on top is {self.table.facts()}"
            self.hand.hit(kind)
            again = self.table.stage.time + AGAIN
            while not heard() and self.table.stage.time < again:
                self.table.frame()

    def find(self, player: int) -> None:
        """Choose the right one in a race: by a direction, or by the own key as soon as the light lies on it."""
        scene = self.table.on_top(RaceScene)

        def found() -> bool:
            return player in scene.race.right or scene.race.is_answered

        if self.device == "pad":
            self.insist(WAYS[scene.key], found)
            return
        self.table.until(lambda: scene.lit == scene.key, "the light")
        self.types(KEY)
        self.table.until(found, "that it is heard")

    def go_on(self) -> None:
        """Ask for the next puzzle of a race."""
        scene = self.table.on_top(RaceScene)
        number = scene.race.round
        self.insist(Kind.CONFIRM, lambda: scene.race.round > number or scene.is_over)

    @property
    def seat(self) -> int:
        """The seat of the match that is the device's."""
        devices: list[str] = [seat.device for seat in self.table.playing.session.seats]
        return devices.index("pad1" if self.device == "pad" else "table")

    def slide(self, colour: str, heading: str) -> int:
        """Slide a robot; gives how many actions have been played then."""
        match = self.table.playing
        before = match.session.ply
        self.table.until(lambda: isinstance(match.input.selection, Steering), "the robots")
        while match.input.selection.robot != colour:
            self.hand.hit(Kind.NEXT)
        self.insist(HEADINGS[heading], lambda: match.session.ply > before)
        return match.session.ply


def obey(table: Table, guests: dict[str, Any], line: str) -> dict[str, Any]:
    """Do what a line says; gives what is answered."""
    who, verb, *given = json.loads(line)
    try:
        return {"is": table.between_frames(lambda: getattr(guests[who], verb)(*given))}
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}\n{traceback.format_exc()[-1500:]}"}


def serve(table: Table) -> None:
    """Read lines and do what they say, until there are no more."""
    guests: dict[str, Any] = {"table": table}
    table.between_frames(lambda: guests.update({device: Guest(table, device) for device in HANDS}))
    for line in sys.stdin:
        print(json.dumps(obey(table, guests, line)), flush=True)


def main() -> None:
    """Be the program, with its hands."""
    open_app = opening.open_app

    def opened(*given: Any, **named: Any) -> tuple[App, Services]:
        app, services = open_app(*given, **named)
        threading.Thread(target=serve, args=(Table(app, services),), daemon=True).start()
        return app, services

    opening.open_app = opened
    sys.exit(program.main())

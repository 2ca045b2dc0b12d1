"""An unattended table in a playhouse, with its own clock, and with stand-ins for the scenes that it opens by itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

from game.kiosk.kiosk import Kiosk
from game.kiosk.pin import PinFile
from scenes.join.join_scene import JoinScene
from scenes.kiosk.kiosk_guard import KioskGuard, KioskScenes
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.scene import Nav, Pop, Push, Quit, Scene, Switch
from scenes.routes import ToMenu
from tests.scenes.hands import KeyHand, PadHand
from tests.scenes.house_stories import HouseVocabulary
from tests.scenes.playhouse import Playhouse

NOON = datetime(2026, 11, 22, 12, 0)
HURRY = {"idle.menu": 10, "idle.turn": 15, "idle.thinking": 20, "idle.question": 5, "idle.offer": 10}
PIN = "271828"
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_pins: dict[str, bytes] = {}


class StandIn(Scene):
    """Shows only the table's wood."""

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.stage.table, (0, 0))


class Resting(StandIn):
    """Stands in for the show without visitors."""

    rests = True

    def intent(self, intent: Intent) -> Nav | None:
        return None if intent.kind is Kind.HOVER else Switch(ToMenu())


class Dark(StandIn):
    """Stands in for the screen of the closed table."""

    rests = True
    is_dark = True


class FirstPin(StandIn):
    """Stands in for the page on which the operator sets the first PIN."""

    is_operators = True


class Asking(StandIn):
    """Stands in for the page that asks for the PIN."""

    is_operators = True


def pin_file(folder: Path) -> PinFile:
    """Return a file with PIN. The hash takes a while, so it is made once for all tests."""
    path = folder / "kiosk-pin.json"
    if PIN not in _pins:
        PinFile(path).set(PIN)
        _pins[PIN] = path.read_bytes()
    path.write_bytes(_pins[PIN])
    path.chmod(0o600)
    return PinFile(path)


def open_kiosk(house: Playhouse, folder: Path, changes: Mapping[str, Any]) -> Kiosk:
    """Return a kiosk with these settings, in files of `folder`."""
    kiosk = Kiosk(house.services.store, folder / "kiosk.toml", pin_file(folder))
    kiosk.change({**HURRY, **changes})
    kiosk.flush()
    return kiosk


def clock_of(house: Playhouse, start: datetime = NOON) -> Any:
    """Return a clock of local time. It begins at `start` and runs with the time of the house."""
    begin = house.stage.time
    return lambda: start + timedelta(seconds=house.stage.time - begin)


def watch(house: Playhouse, folder: Path, start: datetime = NOON, **changes: Any) -> KioskGuard:
    """Leave the table unattended, with `changes` of settings such as table__limit=3."""
    kiosk = open_kiosk(house, folder, {key.replace("__", "."): value for key, value in changes.items()})
    stage = house.stage
    places = KioskScenes(lambda: Resting(stage), lambda: Dark(stage), lambda: FirstPin(stage), lambda: Asking(stage))
    guard = KioskGuard(house.services, house.app.manager, kiosk, places, clock_of(house, start))
    house.app.guard = guard
    house.services.people.were_asked = house.services.offered_resume = True
    return guard


class KioskVocabulary(HouseVocabulary):
    """Tells of the unattended table: of its visitors, of what it does by itself, and of the operator's settings. Its
    clock begins on a Sunday at 12:00. Its scenes Resting, Dark, FirstPin and Asking are stand-ins. A story begins with
    "kiosk"."""

    begins: ClassVar[tuple[str, ...]] = ("kiosk", "attended")
    facts: ClassVar = {
        "told": lambda s: s.told,  # all sentences shown on top of the screen
        "tiles": lambda s: list(s.house.top.tiles),  # games on the menu
        # [again]: the class of the first scene
        "first": lambda s, *again: type(s.guard.first(again=bool(again))()).__name__,
    }

    @property
    def pin(self) -> Path:
        """The file with the operator's PIN."""
        return self.folder / "kiosk-pin.json"

    def unattended(self, start: datetime, changes: dict[str, Any]) -> KioskGuard:
        """Leave the table unattended. Return what watches over it."""
        return watch(self.house, self.folder, start, **changes)

    def do_kiosk(self, rest: str = "") -> None:
        """[TIME] [hours=HOURS] [KEY=VALUE …]: Leave the table unattended. TIME is the time of that Sunday: "21:54:50",
        or has a date, too: "2031-07-04T21:59". HOURS are the opening hours of every day: "10:00-22:00". KEY is a
        setting of the operator: "table.limit=7"."""
        changes: dict[str, Any] = {}
        start = NOON
        for word in rest.split():
            key, equals, value = word.partition("=")
            if equals:
                changes |= settings(key, value)
            else:
                start = datetime.fromisoformat(word if "T" in word else f"{NOON.date()}T{word}")
        self.guard = self.unattended(start, changes)
        self.told: list[str] = []
        tell = self.guard.tell
        self.patch.setattr(self.guard, "tell", lambda text: self.told.append(text) or tell(text))

    def do_set(self, rest: str = "") -> None:
        """KEY=VALUE: Change a setting of the operator."""
        key, _, value = rest.partition("=")
        self.guard.kiosk.change(settings(key, value))

    def do_to(self, rest: str = "") -> None:
        """menu, rest, chairs, PIN, visitors, start or end: Go to the menu, to the scene Resting, to the page on which
        people sit down, or to the operator's page that asks for the PIN, and from there back to the visitors. Or reset
        the table for the next people, or let a scene ask for the end of the program."""
        ways: dict[str, Callable[[], Nav]] = {
            "menu": lambda: Switch(ToMenu()),
            "rest": lambda: Switch(lambda: Resting(self.house.stage)),
            "chairs": lambda: Switch(lambda: JoinScene(self.house.services)),
            "PIN": lambda: Push(lambda: Asking(self.house.stage)),
            "visitors": Pop,
            "start": lambda: self.guard.start_over(),
            "end": Quit,
        }
        self.go(ways[rest]())

    def do_pin(self, rest: str = "") -> None:
        """away, damaged, reset or set: Delete the file with the PIN, damage it, forget the PIN, or set it."""
        acts: dict[str, Callable[[], object]] = {
            "away": self.pin.unlink,
            "damaged": lambda: self.pin.write_text("{}"),
            "reset": lambda: PinFile(self.pin).reset(),
            "set": lambda: pin_file(self.folder),
        }
        acts[rest]()

    def do_start(self, rest: str = "") -> None:
        """[resting | again | rested]: Start with the first scene. "resting" starts with Resting, "again" as after a
        restart of the program, "rested" as after a restart while the table had no visitors."""
        if rest == "resting":
            self.house.app.manager.start(Resting(self.house.stage))
        elif rest:
            self.house.show(self.guard.first(again=True, rested=rest == "rested")())
        else:
            self.house.app.manager.start(self.guard.first()())
            self.house.run(2.0)

    def do_hold(self, rest: str = "") -> None:
        """SECONDS: Hold what calls the operator: F10, Start and Back of a pad, or the upper left corner."""
        hand = self.usual_hand
        self.house.run(0.3)
        for of_pad, of_others, seconds in (("holds", "down", float(rest)), ("frees", "up", 0.2)):
            if isinstance(hand, PadHand):
                for button in ("start", "view"):
                    self.press(hand, of_pad, button)
            elif isinstance(hand, KeyHand):
                self.do(of_others, "F10")
            else:
                self.press(hand, of_others, "corner")
            self.house.run(seconds)


def settings(key: str, value: str) -> dict[str, Any]:
    """Return the settings that a story writes as KEY=VALUE. Numbers and lists are JSON, all else is text."""
    keys = [f"hours.{day}" for day in DAYS] if key == "hours" else [key]
    with suppress(ValueError):
        return dict.fromkeys(keys, json.loads(value))
    return dict.fromkeys(keys, value)

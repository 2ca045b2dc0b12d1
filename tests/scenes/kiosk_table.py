"""An unattended table in a playhouse, on its own clock, with stand-ins for the scenes that it goes to by itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from game.kiosk.kiosk import Kiosk
from game.kiosk.pin import PinFile
from scenes.kiosk.watch import Places, Watch
from scenes.kit.canvas import Canvas
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav, Scene, Switch
from scenes.routes import ToMenu
from tests.scenes.playhouse import Playhouse

NOON = datetime(2026, 11, 22, 12, 0)
HURRY = {"idle.menu": 10, "idle.turn": 15, "idle.thinking": 20, "idle.question": 5, "idle.offer": 10}
PIN = "271828"
_pins: dict[str, bytes] = {}


class StandIn(Scene):
    """The table's wood, and nothing else."""

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.stage.table, (0, 0))


class Resting(StandIn):
    """Stands for what is shown while nobody is there."""

    rests = True

    def intent(self, intent: Intent) -> Nav | None:
        return None if intent.kind is Kind.HOVER else Switch(ToMenu())


class Dark(StandIn):
    """Stands for what is shown while the table is closed."""

    rests = True
    is_dark = True


class FirstPin(StandIn):
    """Stands for where the operator sets the PIN."""

    is_operators = True


class Asking(StandIn):
    """Stands for where the operator is asked for the PIN."""

    is_operators = True


def pin_file(folder: Path) -> PinFile:
    """A file with PIN, which takes a while to be hashed: once for all tests."""
    path = folder / "kiosk-pin.json"
    if PIN not in _pins:
        PinFile(path).set(PIN)
        _pins[PIN] = path.read_bytes()
    path.write_bytes(_pins[PIN])
    path.chmod(0o600)
    return PinFile(path)


def open_kiosk(house: Playhouse, folder: Path, changes: Mapping[str, Any]) -> Kiosk:
    """What an operator has set, in files of `folder`."""
    kiosk = Kiosk(house.services.store, folder / "kiosk.toml", pin_file(folder))
    kiosk.change({**HURRY, **changes})
    kiosk.flush()
    return kiosk


def clock_of(house: Playhouse, start: datetime = NOON) -> Any:
    """The local time, which begins at `start` and goes as fast as that of the house."""
    begin = house.stage.time
    return lambda: start + timedelta(seconds=house.stage.time - begin)


def watch(house: Playhouse, folder: Path, start: datetime = NOON, **changes: Any) -> Watch:
    """Leave the table unattended, with `changes` such as table__limit=3 in what is set."""
    kiosk = open_kiosk(house, folder, {key.replace("__", "."): value for key, value in changes.items()})
    stage = house.stage
    places = Places(lambda: Resting(stage), lambda: Dark(stage), lambda: FirstPin(stage), lambda: Asking(stage))
    guard = Watch(house.services, house.app.manager, kiosk, places, clock_of(house, start))
    house.app.guard = guard
    house.services.offered_roster = house.services.offered_resume = True
    return guard


def idle(house: Playhouse, seconds: float) -> None:
    """Nobody presses anything; few frames are drawn in so long a time."""
    fps, house.fps = house.fps, 5
    house.run(seconds)
    house.fps = fps

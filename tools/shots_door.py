"""Screenshots of the door for phones; part of `tools/shots.py`."""

from __future__ import annotations

from game.phones.process import Phones
from game.phones.protocol import Door, Trouble
from game.phones.server import matrix_of
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.intents import FIRST_PHONE, KEYBOARD, TOUCH, Device, phone
from scenes.phones.desk import PhoneDesk
from scenes.phones.door_scene import LONELY_SECONDS, DoorScene
from tools.shooter import Shoot, Shooter

ADDRESS, CODE = "192.168.1.20", "K7Q4-2MVD"


def an_open_door(address: str = ADDRESS) -> Door:
    """A door with a code as it would be."""
    url = f"http://{address}:47810/j/{CODE}"
    return Door(address, 47810, CODE, url, matrix_of(url))


class StillDoor(Phones):
    """A door that is open, or is not, without a server."""

    def __init__(self, opens: bool) -> None:
        super().__init__()
        self._opens = opens

    def open(self, bind: str = "") -> None:
        if self._opens:
            self.state, self.door = "open", an_open_door()
        else:
            self.state, self.trouble = "failed", Trouble("network")


def door(device: Device, opens: bool = True, sitting: bool = True, lonely: bool = False) -> Shoot:
    """The door, with a pad, three phones of which one sleeps and one has just come, or with nobody."""

    def shoot(shooter: Shooter) -> None:
        services = shooter.services
        desk = PhoneDesk(services, lambda: shooter.app.manager.top, StillDoor(opens))
        services.stage.devices.remotes = desk
        pad = Device("pad:1", "xbox", "Pad", 1)
        setattr(services.stage.devices, "pads", lambda: [pad, phone(1), phone(3)])  # noqa: B010 - as if they were there
        setattr(desk, "devices", lambda: [phone(1), phone(3)])  # noqa: B010 - the second one sleeps
        scene = DoorScene(services, desk, "robots")
        shooter.show(scene, device)
        if sitting:
            for word in ("pad1", *(f"pad{FIRST_PHONE + number}" for number in (1, 2))):
                services.seat(services.roster.sit(word))
            scene._known = scene._devices()
            services.seat(services.roster.sit(f"pad{FIRST_PHONE + 3}"))
            services.seat(services.roster.fill(5, 3))
            scene.signal(Signal(SignalKind.DEVICE_ADDED, device=phone(3)))
        scene._age = LONELY_SECONDS + 1 if lonely else 0.0
        shooter.run(0.5)

    return shoot


def scenes(pad: Device) -> dict[str, Shoot]:
    """The shots by their names."""
    return {
        "phones": door(pad),
        "phones-touch": door(TOUCH),
        "phones-lonely": door(KEYBOARD, sitting=False, lonely=True),
        "phones-failed": door(pad, opens=False, sitting=False),
    }

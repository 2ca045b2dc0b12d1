"""The door for phones."""

from __future__ import annotations

from dataclasses import replace

from game.core.device_id import DeviceId
from game.phones.messages import Door, Network, Trouble
from game.phones.process import Phones
from game.phones.server import matrix_of
from scenes.kit.input.intents import KEYBOARD, TOUCH, Device, Intent, Kind, phone
from scenes.kit.input.signals import Signal, SignalKind
from scenes.phones.door_scene import LONELY_SECONDS, DoorScene
from scenes.phones.phone_controllers import PhoneControllers
from tools.catalogue.common import PAD
from tools.shooter import Shoot, Shooter

ADDRESS, CODE = "192.168.1.20", "K7Q4-2MVD"

NETWORKS = (
    *(Network("wlan0", ADDRESS), Network("enp3s0", "10.0.0.7"), Network("eth1", "169.254.10.4")),
    *(Network("tailscale0", "100.101.102.103"), Network("eth0", "10.0.0.7")),
)


def an_open_door(address: str = ADDRESS, networks: tuple[Network, ...] = ()) -> Door:
    """A door with a code as it would be."""
    url = f"http://{address}:47810/{CODE}"
    return Door(address, 47810, CODE, url, matrix_of(url), networks)


class StillDoor(Phones):
    """A door that is open, or is not, without a server."""

    def __init__(self, opens: bool, networks: tuple[Network, ...] = (), is_lost: bool = False) -> None:
        super().__init__()
        self._opens = opens
        self._is_lost = is_lost
        self._networks = networks

    def open(self, bind: str = "") -> None:
        if self._opens:
            self.state, self.door = "open", replace(an_open_door(networks=self._networks), is_lost=self._is_lost)
        else:
            self.state, self.trouble = "failed", Trouble("network")


def door(
    device: Device,
    opens: bool = True,
    sitting: bool = True,
    lonely: bool = False,
    networks: tuple[Network, ...] = (),
    asks: bool = False,
    is_lost: bool = False,
) -> Shoot:
    """The door, with a pad, three phones of which one sleeps and one has just come, or with nobody."""

    def shoot(shooter: Shooter) -> None:
        services = shooter.services
        desk = PhoneControllers(services, lambda: shooter.app.manager.top, StillDoor(opens, networks, is_lost))
        services.stage.devices.remotes = desk
        setattr(services.stage.devices, "pads", lambda: [PAD, phone(1), phone(3)])  # noqa: B010 - as if they were there
        setattr(desk, "devices", lambda: [phone(1), phone(3)])  # noqa: B010 - the second one sleeps
        scene = DoorScene(services, desk, "robots")
        shooter.show(scene, device)
        if sitting:
            for word in (DeviceId("pad1"), *(DeviceId.phone(number) for number in (1, 2))):
                services.people.seat(services.people.roster.sit(word))
            scene._known = scene._devices()
            services.people.seat(services.people.roster.sit(DeviceId.phone(3)))
            services.people.seat(services.people.roster.fill(5, 3))
            scene.signal(Signal(SignalKind.DEVICE_ADDED, device=phone(3)))
        scene._age = LONELY_SECONDS + 1 if lonely else 0.0
        shooter.run(0.5)
        if asks:
            shooter.app.manager.intent(Intent(Kind.NEXT, device))
            shooter.run(0.8)

    return shoot


SCENES: dict[str, Shoot] = {
    "phones": door(PAD),
    "phones-touch": door(TOUCH),
    "phones-lonely": door(KEYBOARD, sitting=False, lonely=True),
    "phones-networks": door(PAD, networks=NETWORKS),
    "phones-networks-touch": door(TOUCH, networks=NETWORKS, sitting=False),
    "phones-network": door(PAD, networks=NETWORKS, asks=True),
    "phones-lost": door(PAD, networks=NETWORKS[1:], is_lost=True),
    "phones-failed": door(PAD, opens=False, sitting=False),
}

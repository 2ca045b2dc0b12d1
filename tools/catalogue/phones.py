"""The page that lets phones join."""

from __future__ import annotations

from dataclasses import replace

from game.core.device_id import DeviceId
from game.phones.messages import JoinCode, Network, Trouble
from game.phones.process import Phones
from game.phones.server import matrix_of
from scenes.kit.input.intents import KEYBOARD, TOUCH, Device, Intent, Kind, Signal, SignalKind, phone
from scenes.phones.phone_controllers import PhoneControllers
from scenes.phones.phones_scene import LONELY_SECONDS, PhonesScene
from tools.catalogue.common import PAD
from tools.shooter import Shoot, Shooter

ADDRESS, CODE = "192.168.1.20", "K7Q4-2MVD"

NETWORKS = (
    *(Network("wlan0", ADDRESS), Network("enp3s0", "10.0.0.7"), Network("eth1", "169.254.10.4")),
    *(Network("tailscale0", "100.101.102.103"), Network("eth0", "10.0.0.7")),
)


def a_join_code(address: str = ADDRESS, networks: tuple[Network, ...] = ()) -> JoinCode:
    """Return a join code like a real one."""
    url = f"http://{address}:47810/{CODE}"
    return JoinCode(address, 47810, CODE, url, matrix_of(url), networks)


class StillPhoneServer(Phones):
    """A stand-in for the phone server that needs no process."""

    def __init__(self, opens: bool, networks: tuple[Network, ...] = (), is_lost: bool = False) -> None:
        super().__init__()
        self._opens = opens
        self._is_lost = is_lost
        self._networks = networks

    def open(self, bind: str = "") -> None:
        if self._opens:
            self.state, self.join_code = "open", replace(a_join_code(networks=self._networks), is_lost=self._is_lost)
        else:
            self.state, self.trouble = "failed", Trouble("network")


def join_code(
    device: Device,
    opens: bool = True,
    sitting: bool = True,
    lonely: bool = False,
    networks: tuple[Network, ...] = (),
    asks: bool = False,
    is_lost: bool = False,
) -> Shoot:
    """Show the join code at a table with a pad and three phones: one sleeps, and one has just joined.

    Unless `sitting`, nobody is at the table. With `lonely`, the page has waited for a phone for more than a minute.
    """

    def shoot(shooter: Shooter) -> None:
        services = shooter.services
        controllers = PhoneControllers(
            services, lambda: shooter.app.manager.top, StillPhoneServer(opens, networks, is_lost)
        )
        services.stage.devices.remotes = controllers
        setattr(services.stage.devices, "pads", lambda: [PAD, phone(1), phone(3)])  # noqa: B010 - as if they were there
        setattr(controllers, "devices", lambda: [phone(1), phone(3)])  # noqa: B010 - the second one sleeps
        scene = PhonesScene(services, controllers, "robots")
        shooter.show(scene, device)
        if sitting:
            for word in (DeviceId("pad1"), *(DeviceId.phone(number) for number in (1, 2))):
                services.people.seat(services.people.roster.sit(word))
            scene._known = scene._devices()
            services.people.seat(services.people.roster.sit(DeviceId.phone(3)))
            services.people.seat(services.people.roster.fill(5, 3))
            scene.signal(Signal(SignalKind.DEVICE_ADDED, device=phone(3)))
        scene.age = LONELY_SECONDS + 1 if lonely else 0.0
        shooter.run(0.5)
        if asks:
            shooter.app.manager.intent(Intent(Kind.NEXT, device))
            shooter.run(0.8)

    return shoot


SCENES: dict[str, Shoot] = {
    "phones": join_code(PAD),
    "phones-touch": join_code(TOUCH),
    "phones-lonely": join_code(KEYBOARD, sitting=False, lonely=True),
    "phones-networks": join_code(PAD, networks=NETWORKS),
    "phones-networks-touch": join_code(TOUCH, networks=NETWORKS, sitting=False),
    "phones-network": join_code(PAD, networks=NETWORKS, asks=True),
    "phones-lost": join_code(PAD, networks=NETWORKS[1:], is_lost=True),
    "phones-failed": join_code(PAD, opens=False, sitting=False),
}

"""The frames in which phones come, fall asleep, wake and leave, by the processor time of the window's thread.

Run with: pytest tests/benchmarks/test_comings_benchmark.py -m benchmark -n 0 -s.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from scenes.join.join_scene import JoinScene
from scenes.kit.scene import Scene
from scenes.menu.menu_scene import MenuScene
from scenes.phones.phone_controllers import PhoneControllers
from scenes.phones.phones_scene import PhonesScene
from scenes.services import Services
from tests import make
from tools.host import Host
from tools.soak.phones import NearbyPhones

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(300)]
NEW = 4  # phones whose pictures nobody has drawn yet
AFTER = 20  # frames in which what a phone did is still being shown
SETTLE = 3.0  # seconds until a scene is quiet
SCENES: dict[str, Callable[[Services, PhoneControllers], Scene]] = {
    "menu": lambda services, controllers: MenuScene(services),
    "seats": lambda services, controllers: JoinScene(services),
    "join page": PhonesScene,
    "match": lambda services, controllers: make_match(services),
}


def make_match(services: Services) -> Scene:
    """Two people without devices at Hyper Robots."""
    from scenes.match.starting import match_of

    session = make.session("robots", make.AOI, make.REN, agent=services.agent, store=services.store)
    return match_of(services, session)


def spent(host: Host) -> float:
    """Milliseconds of one frame."""
    begun = time.thread_time()
    host.frame()
    return 1000 * (time.thread_time() - begun)


@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)], ids=["1080p", "4K"])
@pytest.mark.parametrize("scene", SCENES)
def test_the_frame_in_which_phones_come_and_go(scene: str, size: tuple[int, int], text: float) -> None:
    """Twelve phones, one after the other; the first four are not counted, as their pictures are new."""
    host = Host(size, "en")
    host.services.settings.change(text_scale=text)
    phones = NearbyPhones()
    controllers = PhoneControllers(host.services, lambda: host.app.manager.top, phones, lambda: host.app.hears)
    host.stage.devices.remotes = controllers
    controllers.open()
    host.services.offered_resume = True
    host.app.manager.start(SCENES[scene](host.services, controllers))
    host.run(SETTLE)
    worst: dict[str, float] = {}
    frames = []
    try:
        for number in range(3 * NEW):
            phone = number + 1
            deeds = {"comes": phones.join, "sleeps": phones.sleep, "wakes": phones.wake, "leaves": phones.leave}
            for name, deed in deeds.items():
                deed(phone)
                costs = [spent(host) for _ in range(AFTER)]
                host.run(0.5)
                if number >= NEW:
                    worst[name] = max(worst.get(name, 0.0), *costs)
                    frames += costs
    finally:
        host.close()
    within = sum(cost < 1000 / 60 for cost in frames) / len(frames)
    told = ", ".join(f"{name} {cost:.1f}" for name, cost in worst.items())
    print(f"\n{scene} {size[0]}x{size[1]}, text {text:.0%}: {within:.2%} under 16.7 ms; at most {told} ms")
    assert max(worst.values()) < 150

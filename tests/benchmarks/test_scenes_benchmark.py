"""What scenes and films cost, as tables.

Run with: pytest tests/benchmarks/test_scenes_benchmark.py -m benchmark -n 0 -s.

- The frames in which phones come, fall asleep, wake and leave, by the processor time of the window's thread.
- How long a page's rows and columns take, and each scene that is laid out anew in a large window.
- How long *Today* takes to open at 1080p, with its pictures kept and without, and its longest frame. A program that has
  just begun, whose menu has been seen, opens it, and once more after the menu. What is asserted leaves room for a
  machine that is busy.
- What the film of each game costs, in seconds of a processor and in bytes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from game.records.films import MOST_BYTES, SIZES, FilmOrder
from scenes.commands.film_worker import make_film
from scenes.join.join_scene import JoinScene
from scenes.kit.drawing.frame_budget import SECONDS
from scenes.kit.layout import Box, Part, Places
from scenes.kit.scene import Scene
from scenes.menu.menu_scene import MenuScene
from scenes.phones.phone_controllers import PhoneControllers
from scenes.phones.phones_scene import PhonesScene
from scenes.routing import import_places
from scenes.services import Services
from scenes.today.today_scene import TodayScene
from tests import make
from tests.four import FOUR
from tests.make import AOI, REN
from tools.catalogue.review import reviewed
from tools.catalogue.scenes import SCENES
from tools.host import Host
from tools.shooter import Shooter
from tools.soak.phones import NearbyPhones

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]
NEW = 4  # phones whose pictures nobody has drawn yet
AFTER = 20  # frames in which what a phone did is still being shown
SETTLE = 3.0  # seconds until a scene is quiet
WITH_PHONES: dict[str, Callable[[Services, PhoneControllers], Scene]] = {
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
@pytest.mark.parametrize("scene", WITH_PHONES)
def test_the_frame_in_which_phones_come_and_go(scene: str, size: tuple[int, int], text: float) -> None:
    """Twelve phones, one after the other; the first four are not counted, as their pictures are new."""
    host = Host(size, "en")
    host.services.settings.change(text_scale=text)
    phones = NearbyPhones()
    controllers = PhoneControllers(host.services, lambda: host.app.manager.top, phones, lambda: host.app.hears)
    host.stage.devices.remotes = controllers
    controllers.open()
    host.services.offered_resume = True
    host.app.manager.start(WITH_PHONES[scene](host.services, controllers))
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


LARGE = (3840, 2160)
REPEATS = 5
SPREAD_S = 1.0  # a shared processor may run at half its speed for a tenth of a second, and again a moment later
MOST_MS = 0.3


def best_ms(work: Callable[[], object], seconds: float = 0.0) -> float:
    """The quickest of a few times, in milliseconds: the one that the machine disturbed least.

    With `seconds`, as many times as go into them.
    """
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < REPEATS or time.perf_counter() < end:
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return 1000 * min(times)


@contextmanager
def watching() -> Iterator[list[tuple[Part, Box, tuple[float, float], float]]]:
    """What pages are laid out from, in their order."""
    built: list[tuple[Part, Box, tuple[float, float], float]] = []
    lay_out = Places.__init__

    def noted(found: Places, page: Part, box: Box, origin: tuple[float, float], scale: float) -> None:
        built.append((page, box, origin, scale))
        lay_out(found, page, box, origin, scale)

    with patch.object(Places, "__init__", noted):
        yield built


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", [name for name in SCENES if not name.startswith(FOUR)])  # those are boards
def test_layouts(name: str) -> None:
    """A page may take 0.3 ms. What a scene takes to be laid out anew is for a comparison with an earlier commit."""
    host = Shooter(LARGE, "en")
    SCENES[name].show(host)
    scene = host.app.manager.top
    assert scene is not None
    with watching() as built:
        scene.resized()
    pages = {best_ms(work): work for work in (partial(Places, *given) for given in built)}
    page = best_ms(pages[max(pages)], SPREAD_S) if pages else 0.0
    print(f"\n{name:32} laid out anew in {best_ms(scene.resized):7.2f} ms, its parts in {page:.3f} ms")
    host.close()
    assert page <= MOST_MS


SIZE = (1920, 1080)
KEPT_MS, COLD_MS, LONGEST_MS = 150, 400, 33
BUSY = 4  # times as long: the machine may be so busy, and a shared core so slow
KEPT_FRAMES = 9  # of 60 in a second: 150 ms


class Opened(NamedTuple):
    """Frames until the sheet is whole, the thread's milliseconds in them, and those of the longest one."""

    frames: int
    total_ms: float
    longest_ms: float


def opened(host: Host) -> Opened:
    """Open the sheet."""
    scene = TodayScene(host.services)
    spent = []
    began = time.thread_time()
    host.app.manager.start(scene)
    while True:
        shown = host.app.frames_shown
        host.frame()
        now = time.thread_time()
        spent.append(1000 * (now - began))
        began = now
        if host.app.frames_shown > shown and not scene.pictures.is_animated:
            return Opened(len(spent), sum(spent), max(spent))


def test_today_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KISSATEN_CACHE", str(tmp_path / "cache"))
    host = Host(SIZE, "en")
    host.services.offered_resume = True
    host.app.manager.start(MenuScene(host.services))
    import_places()
    host.run(1.0)
    cold = opened(host)
    host.app.manager.start(MenuScene(host.services))
    host.run(1.0)
    kept = opened(host)
    host.close()
    print(f"\nToday at {SIZE[0]}x{SIZE[1]}, pictures to be made for {1000 * SECONDS:.0f} ms a frame")
    for name, each, bound in (("cold", cold, COLD_MS), ("kept", kept, KEPT_MS)):
        times = f"{each.total_ms:.0f} ms (bar {bound})"
        print(f"  {name}: {times} in {each.frames} frames, the longest {each.longest_ms:.0f} ms (bar {LONGEST_MS})")
        assert each.total_ms < BUSY * bound
    assert kept.frames <= KEPT_FRAMES
    assert kept.longest_ms < BUSY * LONGEST_MS


MOST_SECONDS = 15.0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ending", [".webp", ".gif"])
@pytest.mark.parametrize("game", FOUR)
def test_a_film_is_made_soon_and_small(game: str, ending: str, size: tuple[int, int]) -> None:
    record, review = reviewed(game, (AOI, REN))
    began = time.process_time()
    data = make_film(FilmOrder(record.to_json(), review, "en", ending, size), lambda share: None)
    spent = time.process_time() - began
    print(f"{game:9} {ending} {size[0]}x{size[1]:<5} {spent:6.1f} s {len(data) / 1e6:6.2f} MB")
    assert len(data) <= MOST_BYTES
    assert game != "quoridor" or spent <= MOST_SECONDS

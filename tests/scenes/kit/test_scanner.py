"""The light of one-button play, on virtual time: steps, groups, passes, presses, and what counts as no press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import groupby, pairwise
from typing import Any, ClassVar

import pygame
import pytest

from game.registry import find
from scenes.archive.archive_scene import ArchiveScene
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.input.devices import Devices
from scenes.kit.input.holds import HOLD_SECONDS
from scenes.kit.input.intents import SignalKind
from scenes.kit.scene import Item, ScanGroup, ScanTarget, Scene
from scenes.kit.widgets.scanner import BOUNCE_SECONDS, FIRST_SHARE, MOST_RINGS, Lit, by_rows, draw_light, tree
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from tests import make
from tests.scenes import posting
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.one_switch import OneSwitch, names, way
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

PACE = 1.0
TICK = 1 / 120


class Shelf(Scene):
    """A scene with two stops, a group of three and a group of one. It notes what was taken."""

    def __init__(self, house: Playhouse) -> None:
        super().__init__(house.stage)
        self.taken: list[str] = []
        self.lit: list[str] = []
        self.items: Sequence[Item] = (
            self.stop("a"),
            self.stop("b", again=True),
            ScanGroup("g", "g", tuple(map(self.stop, "xyz"))),
            ScanGroup("alone", "alone", (self.stop("only"),)),
            ScanGroup("empty", "empty", ()),
        )

    def stop(self, name: str, again: bool = False) -> ScanTarget:
        take, lit = partial(self.taken.append, name), partial(self.lit.append, name)
        return ScanTarget(name, name, take, lit=lit, is_back_in_group=again)

    def scan(self) -> Sequence[Item]:
        return self.items


def longest(items: Sequence[Item]) -> float:
    """Return how many paces pass from the first stop to the last one of a tree."""
    deep = (longest(item.items) if isinstance(item, ScanGroup) else 0.0 for item in items)
    return max(index + (FIRST_SHARE - 1) * (index > 0) + below for index, below in enumerate(deep))


class ScanVocabulary(HouseVocabulary):
    """Tells of one-button play: a light goes from stop to stop, and one switch presses what is lit. NAME is what a stop
    or a group is called, KEY its key: "back", "action e2". A pace lasts one second on the shelf of the test,
    with which a story begins if it has no other scene."""

    begins = ("shelf", "change", "match", "boot", "asks", "plug", "replay", "sit")
    shelf: Shelf

    @cached_property
    def one(self) -> OneSwitch:
        """The switch: a key, unless the story chooses another one."""
        return OneSwitch(self.house, "key")

    @property
    def lit(self) -> Lit | None:
        """The stop or group on which the light is."""
        return self.house.app.scanner.lit

    def since(self, said: list[Any]) -> list[Any] | None:
        """Return what a list has got since the last query; None for nothing."""
        came, said[:] = list(said), []
        return came or None

    def steps(self, paces: str) -> list[str]:
        """Return which stop is lit for how many seconds, one after the other, in this many paces."""
        seen = []
        for _ in range(round(float(paces) * PACE / TICK)):
            seen.append(self.lit.item.key)
            self.house.app.step()
        return [f"{key} {len(list(run)) * TICK:.1f}" for key, run in groupby(seen)]

    facts: ClassVar = {
        "items": lambda s: names(s.house.top.scan()),  # names of all stops
        "lit": lambda s: s.lit and s.lit.item.key,  # the key of what is lit
        # what was said since the last query
        "new_words": lambda s: (said := s.since(s.recorder.said)) and [text for _, text in said],
        "paces_to_last": lambda s: longest(tree(s.top)),  # how many pass until the last stop is lit
        # ACTION: how many presses it takes
        "presses": lambda s, *text: len(way(tree(s.top), lambda stop: stop.key == ("action", " ".join(text)))),
        "steps": steps,
        # the pitches that have sounded since the last query
        "ticks": lambda s: (pitches := s.since(s.pitches)) and set(pitches),
    }

    def do_shelf(self) -> None:
        """Show a scene with the stops "a" and "b", the group "g" of x, y and z, and the group "alone", with one-button
        play on."""
        self.house.services.settings.change(scan=True, scan_pace=PACE)
        self.shelf = Shelf(self.house)
        self.house.show(self.shelf)
        self.pitches: list[int] = []
        self.patch.setattr(self.house.stage.audio, "play", lambda name, gain=1.0, pitch=0: self.pitches.append(pitch))

    def do_paces(self, rest: str = "") -> None:
        """NUMBER: Let this many paces pass without frames."""
        for _ in range(round(float(rest) * PACE / TICK)):
            self.house.app.step()

    def do_light(self, rest: str = "") -> None:
        """KEY: Wait until KEY is lit."""
        self.one.wait_for(tuple(rest.split()) if " " in rest else rest)

    def do_press(self, rest: str = "") -> None:
        """[long | trembling]: Press the switch, whatever is lit. Or hold it until the app asks about one-button play,
        or press it several times in quick succession."""
        ways: dict[str, Callable[[], None]] = {
            "": self.one.press,
            "long": partial(self.one.hold, HOLD_SECONDS + 0.3),
            "trembling": self.tremble,
        }
        ways[rest]()

    def tremble(self) -> None:
        """Press the switch three times, too fast for a hand that means it."""
        for down in (True, False, True, False, True):
            self.do_paces(str(BOUNCE_SECONDS / 2))
            self.house.app.scanner.switch(down)

    def do_items(self, rest: str = "") -> None:
        """NAMES: Give the scene these stops. "…" stands for the stops that it had."""
        had = self.shelf.items
        found = [had if name == "…" else (self.shelf.stop(name),) for name in rest.split()]
        self.shelf.items = tuple(item for items in found for item in items)

    def do_speech(self, rest: str = "") -> None:
        """begins TEXT, or ends: Let the app begin to say TEXT, or finish it."""
        if rest == "ends":
            self.recorder.children[-1].status = 0
        else:
            self.recorder.ends_at_once = False
            self.house.stage.say(rest.removeprefix("begins "), urgent=True)

    def do_switch(self, rest: str = "") -> None:
        """pad, click or tap: Choose what the switch of the next steps is, in place of a key."""
        self.one = OneSwitch(self.house, rest)

    def do_take(self, rest: str = "") -> None:
        """NAME, or key KEY: Press the switch when the stop with this name or key is lit, after the groups that hold it.
        NAME may be an action's notation."""
        key = rest.removeprefix("key ")
        self.one.take(rest if key == rest else lambda stop: stop.key == key)

    def do_ai_thinks(self) -> None:
        """Let the AI think for ever."""
        self.patch.setattr(self.match.session.agent_seats.requests, "take_move", lambda idle: None)

    def do_clock_at(self, rest: str = "") -> None:
        """SECONDS: Set the match's clock."""
        session = self.match.session
        session.clocks.clock = replace(session.clock, seconds=float(rest))


test_one_button_play = stories("scanner.txt", ScanVocabulary)


@pytest.mark.parametrize(
    ("post", "kind"),
    [
        (lambda: posting.key_down(pygame.K_LSHIFT), SignalKind.SWITCH_DOWN),
        (lambda: posting.key_down(pygame.K_ESCAPE), SignalKind.SWITCH_DOWN),
        (lambda: posting.mouse_down((9, 9), button=3), SignalKind.SWITCH_DOWN),
        (lambda: posting.key_up(pygame.K_a), SignalKind.SWITCH_UP),
    ],
)
def test_all_that_can_be_pressed_is_one_switch(devices: Devices, post: Callable[[], None], kind: SignalKind) -> None:
    devices.switch(True)
    post()
    assert [found.kind for found in devices.drain(0.1)] == [kind]
    devices.switch(False)
    post()
    assert all(getattr(found, "kind", None) is not kind for found in devices.drain(0.2))


def test_rings_are_light_between_dark_and_the_bar_shrinks(house: Playhouse) -> None:
    area = pygame.Rect(300, 200, 120, 80)
    item = ScanTarget("a", "a", lambda: None, (area,))
    grey = [brightness(drawn(house, Lit(item, 0, 0.5)), (x, area.centery)) for x in range(area.left - 20, area.left)]
    lights = [value > 150 for value in grey]
    assert sum(a and not b for a, b in pairwise(lights)) == 2  # a double ring
    assert min(grey) < 40
    widths = [lit_width(drawn(house, Lit(item, 0, left)), area) for left in (1.0, 0.5, 0.1)]
    assert widths[0] > widths[1] > widths[2] > 0


def test_a_group_has_a_ring_for_each_and_one_around_many(house: Playhouse) -> None:
    few = [pygame.Rect(100 + 60 * i, 300, 30, 30) for i in range(3)]
    group = ScanGroup("g", "g", tuple(ScanTarget(i, str(i), lambda: None, (area,)) for i, area in enumerate(few)))
    beside = drawn(house, Lit(group, 0, 1.0))
    assert any(brightness(beside, (x, 315)) > 150 for x in range(131, 160))
    many = [pygame.Rect(100 + 20 * i, 300, 10, 10) for i in range(MOST_RINGS + 1)]
    group = ScanGroup("g", "g", tuple(ScanTarget(i, str(i), lambda: None, (area,)) for i, area in enumerate(many)))
    around = drawn(house, Lit(group, 0, 1.0))
    assert all(brightness(around, (x, 305)) < 40 for x in range(111, 119))


def drawn(house: Playhouse, lit: Lit) -> pygame.Surface:
    """Return the light on black."""
    sheet = SurfaceCanvas(pygame.Surface(house.window.size))
    draw_light(house.stage, sheet, lit)
    return sheet.surface


def brightness(surface: pygame.Surface, at: tuple[int, int]) -> float:
    return sum(surface.get_at(at)[:3]) / 3


def lit_width(surface: pygame.Surface, area: pygame.Rect) -> int:
    """Return the width of the bar below an area, in pixels."""
    rows = range(area.bottom + 17, area.bottom + 30)
    return max(sum(brightness(surface, (x, y)) > 150 for x in range(area.left, area.right)) for y in rows)


def test_many_stops_are_grouped_by_rows(house: Playhouse) -> None:
    stops = [
        ScanTarget(i, str(i), lambda: None, (pygame.Rect(60 * (i % 5), 60 * (i // 5), 50, 50),)) for i in range(15)
    ]
    rows = by_rows(house.stage, stops)
    assert [names((row,)) for row in rows] == [[str(5 * row + i) for i in range(5)] for row in range(3)]
    assert rows[0].name == "0 to 4"
    assert by_rows(house.stage, stops[:4]) == tuple(stops[:4])


@pytest.mark.parametrize("is_on", [False, True])
@pytest.mark.parametrize("page", ["menu", "setup", "shelf"])
def test_nothing_but_the_light_has_a_ring_while_it_is_on(
    house: Playhouse, page: str, is_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.services.settings.change(scan=is_on)
    house.services.store.finish(make.record("quoridor", PERSON, RIVAL, actions=["e2"]))
    pages: dict[str, Callable[..., Scene]] = {
        "menu": MenuScene,
        "setup": partial(SetupScene, spec=find("quoridor")),
        "shelf": ArchiveScene,
    }
    house.show(pages[page](house.services))
    house.run(1.0)
    rings: list[object] = []
    ring = house.stage.paint.ring
    monkeypatch.setattr(house.stage.paint, "ring", lambda *given: rings.append(given) or ring(*given))
    house.app.canvas.invalidate()
    house.app.draw()
    assert bool(rings) != is_on

"""One switch for tests: it waits until a stop, or a group that holds it, is lit, and presses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from scenes.kit.scene import Item, ScanGroup, ScanTarget
from scenes.kit.widgets.scanner import tree
from tests.scenes import posting
from tests.scenes.playhouse import Playhouse
from tools.soak.virtual_pad import XBOX, VirtualPad

Wanted = Callable[[ScanTarget], bool]
KEY = pygame.K_F7  # a key without a meaning
CORNER = (3, 3)  # of the window, where nothing is
PATIENCE = 60.0  # seconds of virtual time
STILL = 0.5  # seconds after a press; an earlier second press would count as trembling


class OneSwitch:
    """A key, a button of a pad, a click or a tap at one place; no other input."""

    def __init__(self, house: Playhouse, kind: str) -> None:
        self.house = house
        width, height = house.window.size
        part = (CORNER[0] + 0.5) / width, (CORNER[1] + 0.5) / height
        edges: dict[str, Callable[[], tuple[Callable[[], object], Callable[[], object]]]] = {
            "key": lambda: (partial(posting.key_down, KEY), partial(posting.key_up, KEY)),
            "pad": self._pad,
            "click": lambda: (partial(posting.mouse_down, CORNER), partial(posting.mouse_up, CORNER)),
            "tap": lambda: (
                partial(posting.finger, pygame.FINGERDOWN, part),
                partial(posting.finger, pygame.FINGERUP, part),
            ),
        }
        self._down, self._up = edges[kind]()
        house.frame()  # notices a new pad

    @staticmethod
    def _pad() -> tuple[Callable[[], object], Callable[[], object]]:
        pad = VirtualPad(XBOX)
        return partial(pad.press, "rb"), partial(pad.release, "rb")

    def press(self) -> None:
        """Press and release."""
        self._down()
        self.house.frame()
        self._up()
        self.house.run(STILL)

    def hold(self, seconds: float) -> None:
        """Press, and release after a while."""
        self._down()
        self.house.run(seconds)
        self._up()
        self.house.frame()

    def take(self, wanted: Wanted | str) -> None:
        """Press a stop, after the groups that hold it. A text is its name, or the text of its action."""
        found = wanted if not isinstance(wanted, str) else lambda stop: wanted in (stop.name, _text(stop))
        self.house.until(lambda: way(self.items, found) is not None, f"{wanted} among {names(self.items)}")
        keys = way(self.items, found) or ()
        for key in keys:
            self.wait_for(key)
            self.press()

    @property
    def items(self) -> tuple[Item, ...]:
        """The stops and groups of the scene on top."""
        top = self.house.top
        return () if top is None or self.house.app.manager.is_new else tree(top)

    def wait_for(self, key: object) -> None:
        """Wait until the stop or group with this key is lit."""
        scanner = self.house.app.scanner

        def is_lit() -> bool:
            return scanner.lit is not None and scanner.lit.item.key == key and not scanner.is_deaf

        self.house.until(is_lit, f"the light on {key}", seconds=PATIENCE)


def _text(stop: ScanTarget) -> str:
    return stop.key[1] if isinstance(stop.key, tuple) and stop.key[0] == "action" else ""


def way(items: Sequence[Item], wanted: Wanted) -> list[object] | None:
    """Return the keys that lead to a stop."""
    for item in items:
        if isinstance(item, ScanGroup):
            inner = way(item.items, wanted)
            if inner is not None:
                return [item.key, *inner]
        elif wanted(item):
            return [item.key]
    return None


def levels(items: Sequence[Item]) -> list[Sequence[Item]]:
    """Every level of a tree."""
    return [items, *(level for item in items if isinstance(item, ScanGroup) for level in levels(item.items))]


def names(items: Sequence[Item]) -> list[str]:
    """Return the names of all stops."""
    return [name for item in items for name in (names(item.items) if isinstance(item, ScanGroup) else [item.name])]

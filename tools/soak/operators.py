"""The operator, who comes now and then with the PIN: to look, to change a setting, to clean."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pygame

from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kit.widgets.widget import Button, Widget
from tools.soak.guest import Doing, UnmetError, hold_f10
from tools.soak.hand import Hand
from tools.soak.house import PIN, House

STEPPED = ("idle.menu", "idle.turn", "idle.thinking", "pace", "cards", "limit", "question", "offer", "dim")
"""The rows that the operator changes: none that would close the table or throw games away."""
# How many half seconds of the table's time one step at the PIN page may take.
LONGEST_TRY = 4000
# How many half seconds of the table's time an export may take.
WRITING = 120


class Operator:
    """One person with a keyboard."""

    def __init__(self, house: House, done: Counter[str]) -> None:
        self.house = house
        self.done = done
        self.chance: random.Random = house.chance
        self.hand = Hand(house.app, house.chance, "keyboard")

    def comes(self) -> Doing:
        """Hold F10, enter the PIN, do something and leave the menu."""
        # The key may have to be held again: unplugging a pad ends the hold.
        for _ in range(3):
            yield from hold_f10()
            if self.house.has_operator:
                break
            self.done["called in vain"] += 1
        yield from self.enter()
        menu = self.house.top
        if not isinstance(menu, OperatorScene):
            return
        self.done["operator came in"] += 1
        for _ in range(self.chance.randint(1, 3)):
            yield from self.chance.choice(self._tasks(menu))()
        # Escape is pressed several times, since the message of an export may still appear.
        for _ in range(5):
            self.hand.tap_key(pygame.K_ESCAPE)
            yield 1.5
            if not self.house.has_operator:
                return
        if not self.house.is_troubled:
            raise UnmetError(f"the operator's menu does not close: {type(self.house.top).__name__}")

    def enter(self) -> Iterator[float]:
        """Enter the PIN, sometimes only at the second try; leave if the table is locked for a while.

        Raises UnmetError if the right PIN fails.
        """
        asked = self.house.top
        if not isinstance(asked, PinScene):
            if self.house.is_troubled:
                return
            raise UnmetError(f"F10 does not call the operator: {type(asked).__name__}")
        if asked.standing.kind == "ready" and asked.standing.tries > 1 and self.chance.random() < 0.2:
            self.done["wrong PINs"] += 1
            yield from self._type("111111")
            yield from self._tried(asked)
            # Checking the PIN takes real time. The table's clock runs faster, so the page may have closed itself.
            if self.house.top is not asked:
                self.done["PIN asked for too long"] += 1
                return
        if asked.standing.kind != "ready":
            self.done[f"PIN {asked.standing.kind}"] += 1
            self.hand.tap_key(pygame.K_ESCAPE)
            yield 1.0
            return
        self.done["right PINs"] += 1
        yield from self._type(PIN)
        yield from self._tried(asked)
        if not isinstance(self.house.top, OperatorScene) and not self.house.is_troubled:
            found = f"{type(self.house.top).__name__}, {asked.standing.kind}, {asked.spoken!r}"
            raise UnmetError(f"the right PIN does not open: {found}")

    def sets_the_pin(self, code: str) -> Doing:
        """Enter the setup code, and a new PIN twice. Raises UnmetError if the table does not ask or stays closed."""
        for _ in range(LONGEST_TRY):
            if isinstance(self.house.top, PinScene):
                break
            yield 0.5
        asked = self.house.top
        if not isinstance(asked, PinScene):
            raise UnmetError(f"the table does not ask for a PIN: {type(asked).__name__}")
        yield 2.0
        yield from self._type(code)
        yield from self._tried(asked)
        for _ in range(2):
            yield from self._type(PIN)
            yield 1.0
        yield from self._tried(asked)
        for _ in range(LONGEST_TRY):
            if not self.house.has_operator:
                return
            yield 0.5
        raise UnmetError(f"the table does not open with a new PIN: {type(self.house.top).__name__}")

    @staticmethod
    def _tried(asked: PinScene) -> Iterator[float]:
        """Wait until the PIN has been checked, which takes real time whatever the table's clock says."""
        for _ in range(LONGEST_TRY):
            yield 0.5
            if not asked.is_trying:
                break
        yield 1.5

    def _type(self, digits: str) -> Iterator[float]:
        for digit in digits:
            self.hand.tap_key(ord(digit))
            yield 0.3
        self.hand.tap_key(pygame.K_RETURN)
        yield 0.3

    # In the menu

    def _tasks(self, menu: OperatorScene) -> list[Callable[[], Doing]]:
        return [
            lambda: self._sets(menu),
            lambda: self._sets(menu),
            lambda: self._looks(menu),
            lambda: self._cleans(menu),
            lambda: self._exports(menu),
        ]

    def _sets(self, menu: OperatorScene) -> Doing:
        """Change a setting by one step."""
        for _ in range(self.chance.randint(0, 3)):
            # Turns to the next page.
            self.hand.tap_key(pygame.K_e)
            yield 0.8
        rows = [row for row in menu.panel.rows if row.field.name in STEPPED]
        if rows and self.house.top is menu:
            row = self.chance.choice(rows)
            menu.focus.focus(row)
            self.hand.tap_key(self.chance.choice((pygame.K_LEFT, pygame.K_RIGHT)))
            self.done["settings changed"] += 1
            yield 3.0

    def _looks(self, menu: OperatorScene) -> Doing:
        """Look at the statistics and at the incidents."""
        menu.focus.focus(menu.tabs)
        for _ in range(3):
            self.hand.tap_key(pygame.K_RIGHT)
            yield 1.5
        menu.focus.focus(menu.incidents)
        self.hand.tap_key(pygame.K_RETURN)
        yield 3.0
        if self.house.top is not menu:
            self.hand.tap_key(pygame.K_ESCAPE)
            yield 1.0
        self.done["audits looked at"] += 1

    def _cleans(self, menu: OperatorScene) -> Doing:
        """Clean the screen: touches are ignored for a minute."""
        self._press(menu, self._deeds(menu)[0])
        yield 3.0
        for _ in range(20):
            self.hand.press_any()
            yield 2.0
        for _ in range(30):
            if self.house.top is menu:
                break
            yield 1.0
        self.done["cleanings"] += 1

    def _exports(self, menu: OperatorScene) -> Doing:
        """Export the statistics as files."""
        self._press(menu, self._deeds(menu)[1])
        for _ in range(WRITING):
            yield 0.5
            if self.house.top is menu:
                break
            self.hand.tap_key(pygame.K_RETURN)
        self.done["exports"] += 1

    @staticmethod
    def _deeds(menu: OperatorScene) -> list[Widget]:
        return [widget for widget in menu.focus.widgets if type(widget) is Button]

    def _press(self, menu: OperatorScene, widget: Widget) -> None:
        menu.focus.focus(widget)
        self.hand.tap_key(pygame.K_RETURN)

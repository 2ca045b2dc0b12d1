"""The operator's menu for tests: opened on a configuration of its own, and used with every device."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from game.kiosk.kiosk import Kiosk
from game.kiosk.pin import PinFile
from game.storage.audits import Audits
from scenes.kiosk.operator.operator_actions import BackgroundLook
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.operator.row_widgets import RowWidget
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Push, Quit
from scenes.kit.widgets.widget import SegmentedControl, Widget
from scenes.menu.menu_scene import MenuScene
from tests.scenes.drawn import NoPixels
from tests.scenes.hands import Hand, PointerHand, SteppingHand, TouchHand, focus_of
from tests.scenes.playhouse import Playhouse
from tools.catalogue.operator import NOW

COMMENTED = "# The shop's own words\n[idle]\nmenu = 45 # as it came\n"


class Counter:
    """The operator's menu at a table."""

    def __init__(self, house: Playhouse, folder: Path, text: str = COMMENTED, audits: Audits | None = None) -> None:
        self.house = house
        house.app.canvas = NoPixels(house.window.surface)
        house.show(MenuScene(house.services))
        self.path = folder / "kiosk.toml"
        self.path.write_text(text, encoding="utf-8")
        store = house.services.store
        if audits is not None:
            store.audits = audits
        self.kiosk = Kiosk(store, self.path, PinFile(folder / "pin.json"))
        self.now = NOW
        self.scene = OperatorScene(house.services, self.kiosk, Quit, lambda: self.now, NOW - timedelta(hours=3))
        self.scene.actions.sticks = BackgroundLook(list)
        house.app.manager.go(Push(lambda: self.scene))
        house.run(0.5)

    def row(self, hand: Hand, name: str) -> RowWidget:
        """Return a row of the menu, after the hand has turned to its page."""
        pages = self.scene.pages
        for _ in pages:
            if any(row.field.name == name for row in self.scene.panel.rows):
                break
            if isinstance(hand, PointerHand):
                hand.press(self.scene.panel.turner)
            else:
                hand.order(Kind.NEXT)
        return next(row for row in self.scene.panel.rows if row.field.name == name)

    def press(self, hand: Hand, widget: Widget) -> None:
        """Press a widget of the scene on top."""
        if isinstance(hand, SteppingHand) and self.house.top is self.scene:
            reach(hand, widget)
            hand.hit(Kind.CONFIRM)
        else:
            hand.press(widget)

    def open(self, hand: Hand, name: str) -> None:
        """Press a row."""
        self.press(hand, self.row(hand, name))

    def step(self, hand: Hand, name: str) -> None:
        """Set a row to its next value, in the way of the device."""
        row = self.row(hand, name)
        if isinstance(hand, SteppingHand):
            reach(hand, row)
            hand.hit(Kind.RIGHT)
        elif isinstance(hand, TouchHand):
            hand.press(row)
            dial = focus_of(self.house).widgets[0]
            hand.point((dial.rect.right - 9, dial.rect.centery))
            hand.say("OK")
        else:
            assert isinstance(hand, PointerHand)
            hand.point((row.rect.right - 9, row.rect.centery))


def reach(hand: SteppingHand, widget: Widget) -> None:
    """Move the focus up or down to a widget of the menu. All widgets are in one line."""
    focus = focus_of(hand.house)
    at = focus.widgets.index(widget)
    for _ in range(2 * len(focus.widgets)):
        assert focus.current is not None
        here = focus.widgets.index(focus.current)
        if here == at:
            return
        hand.hit(Kind.DOWN if here < at else Kind.UP)
    raise AssertionError(f"{widget.spoken(hand.house.stage)} is not reached")


def choose(hand: Hand, widget: Widget, value: int) -> None:
    """Set a choice to its entry with this number."""
    assert isinstance(widget, SegmentedControl)
    hand.select(widget, value)


def plus(hand: Hand, dial: Widget) -> None:
    """Step a dial or a slider forward; a pointer presses its right end."""
    if isinstance(hand, SteppingHand):
        focus_of(hand.house).focus(dial)
        hand.hit(Kind.RIGHT)
    else:
        assert isinstance(hand, PointerHand)
        hand.point((dial.rect.right - 9, dial.rect.centery))

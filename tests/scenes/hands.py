"""Four ways to play: mouse, keyboard, pad and finger. Each knows only its own events and what people see."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from game.quoridor.state import Action, Pass, PawnMove, WallPlacement
from scenes.kiosk.operator.editors import Dial
from scenes.kit.input.intents import DIRECTIONS, Kind
from scenes.kit.widgets.choices import Cycler, Picker
from scenes.kit.widgets.focus import Focus, nearest
from scenes.kit.widgets.widget import Button, Pips, SegmentedControl, Widget
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.quoridor.board import QuoridorBoard
from scenes.quoridor.input import Walling
from scenes.quoridor.sprites import Geometry
from scenes.setup.seat_editor import SeatSwitch
from scenes.table.board.board_view import BoardView
from scenes.table.exercises.lesson_table import TryingScene
from tests.scenes import posting
from tests.scenes.playhouse import Playhouse
from tools.soak.hand import BUTTONS, KEYS
from tools.soak.virtual_pad import XBOX, VirtualPad

Point = tuple[int, int]
TREMBLE = 2  # pixels that a tapping finger slides


def focus_of(house: Playhouse) -> Focus:
    """Return the focus of the scene on top, with its widgets."""
    focus = getattr(house.top, "focus", None)
    assert isinstance(focus, Focus), f"{type(house.top).__name__} has no widgets"
    return focus


def tile(house: Playhouse, game: str) -> Widget:
    """Return the menu's tile of a game."""
    return house.on_top(MenuScene).tiles[game]


def button(house: Playhouse, label: str) -> Button:
    """Return the button of the scene on top that says `label`."""
    buttons = [widget for widget in focus_of(house).widgets if isinstance(widget, Button)]
    found = [widget for widget in buttons if widget.label == label]
    assert len(found) == 1, f"no button {label!r} among {[widget.label for widget in buttons]}"
    return found[0]


def board_of(match: MatchScene) -> QuoridorBoard:
    """Return the match's board."""
    assert isinstance(match.board, QuoridorBoard)
    return match.board


def gutter(geometry: Geometry, wall: WallPlacement) -> Point:
    """Return a point that means `wall` to a pointer: beside the crossing, along the wall."""
    rect = geometry.wall_rect(wall)
    if rect.width > rect.height:
        return rect.centerx + rect.width // 8, rect.centery
    return rect.centerx, rect.centery + rect.height // 8


def line(begin: Point, end: Point, steps: int) -> list[Point]:
    """Return points on the way from `begin` to `end`, with the last one."""
    (x, y), (to_x, to_y) = begin, end
    return [(x + (to_x - x) * step // steps, y + (to_y - y) * step // steps) for step in range(1, steps + 1)]


class Hand(ABC):
    """One way to play. Each method waits until the app has reacted."""

    def __init__(self, house: Playhouse) -> None:
        self.house = house

    @property
    def table(self) -> BoardView:
        """The table of the exercise on top, otherwise of the match."""
        top = self.house.top
        return top.table if isinstance(top, TryingScene) else self.house.playing.table

    @property
    def board(self) -> Any:
        """The board in play."""
        return self.table.board

    @property
    def state(self) -> Any:
        """The position in play."""
        top = self.house.top
        return top.table.state if isinstance(top, TryingScene) else self.house.playing.session.state

    @property
    def holder(self) -> Any:
        """What has the selection, and the action that waits for a second press."""
        return self.house.top if isinstance(self.house.top, TryingScene) else self.house.playing.input

    @property
    def selection(self) -> Any:
        """The present selection."""
        return self.holder.selection

    @property
    def geometry(self) -> Any:
        """The places of everything on the board in play."""
        return self.board.geometry

    @abstractmethod
    def press(self, widget: Widget) -> None:
        """Press a widget of the scene on top."""

    @abstractmethod
    def order(self, kind: Kind) -> None:
        """Give an order of the bar: hint, undo, pause, secondary, back …"""

    @abstractmethod
    def put(self, action: Any) -> None:
        """Make the presses that play `action`. Its animation then runs."""

    def undo(self) -> None:
        """Undo, as people do with this device."""
        self.order(Kind.UNDO)

    def confirm(self, action: Any) -> None:
        """Give the second press that an action waits for."""
        self.put(action)

    def say(self, label: str) -> None:
        """Press the button that says `label`."""
        self.press(button(self.house, label))

    def play(self, action: Any) -> None:
        """Play an action, or its notation, and wait for a person's next turn."""
        match = self.house.playing
        if isinstance(action, str):
            action = match.session.spec.rules.parse(action)
        before = match.session.ply
        self.put(action)
        assert match.session.ply > before, f"{match.board.words.action(action).notation} was not played"
        assert match.session.steps[before].action == action
        self.house.rest()

    def select(self, widget: Widget, value: int) -> None:
        """Set a choice, a level or a cycler to its entry with this number (from 0)."""
        raise NotImplementedError


class PointerHand(Hand):
    """What mouse and finger share."""

    @abstractmethod
    def point(self, point: Point) -> None:
        """Click or tap."""

    @abstractmethod
    def drag(self, begin: Point, end: Point, steps: int = 6) -> None:
        """Go down at `begin`, and up at `end`."""

    def press(self, widget: Widget) -> None:
        self.point(widget.rect.center)

    def order(self, kind: Kind) -> None:
        bar = getattr(self.house.top, "bar", None)
        assert bar is not None, f"{type(self.house.top).__name__} has no bar"
        rects = [place.rect for place in bar.places() if place.prompt.kind is kind]
        assert rects, f"the bar offers no {kind.name} to a {bar.family}"
        self.point(rects[0].center)

    def select(self, widget: Widget, value: int) -> None:
        if isinstance(widget, SegmentedControl):
            self.point(widget.segments()[value].center)
        elif isinstance(widget, SeatSwitch):
            self.point(widget.area(value).center)
        elif isinstance(widget, Cycler):
            for _ in range((value - widget.index) % len(widget.values)):
                self.point(widget.rect.center)
        else:
            assert isinstance(widget, Pips)
            pips = [x for x in range(widget.rect.left, widget.rect.right) if pip_at(widget, x) == value]
            self.point((pips[len(pips) // 2], widget.rect.centery))


def pip_at(pips: Pips, x: int) -> int | None:
    """Return which pip (from 0) is drawn around the column `x`."""
    place = (x - pips._first) / pips._pitch
    return round(place) if -0.4 < place < 4.4 else None


class MouseHand(PointerHand):
    """Hovering shows an action, and a click plays it."""

    def point(self, point: Point) -> None:
        posting.move_mouse((point[0] - 9, point[1]))
        posting.move_mouse(point)
        self.house.frame()
        self.house.react(partial(posting.mouse_down, point), partial(posting.mouse_up, point))

    def hover(self, point: Point) -> None:
        """Point there without a click."""
        posting.move_mouse((point[0] - 9, point[1]))
        posting.move_mouse(point)
        self.house.run(0.1)

    def down(self, point: Point) -> None:
        """Press the button, and hold it."""
        self.house.react(partial(posting.mouse_down, point))

    def up(self, point: Point) -> None:
        """Release the button."""
        self.house.react(partial(posting.mouse_up, point))

    def drag(self, begin: Point, end: Point, steps: int = 6) -> None:
        posting.move_mouse(begin)
        self.house.react(
            partial(posting.mouse_down, begin),
            *(partial(posting.move_mouse, point) for point in line(begin, end, steps)),
            partial(posting.mouse_up, end),
        )

    def put(self, action: Action) -> None:
        if isinstance(action, PawnMove):
            self.point(self.geometry.cell_rect(action.cell).center)
        elif isinstance(action, WallPlacement):
            self.point(gutter(self.geometry, action))
        else:
            self.point(self.geometry.rect.center)


class TouchHand(PointerHand):
    """A tap chooses. The brass button, or the same tap again, plays."""

    def point(self, point: Point) -> None:
        self.drag(point, (point[0] + TREMBLE, point[1] - TREMBLE), steps=2)

    def put(self, action: Action) -> None:
        if isinstance(action, PawnMove):
            centre = self.geometry.cell_rect(action.cell).center
            self.point(centre)
            self.point(centre)
        elif isinstance(action, WallPlacement):
            self.aim(action)
            if self.selection.wall != action:  # one that is not allowed may have to be turned first
                self.order(Kind.NEXT)
            self.order(Kind.CONFIRM)
        else:
            self.order(Kind.CONFIRM)

    def aim(self, wall: WallPlacement) -> None:
        """Lay the ghost of a wall."""
        self.point(gutter(self.geometry, wall))

    def confirm(self, action: Action) -> None:
        self.order(Kind.CONFIRM)

    def down(self, point: Point, number: int = 1) -> None:
        """Put the finger with this number down."""
        self.house.react(self._post(pygame.FINGERDOWN, point, number))

    def slide_to(self, point: Point, number: int = 1) -> None:
        """Slide it, without lifting it."""
        self.house.react(self._post(pygame.FINGERMOTION, point, number))

    def up(self, point: Point, number: int = 1) -> None:
        """Lift it."""
        self.house.react(self._post(pygame.FINGERUP, point, number))

    def drag(self, begin: Point, end: Point, steps: int = 6) -> None:
        way = [self._post(pygame.FINGERMOTION, point) for point in line(begin, end, steps)]
        self.house.react(self._post(pygame.FINGERDOWN, begin), *way, self._post(pygame.FINGERUP, end))

    def _post(self, kind: int, point: Point, number: int = 1) -> Callable[[], None]:
        width, height = self.house.window.size
        return partial(posting.finger, kind, ((point[0] + 0.5) / width, (point[1] + 0.5) / height), number)


class SteppingHand(Hand):
    """What keyboard and pad share: they move the focus, and confirm."""

    @abstractmethod
    def hit(self, kind: Kind) -> None:
        """Press the key or button for `kind`."""

    def order(self, kind: Kind) -> None:
        self.hit(kind)

    def press(self, widget: Widget) -> None:
        self.go(widget)
        self.hit(Kind.CONFIRM)

    def go(self, target: Widget) -> None:
        """Move the focus to `target` by the shortest way."""
        focus = focus_of(self.house)
        index = focus.widgets.index(target)
        for kind in self._way(focus, target):
            self.hit(kind)
        assert focus.current is focus.widgets[index], "the focus went astray"

    @staticmethod
    def _way(focus: Focus, target: Widget) -> list[Kind]:
        assert focus.current is not None
        ways: dict[int, list[Kind]] = {id(focus.current): []}
        waiting = deque([focus.current])
        while waiting:
            widget = waiting.popleft()
            if widget is target:
                return ways[id(widget)]
            for kind, (dx, dy) in DIRECTIONS.items():
                if dx and isinstance(widget, (SegmentedControl, Pips, Cycler, Picker, Dial, SeatSwitch)):
                    continue  # left and right would change its value
                others = [other for other in focus.widgets if other.is_stop and other is not widget]
                found = nearest(widget.rect, others, dx, dy)
                if found is not None and id(found) not in ways:
                    ways[id(found)] = [*ways[id(widget)], kind]
                    waiting.append(found)
        raise AssertionError("no way leads to the widget")

    def select(self, widget: Widget, value: int) -> None:
        self.go(widget)
        assert isinstance(widget, (SegmentedControl, Pips, Cycler, SeatSwitch))
        is_switch = isinstance(widget, SeatSwitch)
        present = widget.level - (not is_switch) if isinstance(widget, (Pips, SeatSwitch)) else widget.index
        for _ in range(abs(value - present)):
            self.hit(Kind.RIGHT if value > present else Kind.LEFT)

    def put(self, action: Action) -> None:
        if isinstance(action, WallPlacement):
            self.aim(action)
        elif isinstance(action, PawnMove):
            self.choose_cell(action.cell)
        else:
            assert isinstance(action, Pass)
        self.hit(Kind.CONFIRM)

    def choose_cell(self, cell: int) -> None:
        """Move the focus to a destination of the pawn."""
        if isinstance(self.selection, Walling):
            self.hit(Kind.BACK)
        if self.selection.cell is None:
            self.hit(Kind.UP)
        here = self.geometry.cell_view(self.state.pawns[self.state.mover])
        there = self.geometry.cell_view(cell)
        dx, dy = there[0] - here[0], there[1] - here[1]
        wanted = [
            *([Kind.RIGHT if dx > 0 else Kind.LEFT] if dx else []),
            *([Kind.DOWN if dy > 0 else Kind.UP] if dy else []),
        ]
        for kind in wanted * 2:
            if self.selection.cell != cell:
                self.hit(kind)
        assert self.selection.cell == cell, "the directions do not lead to the cell"

    def aim(self, wall: WallPlacement) -> None:
        """Lay the ghost of a wall."""
        if not isinstance(self.selection, Walling):
            self.hit(Kind.SECONDARY)
        for _ in range(8):
            if self.selection.wall.anchor == wall.anchor:
                break
            column, row = self.geometry.anchor_view(self.selection.wall.anchor)
            target = self.geometry.anchor_view(wall.anchor)
            if target[0] != column:
                self.hit(Kind.RIGHT if target[0] > column else Kind.LEFT)
            if target[1] != row:
                self.hit(Kind.DOWN if target[1] > row else Kind.UP)
        if self.selection.wall.orientation != wall.orientation:
            self.hit(Kind.NEXT)
        assert self.selection.wall == wall


class KeyHand(SteppingHand):
    """Arrows, Enter, Esc and letters."""

    def hit(self, kind: Kind) -> None:
        self.house.tap(KEYS[kind])


class PadHand(SteppingHand):
    """A virtual controller of its own."""

    def __init__(self, house: Playhouse, identity: tuple[int, int] = XBOX, mapped: bool = True) -> None:
        super().__init__(house)
        self.pad = VirtualPad(identity, mapped=mapped)
        house.frame()

    def hit(self, kind: Kind) -> None:
        button = BUTTONS[kind]
        self.house.react(partial(self.pad.press, button), partial(self.pad.release, button))

    def undo(self) -> None:
        """Undo in the pause menu: a pad has no button for this."""
        self.order(Kind.PAUSE)
        self.say(self.house.stage.t("pause.undo"))


HANDS: dict[str, type[Any]] = {"mouse": MouseHand, "keyboard": KeyHand, "pad": PadHand, "touch": TouchHand}


def hands_of(pointer: type, stepper: type, **own: type) -> dict[str, type[Any]]:
    """Return the four hands of a game: the pointers from one class, the steppers from the other, and its `own` hands by
    device."""
    shared = {
        "mouse": (pointer, MouseHand),
        "keyboard": (stepper, KeyHand),
        "pad": (stepper, PadHand),
        "touch": (pointer, TouchHand),
    }
    return {device: own.get(device) or type(f"{device} hand", bases, {}) for device, bases in shared.items()}


def _codes(names: str) -> list[str | int]:
    return [int(name) if name.isdigit() else name for name in names.split()]


PAD_ACTS: dict[str, Callable[[VirtualPad, str], object]] = {
    # BUTTONS: press and release them, one after the other: names as in "a lb up", or numbers
    "taps": lambda pad, rest: list(map(pad.tap, _codes(rest))),
    "holds": lambda pad, rest: list(map(pad.press, _codes(rest))),  # BUTTONS: press them and hold them
    "frees": lambda pad, rest: list(map(pad.release, _codes(rest))),  # BUTTONS: release them
    # stick X Y, hat X Y, or axis NUMBER VALUE: move the left stick, an unmapped pad's hat, or an axis, from -1 to 1
    "pushes": lambda pad, rest: getattr(pad, rest.split()[0])(*map(json.loads, rest.split()[1:])),
    "unplugs": lambda pad, rest: pad.detach(),  # pull the pad out
}
"""What a pad can do in stories, at once and without a frame."""

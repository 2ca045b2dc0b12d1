"""Watches over the unattended table: whoever seems to have gone is asked, then the table is made ready for the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.core.record import Record
from game.roster import Roster
from scenes.kiosk.pin_scene import PinScene
from scenes.kiosk.still_playing import StillPlayingScene
from scenes.kiosk.waiting_scene import WaitingScene
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.intents import Intent, Kind, Point
from scenes.kit.manager import Manager
from scenes.kit.scene import Nav, Patience, Push, Route, Scene, Switch
from scenes.kit.switches import HOLD_SECONDS
from scenes.routes import ToMenu, ToResume
from scenes.services import Services

NOT_FOR_VISITORS = frozenset({SignalKind.CLOSE, SignalKind.FULLSCREEN})
OPERATORS_KEY = pygame.K_F10
CORNER = 120  # design pixels


@dataclass(frozen=True, slots=True)
class IdleTimes:
    """Seconds without a press after which somebody is asked: at a menu, in a turn, and where all think at once.

    The question stands `question` seconds; then a game that was left is offered for `offer` seconds.
    """

    menu: float = 45
    turn: float = 90
    thinking: float = 180
    question: float = 15
    offer: float = 120

    def of(self, patience: Patience) -> float:
        """How long nobody need press anything."""
        return {Patience.MENU: self.menu, Patience.TURN: self.turn, Patience.THINKING: self.thinking}[patience]


class Watch:
    """The guard of the loop. `rest` is where the table goes when nobody is there; a press leads from it to the menu.

    From then on no scene can end the program, and the services can clear the table for somebody new.
    """

    def __init__(
        self, services: Services, manager: Manager, times: IdleTimes, rest: Route, operator: Callable[[], Scene]
    ) -> None:
        """`operator` makes the scene that asks for the PIN."""
        self._services = services
        self._manager = manager
        self._times = times
        self._rest = rest
        self._usual = services.preferences
        self._offered: Record | None = None  # the game that was left, while it is offered
        self._offer_left = 0.0
        self._operator = operator
        self._calls = False  # whether the operator is to be let in
        self._corner: Point | None = None  # where a pointer went down last, until it goes up
        self._both = 0.0  # seconds for which a pad has held Start and Back
        self.quiet = 0.0  # seconds since the last press
        manager.may_quit = False
        services.start_over = self.start_over

    @property
    def _is_resting(self) -> bool:
        return any(scene.rests for scene in self._manager.scenes)

    # What comes in

    def hears(self, item: Intent | Signal) -> bool:
        """Everything but what would end the program, leave full screen, or is the operator's."""
        if isinstance(item, Signal):
            if item.kind is SignalKind.SWITCH_HELD and (
                item.code == OPERATORS_KEY or self._in_corner() or self._both > 0
            ):
                self._calls = self._both == 0  # a pad's two buttons are counted by themselves
                return False
            return item.kind not in NOT_FOR_VISITORS
        if item.kind in (Kind.PRESS, Kind.RELEASE):
            self._corner = item.point if item.kind is Kind.PRESS else None
        if item.kind is Kind.HOVER and self._is_resting:
            return True  # a mouse on a table that shakes wakes nobody
        self.quiet = 0.0
        return True

    def _in_corner(self) -> bool:
        """Whether a pointer is down in the upper left corner."""
        side = self._services.stage.metrics.px(CORNER)
        return self._corner is not None and max(self._corner) <= side

    def _tick_pads(self, dt: float) -> None:
        """Start and Back of one pad, held together, call the operator."""
        devices = self._services.stage.devices
        held = any(devices.is_down(pad, Kind.PAUSE) and devices.is_down(pad, Kind.RULES) for pad in devices.pads())
        before, self._both = self._both, self._both + dt if held else 0.0
        self._calls = self._calls or before < HOLD_SECONDS <= self._both

    def start_over(self) -> Nav:
        """Whoever was here has gone: games go to the shelf, the seats are free, the language is the house's."""
        self._clear()
        return Switch(ToMenu())

    def _clear(self) -> None:
        self._offered = None
        store = self._services.store
        for record in store.unfinished_games():
            store.shelve(record.game)
        self._services.seat(Roster())
        self._services.restore(self._usual)

    # Time

    def tick(self, dt: float) -> Nav | None:
        """Ask, leave, or offer what was left."""
        self.quiet += dt
        self._tick_pads(dt)
        called, self._calls = self._calls, False
        top = self._manager.top
        if called and not isinstance(top, PinScene):
            self._corner = None
            return Push(self._operator)
        if top is None:  # a scene that had nothing below it has gone
            return Switch(ToMenu())
        if self._is_resting:
            self._tick_offer(dt)
            return None
        if self._offered is not None:
            return Push(self._offer)
        if isinstance(top, StillPlayingScene | WaitingScene | PinScene) or self.quiet < self._times.of(self._patience):
            return None
        return Push(self._ask)

    @property
    def _patience(self) -> Patience:
        """The most that a scene of the stack has: a menu over a match leaves the match's time."""
        return max((scene.patience for scene in self._manager.scenes), key=lambda patience: patience.value)

    def _ask(self) -> Scene:
        return StillPlayingScene(self._services.stage, self._times.question, self._leave, self.start_over)

    def _leave(self) -> Nav:
        """Nobody has answered: the table rests. A game that was left is offered for a while, then shelved."""
        begun = next((record for record in self._services.store.unfinished_games() if record.actions), None)
        if begun is None or self._patience is Patience.MENU:
            self._clear()
        else:
            self._offered, self._offer_left = begun, self._times.offer
        return Switch(self._rest)

    def _tick_offer(self, dt: float) -> None:
        self._offer_left -= dt
        if self._offered is not None and self._offer_left <= 0:
            self._clear()

    def _offer(self) -> Scene:
        assert self._offered is not None
        record, self._offered = self._offered, None
        go_on = Switch(ToResume(record))
        return WaitingScene(self._services, record, self._offer_left, go_on, self.start_over)

"""What presses mean: dials and buzzers while numbers are declared, steering in a demonstration or in practice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.robots import rules
from game.robots.state import Action, State
from scenes.kit.intents import KEYBOARD, MOUSE, Device, Intent, Kind
from scenes.kit.keyboard import prints
from scenes.kit.layout import Metrics
from scenes.robots.bidding import desk as bidding
from scenes.robots.bidding import docks, seating
from scenes.robots.bidding.desk import AGREE, COARSE, FINE, NO_ROUTE, Desk
from scenes.robots.geometry import Geometry
from scenes.robots.prompts import may_look_back
from scenes.robots.puzzles import HINTS
from scenes.robots.selection import Selection
from scenes.robots.steering import steered
from scenes.table.board import Actors, Chosen, Wish

BIDDING: Final = ("think", "bid")
STEERING: Final = ("demonstrate", "practice")
TURNS: Final = {
    Kind.UP: FINE,
    Kind.DOWN: -FINE,
    Kind.RIGHT: COARSE,
    Kind.LEFT: -COARSE,
    Kind.NEXT: COARSE,
    Kind.PREVIOUS: -COARSE,
}
OFF_WHILE_SHARED: Final = (Kind.HINT, Kind.PAUSE, Kind.PREVIOUS, Kind.NEXT)  # those keys may be somebody's buzzer
WISHES: Final = {Kind.BACK: Wish.RESET, Kind.SECONDARY: Wish.NEXT}
PASSING: Final = (Kind.HOVER, Kind.DRAG, Kind.RELEASE)
RoboFloor = Actors[State, Action]
Taking = Chosen[Action, Selection]


@dataclass(slots=True)
class Hands:
    """The hands of one layout; `pads` gives those plugged in, `buzzers` are key codes by seat, `rebind` changes one."""

    metrics: Metrics
    geometry: Geometry
    seats: Sequence[SeatConfig]
    places: Mapping[Seat, pygame.Rect]
    pads: Callable[[], Sequence[Device]] = list
    buzzers: Sequence[int] = seating.BUZZERS
    rebind: Callable[[Seat, int], None] = lambda seat, key: None

    def sharing(self, selection: Selection) -> list[Seat]:
        """The persons at the keyboard; more than one have to buzz."""
        return seating.sharing(self.seats, selection.taken, self.pads())

    def claims(self, selection: Selection, intent: Intent) -> bool:
        """Whether a press that the house would take is for the game."""
        if selection.phase == "demonstrate":
            return intent.kind is Kind.HINT or (intent.kind is Kind.BACK and selection.shows)
        if selection.phase == "practice":
            return intent.kind is Kind.HINT or (intent.kind is Kind.BACK and selection.moved)
        if selection.phase not in BIDDING:
            return False
        if (
            intent.kind is Kind.HINT
            or intent.key in self._keys(selection)
            or (selection.rebinding is not None and intent.key)
        ):
            return True
        if selection.reviewing and intent.kind is Kind.BACK:
            return True
        if intent.device.is_pad:
            return False
        window = selection.desk.window is not None and intent.kind in (Kind.BACK, Kind.UNDO)
        return window or (
            intent.device == KEYBOARD and len(self.sharing(selection)) > 1 and intent.kind in OFF_WHILE_SHARED
        )

    def _keys(self, selection: Selection) -> dict[int, Seat]:
        """The seats of the buzzers that count."""
        shared = self.sharing(selection)
        return {self.buzzers[seat]: seat for seat in shared} if len(shared) > 1 else {}

    def fresh(self, state: State, selection: Selection) -> Selection:
        """The selection for a position: dials and buzzes are those of one attempt at one chip."""
        round_ = rules.decision(state)
        if selection.round == round_ and (selection.phase == state.phase or state.phase in BIDDING):
            reviewing = selection.reviewing and state.phase == "think"
            selection = replace(selection, phase=state.phase, reviewing=reviewing)
        else:
            selection = Selection(state.phase, round_, selection.taken, open=selection.open)
        seat = state.demonstrator
        shows = seat is not None and (seat >= len(self.seats) or not self.seats[seat].is_ai)
        return replace(selection, shows=shows, moved=bool(state.moves))

    def act(self, actors: RoboFloor, selection: Selection, intent: Intent) -> Taking:
        """What a press means; `actors` has the seats that its device plays for by the house's rule."""
        selection = self.fresh(actors.state, selection)
        if actors.state.phase in STEERING:
            return self._steer(actors, selection, intent)
        if actors.state.phase not in BIDDING:
            return Chosen(selection)
        if selection.rebinding is not None and intent.kind not in PASSING:
            return self._rebound(selection, intent)
        if selection.reviewing and intent.kind not in PASSING:
            selection = replace(selection, reviewing=False)
            if intent.kind in (Kind.SECONDARY, Kind.BACK, Kind.PRESS):
                return Chosen(selection)
        elif self._asks_for_review(actors, selection, intent):
            return Chosen(replace(selection, reviewing=True))
        if intent.point is not None:
            return self._point(actors, selection, intent)
        desk, taken = selection.desk, selection.taken
        if intent.device.is_pad:
            seat = seating.holder(self.seats, taken, intent.device)
            if seat is None:
                return Chosen(selection)
            taken = seating.with_holder(taken, intent.device, seat)
            desk = self._dialled(actors, desk, seat, intent)
        elif intent.device == KEYBOARD:
            desk = self._keyed(actors, selection, intent)
        selection = replace(selection, desk=desk, taken=taken)
        if desk.claims and desk.claims[0].seat not in actors.legal:
            return Chosen(selection)  # somebody else's turn in the queue: `elapse` has everybody on the floor
        return _released(actors, selection)

    def _rebound(self, selection: Selection, intent: Intent) -> Taking:
        """The next key is a seat's buzzer from now on; Esc and every other press leave it as it was."""
        if selection.rebinding is not None and intent.kind is not Kind.DIGIT and prints(intent.key):
            self.rebind(selection.rebinding, intent.key)
        return Chosen(replace(selection, rebinding=None))

    @staticmethod
    def _asks_for_review(actors: RoboFloor, selection: Selection, intent: Intent) -> bool:
        """Whether a press is for a look back."""
        return intent.kind is Kind.SECONDARY and selection.desk.window is None and may_look_back(actors.state)

    def elapse(self, actors: RoboFloor, selection: Selection, dt: float) -> Taking:
        """What time without a press means."""
        selection = self.fresh(actors.state, selection)
        if actors.state.phase not in BIDDING or not (selection.desk.claims or selection.desk.refusal):
            return Chosen(selection)
        selection = replace(selection, desk=bidding.elapsed(selection.desk, dt))
        return _released(actors, selection)

    @staticmethod
    def _may_enter(actors: RoboFloor, seat: Seat) -> bool:
        """Whether a seat may still begin to enter something: it acts, and the clock has not run down."""
        in_time = actors.clock is None or actors.clock.seconds > 0 or actors.state.phase != "bid"
        return in_time and seat in actors.legal

    def _dialled(self, actors: RoboFloor, desk: Desk, seat: Seat, intent: Intent) -> Desk:
        """A press of somebody who has a dial."""
        if not self._may_enter(actors, seat):
            return desk
        if intent.kind in TURNS:
            return bidding.turned(desk, actors.state, seat, TURNS[intent.kind])
        if intent.kind is Kind.CONFIRM:
            return bidding.declared(desk, actors.state, seat)
        if intent.kind is Kind.SECONDARY:
            return bidding.claimed(desk, seat, AGREE)
        return bidding.claimed(desk, seat, NO_ROUTE) if intent.kind is Kind.HINT else desk

    def _keyed(self, actors: RoboFloor, selection: Selection, intent: Intent) -> Desk:
        """A press on the keyboard: buzzers where several share it, else a dial and digits at once."""
        desk = selection.desk
        shared = self.sharing(selection)
        keys = self._keys(selection)
        if intent.key in keys:
            seat = keys[intent.key]
            open_already = desk.waiting(seat) is not None
            return bidding.buzzed(desk, seat) if open_already or self._may_enter(actors, seat) else desk
        if desk.window is None and len(shared) == 1:
            if intent.kind is not Kind.DIGIT:
                return self._dialled(actors, desk, shared[0], intent)
            if self._may_enter(actors, shared[0]):
                return bidding.typed(bidding.buzzed(desk, shared[0]), intent.value)
        return self._entered(desk, intent)

    @staticmethod
    def _entered(desk: Desk, intent: Intent) -> Desk:
        """A press of whoever has the window."""
        window = desk.window
        if window is None:
            return desk
        if intent.kind is Kind.DIGIT:
            return bidding.typed(desk, intent.value)
        if intent.kind is Kind.CONFIRM:
            return bidding.buzzed(desk, window.seat)
        if intent.kind is Kind.SECONDARY:
            return bidding.answered(desk, AGREE)
        return bidding.withdrawn(desk) if intent.kind in (Kind.BACK, Kind.UNDO) else desk

    def _point(self, actors: RoboFloor, selection: Selection, intent: Intent) -> Taking:
        """A pointer opens a dock and presses its buttons."""
        point = intent.point
        if point is None or intent.kind not in (Kind.PRESS, Kind.RELEASE):
            return Chosen(selection)
        under = docks.dock_at(self.places, point)
        name = None
        if under is not None and under == selection.open:
            name = docks.control_at(self.metrics, self.places[under], point)
        if intent.kind is Kind.PRESS:
            return Chosen(replace(selection, pressed=(under, name) if under is not None and name else None))
        pressed, selection = selection.pressed, replace(selection, pressed=None)
        if under is None or under not in self.sharing(selection):
            return Chosen(replace(selection, open=None))
        if selection.open != under:
            on_key = docks.keycap(self.metrics, self.places[under]).collidepoint(point)
            if on_key and intent.device == MOUSE and under in self._keys(selection).values():
                return Chosen(replace(selection, rebinding=under))
            return Chosen(replace(selection, open=under))
        if name is None or pressed != (under, name):
            return Chosen(selection)
        return Chosen(replace(selection, desk=self._button(actors, selection.desk, under, name)))

    def _button(self, actors: RoboFloor, desk: Desk, seat: Seat, name: str) -> Desk:
        """A button of an open dock."""
        if not self._may_enter(actors, seat):
            return desk
        if name in ("less", "more"):
            return bidding.turned(desk, actors.state, seat, FINE if name == "more" else -FINE)
        if name == "declare":
            return bidding.declared(desk, actors.state, seat)
        return bidding.claimed(desk, seat, AGREE if name == "agree" else NO_ROUTE)

    def _steer(self, actors: RoboFloor, selection: Selection, intent: Intent) -> Taking:
        """Only the seat in turn moves robots."""
        seat = actors.state.demonstrator or 0  # in practice there is but one
        if seat not in actors.legal or not seating.plays_for(
            self.seats, selection.taken, self.pads(), intent.device, seat
        ):
            return Chosen(selection)
        if actors.state.phase == "practice" and intent.kind in WISHES:
            return Chosen(selection, wish=WISHES[intent.kind])
        if actors.state.phase == "practice" and intent.kind is Kind.HINT:
            return Chosen(replace(selection, hints=min(HINTS, selection.hints + 1)))
        return steered(self.geometry, actors.state, seat, actors.legal[seat], selection, intent)


def _released(actors: RoboFloor, selection: Selection) -> Taking:
    """Play the claim that is due."""
    desk, claim = bidding.released(selection.desk, actors.legal)
    selection = replace(selection, desk=desk)
    return Chosen(selection) if claim is None else Chosen(selection, claim.action, claim.seat)

"""Presses in a match: everybody bids at once, the seat in turn steers the robots."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from game.robots.state import Action, State
from scenes.kit.input.bindings import is_printing
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.robots import puzzles
from scenes.robots.bidding import bid_queue as bidding
from scenes.robots.bidding import open_docks
from scenes.robots.bidding.clock import LastSeconds
from scenes.robots.bidding.docks import robots_places
from scenes.robots.bidding.entering import Entering, due
from scenes.robots.bidding.pace import Pace
from scenes.robots.bidding.seating import BidSeating
from scenes.robots.geometry import Geometry
from scenes.robots.prompts import may_look_back
from scenes.robots.review.memory import Memory
from scenes.robots.review.round_show import RoundShow, key_places, keys, step_route, ways
from scenes.robots.selection import Declaring, LookingBack, Rebinding, Selection, Steering, continue_selection
from scenes.robots.steering import steer
from scenes.table.contract.input import Actors, InputResult, Wish
from scenes.table.contract.optional import SimultaneousInput
from scenes.table.contract.setup import BoardContext

OFF_WHILE_SHARED: Final = (Kind.HINT, Kind.PREVIOUS, Kind.NEXT)  # those keys may be somebody's buzzer
WISHES: Final = {Kind.BACK: Wish.RESET, Kind.SECONDARY: Wish.NEXT}
PASSING: Final = (Kind.HOVER, Kind.DRAG, Kind.RELEASE)
CLOSING: Final = (Kind.SECONDARY, Kind.BACK, Kind.PRESS)  # they only close the look back; others act as well
_STEPS: Final = {Kind.PREVIOUS: -1, Kind.NEXT: 1}
_SHARED_STEPS: Final = {Kind.LEFT: -1, Kind.RIGHT: 1}
RobotsActors: TypeAlias = Actors[State, Action]
Taking: TypeAlias = InputResult[Action, Selection]


@dataclass(eq=False)
class RobotsSimultaneous(SimultaneousInput[State, Selection]):
    """The presses of one layout; seating, memory, ticking and pace outlive it."""

    context: BoardContext
    geometry: Geometry
    entering: Entering
    seating: BidSeating
    memory: Memory
    ticking: LastSeconds
    pace: Pace
    show: RoundShow
    _continued: tuple[State, Selection, bool] | None = field(default=None, init=False)  # what was gone on with last

    def pressed(self, actors: RobotsActors, selection: Selection, intent: Intent) -> Taking:
        """Return the result of a press in a match, by one of `actors`, at any time."""
        if isinstance(selection, Steering):
            return self._steer(actors, selection, intent)
        return self._declare(actors, selection, intent) if isinstance(selection, Declaring) else InputResult(selection)

    def elapsed(self, actors: RobotsActors, selection: Selection, dt: float) -> Taking:
        """Return the result of `dt` seconds without a press in a match; `actors` has all who may act."""
        self.ticking.follow(actors.clock)
        self.pace.follow(actors.state, dt)
        by_person = bool(actors.legal)
        if (actors.state, selection, by_person) != self._continued:
            selection = continue_selection(selection, actors.state, by_person)
            self._continued = actors.state, selection, by_person
        self.memory.in_view = isinstance(selection, LookingBack)
        if not isinstance(selection, Declaring):
            return InputResult(selection)
        if self.memory.ended_at is not None or isinstance(selection, LookingBack):
            selection = self._shown_by_itself(actors.state, selection)
        if selection.open:
            selection = open_docks.age_docks(selection, dt, self.seating.sharing())
            selection = open_docks.frozen(selection, actors.state)
        if not (selection.queue.claims or selection.queue.refusal):
            return InputResult(selection)
        return self._due(actors, replace(selection, queue=bidding.pass_time(selection.queue, dt)))

    def part(self, state: State) -> Hashable:
        return state.chip_number, "declare" if state.phase in ("think", "bid") else state.phase

    def holds_clock(self, selection: Selection) -> bool:
        if isinstance(selection, LookingBack) and selection.by_itself:
            return True
        return isinstance(selection, Declaring) and bool(selection.queue.claims)

    def _shown_by_itself(self, state: State, declaring: Declaring) -> Declaring:
        """The round that has just ended plays on the board once, before anybody is at the next one."""
        if isinstance(declaring, LookingBack):
            past = self.memory.past
            is_over = past is None or self.show.is_over(self.context.stage, past, declaring)
            return declaring.uncovered() if is_over else declaring
        ended = self.memory.ended_at
        if ended is None or (now := self.context.stage.time) < ended:
            return declaring
        past, self.memory.ended_at = self.memory.past, None
        is_busy = bool(declaring.queue.claims or declaring.queue.dials or declaring.open)
        if past is None or past.shown is None or is_busy or self.context.in_lesson or not may_look_back(state):
            return declaring
        return declaring.under(LookingBack, since=now, by_itself=True)

    def claims(self, selection: Selection, intent: Intent) -> bool:
        if isinstance(selection, Steering):
            return intent.kind is Kind.HINT or (intent.kind is Kind.BACK and selection.gives_up)
        if not isinstance(selection, Declaring):
            return False
        if isinstance(selection, Rebinding) and intent.key:
            return True
        if intent.kind is Kind.PAUSE:  # whatever its key: it is nobody's buzzer
            return False
        if intent.kind is Kind.HINT or intent.key in self.seating.seats_by_key():
            return True
        if isinstance(selection, LookingBack) and intent.kind is Kind.BACK:
            return True
        if intent.device.is_pad:
            return False
        if selection.queue.window is not None and intent.kind in (Kind.BACK, Kind.UNDO):
            return True
        shared = len(self.seating.sharing()) > 1
        return shared and intent.device == KEYBOARD and intent.kind in OFF_WHILE_SHARED

    def _steer(self, actors: RobotsActors, steering: Steering, intent: Intent) -> Taking:
        """Only the seat in turn moves robots, with one pointer at a time."""
        practice = actors.state.phase == "practice"
        seat = actors.state.demonstrator or 0  # in practice there is but one
        if intent.finger or seat not in actors.legal or not self.seating.plays_for(intent.device, seat):
            return InputResult(steering)
        if practice and intent.kind is Kind.CONFIRM:
            self.memory.next_grade()
        if practice and intent.kind in WISHES:
            return InputResult(steering, wish=WISHES[intent.kind])
        if practice and intent.kind is Kind.HINT:
            hints = min(puzzles.HINTS, steering.hints + 1)
            self.memory.keep_hints(actors.state.settings.seed, hints)
            return InputResult(replace(steering, hints=hints))
        return replace(steer(self.geometry, actors.state, actors.legal[seat], steering, intent), seat=seat)

    def _declare(self, actors: RobotsActors, declaring: Declaring, intent: Intent) -> Taking:
        """A press while numbers are declared; a look back never delays one, and who only watches does nothing."""
        if intent.device.is_pad and self.seating.holder(intent.device) is None:
            return InputResult(declaring)
        if intent.kind not in PASSING:
            if isinstance(declaring, Rebinding):
                if not intent.device.is_pad and intent.point is None:
                    return self._rebound(declaring, intent)
                declaring = declaring.uncovered()
            if isinstance(declaring, LookingBack):
                other = self._other_route(declaring, intent)
                if other is not None:
                    return InputResult(other)
                declaring = declaring.uncovered()
                if intent.kind in CLOSING and not self.entering.is_on_dock(declaring, intent.point):
                    return InputResult(declaring)
            elif intent.key in self.seating.seats_by_key():
                pass  # somebody's own key, whatever it means elsewhere
            elif _asks_to_look_back(actors.state, declaring, intent):
                return InputResult(declaring.under(LookingBack, since=self.context.stage.time))
        entered = self.entering.pressed(actors, declaring, intent)
        claims = entered.queue.claims
        if claims and claims[0].seat not in actors.legal:
            return InputResult(entered)  # somebody else's turn in the queue: `elapse` has everybody who acts
        return self._due(actors, entered)

    def _due(self, actors: RobotsActors, declaring: Declaring) -> Taking:
        chosen = due(actors, declaring, self.pace)
        return InputResult(chosen.selection, chosen.action, chosen.seat)

    def _rebound(self, rebinding: Rebinding, intent: Intent) -> Taking:
        """The next key is a seat's buzzer from now on; Esc leaves it as it was."""
        if intent.kind not in (Kind.DIGIT, Kind.PAUSE) and is_printing(intent.key):
            self.seating.rebind(rebinding.seat, intent.key)
        return InputResult(rebinding.uncovered())

    def _route_step(self, looking: LookingBack, intent: Intent) -> int:
        """Which way a press while looking back goes among the routes: 1, -1, or 0 for neither."""
        past = self.memory.past
        if past is None or len(ways(past)) < 2 or self.entering.is_on_dock(looking, intent.point):
            return 0
        if intent.key in self.seating.seats_by_key():
            return 0
        if intent.kind is Kind.TURN:
            return intent.value or 1
        shared = len(self.seating.sharing()) > 1 and intent.device == KEYBOARD  # then no arrow dials
        return _STEPS.get(intent.kind, 0) or (_SHARED_STEPS.get(intent.kind, 0) if shared else 0)

    def _other_route(self, looking: LookingBack, intent: Intent) -> LookingBack | None:
        """Another route, from its beginning, where a press asks for one: a key of it, or a step."""
        past, stage = self.memory.past, self.context.stage
        if past is None:
            return None
        if intent.kind is Kind.PRESS and intent.point is not None:
            shown = keys(stage.t, past, looking, self.context.names)
            places = robots_places(stage.metrics, len(self.context.names))
            for key, rect in zip(shown, key_places(stage, places, len(shown)), strict=True):
                if rect.collidepoint(intent.point):
                    return replace(looking, route=key.route, since=stage.time, by_itself=False)
        step = self._route_step(looking, intent)
        return step_route(past, looking, step, stage.time) if step else None


def _asks_to_look_back(state: State, declaring: Declaring, intent: Intent) -> bool:
    return intent.kind is Kind.SECONDARY and declaring.queue.window is None and may_look_back(state)

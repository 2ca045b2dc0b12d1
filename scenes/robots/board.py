"""One board of Hyper Robots: the parts of the current layout, what survives a new layout, and the input."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import pygame

from game.core.rules import Seat, Step
from game.robots.board import COLOURS, slide
from game.robots.state import Action, Bid, ChipTurned, Concede, Declared, Move, State
from scenes.kit.input.bindings import is_printing
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.text.line_breaking import NO_BREAK
from scenes.robots import phrases, puzzles
from scenes.robots.bidding import bid_queue
from scenes.robots.bidding.banner import Banner, Banners, LastSeconds
from scenes.robots.bidding.bid_queue import Pace
from scenes.robots.bidding.docks import dock_places, robots_places
from scenes.robots.bidding.entering import PASSING, BidSeating, Entering, due
from scenes.robots.drawing import Reveal, RobotsDrawing, is_shown_by_ai
from scenes.robots.films import LatestStep, shown
from scenes.robots.looking_back import Memory, RoundShow, key_places, keys, step_route, ways
from scenes.robots.phone_pages import RobotsPhone
from scenes.robots.selection import (
    Declaring,
    LookingBack,
    OpenDock,
    Rebinding,
    Selection,
    Steering,
    Watching,
    age_docks,
    begin_selection,
    continue_selection,
    frozen,
)
from scenes.robots.setup import RobotsSetup
from scenes.robots.sprites import ART, Geometry, Sprites
from scenes.robots.steering import steer
from scenes.robots.words import News, RobotsWords, may_look_back
from scenes.table.board.layout import lesson_places
from scenes.table.contract.board import Branch, GameBoard, Leaf, Part, by
from scenes.table.contract.input import Actors, BoardInput, InputResult, Wish
from scenes.table.contract.optional import SimultaneousInput
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import ShownBoard

# The keys of these actions may be buzzer keys.
OFF_WHILE_SHARED: Final = (Kind.HINT, Kind.PREVIOUS, Kind.NEXT)
WISHES: Final = {Kind.BACK: Wish.RESET, Kind.SECONDARY: Wish.NEXT}
# These presses only close the view of the last round. All others close it and also act.
CLOSING: Final = (Kind.SECONDARY, Kind.BACK, Kind.PRESS)
_STEPS: Final = {Kind.PREVIOUS: -1, Kind.NEXT: 1}
_SHARED_STEPS: Final = {Kind.LEFT: -1, Kind.RIGHT: 1}
# The place of actions that have no cell, which are shown as large text.
NOWHERE: Final = pygame.Rect(0, 0, 0, 0)
TEN: Final = 10
# Bids up to this number are grouped by tens. Higher bids share a group.
LIKELY: Final = 30
# The seat of the person in a lesson.
ALONE: Final = 0
RobotsActors: TypeAlias = Actors[State, Action]
Taking: TypeAlias = InputResult[Action, Selection]


class RobotsBoard(GameBoard[State, Action, Selection]):
    """The board, which is never turned: north is up for everyone. `docks` has the dock of each seat around it."""

    words: RobotsWords

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = RobotsSetup()
        self.memory = Memory(context)
        self.look_back = self.memory
        self.pace = Pace()
        self.phone = RobotsPhone(context, self.pace)
        self.seating = BidSeating(context)
        self.latest = LatestStep(context.stage.time)
        self.banners = Banners()
        self.reveal = Reveal()
        self._news = News()
        self._ticking = LastSeconds(context.stage.audio)

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        context, stage = self.context, self.context.stage
        self._identities = tuple(identities)
        self.seats = range(len(identities))
        self.docks = dock_places(stage.metrics, len(identities))
        if context.in_lesson:
            self.docks[ALONE] = lesson_places(stage.metrics, pressed=True)["pressed"]
        self.geometry = geometry = Geometry(rect, stage.assets.data(ART))
        self.sprites = Sprites(stage, geometry)
        seen = (self.latest, self.banners, self.memory, self.reveal)
        self.drawing = RobotsDrawing(context, geometry, self.sprites, self._identities, self.docks, *seen)
        self.words = RobotsWords(context, self.seating, self.latest, self._news, self.memory)
        places = {ALONE: self.docks[ALONE]} if context.in_lesson else self.docks
        entering = Entering(stage.metrics, places, self.seating)
        parts = (self.seating, self.memory, self._ticking, self.pace, self.reveal, self.drawing.show)
        self.input = self.simultaneous = RobotsInput(context, geometry, entering, *parts)

    def shown(
        self,
        state: State,
        legal: Sequence[Action] = (),
        selection: Selection | None = None,
        last: Step[State, Action, object] | None = None,
    ) -> ShownBoard[object]:
        return shown(state)

    def branches(self, state: State, leaves: Sequence[Leaf[Action]]) -> Sequence[Part[Action]]:
        """Group the actions: robots with their slides, and bids by tens.

        Conceding is left to the bar, which asks first.
        """
        words = self.words
        moves = [leaf for leaf in leaves if isinstance(leaf.action, Move)]
        words_only = [replace(leaf, area=NOWHERE) for leaf in leaves if not isinstance(leaf.action, Move | Concede)]
        numbers = [leaf for leaf in words_only if isinstance(leaf.action, Bid)]
        others = [
            replace(leaf, name=words.answer(leaf.action)) for leaf in words_only if not isinstance(leaf.action, Bid)
        ]
        return [*_robots(self.geometry, words, state, moves), *_tens(words, numbers), *others]

    def on_step(self, step: Step[State, Action, object]) -> None:
        stage = self.context.stage
        self.latest.begin(step, stage.time)
        for event in step.events:
            if isinstance(event, Declared):
                self._show_banner(event)
        if isinstance(step.action, Move) and is_shown_by_ai(step, self.context.seats):
            self._call_move(step.seat, len(step.before.moves) + 1, step.action)
        over = stage.time + self.drawing.animate(step).seconds
        if any(isinstance(event, ChipTurned) for event in step.events):
            self.memory.ended_at = self.latest.turned = over
        news = phrases.news(stage.t, step, self.context.names)
        if news:
            self._news.tell(news, over)

    def _call_move(self, seat: Seat, number: int, move: Move) -> None:
        """Announce the number of a move that an AI shows."""
        stage = self.context.stage
        name = phrases.route(stage.t, [move])
        text = phrases.move(stage.t, number, move.colour, move.heading)
        self.banners.latest = Banner(self._identities[seat], name, text, number, stage.time)

    def _show_banner(self, declared: Declared) -> None:
        seat, number = declared.seat, declared.number
        name = self.context.names[seat]
        text = self.context.stage.t("robots.pitch", name=name, count=number)
        # The number stays on one line with its noun.
        text = NO_BREAK.join(text.rsplit(" ", 1))
        self.banners.latest = Banner(self._identities[seat], name, text, number, self.context.stage.time)


def _robots(
    geometry: Geometry, words: RobotsWords, state: State, leaves: Sequence[Leaf[Action]]
) -> list[Branch[Action]]:
    """Return a branch for each robot at its cell. The branch has the robot's slides, each at the cell where it ends."""

    def ends(leaf: Leaf[Action]) -> pygame.Rect:
        assert isinstance(leaf.action, Move)
        way = slide(state.board, state.robots, leaf.action.colour, leaf.action.heading)
        return leaf.area if way is None else geometry.cell_rect(way.target)

    found = []
    for colour in COLOURS:
        mine = [leaf for leaf in leaves if isinstance(leaf.action, Move) and leaf.action.colour == colour]
        if mine:
            parts = tuple(replace(leaf, area=ends(leaf)) for leaf in mine)
            found.append(Branch(parts, words.robot(colour), mine[0].area))
    return found


def _tens(words: RobotsWords, leaves: Sequence[Leaf[Action]]) -> list[Part[Action]]:
    tens = by(leaves, lambda action: (action.number - 1) // TEN if isinstance(action, Bid) else 0)
    likely: list[Part[Action]] = [_numbers(words, part) for ten, part in tens.items() if ten < LIKELY // TEN]
    rest = [_numbers(words, part) for ten, part in tens.items() if ten >= LIKELY // TEN]
    if not rest:
        return likely
    above = [leaf for ten, part in tens.items() if ten >= LIKELY // TEN for leaf in part]
    return [*likely, replace(_numbers(words, above), parts=tuple(rest))]


def _numbers(words: RobotsWords, leaves: Sequence[Leaf[Action]]) -> Branch[Action]:
    numbers = [leaf.action.number for leaf in leaves if isinstance(leaf.action, Bid)]
    return Branch(tuple(leaves), words.numbers(numbers[0], numbers[-1]), leaves[0].area)


@dataclass(eq=False)
class RobotsInput(BoardInput[State, Action, Selection], SimultaneousInput[State, Selection]):
    """The input of one layout: all seats bid at once, and the seat in turn steers the robots.

    The seating, memory, ticking, pace and reveal survive a new layout. In a lesson there is one person, whose dock
    stays open.
    """

    context: BoardContext
    geometry: Geometry
    entering: Entering
    seating: BidSeating
    memory: Memory
    ticking: LastSeconds
    pace: Pace
    reveal: Reveal
    show: RoundShow
    # The last result, with the arguments from which it was computed.
    _continued: tuple[State, Selection, bool] | None = field(default=None, init=False)

    taps_play = True

    def empty(self, state: State, legal: Sequence[Action], family: str, before: Selection | None = None) -> Selection:
        if before is not None:
            return continue_selection(before, state, bool(legal))
        return begin_selection(state, bool(legal), (ALONE,) if self.context.in_lesson else ())

    def choose(self, actors: RobotsActors, selection: Selection, intent: Intent) -> Taking:
        alone = self.context.in_lesson
        if self._asks_for_marks(actors.state, selection, intent):
            self.reveal.press(self.context.stage.time)
        if intent.kind is Kind.THEORY and not self._buzzes(selection, intent):
            return InputResult(selection)
        if isinstance(selection, Steering):
            if alone:
                return steer(self.geometry, actors.state, actors.actions, selection, intent)
            return self._steer(actors, selection, intent)
        if not isinstance(selection, Declaring):
            return InputResult(selection)
        if alone:
            return _entered(actors, self.entering.pressed(actors, selection, intent))
        return self._declare(actors, selection, intent)

    def _buzzes(self, selection: Selection, intent: Intent) -> bool:
        return isinstance(selection, Declaring) and intent.key in self.seating.seats_by_key()

    def _asks_for_marks(self, state: State, selection: Selection, intent: Intent) -> bool:
        """Return whether a press asks to show all marks: the key for it (THEORY), or a press on the board.

        While robots are moved, the press on the board must be on a mark without a robot.
        """
        if intent.kind is Kind.THEORY:
            return not self._buzzes(selection, intent)
        cell = None if intent.point is None else self.geometry.cell_at(intent.point)
        if intent.kind is not Kind.PRESS or cell is None or isinstance(selection, LookingBack):
            return False
        if isinstance(selection, Declaring):
            return not self.entering.is_on_dock(selection, intent.point)
        return cell in state.board.marks and cell not in state.robots

    def elapse(self, actors: RobotsActors, selection: Selection, dt: float) -> Taking:
        if not self.context.in_lesson:
            selection = self._follow(actors, selection, dt)
        if isinstance(selection, Declaring) and selection.asked:
            selection = replace(selection, asked=max(0.0, selection.asked - dt))
        if not isinstance(selection, Declaring) or not (selection.queue.claims or selection.queue.refusal):
            return InputResult(selection)
        later = replace(selection, queue=bid_queue.pass_time(selection.queue, dt))
        return _entered(actors, later) if self.context.in_lesson else self._due(actors, later)

    def _follow(self, actors: RobotsActors, selection: Selection, dt: float) -> Selection:
        """Return the selection in a match after `dt` seconds. `actors` has everybody who may act."""
        self.ticking.follow(actors.clock)
        self.pace.follow(actors.state, dt)
        by_person = bool(actors.legal)
        if (actors.state, selection, by_person) != self._continued:
            selection = continue_selection(selection, actors.state, by_person)
            if isinstance(selection, Declaring) and self._is_another_bid(actors.state):
                # The first press to agree was about an earlier bid.
                selection = replace(selection, asked=0.0)
            self._continued = actors.state, selection, by_person
        self.memory.in_view = isinstance(selection, LookingBack)
        if not isinstance(selection, Declaring):
            return selection
        if self.memory.ended_at is not None or isinstance(selection, LookingBack):
            selection = self._shown_by_itself(actors.state, selection)
        if selection.open:
            selection = age_docks(selection, dt, self.seating.sharing())
            selection = frozen(selection, actors.state)
        return selection

    def _is_another_bid(self, state: State) -> bool:
        return self._continued is not None and self._continued[0].bids != state.bids

    def is_engaged(self, selection: Selection) -> bool:
        return isinstance(selection, Declaring) and selection.queue.window is not None

    def considering(self, action: Action) -> Selection:
        return Steering(robot=action.colour) if isinstance(action, Move) else Watching()

    def considered(self, selection: Selection) -> Action | None:
        return None

    def area(self, state: State, action: Action) -> pygame.Rect:
        """Return the cell of the robot that a move slides. For other actions, return the whole field."""
        if not isinstance(action, Move):
            return self.geometry.field
        return self.geometry.cell_rect(state.robots[COLOURS.index(action.colour)])

    def part(self, state: State, kind: Kind) -> Hashable:
        looks_back = kind is Kind.SECONDARY and may_look_back(state)
        return state.chip_number, "declare" if state.phase in ("think", "bid") else state.phase, looks_back

    def holds_clock(self, selection: Selection) -> bool:
        if isinstance(selection, LookingBack) and selection.by_itself:
            return True
        return isinstance(selection, Declaring) and bool(selection.queue.claims)

    def _shown_by_itself(self, state: State, declaring: Declaring) -> Declaring:
        """Begin a replay of the round that has just ended, and end the replay after its first run.

        There is no replay if somebody has begun with the next round.
        """
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
        if intent.kind is Kind.THEORY:
            return True
        if isinstance(selection, Steering):
            return intent.kind is Kind.HINT or (intent.kind is Kind.BACK and selection.gives_up)
        if not isinstance(selection, Declaring):
            return False
        if isinstance(selection, Rebinding) and intent.key:
            return True
        # The key for Pause is never a buzzer key.
        if intent.kind is Kind.PAUSE:
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
        """Let the seat in turn move robots, with one pointer at a time."""
        practice = actors.state.phase == "practice"
        # The practice phase has one seat, and no demonstrator.
        seat = actors.state.demonstrator or 0
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
        """Handle a press while numbers are declared. A look back never delays bids. Spectators' pads do nothing."""
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
                # A buzzer key has priority over the key's other meaning.
                pass
            elif _asks_to_look_back(actors.state, declaring, intent):
                return InputResult(declaring.under(LookingBack, since=self.context.stage.time))
        entered = self.entering.pressed(actors, declaring, intent)
        claims = entered.queue.claims
        if claims and claims[0].seat not in actors.legal:
            # The due claim is another seat's. `elapse`, which has all actors, plays it.
            return InputResult(entered)
        return self._due(actors, entered)

    def _due(self, actors: RobotsActors, declaring: Declaring) -> Taking:
        chosen = due(actors, declaring, self.pace)
        return InputResult(chosen.selection, chosen.action, chosen.seat)

    def _rebound(self, rebinding: Rebinding, intent: Intent) -> Taking:
        """Use the next key as a seat's buzzer key. Esc leaves the buzzer key unchanged."""
        if intent.kind not in (Kind.DIGIT, Kind.PAUSE) and is_printing(intent.key):
            self.seating.rebind(rebinding.seat, intent.key)
        return InputResult(rebinding.uncovered())

    def _route_step(self, looking: LookingBack, intent: Intent) -> int:
        """Return by how many routes a press moves on while looking back: 1, -1 or 0."""
        past = self.memory.past
        if past is None or len(ways(past)) < 2 or self.entering.is_on_dock(looking, intent.point):
            return 0
        if intent.key in self.seating.seats_by_key():
            return 0
        if intent.kind is Kind.TURN:
            return intent.value or 1
        # If people share the keyboard, arrows turn no dial, so they can choose the route.
        shared = len(self.seating.sharing()) > 1 and intent.device == KEYBOARD
        return _STEPS.get(intent.kind, 0) or (_SHARED_STEPS.get(intent.kind, 0) if shared else 0)

    def _other_route(self, looking: LookingBack, intent: Intent) -> LookingBack | None:
        """Return a LookingBack at the beginning of another route. None if the press does not ask for one."""
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


def _entered(actors: Actors[State, Action], declaring: Declaring) -> InputResult[Action, Selection]:
    """Return the result of a lesson's entry, with an action if the entry is complete. The dock stays open."""
    chosen = due(actors, declaring)
    return InputResult(replace(chosen.selection, open={ALONE: OpenDock()}), chosen.action, ALONE)

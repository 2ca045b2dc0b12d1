"""One board of Hyper Robots: what outlives its layouts, and the parts of the present one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.core.rules import Seat, Step
from game.robots.board import COLOURS, slide
from game.robots.state import Action, Bid, ChipTurned, Concede, Declared, Move, State
from scenes.kit.input.intents import Intent
from scenes.kit.text.line_breaking import NO_BREAK
from scenes.robots import phrases
from scenes.robots.bidding import bid_queue as bidding
from scenes.robots.bidding.banner import Banner, Banners
from scenes.robots.bidding.clock import LastSeconds
from scenes.robots.bidding.docks import dock_places
from scenes.robots.bidding.entering import Entering, due
from scenes.robots.bidding.pace import Pace
from scenes.robots.bidding.seating import BidSeating
from scenes.robots.drawing import RobotsDrawing, is_shown_by_ai
from scenes.robots.effects import Effects
from scenes.robots.geometry import ART, Geometry
from scenes.robots.ground import RobotsGround
from scenes.robots.motion.latest_step import LatestStep
from scenes.robots.painter import RobotsPainter
from scenes.robots.phone_hand import RobotsPhone
from scenes.robots.review.memory import Memory
from scenes.robots.selection import (
    Declaring,
    OpenDock,
    Selection,
    Steering,
    Watching,
    begin_selection,
    continue_selection,
)
from scenes.robots.setup import RobotsSetup
from scenes.robots.shown import shown
from scenes.robots.simultaneous import RobotsSimultaneous
from scenes.robots.sprites import Sprites
from scenes.robots.steering import steer
from scenes.robots.words import News, RobotsWords
from scenes.table.board.layout import lesson_places
from scenes.table.contract.board import GameBoard
from scenes.table.contract.branches import Branch, Leaf, Part, by
from scenes.table.contract.input import Actors, BoardInput, InputResult
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import ShownBoard

NOWHERE: Final = pygame.Rect(0, 0, 0, 0)  # of what is only said: its name is shown large then
TEN: Final = 10
LIKELY: Final = 30  # numbers up to this one are a branch for each ten; those above share one
ALONE: Final = 0  # the seat of a lesson's only person


class RobotsBoard(GameBoard[State, Action, Selection]):
    """The board is never turned: north is up for everybody. `docks` lie around it, by seat."""

    words: RobotsWords

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = RobotsSetup()
        self.memory = Memory(context)
        self.look_back = self.memory
        self.pace = Pace()
        self.phone = RobotsPhone(context, self.pace)
        self.seating = BidSeating(context)
        self.latest = LatestStep()
        self.banners = Banners()
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
        effects = Effects(stage, geometry, self.sprites)
        ground = RobotsGround(stage, geometry, self.sprites)
        painter = RobotsPainter(stage, geometry, self.sprites, effects, ground)
        self.drawing = RobotsDrawing(
            context, geometry, painter, self._identities, self.docks, self.latest, self.banners, self.memory
        )
        self.words = RobotsWords(context, self.seating, self.latest, self._news, self.memory)
        places = {ALONE: self.docks[ALONE]} if context.in_lesson else self.docks
        entering = Entering(stage.metrics, places, self.seating)
        parts = (self.seating, self.memory, self._ticking, self.pace, self.drawing.show)
        self.simultaneous = RobotsSimultaneous(context, geometry, entering, *parts)
        self.input = RobotsInput(geometry, self.simultaneous, context.in_lesson)

    def shown(
        self,
        state: State,
        legal: Sequence[Action] = (),
        selection: Selection | None = None,
        last: Step[State, Action, object] | None = None,
    ) -> ShownBoard[object]:
        return shown(state)

    def branches(self, state: State, leaves: Sequence[Leaf[Action]]) -> Sequence[Part[Action]]:
        return branches(self.geometry, self.words, state, leaves)

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
            self.memory.ended_at = over
        news = phrases.news(stage.t, step, self.context.names)
        if news:
            self._news.tell(news, over)

    def _call_move(self, seat: Seat, number: int, move: Move) -> None:
        """The number of a move that an AI shows."""
        stage = self.context.stage
        name = phrases.route(stage.t, [move])
        text = phrases.move(stage.t, number, move.colour, move.heading)
        self.banners.latest = Banner(self._identities[seat], name, text, number, stage.time)

    def _show_banner(self, declared: Declared) -> None:
        seat, number = declared.seat, declared.number
        name = self.context.names[seat]
        text = self.context.stage.t("robots.pitch", name=name, count=number)
        text = NO_BREAK.join(text.rsplit(" ", 1))  # the number stays with its noun
        self.banners.latest = Banner(self._identities[seat], name, text, number, self.context.stage.time)


def branches(
    geometry: Geometry, words: RobotsWords, state: State, leaves: Sequence[Leaf[Action]]
) -> list[Part[Action]]:
    """Robots with their slides, or numbers by tens; conceding is left to the bar, where it is asked about."""
    moves = [leaf for leaf in leaves if isinstance(leaf.action, Move)]
    said = [replace(leaf, area=NOWHERE) for leaf in leaves if not isinstance(leaf.action, Move | Concede)]
    numbers = [leaf for leaf in said if isinstance(leaf.action, Bid)]
    others = [replace(leaf, name=words.answer(leaf.action)) for leaf in said if not isinstance(leaf.action, Bid)]
    return [*_robots(geometry, words, state, moves), *_tens(words, numbers), *others]


def _robots(
    geometry: Geometry, words: RobotsWords, state: State, leaves: Sequence[Leaf[Action]]
) -> list[Branch[Action]]:
    """Each robot where it stands; its slides where they end."""

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


class RobotsInput(BoardInput[State, Action, Selection]):
    """The input of one layout. In a match everybody may press at once: see `simultaneous.py`."""

    taps_play = True

    def __init__(self, geometry: Geometry, together: RobotsSimultaneous, in_lesson: bool) -> None:
        """In a lesson there is only one person, whose dock stands open."""
        self._geometry = geometry
        self._together = together
        self._in_lesson = in_lesson

    def empty(self, state: State, legal: Sequence[Action], family: str, before: Selection | None = None) -> Selection:
        if before is not None:
            return continue_selection(before, state, bool(legal))
        return begin_selection(state, bool(legal), (ALONE,) if self._in_lesson else ())

    def choose(
        self, actors: Actors[State, Action], selection: Selection, intent: Intent
    ) -> InputResult[Action, Selection]:
        if not self._in_lesson:
            return self._together.pressed(actors, selection, intent)
        if isinstance(selection, Declaring):
            return _entered(actors, self._together.entering.pressed(actors, selection, intent))
        if not isinstance(selection, Steering):
            return InputResult(selection)
        return steer(self._geometry, actors.state, actors.actions, selection, intent)

    def elapse(self, actors: Actors[State, Action], selection: Selection, dt: float) -> InputResult[Action, Selection]:
        if not self._in_lesson:
            return self._together.elapsed(actors, selection, dt)
        if not isinstance(selection, Declaring):
            return InputResult(selection)
        later = replace(selection, queue=bidding.pass_time(selection.queue, dt))
        return _entered(actors, later)

    def is_engaged(self, selection: Selection) -> bool:
        return isinstance(selection, Declaring) and selection.queue.window is not None

    def considering(self, action: Action) -> Selection:
        return Steering(robot=action.colour) if isinstance(action, Move) else Watching()

    def considered(self, selection: Selection) -> Action | None:
        return None

    def area(self, state: State, action: Action) -> pygame.Rect:
        """The cell of a move's robot; of any other action the whole field."""
        if not isinstance(action, Move):
            return self._geometry.field
        return self._geometry.cell_rect(state.robots[COLOURS.index(action.colour)])


def _entered(actors: Actors[State, Action], declaring: Declaring) -> InputResult[Action, Selection]:
    """What was entered, as an action where it is complete; the dock stands open again."""
    chosen = due(actors, declaring)
    return InputResult(replace(chosen.selection, open={ALONE: OpenDock()}), chosen.action, ALONE)

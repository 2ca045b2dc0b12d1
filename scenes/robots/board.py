"""The robots' board: what is drawn over its ground, clips, and the words around it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pygame

from game.core.options import Option
from game.core.rules import Seat, Step
from game.robots import rules
from game.robots.board import COLOURS, Robots, cell_at
from game.robots.state import Action, Declared, Move, State
from scenes.kit.canvas import Target
from scenes.kit.glyphbar import Prompt
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.paint import BOARD_AMBIENT, BOARD_CONTACT, Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.kit.timeline import Clip, Placement
from scenes.robots import puzzles, words
from scenes.robots.bidding import seating
from scenes.robots.bidding.banner import SHOWN_SECONDS, Banner, draw_banner
from scenes.robots.bidding.docks import dock_places
from scenes.robots.chip_row import chip_row
from scenes.robots.effects import Effects
from scenes.robots.geometry import Geometry
from scenes.robots.ground import TILES, Ground
from scenes.robots.hands import Hands
from scenes.robots.motion.afterglow import Afterglow
from scenes.robots.motion.clips import Staging, pieces, step_clip
from scenes.robots.painter import RobotsPainter
from scenes.robots.pending import take_seed
from scenes.robots.prompts import prompts_for
from scenes.robots.review.look_back import Review
from scenes.robots.review.memory import Memory
from scenes.robots.selection import Selection
from scenes.robots.side_panel import RobotsSidePanel
from scenes.robots.sprites import Sprites
from scenes.services import Services
from scenes.table.board import Actors, BoardScene, Chosen, Problem, Spot, Stock, View
from scenes.table.pitch import seat_pitch

FRAME = "textures/robots-frame.png"
ART = "textures/robots-frame.json"
TALL_SIDE = 972
TICKING_SECONDS = 10
CHIP_MINUTES = 10  # how long a chip takes at a slow table
SECONDS: dict[str, Sequence[int]] = {
    "clock_seconds": (30, 45, 60, 90, 120, 180),
    "demonstration_seconds": (0, 30, 60, 90, 120, 180),
}


class RobotsScene(BoardScene[State, Action, Selection]):
    """Sprites, clips and input of Hyper Robots."""

    sounds = ("bid", "chip", "slide", "bounce", "tick")
    lessons = "scenes.robots.lessons"
    arranger = "scenes.robots.arrange.arrange_scene:ArrangeScene"
    side_panel_class = RobotsSidePanel

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._banner: Banner | None = None
        self._step: Step[State, Action, Any] | None = None  # whose clip began last
        self._news = ("", 0.0)  # of the last step that brought any, and the stage's time at which its clip is over
        self.afterglow = Afterglow()
        self._ticked = 0  # the last second that ticked
        self.memory = Memory()
        self._standing: Robots | None = None  # the robots as they were drawn last
        self._taken: seating.Taken = ()  # pads keep their seats whatever else is forgotten
        self._matched = False  # whether it lies in a match, not in a lesson
        self._reviewed = 0.0  # the stage's time when the look back began

    @staticmethod
    def pictures(stage: Stage) -> list[Picture]:
        side = stage.metrics.px(TALL_SIDE if stage.metrics.shape is Shape.TALL else BoardScene.frame_size)
        art = stage.assets.data(ART)
        field = Geometry(pygame.Rect(0, 0, side, side), art).field
        return [Picture(stage, FRAME, (side, side)), Picture(stage, TILES, field.size)]

    @staticmethod
    def seat_note(stage: Stage, index: int, count: int) -> str:
        return stage.t("robots.seat_note")

    @staticmethod
    def setup_stock(stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        return Stock(options["chips_to_win"], options["chips_to_win"], stage.t("robots.chips_to_win"))

    @staticmethod
    def stock_row(services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        return chip_row(services, stock, lit, room)

    @classmethod
    def seed(cls, services: Services, options: Mapping[str, Any]) -> int:
        chosen = take_seed(services.store)
        if chosen is None and options["players"] == 1:
            chosen = puzzles.seed_for(services.stage.assets, services.store, options, date.today(), puzzles.by_chance)
        return super().seed(services, options) if chosen is None else chosen

    @classmethod
    def offered(cls, option: Option, options: Mapping[str, Any]) -> Sequence[Any]:
        return SECONDS.get(option.name) or super().offered(option, options)

    @classmethod
    def option_detail(cls, stage: Stage, name: str, options: Mapping[str, Any]) -> str:
        if name != "chips_to_win":
            return super().option_detail(stage, name, options)
        chips = options[name]
        return stage.t("option.chips_to_win.length", count=chips, minutes=chips * CHIP_MINUTES)

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.identities = tuple(identities)
        self.geometry = Geometry(rect, self.stage.assets.data(ART))
        self.sprites = Sprites(self.services, self.geometry)
        self.docks = dock_places(self.stage.metrics, len(self.identities))
        pads, keys = self.stage.devices.pads, seating.buzzers(self.services.store)
        self.hands = Hands(self.stage.metrics, self.geometry, self.seats, self.docks, pads, keys, self._rebind)
        effects = Effects(self.stage, self.geometry, self.sprites)
        ground = Ground(self.services, self.geometry, self.sprites)
        self.review = Review(self.services, rect, self.geometry.art)
        self.painter = RobotsPainter(self.stage, self.geometry, self.sprites, effects, ground)

    def places(self) -> Sequence[Seat]:
        return range(len(self.identities))

    # Presses

    def _rebind(self, seat: Seat, key: int) -> None:
        """Give a seat another buzzer."""
        seating.keep_buzzer(self.services.store, seat, key)
        self.hands.buzzers = seating.buzzers(self.services.store)

    def empty(self, state: State, legal: Sequence[Action], family: str) -> Selection:
        return self.hands.fresh(state, Selection(taken=self._taken))

    def targets(self, state: State, legal: Sequence[Action]) -> Sequence[Spot[Action]]:
        return [Spot(self.area(action), action) for action in legal if isinstance(action, Move)]

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        alone = replace(self.hands, seats=self.seats[:1])  # in a lesson only one person plays
        return alone.act(Actors(state, {state.demonstrator or 0: legal}), selection, intent)

    def act(self, actors: Actors[State, Action], selection: Selection, intent: Intent) -> Chosen[Action, Selection]:
        if actors.state.phase == "practice" and intent.kind is Kind.CONFIRM:
            puzzles.next_grade(self.services.store)
        chosen = self.hands.act(actors, selection or self.empty(actors.state, (), ""), intent)
        self._taken = chosen.selection.taken
        return chosen

    def elapse(self, actors: Actors[State, Action], selection: Selection, dt: float) -> Chosen[Action, Selection]:
        self._tick(actors)
        self._matched = True
        return self.hands.elapse(actors, selection or self.empty(actors.state, (), ""), dt)

    def _tick(self, actors: Actors[State, Action]) -> None:
        """Let the last seconds of a clock be heard."""
        second = math.ceil(actors.clock.seconds) if actors.clock is not None else 0
        if second != self._ticked and 0 < second <= TICKING_SECONDS:
            self.stage.audio.play("tick")
        self._ticked = second

    def kept(self, actors: Actors[State, Action], selection: Selection, family: str) -> Selection:
        return self.hands.fresh(actors.state, selection)

    def claims(self, selection: Selection, intent: Intent) -> bool:
        return selection is not None and self.hands.claims(selection, intent)

    def holds_clock(self, selection: Selection) -> bool:
        return selection is not None and selection.phase in ("think", "bid") and bool(selection.desk.claims)

    # The round before

    def review_request(self, steps: Sequence[Step[State, Action, Any]]) -> int | None:
        return self.memory.review_request(steps, self.options["players"] == 1)

    def review_result(self, ply: int, best: Sequence[str]) -> None:
        self.memory.review_result(ply, best)

    def result_note(self, state: State) -> str:
        return self.memory.verdict(self.stage.t, state)

    # Pieces and their motion

    def pieces(self, state: State) -> dict[str, Placement]:
        return pieces(state)

    def animate(self, step: Step[State, Action, Any]) -> Clip:
        self._step = step
        quiet = self.afterglow.quiet(self.stage.time)
        self.afterglow.begins(step, self.stage.time)
        for event in step.events:
            if isinstance(event, Declared):
                self._show_banner(event)
        clip = step_clip(step, Staging(self.stage.look.reduced_motion, quiet, self._dock_on_board))
        news = words.news(self.stage.t, step, self.names)
        if news:
            self._news = (news, self.stage.time + clip.seconds)
        pitch = seat_pitch(step.seat) if step.seat >= 0 else 0
        return Clip(clip.seconds, clip.sampler, clip.cues, pitch)

    def _show_banner(self, declared: Declared) -> None:
        text = self.stage.t("robots.pitch", name=self.names[declared.seat], count=declared.number)
        self._banner = Banner(self.identities[declared.seat], text, declared.number, self.stage.time)

    def _dock_on_board(self, seat: Seat) -> tuple[float, float]:
        """The column and row, beyond the board, at which a seat's dock lies."""
        field, pitch = self.geometry.field, self.geometry.pitch
        x, y = self.docks[seat].center
        return (x - field.x) / pitch - 0.5, (y - field.y) / pitch - 0.5

    @property
    def lively(self) -> bool:
        banner = self._banner is not None and self.stage.time - self._banner.since < SHOWN_SECONDS
        reviewing = self._reviewed < self.stage.time - 0.05
        return banner or reviewing or self.afterglow.shines(self.stage.time)

    # Drawing

    def draw_ground(self, target: Target) -> None:
        rect = self.geometry.rect
        shade = self.stage.paint.shadow(rect.size, 1.0, 16, (BOARD_AMBIENT, BOARD_CONTACT))
        self.stage.put(target, shade, rect.topleft)
        target.blit(self.stage.assets.texture(TILES, self.geometry.field.size), self.geometry.field.topleft)
        target.blit(self.stage.assets.texture(FRAME, rect.size), rect.topleft)

    def draw(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        self._standing = view.state.robots
        still = self.stage.look.reduced_motion
        self.painter.draw(canvas, view, {} if still else self.afterglow.lights(view.last, self.stage.time))
        past = self.memory.past
        if view.selection is not None and view.selection.reviewing and past is not None:
            self.review.draw(canvas, past, self.names, self.identities, self._reviewed)
        else:
            self._reviewed = self.stage.time
        if self._banner is not None:
            draw_banner(self.services, canvas, self.geometry.rect, self._banner)

    # Words

    def counted(self, state: State) -> State:
        """The position on screen with the move that is on its way from there: it counts from its start on."""
        step = self._step
        if step is None or step.before is not state or not isinstance(step.action, Move):
            return state
        return replace(state, moves=(*state.moves, step.action))

    def prompts(self, state: State, selection: Selection) -> list[Prompt]:
        shared = selection is not None and len(self.hands.sharing(selection)) > 1
        return prompts_for(self.stage, state, shared, self._matched)

    def sentence(self, state: State) -> str:
        return words.sentence(self.stage.t, state, self.names)

    def helper(self, state: State, selection: Selection, family: str) -> str:
        news, since = self._news
        fresh = 0 <= self.stage.time - since < words.NEWS_SECONDS
        return words.helper(self.stage.t, self.counted(state), self.options, self.stage.time, news if fresh else "")

    def hint_text(self, action: Action) -> str:
        return words.route(self.stage.t, [action]) if isinstance(action, Move) else rules.text(action)

    def announce(self, step: Step[State, Action, Any]) -> str:
        return words.news(self.stage.t, step, self.names) if step.after.phase == "over" else ""

    def touch_helper(self, selection: Selection) -> str:
        if selection is not None and selection.phase in ("demonstrate", "practice"):
            return self.stage.t("robots.touch.steer")
        return self.stage.t("robots.touch.bid")

    def engaged(self, selection: Selection) -> bool:
        return selection is not None and selection.desk.window is not None

    def considering(self, action: Action) -> Selection:
        return Selection("practice", robot=action.colour if isinstance(action, Move) else None)

    def considered(self, selection: Selection) -> Action | None:
        return None

    def area(self, action: Action) -> pygame.Rect:
        """The cell of a move's robot, where the position is known; else the whole field."""
        placed = self.options.get("placement")
        if self._standing is None and placed is not None and isinstance(action, Move):
            return self.geometry.cell_rect(cell_at(*placed[action.colour]))
        if self._standing is None or not isinstance(action, Move):
            return self.geometry.field
        return self.geometry.cell_rect(self._standing[COLOURS.index(action.colour)])

    def problem(self, state: State, selection: Selection) -> Problem | None:
        return None

    def stock(self, state: State, seat: Seat) -> Stock:
        return Stock(state.chips[seat], state.settings.chips_to_win, self.stage.t("robots.chips"))

    def side_note(self, seat: Seat, short: bool = False) -> str:
        return self.stage.t("robots.seat_note")

    def notation(self, action: Action) -> str:
        return rules.text(action)

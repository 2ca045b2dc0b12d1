"""What a game brings to the match: a board that is drawn, pointed at and chosen from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import pygame

from game.core.options import Option
from game.core.record import SeatConfig
from game.core.rules import Seat, Step, Timer
from scenes.kit.canvas import Target
from scenes.kit.glyphbar import Prompt
from scenes.kit.intents import Intent
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.kit.timeline import Clip, Placement, Placements, diff_clip
from scenes.services import Services

if TYPE_CHECKING:
    from scenes.table.side_panel import SidePanel

S = TypeVar("S")
A = TypeVar("A")
Sel = TypeVar("Sel")


@dataclass(frozen=True, slots=True)
class Spot(Generic[A]):
    """A place on the board that stands for an action: pointer hit area and stop of the focus in one."""

    area: pygame.Rect
    action: A


class Wish(Enum):
    """What a press on the board may ask of the match besides an action, where one person plays alone."""

    RESET = auto()  # back to the first position, where undo is free
    NEXT = auto()  # another game with the same setup


@dataclass(frozen=True, slots=True)
class Chosen(Generic[A, Sel]):
    """What a press led to: the new selection and, if the press decided, the action to play.

    `seat` says who decided, where several may act at once; None is the seat in turn.
    """

    selection: Sel
    action: A | None = None
    seat: Seat | None = None
    wish: Wish | None = None


@dataclass(frozen=True, slots=True)
class Actors(Generic[S, A]):
    """Who may act: the position, and the legal actions of each seat that one device plays for, by seat.

    In most games that is the seat in turn alone. Where several act at once (`GameSpec.simultaneous`), a pad finds
    the seat that it was given; keyboard, mouse and touch find every seat that shares them. It may be empty then.
    """

    state: S
    legal: Mapping[Seat, Sequence[A]]
    clock: Timer | None = None  # with the seconds left


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a try is not allowed: a heading and a full sentence, in the screen's language."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Stock:
    """What a seat has left, for its card: `left` of `total` pieces, the word beside them, and which kind they are."""

    left: int
    total: int
    unit: str
    look: str = ""


@dataclass(slots=True)
class View(Generic[S, A, Sel]):
    """Everything that a board needs to draw one frame.

    `state` is what is shown (while a clip plays: the position before it), `placements` where the pieces
    are right now. `legal` is empty when nobody at this screen is to act. Where several seats act at once,
    `choices` has the legal actions of every person among them; `legal` is the first one's.
    """

    state: S
    placements: Placements
    legal: Sequence[A]
    selection: Sel
    last: Step[S, A, Any] | None = None
    hint: A | None = None
    lights: dict[Seat, float] = field(default_factory=dict)  # 0..1 by seat: whose turn it is
    winner: Seat | None = None
    win_time: float = 0.0  # seconds since the game was won
    family: str = "keyboard"  # of the device in the hand
    theory: Mapping[str, tuple[str, int | None]] | None = None  # by action text: value for the mover, plies to the end
    choices: Mapping[Seat, Sequence[A]] = field(default_factory=dict)
    clock: Timer | None = None  # with the seconds left


class BoardScene(ABC, Generic[S, A, Sel]):
    """One game's part of the match scene: sprites, clips and input. It never computes legality."""

    frame_size = 880  # design pixels of the board's frame, square
    sounds: tuple[str, ...] = ()  # that its clips make
    lessons = ""  # the module whose LESSONS teach the game
    taps_play = False  # whether a finger's tap, or a digit, plays at once, without a confirm
    arranger = ""  # "module:Class" of the scene in which a new game's board is laid out: it pops with the table
    theory_overlay = False  # whether `draw` shows `View.theory`, which the game's brain then has for every position
    side_panel_class: type[SidePanel] | None = None  # what lies beside the board, where it is not the house's

    def __init__(self, services: Services) -> None:
        self.services = services
        self.stage = services.stage
        self.seats: Sequence[SeatConfig] = ()
        self.names: Sequence[str] = ()  # by seat, as the screen shows them
        self.options: Mapping[str, Any] = {}  # of the game, complete; set before the first layout
        self.in_lesson = False  # whether there is nobody to talk to: no draws, no giving up

    @property
    def lively(self) -> bool:
        """Whether something on the board moves by itself besides the clips, so that every frame must be drawn."""
        return False

    @staticmethod
    @abstractmethod
    def pictures(stage: Stage) -> list[Picture]:
        """The textures that the board shows at the window's size."""

    @staticmethod
    @abstractmethod
    def seat_note(stage: Stage, index: int, count: int) -> str:
        """Where seat `index` of `count` sits and what it aims at, for the setup."""

    @staticmethod
    @abstractmethod
    def setup_stock(stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        """What a seat starts with."""

    @staticmethod
    @abstractmethod
    def stock_row(services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        """The pieces left, each in its place: 48 design pixels high, at most `room` pixels wide.

        They lie on enamel where `lit`, else on lacquer.
        """

    @classmethod
    def seed(cls, services: Services, options: Mapping[str, Any]) -> int:
        """The seed of a new game with these complete options."""
        return services.fresh_seed()

    @classmethod
    def offered(cls, option: Option, options: Mapping[str, Any]) -> Sequence[Any]:
        """The values of an option that the setup offers, given complete options; () to leave it out.

        The number of players and the presets have places of their own.
        """
        return option.values(options)

    @classmethod
    def option_detail(cls, stage: Stage, name: str, options: Mapping[str, Any]) -> str:
        """What an option means as it is set: the text of its value where there is one, else the option's own."""
        own = f"option.{name}.{options[name]}.detail"
        return stage.t(own) if stage.strings.has(own) else stage.t(f"option.{name}.detail")

    @staticmethod
    def fills_square(options: Mapping[str, Any]) -> bool:
        """Whether the frame fills the square that the board is given; else it throws its own shadow there."""
        return True

    def draw_preview(self, canvas: Target, rect: pygame.Rect, identities: Sequence[str], start: S) -> None:
        """The position `start`, small and with nobody at it, for the setup."""
        self.layout(rect, identities, 0)
        self.draw_ground(canvas)
        self.draw(canvas, View(start, self.pieces(start), (), self.empty(start, (), "mouse")))

    @abstractmethod
    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        """Take a place on the screen; the board is turned so that seat `bottom` sits below it."""

    @abstractmethod
    def places(self) -> Sequence[Seat]:
        """The seats clockwise from the one at the bottom, as the board is turned."""

    @abstractmethod
    def empty(self, state: S, legal: Sequence[A], family: str) -> Sel:
        """The selection when a turn begins, for a device family; `legal` is empty when nobody is to choose."""

    @abstractmethod
    def targets(self, state: S, legal: Sequence[A]) -> Sequence[Spot[A]]:
        """The places that stand for legal actions."""

    @abstractmethod
    def choose(self, state: S, legal: Sequence[A], selection: Sel, intent: Intent) -> Chosen[A, Sel]:
        """What a press means; `legal` is the session's."""

    def act(self, actors: Actors[S, A], selection: Sel, intent: Intent) -> Chosen[A, Sel]:
        """What a press means where it may be for one of several seats; by default the seat in turn `choose`s.

        A simultaneous game overrides this: its presses all come here, whoever made them and whatever moves, and
        `actors` has the seats that the press's device plays for.
        """
        return self.choose(actors.state, next(iter(actors.legal.values())), selection, intent)

    def elapse(self, actors: Actors[S, A], selection: Sel, dt: float) -> Chosen[A, Sel]:
        """What `dt` seconds without a press mean; asked at every tick of a simultaneous game, for all its seats.

        A number that somebody has begun to enter may become an action here.
        """
        return Chosen(selection)

    def kept(self, actors: Actors[S, A], selection: Sel, family: str) -> Sel:
        """The selection after an action of a simultaneous game, by default a new one; `actors` has all who may act."""
        return self.empty(actors.state, next(iter(actors.legal.values()), ()), family)

    def claims(self, selection: Sel, intent: Intent) -> bool:
        """Whether the board wants a press that the house would take for itself (pause, back, hint, undo, rules)."""
        return False

    def holds_clock(self, selection: Sel) -> bool:
        """Whether a clock that has run down, and AI seats, shall wait: somebody began to enter an action before."""
        return False

    def review_request(self, steps: Sequence[Step[S, A, Any]]) -> int | None:
        """The ply of a position whose best play the board wants to show; the same until it has learnt it.

        Asked at every tick with the game so far.
        """
        return None

    def review_result(self, ply: int, best: Sequence[str]) -> None:
        """The best play in the position at `ply`, in notation; nothing where none was found."""
        return

    def result_note(self, state: S) -> str:
        """How the game ended, in a sentence; "" for the house's."""
        return ""

    @abstractmethod
    def pieces(self, state: S) -> dict[str, Placement]:
        """Id to placement of everything that stands on the board."""

    def animate(self, step: Step[S, A, Any]) -> Clip:
        """The clip between the two states of a step."""
        return diff_clip(self.pieces(step.before), self.pieces(step.after))

    def passage(self, before: S, after: S, seconds: float) -> Clip:
        """The clip from one state to any other one, for taking back and leafing."""
        return diff_clip(self.pieces(before), self.pieces(after), seconds)

    @abstractmethod
    def draw_ground(self, target: Target) -> None:
        """Draw what never changes while the board lies there: its shadow, its face, its labels."""

    @abstractmethod
    def draw(self, canvas: Target, view: View[S, A, Sel]) -> None:
        """Draw everything on the ground."""

    @abstractmethod
    def prompts(self, state: S, selection: Sel) -> list[Prompt]:
        """What presses do now, for the glyph bar (the match adds hint and pause)."""

    @abstractmethod
    def helper(self, state: S, selection: Sel, family: str) -> str:
        """A sentence that says what the mover is about to do."""

    def sentence(self, state: S) -> str:
        """The sentence over the side panel; "" for the house's: whose turn it is."""
        return ""

    @abstractmethod
    def hint_text(self, action: A) -> str:
        """A hint in words."""

    @abstractmethod
    def announce(self, step: Step[S, A, Any]) -> str:
        """A sentence about a step that the board alone would not explain; "" for none."""

    @abstractmethod
    def touch_helper(self, selection: Sel) -> str:
        """What a finger may do next."""

    @abstractmethod
    def engaged(self, selection: Sel) -> bool:
        """Whether back would give up something on the board (else it opens the pause menu)."""

    @abstractmethod
    def considering(self, action: A) -> Sel:
        """The selection in which `action`, legal or not, is considered."""

    @abstractmethod
    def considered(self, selection: Sel) -> A | None:
        """The action that a press of confirm would try, legal or not."""

    @abstractmethod
    def area(self, action: A) -> pygame.Rect:
        """Where an action takes place, in pixels."""

    @abstractmethod
    def problem(self, state: S, selection: Sel) -> Problem | None:
        """Why the present selection cannot be played, if so."""

    @abstractmethod
    def stock(self, state: S, seat: Seat) -> Stock:
        """What a seat has left."""

    @abstractmethod
    def side_note(self, seat: Seat, short: bool = False) -> str:
        """A seat's aim in few words, for its card: "goal ↑", or "↑" where there is little room."""

    @abstractmethod
    def notation(self, action: A) -> str:
        """The action for the list of moves."""

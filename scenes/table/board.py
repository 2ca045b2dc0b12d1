"""What a game brings to the table, in small parts: what setup asks, what a press means, what is drawn, what is said.

Three more are for some games only: several seats that act at once, looking back, and a hand for phones. A game's folder
makes a `Board` of them; match, replay and lessons take from it the part that they need. No part computes legality: the
legal actions are the session's.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Generic, Protocol, TypeVar

import pygame

from game.core.options import Option
from game.core.record import SeatConfig
from game.core.rules import OptionError, Seat, Step, Timer
from scenes.kit.canvas import Target
from scenes.kit.glyphbar import Prompt
from scenes.kit.intents import Intent, Point
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.branches import Leaf, Part, in_rows
from scenes.table.phone_hand import HandPage, InHand, Place
from scenes.table.placements import BoardClip, Placements, diff_clip

BOARD_SIDE = 880  # design pixels of the square that a board lies in, where the window is not upright

S = TypeVar("S")
A = TypeVar("A")
Sel = TypeVar("Sel")
S_contra = TypeVar("S_contra", contravariant=True)
Sel_contra = TypeVar("Sel_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Spot(Generic[A]):
    """A place on the board that stands for an action: pointer hit area and stop of the focus in one."""

    area: pygame.Rect
    action: A


class Wish(Enum):
    """What a press on the board may ask of the match besides an action, where one person plays alone or is in turn."""

    RESET = auto()  # back to the first position, where undo is free
    NEXT = auto()  # another game with the same setup
    CONCEDE = auto()  # to be asked whether to give up what the seat in turn shows


@dataclass(frozen=True, slots=True)
class Chosen(Generic[A, Sel]):
    """What a press led to: the new selection and, if the press decided, the action.

    Whether that is played at once or waits for a second press is not the board's to say (`confirming.py`).
    `seat` says who decided, where several may act at once; None is the seat in turn. `carried`: a pointer has taken
    the piece there, so that nothing is left to be shown of its way.
    """

    selection: Sel
    action: A | None = None
    seat: Seat | None = None
    wish: Wish | None = None
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Actors(Generic[S, A]):
    """Who may act: the position, and the legal actions of each seat that one device plays for, by seat.

    In most games that is the seat in turn alone. Where several act at once (`GameSpec.simultaneous`), a pad finds
    the seat that it was given; keyboard, mouse and touch find every seat that shares them. It may be empty then.
    """

    state: S
    legal: Mapping[Seat, Sequence[A]]
    clock: Timer | None = None  # with the seconds left
    silence: Timer | None = None  # the second clock of some games, likewise


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

    `state` is what is shown (while a clip plays: the position before it), `placements` where the pieces are right
    now, `effects` the passing lights of the clip. `legal` is empty when nobody at this screen is to act. Where
    several seats act at once, `choices` has the legal actions of every person among them; `legal` is the first one's.
    """

    state: S
    placements: Placements
    legal: Sequence[A]
    selection: Sel
    effects: Sequence[Any] = ()
    last: Step[S, A, Any] | None = None
    hint: A | None = None
    lights: Mapping[Seat, float] = field(default_factory=dict)  # 0..1 by seat: whose turn it is
    winner: Seat | None = None
    win_time: float = 0.0  # seconds since the game was won
    family: str = "keyboard"  # of the device in the hand
    theory: Mapping[str, tuple[str, int | None]] | None = None  # by action text: value for the mover, plies to the end
    choices: Mapping[Seat, Sequence[A]] = field(default_factory=dict)
    clock: Timer | None = None  # with the seconds left
    hand: Point | None = None  # where a pointer carries what the selection has in the hand, in pixels
    steps: Sequence[Step[S, A, Any]] = ()  # the whole game, once somebody has won it


@dataclass(slots=True)
class BoardContext:
    """What a board is told before it is laid out: complete options, and who sits around it.

    `names` are as the screen shows them. `in_lesson`: there is nobody to talk to, so no draws and no giving up.
    """

    services: Services
    options: Mapping[str, Any]
    seats: Sequence[SeatConfig] = ()
    names: Sequence[str] = ()
    in_lesson: bool = False

    @property
    def stage(self) -> Stage:
        """The window's stage."""
        return self.services.stage


class GameSetup(Protocol):
    """What the setup asks of a game, before there is a board."""

    def pictures(self, stage: Stage) -> list[Picture]:
        """The textures that the board shows at the window's size."""

    def seat_note(self, stage: Stage, index: int, options: Mapping[str, Any]) -> str:
        """Where seat `index` sits, and what it aims at, with these complete options."""

    def handicap_note(self, stage: Stage, index: int, options: Mapping[str, Any]) -> str:
        """What seat `index` begins with by agreement, in few words; "" for what is usual."""
        return ""

    def stock(self, stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        """What a seat starts with."""

    def stock_row(self, services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        """The pieces left, each in its place: 48 design pixels high, at most `room` pixels wide.

        They lie on enamel where `lit`, else on lacquer.
        """

    def badge(self, services: Services, stock: Stock, radius: float) -> Sprite | None:
        """What stands for the seat's side on its card in place of the identity's token; None keeps the token.

        `radius` in design pixels; the sprite's place is its middle.
        """
        return None

    def side(self, stage: Stage, state: Any, seat: Seat) -> str:
        """What a seat is called by its pieces where no card says whose they are; "" for the person's name."""
        return ""

    def edge(self, stock: Stock, lit: bool) -> str:
        """The colour of a card's edge where the side has one; "" for the identity's colour and pattern."""
        return ""

    def seed(self, services: Services, options: Mapping[str, Any]) -> int:
        """The seed of a new game with these complete options."""
        return services.fresh_seed()

    def remark(self, stage: Stage, options: Mapping[str, Any]) -> str:
        """What one should know of the game with these complete options before choosing a rival; "" for nothing."""
        return ""

    def offered(self, option: Option, options: Mapping[str, Any]) -> Sequence[Any]:
        """The values of an option that the setup offers, given complete options; () to leave it out.

        The number of players and the presets have places of their own.
        """
        return option.values(options)

    def numbers(self, option: Option, options: Mapping[str, Any]) -> Sequence[int]:
        """The numbers that the setup offers each seat of a handicap, given complete options; () to leave it out."""
        assert option.per_seat is not None
        try:
            low, high = option.per_seat.bounds(options)
        except OptionError:
            return ()
        return range(low, high + 1)

    def option_detail(self, stage: Stage, name: str, options: Mapping[str, Any]) -> str:
        """What an option means as it is set: the text of its value where there is one, else the option's own."""
        own = f"option.{name}.{options[name]}.detail"
        return stage.t(own) if stage.strings.has(own) else stage.t(f"option.{name}.detail")

    def fills_square(self, options: Mapping[str, Any]) -> bool:
        """Whether the frame fills the square that the board is given; else it throws its own shadow there."""
        return True


class BoardInput(Protocol[S_contra, A, Sel]):
    """What a press means. Pure: what is considered is the selection, which the caller keeps."""

    taps_play: bool = False  # whether a finger's tap plays at once, without a confirm

    def empty(self, state: S_contra, legal: Sequence[A], family: str) -> Sel:
        """The selection when a turn begins, for a device family; `legal` is empty when nobody is to choose."""

    def targets(self, state: S_contra, legal: Sequence[A]) -> Sequence[Spot[A]]:
        """The places that stand for legal actions."""

    def choose(self, state: S_contra, legal: Sequence[A], selection: Sel, intent: Intent) -> Chosen[A, Sel]:
        """What a press means; an action only where the press decides on one of `legal`."""

    def elapsed(self, state: S_contra, legal: Sequence[A], selection: Sel, dt: float) -> Chosen[A, Sel]:
        """What `dt` seconds without a press mean in a lesson: what was begun may become an action."""
        return Chosen(selection)

    # Dragging (`Grasp`); by default nothing can be carried

    def place_at(self, state: S_contra, legal: Sequence[A], selection: Sel, point: Point) -> Hashable:
        """What a click at a point of the board means; a release elsewhere than on the same is none."""
        return None

    def lifted(self, state: S_contra, legal: Sequence[A], selection: Sel, origin: Point | None) -> Sel | None:
        """The selection with what a drag from `origin` takes in the hand, from the mover's stock where that is None.

        None where there is nothing to take.
        """
        return None

    def carried(self, state: S_contra, legal: Sequence[A], selection: Sel, intent: Intent) -> Sel:
        """The selection with what is in the hand over the point of `intent`."""
        return selection

    def dropped(self, state: S_contra, legal: Sequence[A], selection: Sel) -> Chosen[A, Sel]:
        """What letting it go there means: the action where one of `legal` fits, else it goes back."""
        return Chosen(selection)

    def turned(self, selection: Sel) -> Sel:
        """The selection with what is in the hand turned."""
        return selection

    def engaged(self, selection: Sel) -> bool:
        """Whether back would give up something on the board (else it opens the pause menu)."""

    def considering(self, action: A) -> Sel:
        """The selection in which `action`, legal or not, is considered."""

    def considered(self, selection: Sel) -> A | None:
        """The action that a press of confirm would try, legal or not."""

    def area(self, state: S_contra, action: A) -> pygame.Rect:
        """Where an action takes place in a position, in pixels."""


class BoardDrawing(Protocol[S, A, Sel]):
    """What is drawn. `animate` and `draw` change nothing: what a step brings is told to `Board.on_step`."""

    @property
    def lively(self) -> bool:
        """Whether something on the board moves by itself besides the clips, so that every frame must be drawn."""
        return False

    def pieces(self, state: S) -> Placements:
        """Id to placement of everything that stands on the board."""

    def animate(self, step: Step[S, A, Any]) -> BoardClip:
        """The clip between the two states of a step."""
        return diff_clip(self.pieces(step.before), self.pieces(step.after))

    def passage(self, before: S, after: S, seconds: float) -> BoardClip:
        """The clip from one state to any other one, for taking back and leafing."""
        return diff_clip(self.pieces(before), self.pieces(after), seconds)

    def draw_ground(self, target: Target) -> None:
        """Draw what never changes while the board lies there: its shadow, its face, its coordinates."""

    def draw(self, canvas: Target, view: View[S, A, Sel]) -> None:
        """Draw everything on the ground."""

    def draw_reason(
        self, canvas: Target, step: Step[S, A, Any], seat: Seat, cells: Mapping[str, tuple[int, ...]], time: float
    ) -> None:
        """Draw over everything why `step` matters to `seat`, `time` seconds after it was shown; by default nothing.

        `cells` are places and ways by what they are, in the game's own numbering.
        """
        return

    def draw_weighed(self, canvas: Target, step: Step[S, A, Any], color: str, alpha: float) -> None:
        """Draw an action that is weighed in the position on the board, as a ribbon and a ghost; by default nothing.

        `color` says whose it is, or that it is the better one; `alpha` is lower for one that is not to stand out.
        """
        return


class BoardWords(Protocol[S, A, Sel_contra]):
    """What is said: beside the board, on the cards, in the bar."""

    def prompts(self, state: S, selection: Sel_contra) -> list[Prompt]:
        """What presses do now, for the glyph bar (the match adds hint and pause)."""

    def helper(self, state: S, selection: Sel_contra, family: str) -> str:
        """A sentence that says what the mover is about to do."""

    def touch_helper(self, selection: Sel_contra) -> str:
        """What a finger may do next."""

    def confirm_helper(self, action: A, family: str) -> str:
        """A sentence that says how to play `action`, which has been chosen and waits for a second press."""

    def sentence(self, state: S) -> str:
        """The sentence at the top of the side panel; "" for the usual one: whose turn it is."""
        return ""

    def hint_text(self, action: A) -> str:
        """A hint in words."""

    def first_time(self, action: A) -> str:
        """The key of the text that explains such an action to newcomers; "" for none.

        The first one that somebody chooses waits for a second press, with that text.
        """
        return ""

    def announce(self, step: Step[S, A, Any]) -> str:
        """A sentence about a step that the board alone would not explain; "" for none."""

    def problem(self, state: S, selection: Sel_contra) -> Problem | None:
        """Why the present selection cannot be played, if so."""

    def stock(self, state: S, seat: Seat) -> Stock:
        """What a seat has left."""

    def side_note(self, seat: Seat, short: bool = False) -> str:
        """A seat's aim in few words, for its card: "goal ↑", or "↑" where there is little room."""

    def notation(self, action: A) -> str:
        """The action for the list of moves."""

    def balance(self, state: S, seat: Seat) -> str:
        """What tells `seat` and its rivals apart at a glance: what they still need, or threaten; "" for nothing."""
        return ""

    def best_answer(self, count: int) -> str:
        """What the best answer to a round is worth that takes `count` actions; "" in a game without rounds."""
        return ""

    def written(self, actions: Sequence[A]) -> str:
        """Actions one after the other, as the best line is written: "e5  e6h  d4"."""
        return "  ".join(map(self.notation, actions))

    def said(self, action: A) -> str:
        """An action as it is read aloud."""
        return self.notation(action)

    def told(self, step: Step[S, A, Any]) -> str:
        """The action of a step as it is read aloud after the mover's name, with what came of it."""
        return self.said(step.action)

    def position(self, state: S) -> Sequence[str]:
        """What lies where, in sentences that are read aloud to somebody who does not see the board."""
        return ()

    def aim(self, state: S, selection: Sel_contra) -> Sequence[str]:
        """Where the selection is, in short texts: of these, those that are new are read aloud as it moves."""
        return ()


class Simultaneous(Protocol[S, A, Sel]):
    """Presses where several seats act at once: they all come here, whoever made them and whatever moves."""

    def act(self, actors: Actors[S, A], selection: Sel, intent: Intent) -> Chosen[A, Sel]:
        """What a press means; `actors` has the seats that the press's device plays for."""

    def elapse(self, actors: Actors[S, A], selection: Sel, dt: float) -> Chosen[A, Sel]:
        """What `dt` seconds without a press mean; asked at every tick, for all seats.

        A number that somebody has begun to enter may become an action here.
        """

    def kept(self, actors: Actors[S, A], selection: Sel, family: str) -> Sel:
        """The selection after an action: the others go on with what they are about. `actors` has all who may act."""

    def claims(self, selection: Sel, intent: Intent) -> bool:
        """Whether the board wants a press that the match would take (pause, back, hint, undo, rules)."""

    def part(self, state: S) -> Hashable:
        """Which part of the game this is: presses for one part mean something else in another."""

    def holds_clock(self, selection: Sel) -> bool:
        """Whether a clock that has run down, and AI seats, shall wait: somebody began to enter an action before."""


class LookBack(Protocol[S, A]):
    """Looking back at what was played, with what the AI's process says of it."""

    def review_request(self, steps: Sequence[Step[S, A, Any]]) -> int | None:
        """The ply of a position whose best play is wanted; the same until `review_result` has come.

        Asked at every tick with the game so far.
        """

    def review_result(
        self,
        ply: int,
        best: Sequence[str] | None,
        routes: Sequence[Sequence[str]] = (),
        complete: bool = True,
    ) -> None:
        """The best play in the position at `ply`, in notation; nothing where none was found, None where it failed.

        `routes` are all that is as good, if there is more, and begin with it; not `complete`: there may be others.
        """

    def review_bound(self, ply: int, at_least: int) -> None:
        """How many moves the best play in the position at `ply` has at least, while it is looked for."""

    def by_house_rule(self, state: S) -> tuple[A, str] | None:
        """What the table has all seats do in `state`, by a rule that is not the game's own, and the sentence for it."""
        return None

    def result_note(self, state: S) -> str:
        """How the game ended, in a sentence; "" for the usual one."""

    def code(self, state: S) -> str:
        """By what others get the same board, in words; "" where there is nothing of the kind."""
        return ""

    def was_shortest(self, steps: Sequence[Step[S, A, Any]]) -> bool:
        """Whether what decided the game is known to have been as short as can be."""
        return False

    def figures(self, steps: Sequence[Step[S, A, Any]]) -> Mapping[Seat, str]:
        """What each seat has done in these steps, in few words, besides what its card counts."""
        return {}


class PhoneHand(Protocol[S, A, Sel]):
    """A board's part for phones. Nothing that others must not know is in a page but what `seat` has declared."""

    def page(self, held: InHand[S, A, Sel]) -> HandPage | None:
        """The page of a phone; None where a ring of directions serves."""

    def pressed(self, held: InHand[S, A, Sel], button: str, value: int) -> Chosen[A, Sel] | None:
        """What a button of the page means that is none of the bar's, with the number on the dial; None for nothing."""
        return None

    def tapped(self, held: InHand[S, A, Sel], place: Place, cell: str) -> Chosen[A, Sel] | None:
        """What a finger at a place of the board chooses, near the lit cell `cell` or "" for none.

        It never plays. None where it means nothing.
        """
        return None


class Board(Protocol[S, A, Sel]):
    """One game's board on one table. Its parts are there once it is laid out, and are new after each layout."""

    context: BoardContext
    setup: GameSetup
    input: BoardInput[S, A, Sel]
    drawing: BoardDrawing[S, A, Sel]
    words: BoardWords[S, A, Sel]
    simultaneous: Simultaneous[S, A, Sel] | None = None
    look_back: LookBack[S, A] | None = None
    phone: PhoneHand[S, A, Sel] | None = None

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        """Take a place on the screen (pixels); the board is turned so that seat `bottom` sits below it."""

    def branches(self, state: S, legal: Sequence[A]) -> Sequence[Part[A]]:
        """The legal actions as a tree for one-button play, no level much longer than a dozen; by default in rows."""
        return in_rows(self.leaves(state, legal))

    def leaves(self, state: S, legal: Sequence[A]) -> list[Leaf[A]]:
        """The legal actions, each with its place and its name."""
        return [Leaf(action, self.input.area(state, action), self.words.said(action)) for action in legal]

    def beside(self, state: S) -> pygame.Rect | None:
        """Where the board draws something to press beside itself in a lesson, in pixels; None where it does not."""
        return None

    def places(self) -> Sequence[Seat]:
        """The seats clockwise from the one at the bottom, as the board is turned."""

    def chapters(self, steps: Sequence[Step[S, A, Any]]) -> Sequence[int]:
        """The plies at which the parts of a whole game begin, for its replay; () where it has none."""
        return ()

    def on_step(self, step: Step[S, A, Any]) -> None:
        """A step was played and its clip is about to begin: keep what outlasts it."""
        return


AnyBoard = Board[Any, Any, Any]

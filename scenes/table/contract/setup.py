"""The contract of the setup: a game's texts and pictures before there is a board, and the context of its board."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from game.core.kinds import SettingValues
from game.core.options import Option
from game.core.record import SeatConfig
from game.core.rules import OptionError, Options, Seat
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Picture, Stage


@dataclass(frozen=True, slots=True)
class Stock:
    """The pieces that a seat has left, for its card: `left` of `total`, the words beside them, and their kind.

    `brief` is for where there is no room for `unit`. `edges` are the colours of the card's edge where the side has one,
    of a card that is lit and of one that is not; else the edge has the identity's colour and pattern.
    """

    left: int
    total: int
    unit: str
    look: str = ""
    brief: str = ""
    edges: tuple[str, str] = ("", "")

    @property
    def in_short(self) -> str:
        """What is left, in few words: "2 pieces"."""
        return f"{self.left} {self.brief or self.unit}"


@dataclass(frozen=True, slots=True)
class SeatNote:
    """The words about a seat before a game: its side and its goal, and in few words its `handicap`, "" for none."""

    place: str
    handicap: str = ""


@dataclass(slots=True)
class BoardContext:
    """The context of a board before it is laid out: complete options, and the players around it.

    `settings` are the game's own, those of its SPEC and those that its board changes; they are kept. `names` are as the
    screen shows them. `keys` are the codes of those with which people sat down, by identity; `rebind` gives an identity
    another one, whoever had that gets the former one, and returns what they are then. `fresh_seed` is one of chance;
    `today` is the day whose puzzle is that of the day. `in_lesson`: there is nobody to talk to, so no draws and no
    giving up.
    """

    stage: Stage
    options: Options
    settings: SettingValues = field(default_factory=SettingValues)
    seats: Sequence[SeatConfig] = ()
    names: Sequence[str] = ()
    keys: Mapping[str, int] = field(default_factory=dict)
    rebind: Callable[[str, int], Mapping[str, int]] = lambda identity, key: {identity: key}
    fresh_seed: Callable[[], int] = lambda: 0
    today: date = field(default_factory=date.today)
    in_lesson: bool = False


class GameSetup(Protocol):
    """The game's part of the setup, before there is a board.

    `recommended`: the numbers of players with which it is at its best; () where it is with any.
    """

    recommended: Sequence[int] = ()

    @abstractmethod
    def pictures(self, stage: Stage) -> list[Picture]:
        """The textures that the board shows at the window's size; () for none.

        Asked while the bar of a start runs and after the window has changed. It loads nothing itself.
        """

    @abstractmethod
    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        """The side and the goal of seat `index` with these complete options, and its handicap.

        Asked as the setup draws a seat, before there is a game.
        """

    @abstractmethod
    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        """Return the pieces with which a seat starts.

        Asked as the setup draws a seat; during a game `BoardWords.seat` has what is left.
        """

    @abstractmethod
    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        """The pieces left, each in its place: 48 design pixels high, at most `room` pixels wide.

        They lie on enamel where `lit`, else on lacquer. Asked as a card is drawn: keep the picture
        (`stage.paint.cached`).
        """

    def badge(self, stage: Stage, stock: Stock, radius: float) -> Sprite | None:
        """Return the picture of the seat's side for its card in place of the identity's token; None keeps the token.

        `radius` in design pixels; the sprite's place is its middle. Asked as a card is drawn: keep the picture.
        """
        return None

    def seed(self, context: BoardContext) -> int:
        """The seed of a new game with the context's options. Asked once as a game begins; by default it is chance."""
        return context.fresh_seed()

    def remark(self, stage: Stage, options: Options, option: str = "") -> str:
        """Return a remark on these complete options, to be read before choosing a rival; "" for none, as by default.

        With `option` it is on that one as it is set: by default the text of its value, else the option's own.
        """
        if not option:
            return ""
        own = f"option.{option}.{options[option]}.detail"
        return stage.t(own) if stage.strings.has(own) else stage.t(f"option.{option}.detail")

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        """The values of an option that the setup offers, given complete options; () to leave it out.

        Of a handicap they are the numbers that each seat may have. The number of players and the presets have places of
        their own. Asked again after each change; none may be offered that the option does not allow.
        """
        if option.per_seat is None:
            return option.values(options)
        try:
            low, high = option.per_seat.bounds(options)
        except OptionError:
            return ()
        return range(low, high + 1)

    def fills_square(self, options: Options) -> bool:
        """Whether the frame fills the square that a diagram is given; else it throws its own shadow there."""
        return True

"""The contract of the setup: a game's texts and pictures before there is a board, and what a board is made from."""

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
    """A seat's remaining pieces, for its card: `left` of `total`, their `unit`, and their kind (`look`).

    `brief` takes the place of `unit` if there is little room. If the seat's side has colours of its own, `edges` are
    these colours for the edge of the card, lit and unlit. Otherwise the edge has the identity's colour and pattern.
    """

    left: int
    total: int
    unit: str
    look: str = ""
    brief: str = ""
    edges: tuple[str, str] = ("", "")

    @property
    def in_short(self) -> str:
        """Return the remaining pieces in few words: "2 pieces"."""
        return f"{self.left} {self.brief or self.unit}"


@dataclass(frozen=True, slots=True)
class SeatNote:
    """A seat before a game: its side, its goal, and its `handicap` in few words, "" for none."""

    place: str
    handicap: str = ""


@dataclass(slots=True)
class BoardContext:
    """What a board is made from: complete options, and the players around it.

    `settings` are the game's own settings; changes are stored. `names` are the names on the screen. `keys` are the key
    codes of people at the keyboard, by identity. `rebind` gives an identity another key and returns the new codes; the
    former owner of that key gets the identity's old key. `fresh_seed` returns a random seed, `today` is the day of the
    daily puzzle. If `in_lesson`, nobody can offer a draw or resign.
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

    `recommended` has the numbers of players that suit the game best; () if all do.
    """

    recommended: Sequence[int] = ()

    @abstractmethod
    def pictures(self, stage: Stage) -> list[Picture]:
        """The textures of the board at the window's size; () for none.

        Called while the start of the program shows its progress, and after the window has changed. It must not load
        anything itself.
        """

    @abstractmethod
    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        """Return the side, the goal and the handicap of seat `index` with these complete options.

        Called when the setup draws a seat, before there is a game.
        """

    @abstractmethod
    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        """Return the pieces with which a seat starts.

        Called when the setup draws a seat. During a game, `BoardWords.seat` has the remaining pieces.
        """

    @abstractmethod
    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        """Draw the remaining pieces in a row, 48 design pixels high and at most `room` pixels wide.

        The row lies on enamel if `lit`, otherwise on lacquer. Called when a card is drawn, so cache the picture
        (`stage.paint.cached`).
        """

    def badge(self, stage: Stage, stock: Stock, radius: float) -> Sprite | None:
        """Return the picture of the seat's side, which replaces the token on its card; None keeps the token.

        `radius` is in design pixels; the sprite's origin is its middle. Called when a card is drawn, so cache the
        picture.
        """
        return None

    def seed(self, context: BoardContext) -> int:
        """Return the seed of a new game with the context's options; by default a random one.

        Called once when a game begins.
        """
        return context.fresh_seed()

    def remark(self, stage: Stage, options: Options, option: str = "") -> str:
        """Return a remark on these complete options, for the setup; "" for none, as by default.

        If `option` is given, the remark describes the value of that option. By default this is the value's text, or the
        option's text if the value has none.
        """
        if not option:
            return ""
        own = f"option.{option}.{options[option]}.detail"
        return stage.t(own) if stage.strings.has(own) else stage.t(f"option.{option}.detail")

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        """Return the values of an option that the setup offers, given these complete options; () leaves the option out.

        For a handicap by seat, return the numbers that a seat may have. The option must allow every value. Called after
        each change. The setup shows the player count and the presets elsewhere.
        """
        if option.per_seat is None:
            return option.values(options)
        try:
            low, high = option.per_seat.bounds(options)
        except OptionError:
            return ()
        return range(low, high + 1)

    def fills_square(self, options: Options) -> bool:
        """Whether the board's frame fills the square of a diagram. Otherwise the frame casts a shadow there."""
        return True

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
    """A seat's remaining pieces, for its card: `left` of `total`, their `unit`, and their kind.

    `brief` replaces `unit` in little room. `edges` are the colours of the card's edge for a side of its own, lit and
    unlit; else the edge has the identity's colour and pattern.
    """

    left: int
    total: int
    unit: str
    look: str = ""
    brief: str = ""
    edges: tuple[str, str] = ("", "")

    @property
    def in_short(self) -> str:
        """The remaining pieces in few words: "2 pieces"."""
        return f"{self.left} {self.brief or self.unit}"


@dataclass(frozen=True, slots=True)
class SeatNote:
    """A seat before a game: its side, its goal, and its short `handicap`, "" for none."""

    place: str
    handicap: str = ""


@dataclass(slots=True)
class BoardContext:
    """The context of a board before its layout: complete options, and the players around it.

    `settings` are the game's own, from its SPEC and its board; changes are stored. `names` are as shown on screen.
    `keys` are the key codes of people at the keyboard, by identity; `rebind` gives an identity another key, whose
    former owner gets the old one, and returns the new codes. `fresh_seed` is random; `today` is the day of the daily
    puzzle. `in_lesson`: no draws and no resigning.
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

    `recommended`: the numbers of players that suit the game best; () if all do.
    """

    recommended: Sequence[int] = ()

    @abstractmethod
    def pictures(self, stage: Stage) -> list[Picture]:
        """The textures of the board at the window's size; () for none.

        Asked during the progress bar of a start and after the window has changed. It loads nothing itself.
        """

    @abstractmethod
    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        """The side and goal of seat `index` with these complete options, and its handicap.

        Asked as the setup draws a seat, before there is a game.
        """

    @abstractmethod
    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        """Return the pieces with which a seat starts.

        Asked as the setup draws a seat; during a game `BoardWords.seat` has the remaining ones.
        """

    @abstractmethod
    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        """The remaining pieces as a row, 48 design pixels high and at most `room` pixels wide.

        The row lies on enamel if `lit`, else on lacquer. Asked as a card is drawn: keep the picture
        (`stage.paint.cached`).
        """

    def badge(self, stage: Stage, stock: Stock, radius: float) -> Sprite | None:
        """Return the picture of the seat's side, which replaces the token on its card; None keeps the token.

        `radius` is in design pixels; the sprite's origin is its middle. Asked as a card is drawn: keep the picture.
        """
        return None

    def seed(self, context: BoardContext) -> int:
        """The seed of a new game with the context's options; by default random. Asked once as a game begins."""
        return context.fresh_seed()

    def remark(self, stage: Stage, options: Options, option: str = "") -> str:
        """Return a remark on these complete options, for the setup; "" for none, as by default.

        With `option` it describes that option's value: by default by the value's text, else the option's own.
        """
        if not option:
            return ""
        own = f"option.{option}.{options[option]}.detail"
        return stage.t(own) if stage.strings.has(own) else stage.t(f"option.{option}.detail")

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        """The values of an option that the setup offers with these complete options; () to leave it out.

        A handicap has the numbers for each seat. The number of players and the presets have places of their own. Asked
        again after each change; every value must be allowed by the option.
        """
        if option.per_seat is None:
            return option.values(options)
        try:
            low, high = option.per_seat.bounds(options)
        except OptionError:
            return ()
        return range(low, high + 1)

    def fills_square(self, options: Options) -> bool:
        """Whether the frame fills a diagram's square; else it casts its own shadow there."""
        return True

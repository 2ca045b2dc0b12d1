"""What the setup asks of a game, before there is a board, and what a board is told before it is laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from game.core.options import Option
from game.core.record import SeatConfig
from game.core.rules import OptionError, Seat
from scenes.kit.drawing.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.services import Services


@dataclass(frozen=True, slots=True)
class Stock:
    """What a seat has left, for its card: `left` of `total` pieces, the word beside them, and which kind they are."""

    left: int
    total: int
    unit: str
    look: str = ""


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
    """What the setup asks of a game, before there is a board.

    `recommended`: the numbers of players with which it is at its best; () where it is with any.
    """

    recommended: Sequence[int] = ()

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

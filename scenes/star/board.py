"""Star's board, the game's page on a phone, and the game's part of the setup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import pygame

from game.core.options import Option
from game.core.rules import Options, Seat
from game.phones.snapshot import PhoneButton
from game.star import rules
from game.star.state import PIECES_EACH, Action, BoardAction, Cell, Jump, Place, Slide, State
from scenes.kit.drawing import svg
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Picture, Stage
from scenes.star.drawing import StarDrawing
from scenes.star.input import Selection, StarInput, shown
from scenes.star.sprites import BOARD, MIDDLE, PIECES, RADIUS, SIDE, Geometry, Look, picture
from scenes.star.words import StarWords, seat_text
from scenes.table.board.layout import board_place
from scenes.table.cells.phone import PHONE, CarryPhone, phone_art
from scenes.table.contract.board import Branch, GameBoard, Leaf, Part, Rim, by
from scenes.table.contract.phone_pages import PageData, SeatPage
from scenes.table.contract.setup import BoardContext, GameSetup, SeatNote, Stock

ART = "textures/star-board.json"


# One-button play does not group actions if there are at most this many.
FEW = 6


def _lifted(action: Action) -> Cell | str:
    """Return what an action begins with: the cell of a piece, or "place", "jump" or "word"."""
    if isinstance(action, Slide):
        return action.origin
    return "place" if isinstance(action, Place) else "jump" if isinstance(action, Jump) else "word"


class StarBoard(GameBoard[State, Action, Selection]):
    """Star's board. It is never turned; only the seats around it change places."""

    words: StarWords
    shown = staticmethod(shown)

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = StarSetup()

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.geometry = Geometry(rect, self.context.stage.assets.data(ART))
        self.input = StarInput(self.geometry)
        self.drawing = StarDrawing(self.context.stage, self.geometry, identities)
        self.words = StarWords(self.context, self.geometry)
        self.phone = StarPhone(self.context, self.words, self.input)
        self.rim = Rim.of(rect)
        self.seats = (bottom, 1 - bottom)

    def branches(self, state: State, leaves: Sequence[Leaf[Action]]) -> Sequence[Part[Action]]:
        """Group the actions: placing a piece, each piece that can slide, and the star."""
        found: list[Part[Action]] = []
        for origin, parts in by(leaves, _lifted).items():
            if isinstance(origin, str):
                found.append(Branch(tuple(parts), self.words.kind(origin)))
            else:
                found.append(Branch(tuple(parts), area=self.geometry.cell_rect(origin)))
        return leaves if len(leaves) <= FEW else found


# Size of the tray, distance of the hollows in it, and radius of a piece, in design pixels.
WIDTH, HEIGHT, PITCH, PIECE = 146, 58, 46, 20


class StarSetup(GameSetup):
    """Star's part of the setup."""

    def pictures(self, stage: Stage) -> list[Picture]:
        return [Picture(stage, BOARD, board_place(stage.metrics).size)]

    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        return SeatNote(seat_text(stage, index, options))

    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        return Stock(PIECES_EACH, PIECES_EACH, stage.t("star.pieces"), PIECES[seat].value)

    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        """Draw a felt tray in a brass rim, with pieces in the first hollows. `stock.look` is the value of a `Look`."""
        key = ("star tray", stock.left, stock.total, stock.look)
        return stage.paint.cached(key, lambda: _make(stage, stock))

    def remark(self, stage: Stage, options: Options, option: str = "") -> str:
        """Return the remark that the game is solved, with the result for the first player."""
        if option:
            return super().remark(stage, options, option)
        return stage.t("star.solved.draw" if options["fouls"] == "none" else "star.solved.win")

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        if option.name == "foul_guard" and options["fouls"] == "none":
            # Without a foul rule this option has no effect, so the setup leaves it out.
            return ()
        return super().offered(option, options)


def _make(stage: Stage, stock: Stock) -> Sprite:
    scale = stage.metrics.scale
    surface = stage.assets.svg("sprites/star/tray.svg", (round(WIDTH * scale), round(HEIGHT * scale)))
    middles = [(4 + PITCH * (i + 0.5), HEIGHT / 2) for i in range(stock.left)]
    side = max(1, round(SIDE * PIECE / RADIUS * scale))
    shrink = side / SIDE
    piece = pygame.transform.smoothscale(stage.assets.picture(picture(Look(stock.look))), (side, side))
    for x, y in middles:
        at = round(x * scale - MIDDLE[0] * shrink), round(y * scale - MIDDLE[1] * shrink)
        _shade(surface, (x * scale, y * scale), PIECE * scale)
        surface.blit(piece, at)
    return Sprite(surface, 0, -round((HEIGHT - 48) / 2 * scale))


def _shade(surface: pygame.Surface, at: tuple[float, float], radius: float) -> None:
    """Draw the contact shadow of a piece in the tray."""
    defs = svg.radial("s", (("0", "#000000/.7"), (".72", "#000000/.55"), ("1", "#000000/0")), at, radius * 1.25)
    dx, dy = radius * 0.12, radius * 0.2
    body = f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius * 1.25:.1f}" fill="url(#s)"/>'
    soft = svg.render(f"<defs>{defs}</defs>{body}", *surface.get_size())
    surface.blit(soft, (round(dx), round(dy)))


# The phone: a finger picks up a piece and chooses its target, and a button plays the action

Data: TypeAlias = PageData[State, Action, Selection]
GRID: Final = Geometry(PHONE, phone_art(0.035, 0.035, 0.29, 0.32))


class StarPhone(CarryPhone[State, Action, BoardAction]):
    """Star's page on a phone, for one table. The board on the phone is never turned."""

    without = ("offered",)

    def __init__(self, context: BoardContext, words: StarWords, entering: StarInput) -> None:
        super().__init__(context, words, entering, GRID, shown)

    def page(self, data: Data) -> SeatPage | None:
        if data.state.offer == "open":
            # A dialog asks for the answer to the draw offer.
            return None
        return super().page(data)

    def made(self, data: Data) -> SeatPage:
        page = super().made(data)
        return replace(page, decision=(page.decision, data.state.offer))

    def title(self, state: State, seat: Seat) -> str:
        return self._t("star.phone.hand", count=state.hands[seat])

    def buttons(self, data: Data) -> tuple[PhoneButton, ...]:
        if data.legal and not rules.board_actions(data.state):
            return (self.button("confirm", "star.glyph.resign"),)
        return super().buttons(data)

    def spoken(self, look: str, seat: Seat | None, own: Seat | None) -> str:
        return self._t("star.phone.star") if seat is None else super().spoken(look, seat, own)

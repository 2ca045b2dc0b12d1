"""A board for the toy game of sealed bids: several seats act at once, on pads with a dial each or a shared keyboard."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pygame

from game.core.rules import Seat, Step
from scenes.kit.canvas import Canvas, Target
from scenes.kit.glyphbar import Prompt
from scenes.kit.intents import Intent, Kind
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.kit.timeline import Clip
from scenes.services import Services
from scenes.table.board import (
    Actors,
    Board,
    BoardContext,
    BoardDrawing,
    BoardInput,
    BoardWords,
    Chosen,
    GameSetup,
    Problem,
    Simultaneous,
    Spot,
    Stock,
    View,
)
from scenes.table.loading import GameScenes
from scenes.table.placements import BoardClip, Placements, Snapshot
from scenes.table.side_panel import PanelContent, SidePanel
from tests.toy import Bids

COMMIT = 0.5  # seconds after which a digit becomes a bid
BANNER = 2.0


@dataclass(frozen=True)
class Dials:
    """What every seat has set, and for how long a seat's digit has been waiting."""

    numbers: Mapping[Seat, int] = field(default_factory=dict)
    typed: tuple[Seat, float] | None = None


class Docks(SidePanel):
    """A side panel of a game's own; it remembers what it was told last."""

    told: PanelContent

    def draw(self, canvas: Canvas, content: PanelContent) -> None:
        self.told = content


class SealedSetup(GameSetup):
    def pictures(self, stage: Stage) -> list[Picture]:
        return []

    def seat_note(self, stage: Stage, index: int, options: Mapping[str, Any]) -> str:
        return ""

    def stock(self, stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        return Stock(0, 0, "")

    def stock_row(self, services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        return Sprite(pygame.Surface((1, 1)))


class SealedInput(BoardInput[Bids, int, Dials]):
    def empty(self, state: Bids, legal: Sequence[int], family: str) -> Dials:
        return Dials()

    def targets(self, state: Bids, legal: Sequence[int]) -> Sequence[Spot[int]]:
        return ()

    def choose(self, state: Bids, legal: Sequence[int], selection: Dials, intent: Intent) -> Chosen[int, Dials]:
        raise AssertionError("a simultaneous game asks `act`")

    def engaged(self, selection: Dials) -> bool:
        return False

    def considering(self, action: int) -> Dials:
        return Dials()

    def considered(self, selection: Dials) -> int | None:
        return None

    def area(self, state: Bids, action: int) -> pygame.Rect:
        return pygame.Rect(0, 0, 1, 1)


class SealedPresses(Simultaneous[Bids, int, Dials]):
    """Up and down set a dial, confirm declares it; a digit types for the last of the seats at the keyboard."""

    def act(self, actors: Actors[Bids, int], selection: Dials, intent: Intent) -> Chosen[int, Dials]:
        if not actors.legal:
            return Chosen(selection)
        if intent.kind is Kind.DIGIT:
            seat = max(actors.legal)
            return Chosen(replace(selection, numbers={**selection.numbers, seat: intent.value}, typed=(seat, COMMIT)))
        seat = min(actors.legal)
        number = selection.numbers.get(seat, 1)
        if intent.kind is Kind.UP:
            return Chosen(replace(selection, numbers={**selection.numbers, seat: min(number + 1, 3)}))
        return Chosen(selection, number, seat) if intent.kind is Kind.CONFIRM else Chosen(selection)

    def elapse(self, actors: Actors[Bids, int], selection: Dials, dt: float) -> Chosen[int, Dials]:
        if selection.typed is None:
            return Chosen(selection)
        seat, left = selection.typed
        if left > dt:
            return Chosen(replace(selection, typed=(seat, left - dt)))
        return Chosen(replace(selection, typed=None), selection.numbers[seat], seat)

    def kept(self, actors: Actors[Bids, int], selection: Dials, family: str) -> Dials:
        return replace(selection, numbers={seat: n for seat, n in selection.numbers.items() if seat in actors.legal})

    def claims(self, selection: Dials, intent: Intent) -> bool:
        return selection.typed is not None and intent.kind is Kind.HINT

    def part(self, state: Bids) -> Hashable:
        return None

    def holds_clock(self, selection: Dials) -> bool:
        return selection.typed is not None


class SealedDrawing(BoardDrawing[Bids, int, Dials]):
    view: View[Bids, int, Dials] | None = None

    def pieces(self, state: Bids) -> Placements:
        return {}

    def animate(self, step: Step[Bids, int, Any]) -> BoardClip:
        return Clip(BANNER, lambda t: Snapshot())

    def draw_ground(self, target: Target) -> None:
        pass

    def draw(self, canvas: Target, view: View[Bids, int, Dials]) -> None:
        self.view = view


class SealedWords(BoardWords[Bids, int, Dials]):
    def prompts(self, state: Bids, selection: Dials) -> list[Prompt]:
        return []

    def helper(self, state: Bids, selection: Dials, family: str) -> str:
        return ""

    def touch_helper(self, selection: Dials) -> str:
        return ""

    def confirm_helper(self, action: int, family: str) -> str:
        return ""

    def sentence(self, state: Bids) -> str:
        return "Bid, everybody"

    def hint_text(self, action: int) -> str:
        return ""

    def announce(self, step: Step[Bids, int, Any]) -> str:
        return ""

    def problem(self, state: Bids, selection: Dials) -> Problem | None:
        return None

    def stock(self, state: Bids, seat: Seat) -> Stock:
        return Stock(0, 0, "")

    def side_note(self, seat: Seat, short: bool = False) -> str:
        return ""

    def notation(self, action: int) -> str:
        return str(action)


class SealedBoard(Board[Bids, int, Dials]):
    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = SealedSetup()
        self.input = SealedInput()
        self.drawing = SealedDrawing()
        self.words = SealedWords()
        self.simultaneous = SealedPresses()
        self.count = 0

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.count = len(identities)

    def places(self) -> Sequence[Seat]:
        return range(min(self.count, 2))


SCENES = GameScenes(setup=SealedSetup(), board=SealedBoard, lessons="", side_panel=Docks)

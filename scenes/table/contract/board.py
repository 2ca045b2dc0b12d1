"""One game's board on one table, as match, replay and lessons have it.

Its legal actions are a tree for one-button play: no level of it is long.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import pygame

from game.core.rules import Seat, Step
from scenes.kit.scene import Item, ScanGroup
from scenes.kit.stage import Stage
from scenes.kit.widgets.scanner import span
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.contract.input import BoardInput
from scenes.table.contract.optional import LookBack, PhoneHand, SimultaneousInput
from scenes.table.contract.setup import BoardContext, GameSetup
from scenes.table.contract.shown import AnyShown
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.view import Placements, View
from scenes.table.contract.words import BoardWords

K = TypeVar("K")
MOST_FLAT = 10  # actions that lie beside each other without branches
BOARD_SIDE = 880  # design pixels of the square that a board lies in, where the window is not upright


@dataclass(frozen=True, slots=True)
class Leaf(Generic[A]):
    """An action: where it takes place, in pixels, and how it is read aloud."""

    action: A
    area: pygame.Rect
    name: str


@dataclass(frozen=True, slots=True)
class Branch(Generic[A]):
    """Several of them. `name` "" is made of the first and the last; `area` None is all that is in it."""

    parts: tuple[Branch[A] | Leaf[A], ...]
    name: str = ""
    area: pygame.Rect | None = None


Part: TypeAlias = Branch[A] | Leaf[A]


def in_rows(parts: Sequence[Part[A]], most: int = MOST_FLAT) -> tuple[Part[A], ...]:
    """The parts as they are while they are few, else a branch for each row on the screen, from the top."""
    if len(parts) <= most:
        return tuple(parts)
    rows: list[list[Part[A]]] = []
    for part in sorted(parts, key=lambda part: place_of(part).centery):
        place = place_of(part)
        if rows and place.centery - place_of(rows[-1][0]).centery <= place.height // 2:
            rows[-1].append(part)
        else:
            rows.append([part])
    return tuple(Branch(tuple(sorted(row, key=lambda part: place_of(part).centerx))) for row in rows)


def place_of(part: Part[A]) -> pygame.Rect:
    """Return the rectangle of a part."""
    if part.area is not None:
        return part.area
    first, *rest = (place_of(inner) for inner in part.parts)
    return first.unionall(rest)


def by(leaves: Sequence[Leaf[A]], key: Callable[[A], K]) -> dict[K, list[Leaf[A]]]:
    """The leaves by what `key` says of their actions, in the order in which it comes up."""
    found: dict[K, list[Leaf[A]]] = {}
    for leaf in leaves:
        found.setdefault(key(leaf.action), []).append(leaf)
    return found


def as_items(
    stage: Stage, parts: Sequence[Part[A]], leaf: Callable[[Leaf[A]], Item], rest: Callable[[], None]
) -> tuple[Item, ...]:
    """The parts for the scanner: `leaf` makes the stop of an action, `rest` is called where a whole branch is lit."""
    found: list[Item] = []
    for part in parts:
        if isinstance(part, Leaf):
            found.append(leaf(part))
            continue
        items = as_items(stage, part.parts, leaf, rest)
        name = part.name or span(stage, items)
        found.append(ScanGroup(("branch", name), name, items, rest, None if part.area is None else (part.area,)))
    return tuple(found)


class GameBoard(Protocol[S, A, Sel]):
    """One game's board on one table. Its parts are there once it is laid out, and are new after each layout."""

    context: BoardContext
    setup: GameSetup
    input: BoardInput[S, A, Sel]
    drawing: BoardDrawing[S, A, Sel]
    words: BoardWords[S, A, Sel]
    simultaneous: SimultaneousInput[S, Sel] | None = None
    look_back: LookBack[S, A] | None = None
    phone: PhoneHand[S, A, Sel] | None = None
    seats: Sequence[Seat] = ()  # clockwise from the one at the bottom; `layout` sets them

    @abstractmethod
    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        """Take a place on the screen (pixels), and make the parts anew for it: `input`, `drawing`, `words`, and
        `seats`.

        Called before anything else, and again whenever the window, the seats or who sits below change. The board is
        turned so that seat `bottom` sits below it; `identities` give each seat its colour and shape. What outlives a
        layout belongs to the board itself.
        """

    def branches(self, state: S, leaves: Sequence[Leaf[A]]) -> Sequence[Part[A]]:
        """The legal actions as a tree for one-button play, no level much longer than a dozen; by default in rows.

        `leaves` are these actions, each with its place and its name. Asked while one-button play looks for the next
        stop; none may be lost, and none come twice.
        """
        return in_rows(leaves)

    @abstractmethod
    def shown(
        self, state: S, legal: Sequence[A] = (), selection: Sel | None = None, last: Step[S, A, object] | None = None
    ) -> AnyShown:
        """Return everything that the board shows of a position, with the last step and the selection among `legal`.

        Drawing, phones and speech take it from here. Asked in every frame, so nothing may change by it.
        """

    def on_step(self, step: Step[S, A, object]) -> None:
        """A step was played and its clip is about to begin: keep what outlasts it.

        Told once for each step that is shown, in their order, never for one that is taken back. By default nothing is
        kept.
        """
        return


AnyBoard = GameBoard[Any, Any, Any]


def parts_of(board: GameBoard[S, A, Sel], state: S, legal: Sequence[A]) -> Sequence[Part[A]]:
    """The legal actions as the board divides them, each with its place and its name."""
    area, words = board.input.area, board.words
    return board.branches(state, [Leaf(action, area(state, action), words.action(action).aloud) for action in legal])


def view_of(
    board: GameBoard[S, A, Sel],
    state: S,
    placements: Placements | None = None,
    legal: Sequence[A] = (),
    selection: Sel | None = None,
    **more: Any,
) -> View[S, A, Sel]:
    """Return the View for a board's drawing: the position at rest with an empty selection, and fields that differ."""
    placed = board.drawing.pieces(state) if placements is None else placements
    considered = board.input.empty(state, (), "mouse") if selection is None else selection
    return View(state, placed, legal, considered, **more)

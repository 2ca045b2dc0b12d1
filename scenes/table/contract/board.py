"""One game's board on one table, used by match, replay and lessons.

For one-button play, the legal actions form a tree with short levels.
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
from scenes.table.contract.optional import LookBack, PhonePages, SimultaneousInput
from scenes.table.contract.setup import BoardContext, GameSetup
from scenes.table.contract.shown import AnyShown
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.view import Placements, View
from scenes.table.contract.words import BoardWords

K = TypeVar("K")
# The most actions side by side without branches.
MOST_FLAT = 10
# The side of a board's picture, in the units of that picture.
ART_SIDE = 880
# Design pixels of a board's height, unless the window is upright.
BOARD_SIDE = 924


@dataclass(frozen=True, slots=True)
class Leaf(Generic[A]):
    """A single action in the tree: its place in pixels, and the name that speech reads."""

    action: A
    area: pygame.Rect
    name: str


@dataclass(frozen=True, slots=True)
class Branch(Generic[A]):
    """A group of parts in the tree.

    A `name` of "" stands for the names of the first and the last part. An `area` of None stands for the union of the
    areas of all parts.
    """

    parts: tuple[Branch[A] | Leaf[A], ...]
    name: str = ""
    area: pygame.Rect | None = None


Part: TypeAlias = Branch[A] | Leaf[A]


def in_rows(parts: Sequence[Part[A]], most: int = MOST_FLAT) -> tuple[Part[A], ...]:
    """Return `parts` if there are at most `most`, otherwise a branch for each row on the screen, from the top."""
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
    """Return the leaves grouped by `key`, which is called with a leaf's action. Groups are in order of appearance."""
    found: dict[K, list[Leaf[A]]] = {}
    for leaf in leaves:
        found.setdefault(key(leaf.action), []).append(leaf)
    return found


def as_items(
    stage: Stage, parts: Sequence[Part[A]], leaf: Callable[[Leaf[A]], Item], rest: Callable[[], None]
) -> tuple[Item, ...]:
    """Return the parts as items of the scanner.

    `leaf` makes the item of an action; `rest` is called while a whole branch is lit.
    """
    found: list[Item] = []
    for part in parts:
        if isinstance(part, Leaf):
            found.append(leaf(part))
            continue
        items = as_items(stage, part.parts, leaf, rest)
        name = part.name or span(stage, items)
        found.append(ScanGroup(("branch", name), name, items, rest, None if part.area is None else (part.area,)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Rim:
    """A board's outer edge: its corners in pixels, clockwise from the top left, and the length of a unit of its
    picture.
    """

    corners: tuple[tuple[float, float], ...]
    unit: float

    @classmethod
    def of(cls, rect: pygame.Rect) -> Rim:
        """The edge of a square board."""
        return cls((rect.topleft, rect.topright, rect.bottomright, rect.bottomleft), rect.width / ART_SIDE)


class GameBoard(Protocol[S, A, Sel]):
    """One game's board on one table. Its parts exist from the first layout on, and each layout replaces them."""

    context: BoardContext
    setup: GameSetup
    input: BoardInput[S, A, Sel]
    drawing: BoardDrawing[S, A, Sel]
    words: BoardWords[S, A, Sel]
    simultaneous: SimultaneousInput[S, Sel] | None = None
    look_back: LookBack[S, A] | None = None
    phone: PhonePages[S, A, Sel] | None = None
    # Clockwise from the bottom; set by `layout`.
    seats: Sequence[Seat] = ()
    # The rim that shows whose turn it is; None for none. Set by `layout`.
    rim: Rim | None = None
    # Width divided by height of the board's frame. In a wide window, the frame is as high as possible.
    aspect: float = 1.0

    @abstractmethod
    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        """Place the board at `rect` (pixels), and make its parts: `input`, `drawing`, `words`, `seats`.

        Called before anything else, and again when the window, the seats or the bottom seat change. The board is turned
        so that seat `bottom` is below; `identities` give each seat its colour and shape. State that outlives a layout
        belongs to the board itself.
        """

    def branches(self, state: S, leaves: Sequence[Leaf[A]]) -> Sequence[Part[A]]:
        """Return the legal actions as a tree for one-button play. By default each row of the screen is a branch.

        No level should have many more than a dozen parts. `leaves` are the legal actions with their places and names;
        each leaf must appear exactly once. Called when one-button play looks for its next target.
        """
        return in_rows(leaves)

    @abstractmethod
    def shown(
        self, state: S, legal: Sequence[A] = (), selection: Sel | None = None, last: Step[S, A, object] | None = None
    ) -> AnyShown:
        """Return all content of the board in a position, with the marks of the `last` step and of the `selection`.

        Drawing, phones and speech use it. Called in every frame, so it must not change anything.
        """

    def on_step(self, step: Step[S, A, object]) -> None:
        """Note what must be remembered of a step whose clip is about to begin; by default nothing.

        Called once for each step that is shown, in order, but not when a step is taken back.
        """
        return


AnyBoard = GameBoard[Any, Any, Any]


def parts_of(board: GameBoard[S, A, Sel], state: S, legal: Sequence[A]) -> Sequence[Part[A]]:
    """Return the legal actions as the board groups them, each with its place and name."""
    area, words = board.input.area, board.words
    return board.branches(state, [Leaf(action, area(state, action), words.action(action).spoken) for action in legal])


def view_of(
    board: GameBoard[S, A, Sel],
    state: S,
    placements: Placements | None = None,
    legal: Sequence[A] = (),
    selection: Sel | None = None,
    **more: Any,
) -> View[S, A, Sel]:
    """Return the View of a position at rest, with an empty selection by default. `more` sets further fields."""
    placed = board.drawing.pieces(state) if placements is None else placements
    considered = board.input.empty(state, (), "mouse") if selection is None else selection
    return View(state, placed, legal, considered, **more)

"""Star's input: where the cells are, that every legal action can be pressed, and presses as `stories/inputs/star.txt`
tells them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game.star import SPEC
from game.star.state import CELLS, Action, State, cell_name, cell_of
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.star.input import Selection, StarInput, held_cell, on_board, reason
from scenes.star.sprites import Geometry, cell_of_digit
from scenes.table.cells.carry import Choosing
from scenes.table.contract.input import Actors, InputResult
from tests import make
from tests.stories import Story, each_story
from tests.vocabulary.screen import FOLDER, ScreenVocabulary, options_of

ART = json.loads((Path(__file__).parents[3] / "assets/textures/star-board.json").read_text(encoding="utf-8"))
GEOMETRY = Geometry(pygame.Rect(100, 50, 880, 880), ART)
PAD = Device("pad:1", "xbox", "Pad", 1)
CAME_FROM_B3 = "@b3 @a2 @a1 @c2 b3-b2 @c1"  # a piece in hand; b2-b3 is barred
CROWDED = "@b3 @b2 @c2 @a1"
HANDS_EMPTY = "@b3 @b2 @c2 @a1 @b1 @c1"


class Table:
    """A position and its input: it takes intents, and gives selections and actions."""

    def __init__(self, actions: str = "", **options: Any) -> None:
        self.state: State = make.state(SPEC.id, actions, **{"star": "a3", "first": 0, **options})
        self.legal = tuple(SPEC.rules.legal(self.state, self.state.mover))
        self.actors = Actors(self.state, {self.state.mover: self.legal})
        self.input = StarInput(GEOMETRY)
        self.selection: Selection = Choosing()

    def give(self, intent: Intent) -> Action | None:
        """Return the action that an intent decides."""
        chosen: InputResult[Action, Selection] = self.input.choose(self.actors, self.selection, intent)
        self.selection = chosen.selection
        return chosen.action

    def click(self, *cells: str, device: Device = MOUSE) -> Action | None:
        """Press and release on cells. Return what the last one decides."""
        action = None
        for name in cells:
            at = GEOMETRY.cell_rect(cell_of(name)).center
            for kind in (Kind.HOVER, Kind.PRESS) if device is MOUSE else (Kind.PRESS,):
                assert self.give(Intent(kind, device, at)) is None
            action = self.give(Intent(Kind.RELEASE, device, at))
        return action


def named(cell: int | None) -> str:
    """Return the name of a cell, or "none"."""
    return "none" if cell is None else cell_name(cell)


def foul(table: Table) -> str:
    """Return the shape that a barred action would repeat."""
    why = reason(table.state, table.selection)
    assert why is not None and why.foul is not None
    cells = sorted(cell_name(cell) for cell in range(CELLS) if why.foul.pieces >> cell & 1)
    return f"{' '.join(cells)}, star {cell_name(why.foul.star)}"


def selected(table: Table) -> str:
    """Return the selection in words: its class, what is held if anything is, and the cell that is meant."""
    selection = table.selection
    held = "" if isinstance(selection, Choosing) else f"{named(held_cell(table.state, selection))} "
    return f"{type(selection).__name__} {held}{named(selection.cursor)}"


def why_not(table: Table) -> str | None:
    """Return the reason against the selected action."""
    why = reason(table.state, table.selection)
    return why and f"{why.title}: {why.text}"


class StarHands(ScreenVocabulary):
    """Tells of presses on a board of Star, and of what they select and decide. There is no app around the board."""

    game = SPEC.id
    facts: ClassVar = {
        "action": lambda s: s.action,  # what the last press decided
        "considered": lambda s: s.table.input.considered(s.table.selection),  # the action that is selected
        "foul": lambda s: foul(s.table),
        "held": lambda s: named(held_cell(s.table.state, s.table.selection)),  # the cell of the piece in the hand
        "selection": lambda s: selected(s.table),
        "why": lambda s: why_not(s.table),
    }
    table: Table

    def __init__(self, device: str) -> None:
        self.pointer = TOUCH if device == "touch" else MOUSE
        self.action: Action | None = None

    def do_table(self, rest: str = "") -> None:
        """[after ACTIONS] [| OPTION=VALUE …]: Begin with the position after ACTIONS."""
        actions, _, options = f"{rest} ".partition("| ")
        self.table = Table(actions.strip().removeprefix("after "), **options_of(options))

    def do_press(self, rest: str = "") -> None:
        """CELLS: Press and release on cells, one after the other, with the device of "for hand:"."""
        self.action = self.table.click(*rest.split(), device=self.pointer)

    def do_press_beside(self) -> None:
        """Release the mouse off the board."""
        self.action = self.table.give(Intent(Kind.RELEASE, MOUSE, (3, 3)))

    def do_hit(self, rest: str = "") -> None:
        """KINDS: Send intents of a pad: "UP RIGHT CONFIRM"."""
        for kind in rest.split():
            self.action = self.table.give(Intent(Kind[kind], PAD))

    def do_digit(self, rest: str = "") -> None:
        """NUMBER: Press a digit of the keyboard."""
        self.action = self.table.give(Intent(Kind.DIGIT, KEYBOARD, value=int(rest)))

    def do_consider(self, rest: str = "") -> None:
        """ACTION: Select what considers ACTION."""
        self.table.selection = self.table.input.considering(SPEC.rules.parse(rest))


@each_story(FOLDER / "inputs" / "star.txt", by_turns=True)
def test_presses(story: Story) -> None:
    StarHands(story.given.get("hand", "")).tell(story)


def test_every_point_of_a_cell_means_that_cell() -> None:
    for cell in range(CELLS):
        rect = GEOMETRY.cell_rect(cell)
        for point in (rect.center, rect.topleft, (rect.right - 1, rect.bottom - 1)):
            assert GEOMETRY.cell_at(point) == cell
    assert GEOMETRY.cell_at((GEOMETRY.rect.x + 5, GEOMETRY.rect.centery)) is None
    assert GEOMETRY.cell_at((0, 0)) is None


def test_the_numpad_lies_as_the_board_does() -> None:
    cells = [cell_of_digit(digit) for digit in (7, 8, 9, 1, 2, 3)]
    assert [named(cell) for cell in cells] == ["a3", "b3", "c3", "a1", "b1", "c1"]
    assert cell_of_digit(0) is None


@pytest.mark.parametrize(("kind", "by"), [(Kind.NEXT, 1), (Kind.PREVIOUS, -1)])
def test_shoulders_lead_through_every_legal_action_and_confirm_plays_it(kind: Kind, by: int) -> None:
    table = Table(CROWDED)
    seen = []
    for _ in on_board(table.legal):
        table.give(Intent(kind, PAD))
        seen.append(table.input.choose(table.actors, table.selection, Intent(Kind.CONFIRM, PAD)).action)
    assert seen == on_board(table.legal)[::by]


def texts(actions: Iterable[Action | None]) -> set[str]:
    """Return the notation of these actions."""
    return {SPEC.rules.text(action) for action in actions if action is not None}


@pytest.mark.parametrize("actions", ["", CROWDED, HANDS_EMPTY, CAME_FROM_B3])
def test_every_legal_action_can_be_pressed_and_nothing_else_is_played(actions: str) -> None:
    cells = [cell_name(cell) for cell in range(CELLS)]
    at_once = {cell: Table(actions).click(cell) for cell in cells}
    found = texts(at_once.values())
    for first in (cell for cell in cells if at_once[cell] is None):
        found |= texts(Table(actions).click(first, second) for second in cells)
    assert found == texts(on_board(Table(actions).legal))

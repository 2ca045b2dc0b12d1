"""What presses mean at Star's board, as pure functions: choosing, reasons, the legal set."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pygame
import pytest

from game.core.record import Replay, replay
from game.star import SPEC
from game.star.state import CELLS, Action, OfferDraw, State, cell_name, cell_of
from scenes.kit.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.star.geometry import Geometry, cell_of_digit
from scenes.star.input import StarInput
from scenes.star.reasons import Reason, reason
from scenes.star.selection import Choosing, Holding, Selection, Trying, held_cell, on_board
from scenes.table.board import Chosen

ART = json.loads((Path(__file__).parents[2] / "assets/textures/star-board.json").read_text(encoding="utf-8"))
GEOMETRY = Geometry(pygame.Rect(100, 50, 880, 880), ART)
PAD = Device("pad:1", "xbox", "Pad", 1)
CAME_FROM_B3 = "@b3 @a2 @a1 @c2 b3-b2 @c1"  # a piece in hand; b2-b3 is barred
CROWDED = "@b3 @b2 @c2 @a1"
ONE_WAY = "@b2 @c3 @a1 @c1 @b1 @a2"  # no piece in hand; only b2 can go to b3
HANDS_EMPTY = "@b3 @b2 @c2 @a1 @b1 @c1"


def reached(actions: str = "", **options: object) -> State:
    given = {"star": "a3", "fouls": "takeback", "foul_guard": True, "first": 0, **options}
    found: Replay = replay(SPEC, given, 0, actions.split())
    assert isinstance(found.state, State)
    return found.state


def legal(state: State) -> tuple[Action, ...]:
    return tuple(SPEC.rules.legal(state, state.mover))


def parse(text: str) -> Action:
    return SPEC.rules.parse(text)


class Table:
    """A position with hands on it: presses go in, selections and actions come out."""

    def __init__(self, actions: str = "", **options: object) -> None:
        self.state = reached(actions, **options)
        self.legal = legal(self.state)
        self.input = StarInput(GEOMETRY)
        self.selection: Selection = Choosing()

    def give(self, intent: Intent) -> Action | None:
        chosen: Chosen[Action, Selection] = self.input.choose(self.state, self.legal, self.selection, intent)
        self.selection = chosen.selection
        return chosen.action

    def click(self, *cells: str, device: Device = MOUSE) -> Action | None:
        """Press and release on cells; gives what the last one decided."""
        action = None
        for name in cells:
            at = GEOMETRY.cell_rect(cell_of(name)).center
            for kind in (Kind.HOVER, Kind.PRESS) if device is MOUSE else (Kind.PRESS,):
                assert self.give(Intent(kind, device, at)) is None
            action = self.give(Intent(Kind.RELEASE, device, at))
        return action

    def hit(self, *kinds: Kind) -> Action | None:
        action = None
        for kind in kinds:
            action = self.give(Intent(kind, PAD))
        return action

    @property
    def held(self) -> str:
        """The name of the cell of what is picked up, "" for nothing."""
        cell = held_cell(self.state, self.selection)
        return "" if cell is None else cell_name(cell)

    def reason(self) -> Reason | None:
        return reason(self.state, self.selection)


# Where the cells are


def test_every_point_of_a_cell_means_that_cell() -> None:
    for cell in range(CELLS):
        rect = GEOMETRY.cell_rect(cell)
        for point in (rect.center, rect.topleft, (rect.right - 1, rect.bottom - 1)):
            assert GEOMETRY.cell_at(point) == cell
    assert GEOMETRY.cell_at((GEOMETRY.rect.x + 5, GEOMETRY.rect.centery)) is None
    assert GEOMETRY.cell_at((0, 0)) is None


def test_the_numpad_lies_as_the_board_does() -> None:
    assert [cell_name(cell_of_digit(digit)) for digit in (7, 8, 9)] == ["a3", "b3", "c3"]
    assert [cell_name(cell_of_digit(digit)) for digit in (1, 2, 3)] == ["a1", "b1", "c1"]
    assert cell_of_digit(0) is None


# Pointing


@pytest.mark.parametrize("device", [MOUSE, TOUCH])
@pytest.mark.parametrize(
    ("actions", "cells", "expected"),
    [
        ("", ["b2"], "@b2"),
        (CROWDED, ["c2", "c3"], "c2-c3"),
        (CROWDED, ["a3", "c3"], "*c3"),
        (CROWDED, ["c3"], "@c3"),
        (CROWDED, ["c2", "c2", "c1"], "@c1"),  # taken up, let go, placed
        (CROWDED, ["b3", "c2", "c1"], "c2-c1"),  # another piece instead
        (CROWDED, ["c2", "a3", "c3"], "*c3"),  # the star instead
    ],
)
def test_cells_are_pressed_one_after_another(device: Device, actions: str, cells: list[str], expected: str) -> None:
    assert Table(actions).click(*cells, device=device) == parse(expected)


def test_without_a_piece_in_hand_the_only_way_to_a_cell_is_proposed_first() -> None:
    table = Table(ONE_WAY)
    assert table.click("b3") is None
    assert table.selection == Holding(cell_of("b2"), cell_of("b3"))
    assert table.click("b3") == parse("b2-b3")


def test_without_a_piece_in_hand_several_ways_to_a_cell_ask_for_the_piece() -> None:
    table = Table(HANDS_EMPTY)
    assert table.click("c3") is None
    found = table.reason()
    assert found is not None
    assert found.text == "star.why.choose_piece"
    assert table.click("c2", "c3") == parse("c2-c3")


def test_a_press_off_the_board_lets_go() -> None:
    table = Table(CROWDED)
    table.click("c2")
    table.give(Intent(Kind.RELEASE, MOUSE, (3, 3)))
    assert table.selection == Choosing()


# Focus


def test_the_focus_moves_over_the_cells_and_stays_on_the_board() -> None:
    table = Table()
    table.hit(Kind.UP)
    assert table.selection.cursor == cell_of("b2")
    table.hit(Kind.UP, Kind.UP, Kind.UP, Kind.LEFT)
    assert table.selection.cursor == cell_of("a3")
    assert table.hit(Kind.RIGHT, Kind.CONFIRM) == parse("@b3")


def test_confirm_takes_up_and_plays_and_back_lets_go() -> None:
    table = Table(CROWDED)
    table.hit(Kind.UP, Kind.RIGHT, Kind.CONFIRM)
    assert table.held == "c2"
    table.hit(Kind.BACK)
    assert table.selection == Choosing(cell_of("c2"))
    assert table.hit(Kind.CONFIRM, Kind.DOWN, Kind.CONFIRM) == parse("c2-c1")


@pytest.mark.parametrize(("kind", "by"), [(Kind.NEXT, 1), (Kind.PREVIOUS, -1)])
def test_shoulders_lead_through_every_legal_action_and_confirm_plays_it(kind: Kind, by: int) -> None:
    table = Table(CROWDED)
    actions = on_board(table.legal)
    seen = []
    for _ in actions:
        table.hit(kind)
        seen.append(table.input.choose(table.state, table.legal, table.selection, Intent(Kind.CONFIRM, PAD)).action)
    assert seen == (actions if by > 0 else actions[::-1])


def test_digits_press_their_cells() -> None:
    table = Table(CROWDED)
    assert table.give(Intent(Kind.DIGIT, KEYBOARD, value=7)) is None
    assert table.held == "a3"
    assert table.give(Intent(Kind.DIGIT, KEYBOARD, value=9)) == parse("*c3")
    assert table.give(Intent(Kind.DIGIT, KEYBOARD, value=0)) is None


def test_a_draw_is_offered_only_where_that_is_legal() -> None:
    assert Table().hit(Kind.SECONDARY) == OfferDraw()
    assert Table("draw? refuse").hit(Kind.SECONDARY) is None


# The legal set as given


def reaches(actions: Iterable[Action]) -> set[str]:
    return {SPEC.rules.text(action) for action in on_board(tuple(actions))}


@pytest.mark.parametrize("actions", ["", CROWDED, HANDS_EMPTY, CAME_FROM_B3])
def test_every_legal_action_can_be_pressed_and_nothing_else_is_played(actions: str) -> None:
    found = set()
    for first in range(CELLS):
        table = Table(actions)
        played = table.click(cell_name(first))
        if played is not None:
            found.add(SPEC.rules.text(played))
        for second in range(CELLS):
            table = Table(actions)
            if table.click(cell_name(first)) is None:
                played = table.click(cell_name(second))
                found |= {SPEC.rules.text(played)} if played is not None else set()
    assert found == reaches(Table(actions).legal)


# Why not


@pytest.mark.parametrize(
    ("actions", "cells", "title", "text"),
    [
        (CROWDED, ["b2"], "star.refused", "star.why.taken"),
        (CROWDED, ["c2", "a2"], "star.refused", "star.why.slide"),
        (CROWDED, ["a3", "c1"], "star.refused", "star.why.jump"),
        ("@b2 @c2", ["a3", "c3"], "star.refused", "star.why.jump_over"),
        ("@b2 @c2", ["a3"], "star.fixed.star", "star.why.jump"),
        (HANDS_EMPTY, ["a2"], "star.refused", "star.why.no_hand"),
        (HANDS_EMPTY, ["b1"], "star.fixed.piece", "star.why.shut_in"),
        (CAME_FROM_B3, ["b2", "b3"], "star.barred.title", "star.barred.slide"),
        ("@b3 @b2 *c3 @a1", ["c3", "a3"], "star.barred.title", "star.barred.jump"),
    ],
)
def test_every_illegal_try_has_its_reason(actions: str, cells: list[str], title: str, text: str) -> None:
    table = Table(actions)
    assert table.click(*cells) is None
    found = table.reason()
    assert found is not None
    assert (found.title, found.text) == (title, text)


def test_a_barred_action_shows_the_shape_that_it_would_repeat() -> None:
    table = Table(CAME_FROM_B3)
    table.click("b2", "b3")
    found = table.reason()
    assert found is not None
    assert found.foul is not None
    assert (found.foul.pieces, found.foul.star) == (1 << cell_of("b3") | 1 << cell_of("a1"), cell_of("a3"))


def test_with_the_guard_off_a_foul_is_an_action_like_others() -> None:
    table = Table(CAME_FROM_B3, foul_guard=False)
    assert table.click("b2", "b3") == parse("b2-b3")


@pytest.mark.parametrize("text", ["@b1", "a1-b1", "b2-b3"])
def test_considering_an_action_names_what_is_held_and_where_it_goes(text: str) -> None:
    action = parse(text)
    hands, state = StarInput(GEOMETRY), reached(CAME_FROM_B3)
    chosen = hands.considering(action)
    assert hands.considered(chosen) == action
    assert isinstance(chosen, Trying)
    origin, _, target = text.partition("-")
    assert (held_cell(state, chosen), chosen.cursor) == (
        (cell_of(origin), cell_of(target)) if target else (None, cell_of(text[1:]))
    )
    assert (reason(state, chosen) is None) == (text != "b2-b3")

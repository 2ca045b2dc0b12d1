"""Pointing at Quoridor's board, and the board turned for the seat of the only person."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.core.record import SeatConfig
from game.quoridor import SPEC
from game.quoridor.state import ANCHORS, SIZE, Orientation, WallPlacement, cell_name
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from tests.scenes.conftest import Written
from tests.scenes.hands import KeyHand, MouseHand, TouchHand, board_of, gutter
from tests.scenes.playhouse import PERSON, Playhouse

ORIENTATIONS: tuple[Orientation, ...] = ("h", "v")
SEATS = range(4)  # south, west, north, east
ROBOTS = tuple(
    SeatConfig("ai", 1, name, identity)
    for name, identity in (("@ren", "square"), ("@mio", "triangle"), ("@haru", "star"))
)


def action(text: str):
    return SPEC.rules.parse(text)


def turned_match(house: Playhouse, seat: int) -> MatchScene:
    """Four seats with the only person at `seat`, who is to move."""
    seats = (*ROBOTS[:seat], PERSON, *ROBOTS[seat:])
    first = ["e2", "b5", "e8"][:seat]
    match = house.match(*seats, actions=first)
    assert match.input.person == seat
    return match


def separates(wall: WallPlacement, one: int, other: int) -> bool:
    """Whether `wall` lies between two neighbouring cells."""
    file, rank = wall.anchor % 8, wall.anchor // 8
    low, high = sorted((one, other))
    if high - low == SIZE:  # one above the other
        return wall.orientation == "h" and low // SIZE == rank and low % SIZE in (file, file + 1)
    return wall.orientation == "v" and low % SIZE == file and low // SIZE in (rank, rank + 1)


def middle(one: pygame.Rect, other: pygame.Rect) -> tuple[int, int]:
    return (one.centerx + other.centerx) // 2, (one.centery + other.centery) // 2


# Pointing


@pytest.mark.parametrize("seat", SEATS)
def test_pointing_between_two_cells_means_a_wall_between_them(house: Playhouse, seat: int) -> None:
    geometry = board_of(turned_match(house, seat)).geometry
    for cell in range(SIZE * SIZE):
        for other in (cell + 1, cell + SIZE):
            if other >= SIZE * SIZE or (other == cell + 1 and other % SIZE == 0):
                continue
            wall = geometry.slot_at(middle(geometry.cell_rect(cell), geometry.cell_rect(other)))
            assert wall is not None and separates(wall, cell, other), (cell_name(cell), cell_name(other), wall)


@pytest.mark.parametrize("seat", SEATS)
def test_every_wall_can_be_pointed_at_and_no_cell_is_in_its_way(house: Playhouse, seat: int) -> None:
    geometry = board_of(turned_match(house, seat)).geometry
    cores = [geometry.core_rect(cell) for cell in range(SIZE * SIZE)]
    for anchor, orientation in itertools.product(range(ANCHORS), ORIENTATIONS):
        wall = WallPlacement(anchor, orientation)
        spot = gutter(geometry, wall)
        assert geometry.slot_at(spot) == wall
        assert pygame.Rect(spot, (1, 1)).collidelist(cores) == -1


# The turned board


@pytest.mark.parametrize("seat", SEATS)
def test_the_person_sits_below_and_runs_upward(house: Playhouse, seat: int) -> None:
    match = turned_match(house, seat)
    table = board_of(match)
    pawn = match.session.state.pawns[seat]
    assert table.geometry.cell_view(pawn) == (4, 8)
    assert table.seats[0] == seat
    state = match.session.state
    assert table.words.seat(state, seat).aim == "goal ↑"
    assert [table.words.seat(state, s).short_aim for s in table.seats] == ["↑", "→", "↓", "←"]
    before = table.geometry.cell_rect(pawn)
    hand = KeyHand(house)
    hand.hit(Kind.UP)
    hand.hit(Kind.CONFIRM)
    step = next(step for step in reversed(match.session.steps) if step.seat == seat)
    after = table.geometry.cell_rect(step.after.pawns[seat])
    assert after.centerx == before.centerx
    assert after.centery < before.centery


@pytest.mark.parametrize("seat", SEATS)
def test_labels_name_the_files_and_ranks_beside_them(house: Playhouse, written: Written, seat: int) -> None:
    geometry = board_of(turned_match(house, seat)).geometry
    written.clear()
    house.playing.resized()
    house.frame()
    corner = geometry.cell_rect(geometry.cell_at_view(0, 8))
    below = {place.centerx: line for line, place in written if len(line) == 1 and place.top > corner.bottom}
    left = {place.centery: line for line, place in written if len(line) == 1 and place.right < corner.left}
    assert sorted([*below.values(), *left.values()]) == sorted("123456789abcdefghi")
    for i in range(SIZE):
        bottom, side = geometry.cell_at_view(i, 8), geometry.cell_at_view(0, i)
        assert near(below, geometry.cell_rect(bottom).centerx) in cell_name(bottom)
        assert near(left, geometry.cell_rect(side).centery) in cell_name(side)


def near(labels: dict[int, str], place: int) -> str:
    """The label nearest to a place along the edge."""
    return labels[min(labels, key=lambda at: abs(at - place))]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("hand_type", [MouseHand, KeyHand, TouchHand])
@pytest.mark.one_in(3)
def test_walls_go_where_they_are_seen(house: Playhouse, seat: int, hand_type: type) -> None:
    match = turned_match(house, seat)
    hand = hand_type(house)
    hand.play("c3h")
    own = [step.action for step in match.session.steps if step.seat == seat]
    assert own[-1] == action("c3h")
    rect = board_of(match).geometry.wall_rect(action("c3h"))
    between = middle(*(board_of(match).geometry.cell_rect(action(c).cell) for c in ("c3", "d4")))
    assert rect.collidepoint(between)
    assert (rect.width > rect.height) == (seat % 2 == 0)

"""Quoridor's board: pointing at it, turned for the seat of the only person, and what is drawn of walls and why."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.quoridor import SPEC
from game.quoridor.paths import distances
from game.quoridor.rules import apply, legal, start
from game.quoridor.state import ANCHORS, SIZE, Orientation, Pass, WallPlacement, cell_name
from scenes.kiosk.attract_scene import LEAD_SECONDS, AttractScene, ShownGame
from scenes.kiosk.programme import Show
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Intent, Kind
from scenes.match.match_input import SHOWN
from scenes.match.match_scene import MatchScene
from scenes.quoridor.drawing import draw_distances
from scenes.quoridor.input import Passing, QuoridorInput, Trying
from scenes.quoridor.sprites import DOTS_SECONDS
from scenes.table.contract.input import Actors
from tests.scenes import posting
from tests.scenes.conftest import Written
from tests.scenes.hands import KeyHand, MouseHand, TouchHand, board_of, gutter
from tests.scenes.noting import NotingSheet, pixels
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse
from tools.catalogue.kiosk import leap

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


FENCE = ["a8h", "d9", "c8h", "e9", "e8h", "d9", "g8h", "e9"]  # i8v would shut the north in


# Why a wall may not stand


def test_the_sealed_region_is_drawn(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=FENCE)
    geometry = board_of(match).geometry
    posting.move_mouse((3, 3))
    house.run(0.1)
    posting.move_mouse((30, 3))
    house.run(0.5)
    inner = [geometry.cell_rect(cell).inflate(-24, -24) for cell in range(SIZE * SIZE)]
    before = [pixels(house, rect) for rect in inner]
    posting.move_mouse(gutter(geometry, action("h8v")))
    house.run(0.3)
    changed = {cell_name(cell) for cell, rect in enumerate(inner) if pixels(house, rect) != before[cell]}
    assert changed == {f"{file}9" for file in "abcdefgh"}


def test_a_legal_ghost_shows_path_lengths_before_and_after(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    wall, geometry = action("e8h"), board_of(match).geometry
    posting.move_mouse((3, 3))
    posting.move_mouse(gutter(geometry, wall))
    house.run(0.1)
    sheet, rows = NotingSheet(house.window.size), [("square", 8, 9), ("circle", 8, 9)]
    match.draw(sheet, 1.0)  # type: ignore[arg-type]
    pawns = [geometry.cell_rect(cell) for cell in (match.session.state.pawns)]
    assert sheet.has(
        lambda canvas: draw_distances(house.stage, canvas, rows, geometry.wall_rect(wall), geometry.rect, pawns)
    )


# The legal set


def test_only_what_the_session_allows_can_be_chosen(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    match.session._legal[0] = [action("e2"), action("d4h")]
    mouse = MouseHand(house)
    for text in ("d1", "f1"):
        mouse.point(mouse.geometry.cell_rect(action(text).cell).center)
        assert match.session.ply == 0
        assert match.input.selection == Trying(action(text).cell)  # which says why, and leads nowhere
    mouse.point(gutter(mouse.geometry, action("d5h")))
    assert match.session.ply == 0
    keys = KeyHand(house)
    for kind in (Kind.BACK, Kind.UP, Kind.LEFT, Kind.RIGHT):
        if house.top is match:
            keys.hit(kind)
    mouse.point(gutter(mouse.geometry, action("d4h")))
    assert match.session.steps[0].action == action("d4h")


@pytest.mark.parametrize(
    "intent",
    [
        Intent(Kind.CONFIRM, KEYBOARD),
        Intent(Kind.RELEASE, MOUSE, (1, 1)),
        Intent(Kind.CONFIRM, TOUCH),
    ],
)
def test_a_forced_pass_takes_one_press(house: Playhouse, intent: Intent) -> None:
    hands = QuoridorInput(board_of(house.match(PERSON, RIVAL)).geometry)
    state = start(resolve(SPEC.options, {}), 0)
    selection = hands.empty(state, [Pass()], "keyboard")
    assert selection == Passing()
    assert hands.choose(Actors(state, {0: [Pass()]}), selection, Intent(Kind.UP, KEYBOARD)).action is None
    assert hands.choose(Actors(state, {0: [Pass()]}), selection, intent).action == Pass()


def test_a_destination_outside_the_given_set_is_never_first(house: Playhouse) -> None:
    hands = QuoridorInput(board_of(house.match(PERSON, RIVAL)).geometry)
    state = start(resolve(SPEC.options, {}), 0)
    given = [a for a in legal(state, 0) if a != action("e2")]
    first = hands.empty(state, given, "keyboard")
    assert hands.considered(first) in given
    for kind in (Kind.UP, Kind.NEXT, Kind.PREVIOUS, Kind.LEFT):
        chosen = hands.choose(Actors(state, {0: given}), first, Intent(kind, KEYBOARD)).selection
        assert hands.considered(chosen) in given


@pytest.mark.parametrize("players", [2, 4])
def test_confirm_alone_leads_out_of_a_pocket_by_the_shortest_way(house: Playhouse, players: int) -> None:
    hands = QuoridorInput(board_of(house.match(PERSON, RIVAL)).geometry)
    state = start(resolve(SPEC.options, {"players": players}), 0)
    state = replace(state, pawns=(action("e5").cell, *state.pawns[1:]))
    for text in ("d5h", "f5h", "d4v", "f4v"):  # closed above e5 and to its sides, open below
        walled, _ = apply(state, state.mover, action(text))
        state = replace(walled, mover=0)
    most = distances(state)[0]
    assert most > 4
    for left in range(most, 0, -1):
        assert state.winner is None and distances(state)[0] == left
        first = hands.considered(hands.empty(state, legal(state, 0), "keyboard"))
        assert first is not None
        state = replace(apply(state, 0, first)[0], mover=0)
    assert state.winner == 0


FIRST_WALL = "quoridor.first.wall"


def test_a_wall_of_the_ai_explains_none_to_a_person_and_each_name_learns_for_itself(house: Playhouse) -> None:
    house.services.store.set(f"{SHOWN}{FIRST_WALL}", False)
    for name in ("Tom", "Mia"):
        house.services.store.profiles.take(name)
    match = house.match(replace(PERSON, name="Tom"), replace(PERSON, name="Mia", identity="square"))
    house.until(lambda: match.input.person == 0, "Tom's turn")
    assert match.input.first_time(action("c6h")) == FIRST_WALL
    match.input.keep_known(0, action("a6h"))
    assert not match.input.first_time(action("c6h"))  # it is Tom's turn
    match.controller.submit(0, action("e2"))
    house.until(lambda: match.input.person == 1, "Mia's turn")
    assert match.input.first_time(action("c6h")) == FIRST_WALL
    against = house.match(PERSON, ROBOT)
    house.until(lambda: against.input.person == 0, "the person's turn")
    against.input.keep_known(1, action("a6h"))
    assert against.input.first_time(action("c6h")) == FIRST_WALL


MOVES = "e2 e8 g7v e7 e3 f3h d6h d7 e4 e4h c7v e7 f4 f4v e4 f7 d4 g7 f6h".split()  # noqa: SIM905
OLD, NEW = (60, 51, 42, 33, 34, 25, 16, 7), (60, 69, 78, 79, 70, 61, 52, 43, 34, 25, 16, 7)
REN = 1


def drawn(house: Playhouse, time: float) -> tuple[ShownGame, list[pygame.Rect]]:
    """What is drawn `time` seconds after the wall came to lie."""
    game = AttractScene(house.services, Show(("quoridor",))).table
    step = leap(game, MOVES)
    game.lay(game.seats)
    target = NotingSheet(house.window.size)
    game.board.drawing.draw_reason(target, step, REN, {"old": OLD, "new": NEW}, time)
    return game, [blit.place for blit in target.drawn]


def test_the_dots_go_out_from_the_wall_before_the_new_way_grows(house: Playhouse) -> None:
    assert drawn(house, 0.0)[1] == []
    _, half = drawn(house, DOTS_SECONDS / 2)
    game, dots = drawn(house, DOTS_SECONDS)
    assert 3 < len(half) < len(dots) and dots[: len(half)] == half
    board: Any = game.board
    wall = board.geometry.wall_rect(SPEC.rules.parse("f6h"))
    assert all(dot.top >= wall.centery - dot.height for dot in dots)
    assert dots[0].centerx == pytest.approx(wall.left + 0.75 * wall.width, abs=wall.width / 6)


def test_the_new_way_grows_to_the_goal_and_never_over_the_pawn(house: Playhouse) -> None:
    _, dots = drawn(house, DOTS_SECONDS)
    lengths = [
        sum(max(leg.size) for leg in drawn(house, DOTS_SECONDS + time)[1][len(dots) :]) for time in (0.2, 0.6, 1.2)
    ]
    assert 0 < lengths[0] < lengths[1] < lengths[2]
    game, whole = drawn(house, 9.0)
    *legs, head = whole[len(dots) :]
    board: Any = game.board
    geometry = board.geometry
    pawn = geometry.cell_rect(60)
    assert len(legs) == 3
    assert not any(leg.colliderect(pawn) for leg in legs)
    assert geometry.cell_rect(7).contains(head)
    assert not any(one.colliderect(other) for one in legs for other in legs if one is not other)


def test_it_appears_whole_with_reduced_motion(house: Playhouse) -> None:
    house.stage.look.reduced_motion = True
    assert len(drawn(house, 0.0)[1]) == len(drawn(house, 9.0)[1])


def test_the_show_draws_it_once_the_wall_lies_and_until_the_next_move(house: Playhouse) -> None:
    scene = AttractScene(house.services, Show(("quoridor",)))
    house.show(scene)
    times: list[float] = []
    leap(scene.table, MOVES)
    drawing: Any = scene.table.board.drawing
    drawing.draw_reason = lambda *args: times.append(args[-1])
    house.run(LEAD_SECONDS)
    assert times == []
    house.until(lambda: scene.moves > 0, "the wall")
    house.run(1.5)
    assert times == sorted(times) and times[-1] > 0.5 and scene.reason is not None and scene.reason.seats[0] == REN
    leap(scene.table, ["f7"])
    house.until(lambda: not scene.table.has_arrived and scene.reason is None, "the next move")
    seen = len(times)
    house.run(0.5)
    assert len(times) == seen

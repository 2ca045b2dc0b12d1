"""Quoridor's board under the hands: barred walls and their reasons, turning, touch, and the legal set as given."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.core.options import resolve
from game.quoridor import SPEC
from game.quoridor.rules import legal, start
from game.quoridor.state import SIZE, Pass, WallPlacement, cell_name
from scenes.kit.intents import KEYBOARD, MOUSE, TOUCH, Intent, Kind
from scenes.quoridor import drawing
from scenes.quoridor.input import QuoridorInput
from scenes.quoridor.selection import Choosing, Passing, Trying, Walling
from scenes.table.first_time import SHOWN
from tests.scenes import posting
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, SteppingHand, TouchHand, board_of, gutter
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse

FENCE = ["a8h", "d9", "c8h", "e9", "e8h", "d9", "g8h", "e9"]  # i8v would shut the north in


def action(text: str):
    return SPEC.rules.parse(text)


# Why a wall may not stand


@pytest.mark.parametrize(
    ("actions", "wall", "text"),
    [
        (["d4h", "e8"], "d4h", "Another wall lies there already."),
        (["d4h", "e8"], "e4h", "Another wall lies there already."),
        (["d4h", "e8"], "d4v", "A wall cannot cross another wall."),
        (FENCE, "h8v", "Ren would be shut in: no way left to the goal."),
    ],
)
@pytest.mark.parametrize("hand_type", [MouseHand, KeyHand, PadHand, TouchHand])
@pytest.mark.one_in(4)
def test_an_illegal_wall_can_be_visited_and_is_explained_but_not_played(
    house: Playhouse, hand_type: type, actions: list[str], wall: str, text: str
) -> None:
    match = house.match(PERSON, RIVAL, actions=actions)
    hand = hand_type(house)
    if isinstance(hand, TouchHand):
        hand.point(gutter(hand.geometry, action(wall)))
        if match.hands.selection != Walling(action(wall)):
            hand.order(Kind.NEXT)
        hand.order(Kind.CONFIRM)
    elif isinstance(hand, MouseHand):
        hand.point(gutter(hand.geometry, action(wall)))
    else:
        hand.aim(action(wall))
        hand.hit(Kind.CONFIRM)
    assert match.hands.selection.wall == action(wall)
    assert match.session.ply == len(actions)
    assert match.hands.problem is not None
    assert match.hands.problem.title == f"No wall at {wall}"
    assert match.hands.problem.text == text


def test_no_walls_left_is_explained(house: Playhouse) -> None:
    walls = [f"{file}{rank}h" for rank in (2, 4, 6, 7) for file in "aceg"]
    mine, others = iter(walls[:10]), iter(["e8", "e9"] * 5)
    actions = [text for pair in zip(mine, others, strict=True) for text in pair]
    match = house.match(PERSON, RIVAL, actions=actions)
    assert match.session.state.walls_left[0] == 0
    hand = MouseHand(house)
    hand.point(gutter(hand.geometry, action("g7h")))
    assert match.hands.problem is not None and match.hands.problem.text == "No walls are left."
    assert match.session.ply == len(actions)
    assert match.board.words.helper(match.session.state, Choosing(), "mouse") == "Move: no walls left"


def test_the_sealed_region_is_drawn(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=FENCE)
    geometry = board_of(match).geometry
    posting.move_mouse((3, 3))
    house.run(0.1)
    posting.move_mouse((30, 3))
    house.run(0.5)

    def pixels(cell: int) -> bytes:
        inner = geometry.cell_rect(cell).inflate(-24, -24)
        return pygame.image.tobytes(house.window.surface.subsurface(inner), "RGB")

    before = [pixels(cell) for cell in range(SIZE * SIZE)]
    posting.move_mouse(gutter(geometry, action("h8v")))
    house.run(0.3)
    changed = {cell_name(cell) for cell in range(SIZE * SIZE) if pixels(cell) != before[cell]}
    assert changed == {f"{file}9" for file in "abcdefgh"}


def test_a_legal_ghost_shows_path_lengths_before_and_after(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(drawing, "draw_distances", lambda house, canvas, rows, *rest: seen.append(rows))
    house.match(PERSON, RIVAL)
    geometry = board_of(house.playing).geometry
    posting.move_mouse((3, 3))
    posting.move_mouse(gutter(geometry, action("e8h")))
    house.run(0.1)
    assert seen[-1] == [("square", 8, 9), ("circle", 8, 9)]


# Turning


def test_the_mouse_turns_a_ghost_and_keeps_it_at_its_crossing(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = MouseHand(house)
    spot = gutter(hand.geometry, action("d4h"))
    posting.move_mouse((3, 3))
    posting.move_mouse(spot)
    house.run(0.05)
    for turn, expected in ((lambda: posting.wheel(1), "d4v"), (lambda: posting.mouse_down(spot, 3), "d4h")):
        turn()
        house.run(0.05)
        assert match.hands.selection.wall == action(expected)
    posting.wheel(-1)
    posting.move_mouse((spot[0] + 2, spot[1]))
    house.run(0.05)
    assert match.hands.selection.wall == action("d4v")
    posting.click((spot[0] + 2, spot[1]))
    house.run(0.05)
    assert match.session.steps[-1].action == action("d4v")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", [Kind.PREVIOUS, Kind.NEXT])
@pytest.mark.parametrize("hand_type", [KeyHand, PadHand])
def test_shoulders_turn_the_ghost(house: Playhouse, hand_type: type, kind: Kind) -> None:
    match = house.match(PERSON, RIVAL)
    hand = hand_type(house)
    hand.aim(action("d4h"))
    hand.hit(kind)
    assert match.hands.selection.wall == action("d4v")
    hand.hit(kind)
    assert match.hands.selection.wall == action("d4h")


def test_back_leaves_wall_mode_and_x_finds_the_ghost_of_the_next_rival(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = KeyHand(house)
    hand.hit(Kind.SECONDARY)
    assert match.hands.selection.wall == action("e8h")
    hand.hit(Kind.BACK)
    assert house.top is match
    assert isinstance(match.hands.selection, Choosing)
    hand.hit(Kind.SECONDARY)
    hand.hit(Kind.SECONDARY)
    assert isinstance(match.hands.selection, Choosing)


def test_the_cursor_stops_at_the_edge_of_the_crossings(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = KeyHand(house)
    hand.hit(Kind.SECONDARY)
    for kind, count in ((Kind.UP, 9), (Kind.RIGHT, 9)):
        for _ in range(count):
            hand.hit(kind)
    assert match.hands.selection.wall == action("h8h")


# Touch


def test_a_finger_chooses_then_confirms(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = TouchHand(house)
    cells = {name: hand.geometry.cell_rect(action(name).cell).center for name in ("e2", "d1", "f1")}
    hand.point(cells["e2"])
    assert (match.hands.selection, match.hands.armed) == (Choosing(action("e2").cell), action("e2"))
    hand.point(cells["d1"])
    assert match.session.ply == 0
    hand.order(Kind.CONFIRM)
    assert match.session.steps[0].action == action("d1")


def test_a_tap_again_turns_and_the_turn_button_too(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = TouchHand(house)
    spot = gutter(hand.geometry, action("d4h"))
    for expected in ("d4h", "d4v", "d4h"):
        hand.point(spot)
        assert match.hands.selection.wall == action(expected)
    hand.order(Kind.NEXT)
    assert match.hands.selection.wall == action("d4v")
    hand.order(Kind.BACK)
    assert isinstance(match.hands.selection, Choosing)
    hand.point(spot)
    hand.order(Kind.NEXT)
    hand.order(Kind.CONFIRM)
    assert match.session.steps[-1].action == action("d4v")


def test_a_wall_is_dragged_from_the_rack_and_placed(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = TouchHand(house)
    rack = match.side_panel.cards[0].center
    spot = gutter(hand.geometry, action("c5h"))
    finger = (spot[0], spot[1] + round(60 * hand.geometry.unit))  # the ghost lies above the finger
    hand.drag(rack, finger)
    assert match.session.steps[-1].action == action("c5h")


# Destinations


def test_directions_reach_every_destination_around_a_jump(house: Playhouse) -> None:
    actions = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e6h"]  # face to face, a wall behind the rival
    match = house.match(PERSON, RIVAL, actions=actions)
    hand = KeyHand(house)
    for target in ("d6", "f6", "e4", "d5", "f5"):
        hand.choose_cell(action(target).cell)
        assert match.hands.selection.cell == action(target).cell


def test_shoulders_cycle_through_every_destination(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=["e2", "e8"])
    hand = KeyHand(house)
    hand.hit(Kind.UP)
    seen = []
    for _ in range(4):
        hand.hit(Kind.NEXT)
        seen.append(cell_name(match.hands.selection.cell))
    assert sorted(seen) == ["d2", "e1", "e3", "f2"]
    hand.hit(Kind.PREVIOUS)
    assert cell_name(match.hands.selection.cell) == seen[-2]


# The legal set


def test_only_what_the_session_allows_can_be_chosen(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    match.session._legal[0] = [action("e2"), action("d4h")]
    mouse = MouseHand(house)
    for text in ("d1", "f1"):
        mouse.point(mouse.geometry.cell_rect(action(text).cell).center)
        assert match.session.ply == 0
        assert match.hands.selection == Trying(action(text).cell)  # which says why, and leads nowhere
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
    assert hands.choose(state, [Pass()], selection, Intent(Kind.UP, KEYBOARD)).action is None
    assert hands.choose(state, [Pass()], selection, intent).action == Pass()


def test_a_destination_outside_the_given_set_is_never_first(house: Playhouse) -> None:
    hands = QuoridorInput(board_of(house.match(PERSON, RIVAL)).geometry)
    state = start(resolve(SPEC.options, {}), 0)
    given = [a for a in legal(state, 0) if a != action("e2")]
    first = hands.empty(state, given, "keyboard")
    assert hands.considered(first) in given
    for kind in (Kind.UP, Kind.NEXT, Kind.PREVIOUS, Kind.LEFT):
        chosen = hands.choose(state, given, first, Intent(kind, KEYBOARD)).selection
        assert hands.considered(chosen) in given


FIRST_WALL = "quoridor.first.wall"


def lay(hand: Hand, wall: WallPlacement) -> None:
    """One press, or as many as a wall takes that is not new."""
    if isinstance(hand, MouseHand | TouchHand):
        hand.put(wall)
    else:
        assert isinstance(hand, SteppingHand)
        hand.aim(wall)
        hand.hit(Kind.CONFIRM)


@pytest.mark.parametrize(
    ("hand_type", "how"),
    [
        (KeyHand, "Confirm to play it."),
        (PadHand, "Confirm to play it."),
        (MouseHand, "Click again to play it."),
        (TouchHand, "Tap again to play it."),
    ],
)
def test_the_first_wall_of_all_is_explained_before_it_lies(house: Playhouse, hand_type: type[Hand], how: str) -> None:
    house.services.store.set(f"{SHOWN}{FIRST_WALL}", False)
    match = house.match(PERSON, replace(PERSON, name="@ren", identity="square"))
    hand = hand_type(house)
    lay(hand, action("a6h"))
    assert match.session.ply == 0 and match.hands.armed == action("a6h")
    assert match.words.helper() == f"A wall stays for good and stops everybody.\n{how}"
    if isinstance(hand, TouchHand):
        hand.order(Kind.CONFIRM)
    else:
        lay(hand, action("a6h"))
    house.until(lambda: match.session.ply == 1 and match.table.timeline.idle, "the first wall")
    lay(hand, action("c6h"))
    house.until(lambda: match.session.ply == 2, "the second, without a word")


def test_a_wall_of_the_ai_explains_none_to_a_person_and_each_name_learns_for_itself(house: Playhouse) -> None:
    house.services.store.set(f"{SHOWN}{FIRST_WALL}", False)
    for name in ("Tom", "Mia"):
        house.services.store.profiles.take(name)
    match = house.match(replace(PERSON, name="Tom"), replace(PERSON, name="Mia", identity="square"))
    house.until(lambda: match.hands.person == 0, "Tom's turn")
    assert match.hands.first_time(action("c6h")) == FIRST_WALL
    match.hands.keep_known(0, action("a6h"))
    assert not match.hands.first_time(action("c6h"))  # it is Tom's turn
    match.controller.submit(0, action("e2"))
    house.until(lambda: match.hands.person == 1, "Mia's turn")
    assert match.hands.first_time(action("c6h")) == FIRST_WALL
    against = house.match(PERSON, ROBOT)
    house.until(lambda: against.hands.person == 0, "the person's turn")
    against.hands.keep_known(1, action("a6h"))
    assert against.hands.first_time(action("c6h")) == FIRST_WALL

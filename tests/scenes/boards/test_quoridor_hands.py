"""Quoridor's board: what is drawn of a wall that is considered, and the legal set as given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.options import resolve
from game.quoridor import SPEC
from game.quoridor.paths import distances
from game.quoridor.rules import apply, legal, start
from game.quoridor.state import SIZE, Pass, cell_name
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Intent, Kind
from scenes.match.match_input import SHOWN
from scenes.quoridor.drawing import draw_distances
from scenes.quoridor.input import Passing, QuoridorInput, Trying
from scenes.table.contract.input import Actors
from tests.scenes import posting
from tests.scenes.hands import KeyHand, MouseHand, board_of, gutter
from tests.scenes.noting import NotingSheet, pixels
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse

FENCE = ["a8h", "d9", "c8h", "e9", "e8h", "d9", "g8h", "e9"]  # i8v would shut the north in


def action(text: str):
    return SPEC.rules.parse(text)


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

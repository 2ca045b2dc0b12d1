"""What is carried is drawn under the pointer, and the first wall lies across the next rival's way."""

from __future__ import annotations

from functools import partial

import pytest

from game.star.state import cell_of
from scenes.quoridor.input import Walling
from tests.scenes import posting
from tests.scenes.hands import KeyHand, board_of
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.vocabulary.screen import SEATS


def test_the_piece_is_drawn_under_the_pointer(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, game="star", actions=["@b3", "@a2", "@a1", "@c2"])
    cells = KeyHand(house).geometry.cell_rect
    origin, target = cells(cell_of("b3")).center, cells(cell_of("c1")).center
    away = target[0] + 15, target[1] - 20
    posting.move_mouse((origin[0] - 9, origin[1]))
    posting.move_mouse(origin)
    house.frame()
    beside = away[0] + 32, away[1]
    empty = house.window.surface.get_at(beside)
    house.react(partial(posting.mouse_down, origin), *(partial(posting.move_mouse, point) for point in (target, away)))
    assert match.input.drag_at == away
    house.frame()
    assert house.window.surface.get_at(beside) != empty


@pytest.mark.parametrize("seat", range(4))
def test_the_first_wall_lies_across_the_next_rivals_way(house: Playhouse, seat: int) -> None:
    match = house.match(PERSON, RIVAL, SEATS["Mio"], SEATS["Haru"], actions=["e2", "b5", "e8"][:seat])
    table = board_of(match)
    selection = table.input._wall_mode(match.session.state)
    assert isinstance(selection, Walling)
    rival = (seat + 1) % 4
    pawn = table.geometry.cell_rect(match.session.state.pawns[rival])
    ahead = [(0, -1), (1, 0), (0, 1), (-1, 0)][table.geometry.goal_side(rival, 4)]
    step = table.geometry.art["cell_pitch"] * table.geometry.unit
    between = pawn.centerx + ahead[0] * step / 2, pawn.centery + ahead[1] * step / 2
    rect = table.geometry.wall_rect(selection.wall)
    assert rect.inflate(4, 4).collidepoint(between)
    assert (rect.width > rect.height) == (ahead[0] == 0)

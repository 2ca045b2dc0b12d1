"""The small board in the hand: whole games by taps alone, from every side, and what is refused."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from game.coffee.state import Swap
from game.phones.messages import PhoneMessage, Tap
from game.phones.page import pieces
from game.phones.protocol import as_text, read, to_json
from game.phones.snapshot import BYTES, Snapshot
from game.quoridor.state import WallPlacement
from game.star.state import Jump
from game.star.state import cell_name as star_name
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.quoridor.board import PITCH
from scenes.quoridor.input import Choosing, Walling
from scenes.table.cells.carry import CarryInput
from tests.games import GAMES
from tests.scenes.conftest import OpenHouse
from tests.scenes.phone_evening import Evening

AROUND = "e2 e8 d8h f2h d7v e3h"
FOUR = "e2 b5 e8 h5 a3h c5h g6v g5"


def place(evening: Evening, number: int, cell: str) -> tuple[float, float]:
    """Where a cell lies on a phone."""
    found = evening.cell(number, cell)
    return found.x, found.y


def tap_gutter(evening: Evening, number: int, wall: Any) -> Snapshot:
    """Put a finger into the gutter that a wall would lie in, beside its crossing; gives what the phone shows then."""
    if isinstance(wall, str):
        wall = evening.house.playing.session.spec.rules.parse(wall)
    names = [f"{'abcdefghi'[wall.anchor % 8 + x]}{wall.anchor // 8 + 1 + y}" for x in (0, 1) for y in (0, 1)]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (place(evening, number, name) for name in names)
    x, y = (x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4
    toward = ((x2 + x3) / 2, (y2 + y3) / 2) if wall.orientation == "h" else ((x1 + x3) / 2, (y1 + y3) / 2)
    evening.phones.tap(number, x + 0.15 * (toward[0] - x), y + 0.15 * (toward[1] - y))
    evening.house.run(0.3)
    return evening.shown(number)


def act(evening: Evening, match: MatchScene, text: str) -> None:
    """Play an action of any game by taps, and the button."""
    number, ply, action = evening.settle(0.3), match.session.ply, match.session.spec.rules.parse(text)
    if isinstance(action, WallPlacement):
        tap_gutter(evening, number, action)
    elif isinstance(action, Swap):
        evening.press(number, "secondary")
    else:
        jumps = [star_name(match.session.state.star)] if isinstance(action, Jump) else []
        for cell in [*jumps, *re.findall(r"[a-z]\d+", text)]:
            evening.tap(number, cell)
        if axis := getattr(action, "axis", None):
            evening.press(number, f"axis.{axis}")
            assert [each.id for each in evening.shown(number).axes if each.chosen] == [f"axis.{axis}"]
    assert match.session.ply == ply, "neither a tap nor an axis acts at once"
    considered = match.board.input.considered(match.input.selection)
    assert considered == action or isinstance(match.board.input, CarryInput), "the ghost is on the screen, too"
    evening.press(number, "confirm")
    evening.house.until(lambda: match.session.ply > ply, text)


def test_pieces_that_can_move_are_lit_until_one_is_picked_up(evening: Evening) -> None:
    evening.match("star", actions="@b2 @c1 @a1 @c3 @a2 @c2")
    evening.settle(0.3)
    assert [cell.id for cell in evening.board(1).cells if cell.mark == "lit"] == ["b2", "a1"]
    evening.tap(1, "b2")
    assert [cell.id for cell in evening.board(1).cells if cell.mark == "lit"] == ["b3", "b1"]


def ring_of(evening: Evening, number: int, game: str) -> Any:
    """A hand that plays by a phone's ring and buttons; only what its page shows can be pressed."""
    hand: Any = GAMES[game].hands["keyboard"](evening.house)

    def hit(kind: Kind) -> None:
        evening.house.run(0.2)
        evening.press(number, kind.name.lower())

    hand.hit = hit
    return hand


@pytest.mark.usefixtures("fifth_game")
@pytest.mark.parametrize("game", GAMES)
def test_two_play_a_whole_game_by_taps_and_by_the_ring_in_turn(evening: Evening, game: str) -> None:
    """Each sees whose turn it is, and in the other's has nothing to press but what serves everybody."""
    match = evening.match(game)
    rings = {number: ring_of(evening, number, game) for number in (1, 2)}
    looks: set[str] = set()
    for ply, text in enumerate(GAMES[game].actions):
        number = evening.settle(0.3)
        me, other = evening.shown(number), evening.shown(3 - number)
        assert me.mine and not other.mine and me.sentence == "Your turn" != other.sentence
        able = [button for button in other.buttons if button.enabled and button.id != "undo"]
        assert {button.role for button in able} <= {"shelf", "menu"} and other.turn.shape == me.me.shape
        if ply // 2 % 2:
            rings[number].put(match.session.spec.rules.parse(text))
            evening.house.until(lambda ply=ply: match.session.ply > ply, text)
        else:
            act(evening, match, text)
        looks.update(piece.look for piece in evening.board(1).pieces)
    assert looks and all(f'id="a-{look}"' in pieces() for look in looks), "the page has no drawing of it"
    assert match.session.outcome.winners == (0,) and match.session.outcome.reason == GAMES[game].reason
    evening.house.until(lambda: isinstance(evening.house.top, ResultScene), "the result")


def test_four_play_quoridor_by_taps_alone(evening: Evening) -> None:
    match = evening.match(players=4)
    for ply, text in enumerate(FOUR.split()):
        assert match.session.actors() == (ply % 4,)
        act(evening, match, text)


@pytest.mark.parametrize(("players", "bottom"), [(2, ["e1", "e9"]), (4, ["e1", "a5", "e9", "i5"])])
def test_everybody_moves_up_and_the_names_stay_the_tables_own(
    evening: Evening, players: int, bottom: list[str]
) -> None:
    evening.match(players=players)
    for number, cell in enumerate(bottom, 1):
        shown, board = evening.shown(number), evening.board(number)
        own = next(edge for edge in board.edges if edge.owner == shown.me.shape)
        assert own.y == own.to_y < board.cell and len(board.edges) == players
        assert place(evening, number, cell) == pytest.approx((0.5, board.height - 0.0959), abs=0.003)
        assert shown.mine is (number == 1) is any(cell.mark == "lit" for cell in board.cells)


def test_a_ghost_shows_the_ways_and_a_bad_one_says_why(evening: Evening) -> None:
    match = evening.match(actions=AROUND)
    assert [(figure.now, figure.then) for figure in evening.shown(1).figures] == [(8, -1), (9, -1)]
    ghost = tap_gutter(evening, 1, "f7h")
    assert [bar.mark for bar in ghost.board.bars].count("ghost") == 1
    assert ghost.figures[0].then >= ghost.figures[0].now and confirm(ghost)
    bad, problem = tap_gutter(evening, 1, "d8h"), match.input.problem
    assert (bad.sentence, bad.helper) == (problem.title, problem.text)
    assert bad.board.bars[-1].mark == "bad" and not confirm(bad)
    evening.press(1, "next")
    assert isinstance(match.input.selection, Walling) and match.input.selection.wall.orientation == "v"
    waits = evening.shown(2)
    assert not {bar.mark for bar in waits.board.bars} & {"ghost", "bad"}, "nobody else is told"
    assert not confirm(waits) and all(figure.then == -1 for figure in waits.figures)


def confirm(shown: Snapshot) -> bool:
    """Whether the great button can be pressed."""
    return next(button for button in shown.buttons if button.id == "confirm").enabled


def test_a_turned_ghost_keeps_its_orientation_under_the_finger(evening: Evening) -> None:
    match = evening.match()
    tap_gutter(evening, 1, "d4h")
    evening.press(1, "next")
    tap_gutter(evening, 1, "d4h")
    assert match.input.selection.wall == match.session.spec.rules.parse("d4v")


def test_between_a_lit_cell_and_a_crossing_the_nearer_one_is_meant(evening: Evening) -> None:
    match = evening.match()
    x, y = place(evening, 1, "e2")
    for right, up, meant in ((0.2, 0.1, Choosing(13)), (0.45, 0.40, Walling(WallPlacement(8 + 4, "v")))):
        evening.phones.tap(1, x + right * PITCH, y - up * PITCH)
        evening.house.run(0.2)
        assert match.input.selection == meant


def test_taps_that_are_late_or_not_ones_turn_are_refused(evening: Evening) -> None:
    match = evening.match()
    stale, point = evening.shown(1).decision, place(evening, 1, "e2")
    act(evening, match, "e2")
    evening.settle(0.4)
    before = match.input.selection
    evening.phones.tap(1, *point, decision=stale)
    evening.phones.events.append(PhoneMessage(1, Tap(1, evening.shown(1).decision, *point, "e2")))
    evening.house.run(0.3)
    assert match.input.selection == before and match.session.ply == 1 and len(evening.phones.refused) == 1
    act(evening, match, "e8")
    assert evening.shown(1).decision != stale


def test_without_walls_a_tap_beside_the_lit_cells_is_explained(evening: Evening) -> None:
    match = evening.match(actions="a1h e8 a2h e9 a3h e8 a4h e9 a5h e8 a6h e9 a7h e8 a8h e9 h1h e8 h2h e9")
    assert match.session.state.walls_left[0] == 0
    shown = evening.tap(1, "b5")
    assert shown.sentence.endswith("b5") and not confirm(shown)


@pytest.mark.parametrize("players", [2, 4])
def test_the_fullest_board_of_quoridor_fits(open_house: OpenHouse, players: int) -> None:
    evening = Evening(open_house(language="ja"))
    match, chance = evening.match(players=players), random.Random(players)
    while any(match.session.state.walls_left):
        seat = match.session.actors()[0]
        found = [action for action in match.session.legal(seat) if isinstance(action, WallPlacement)]
        match.session.submit(seat, chance.choice(found or list(match.session.legal(seat))))
    evening.house.show(match)
    evening.house.run(0.5)
    for number in range(1, players + 1):
        assert_fits(evening.shown(number))


def assert_fits(shown: Snapshot) -> None:
    """It can be sent, and is understood."""
    assert len(as_text(to_json(shown)).encode()) < BYTES - 500
    assert read(Snapshot, to_json(shown)) == shown

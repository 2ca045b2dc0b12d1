"""The small board in the hand: whole games by taps alone, from every side, and what is refused."""

from __future__ import annotations

import random

import pytest

from game.core.record import SeatConfig
from game.phones.protocol import Tap, Tapped
from game.phones.snapshot import BYTES, Snapshot
from game.phones.wire import as_text, plain, read
from game.quoridor.paths import distances
from game.quoridor.state import PawnMove, State, WallPlacement, cell_name, goal_cells
from game.registry import find
from game.session import Session
from game.table import default_table
from scenes.match.match_scene import MatchScene
from scenes.quoridor.phone_hand import PITCH
from scenes.quoridor.selection import Choosing, Walling
from scenes.table.loading import make_board
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import Playhouse
from tests.scenes.test_phones import Evening, word

IDENTITIES = ("circle", "square", "triangle", "diamond")
AROUND = "e2 e8 d8h f2h d7v e3h"
TWO = "e2 e8 e3 e7 a6h e6 e4 e5 a1v h1v e6 e3h e7 h3v e8 f5h e9"
FOUR = "e2 b5 e8 h5 a3h c5h g6v g5"


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    return Evening(house)


def match_of(evening: Evening, game: str, actions: str = "", players: int = 2, **options: object) -> MatchScene:
    """A match of so many phones, in the position after `actions`."""
    evening.desk.open()
    evening.join(*range(1, players + 1))
    spec = find(game)
    options |= {"players": players} if players != 2 else {}
    seats = tuple(SeatConfig("human", 0, "", IDENTITIES[i], word(i + 1)) for i in range(players))
    session = Session(spec, {**default_table(spec).options, **options}, 7, seats, agent=evening.house.services.agent)
    for text in actions.split():
        session.submit(session.actors()[0], spec.rules.parse(text))
    scene = MatchScene(evening.house.services, session, make_board(evening.house.services, spec, session.options))
    evening.house.show(scene)
    evening.house.run(0.4)
    return scene


def place(shown: Snapshot, cell: str) -> tuple[float, float]:
    """Where a cell lies on a phone."""
    assert shown.board is not None
    return next((each.x, each.y) for each in shown.board.cells if each.id == cell)


def gutter(shown: Snapshot, wall: WallPlacement) -> tuple[float, float]:
    """A point of the gutter that a wall would lie in, beside its crossing."""
    names = [f"{'abcdefghi'[wall.anchor % 8 + x]}{wall.anchor // 8 + 1 + y}" for x in (0, 1) for y in (0, 1)]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (place(shown, name) for name in names)
    x, y = (x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4
    toward = ((x2 + x3) / 2, (y2 + y3) / 2) if wall.orientation == "h" else ((x1 + x3) / 2, (y1 + y3) / 2)
    return x + 0.15 * (toward[0] - x), y + 0.15 * (toward[1] - y)


def act(evening: Evening, match: MatchScene, text: str) -> None:
    """Play an action by a tap and the button."""
    evening.house.rest()
    evening.house.run(0.3)
    seat, ply = match.session.actors()[0], match.session.ply
    shown, action = evening.phones.shown(seat + 1), match.session.spec.rules.parse(text)
    point = place(shown, cell_name(action.cell)) if isinstance(action, PawnMove) else gutter(shown, action)
    evening.phones.tap(seat + 1, *point)
    evening.house.run(0.3)
    assert match.session.ply == ply, "no tap acts at once"
    assert match.board.input.considered(match.hands.selection) == action, "the ghost is on the screen, too"
    evening.press(seat + 1, "confirm")
    evening.house.until(lambda: match.session.ply > ply, text)


def test_two_play_a_whole_game_of_quoridor_by_taps_alone(evening: Evening) -> None:
    match = match_of(evening, "quoridor")
    for text in TWO.split():
        act(evening, match, text)
    assert match.session.outcome is not None and match.session.outcome.winners == (0,)


def test_four_play_a_whole_game_of_quoridor_by_taps_alone(evening: Evening) -> None:
    match = match_of(evening, "quoridor", players=4)
    for ply, text in enumerate(FOUR.split()):
        assert match.session.actors() == (ply % 4,)
        act(evening, match, text)
    while match.session.outcome is None:
        state: State = match.session.state
        seat = state.mover
        moves = [action for action in match.session.legal(seat) if isinstance(action, PawnMove)]
        best = min(moves, key=lambda move: steps_left(match, seat, move))
        act(evening, match, match.session.spec.rules.text(best))


def steps_left(match: MatchScene, seat: int, move: PawnMove) -> int:
    """The way that is left after a move; none on the goal."""
    if move.cell in goal_cells(match.session.state.players, seat):
        return 0
    return 1 + distances(match.session.spec.rules.apply(match.session.state, seat, move)[0])[seat]


@pytest.mark.parametrize("players", [2, 4])
def test_everybody_moves_up_and_the_names_stay_the_tables_own(evening: Evening, players: int) -> None:
    match_of(evening, "quoridor", players=players)
    bottom = {1: "e1", 2: "e9", 3: "e9", 4: "i5"} if players == 2 else {1: "e1", 2: "a5", 3: "e9", 4: "i5"}
    for number in range(1, players + 1):
        shown = evening.phones.shown(number)
        board = shown.board
        assert board is not None and shown.me is not None
        own = next(edge for edge in board.edges if edge.owner == shown.me.shape)
        assert own.y == own.to_y < board.cell and len(board.edges) == players
        assert place(shown, bottom[number]) == pytest.approx((0.5, board.height - 0.0959), abs=0.003)
        assert shown.mine is (number == 1) and bool([c for c in board.cells if c.mark == "lit"]) is shown.mine


def test_a_ghost_shows_the_ways_and_a_bad_one_says_why(evening: Evening) -> None:
    match = match_of(evening, "quoridor", AROUND)
    shown = evening.phones.shown(1)
    assert [(figure.now, figure.then) for figure in shown.figures] == [(8, -1), (9, -1)]
    evening.phones.tap(1, *gutter(shown, WallPlacement(6 * 8 + 5, "h")))
    evening.house.run(0.3)
    ghost = evening.phones.shown(1)
    assert ghost.board is not None and [bar.mark for bar in ghost.board.bars].count("ghost") == 1
    assert ghost.figures[0].then >= ghost.figures[0].now and confirm(ghost)
    evening.phones.tap(1, *gutter(ghost, WallPlacement(7 * 8 + 3, "h")))
    evening.house.run(0.3)
    bad = evening.phones.shown(1)
    problem = match.hands.problem
    assert problem is not None and (bad.sentence, bad.helper) == (problem.title, problem.text)
    assert bad.board is not None and bad.board.bars[-1].mark == "bad" and not confirm(bad)
    evening.press(1, "next")
    assert isinstance(match.hands.selection, Walling) and match.hands.selection.wall.orientation == "v"
    assert evening.phones.shown(2).sentence == ghost_free(evening), "nobody else is told"


def ghost_free(evening: Evening) -> str:
    """What the one who waits reads."""
    waits = evening.phones.shown(2)
    assert waits.board is not None and not {bar.mark for bar in waits.board.bars} & {"ghost", "bad"}
    assert not confirm(waits) and all(figure.then == -1 for figure in waits.figures)
    return waits.sentence


def confirm(shown: Snapshot) -> bool:
    """Whether the great button can be pressed."""
    return next(button for button in shown.buttons if button.id == "confirm").enabled


def test_a_turned_ghost_keeps_its_orientation_under_the_finger(evening: Evening) -> None:
    match = match_of(evening, "quoridor")
    level = WallPlacement(3 * 8 + 3, "h")
    evening.phones.tap(1, *gutter(evening.phones.shown(1), level))
    evening.house.run(0.3)
    evening.press(1, "next")
    evening.phones.tap(1, *gutter(evening.phones.shown(1), level))
    evening.house.run(0.3)
    assert match.hands.selection.wall == WallPlacement(level.anchor, "v")


def test_between_a_lit_cell_and_a_crossing_the_nearer_one_is_meant(evening: Evening) -> None:
    match = match_of(evening, "quoridor")
    x, y = place(evening.phones.shown(1), "e2")
    evening.phones.tap(1, x + 0.2 * PITCH, y - 0.1 * PITCH)
    evening.house.run(0.2)
    assert match.hands.selection == Choosing(13)
    evening.phones.tap(1, x + 0.45 * PITCH, y - 0.40 * PITCH)
    evening.house.run(0.2)
    assert match.hands.selection == Walling(WallPlacement(8 + 4, "v"))


def test_taps_that_are_late_or_not_ones_turn_are_refused(evening: Evening) -> None:
    match = match_of(evening, "quoridor")
    stale = evening.phones.shown(1).decision
    point = place(evening.phones.shown(1), "e2")
    act(evening, match, "e2")
    evening.house.rest()
    evening.house.run(0.4)
    before = match.hands.selection
    evening.phones.tap(1, *point, decision=stale)
    evening.phones.events.append(Tapped(1, Tap(1, evening.phones.shown(1).decision, *point, "e2")))
    evening.house.run(0.3)
    assert match.hands.selection == before and match.session.ply == 1 and len(evening.phones.refused) == 1
    act(evening, match, "e8")
    assert evening.phones.shown(1).decision != stale


def test_without_walls_a_tap_beside_the_lit_cells_is_explained(evening: Evening) -> None:
    match = match_of(evening, "quoridor", "a1h e8 a2h e9 a3h e8 a4h e9 a5h e8 a6h e9 a7h e8 a8h e9 h1h e8 h2h e9")
    assert match.session.state.walls_left[0] == 0
    evening.phones.tap(1, *place(evening.phones.shown(1), "b5"))
    evening.house.run(0.3)
    shown = evening.phones.shown(1)
    assert shown.sentence.endswith("b5") and not confirm(shown)


@pytest.mark.parametrize("players", [2, 4])
def test_the_fullest_board_of_quoridor_fits(open_house: OpenHouse, players: int) -> None:
    evening = Evening(open_house(language="ja"))
    match = match_of(evening, "quoridor", players=players)
    chance = random.Random(players)
    while any(match.session.state.walls_left):
        seat = match.session.actors()[0]
        found = [action for action in match.session.legal(seat) if isinstance(action, WallPlacement)]
        match.session.submit(seat, chance.choice(found or list(match.session.legal(seat))))
    evening.house.show(match)
    evening.house.run(0.5)
    for number in range(1, players + 1):
        assert_fits(evening.phones.shown(number))


def assert_fits(shown: Snapshot) -> None:
    """It can be sent, and is understood."""
    said = as_text(plain(shown))
    assert len(said.encode()) < BYTES - 500
    assert read(Snapshot, plain(shown)) == shown


# What a screen reader says of a cell


def said_of(shown: Snapshot, cell: str) -> str:
    assert shown.board is not None
    return next(each.spoken for each in shown.board.cells if each.id == cell)


def test_every_cell_says_what_stands_there_and_which_sides_are_walled(evening: Evening) -> None:
    match = match_of(evening, "quoridor", "e2 e8 d2h")
    first, second = evening.phones.shown(1), evening.phones.shown(2)
    theirs = match.services.name(match.session.seats[1])
    assert said_of(first, "e2") == "your pawn, wall above" and said_of(first, "e8") == f"{theirs}’s pawn"
    assert said_of(second, "e8") == "your pawn"
    assert [said_of(first, cell) for cell in ("d2", "d3", "e3")] == ["wall above", "wall below", "wall below"]
    assert said_of(first, "f2") == said_of(first, "a9") == ""
    assert [said_of(second, cell) for cell in ("d2", "d3")] == ["wall below", "wall above"], "from the other side"


def test_a_cell_between_walls_names_every_side_once(evening: Evening) -> None:
    match_of(evening, "quoridor", "d2h d3h c2v e8")
    assert said_of(evening.phones.shown(1), "d3") == "wall above below left"


@pytest.mark.parametrize(
    ("game", "actions", "expected"),
    [
        ("coffee", "a1h", {"a1": "Black, stick, level", "a2": ""}),
        ("star", "@a1", {"a1": "your piece", "a3": "the star", "c3": ""}),
    ],
)
def test_beans_and_pieces_are_said_as_well(evening: Evening, game: str, actions: str, expected: dict[str, str]) -> None:
    match_of(evening, game, actions)
    shown = evening.phones.shown(1)
    for cell, words in expected.items():
        assert said_of(shown, cell) == words

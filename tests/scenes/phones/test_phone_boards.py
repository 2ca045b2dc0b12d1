"""The small board in the hand: whole games by taps alone, what is refused, and a language of its own."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from game.coffee.board import SIDES
from game.coffee.rules import dangers, offered
from game.coffee.state import Swap
from game.phones.messages import PhoneMessage, Tap
from game.phones.page import pieces
from game.phones.protocol import as_text, read, to_json
from game.phones.snapshot import BYTES, Snapshot
from game.quoridor.state import WallPlacement
from game.registry import find, puzzles_of
from game.robots.state import Move
from game.star.state import Jump
from game.star.state import cell_name as star_name
from scenes.coffee.input import Pointing
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.quoridor.board import PITCH
from scenes.quoridor.input import Choosing, Walling
from scenes.table.cells.carry import CarryInput
from scenes.today.race_scene import RaceScene
from tests.four import FOUR
from tests.games import GAMES
from tests.scenes.conftest import OpenHouse
from tests.scenes.phone_evening import WAYS, Evening

AROUND = "e2 e8 d8h f2h d7v e3h"
OF_FOUR = "e2 b5 e8 h5 a3h c5h g6v g5"


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
    evening.house.come_to(ResultScene)


def test_four_play_quoridor_by_taps_alone(evening: Evening) -> None:
    match = evening.match(players=4)
    for ply, text in enumerate(OF_FOUR.split()):
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


# Back as well, where a finger has just let go of what was taken up.
LEADING_AWAY = ("pause", "back", "rules", "hint", "undo", "declare", "secondary", "leave")


def assert_explained(evening: Evening, match: MatchScene, number: int) -> None:
    """A phone says of what was tried what the screen says."""
    shown, problem = evening.shown(number), match.input.problem
    assert (shown.sentence, shown.helper) == (problem.title, problem.text)


# Coffee


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("board", "n"), [("hex5", 5), ("hex3", 3), ("sq7", 5), ("sq5", 4)])
def test_coffee_is_played_by_taps_on_hexagons_and_squares(evening: Evening, board: str, n: int) -> None:
    match, chance = evening.match("coffee", board=board, n=n, pie=True), random.Random(board)
    for _ in range(14):
        if match.session.outcome is not None:
            break
        legal = list(match.session.legal(match.session.actors()[0]))
        act(evening, match, match.session.spec.rules.text(Swap() if Swap() in legal else chance.choice(legal)))
    assert any(isinstance(step.action, Swap) for step in match.session.steps)


def test_the_axes_come_with_the_cell_and_back_takes_it_up_again(evening: Evening) -> None:
    match = evening.match("coffee", "c3h")
    before = evening.shown(2)
    assert not any(axis.enabled for axis in before.axes)
    assert "primary" not in evening.labels(2).values(), "its place is empty"
    assert evening.buttons(2)["confirm"].role == "ring"
    shown = evening.tap(2, "c1")
    assert all(axis.enabled and axis.count for axis in shown.axes) and not confirm(shown)
    evening.tap(2, "c2")
    assert isinstance(match.input.selection, Pointing) and match.input.selection.axis is None
    evening.press(2, "axis.h")
    laid = evening.shown(2)
    assert confirm(laid) and len(laid.board.bars) == 2 and not laid.board.trails
    assert [cell for cell in laid.board.cells if cell.mark == "offered"]
    evening.press(2, "back")
    back = evening.shown(2)
    assert not any(axis.enabled for axis in back.axes) and len(back.board.bars) == 1


@pytest.mark.parametrize(
    ("game", "actions", "wrong", "right"), [("coffee", "c3h", "a1", ""), ("star", "@b3", "b3", "b1")]
)
def test_a_forbidden_try_is_explained_in_the_screens_words(
    evening: Evening, game: str, actions: str, wrong: str, right: str
) -> None:
    """In Coffee a saucer off the line, in Star a cell that is taken."""
    match = evening.match(game, actions)
    evening.tap(2, wrong)
    assert_explained(evening, match, 2)
    assert [button for button in evening.shown(2).buttons if button.role == "primary" and button.enabled] == []
    assert not right or confirm(evening.tap(2, right))


def test_a_danger_is_marked_with_the_row_that_it_allows(evening: Evening) -> None:
    match = evening.match("coffee", " ".join(risky()), board="hex4", n=3)
    number, warned = match.session.actors()[0] + 1, []
    for cell in [cell.id for cell in evening.board(number).cells if cell.mark == "lit"]:
        for axis in [axis.id for axis in evening.tap(number, cell).axes if axis.warning]:
            evening.press(number, axis)
            shown = evening.board(number)
            assert [trail for trail in shown.trails if trail.warning]
            assert [cell for cell in shown.cells if cell.mark == "barred"]
            warned.append(axis)
    assert warned


def risky() -> list[str]:
    """A game in which the seat to move can hand over the win."""
    rules, chance = find("coffee").rules, random.Random(1)
    state, texts = rules.start({"board": "hex4", "n": 3, "pie": False}, 0), list[str]()
    while not any(dangers(state, cell) for cell in offered(state)) or texts == []:
        action = chance.choice([drop for drop in rules.legal(state, state.mover) if drop.axis is not None])
        state, texts = rules.apply(state, state.mover, action)[0], [*texts, rules.text(action)]
    return texts


@pytest.mark.one_in(4)
@pytest.mark.parametrize("board", SIDES)
def test_every_board_of_coffee_lies_on_the_phone_and_fits(open_house: OpenHouse, board: str) -> None:
    evening = Evening(open_house(language="ja"))
    match = evening.match("coffee", board=board, n=min(5, max(2, SIDES[board])), pie=False)
    chance = random.Random(board)
    while match.session.outcome is None:
        actor = match.session.actors()[0]
        drops = [action for action in match.session.legal(actor) if action.axis is not None]
        if not drops:
            break
        match.session.submit(actor, chance.choice(drops))
    evening.house.show(match)
    evening.house.run(0.4)
    for number in (1, 2):
        assert_fits(evening.shown(number))
        shown = evening.board(number)
        for cell in shown.cells:
            assert shown.cell / 2 < cell.x < 1 - shown.cell / 2
            assert shown.cell / 2 < cell.y < shown.height - shown.cell / 2


# The demonstration


def choose(evening: Evening, match: MatchScene, colour: str, buttons: str) -> None:
    """Choose a robot by its own button, or by the shoulders."""
    if buttons == "robots":
        evening.press(2, colour)
    while (match.input.selection.robot or match.session.state.chip.colour) != colour:
        assert buttons == "shoulders"
        evening.press(2, "next")
    evening.house.run(0.2)


@pytest.mark.parametrize("buttons", ["robots", "shoulders"])
def test_a_route_is_shown_by_robots_and_directions(evening: Evening, buttons: str) -> None:
    match, route = evening.showing()
    for count, move in enumerate(route):
        choose(evening, match, move.colour, buttons)
        shown, watching = evening.shown(2), evening.shown(1)
        assert shown.hand == watching.hand == "steer" and shown.mine and not watching.mine
        assert (shown.steer.used, shown.steer.allowed, shown.focus) == (count, len(route), f"{count}/{len(route)}")
        chosen = [robot.id for robot in watching.steer.robots if robot.chosen]
        assert chosen == [move.colour] or match.input.selection.robot is None, "the chip's own robot is in no hand yet"
        assert not any(robot.enabled for robot in watching.steer.robots)
        legal = [each for each in match.session.legal(1) if isinstance(each, Move) and each.colour == move.colour]
        ways = {button.id: button for button in shown.buttons if button.role == "way"}
        assert {way for way, button in ways.items() if button.enabled} == {WAYS[each.heading] for each in legal}
        assert len(ways) == 4 and all(button.enabled or button.spoken for button in ways.values())
        ply = match.session.ply
        evening.phones.press(2, WAYS[move.heading])
        evening.house.until(lambda ply=ply: match.session.ply > ply, f"{move}")
        evening.house.rest()
        evening.house.run(0.3)
    evening.house.until(lambda: match.session.state.chips[1] == 1, "the chip")


def test_who_watches_steers_nothing_and_giving_up_asks_twice_on_the_phone_itself(evening: Evening) -> None:
    match, _ = evening.showing(spare=1)
    assert set(evening.buttons(1)) <= {"rules", "pause", "leave"}
    evening.forge(1, "green", "concede")
    assert len(evening.phones.refused) == 2 and match.session.state.phase == "demonstrate"
    concede = evening.buttons(2)["concede"]
    assert concede.role == "danger" and concede.asks
    evening.press(2, "concede")
    assert match.session.state.phase != "demonstrate"


# Any finger at all


@pytest.mark.one_in(3)
@pytest.mark.usefixtures("fifth_game")
@pytest.mark.parametrize("game", [*GAMES, "robots"])
def test_no_place_on_any_board_fails(evening: Evening, game: str) -> None:
    match, chance = evening.match(game), random.Random(game)
    for _ in range(120):
        if match.session.outcome is not None:
            break  # what is offered then leads elsewhere
        number = chance.choice((1, 2))
        shown = evening.shown(number)
        cells = [""] if shown.board is None else ["", "zz9", *(cell.id for cell in shown.board.cells)]
        finger = Tap(1, shown.decision, chance.uniform(-0.2, 1.2), chance.uniform(-0.2, 1.2), chance.choice(cells))
        evening.phones.events.append(PhoneMessage(number, finger))
        if chance.random() < 0.3:
            able = [button.id for button in shown.buttons if button.enabled]
            able += [axis.id for axis in shown.axes if axis.enabled]
            able = [id for id in able if id not in LEADING_AWAY]
            if able:
                evening.phones.press(number, chance.choice(able))
        evening.house.run(0.15)
    assert evening.house.top is match or match.session.outcome is not None


# In a language of its own


JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")
TEXTS = ("sentence", "helper", "title", "label", "spoken", "name", "text", "caption", "axes_title", "axes_note")


def texts(shown: Snapshot) -> list[str]:
    """The words of a page."""
    return re.findall(rf'"(?:{"|".join(TEXTS)})":"([^"]*)"', as_text(to_json(shown)))


def assert_apart(evening: Evening) -> None:
    """The second phone, which has chosen Japanese, reads no English, and the first one no Japanese."""
    for _ in range(2):  # what has been made for one is not kept for the other
        evening.house.run(0.3)
        own, other = evening.shown(2), evening.shown(1)
        assert (own.language, other.language, evening.house.stage.strings.language) == ("ja", "en", "en")
        assert [text for text in texts(own) if re.search("[A-Za-z]{3}", text.replace("{number}", ""))] == []
        assert [text for text in texts(other) if JAPANESE.search(text)] == []
        assert JAPANESE.search(own.sentence) and texts(own)


@pytest.mark.parametrize("game", FOUR)
def test_a_game_and_its_result_are_told_in_the_phones_own_language(evening: Evening, game: str) -> None:
    evening.open(1, 2)
    evening.phones.prefer(2, "ja")
    evening.match(game)
    assert_apart(evening)
    evening.ended(game)
    assert evening.shown(2).hand == "result"
    assert_apart(evening)


@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_a_race_is_told_in_the_phones_own_language(evening: Evening, game: str) -> None:
    evening.open(1, 2)
    evening.phones.prefer(2, "ja")
    puzzles = [puzzle for puzzle in puzzles_of(game) if puzzle.moves == 1]
    evening.house.show(RaceScene(evening.house.services, puzzles, 3))
    assert_apart(evening)
    scene = evening.house.on_top(RaceScene)
    evening.press(1, f"option{scene.key}")
    evening.press(2, f"option{scene.key}")
    assert scene.remark is not None
    assert_apart(evening)

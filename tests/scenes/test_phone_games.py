"""Coffee, Star and the demonstration of Hyper Robots in the hand: whole games, illegal tries, and any finger at all."""

from __future__ import annotations

import random
from itertools import zip_longest

import pytest

from game.coffee.board import SIDES, cell_name
from game.coffee.offers import dangers, offered
from game.coffee.state import Action, Swap
from game.phones.protocol import Tap, Tapped
from game.phones.snapshot import Board, Snapshot
from game.registry import find
from game.robots.state import Move
from game.star.state import Jump, Place, Slide
from game.star.state import cell_name as star_name
from scenes.coffee.selection import Pointing
from scenes.kit.theme import BY_ITSELF_SECONDS
from scenes.match.match_scene import MatchScene
from scenes.robots.selection import Steering
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import Playhouse
from tests.scenes.test_phone_boards import assert_fits, confirm, match_of, place
from tests.scenes.test_phones import WAYS, Evening, robots, solution
from tests.scenes.test_whole_games import GAMES


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    return Evening(house)


def moves_of(game: str) -> list[str]:
    """The actions of a whole game, one seat after the other."""
    mine, its = GAMES[game].moves.split(), GAMES[game].answers.split()
    return [move for pair in zip_longest(mine, its) for move in pair if move is not None]


def tap(evening: Evening, number: int, cell: str) -> Snapshot:
    """Put a finger on a cell; gives what the phone shows then."""
    evening.phones.tap(number, *place(evening.phones.shown(number), cell))
    evening.house.run(0.25)
    return evening.phones.shown(number)


def settled(evening: Evening, match: MatchScene) -> int:
    """Wait until somebody may act; gives the number of the phone."""
    evening.house.rest()
    evening.house.run(0.25)
    return match.session.actors()[0] + 1


# Coffee


def play_coffee(evening: Evening, match: MatchScene, action: Action) -> None:
    """The cell, then the axis, then the button."""
    number, ply = settled(evening, match), match.session.ply
    if isinstance(action, Swap):
        evening.press(number, "secondary")
    else:
        shown = tap(evening, number, cell_name(action.cell))
        if action.axis is not None:
            evening.press(number, f"axis.{action.axis}")
            shown = evening.phones.shown(number)
            assert next(axis for axis in shown.axes if axis.chosen).id == f"axis.{action.axis}"
    assert match.session.ply == ply, "neither a tap nor an axis acts at once"
    assert match.board.input.considered(match.hands.selection) == action
    evening.press(number, "confirm")
    evening.house.until(lambda: match.session.ply > ply, str(action))


def test_two_play_a_whole_game_of_coffee_by_taps_alone(evening: Evening) -> None:
    match = match_of(evening, "coffee")
    for text in moves_of("coffee"):
        play_coffee(evening, match, match.session.spec.rules.parse(text))
    assert match.session.outcome is not None and match.session.outcome.reason == GAMES["coffee"].reason


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("board", "n"), [("hex5", 5), ("hex3", 3), ("sq7", 5), ("sq5", 4)])
def test_coffee_is_played_by_taps_on_hexagons_and_squares(evening: Evening, board: str, n: int) -> None:
    match, chance = match_of(evening, "coffee", board=board, n=n, pie=True), random.Random(board)
    for _ in range(14):
        if match.session.outcome is not None:
            break
        legal = list(match.session.legal(match.session.actors()[0]))
        play_coffee(evening, match, Swap() if Swap() in legal else chance.choice(legal))
    assert any(isinstance(step.action, Swap) for step in match.session.steps)


def test_the_axes_come_with_the_cell_and_back_takes_it_up_again(evening: Evening) -> None:
    match = match_of(evening, "coffee", "c3h")
    before = evening.phones.shown(2)
    assert not any(axis.enabled for axis in before.axes)
    assert not [button for button in before.buttons if button.role == "primary"], "its place is empty"
    assert [button.id for button in before.buttons if button.id == "confirm" and button.role == "ring"]
    shown = tap(evening, 2, "c1")
    assert all(axis.enabled and axis.count for axis in shown.axes) and not confirm(shown)
    shown = tap(evening, 2, "c2")
    assert isinstance(match.hands.selection, Pointing) and match.hands.selection.axis is None
    evening.press(2, "axis.h")
    laid = evening.phones.shown(2)
    assert confirm(laid) and laid.board is not None and len(laid.board.bars) == 2 and laid.board.trails
    evening.press(2, "back")
    back = evening.phones.shown(2)
    assert not any(axis.enabled for axis in back.axes) and back.board is not None and len(back.board.bars) == 1


def test_a_saucer_off_the_line_is_explained_in_the_screens_words(evening: Evening) -> None:
    match = match_of(evening, "coffee", "c3h")
    shown = tap(evening, 2, "a1")
    problem = match.hands.problem
    assert problem is not None and (shown.sentence, shown.helper) == (problem.title, problem.text)
    assert [button for button in shown.buttons if button.role == "primary"] == []


def test_a_danger_is_marked_with_the_row_that_it_allows(evening: Evening) -> None:
    match = match_of(evening, "coffee", " ".join(risky()), board="hex4", n=3)
    number, warned = match.session.actors()[0] + 1, []
    for cell in [cell.id for cell in board_of(evening, number).cells if cell.mark == "lit"]:
        for axis in [axis.id for axis in tap(evening, number, cell).axes if axis.warning]:
            evening.press(number, axis)
            shown = board_of(evening, number)
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


def board_of(evening: Evening, number: int) -> Board:
    """The board that a phone shows."""
    board = evening.phones.shown(number).board
    assert board is not None
    return board


@pytest.mark.one_in(4)
@pytest.mark.parametrize("board", SIDES)
def test_every_board_of_coffee_lies_on_the_phone_and_fits(open_house: OpenHouse, board: str) -> None:
    evening = Evening(open_house(language="ja"))
    match = match_of(evening, "coffee", board=board, n=min(5, max(2, SIDES[board])), pie=False)
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
        shown = evening.phones.shown(number)
        assert_fits(shown)
        assert shown.board is not None
        for cell in shown.board.cells:
            assert shown.board.cell / 2 < cell.x < 1 - shown.board.cell / 2
            assert shown.board.cell / 2 < cell.y < shown.board.height - shown.board.cell / 2


# Star


def test_two_play_a_whole_game_of_star_by_taps_alone(evening: Evening) -> None:
    match = match_of(evening, "star")
    for text in moves_of("star"):
        number, ply = settled(evening, match), match.session.ply
        action = match.session.spec.rules.parse(text)
        if isinstance(action, Slide):
            tap(evening, number, star_name(action.origin))
        if isinstance(action, Jump):
            tap(evening, number, star_name(match.session.state.star))
        assert isinstance(action, Place | Slide | Jump)
        tap(evening, number, text[-2:])
        assert match.session.ply == ply
        evening.press(number, "confirm")
        evening.house.until(lambda ply=ply: match.session.ply > ply, text)
    assert match.session.outcome is not None and match.session.outcome.reason == GAMES["star"].reason


def test_a_try_that_star_forbids_is_explained(evening: Evening) -> None:
    match = match_of(evening, "star", "@b3")
    taken = tap(evening, 2, "b3")
    problem = match.hands.problem
    assert problem is not None and (taken.sentence, taken.helper) == (problem.title, problem.text)
    assert not confirm(taken)
    assert confirm(tap(evening, 2, "b1"))


# The demonstration


def showing(evening: Evening, spare: int = 0) -> tuple[MatchScene, list[Move]]:
    """The second phone is to show a shortest route."""
    match = robots(evening)
    route = solution(match)
    evening.phones.press(2, "declare", len(route) + spare)
    evening.house.run(0.5)
    evening.press(1, "agree")
    evening.press(2, "agree")
    evening.house.until(lambda: match.session.state.demonstrator == 1, "the demonstration")
    evening.house.rest()
    evening.house.run(BY_ITSELF_SECONDS + 0.1)
    return match, route


def test_a_route_is_shown_by_robots_and_directions(evening: Evening) -> None:
    match, route = showing(evening)
    for count, move in enumerate(route):
        evening.press(2, move.colour)
        shown, watching = evening.phones.shown(2), evening.phones.shown(1)
        assert shown.hand == watching.hand == "steer" and shown.steer is not None and watching.steer is not None
        assert (shown.steer.used, shown.steer.allowed, shown.focus) == (count, len(route), f"{count}/{len(route)}")
        assert isinstance(match.hands.selection, Steering) and match.hands.selection.robot == move.colour
        assert [robot.id for robot in watching.steer.robots if robot.chosen] == [move.colour]
        assert not any(robot.enabled for robot in watching.steer.robots)
        legal = match.session.legal(1)
        ways = {button.id: button for button in shown.buttons if button.role == "way"}
        open_to = {WAYS[each.heading] for each in legal if isinstance(each, Move) and each.colour == move.colour}
        for way in WAYS.values():
            assert ways[way].enabled is (way in open_to)
            assert ways[way].enabled or ways[way].spoken
        ply = match.session.ply
        evening.phones.press(2, WAYS[move.heading])
        evening.house.until(lambda ply=ply: match.session.ply > ply, f"{move}")
        evening.house.rest()
        evening.house.run(0.3)
    evening.house.until(lambda: match.session.state.chips[1] == 1, "the chip")


def test_giving_up_asks_twice_on_the_phone_itself(evening: Evening) -> None:
    match, _ = showing(evening, spare=1)
    concede = next(button for button in evening.phones.shown(2).buttons if button.id == "concede")
    assert concede.role == "danger" and concede.asks
    evening.press(2, "concede")
    assert match.session.state.phase != "demonstrate"


def test_who_watches_steers_nothing(evening: Evening) -> None:
    match, _ = showing(evening, spare=1)
    assert {button.id for button in evening.phones.shown(1).buttons} <= {"rules", "pause", "leave"}
    assert not match.pressed(evening.device(1), "green", 0)
    assert not match.pressed(evening.device(1), "concede", 0)


# Any finger at all


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_no_place_on_any_board_fails(evening: Evening, game: str) -> None:
    match = match_of(evening, game)
    chance = random.Random(game)
    for _ in range(120):
        number = chance.choice((1, 2))
        shown = evening.phones.shown(number)
        cells = [""] if shown.board is None else ["", "zz9", *(cell.id for cell in shown.board.cells)]
        finger = Tap(1, shown.decision, chance.uniform(-0.2, 1.2), chance.uniform(-0.2, 1.2), chance.choice(cells))
        evening.phones.events.append(Tapped(number, finger))
        if chance.random() < 0.3:
            able = [button.id for button in shown.buttons if button.enabled]
            able += [axis.id for axis in shown.axes if axis.enabled]
            able = [id for id in able if id not in ("pause", "rules", "hint", "undo", "declare", "secondary", "leave")]
            if able:
                evening.phones.press(number, chance.choice(able))
        evening.house.run(0.15)
    assert evening.house.top is match or match.session.outcome is not None
    assert find(game).id == match.session.spec.id

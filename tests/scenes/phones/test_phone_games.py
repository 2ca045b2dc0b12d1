"""Coffee, Star and the demonstration of Hyper Robots in the hand: whole games, illegal tries, and any finger at all."""

from __future__ import annotations

import random

import pytest

from game.coffee.board import SIDES
from game.coffee.rules import dangers, offered
from game.coffee.state import Swap
from game.phones.messages import PhoneMessage, Tap
from game.registry import find
from game.robots.state import Move
from scenes.coffee.input import Pointing
from scenes.match.match_scene import MatchScene
from tests.games import GAMES
from tests.scenes.conftest import OpenHouse
from tests.scenes.phone_evening import WAYS, Evening
from tests.scenes.phones.test_phone_boards import act, assert_fits, confirm

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

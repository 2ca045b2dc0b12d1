"""Coffee's board under the hands: tries that are barred, cells and axes that are chosen, other cells, the swap."""

from __future__ import annotations

import pytest

from game.coffee import SPEC
from game.coffee.board import cell_named
from game.coffee.state import Drop, Swap
from scenes.coffee.selection import Choosing, Completing, Pointing, Swapping, Trying
from scenes.kit.intents import KEYBOARD, MOUSE, Intent, Kind
from scenes.match.match_scene import MatchScene
from tests.scenes.coffee_hands import (
    COFFEE_HANDS,
    CoffeeHand,
    CoffeeKeys,
    CoffeeMouse,
    CoffeePad,
    CoffeeTouch,
    board_of_coffee,
    coffee_match,
)
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

OPENING = ["c3d", "b2h"]  # offered: row b without b2
FULL = [
    "c2u",
    "b3v",
    "c3u",
    "d2v",
    "e2d",
    "d1h",
    "d4v",
    "c4v",
    "a4h",
    "a3h",
    "a2d",
    "d5v",
    "e5d",
]  # on a1 no stick along u
WINNING = ["c3h", "c1u", "a3d", "b4u", "e1v", "a1d", "b2v", "e2h", "e5v", "a5h", "a2h", "a4v"]  # d4 completes the row


def cell(name: str) -> int:
    found = cell_named(name)
    assert found is not None
    return found


def played(match: MatchScene) -> list[str]:
    return [SPEC.rules.text(step.action) for step in match.session.steps]


# Tries that are barred


@pytest.mark.parametrize(
    ("target", "title", "text"),
    [
        ("b2", "b2 is taken", "A bean lies there already: choose a lit saucer."),
        (
            "d4",
            "d4 is off the line",
            "The stick on b2 shows another line: choose a lit saucer.",
        ),
    ],
)
@pytest.mark.parametrize("hand_type", [CoffeeMouse, CoffeeTouch])
def test_a_cell_that_is_not_offered_is_explained(
    house: Playhouse, hand_type: type[CoffeeMouse] | type[CoffeeTouch], target: str, title: str, text: str
) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=OPENING)
    hand = hand_type(house)
    hand.point(hand.middle(cell(target)))
    assert match.hands.problem is not None
    assert (match.hands.problem.title, match.hands.problem.text) == (title, text)
    assert played(match) == OPENING
    hand.point(hand.middle(cell("b4")))
    assert match.hands.problem is None
    assert isinstance(match.hands.selection, Pointing)


@pytest.mark.parametrize("device", COFFEE_HANDS)
@pytest.mark.one_in(2)
def test_a_barred_axis_can_be_visited_and_is_explained_but_not_laid(house: Playhouse, device: str) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=FULL)
    hand = COFFEE_HANDS[device](house)
    hand.cell(cell("a1"))
    hand.axis("u")
    assert hand.shown_axis == "u"
    assert match.hands.problem is not None
    assert match.hands.problem.title == "Not along this line"
    assert played(match) == FULL


def test_a_saucer_that_is_no_way_on_is_explained(house: Playhouse) -> None:
    """Of two offered cells each leads back along the line; so this takes one that is offered alone, off the game."""
    match = coffee_match(house, PERSON, RIVAL, actions=OPENING)
    board = board_of_coffee(match)
    legal = [
        action for action in match.session.legal(0) if not (isinstance(action, Drop) and action.cell == cell("b1"))
    ]
    state = match.session.state
    chosen = board.input.choose(state, legal, Choosing(cell("b1")), Intent(Kind.CONFIRM, KEYBOARD))
    assert chosen.selection == Trying(cell("b1"))
    problem = board.words.problem(state, chosen.selection)
    assert problem is not None and problem.title == "No way on from b1"


# Cells


def test_the_mouse_shows_only_what_is_offered(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=OPENING)
    hand = CoffeeMouse(house)
    for name, shown in (("b4", cell("b4")), ("d4", None), ("b2", None), ("b5", cell("b5"))):
        hand.hover(hand.middle(cell(name)))
        assert hand.shown_cell == shown
        assert match.hands.problem is None


@pytest.mark.parametrize("hand_type", [CoffeeKeys, CoffeePad])
def test_steps_lead_along_the_line_past_its_stones(house: Playhouse, hand_type: type[CoffeeKeys]) -> None:
    coffee_match(house, PERSON, RIVAL, actions=OPENING)
    hand = hand_type(house)
    hand.steer(cell("b1"))
    hand.hit(Kind.RIGHT)
    assert hand.shown_cell == cell("b3")
    hand.hit(Kind.RIGHT)
    hand.hit(Kind.RIGHT)
    hand.hit(Kind.RIGHT)
    assert hand.shown_cell == cell("b5")
    hand.hit(Kind.NEXT)
    assert hand.shown_cell == cell("b1")


@pytest.mark.parametrize("device", COFFEE_HANDS)
@pytest.mark.one_in(2)
def test_a_stone_that_completes_the_row_needs_no_stick(house: Playhouse, device: str) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=WINNING)
    hand = COFFEE_HANDS[device](house)
    hand.cell(cell("d4"))
    assert played(match) == [*WINNING, "d4*"]
    assert match.session.outcome is not None


def test_a_finger_wins_with_its_second_tap_only(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=WINNING)
    hand = CoffeeTouch(house)
    hand.point(hand.middle(cell("d4")))
    assert match.hands.selection == Completing(cell("d4"))
    assert match.board.words.touch_helper(match.hands.selection) == "Tap the saucer again to put the bean there."
    assert hand.armed == Drop(cell("d4"), None)
    assert played(match) == WINNING
    hand.order(Kind.CONFIRM)
    assert played(match) == [*WINNING, "d4*"]


# The stick


@pytest.mark.parametrize("device", COFFEE_HANDS)
@pytest.mark.one_in(2)
def test_another_cell_can_be_chosen(house: Playhouse, device: str) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=OPENING)
    hand: CoffeeHand = COFFEE_HANDS[device](house)
    hand.cell(cell("b4"))
    assert isinstance(match.hands.selection, Pointing)
    hand.order(Kind.BACK)
    assert isinstance(match.hands.selection, Choosing)
    assert house.top is match
    hand.play("b1d")
    assert played(match)[-1] == "b1d"


@pytest.mark.parametrize("hand_type", [CoffeeMouse, CoffeeTouch])
def test_a_press_on_the_bean_takes_it_back_and_one_far_down_the_line_moves_it(
    house: Playhouse, hand_type: type[CoffeeMouse] | type[CoffeeTouch]
) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=OPENING)
    hand = hand_type(house)
    hand.point(hand.middle(cell("b5")))
    hand.point(hand.middle(cell("b5")))
    assert isinstance(match.hands.selection, Choosing)
    hand.point(hand.middle(cell("b5")))
    hand.point(hand.middle(cell("b1")))
    assert match.hands.selection == Pointing(cell("b1"))
    assert played(match) == OPENING


def test_the_stick_turns_after_the_mouse_and_with_its_wheel(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=OPENING)
    hand = CoffeeMouse(house)
    hand.point(hand.middle(cell("b3")))
    for axis in ("h", "u", "v", "d"):
        hand.hover(hand.beside(cell("b3"), axis))
        assert hand.shown_axis == axis
    match.intent(Intent(Kind.TURN, MOUSE, hand.beside(cell("b3"), "d"), 1))
    assert hand.shown_axis == "v"
    hand.point(hand.beside(cell("b3"), "d"))
    assert played(match)[-1] == "b3v", "the wheel's turn holds while the pointer stays in its direction"


def test_a_click_only_chooses_where_that_was_set(house: Playhouse) -> None:
    house.services.change(always_confirm=True)
    match = coffee_match(house, PERSON, RIVAL, actions=OPENING)
    hand = CoffeeMouse(house)
    hand.cell(cell("b3"))
    hand.axis("u")
    assert played(match) == OPENING
    assert hand.armed == Drop(cell("b3"), "u")
    hand.axis("u")
    assert played(match)[-1] == "b3u"


def test_a_first_stone_may_go_anywhere(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL, board="hex5", n=5)
    hand = CoffeeMouse(house)
    hand.play("a1d")
    assert played(match) == ["a1d"]


# The swap


def test_the_swap_is_offered_once_and_given_up_by_back(house: Playhouse) -> None:
    match = coffee_match(house, RIVAL, PERSON, actions=["c3h"], pie=True)
    assert Swap() in match.session.legal(1)
    hand = CoffeeKeys(house)
    hand.hit(Kind.SECONDARY)
    assert match.hands.selection == Swapping()
    hand.hit(Kind.BACK)
    assert match.hands.selection != Swapping()
    assert house.top is match
    hand.play("c4h")
    hand.hit(Kind.SECONDARY)
    assert match.hands.selection != Swapping()


def test_without_the_pie_rule_there_is_no_swap(house: Playhouse) -> None:
    match = coffee_match(house, RIVAL, PERSON, actions=["c3h"])
    hand = CoffeeMouse(house)
    hand.point(hand.on_swap())
    assert match.hands.selection != Swapping()
    assert [prompt.kind for prompt in match.board.words.prompts(match.session.state, match.hands.selection)].count(
        Kind.SECONDARY
    ) == 0

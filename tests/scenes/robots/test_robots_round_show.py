"""The round before on the board: it plays by itself as a round ends, its keys choose a route, and nobody is delayed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.robots import rules
from game.robots.state import Bid
from scenes.kit.drawing import theme
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.robots.bidding.docks import robots_places
from scenes.robots.looking_back import OWN, key_places, keys, shown_way
from scenes.robots.selection import Declaring, LookingBack, Selection
from scenes.table.contract.board import view_of
from scenes.table.contract.optional import BestPlay
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand, TouchHand
from tests.scenes.noting import drawn
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, Playhouse
from tests.scenes.robots_play import begin, board_of, easy_seed, route, start

BIDS = ("1:bid 9", "clock:expire")


def slides() -> list[str]:
    """The slides of a demonstration by seat 1."""
    return [f"1:{rules.text(move)}" for move in route()]


def ended(house: Playhouse, rival=RIVAL) -> MatchScene:
    """A match in which the last slide of a demonstration has just been played."""
    *before, last = slides()
    match = begin(house, PERSON, rival, actions=(*BIDS, *before))
    match.controller.submit(1, rules.parse(last.split(":", 1)[1]))
    house.until(lambda: match.session.state.chip_number == 2, "the next chip")
    return match


def looking(match: MatchScene) -> LookingBack | None:
    selection: Selection = match.input.selection
    return selection if isinstance(selection, LookingBack) else None


def told(match: MatchScene, *others: list[str]) -> None:
    """The shortest routes of the round before have been found."""
    best = [rules.text(move) for move in route()]
    look_back = match.board.look_back
    assert look_back is not None
    look_back.review(match.session.steps, BestPlay(0, best, [best, *others]))


def goals(match: MatchScene) -> set[int | None]:
    """The cells that are drawn as targets."""
    board = board_of(match)
    return {board.geometry.cell_at(blit.place.center) for blit in drawn(match).of(board.sprites.goal())}


def test_it_comes_by_itself_and_the_next_task_only_afterwards(house: Playhouse) -> None:
    match = ended(house)
    house.until(lambda: looking(match) is not None, "the round before")
    past = board_of(match).memory.past
    assert past is not None and past.played.won is not None and past.played.won.seat == 1
    before, now = start(easy_seed()), match.session.state
    assert goals(match) == {*before.board.targets(before.chip)} != {*now.board.targets(now.chip)}
    house.until(lambda: looking(match) is None, "its end")
    assert goals(match) == {*now.board.targets(now.chip)} and isinstance(match.input.selection, Declaring)
    house.run(3.0)
    assert looking(match) is None, "once is enough"


def test_an_ai_waits_until_it_is_over(house: Playhouse) -> None:
    match = ended(house, ROBOT)
    house.until(lambda: looking(match) is not None, "the round before")
    assert match.input.holds_clock and not match.session.state.bids
    house.until(lambda: looking(match) is None, "its end")
    assert not match.input.holds_clock


def test_a_bid_is_not_delayed(house: Playhouse) -> None:
    match = ended(house)
    house.until(lambda: looking(match) is not None, "the round before")
    match.controller.submit(0, Bid(7))
    house.run(0.3)
    assert looking(match) is None and match.session.state.bids == ((0, 7),)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_its_keys_choose_whose_route_is_shown(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    match = ended(house)
    told(match, ["red N"])
    house.until(lambda: looking(match) is not None, "the round before")
    hand, stage = TouchHand(house), house.stage
    past = board_of(match).memory.past
    assert past is not None
    seen = []
    house.run(theme.BY_ITSELF_SECONDS)  # a press in them may still be for the demonstration
    for press in (0, 1, 1, 1):
        house.run(0.1)
        now = looking(match)
        assert now is not None
        shown = keys(stage.t, past, now, board_of(match).context.names)
        places = key_places(stage, robots_places(stage.metrics, 2), len(shown))
        assert all(rect.height >= stage.metrics.px(70) for rect in places)
        hand.point(places[press].center)
        after = looking(match)
        assert after is not None and not after.by_itself, "who chooses looks for as long as is wanted"
        seen.append(shown_way(past, after))
    assert seen == [OWN, 0, 1, 0]
    house.run(8.0)
    assert looking(match) is not None


def test_with_the_keyboard_it_is_stepped_and_left(house: Playhouse) -> None:
    match = ended(house)
    told(match)
    house.until(lambda: looking(match) is None and board_of(match).memory.ended_at is None, "its end")
    hand = KeyHand(house)
    hand.hit(Kind.SECONDARY)
    assert looking(match) is not None
    hand.hit(Kind.RIGHT)
    now, past = looking(match), board_of(match).memory.past
    assert now is not None and past is not None and shown_way(past, now) == OWN
    hand.hit(Kind.BACK)
    assert looking(match) is None and house.top is match


def test_with_reduced_motion_the_end_of_the_route_is_shown(house: Playhouse) -> None:
    house.stage.look = replace(house.stage.look, reduced_motion=True)
    match = ended(house)
    house.until(lambda: looking(match) is not None, "the round before")
    now, board = looking(match), board_of(match)
    past = board.memory.past
    assert now is not None and past is not None
    view = board.drawing.show.over(house.stage, view_of(board, match.table.shown), past, now)
    mover, (target,) = route()[-1].colour, past.played.start.board.targets(past.played.start.chip)
    placed = view.placements[mover]
    assert (int(placed.x) + 16 * int(placed.y)) == target

"""A small celebration when people have won: which one, for how long, and that any press ends it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from game.core.record import SeatConfig, with_strength
from game.core.rules import Timer
from game.registry import GAMES
from game.robots.state import Bid
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.match.result_scene import PIECES, SECONDS, Celebration, ResultScene, WinKind
from scenes.table.art.laurel import picture
from tests import make
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse, result_of
from tools.catalogue.quoridor import WON


def shown(house: Playhouse, *seats: SeatConfig, actions: Iterable[str] = WON) -> ResultScene:
    result = result_of(house, make.session("quoridor", *seats, actions=actions))
    house.show(result)
    return result


@pytest.mark.parametrize("won", WinKind)
def test_it_is_the_same_each_time_moves_and_fades(won: WinKind) -> None:
    found = Celebration("", won, 7)
    assert found.pieces(0.5) == found.pieces(0.5) != Celebration("", won, 8).pieces(0.5)
    assert len(found.pieces(0.5)) == PIECES and found.pieces(0.4) != found.pieces(0.6)
    assert any(piece.alpha for piece in found.pieces(0.5)) and not any(piece.alpha for piece in found.pieces(1.0))


@pytest.mark.usefixtures("four_games")
def test_each_way_to_win_and_each_game_looks_different(house: Playhouse) -> None:
    assert len({tuple(Celebration("", won, 7).pieces(0.6)) for won in WinKind}) == len(WinKind)
    files = [picture(house.stage.assets, game) for game in (*GAMES, "another")]
    assert len(set(files)) == len(GAMES) + 1 and all(map(house.stage.assets.has, files))


def test_the_first_win_over_a_level_shows_its_face(house: Playhouse) -> None:
    found = shown(house, PERSON, ROBOT).celebration
    assert found is not None and (found.won, found.level) == (WinKind.FIRST_TIME, ROBOT.level)


def test_a_win_over_an_ai_between_two_levels_is_one_over_the_lower_one(house: Playhouse) -> None:
    found = shown(house, PERSON, with_strength(ROBOT, 2.6)).celebration
    assert found is not None and (found.won, found.level) == (WinKind.FIRST_TIME, 2)


def test_later_ones_are_plain(house: Playhouse) -> None:
    record = make.session("quoridor", replace(PERSON, name="Tom"), ROBOT, actions=WON).record()
    house.services.store.finish(record)
    found = shown(house, PERSON, ROBOT).celebration
    assert found is not None and (found.won, found.level) == (WinKind.PLAINLY, 0)


@pytest.mark.parametrize(("left", "late"), [(0.9, True), (1.1, False)])
def test_who_acts_in_the_last_second_of_a_clock_is_noted(house: Playhouse, left: float, late: bool) -> None:
    controller = house.match(PERSON, RIVAL, game="robots", actions=["0:bid 9"]).controller
    controller.session.clocks.clock = Timer("round 1", left)
    controller.submit(0, Bid(8))
    assert controller.acted_in_the_last_second(0) is late
    controller.session.clocks.clock = Timer("round 2", 30.0)
    controller.submit(1, Bid(7))
    assert not controller.acted_in_the_last_second(0), "that was another round's"


def test_where_only_the_ai_won_there_is_nothing_to_celebrate(house: Playhouse) -> None:
    assert shown(house, ROBOT, PERSON).celebration is None


def test_it_lasts_a_second_and_a_half(house: Playhouse) -> None:
    result = shown(house, PERSON, RIVAL)
    while result.age < SECONDS - 0.1:
        assert result.celebration is not None and result.is_animated
        house.frame()
    house.run(0.2)
    assert result.celebration is None


def test_any_press_ends_it(house: Playhouse) -> None:
    result = shown(house, PERSON, RIVAL)
    house.run(0.3)
    result.intent(Intent(Kind.UP, KEYBOARD))
    assert result.celebration is None and house.top is result


def test_with_reduced_motion_there_is_none(house: Playhouse) -> None:
    house.services.settings.change(reduced_motion=True)
    assert shown(house, PERSON, RIVAL).celebration is None

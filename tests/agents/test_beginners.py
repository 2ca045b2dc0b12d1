"""Level 1 can be lost to: a beginner who sees most of what is in front of it wins about every other game."""

from __future__ import annotations

import pytest

from tests.agents.beginners import beginners_wins

GAMES = 200
WINS = (0.4, 0.7)
SOME = {"coffee": 24, "star": 24, "quoridor": 24, "robots": 8}  # games in the normal run
ABOUT = (0.2, 0.85)

every_game = pytest.mark.parametrize(
    "game", ["coffee", "star", "quoridor", pytest.param("robots", marks=pytest.mark.long)]
)


@every_game
def test_a_beginner_wins_some_games_against_the_first_level(game: str) -> None:
    assert ABOUT[0] <= beginners_wins(game, 1, SOME[game]) <= ABOUT[1]


@pytest.mark.long
@pytest.mark.timeout(1800)
@every_game
def test_a_beginner_wins_about_every_other_game_against_the_first_level(game: str) -> None:
    assert WINS[0] <= beginners_wins(game, 1, GAMES) <= WINS[1]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", ["coffee", "star", "quoridor"])
def test_the_second_level_is_for_those_who_know_the_rules(game: str) -> None:
    assert beginners_wins(game, 2, SOME[game]) < WINS[0]

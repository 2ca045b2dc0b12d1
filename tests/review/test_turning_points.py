"""Which actions a review tells of: the largest losses, one a phase, and none of a game that was lost before."""

from __future__ import annotations

import pytest

from game.core.review import Worth, duel, worth_of_outcome
from game.core.rules import Outcome
from game.review.explaining import kind_of
from game.review.turning_points import LEAST_LOSS, LOST, Played, TurningPoint, Valued, turning_points

BEST = ("best",)


def game(*chances: float, best: str = "best") -> tuple[list[Played], list[Valued | None]]:
    """Seats 0 and 1 in turn, with the chances of seat 0 before each action and at the end."""
    played = [Played(ply % 2, "played", True) for ply in range(len(chances) - 1)]
    return played, [Valued(duel(0, chance), (best,)) for chance in chances]


def plies(*chances: float, best: str = "best") -> list[int]:
    return [point.ply for point in turning_points(*game(*chances, best=best))]


def test_the_largest_loss_of_each_third_is_told() -> None:
    losses = [0.6, 0.45, 0.45, 0.45, 0.75, 0.55, 0.55, 0.55, 0.55, 0.55]
    assert plies(*losses) == [0, 3]
    points = turning_points(*game(*losses))
    assert [(point.seat, point.before, point.after) for point in points] == [(0, 0.6, 0.45), (1, 0.55, 0.25)]


def test_of_two_in_one_third_the_larger_one_is_told() -> None:
    assert plies(0.8, 0.65, 0.65, 0.65, 0.3, *[0.3] * 11) == [0]
    assert plies(0.8, 0.65, 0.65, 0.65, 0.65, 0.3, *[0.3] * 11) == [4]


def test_what_the_other_gains_by_its_own_action_is_nobodys_loss() -> None:
    assert plies(0.6, 0.6, 0.2, 0.2) == []


def test_there_are_never_more_than_three() -> None:
    swings = [0.5 + 0.3 * (-1) ** ply for ply in range(31)]
    assert len(plies(*swings)) == 3


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (0.5, 0.5 - LEAST_LOSS, True),
        (0.5, 0.51 - LEAST_LOSS, False),
        (LOST, 0.0, True),
        (LOST - 0.01, 0.0, False),
        (0.4, 0.6, False),
    ],
)
def test_a_small_loss_and_one_in_a_lost_game_are_not_told(before: float, after: float, told: bool) -> None:
    assert plies(before, after) == ([0] if told else [])


def test_the_best_action_is_no_blunder_whatever_comes_of_it() -> None:
    assert plies(0.9, 0.1, best="played") == []


def test_what_was_no_choice_or_is_not_known_is_not_told() -> None:
    played, values = game(0.9, 0.1)
    forced = [Played(0, "played", False)]
    assert turning_points(forced, values) == ()
    assert turning_points(played, [None, values[1]]) == turning_points(played, [values[0], None]) == ()


def test_four_seats_lose_by_their_own_chance() -> None:
    before, after = Worth((0.1, 0.1, 0.6, 0.2)), Worth((0.1, 0.6, 0.1, 0.2))
    points = turning_points([Played(2, "played", True)], [Valued(before, BEST), Valued(after, BEST)])
    assert points == (TurningPoint(0, 2, 0.6, 0.1),)


def test_an_outcome_is_worth_a_share_for_each_winner() -> None:
    assert worth_of_outcome(Outcome((1,), "goal"), 2).chances == (0.0, 1.0)
    assert worth_of_outcome(Outcome((), "agreed"), 2).chances == (0.5, 0.5)
    assert worth_of_outcome(Outcome((0, 3), "chips"), 4).chances == (0.5, 0.0, 0.0, 0.5)


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (1.0, 0.0, "win_thrown"),
        (1.0, 0.5, "win_missed"),
        (0.6, 0.0, "lost"),
        (0.5, 0.0, "lost"),
        (0.9, 0.6, "lead_shrunk"),
        (0.9, 0.5, "lead_shrunk"),
        (0.6, 0.4, "lead_lost"),
        (0.5, 0.3, "worse"),
        (0.4, 0.2, "worse"),
    ],
)
def test_what_an_action_did_goes_by_the_chances(before: float, after: float, kind: str) -> None:
    assert kind_of(TurningPoint(0, 0, before, after)) == kind


def test_the_last_action_that_lost_a_win_or_a_draw_is_told_whatever_came_before_it() -> None:
    assert plies(*[0.5] * 6, 1.0, 0.0, 1.0, 0.0)[-1] == 8
    assert plies(*[0.5] * 6, 1.0, 0.0, 0.5, 0.0)[-1] == 8, "a draw that was held counts too"
    assert plies(*[0.5] * 6, 1.0, 0.0, 0.3, 0.0)[-1] == 6, "who had less than a draw lost nothing that decided"
    assert plies(*[0.5] * 6, 1.0, 0.0, 0.8, 0.3)[-1] == 6, "nor who could still play on"

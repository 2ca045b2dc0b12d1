"""How hard a route is to find."""

from game.robots.bidding import MOST_ROUTES, difficulty, effort
from game.robots.board import COLOURS
from game.robots.state import Move


def test_difficulty_is_that_of_the_easiest_route_and_less_where_there_are_more():
    alone = (Move("red", "N"), Move("red", "E"))
    helped = (Move("red", "N"), Move("blue", "E"))
    assert (effort(alone), effort(helped)) == (2.0, 3.5)
    assert difficulty([helped]) == 3.5
    assert difficulty([helped, alone]) == 2.0 - 1.0
    assert difficulty([helped] * 4) == 3.5 - 2.0
    assert difficulty([helped] * 500) == difficulty([helped] * MOST_ROUTES)
    assert effort([Move(colour, "N") for colour in COLOURS]) == 5 + 4 * 1.5

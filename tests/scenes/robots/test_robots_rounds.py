"""The look back at a round: what the log reads off a game, and the films."""

from __future__ import annotations

from game.core.options import resolve
from game.core.record import replay
from game.robots import SPEC, rules
from game.robots.board import legal_slides, xy
from game.robots.state import Move
from scenes.robots.films import film_of
from scenes.robots.looking_back import Round, RoundLog
from scenes.robots.motion import HOLD_SECONDS
from tests.scenes.robots_play import easy_seed, route, start

OPTIONS = resolve(SPEC.options, {"players": 2})


def first_slide() -> Move:
    """A slide that does not arrive."""
    state = start(easy_seed())
    way = legal_slides(state.board, state.robots)[0]
    return Move(way.colour, way.heading)


def won_by_the_second() -> list[str]:
    """Seat 0 makes a move and gives up, seat 1 arrives."""
    moves = [f"1:{rules.text(move)}" for move in route()]
    bids = ["1:bid 9", "0:bid 5", "1:bid 6", "clock:expire"]
    return [*bids, f"0:{rules.text(first_slide())}", "0:concede", *moves]


def followed(actions: list[str]) -> RoundLog:
    log = RoundLog()
    log.follow(replay(SPEC, OPTIONS, easy_seed(), actions).steps)
    return log


def test_nothing_is_over_before_the_first_chip_is() -> None:
    log = followed(["0:bid 7"])
    assert log.last is None
    assert log.began == 0


def test_a_round_keeps_what_was_declared_shown_and_won() -> None:
    past = followed(won_by_the_second()).last
    assert past is not None
    assert past.ply == 0
    assert past.start == start(easy_seed())
    assert past.bids == ((1, 9), (0, 5), (1, 6))
    shown = [(each.seat, each.number, each.moves, each.end) for each in past.shown]
    assert shown == [(0, 5, (first_slide(),), "conceded"), (1, 6, route(), "won")]
    assert past.won is Round(past).shown is past.shown[1]


def test_a_chip_that_goes_back_has_no_winner() -> None:
    past = followed(["0:none", "1:none"]).last
    assert past is not None
    assert past.won is None
    assert Round(past).shown is None


def test_the_numbers_of_every_attempt_are_kept() -> None:
    actions = ["0:bid 5", "0:agree", "1:agree", "0:concede", "1:bid 4", "clock:expire", "1:concede", "clock:expire"]
    past = followed(actions).last
    assert past is not None
    assert past.bids == ((0, 5), (1, 4))
    assert [(shown.seat, shown.end) for shown in past.shown] == [(0, "conceded"), (1, "conceded")]


def test_the_log_reads_on_and_reads_anew_after_an_undo() -> None:
    steps = replay(SPEC, OPTIONS, easy_seed(), ["0:none", "1:none", "0:bid 9"]).steps
    log = RoundLog()
    for count in range(len(steps) + 1):
        log.follow(steps[:count])
    assert log.last is not None
    assert log.began == 2
    log.follow(steps[:1])
    assert log.last is None


def test_a_film_plays_a_route_to_its_end_and_begins_anew() -> None:
    state = start(easy_seed())
    film = film_of(state, route())
    mover, (target,) = route()[-1].colour, state.board.targets(state.chip)
    end = film.at(film.seconds - 0.01, reduced=False).placements
    assert (end[mover].x, end[mover].y) == xy(target)
    assert film.at(0.0, reduced=False).placements == film.home
    assert film.at(film.seconds + 0.01, reduced=False).placements == film.home
    assert film.at(0.0, reduced=True).placements[mover] == end[mover]


def test_a_film_of_nothing_shows_the_robots_at_rest() -> None:
    film = film_of(start(easy_seed()), ())
    assert film.seconds == HOLD_SECONDS
    assert film.at(1.0, reduced=False).placements == film.home

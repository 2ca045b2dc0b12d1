"""The look back at a round: what the log reads off a game, the films, the panel in a match."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.core.options import resolve
from game.core.record import SeatConfig, replay
from game.robots import SPEC, rules
from game.robots.board import legal_slides, xy
from game.robots.state import Move
from scenes.kit.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.robots.motion.film import HOLD_SECONDS, film_of
from scenes.robots.review.rounds import RoundLog, Try
from scenes.robots.selection import LookingBack
from tests.make import AOI, REN
from tests.scenes import posting
from tests.scenes.hands import PadHand
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import begin, board_of, easy_seed, route, start, tap_key

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
    assert log.present is not None
    assert log.present.bids == ((0, 7),)


def test_a_round_keeps_what_was_declared_shown_and_won() -> None:
    past = followed(won_by_the_second()).last
    assert past is not None
    assert past.ply == 0
    assert past.start == start(easy_seed())
    assert past.lowest() == {0: 5, 1: 6}
    assert past.tries == (
        Try(0, 5, (first_slide(),), "conceded"),
        Try(1, 6, route(), "won"),
    )
    assert past.winner == 1
    assert past.shown == past.tries[1]


def test_a_chip_that_goes_back_has_no_winner() -> None:
    past = followed(["0:none", "1:none"]).last
    assert past is not None
    assert past.winner is None
    assert past.shown is None


def test_the_numbers_of_every_attempt_are_kept() -> None:
    actions = ["0:bid 5", "0:agree", "1:agree", "0:concede", "1:bid 4", "clock:expire", "1:concede", "clock:expire"]
    past = followed(actions).last
    assert past is not None
    assert past.bids == ((0, 5), (1, 4))
    assert [(shown.seat, shown.end) for shown in past.tries] == [(0, "conceded"), (1, "conceded")]


def test_the_log_reads_on_and_reads_anew_after_an_undo() -> None:
    steps = replay(SPEC, OPTIONS, easy_seed(), ["0:none", "1:none", "0:bid 9"]).steps
    log = RoundLog()
    for count in range(len(steps) + 1):
        log.follow(steps[:count])
    assert log.last is not None
    assert log.present is not None
    assert log.present.ply == 2
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


def test_the_look_back_opens_between_rounds_and_never_delays_a_number(house: Playhouse) -> None:
    house.fps = 60
    pad = PadHand(house)
    match = begin(house, AOI, REN, actions=("0:none", "1:none"))
    assert board_of(match).memory.past is not None
    pad.hit(Kind.SECONDARY)
    assert isinstance(match.hands.selection, LookingBack)
    house.run(1.0)
    assert board_of(match).drawing.lively
    assert house.stage.time - match.hands.selection.since == pytest.approx(1.0, abs=0.1)
    pad.hit(Kind.CONFIRM)
    assert not isinstance(match.hands.selection, LookingBack)
    assert match.session.state.bids == ((0, 8),)


def test_back_closes_the_look_back(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:none", "1:none"))
    tap_key(house, pygame.K_x)
    assert isinstance(match.hands.selection, LookingBack)
    tap_key(house, pygame.K_ESCAPE)
    assert not isinstance(match.hands.selection, LookingBack)
    assert house.top is match


def test_there_is_no_look_back_before_the_second_chip(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    tap_key(house, pygame.K_x)
    assert not isinstance(match.hands.selection, LookingBack)


ROUTES = (("green N", "red E"), ("red W", "blue S"), ("silver E", "red N"))


def looking_back(house: Playhouse, *seats: SeatConfig, complete: bool = True) -> MatchScene:
    """The look back at a round with three shortest routes."""
    match = begin(house, *(seats or (AOI, REN)), actions=("0:none", "1:none"))
    board_of(match).memory.review_result(0, ROUTES[0], ROUTES, complete)
    board_of(match).memory.review_result(2, ROUTES[0])
    tap_key(house, pygame.K_x)
    assert isinstance(match.hands.selection, LookingBack)
    return match


def shown_route(match: MatchScene) -> int:
    assert isinstance(match.hands.selection, LookingBack)
    return match.hands.selection.route


def stepped(house: Playhouse, match: MatchScene, *kinds: Kind) -> list[int]:
    """Which route is shown after each press of a pad."""
    pad, seen = PadHand(house), []
    for kind in kinds:
        pad.hit(kind)
        seen.append(shown_route(match))
    return seen


def test_the_shoulders_step_through_the_shortest_routes(house: Playhouse) -> None:
    match = looking_back(house)
    since = match.hands.selection.since
    assert stepped(house, match, Kind.NEXT, Kind.NEXT, Kind.NEXT, Kind.PREVIOUS) == [1, 2, 0, 2]
    assert match.hands.selection.since > since  # each film begins anew
    assert match.session.state.bids == () and not match.hands.selection.desk.dials


def test_keys_step_through_them_whoever_shares_the_keyboard(house: Playhouse) -> None:
    match = looking_back(house, AOI, SeatConfig("ai", 1, "@ren", "square"))
    tap_key(house, pygame.K_e)
    assert shown_route(match) == 1


def test_arrows_step_through_them_where_letters_are_buzzers(house: Playhouse) -> None:
    match = looking_back(house)
    assert len(board_of(match).seating.sharing()) > 1
    for key, expected in ((pygame.K_RIGHT, 1), (pygame.K_RIGHT, 2), (pygame.K_LEFT, 1)):
        tap_key(house, key)
        assert shown_route(match) == expected


def test_a_click_or_a_tap_steps_through_them_and_one_elsewhere_closes(house: Playhouse) -> None:
    match = looking_back(house)
    stepper = board_of(match).drawing.review.stepper
    for point, expected in (((stepper.right - 4, stepper.centery), 1), ((stepper.left + 4, stepper.centery), 0)):
        house.react(partial(posting.click, point))
        assert shown_route(match) == expected
    size = house.stage.metrics.size
    house.react(partial(posting.touch, (stepper.right - 4, stepper.centery), size))
    assert shown_route(match) == 1
    board = board_of(match).drawing.review.boards[1].rect.center
    house.react(partial(posting.touch, board, size))
    assert shown_route(match) == 2
    house.react(partial(posting.click, board_of(match).drawing.review.boards[0].rect.center))
    assert not isinstance(match.hands.selection, LookingBack)


def test_one_route_is_no_choice(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:none", "1:none"))
    board_of(match).memory.review_result(0, ROUTES[0], ROUTES[:1])
    pad = PadHand(house)
    tap_key(house, pygame.K_x)
    pad.hit(Kind.NEXT)
    assert not isinstance(match.hands.selection, LookingBack)


@pytest.mark.parametrize(("complete", "said"), [(True, "3 shortest routes"), (False, "3 or more shortest routes")])
def test_the_look_back_says_how_many_there_are(house: Playhouse, complete: bool, said: str) -> None:
    match = looking_back(house, complete=complete)
    past = board_of(match).memory.past
    assert past is not None
    assert board_of(match).drawing.review.best_label(past) == said
    assert "Route 1 of 3" in board_of(match).words.aim(match.session.state, match.hands.selection)[0]


def test_the_bar_tells_how_to_step(house: Playhouse) -> None:
    match = looking_back(house)
    labels = [prompt.label for prompt in board_of(match).words.prompts(match.session.state, match.hands.selection)]
    assert labels == ["Other route", "Close"]


def test_a_number_is_declared_from_another_route_as_well(house: Playhouse) -> None:
    match = looking_back(house)
    assert stepped(house, match, Kind.NEXT) == [1]
    PadHand(house).hit(Kind.CONFIRM)
    assert not isinstance(match.hands.selection, LookingBack)

"""The round before: what the log reads off a game, the films, and how the board shows it and delays nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.options import resolve
from game.core.record import replay
from game.robots import SPEC, rules
from game.robots.board import legal_slides, xy
from game.robots.looking_back import PastRound
from game.robots.state import Bid, Move
from scenes.kit.drawing import theme
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.robots.bidding.docks import robots_places
from scenes.robots.films import film_of
from scenes.robots.looking_back import OWN, Round, RoundLog, key_places, keys, shown_way
from scenes.robots.motion import HOLD_SECONDS
from scenes.robots.selection import Declaring, LookingBack, Selection
from scenes.table.contract.board import view_of
from scenes.table.contract.optional import BestPlay
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
def test_its_keys_choose_whose_route_is_shown(house: Playhouse) -> None:
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


def round_of(*actions: str) -> PastRound:
    """The round that was over after these actions."""
    log = RoundLog()
    log.follow(replay(SPEC, OPTIONS, easy_seed(), actions).steps)
    assert log.last is not None
    return log.last


def test_a_round_keeps_what_was_declared_shown_and_won() -> None:
    past = round_of(*won_by_the_second())
    assert past.ply == 0
    assert past.start == start(easy_seed())
    assert past.bids == ((1, 9), (0, 5), (1, 6))
    shown = [(each.seat, each.number, each.moves, each.end) for each in past.shown]
    assert shown == [(0, 5, (first_slide(),), "conceded"), (1, 6, route(), "won")]
    assert past.won is Round(past).shown is past.shown[1]


def test_a_chip_that_goes_back_has_no_winner() -> None:
    past = round_of("0:none", "1:none")
    assert past.won is Round(past).shown is None


def test_the_numbers_of_every_attempt_are_kept() -> None:
    actions = ["0:bid 5", "0:agree", "1:agree", "0:concede", "1:bid 4", "clock:expire", "1:concede", "clock:expire"]
    past = round_of(*actions)
    assert past.bids == ((0, 5), (1, 4))
    assert [(shown.seat, shown.end) for shown in past.shown] == [(0, "conceded"), (1, "conceded")]


def test_the_log_reads_on_and_reads_anew_after_an_undo() -> None:
    steps = replay(SPEC, OPTIONS, easy_seed(), ["0:none", "1:none", "0:bid 9"]).steps
    log, seen = RoundLog(), []
    for count in (*range(len(steps) + 1), 1):
        log.follow(steps[:count])
        seen.append((log.last is not None, log.began))
    assert seen == [(False, 0), (False, 0), (True, 2), (True, 2), (False, 0)]


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

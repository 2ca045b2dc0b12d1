"""Slides in time: legs, sparks and sounds, the same at every frame rate; the films of the round before."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import pytest

from game.core.options import resolve
from game.core.record import replay
from game.core.rules import Step
from game.robots import SPEC, rules
from game.robots.board import Board, Cell, Reflector, cell_at, legal_slides, slide, xy
from game.robots.looking_back import PastRound
from game.robots.state import Action, Bid, ChipReturned, Move, RobotSlid, State
from scenes.kit.drawing import theme
from scenes.kit.drawing.timeline import Timeline
from scenes.kit.input.intents import Kind
from scenes.kit.system import STEP
from scenes.match.match_scene import MatchScene
from scenes.robots.bidding.docks import robots_places
from scenes.robots.films import AFTER_TRAIL, LatestStep, film_of
from scenes.robots.looking_back import OWN, Round, RoundLog, key_places, keys, shown_way
from scenes.robots.motion import (
    ACCELERATION,
    BEND_SECONDS,
    CELL_SECONDS,
    FLASH_PAUSE,
    HOLD_SECONDS,
    LEG_SECONDS,
    SPARK_SECONDS,
    SQUASH_SECONDS,
    SQUASHES,
    TRAIL_SECONDS,
    Glow,
    Journey,
    RobotLook,
    Spark,
    Staging,
    Trail,
    journey,
    pieces,
    slide_clip,
    step_clip,
)
from scenes.robots.selection import Declaring, LookingBack, Selection
from scenes.table.contract.board import view_of
from scenes.table.contract.optional import BestPlay
from scenes.table.contract.view import BoardClip, ClipFrame, Placement
from tests.rules.robots_ascii import border
from tests.scenes.hands import KeyHand, TouchHand
from tests.scenes.noting import drawn
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, Playhouse
from tests.scenes.robots_play import begin, board_of, easy_seed, route, start

RATES = (30, 60, 144)
CORNER = {cell_at(9, 4): Reflector("\\", "blue")}
ROBOTS = (cell_at(3, 4), cell_at(0, 15), cell_at(1, 15), cell_at(2, 15), cell_at(15, 15))


def open_board(reflectors: dict[Cell, Reflector] | None = None) -> Board:
    """Return a board whose only walls are the border and the closed middle."""
    return Board(border(), reflectors or {}, {})


def way(board: Board, heading: str = "E", quiet: float = 0.0) -> Journey:
    """The red robot's slide from its cell."""
    found = slide(board, ROBOTS, "red", heading)  # type: ignore[arg-type]
    assert found is not None
    return journey(board, RobotSlid("red", found.origin, found.target, found.legs), quiet)


def sparks(path: Journey, time: float) -> list[Spark]:
    """The sparks that fly at a time of a slide."""
    return [light for light in path.lights(time) if isinstance(light, Spark)]


def watched(clip: BoardClip, rate: int) -> tuple[list[Placement[RobotLook]], list[str]]:
    """The red robot in every frame, and the sounds in their order."""
    heard: list[str] = []
    timeline: Timeline[ClipFrame] = Timeline(on_cue=lambda name, *, pitch: heard.append(name))
    timeline.push(clip)
    seen: list[Placement[RobotLook]] = []
    time = ticked = 0.0
    while not timeline.is_idle:
        time += 1 / rate
        while ticked + STEP <= time and not timeline.is_idle:
            timeline.tick(STEP)
            ticked += STEP
        sample = timeline.sample((time - ticked) / STEP)
        if sample is not None:
            seen.append(sample.placements["red"])
    return seen, heard


def test_a_leg_takes_35_ms_a_cell_and_350_at_most() -> None:
    path = way(open_board(CORNER))
    assert path.times == pytest.approx((0.0, 6 * CELL_SECONDS, 6 * CELL_SECONDS + LEG_SECONDS))
    assert way(open_board()).seconds == pytest.approx(LEG_SECONDS)


def test_a_robot_turns_in_the_middle_of_the_reflector() -> None:
    path = way(open_board(CORNER))
    assert path.points == ((3.0, 4.0), (9.0, 4.0), (9.0, 15.0))
    assert path.at(path.times[1]) == (9.0, 4.0)
    assert path.at(path.seconds + 1) == (9.0, 15.0)


@pytest.mark.parametrize("rate", RATES)
def test_every_frame_rate_shows_a_smooth_way_with_the_same_sounds_and_end(rate: int) -> None:
    path = way(open_board(CORNER))
    seen, heard = watched(slide_clip(path, reduced=False), rate)
    assert heard == ["slide", "bounce"]
    fastest = max(
        math.dist(a, b) / (t1 - t0)
        for a, b, t0, t1 in zip(path.points, path.points[1:], path.times, path.times[1:], strict=False)
    )
    for before, after in itertools.pairwise(seen):
        step = abs(after.x - before.x) + abs(after.y - before.y)
        assert 0 < step <= (1 + ACCELERATION) * fastest * (1 / rate + STEP) + 1e-6
        assert after.x >= before.x
        assert after.y >= before.y
    assert slide_clip(path, reduced=False).sample(path.seconds).placements["red"] == Placement(
        RobotLook("red", "S"), 9.0, 15.0
    )


def test_a_robot_gains_speed_on_each_leg() -> None:
    path = way(open_board(CORNER))
    for left, reached in itertools.pairwise(path.times):
        steps = [path.at(left + (reached - left) * share / 10) for share in range(11)]
        lengths = [math.dist(a, b) for a, b in itertools.pairwise(steps)]
        assert lengths == sorted(lengths)
        assert lengths[-1] > 2 * lengths[0]


def test_a_robot_looks_where_it_goes_and_is_flattened_for_two_frames_as_it_stops() -> None:
    path = way(open_board(CORNER))
    assert [path.look(time) for time in (0.0, path.times[1] - 0.01)] == [RobotLook("red", "E")] * 2
    assert path.look(path.times[1] + 0.01) == RobotLook("red", "S")
    frames = [path.look(path.seconds + (frame + 0.5) / 60).squash for frame in range(4)]
    assert frames == [*SQUASHES, 0.0, 0.0] and SQUASH_SECONDS == 1 / 60


def test_robots_look_where_they_went_last() -> None:
    step = slid(open_board(CORNER))
    assert {key: placed.look for key, placed in pieces(step.before).items() if key == "red"} == {
        "red": RobotLook("red")
    }
    after = replace(step.before, markers=ROBOTS, moves=(Move("red", "E"),), robots=step.after.robots)
    assert pieces(after)["red"].look == RobotLook("red", "S")
    assert pieces(after)["blue"].look == RobotLook("blue")


def test_the_trail_leads_to_the_robot_and_fades_after_its_rest() -> None:
    path = way(open_board(CORNER))
    assert path.lights(path.times[1] + 0.1) == (
        Trail("red", (3.0, 4.0), (9.0, 4.0), 1.0),
        Trail("red", (9.0, 4.0), path.at(path.times[1] + 0.1), 1.0),
        *sparks(path, path.times[1] + 0.1),
    )
    fading = path.lights(path.seconds + TRAIL_SECONDS / 2)
    assert [light.alpha for light in fading] == pytest.approx([0.5, min(1, 0.5 + BEND_SECONDS / TRAIL_SECONDS)])
    assert path.fade_seconds == TRAIL_SECONDS + BEND_SECONDS  # one bend more to follow
    assert len(path.lights(path.seconds + path.fade_seconds - 0.01)) == 1
    assert path.lights(path.seconds + path.fade_seconds) == ()


def test_a_spark_flies_for_180_ms_at_the_reflector_in_its_colour() -> None:
    path = way(open_board(CORNER))
    bounce = path.bounces[0].time
    (spark,) = sparks(path, bounce + 0.01)
    assert (spark.colour, spark.at) == ("blue", (9.0, 4.0))
    assert sparks(path, bounce - 0.01) == []
    assert sparks(path, bounce + SPARK_SECONDS) == []


def test_the_own_colour_is_passed_with_a_glow_and_without_a_turn() -> None:
    path = way(open_board({cell_at(9, 4): Reflector("\\", "red")}))
    assert path.points[-1] == (15.0, 4.0)
    assert path.bounces == ()
    (passed,) = path.passes
    assert path.at(passed.time) == pytest.approx((9.0, 4.0))
    (glow,) = [light for light in path.lights(passed.time + 0.05) if isinstance(light, Glow)]
    assert (glow.robot, glow.at) == ("red", (9.0, 4.0))


def test_there_are_never_more_than_three_flashes_a_second() -> None:
    """A staircase of reflectors that turns the robot at every cell."""
    stairs = {}
    for step in range(5):
        stairs[cell_at(9 + step, 4 + step)] = Reflector("\\", "blue")
        stairs[cell_at(9 + step, 5 + step)] = Reflector("\\", "green")
    path = way(open_board(stairs))
    assert len(path.bounces) == 10
    times = [moment.time for moment in path.flashes]
    assert 1 <= len(times) < 10
    assert all(later - earlier >= FLASH_PAUSE for earlier, later in itertools.pairwise(times))
    assert all(moment.time >= 0.2 for moment in way(open_board(stairs), quiet=0.2).flashes)


def test_every_bounce_is_heard_and_sparks_flash_or_not() -> None:
    stairs = {cell_at(5, 4): Reflector("\\", "blue"), cell_at(5, 5): Reflector("\\", "green")}
    path = way(open_board(stairs))
    assert [name for _, name in slide_clip(path, reduced=False).cues] == ["slide", "bounce", "bounce"]
    assert [spark.flashes for spark in sparks(path, path.bounces[1].time + 0.01)] == [True, False]


def test_a_robot_that_is_stopped_on_a_reflector_rests_there() -> None:
    board = open_board(CORNER)
    robots = (ROBOTS[0], cell_at(9, 5), *ROBOTS[2:])
    found = slide(board, robots, "red", "E")
    assert found is not None
    path = journey(board, RobotSlid("red", found.origin, found.target, found.legs))
    assert path.points[-1] == (9.0, 4.0)
    assert len(path.bounces) == 1
    assert path.seconds == pytest.approx(6 * CELL_SECONDS)


def test_reduced_motion_fades_in_120_ms_and_shows_no_lights() -> None:
    path = way(open_board(CORNER))
    clip = slide_clip(path, reduced=True)
    assert clip.seconds == pytest.approx(0.12)
    assert [name for _, name in clip.cues] == ["slide", "bounce"]
    assert clip.sample(0.06).effects == ()
    half = clip.sample(0.06).placements
    assert set(half) == {"red", "standing"}
    assert half["red"].alpha == pytest.approx(half["standing"].alpha)
    assert clip.sample(clip.seconds).placements["red"] == Placement(RobotLook("red", "S"), 9.0, 15.0)


def slid(board: Board) -> Step[State, Action, Any]:
    """The step with the red robot's slide on a board of its own."""
    before = replace(rules.start(resolve(SPEC.options, {"players": 1}), 0), board=board, robots=ROBOTS)
    action = Move("red", "E")
    after, events = rules.apply(before, 0, action)
    return Step(0, before, 0, action, after, events)


def test_clip_and_afterglow_share_the_journey_of_the_step_that_began() -> None:
    latest, step = LatestStep(), slid(open_board(CORNER))
    latest.begin(step, 0.0)
    way = latest.journey_of(step)
    assert way is not None
    assert latest.journey_of(step) is way
    assert latest.afterglow(step, way.seconds + 0.1) == way.lights(way.seconds + 0.1)
    assert latest.shines(way.seconds + 0.1)
    assert not latest.shines(way.seconds + way.fade_seconds + AFTER_TRAIL)
    assert latest.afterglow(slid(open_board()), way.seconds) == ()


def test_a_slide_that_was_cut_short_leaves_its_whole_trail() -> None:
    latest, step = LatestStep(), slid(open_board(CORNER))
    latest.begin(step, 10.0)
    trail = [light for light in latest.afterglow(step, 10.1) if isinstance(light, Trail)]
    assert [(light.end, light.alpha) for light in trail] == [((9.0, 4.0), 1.0), ((9.0, 15.0), 1.0)]


def test_the_next_step_waits_with_its_flash() -> None:
    latest = LatestStep()
    latest.begin(slid(open_board(CORNER)), 10.0)
    step = slid(open_board(CORNER))
    latest.begin(step, 10.05)
    way = latest.journey_of(step)
    assert way is not None
    assert way.bounces
    assert way.flashes == ()


def test_the_trail_fades_while_what_follows_the_slide_goes_on() -> None:
    step, latest = slid(open_board(CORNER)), LatestStep()
    latest.begin(step, 0.0)
    way = latest.journey_of(step)
    assert way is not None
    following = replace(step, events=(*step.events, ChipReturned(step.before.chip)))
    clip = step_clip(following, Staging(False, way, lambda seat: (0.0, 0.0)))
    assert clip.seconds > way.seconds
    assert clip.sample(clip.seconds).effects == way.lights(clip.seconds)
    assert clip.sample(way.seconds + SQUASH_SECONDS / 2).placements["red"].look.squash == SQUASHES[0]
    assert clip.sample(way.seconds + 2.5 * SQUASH_SECONDS).placements["red"].look.squash == 0
    assert step_clip(following, Staging(True, way, lambda seat: (0.0, 0.0))).sample(0.05).effects == ()


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

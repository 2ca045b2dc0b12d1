"""Robots through the real app: clips and films at any frame rate, AIs, a rematch; practice with its stars and hints."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.agents.agent import PlannedAction, SeatPlan, Thought
from game.agents.worker import InlineAgent
from game.core.options import resolve
from game.core.review import Fact
from game.core.rules import OptionError
from game.puzzles.results import HOUSE, attempts
from game.registry import find
from game.robots import SPEC, rules
from game.robots.board import COLOURS, xy
from game.robots.looking_back import hint
from game.robots.state import Bid, Move, RobotSlid
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.text.strings import Strings
from scenes.match.match_scene import MatchScene
from scenes.match.starting import rematch
from scenes.robots import phrases, puzzles, side_panel
from scenes.robots.bidding.bid_queue import BidQueue, Refusal
from scenes.robots.bidding.entering import BUZZER_KEYS, BUZZERS
from scenes.robots.captions import reason
from scenes.robots.phrases import Text
from scenes.robots.puzzles import GRADE, GRADES, stars
from scenes.table.contract.optional import BestPlay
from tests import make
from tests.make import AOI, MIO, REN, ai
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand
from tests.scenes.noting import drawn
from tests.scenes.playhouse import PERSON, RIVAL, InstantAgent, Playhouse
from tests.scenes.robots_play import BOOK, begin, board_of, easy_seed, make_todays, route, tap_key, type_number
from tests.tables import rows


class Ready(InstantAgent):
    """Plans to declare 12 one second after it was asked."""

    def poll(self) -> Thought | None:
        thought = super().poll()
        return thought and replace(thought, plan=SeatPlan((PlannedAction(1.0, "bid 12"),)))


def test_a_one_is_refused_for_what_it_is(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9",))
    t, state = house.stage.t, match.session.state
    for action, why in ((Bid(1), t("robots.status.too_low")), (Bid(9), t("robots.status.must_fall", number=9))):
        queue = BidQueue({}, refusal=Refusal(0, action))
        assert phrases.status(t, state, 0, queue) == ("number", str(action.number), why)


OF_OLD = [pygame.K_q, pygame.K_p, *BUZZERS[2:]]  # one of them would pause


@pytest.mark.parametrize("kept", [OF_OLD, [], [[1]] * 8, ["q"] * 8, [1] * 8, list("abcdefgh"), "qpzm"])
def test_damaged_buzzers_and_those_that_would_pause_are_the_usual_ones(house: Playhouse, kept: object) -> None:
    house.services.store.set("robots.buzzers", kept)
    assert house.services.settings.of_games[BUZZER_KEYS] == BUZZERS


def test_drawing_and_animating_change_nothing(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    board = board_of(match)
    match.controller.submit(0, route()[0])
    step = match.session.steps[-1]
    way = board.latest.journey_of(step)
    clips = [board.drawing.animate(step) for _ in range(2)]
    house.frame()
    assert board.latest.journey_of(step) is way
    assert clips[0].sample(0.1) == clips[1].sample(0.1)


@pytest.mark.parametrize("rate", [30, 60, 144])
@pytest.mark.one_in(3)
def test_a_demonstration_is_the_same_at_every_frame_rate(
    house: Playhouse, rate: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is heard, in its order, and where everything stands at the end."""
    match = begin(house, AOI, REN, actions=("0:bid 9", "1:bid 9", "0:agree", "1:agree"), chips_to_win=2)
    house.fps = rate
    heard: list[str] = []
    monkeypatch.setattr(match.table.timeline, "on_cue", lambda name, *, pitch: heard.append(name))
    for move in route():
        match.controller.submit(0, move)
        house.until(lambda: match.table.timeline.is_idle, "rest")
    expected = []
    for step in match.session.steps[-len(route()) :]:
        slid = next(event for event in step.events if isinstance(event, RobotSlid))
        expected += ["slide", *("bounce" for leg in slid.legs if leg.end == "reflector")]
    assert heard == [*expected, "chip", "chip"]
    state = match.session.state
    assert state.chips == (1, 0)
    assert match.table.snapshot(1.0).placements == board_of(match).drawing.pieces(state)


def test_a_move_counts_from_the_start_of_its_slide(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    house.fps = 60
    move = route()[0]
    match.controller.submit(0, move)
    house.frame()
    t = house.stage.t
    assert match.table.shown.moves == ()
    assert match.words.content.helper.endswith(phrases.move(t, 1, move.colour, move.heading))
    assert len(board_of(match).latest.counted(match.table.shown).moves) == 1
    house.run(2.0)
    assert board_of(match).latest.counted(match.table.shown) is match.table.shown


def test_an_ai_waits_for_a_number_that_was_begun_before(open_house: OpenHouse) -> None:
    house = open_house(agent=Ready())
    match = begin(house, AOI, REN, ai(1, MIO))
    tap_key(house, BUZZERS[0])
    house.run(1.5)
    assert match.session.state.bids == ()
    type_number(house, 12)
    house.run(0.2)
    assert match.session.state.bids == ((0, 12), (2, 12))


ROBOTS = find("robots")


def test_a_rematch_is_on_a_board_on_which_they_may_begin(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not on one of chance, where one of them would stand on a mark."""
    start = ROBOTS.rules.start(resolve(ROBOTS.options, {}), 7)
    placement = {colour: list(xy(cell)) for colour, cell in zip(COLOURS, start.robots, strict=True)}
    record = make.session("robots", PERSON, RIVAL, seed=7, placement=placement).record()
    barred = next(seed for seed in range(8, 1000) if not fits(record.options, seed))
    monkeypatch.setattr(type(house.services), "fresh_seed", lambda services: barred)
    assert rematch(house.services, record).session.record().seed == 7


def fits(options: Mapping[str, Any], seed: int) -> bool:
    """Whether the robots may stand where they are on the board of this seed."""
    try:
        ROBOTS.rules.start(options, seed)
    except OptionError:
        return False
    return True


AIS = tuple(replace(seat, kind="ai", level=5) for seat in (AOI, REN, MIO))


@pytest.mark.long
def test_ai_seats_play_a_whole_game_among_themselves(open_house: OpenHouse) -> None:
    house = open_house(agent=InlineAgent())
    match = begin(house, *AIS, chips_to_win=2)
    house.until(lambda: board_of(match).memory.past is not None, "the end of a round", seconds=240)
    house.until(lambda: board_of(match).memory.best_from(0) is not None, "the shortest route", seconds=30)
    assert len(board_of(match).memory.best_from(0) or ()) <= len(route())
    house.until(lambda: match.session.outcome is not None, "the end", seconds=1200)
    played = {type(step.action) for step in match.session.steps}
    assert {Bid, Move} <= played
    house.read_result()


def test_an_ai_seat_declares_what_it_can_show(open_house: OpenHouse) -> None:
    house = open_house(agent=InlineAgent())
    match = begin(house, AOI, AIS[1], chips_to_win=1)
    house.until(lambda: match.session.state.best is not None, "a number", seconds=120)
    assert match.session.state.best == len(route())
    assert board_of(match).drawing.is_animated


TABLE = json.loads((Path(__file__).parents[3] / "assets" / "puzzles.json").read_text(encoding="utf-8"))
LENGTHS = {"easy": (2, 4), "medium": (5, 6), "hard": (7, 9), "expert": (10, 99)}
TODAY = date(2026, 11, 21)


def seed(house: Playhouse, **options: object) -> int | None:
    complete = resolve(SPEC.options, {"players": 1, **options})
    grade = house.services.settings.of_games[GRADE]
    return puzzles.seed_for(house.stage.assets, grade, complete, TODAY, lambda seeds: seeds[3])


def test_stars_are_three_for_the_shortest_two_for_one_more_and_one_for_any() -> None:
    assert [stars(moves, 5, 0) for moves in (5, 6, 7, 8, 40)] == [3, 2, 1, 1, 1]
    assert [stars(5, 5, hints) for hints in range(5)] == [3, 2, 1, 1, 1] and stars(6, 5, 1) == 1


def test_every_grade_has_puzzles_of_both_kinds() -> None:
    for kind in ("plain", "reflectors"):
        assert tuple(TABLE[kind]) == GRADES[:-1]
        assert all(len(set(seeds)) == 60 for seeds in TABLE[kind].values())


def test_the_grade_goes_round_and_is_kept(house: Playhouse) -> None:
    memory, found = board_of(begin(house, AOI)).memory, []
    for _ in range(len(GRADES) + 1):
        found.append(memory.grade)
        memory.next_grade()
    assert found == [*GRADES, "easy"]
    assert house.services.store.get("robots.practice") == "medium"


def test_a_damaged_grade_is_the_first_one(house: Playhouse) -> None:
    house.services.store.set("robots.practice", "impossible")
    assert house.services.settings.of_games[GRADE] == "easy"


def test_seeds_come_from_the_table_of_the_options(house: Playhouse) -> None:
    assert seed(house, reflectors=True) == TABLE["reflectors"]["easy"][3]
    assert seed(house, reflectors=False) == TABLE["plain"]["easy"][3]
    house.services.settings.of_games.set(GRADE, "medium")
    assert seed(house, reflectors=True) == TABLE["reflectors"]["medium"][3]
    assert seed(house, sheets="generated") is None


def test_the_puzzle_of_the_day_is_that_of_the_date(house: Playhouse) -> None:
    house.services.store.set("robots.practice", "today")
    assert seed(house) == BOOK.of_day(TODAY).seed


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_hint_tells_a_little_more(language: str) -> None:
    t = Strings(language, strict=True).t
    best = (Move("blue", "N"), Move("green", "E"), Move("blue", "W"))
    told = [puzzles.hints(t, best, grade) for grade in range(puzzles.HINTS + 1)]
    assert [len(said) for said in told] == [0, 1, 2, 3, 2]
    assert "3" in told[1][0]
    assert t("robots.colour.green") in told[2][1]
    assert "↑" in told[3][2]
    assert "→" not in told[3][2]
    assert told[4][0] == told[1][0]
    assert all(arrow in told[4][1] for arrow in "↑→←")


WAY = (Move("blue", "N"), Move("blue", "E"), Move("green", "W"), Move("blue", "S"))
BUFFER = {"colour": "blue", "blocker": "red"}
IN_WORDS: dict[str, Callable[[Text], str]] = {
    "route": lambda t: puzzles.hints(t, WAY, puzzles.HINTS)[1],
    "stopper": lambda t: reason(t, Fact("stopper", words=BUFFER), ()),
    "standing": lambda t: reason(t, Fact("standing", words=BUFFER), ()),
    "searching": lambda t: puzzles.searching_text(t, 14),
    "looking": lambda t: puzzles.searching_text(t, None),
}


@pytest.mark.parametrize(("what", "said"), rows("robots_hints"))
def test_a_hint_names_robots_once_in_a_row_the_buffer_and_how_far_the_search_is(what: str, said: str) -> None:
    """In Japanese their initials say nothing."""
    language, kind = what.split()
    assert IN_WORDS[kind](Strings(language, strict=True).t) == said.replace(r"\xa0", "\xa0")


class Searching(InstantAgent):
    """Answers a review with a bound, and then no more."""

    def poll(self) -> Thought | None:
        job, self._waiting = self._waiting, None
        if job is None:
            return None
        return Thought("", kind=job.kind, revision=job.revision, decision=job.decision, unfinished=True, at_least=14)


def test_the_bound_comes_from_the_review_that_is_under_way(open_house: OpenHouse) -> None:
    house = open_house(agent=Searching())
    match = begin(house, AOI)
    house.run(0.3)
    memory = board_of(match).memory
    assert (memory.bound_from(0), memory.best_from(0)) == (14, None)
    assert memory.bound_from(1) is None


@pytest.mark.parametrize("stored", [None, 3, "tea", [[1]], [["a", 2]], [[1.5, 2]], [3, None]])
def test_hints_that_are_stored_wrongly_are_none(house: Playhouse, stored: object) -> None:
    house.services.store.set("robots.practice.hints", stored)
    memory = board_of(begin(house, AOI)).memory
    assert memory.hints_taken(1) == 0
    memory.keep_hints(1, 2)
    memory.keep_hints(1, 1)
    assert memory.hints_taken(1) == 2
    assert house.services.store.get("robots.practice.hints")[-1] == [1, 2]


def test_todays_puzzle_has_its_title_and_is_not_left_unasked(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    t, seed = house.stage.t, easy_seed()
    assert begin(house, AOI).words.sentence() == t("robots.practice")
    make_todays(monkeypatch, seed)
    match = begin(house, AOI)
    assert match.words.sentence() == t("today.title")
    tap_key(house, pygame.K_x)
    KeyHand(house).say(t("today.leave.stay"))
    assert house.top is match and match.session.seed == seed
    tap_key(house, pygame.K_x)
    KeyHand(house).say(t("today.leave.go"))
    assert house.on_top(MatchScene) is not match


def test_todays_puzzle_keeps_all_its_stars_although_the_shortest_route_is_known_only_after_the_arrival(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(agent=Searching())
    make_todays(monkeypatch, easy_seed())
    match = begin(house, AOI)
    for move in route():
        match.session.submit(0, move)
    house.frame()
    assert attempts(house.services.store, HOUSE, "robots")[date.today()].stars == 1  # whoever leaves now has solved it
    board_of(match).memory.review(match.session.steps, BestPlay(0, [rules.text(move) for move in route()]))
    house.read_result()
    assert attempts(house.services.store, HOUSE, "robots")[date.today()].stars == 3


@pytest.mark.long
@pytest.mark.parametrize("kind", ["plain", "reflectors"])
def test_the_puzzles_are_as_hard_as_their_grade_says(kind: str) -> None:
    from game.robots.rounds import target_of
    from game.robots.search.solver import Solver

    solver = Solver()
    options = resolve(SPEC.options, {"players": 1, "reflectors": kind == "reflectors"})
    for grade, (least, most) in LENGTHS.items():
        for number in TABLE[kind][grade]:
            state = rules.start(options, number)
            found = solver.solve(state.board, state.robots, target_of(state), state.settings.one_move_rule)
            assert least <= len(found.route or ()) <= most


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_route_of_sixteen_moves_stays_on_the_page(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    longest = Fact("standing", words={"colour": "yellow", "blocker": "silver"})
    monkeypatch.setattr(side_panel, "route_hint", lambda board, robots, moves: longest)  # nobody can go this route
    match = begin(house, AOI)
    panel, state = match.side_panel, match.session.state
    assert isinstance(panel, side_panel.RobotsSidePanel)
    page, memory = panel.cards[0], board_of(match).memory
    long = [rules.text(move) for move in (Move("yellow", "N"), Move("silver", "E")) * 8]
    memory.review(match.session.steps, BestPlay(0, long))
    pictures = []
    for given in (0, puzzles.HINTS):
        canvas = Canvas(pygame.Surface(size))
        canvas.begin()
        panel.draw_notebook(canvas, page, state, given)
        canvas.end()
        pictures.append(canvas.screen)
    without, told = pictures
    assert without.get_buffer().raw != told.get_buffer().raw
    for picture in pictures:
        picture.fill("black", page)
    assert without.get_buffer().raw == told.get_buffer().raw


def test_the_hint_that_tells_a_move_tells_why(house: Playhouse, written: Written) -> None:
    """In the same words as a review, and true of the route."""
    match = begin(house, AOI)
    state = match.session.state
    board_of(match).memory.review(match.session.steps, BestPlay(0, [rules.text(move) for move in route()]))
    fact = hint(state.board, state.markers, route())
    assert fact is not None
    for grade in range(1, puzzles.HINTS + 1):
        tap_key(house, pygame.K_h)
        written.clear()
        drawn(match)
        assert (reason(house.stage.t, fact, ()) in " ".join(text for text, _ in written)) == (grade >= 3)

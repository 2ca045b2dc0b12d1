"""Opponents that fit, and after three games in a row against AIs an offer of help or more strength."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace

import pytest

from game.core.handicaps import with_head_start
from game.core.record import Record, SeatConfig, with_strength
from game.core.review import Fact, Reasons
from game.core.rules import Outcome
from game.core.spec import LEVELS
from game.match_setup import MatchSetup, default_table
from game.people.ratings import Skill, newcomer, rating_at
from game.registry import GAMES, find
from game.review.explaining import ExplainedPoint
from game.review.turning_points import TurningPoint
from game.session.session import Session
from game.storage.figures import Figures
from scenes.kit.drawing import theme
from scenes.kit.scene import Push, Switch
from scenes.kit.text.strings import load
from scenes.kit.widgets.widget import Button
from scenes.match.encouragement import lesson_for, run_of
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import LABEL, ResultScene
from scenes.match.starting import match_of, new_match
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToExercises, ToGame, ToMatch
from scenes.setup.setup_scene import AGAINST_AI, FITS, PEOPLE, SetupScene, opponents_of
from scenes.table.fits import fitted, is_known, rate, skill_of, standing, with_fitting
from scenes.table.loading import lessons_of
from tests import make
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import NARROW, PERSON, RIVAL, Playhouse, result_of
from tools.catalogue.quoridor import WON

STAR = find("star")
QUORIDOR = find("quoridor")
MIA = SeatConfig(name="Mia", identity="circle")
FITTING = with_strength(SeatConfig("ai", name="@ren", identity="square"), 2.0)


def known(house: Playhouse, value: float, deviation: float = 80.0, game: str = "star") -> None:
    profile = house.services.store.profiles.take("Mia")
    house.services.store.set(f"rating.{profile.id}.{game}", asdict(Skill(value, deviation)))


def ended(person: SeatConfig = MIA, rival: SeatConfig = FITTING) -> Session:
    return make.session("quoridor", person, rival, actions=WON)


def test_a_newcomer_meets_the_second_level_and_others_the_strength_of_their_rating(house: Playhouse) -> None:
    assert fitted(house.services, STAR, (MIA, FITTING))[1].plays_at == 2
    known(house, rating_at(STAR, 3.4))
    rival = fitted(house.services, STAR, (MIA, FITTING))[1]
    assert (rival.level, rival.strength) == (3, 3.4)
    known(house, 99.0)
    assert fitted(house.services, STAR, (MIA, FITTING))[1].strength == 1
    known(house, 3999.0)
    assert fitted(house.services, STAR, (MIA, FITTING))[1].strength == 5


def test_a_chosen_level_stays(house: Playhouse) -> None:
    known(house, rating_at(STAR, 3.4))
    level = SeatConfig("ai", 5, "@ren", "square")
    assert fitted(house.services, STAR, (MIA, level)) == (MIA, level)


@pytest.mark.parametrize("damaged", ["strong", {"value": "1200"}, {"value": float("1e99"), "deviation": 80}, [1], True])
def test_a_stored_rating_that_is_none_counts_as_missing_and_is_kept(house: Playhouse, damaged: object) -> None:
    profile = house.services.store.profiles.take("Mia")
    house.services.store.set(f"rating.{profile.id}.star", damaged)
    assert skill_of(house.services, MIA, STAR) is None
    assert house.services.store.get(f"rating.{profile.id}.star.damaged") == damaged
    assert fitted(house.services, STAR, (MIA, FITTING))[1].strength == 2


def test_the_rating_of_a_profile_that_is_gone_is_not_asked(house: Playhouse) -> None:
    known(house, rating_at(STAR, 4))
    profile = house.services.store.profiles.find("Mia")
    assert profile is not None
    house.services.store.profiles.delete(profile.id)
    assert fitted(house.services, STAR, (MIA, FITTING))[1].strength == 2


def test_a_win_raises_the_rating_and_the_result_says_how_close_it_was(house: Playhouse) -> None:
    house.services.store.profiles.take("Mia")
    session = ended()
    match = match_of(house.services, session)
    match.resized()
    rated = rate(house.services, session)
    assert rated is not None and rated.before is None
    assert rated.after.value > newcomer(QUORIDOR).value and len(rated.after.curve) == 1
    assert skill_of(house.services, MIA, QUORIDOR) == rated.after
    result = ResultScene(match.controller, rated=rated)
    house.show(result)
    now = standing(house.stage, QUORIDOR, rated.after.value)
    assert result.standing == f"1 step decided it; you are now {now}."
    assert result.standing in result.spoken_title


def test_the_end_of_a_match_is_rated_once(house: Playhouse) -> None:
    house.services.store.profiles.take("Mia")
    session = ended()
    match = match_of(house.services, session)
    match.ending.count()
    first = skill_of(house.services, MIA, QUORIDOR)
    match.ending.count()
    assert first is not None and skill_of(house.services, MIA, QUORIDOR) == first


def test_two_people_are_rated_against_each_other_without_a_sentence(house: Playhouse) -> None:
    for name in ("Mia", "Tom"):
        house.services.store.profiles.take(name)
    tom = SeatConfig(name="Tom", identity="square")
    assert rate(house.services, ended(MIA, tom)) is None
    mine, his = (skill_of(house.services, seat, QUORIDOR) for seat in (MIA, tom))
    assert mine is not None and his is not None and mine.value > newcomer(QUORIDOR).value > his.value


def test_people_without_a_profile_are_known_until_the_visit_ends(house: Playhouse) -> None:
    guest = SeatConfig(name="@aoi", identity="circle")
    assert rate(house.services, ended(guest)) is not None
    assert skill_of(house.services, guest, QUORIDOR) is not None
    house.services.visit.clear()
    assert skill_of(house.services, guest, QUORIDOR) is None


def setup(house: Playhouse, *seats: SeatConfig) -> SetupScene:
    table = default_table(STAR)
    house.services.offers.remember(replace(table, seats=seats or table.seats))
    scene = SetupScene(house.services, STAR)
    house.show(scene)
    return scene


def test_the_setup_offers_an_opponent_that_fits(house: Playhouse) -> None:
    known(house, rating_at(STAR, 3.4))
    scene = setup(house, MIA, SeatConfig("ai", 5, "@ren", "square"))
    for wanted in (FITS, PEOPLE, FITS, AGAINST_AI, FITS):
        scene._set_opponents(wanted)
        assert opponents_of(scene.table.seats) == wanted
    assert scene.table.seats[1].strength == 3.4
    scene._set_opponents(AGAINST_AI)
    assert scene.table.seats[1].strength == 0


def test_the_next_match_follows_the_result(house: Playhouse) -> None:
    known(house, rating_at(STAR, 3.4))
    first = new_match(house.services, setup(house, MIA, FITTING).table)
    assert first.controller.session.seats[1].strength == 3.4
    known(house, rating_at(STAR, 3.6))
    second = new_match(house.services, house.services.offers.table(STAR))
    assert second.controller.session.seats[1].strength == 3.6


def quick(house: Playhouse, table: MatchSetup) -> SeatConfig:
    house.services.offers.remember(table)
    menu = MenuScene(house.services, game="star")
    house.show(menu)
    nav = menu._quick("star")
    assert isinstance(nav, Switch) and isinstance(nav.to, ToMatch)
    route = nav.to
    return route.table.seats[1]


def test_quick_match_fits_who_is_known_and_takes_the_last_setup_for_others(house: Playhouse) -> None:
    level = SeatConfig("ai", 5, "@ren", "square")
    guest = SeatConfig(name="@aoi", identity="circle")
    table = replace(default_table(STAR), seats=(guest, level))
    assert (quick(house, table).level, quick(house, table).strength) == (5, 0)
    house.services.visit.set("rating.@aoi.star", asdict(Skill(rating_at(STAR, 3), 90.0)))
    assert quick(house, table).strength == 3  # it has just played
    assert quick(house, replace(table, seats=(MIA, level))).strength == 2
    assert is_known(house.services, STAR, table)
    engine = SeatConfig("ai", 5, "ext:bot", "square", engine="bot")
    assert with_fitting(house.services, STAR, replace(table, seats=(MIA, engine))).seats[1].engine == "bot"


MILK = make.ai(2)
LOST = Record("coffee", {}, 0, ("c3h",), (PERSON, MILK), result=Outcome((1,), "row"))
WIN, DRAWN = (replace(LOST, result=Outcome(winners, "row")) for winners in ((0,), ()))
OTHERS = replace(LOST, seats=(replace(PERSON, name="Zoë"), MILK))
ELSEWHERE, AMONG_PEOPLE = replace(LOST, game="star"), replace(LOST, seats=(PERSON, RIVAL))


def numbered(games: Iterable[Record]) -> list[Record]:
    return [replace(game, seed=number) for number, game in enumerate(games, 1)]


@pytest.mark.parametrize(
    ("now", "earlier", "run"),
    [
        (LOST, [], -1),
        (LOST, [LOST, LOST], -3),
        (WIN, [WIN, WIN, WIN], 4),
        (LOST, [LOST, WIN, LOST], -2),
        (LOST, [DRAWN, LOST], -1),
        (DRAWN, [LOST, LOST], 0),
        (LOST, [OTHERS, LOST, ELSEWHERE, AMONG_PEOPLE, LOST], -3),
        (AMONG_PEOPLE, [LOST, LOST], 0),
        (replace(LOST, seats=(PERSON, replace(MILK, engine="bot"))), [LOST, LOST], 0),
    ],
)
def test_how_many_in_a_row(now: Record, earlier: list[Record], run: int) -> None:
    assert run_of(now, numbered(earlier)) == run


def test_a_game_that_is_taken_back_counts_by_its_last_end() -> None:
    first = replace(LOST, actions=("c3h", "a1h", "b2h"), times=(900, 800, 700))
    again = replace(first, actions=("c3h", "a1h", "d4h"), times=(900, 800, 500))
    won = replace(again, result=WIN.result)
    assert run_of(again, [again, first, *numbered([LOST])]) == -2
    assert run_of(won, [won, first, *numbered([WIN])]) == 2
    assert run_of(again, [replace(first, seats=OTHERS.seats), replace(first, times=(90, 80, 70))]) == -2
    assert run_of(replace(again, times=()), [replace(first, times=())]) == -2  # other games may begin so, too
    resigned = replace(first, actions=(), times=())
    assert run_of(first, [resigned, resigned]) == -1


def test_the_game_itself_counts_once() -> None:
    assert run_of(LOST, [LOST, *numbered([LOST])]) == -2


@pytest.mark.parametrize(
    ("game", "options", "favoured"),
    [
        ("quoridor", {}, {"walls": [10, 7]}),
        ("quoridor", {"players": 4}, {"walls": [5, 2, 2, 2]}),
        ("robots", {"players": 2}, {"head_start": [1, 0]}),
        ("star", {"first": 1}, {"first": 0}),
        ("star", {}, None),
        ("coffee", {}, None),
    ],
)
def test_a_head_start_by_game(game: str, options: dict[str, object], favoured: dict[str, object] | None) -> None:
    spec, complete = GAMES[game], make.complete(game, **options)
    found = with_head_start(spec.options, complete, 0, spec.seat_count(complete))
    assert found == (None if favoured is None else {**complete, **favoured})


def test_no_head_start_beyond_the_bounds() -> None:
    spec, options = GAMES["quoridor"], make.complete("quoridor", walls=[10, 5])
    assert with_head_start(spec.options, options, 0, 2) is None


def point(seat: int, loss: float, kind: str) -> ExplainedPoint:
    return ExplainedPoint(TurningPoint(4, seat, 0.9, 0.9 - loss), "lost", (), (), Reasons(fault=Fact(kind)))


def test_the_lesson_fits_ones_own_greatest_mistake_that_has_one() -> None:
    spec = GAMES["coffee"]
    points = [point(0, 0.2, "misses_row"), point(1, 0.8, "sticks"), point(0, 0.5, "gives_row"), point(0, 0.6, "safer")]
    assert lesson_for(spec, points, 0) == "coffee.try.danger"
    assert lesson_for(spec, points, 1) == "coffee.try.stuck"
    assert lesson_for(spec, [], 0) == ""


@pytest.mark.parametrize("game", GAMES)
def test_lessons_name_reasons_that_the_game_has(game: str) -> None:
    mended = [kind for exercise in lessons_of(GAMES[game]).exercises for kind in exercise.mends]
    known = {
        key.removeprefix(f"{game}.reason.").split(".")[0] for key in load("en") if key.startswith(f"{game}.reason.")
    }
    facts = {key.removeprefix(f"{game}.fact.").split(".")[0] for key in load("en") if key.startswith(f"{game}.fact.")}
    assert mended and len(set(mended)) == len(mended) and set(mended) <= known | facts


def result(house: Playhouse, record: Record, before: Iterable[Record]) -> ResultScene:
    for game in numbered(before):
        house.services.store.finish(game)
    session = make.session(record.game, *record.seats)
    assert record.result is not None
    session.end(record.result)
    scene = result_of(house, session)
    house.show(scene)
    return scene


def labels(scene: ResultScene) -> list[str]:
    return [label for label, _ in scene._next_choices()]


def test_three_losses_offer_a_head_start_and_a_lesson(house: Playhouse) -> None:
    lost = replace(LOST, game="quoridor", actions=(), result=Outcome((1,), "goal"))
    scene = result(house, lost, [lost, lost])
    found = dict(scene._next_choices())
    given = found["Head start"]()
    assert isinstance(given, Switch) and isinstance(given.to, ToGame)
    assert given.to.options["walls"] == [10, 7] and given.to.seats == scene.session.record().owners
    lesson = found["A lesson"]()
    assert isinstance(lesson, Push) and lesson.to == ToExercises("quoridor")


@pytest.mark.parametrize("strength", [2.0, 2.4, 2.6])
def test_three_wins_offer_the_next_character(house: Playhouse, strength: float) -> None:
    won = replace(WIN, seats=(PERSON, with_strength(MILK, strength)))
    scene = result(house, won, [won, won])
    then = dict(scene._next_choices())["Play Mocha"]()
    assert isinstance(then, Switch) and isinstance(then.to, ToGame)
    assert [seat.level for seat in then.to.seats] == [0, 3]


@pytest.mark.parametrize(("now", "before"), [(LOST, [LOST] * 3), (LOST, [LOST]), (WIN, [WIN, LOST]), (WIN, [WIN] * 3)])
def test_it_is_offered_once(house: Playhouse, now: Record, before: list[Record]) -> None:
    found = labels(result(house, now, before))
    assert not {"Head start", "A lesson", "Play Mocha"} & set(found)


def test_nobody_is_above_the_strongest(house: Playhouse) -> None:
    best = replace(WIN, seats=(PERSON, make.ai(LEVELS[-1])))
    assert not [label for label in labels(result(house, best, [best, best])) if label.startswith("Play ")]


@pytest.mark.parametrize("size", NARROW)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_offers_are_written_in_full_and_lie_beside_the_board(
    open_house: OpenHouse, size: tuple[int, int], language: str
) -> None:
    house = open_house(size)
    house.services.settings.change(language=language)
    for game in numbered([replace(LOST, game="quoridor", result=Outcome((1,), "goal"))] * 2):
        house.services.store.finish(game)
    match = house.match(PERSON, MILK, actions="e2 e8")
    match.controller.resign()
    scene, board = house.read_result(), match.table.place()
    buttons = [widget for widget in scene.focus.widgets if isinstance(widget, Button)]
    assert {house.stage.t("result.head_start"), house.stage.t("result.lesson")} <= {one.label for one in buttons}
    places = [*scene.places.all("curve"), *(one.rect for one in buttons)]
    assert not [place for place in places if board.colliderect(place)]
    for one in buttons:
        needed = house.stage.natural(one.label, LABEL._replace(size=theme.CAPTION))
        assert needed <= one.rect.width / house.stage.metrics.scale, one.label


def test_a_loss_that_is_taken_back_and_lost_again_is_one_loss(house: Playhouse) -> None:
    mia, profile = replace(PERSON, name="Mia"), house.services.store.profiles.take("Mia")
    spec, statistics = GAMES["quoridor"], house.services.store.statistics
    session = house.match(mia, MILK, actions="e2 e8").controller.session
    session.advance(1.5)
    session.submit(0, spec.rules.parse("e3"))
    skills = []
    for _ in range(3):
        house.playing.controller.resign()
        scene = house.read_result()
        assert not {"Head start", "A lesson"} & set(labels(scene))
        assert statistics.of(profile.id, "quoridor") == Figures(played=1)
        skills.append(skill_of(house.services, mia, spec))
        take_back = dict(scene._next_choices())[house.stage.t("result.take_back")]()
        assert isinstance(take_back, Switch)
        house.app.manager.go(take_back)
        house.come_to(MatchScene)
        house.be_heard()
    assert skills[0] is not None and skills == skills[:1] * 3
    assert len(house.services.store.results()) == 3  # all that was played is under Games


def test_nothing_that_was_said_before_lies_over_the_result(house: Playhouse) -> None:
    match = house.match(PERSON, MILK)
    assert match.controller.said
    match.controller.notice = "The disk is full."
    match.controller.resign()
    house.read_result()
    assert not match.controller.said and not match.controller.notice and not match.is_animated

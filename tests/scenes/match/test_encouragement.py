"""After three games in a row against AIs the result offers help or more strength, once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from game.core.handicaps import with_head_start
from game.core.record import Record, with_strength
from game.core.review import Fact, Reasons
from game.core.rules import Outcome
from game.core.spec import LEVELS
from game.registry import GAMES
from game.review.explaining import ExplainedPoint
from game.review.turning_points import TurningPoint
from game.storage.figures import Figures
from scenes.kit.drawing import theme
from scenes.kit.scene import Push, Switch
from scenes.kit.text.strings import load
from scenes.kit.widgets.widget import Button
from scenes.match.encouragement import lesson_for, run_of
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import LABEL, ResultScene
from scenes.routes import ToExercises, ToGame
from scenes.table.fits import skill_of
from scenes.table.loading import lessons_of
from tests import make
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import NARROW, PERSON, RIVAL, Playhouse, result_of

MILK = make.ai(2)
LOST = Record("coffee", {}, 0, ("c3h",), (PERSON, MILK), result=Outcome((1,), "row"))
WON, DRAWN = (replace(LOST, result=Outcome(winners, "row")) for winners in ((0,), ()))
OTHERS = replace(LOST, seats=(replace(PERSON, name="Zoë"), MILK))
ELSEWHERE, AMONG_PEOPLE = replace(LOST, game="star"), replace(LOST, seats=(PERSON, RIVAL))


def numbered(games: Iterable[Record]) -> list[Record]:
    return [replace(game, seed=number) for number, game in enumerate(games, 1)]


@pytest.mark.parametrize(
    ("now", "earlier", "run"),
    [
        (LOST, [], -1),
        (LOST, [LOST, LOST], -3),
        (WON, [WON, WON, WON], 4),
        (LOST, [LOST, WON, LOST], -2),
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
    won = replace(again, result=WON.result)
    assert run_of(again, [again, first, *numbered([LOST])]) == -2
    assert run_of(won, [won, first, *numbered([WON])]) == 2
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
    won = replace(WON, seats=(PERSON, with_strength(MILK, strength)))
    scene = result(house, won, [won, won])
    then = dict(scene._next_choices())["Play Mocha"]()
    assert isinstance(then, Switch) and isinstance(then.to, ToGame)
    assert [seat.level for seat in then.to.seats] == [0, 3]


@pytest.mark.parametrize(("now", "before"), [(LOST, [LOST] * 3), (LOST, [LOST]), (WON, [WON, LOST]), (WON, [WON] * 3)])
def test_it_is_offered_once(house: Playhouse, now: Record, before: list[Record]) -> None:
    found = labels(result(house, now, before))
    assert not {"Head start", "A lesson", "Play Mocha"} & set(found)


def test_nobody_is_above_the_strongest(house: Playhouse) -> None:
    best = replace(WON, seats=(PERSON, make.ai(LEVELS[-1])))
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
        house.until(lambda: isinstance(house.top, MatchScene), "the match")
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

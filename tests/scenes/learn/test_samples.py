"""The annotated games of the how-to that AIs have played: good ones, told by facts that are true."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.agents.compiling import prepared_brain
from game.agents.worker import InlineAgent
from game.core.record import replay
from game.registry import GAMES, facts_of
from game.review.reviewer import GameReviewer
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import Kind
from scenes.learn.rules_scene import RulesScene
from scenes.routes import ToSample
from scenes.routing import open_route
from scenes.table.loading import sample_optima, sample_record
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import SIZES, Playhouse

FOR_PHONE = ("quoridor", "coffee", "robots")


@pytest.mark.parametrize("game", FOR_PHONE)
def test_a_sample_is_a_whole_game_that_somebody_has_won(game: str) -> None:
    record, notes = sample_record(GAMES[game])
    assert record.result is not None and len(record.result.winners) == 1
    assert set(notes) == {0} and sample_optima(GAMES[game]) is not None
    assert sample_optima(GAMES["star"]) is None


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_last_page_opens_it_with_its_notes(house: Playhouse, game: str) -> None:
    house.show(RulesScene(house.services, GAMES[game]))
    hand = KeyHand(house)
    hand.hit(Kind.LEFT)
    hand.hit(Kind.CONFIRM)
    house.until(lambda: isinstance(house.top, ReplayScene), "the game")
    shown = house.on_top(ReplayScene)
    assert shown.playback.record.game == game and shown._note()
    assert shown.notes == sample_record(GAMES[game])[1]
    hand.hit(Kind.BACK)
    house.on_top(RulesScene)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", FOR_PHONE)
def test_every_action_is_told_and_fits(open_house: OpenHouse, cut: list[str], game: str, language: str) -> None:
    house = open_house(SIZES[3], language)
    house.show(open_route(house.services, ToSample(game)))
    house.until(lambda: isinstance(house.top, ReplayScene), "the game")
    scene = house.on_top(ReplayScene)
    for ply in range(scene.playback.total + 1):
        scene.scrub(ply)
        house.frame()
        assert scene._note()
    assert cut == []


def test_what_is_said_of_the_robots_is_the_shortest() -> None:
    """The numbers beside which the routes are told are what the solver finds."""
    spec = GAMES["robots"]
    record, _ = sample_record(spec)
    steps = replay(spec, dict(record.options), 0, record.actions).steps
    brain = prepared_brain(spec)
    optima = sample_optima(spec)
    assert optima is not None
    review: Callable = brain.review  # type: ignore[attr-defined]
    assert {ply: len(review(steps[ply].before, lambda: False).pv) for ply in optima} == optima
    told = [fact.kind for step in steps for fact in facts_of(spec, step, _optimum(optima, step.ply))]
    assert told.count("route_optimal") == 3 and "bid_impossible" not in told


def _optimum(optima, ply: int) -> int:
    return optima[max(start for start in optima if start <= ply)]


@pytest.mark.long
@pytest.mark.parametrize("game", ["quoridor", "coffee"])
def test_nobody_gives_much_away(game: str) -> None:
    spec = GAMES[game]
    record, _ = sample_record(spec)
    steps = replay(spec, dict(record.options), 0, record.actions).steps
    reviewer = GameReviewer(InlineAgent(), spec, record, steps)
    while not reviewer.done:
        reviewer.tick()
    assert reviewer.points is not None and all(point.loss < 0.2 for point in reviewer.points)

"""The review of a game in rounds on the screen: what was shown and what was better step by step, and the chip again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.options import resolve
from game.core.record import Record
from game.records.playback import Playback
from game.registry import find
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import BETTER, EACH_SECONDS, HOLD_SECONDS, PLAYED, ReviewScene, Walkthrough
from scenes.kit.input.intents import Kind
from scenes.table.art.marks import GOLD
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import PERSON, Playhouse
from tests.scenes.reviewing import best_steps, keep_reviewed, open_review, weighed

SPEC = find("robots")


def test_the_route_that_was_shown_and_the_better_one_grow_step_by_step(house: Playhouse) -> None:
    scene = open_review(house, "robots")
    point = scene.points[0]
    scene.show(0)
    house.run(0.5)
    own = house.services.stage.identities[scene.table.seats[point.played[0].seat].identity].color
    for which, steps, color in ((PLAYED, point.played, own), (BETTER, point.line, GOLD)):
        scene.choose(which)
        house.run(0.5)
        for shown in (1, 2):
            assert weighed(scene, color, *point.played, *point.line) == list(steps[:shown])
            assert scene.table.shown is scene.playback.state
            scene.press(0)


def test_steps_come_by_themselves_and_begin_anew(house: Playhouse) -> None:
    steps = Walkthrough(house.stage)
    steps.begin(3)
    seen = []
    for _ in range(4):
        seen.append(steps.shown)
        steps.tick(EACH_SECONDS + 0.01)
    assert seen == [1, 2, 3, 3]
    steps.tick(HOLD_SECONDS - 2 * EACH_SECONDS)
    assert steps.shown == 1 and steps.is_animated


def test_with_reduced_motion_the_whole_route_is_there(house: Playhouse) -> None:
    house.stage.look = replace(house.stage.look, reduced_motion=True)
    steps = Walkthrough(house.stage)
    steps.begin(4)
    assert steps.shown == 4 and not steps.is_animated
    steps.press()
    assert steps.shown == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_point_tells_the_numbers(open_house: OpenHouse, language: str) -> None:
    house = open_house(language=language)
    scene = open_review(house, "robots")
    for index, point in enumerate(scene.points):
        scene.show(index)
        said = scene._words()
        assert point.what is not None
        played, better = (choice.brief for choice in said.choices)
        assert all(str(number) in said.sentence + better for number in point.what.numbers.values())
        assert str(len(point.line)) in better and said.before != said.after
        bids = {seat: number for seat, number in point.played[0].before.bids if seat in point.what.seats}
        assert all(str(number) in played for number in bids.values())
        assert said.sentence in scene.spoken and said.player == point.played[0].seat


def test_practice_tells_the_shorter_route_without_chances(house: Playhouse) -> None:
    options = resolve(SPEC.options, {"players": 1, "reflectors": False})
    record = Record("robots", options, 63, ("0:yellow S", "0:yellow E", "0:yellow S"), (PERSON,))
    house.services.store.finish(record)
    line = '[[1.0],null,1,"red E,red S"]'
    house.services.store.keep_review(record, f'{{"version":2,"values":[{line},null,null,[[1.0],0,1,""]]}}')
    scene = ReviewScene(house.services, SPEC, record, Playback(SPEC, record))
    house.show(scene)
    said = scene._words()
    assert said.choices[PLAYED].brief == "Your route: 3 moves"
    assert said.sentence == "3 moves, where 2 were enough"
    assert (said.before, said.after, said.change_spoken) == ("", "", "")
    house.frame()


def test_the_replay_tells_what_the_solver_says_of_the_round(house: Playhouse, written: Written) -> None:
    record = keep_reviewed(house, "robots")
    scene = ReplayScene(house.services, SPEC, record, 5)
    house.show(scene)
    KeyHand(house).hit(Kind.THEORY)
    house.run(0.5)
    assert "Shortest: 6 moves" in [text for text, _ in written]
    steps = best_steps(scene)
    assert len(steps) == 6 and weighed(scene, GOLD, *steps) == steps
    assert scene.playback.state.moves and steps[0].before.robots == scene.playback.state.markers
    scene.go(scene.playback.total)
    written.clear()
    house.run(1.0)
    assert any(text.startswith("Shortest") for text, _ in written)

"""Three minutes of puzzles: as many as one can, three mistakes end it, the best of oneself and the house in Records."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from random import Random
from typing import Any

import pytest

from game.puzzles.practice_results import best, keep_best
from game.puzzles.puzzle import Puzzle, judge
from game.puzzles.results import HOUSE
from game.puzzles.stored import order_rising
from game.registry import puzzles_of
from scenes.kit.input.intents import Kind
from scenes.kit.widgets.widget import Button
from scenes.records.records_scene import RecordsScene
from scenes.today.minutes_scene import EACH, SECONDS, MinutesScene
from scenes.today.practice_scene import PracticeScene
from tests.scenes.hands import HANDS, KeyHand
from tests.scenes.learn.test_solving import ALL_HANDS
from tests.scenes.one_switch import OneSwitch
from tests.scenes.playhouse import Playhouse
from tests.scenes.speaking import listen


def short(game: str) -> list[Puzzle]:
    """The puzzles of a game that one move solves."""
    return [puzzle for puzzle in puzzles_of(game) if puzzle.moves == 1]


def opened(house: Playhouse, game: str = "star", seed: int = 0) -> MinutesScene:
    """Three minutes on the screen."""
    house.services.clock = lambda: datetime(2026, 11, 24, 12)
    return house.show(MinutesScene(house.services, short(game), seed))


def right(scene: MinutesScene) -> Any:
    """The key of the puzzle that is asked."""
    return scene.spec.rules.parse(scene.puzzle.keys[scene.done])


def wrong(scene: MinutesScene) -> Any:
    """Something legal that is not the key."""
    return next(action for action in scene.legal if action != right(scene))


def follow(house: Playhouse, scene: MinutesScene, action: Any) -> None:
    """Try something, and wait for what comes of it."""
    house.until(lambda: bool(scene.legal), "a puzzle")
    scene.try_action(action(scene))
    house.until(lambda: bool(scene.legal) or scene.is_done, "the next puzzle")


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.parametrize("game", ["quoridor", "star"])
@pytest.mark.one_in(2)
def test_puzzles_follow_each_other_by_every_device(house: Playhouse, game: str, device: str) -> None:
    scene = opened(house, game)
    hand = ALL_HANDS[game][device](house)
    first = scene.puzzle
    hand.put(right(scene))
    house.until(lambda: scene.puzzle != first, "the next puzzle")
    assert (scene.count, scene.mistakes) == (1, 0)


def test_with_one_switch(house: Playhouse) -> None:
    house.fps = 4
    house.services.settings.change(scan=True)
    scene = opened(house)
    one = OneSwitch(house, "key")
    one.take(scene.puzzle.keys[0])
    house.until(lambda: scene.count == 1, "the puzzle solved")


def test_a_longer_puzzle_counts_when_all_its_moves_are_found(house: Playhouse) -> None:
    longer = [puzzle for puzzle in puzzles_of("star") if puzzle.moves == 2]
    scene = house.show(MinutesScene(house.services, longer, 0))
    follow(house, scene, right)
    assert (scene.count, scene.done) == (0, 1)
    follow(house, scene, right)
    assert scene.count == 1


def test_three_mistakes_end_it_and_each_is_explained(house: Playhouse) -> None:
    scene = opened(house)
    follow(house, scene, right)
    seen = {scene.puzzle.id}
    for mistakes in (1, 2, 3):
        house.until(lambda: bool(scene.legal), "a puzzle")
        scene.try_action(wrong(scene))
        assert scene.mistakes == mistakes and scene.remark is not None and scene.remark.title.startswith("Not this one")
        reply = judge(scene.puzzle, 0, scene.spec.rules.text(scene.missed.action)).reply
        missed, left = scene.puzzle, scene.left
        house.idle(30.0)
        assert (scene.puzzle, scene.left) == (missed, left), "it stays until one has seen why"
        last = None if scene.table.last is None else scene.spec.rules.text(scene.table.last.action)
        assert last == (reply or scene.spec.rules.text(scene.missed.action)), "the reply that the reason names is shown"
        KeyHand(house).hit(Kind.CONFIRM)
        house.until(lambda: bool(scene.legal) or scene.is_done, "the next puzzle")
        seen.add(scene.puzzle.id)
    assert scene.is_done and len(seen) == 3 and scene.remark.title == "Three mistakes"
    assert scene.remark.text == "1 puzzle solved, your new best"
    assert best(house.services.store, HOUSE, "star") == 1
    left = scene.left
    house.run(2.0)
    assert scene.left == left


def test_the_time_ends_it(house: Playhouse) -> None:
    keep_best(house.services.store, HOUSE, "star", 5)
    scene = opened(house)
    recorder = listen(house)
    follow(house, scene, right)
    house.idle(SECONDS + 1)
    assert scene.is_done and scene.remark is not None and scene.remark.title == "Time is up"
    assert scene.remark.text == "1 puzzle solved. Your best is 5"
    assert {"60 seconds left", "30 seconds left", "10 seconds left"} <= set(recorder.texts)
    assert best(house.services.store, HOUSE, "star") == 5 and not scene.legal


def test_once_more_begins_anew(house: Playhouse) -> None:
    scene = opened(house)
    scene.left = 0.01
    house.until(lambda: scene.is_done, "the end")
    KeyHand(house).hit(Kind.CONFIRM)
    assert not scene.is_done and scene.left > SECONDS - 5 and (scene.count, scene.mistakes) == (0, 0)
    house.until(lambda: bool(scene.legal), "the first puzzle")


def test_a_press_leads_from_why_to_the_next_one(house: Playhouse) -> None:
    scene = opened(house)
    house.until(lambda: bool(scene.legal), "a puzzle")
    scene.try_action(wrong(scene))
    house.until(lambda: scene.table.timeline.is_idle, "the try")
    assert not scene.legal
    KeyHand(house).hit(Kind.CONFIRM)
    house.run(0.3)
    assert scene.legal and scene.remark is None


def test_it_opens_from_practice_where_puzzles_are_no_matches(house: Playhouse) -> None:
    house.show(PracticeScene(house.services, "star"))
    hand = KeyHand(house)
    hand.say("Three minutes")
    house.on_top(MinutesScene)
    hand.hit(Kind.BACK)
    scene = house.on_top(PracticeScene)
    keep_best(house.services.store, HOUSE, "star", 3)
    scene.resume(None)
    assert scene.note == "Best in three minutes: 3 puzzles"
    hand.hit(Kind.PREVIOUS)
    hand.hit(Kind.PREVIOUS)
    assert scene.game == "robots"
    button = scene.focus.widgets[-1]
    assert isinstance(button, Button) and not button.enabled and "Hyper Robots" in button.why


class TestOrder:
    def test_the_easy_ones_come_first_and_the_hardest_after_some_of_each(self) -> None:
        puzzles = puzzles_of("coffee")
        order = order_rising(puzzles, Random(3), EACH)
        grades = [puzzle.grade for puzzle in order]
        assert grades[:10] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5] and grades[10:] == sorted(grades[10:], reverse=True)
        assert Counter(one.id for one in order) == Counter(one.id for one in puzzles)

    def test_the_first_of_each_grade_are_not_the_longest_to_win(self) -> None:
        for game in ("coffee", "star"):
            puzzles = puzzles_of(game)
            for seed in range(20):
                for one in order_rising(puzzles, Random(seed), EACH)[: 5 * EACH]:
                    known = sorted(other.plies for other in puzzles if other.grade == one.grade and other.plies)
                    assert one.plies is None or one.plies <= known[(len(known) - 1) // 2]

    def test_it_hangs_on_the_seed_alone(self) -> None:
        puzzles = list(puzzles_of("coffee"))
        assert (
            order_rising(puzzles, Random(3), 2)
            == order_rising(puzzles[::-1], Random(3), 2)
            != order_rising(puzzles, Random(4), 2)
        )


class TestRecords:
    def test_the_best_of_the_house_and_of_oneself_stand_there(self, house: Playhouse) -> None:
        store = house.services.store
        aoi = store.profiles.take("Aoi")
        keep_best(store, aoi.id, "star", 9)
        keep_best(store, HOUSE, "star", 4)
        scene = house.show(RecordsScene(house.services, "star"))
        (line,) = scene._minutes
        assert line.spoken(house.stage) == "Three minutes: 9\nAoi\nYour own best: 4"
        house.run(0.2)

    def test_without_any_there_is_no_line(self, house: Playhouse) -> None:
        house.show(RecordsScene(house.services, "star"))
        assert house.on_top(RecordsScene)._minutes == []

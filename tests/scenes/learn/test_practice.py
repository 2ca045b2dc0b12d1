"""Practice: packs with their progress, endless puzzles about as hard as one is strong, and three minutes of puzzles."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from random import Random
from typing import Any

import pytest

from game.core.record import Record
from game.core.rules import Outcome
from game.puzzles.practice_results import Strength, best, keep_best, practice_progress, rate, strength
from game.puzzles.puzzle import Puzzle, judge
from game.puzzles.results import HOUSE, PuzzleProgress
from game.puzzles.stored import Pack, order_rising
from game.registry import PUZZLE_GAMES, puzzles_of
from scenes.kit.input.intents import Kind
from scenes.kit.widgets.widget import Button, Widget
from scenes.match.match_scene import MatchScene
from scenes.records.records_scene import RecordsScene
from scenes.table.exercises import puzzle_days
from scenes.today import practice_scene
from scenes.today.minutes_scene import EACH, SECONDS, MinutesScene
from scenes.today.occasion import OfPack
from scenes.today.practice_scene import PracticeScene, ShownPack, curve_of
from scenes.today.solving_scene import SolvingPhase, SolvingScene
from scenes.today.today_scene import TodayScene
from tests.scenes.hands import HANDS, KeyHand
from tests.scenes.learn.test_solving import ALL_HANDS
from tests.scenes.playhouse import PERSON, Playhouse
from tests.scenes.speaking import listen

NOW = datetime(2026, 11, 24, 12)
TODAY = NOW.date()


def opened(house: Playhouse, game: str = "star") -> PracticeScene:
    """The packs of a game."""
    house.services.clock = lambda: NOW
    return house.show(PracticeScene(house.services, game))


def shown(scene: PracticeScene, name: str) -> tuple[ShownPack, Widget]:
    """A pack by its id, and its widget."""
    place = [one.pack.id for one in scene.packs].index(name)
    return scene.packs[place], scene.focus.widgets[1 + place]


def solve(house: Playhouse) -> Puzzle:
    """Solve the puzzle on the screen."""
    scene = house.on_top(SolvingScene)
    for key in scene.puzzle.keys:
        scene.try_action(scene.spec.rules.parse(key))
        house.until(lambda: scene.table.timeline.is_idle, "the answer")
    assert scene.phase is SolvingPhase.OVER
    return scene.puzzle


def fail(house: Playhouse) -> SolvingScene:
    """Try something wrong."""
    scene = house.on_top(SolvingScene)
    house.until(lambda: bool(scene.legal), "the first try")
    scene.try_action(next(a for a in scene.legal if scene.spec.rules.text(a) != scene.puzzle.keys[0]))
    house.until(lambda: scene.remark is not None, "the refutation")
    return scene


class TestPacks:
    @pytest.mark.parametrize("device", HANDS)
    @pytest.mark.one_in(2)
    def test_they_open_from_today_and_one_puzzle_follows_the_other(self, house: Playhouse, device: str) -> None:
        house.services.clock = lambda: NOW
        house.services.store.set("last_game", "star")
        house.show(TodayScene(house.services))
        hand = HANDS[device](house)
        hand.say("Practice")
        scene = house.on_top(PracticeScene)
        pack, widget = shown(scene, "grade-1")
        hand.press(widget)
        assert solve(house) == pack.pack.puzzles[0]
        hand.order(Kind.CONFIRM)
        assert house.on_top(SolvingScene).puzzle == pack.pack.puzzles[1]
        hand.order(Kind.BACK)
        assert shown(house.on_top(PracticeScene), "grade-1")[0].solved == 1
        hand.order(Kind.BACK)
        house.on_top(TodayScene)

    def test_a_pack_is_read_aloud_with_its_progress(self, house: Playhouse) -> None:
        recorder = listen(house)
        scene = opened(house)
        assert "Practice. Star 3×3" in recorder.texts[0]
        pack, widget = shown(scene, "theme-slide")
        assert widget.spoken(house.stage) == f"Sliding: 0 of {len(pack.pack.puzzles)} solved"

    def test_the_shoulders_turn_from_game_to_game(self, house: Playhouse) -> None:
        scene = opened(house, "quoridor")
        seen = []
        for _ in PUZZLE_GAMES:
            seen.append(scene.game)
            KeyHand(house).hit(Kind.NEXT)
        assert seen == list(PUZZLE_GAMES) and scene.game == "quoridor"
        KeyHand(house).hit(Kind.PREVIOUS)
        assert scene.game == "star"

    def test_what_is_next_is_the_first_that_is_not_solved_then_the_poorest(self) -> None:
        puzzles = tuple(puzzles_of("star")[:4])
        solved = {puzzle.id: PuzzleProgress(stars=3, solved=TODAY) for puzzle in puzzles}
        pack = Pack("grade-1", puzzles)
        some = ShownPack("star", pack, {puzzles[0].id: solved[puzzles[0].id], puzzles[2].id: PuzzleProgress(wrong=1)})
        assert some.solved == 1
        assert [some.next(), some.next(puzzles[1]), some.next(puzzles[3])] == [1, 2, 1]
        poor = ShownPack("star", pack, {**solved, puzzles[2].id: PuzzleProgress(stars=1, solved=TODAY)})
        assert [poor.next(), poor.next(puzzles[2])] == [2, 3]
        assert ShownPack("star", pack, solved).next(puzzles[1]) == 2

    def test_one_that_was_solved_is_solved_again_from_its_beginning(self, house: Playhouse) -> None:
        puzzle = puzzles_of("star")[0]
        house.services.clock = lambda: NOW
        occasion = OfPack(house.services, puzzle, "Grade 1", 0, 8)
        occasion.solve(PuzzleProgress(stars=2, wrong=1))
        assert occasion.attempt() == PuzzleProgress()
        occasion.keep(PuzzleProgress(wrong=1))
        kept = practice_progress(house.services.store, HOUSE, "star")[puzzle.id]
        assert (kept.stars, kept.solved) == (2, TODAY)

    def test_a_wrong_try_counts_when_one_comes_back(self, house: Playhouse) -> None:
        scene = opened(house)
        KeyHand(house).press(shown(scene, "grade-1")[1])
        fail(house)
        KeyHand(house).hit(Kind.BACK)
        KeyHand(house).press(shown(scene, "grade-1")[1])
        assert house.on_top(SolvingScene).stars_left == 2

    @pytest.mark.usefixtures("damaged_puzzles")
    def test_a_damaged_file_is_told(self, house: Playhouse) -> None:
        scene = opened(house)
        house.run(0.2)
        buttons = scene.focus.widgets[-3:]
        assert scene.packs == [] and not any(button.enabled for button in buttons)
        assert {button.why for button in buttons} == {"These puzzles cannot be read"}
        assert opened(house, "coffee").packs


class TestEndless:
    def test_it_is_about_as_hard_as_one_is_strong_and_the_first_try_counts(self, house: Playhouse) -> None:
        scene = opened(house)
        hand = KeyHand(house)
        hand.say("Endless")
        first = solve(house)
        up = strength(house.services.store, HOUSE, "star")
        assert first.grade == 3 and up.value > 1500 and up.met == (first.id,)
        assert house.on_top(SolvingScene).note == f"Your strength is {round(up.value)} now (+{round(up.value) - 1500})"
        hand.hit(Kind.CONFIRM)
        solving = fail(house)
        down = strength(house.services.store, HOUSE, "star")
        assert solving.puzzle != first and down.value < up.value and f"(−{up.curve[0] - down.curve[1]})" in solving.note
        solving.try_again()
        house.until(lambda: bool(solving.legal), "another try")
        solve(house)
        assert strength(house.services.store, HOUSE, "star") == down
        hand.hit(Kind.BACK)
        assert house.on_top(PracticeScene) is scene and scene.strength == down
        assert practice_progress(house.services.store, HOUSE, "star")[first.id].stars == 3

    @pytest.mark.parametrize("helped", [Kind.HINT, Kind.THEORY])
    def test_help_counts_as_not_found(self, house: Playhouse, helped: Kind) -> None:
        opened(house)
        hand = KeyHand(house)
        hand.say("Endless")
        hand.hit(helped)
        assert strength(house.services.store, HOUSE, "star").value < 1500

    def test_who_only_looks_is_not_rated(self, house: Playhouse) -> None:
        opened(house)
        hand = KeyHand(house)
        hand.say("Endless")
        hand.hit(Kind.BACK)
        assert strength(house.services.store, HOUSE, "star") == Strength()

    def test_the_strength_is_read_aloud_and_drawn(self, house: Playhouse) -> None:
        for puzzle in puzzles_of("star")[:3]:
            rate(house.services.store, HOUSE, puzzle, 1.0)
        scene = opened(house)
        known = scene.strength
        said = f"Strength: {round(known.value)} ± {round(known.deviation)}"
        assert any(widget.spoken(house.stage).startswith(said) for widget in scene.focus.widgets)
        curve = curve_of(known.curve)
        assert curve.plies == 2 and [point for point, _ in curve.lines[0]] == [0, 1, 2]
        assert 0.5 < curve.lines[0][0][1] < curve.lines[0][2][1] < 1
        assert curve_of((100, 9999)).lines[0] == ((0.0, 0.0), (1.0, 1.0)) and curve_of(()).lines == ((),)


class TestMatches:
    def test_a_puzzle_that_is_a_match_begins_as_one(self, house: Playhouse) -> None:
        scene = opened(house, "robots")
        pack, widget = shown(scene, "grade-4")
        KeyHand(house).press(widget)
        session = house.on_top(MatchScene).session
        assert (session.seed, session.options) == (pack.pack.puzzles[0].seed, pack.pack.puzzles[0].options)

    def test_what_it_was_worth_is_kept_and_rated_once(self, house: Playhouse) -> None:
        opened(house, "robots")
        KeyHand(house).say("Endless")
        match = house.on_top(MatchScene)
        given = match.session.record()
        over = Record(given.game, given.options, given.seed, ("0:red N",), given.seats, (), Outcome((0,), "arrival"))
        match.session.record = lambda: over  # type: ignore[method-assign]
        match.ending.keep_puzzle()
        puzzle = puzzle_days.practice_puzzle(over)
        store = house.services.store
        assert puzzle is not None and practice_progress(store, HOUSE, "robots")[puzzle.id].stars == 1
        assert strength(store, HOUSE, "robots") == Strength()
        for _ in range(2):
            match.ending.keep_puzzle(is_known=True)
        assert len(strength(store, HOUSE, "robots").curve) == 1

    def test_a_match_that_is_no_puzzle_counts_nowhere(self, house: Playhouse) -> None:
        puzzle = puzzles_of("robots")[0]
        two = {**puzzle.options, "players": 2}
        assert puzzle_days.practice_puzzle(Record("robots", two, puzzle.seed, (), (PERSON, PERSON))) is None
        assert puzzle_days.practice_puzzle(Record("robots", dict(puzzle.options), 1, (), (PERSON,))) is None


def test_every_game_with_puzzles_has_packs() -> None:
    for game in PUZZLE_GAMES:
        assert len(practice_scene.shown_packs(game, {})) >= 5


def short(game: str) -> list[Puzzle]:
    """The puzzles of a game that one move solves."""
    return [puzzle for puzzle in puzzles_of(game) if puzzle.moves == 1]


def begun(house: Playhouse, game: str = "star", seed: int = 0) -> MinutesScene:
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
    scene = begun(house, game)
    hand = ALL_HANDS[game][device](house)
    first = scene.puzzle
    hand.put(right(scene))
    house.until(lambda: scene.puzzle != first, "the next puzzle")
    assert (scene.count, scene.mistakes) == (1, 0)


def test_a_longer_puzzle_counts_when_all_its_moves_are_found(house: Playhouse) -> None:
    longer = [puzzle for puzzle in puzzles_of("star") if puzzle.moves == 2]
    scene = house.show(MinutesScene(house.services, longer, 0))
    follow(house, scene, right)
    assert (scene.count, scene.done) == (0, 1)
    follow(house, scene, right)
    assert scene.count == 1


def test_three_mistakes_end_it_and_each_is_explained(house: Playhouse) -> None:
    scene = begun(house)
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
    scene = begun(house)
    recorder = listen(house)
    follow(house, scene, right)
    house.idle(SECONDS + 1)
    assert scene.is_done and scene.remark is not None and scene.remark.title == "Time is up"
    assert scene.remark.text == "1 puzzle solved. Your best is 5"
    assert {"60 seconds left", "30 seconds left", "10 seconds left"} <= set(recorder.texts)
    assert best(house.services.store, HOUSE, "star") == 5 and not scene.legal


def test_once_more_begins_anew(house: Playhouse) -> None:
    scene = begun(house)
    scene.left = 0.01
    house.until(lambda: scene.is_done, "the end")
    KeyHand(house).hit(Kind.CONFIRM)
    assert not scene.is_done and scene.left > SECONDS - 5 and (scene.count, scene.mistakes) == (0, 0)
    house.until(lambda: bool(scene.legal), "the first puzzle")


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

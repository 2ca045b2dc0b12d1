"""Puzzles are solved on the games' own boards, by every device; a wrong try is answered, and all of it is kept."""

from __future__ import annotations

from datetime import date, datetime
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.core.record import replay
from game.puzzles.puzzle import Puzzle, judge
from game.puzzles.results import HOUSE, PuzzleProgress, attempts, keep
from game.registry import book_of, find
from scenes.kit.drawing.paint import RING_GAP, RING_WIDTH
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.scene import Pop
from scenes.kit.widgets.widget import Button
from scenes.table.board.layout import region
from scenes.table.exercises.lesson_table import step_from
from scenes.today.occasion import HINTS, OfDay, PuzzleReasons
from scenes.today.solving_scene import NextStep, SolvingPhase, SolvingScene
from tests.scenes.coffee_hands import COFFEE_HANDS
from tests.scenes.hands import HANDS, KeyHand
from tests.scenes.one_switch import OneSwitch
from tests.scenes.playhouse import SIZES, Playhouse
from tests.scenes.speaking import listen
from tests.scenes.star_hands import STAR_HANDS
from tests.tables import rows

DAY = date(2026, 11, 24)
ALL_HANDS: dict[str, dict[str, type[Any]]] = {"quoridor": HANDS, "coffee": COFFEE_HANDS, "star": STAR_HANDS}
DEVICES = ("mouse", "keyboard", "pad", "touch")
TRIES = {
    "quoridor": ("quoridor-44", "d4", "c3"),
    "coffee": ("coffee-385", "a1d", "e1u"),
    "star": ("star-262", "@b2", "@a2"),
}
"""By game: a puzzle, a wrong try, the key."""


def puzzle(name: str) -> Puzzle:
    """A puzzle by its name."""
    book = book_of(find(name.partition("-")[0]))
    assert book is not None
    return next(each for each in (*book.calendar(), *book.practice()) if each.id == name)


def wrong_tries(name: str) -> list[str]:
    """All that is legal in a puzzle's position and is not its key."""
    given = puzzle(name)
    spec = find(given.game)
    state = replay(spec, dict(given.options), given.seed, given.actions).state
    legal = [action for action in spec.rules.legal(state, given.side) if spec.play.is_move(action)]
    return [text for text in map(spec.rules.text, legal) if text != given.keys[0]]


def opened(house: Playhouse, name: str, day: date = DAY, has_next: bool = False) -> SolvingScene:
    """A puzzle on the screen, on its day."""
    house.services.clock = lambda: datetime(2026, 11, 24, 12)
    scene = house.show(SolvingScene(house.services, OfDay(house.services, puzzle(name), day, has_next)))
    house.until(lambda: scene.table.timeline.is_idle, "the board at rest")
    return scene


def parsed(scene: SolvingScene, text: str) -> Any:
    """An action of the scene's game."""
    return scene.spec.rules.parse(text)


def tried(house: Playhouse, scene: SolvingScene, text: str) -> None:
    """Try an action, whatever hand does, and wait until it was answered."""
    scene.try_action(parsed(scene, text))
    house.until(lambda: scene.table.timeline.is_idle, "the answer")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", TRIES)
@pytest.mark.one_in(2)
def test_a_puzzle_is_solved_at_the_second_try_by_every_device(house: Playhouse, game: str, device: str) -> None:
    name, wrong, key = TRIES[game]
    scene = opened(house, name)
    hand = ALL_HANDS[game][device](house)
    hand.put(parsed(scene, wrong))
    house.until(lambda: scene.remark is not None, "the refutation")
    assert scene.phase is SolvingPhase.REFUTED and scene.attempt.wrong == 1
    assert scene.remark is not None and scene.remark.title == "Not yet"
    hand.order(Kind.CONFIRM)
    house.until(lambda: bool(scene.legal), "another try")
    assert scene.remark is None and scene.table.state == scene.start
    hand.put(parsed(scene, key))
    house.until(lambda: scene.remark is not None, "the praise")
    assert scene.phase is SolvingPhase.OVER and scene.attempt.stars == 2
    kept = attempts(house.services.store, HOUSE, game)[DAY]
    assert (kept.stars, kept.wrong, kept.solved, kept.in_row) == (2, 1, DAY, True)


@pytest.mark.parametrize("switch", ["key", "pad", "click", "tap"])
@pytest.mark.one_in(2)
def test_a_puzzle_is_solved_with_one_switch(house: Playhouse, switch: str) -> None:
    house.fps = 4
    house.services.settings.change(scan=True)
    scene = opened(house, "star-262")
    one = OneSwitch(house, switch)
    one.take("@b2")
    house.until(lambda: scene.remark is not None, "the refutation")
    one.take("Try again")
    house.until(lambda: bool(scene.legal), "another try")
    one.take("@a2")
    house.until(lambda: scene.attempt.solved is not None, "the solution")
    assert scene.attempt.stars == 2


def test_what_is_asked_and_what_comes_of_a_try_is_read_aloud(house: Playhouse) -> None:
    recorder = listen(house)
    scene = opened(house, "star-262")
    task = "Only one move wins. Black to move. Find the first move. Grade 1 of 5."
    assert task in recorder.texts
    before = len(recorder.texts)
    scene.meant(Intent(Kind.WHERE, house.stage.devices.current))
    house.run(0.2)
    assert recorder.texts[before].startswith(task) and len(recorder.texts[before]) > len(task)
    tried(house, scene, "@b2")
    house.run(0.2)
    assert scene.remark is not None
    assert scene.remark.spoken in recorder.texts and scene.remark.spoken.startswith("Not yet. ")


class TestReplies:
    @pytest.mark.parametrize("name", ["quoridor-44", "quoridor-35", "coffee-22", "coffee-449", "star-767", "star-717"])
    def test_every_wrong_try_has_a_sentence_that_does_not_tell_the_key(self, house: Playhouse, name: str) -> None:
        scene = opened(house, name)
        key = scene.key()
        written = scene.table.board.words.action(key.action).notation
        for text in wrong_tries(name):
            step = step_from(scene.spec, scene.start, parsed(scene, text))
            reply = judge(scene.puzzle, 0, text).reply
            answer = step_from(scene.spec, step.after, parsed(scene, reply)) if reply else None
            sentence = scene.reasons.against(scene.puzzle, key, step, answer)
            told = sentence.replace(scene.table.board.words.action(step.action).notation, "")
            answered = "" if answer is None else scene.table.board.words.action(answer.action).notation
            assert sentence and (written not in told or written == answered), f"{text}: {sentence}"

    @pytest.mark.parametrize(("name", "told"), rows("praised_keys"))
    def test_a_key_is_praised_by_its_reason_and_without_notation(self, house: Playhouse, name: str, told: str) -> None:
        scene = opened(house, name)
        key, words = scene.key(), scene.table.board.words.action(scene.key().action)
        seen, aloud = (scene.reasons.speaks_for(scene.puzzle, 0, key, one) for one in (True, False))
        assert seen.startswith(told.replace(r"\n", "\n"))
        assert words.noun[1:] in aloud and words.notation not in seen
        assert scene.spec.rules.text(key.action) not in aloud or words.noun.endswith(words.notation)  # a pawn's cell

    def test_an_answer_of_which_nothing_more_is_known_says_what_it_costs(self, house: Playhouse) -> None:
        scene = opened(house, "coffee-117")
        tried(house, scene, "i5d")
        assert scene.remark is not None
        assert scene.remark.text == (
            "After a bean in reply: Black can choose from 3 saucers\nOrange wins, whatever Black does"
        )

    @pytest.mark.parametrize(("name", "wrong", "told"), rows("refuted_tries", 3))
    def test_a_wrong_try_is_answered_with_why_it_fails(
        self, house: Playhouse, name: str, wrong: str, told: str
    ) -> None:
        scene = opened(house, name)
        tried(house, scene, wrong)
        assert scene.remark is not None and scene.remark.text.startswith(told.replace(r"\n", "\n"))

    def test_where_nothing_is_drawn_the_task_is_to_win(self) -> None:
        book = book_of(find("coffee"))
        assert book is not None and {one.task for one in (*book.calendar(), *book.practice())} == {"win"}

    def test_the_rival_s_best_reply_is_played_on_the_board(self, house: Playhouse) -> None:
        scene = opened(house, "quoridor-44")
        tried(house, scene, "e6h")
        assert [scene.spec.rules.text(step.action) for step in scene.line] == ["e6h", "d7"]
        assert scene.table.shown == scene.line[-1].after

    def test_the_try_is_ringed_beside_its_sentence_and_named_by_no_code(
        self, house: Playhouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = opened(house, "quoridor-44")
        ringed: list[str] = []

        def ring(canvas: Any, step: Any, color: str, alpha: float) -> None:
            ringed.append(scene.spec.rules.text(step.action))

        monkeypatch.setattr(scene.table.board.drawing, "draw_weighed", ring)
        tried(house, scene, "e6h")
        house.until(lambda: bool(ringed), "the ring")
        assert set(ringed) == {"e6h"}
        assert scene.remark is not None and "e6h" not in scene.remark.text

    def test_it_can_be_walked_through(self, house: Playhouse) -> None:
        scene = opened(house, "quoridor-44")
        tried(house, scene, "e6h")
        hand = KeyHand(house)
        seen = []
        for _ in range(3):
            hand.hit(Kind.NEXT)
            house.until(lambda: scene.table.timeline.is_idle, "the step")
            seen.append(scene.table.shown)
        assert seen == [scene.start, scene.line[0].after, scene.line[1].after]
        hand.hit(Kind.PREVIOUS)
        house.until(lambda: scene.table.timeline.is_idle, "the step")
        assert scene.table.shown == scene.line[0].after
        assert scene.phase is SolvingPhase.REFUTED and scene.attempt.wrong == 1

    def test_a_longer_solution_goes_on_after_the_defence(self, house: Playhouse) -> None:
        scene = opened(house, "coffee-33")
        for number, key in enumerate(scene.puzzle.keys):
            assert scene.done == number
            tried(house, scene, key)
        assert scene.attempt.stars == 3 and len(scene.line) == 3

    def test_after_a_wrong_second_move_one_tries_that_one_again(self, house: Playhouse) -> None:
        scene = opened(house, "coffee-33")
        tried(house, scene, "e1u")
        middle = scene.table.state
        wrong = next(a for a in scene.legal if scene.spec.rules.text(a) != scene.puzzle.keys[1])
        tried(house, scene, scene.spec.rules.text(wrong))
        scene.try_again()
        house.until(lambda: bool(scene.legal), "another try")
        assert scene.table.state == middle and scene.done == 1

    def test_what_the_rules_forbid_costs_no_star(self, house: Playhouse) -> None:
        scene = opened(house, "quoridor-44")
        scene.try_barred(parsed(scene, "a1"))
        assert scene.attempt.wrong == 0 and scene.stars_left == 3


class TestHelp:
    @pytest.mark.parametrize("size", SIZES)
    def test_the_frame_of_the_first_hint_stays_on_the_board(self, house: Playhouse) -> None:
        scene = opened(house, "coffee-22")
        frame, around = scene.table.frame, scene.stage.metrics.px(RING_GAP + RING_WIDTH)
        for corner in (frame.topleft, frame.topright, frame.bottomleft, frame.bottomright):
            board: Any = SimpleNamespace(input=SimpleNamespace(area=lambda *_, at=corner: pygame.Rect(at, (1, 1))))
            place = PuzzleReasons(scene.stage, scene.spec, board, ()).place(scene.key(), frame)
            assert frame.contains(place.inflate(2 * around, 2 * around)) and place.width > frame.width / 4

    def test_each_hint_tells_more_and_costs_a_star(self, house: Playhouse) -> None:
        scene = opened(house, "star-767")
        hand, told = KeyHand(house), []
        for hint in range(1, HINTS + 1):
            hand.hit(Kind.HINT)
            assert scene.remark is not None and scene.remark.title == f"Hint {hint} of 3"
            told.append(scene.remark.text)
            assert scene.stars_left == 3 - hint
        assert told[:2] == [f"Look at the {place(scene)} part of the board", "Place a piece"]
        assert "b3" not in told[2] and "his move" in told[2] and scene.hint == parsed(scene, "@b3")
        assert scene.remark is not None and "b3" in scene.remark.spoken and "@b3" not in scene.remark.spoken
        hand.hit(Kind.HINT)
        assert scene.attempt.hints == HINTS
        tried(house, scene, "@b3")
        for key in scene.puzzle.keys[1:]:
            tried(house, scene, key)
        kept = attempts(house.services.store, HOUSE, "star")[DAY]
        assert (kept.stars, kept.hints) == (0, 3) and kept.solved == DAY and kept.in_row

    def test_the_solution_is_played_and_is_worth_nothing(self, house: Playhouse) -> None:
        scene = opened(house, "star-767")
        KeyHand(house).hit(Kind.THEORY)
        house.until(lambda: scene.remark is not None, "the explanation")
        assert scene.remark is not None and scene.remark.title == "Solution"
        assert scene.table.shown == scene.line[-1].after and len(scene.line) == len(scene.puzzle.line)
        kept = attempts(house.services.store, HOUSE, "star")[DAY]
        assert kept.shown and kept.solved is None and not scene.legal

    def test_one_that_is_over_shows_its_solution(self, house: Playhouse) -> None:
        keep(house.services.store, HOUSE, "star", DAY, PuzzleProgress(stars=3, seconds=61, solved=DAY))
        scene = opened(house, "star-767")
        house.until(lambda: scene.remark is not None, "the explanation")
        assert scene.phase is SolvingPhase.OVER and scene.stars_left == 3 and not scene.legal
        assert attempts(house.services.store, HOUSE, "star")[DAY].stars == 3

    def test_a_hint_is_grey_once_all_are_told_and_there_again_for_the_next_move(self, house: Playhouse) -> None:
        scene = opened(house, "star-767")
        for _ in range(HINTS):
            scene.give_hint()
        labels = [(widget.label, widget.enabled) for widget in scene.pointed.widgets if isinstance(widget, Button)]
        assert labels[0] == ("Hint", False) and labels[1][1]
        tried(house, scene, scene.puzzle.keys[0])
        labels = [(widget.label, widget.enabled) for widget in scene.pointed.widgets if isinstance(widget, Button)]
        assert not scene.is_over and labels[0] == ("Hint", True)

    def test_the_last_hint_is_told_again_at_no_cost(self, house: Playhouse) -> None:
        keep(house.services.store, HOUSE, "star", DAY, PuzzleProgress(hints=2))
        scene = opened(house, "star-767")
        assert scene.remark is not None and scene.remark.text == "Place a piece"
        assert scene.attempt.hints == 2


class TestLeaving:
    def test_a_wrong_try_is_kept_at_once_and_counts_when_one_comes_back(self, house: Playhouse) -> None:
        scene = opened(house, "star-262")
        scene.try_action(parsed(scene, "@b2"))
        assert attempts(house.services.store, HOUSE, "star")[DAY].wrong == 1
        again = opened(house, "star-262")
        assert again is not scene and again.stars_left == 2

    def test_who_only_looked_has_begun_nothing(self, house: Playhouse) -> None:
        scene = opened(house, "star-262")
        scene.leave()
        assert attempts(house.services.store, HOUSE, "star") == {}

    def test_back_leads_out_and_the_brass_button_to_the_next_one(self, house: Playhouse) -> None:
        scene = opened(house, "star-262", has_next=True)
        device = house.stage.devices.current
        assert scene.intent(Intent(Kind.BACK, device)) == Pop()
        tried(house, scene, "@a2")
        assert scene.intent(Intent(Kind.CONFIRM, device)) == Pop(NextStep.NEXT)

    def test_time_counts_until_it_is_solved(self, house: Playhouse) -> None:
        scene = opened(house, "star-262")
        house.run(2.0)
        tried(house, scene, "@a2")
        taken = scene.attempt.seconds
        assert taken >= 2
        house.run(3.0)
        scene.leave()
        assert attempts(house.services.store, HOUSE, "star")[DAY].seconds == taken


def place(scene: SolvingScene) -> str:
    """Where the first hint has one look, in words."""
    row, column = region(scene.table.board.input.area(scene.start, scene.key().action), scene.table.frame)
    names = [["top left", "top middle", "top right"], ["left", "the middle", "right"]]
    return [*names, ["bottom left", "bottom middle", "bottom right"]][row][column]

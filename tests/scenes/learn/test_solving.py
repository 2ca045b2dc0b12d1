"""Puzzles on the games' own boards: solved by every device, with answers to wrong tries; and raced for at one table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.core.device_id import DeviceId
from game.core.record import replay
from game.match_setup import IDENTITIES
from game.people.roster import Chair, Roster
from game.puzzles.puzzle import Puzzle, judge
from game.puzzles.race import FIRST, LATER, WRONG_SECONDS
from game.puzzles.results import HOUSE, PuzzleProgress, attempts, keep
from game.registry import book_of, find, puzzles_of
from scenes.kit.drawing.paint import RING_GAP, RING_WIDTH
from scenes.kit.input.intents import KEYBOARD, MOUSE, Device, Intent, Kind, phone
from scenes.kit.scene import Pop
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.widget import Button
from scenes.phones.pages import page
from scenes.table.board.layout import region
from scenes.table.contract.phone_pages import SeatPage
from scenes.table.exercises.lesson_table import step_from
from scenes.today.occasion import HINTS, OfDay, PuzzleReasons
from scenes.today.practice_scene import PracticeScene
from scenes.today.race_scene import SHOWN_SECONDS, WAYS, RaceScene, RaceSeating, is_private
from scenes.today.solving_scene import NextStep, SolvingPhase, SolvingScene
from tests.scenes.coffee_hands import COFFEE_HANDS
from tests.scenes.hands import HANDS, KeyHand, MouseHand, PadHand
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


ONE, TWO = Device("pad:1", "xbox", "Pad", 1), Device("pad:2", "xbox", "Pad", 2)


def chairs(*devices: str, keys: Sequence[int] = ()) -> tuple[Chair, ...]:
    """People with these devices; those at the keyboard have `keys`."""
    left = list(keys)
    found = []
    for identity, device, name in zip(IDENTITIES, devices, ("@aoi", "@ren", "@mio", "@haru"), strict=False):
        key = left.pop(0) if device == "keyboard" and left else 0
        found.append(Chair(identity, name=name, device=DeviceId(device), key=key))
    return tuple(found)


def begun(house: Playhouse, sitting: tuple[Chair, ...], game: str = "star", seed: int = 3) -> RaceScene:
    """A race of those who sit there."""
    house.services.people.seat(Roster(sitting))
    puzzles = [puzzle for puzzle in puzzles_of(game) if puzzle.moves == 1]
    return house.show(RaceScene(house.services, puzzles, seed))


def sit(house: Playhouse, *sitting: Chair) -> None:
    """Let these be at the table, and nobody else."""
    house.services.people.seat(Roster(sitting))
    house.run(0.1)


def press(scene: RaceScene, device: Device, place: int) -> None:
    """Choose what is offered at a place by its direction."""
    scene.intent(Intent(WAYS[place], device))


def wrong(scene: RaceScene) -> int:
    """A place at which the key is not."""
    return (scene.key + 1) % len(scene.options)


class TestTogether:
    def test_pads_choose_by_directions_and_the_board_shows_no_choice(self, house: Playhouse) -> None:
        scene = begun(house, chairs("pad1", "pad2"))
        assert not scene.seating.in_turns
        before = scene.lit
        press(scene, ONE, wrong(scene))
        assert scene.race.waits(0) == WRONG_SECONDS and scene.remark is None and scene.lit == before
        press(scene, ONE, scene.key)
        press(scene, TWO, scene.key)
        assert scene.race.points == [0, FIRST] and not scene.race.is_answered
        house.run(WRONG_SECONDS + 0.1)
        press(scene, ONE, scene.key)
        assert scene.race.points == [LATER, FIRST] and scene.remark is not None
        assert scene.remark.title == "Found by Ren and Aoi"

    def test_it_keeps_its_people_while_others_leave_and_join(self, house: Playhouse) -> None:
        aoi, ren, mio = chairs("pad1", "pad2", "pad101")
        scene = begun(house, (aoi, ren))
        press(scene, TWO, scene.key)
        assert scene.race.points == [0, FIRST]
        sit(house, aoi, ren, mio)
        assert scene.race.points == [0, FIRST, 0] and len(scene.places.all("person")) == 3
        choose(scene, 1, wrong(scene))
        assert scene.race.waits(2) > 0
        sit(house, ren, mio)
        assert [scene.name(player) for player in scene.in_order] == ["Ren", "Mio"]
        assert scene.race.points == [FIRST, 0] and scene.race.right == [0] and scene.race.waits(1) > 0
        house.run(WRONG_SECONDS)
        choose(scene, 1, scene.key)
        assert scene.race.points == [FIRST, LATER]

    def test_who_could_be_seen_choosing_waits_for_the_next_race(self, house: Playhouse) -> None:
        aoi, ren, mio = chairs("pad1", "pad2", "mouse")
        scene = begun(house, (aoi, ren))
        sit(house, aoi, ren, mio)
        assert [chair.identity for chair in scene.seating.chairs] == [aoi.identity, ren.identity]

    def test_it_ends_where_one_alone_is_left(self, house: Playhouse) -> None:
        aoi, ren = chairs("pad1", "pad2")
        scene = begun(house, (aoi, ren))
        press(scene, ONE, scene.key)
        sit(house, ren)
        assert scene.is_over and scene.race.places == [1, 2]
        assert [prompt.kind for prompt in scene.own_prompts()] == [Kind.BACK]
        scene.intent(Intent(Kind.CONFIRM, TWO))
        assert scene.is_over
        house.services.people.seat(Roster((ren, aoi)))
        scene.intent(Intent(Kind.CONFIRM, TWO))
        assert scene.is_asked and [chair.identity for chair in scene.seating.chairs] == [ren.identity, aoi.identity]

    def test_a_real_pad(self, house: Playhouse) -> None:
        hand = PadHand(house)
        scene = begun(house, chairs("pad1", "pad2"))
        hand.hit(WAYS[scene.key])
        assert scene.race.points == [FIRST, 0]

    def test_an_own_key_takes_what_is_lit(self, house: Playhouse) -> None:
        scene = begun(house, chairs("keyboard", "keyboard", keys=(pygame.K_f, pygame.K_j)))
        house.until(lambda: scene.lit == scene.key, "the light on the key")
        scene.intent(Intent(Kind.KEY, KEYBOARD, key=pygame.K_j))
        assert scene.race.points == [0, FIRST]
        house.until(lambda: scene.lit != scene.key, "the light elsewhere")
        scene.intent(Intent(Kind.KEY, KEYBOARD, key=pygame.K_f))
        assert scene.race.waits(0) > 0
        scene.intent(Intent(WAYS[scene.key], KEYBOARD, key=pygame.K_UP))
        assert scene.race.points == [0, FIRST]

    def test_who_is_alone_at_the_keyboard_has_the_arrows_too(self, house: Playhouse) -> None:
        scene = begun(house, chairs("keyboard", "pad1", keys=(pygame.K_f,)))
        scene.intent(Intent(WAYS[scene.key], KEYBOARD, key=pygame.K_UP))
        assert scene.race.points == [FIRST, 0]

    def test_strangers_and_the_mouse_choose_nothing(self, house: Playhouse) -> None:
        scene = begun(house, chairs("pad1", "pad2"))
        press(scene, Device("pad:7", "xbox", "Pad", 7), scene.key)
        scene.intent(Intent(Kind.PRESS, MOUSE, point=scene.places.all("option")[scene.key].center))
        assert scene.race.points == [0, 0] and scene.pointed.widgets == []

    def test_it_goes_on_to_the_places(self, house: Playhouse) -> None:
        scene = begun(house, chairs("pad1", "pad2"))
        seen = set()
        for number in range(10):
            seen.add(scene.puzzle.id)
            assert scene.race.round == number and scene.is_asked
            press(scene, TWO, scene.key)
            press(scene, ONE, scene.key)
            house.run(SHOWN_SECONDS + 2 if number % 2 else 2.0)
            if scene.stays is not None:
                scene.intent(Intent(Kind.CONFIRM, ONE))
        assert len(seen) == 10 and scene.is_over
        assert scene.race.points == [10 * LATER, 10 * FIRST] and scene.race.places == [2, 1]
        assert scene.remark is not None and (scene.remark.title, scene.remark.text) == ("Ren wins", "30 points")
        assert [scene.name(player) for player in scene.in_order] == ["Ren", "Aoi"]
        scene.intent(Intent(Kind.CONFIRM, ONE))
        assert scene.is_asked and scene.race.points == [0, 0]

    def test_nobody_finds_it(self, house: Playhouse) -> None:
        house.fps = 5
        scene = begun(house, chairs("pad1", "pad2"))
        house.until(lambda: scene.remark is not None, "the end of the puzzle", seconds=70)
        assert scene.remark is not None and scene.remark.title == "Nobody found it" and scene.race.points == [0, 0]


class TestInTurns:
    def test_one_mouse_has_all_take_turns(self, house: Playhouse) -> None:
        scene = begun(house, chairs("mouse", "mouse", "pad1"))
        assert scene.seating.in_turns and scene.race.rounds == 12
        hand = MouseHand(house)
        for number in range(3):
            assert scene.race.asked == (number,) and scene.spoken.startswith(f"{scene.name(number)}’s turn")
            hand.press(scene.pointed.widgets[scene.key])
            assert scene.race.points[number] == FIRST
            house.until(lambda: scene.table.timeline.is_idle, "the move")
            hand.order(Kind.CONFIRM)

    def test_any_device_chooses_for_whose_turn_it_is(self, house: Playhouse) -> None:
        scene = begun(house, chairs("touch", "touch"))
        press(scene, KEYBOARD, wrong(scene))
        house.run(WRONG_SECONDS + 0.1)
        house.until(lambda: scene.lit == scene.key, "the light on the key")
        KeyHand(house).hit(Kind.CONFIRM)
        assert scene.race.points == [LATER, 0]

    def test_one_button_play_is_in_turns(self, house: Playhouse) -> None:
        house.fps = 4
        house.services.settings.change(scan=True)
        scene = begun(house, chairs("pad1", "pad2"))
        assert scene.seating.in_turns
        one = OneSwitch(house, "key")
        one.take(scene.in_words(scene.key))
        house.until(lambda: scene.race.points == [FIRST, 0], "the answer")

    @pytest.mark.parametrize(
        ("device", "key", "private"),
        [("pad1", 0, True), ("pad101", 0, True), ("keyboard", pygame.K_f, True), ("keyboard", 0, False),
         ("mouse", 0, False), ("touch", 0, False), ("", 0, False)],
    )  # fmt: skip
    def test_who_can_choose_in_private(self, device: str, key: int, private: bool) -> None:
        assert is_private(Chair(IDENTITIES[0], device=DeviceId(device), key=key)) is private

    def test_a_held_direction_is_one_answer(self) -> None:
        seating = RaceSeating(chairs("pad1", "pad2"), in_turns=False)
        assert seating.answer(Intent(Kind.UP, TWO), range(2), 2) == (1, 0)
        assert seating.answer(Intent(Kind.UP, TWO, repeat=True), range(2), 2) is None


def choose(scene: RaceScene, number: int, place: int) -> None:
    """Press the button of a place on a phone."""
    scene.intent(Intent(Kind.DIGIT, phone(number), value=place))


class TestPhones:
    @pytest.mark.parametrize("seed", [1, 2])
    @pytest.mark.parametrize("game", ["star", "quoridor", "coffee"])
    def test_they_show_what_is_offered_as_the_screen_does_and_in_words_and_choose_by_buttons(
        self, house: Playhouse, game: str, seed: int
    ) -> None:
        scene = begun(house, chairs("pad101", "pad102"), game, seed)
        seated, boards = house.services.people.roster.chairs, []
        for place in range(len(scene.options)):
            scene.put_light(place)
            shown = page(house.services, scene, phone(1), seated[0]).shown
            offers = [button for button in shown.buttons if button.role == "offer"]
            assert [button.id for button in offers] == [f"option{at}" for at in range(len(scene.options))]
            assert [button.chosen for button in offers] == [at == place for at in range(len(offers))]
            assert [button.label for button in offers] == [scene.in_words(at) for at in range(len(offers))]
            assert all(button.enabled and "…" not in button.label for button in offers)
            assert shown.board is not None and shown.hand == "board"
            boards.append(shown.board)
        assert len(set(boards)) == len(scene.options), "on each of them the light lies for a while"
        choose(scene, 1, 9), choose(scene, 3, scene.key)
        assert scene.race.points == [0, 0]
        choose(scene, 1, wrong(scene))
        assert scene.phone_view(phone(1)).helper == "Not this one, again in 5 s"
        choose(scene, 2, scene.key)
        told = scene.phone_view(phone(2))
        assert scene.race.points == [0, FIRST] and not told.mine and told.helper == "Right"
        shown = page(house.services, scene, phone(2), seated[1]).shown
        assert not any(button.enabled for button in shown.buttons if button.role == "offer")

    def test_who_only_watches_has_the_board_alone(self, house: Playhouse) -> None:
        scene = begun(house, chairs("pad101", "pad102"))
        shown = page(house.services, scene, phone(5), None).shown
        assert shown.board is not None and shown.buttons == ()

    def test_between_puzzles_they_say_what_the_screen_says(self, house: Playhouse) -> None:
        scene = begun(house, chairs("pad101", "pad102"))
        for number in (1, 2):
            choose(scene, number, scene.key)
        told = scene.phone_view(phone(1))
        assert told.sentence == "Found by Aoi and Ren" and not isinstance(told.page, SeatPage)


class TestTheWayIn:
    def test_two_who_have_sat_down_race_from_practice(self, house: Playhouse) -> None:
        house.show(PracticeScene(house.services, "star"))
        button = house.on_top(PracticeScene).focus.widgets[-1]
        assert isinstance(button, Button) and button.label == "Race" and not button.enabled
        sit(house, *chairs("mouse", "mouse"))  # the page follows the seats
        hand = KeyHand(house)
        hand.say("Race")
        scene = house.on_top(RaceScene)
        hand.hit(Kind.BACK)
        house.on_top(Dialog)
        hand.say("Continue")
        assert house.on_top(RaceScene) is scene
        hand.hit(Kind.BACK)
        hand.say("Leave")
        house.on_top(PracticeScene)

    def test_it_is_read_aloud(self, house: Playhouse) -> None:
        recorder = listen(house)
        scene = begun(house, chairs("pad1", "pad2"))
        house.run(0.3)
        assert any("Only one move" in text and scene.in_words(3) in text for text in recorder.texts)
        press(scene, ONE, scene.key)
        house.run(0.3)
        assert "Aoi is right" in recorder.texts

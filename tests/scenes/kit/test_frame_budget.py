"""A frame's time for pictures: what is over it waits for the next frame, with what was made before kept."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Iterator

import pygame
import pytest

from game.match_setup import default_table
from game.quoridor import SPEC
from game.session.session import Session
from scenes.kit.drawing import theme
from scenes.kit.drawing.frame_budget import AWAITED, LONGEST, MOST_ASIDE, MOST_TRIES, FrameBudget, OverBudgetError
from scenes.kit.scene import Switch
from scenes.kit.window.app import MOMENT
from scenes.match.match_scene import MatchScene
from scenes.table.loading import make_board
from tests.processes import awaited
from tests.scenes import posting
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.stores import PATIENCE


class Slow:
    """Pictures that take a second each, on a clock of their own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.budget = FrameBudget(2.0, lambda: self.now)
        self.made: dict[int, str] = {}

    def picture(self, number: int) -> str:
        if number not in self.made:
            self.made[number] = self.budget.make(lambda: self._make(number))
        return self.made[number]

    def _make(self, number: int) -> str:
        self.now += 1.0
        return str(number)

    def frame(self, count: int) -> bool:
        """Draw `count` pictures; whether the frame was finished."""
        try:
            with self.budget.drawing():
                for number in range(count):
                    self.picture(number)
        except OverBudgetError:
            return False
        return True


@pytest.fixture
def slow() -> Slow:
    return Slow()


def test_a_frame_makes_what_fits_and_the_next_goes_on(slow: Slow) -> None:
    assert [(slow.frame(5), len(slow.made)) for _ in range(3)] == [(False, 2), (False, 4), (True, 5)]


def test_one_picture_at_least_is_made_however_dear(slow: Slow) -> None:
    slow.budget.seconds = 0.0
    assert [(slow.frame(3), len(slow.made)) for _ in range(3)] == [(False, 1), (False, 2), (True, 3)]


def test_outside_of_a_frame_nothing_is_limited(slow: Slow) -> None:
    assert [slow.picture(number) for number in range(9)] == list("012345678")
    slow.frame(20)
    assert slow.picture(50) == "50", "nor after a frame that was left unfinished"


def test_a_frame_that_never_comes_to_its_end_is_let_through(slow: Slow) -> None:
    """As where less may be remembered than one frame shows."""
    frames = []
    for _ in range(MOST_TRIES + 2):
        slow.made.clear()
        frames.append(slow.frame(9))
    assert frames == [False] * MOST_TRIES + [True, False]


def test_a_part_has_its_own_time_and_an_unlimited_budget_no_end(slow: Slow) -> None:
    with pytest.raises(OverBudgetError), slow.budget.part(1.0):
        [slow.picture(number) for number in range(5)]
    assert len(slow.made) == 1
    slow.budget.seconds = math.inf
    with slow.budget.part(1.0):
        assert len([slow.picture(number) for number in range(5)]) == 5


def match_of(house: Playhouse) -> MatchScene:
    session = Session(SPEC, default_table(SPEC).options, 7, (PERSON, RIVAL), agent=house.services.agent)
    return MatchScene(house.services, session, make_board(house.services, SPEC, session.options))


def test_what_was_on_the_screen_stays_until_the_new_scene_is_whole(
    house: Playhouse, presented: list[list[pygame.Rect]]
) -> None:
    """And presses meant for what is not seen yet reach nobody."""
    house.services.settings.change(reduced_motion=True)  # or the steam beside the board would have risen
    house.boot()
    shown = pygame.image.tobytes(house.window.surface, "RGB")
    house.stage.resize(house.window.size)  # everything has to be made anew
    house.stage.budget.seconds = 0.0
    presented.clear()
    match = match_of(house)
    house.app.manager.go(Switch(lambda: match))
    house.run(MOMENT - 0.1)
    assert presented == [] and pygame.image.tobytes(house.window.surface, "RGB") == shown
    house.be_heard()
    posting.tap_key(pygame.K_ESCAPE)
    house.run(0.2)
    assert house.on_top(MatchScene) is match
    ((word,),) = presented  # "One moment"
    assert word.width < house.window.size[0] / 2 and word.height < house.window.size[1] / 4
    now = pygame.image.frombytes(shown, house.window.size, "RGB")
    now.blit(house.window.surface, word, word)
    assert pygame.image.tobytes(now, "RGB") == pygame.image.tobytes(house.window.surface, "RGB"), "and nothing else"
    assert house.app.is_waiting
    house.until(lambda: len(presented) > 1, "the match", seconds=60)
    assert not house.app.is_waiting
    assert pygame.image.tobytes(house.window.surface, "RGB") != shown
    house.stage.budget.seconds = math.inf
    house.run(1.0)
    presented.clear()
    whole = pygame.image.tobytes(house.window.surface, "RGB")
    house.app.relayout()
    house.run(1.0)
    assert pygame.image.tobytes(house.window.surface, "RGB") == whole, "in parts it looks as it does at once"


def test_where_nothing_is_shown_yet_a_word_comes_within_half_a_second(
    house: Playhouse, presented: list[list[pygame.Rect]]
) -> None:
    house.stage.budget.seconds = house.stage.budget.first_seconds = 0.0
    house.stage.resize(house.window.size)  # everything has to be made anew
    house.window.surface.fill("red")
    house.app.manager.start(match_of(house))
    house.is_watched = True
    house.run(MOMENT - 0.1)
    assert presented == []
    house.run(0.3)
    assert presented == [[house.window.surface.get_rect()]]
    assert house.window.surface.get_at((0, 0)) == pygame.Color(theme.ROOM)


def test_pictures_are_told_of_as_they_are_made(slow: Slow) -> None:
    told: list[float] = []
    slow.budget.on_made = lambda: told.append(slow.now)
    slow.frame(2)
    assert told == [1.0, 2.0] and slow.budget.is_at_work
    slow.now += LONGEST
    assert not slow.budget.is_at_work


class Aside:
    """Something large that a thread makes once it is let."""

    def __init__(self) -> None:
        self.budget = FrameBudget()
        self.let = threading.Event()
        self.made = 0

    def make(self) -> str:
        assert self.let.wait(PATIENCE)
        self.made += 1
        return threading.current_thread().name

    def frame(self) -> str | None:
        """Draw it; None where the frame was left unfinished."""
        try:
            with self.budget.drawing():
                return self.budget.make_async("large", (1000, 1000), self.make)
        except OverBudgetError:
            return None


@pytest.fixture
def aside() -> Iterator[Aside]:
    made = Aside()
    yield made
    made.let.set()
    made.budget.close()


def test_large_pictures_are_made_by_a_thread_while_frames_go_on(aside: Aside) -> None:
    """Frames that wait for the thread alone are no tries in vain. Else one would wait for it in the end, and nothing
    would be heard of the table meanwhile."""
    assert [aside.frame() for _ in range(MOST_TRIES + 2)] == [None] * (MOST_TRIES + 2)
    aside.let.set()
    assert awaited(aside.frame).startswith("pictures") and aside.made == 1


def test_small_ones_and_those_outside_of_a_frame_are_made_at_once(aside: Aside) -> None:
    aside.let.set()
    here = threading.current_thread().name
    with aside.budget.drawing():
        assert aside.budget.make_async("small", (10, 10), aside.make) == here
    assert aside.budget.make_async("large", (1000, 1000), aside.make) == here
    aside.budget.seconds = math.inf
    assert aside.frame() == here


def test_what_was_begun_aside_is_waited_for_if_wanted_at_once_and_can_be_dropped(aside: Aside) -> None:
    assert aside.frame() is None
    aside.let.set()
    assert aside.budget.make_async("large", (1000, 1000), aside.make).startswith("pictures") and aside.made == 1
    aside.let.clear()
    assert aside.frame() is None
    aside.budget.forget()
    aside.let.set()
    assert aside.budget.make_async("large", (1000, 1000), aside.make) == threading.current_thread().name


def test_pictures_that_nobody_fetches_are_given_up(aside: Aside) -> None:
    aside.let.set()
    for number in range(3 * MOST_ASIDE):
        with contextlib.suppress(OverBudgetError), aside.budget.drawing():
            aside.budget.make_async(number, (1000, 1000), lambda: time.sleep(2 * AWAITED))
    assert len(aside.budget._aside) <= MOST_ASIDE


def test_an_error_aside_comes_up_in_the_frame() -> None:
    class Broken(Aside):
        def make(self) -> str:
            raise ValueError("no such picture")

    broken = Broken()
    with pytest.raises(ValueError, match="no such picture"):
        awaited(broken.frame)
    broken.budget.close()


def test_while_all_is_laid_out_anew_what_was_shown_is_stretched(house: Playhouse) -> None:
    house.boot()
    before = pygame.transform.smoothscale(house.window.surface, (32, 18))
    house.stage.budget.seconds = 0.0
    house.window.surface = pygame.Surface((1000, 700))
    house.app.relayout()
    house.frame()
    shown = pygame.transform.smoothscale(house.window.surface, (32, 18))
    pixels = [(x, y) for x in range(32) for y in range(18)]
    apart = [abs(a - b) for at in pixels for a, b in zip(before.get_at(at)[:3], shown.get_at(at)[:3], strict=True)]
    assert sum(apart) / len(apart) < 12
    house.stage.budget.seconds = math.inf

"""More time on a running clock: offered in the pause menu, given at once or by agreement, never in the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.core.record import SeatConfig
from scenes.kit.canvas import Sheet
from scenes.kit.dialog import Dialog
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.match.questions import MORE_SECONDS
from scenes.robots.bidding.clock import draw_clock
from tests.make import AOI, MIO, REN
from tests.scenes import posting
from tests.scenes.hands import button
from tests.scenes.playhouse import PERSON, ROBOT, Playhouse
from tests.scenes.robots_play import begin

LABEL = "30 s more"
BID = "0:bid 9"


def key(house: Playhouse, *keys: int) -> None:
    for each in keys:
        house.react(lambda each=each: posting.tap_key(each))


def say(house: Playhouse, label: str) -> None:
    house.react(lambda: posting.click(button(house, label).rect.center))


def pause(house: Playhouse) -> list[str]:
    """Open the pause menu; gives what it offers."""
    key(house, pygame.K_p)
    return [answer.label for answer in house.on_top(PauseScene).answers]


def left(match: MatchScene) -> float:
    """The seconds on the running clock."""
    assert match.session.clock is not None
    return match.session.clock.seconds


def test_alone_against_ais_it_is_given_at_once(house: Playhouse) -> None:
    match = begin(house, AOI, ROBOT, actions=[BID], clock_seconds=60)
    assert LABEL in pause(house)
    before, record = left(match), match.session.record()
    say(house, LABEL)
    assert house.top is match
    assert before + MORE_SECONDS - 1 < left(match) <= before + MORE_SECONDS
    assert match.session.record().actions[:1] == record.actions
    assert match.controller.note == "The clock has 30 seconds more."


@pytest.mark.parametrize("seats", [(AOI, REN), (AOI, REN, MIO)])
def test_between_people_everybody_is_asked(house: Playhouse, seats: tuple[SeatConfig, ...]) -> None:
    match = begin(house, *seats, actions=[BID], clock_seconds=60)
    pause(house)
    before, record = left(match), match.session.record()
    say(house, LABEL)
    asked = house.on_top(Dialog)
    assert (asked.title, asked.body) == ("More time?", "The clock gets 30 seconds more.\nEverybody has to agree.")
    assert left(match) == before
    say(house, "Give")
    assert house.top is match
    assert before + MORE_SECONDS - 1 < left(match) <= before + MORE_SECONDS
    assert match.session.record() == record


@pytest.mark.parametrize("refuse", [pygame.K_RETURN, pygame.K_ESCAPE])
def test_the_usual_answer_and_back_leave_the_clock_alone(house: Playhouse, refuse: int) -> None:
    match = begin(house, AOI, REN, actions=[BID], clock_seconds=60)
    pause(house)
    before = left(match)
    say(house, LABEL)
    key(house, refuse)
    assert house.top is match
    assert left(match) <= before


def test_a_demonstration_can_be_given_more_time_too(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=[BID, "0:agree", "1:agree"], demonstration_seconds=30)
    assert match.session.state.phase == "demonstrate"
    pause(house)
    say(house, LABEL)
    say(house, "Give")
    assert left(match) > 55


def test_it_is_not_offered_where_no_clock_runs(house: Playhouse) -> None:
    begin(house, AOI, REN)
    assert LABEL not in pause(house)
    house.match(PERSON, ROBOT)
    assert LABEL not in pause(house)


def test_an_unfinished_game_goes_on_with_the_time_that_was_given(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=[BID], clock_seconds=60)
    pause(house)
    say(house, LABEL)
    say(house, "Give")
    rest = left(match)
    kept = house.services.store.saved_clock("robots")
    assert kept is not None
    assert rest <= kept.seconds < rest + 1.1


@pytest.fixture
def picture(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], tuple[bytes, str]]:
    """Draws the dial of a minute with so many seconds on it: the picture without its number, and the number."""

    def draw(left: float) -> tuple[bytes, str]:
        written: list[str] = []
        monkeypatch.setattr(house.stage, "centred", lambda canvas, text, *rest: written.append(text))
        sheet: Any = Sheet.blank((220, 220))
        draw_clock(house.stage, sheet, pygame.Rect(10, 10, 200, 200), left, 60.0)
        return pygame.image.tobytes(sheet.surface, "RGB"), written[0]

    return draw


def test_a_dial_with_more_than_its_full_time_has_a_whole_ring(picture: Callable[[float], tuple[bytes, str]]) -> None:
    ring, number = picture(90.0)
    assert (ring, number) == (picture(60.0)[0], "90")
    assert ring != picture(59.0)[0]

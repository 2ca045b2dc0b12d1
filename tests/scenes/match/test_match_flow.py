"""What hangs on the pixels of a match, windows of any size, games that cannot go on; see stories/match.txt."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.core.record import Record
from game.quoridor import SPEC
from game.session.session import Session
from scenes.kit.input.intents import Point
from scenes.kit.widgets.dialog import Dialog
from scenes.match import starting
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from tests.make import ai, record
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, MouseHand, board_of
from tests.scenes.noting import pixels
from tests.scenes.playhouse import PERSON, RIVAL, SIZE, InstantAgent, Playhouse

NEARLY_WON = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2"]


def texts(match: MatchScene) -> list[str]:
    """The actions so far in notation."""
    return [match.board.words.action(step.action).notation for step in match.session.steps]


def test_a_hint_is_drawn_on_the_board(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = MouseHand(house)
    hand.point((5, 5))
    rect = board_of(match).geometry.cell_rect(match.session.spec.rules.parse("e2").cell)
    before = pixels(house, rect)
    posting.tap_key(pygame.K_h)
    house.until(lambda: match.controller.hint_service.hint is not None, "the hint")
    house.run(0.1)
    assert match.board.words.action(match.controller.hint_service.hint).notation == "e2"
    assert pixels(house, rect) != before


def test_the_process_of_ais_starts_once_the_board_is_drawn(open_house: OpenHouse) -> None:
    drawn: list[int] = []

    class Agent(InstantAgent):
        def warm(self) -> None:
            drawn.append(house.app.frames_shown)

    house = open_house(agent=Agent())
    before = house.app.frames_shown
    house.match(PERSON, RIVAL)
    house.run(0.2)
    assert len(drawn) == 1 and drawn[0] > before


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_a_resize_in_mid_game_lays_everything_out_again(house: Playhouse, device: str) -> None:
    match = house.match(PERSON, RIVAL, actions=["e2"])
    hand = HANDS[device](house)
    pygame.display.set_mode((1024, 768), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1024, y=768))
    house.react()
    assert house.stage.metrics.size == (1024, 768)
    assert house.app.canvas.size == (1024, 768)
    screen = pygame.Rect(0, 0, 1024, 768)
    assert screen.contains(hand.geometry.rect)
    hand.play("e8")
    hand.play("d4h")
    assert texts(match) == ["e2", "e8", "d4h"]


AI = ai(1)


def test_nobody_is_taken_for_the_one_who_resigns_while_an_ai_is_to_move(house: Playhouse) -> None:
    for seats, resigner in (
        ((AI, PERSON, RIVAL, replace(AI, name="@haru", identity="diamond")), None),
        ((AI, PERSON), 1),
    ):
        session = Session.resume(SPEC, record("quoridor", *seats))
        match = starting.match_of(house.services, session)
        assert session.actors() == (0,) and match.controller.resigner == resigner


def test_an_unfinished_game_that_the_rules_do_not_allow_is_set_aside_and_said_so(house: Playhouse) -> None:
    store = house.services.store
    store.begin(Record("quoridor", {"players": 2, "jump_pairs": False}, 0, ("e2", "e2"), (PERSON, RIVAL)))
    house.app.manager.start(MenuScene(house.services))
    house.run(0.5)
    assert "could not be read" in house.on_top(Dialog).body
    assert store.unfinished() is None and [damaged.detail for damaged in store.damaged()]


def test_a_resumed_game_goes_on_with_the_same_ai(house: Playhouse) -> None:
    begun = record("quoridor", PERSON, RIVAL, actions=["e2"], seed=31)
    fresh = starting.play(house.services, SPEC, begun.options, begun.seats, begun.seed)
    resumed = starting.resume(house.services, begun)
    assert isinstance(fresh, MatchScene) and isinstance(resumed, MatchScene)
    assert resumed.session.agent_seats.seed == fresh.session.agent_seats.seed == 31


LONG_WAYS = [pytest.param(tiny, marks=pytest.mark.long) for tiny in ((240, 240), (1500, 60))]


@pytest.mark.parametrize("tiny", [(1, 1), (60, 1500), *LONG_WAYS])
@pytest.mark.one_in(2)
def test_a_tiny_or_minimised_window_is_survived(house: Playhouse, tiny: Point) -> None:
    house.match(PERSON, RIVAL)
    for scene in (None, SetupScene(house.services, SPEC)):
        if scene is not None:
            house.show(scene)
        for wanted in (tiny, SIZE):
            house.window.surface = pygame.display.set_mode(wanted, pygame.RESIZABLE)
            house.app.relayout()
            house.run(0.1)
    assert house.stage.metrics.size == SIZE

"""What happens at the edges of a match: games that cannot go on as they were, and windows of any size."""

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
from scenes.table.loading import make_board
from tests.make import ai, record
from tests.scenes.playhouse import PERSON, RIVAL, SIZE, Playhouse

AI = ai(1)


def test_nobody_is_taken_for_the_one_who_resigns_while_an_ai_is_to_move(house: Playhouse) -> None:
    for seats, resigner in (
        ((AI, PERSON, RIVAL, replace(AI, name="@haru", identity="diamond")), None),
        ((AI, PERSON), 1),
    ):
        session = Session.resume(SPEC, record("quoridor", *seats))
        match = MatchScene(house.services, session, make_board(house.services, SPEC, session.options))
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


LONG_WAYS = [pytest.param(size, marks=pytest.mark.long) for size in ((240, 240), (1500, 60))]


@pytest.mark.parametrize("size", [(1, 1), (60, 1500), *LONG_WAYS])
@pytest.mark.one_in(2)
def test_a_tiny_or_minimised_window_is_survived(house: Playhouse, size: Point) -> None:
    house.match(PERSON, RIVAL)
    for scene in (None, SetupScene(house.services, SPEC)):
        if scene is not None:
            house.show(scene)
        for wanted in (size, SIZE):
            house.window.surface = pygame.display.set_mode(wanted, pygame.RESIZABLE)
            house.app.relayout()
            house.run(0.1)
    assert house.stage.metrics.size == SIZE

"""What people agree on in a match: a draw, and seeing the theory; a hint can be played as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.agents.agent import Thought
from game.core.record import Record, SeatConfig, record_from_json
from game.session import Session
from game.star import SPEC as STAR
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.dialog import Dialog
from scenes.kit.intents import KEYBOARD, Device, Intent, Kind
from scenes.kit.scene import Push
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.match.questions import Agreed
from scenes.match.result_scene import ResultScene
from scenes.table.board import View
from scenes.table.loading import make_board
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, InstantAgent, Playhouse

PAD = Device("pad:1", "xbox", "Pad", 1)
OPENING = ("@b3", "@a2")
AFTER: dict[str, list[Any]] = {"@a1": ["win", 5], "@c1": ["draw", None]}
StarMatch = Callable[..., MatchScene]


class Teacher(InstantAgent):
    """An instant agent that knows the same theory of every position."""

    def poll(self) -> Thought | None:
        thought = super().poll()
        if thought is None or thought.kind != "theory":
            return thought
        return Thought("", kind="theory", revision=thought.revision, decision=thought.decision, theory={"after": AFTER})


@pytest.fixture
def house(open_house: OpenHouse) -> Playhouse:
    return open_house(agent=Teacher())


@pytest.fixture
def star(house: Playhouse) -> StarMatch:
    def begin(*seats: SeatConfig, actions: tuple[str, ...] = OPENING) -> MatchScene:
        record = Record("star", {}, 7, actions, seats)
        session = Session.resume(STAR, record, agent=house.services.agent, store=house.services.store)
        match = MatchScene(house.services, session, make_board(house.services, STAR, session.options))
        house.show(match)
        return match

    return begin


def press(house: Playhouse, kind: Kind, device: Device = KEYBOARD) -> None:
    house.stage.devices.current = device
    house.app.manager.intent(Intent(kind, device))
    house.run(0.4)


def say(house: Playhouse, label: str) -> None:
    """Choose an answer of the dialog on top."""
    dialog = house.on_top(Dialog)
    widget = next(w for w in dialog.focus.widgets if getattr(w, "label", "") == label)
    posting.click(widget.rect.center)
    house.run(0.5)


def texts(match: MatchScene) -> list[str]:
    return [STAR.rules.text(step.action) for step in match.session.steps]


def seen(match: MatchScene) -> View[Any, Any, Any]:
    return match._view(match.hands.person, 1.0)


class TestOffers:
    def test_an_offer_is_made_only_after_a_second_thought(self, house: Playhouse, star: StarMatch) -> None:
        match = star(PERSON, RIVAL)
        press(house, Kind.SECONDARY)
        say(house, "Play on")
        assert texts(match) == [*OPENING]
        press(house, Kind.SECONDARY)
        say(house, "Offer")
        assert texts(match) == [*OPENING, "draw?"]

    def test_the_other_person_is_asked_by_name_and_the_board_stays_in_view(
        self, house: Playhouse, star: StarMatch
    ) -> None:
        match = star(PERSON, RIVAL, actions=(*OPENING, "draw?"))
        house.run(0.3)
        dialog = house.on_top(Dialog)
        assert dialog.title == "Ren: a draw?"
        assert dialog.body == "Aoi offers a draw."
        assert not dialog.rect.colliderect(match.table.frame)

    def test_accepted_it_ends_the_game_without_a_winner(self, house: Playhouse, star: StarMatch) -> None:
        match = star(PERSON, RIVAL, actions=(*OPENING, "draw?"))
        house.run(0.3)
        say(house, "Accept the draw")
        house.until(lambda: isinstance(house.top, ResultScene), "the result")
        result = house.on_top(ResultScene)
        assert (result.title, result.body) == ("A draw", "by agreement")
        assert match.session.outcome is not None
        assert match.session.outcome.winners == ()

    def test_back_refuses_and_the_game_goes_on(self, house: Playhouse, star: StarMatch) -> None:
        match = star(PERSON, RIVAL, actions=(*OPENING, "draw?"))
        house.run(0.3)
        press(house, Kind.BACK)
        assert house.top is match
        assert texts(match) == [*OPENING, "draw?", "refuse"]
        assert match.hands.person == 0
        assert match.controller.note == "Ren declines the draw."

    def test_an_ai_answers_by_itself(self, house: Playhouse, star: StarMatch) -> None:
        match = star(PERSON, ROBOT)
        press(house, Kind.SECONDARY)
        say(house, "Offer")
        house.until(lambda: len(match.session.steps) == 4, "the answer")
        house.run(0.5)
        assert house.top is match
        assert texts(match)[2:] == ["draw?", "refuse"]
        assert match.controller.note == "Ren declines the draw."

    def test_giving_up_in_turn_is_written_down(self, house: Playhouse, star: StarMatch) -> None:
        match = star(PERSON, RIVAL)
        press(house, Kind.PAUSE)
        house.on_top(PauseScene)
        say(house, "Resign")
        say(house, "Resign")
        assert texts(match) == [*OPENING, "resign"]
        house.until(lambda: isinstance(house.top, ResultScene), "the result")
        assert house.on_top(ResultScene).body == "by resignation"


class TestTheory:
    def test_alone_it_comes_and_goes_at_a_press(self, house: Playhouse, star: StarMatch) -> None:
        match = star(PERSON, ROBOT)
        assert seen(match).theory is None
        press(house, Kind.THEORY)
        assert seen(match).theory == {"@a1": ("win", 5), "@c1": ("draw", None)}
        assert match.controller.note == "Theory is shown."
        press(house, Kind.THEORY)
        assert seen(match).theory is None

    def test_it_comes_for_each_position_and_is_kept(self, house: Playhouse, star: StarMatch) -> None:
        match = star(PERSON, RIVAL)
        press(house, Kind.THEORY)
        say(house, "Show")
        match.controller.submit(0, STAR.rules.parse("@c1"))
        house.run(1.0)
        assert seen(match).theory is not None
        asked = len(house.services.agent.jobs)  # type: ignore[attr-defined]
        match.actions.carry_out(Agreed.UNDO)
        house.run(0.5)
        assert len(house.services.agent.jobs) == asked  # type: ignore[attr-defined]

    def test_between_people_it_is_shown_only_if_they_agree(self, house: Playhouse, star: StarMatch) -> None:
        match = star(PERSON, RIVAL)
        press(house, Kind.THEORY)
        assert "Ren has to agree." in house.on_top(Dialog).body
        say(house, "Keep hidden")
        assert seen(match).theory is None
        press(house, Kind.THEORY)
        say(house, "Show")
        assert seen(match).theory is not None

    def test_a_pad_has_one_button_for_it_and_the_hint_stays_in_the_menu(
        self, house: Playhouse, star: StarMatch
    ) -> None:
        match = star(PERSON, ROBOT)
        press(house, Kind.HINT, PAD)
        assert seen(match).theory is not None
        assert match.controller.adviser.hint is None
        press(house, Kind.PAUSE, PAD)
        say(house, "Hint")
        assert match.controller.adviser.hint is not None

    def test_other_games_have_none(self, house: Playhouse) -> None:
        match = house.match(PERSON, ROBOT)
        press(house, Kind.THEORY)
        house.run(0.5)
        assert match.controller.adviser.theory is None
        assert {job.kind for job in house.services.agent.jobs} == {"value"}  # type: ignore[attr-defined]


def asked(house: Playhouse) -> list[tuple[str, ...]]:
    """The games whose theory was asked for."""
    jobs = house.services.agent.jobs  # type: ignore[attr-defined]
    return [record_from_json(job.record).actions for job in jobs if job.kind == "theory"]


class TestTheoryOfARecord:
    RECORD = Record("star", {}, 7, (*OPENING, "@c1"), (PERSON, RIVAL))

    @pytest.fixture
    def replay(self, house: Playhouse) -> ReplayScene:
        scene = ReplayScene(house.services, STAR, self.RECORD)
        house.show(scene)
        return scene

    def test_it_is_shown_for_each_position_at_a_press(self, house: Playhouse, replay: ReplayScene) -> None:
        assert replay.theory.theory is None
        press(house, Kind.THEORY)
        assert replay.theory.theory == {"@a1": ("win", 5), "@c1": ("draw", None)}
        press(house, Kind.RIGHT)
        house.run(0.5)
        assert replay.theory.theory is not None
        assert asked(house) == [(), OPENING[:1]]
        press(house, Kind.LEFT)
        house.run(0.5)
        assert len(asked(house)) == 2  # it is known

    def test_over_a_match_it_keeps_no_ai_from_moving(self, house: Playhouse, star: StarMatch) -> None:
        match = star(PERSON, ROBOT)
        match.controller.submit(0, STAR.rules.parse("@c1"))
        house.app.manager.tick(1 / 120)  # the AI is asked
        house.app.manager.go(Push(lambda: ReplayScene(house.services, STAR, self.RECORD)))
        house.run(0.4)
        press(house, Kind.THEORY)
        press(house, Kind.BACK)
        house.until(lambda: len(match.session.steps) == 4, "the AI's move")
        assert match.session.seats[match.session.steps[-1].seat].is_ai

    def test_hidden_it_asks_nothing(self, house: Playhouse, replay: ReplayScene) -> None:
        press(house, Kind.THEORY)
        press(house, Kind.THEORY)
        press(house, Kind.RIGHT)
        house.run(0.5)
        assert replay.theory.theory is None
        assert len(asked(house)) == 1


def test_a_hint_is_played_by_a_confirm(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    posting.tap_key(pygame.K_h)
    house.until(lambda: match.controller.adviser.hint is not None, "the hint")
    hint = match.controller.adviser.hint
    posting.tap_key(pygame.K_RETURN)
    house.run(0.5)
    assert [step.action for step in match.session.steps] == [hint]

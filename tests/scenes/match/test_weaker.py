"""Where an AI, a film, the phones or the store do less than they should, people read it, and so does the operator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.agents.agent import Job, Thought
from game.phones.messages import Trouble
from game.records.films import FilmOrder
from game.registry import find
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.phones.kiosk_phones import KioskPhones
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand
from tests.scenes.noting import drawn
from tests.scenes.operators_hand import Counter
from tests.scenes.playhouse import PERSON, ROBOT, InstantAgent, Playhouse


class Ill(InstantAgent):
    """Its thinking fails each time."""

    def poll(self) -> Thought | None:
        job: Job | None = self._waiting
        thought = super().poll()
        if thought is None or job is None:
            return None
        return replace(thought, action="", error="OSError: x", fault="crash", seat=job.seat)


@pytest.mark.parametrize(
    ("game", "language", "told"),
    [
        ("quoridor", "en", "could not think. A simple move is played instead."),
        ("quoridor", "ja", "は考えられませんでした。代わりに"),
        ("robots", "en", "could not think. It does not bid this time."),
    ],
)
def test_an_ai_that_cannot_think_is_said_in_a_line(open_house: OpenHouse, game: str, language: str, told: str) -> None:
    house = open_house(agent=Ill(), language=language)
    match = house.match(ROBOT, PERSON, game=game)
    house.until(lambda: bool(match.controller.notice), "the sentence")
    assert told in match.controller.notice.replace("。 ", "。")
    assert match.controller.notice.startswith(match.board.context.names[0])


def test_an_ai_below_its_strength_is_said_once_where_no_menu_was_read(house: Playhouse) -> None:
    house.services.shortcomings.is_uncompiled = lambda: True
    people = house.match(PERSON, PERSON)
    house.run(0.5)
    assert people.controller.notice == "", "nobody at this table is an AI"
    match = house.match(PERSON, ROBOT)
    house.run(0.5)
    assert match.controller.notice == "AI players are weaker than they should be."
    house.until(lambda: not match.controller.notice, "its end")
    house.run(1.0)
    assert match.controller.notice == ""


def test_advice_that_fails_is_said(open_house: OpenHouse) -> None:
    house = open_house(agent=Ill())
    match = house.match(PERSON, ROBOT)
    KeyHand(house).order(Kind.HINT)
    house.until(lambda: bool(match.controller.note), "the sentence")
    assert house.on_top(MatchScene).words.helper() == "The AI could not think about this position."
    match.controller.note = ""
    match.controller.show_theory(True)
    match.controller.note = ""
    house.until(lambda: bool(match.controller.note), "the sentence about what the position is worth")
    assert match.controller.note == "The AI could not think about this position."


def test_theory_that_fails_in_a_replay_is_said(open_house: OpenHouse, written: Written) -> None:
    house = open_house(agent=Ill())
    match = house.match(PERSON, PERSON, game="star")
    house.show(ReplayScene(house.services, find("star"), match.session.record(), 0))
    scene = house.on_top(ReplayScene)

    def is_said() -> bool:
        written.clear()
        drawn(scene)
        return "The AI could not think about this position." in " ".join(text for text, _ in written)

    assert not is_said()
    KeyHand(house).order(Kind.THEORY)
    house.until(is_said, "the sentence")
    assert scene.theory.theory == {}


@pytest.fixture
def unwritable(open_house: OpenHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A file lies where the store's folder should be, until the houses close."""
    folder = tmp_path / "data"
    folder.write_text("")
    monkeypatch.setenv("KISSATEN_DATA", str(folder))
    yield
    folder.unlink()
    folder.mkdir()


@pytest.mark.usefixtures("unwritable")
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_operator_finds_all_of_it_among_the_problems(house: Playhouse, tmp_path: Path, language: str) -> None:
    counter = Counter(house, tmp_path)
    assert counter.scene.state.notices == 1, "the store fails"
    found = house.services.shortcomings
    found.is_uncompiled, found.failures = (lambda: True), (lambda: 3)
    found.phones = lambda: Trouble("network", "")
    house.services.films._end(FilmOrder("", "", language), None, "Pillow is not installed")
    house.stage.assets.cache_trouble = "full"
    house.services.qr.failures = 2
    house.run(1.2)
    assert counter.scene.state.notices == len(found.for_operator()) == 7
    told = "\n".join(found.for_operator())
    assert all(word in told for word in ("doctor", "3", "kiosk.log", "2", "Pillow is not installed", "full"))
    counter.scene.list_problems()


def test_phones_that_cannot_join_are_among_them(house: Playhouse) -> None:
    from game.kiosk.config import Config
    from scenes.phones.phone_controllers import PhoneControllers

    phones = KioskPhones(house.services, Config)
    assert phones.trouble is None
    controllers = house.services.stage.devices.remotes = PhoneControllers(house.services, lambda: None)
    controllers.phones.state, controllers.phones.trouble = "failed", Trouble("port", "")
    assert phones.trouble == Trouble("port", "")
    controllers.phones.state = "closed"
    assert phones.trouble is None

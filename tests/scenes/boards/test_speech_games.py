"""What a fake speaker hears of settings, lessons and whole games; of the rest `stories/speech.txt` tells."""

from __future__ import annotations

import re
from functools import partial

import pygame
import pytest

from game.registry import find
from scenes.app import open_app
from scenes.archive.archive_scene import ArchiveScene
from scenes.join.join_scene import JoinScene
from scenes.kit.scene import Pop
from scenes.kit.sound.speech import Speaker
from scenes.kit.widgets.widget import Toggle
from scenes.kit.window.window import Window
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from tests.games import GAMES
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand, tile
from tests.scenes.house.test_archive import archive
from tests.scenes.house.test_settings import key, show
from tests.scenes.playhouse import PERSON, RIVAL, InstantAgent, Playhouse
from tests.scenes.speaking import FakeProgram, Recorder, listen


def in_order(recorder: Recorder, *wanted: str) -> None:
    """Each of `wanted` begins a text that was said, one after the other, whatever else was."""
    said = iter(recorder.texts)
    for text in wanted:
        assert any(heard.startswith(text) for heard in said), f"{text!r} is missing in {recorder.texts}"


def fragments(texts: list[str]) -> list[str]:
    """Texts in which something other than a square begins with a small letter after a stop."""
    return [text for text in texts if re.search(r"[.!?] (?![a-i][1-9]\b)[a-z]", text)]


PLAYED = {
    ("quoridor", "en"): (
        "Aoi: to e2",
        "Milk: to e8",
        "Aoi: wall across at a6",
        "Milk: wall up and down at h1",
        "Aoi: to e9",
        "You win, by reaching the goal in 9 moves.",
    ),
    ("coffee", "ja"): ("アオイ：c3に豆、棒は横", "ミルク：c1に豆、棒は右上がり", "アオイ：d4で列が完成します"),
    ("star", "en"): (
        "Aoi: a piece on b3",
        "Milk: a piece on a2",
        "Aoi’s turn",
        "Aoi: the star jumps to c3",
        "Aoi: a1 to b1",
    ),
}


OTHERS = [(game, "en") for game in GAMES if (game, "en") not in PLAYED]


@pytest.mark.one_in(2)
@pytest.mark.usefixtures("fifth_game")
@pytest.mark.parametrize(("game", "language"), [*PLAYED, *OTHERS])
def test_a_whole_game_is_read_aloud(open_house: OpenHouse, game: str, language: str) -> None:
    moves, answers = GAMES[game].moves.split(), GAMES[game].answers.split()
    house = open_house(language=language, agent=InstantAgent(answers))
    recorder = listen(house)
    hand = GAMES[game].hands["keyboard"](house)
    house.boot()
    hand.press(tile(house, game))
    hand.say(house.stage.t("setup.start"))
    match = house.playing
    for action in moves:
        hand.play(action)
    house.read_result()
    assert match.session.outcome is not None
    assert not fragments(recorder.texts)
    assert {spoken for spoken, _ in recorder.said} == {language}
    names = match.board.context.names
    for step in match.session.steps:
        told = house.stage.t("speech.action", name=names[step.seat], action=match.board.words.spoken(step))
        assert told in recorder.texts
    in_order(recorder, house.stage.t("match.turn", name=names[0]), *PLAYED.get((game, language), ()))
    assert recorder.texts[-1].startswith(house.stage.t("result.you_win"))
    assert house.stage.t("result.rematch") in recorder.texts[-1]


def test_a_start_speaks_as_it_is_set(open_house: OpenHouse) -> None:
    house = open_house()
    listen(house)
    house.close()
    talking = Speaker(FakeProgram())
    _, services = open_app(Window((1280, 720), False, "Kissaten"), "en", speech=talking)
    assert services.stage.speech is talking and talking.is_enabled
    services.close()
    _, services = open_app(Window((1280, 720), False, "Kissaten"), "en")
    assert not services.stage.speech.is_enabled
    services.close()


def test_the_setting_says_what_speaks_and_is_kept(house: Playhouse) -> None:
    recorder = listen(house, on=False)
    scene = show(house, "sound")
    row, toggle = scene.form.fields[2], scene.form.controls[2]
    assert isinstance(toggle, Toggle) and toggle.enabled and "fake" in row.note()
    house.react(partial(posting.click, toggle.segments()[1].center))
    assert house.services.settings.preferences.speech and house.services.store.get("speech") is True
    assert recorder.texts == ["Speech: On"]


def test_without_a_speaker_the_setting_says_so_and_cannot_be_switched_on(house: Playhouse) -> None:
    house.stage.speech = Speaker(None)
    scene = show(house, "sound")
    toggle = scene.form.controls[2]
    assert scene.form.fields[2].note() == house.stage.t("settings.speech.none")
    assert isinstance(toggle, Toggle) and not toggle.enabled
    house.react(partial(posting.click, toggle.segments()[1].center))
    assert not house.services.settings.preferences.speech


def test_a_speaker_that_is_gone_spoils_nothing(house: Playhouse) -> None:
    class Gone:
        name = "gone"
        flags = 0

        def command(self, text: str, language: str) -> tuple[tuple[str, ...], bool]:
            return ("/nowhere/speaker",), True

    house.stage.speech = Speaker(Gone())
    house.services.settings.change(speech=True)
    match = house.match(PERSON, RIVAL)
    KeyHand(house).play("e2")
    assert match.session.ply == 1


def test_the_shelf_is_read_row_by_row(house: Playhouse) -> None:
    recorder = listen(house)
    house.show(ArchiveScene(house.services))
    assert recorder.texts[-1].startswith("Games. ")
    archive(house, 2)
    assert recorder.texts[-1].startswith("Games. Quoridor, ")
    before = len(recorder.said)
    key(house, pygame.K_DOWN)
    assert [text.startswith("Quoridor, ") for text in recorder.texts[before:]] == [True]


def test_lessons_are_read_with_their_remarks(house: Playhouse) -> None:
    recorder = listen(house)
    scene = ExerciseScene(house.services, find("quoridor"))
    house.show(scene)
    first = scene.exercise.key
    in_order(recorder, house.stage.t(f"{first}.title"))
    key(house, pygame.K_h)
    assert recorder.texts[-1].endswith(house.stage.t(f"{first}.hint"))
    demo = DemoScene(house.services, find("quoridor"), Pop())
    house.show(demo)
    house.run(demo.demo.seconds - 1.5)
    captions = [house.stage.t(beat.caption) for beat in demo.demo.beats]
    assert recorder.texts[-len(captions) :] == captions


def test_who_sits_down_is_said(house: Playhouse) -> None:
    recorder = listen(house)
    house.show(JoinScene(house.services))
    in_order(recorder, house.stage.t("join.title"))
    key(house, pygame.K_f)
    assert house.services.people.chair_name(house.services.people.roster.chairs[0]) in recorder.texts

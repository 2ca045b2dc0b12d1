"""A phone in a language of its own: its pages, while the screen and the other phones keep the table's."""

from __future__ import annotations

import re

import pytest

from game.phones.protocol import as_text, to_json
from game.phones.snapshot import Snapshot
from game.registry import puzzles_of
from scenes.today.race_scene import RaceScene
from tests.four import FOUR
from tests.scenes.phone_evening import Evening

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")
TEXTS = ("sentence", "helper", "title", "label", "spoken", "name", "text", "caption", "axes_title", "axes_note")


def texts(shown: Snapshot) -> list[str]:
    """The words of a page."""
    return re.findall(rf'"(?:{"|".join(TEXTS)})":"([^"]*)"', as_text(to_json(shown)))


def assert_apart(evening: Evening) -> None:
    """The second phone, which has chosen Japanese, reads no English, and the first one no Japanese."""
    for _ in range(2):  # what has been made for one is not kept for the other
        evening.house.run(0.3)
        own, other = evening.shown(2), evening.shown(1)
        assert (own.language, other.language, evening.house.stage.strings.language) == ("ja", "en", "en")
        assert [text for text in texts(own) if re.search("[A-Za-z]{3}", text.replace("{number}", ""))] == []
        assert [text for text in texts(other) if JAPANESE.search(text)] == []
        assert JAPANESE.search(own.sentence) and texts(own)


@pytest.mark.parametrize("game", FOUR)
def test_a_game_and_its_result_are_told_in_the_phones_own_language(evening: Evening, game: str) -> None:
    evening.open(1, 2)
    evening.phones.prefer(2, "ja")
    evening.match(game)
    assert_apart(evening)
    evening.ended(game)
    assert evening.shown(2).hand == "result"
    assert_apart(evening)


@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_a_race_is_told_in_the_phones_own_language(evening: Evening, game: str) -> None:
    evening.open(1, 2)
    evening.phones.prefer(2, "ja")
    puzzles = [puzzle for puzzle in puzzles_of(game) if puzzle.moves == 1]
    evening.house.show(RaceScene(evening.house.services, puzzles, 3))
    assert_apart(evening)
    scene = evening.house.on_top(RaceScene)
    evening.press(1, f"option{scene.key}")
    evening.press(2, f"option{scene.key}")
    assert scene.remark is not None
    assert_apart(evening)

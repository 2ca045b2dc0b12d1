"""The speaker: what is said when, what gives way to what, and children that are missing, fail, hang or are killed."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from scenes.kit.speech import (
    AGAIN_SECONDS,
    HANG_SECONDS,
    LONGEST,
    SECONDS_PER_LETTER,
    Child,
    Speaker,
    launched,
    sentences,
)
from tests.scenes.speaking import FakeChild, FakeProgram, Recorder

STEP = 1 / 60


def speaker(recorder: Recorder) -> Speaker:
    """A speaker that is switched on; what it begins is in `recorder`."""
    made = Speaker(FakeProgram(), recorder.launch)
    made.enabled = True
    return made


def test_texts_are_said_one_after_the_other() -> None:
    recorder = Recorder(ends_at_once=False)
    talking = speaker(recorder)
    talking.say("one", "en")
    talking.say("two", "ja")
    talking.tick(STEP)
    talking.tick(STEP)
    assert recorder.said == [("en", "one")]
    recorder.children[-1].status = 0
    talking.tick(STEP)
    assert recorder.said == [("en", "one"), ("ja", "two")]


def test_a_speaker_that_is_off_or_has_no_program_says_nothing() -> None:
    recorder = Recorder()
    off = Speaker(FakeProgram(), recorder.launch)
    without = Speaker(None, recorder.launch)
    without.enabled = True
    for talking in (off, without):
        talking.say("one", "en")
        talking.tick(STEP)
    assert recorder.said == []
    assert not off.enabled and not without.enabled


def test_switching_off_ends_what_is_being_said() -> None:
    recorder = Recorder(ends_at_once=False)
    talking = speaker(recorder)
    talking.say("one", "en")
    talking.tick(STEP)
    talking.say("two", "en")
    talking.enabled = False
    assert recorder.children[-1].killed
    talking.enabled = True
    talking.tick(STEP)
    assert recorder.texts == ["one"]


def test_what_is_urgent_takes_the_place_of_what_is_not() -> None:
    recorder = Recorder(ends_at_once=False)
    talking = speaker(recorder)
    for text in ("one", "two"):
        talking.say(text, "en")
        talking.tick(STEP)
    talking.say("now", "en", urgent=True)
    talking.tick(STEP)
    assert recorder.children[0].killed
    talking.say("later", "en")
    talking.say("and now", "en", urgent=True)
    assert not recorder.children[1].killed, "an urgent text is not cut short by another one"
    recorder.children[1].status = 0
    talking.tick(STEP)
    assert recorder.texts == ["one", "now", "and now"]


def test_a_passing_text_gives_way_to_the_next_one() -> None:
    recorder = Recorder(ends_at_once=False)
    talking = speaker(recorder)
    talking.say("e8", "en", urgent=True)
    talking.tick(STEP)
    for cell in ("a1", "a2", "a3"):
        talking.say(cell, "en", passing=True)
    recorder.children[-1].status = 0
    talking.tick(STEP)
    talking.say("a4", "en", passing=True)
    talking.tick(STEP)
    assert recorder.texts == ["e8", "a3", "a4"]
    assert [child.killed for child in recorder.children] == [False, True, False]


def test_of_more_than_three_texts_the_oldest_unimportant_one_is_dropped() -> None:
    recorder = Recorder(ends_at_once=False)
    talking = speaker(recorder)
    talking.say("first", "en", urgent=True)
    talking.tick(STEP)
    talking.say("win", "en", urgent=True)
    for text in ("one", "two", "three"):
        talking.say(text, "en")
    for _ in range(4):
        recorder.children[-1].status = 0
        talking.tick(STEP)
    assert recorder.texts == ["first", "win", "two", "three"]


def test_the_same_text_is_not_repeated_within_a_second() -> None:
    recorder = Recorder()
    talking = speaker(recorder)
    for pause in (STEP, AGAIN_SECONDS / 2, AGAIN_SECONDS):
        talking.say("one", "en")
        talking.tick(pause)
    talking.say("one", "en")
    talking.tick(STEP)
    assert recorder.texts == ["one", "one"]


def test_spaces_are_closed_up_and_an_endless_text_ends() -> None:
    recorder = Recorder()
    talking = speaker(recorder)
    for text in ("two\n  lines ", "", "  ", "x" * 9999):
        talking.say(text, "en")
        talking.tick(STEP)
        talking.tick(STEP)
    assert recorder.texts == ["two lines", "x" * LONGEST]


# Children that do not do what they should


def test_a_child_that_hangs_is_killed_and_the_next_text_comes(caplog: pytest.LogCaptureFixture) -> None:
    recorder = Recorder(ends_at_once=False)
    talking = speaker(recorder)
    for text in ("one", "two", "six"):
        talking.say(text, "en")
    talking.tick(STEP)
    for _ in range(2):
        talking.tick(HANG_SECONDS)
        assert not recorder.children[-1].killed
        talking.tick(4 * SECONDS_PER_LETTER)
    assert recorder.texts == ["one", "two", "six"]
    assert [child.killed for child in recorder.children] == [True, True, False]
    assert len(caplog.records) == 1, "it is said once in the log"


@pytest.mark.parametrize("status", [1, -9])
def test_a_child_that_fails_or_is_killed_costs_its_own_text_alone(
    status: int, caplog: pytest.LogCaptureFixture
) -> None:
    recorder = Recorder(ends_at_once=False)
    talking = speaker(recorder)
    for text in ("one", "two", "six"):
        talking.say(text, "en")
    for _ in range(3):
        talking.tick(STEP)
        recorder.children[-1].status = status
    talking.tick(STEP)
    assert recorder.texts == ["one", "two", "six"]
    assert [record.getMessage() for record in caplog.records] == [f"fake: ended with status {status}"]


def test_a_program_that_is_gone_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    class Gone(FakeProgram):
        def command(self, text: str, language: str) -> tuple[tuple[str, ...], bool]:
            return ("/nowhere/speaker",), True

    talking = Speaker(Gone())
    talking.enabled = True
    with caplog.at_level(logging.WARNING):
        for text in ("one", "two"):
            talking.say(text, "en")
            talking.tick(STEP)
    assert len(caplog.records) == 1


def test_closing_ends_the_child() -> None:
    recorder = Recorder(ends_at_once=False)
    talking = speaker(recorder)
    talking.say("one", "en")
    talking.tick(STEP)
    talking.close()
    assert recorder.children[-1].killed and recorder.children[-1].waited


# Real children


def ended(child: Child) -> int:
    return child.wait(60)


WRITE = "import sys; open(sys.argv[1], 'wb').write(sys.stdin.buffer.read())"


def test_a_child_reads_the_text_and_no_more(tmp_path: Path) -> None:
    out = tmp_path / "said"
    text = '--help; rm -rf "$HOME" `id` ゲーム\0'
    assert ended(launched((sys.executable, "-c", WRITE, str(out)), text, 0)) == 0
    assert out.read_text(encoding="utf-8") == text


def test_a_child_that_never_reads_holds_nobody_up() -> None:
    child = launched((sys.executable, "-c", "import time; time.sleep(600)"), "x" * 1_000_000, 0)
    assert child.poll() is None, "it sleeps, and nobody has waited for it"
    child.kill()
    assert ended(child) != 0


def test_a_real_child_is_said_killed_and_forgotten() -> None:
    class Sleeper(FakeProgram):
        def command(self, text: str, language: str) -> tuple[tuple[str, ...], bool]:
            return (sys.executable, "-c", "import time; time.sleep(60)"), True

    children: list[Child] = []

    def launch(arguments: tuple[str, ...], text: str | None, flags: int) -> Child:
        children.append(launched(arguments, text, flags))
        return children[-1]

    talking = Speaker(Sleeper(), launch)
    talking.enabled = True
    talking.say("one", "en")
    talking.tick(STEP)
    talking.say("now", "en", urgent=True)
    assert ended(children[0]) != 0
    talking.tick(STEP)
    talking.close()
    assert children[1].poll() is not None, "it has not outlived the program"


def test_the_fakes_are_children() -> None:
    child: Child = FakeChild()
    assert child.poll() is None


def test_a_voice_rests_between_sentences_in_both_languages() -> None:
    assert sentences("Leave now?", "", "It is kept\nIt waits ") == "Leave now? It is kept. It waits."
    assert sentences("ポーズ", "続ける。") == "ポーズ。 続ける。"

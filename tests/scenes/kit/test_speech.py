"""The speaker: what is said when, which text replaces which, and programs that are missing, fail or hang."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from scenes.kit.sound.speech import LONGEST, Speaker, SpeakerProcess, launch_speaker, sentences
from tests.scenes.speaking import FakeProgram, Recorder
from tests.stores import PATIENCE

STEP = 1 / 60


def speaker(recorder: Recorder) -> Speaker:
    """Return a speaker that is switched on. `recorder` keeps what it begins to say."""
    made = Speaker(FakeProgram(), recorder.launch)
    made.is_enabled = True
    return made


class Talk:
    """A speaker with a stand-in program, which says one text at a time and ends when a test says so."""

    def __init__(self) -> None:
        self.recorder = Recorder(ends_at_once=False)
        self.speaker = speaker(self.recorder)

    def say(self, *texts: str, **how: bool) -> None:
        """Give the speaker texts, and let a frame pass."""
        for text in texts:
            self.speaker.say(text, "en", **how)
        self.speaker.tick(STEP)

    def end(self, status: int = 0) -> None:
        """End the present program, and let a frame pass."""
        self.recorder.children[-1].status = status
        self.speaker.tick(STEP)

    @property
    def texts(self) -> list[str]:
        """All texts that were begun."""
        return self.recorder.texts

    @property
    def killed(self) -> list[str]:
        """The texts whose program was killed."""
        return [text for text, child in zip(self.texts, self.recorder.children, strict=True) if child.killed]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_texts_are_said_one_after_the_other_each_in_its_language(talk: Talk) -> None:
    talk.speaker.say("one", "en")
    talk.speaker.say("two", "ja")
    for _ in range(2):
        talk.speaker.tick(STEP)
        assert talk.texts == ["one"]
    talk.end()
    assert talk.recorder.said == [("en", "one"), ("ja", "two")]


def test_switching_off_ends_what_is_being_said(talk: Talk) -> None:
    talk.say("one")
    talk.speaker.say("two", "en")
    talk.speaker.is_enabled = False
    assert talk.killed == ["one"]
    talk.speaker.is_enabled = True
    talk.speaker.tick(STEP)
    assert talk.texts == ["one"]


def test_what_is_urgent_takes_the_place_of_what_is_not_and_is_not_cut_short_by_another_one(talk: Talk) -> None:
    talk.say("one")
    talk.say("two")
    talk.say("now", urgent=True)
    assert talk.killed == ["one"]
    talk.say("later")
    talk.say("and now", urgent=True)
    assert talk.killed == ["one"]
    talk.end()
    assert (talk.texts, talk.killed) == (["one", "now", "and now"], ["one"])


def test_a_passing_text_gives_way_to_the_next_one(talk: Talk) -> None:
    talk.say("e8", urgent=True)
    talk.say("a1", "a2", "a3", passing=True)
    talk.end()
    talk.say("a4", passing=True)
    assert (talk.texts, talk.killed) == (["e8", "a3", "a4"], ["a3"])


def test_of_more_than_three_texts_the_oldest_unimportant_one_is_dropped(talk: Talk) -> None:
    talk.say("first", urgent=True)
    talk.say("win", urgent=True)
    talk.say("one", "two", "three")
    for _ in range(4):
        talk.end()
    assert talk.texts == ["first", "win", "two", "three"]


def test_the_same_text_is_not_repeated_within_a_second(talk: Talk) -> None:
    talk.say("one")
    talk.end()
    for seconds in (0.5, 1.0):
        talk.say("one")
        talk.speaker.tick(seconds)
    assert talk.texts == ["one"]
    talk.say("one")
    assert talk.texts == ["one", "one"]


def test_a_child_that_hangs_is_killed_and_that_is_logged_once(talk: Talk, caplog: pytest.LogCaptureFixture) -> None:
    talk.say("one", "two", "six")
    for texts, killed in ((["one", "two"], ["one"]), (["one", "two", "six"], ["one", "two"])):
        talk.speaker.tick(10.0)
        assert talk.killed == killed[:-1]
        talk.speaker.tick(1.2)
        assert (talk.texts, talk.killed) == (texts, killed)
    assert len(caplog.records) == 1


@pytest.mark.parametrize("status", [1, -9])
def test_a_child_that_fails_costs_its_own_text_alone(talk: Talk, caplog: pytest.LogCaptureFixture, status: int) -> None:
    talk.say("one", "two", "six")
    for _ in range(3):
        talk.end(status)
    assert talk.texts == ["one", "two", "six"]
    assert [record.getMessage() for record in caplog.records] == [f"fake: ended with status {status}"]


def test_closing_ends_the_child_and_waits_for_it(talk: Talk) -> None:
    talk.say("one")
    talk.speaker.close()
    assert talk.killed == ["one"] and talk.recorder.children[0].waited


def test_a_speaker_that_is_off_or_has_no_program_says_nothing() -> None:
    recorder = Recorder()
    off = Speaker(FakeProgram(), recorder.launch)
    without = Speaker(None, recorder.launch)
    without.is_enabled = True
    for talking in (off, without):
        talking.say("one", "en")
        talking.tick(STEP)
    assert recorder.said == []
    assert not off.is_enabled and not without.is_enabled


def test_spaces_are_closed_up_and_an_endless_text_ends() -> None:
    recorder = Recorder()
    talking = speaker(recorder)
    for text in ("two\n  lines ", "", "  ", "x" * 9999):
        talking.say(text, "en")
        talking.tick(STEP)
        talking.tick(STEP)
    assert recorder.texts == ["two lines", "x" * LONGEST]


# Children that do not do what they should


def test_a_program_that_is_gone_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    talking = Speaker(FakeProgram("/nowhere/speaker"))
    talking.is_enabled = True
    with caplog.at_level(logging.WARNING):
        for text in ("one", "two"):
            talking.say(text, "en")
            talking.tick(STEP)
    assert len(caplog.records) == 1


# Real children


def ended(child: SpeakerProcess) -> int:
    return child.wait(PATIENCE)


WRITE = "import sys; open(sys.argv[1], 'wb').write(sys.stdin.buffer.read())"


def test_a_child_reads_the_text_and_no_more(tmp_path: Path) -> None:
    out = tmp_path / "said"
    text = '--help; rm -rf "$HOME" `id` ゲーム\0'
    assert ended(launch_speaker((sys.executable, "-c", WRITE, str(out)), text, 0)) == 0
    assert out.read_text(encoding="utf-8") == text


def test_a_child_that_never_reads_holds_nobody_up() -> None:
    child = launch_speaker((sys.executable, "-c", "import time; time.sleep(600)"), "x" * 1_000_000, 0)
    assert child.poll() is None, "it sleeps, and nobody has waited for it"
    child.kill()
    assert ended(child) != 0


def test_a_real_child_is_said_killed_and_forgotten() -> None:
    children: list[SpeakerProcess] = []

    def launch(arguments: tuple[str, ...], text: str | None, flags: int) -> SpeakerProcess:
        children.append(launch_speaker(arguments, text, flags))
        return children[-1]

    talking = Speaker(FakeProgram(sys.executable, "-c", "import time; time.sleep(60)"), launch)
    talking.is_enabled = True
    talking.say("one", "en")
    talking.tick(STEP)
    talking.say("now", "en", urgent=True)
    assert ended(children[0]) != 0
    talking.tick(STEP)
    talking.close()
    assert children[1].poll() is not None, "it has not outlived the program"


def test_a_voice_rests_between_sentences_in_both_languages() -> None:
    assert sentences("Leave now?", "", "It is kept\nIt waits ") == "Leave now? It is kept. It waits."
    assert sentences("ポーズ", "続ける。") == "ポーズ。 続ける。"

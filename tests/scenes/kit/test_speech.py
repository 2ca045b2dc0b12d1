"""The speaker: what is said when, which text replaces which, and programs that are missing, fail or hang."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

import pytest

from scenes.kit.sound.speech import LONGEST, Speaker, SpeakerProcess, launch_speaker, sentences
from tests.scenes.speaking import FakeChild, FakeProgram, Recorder
from tests.stores import PATIENCE
from tests.stories import Story, Teller, each_story

STEP = 1 / 60


def speaker(recorder: Recorder) -> Speaker:
    """Return a speaker that is switched on. `recorder` keeps what it begins to say."""
    made = Speaker(FakeProgram(), recorder.launch)
    made.is_enabled = True
    return made


class Talk(Teller):
    """Tells what the speaker is given to say, and what becomes of it. A stand-in program says one text at a time."""

    def __init__(self, log: pytest.LogCaptureFixture) -> None:
        self.log, self.recorder = log, Recorder(ends_at_once=False)
        self.speaker = speaker(self.recorder)

    facts: ClassVar = {
        "killed": lambda s: [text for text, child in s.children() if child.killed],  # texts whose program was killed
        "languages": lambda s: [language for language, _ in s.recorder.said],  # of all texts that were begun
        "last_logged": lambda s: s.log.records[-1].getMessage(),  # the last line of the log
        "logged": lambda s: len(s.log.records),  # how many lines the log has
        "texts": lambda s: s.recorder.texts,  # all texts that were begun
        # texts whose program was waited for
        "waited_for": lambda s: [text for text, child in s.children() if child.waited],
    }

    def do_says(self, what: str) -> None:
        """TEXT [| HOW]: Give the speaker TEXT: as "urgent", as "passing", which says where the selection is now, or in
        "Japanese"."""
        text, _, how = what.partition(" | ")
        self.speaker.say(text, "ja" if how == "Japanese" else "en", urgent=how == "urgent", passing=how == "passing")

    def do_tick(self, seconds: str = "") -> None:
        """[SECONDS]: Let this time pass, or one frame."""
        self.speaker.tick(float(seconds or STEP))

    def do_ends(self, status: str = "0") -> None:
        """[STATUS]: Let the present program end with STATUS, or with 0, and let one frame pass."""
        self.recorder.children[-1].status = int(status)
        self.do_tick()

    def do_speaker(self, what: str) -> None:
        """off, on, or closes: Switch the speaker off or on, or close it."""
        if what == "closes":
            self.speaker.close()
        else:
            self.speaker.is_enabled = what == "on"

    def children(self) -> Iterable[tuple[str, FakeChild]]:
        return zip(self.recorder.texts, self.recorder.children, strict=True)


@each_story(Path(__file__).with_name("speaker_stories.txt"))
def test_what_is_said(caplog: pytest.LogCaptureFixture, story: Story) -> None:
    Talk(caplog).tell(story)


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

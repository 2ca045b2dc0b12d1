"""Sound on SDL's dummy device: volumes, pitches, voices, the fading music, and no device at all. The speaker: what
is said when, which text replaces which, and programs that are missing, fail or hang."""

from __future__ import annotations

import logging
import sys
import wave
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.record import SeatConfig
from scenes.kit.sound.audio import DUCK_SECONDS, DUCKED, FADE_SECONDS, RETRY_SECONDS, Audio
from scenes.kit.sound.speech import LONGEST, Speaker, SpeakerProcess, launch_speaker, sentences
from scenes.kit.system import STEP
from scenes.kit.window.app import VOICE_SECONDS
from scenes.match.match_input import PHRASE_SECONDS
from scenes.table.contract.view import PENTATONIC, seat_pitch
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand
from tests.scenes.match.test_match_flow import NEARLY_WON
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, InstantAgent, Playhouse
from tests.scenes.speaking import FakeProgram, Recorder
from tests.stores import PATIENCE

RATE = 22050
SECONDS = 30  # so long that no effect ends during a test
ENDED = pygame.USEREVENT + 1  # a sound has ended
QUANTUM = 1 / 64  # SDL keeps volumes in 128 steps


def write(path: Path, seconds: float = SECONDS) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(bytes(2 * round(seconds * RATE)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two effects and a piece of music."""
    for name in ("knock", "bell", "music"):
        write(tmp_path / f"{name}.wav")
    return tmp_path


@pytest.fixture
def audio(folder: Path) -> Iterator[Audio]:
    """The sound on SDL's dummy device."""
    pygame.mixer.quit()
    audio = Audio(folder)
    assert audio.open()
    yield audio
    audio.close()


@pytest.mark.parametrize("driver", ["dummy", "none"])
def test_the_device_is_opened_at_the_first_tick_and_tried_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, driver: str
) -> None:
    """Effects that were asked for before are loaded then. Without a device, all is silent."""
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    tried: list[bool] = []

    class Tried(Audio):
        def open(self) -> bool:
            tried.append(super().open())
            return tried[-1]

    audio = Tried(folder)
    audio.open_soon()
    audio.preload(["knock"], iter((0, 2)))
    audio.play("bell")
    assert not tried and pygame.mixer.get_init() is None
    for _ in range(5):
        audio.tick(STEP)
    assert tried == [driver == "dummy"]
    assert {*audio.sounds} == ({("knock", 0), ("knock", 2)} if driver == "dummy" else set())
    audio.close()


def sounding() -> list[pygame.mixer.Sound]:
    """Return the sounds that the device plays, without the music."""
    channels = [pygame.mixer.Channel(i) for i in range(pygame.mixer.get_num_channels())]
    return [sound for channel in channels if (sound := channel.get_sound()) is not None]


def loudness(sound: Any) -> str:
    """Return the volume of a sound or of the music. SDL keeps volumes in 128 steps."""
    return f"{round(sound.get_volume(), 2):g}"


def tick(audio: Audio, seconds: float) -> None:
    for _ in range(round(seconds / STEP)):
        audio.tick(STEP)


def sounds() -> list[str]:
    """Return the volumes of the effects that sound now, in order."""
    return list(map(loudness, sounding()))


def music_after(audio: Audio, seconds: float) -> str:
    """Let time pass. Return the volume of the music."""
    tick(audio, seconds)
    return loudness(pygame.mixer.music)


def test_the_volume_in_common_lowers_effects_and_music(audio: Audio) -> None:
    audio.volume, audio.effects_volume, audio.music_volume = 0.5, 0.8, 1.0
    audio.play("knock")
    audio.play("bell", 0.5)
    audio.start_music()
    assert (music_after(audio, 1.6), sounds()) == ("0.5", ["0.4", "0.2"])
    audio.volume = 0
    audio.play("bell")
    assert (music_after(audio, 0), sounds()) == ("0", ["0.4", "0.2"])


def test_volumes_stay_in_their_range_and_without_one_nothing_is_played(audio: Audio) -> None:
    audio.effects_volume, audio.music_volume = 7, -1
    assert (audio.effects_volume, audio.music_volume) == (1.0, 0.0)
    audio.effects_volume = 0
    audio.play("knock")
    assert sounds() == []


def test_an_effect_is_loaded_once_and_before_it_is_needed(audio: Audio, folder: Path) -> None:
    audio.preload(["knock"], (0, 4))
    (folder / "knock.wav").unlink()
    audio.play("knock")
    audio.play("knock", pitch=4)
    assert len(sounding()) == 2


def test_few_voices_sound_at_once_and_fewer_of_one_effect(audio: Audio) -> None:
    for _ in range(4):
        audio.play("knock")
    assert len(sounding()) == 3
    for pitch in range(5):
        for _ in range(3):
            audio.play("bell", pitch=pitch)
    assert len(sounding()) == 16


def test_the_music_fades_in_and_steps_back_and_its_volume_acts_at_once(audio: Audio) -> None:
    audio.music_volume = 0.5
    audio.start_music()
    assert [music_after(audio, seconds) for seconds in (0.75, 1.6)] == ["0.25", "0.5"]
    audio.start_music(0.4)
    assert music_after(audio, 1.6) == "0.2"
    audio.music_volume = 0
    assert music_after(audio, 0) == "0"


def test_missing_music_is_silent_and_told_once(audio: Audio, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "music.wav").unlink()
    audio.start_music()
    tick(audio, 1.0)
    assert not pygame.mixer.music.get_busy() and len(caplog.records) == 1


@pytest.mark.parametrize("is_there", [True, False])
def test_a_device_that_was_closed_stays_closed(audio: Audio, is_there: bool) -> None:
    """Also one that had gone before."""
    audio.play("knock")
    audio.start_music()
    tick(audio, 0.1)
    if not is_there:
        pygame.mixer.quit()
    audio.play("knock")
    audio.close()
    audio.play("knock")
    tick(audio, RETRY_SECONDS + 1.0)
    assert pygame.mixer.get_init() is None


def test_the_music_gives_way_for_as_long_as_it_is_asked_to_and_comes_back(audio: Audio) -> None:
    """On its way up as well; the longer of two times counts."""
    audio.music_volume = 1.0
    audio.duck(2.0)
    audio.duck(1.0)
    audio.start_music()
    assert [music_after(audio, seconds) for seconds in (1.6, 1.0)] == ["0.3", "1"]
    audio.duck(1.0)
    assert [music_after(audio, seconds) for seconds in (0.4, 0.5, 0.5)] == ["0.3", "0.3", "1"]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("pitch", [0, 12, *PENTATONIC])
def test_a_higher_pitch_is_as_much_shorter(audio: Audio, pitch: int) -> None:
    audio.play("knock", pitch=pitch)
    assert sounding()[0].get_length() == pytest.approx(SECONDS / 2 ** (pitch / 12), rel=0.002)


def test_eight_seats_have_eight_pitches_of_one_scale() -> None:
    pitches = [seat_pitch(seat) for seat in range(8)]
    assert len(set(pitches)) == 8
    assert {pitch % 12 for pitch in pitches} <= {0, 2, 4, 7, 9}
    assert all(abs(a - b) >= 4 for a, b in pairwise(pitches))


@pytest.mark.parametrize("content", [None, b"", b"RIFF", b"no sound" * 40])
def test_a_missing_or_damaged_effect_is_silent_and_told_once(
    audio: Audio, folder: Path, content: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    if content is not None:
        (folder / "broken.wav").write_bytes(content)
    for _ in range(3):
        audio.play("broken")
    assert sounding() == []
    assert len(caplog.records) == 1


def test_nothing_sounds_any_more_when_the_device_is_let_go(audio: Audio) -> None:
    """If a sound ended while pygame closes the device, both would wait for each other for ever."""
    pygame.display.init()  # which has the queue of events; pygame tells of no sound that ends with the device
    audio.play("knock")
    audio.play("bell")
    for channel in range(2):
        pygame.mixer.Channel(channel).set_endevent(ENDED)
    pygame.event.clear()
    audio.close()
    assert len(pygame.event.get(ENDED)) == 2
    pygame.display.quit()


# No device


@pytest.mark.quick
@pytest.mark.parametrize("driver", ["nonsense", "alsa"])
def test_without_a_device_everything_is_silent(
    folder: Path, driver: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    monkeypatch.setenv("AUDIODEV", "nowhere")  # a name that no card has
    audio = Audio(folder)
    assert not audio.open()
    audio.preload(["knock"], (0, 4))
    audio.play("knock", 0.5, 4)
    audio.start_music()
    audio.music_volume = 1.0
    tick(audio, 1.0)
    audio.close()
    assert capfd.readouterr().err == ""


# In the house


@pytest.mark.parametrize("is_reduced", [False, True])
def test_pieces_sound_at_the_pitch_of_their_seat_and_a_note_says_whose_turn_it_is(
    open_house: OpenHouse, heard: list[tuple[str, int]], is_reduced: bool
) -> None:
    """With reduced motion nothing is lifted."""
    house = open_house(agent=InstantAgent(["d5h"]))
    house.services.settings.change(reduced_motion=is_reduced)
    house.match(PERSON, ROBOT)
    assert ("start", 0) in heard
    heard.clear()
    KeyHand(house).play("e2")
    mine, its = seat_pitch(0), seat_pitch(1)
    pieces = [item for item in heard if item[0] in ("lift", "pawn", "wall", "turn")]
    lifts = [] if is_reduced else [("lift", mine)]
    assert pieces == [*lifts, ("pawn", mine), ("wall", its), ("turn", mine)]


@pytest.mark.parametrize(("seats", "phrase"), [((PERSON, ROBOT), "win"), ((ROBOT, PERSON), "over")])
def test_a_person_who_wins_hears_the_phrase_and_one_who_loses_does_not(
    open_house: OpenHouse, heard: list[tuple[str, int]], seats: tuple[SeatConfig, SeatConfig], phrase: str
) -> None:
    house = open_house(agent=InstantAgent(["e9"]))
    match = house.match(*seats, actions=NEARLY_WON)
    if seats[0] is PERSON:
        KeyHand(house).play("e9")
    house.until(lambda: match.ending.win_time > 0.5, "the end")
    assert [name for name, _ in heard if name in ("win", "over")] == [phrase]


def test_undo_hint_and_cards_are_heard(open_house: OpenHouse, heard: list[tuple[str, int]]) -> None:
    house = open_house(agent=InstantAgent(["e8"]))
    house.match(PERSON, ROBOT)
    hand = KeyHand(house)
    hand.play("e2")
    for key, name in ((pygame.K_h, "hint"), (pygame.K_u, "undo"), (pygame.K_p, "open"), (pygame.K_ESCAPE, "close")):
        heard.clear()
        posting.tap_key(key)
        house.run(1.0)
        assert (name, 0) in heard


def test_the_music_steps_back_for_a_match_and_gives_way_to_its_end_and_to_a_voice(house: Playhouse) -> None:
    def music_is(level: float, seconds: float) -> None:
        house.run(seconds)
        full = house.stage.audio.music_volume
        assert pygame.mixer.music.get_volume() == pytest.approx(level * full, abs=2 * QUANTUM)

    house.boot()
    music_is(1.0, FADE_SECONDS)
    match = house.match(PERSON, RIVAL)
    music_is(0.5, FADE_SECONDS)
    match.controller.sounds.ended()
    music_is(DUCKED * 0.5, 2 * DUCK_SECONDS)
    music_is(0.5, PHRASE_SECONDS)
    house.stage.speech = Speaker(FakeProgram(), Recorder().launch)
    house.stage.speech.is_enabled = True
    house.stage.say("Aoi’s turn.")
    music_is(DUCKED * 0.5, 2 * DUCK_SECONDS)
    house.stage.speech.is_enabled = False
    music_is(0.5, VOICE_SECONDS + 2 * DUCK_SECONDS)


def test_volumes_are_those_of_the_preferences(house: Playhouse) -> None:
    house.services.settings.change(effects=0.2, music=0.9)
    assert (house.stage.audio.effects_volume, house.stage.audio.music_volume) == (0.2, 0.9)


USES: dict[str, Callable[[Audio], object]] = {
    "effect": lambda audio: audio.play("knock"),
    "new effect": lambda audio: audio.play("bell"),
    "effect on one side": lambda audio: audio.play_at("knock", 1.0, 1.0, 0.0),
    "loading": lambda audio: audio.preload(["bell"]),
    "volume": lambda audio: setattr(audio, "volume", 0.5),
    "music": lambda audio: tick(audio, 0.1),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("use", list(USES))
def test_a_device_that_goes_leaves_silence_and_is_tried_again(audio: Audio, use: str) -> None:
    audio.play("knock")
    audio.start_music()
    if use != "music":
        tick(audio, FADE_SECONDS)
    pygame.mixer.quit()
    USES[use](audio)
    for each in USES.values():
        each(audio)
    assert audio.sides == 0
    tick(audio, RETRY_SECONDS + FADE_SECONDS + 1.0)
    assert audio.sides == 2 and pygame.mixer.music.get_busy()
    audio.play("knock")
    assert len(sounding()) == 1


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

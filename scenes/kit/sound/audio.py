"""Sound behind a null device: without a sound card everything stays silent and nothing fails."""

from __future__ import annotations

import io
import itertools
import logging
import wave
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from scenes.kit.system import native_errors_hushed

log = logging.getLogger(__name__)

EFFECTS_VOLUME, MUSIC_VOLUME = 0.7, 0.35  # unless a person sets others
SILENT_DRIVERS = frozenset({"", "dummy", "disk"})
VOICES = 16  # effects that sound at once
VOICES_OF_ONE = 3  # of the same effect at the same pitch
FADE_SECONDS = 1.5  # from silence to full music
DUCKED = 0.3  # of the music's level while something else is to be understood
DUCK_SECONDS = 0.3  # from full to ducked music, and back
RETRY_SECONDS = 30.0  # from one try to open a device that has gone to the next


class Audio:
    """Plays named effects and the music from a folder of WAV files, loaded when first needed.

    Volumes are 0..1. Opening the mixer is left to `open`, which may fail quietly (no device, no driver). A device that
    goes away while it is open leaves silence, and is tried again every RETRY_SECONDS.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._effects_volume = EFFECTS_VOLUME
        self._music_volume = MUSIC_VOLUME
        self._volume = 1.0
        self.sounds: dict[tuple[str, int], pygame.mixer.Sound | None] = {}
        self._ready = False
        self._level = 0.0  # of the music, on its way to _goal
        self.goal = 0.0
        self._duck_left = 0.0  # seconds for which it gives way
        self._duck = 1.0  # its share meanwhile
        self._is_due = False  # whether the next tick opens the device
        self._asked_early: dict[tuple[str, int], None] = {}  # to be loaded then
        self._lost_for: float | None = None  # seconds since the device has gone, or since the last try

    @property
    def volume(self) -> float:
        """The volume of all sound together: both other volumes are shares of it."""
        return self._volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._volume = min(1.0, max(0.0, volume))
        self._show_level()

    @property
    def effects_volume(self) -> float:
        """The volume of the effects."""
        return self._effects_volume

    @effects_volume.setter
    def effects_volume(self, volume: float) -> None:
        self._effects_volume = min(1.0, max(0.0, volume))

    @property
    def music_volume(self) -> float:
        """The volume of the music at its full level."""
        return self._music_volume

    @music_volume.setter
    def music_volume(self, volume: float) -> None:
        self._music_volume = min(1.0, max(0.0, volume))
        self._show_level()

    def open_soon(self) -> None:
        """Open the device at the first tick: that takes 30 to 110 ms, and the first frame of all does without it."""
        self._is_due = True

    def open(self) -> bool:
        """Try to open the sound device; False where there is none."""
        self._is_due = False
        try:
            with native_errors_hushed():
                pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=512)
        except pygame.error as error:
            log.info("no sound: %s", error)
            return False
        pygame.mixer.set_num_channels(VOICES)
        self._ready = True
        self._lost_for = None
        asked, self._asked_early = self._asked_early, {}
        for name, pitch in asked:
            self.preload((name,), (pitch,))
        return True

    @contextmanager
    def _device(self) -> Iterator[None]:
        """Do something with the device, which may have gone."""
        try:
            yield
        except pygame.error as error:
            self._lose(error)

    def _lose(self, error: Exception) -> None:
        log.warning("the sound has gone: %s", error)
        self._ready = False
        self.sounds.clear()
        self._level = 0.0
        self._lost_for = 0.0

    @property
    def device(self) -> str:
        """The system's name of the output device; "" where nothing is heard."""
        driver = pygame.mixer.get_driver() if self._ready else ""
        return "" if driver in SILENT_DRIVERS else driver

    @property
    def sides(self) -> int:
        """The number of the device's channels, 2 for left and right; 0 where there is none."""
        opened = pygame.mixer.get_init() if self._ready else None
        return opened[2] if opened else 0

    # Effects

    def play(self, name: str, gain: float = 1.0, pitch: int = 0) -> None:
        """Play the effect `name`, `pitch` semitones higher; an unknown one is logged once and then silent."""
        if not self._ready or self._effects_volume * self._volume <= 0:
            return
        with self._device():
            sound = self._sound(name, pitch)
            if sound is not None and sound.get_num_channels() < VOICES_OF_ONE:
                sound.set_volume(self._effects_volume * self._volume * gain)
                sound.play()

    def play_at(self, name: str, volume: float, left: float = 1.0, right: float = 1.0) -> None:
        """Play an effect at a volume in common of its own, each side at its share of it (all 0..1)."""
        with self._device():
            sound = self._sound(name, 0) if self._ready else None
            channel = None
            if sound is not None:
                sound.set_volume(self._effects_volume * volume)
                channel = sound.play()
            if channel is not None:
                channel.set_volume(left, right)

    def preload(self, names: Iterable[str], pitches: Iterable[int] = (0,)) -> None:
        """Load effects before they are needed."""
        wanted = dict.fromkeys(itertools.product(names, pitches))
        if self._is_due:
            self._asked_early |= wanted
        elif self._ready:
            with self._device():
                for name, pitch in wanted:
                    self._sound(name, pitch)

    def _sound(self, name: str, pitch: int) -> pygame.mixer.Sound | None:
        key = (name, pitch)
        if key not in self.sounds:
            path = self._folder / f"{name}.wav"
            try:
                self.sounds[key] = pygame.mixer.Sound(file=_shifted(path, pitch))
            except (pygame.error, OSError, EOFError, wave.Error) as error:
                if isinstance(error, pygame.error) and pygame.mixer.get_init() is None:
                    raise  # it is not the file's fault
                log.warning("sound %s: %s", path, error)
                self.sounds[key] = None
        return self.sounds[key]

    # Music

    def start_music(self, level: float = 1.0) -> None:
        """Let the music fade to `level` of its volume; it goes on from where it is."""
        self.goal = min(1.0, max(0.0, level))

    def duck(self, seconds: float) -> None:
        """Let the music give way for so long: to a voice, or to how a game has ended."""
        self._duck_left = max(self._duck_left, seconds)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds of fading pass, or of waiting for a device that has gone."""
        if self._is_due:
            self.open()
        if self._lost_for is not None:
            self._lost_for += dt
            if self._lost_for >= RETRY_SECONDS:
                self._lost_for = 0.0
                self.open()
        share = DUCKED if self._duck_left > 0 else 1.0
        self._duck_left = max(0.0, self._duck_left - dt)
        if not self._ready or (self._level == self.goal and self._duck == share):
            return
        if self._level == 0.0 < self.goal and not self._begin_music():
            if self._ready:
                self.goal = 0.0
            return
        self._level = _nearer(self._level, self.goal, dt / FADE_SECONDS)
        self._duck = _nearer(self._duck, share, dt * (1 - DUCKED) / DUCK_SECONDS)
        self._show_level()

    def _begin_music(self) -> bool:
        path = self._folder / "music.wav"
        try:
            pygame.mixer.music.load(path)
            pygame.mixer.music.set_volume(0.0)
            pygame.mixer.music.play(loops=-1)
        except (pygame.error, OSError) as error:
            if pygame.mixer.get_init() is None:
                self._lose(error)
            else:
                log.warning("music %s: %s", path, error)
            return False
        return True

    def _show_level(self) -> None:
        if self._ready:
            with self._device():
                pygame.mixer.music.set_volume(self._music_volume * self._volume * self._level * self._duck)

    def close(self) -> None:
        """Release the device."""
        self._is_due = False
        self._lost_for = None
        if self._ready:
            self._ready = False
            self.sounds.clear()
            self._level = 0.0
            # pygame's `quit` waits for the mixer's thread with Python's lock held, which that thread waits for at the
            # end of a sound: none may be sounding any more.
            if pygame.mixer.get_init():  # else it has gone meanwhile
                pygame.mixer.stop()
            pygame.mixer.quit()


def _nearer(value: float, goal: float, step: float) -> float:
    """One step of a value on its way to a goal."""
    return value + max(-step, min(step, goal - value))


def _shifted(path: Path, pitch: int) -> io.BytesIO:
    """The file with a rate that is higher by `pitch` semitones: loading it then resamples it in C, in a millisecond."""
    shifted = io.BytesIO()
    with wave.open(str(path), "rb") as source, wave.open(shifted, "wb") as target:
        target.setparams(source.getparams())
        target.setframerate(round(source.getframerate() * 2 ** (pitch / 12)))
        target.writeframes(source.readframes(source.getnframes()))
    shifted.seek(0)
    return shifted

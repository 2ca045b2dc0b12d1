"""Sound with a fallback: without a sound card everything stays silent and nothing fails."""

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

EFFECTS_VOLUME, MUSIC_VOLUME = 0.7, 0.35  # the default volumes
SILENT_DRIVERS = frozenset({"", "dummy", "disk"})
VOICES = 16  # simultaneous effects
VOICES_OF_ONE = 3  # the most voices that play the same effect at the same pitch
FADE_SECONDS = 1.5  # seconds in which the music fades from silence to its full level
DUCKED = 0.3  # the music's level during speech and important effects, as a share
DUCK_SECONDS = 0.3  # seconds in which the music is lowered, and in which it rises again
RETRY_SECONDS = 30.0  # seconds between attempts to reopen a lost device


class Audio:
    """Plays named effects and the music from a folder of WAV files, loaded when first needed.

    Volumes are 0..1. `open` opens the mixer and may fail quietly (no device, no driver). If the device is lost, there
    is silence, and the device is tried again every RETRY_SECONDS.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._effects_volume = EFFECTS_VOLUME
        self._music_volume = MUSIC_VOLUME
        self._volume = 1.0
        self.sounds: dict[tuple[str, int], pygame.mixer.Sound | None] = {}
        self._ready = False
        self._level = 0.0  # the music's level; it fades to `goal`
        self.goal = 0.0
        self._duck_left = 0.0  # seconds of ducking left
        self._duck = 1.0  # the share to which the music is lowered now
        self._is_due = False  # whether the next tick opens the device
        self._asked_early: dict[tuple[str, int], None] = {}  # effects to load when the device opens
        self._lost_for: float | None = None  # seconds since the device was lost, or since the last attempt to reopen it

    @property
    def volume(self) -> float:
        """The master volume; the volumes of effects and music are shares of it."""
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
        """Open the device at the first tick.

        That takes 30 to 110 ms, for which the first frame should not wait.
        """
        self._is_due = True

    def open(self) -> bool:
        """Try to open the sound device. Returns False without one."""
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
        """A context for code that uses the device; it handles the loss of the device."""
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
        """The system's name of the output device; "" without sound."""
        driver = pygame.mixer.get_driver() if self._ready else ""
        return "" if driver in SILENT_DRIVERS else driver

    @property
    def sides(self) -> int:
        """The number of channels, 2 for stereo; 0 without a device."""
        opened = pygame.mixer.get_init() if self._ready else None
        return opened[2] if opened else 0

    # Effects

    def play(self, name: str, gain: float = 1.0, pitch: int = 0) -> None:
        """Play the effect `name`, `pitch` semitones higher; an unknown one is logged once and stays silent."""
        if not self._ready or self._effects_volume * self._volume <= 0:
            return
        with self._device():
            sound = self._sound(name, pitch)
            if sound is not None and sound.get_num_channels() < VOICES_OF_ONE:
                sound.set_volume(self._effects_volume * self._volume * gain)
                sound.play()

    def play_at(self, name: str, volume: float, left: float = 1.0, right: float = 1.0) -> None:
        """Play an effect with `volume` in place of the master volume.

        `left` and `right` are the shares of `volume` that the two sides get. All three are 0..1.
        """
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
                    raise  # the cause is the lost device, not the file
                log.warning("sound %s: %s", path, error)
                self.sounds[key] = None
        return self.sounds[key]

    # Music

    def start_music(self, level: float = 1.0) -> None:
        """Fade the music to `level` of its volume. From silence, the music starts at its beginning."""
        self.goal = min(1.0, max(0.0, level))

    def duck(self, seconds: float) -> None:
        """Lower the music for `seconds`: for speech, or the sounds of an ending."""
        self._duck_left = max(self._duck_left, seconds)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass for fades and for a lost device."""
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
            # Stop all sounds first. pygame's `quit` holds the interpreter's lock and waits for the mixer's thread, and
            # that thread needs the lock when a sound ends.
            if pygame.mixer.get_init():  # otherwise the device was lost
                pygame.mixer.stop()
            pygame.mixer.quit()


def _nearer(value: float, goal: float, step: float) -> float:
    """`value` moved by at most `step` towards `goal`."""
    return value + max(-step, min(step, goal - value))


def _shifted(path: Path, pitch: int) -> io.BytesIO:
    """The sound file with its sample rate raised by `pitch` semitones.

    Loading it resamples the sound in C, within a millisecond.
    """
    shifted = io.BytesIO()
    with wave.open(str(path), "rb") as source, wave.open(shifted, "wb") as target:
        target.setparams(source.getparams())
        target.setframerate(round(source.getframerate() * 2 ** (pitch / 12)))
        target.writeframes(source.readframes(source.getnframes()))
    shifted.seek(0)
    return shifted

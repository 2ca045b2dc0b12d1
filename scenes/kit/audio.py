"""Sound behind a null device: without a sound card everything stays silent and nothing fails."""

from __future__ import annotations

import logging
from pathlib import Path

import pygame

log = logging.getLogger(__name__)


class Audio:
    """Plays named effects from a folder of WAV files, loaded when first needed.

    Opening the mixer is left to `open`, which may fail quietly (no device, no driver).
    """

    def __init__(self, folder: Path, volume: float = 0.7) -> None:
        self._folder = folder
        self.volume = volume
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._ready = False

    def open(self) -> bool:
        """Try to open the sound device; False where there is none."""
        try:
            pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=512)
        except pygame.error as error:
            log.info("no sound: %s", error)
            return False
        self._ready = True
        return True

    def play(self, name: str, gain: float = 1.0) -> None:
        """Play the effect `name`; an unknown one is logged once and then silent."""
        if not self._ready or self.volume <= 0:
            return
        if name not in self._sounds:
            self._sounds[name] = self._load(name)
        sound = self._sounds[name]
        if sound is not None:
            sound.set_volume(self.volume * gain)
            sound.play()

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        path = self._folder / f"{name}.wav"
        try:
            return pygame.mixer.Sound(path)
        except (pygame.error, FileNotFoundError) as error:
            log.warning("sound %s: %s", path, error)
            return None

    def close(self) -> None:
        """Release the device."""
        if self._ready:
            pygame.mixer.quit()
            self._ready = False

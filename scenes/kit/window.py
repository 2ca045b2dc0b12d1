"""The window: making it, full screen and back, and what to say where there is no display."""

from __future__ import annotations

import os

import pygame

from scenes.kit.devices import prepare_environment

DEFAULT_SIZE = (1280, 720)
HEADLESS_DRIVERS = {"offscreen", "dummy"}


class NoDisplayError(Exception):
    """There is no screen to open a window on; the message says what to do."""


class Window:
    """Owns pygame's display surface. `size` None takes the whole screen in full screen, a part of it in a window."""

    def __init__(self, size: tuple[int, int] | None, fullscreen: bool, title: str, icon: pygame.Surface | None) -> None:
        prepare_environment()
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # software blits are fastest without a GPU texture
        os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
        wanted = os.environ.get("SDL_VIDEODRIVER", "")
        try:
            pygame.display.init()
        except pygame.error as error:
            raise NoDisplayError(_advice(str(error))) from None
        driver = pygame.display.get_driver()
        if driver in HEADLESS_DRIVERS and driver not in wanted:
            pygame.display.quit()
            raise NoDisplayError(_advice("no screen was found"))
        pygame.display.set_caption(title)
        if icon is not None:
            pygame.display.set_icon(icon)
        self._windowed = size or self._comfortable()
        self.fullscreen = fullscreen
        self.surface = self._make()

    @property
    def size(self) -> tuple[int, int]:
        """The drawable size in pixels."""
        return self.surface.get_size()

    def toggle_fullscreen(self) -> None:
        """Full screen or back; the old window size is kept."""
        if not self.fullscreen:
            self._windowed = self.size
        self.fullscreen = not self.fullscreen
        self.surface = self._make()

    def resized(self, size: tuple[int, int]) -> None:
        """The window's owner dragged its border."""
        self.surface = pygame.display.get_surface() or self._make()
        if not self.fullscreen:
            self._windowed = size

    def present(self, dirty: list[pygame.Rect]) -> None:
        """Show the changed rectangles."""
        if dirty:
            pygame.display.update(dirty)

    def _make(self) -> pygame.Surface:
        if self.fullscreen:
            return pygame.display.set_mode(_desktop(), pygame.FULLSCREEN)
        return pygame.display.set_mode(self._windowed, pygame.RESIZABLE)

    def _comfortable(self) -> tuple[int, int]:
        width, height = _desktop()
        if width < DEFAULT_SIZE[0] or height < DEFAULT_SIZE[1]:
            return max(320, int(width * 0.9)), max(240, int(height * 0.85))
        factor = min(width * 0.8 / 16, height * 0.8 / 9)
        return max(DEFAULT_SIZE[0], int(factor * 16)), max(DEFAULT_SIZE[1], int(factor * 9))


def _desktop() -> tuple[int, int]:
    sizes = pygame.display.get_desktop_sizes()
    return sizes[0] if sizes else DEFAULT_SIZE


def _advice(cause: str) -> str:
    return (
        f"Kissaten needs a display, but {cause}. Start it in a desktop session, set DISPLAY (or WAYLAND_DISPLAY) "
        "to a running one, or use the headless commands: main.py engine, main.py tournament."
    )

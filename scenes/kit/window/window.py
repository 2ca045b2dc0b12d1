"""The window: opening, full screen and back, and the message when there is no display."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable

import pygame

from scenes.kit.drawing.surfaces import BYTES_A_PIXEL
from scenes.kit.input.devices import prepare_environment
from scenes.kit.system import native_errors_hushed
from scenes.kit.window import renderer

log = logging.getLogger(__name__)

DEFAULT_SIZE = (1280, 720)
# Bits of a pixel. A screen with fewer has a palette, and SDL opens no window on it.
LEAST_BITS = 15
DEPTH_WANTED = "a screen with 16 bits of colour or more is needed; 24 are usual"
USUAL, FASTEST = 60, 120  # frames a second
HEADLESS_DRIVERS = {"offscreen", "dummy"}
USUAL_HINTS = {
    "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": "0",
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",  # else Windows enlarges the picture, blurred, by its display scale
    "SDL_IME_SHOW_UI": "1",  # else Windows shows no candidates of an input method, such as for Japanese
}
"""SDL's hints for every window, unless the environment has others."""
# SDL's hints: take the keys of the window manager, ignore Alt+Tab, treat Alt+F4 like any other key.
GRABBING = {
    "SDL_GRAB_KEYBOARD": "1",
    "SDL_ALLOW_ALT_TAB_WHILE_GRABBED": "0",
    "SDL_WINDOWS_NO_CLOSE_ON_ALT_F4": "1",
}


_NO_ARROW = pygame.Cursor((8, 8), (0, 0), (0,) * 8, (0,) * 8)


class NoDisplayError(Exception):
    """There is no screen for the window; the message says what to do."""


class Window:
    """Owns pygame's display surface.

    `size` is the window's size outside full screen. If it is None, the window fills a part of the screen.
    """

    def __init__(
        self,
        size: tuple[int, int] | None,
        fullscreen: bool,
        title: str,
        display: int = 0,
        way: Callable[[str, tuple[int, int], int], str] | None = None,
        grabbed: bool = False,
        resolution: str = "own",
    ) -> None:
        """`display` counts screens from 0, and `resolution` is one of renderer.RESOLUTIONS.

        `way` is a function of the display driver and the window's size and flags; it returns one of renderer.WAYS. It
        is not called if the environment sets renderer.HINT. A `grabbed` window keeps pointer and keys to itself, as far
        as the system allows.
        """
        prepare_environment()
        os.environ.update({name: value for name, value in USUAL_HINTS.items() if name not in os.environ})
        if grabbed:
            os.environ.update(GRABBING)
        wanted = os.environ.get("SDL_VIDEODRIVER", "")
        try:
            with native_errors_hushed():
                pygame.display.init()
        except pygame.error as error:
            raise NoDisplayError(_advice(str(error))) from None
        driver = pygame.display.get_driver()
        if driver in HEADLESS_DRIVERS and driver not in wanted:
            pygame.display.quit()
            raise NoDisplayError(_advice("no screen was found"))
        self.display = display
        self.fullscreen = fullscreen
        self._resolution = resolution
        self._grabbed = grabbed
        self._pointer: bool | None = None  # whether the arrow of a grabbed mouse is visible; None before it is set
        self._arrow = pygame.mouse.get_cursor()
        self._frame_seconds = 1 / USUAL
        self._place: tuple[int, int] | None = None  # where the window was before full screen
        self._windowed = size or self._comfortable()
        if renderer.HINT not in os.environ:
            renderer.use("software" if way is None or driver in HEADLESS_DRIVERS else way(driver, *self._mode()))
        pygame.display.set_caption(title)
        try:
            self.surface = self._make()
        except pygame.error as error:  # for example, the screen has a palette of 8 bits
            wanted = f"; {DEPTH_WANTED}" if pygame.display.Info().bitsize < LEAST_BITS else ""
            pygame.display.quit()
            raise NoDisplayError(f"Kissaten cannot open its window: {error}{wanted}.") from None

    @property
    def size(self) -> tuple[int, int]:
        """The drawable size in pixels."""
        return self.surface.get_size()

    @property
    def is_seen(self) -> bool:
        """Whether the window is visible, not minimised."""
        return pygame.display.get_active()

    @property
    def frame_seconds(self) -> float:
        """The seconds of a frame: by the screen's refresh rate if a graphics card draws, else a sixtieth."""
        return self._frame_seconds

    def screen_rate(self) -> int:
        """The frames a second of the screen, as its driver tells: 0 if unknown."""
        return pygame.display.get_current_refresh_rate()

    def _screen_seconds(self) -> float:
        accelerated = os.environ.get(renderer.HINT) == "1"
        rate = self.screen_rate() if accelerated else 0
        return 1 / min(FASTEST, rate) if rate > USUAL else 1 / USUAL

    def toggle_fullscreen(self) -> None:
        """Switch to full screen or back; the window's size and place are kept."""
        if not self.fullscreen:
            self._windowed = self.size
            self._place = pygame.display.get_window_position()
        self.fullscreen = not self.fullscreen
        self.surface = self._make()
        if self.fullscreen:
            return
        # On X11, with software rendering, the first window stays as large as the screen. So it is made again.
        if self.size != self._windowed:
            self.surface = self._make()
        if self._place is not None:  # SDL moves the window by its frame's width at each change back
            pygame.display.set_window_position(self._place)

    def show(self, fullscreen: bool, display: int, resolution: str = "own") -> None:
        """Move to the screen number `display`, in full screen of a resolution or in a window."""
        self._resolution = resolution
        if display != self.display:
            self.display, self._place = display, None
        if fullscreen != self.fullscreen:
            self.toggle_fullscreen()
        else:
            self.surface = self._make()

    def resized(self, size: tuple[int, int]) -> None:
        """Take a new size: a person has resized the window."""
        screen = pygame.display.get_surface()
        self.surface = self._make() if screen is None else drawn_for(screen)
        if not self.fullscreen:
            self._windowed = size

    def show_pointer(self, visible: bool) -> None:
        """Show or hide the mouse's arrow."""
        if not self._grabbed:
            pygame.mouse.set_visible(visible)
        elif visible != self._pointer:  # an empty arrow, since a grabbed mouse that is hidden would lose its place
            self._pointer = visible
            try:
                pygame.mouse.set_cursor(self._arrow if visible else _NO_ARROW)
            except pygame.error as error:  # an error here affects only the arrow
                log.info("the mouse's arrow: %s", error)

    def present(self, dirty: list[pygame.Rect]) -> bool:
        """Show the changed rectangles. If the system refuses, return False; the caller must then `renew`."""
        if not dirty:
            return True
        pygame.set_error("")
        bring(self.surface, dirty)
        if "surface" not in (error := pygame.get_error()):
            return True
        log.warning("the window shows nothing: %s", error)
        return False

    def renew(self) -> None:
        """Replace the surface.

        After a full-screen window was minimised, SDL gives it a new surface. pygame keeps the old surface. Its memory
        is freed, so nothing may be drawn on it.
        """
        self.surface = self._make()

    def _mode(self) -> tuple[tuple[int, int], int]:
        """The intended size and flags of the window."""
        if self.fullscreen:
            return self._full(), pygame.FULLSCREEN
        return self._windowed, pygame.RESIZABLE

    def _full(self) -> tuple[int, int]:
        """The size of full screen, usually the screen's own.

        A smaller resolution in the settings replaces it if the screen has that resolution.
        """
        own, wanted = _desktop(self.display), renderer.RESOLUTIONS[self._resolution]
        if wanted is None or wanted >= own:
            return own
        display = self.display if self.display < displays() else 0
        modes = pygame.display.list_modes(0, pygame.FULLSCREEN, display)
        return wanted if wanted in modes else own

    def _make(self) -> pygame.Surface:
        screen = self.display if self.display < displays() else 0  # the screen may have been unplugged
        shown = pygame.display.set_mode(*self._mode(), display=screen)
        if self.fullscreen and pygame.display.get_driver() == "wayland" and not pygame.display.is_fullscreen():
            pygame.display.toggle_fullscreen()  # SDL has made the window a second time, and forgot full screen
            shown = pygame.display.get_surface() or shown
        self._frame_seconds = self._screen_seconds()
        if self._grabbed:
            pygame.event.set_grab(True)  # again, since a new window is not grabbed
            self._pointer = None
        return drawn_for(shown)

    def _comfortable(self) -> tuple[int, int]:
        """The largest size that leaves room for the window's frame and a desktop's bars."""
        width, height = _desktop(self.display)
        most = int(width * 0.9), int(height * 0.85)
        if most[0] < DEFAULT_SIZE[0] or most[1] < DEFAULT_SIZE[1]:
            return max(320, most[0]), max(240, most[1])
        factor = min(width * 0.8 / 16, height * 0.8 / 9)
        return max(DEFAULT_SIZE[0], int(factor * 16)), max(DEFAULT_SIZE[1], int(factor * 9))


def drawn_for(screen: pygame.Surface) -> pygame.Surface:
    """The surface to draw on: `screen` itself, or a separate one if `screen` has fewer than 32 bits a pixel.

    With fewer bits, pictures cannot be scaled smoothly or blended well.
    """
    return screen if screen.get_bytesize() == BYTES_A_PIXEL else pygame.Surface(screen.get_size(), 0, 32)


def bring(surface: pygame.Surface, dirty: list[pygame.Rect]) -> None:
    """Show the changed rectangles of the surface from `drawn_for`. `pygame.get_error` then has SDL's error, if any."""
    screen = pygame.display.get_surface()
    if screen is not None and screen is not surface:
        screen.blits([(surface, rect, rect) for rect in dirty], doreturn=False)
    pygame.display.update(dirty)


def displays() -> int:
    return len(pygame.display.get_desktop_sizes())


def _desktop(display: int) -> tuple[int, int]:
    """The size of a screen, or of the first one if there is none with this number."""
    sizes = pygame.display.get_desktop_sizes()
    return sizes[display if display < len(sizes) else 0] if sizes else DEFAULT_SIZE


def _advice(cause: str) -> str:
    return (
        f"Kissaten needs a display, but {cause}. Start it in a desktop session, set DISPLAY (or WAYLAND_DISPLAY) "
        "to a running one, or use the commands that need none: engine, tournament."
    )

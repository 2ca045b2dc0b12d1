"""The window: making it, full screen and back, and what to say where there is no display."""

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
LEAST_BITS = 15  # of a pixel; a screen with fewer has a palette, and SDL opens no window on it
DEPTH_WANTED = "a screen with 16 bits of colour or more is needed; 24 are usual"
USUAL, FASTEST = 60, 120  # frames a second
HEADLESS_DRIVERS = {"offscreen", "dummy"}
GRABBING = {  # SDL's hints: keys of the window manager come to us, Alt+Tab leads nowhere, Alt+F4 is a key like others
    "SDL_GRAB_KEYBOARD": "1",
    "SDL_ALLOW_ALT_TAB_WHILE_GRABBED": "0",
    "SDL_WINDOWS_NO_CLOSE_ON_ALT_F4": "1",
}


_NO_ARROW = pygame.Cursor((8, 8), (0, 0), (0,) * 8, (0,) * 8)


class NoDisplayError(Exception):
    """The window has no screen to open on; the message says what to do."""


class Window:
    """Owns pygame's display surface. `size` None takes the whole screen in full screen, a part of it in a window."""

    def __init__(
        self,
        size: tuple[int, int] | None,
        fullscreen: bool,
        title: str,
        icon: pygame.Surface | None,
        display: int = 0,
        way: Callable[[str, tuple[int, int], int], str] | None = None,
        grabbed: bool = False,
    ) -> None:
        """`display` counts the screens from 0. `way` picks one of renderer.WAYS for the display driver it is told,
        and the size and flags that the window will have; the environment goes before it. A `grabbed` window keeps
        pointer and keys to itself, as far as the system lets it.
        """
        prepare_environment()
        os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
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
        self._grabbed = grabbed
        self._pointer: bool | None = None  # whether the arrow of a grabbed mouse is shown
        self._arrow = pygame.mouse.get_cursor()
        self._frame_seconds = 1 / USUAL
        self._place: tuple[int, int] | None = None  # of the window, where there was one before the full screen
        self._windowed = size or self._comfortable()
        if renderer.HINT not in os.environ:
            renderer.use("software" if way is None or driver in HEADLESS_DRIVERS else way(driver, *self._mode()))
        pygame.display.set_caption(title)
        if icon is not None:
            pygame.display.set_icon(icon)
        try:
            self.surface = self._make()
        except pygame.error as error:  # as of a screen with a palette of 8 bits
            wanted = f"; {DEPTH_WANTED}" if pygame.display.Info().bitsize < LEAST_BITS else ""
            pygame.display.quit()
            raise NoDisplayError(f"Kissaten cannot open its window: {error}{wanted}.") from None

    @property
    def size(self) -> tuple[int, int]:
        """The drawable size in pixels."""
        return self.surface.get_size()

    @property
    def is_seen(self) -> bool:
        """Whether the window is on the screen, and not minimised."""
        return pygame.display.get_active()

    @property
    def frame_seconds(self) -> float:
        """The seconds for which a frame is shown: the screen's own where a graphics card draws, else a sixtieth."""
        return self._frame_seconds

    def _screen_seconds(self) -> float:
        accelerated = os.environ.get(renderer.HINT) == "1"
        rate = pygame.display.get_current_refresh_rate() if accelerated else 0
        return 1 / min(FASTEST, rate) if rate > USUAL else 1 / USUAL

    def toggle_fullscreen(self) -> None:
        """Full screen or back; the old window's size and place are kept."""
        if not self.fullscreen:
            self._windowed = self.size
            self._place = pygame.display.get_window_position()
        self.fullscreen = not self.fullscreen
        self.surface = self._make()
        if self.fullscreen:
            return
        if self.size != self._windowed:  # on X11 a window drawn by software stays as large as the screen the first time
            self.surface = self._make()
        if self._place is not None:  # SDL moves it by the width of its frame each time
            pygame.display.set_window_position(self._place)

    def show(self, fullscreen: bool, display: int) -> None:
        """Move to the screen number `display`, filling it or in a window."""
        if display != self.display:
            self.display, self._place = display, None
        if fullscreen != self.fullscreen:
            self.toggle_fullscreen()
        else:
            self.surface = self._make()

    def resized(self, size: tuple[int, int]) -> None:
        """The window's owner dragged its border."""
        screen = pygame.display.get_surface()
        self.surface = self._make() if screen is None else drawn_for(screen)
        if not self.fullscreen:
            self._windowed = size

    def show_pointer(self, visible: bool) -> None:
        """Show the mouse's arrow, or nothing in its place."""
        if not self._grabbed:
            pygame.mouse.set_visible(visible)
        elif visible != self._pointer:  # a grabbed mouse that is hidden counts as one without a place
            self._pointer = visible
            try:
                pygame.mouse.set_cursor(self._arrow if visible else _NO_ARROW)
            except pygame.error as error:  # it may be seen, or not be seen, but no more
                log.info("the mouse's arrow: %s", error)

    def present(self, dirty: list[pygame.Rect]) -> bool:
        """Show the changed rectangles; False where the system does not take them: `renew` is needed."""
        if not dirty:
            return True
        pygame.set_error("")
        bring(self.surface, dirty)
        if "surface" not in (error := pygame.get_error()):
            return True
        log.warning("the window shows nothing: %s", error)
        return False

    def renew(self) -> None:
        """Make the surface anew. SDL gives a full-screen window that was minimised another one, and pygame keeps the
        old one, whose memory is gone: nothing may be drawn on it any more.
        """
        self.surface = self._make()

    def _mode(self) -> tuple[tuple[int, int], int]:
        """Size and flags of the window as it is to be."""
        if self.fullscreen:
            return _desktop(self.display), pygame.FULLSCREEN
        return self._windowed, pygame.RESIZABLE

    def _make(self) -> pygame.Surface:
        screen = self.display if self.display < displays() else 0  # it may have been unplugged
        surface = drawn_for(pygame.display.set_mode(*self._mode(), display=screen))
        self._frame_seconds = self._screen_seconds()
        if self._grabbed:
            pygame.event.set_grab(True)  # a new window knows nothing of it
            self._pointer = None
        return surface

    def _comfortable(self) -> tuple[int, int]:
        """As large as leaves room for the window's frame and the bars of a desktop."""
        width, height = _desktop(self.display)
        most = int(width * 0.9), int(height * 0.85)
        if most[0] < DEFAULT_SIZE[0] or most[1] < DEFAULT_SIZE[1]:
            return max(320, most[0]), max(240, most[1])
        factor = min(width * 0.8 / 16, height * 0.8 / 9)
        return max(DEFAULT_SIZE[0], int(factor * 16)), max(DEFAULT_SIZE[1], int(factor * 9))


def drawn_for(screen: pygame.Surface) -> pygame.Surface:
    """The surface to draw on for `screen`: itself, or one beside it where it has fewer than 32 bits a pixel, on which
    pictures can be neither scaled smoothly nor laid one over the other well.
    """
    return screen if screen.get_bytesize() == BYTES_A_PIXEL else pygame.Surface(screen.get_size(), 0, 32)


def bring(surface: pygame.Surface, dirty: list[pygame.Rect]) -> None:
    """Show the changed rectangles of what `drawn_for` gave; SDL's error is kept, for `pygame.get_error`."""
    screen = pygame.display.get_surface()
    if screen is not None and screen is not surface:
        screen.blits([(surface, rect, rect) for rect in dirty], doreturn=False)
    pygame.display.update(dirty)


def displays() -> int:
    """The number of screens."""
    return len(pygame.display.get_desktop_sizes())


def _desktop(display: int) -> tuple[int, int]:
    """The size of a screen, of the first one where there is none of this number."""
    sizes = pygame.display.get_desktop_sizes()
    return sizes[display if display < len(sizes) else 0] if sizes else DEFAULT_SIZE


def _advice(cause: str) -> str:
    return (
        f"Kissaten needs a display, but {cause}. Start it in a desktop session, set DISPLAY (or WAYLAND_DISPLAY) "
        "to a running one, or use the commands that need none: engine, tournament."
    )

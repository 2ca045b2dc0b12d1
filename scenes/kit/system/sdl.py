"""SDL's own library, the one inside pygame's wheel, for the few things that pygame does not pass on."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

import pygame


@cache
def sdl() -> ctypes.CDLL:
    """The library. Raises FileNotFoundError where the wheel has none, as in a pygame built against the system's."""
    package = Path(pygame.__file__).parent
    places = (
        (package.parent / "pygame_ce.libs", "libSDL2-2*.so*"),  # Linux
        (package / ".dylibs", "libSDL2-2*.dylib"),  # macOS
        (package, "SDL2.dll"),  # Windows
    )
    found = [path for folder, pattern in places if folder.is_dir() for path in folder.glob(pattern)]
    if not found:
        raise FileNotFoundError(f"no SDL library beside {package}")
    library = ctypes.CDLL(str(found[0]))
    library.SDL_JoystickOpen.restype = ctypes.c_void_p
    library.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
    library.SDL_JoystickGetSerial.argtypes = (ctypes.c_void_p,)
    library.SDL_JoystickGetSerial.restype = ctypes.c_char_p
    library.SDL_JoystickPath.argtypes = (ctypes.c_void_p,)
    library.SDL_JoystickPath.restype = ctypes.c_char_p
    library.SDL_GetError.restype = ctypes.c_char_p
    return library

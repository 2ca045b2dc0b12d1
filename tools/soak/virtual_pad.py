"""Virtual game controllers: SDL's virtual joysticks, through the SDL library in pygame's wheel."""

from __future__ import annotations

import ctypes

import pygame

from scenes.kit.input.pad_numbers import sdl

# The numbers of vendor and product on USB.
XBOX = (0x045E, 0x028E)
PLAYSTATION = (0x054C, 0x0CE6)
NINTENDO = (0x057E, 0x2009)
NO_NAME = (0x1234, 0x5678)

_RUMBLE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint16, ctypes.c_uint16)
_TYPE_UNKNOWN, _TYPE_GAMECONTROLLER = 0, 1
BUTTONS = {
    "a": pygame.CONTROLLER_BUTTON_A,
    "b": pygame.CONTROLLER_BUTTON_B,
    "x": pygame.CONTROLLER_BUTTON_X,
    "y": pygame.CONTROLLER_BUTTON_Y,
    "lb": pygame.CONTROLLER_BUTTON_LEFTSHOULDER,
    "rb": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
    "ls": pygame.CONTROLLER_BUTTON_LEFTSTICK,
    "rs": pygame.CONTROLLER_BUTTON_RIGHTSTICK,
    "start": pygame.CONTROLLER_BUTTON_START,
    "view": pygame.CONTROLLER_BUTTON_BACK,
    "up": pygame.CONTROLLER_BUTTON_DPAD_UP,
    "down": pygame.CONTROLLER_BUTTON_DPAD_DOWN,
    "left": pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    "right": pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
}


class _Descriptor(ctypes.Structure):
    """SDL_VirtualJoystickDesc, version 1."""

    _fields_ = (
        *((name, ctypes.c_uint16) for name in ("version", "type", "naxes", "nbuttons", "nhats", "vendor", "product")),
        ("padding", ctypes.c_uint16),
        ("button_mask", ctypes.c_uint32),
        ("axis_mask", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("userdata", "update", "set_player_index", "rumble")),
        *((name, ctypes.c_void_p) for name in ("rumble_triggers", "set_led", "send_effect")),
    )


class VirtualPad:
    """A controller, plugged in from its creation until `detach`. Each change enters pygame's queue at once.

    `mapped` pads are game controllers with named buttons ("a", "lb", "up"...); others are plain joysticks with
    numbered buttons and a hat. pygame's joystick module must be initialised.
    """

    def __init__(self, identity: tuple[int, int] = XBOX, name: str = "Virtual Pad", mapped: bool = True) -> None:
        self.mapped = mapped
        self.shaken: list[tuple[float, float]] = []
        """Each start of its motors: the strengths of the slow and the fast motor, 0..1; (0, 0) is a stop."""
        # The reference is kept here, because SDL does not keep one.
        self._rumble = _RUMBLE(self._note)
        descriptor = _Descriptor(
            version=1,
            type=_TYPE_GAMECONTROLLER if mapped else _TYPE_UNKNOWN,
            naxes=6 if mapped else 2,
            nbuttons=21 if mapped else 10,
            nhats=0 if mapped else 1,
            vendor=identity[0],
            product=identity[1],
            name=name.encode(),
            rumble=ctypes.cast(self._rumble, ctypes.c_void_p),
        )
        index = sdl().SDL_JoystickAttachVirtualEx(ctypes.byref(descriptor))
        if index < 0:
            raise RuntimeError(sdl().SDL_GetError().decode())
        self.instance: int = sdl().SDL_JoystickGetDeviceInstanceID(index)
        self._handle = ctypes.c_void_p(sdl().SDL_JoystickOpen(index))
        pygame.event.pump()

    @property
    def guid(self) -> str:
        """Return SDL's identifier of this kind of pad, 32 hex digits."""
        return pygame.joystick.Joystick(self._index()).get_guid()

    def press(self, button: str | int) -> None:
        """Press a button, by name or number."""
        self._button(button, 1)

    def release(self, button: str | int) -> None:
        """Release a button."""
        self._button(button, 0)

    def tap(self, button: str | int) -> None:
        """Press and release a button."""
        self.press(button)
        self.release(button)

    def stick(self, x: float, y: float) -> None:
        """Push the left stick to (x, y), each -1..1, y down."""
        for number, value in enumerate((x, y)):
            self._set_axis(number, value)
        pygame.event.pump()

    def axis(self, number: int, value: float) -> None:
        """Push one axis: 0 and 1 the left stick, 2 and 3 the right one, 4 and 5 the triggers."""
        self._set_axis(number, value)
        pygame.event.pump()

    def hat(self, x: int, y: int) -> None:
        """Push the hat of an unmapped pad, each -1, 0 or 1, y down."""
        value = {-1: 8, 0: 0, 1: 2}[x] | {-1: 1, 0: 0, 1: 4}[y]
        sdl().SDL_JoystickSetVirtualHat(self._handle, 0, ctypes.c_uint8(value))
        pygame.event.pump()

    def detach(self) -> None:
        """Unplug the pad, even while something is held."""
        index = self._index()
        sdl().SDL_JoystickClose(self._handle)
        if sdl().SDL_JoystickDetachVirtual(index) < 0:
            raise RuntimeError(sdl().SDL_GetError().decode())
        pygame.event.pump()

    def _note(self, _userdata: int | None, low: int, high: int) -> int:
        self.shaken.append((low / 0xFFFF, high / 0xFFFF))
        return 0

    def _set_axis(self, number: int, value: float) -> None:
        sdl().SDL_JoystickSetVirtualAxis(self._handle, number, ctypes.c_int16(round(value * 32767)))

    def _button(self, button: str | int, down: int) -> None:
        number = BUTTONS[button] if isinstance(button, str) else button
        sdl().SDL_JoystickSetVirtualButton(self._handle, number, ctypes.c_uint8(down))
        pygame.event.pump()

    def _index(self) -> int:
        count: int = sdl().SDL_NumJoysticks()
        return next(i for i in range(count) if sdl().SDL_JoystickGetDeviceInstanceID(i) == self.instance)

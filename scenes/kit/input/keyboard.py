"""The meaning of each key. Keys are taken by what is printed on them (`event.key`), not by their position."""

from __future__ import annotations

import pygame

from scenes.kit.input.bindings import BindingProfile, Bindings
from scenes.kit.input.intents import Kind

KEYS: dict[int, Kind] = {
    pygame.K_UP: Kind.UP,
    pygame.K_DOWN: Kind.DOWN,
    pygame.K_LEFT: Kind.LEFT,
    pygame.K_RIGHT: Kind.RIGHT,
    pygame.K_RETURN: Kind.CONFIRM,
    pygame.K_KP_ENTER: Kind.CONFIRM,
    pygame.K_SPACE: Kind.CONFIRM,
    pygame.K_ESCAPE: Kind.BACK,
    pygame.K_x: Kind.SECONDARY,
    pygame.K_h: Kind.HINT,
    pygame.K_t: Kind.THEORY,
    pygame.K_p: Kind.PAUSE,
    pygame.K_F1: Kind.RULES,
    pygame.K_F2: Kind.WHERE,
    pygame.K_q: Kind.PREVIOUS,
    pygame.K_e: Kind.NEXT,
    pygame.K_u: Kind.UNDO,
    pygame.K_BACKSPACE: Kind.UNDO,
    pygame.K_y: Kind.REDO,
}
DIGITS: dict[int, int] = {
    **{pygame.K_0 + value: value for value in range(10)},
    pygame.K_KP0: 0,
    **{pygame.K_KP1 + value: value + 1 for value in range(9)},
}
BESIDE_TEXT = {
    key: KEYS[key]
    for key in (
        *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT),
        *(pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE),
    )
}
"""What still means something while text is typed: the keys that print nothing."""
# Esc always leads back; the others belong to bids, to the desktop or to the keyboard itself.
FIXED = frozenset(
    {
        pygame.K_ESCAPE,
        *DIGITS,
        pygame.K_F11,
        *(pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA),
        *(pygame.K_MODE, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_SCROLLLOCK, pygame.K_PRINTSCREEN),
        pygame.K_UNKNOWN,
    }
)
ACTIONS = (
    *(Kind.UP, Kind.DOWN, Kind.LEFT, Kind.RIGHT, Kind.CONFIRM, Kind.BACK, Kind.SECONDARY),
    *(Kind.PREVIOUS, Kind.NEXT, Kind.HINT, Kind.THEORY, Kind.UNDO, Kind.REDO, Kind.RULES, Kind.WHERE, Kind.PAUSE),
)
PROFILE = BindingProfile("keyboard", KEYS, ACTIONS, FIXED)
_FACES = {
    pygame.K_UP: "↑",
    pygame.K_DOWN: "↓",
    pygame.K_LEFT: "←",
    pygame.K_RIGHT: "→",
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Num Enter",
    pygame.K_ESCAPE: "Esc",
    pygame.K_BACKSPACE: "Bksp",
    pygame.K_DELETE: "Del",
    pygame.K_INSERT: "Ins",
    pygame.K_PAGEUP: "PgUp",
    pygame.K_PAGEDOWN: "PgDn",
    pygame.K_LSHIFT: "L Shift",
    pygame.K_RSHIFT: "R Shift",
    pygame.K_PRINTSCREEN: "PrtSc",
    pygame.K_SCROLLLOCK: "ScrLk",
    pygame.K_NUMLOCKCLEAR: "NumLk",
    pygame.K_CAPSLOCK: "Caps",
}
_SCANCODE = 1 << 30  # SDL's mark
_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META  # the command key of a Mac is a KMOD_META


def face(key: int) -> str:
    """Return the print of a key, in few letters."""
    name = _FACES.get(key) or pygame.key.name(key)
    return name if name[:1].isupper() else name.title()


def key_meaning(key: int, modifiers: int, bindings: Bindings) -> tuple[Kind, int] | None:
    """The kind of a key press and its value (the digit, else 0); None for keys that print nothing and mean nothing.

    A chord with Ctrl, Alt or the command key belongs to the desktop unless it is one of undo and redo.
    """
    if modifiers & _COMMAND:
        if key == pygame.K_z:
            return (Kind.REDO if modifiers & pygame.KMOD_SHIFT else Kind.UNDO), 0
        return (Kind.REDO, 0) if key == pygame.K_y else None
    if modifiers & pygame.KMOD_ALT:
        return None
    if key in DIGITS:
        return Kind.DIGIT, DIGITS[key]
    kind = bindings.meaning(PROFILE, key) or (Kind.KEY if prints(key) else None)
    return None if kind is None else (kind, 0)


def prints(key: int) -> bool:
    """Whether a key stands for a character; the codes of the others are control characters or marked scancodes."""
    return key > pygame.K_SPACE and key != pygame.K_DELETE and not key & _SCANCODE


def is_paste(key: int, modifiers: int) -> bool:
    """Whether a key press is Ctrl+V, or Command+V."""
    return key == pygame.K_v and bool(modifiers & _COMMAND)


def is_fullscreen_toggle(key: int, modifiers: int) -> bool:
    """Whether a key press is F11 or Alt+Enter."""
    return key == pygame.K_F11 or (key == pygame.K_RETURN and bool(modifiers & pygame.KMOD_ALT))

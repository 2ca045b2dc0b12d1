"""The meaning of each key and button by device: the defaults, and a person's changes.

Keys are known by what is printed on them (`event.key`), not by their position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import pygame

from game.core.decode import decode
from scenes.kit.input.intents import DIRECTIONS, Kind

# Without these no device could lead back to the page that changes keys.
ESSENTIAL = frozenset({*DIRECTIONS, Kind.CONFIRM, Kind.BACK})

Codes = tuple[int, ...]
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
"""Keys that keep their meaning while text is typed. None of them prints a character."""
# Keys whose meaning cannot be changed. Esc always leads back. Digits enter bids. The desktop or the keyboard itself
# uses the others.
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
_SCANCODE = 1 << 30  # the bit that marks SDL's codes of keys without a character
_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META  # a Mac's Command key counts as KMOD_META


class BindingProfile(NamedTuple):
    """A keyboard, or all pads of one model, whose keys are bound together.

    `defaults` maps codes (pygame's keys, or button numbers) to meanings. `actions` can be bound; a screen lists them in
    this order. Codes in `fixed` cannot get another meaning.
    """

    id: str
    defaults: Mapping[int, Kind]
    actions: tuple[Kind, ...]
    fixed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Bindings:
    """A person's changes: for each profile id and action, the codes that replace the defaults."""

    changes: Mapping[str, Mapping[Kind, Codes]] = field(default_factory=dict)

    def codes(self, profile: BindingProfile, action: Kind) -> Codes:
        """Return the codes of `action`; the first is the one to show."""
        changed = self.changes.get(profile.id, {})
        if action in changed:
            return changed[action]
        taken = {code for codes in changed.values() for code in codes}
        return tuple(code for code, kind in profile.defaults.items() if kind is action and code not in taken)

    def meaning(self, profile: BindingProfile, code: int) -> Kind | None:
        """Return the action of `code`."""
        changed = self.changes.get(profile.id, {})
        bound = next((kind for kind, codes in changed.items() if code in codes), None)
        if bound is not None:
            return bound
        kind = profile.defaults.get(code)
        return None if kind in changed else kind

    def may_swap(self, profile: BindingProfile, action: Kind, code: int) -> bool:
        """Whether the present action of `code` can get one of `action`'s codes in exchange."""
        return bool(self._loose(profile, action, code))

    def may_take(self, profile: BindingProfile, code: int) -> bool:
        """Whether the present action of `code` can do without this code."""
        owner = self.meaning(profile, code)
        return owner not in ESSENTIAL or self.codes(profile, owner) != (code,)

    def assigned(self, profile: BindingProfile, action: Kind, code: int, swap: bool = False) -> Bindings:
        """Return the bindings in which `action` has only `code` and its fixed codes.

        The action that had `code` loses it. With `swap` that action gets, in exchange, the first code that `action`
        gives up.

        Raises ValueError for a fixed code, or if an essential action would have none.
        """
        if code in profile.fixed:
            raise ValueError(f"code {code} is fixed")
        changed = dict(self.changes.get(profile.id, {}))
        owner = self.meaning(profile, code)
        if owner is not None and owner is not action:
            left = tuple(other for other in self.codes(profile, owner) if other != code)
            changed[owner] = (*self._loose(profile, action, code)[:1], *left) if swap else left
            if owner in ESSENTIAL and not changed[owner]:
                raise ValueError(f"{owner.name} would have nothing left")
        kept = tuple(other for other in self.codes(profile, action) if other in profile.fixed)
        changed[action] = (code, *kept)
        return Bindings({**self.changes, profile.id: changed})

    def _loose(self, profile: BindingProfile, action: Kind, code: int) -> Codes:
        """The codes that `action` loses when it gets `code`."""
        return tuple(other for other in self.codes(profile, action) if other not in profile.fixed and other != code)

    def restored(self, profile: BindingProfile) -> Bindings:
        """Return the bindings with the defaults of one profile."""
        return Bindings({name: changed for name, changed in self.changes.items() if name != profile.id})

    def is_changed(self, profile: BindingProfile) -> bool:
        return any(
            self.codes(profile, action) != Bindings().codes(profile, action)
            for action in self.changes.get(profile.id, {})
        )

    def to_json(self) -> dict[str, dict[str, list[int]]]:
        """Return the bindings as JSON values."""
        return {
            name: {action.name: list(codes) for action, codes in changed.items()}
            for name, changed in self.changes.items()
        }


def bindings_from_json(value: object) -> Bindings:
    """Read bindings from the result of `to_json`. Raises ValueError with the reason."""
    changes = decode(dict[str, dict[Kind, Codes]], value)
    for name, changed in changes.items():
        _check(name, changed)
    return Bindings(changes)


def _check(profile: str, changed: Mapping[Kind, Codes]) -> None:
    """Raise ValueError if two actions of a device share a code, or an essential one has none."""
    seen: set[int] = set()
    for action, codes in changed.items():
        if seen & set(codes):
            raise ValueError(f"{profile}: {action.name} shares a key or button with another action")
        if not codes and action in ESSENTIAL:
            raise ValueError(f"{profile}: {action.name} has nothing")
        seen |= set(codes)


KEYBOARD_PROFILE = BindingProfile("keyboard", KEYS, ACTIONS, FIXED)


def key_face(key: int) -> str:
    """Return what is printed on a key, in a few letters."""
    name = _FACES.get(key) or pygame.key.name(key)
    return name if name[:1].isupper() else name.title()


def key_meaning(key: int, modifiers: int, bindings: Bindings) -> tuple[Kind, int] | None:
    """The kind and value (a digit, else 0) of a key press; None for a key that neither prints nor has a meaning.

    A key pressed with Ctrl, Alt or Command is left to the desktop, unless it means undo or redo.
    """
    if modifiers & _COMMAND:
        if key == pygame.K_z:
            return (Kind.REDO if modifiers & pygame.KMOD_SHIFT else Kind.UNDO), 0
        return (Kind.REDO, 0) if key == pygame.K_y else None
    if modifiers & pygame.KMOD_ALT:
        return None
    if key in DIGITS:
        return Kind.DIGIT, DIGITS[key]
    kind = bindings.meaning(KEYBOARD_PROFILE, key) or (Kind.KEY if is_printing(key) else None)
    return None if kind is None else (kind, 0)


def is_printing(key: int) -> bool:
    """Whether a key prints a character other than a space.

    Codes that print nothing are control characters, or have the bit _SCANCODE.
    """
    return key > pygame.K_SPACE and key != pygame.K_DELETE and not key & _SCANCODE


def is_paste(key: int, modifiers: int) -> bool:
    """Whether a key press is Ctrl+V, or Command+V."""
    return key == pygame.K_v and bool(modifiers & _COMMAND)


def is_fullscreen_toggle(key: int, modifiers: int) -> bool:
    """Whether a key press is F11 or Alt+Enter."""
    return key == pygame.K_F11 or (key == pygame.K_RETURN and bool(modifiers & pygame.KMOD_ALT))

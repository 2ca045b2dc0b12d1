"""The meaning of each key and button, device by device: the defaults, and a person's changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.core.decode import decode
from scenes.kit.input.intents import DIRECTIONS, Kind

ESSENTIAL = frozenset({*DIRECTIONS, Kind.CONFIRM, Kind.BACK})  # without these a device could not lead back here

Codes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BindingProfile:
    """A keyboard, or all pads of one model, whose keys are bound together.

    `defaults` maps codes (pygame's keys, or button numbers) to meanings. `actions` may be bound, in the order in
    which they are listed. Codes in `fixed` keep their meaning, or mean nothing, whatever is bound.
    """

    id: str
    defaults: Mapping[int, Kind]
    actions: tuple[Kind, ...]
    fixed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Bindings:
    """A person's changes: by profile id, the codes of an action in place of its defaults."""

    changes: Mapping[str, Mapping[Kind, Codes]] = field(default_factory=dict)

    def codes(self, profile: BindingProfile, action: Kind) -> Codes:
        """Return the codes bound to `action`, the one to show first."""
        changed = self.changes.get(profile.id, {})
        if action in changed:
            return changed[action]
        taken = {code for codes in changed.values() for code in codes}
        return tuple(code for code, kind in profile.defaults.items() if kind is action and code not in taken)

    def meaning(self, profile: BindingProfile, code: int) -> Kind | None:
        """Return the action that `code` stands for."""
        changed = self.changes.get(profile.id, {})
        bound = next((kind for kind, codes in changed.items() if code in codes), None)
        if bound is not None:
            return bound
        kind = profile.defaults.get(code)
        return None if kind in changed else kind

    def may_swap(self, profile: BindingProfile, action: Kind, code: int) -> bool:
        """Whether the action that has `code` now can have one of `action` in exchange."""
        return bool(self._loose(profile, action, code))

    def may_take(self, profile: BindingProfile, code: int) -> bool:
        """Whether the action that has `code` now can do without it."""
        owner = self.meaning(profile, code)
        return owner not in ESSENTIAL or self.codes(profile, owner) != (code,)

    def assigned(self, profile: BindingProfile, action: Kind, code: int, swap: bool = False) -> Bindings:
        """Return the bindings with `code` alone for `action`.

        Its former action gets the old code (`swap`) or goes without.

        Raises ValueError for a fixed code, and where an essential action would have nothing left.
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
        """What `action` gives up when it takes `code`."""
        return tuple(other for other in self.codes(profile, action) if other not in profile.fixed and other != code)

    def restored(self, profile: BindingProfile) -> Bindings:
        """Return the bindings with the defaults of one profile."""
        return Bindings({name: changed for name, changed in self.changes.items() if name != profile.id})

    def is_changed(self, profile: BindingProfile) -> bool:
        """Whether anything differs from the defaults."""
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
    """Read bindings from the values that `to_json` gave. Raises ValueError with the reason."""
    changes = decode(dict[str, dict[Kind, Codes]], value)
    for name, changed in changes.items():
        _check(name, changed)
    return Bindings(changes)


def _check(profile: str, changed: Mapping[Kind, Codes]) -> None:
    """Raise ValueError where two actions of a device share a code, or one that it needs has none."""
    seen: set[int] = set()
    for action, codes in changed.items():
        if seen & set(codes):
            raise ValueError(f"{profile}: {action.name} shares a key or button with another action")
        if not codes and action in ESSENTIAL:
            raise ValueError(f"{profile}: {action.name} has nothing")
        seen |= set(codes)

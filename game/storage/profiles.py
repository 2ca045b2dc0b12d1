"""Profiles: names used before, and the demonstrations offered to each. A profile stays until a person removes it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.match_setup import clean_name

MOST = 500  # the most profiles; the program deletes none by itself, so it refuses further names
LAST_ID = 2**31 - 1


class ProfileError(ValueError):
    """A change that is refused. The message is one English sentence."""


class NameTakenError(ProfileError):
    """Another profile, `other`, has this name. The two may be merged."""

    def __init__(self, other: Profile) -> None:
        super().__init__(f"the name {other.name!r} is another profile's already")
        self.other = other


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile with its displayed name. `shown` has the games whose demonstrations this profile was offered.

    `id` is 1 or more and never used again. The more recently a profile was used, the greater its `used`.
    """

    id: int
    name: str
    shown: frozenset[str] = frozenset()
    used: int = 0


class RemovedProfile(NamedTuple):
    """The id of a removed profile. `heir` is the profile into which it was merged, 0 if it was deleted."""

    id: int
    heir: int = 0


Entry = Profile | RemovedProfile
Keep = Callable[[Sequence[Entry]], bool]


def name_key(name: str) -> str:
    """Return a key that is the same for all spellings of a name, regardless of width, case and composition.

    The name is normalised and folded twice, because after one pass some Greek letters with two accents can still be
    composed.
    """
    return _folded(_folded(name))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


class Profiles:
    """The profiles, in memory.

    `keep` writes changed entries to the file in one transaction, and returns whether they are on the disk. There are at
    most MOST. A further name raises ProfileError until a profile is deleted or merged. In all methods, the id of a
    merged profile stands for its heir.
    """

    def __init__(self, entries: Mapping[int, Entry], keep: Keep) -> None:
        self._entries = dict(entries)
        self._keep = keep

    def entries(self) -> dict[int, Entry]:
        """The entries to store, by id."""
        return dict(self._entries)

    def all(self) -> list[Profile]:
        """Return all profiles, the most recently used first."""
        found = [entry for entry in self._entries.values() if isinstance(entry, Profile)]
        return sorted(found, key=lambda profile: (-profile.used, -profile.id))

    def find(self, name: str) -> Profile | None:
        """Return the profile with this name; None if there is none."""
        key = name_key(clean_name(name))
        return next((profile for profile in self.all() if name_key(profile.name) == key), None)

    def by_id(self, id: int) -> Profile | None:
        """Return the profile with this id, or its heir; None if it was deleted or is unknown."""
        entry = self._entries.get(id)
        passed = set()
        while isinstance(entry, RemovedProfile) and entry.id not in passed:
            passed.add(entry.id)
            entry = self._entries.get(entry.heir)
        return entry if isinstance(entry, Profile) else None

    def take(self, name: str) -> Profile:
        """Return the profile of this name, or a new one. It becomes the most recently used profile.

        Raises ProfileError for a name without printable characters, and for a new profile beyond MOST.
        """
        known = self.find(name)
        profile = replace(known, used=self._next_use()) if known else self._new(_shown_name(name))
        self._put(profile)
        return profile

    def rename(self, id: int, name: str) -> Profile:
        """Rename a profile.

        Raises NameTakenError if another profile has the name, and ProfileError for an unknown profile or a name without
        printable characters.
        """
        profile = replace(self._present(id), name=_shown_name(name))
        other = self.find(name)
        if other is not None and other.id != profile.id:
            raise NameTakenError(other)
        self._put(profile)
        return profile

    def merge(self, kept: int, gone: int) -> Profile:
        """Merge the profile `gone` into `kept`, which then has both ids. Nothing changes if they are the same.

        Raises ProfileError for an unknown profile.
        """
        first, second = self._present(kept), self._present(gone)
        if first.id == second.id:
            return first
        both = replace(first, shown=first.shown | second.shown, used=max(first.used, second.used))
        self._put(both, RemovedProfile(second.id, both.id))
        return both

    def delete(self, id: int) -> bool:
        """Delete a profile. Its id is never used again. Raises ProfileError if it is unknown."""
        return self._put(RemovedProfile(self._present(id).id))

    def mark_shown(self, id: int, game: str) -> bool:
        """Record that the profile was offered this game's demonstration. Unknown profiles are ignored."""
        profile = self.by_id(id)
        if profile is None or game in profile.shown:
            return profile is not None
        return self._put(replace(profile, shown=profile.shown | {game}))

    def _present(self, id: int) -> Profile:
        profile = self.by_id(id)
        if profile is None:
            raise ProfileError(f"there is no profile {id}")
        return profile

    def _new(self, name: str) -> Profile:
        if len(self.all()) >= MOST:
            raise ProfileError(f"there are {MOST} names already; delete or merge one for a new one")
        id = max(self._entries, default=0) + 1
        if id > LAST_ID:
            raise ProfileError("no number is left for a new profile")
        return Profile(id, name, used=self._next_use())

    def _next_use(self) -> int:
        return max((profile.used for profile in self.all()), default=0) + 1

    def _put(self, *entries: Entry) -> bool:
        self._entries.update({entry.id: entry for entry in entries})
        return self._keep(entries)


def _shown_name(name: str) -> str:
    shown = clean_name(name)
    if not shown:
        raise ProfileError("a name needs a character that can be shown")
    return shown

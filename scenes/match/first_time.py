"""Explanations that people see once: each name for itself, those without one once in this house."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.record import SeatConfig
from game.match_setup import has_own_name
from game.profiles import Profile
from scenes.services import Services

SHOWN = "shown."  # of the store's keys that tell what those without a name have been shown


def is_new(services: Services, what: str, people: Sequence[SeatConfig]) -> bool:
    """Whether something, such as a game's demonstration (its id), has never been shown to one of these people."""
    known = _known(services, people)
    new = any(what not in profile.shown for profile in known)
    return new or (len(known) < len(people) and not services.store.get(f"{SHOWN}{what}", False))


def keep_shown(services: Services, what: str, people: Sequence[SeatConfig]) -> None:
    """Keep that it has been shown to them."""
    known = _known(services, people)
    for profile in known:
        services.store.profiles.mark_shown(profile.id, what)
    if len(known) < len(people) and not services.store.get(f"{SHOWN}{what}", False):
        services.store.set(f"{SHOWN}{what}", True)


def _known(services: Services, people: Sequence[SeatConfig]) -> list[Profile]:
    """The profiles of those who have a name of their own."""
    found = [services.store.profiles.find(seat.name) if has_own_name(seat.name) else None for seat in people]
    return [profile for profile in found if profile is not None]

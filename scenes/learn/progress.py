"""Which exercises have been solved at this table."""

from __future__ import annotations

from game.core.spec import GameSpec
from game.store import Store


def solved(store: Store, spec: GameSpec) -> frozenset[str]:
    """The keys of the exercises that have been solved at this table."""
    kept = store.get(f"lessons.{spec.id}", [])
    return frozenset(key for key in kept if isinstance(key, str)) if isinstance(kept, list) else frozenset()


def keep_solved(store: Store, spec: GameSpec, key: str) -> None:
    """Remember that an exercise has been solved."""
    store.set(f"lessons.{spec.id}", sorted(solved(store, spec) | {key}))

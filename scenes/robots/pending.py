"""The seed that the next game is to have, where somebody arranged its board or entered a code."""

from __future__ import annotations

from typing import Final

from game.store import Store

_KEY: Final = "robots.seed"


def keep_seed(store: Store, seed: int) -> None:
    """The next game shall have this seed."""
    store.set(_KEY, seed)


def kept_seed(store: Store) -> int | None:
    """The seed of the next game, where one was arranged."""
    seed = store.get(_KEY)
    return seed if type(seed) is int else None


def take_seed(store: Store) -> int | None:
    """That seed, for once."""
    seed = kept_seed(store)
    if seed is not None:
        store.set(_KEY, None)
    return seed

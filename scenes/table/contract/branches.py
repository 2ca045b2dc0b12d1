"""The legal actions of a seat as a tree, for one-button play: no level of it is long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

import pygame

from scenes.kit.scene import Item, ScanGroup
from scenes.kit.stage import Stage
from scenes.kit.widgets.scan_targets import span

A = TypeVar("A")
K = TypeVar("K")
MOST_FLAT = 10  # actions that lie beside each other without branches


@dataclass(frozen=True, slots=True)
class Leaf(Generic[A]):
    """An action: where it takes place, in pixels, and how it is read aloud."""

    action: A
    area: pygame.Rect
    name: str


@dataclass(frozen=True, slots=True)
class Branch(Generic[A]):
    """Several of them. `name` "" is made of the first and the last; `area` None is all that is in it."""

    parts: tuple[Branch[A] | Leaf[A], ...]
    name: str = ""
    area: pygame.Rect | None = None


Part: TypeAlias = Branch[A] | Leaf[A]


def in_rows(parts: Sequence[Part[A]], most: int = MOST_FLAT) -> tuple[Part[A], ...]:
    """The parts as they are while they are few, else a branch for each row on the screen, from the top."""
    if len(parts) <= most:
        return tuple(parts)
    rows: list[list[Part[A]]] = []
    for part in sorted(parts, key=lambda part: place_of(part).centery):
        place = place_of(part)
        if rows and place.centery - place_of(rows[-1][0]).centery <= place.height // 2:
            rows[-1].append(part)
        else:
            rows.append([part])
    return tuple(Branch(tuple(sorted(row, key=lambda part: place_of(part).centerx))) for row in rows)


def place_of(part: Part[A]) -> pygame.Rect:
    """Return the rectangle of a part."""
    if part.area is not None:
        return part.area
    first, *rest = (place_of(inner) for inner in part.parts)
    return first.unionall(rest)


def by(leaves: Sequence[Leaf[A]], key: Callable[[A], K]) -> dict[K, list[Leaf[A]]]:
    """The leaves by what `key` says of their actions, in the order in which it comes up."""
    found: dict[K, list[Leaf[A]]] = {}
    for leaf in leaves:
        found.setdefault(key(leaf.action), []).append(leaf)
    return found


def as_items(
    stage: Stage, parts: Sequence[Part[A]], leaf: Callable[[Leaf[A]], Item], rest: Callable[[], None]
) -> tuple[Item, ...]:
    """The parts for the scanner: `leaf` makes the stop of an action, `rest` is called where a whole branch is lit."""
    found: list[Item] = []
    for part in parts:
        if isinstance(part, Leaf):
            found.append(leaf(part))
            continue
        items = as_items(stage, part.parts, leaf, rest)
        name = part.name or span(stage, items)
        found.append(ScanGroup(("branch", name), name, items, rest, None if part.area is None else (part.area,)))
    return tuple(found)

"""What can be declared or moved, as a tree for one-button play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.robots.board import COLOURS, slide
from game.robots.state import Action, Bid, Concede, Move, State
from scenes.robots.geometry import Geometry
from scenes.robots.words import RobotsWords
from scenes.table.branches import Branch, Leaf, Part, by

NOWHERE: Final = pygame.Rect(0, 0, 0, 0)  # of what is only said: its name is shown large then
TEN: Final = 10
LIKELY: Final = 30  # numbers up to this one are a branch for each ten; those above share one


def branches(
    geometry: Geometry, words: RobotsWords, state: State, leaves: Sequence[Leaf[Action]]
) -> list[Part[Action]]:
    """Robots with their slides, or numbers by tens; conceding is left to the bar, where it is asked about."""
    moves = [leaf for leaf in leaves if isinstance(leaf.action, Move)]
    said = [replace(leaf, area=NOWHERE) for leaf in leaves if not isinstance(leaf.action, Move | Concede)]
    numbers = [leaf for leaf in said if isinstance(leaf.action, Bid)]
    others = [replace(leaf, name=words.answer(leaf.action)) for leaf in said if not isinstance(leaf.action, Bid)]
    return [*_robots(geometry, words, state, moves), *_tens(words, numbers), *others]


def _robots(
    geometry: Geometry, words: RobotsWords, state: State, leaves: Sequence[Leaf[Action]]
) -> list[Branch[Action]]:
    """Each robot where it stands; its slides where they end."""

    def ends(leaf: Leaf[Action]) -> pygame.Rect:
        assert isinstance(leaf.action, Move)
        way = slide(state.board, state.robots, leaf.action.colour, leaf.action.heading)
        return leaf.area if way is None else geometry.cell_rect(way.target)

    found = []
    for colour in COLOURS:
        mine = [leaf for leaf in leaves if isinstance(leaf.action, Move) and leaf.action.colour == colour]
        if mine:
            parts = tuple(replace(leaf, area=ends(leaf)) for leaf in mine)
            found.append(Branch(parts, words.robot(colour), mine[0].area))
    return found


def _tens(words: RobotsWords, leaves: Sequence[Leaf[Action]]) -> list[Part[Action]]:
    tens = by(leaves, lambda action: (action.number - 1) // TEN if isinstance(action, Bid) else 0)
    likely: list[Part[Action]] = [_numbers(words, part) for ten, part in tens.items() if ten < LIKELY // TEN]
    rest = [_numbers(words, part) for ten, part in tens.items() if ten >= LIKELY // TEN]
    if not rest:
        return likely
    above = [leaf for ten, part in tens.items() if ten >= LIKELY // TEN for leaf in part]
    return [*likely, replace(_numbers(words, above), parts=tuple(rest))]


def _numbers(words: RobotsWords, leaves: Sequence[Leaf[Action]]) -> Branch[Action]:
    numbers = [leaf.action.number for leaf in leaves if isinstance(leaf.action, Bid)]
    return Branch(tuple(leaves), words.numbers(numbers[0], numbers[-1]), leaves[0].area)

"""The explicit list of games."""

from __future__ import annotations

from importlib import import_module

from game import coffee, quoridor, robots, star
from game.agents.agent import Brain
from game.core.rules import GameError
from game.core.spec import GameSpec

SPECS = (quoridor.SPEC, coffee.SPEC, star.SPEC, robots.SPEC)
GAMES: dict[str, GameSpec] = {spec.id: spec for spec in SPECS}


class UnknownGameError(GameError):
    """A game id that the registry does not hold."""


def find(game_id: str) -> GameSpec:
    """The game with this id. Raises UnknownGameError naming the known ones."""
    if game_id not in GAMES:
        raise UnknownGameError(f"unknown game {game_id!r} (known: {', '.join(GAMES)})")
    return GAMES[game_id]


def brain_class(spec: GameSpec) -> type[Brain]:
    """The class of the game's thinking; its module is imported only now."""
    module, _, name = spec.brain.partition(":")
    found: type[Brain] = getattr(import_module(module), name)
    return found


def load_brain(spec: GameSpec) -> Brain:
    """A new instance of the game's thinking."""
    return brain_class(spec)()

"""A complete small game, as `python -m tools.new_game` writes one: it is added to the house as any other.

`tests/conftest.py` has the fixture that seats it in the registry.
"""

from pathlib import Path

from game import registry
from game.core.spec import GameSpec
from game.registry import GAMES
from tests.fifth_game.spec import SPEC, STEP_MARKS

__all__ = ["ASSETS", "EVERY_GAME", "SPEC", "STEP_MARKS", "find"]

ASSETS = Path(__file__).with_name("assets")
EVERY_GAME = (*GAMES.values(), SPEC)


def find(game_id: str) -> GameSpec:
    """The registry's games and this one: for a child process, which knows nothing of fixtures."""
    return SPEC if game_id == SPEC.id else registry.find(game_id)

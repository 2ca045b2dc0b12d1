"""A complete small game, written to be added to the house as any other: a line of four on seven columns.

`tests/conftest.py` has the fixture that seats it in the registry.
"""

from pathlib import Path

from game import registry
from game.core.kinds import Choice, Flag, Setting
from game.core.options import Option
from game.core.spec import GameSpec, Play
from game.registry import GAMES
from tests.fifth_game import rules
from tests.fifth_game.search import plain

FALLS = Setting("falls", Flag(), True, "Whether stones are seen to drop.")
SPEC = GameSpec(
    id="fours",
    rules=rules,
    options=(Option("line", Choice((4, 5)), 4),),
    seats=(2,),
    undo="turns",
    brain="tests.fifth_game.search:FoursBrain",
    scene="tests.fifth_game.scenes:SCENES",
    preferences=(FALLS,),
    play=Play(
        fallback=plain,
    ),
)
ASSETS = Path(__file__).with_name("assets")
EVERY_GAME = (*GAMES.values(), SPEC)


def find(game_id: str) -> GameSpec:
    """The registry's games and this one: for a child process, which knows nothing of fixtures."""
    return SPEC if game_id == SPEC.id else registry.find(game_id)

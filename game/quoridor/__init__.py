"""Quoridor: reach the far side; walls may lengthen a way but never close it."""

from itertools import product

from game.core.dictionary import Dictionary
from game.core.kinds import Choice, Flag, Whole
from game.core.options import Option, PerSeat
from game.core.rules import Options, Seat
from game.core.spec import GameSpec, Guess, Play, Study
from game.quoridor import rules
from game.quoridor.paths import distances
from game.quoridor.rules import fallback_action
from game.quoridor.state import LEAST_WALLS, WALLS_EACH, Action, State, WallPlacement

# The words that codes of games abbreviate. They must not change: existing codes depend on them.
_DICTIONARY = Dictionary(
    actions=(
        *map("".join, product("abcdefghi", "123456789")),
        *map("".join, product("abcdefgh", "12345678", "hv")),
        "pass",
    ),
    usual='{"options":{"players":4,"walls":[10,10]{"options":{"players":2,"jump_pairs":false,"walls":null},',
)


def wall_bounds(options: Options) -> tuple[int, int]:
    """Return the fewest and the most walls with which a seat may begin. The second number is also the usual one."""
    return LEAST_WALLS[options["players"]], WALLS_EACH[options["players"]]


def kind_of_move(state: State, seat: Seat, action: Action) -> str:
    """Return "on" for a step that brings the goal nearer, "aside" for any other step, "h" or "v" for a wall."""
    if isinstance(action, WallPlacement):
        return action.orientation
    after, _ = rules.apply(state, seat, action)
    return "on" if distances(after)[seat] < distances(state)[seat] else "aside"


WALLS = PerSeat(wall_bounds, lambda options: WALLS_EACH[options["players"]], head_start=-3)
SPEC = GameSpec(
    id="quoridor",
    rules=rules,
    options=(
        Option("players", Choice((2, 4)), 2),
        Option("jump_pairs", Flag(), False),
        Option("walls", Whole(2, 10), None, also=(None,), per_seat=WALLS),
    ),
    seats=(2, 4),
    undo="turns",
    brain="game.quoridor.search:QuoridorBrain",
    scene="scenes.quoridor.scenes:SCENES",
    strengths={
        1: 1000,
        1.5: 1085,
        2: 1193,
        2.1: 1263,
        2.25: 1348,
        2.4: 1418,
        2.52: 1514,
        2.65: 1603,
        2.87: 1734,
        3: 1797,
        3.2: 1895,
        3.4: 1961,
        3.6: 2048,
        3.8: 2177,
        4: 2281,
        4.25: 2381,
        4.5: 2481,
        4.75: 2581,
        5: 2681,
    },
    play=Play(
        minutes=10,
        fallback=fallback_action,
        progress=lambda state: tuple(-steps for steps in distances(state)),
        plies=60,
        guess=Guess(("on", "aside", "h", "v"), kind_of_move),
    ),
    study=Study(
        puzzles={},
        facts="game.quoridor.facts:facts",
        evaluate="game.quoridor.evaluation:evaluate",
        reasons="game.quoridor.reasons:reasons",
    ),
    dictionary=_DICTIONARY,
    texts="game.quoridor.move_list",
    protocols={"uci": "game.outside.uci:serve", "qtp": "game.quoridor.qtp:serve"},
)

"""Quoridor: reach the far side; walls may lengthen a way but never close it."""

from game.core.options import Option
from game.core.spec import GameSpec
from game.quoridor import rules
from game.quoridor.paths import distances
from game.quoridor.plain import plain

SPEC = GameSpec(
    id="quoridor",
    rules=rules,
    options=(
        Option("players", "int", 2, choices=(2, 4)),
        Option("jump_pairs", "bool", False),
    ),
    seats=(2, 4),
    undo="turns",
    brain="game.quoridor.search:QuoridorBrain",
    scene="scenes.quoridor:SCENES",
    plain=plain,
    progress=lambda state: tuple(-steps for steps in distances(state)),
)

"""Star: nine cells, three pieces for each player, and one star to surround."""

from itertools import product

from game.core.dictionary import Dictionary
from game.core.kinds import Choice, Flag
from game.core.options import Option
from game.core.spec import GameSpec, Play, Study
from game.star import rules
from game.star.rules import fallback_action
from game.star.state import SEATS, Jump, Place, Slide

# The texts that codes of Star's games abbreviate. They must not change: existing codes depend on them.
_CELLS = tuple(map("".join, product("abc", "123")))
_DICTIONARY = Dictionary(
    actions=(
        *(f"@{cell}" for cell in _CELLS),
        *(f"*{cell}" for cell in _CELLS),
        *(f"{origin}-{target}" for origin, target in product(_CELLS, _CELLS)),
        "draw?",
        "accept",
        "refuse",
        "resign",
    ),
    usual=(
        '"reason":"agreed""reason":"repetition""reason":"foul""reason":"star""fouls":"none""fouls":"literal"'
        '{"options":{"star":"a3","fouls":"takeback","foul_guard":true,"first":0},'
    ),
)

SPEC = GameSpec(
    id="star",
    rules=rules,
    options=(
        Option("star", Choice(("a3", "c3", "a1", "c1")), "a3"),
        Option("fouls", Choice(("takeback", "literal", "none")), "takeback"),
        Option("foul_guard", Flag(), True),
        Option("first", Choice(SEATS), 0, names_seat=True),
    ),
    seats=(2,),
    undo="turns",
    brain="game.star.search:StarBrain",
    scene="scenes.star.scenes:SCENES",
    strengths={
        1: 1000,
        1.5: 1058,
        2: 1163,
        2.25: 1243,
        2.5: 1301,
        2.75: 1390,
        3: 1505,
        3.5: 1597,
        4: 1722,
        4.5: 1813,
        4.75: 1877,
        5: 2013,
    },
    play=Play(
        minutes=2,
        fallback=fallback_action,
        plies=16,
        is_move=lambda action: isinstance(action, Place | Slide | Jump),
        resign="resign",
        offer="draw?",
        answers=("accept", "refuse"),
    ),
    study=Study(
        facts="game.star.facts:facts",
        evaluate="game.star.evaluation:evaluate",
        reasons="game.star.reasons:reasons",
        puzzles={},
    ),
    dictionary=_DICTIONARY,
)

"""Race: two pawns on five by five cells, and every cell that is left sinks."""

from game.core.kinds import Flag, Setting
from game.core.options import Option
from game.core.spec import GameSpec, Play, Study
from tests.fifth_game import rules

STEP_MARKS = Setting("race_step_marks", Flag(), True, "Whether the cells within a step are marked.")
SPEC = GameSpec(
    id="race",
    rules=rules,
    options=(Option("race_slanted", Flag(), False),),
    seats=(2,),
    undo="turns",
    brain="tests.fifth_game.search:RaceBrain",
    scene="tests.fifth_game.scenes:SCENES",
    preferences=(STEP_MARKS,),
    play=Play(fallback=rules.plain),
    study=Study(evaluate="tests.fifth_game.search:evaluate"),
)

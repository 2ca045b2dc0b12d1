"""How Race is thought about: whoever has fewer rows to go is ahead."""

from game.core.rules import Seat
from tests.fifth_game import rules
from tests.fifth_game.alphabeta import AlphaBeta, Level, evaluation_by
from tests.fifth_game.rules import State, left_to_go

LEVELS = {1: Level(1, 0.85), 2: Level(1, 0.6), 3: Level(3, 0.25), 4: Level(6, 0.1), 5: Level(14)}
evaluate = evaluation_by(1.5)


def ahead(state: State, seat: Seat) -> float:
    """By how many rows a seat is ahead."""
    return left_to_go(state, 1 - seat) - left_to_go(state, seat)


class RaceBrain(AlphaBeta):
    """Race's five levels."""

    def __init__(self) -> None:
        super().__init__(rules, ahead, LEVELS)

"""The puzzle of the day for the menu."""

from __future__ import annotations

from datetime import date

from game.core.options import resolve
from game.core.record import Record
from game.match_setup import default_table
from game.robots import SPEC
from game.robots.daily import puzzle_of_the_day
from scenes.robots.board import RobotsBoard
from scenes.robots.puzzles import stars
from scenes.routes import ToGame
from scenes.table.contract.board import AnyBoard
from scenes.table.daily import Daily

_ALONE = {"players": 1}


class RobotsDaily(Daily):
    """One plays alone, with everything else as it usually is."""

    def route(self, today: date) -> ToGame:
        table = default_table(SPEC).with_options(SPEC, _ALONE)
        return ToGame(SPEC.id, table.options, table.seats, puzzle_of_the_day(today))

    def is_of(self, record: Record, today: date) -> bool:
        return record.seed == puzzle_of_the_day(today) and record.options == resolve(SPEC.options, _ALONE)

    def stars(self, record: Record, board: AnyBoard, today: date) -> int | None:
        return self.worth(record, board) if self.is_of(record, today) else None

    def worth(self, record: Record, board: AnyBoard) -> int | None:
        if record.result is None or record.options != resolve(SPEC.options, _ALONE):
            return None
        assert isinstance(board, RobotsBoard)
        best = board.memory.best_from(0)
        return stars(len(record.actions), len(best), board.memory.hints_taken(record.seed)) if best else 1


DAILY = RobotsDaily()

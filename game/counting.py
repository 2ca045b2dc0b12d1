"""The number of moves of a game, counted in one way for every text that tells it."""

from __future__ import annotations

from game.core.record import CLOCK, Record
from game.core.spec import GameSpec
from game.registry import find


def moves_of(record: Record) -> int:
    """The moves of a record: rounds of all seats, as the list of moves numbers them; talk about a draw is no move.

    Where several seats act at once there are no rounds, and every seat's action is a move.
    """
    spec = find(record.game)
    made = 0
    for text in record.actions:
        seat, _, action = text.partition(":") if spec.simultaneous else ("", "", text)
        made += seat != CLOCK and spec.play.is_move(spec.rules.parse(action))
    return rounds(spec, len(record.seats), made)


def rounds(spec: GameSpec, seats: int, made: int) -> int:
    """The moves of a game in which `seats` have made `made` counted actions."""
    return made if spec.simultaneous else -(-made // seats)

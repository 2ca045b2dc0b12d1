"""Who begins, as the setup offers it: by the cards, by chance or in turn; or the second seat, by agreement."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from game.core.handicaps import beginner
from game.core.spec import GameSpec
from game.table import BEGINS, Table

Way: TypeAlias = str
"""One of BEGINS, or SECOND where a game has a handicap that names the seat."""
SECOND = "second"


def ways(spec: GameSpec) -> tuple[Way, ...]:
    """The ways that a game offers."""
    named = any(option.names_seat for option in spec.options)
    return (BEGINS[0], SECOND, *BEGINS[1:]) if named else BEGINS


def way(spec: GameSpec, table: Table) -> Way:
    """The way that a table is set to."""
    return SECOND if beginner(spec.options, table.options) else table.begins


def beginning(spec: GameSpec, table: Table, chosen: Way) -> Table:
    """The table set to a way; by any but SECOND nobody is given the first move."""
    begins = next((usual for usual in BEGINS if usual == chosen), BEGINS[0])
    names = {option.name: int(chosen == SECOND) for option in spec.options if option.names_seat}
    return replace(table, begins=begins).with_options(spec, names)

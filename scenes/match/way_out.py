"""The way out of a game, from its pause or its end: back to its puzzle's page, else to the menu."""

from __future__ import annotations

from collections.abc import Callable

from game.session.session import Session
from scenes.kit.scene import Nav, Switch
from scenes.routes import ToMenu, ToToday
from scenes.services import Services
from scenes.table.exercises import puzzle_days


def way_out(services: Services, session: Session) -> tuple[str, Callable[[], Nav | None]]:
    """Return the name of the way, and the function that goes it."""
    t, record = services.stage.t, session.record()
    day = puzzle_days.day_of(record, services.today)
    if day is not None:
        return t("today.title"), lambda: Switch(ToToday(day.isoformat()))
    if puzzle_days.practice_puzzle(record) is not None:
        return t("practice.title"), lambda: Switch(ToToday(practice=record.game))
    return t("result.menu"), lambda: Switch(ToMenu(game=record.game))

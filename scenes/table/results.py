"""Words for the end of a recorded game."""

from __future__ import annotations

from game.core.record import Record
from game.records.playback import moves_of
from scenes.kit.stage import Stage
from scenes.services import Services


def result_text(services: Services, record: Record) -> str:
    """Return who won."""
    outcome = record.result
    if outcome is None:
        return services.stage.t("archive.unfinished")
    if not outcome.winners:
        return services.stage.t("archive.draw")
    names = services.people.names([record.seats[seat] for seat in outcome.winners])
    return services.stage.t("result.wins", name=names, count=len(outcome.winners))


def how_text(stage: Stage, record: Record) -> str:
    """Return how the game ended: "by resignation"; "" where there is no text for it, or it is not over."""
    stage, outcome = stage, record.result
    if outcome is None:
        return ""
    if outcome.reason == "resign":
        return stage.t("result.by_resignation")
    key = f"result.{record.game}.{outcome.reason}"
    has = stage.strings.has(key) or stage.strings.has(f"{key}.other")
    return stage.t(key, count=moves_of(record)) if has else ""

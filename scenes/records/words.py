"""The records in words: what stands in the columns, and what is read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from game.core.spec import GameSpec
from game.figures import Figures
from game.profiles import Profile
from game.puzzles.judging import MOST_STARS
from game.statistics import Fastest, RankedProfile
from scenes.kit.layout import Shape
from scenes.kit.stage import Stage
from scenes.kit.text.dates import day_and_month

COLUMNS = ("won", "played", "share", "best")
TOGETHER = ("won", "played", "best")  # of everybody: in a game between people somebody wins always, so no share


@dataclass(frozen=True, slots=True)
class Minutes:
    """The most puzzles of a game that were solved in three minutes, who has, and one's `own` best."""

    count: int
    holders: Sequence[Profile]
    own: int


def columns(stage: Stage, spec: GameSpec) -> tuple[str, ...]:
    """The figures of a game that have room side by side."""
    if spec.play.points is None:
        return COLUMNS
    narrow = stage.metrics.shape is Shape.CLASSIC
    return (*(name for name in COLUMNS if not narrow or name != "played"), "points")


def orders(spec: GameSpec, all_orders: Sequence[str]) -> list[str]:
    """The figures by which a game's people can be ranked."""
    return [order for order in all_orders if order != "points" or spec.play.points is not None]


def figure(stage: Stage, figures: Figures, column: str) -> str:
    """Return the text of a column."""
    if column == "share":
        return stage.t("records.percent", share=round(100 * figures.share))
    return str(getattr(figures, column))


def row_text(stage: Stage, spec: GameSpec, place: int, row: RankedProfile) -> str:
    """A row as it is read aloud."""
    known = (*COLUMNS, "points") if spec.play.points else COLUMNS
    parts = [name_value(stage, stage.t(f"records.column.{name}"), figure(stage, row.figures, name)) for name in known]
    return f"{name_value(stage, str(place), row.profile.name)}\n" + "\n".join(parts)


def name_value(stage: Stage, name: str, value: str) -> str:
    """A value with what it is of."""
    return stage.t("speech.value", name=name, value=value)


def fastest_text(stage: Stage, level: int, fastest: Fastest | None) -> str:
    """The fastest win over a level as it is read aloud."""
    name = name_value(stage, str(level), stage.t(f"level.{level}"))
    if fastest is None:
        return f"{name}\n{stage.t('records.unbeaten')}"
    holders = stage.list_of(profile.name for profile in fastest.holders)
    return f"{name}\n{stage.t('archive.moves', count=fastest.moves)}\n{holders}".rstrip()


def minutes_text(stage: Stage, minutes: Minutes) -> str:
    """The best of three minutes as it is read aloud: of the house, and one's own."""
    house = name_value(stage, stage.t("practice.minutes"), str(minutes.count))
    holders = stage.list_of(profile.name for profile in minutes.holders)
    own = name_value(stage, stage.t("records.own"), str(minutes.own))
    return "\n".join(filter(None, [house, holders, own]))


def house_text(stage: Stage, house: Figures) -> str:
    """Everybody's figures as they are read aloud."""
    parts = [name_value(stage, stage.t(f"records.column.{name}"), figure(stage, house, name)) for name in TOGETHER]
    return f"{stage.t('records.together')}\n" + "\n".join(parts)


def day_text(stage: Stage, day: date, stars: int, today: date) -> str:
    """A day of the calendar: its date, and what its puzzle was worth."""
    when = stage.t("records.date", weekday=stage.t(f"weekday.{day.weekday()}"), date=day_and_month(stage.t, day))
    if day == today:
        when = stage.t("records.today", date=when)
    worth = stage.t("records.stars", count=stars, most=MOST_STARS) if stars else stage.t("records.unsolved")
    return name_value(stage, when, worth)

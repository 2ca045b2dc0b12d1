"""The words of the operator's menu: dates, durations, values of settings, problems."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from game.core.kinds import Choice, Flag, Line, Several, ValueKind, Whole
from game.core.times import ALWAYS, CLOSED, Opening, Span, TimeOfDay, clock_text
from game.kiosk.config import KEYS, Config, is_open, next_closing, next_opening
from game.toml_file import Problem
from scenes.kit.stage import Stage

_MINUTE = 60  # seconds
_DAY = 24 * 60  # minutes


def moment_text(stage: Stage, moment: datetime) -> str:
    """Return weekday, day and time, for the heading."""
    t = stage.t
    day = t(
        "kiosk.menu.date",
        weekday=t(f"weekday.long.{moment.weekday()}"),
        day=moment.day,
        month=t(f"month.{moment.month}"),
    )
    return t("kiosk.menu.moment", date=day, time=f"{moment:%H:%M}")


def day_text(stage: Stage, day: date) -> str:
    """Return a recent day as a short text."""
    return stage.t("kiosk.menu.day", day=f"{day.day:02}", month=stage.t(f"kiosk.month_short.{day.month}"))


def running_text(stage: Stage, length: timedelta) -> str:
    """Return how long the program has been running."""
    t, minutes = stage.t, max(0, int(length.total_seconds()) // _MINUTE)
    days, hours, minutes = minutes // _DAY, minutes % _DAY // 60, minutes % 60
    if days:
        first, second = t("kiosk.menu.days", count=days), t("kiosk.menu.hours", count=hours)
    elif hours:
        first, second = t("kiosk.menu.hours", count=hours), t("kiosk.menu.minutes", count=minutes)
    else:
        return t("kiosk.menu.running", time=t("kiosk.menu.minutes", count=minutes))
    return t("kiosk.menu.running", time=t("kiosk.menu.and", first=first, second=second))


def opening_text(stage: Stage, config: Config, now: datetime) -> str:
    """Return until when the table is open, or when it opens."""
    t = stage.t
    if is_open(config, now):
        closing = next_closing(config, now)
        if closing is None:
            return t("kiosk.menu.always_open")
        if closing - now >= timedelta(days=1):
            weekday = t(f"weekday.{closing.weekday()}")
            return t("kiosk.menu.open_until", time=t("kiosk.menu.when", day=weekday, time=f"{closing:%H:%M}"))
        return t("kiosk.menu.open_until", time=f"{closing:%H:%M}")
    opening = next_opening(config, now)
    if opening is None:
        return t("kiosk.menu.never_open")
    time = f"{opening:%H:%M}"
    if opening.date() != now.date():
        time = t("kiosk.menu.when", day=t(f"weekday.{opening.weekday()}"), time=time)
    return t("kiosk.menu.opens_at", time=time)


def game_text(stage: Stage, game: str) -> str:
    """Return a game's name, preferably short; its id if the program no longer has the game."""
    key = f"game.{game}"
    return stage.strings.short(key) if stage.strings.has(key) else game


def level_text(stage: Stage, level: int) -> str:
    """Return a level of the AI: its number, and the name of the player at this level."""
    return f"{level}  {stage.t(f'level.{level}')}"


def length_text(seconds: int | None) -> str:
    """Return a game's length: "14:20", or from an hour on "1:14:20"."""
    if seconds is None:
        return "–"
    minutes, rest = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


def span_text(stage: Stage, span: Span) -> str:
    """Return a day's opening hours."""
    if span == ALWAYS:
        return stage.t("kiosk.hours.always")
    if span == CLOSED:
        return stage.t("kiosk.hours.closed")
    end = span.end - _DAY if span.end > _DAY else span.end
    return f"{clock_text(span.begin)} – {clock_text(end)}"


def week_text(stage: Stage, config: Config, today: date) -> str:
    """Return the opening hours of all days if they are equal, else today's."""
    week = config.hours.week()
    if len(set(week)) == 1:
        return span_text(stage, week[0])
    return stage.t("kiosk.hours.today", hours=span_text(stage, week[today.weekday()]))


def problem_text(stage: Stage, problem: Problem) -> str:
    """Return a configuration problem as one sentence. What a parser says about a line stays English."""
    t = stage.t
    match problem.kind:
        case "value":
            allowed = range_text(stage, KEYS[problem.key].kind) if problem.key in KEYS else problem.allowed
            return t("kiosk.problem.value", name=problem.key, given=problem.given, allowed=allowed)
        case "unknown" if problem.allowed:
            return t("kiosk.problem.meant", name=problem.key, meant=problem.allowed)
        case "unknown":
            return t("kiosk.problem.unknown", name=problem.key)
        case "more":
            return t("kiosk.problem.more", number=problem.detail)
        case "missing":
            return t("kiosk.problem.missing")
        case "empty":
            return t("kiosk.problem.empty")
        case "syntax" | "not_text" if problem.line:
            return t("kiosk.problem.line", line=problem.line, detail=problem.detail)
    return t("kiosk.problem.file", detail=problem.detail)


def problem_texts(stage: Stage, problems: tuple[Problem, ...], unwritten: str) -> list[str]:
    """Return all problems of the configuration.

    `unwritten` says why the configuration cannot be stored, "" if it can. Other problems are in `Shortcomings`.
    """
    kept = [stage.t("kiosk.problem.unwritten", reason=unwritten)] if unwritten else []
    return kept + [problem_text(stage, problem) for problem in problems]


def range_text(stage: Stage, kind: ValueKind) -> str:
    """Return in words which values `kind` allows."""
    t = stage.t
    match kind:
        case Whole(low, high, unit):
            if not unit:
                return t("kiosk.range.whole", low=low, high=high)
            return t("kiosk.range.unit", low=low, high=high, unit=t(f"kiosk.range.{unit}"))
        case Flag():
            return t("kiosk.range.flag")
        case Choice(words):
            return t("kiosk.range.choice", words=_quoted(words))
        case Line(longest):
            return t("kiosk.range.line", number=longest)
        case Several(words, in_order=True):
            return t("kiosk.range.levels", low=words[0], high=words[-1])
        case Several(words):
            return t("kiosk.range.some", words=_quoted(words))
        case TimeOfDay():
            return t("kiosk.range.time")
        case Opening():
            return t("kiosk.range.opening")
    return kind.range


def _quoted(words: Sequence[object]) -> str:
    return ", ".join(f'"{word}"' for word in words)

"""Where the parts of the operator's menu lie, in each arrangement of the window; design pixels until laid out."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit.layout import Metrics, Shape

PAD = 32  # from a panel's edge to what is on it
INSET = 16  # from a panel's edge to a row
ROW_GAP = 12  # between the faces of two rows
HIGHEST = 106  # a row at most, where a page has few
VOLUME, GAMES = "volume", "games"  # rows that are higher than others

_Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """Baselines and lines from the top of the audits."""

    tabs: float = 24
    figures: float = 140
    labels: float = 180
    ai: float = 224
    top: float = 248  # the highest that a bar may be
    base: float = 422
    hours: float = 456
    legend: float = 500
    line: float = 528
    head: float = 576
    incidents: tuple[float, ...] = (624, 668, 712)
    unit: float = 26  # a game in a bar


@dataclass(frozen=True, slots=True)
class Plan:
    """One arrangement in design pixels; texts by their baselines."""

    left: float
    right: float
    eyebrow: float
    date: tuple[float, float]  # its baseline and size
    states: tuple[float, float]
    state: float  # how wide they may be
    audits: _Box
    adjustments: _Box
    rows: float  # where they begin, from the top of their panel
    row: float
    volume: float
    games: float
    pages: tuple[tuple[str, ...], ...]
    tests: _Box | None  # the panel around the buttons
    test_buttons: tuple[_Box, ...]
    deeds: tuple[_Box, ...]
    bar: _Box | None
    audit: AuditPlan


_IDLE = ("idle.menu", "idle.turn", "idle.thinking")
_FIRST = ("hours", VOLUME, *_IDLE, GAMES, "language", "text")
_SECOND = ("levels", "pace", "cards", "limit", "phones", "bind", "question", "offer")
_LAST = ("dim", "shelf", "folder", "pin", "clear", "defaults")
_CLASSIC_PAGES = (
    ("hours", *_IDLE, GAMES, "language", "text"),
    (VOLUME, "levels", "pace", "cards", "limit", "question"),
    ("phones", "bind", "offer", "dim", "shelf", "folder"),
    ("pin", "clear", "defaults"),
)


def _row(left: float, top: float, widths: tuple[float, ...], height: float, gap: float = 24) -> tuple[_Box, ...]:
    lefts = [left + sum(widths[:i]) + i * gap for i in range(len(widths))]
    return tuple((x, top, width, height) for x, width in zip(lefts, widths, strict=True))


PLANS = {
    Shape.WIDE: Plan(
        left=96, right=1824, eyebrow=88, date=(160, 60), states=(88, 144), state=600,
        audits=(96, 192, 712, 744), adjustments=(832, 192, 584, 744),
        rows=76, row=68, volume=148, games=84, pages=(_FIRST, _SECOND, _LAST),
        tests=(1440, 192, 384, 400),
        test_buttons=tuple((1464, 272 + i * 100, 336, 84) for i in range(3)),
        deeds=tuple((1440, 616 + i * 112, 384, 96) for i in range(3)),
        bar=(54, 956, 1812, 80), audit=AuditPlan(),
    ),
    Shape.CLASSIC: Plan(
        left=72, right=1368, eyebrow=88, date=(160, 60), states=(88, 144), state=456,
        audits=(72, 192, 624, 624), adjustments=(720, 192, 648, 624),
        rows=76, row=64, volume=148, games=84, pages=_CLASSIC_PAGES,
        tests=None, test_buttons=_row(72, 840, (416, 416, 416), 84),
        deeds=_row(72, 936, (306, 306, 372, 240), 84), bar=None,
        audit=AuditPlan(
            figures=136, labels=174, ai=214, top=244, base=388, hours=420, legend=464, line=488, head=536,
            incidents=(584,),
        ),
    ),
    Shape.TALL: Plan(
        left=54, right=1026, eyebrow=70, date=(170, 54), states=(70, 112), state=600,
        audits=(54, 184, 972, 696), adjustments=(54, 904, 972, 704),
        rows=72, row=64, volume=148, games=84, pages=(_FIRST, _SECOND, _LAST),
        tests=None, test_buttons=_row(54, 1632, (308, 308, 308), 92),
        deeds=_row(54, 1748, (219, 219, 288, 174), 92), bar=None,
        audit=AuditPlan(
            figures=136, labels=174, ai=216, top=236, base=394, hours=426, legend=470, line=496, head=544,
            incidents=(590, 630, 670), unit=22,
        ),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class OperatorLayout:
    """Places in pixels. `rows` are the faces of the open page's rows."""

    plan: Plan
    audits: pygame.Rect
    adjustments: pygame.Rect
    date: int  # how wide it may be
    tabs: pygame.Rect
    turner: pygame.Rect
    states: pygame.Rect
    incidents: pygame.Rect  # the last of what has gone wrong, to be pressed
    rows: tuple[pygame.Rect, ...]
    tests: pygame.Rect | None
    test_buttons: tuple[pygame.Rect, ...]
    deeds: tuple[pygame.Rect, ...]
    bar: pygame.Rect | None


def operator_layout(metrics: Metrics, page: int) -> OperatorLayout:
    """The places for a page (from 0) of the adjustments."""
    plan, rect = PLANS[metrics.shape], metrics.rect
    left, top, width, _ = plan.audits
    x, y, wide, _ = plan.adjustments
    lines = plan.audit.incidents
    beside = plan.states[1] > plan.date[0] - plan.date[1]  # the state lies beside the date, not above it
    return OperatorLayout(
        plan,
        rect(*plan.audits),
        rect(*plan.adjustments),
        metrics.px(plan.right - plan.left - (plan.state + 24 if beside else 0)),
        rect(left + width - PAD - 336, top + plan.audit.tabs, 336, 56),
        rect(x + wide - 296, y + 14, 288, 62),
        rect(plan.right - plan.state, plan.states[0] - 38, plan.state + 8, plan.states[1] - plan.states[0] + 48),
        rect(left + INSET, top + plan.audit.head - 38, width - 2 * INSET, lines[-1] - plan.audit.head + 58),
        tuple(rect(*box) for box in _rows(plan, plan.pages[page])),
        None if plan.tests is None else rect(*plan.tests),
        tuple(rect(*box) for box in plan.test_buttons),
        tuple(rect(*box) for box in plan.deeds),
        None if plan.bar is None else rect(*plan.bar),
    )


def _rows(plan: Plan, names: tuple[str, ...]) -> list[_Box]:
    """The faces of rows with these names, as high as the panel has room for."""
    x, y, width, height = plan.adjustments
    special = {VOLUME: plan.volume, GAMES: plan.games}
    room = height - plan.rows - PAD - sum(special.get(name, 0) for name in names)
    plain = sum(name not in special for name in names)
    each = max(plan.row, min(HIGHEST, room / plain))
    found, top = [], y + plan.rows
    for name in names:
        high = special.get(name, each)
        found.append((x + INSET, top + ROW_GAP / 2, width - 2 * INSET, high - ROW_GAP))
        top += high
    return found

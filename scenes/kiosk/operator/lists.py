"""The menu's two lists: what has happened to the table, and what is wrong with its configuration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from game.audits import Incident
from scenes.kiosk.operator import marks
from scenes.kiosk.operator.audits_panel import GOOD_KINDS
from scenes.kiosk.operator.list_card import ListCard
from scenes.kit import theme
from scenes.kit.canvas import Sheet
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.scene import Scene
from scenes.kit.stage import Stage

TEXT = Style(30, theme.IVORY, bold=True)
DATE = Style(28, theme.MUTED)
DETAIL = Style(28, theme.MUTED)
INCIDENT_ROW, PROBLEM_ROW, TALL_MORE = 92, 128, 44  # design pixels
WHEN = 330


def incident_list(stage: Stage, incidents: Sequence[Incident]) -> Scene:
    """All of them, the newest first."""

    def text(index: int) -> str:
        if not incidents:
            return stage.t("kiosk.menu.no_incidents")
        one = incidents[index]
        return f"{_date(one)}\n{stage.t(f'kiosk.incident.{one.kind}')}\n{one.detail}".rstrip()

    def draw(index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        if not incidents:
            return _row(stage, size, chosen, "", stage.t("kiosk.menu.no_incidents"), "", None)
        one = incidents[index]
        sentence = stage.t(f"kiosk.incident.{one.kind}")
        return _row(stage, size, chosen, _date(one), sentence, one.detail, one.kind in GOOD_KINDS)

    return ListCard(
        stage, stage.t("kiosk.menu.incidents"), max(1, len(incidents)), _height(stage, INCIDENT_ROW), draw, text
    )


def problem_list(stage: Stage, texts: Sequence[str], path: Path) -> Scene:
    """Each in full, below the name of the file."""
    shown = list(texts) or [stage.t("kiosk.problem.none")]

    def draw(index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        return _row(stage, size, chosen, "", shown[index], "", None if not texts else False)

    title = stage.t("kiosk.problem.title", file=path.name)
    return ListCard(stage, title, len(shown), _height(stage, PROBLEM_ROW), draw, shown.__getitem__)


def _height(stage: Stage, wide: float) -> float:
    return wide + (TALL_MORE if stage.metrics.shape is Shape.TALL else 0)


def _date(incident: Incident) -> str:
    return f"{incident.at:%Y-%m-%d  %H:%M}"


def _row(
    stage: Stage, size: tuple[int, int], chosen: bool, when: str, text: str, detail: str, good: bool | None
) -> pygame.Surface:
    """A row: when, what, more of it in a second line, and a sign."""
    px, sheet = stage.metrics.px, Sheet.blank(size)
    if chosen:
        stage.put(sheet, stage.paint.face("lacquer", size, 12), (0, 0))
    left, right = px(24), size[0] - px(24)
    if good is not None:
        side = px(marks.SIDE)
        right -= side
        stage.put(sheet, marks.sign(stage, "tick" if good else "warning"), (right, (size[1] - side) // 2))
        right -= px(20)
    if when:
        style = stage.capped(DATE, 1.0)
        top = stage.metrics.shape is Shape.TALL
        baseline = px(40) if top else size[1] // 2 + px(10)
        stage.text(sheet, when, (left, baseline), style)
        left = left if top else left + px(WHEN)
    above = px(44) if when and stage.metrics.shape is Shape.TALL else 0
    room, high = right - left, size[1] - above - px(20)
    if detail:
        lines, style = stage.fitted(text, stage.capped(TEXT, 1.0), room, high // 2)
        more = stage.capped(DETAIL, 1.0)
        first = above + px(10) + round(stage.fonts.line_height(style) * 0.8)
        after = stage.paragraph(sheet, lines, (left, first), style)
        stage.text(sheet, _cut(stage, detail, more, room), (left, after), more)
    else:
        lines, style = stage.fitted(text, stage.capped(TEXT, 1.0), room, high)
        block = len(lines) * stage.fonts.line_height(style)
        first = above + px(10) + (high - block) // 2 + round(stage.fonts.line_height(style) * 0.78)
        stage.paragraph(sheet, lines, (left, first), style)
    return sheet.surface


def _cut(stage: Stage, text: str, style: Style, room: int) -> str:
    """As much of a detail as one line holds: the log has all of it."""
    if stage.fonts.width(text, style) <= room:
        return text
    while text and stage.fonts.width(f"{text}…", style) > room:
        text = text[:-1]
    return f"{text}…"
